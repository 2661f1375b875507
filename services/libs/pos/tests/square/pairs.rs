use saffron_pos::Place;
use saffron_pos::square::model::{Answer, Kind, Read};
use serde::Deserialize;
use serde_json::Value;

use crate::door::place;
use crate::mangled::map_all;

/// Requests and answers of Square's own SDK tests: data/README.md.
const PAIRS: &str = include_str!("../data/square-pairs.json");

#[derive(Deserialize)]
struct Published {
    pairs: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    path: String,
    body: Value,
}

/// How many objects a list holds. None of them may be unreadable.
fn readable<T: Kind + std::fmt::Debug>(path: &str, list: &[Read<T>]) -> usize {
    for read in list {
        assert!(matches!(read, Read::Object(_)), "{path}: {read:?}");
    }
    list.len()
}

/// How many objects an answer holds.
fn objects(path: &str, answer: &Answer) -> usize {
    macro_rules! count {
        ($($list:ident),+; $($one:ident),+) => {
            [$(readable(path, &answer.$list)),+, $(readable(path, answer.$one.as_slice())),+].iter().sum()
        };
    }
    count!(
        orders, payments, refunds, payouts, payout_entries, disputes, objects, related_objects, counts, customers,
        timecards, team_members, team_member_wages, workweek_configs, locations;
        order, payment, refund, payout, dispute, object, customer, timecard, location
    )
}

/// Members of answers that hold what is read, with how many of it.
const READ: [&str; 24] = [
    "orders",
    "payments",
    "refunds",
    "payouts",
    "payout_entries",
    "disputes",
    "objects",
    "related_objects",
    "counts",
    "customers",
    "timecards",
    "team_members",
    "team_member_wages",
    "workweek_configs",
    "locations",
    "order",
    "payment",
    "refund",
    "payout",
    "dispute",
    "object",
    "customer",
    "timecard",
    "location",
];

#[test]
fn every_published_answer_is_read_with_all_its_objects() {
    let published: Published = serde_json::from_str(PAIRS).unwrap();
    assert_eq!(published.pairs.len(), 49);
    let mut total = 0;
    for Pair { path, body } in &published.pairs {
        let answer: Answer =
            serde_json::from_value(body.clone()).unwrap_or_else(|error| panic!("{path}: {error}"));
        let held = READ.iter().filter_map(|name| body.get(name)).map(|of| of.as_array().map_or(1, Vec::len));
        assert_eq!(objects(path, &answer), held.sum::<usize>(), "{path}");
        total += objects(path, &answer);
        let errors = body.get("errors").and_then(Value::as_array).map_or(0, Vec::len);
        assert_eq!(answer.errors.len(), errors, "{path}");
    }
    assert!(total > 40, "{total}");
}

#[test]
fn every_published_object_is_a_fact_or_says_why_not() {
    let published: Published = serde_json::from_str(PAIRS).unwrap();
    let mut events = 0;
    for Pair { body, .. } in &published.pairs {
        for held in READ.iter().filter_map(|name| body.get(name)) {
            let sent = held.as_array().cloned().unwrap_or_else(|| vec![held.clone()]);
            // Each is of a location of its own.
            let place = Place { location: location(&sent), ..place() };
            events += map_all(&place, &sent);
        }
    }
    assert!(events >= 10, "{events}");
}

/// The location of the first of these objects that names one.
fn location(sent: &[Value]) -> String {
    sent.iter().find_map(|of| of.get("location_id")?.as_str()).unwrap_or("L1").to_owned()
}

#[test]
fn object_that_cannot_be_read_stops_no_other() {
    let page = r#"{"orders": [{"id": "O1", "state": "OPEN"}, {"id": "O2", "line_items": "none"}, null, {"id": "O3"}], "cursor": "c"}"#;
    let answer: Answer = serde_json::from_str(page).unwrap();
    let read: Vec<_> = answer
        .orders
        .into_iter()
        .map(|read| read.object().map(|order| order.id.unwrap()).map_err(|why| (why.kind, why.id)))
        .collect();
    assert_eq!(read, [Ok("O1".to_owned()), Err(("order", "O2".to_owned())), Ok("O3".to_owned())]);
    assert_eq!(answer.cursor.as_deref(), Some("c"));
}
