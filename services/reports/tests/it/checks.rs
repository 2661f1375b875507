use saffron_proto::reports::{GetCheckRequest, ListChecksRequest, Scope};
use saffron_testkit::{listed, pages};
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
        ListChecksRequest { scope: scope(&["p1"]), limit, cursor: cursor.into(), search: String::new() };
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
            search: String::new(),
        };
        let status = client.list_checks(world.request(&both, message)).await.unwrap_err();
        assert_eq!(status.code(), tonic::Code::InvalidArgument);
    }
}
