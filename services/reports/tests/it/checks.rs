use saffron_proto::reports::{
    GetCheckRequest, GetGiftCardsRequest, GiftCardLiability, ListChecksRequest, ListOpenChecksRequest,
    ListOpenChecksResponse, Scope,
};
use saffron_testkit::{listed, pages, with};
use serde_json::json;

use crate::world::{World, check};

fn scope(pos_ids: &[&str]) -> Option<Scope> {
    Some(Scope {
        pos_ids: pos_ids.iter().map(ToString::to_string).collect(),
        start_date: "2026-07-01".into(),
        end_date: "2026-07-18".into(),
        group_by: 0,
    })
}

async fn page(world: &World, limit: i32, cursor: &str) -> (Vec<String>, Option<String>) {
    let message =
        ListChecksRequest { scope: scope(&["p1"]), limit, cursor: cursor.into(), ..Default::default() };
    let request = world.request(&["p1", "p2"], message);
    let (checks, next) = listed(world.client().list_checks(request).await.unwrap()).await;
    (checks.into_iter().map(|check| check.pos_check_id).collect(), next)
}

#[tokio::test]
async fn checks_are_listed_newest_first_page_by_page() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let events: Vec<_> = (0..7)
        .map(|n| {
            let close = format!("2026-07-{:02}T12:00:00", 10 + n / 2);
            world.event("check.closed", check("p1", &format!("c{n}"), &close, 10.0))
        })
        .collect();
    world.record("p1", &events).await;
    assert_eq!(
        page(&world, 0, "").await,
        (["c6", "c5", "c4", "c3", "c2", "c1", "c0"].map(String::from).to_vec(), None)
    );
    let seen = pages(async |cursor| page(&world, 3, &cursor).await).await.concat();
    assert_eq!(seen, ["c6", "c5", "c4", "c3", "c2", "c1", "c0"]);
    // A full last page has no next one.
    assert_eq!(page(&world, 7, "").await.1, None);
}

#[tokio::test]
async fn rows_name_payments_of_other_processors_if_asked() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let payment = |id: &str, fee: f64| json!({"type": "Visa", "amount": 5, "processor": "Square", "paymentID": id, "fee": fee});
    let mut sent = check("p1", "c1", "2026-07-18T12:00:00", 12.0);
    sent["payments"] = json!([payment("s1", 0.25), payment("s2", 0.3), {"type": "Cash", "amount": 2}]);
    let plain = check("p1", "c2", "2026-07-17T12:00:00", 10.0);
    world.record("p1", &[world.event("check.closed", sent), world.event("check.closed", plain)]).await;
    for (with_payments, expected) in [
        (true, [(vec!["Square"], vec!["s1", "s2"], Some(55)), (vec![], vec![], None)]),
        (false, [(vec![], vec![], None), (vec![], vec![], None)]),
    ] {
        let message = ListChecksRequest { scope: scope(&["p1"]), with_payments, ..Default::default() };
        let (rows, _) =
            listed(world.client().list_checks(world.request(&["p1"], message)).await.unwrap()).await;
        let found =
            rows.iter().map(|row| (texts(&row.processors), texts(&row.payment_ids), row.processor_fee));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{with_payments}");
    }
}

fn texts(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

#[tokio::test]
async fn checks_of_one_second_are_each_on_a_page() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let events: Vec<_> = [("c0", "30.2"), ("c1", "30.750001"), ("c2", "30"), ("c3", "30.75")]
        .iter()
        .map(|(id, second)| {
            world.event("check.closed", check("p1", id, &format!("2026-07-18T12:59:{second}"), 10.0))
        })
        .collect();
    world.record("p1", &events).await;
    let seen = pages(async |cursor| page(&world, 1, &cursor).await).await.concat();
    assert_eq!(seen, ["c1", "c3", "c0", "c2"]);
}

#[tokio::test]
async fn check_shows_the_fact_of_the_till() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let mut sent = check("p1", "c1", "2026-07-18T12:00:00", 10.0);
    sent["items"] =
        json!([{"posItemID": "ham", "name": "Ham", "quantity": 0.345, "price": 19.99, "tax": 0.61}]);
    sent["employee"] = json!({"id": "e1", "name": "Ana"});
    world.record("p1", &[world.event("check.closed", sent)]).await;
    let message = GetCheckRequest { pos_id: String::new(), pos_check_id: "c1".into() };
    let found = world.client().get_check(world.request(&["p1", "p2"], message)).await.unwrap().into_inner();
    let line = &found.lines[0];
    assert_eq!((line.quantity, line.price, line.amount, line.cost), (345, 1999, 690, None));
    assert_eq!(found.check.unwrap().employee_name, "Ana");
}

