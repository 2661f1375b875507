//! Offers, their codes, and their redemptions.

use saffron_proto::inventory::{ListPromotionsRequest, Offer, Promotion, PromotionState, UpdateItemRequest};
use saffron_testkit::{listed, pages};
use serde_json::json;

use crate::world::{World, check, edit, soup};

fn offered(id: &str, percent: i32, from: &str, until: &str) -> UpdateItemRequest {
    let offer = Offer { percent, valid_from: from.into(), valid_until: until.into() };
    UpdateItemRequest { offer: Some(offer), ..edit(id) }
}

async fn page(world: &World, message: ListPromotionsRequest) -> (Vec<Promotion>, Option<String>) {
    listed(world.client().list_promotions(world.request(&["p1"], message)).await.unwrap()).await
}

async fn promotions(world: &World, ended: bool) -> Vec<Promotion> {
    page(world, ListPromotionsRequest { pos_id: "p1".into(), ended, ..ListPromotionsRequest::default() })
        .await
        .0
}

async fn menu(world: &World, ids: &[&str]) {
    for id in ids {
        let mut item = soup(1);
        (item["posItemID"], item["name"]) = (json!(id), json!(format!("The {id}")));
        world.till(item).await;
    }
}

#[tokio::test]
async fn offer_keeps_its_code_until_it_ends() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    menu(&world, &["soup"]).await;
    let item = world.update(offered("soup", 20, "2026-07-18", "2026-07-20")).await.unwrap();
    assert!(item.on_offer && item.offer.as_ref().unwrap().percent == 20);
    let code = promotions(&world, false).await[0].promo_code.clone();
    assert_eq!(code.len(), 8);
    let item = world.update(offered("soup", 30, "2026-07-19", "2026-07-21")).await.unwrap();
    assert!(!item.on_offer && item.offer.is_some(), "to come");
    let found = promotions(&world, false).await;
    assert_eq!(
        (found.len(), found[0].promo_code.as_str(), found[0].state()),
        (1, code.as_str(), PromotionState::ToCome)
    );
    // What was to come is gone.
    assert!(world.update(offered("soup", 0, "", "")).await.unwrap().offer.is_none());
    assert!(promotions(&world, true).await.is_empty());
    // What was valid has ended.
    world.update(offered("soup", 10, "2026-07-10", "2026-07-30")).await.unwrap();
    let second = promotions(&world, false).await[0].promo_code.clone();
    assert_ne!(second, code);
    assert!(!world.update(offered("soup", 0, "", "")).await.unwrap().on_offer);
    assert!(promotions(&world, false).await.is_empty());
    let ended = promotions(&world, true).await;
    assert_eq!((ended.len(), ended[0].state()), (1, PromotionState::Ended));
    assert_eq!(ended[0].offer.as_ref().unwrap().valid_until, "2026-07-18");
    // After its last day it has ended by itself; the next one is another.
    world.update(offered("soup", 15, "2026-07-18", "2026-07-18")).await.unwrap();
    world.set_clock("2026-07-19T12:00:00Z");
    assert!(world.item("soup").await.offer.is_none());
    world.update(offered("soup", 15, "2026-07-19", "2026-07-19")).await.unwrap();
    let all = promotions(&world, true).await;
    let codes: std::collections::BTreeSet<_> =
        all.iter().map(|promotion| promotion.promo_code.clone()).collect();
    assert_eq!((all.len(), codes.len()), (3, 3));
    let edits = world.edits("soup").await;
    assert!(edits.iter().all(|(by, field, ..)| by == "Ana Lopez" && field == "offer"));
    assert_eq!(edits[5].3, "30% off, 2026-07-19 to 2026-07-21");
    assert_eq!(edits[4].2, "30% off, 2026-07-19 to 2026-07-21");
    assert_eq!(edits[4].3, "");
}

