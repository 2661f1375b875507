//! Promo codes of campaigns, beside those of promotions.

use saffron_proto::inventory::{ListPromotionsRequest, Offer, ReserveCodeRequest, UpdateItemRequest};
use saffron_testkit::listed;
use serde_json::json;
use tonic::{Code, Status};

use crate::world::{World, check, edit, refusal, soup};

const ONE: &str = "0198c0de-0000-7000-8000-000000000001";
const OTHER: &str = "0198c0de-0000-7000-8000-000000000002";

async fn reserve(world: &World, pos_id: &str, code: &str, campaign: &str) -> Result<(), Status> {
    let asked = ReserveCodeRequest { pos_id: pos_id.into(), code: code.into(), campaign_id: campaign.into() };
    world.client().reserve_code(world.request(&["p1", "p2"], asked)).await.map(drop)
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
