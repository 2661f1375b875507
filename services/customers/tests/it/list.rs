use std::collections::BTreeSet;

use saffron_core::Code;
use saffron_proto::customers::{GetCustomerRequest, ListCustomersRequest, ListPointsRequest};
use saffron_testkit::{listed, pages};
use serde_json::json;

use crate::world::{World, ana, check, field, points_for, refusal};

/// Ids and the cursor of the next page.
async fn page(world: &World, message: ListCustomersRequest) -> (Vec<String>, Option<String>) {
    let answer = world.client().list_customers(world.request(&["p1"], message)).await.unwrap();
    let (guests, next) = listed(answer).await;
    (guests.into_iter().map(|guest| guest.pos_customer_id).collect(), next)
}

fn message(search: &str, limit: i32, cursor: &str) -> ListCustomersRequest {
    ListCustomersRequest { pos_id: "p1".into(), limit, cursor: cursor.into(), search: search.into() }
}

#[tokio::test]
async fn guests_are_listed_by_last_visit() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let never: Vec<_> =
        ["n2", "n1"].map(|id| json!({"posID": "p1", "posCustomerID": id, "revision": 1})).into();
    world.guests("p1", &never).await;
    let checks: Vec<_> = [("c1", "a", "10"), ("c2", "b", "12"), ("c3", "c", "11"), ("c4", "d", "12")]
        .map(|(id, guest, hour)| check(id, guest, &format!("2026-07-18T{hour}:00:00"), 5.0))
        .into();
    world.checks("p1", &checks).await;
    world.guests("p2", &[json!({"posID": "p2", "posCustomerID": "other", "revision": 1})]).await;
    let all = ["b", "d", "c", "a", "n1", "n2"];
    assert_eq!(page(&world, message("", 0, "")).await, (all.map(String::from).into(), None));
    let found = pages(async |cursor| page(&world, message("", 2, &cursor)).await).await;
    assert!(found.iter().all(|ids| ids.len() <= 2));
    assert_eq!(found.concat(), all);
    for (message, expected) in [
        (message("", 501, ""), "limit"),
        (message("", 1, "nonsense"), "cursor"),
        (message(&"x".repeat(101), 1, ""), "search"),
        (ListCustomersRequest { pos_id: "p9".into(), ..message("", 1, "") }, "posID"),
    ] {
        let answer = world.client().list_customers(world.request(&["p1"], message)).await;
        assert_eq!(field(answer), expected);
    }
}

#[tokio::test]
async fn names_email_and_phone_are_searched() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let bo = json!({"posID": "p1", "posCustomerID": "g2", "revision": 1, "firstName": "Bo", "lastName": "Änders",
        "email": "bo_100%@example.com", "cellPhoneNumber": "+49 30 8675"});
    world.guests("p1", &[ana("g1"), bo]).await;
    for (search, expected) in [
        ("anabel", vec!["g1"]),
        ("BEL ZE", vec!["g1"]),
        ("änd", vec!["g2"]),
        ("example.com", vec!["g1", "g2"]),
        ("0%@", vec!["g2"]),
        ("_", vec!["g2"]),
        ("555-867", vec!["g1"]),
        ("(555) 867-5309", vec!["g1"]),
        ("8675", vec!["g1", "g2"]),
        ("g1", vec![]),
        ("zeppelin anabel", vec![]),
    ] {
        assert_eq!(page(&world, message(search, 50, "")).await.0, expected, "{search}");
    }
}

#[tokio::test]
async fn the_ledger_of_one_guest_is_listed_in_pages() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.guests("p1", &[ana("g1")]).await;
    for points in 1..=5 {
        world.client().send_reward_point(world.request(&["p1"], points_for("g1", points))).await.unwrap();
    }
    let page = async |cursor| {
        let message =
            ListPointsRequest { pos_id: "p1".into(), pos_customer_id: "g1".into(), limit: 2, cursor };
        listed(world.client().list_points(world.request(&["p1"], message)).await.unwrap()).await
    };
    let found: Vec<i64> = pages(page).await.concat().iter().map(|entry| entry.points).collect();
    assert_eq!(found, [5, 4, 3, 2, 1]);
    let unknown = ListPointsRequest { pos_customer_id: "g9".into(), ..ListPointsRequest::default() };
    let answer = refusal(world.client().list_points(world.request(&["p1"], unknown)).await);
    assert_eq!((answer.code, answer.field.as_deref()), (Code::NotFound, Some("posCustomerID")));
    let theirs = GetCustomerRequest { pos_id: "p1".into(), pos_customer_id: "g1".into() };
    let answer = refusal(world.client().get_customer(world.request(&["p2"], theirs)).await);
    assert_eq!(answer.code, Code::Forbidden);
}

#[tokio::test]
async fn fifty_thousand_guests_are_listed_and_searched() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    // As the service writes them: a thousand names, and a visit of half of the guests.
    sqlx::query(
        "INSERT INTO customer (pos_id, pos_customer_id, revision, event_id, first_name, last_name, email, phone, search,
           phone_digits, visits, last_visit)
         SELECT 'p1', 'g' || n, 1, 'e', 'First' || n % 1000, 'Last' || n % 777, 'guest' || n || '@example.com',
           (5550000000 + n)::text, 'first' || n % 1000 || ' last' || n % 777 || E'\\nguest' || n || '@example.com',
           (5550000000 + n)::text, n % 2,
           CASE n % 2 WHEN 1 THEN timestamptz '2026-07-18 12:00:00+00' - n * interval '1 minute'
             ELSE timestamptz '1970-01-01 00:00:00+00' END
         FROM generate_series(1, 50000) AS n",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    sqlx::query("VACUUM ANALYZE customer").execute(&world.pool).await.unwrap();
    let found = pages(async |cursor| page(&world, message("", 500, &cursor)).await).await;
    let seen: BTreeSet<String> = found.iter().flatten().cloned().collect();
    assert_eq!((found.len(), seen.len()), (100, 50_000));
    for (search, count) in [("guest49999@", 1), ("first999 last", 50), ("no such guest", 0)] {
        assert_eq!(page(&world, message(search, 100, "")).await.0.len(), count, "{search}");
    }
}
