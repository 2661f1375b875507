//! Facts as the documentation writes them.

use std::collections::BTreeSet;

use saffron_core::fact::FACT_KINDS;
use serde_json::{Value, json};

use crate::world::world;

/// Where the documentation of facts stands, and what is above and below it.
const PAGE: &str = include_str!("../../../../../docs/api.md");
const SECTION: (&str, &str) = ("\n## For tills", "\n## For POS vendors");

/// The events of an example; one without an envelope is the data of a closed check.
fn events(example: Value) -> Vec<Value> {
    match example {
        Value::Array(list) => list.into_iter().flat_map(events).collect(),
        event
            if event.get("type").is_some_and(|kind| kind.as_str().is_some_and(|kind| kind.contains('.'))) =>
        {
            vec![event]
        }
        mut data => {
            let id = format!("c-{}", data["items"][0]["posItemID"].as_str().unwrap());
            data["posID"] = json!("demo-pizza");
            data["posCheckID"] = json!(id);
            data["revision"] = json!(1);
            data["closeTime"] = json!("2026-07-18T12:00:00");
            vec![
                json!({"specversion": "1.0", "id": id, "source": "till-3", "type": "check.closed", "data": data}),
            ]
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_fact_has_an_example_that_is_taken() {
    let section = PAGE.split_once(SECTION.0).unwrap().1.split_once(SECTION.1).unwrap().0;
    let examples: Vec<Value> = section
        .split("```json\n")
        .skip(1)
        .map(|block| serde_json::from_str(block.split_once("```").unwrap().0).unwrap())
        .flat_map(events)
        .collect();
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "demo-pizza").await;
    let taken = world.ingest(&key, &Value::Array(examples.clone())).await;
    assert_eq!((taken.status, &taken.body["ignored"]), (202, &Value::Null), "{}", taken.message);
    let kinds: BTreeSet<&str> = examples.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, BTreeSet::from(FACT_KINDS));
}
