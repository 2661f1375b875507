//! Whether the instance on Citus holds and answers the same as the plain one.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use saffron_core::BusinessDate;
use saffron_dev::Config;
use saffron_dev::environment::Environment;
use serde_json::{Value, json};

use crate::setup::Setup;

/// How long a gateway may take to know that its answer is old.
const KNOWN: Duration = Duration::from_secs(30);
/// Pages of a list that are read.
const PAGES: usize = 4;
/// Details of checks that are read.
const DETAILS: usize = 20;
/// Differences that are shown.
const SHOWN: usize = 10;

/// A call that both instances are asked.
#[derive(Clone, Debug)]
pub struct Question {
    pub call: String,
    pub form: Value,
    pub csv: bool,
}

/// Comparisons.
#[derive(Default)]
pub struct Compared {
    pub equal: usize,
    pub different: Vec<String>,
}

impl Compared {
    /// # Panics
    /// If anything was different.
    pub fn expect_equal(&self, what: &str) {
        println!("{what}: {} equal, {} different", self.equal, self.different.len());
        let shown: Vec<&String> = self.different.iter().take(SHOWN).collect();
        assert!(self.different.is_empty(), "{what}: {shown:#?}");
    }
}

/// The calls of reports, as the API's document lists them.
pub fn calls() -> Vec<String> {
    let config = Config::read(Environment::read()).unwrap();
    let document = fs::read(config.repo.join("proto/openapi.json")).unwrap();
    let document: Value = serde_json::from_slice(&document).unwrap();
    let asks = |operations: &Value| {
        let schema = &operations["post"]["requestBody"]["content"]["application/json"]["schema"];
        schema["$ref"] == "#/components/schemas/ReportRequest"
    };
    let paths = document["paths"].as_object().unwrap().iter().filter(|(_, operations)| asks(operations));
    let calls: Vec<String> = paths.map(|(path, _)| path.rsplit('/').next().unwrap().to_owned()).collect();
    assert!(calls.len() > 10, "{calls:?}");
    calls
}

/// Every report over closed days: a week, a month and all, by each grouping, of one location and of all, and as CSV.
pub fn closed(
    locations: &[String],
    first: BusinessDate,
    last: BusinessDate,
    random: &mut StdRng,
) -> Vec<Question> {
    let mut questions = Vec::new();
    let within = |days: i64| last.plus_days(1 - days).max(first);
    for call in calls() {
        for (begin, groups) in [
            (within(7), ["day", "month", "none"].as_slice()),
            (within(31), &["none"]),
            (first, &["month", "none"]),
        ] {
            for group in groups {
                for place in [None, locations.choose(random), locations.choose(random)] {
                    let csv = random.random_range(0..4) == 0;
                    questions.push(report(&call, (begin, last), group, place, csv));
                }
            }
        }
    }
    questions
}

/// Every report of the running day and the week before it.
pub fn running(locations: &[String], today: BusinessDate, random: &mut StdRng) -> Vec<Question> {
    let mut questions = Vec::new();
    for call in calls() {
        for begin in [today, today.plus_days(-6)] {
            for place in [None, locations.choose(random)] {
                questions.push(report(&call, (begin, today), "day", place, false));
            }
        }
    }
    questions
}

pub fn report(
    call: &str,
    (begin, end): (BusinessDate, BusinessDate),
    group: &str,
    pos_id: Option<&String>,
    csv: bool,
) -> Question {
    let mut form = json!({ "startDate": begin.to_string(), "endDate": end.to_string(), "groupBy": group });
    if let Some(pos_id) = pos_id {
        form["posID"] = json!(pos_id);
    }
    Question { call: call.to_owned(), form, csv }
}

