//! What is printed of an import.

use std::fs::File;
use std::path::Path;

use anyhow::Context as _;
use serde_json::{Value, json};

use super::talk::Connect;

/// Refused rows that are printed; the app has all of them.
const PRINTED: usize = 20;
/// Refused rows that are asked for at once.
const PAGE: usize = 500;

/// A member of an answer; null if there is none.
pub trait At {
    /// The member of this name.
    fn at(&self, name: &str) -> &Value;
}

impl At for Value {
    fn at(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }
}

/// A text of an answer; empty if it is none.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// An amount in dollars, as people write it.
fn dollars(value: &Value) -> String {
    format!("{:.2}", value.as_f64().unwrap_or_default())
}

/// So many of a thing: `1 refund`, `2 refunds`.
pub fn counted(count: impl std::fmt::Display, one: &str) -> String {
    let count = count.to_string();
    let end = if count == "1" { "" } else { "s" };
    format!("{count} {one}{end}")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Prints what was recognized and what comes in.
pub fn print_found(import: &Value) {
    for file in list(import.at("files")).iter().filter(|file| !file.at("unreadable").is_null()) {
        println!("{}: {}", text(file.at("name")), text(file.at("unreadable")));
    }
    for table in list(import.at("tables")) {
        let name = text(table.at("name"));
        match table.at("unusedBecause").as_str() {
            Some(why) => println!("{name}: {why}"),
            None => println!("{name}: {} as {}", counted(table.at("rows"), "row"), text(table.at("layout"))),
        }
        list(table.at("remarks")).iter().for_each(|remark| println!("  {}", text(remark)));
    }
    let summary = import.at("summary");
    if summary.is_null() {
        return;
    }
    let is_some = |name: &str| summary.at(name).as_i64().is_some_and(|count| count != 0);
    if is_some("checks") || is_some("refunds") || is_some("voidedChecks") {
        print_sales(summary);
    }
    print_lists(summary);
    for of in list(summary.at("fileTotals")) {
        let (column, total, rows) =
            (text(of.at("column")), dollars(of.at("total")), dollars(of.at("ofRows")));
        println!(
            "{}: its own total of '{column}' is {total}, its rows add up to {rows}",
            text(of.at("file"))
        );
    }
    list(summary.at("notes")).iter().for_each(|note| println!("{}", text(note)));
    if let Some(leaves) = import.at("undoLeaves").as_str() {
        println!("{leaves}");
    }
    for left_out in list(summary.at("leftOut")) {
        println!("Left out: {}, {}", counted(left_out.at("rows"), "row"), text(left_out.at("reason")));
    }
    if is_some("refusedRows") {
        println!("{} cannot come in:", counted(summary.at("refusedRows"), "row"));
        list(summary.at("refusedExamples")).iter().for_each(print_row);
    }
}

fn print_sales(summary: &Value) {
    println!(
        "{} and {} on {}, {} to {}: gross {}, discounts {}, net {}, tax {}, tips {}, payments {}",
        counted(summary.at("checks"), "check"),
        counted(summary.at("refunds"), "refund"),
        counted(summary.at("dayCount"), "day"),
        text(summary.at("firstDate")),
        text(summary.at("lastDate")),
        dollars(summary.at("grossSales")),
        dollars(summary.at("discounts")),
        dollars(summary.at("netSales")),
        dollars(summary.at("tax")),
        dollars(summary.at("tips")),
        dollars(summary.at("payments"))
    );
}

/// Prints what comes in beside sales.
fn print_lists(summary: &Value) {
    let (shifts, items, guests) = (summary.at("shifts"), summary.at("items"), summary.at("guests"));
    if !shifts.is_null() {
        println!(
            "{} shifts of {} people, {} to {}: {} hours, pay {}; they stand beside shifts that a till sends",
            shifts.at("shifts"),
            shifts.at("people"),
            text(shifts.at("firstDate")),
            text(shifts.at("lastDate")),
            shifts.at("hours"),
            dollars(shifts.at("laborCost"))
        );
    }
    if !items.is_null() {
        println!(
            "{} items of the menu, {} with a price and {} with a cost",
            items.at("items"),
            items.at("itemsWithPrice"),
            items.at("itemsWithCost")
        );
    }
    if !guests.is_null() {
        println!(
            "{} guests: {} agree to email, {} to texts",
            guests.at("guests"),
            guests.at("emailConsents"),
            guests.at("smsConsents")
        );
        for column in list(guests.at("consentColumns")).iter().filter(|column| column.at("taken") == true) {
            println!("  consent to {}: '{}'", text(column.at("channel")), text(column.at("column")));
        }
    }
}

/// Prints what came in.
pub fn print_done(done: &Value) {
    let kinds = [("sentShifts", "shifts"), ("sentItems", "items"), ("sentGuests", "guests")];
    let more = kinds.iter().filter(|(name, _)| done.at(name).as_i64().is_some_and(|count| count > 0));
    let more: String = more.map(|(name, words)| format!(", {} {words}", done.at(name))).collect();
    println!("{} came in{more}.", counted(done.at("sentChecks"), "check"));
    let undone = ["sentChecks", "sentShifts", "sentItems"];
    if undone.iter().any(|name| done.at(name).as_i64().is_some_and(|count| count > 0)) {
        println!("It can be undone in the app until {}.", text(done.at("undoUntil")));
    }
}

fn print_row(row: &Value) {
    println!(
        "  {} line {} {}: {}",
        text(row.at("file")),
        row.at("line"),
        text(row.at("check")),
        text(row.at("reason"))
    );
}

fn open(import: &Value) -> impl Iterator<Item = &Value> {
    list(import.at("questions")).iter().filter(|question| question.at("answer").is_null())
}

/// The ids of the questions that are open.
pub fn open_questions(import: &Value) -> impl Iterator<Item = &str> {
    open(import).map(|question| text(question.at("id")))
}

/// Prints open questions with what each answer brings.
pub fn print_questions(import: &Value) {
    for question in open(import) {
        println!("\n{}\n  {}", text(question.at("title")), text(question.at("explanation")));
        for example in list(question.at("examples")) {
            println!("  such as {}", text(example));
        }
        for choice in list(question.at("choices")) {
            println!(
                "  --answer '{}={}'  {}: {} on {}, net {}{}{}",
                text(question.at("id")),
                text(choice.at("value")),
                text(choice.at("label")),
                counted(choice.at("checks"), "check"),
                counted(choice.at("days"), "day"),
                dollars(choice.at("netSales")),
                if choice.at("besideSales").is_null() { "" } else { "; " },
                text(choice.at("besideSales"))
            );
        }
    }
}

/// Prints days that another source has.
pub fn print_conflicts(import: &Value) {
    for conflict in list(import.at("conflicts")) {
        println!(
            "{}: {} has {}, net {}; the files have {}, net {}",
            text(conflict.at("businessDate")),
            text(conflict.at("sourceName")),
            counted(conflict.at("checks"), "check"),
            dollars(conflict.at("netSales")),
            counted(conflict.at("importChecks"), "check"),
            dollars(conflict.at("importNetSales"))
        );
    }
}

/// A CSV file of rows that did not come in.
pub struct RefusedFile(csv::Writer<File>);

impl RefusedFile {
    /// Begins the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<RefusedFile> {
        let mut file =
            csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
        file.write_record(["File", "Line", "Check", "Reason"])?;
        Ok(RefusedFile(file))
    }

    fn add(&mut self, row: &Value) -> anyhow::Result<()> {
        let line = row.at("line").to_string();
        let fields = [text(row.at("file")), &line, text(row.at("check")), text(row.at("reason"))];
        Ok(self.0.write_record(fields)?)
    }
}

/// Prints the first rows that did not come in, and writes all of them to a file.
pub async fn print_refused(
    connect: &Connect,
    import: &Value,
    mut file: Option<RefusedFile>,
) -> anyhow::Result<()> {
    let mut seen = 0;
    let mut cursor = Value::Null;
    loop {
        let mut asked = json!({"importID": import, "limit": PAGE});
        if let (false, Some(asked)) = (cursor.is_null(), asked.as_object_mut()) {
            asked.insert("cursor".to_owned(), cursor);
        }
        let page = connect.call("get-import-refused-rows", asked).await?;
        for row in list(page.at("refusedRowList")) {
            if seen == 0 {
                println!("These did not come in:");
            }
            if seen < PRINTED {
                print_row(row);
            }
            file.as_mut().map_or(Ok(()), |file| file.add(row))?;
            seen += 1;
        }
        cursor = page.at("nextCursor").clone();
        if cursor.is_null() || (file.is_none() && seen >= PRINTED) {
            break;
        }
    }
    if seen > PRINTED {
        println!("  and others: --refused writes all of them to a file, and the app lists them");
    }
    Ok(file.map_or(Ok(()), |mut file| file.0.flush())?)
}
