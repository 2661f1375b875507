//! Guests who share an address: the others are listed, and erased only if an erasure names them.

use saffron_core::Code;
use saffron_proto::customers::{EraseCustomerRequest, ListTwinsRequest, Twin};
use saffron_testkit::listed;
use serde_json::{Value, json};

use crate::world::{World, ana, field, refusal, with};

async fn world() -> World {
    World::at("2026-07-18T20:00:00Z").await
}

fn erase(id: &str, also: &[&str]) -> EraseCustomerRequest {
    let also_erase = also.iter().map(|id| (*id).to_owned()).collect();
    EraseCustomerRequest { pos_id: "p1".into(), pos_customer_id: id.into(), also_erase }
}

async fn erased(world: &World, id: &str, also: &[&str]) {
    world.client().erase_customer(world.request(&["p1"], erase(id, also))).await.unwrap();
}

fn message(id: &str, limit: i32, cursor: &str) -> ListTwinsRequest {
    ListTwinsRequest { pos_id: "p1".into(), pos_customer_id: id.into(), limit, cursor: cursor.into() }
}

/// A page of guests who share an address with this one, and where the next begins.
async fn page(world: &World, id: &str, limit: i32, cursor: &str) -> (Vec<Twin>, Option<String>) {
    let answer = world.client().list_twins(world.request(&["p1"], message(id, limit, cursor))).await.unwrap();
    listed(answer).await
}

/// Ids, and whether email and phone are the same.
async fn twins(world: &World, id: &str) -> Vec<(String, bool, bool)> {
    let (twins, next) = page(world, id, 0, "").await;
    assert_eq!(next, None);
    let of = |twin: Twin| (twin.customer.unwrap().pos_customer_id, twin.same_email, twin.same_phone);
    twins.into_iter().map(of).collect()
}

fn named(id: &str, name: &str, addresses: Value) -> Value {
    with(with(ana(id), json!({"firstName": name})), addresses)
}

#[tokio::test]
async fn erasing_a_guest_leaves_others_with_the_same_address() {
    let world = world().await;
    let family = json!({"email": "zeppelins@example.com", "cellPhoneNumber": "5558675309"});
    world
        .guests(
            "p1",
            &[
                named("g1", "Anabel", family.clone()),
                named("g2", "Bo", family.clone()),
                named("g3", "Cy", json!({"email": "cy@example.com", "cellPhoneNumber": "1 555 867 5309"})),
            ],
        )
        .await;
    erased(&world, "g1", &[]).await;
    assert!(world.guest("p1", "g1").await.erased);
    let (bo, cy) = (world.guest("p1", "g2").await, world.guest("p1", "g3").await);
    assert_eq!((bo.first_name.as_str(), bo.email.as_str()), ("Bo", "zeppelins@example.com"));
    assert_eq!((cy.first_name.as_str(), cy.cell_phone_number.as_str()), ("Cy", "5558675309"));
    // Contact data of the others are kept; of the erased one none.
    let again = |guest: Value| with(guest, json!({"revision": 2, "lastName": "Moore"}));
    let sent = [again(named("g1", "Anabel", family.clone())), again(named("g2", "Bo", family.clone()))];
    world.guests("p1", &sent).await;
    assert_eq!(world.guest("p1", "g2").await.last_name, "Moore");
    assert_eq!(world.guest("p1", "g1").await.last_name, "");
    // Once all of them are erased, the addresses are recognized, too.
    erased(&world, "g3", &["g2"]).await;
    world.guests("p1", &[named("g4", "Anabel", family)]).await;
    let replayed = world.guest("p1", "g4").await;
    assert_eq!((replayed.first_name.as_str(), replayed.email.as_str()), ("", ""));
}

#[tokio::test]
async fn erasing_a_guest_leaves_others_with_the_same_placeholder() {
    let world = world().await;
    for (number, (email, phone)) in [
        ("noemail@noemail.com", "1234567890"),
        ("guest@restaurant.com", "555-555-5555"),
        ("none@none.com", "1111111111"),
        ("test@test.com", "0000000000"),
        ("n/a", "n/a"),
        ("no-reply@harborgrill.com", "9999999999"),
    ]
    .into_iter()
    .enumerate()
    {
        let addresses = json!({"email": email, "cellPhoneNumber": phone});
        let ids: Vec<String> = ["a", "b"].iter().map(|side| format!("{side}{number}")).collect();
        let both = [named(&ids[0], "Anabel", addresses.clone()), named(&ids[1], "Bo", addresses.clone())];
        world.guests("p1", &both).await;
        assert_eq!(twins(&world, &ids[0]).await, [], "{email}");
        erased(&world, &ids[0], &[]).await;
        assert_eq!(world.guest("p1", &ids[1]).await.first_name, "Bo", "{email}");
        erased(&world, &ids[1], &[]).await;
        let new = format!("c{number}");
        world.guests("p1", &[named(&new, "Cy", addresses)]).await;
        let new = world.guest("p1", &new).await;
        assert_eq!((new.first_name.as_str(), new.email.as_str()), ("Cy", email));
    }
}

