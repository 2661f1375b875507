use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};

/// The options of `saffron import`.
#[derive(Args)]
pub struct ImportArgs {
    /// Files that another system exported: CSV, Excel or zip; all files of one export together
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The address of the installation
    #[arg(long, env = "SAFFRON_URL", default_value = "http://localhost:8080")]
    pub url: String,
    /// An ingest key of the location
    #[arg(long, env = "SAFFRON_INGEST_KEY", hide_env_values = true)]
    pub ingest_key: String,
    /// Show what would come in, and bring in nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The answer to a question, such as dates/0=day-first
    #[arg(long, value_name = "ID=VALUE", value_parser = pair)]
    pub answer: Vec<(String, String)>,
    /// What a column means, such as Total=amount, or 1:Total=amount of the second table
    #[arg(long, value_name = "COLUMN=FIELD", value_parser = pair)]
    pub map: Vec<(String, String)>,
    /// What a row of the mapped tables is: lines, orders or payments
    #[arg(long, default_value = "lines")]
    pub rows: String,
    /// What words mean, such as Status=void:Cancelled|Canceled
    #[arg(long, value_name = "RULE")]
    pub rule: Vec<String>,
    /// Put the files in the place of sales that another source has for the same days
    #[arg(long, conflicts_with = "skip")]
    pub replace: bool,
    /// Leave out days for which another source has sales
    #[arg(long)]
    pub skip: bool,
    /// Bring it in without a question
    #[arg(long)]
    pub yes: bool,
}

/// Two texts with the last `=` between them: names of columns may hold one.
fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.rsplit_once('=').ok_or("write it as NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl ImportArgs {
    /// What the options say of the files, as fields of `answer-import`; nothing if they say nothing.
    pub fn said(&self) -> Map<String, Value> {
        let mut said = Map::new();
        let answers: Vec<Value> =
            self.answer.iter().map(|(id, value)| json!({"id": id, "value": value})).collect();
        let mut mappings: Vec<(i32, Vec<Value>)> = Vec::new();
        for (column, field) in &self.map {
            let numbered = column.split_once(':').and_then(|(at, name)| Some((at.parse().ok()?, name)));
            let (table, column) = numbered.unwrap_or((0, column.as_str()));
            let column = json!({"column": column, "field": field});
            match mappings.iter_mut().find(|(known, _)| *known == table) {
                Some((_, columns)) => columns.push(column),
                None => mappings.push((table, vec![column])),
            }
        }
        let mappings: Vec<Value> = mappings
            .into_iter()
            .map(|(table, columns)| json!({"table": table, "rowKind": self.rows, "columns": columns}))
            .collect();
        for (name, list) in [("answers", answers), ("mappings", mappings)] {
            if !list.is_empty() {
                said.insert(name.to_owned(), Value::Array(list));
            }
        }
        if !self.rule.is_empty() {
            said.insert("rules".to_owned(), json!(self.rule));
        }
        said
    }

    /// What becomes of days that another source has; none if that is not said.
    pub fn choice(&self) -> Option<&'static str> {
        match (self.replace, self.skip) {
            (true, _) => Some("replace"),
            (_, true) => Some("skip"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: ImportArgs,
    }

    fn said(options: &[&str]) -> Value {
        let line = ["import", "may.csv", "--ingest-key", "k"].iter().chain(options);
        Value::Object(Line::try_parse_from(line).unwrap().args.said())
    }

    #[test]
    fn options_say_what_a_person_says_in_the_app() {
        assert_eq!(said(&[]), json!({}));
        let all = said(&[
            "--answer",
            "dates/0=day-first",
            "--map",
            "Total=amount",
            "--map",
            "1:A = B=date",
            "--skip",
        ]);
        let expected = json!({
            "answers": [{"id": "dates/0", "value": "day-first"}],
            "mappings": [
                {"table": 0, "rowKind": "lines", "columns": [{"column": "Total", "field": "amount"}]},
                {"table": 1, "rowKind": "lines", "columns": [{"column": "A = B", "field": "date"}]},
            ],
        });
        assert_eq!(all, expected);
    }

    #[test]
    fn days_of_others_are_replaced_or_skipped_not_both() {
        let line = ["import", "may.csv", "--ingest-key", "k", "--replace", "--skip"];
        assert!(Line::try_parse_from(line).is_err());
    }
}
