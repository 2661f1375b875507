use saffron_core::Code;
use saffron_proto::reports::{CheckOfLocation, FindChecksRequest, FindChecksResponse};
use saffron_testkit::{pages, refusal};
use serde_json::{Value, json};

use crate::world::{World, check};

fn search(text: &str) -> FindChecksRequest {
    FindChecksRequest { search: text.into(), ..FindChecksRequest::default() }
}

async fn found(world: &World, locations: &[&str], message: FindChecksRequest) -> FindChecksResponse {
    world.client().find_checks(world.request(locations, message)).await.unwrap().into_inner()
}

fn ids(found: &FindChecksResponse) -> Vec<String> {
    found.checks.iter().map(|check| format!("{}/{}", check.pos_id, check.pos_check_id)).collect()
}

/// A check that a guest paid with a tip of 2 dollars and a tax of 1 dollar.
fn paid(pos_id: &str, id: &str, close: &str, dollars: f64) -> Value {
    let mut sent = check(pos_id, id, close, dollars);
    sent["items"] = json!([{"posItemID": "ham", "name": "Ham", "quantity": 1, "price": dollars, "tax": 1}]);
    sent["payments"] = json!([{"type": "Visa", "amount": dollars + 1.0, "tip": 2}]);
    sent
}

async fn world() -> World {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let employed = |mut check: Value, id: &str, name: &str| {
        check["employee"] = json!({"id": id, "name": name});
        check
    };
    for (pos_id, facts) in [
        (
            "p1",
            vec![
                employed(paid("p1", "c1", "2024-03-01T12:00:00", 28.84), "e1", "Ana Lopez"),
                employed(paid("p1", "c2", "2026-07-17T12:00:00", 40.0), "e2", "Bo Roe"),
            ],
        ),
        ("p2", vec![employed(paid("p2", "c1", "2026-07-17T13:00:00", 28.84), "e9", "Lopez Ana")]),
        ("p3", vec![paid("p3", "c1", "2026-07-17T14:00:00", 28.84)]),
    ] {
        let events: Vec<_> = facts.into_iter().map(|fact| world.event("check.closed", fact)).collect();
        world.record(pos_id, &events).await;
    }
    world
}

#[tokio::test]
async fn amount_of_any_kind_finds_checks_of_all_own_locations_and_dates() {
    let world = world().await;
    // Charged, without the tip, net sales.
    for text in ["31.84", "$29.84", "28.84"] {
        let found = found(&world, &["p1", "p2"], search(text)).await;
        assert_eq!((ids(&found), found.nearest), (vec!["p2/c1".into(), "p1/c1".into()], false), "{text}");
    }
    // Without any location nothing is found.
    assert!(found(&world, &[], search("31.84")).await.checks.is_empty());
}

#[tokio::test]
async fn number_employee_and_visit_find_checks() {
    let world = world().await;
    let own = ["p1", "p2"];
    assert_eq!(ids(&found(&world, &own, search("#C2")).await), ["p1/c2"]);
    assert_eq!(ids(&found(&world, &own, search("lopez")).await), ["p2/c1", "p1/c1"]);
    let visit = |pos_id: &str| CheckOfLocation { pos_id: pos_id.into(), pos_check_id: "c1".into() };
    let guests = FindChecksRequest { visits: vec![visit("p1"), visit("p3")], ..search("Mia") };
    assert_eq!(ids(&found(&world, &own, guests).await), ["p1/c1"], "p3 is another owner's");
    let none = found(&world, &own, search("nobody")).await;
    assert!(none.checks.is_empty() && !none.nearest);
}

#[tokio::test]
async fn nearest_amounts_stand_for_one_that_nobody_paid() {
    let world = world().await;
    let near = found(&world, &["p1", "p2"], search("31.90")).await;
    assert!(near.nearest && near.next_cursor.is_empty());
    assert_eq!(ids(&near), ["p2/c1", "p1/c1", "p1/c2"]);
}

#[tokio::test]
async fn found_checks_are_paged() {
    let world = world().await;
    let events: Vec<_> =
        (0..5)
            .map(|n| {
                world.event(
                    "check.closed",
                    paid("p1", &format!("d{n}"), "2026-07-16T12:00:00", 50.0 + f64::from(n) / 100.0),
                )
            })
            .chain((0..5).map(|n| {
                world.event("check.closed", paid("p1", &format!("n{n}"), "2026-07-16T12:00:00", 70.0))
            }))
            .collect();
    world.record("p1", &events).await;
    let page = async |cursor: String| {
        let message = FindChecksRequest { limit: 2, cursor, ..search("73") };
        let page = found(&world, &["p1"], message).await;
        let next = Some(page.next_cursor.clone()).filter(|next| !next.is_empty());
        (ids(&page), next)
    };
    let all = pages(page).await.concat();
    assert_eq!(all, ["p1/n4", "p1/n3", "p1/n2", "p1/n1", "p1/n0"]);
}

#[tokio::test]
async fn wrong_searches_are_refused_by_name() {
    let world = world().await;
    for (field, message) in [
        ("search", search("  ")),
        ("search", search(&"x".repeat(101))),
        ("limit", FindChecksRequest { limit: 101, ..search("1") }),
        ("cursor", FindChecksRequest { cursor: "no".into(), ..search("1") }),
    ] {
        let refused = refusal(world.client().find_checks(world.request(&["p1"], message)).await);
        assert_eq!((refused.code, refused.field.as_deref()), (Code::Invalid, Some(field)));
    }
}
