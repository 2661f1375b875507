use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, FactBody, Precedence, StampedBatch, keep_newest};
use saffron_core::{BusinessDate, CheckId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{CheckAmount, Happening, Kind};
use crate::store::{self, NewHappening};

type Checks = BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>;

/// Records days with sales, and happenings of large voids, discounts and refunds, from the checks of today and yesterday. Older
/// checks, such as imported ones, are not notified of.
pub async fn record(tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let now = tx.clock().now();
    let mut checks = Checks::new();
    let mut days: BTreeMap<(PosId, BusinessDate), Timestamp> = BTreeMap::new();
    // Nobody is notified of the trade of a sample restaurant.
    for batch in batches.into_iter().filter(|batch| !batch.pos_id.is_sample()) {
        let today = batch.calendar().today(now);
        for fact in batch.facts {
            let FactBody::Check(check) = fact.body else { continue };
            if check.business_date > today || check.business_date < today.plus_days(-1) {
                continue;
            }
            if !check.voided && check.refund_of.is_none() {
                let began =
                    days.entry((batch.pos_id.clone(), check.business_date)).or_insert(check.closed.at);
                *began = (*began).min(check.closed.at);
            }
            keep_newest(&mut checks, (batch.pos_id.clone(), check.id.clone()), fact.precedence, check);
        }
    }
    if !days.is_empty() {
        store::add_days(tx, days.into_iter().map(|((pos_id, date), began)| (pos_id, date, began))).await?;
    }
    if checks.is_empty() { Ok(()) } else { add_large(tx, checks, now).await }
}

/// Adds happenings of new versions of checks that reach the lowest threshold of any person's rule.
async fn add_large(tx: &mut Tx, checks: Checks, now: Timestamp) -> Result<(), Fault> {
    let versions = checks.iter().map(|(key, (precedence, _))| (key.clone(), precedence.clone())).collect();
    let newer = store::newer_checks(tx, versions, now).await?;
    let mut new = Vec::new();
    for ((pos_id, id), (_, check)) in checks.into_iter().filter(|(key, _)| newer.contains(key)) {
        for happening in happenings_of(&check) {
            new.push(NewHappening { pos_id: pos_id.clone(), source: id.to_string(), happening });
        }
    }
    let pos_ids: BTreeSet<PosId> = new.iter().map(|one| one.pos_id.clone()).collect();
    let pos_ids: Vec<PosId> = pos_ids.into_iter().collect();
    if pos_ids.is_empty() {
        return Ok(());
    }
    for kind in [Kind::LargeVoid, Kind::LargeDiscount, Kind::LargeRefund] {
        let least = store::least_thresholds(tx, kind, &pos_ids).await?;
        new.retain(|NewHappening { pos_id, happening, .. }| {
            let threshold = least.get(pos_id).copied().unwrap_or(i64::MAX);
            happening.kind() != kind || happening.size().is_some_and(|size| size >= threshold)
        });
    }
    store::add_happenings(tx, new, now).await
}

/// The void, the discount or the refund of a check.
fn happenings_of(check: &Check) -> Vec<Happening> {
    let at = check.closed.wall.strftime("%-I:%M %p").to_string();
    let of = |money: Money| CheckAmount { check: check.id.clone(), cents: money.cents(), at: at.clone() };
    let sales = check.sales();
    let is_refund = check.refund_of.is_some() || sales.net() < Money::ZERO;
    let mut happenings = Vec::new();
    if sales.voids > Money::ZERO {
        happenings.push(Happening::LargeVoid(of(sales.voids)));
    }
    if check.voided {
        return happenings;
    }
    if is_refund {
        happenings.push(Happening::LargeRefund(of(sales.net().abs())));
    } else if sales.discounts > Money::ZERO {
        happenings.push(Happening::LargeDiscount(of(sales.discounts)));
    }
    happenings
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::read_events;
    use serde_json::{Value, json};

    use super::*;

    fn found(fields: Value) -> Vec<(Kind, i64)> {
        let mut data = json!({"posID": "p1", "posCheckID": "c1", "revision": 1, "closeTime": "2026-07-18T19:42:00",
            "items": [{"posItemID": "i1", "name": "Soup", "quantity": 1, "price": 60},
                      {"posItemID": "i2", "name": "Wine", "quantity": 2, "price": 30}]});
        data.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let event =
            json!([{"specversion": "1.0", "id": "e1", "source": "t", "type": "check.closed", "data": data}]);
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let facts = read_events(event.to_string().as_bytes(), &"p1".parse().unwrap(), &calendar).unwrap();
        let FactBody::Check(check) = &facts[0].body else { panic!("no check") };
        let found = happenings_of(check);
        found.iter().map(|happening| (happening.kind(), happening.size().unwrap())).collect()
    }

    #[test]
    fn voids_discounts_and_refunds_are_found() {
        assert_eq!(found(json!({})), []);
        assert_eq!(found(json!({"voided": true})), [(Kind::LargeVoid, 12_000)]);
        let back = json!({"voided": true, "refundOf": "c0"});
        assert_eq!(found(back), [(Kind::LargeVoid, 12_000)], "what is voided was not given back");
        let line = json!([{"posItemID": "i1", "name": "Soup", "price": 60, "voided": true},
                          {"posItemID": "i2", "name": "Wine", "price": 30, "discount": 5}]);
        let both = [(Kind::LargeVoid, 6_000), (Kind::LargeDiscount, 700)];
        assert_eq!(found(json!({"items": line, "discount": 2})), both);
        let back = json!([{"posItemID": "i1", "name": "Soup", "quantity": -1, "price": 60, "amount": -60}]);
        assert_eq!(found(json!({"items": back, "refundOf": "c0"})), [(Kind::LargeRefund, 6_000)]);
        assert_eq!(found(json!({"items": back})), [(Kind::LargeRefund, 6_000)]);
    }
}