/// Asks both instances. Where they differ they are asked again, until the plain one's answer is stable and the gateway of
/// the other has had time to notice changes: a difference then is an error.
async fn ask_both(plain: &Setup, spread: &Setup, question: &Question, compared: &mut Compared) -> String {
    let Question { call, form, csv } = question;
    let began = Instant::now();
    loop {
        let ask = async |setup: &Setup| {
            setup.ask(call, form.clone(), *csv).await.map_err(|error| format!("{error:#}"))
        };
        let (before, found, wanted) = (ask(plain).await, ask(spread).await, ask(plain).await);
        let stood_still = before == wanted;
        if stood_still && found == wanted {
            compared.equal += 1;
            return wanted.unwrap_or_else(|refused| panic!("{question:?}: {refused}"));
        }
        if began.elapsed() > KNOWN {
            let short = |answer: &Result<String, String>| {
                let text = answer.as_ref().unwrap_or_else(|error| error);
                text.chars().take(2_000).collect::<String>()
            };
            compared.different.push(format!(
                "{question:?}, stood still: {stood_still}\n  plain: {}\n  citus: {}",
                short(&wanted),
                short(&found)
            ));
            return wanted.unwrap_or_default();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Compares the answers to all questions.
pub async fn answers(plain: &Setup, spread: &Setup, questions: &[Question], what: &str) -> Compared {
    let mut compared = Compared::default();
    for (number, question) in questions.iter().enumerate() {
        ask_both(plain, spread, question, &mut compared).await;
        if number % 50 == 49 {
            println!("{what}: {} of {} compared", number + 1, questions.len());
        }
    }
    compared
}

/// Compares lists of checks, page after page, by search too, and the details of some of their checks.
pub async fn lists(
    plain: &Setup,
    spread: &Setup,
    locations: &[String],
    (first, last): (BusinessDate, BusinessDate),
    random: &mut StdRng,
) -> Compared {
    let mut compared = Compared::default();
    let mut details = Vec::new();
    for search in [None, Some("Visa"), Some("Ana"), Some("-3"), Some("12.")] {
        for place in [locations.choose(random), locations.choose(random)] {
            let mut form = report("", (first, last), "none", place, false).form;
            form.as_object_mut().unwrap().remove("groupBy");
            form["limit"] = json!(100);
            if let Some(search) = search {
                form["search"] = json!(search);
            }
            for _ in 0..PAGES {
                let question = Question { call: "get-inside-sales".into(), form: form.clone(), csv: false };
                let answer = ask_both(plain, spread, &question, &mut compared).await;
                let answer: Value = serde_json::from_str(&answer).unwrap();
                let rows = answer["body"]["checkReportList"].as_array().cloned().unwrap_or_default();
                details
                    .extend(rows.choose(random).map(|row| (row["posID"].clone(), row["posCheckID"].clone())));
                let next = answer["body"]["nextCursor"].clone();
                if next.is_null() {
                    break;
                }
                form["cursor"] = next;
            }
        }
    }
    assert!(!details.is_empty(), "no list has a check");
    for (pos_id, check) in details.into_iter().take(DETAILS) {
        let form = json!({ "posID": pos_id, "posCheckID": check });
        let question = Question { call: "get-check-item".into(), form, csv: false };
        ask_both(plain, spread, &question, &mut compared).await;
    }
    compared
}

/// Compares every table that lies over the nodes, row by row; of roll-ups the rows that have facts, since how many have none
/// depends on which facts were worked together.
pub async fn tables(plain: &Setup, spread: &Setup) -> Compared {
    let list = spread
        .sql(
            "SELECT c.relname, EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'facts')
             FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
             WHERE NOT c.relispartition AND c.relname <> 'location' ORDER BY 1;",
        )
        .await;
    let mut compared = Compared::default();
    let tables: Vec<(&str, &str)> = list.lines().map(|line| line.split_once('|').unwrap()).collect();
    assert!(tables.len() >= 10, "{tables:?}");
    for (table, has_facts) in tables {
        let only = if has_facts == "t" { "WHERE facts <> 0" } else { "" };
        let sums = format!(
            "SELECT pos_id, count(*), sum(hashtextextended(t::text, 0)::numeric) FROM {table} t {only} GROUP BY pos_id ORDER BY pos_id COLLATE \"C\";"
        );
        let (wanted, found) = (plain.sql(&sums).await, spread.sql(&sums).await);
        let rows: u64 =
            wanted.lines().map(|line| line.split('|').nth(1).unwrap().parse::<u64>().unwrap()).sum();
        let (left, right): (BTreeSet<&str>, BTreeSet<&str>) =
            (wanted.lines().collect(), found.lines().collect());
        if left == right {
            println!("{table}: {rows} rows equal");
            compared.equal += 1;
        } else {
            let differ: Vec<_> = left.symmetric_difference(&right).take(6).collect();
            compared.different.push(format!("{table}: {differ:?}"));
        }
    }
    compared
}
