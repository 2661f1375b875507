//! Every report of the days before, and the lists of their checks.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use saffron_core::BusinessDate;
use saffron_instance::Owner;
use serde_json::{Value, json};

use crate::LOCATIONS;
use crate::before::Before;
use crate::compare::{Difference, News, differences};

/// What is asked, and how its answers are read.
pub struct Reports {
    owner: Owner,
    questions: Vec<(String, Value)>,
}

impl Reports {
    /// Each report of the version before: all days, by day, by month and together, of both locations and of each; a month of
    /// them beside the one before; and the list of checks.
    pub fn of(before: &Before, owner: &Owner, first: BusinessDate, last: BusinessDate) -> Self {
        let mut questions = Vec::new();
        let form = |begin: BusinessDate, place: Option<&str>| {
            let mut form = json!({ "startDate": begin.to_string(), "endDate": last.to_string() });
            if let Some(pos_id) = place {
                form["posID"] = json!(pos_id);
            }
            form
        };
        let month = last.plus_days(-30).max(first);
        for call in before.reports() {
            for place in [None].into_iter().chain(LOCATIONS.map(Some)) {
                for group in ["day", "month", "none"] {
                    let mut form = form(first, place);
                    form["groupBy"] = json!(group);
                    questions.push((call.clone(), form));
                }
                let mut compared = form(month, place);
                compared["compareTo"] = json!("previous");
                questions.push((call.clone(), compared));
            }
        }
        for pos_id in LOCATIONS {
            questions.push(("get-inside-sales".to_owned(), form(first, Some(pos_id))));
        }
        Self { owner: owner.clone(), questions }
    }

    /// Reports of one location that are asked for under load.
    pub fn some(&self) -> impl Iterator<Item = (String, Value)> {
        let of_one =
            |(_, form): &&(String, Value)| form["posID"] == LOCATIONS[1] && form["groupBy"] == "month";
        self.questions.iter().filter(of_one).step_by(4).cloned()
    }

    /// The answers to all questions.
    pub async fn read(&self) -> Result<Vec<Value>> {
        let mut answers = Vec::new();
        for (call, form) in &self.questions {
            answers.push(self.owner.ask(call, form.clone()).await.good(call)?);
        }
        Ok(answers)
    }

    /// # Errors
    /// If an answer is another one than `wanted`.
    pub async fn compare(&self, wanted: &[Value], news: News, when: &str) -> Result<()> {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let answers = self.read().await?;
        for ((call, form), (wanted, answer)) in self.questions.iter().zip(wanted.iter().zip(&answers)) {
            for Difference { field, text } in differences(wanted, answer, news) {
                found.entry(format!("{call} {field}")).or_default().push(format!("{form}: {text}"));
            }
        }
        println!("{when}: {} answers, {} fields differ", wanted.len(), found.len());
        let shown = found.iter().map(|(field, all)| format!("{field}, {} times: {}", all.len(), all[0]));
        let shown = shown.collect::<Vec<_>>().join("\n");
        ensure!(found.is_empty(), "{when}:\n{shown}");
        Ok(())
    }
}

/// The number of rows of answers.
pub fn rows(answers: &[Value]) -> usize {
    let count = |answer: &Value| match &answer["body"] {
        Value::Array(rows) => rows.len(),
        body => body["checkReportList"].as_array().map_or(0, Vec::len),
    };
    answers.iter().map(count).sum()
}
