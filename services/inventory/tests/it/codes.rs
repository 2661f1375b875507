//! Promo codes of campaigns, beside those of promotions.

use jiff::SignedDuration;
use saffron_proto::inventory::{
    CodeDelivery, CodeTerms, GetCodeDeliveryRequest, ListChangesRequest, ListChangesResponse,
    ListPromotionsRequest, Offer, ReserveCodeRequest, UpdateItemRequest,
};
use saffron_testkit::listed;
use serde_json::json;
use tonic::{Code, Status};

use crate::world::{World, check, edit, refusal, soup};

const ONE: &str = "0198c0de-0000-7000-8000-000000000001";
const OTHER: &str = "0198c0de-0000-7000-8000-000000000002";

async fn reserve(world: &World, pos_id: &str, code: &str, campaign: &str) -> Result<(), Status> {
    offer(world, pos_id, code, campaign, CodeTerms::default()).await
}

async fn offer(
    world: &World,
    pos_id: &str,
    code: &str,
    campaign: &str,
    terms: CodeTerms,
) -> Result<(), Status> {
    let (pos_id, code) = (pos_id.into(), code.into());
    let asked = ReserveCodeRequest { pos_id, code, campaign_id: campaign.into(), terms: Some(terms) };
    world.client().reserve_code(world.request(&["p1", "p2"], asked)).await.map(drop)
}

fn terms(discount_percentage: i32) -> CodeTerms {
    CodeTerms { discount_percentage, pos_item_ids: vec!["soup".into()], valid_until: "2026-08-31".into() }
}

#[tokio::test]
async fn reader_of_items_alone_gets_no_code_and_delivers_none() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let price = |cents| UpdateItemRequest { price: Some(cents), ..edit("soup") };
    world.update(price(700)).await.unwrap();
    offer(&world, "p1", "miss25", ONE, terms(25)).await.unwrap();
    let before = delivery(&world, "MISS25").await;
    for after in [0, 1, 2] {
        let asked = ListChangesRequest { pos_id: "p1".into(), after, limit: 10, items_only: true };
        let page = world.counter().list_changes(world.as_gateway(asked)).await.unwrap().into_inner();
        assert_eq!((page.changes.len(), page.codes.len()), (usize::from(after == 0), 0));
    }
    assert_eq!(delivery(&world, "MISS25").await, before);
    read(&world, 2, 10).await;
    assert_eq!(delivery(&world, "MISS25").await, CodeDelivery::Delivered);
}

/// What the POS reads after a change: the numbers of items, then codes, and the rest.
async fn read(world: &World, after: i64, limit: i32) -> ListChangesResponse {
    let asked = ListChangesRequest { pos_id: "p1".into(), after, limit, items_only: false };
    world.counter().list_changes(world.as_gateway(asked)).await.unwrap().into_inner()
}

async fn delivery(world: &World, code: &str) -> CodeDelivery {
    let asked = GetCodeDeliveryRequest { pos_id: "p1".into(), promo_code: code.into() };
    let answer = world.client().get_code_delivery(world.request(&["p1"], asked)).await.unwrap();
    answer.into_inner().delivery()
}

#[tokio::test]
async fn pos_reads_codes_among_the_changes_of_items() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let mut events = world.nats.subscribe("saffron.v1.p1.inventory.promo_code_offered").await;
    let price = |cents| UpdateItemRequest { price: Some(cents), ..edit("soup") };
    world.update(price(700)).await.unwrap();
    offer(&world, "p1", "miss25", ONE, terms(25)).await.unwrap();
    // The same again is no change; another discount is one.
    offer(&world, "p1", "MISS25", ONE, terms(25)).await.unwrap();
    world.update(price(800)).await.unwrap();
    offer(&world, "p1", "FREE", OTHER, CodeTerms::default()).await.unwrap();
    offer(&world, "p1", "MISS25", ONE, terms(30)).await.unwrap();
    let (mut items, mut codes, mut after) = (Vec::new(), Vec::new(), 0);
    loop {
        let page = read(&world, after, 2).await;
        assert!(page.changes.len() + page.codes.len() <= 2);
        items.extend(page.changes.into_iter().map(|change| change.sequence));
        codes.extend(page.codes);
        after = page.after;
        if !page.more {
            break;
        }
    }
    // A code stands where it last changed.
    assert_eq!((items, after), (vec![1, 3], 5));
    let seen: Vec<_> = codes.iter().map(|code| (code.sequence, code.promo_code.as_str())).collect();
    assert_eq!(seen, [(4, "FREE"), (5, "MISS25")]);
    assert_eq!((codes[1].at.as_str(), codes[1].terms.clone()), ("2026-07-18T12:00:00", Some(terms(30))));
    assert_eq!(codes[0].terms, Some(CodeTerms::default()));
    for (change, code, percent) in
        [(2, "MISS25", json!(25)), (4, "FREE", json!(null)), (5, "MISS25", json!(30))]
    {
        let data = events.expect_event(|_| true).await.data;
        assert_eq!((&data["change"], &data["promoCode"]), (&json!(change), &json!(code)));
        assert_eq!(data.get("discountPercentage").cloned().unwrap_or_default(), percent);
    }
}

