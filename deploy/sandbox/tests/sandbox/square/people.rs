//! Guests, the team and its timecards.

use saffron_till::{Guest, Shift};
use serde_json::{Value, json};

use super::trade::{guest, shift, simple};
use super::world::{PLACE, World, cents, moment};
use saffron_sandbox::square::{Order, customer_id, team_member_id};

#[tokio::test]
async fn guests_are_found_by_the_time_of_change() {
    let world = World::start().await;
    world.running.put_guest(&guest("g1"), moment("2026-07-19T12:00:00Z")).unwrap();
    let unsubscribed = Guest { email_consent: Some(false), ..guest("g2") };
    world.running.put_guest(&unsubscribed, moment("2026-07-19T13:00:00Z")).unwrap();
    let search = async |from: &str| {
        let body = json!({
            "limit": 1,
            "query": { "filter": { "updated_at": { "start_at": from } }, "sort": { "field": "CREATED_AT", "order": "ASC" } },
        });
        world.ask("/v2/customers/search", body).await
    };
    let first = search("2026-07-19T12:00:00Z").await;
    assert!(first["cursor"].is_string() && first["customers"].as_array().unwrap().len() == 1);
    let later = search("2026-07-19T12:00:01Z").await;
    assert_eq!(later["customers"][0]["preferences"]["email_unsubscribed"], true);
    let id = customer_id(&world.merchant.id, &"g1".parse().unwrap());
    let one = world.read(&format!("/v2/customers/{id}")).await["customer"].clone();
    assert_eq!(one["preferences"]["email_unsubscribed"], false, "which is no consent");
    let gone = moment("2026-07-19T14:00:00Z");
    world.running.remove_guest(&PLACE.parse().unwrap(), &"g1".parse().unwrap(), gone).unwrap();
    assert_eq!(world.get(&format!("/v2/customers/{id}")).await.status, 404);
    world.stop().await;
}

#[tokio::test]
async fn team_is_whom_the_trade_names() {
    let world = World::start().await;
    world.put(Order::sale(simple("a", "2026-07-19T12:00:00", 500, 0)), "2026-07-19T16:00:00Z");
    world
        .running
        .put_shift(&shift("s1", "2026-07-19T10:00:00", None), moment("2026-07-19T14:00:00Z"))
        .unwrap();
    let team =
        world.ask("/v2/team-members/search", json!({})).await["team_members"].as_array().unwrap().clone();
    let [ada] = team.as_slice() else { panic!("{team:?}") };
    assert_eq!((&ada["given_name"], &ada["family_name"]), (&json!("Ada"), &json!("Abbott")));
    assert_eq!(ada["id"], team_member_id(&world.merchant.id, "e1"));
    assert_eq!(cents(&ada["wage_setting"]["job_assignments"][0], "hourly_rate"), 1_650);
    assert_eq!(world.read("/v2/team-members/jobs").await["jobs"][0]["title"], "Server");
    assert_eq!(world.read("/v2/labor/workweek-configs").await["workweek_configs"][0]["start_of_week"], "MON");
    world.stop().await;
}

#[tokio::test]
async fn break_that_goes_on_has_no_end() {
    let world = World::start().await;
    let cards = async |filter: Value| {
        let answer = world.ask("/v2/labor/timecards/search", json!({ "query": { "filter": filter } })).await;
        answer["timecards"].as_array().cloned().unwrap_or_default()
    };
    let open = shift("s1", "2026-07-19T10:00:30", None);
    world.running.put_shift(&open, moment("2026-07-19T14:00:00Z")).unwrap();
    let shown = cards(json!({ "status": "OPEN" })).await;
    assert_eq!((&shown[0]["start_at"], shown[0].get("end_at")), (&json!("2026-07-19T14:00:00Z"), None));
    assert_eq!(shown[0]["breaks"][0]["end_at"], Value::Null);
    assert_eq!(cents(&shown[0]["wage"], "hourly_rate"), 1_650);
    let closed = shift("s1", "2026-07-19T10:00:30", Some("2026-07-19T18:00:00"));
    world.running.put_shift(&closed, moment("2026-07-19T22:00:00Z")).unwrap();
    let range = |from: &str| json!({ "start": { "start_at": from, "end_at": "2026-07-20T00:00:00Z" } });
    let shown = cards(range("2026-07-19T14:00:00Z")).await;
    assert_eq!((&shown[0]["version"], &shown[0]["status"]), (&json!(2), &json!("CLOSED")));
    assert_eq!(cents(&shown[0], "declared_cash_tip_money"), 500);
    assert!(cards(range("2026-07-19T14:01:00Z")).await.is_empty());
    let unpaid = Shift { rate: None, ..shift("s2", "2026-07-19T11:00:00", Some("2026-07-19T12:00:00")) };
    world.running.put_shift(&unpaid, moment("2026-07-19T16:00:00Z")).unwrap();
    let without = cards(range("2026-07-19T15:00:00Z")).await;
    assert_eq!(without[0]["wage"].get("hourly_rate"), None);
    let gone = moment("2026-07-19T23:00:00Z");
    world.running.remove_shift(&PLACE.parse().unwrap(), &"s1".parse().unwrap(), gone).unwrap();
    assert_eq!(cards(json!({})).await.len(), 1, "a deleted one is not found");
    world.stop().await;
}
