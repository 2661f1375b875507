use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::Code;
use saffron_proto::customers::{
    EraseCustomerRequest, GetCustomerRequest, GuestSort, ListCustomersRequest, ListPointsRequest, Segment,
};
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
    ListCustomersRequest {
        pos_id: "p1".into(),
        limit,
        cursor: cursor.into(),
        search: search.into(),
        ..ListCustomersRequest::default()
    }
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
async fn guests_are_sorted_by_visits_and_spend() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let checks: Vec<_> =
        [("c1", "a", 5.0), ("c2", "b", 9.0), ("c3", "c", 5.0), ("c4", "c", 1.0), ("c5", "d", 9.0)]
            .map(|(id, guest, amount)| check(id, guest, "2026-07-18T10:00:00", amount))
            .into();
    world.checks("p1", &checks).await;
    for (sort, expected) in
        [(GuestSort::Visits, ["c", "a", "b", "d"]), (GuestSort::Spend, ["b", "d", "c", "a"])]
    {
        let sorted =
            |limit, cursor: &str| ListCustomersRequest { sort: sort.into(), ..message("", limit, cursor) };
        let found = pages(async |cursor| page(&world, sorted(1, &cursor)).await).await;
        assert_eq!(found.concat(), expected, "{sort:?}");
        assert_eq!(page(&world, sorted(0, "")).await.0, expected, "{sort:?}");
    }
}

#[tokio::test]
async fn segments_are_a_recomputation_of_visits() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let today = date(2026, 7, 18);
    let mut rng = rand::rngs::StdRng::seed_from_u64(7);
    let guests: Vec<String> = (0..60).map(|n| format!("g{n:02}")).collect();
    let visits: BTreeMap<&str, Vec<(Date, i64)>> = guests
        .iter()
        .map(|guest| {
            let edge = [0, 1, 29, 30, 31, 59, 60, 61, 89, 90, 91, 364, 365, 366, 500];
            let visits = (0..rng.random_range(0..4)).map(|_| {
                let days = edge[rng.random_range(0..edge.len())];
                (today - days.days(), rng.random_range(1..5_000))
            });
            (guest.as_str(), visits.collect())
        })
        .collect();
    let known: Vec<_> = guests
        .iter()
        .map(|guest| json!({"posID": "p1", "posCustomerID": guest, "revision": 1, "firstName": guest}))
        .collect();
    world.guests("p1", &known).await;
    let mut checks = Vec::new();
    for (guest, visits) in &visits {
        for (number, (day, cents)) in visits.iter().enumerate() {
            // At 02:00 the business date of the evening before still runs.
            let close = if *day == today { day.at(12, 0, 0, 0) } else { day.at(2, 0, 0, 0) + 1.day() };
            let id = format!("c-{guest}-{number}");
            let mut sale = check(&id, guest, &close.to_string(), *cents as f64 / 100.0);
            if number == 2 {
                sale["voided"] = json!(true);
            }
            checks.push(sale);
        }
    }
    world.checks("p1", &checks).await;
    let counted =
        |guest: &&String| -> Vec<(Date, i64)> { visits[guest.as_str()].iter().copied().take(2).collect() };
    let mut spends: Vec<i64> = guests
        .iter()
        .map(|guest| {
            counted(&guest).iter().filter(|(day, _)| *day > date(2025, 7, 18)).map(|(_, cents)| cents).sum()
        })
        .collect();
    let spend_of: BTreeMap<&str, i64> =
        guests.iter().map(String::as_str).zip(spends.iter().copied()).collect();
    spends.retain(|cents| *cents > 0);
    spends.sort_by_key(|cents| Reverse(*cents));
    let least = spends[spends.len().div_ceil(10) - 1];
    let away = |days: i32| {
        move |visits: &[(Date, i64)]| {
            visits.iter().map(|(day, _)| *day).max().is_some_and(|last| last <= today - days.days())
        }
    };
    let expected = |segment: Segment| -> BTreeSet<String> {
        let is_in = |guest: &&String| {
            let visits = counted(guest);
            match segment {
                Segment::Away30 => away(30)(&visits),
                Segment::Away60 => away(60)(&visits),
                Segment::Away90 => away(90)(&visits),
                Segment::FirstTimers => visits.len() == 1,
                Segment::TopSpenders => spend_of[guest.as_str()] >= least,
                Segment::Unspecified => true,
            }
        };
        guests.iter().filter(is_in).cloned().collect()
    };
    for segment in
        [Segment::Away30, Segment::Away60, Segment::Away90, Segment::FirstTimers, Segment::TopSpenders]
    {
        let of_segment = |limit, cursor: &str| ListCustomersRequest {
            segment: segment.into(),
            ..message("", limit, cursor)
        };
        let found = pages(async |cursor| page(&world, of_segment(4, &cursor)).await).await.concat();
        let set: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(set.len(), found.len());
        assert_eq!(set, expected(segment), "{segment:?}");
        assert!(!set.is_empty(), "{segment:?}");
        // An erased guest is in no segment.
        let gone = found[0].clone();
        if segment == Segment::TopSpenders {
            let erase = EraseCustomerRequest {
                pos_id: "p1".into(),
                pos_customer_id: gone.clone(),
                ..EraseCustomerRequest::default()
            };
            world.client().erase_customer(world.request(&["p1"], erase)).await.unwrap();
            assert!(!page(&world, of_segment(0, "")).await.0.contains(&gone));
        }
    }
}

#[tokio::test]
async fn location_without_sales_has_no_top_spenders() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    world.guests("p1", &[ana("g1")]).await;
    let top = ListCustomersRequest { segment: Segment::TopSpenders.into(), ..message("", 0, "") };
    assert_eq!(page(&world, top).await.0, [""; 0]);
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