#[tokio::test]
async fn wrong_requests_are_refused_by_name() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    for pos_id in ["p1", "p2"] {
        world
            .record(pos_id, &[world.event("check.closed", check(pos_id, "c1", "2026-07-18T12:00:00", 10.0))])
            .await;
    }
    let one =
        |pos_id: &str, check: &str| GetCheckRequest { pos_id: pos_id.into(), pos_check_id: check.into() };
    let mut client = world.client();
    let code = |result: Result<_, tonic::Status>| match result {
        Ok(_) => tonic::Code::Ok,
        Err(status) => status.code(),
    };
    let both = ["p1", "p2"];
    let ambiguous = client.get_check(world.request(&both, one("", "c1"))).await.unwrap_err();
    assert_eq!(ambiguous.metadata().get("x-saffron-field").unwrap(), "posID");
    assert_eq!(code(client.get_check(world.request(&both, one("", "c9"))).await), tonic::Code::NotFound);
    assert_eq!(
        code(client.get_check(world.request(&["p2"], one("p1", "c1"))).await),
        tonic::Code::PermissionDenied
    );
    assert_eq!(
        code(client.get_check(world.request(&["p2"], one("p3", "c1"))).await),
        tonic::Code::PermissionDenied
    );
    assert_eq!(
        code(client.get_check(tonic::Request::new(one("p1", "c1"))).await),
        tonic::Code::Unauthenticated
    );
    for (pos_ids, cursor) in
        [(vec![], ""), (vec!["p1"], "nonsense"), (vec!["p1"], "2026-07-18~2026-07-18T12:00:00~")]
    {
        let message = ListChecksRequest {
            scope: scope(&pos_ids),
            limit: 5,
            cursor: cursor.into(),
            ..Default::default()
        };
        let status = client.list_checks(world.request(&both, message)).await.unwrap_err();
        assert_eq!(status.code(), tonic::Code::InvalidArgument);
    }
}

#[tokio::test]
async fn open_checks_are_listed_by_age_and_counted_nowhere() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let open = |pos_id: &str, id: &str, since: &str| {
        let mut data = check(pos_id, id, since, 12.5);
        data["openTime"] = data["closeTime"].take();
        data.as_object_mut().unwrap().remove("closeTime");
        data
    };
    for pos_id in ["p1", "p2"] {
        let events = [
            world.event("check.opened", open(pos_id, "late", "2026-07-18T14:00:00")),
            world.event("check.opened", open(pos_id, "left", "2026-07-16T21:00:00")),
            world.event("check.opened", open(pos_id, "gone", "2026-07-18T12:00:00")),
            world.event("check.closed", check(pos_id, "paid", "2026-07-18T13:00:00", 10.0)),
        ];
        world.record(pos_id, &events).await;
    }
    let removed = json!({"posID": "p1", "posCheckID": "gone", "revision": 2});
    world.record("p1", &[world.event("check.removed", removed)]).await;
    let list = async |message: ListOpenChecksRequest| {
        let request = world.request(&["p1", "p2"], message);
        world.client().list_open_checks(request).await.unwrap().into_inner()
    };
    let ids = |page: &ListOpenChecksResponse| -> Vec<String> {
        assert!(page.checks.iter().all(|check| check.open && check.net_sales == 1250));
        page.checks.iter().map(|check| format!("{}/{}", check.pos_id, check.pos_check_id)).collect()
    };
    let first = list(ListOpenChecksRequest { limit: 3, ..Default::default() }).await;
    assert_eq!(ids(&first), ["p1/left", "p2/left", "p2/gone"]);
    let rest = list(ListOpenChecksRequest { cursor: first.next_cursor, ..Default::default() }).await;
    assert_eq!((ids(&rest), rest.next_cursor.as_str()), (vec!["p1/late".into(), "p2/late".into()], ""));
    let one = list(ListOpenChecksRequest { pos_id: "p1".into(), ..Default::default() }).await;
    assert_eq!(ids(&one), ["p1/left", "p1/late"]);
    // It is found by its number, and in no list of what was sold.
    let found = GetCheckRequest { pos_id: "p1".into(), pos_check_id: "late".into() };
    let found = world.client().get_check(world.request(&["p1"], found)).await.unwrap().into_inner();
    assert!(found.check.unwrap().open);
    let sold = ListChecksRequest { scope: scope(&["p1"]), ..Default::default() };
    let sold = listed(world.client().list_checks(world.request(&["p1"], sold)).await.unwrap()).await.0;
    assert_eq!(sold.len(), 1);
    let gone = GetCheckRequest { pos_id: "p1".into(), pos_check_id: "gone".into() };
    let gone = world.client().get_check(world.request(&["p1"], gone)).await.unwrap_err();
    assert_eq!(gone.code(), tonic::Code::NotFound);
}