#[tokio::test]
async fn code_is_delivered_once_the_pos_has_asked_after_it() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    assert_eq!(delivery(&world, "").await, CodeDelivery::Manual);
    offer(&world, "p1", "MISS25", ONE, terms(25)).await.unwrap();
    assert_eq!(delivery(&world, "MISS25").await, CodeDelivery::Manual);
    assert_eq!(read(&world, 0, 10).await.after, 1);
    // It was sent to the POS, which has not said yet that it has it.
    assert_eq!(delivery(&world, "miss25").await, CodeDelivery::Waiting);
    assert_eq!(delivery(&world, "").await, CodeDelivery::Waiting);
    read(&world, 1, 10).await;
    assert_eq!(delivery(&world, "MISS25").await, CodeDelivery::Delivered);
    // Another one waits, also for a POS that claims more than there is.
    read(&world, 999, 10).await;
    offer(&world, "p1", "FREE", OTHER, CodeTerms::default()).await.unwrap();
    assert_eq!(delivery(&world, "FREE").await, CodeDelivery::Waiting);
    world.pass(SignedDuration::from_hours(8 * 24));
    assert_eq!(delivery(&world, "FREE").await, CodeDelivery::Manual);
    assert_eq!(delivery(&world, "MISS25").await, CodeDelivery::Delivered);
}

#[tokio::test]
async fn wrong_terms_of_a_code_are_refused() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let with = async |terms: CodeTerms| refusal(offer(&world, "p1", "MISS25", ONE, terms).await).1;
    assert_eq!(with(terms(101)).await, "discountPercentage");
    assert_eq!(with(CodeTerms { pos_item_ids: vec!["x".into(); 13], ..terms(1) }).await, "posItemIDs");
    assert_eq!(with(CodeTerms { pos_item_ids: vec![String::new()], ..terms(1) }).await, "posItemIDs");
    assert_eq!(with(CodeTerms { valid_until: "soon".into(), ..terms(1) }).await, "validUntil");
}

#[tokio::test]
async fn code_belongs_to_one_campaign_at_a_location() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    reserve(&world, "p1", "SPRING-26", ONE).await.unwrap();
    reserve(&world, "p1", "spring-26 ", ONE).await.unwrap();
    let taken = (Code::AlreadyExists, "promoCode".to_owned());
    assert_eq!(refusal(reserve(&world, "p1", "SPRING-26", OTHER).await), taken);
    reserve(&world, "p2", "SPRING-26", OTHER).await.unwrap();
    for bad in ["", "AB", "A B C", "ÄÖÜ", &"A".repeat(33)] {
        assert_eq!(refusal(reserve(&world, "p1", bad, ONE).await).1, "promoCode", "{bad}");
    }
    assert_eq!(refusal(reserve(&world, "p1", "CODE", "one").await).1, "campaignID");
    assert_eq!(refusal(reserve(&world, "p3", "CODE", ONE).await).0, Code::PermissionDenied);
}

#[tokio::test]
async fn code_of_a_promotion_is_refused_for_a_campaign() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let offer = Offer { percent: 20, valid_from: "2026-07-18".into(), valid_until: "2026-07-20".into() };
    world.update(UpdateItemRequest { offer: Some(offer), ..edit("soup") }).await.unwrap();
    let asked = ListPromotionsRequest { pos_id: "p1".into(), ..ListPromotionsRequest::default() };
    let answer = world.client().list_promotions(world.request(&["p1"], asked)).await.unwrap();
    let (promotions, _) = listed(answer).await;
    let refused = refusal(reserve(&world, "p1", &promotions[0].promo_code, ONE).await);
    assert_eq!(refused, (Code::AlreadyExists, "promoCode".to_owned()));
}

#[tokio::test]
async fn correction_of_a_check_with_any_code_moves_stock() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    world.update(UpdateItemRequest { stock: Some(100_000), ..edit("soup") }).await.unwrap();
    // In upper case these are longer than they come, as long, or shorter.
    let codes = ["\u{390}".repeat(16), "\u{df}".repeat(16), "\u{149}".repeat(16), "\u{131}".repeat(16)];
    for (number, code) in codes.iter().enumerate() {
        let mut sale = check(&format!("c{number}"), "2026-07-18T12:10:00", 4.0);
        sale["promoCode"] = json!(code);
        world.check(sale.clone()).await;
        sale["revision"] = json!(2);
        sale["items"][0]["quantity"] = json!(1.0);
        world.check(sale).await;
        let left = 100_000 - 1_000 * (number as i64 + 1);
        assert_eq!(world.item("soup").await.stock, Some(left), "{code}");
    }
    assert_eq!(world.nats.letters().await, 0);
}

#[tokio::test]
async fn check_kept_with_a_long_code_can_be_corrected() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    world.update(UpdateItemRequest { stock: Some(10_000), ..edit("soup") }).await.unwrap();
    let mut sale = check("c1", "2026-07-18T12:10:00", 4.0);
    sale["promoCode"] = json!("TACO");
    world.check(sale.clone()).await;
    // As it was kept when a code was measured before it was brought to upper case.
    sqlx::query("UPDATE sold_check SET promo_code = $1")
        .bind("\u{390}".repeat(16).to_uppercase())
        .execute(&world.pool)
        .await
        .unwrap();
    sale["revision"] = json!(2);
    sale["items"][0]["quantity"] = json!(1.0);
    world.check(sale).await;
    assert_eq!(world.item("soup").await.stock, Some(9_000));
}
