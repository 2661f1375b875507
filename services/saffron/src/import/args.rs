use std::path::PathBuf;

use clap::Args;
use saffron_core::PosId;
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
    #[arg(long, env = "SAFFRON_INGEST_KEY", hide_env_values = true, required_unless_present = "pos_id")]
    pub ingest_key: Option<String>,
    /// Without an ingest key: the location, which is registered if it is new
    #[arg(long)]
    pub pos_id: Option<PosId>,
    /// The name of a new location, as its owner reads it (default: the posID)
    #[arg(long, requires = "pos_id")]
    pub name: Option<String>,
    /// The time zone of a new location, an IANA name (default: America/New_York)
    #[arg(long, requires = "pos_id")]
    pub time_zone: Option<String>,
    /// The key with which a POS vendor registers locations
    #[arg(long, env = "SAFFRON_PROVISIONING_KEY", hide_env_values = true)]
    pub provisioning_key: Option<String>,
    /// Show what would come in, and bring in nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The answer to a question, such as dates/0=day-first
    #[arg(long, value_name = "ID=VALUE", value_parser = pair)]
    pub answer: Vec<(String, String)>,
    /// 3/4/2026 is the third of April, wherever that is asked
    #[arg(long, conflicts_with = "month_first")]
    pub day_first: bool,
    /// 3/4/2026 is the fourth of March, wherever that is asked
    #[arg(long)]
    pub month_first: bool,
    /// Of files with several restaurants: the one whose sales come in
    #[arg(long)]
    pub location: Option<String>,
    /// What columns mean, such as Total=amount,Day=date, or 1:Total=amount of the second table
    #[arg(long, value_name = "COLUMN=FIELD,…")]
    pub map: Vec<Columns>,
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
    /// Write all rows that did not come in to this CSV file
    #[arg(long, value_name = "FILE")]
    pub refused: Option<PathBuf>,
    /// Bring it in without a question
    #[arg(long, overrides_with = "yes")]
    pub yes: bool,
}

/// Columns and what they mean.
#[derive(Debug, Clone)]
pub struct Columns(Vec<(String, String)>);

impl std::str::FromStr for Columns {
    type Err = String;

    /// A comma before the first `=` is a part of a column's name.
    fn from_str(text: &str) -> Result<Columns, String> {
        let mut columns = Vec::new();
        let mut begun = String::new();
        for piece in text.split(',') {
            begun.push_str(piece);
            match pair(&begun) {
                Ok(column) => {
                    columns.push(column);
                    begun.clear();
                }
                Err(_) => begun.push(','),
            }
        }
        match begun.trim_end_matches(',') {
            "" if !columns.is_empty() => Ok(Columns(columns)),
            _ => Err("write it as COLUMN=FIELD,COLUMN=FIELD".to_owned()),
        }
    }
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
        for (column, field) in self.map.iter().flat_map(|columns| &columns.0) {
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

    /// The answers to open questions of these ids that an option gives for all of their kind.
    pub fn answers_to<'a>(&self, open: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
        let dates = match (self.day_first, self.month_first) {
            (true, _) => Some("day-first"),
            (_, true) => Some("month-first"),
            _ => None,
        };
        let answer = |id: &str| match id {
            "location" => self.location.as_deref(),
            _ if id.starts_with("dates/") => dates,
            _ => None,
        };
        open.into_iter().filter_map(|id| Some(json!({"id": id, "value": answer(id)?}))).collect()
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
            "Total, net=amount,Day=date",
            "--map",
            "1:A = B=date",
            "--skip",
        ]);
        let columns =
            json!([{"column": "Total, net", "field": "amount"}, {"column": "Day", "field": "date"}]);
        let expected = json!({
            "answers": [{"id": "dates/0", "value": "day-first"}],
            "mappings": [
                {"table": 0, "rowKind": "lines", "columns": columns},
                {"table": 1, "rowKind": "lines", "columns": [{"column": "A = B", "field": "date"}]},
            ],
        });
        assert_eq!(all, expected);
    }

    #[test]
    fn one_option_answers_all_questions_of_its_kind() {
        let line = ["import", "may.csv", "--ingest-key", "k", "--day-first", "--location", "Harbor"];
        let args = Line::try_parse_from(line).unwrap().args;
        let open = ["dates/0", "dates/1", "location", "tax"];
        let expected = [("dates/0", "day-first"), ("dates/1", "day-first"), ("location", "Harbor")];
        assert_eq!(args.answers_to(open), expected.map(|(id, value)| json!({"id": id, "value": value})));
    }

    #[test]
    fn location_is_named_by_a_key_or_registered() {
        let parsed = |options: &[&str]| Line::try_parse_from(["import", "may.csv"].iter().chain(options));
        assert!(parsed(&[]).is_err());
        assert!(parsed(&["--name", "Grill", "--ingest-key", "k"]).is_err());
        assert!(parsed(&["--pos-id", "grill", "--name", "Grill"]).is_ok());
        assert!(parsed(&["--map", "Total", "--ingest-key", "k"]).is_err());
    }

    #[test]
    fn days_of_others_are_replaced_or_skipped_not_both() {
        let line = ["import", "may.csv", "--ingest-key", "k", "--replace", "--skip"];
        assert!(Line::try_parse_from(line).is_err());
    }
}
