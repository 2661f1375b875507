//! The sums of promo codes.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_proto::marketing::{CampaignKind, Draft, PromoResult};
use saffron_testkit::number;
use serde_json::{Value, json};

use crate::world::{POS, World, item, mail_to, text_to, with};

fn check(id: &str, revision: i64, fields: Value) -> Value {
    let check = json!({"posID": POS, "posCheckID": id, "revision": revision,
        "closeTime": "2026-07-15T12:00:00", "promoCode": "taco-10", "payments": [], "discount": 1,
        "items": [{"posItemID": "t", "name": "Taco", "quantity": 2, "price": 5, "cost": 1.5}]});
    with(check, fields)
}

async fn result(world: &World, id: &str) -> PromoResult {
    world.campaign(id).await.result.unwrap()
}

#[tokio::test]
async fn a_code_result_is_the_sum_of_its_checks() {
    let world = World::new().await;
    world.guests(1).await;
    // Also before there is a campaign.
    world.facts(POS, "check.closed", &[check("c1", 1, json!({}))]).await;
    let draft = Draft { kind: CampaignKind::PromoCode.into(), promo_code: "TACO-10".into(), ..mail_to([0]) };
    let id = world.send(draft).await.unwrap().campaign_id;
    let one = PromoResult { redemptions: 1, sales: 900, discount: 100, profit: 600, sales_without_cost: 0 };
    assert_eq!(result(&world, &id).await, one);
    let others = [
        check("c2", 1, json!({"promoCode": "OTHER"})),
        check("c3", 1, json!({"voided": true})),
        check("c4", 1, json!({"promoCode": null})),
        check(
            "c5",
            1,
            json!({"refundOf": "c1", "discount": 0, "items": [{"posItemID": "t", "name": "Taco", "quantity": -1,
                "amount": -5, "cost": 1.5}]}),
        ),
    ];
    world.facts(POS, "check.closed", &others).await;
    let back = PromoResult { redemptions: 1, sales: 400, discount: 100, profit: 250, sales_without_cost: 0 };
    assert_eq!(result(&world, &id).await, back);
    let plain =
        json!({"rewardUsed": 2, "items": [{"posItemID": "x", "name": "X", "quantity": 1, "price": 3}]});
    world.facts(POS, "check.closed", &[check("c1", 2, plain)]).await;
    let now =
        PromoResult { redemptions: 1, sales: -300, discount: 100, profit: -350, sales_without_cost: 300 };
    assert_eq!(result(&world, &id).await, now);
    world.facts(POS, "check.closed", &[check("c1", 3, json!({"promoCode": null}))]).await;
    assert_eq!(result(&world, &id).await.redemptions, 0);
    // A late older version changes nothing.
    world.facts(POS, "check.closed", &[check("c1", 1, json!({}))]).await;
    assert_eq!(result(&world, &id).await.redemptions, 0);
}

#[tokio::test]
async fn the_order_of_arrival_does_not_matter() {
    let world = World::new().await;
    world.guests(1).await;
    let draft = Draft { kind: CampaignKind::PromoCode.into(), promo_code: "TACO-10".into(), ..mail_to([0]) };
    let id = world.send(draft).await.unwrap().campaign_id;
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    println!("SAFFRON_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    // Of one revision there is one version.
    let mut known = std::collections::BTreeMap::new();
    let mut sent = Vec::new();
    for _ in 0..80 {
        let (check_id, revision) = (random.random_range(0..12_usize), random.random_range(1..6_i64));
        let (has_code, voided): (bool, bool) = random.random();
        let (has_code, voided) = *known.entry((check_id, revision)).or_insert((has_code, voided));
        let code = if has_code { json!("TACO-10") } else { Value::Null };
        sent.push(check(&format!("c{check_id}"), revision, json!({"promoCode": code, "voided": voided})));
    }
    for some in sent.chunks(7) {
        world.facts(POS, "check.closed", some).await;
    }
    // The slow way: the newest version of each.
    let mut newest = std::collections::BTreeMap::new();
    for ((check_id, revision), version) in known {
        let held = newest.entry(check_id).or_insert((revision, version));
        if held.0 < revision {
            *held = (revision, version);
        }
    }
    let counts = newest.values().filter(|(_, (has_code, voided))| *has_code && !voided).count() as i64;
    let now = result(&world, &id).await;
    assert_eq!((now.redemptions, now.sales, now.profit), (counts, counts * 900, counts * 600));
}

#[tokio::test]
async fn campaign_shows_what_its_code_gives() {
    let world = World::new().await;
    world.guests(1).await;
    let draft = Draft {
        kind: CampaignKind::PromoCode.into(),
        promo_code: "TACO-10".into(),
        discount_percentage: Some(10),
        items: vec![item("Taco", 800, 800)],
        valid_until: "2099-12-31".into(),
        ..text_to([0])
    };
    let id = world.send(draft).await.unwrap().campaign_id;
    let campaign = world.campaign(&id).await;
    assert_eq!((campaign.discount_percentage, campaign.valid_until.as_str()), (10, "2099-12-31"));
    assert_eq!(campaign.items[0].name, "Taco");
    assert!(campaign.cost.is_some());
}