#[tokio::test]
async fn guests_with_the_same_address_are_listed_in_pages() {
    let world = world().await;
    let mut guests = vec![ana("g1"), named("g8", "Bo", json!({"email": "bo@example.com"}))];
    guests.push(named("g9", "Cy", json!({"cellPhoneNumber": "212-555-0102"})));
    guests.push(named("g7", "Di", json!({"email": "di@example.com", "cellPhoneNumber": "212-555-0103"})));
    world.guests("p1", &guests).await;
    world.guests("p2", &[with(ana("g6"), json!({"posID": "p2"}))]).await;
    let all = [("g8".to_owned(), false, true), ("g9".to_owned(), true, false)];
    assert_eq!(twins(&world, "g1").await, all);
    let (first, next) = page(&world, "g1", 1, "").await;
    assert_eq!((first.len(), next.as_deref()), (1, Some("g8")));
    let (second, next) = page(&world, "g1", 1, "g8").await;
    let second = second[0].customer.clone().unwrap();
    assert_eq!((second.first_name.as_str(), next), ("Cy", None));
    assert_eq!(twins(&world, "g7").await, []);
    // An erased guest has no address that others could share.
    erased(&world, "g1", &[]).await;
    assert_eq!(twins(&world, "g1").await, []);
    let unknown = refusal(world.client().list_twins(world.request(&["p1"], message("g0", 0, ""))).await);
    assert_eq!((unknown.code, unknown.field.as_deref()), (Code::NotFound, Some("posCustomerID")));
    let theirs = refusal(world.client().list_twins(world.request(&["p2"], message("g8", 0, ""))).await);
    assert_eq!(theirs.code, Code::Forbidden);
    let cursor = world.client().list_twins(world.request(&["p1"], message("g8", 0, "no id"))).await;
    assert_eq!(field(cursor), "cursor");
}

#[tokio::test]
async fn further_ids_of_a_guest_are_erased_if_named() {
    let world = world().await;
    let other = named("g2", "Anabel", json!({"email": "else@example.com"}));
    world.guests("p1", &[ana("g1"), other, named("g3", "Bo", json!({}))]).await;
    world.guests("p2", &[with(ana("g1"), json!({"posID": "p2"}))]).await;
    let mut events = world.nats.subscribe("saffron.v1.p1.customers.customer_erased").await;
    erased(&world, "g1", &["g2", "g1"]).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(events.expect_event(|_| true).await.data["posCustomerID"].as_str().unwrap().to_owned());
    }
    ids.sort();
    assert_eq!(ids, ["g1", "g2"], "an event each");
    assert!(world.guest("p1", "g2").await.erased);
    assert_eq!(world.guest("p1", "g3").await.first_name, "Bo");
    assert_eq!(world.guest("p2", "g1").await.first_name, "Anabel", "another location is another controller");
    // Erasing again, with one more of them, is no error.
    erased(&world, "g1", &["g2", "g3"]).await;
    assert!(world.guest("p1", "g3").await.erased);
    // The former addresses are recognized under another id.
    let by_email = with(ana("g6"), json!({"cellPhoneNumber": null, "email": " ANABEL.zeppelin@example.com"}));
    let by_phone = with(ana("g7"), json!({"email": null, "cellPhoneNumber": "1 555 867 5309"}));
    let earlier = with(ana("g5"), json!({"email": "else@example.com", "cellPhoneNumber": null}));
    let another = with(ana("g8"), json!({"email": "ana@example.com", "cellPhoneNumber": "555-111-2222"}));
    world.guests("p1", &[by_email, by_phone, earlier, another]).await;
    for id in ["g5", "g6", "g7"] {
        let guest = world.guest("p1", id).await;
        assert!(!guest.erased && guest.first_name.is_empty() && guest.email.is_empty(), "{id}");
        assert_eq!((guest.cell_phone_number.as_str(), guest.email_consent), ("", None), "{id}");
    }
    assert_eq!(world.guest("p1", "g8").await.first_name, "Anabel", "a name alone identifies no guest");
}

#[tokio::test]
async fn an_erasure_that_names_an_unknown_guest_is_refused() {
    let world = world().await;
    world.guests("p1", &[ana("g1"), ana("g2")]).await;
    let answer = world.client().erase_customer(world.request(&["p1"], erase("g1", &["g2", "g9"]))).await;
    let unknown = refusal(answer);
    assert_eq!((unknown.code, unknown.field.as_deref()), (Code::NotFound, Some("alsoErase")));
    let many: Vec<String> = (0..101).map(|number| format!("n{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for wrong in [many.as_slice(), &["no id"]] {
        let answer = world.client().erase_customer(world.request(&["p1"], erase("g1", wrong))).await;
        assert_eq!(field(answer), "alsoErase");
    }
    assert!(!world.guest("p1", "g1").await.erased && !world.guest("p1", "g2").await.erased);
}