#[tokio::test]
async fn checks_with_exceptions_are_listed_alone() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let mut wrong = check("p1", "wrong", "2026-07-18T13:00:00", 10.8);
    wrong["payments"][0]["amount"] = json!(99);
    wrong["discount"] = json!(1);
    wrong["discounts"] = json!([{"name": "Loyal", "amount": 2}]);
    let events = [
        world.event("check.closed", check("p1", "right", "2026-07-18T13:00:00", 10.0)),
        world.event("check.closed", wrong.clone()),
    ];
    world.record("p1", &events).await;
    let list = async || {
        let message =
            ListChecksRequest { scope: scope(&["p1"]), only_exceptions: true, ..Default::default() };
        listed(world.client().list_checks(world.request(&["p1"], message)).await.unwrap()).await.0
    };
    let found = list().await;
    let [check] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((check.pos_check_id.as_str(), check.out_of_balance), ("wrong", 8920));
    assert_eq!(check.exceptions, ["outOfBalance", "discountsDiffer"]);
    // What is corrected is none any more.
    wrong["revision"] = json!(2);
    wrong["payments"][0]["amount"] = json!(9.8);
    wrong["discounts"][0]["amount"] = json!(1);
    world.record("p1", &[world.event("check.closed", wrong)]).await;
    assert!(list().await.is_empty());
}

#[tokio::test]
async fn gift_cards_outstanding_begin_with_the_first_sale() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let sold = |id: &str, date: &str, amount: i64| {
        let mut data = check("p1", id, &format!("{date}T12:00:00"), 0.0);
        data["items"][0]["deferred"] = json!(true);
        data["items"][0]["amount"] = json!(amount);
        world.event("check.closed", data)
    };
    let redeemed = |id: &str, date: &str, amount: f64| {
        let mut data = check("p1", id, &format!("{date}T12:00:00"), amount);
        data["payments"][0]["giftCard"] = json!(true);
        world.event("check.closed", data)
    };
    let events = [
        redeemed("before", "2026-07-09", 10.0),
        sold("first", "2026-07-10", 50),
        redeemed("after", "2026-07-12", 20.0),
        sold("second", "2026-07-15", 25),
    ];
    world.record("p1", &events).await;
    world.record("p2", &[world.event("check.closed", check("p2", "c", "2026-07-12T12:00:00", 9.0))]).await;
    let at = async |end_date: &str| {
        let message = GetGiftCardsRequest { end_date: end_date.into(), ..Default::default() };
        let answer = world.client().get_gift_cards(world.request(&["p1", "p2"], message)).await.unwrap();
        let of = |one: GiftCardLiability| (one.pos_id, one.sold, one.redeemed, one.outstanding, one.since);
        answer.into_inner().locations.into_iter().map(of).collect::<Vec<_>>()
    };
    let since = "2026-07-10".to_owned();
    let none = ("p2".to_owned(), 0, 0, 0, String::new());
    assert_eq!(at("2026-07-14").await, [("p1".into(), 5_000, 2_000, 3_000, since.clone()), none.clone()]);
    assert_eq!(at("2026-07-18").await, [("p1".into(), 7_500, 2_000, 5_500, since), none]);
    assert_eq!(at("2026-07-09").await, [("p1".to_owned(), 0, 0, 0, String::new())]);
}

#[tokio::test]
async fn checks_are_found_by_what_was_voided_and_discounted() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let rosa = json!({"id": "e1", "name": "Rosa"});
    let with_discount = json!({"discounts": [{"name": "Neighbors", "kind": "promotion", "amount": 1, "reason": "Came too late",
        "approvedBy": rosa}]});
    let voided = json!({"voided": true, "reason": "Wrong table"});
    let voided_line = json!({"items": [{"posItemID": "i1", "name": "Soup", "amount": 3, "voided": true, "reason": "Cold"}]});
    let check = |id: &str, more| with(check("p1", id, "2026-07-18T12:00:00", 10.0), more);
    let events = [
        world.event("check.closed", check("c1", with_discount)),
        world.event("check.closed", check("c2", voided)),
        world.event("check.closed", check("c3", voided_line)),
        world.event("check.closed", check("A17700.3", json!({}))),
    ];
    world.record("p1", &events).await;
    for (search, found) in [
        ("neighbors", "c1"),
        ("too late", "c1"),
        ("rosa", "c1"),
        ("wrong", "c2"),
        ("cold", "c3"),
        // As the POS sent it.
        ("#A17700.3", "A17700-3-x1dd53f811a4a5b32"),
    ] {
        let message =
            ListChecksRequest { scope: scope(&["p1"]), search: search.into(), ..Default::default() };
        let (checks, _) =
            listed(world.client().list_checks(world.request(&["p1"], message)).await.unwrap()).await;
        let ids: Vec<_> = checks.iter().map(|check| check.pos_check_id.as_str()).collect();
        assert_eq!(ids, [found], "{search}");
    }
}
