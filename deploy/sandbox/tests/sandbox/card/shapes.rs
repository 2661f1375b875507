//! What is answered has the fields and types of the provider's published examples, written down in shapes.json:
//! `?` may be null, `*` has members that are not compared, `~` may be absent.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::world::{World, text};

type Shapes = BTreeMap<String, BTreeMap<String, String>>;

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Compares the members of an object with those that begin with `path`.
fn compare(shape: &BTreeMap<String, String>, path: &str, object: &Value, about: &str) {
    let members = object.as_object().unwrap_or_else(|| panic!("{about} {path} is no object"));
    for (name, value) in members {
        let here = format!("{path}{name}");
        if here == "client_secret" {
            continue;
        }
        let Some(wanted) = shape.get(&here) else { panic!("{about}: {here} is none of its fields") };
        let plain = wanted.trim_end_matches(['?', '*', '~']);
        let null = value.is_null() && wanted.contains('?');
        assert!(null || kind(value) == plain, "{about}: {here} is {value}, not {wanted}");
        if wanted.contains('*') {
            continue;
        }
        match value {
            Value::Object(_) => compare(shape, &format!("{here}."), value, about),
            Value::Array(items) => {
                for item in items.iter().filter(|item| item.is_object()) {
                    let inner = format!("{here}[].");
                    if shape.keys().any(|known| known.starts_with(&inner)) {
                        compare(shape, &inner, item, about);
                    }
                }
            }
            _ => {}
        }
    }
    for (name, wanted) in shape {
        let direct = name.strip_prefix(path).is_some_and(|rest| !rest.contains('.') && !rest.contains('['));
        if direct && !wanted.contains('~') {
            assert!(members.contains_key(&name[path.len()..]), "{about}: {name} is missing");
        }
    }
}

/// Compares an object, and the objects that are shown whole within it.
fn check(shapes: &Shapes, object: &Value) {
    let name = text(object, "object");
    let mut plain = object.clone();
    for inner in ["latest_charge", "balance_transaction", "payment_intent", "charge", "payment_method"] {
        if object[inner].is_object() {
            check(shapes, &object[inner]);
            plain[inner] = object[inner]["id"].clone();
        }
    }
    compare(&shapes[&name], "", &plain, &format!("{name} {}", object["id"]));
}

#[test]
fn published_examples_have_these_shapes() {
    let shapes: Shapes = serde_json::from_str(include_str!("shapes.json")).unwrap();
    let examples: BTreeMap<String, Value> = serde_json::from_str(include_str!("published.json")).unwrap();
    assert!(examples.keys().eq(shapes.keys()), "{:?}", examples.keys());
    for (name, example) in &examples {
        compare(&shapes[name], "", example, name);
    }
}

#[tokio::test]
async fn objects_have_the_shapes_of_published_examples() {
    let shapes: Shapes = serde_json::from_str(include_str!("shapes.json")).unwrap();
    let world = World::start(70).await;
    // Two that the days may not have.
    world
        .pay(json!({ "amount": 900, "status": "requires_payment_method", "failure_code": "card_declined" }))
        .await;
    world.pay(json!({ "amount": 900, "status": "requires_action" })).await;
    let truth = world.truth();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for kind in ["payment_intents", "charges", "refunds", "payouts", "balance_transactions", "disputes"] {
        for object in truth[kind].as_array().unwrap() {
            check(&shapes, object);
            let status = object["status"].as_str().unwrap_or_default();
            *seen.entry(format!("{kind} {status}")).or_default() += 1;
        }
    }
    for wanted in [
        "payment_intents succeeded",
        "payment_intents canceled",
        "payment_intents requires_action",
        "payment_intents requires_capture",
        "payment_intents requires_confirmation",
        "payment_intents requires_payment_method",
        "charges failed",
        "refunds failed",
        "refunds succeeded",
        "payouts paid",
        "payouts failed",
        "payouts in_transit",
        "balance_transactions pending",
    ] {
        assert!(seen.contains_key(wanted), "no {wanted}: {seen:?}");
    }
    assert!(seen.keys().any(|key| key.starts_with("disputes")), "{seen:?}");
    check(&shapes, &world.read("/v1/balance").await);
    let events = world.get("/v1/events?limit=100").await;
    events.data().iter().for_each(|event| {
        check(&shapes, event);
        check(&shapes, &event["data"]["object"]);
    });
    assert_eq!(events.data().len(), 100);

    // What is expanded has the shape of what it is.
    let expanded = "expand[]=data.latest_charge&expand[]=data.latest_charge.balance_transaction";
    let list =
        world.get(&format!("/v1/payment_intents?limit=50&{expanded}&expand[]=data.payment_method")).await;
    let mut paid = 0;
    for intent in list.data() {
        check(&shapes, intent);
        paid += usize::from(intent["latest_charge"]["balance_transaction"].is_object());
    }
    assert!(paid > 20);
    let method = text(&world.newest("charges", |charge| charge["paid"] == true), "payment_method");
    check(&shapes, &world.read(&format!("/v1/payment_methods/{method}")).await);
    let bad = world.get("/v1/payment_intents?expand[]=data.customer.address").await;
    assert_eq!((bad.status, bad.body["error"]["param"].as_str()), (400, Some("expand")));
}
