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
            None => println!("{name}: {} rows as {}", table.at("rows"), text(table.at("layout"))),
        }
        list(table.at("remarks")).iter().for_each(|remark| println!("  {}", text(remark)));
    }
    let summary = import.at("summary");
    if summary.is_null() {
        return;
    }
    println!(
        "{} checks and {} refunds on {} days, {} to {}: gross {}, discounts {}, net {}, tax {}, tips {}, payments {}",
        summary.at("checks"),
        summary.at("refunds"),
        summary.at("dayCount"),
        text(summary.at("firstDate")),
        text(summary.at("lastDate")),
        summary.at("grossSales"),
        summary.at("discounts"),
        summary.at("netSales"),
        summary.at("tax"),
        summary.at("tips"),
        summary.at("payments")
    );
    for left_out in list(summary.at("leftOut")) {
        println!("{} rows are left out: {}", left_out.at("rows"), text(left_out.at("reason")));
    }
    if summary.at("refusedRows").as_i64().is_some_and(|rows| rows > 0) {
        println!("{} rows cannot come in:", summary.at("refusedRows"));
        list(summary.at("refusedExamples")).iter().for_each(print_row);
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
                "  --answer '{}={}'  {}: {} checks on {} days, net {}",
                text(question.at("id")),
                text(choice.at("value")),
                text(choice.at("label")),
                choice.at("checks"),
                choice.at("days"),
                choice.at("netSales")
            );
        }
    }
}

/// Prints days that another source has.
pub fn print_conflicts(import: &Value) {
    for conflict in list(import.at("conflicts")) {
        println!(
            "{}: {} has {} checks, net {}; the files have {} checks, net {}",
            text(conflict.at("businessDate")),
            text(conflict.at("sourceName")),
            conflict.at("checks"),
            conflict.at("netSales"),
            conflict.at("importChecks"),
            conflict.at("importNetSales")
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
