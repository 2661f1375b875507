//! What is printed of an import.

use serde_json::{Value, json};

use super::talk::Connect;

/// Refused rows that are printed; the app has all of them.
const PRINTED: usize = 20;

/// A text of an answer; empty if it is none.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Prints what was recognized and what comes in.
pub fn print_found(import: &Value) {
    for file in list(&import["files"]).iter().filter(|file| !file["unreadable"].is_null()) {
        println!("{}: {}", text(&file["name"]), text(&file["unreadable"]));
    }
    for table in list(&import["tables"]) {
        let name = text(&table["name"]);
        match table["unusedBecause"].as_str() {
            Some(why) => println!("{name}: {why}"),
            None => println!("{name}: {} rows as {}", table["rows"], text(&table["layout"])),
        }
        list(&table["remarks"]).iter().for_each(|remark| println!("  {}", text(remark)));
    }
    let summary = &import["summary"];
    if summary.is_null() {
        return;
    }
    println!(
        "{} checks and {} refunds on {} days, {} to {}: gross {}, discounts {}, net {}, tax {}, tips {}, payments {}",
        summary["checks"],
        summary["refunds"],
        summary["dayCount"],
        text(&summary["firstDate"]),
        text(&summary["lastDate"]),
        summary["grossSales"],
        summary["discounts"],
        summary["netSales"],
        summary["tax"],
        summary["tips"],
        summary["payments"]
    );
    for left_out in list(&summary["leftOut"]) {
        println!("{} rows are left out: {}", left_out["rows"], text(&left_out["reason"]));
    }
    if summary["refusedRows"].as_i64().is_some_and(|rows| rows > 0) {
        println!("{} rows cannot come in:", summary["refusedRows"]);
        list(&summary["refusedExamples"]).iter().for_each(print_row);
    }
}

fn print_row(row: &Value) {
    println!(
        "  {} line {} {}: {}",
        text(&row["file"]),
        row["line"],
        text(&row["check"]),
        text(&row["reason"])
    );
}

/// Prints open questions with what each answer brings.
pub fn print_questions(import: &Value) {
    for question in list(&import["questions"]).iter().filter(|question| question["answer"].is_null()) {
        println!("\n{}\n  {}", text(&question["title"]), text(&question["explanation"]));
        for example in list(&question["examples"]) {
            println!("  such as {}", text(example));
        }
        for choice in list(&question["choices"]) {
            println!(
                "  --answer '{}={}'  {}: {} checks on {} days, net {}",
                text(&question["id"]),
                text(&choice["value"]),
                text(&choice["label"]),
                choice["checks"],
                choice["days"],
                choice["netSales"]
            );
        }
    }
}

/// Prints days that another source has.
pub fn print_conflicts(import: &Value) {
    for conflict in list(&import["conflicts"]) {
        println!(
            "{}: {} has {} checks, net {}; the files have {} checks, net {}",
            text(&conflict["businessDate"]),
            text(&conflict["sourceName"]),
            conflict["checks"],
            conflict["netSales"],
            conflict["importChecks"],
            conflict["importNetSales"]
        );
    }
}

/// Prints rows that did not come in.
pub async fn print_refused(connect: &Connect, import: &Value) -> anyhow::Result<()> {
    let asked = json!({"importID": import, "limit": PRINTED});
    let page = connect.call("get-import-refused-rows", asked).await?;
    let rows = list(&page["refusedRowList"]);
    if !rows.is_empty() {
        println!("These did not come in:");
        rows.iter().for_each(print_row);
        if !page["nextCursor"].is_null() {
            println!("  and others: the app lists them all");
        }
    }
    Ok(())
}