#[tokio::test]
async fn promotions_are_listed_valid_to_come_ended_each_by_name() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    menu(&world, &["soup", "bread", "cake", "apple", "date", "egg"]).await;
    for (id, from, until) in [
        ("soup", "2026-07-18", "2026-07-20"),
        ("bread", "2026-07-17", "2026-07-18"),
        ("cake", "2026-07-19", "2026-07-20"),
        ("apple", "2026-07-25", "2026-07-26"),
        ("date", "2026-07-18", "2026-07-18"),
        ("egg", "2026-07-18", "2026-07-18"),
    ] {
        world.update(offered(id, 10, from, until)).await.unwrap();
    }
    for id in ["date", "egg"] {
        world.update(offered(id, 0, "", "")).await.unwrap();
    }
    let ids = |found: &[Promotion]| -> Vec<String> {
        found.iter().map(|promotion| promotion.item.as_ref().unwrap().pos_item_id.clone()).collect()
    };
    let sorted = ["bread", "soup", "apple", "cake", "date", "egg"];
    assert_eq!(ids(&promotions(&world, true).await), sorted);
    assert_eq!(ids(&promotions(&world, false).await), sorted[..4]);
    let found = pages(async |cursor| {
        let message = ListPromotionsRequest {
            pos_id: "p1".into(),
            limit: 2,
            cursor,
            ended: true,
            ..Default::default()
        };
        page(&world, message).await
    });
    assert_eq!(ids(&found.await.concat()), sorted);
    let search = async |text: &str| {
        let message = ListPromotionsRequest {
            pos_id: "p1".into(),
            search: text.into(),
            ended: true,
            ..Default::default()
        };
        page(&world, message).await.0
    };
    let cake = search("THE CAKE").await;
    assert_eq!(ids(&cake), ["cake"]);
    assert_eq!(ids(&search(&cake[0].promo_code.to_lowercase()[1..7]).await), ["cake"]);
    assert!(search("10.00").await.is_empty(), "a price is no name");
}

#[tokio::test]
async fn redemptions_count_checks_with_the_code_on_its_days() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    menu(&world, &["soup"]).await;
    world.update(offered("soup", 20, "2026-07-18", "2026-07-20")).await.unwrap();
    let code = promotions(&world, false).await[0].promo_code.clone();
    let carrying = |id: &str, close: &str, code: &str| {
        let mut check = check(id, close, 1.0);
        check["promoCode"] = json!(code);
        check
    };
    let redeemed = async || promotions(&world, true).await[0].redemptions;
    world.check(carrying("c1", "2026-07-18T12:00:00", &code)).await;
    world.check(carrying("c2", "2026-07-19T03:59:00", &format!("  {} ", code.to_lowercase()))).await;
    assert_eq!(redeemed().await, 2, "in any case, and before four it is still the 18th");
    world.check(carrying("c3", "2026-07-21T12:00:00", &code)).await;
    world.check(carrying("c4", "2026-07-17T12:00:00", &code)).await;
    world.check(carrying("c5", "2026-07-18T12:00:00", "OTHER")).await;
    assert_eq!(redeemed().await, 2);
    let mut refund = carrying("c6", "2026-07-18T13:00:00", &code);
    refund["refundOf"] = json!("c1");
    world.check(refund).await;
    assert_eq!(redeemed().await, 2);
    let corrected = |mut check: serde_json::Value, revision: i64| {
        check["revision"] = json!(revision);
        check
    };
    // Corrections: onto one of its days, without the code, with it again.
    world.check(corrected(carrying("c3", "2026-07-20T12:00:00", &code), 2)).await;
    assert_eq!(redeemed().await, 3);
    world.check(corrected(check("c1", "2026-07-18T12:00:00", 1.0), 2)).await;
    assert_eq!(redeemed().await, 2);
    world.check(carrying("c1", "2026-07-18T12:00:00", &code)).await;
    assert_eq!(redeemed().await, 2, "an older version changes nothing");
    let mut void = corrected(carrying("c2", "2026-07-18T12:00:00", &code), 2);
    void["voided"] = json!(true);
    world.check(void).await;
    assert_eq!(redeemed().await, 1);
    // They stay when what the checks sold is forgotten, also when old ones come late.
    world.set_clock("2026-10-18T16:00:00Z");
    world.check(corrected(carrying("c7", "2026-07-19T12:00:00", &code), 1)).await;
    assert_eq!(redeemed().await, 2);
}
