//! Which check redeems which reward item.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::{BusinessDate, CheckId, Quantity};
use uuid::Uuid;

/// A granted reward item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenItem {
    pub reward: Uuid,
    /// UTC.
    pub granted_at: Timestamp,
    /// The last business date on which it may be redeemed.
    pub valid_until: Option<BusinessDate>,
    /// In the order of granting.
    pub number: i64,
}

/// A check of the guest that serves the item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Serving {
    pub check: CheckId,
    /// UTC.
    pub closed_at: Timestamp,
    pub business_date: BusinessDate,
    pub quantity: Quantity,
}

/// The check that redeemed a reward.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redemption {
    pub check: CheckId,
    /// When it was closed, UTC.
    pub at: Timestamp,
}

/// Redeems the rewards of one guest and item by the checks that serve it: in the order of closing, then of check ids, each check
/// as many as the whole pieces on it, and at least one; rewards that expire soonest first, then in the order of granting. The result depends on the facts, not on the order of their arrival.
pub fn assign(rewards: &[OpenItem], servings: &[Serving]) -> BTreeMap<Uuid, Redemption> {
    let mut open: Vec<&OpenItem> = rewards.iter().collect();
    open.sort_by_key(|reward| (reward.valid_until.is_none(), reward.valid_until, reward.number));
    let mut served: Vec<&Serving> = servings.iter().collect();
    served.sort_by_key(|serving| (serving.closed_at, &serving.check));
    let mut redeemed = BTreeMap::new();
    for serving in served {
        for _ in 0..pieces(serving.quantity) {
            let fits = |reward: &&OpenItem| {
                reward.granted_at <= serving.closed_at
                    && reward.valid_until.is_none_or(|end| serving.business_date <= end)
            };
            let Some(index) = open.iter().position(fits) else { break };
            let redemption = Redemption { check: serving.check.clone(), at: serving.closed_at };
            redeemed.insert(open.remove(index).reward, redemption);
        }
    }
    redeemed
}

/// The number of whole pieces; an item that is sold by weight counts at least 1.
fn pieces(quantity: Quantity) -> i64 {
    let milli = quantity.milli();
    if milli <= 0 { 0 } else { (milli / Quantity::ONE.milli()).max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn day(day: i64) -> BusinessDate {
        "2026-07-01".parse::<BusinessDate>().unwrap().plus_days(day)
    }

    fn reward(number: u8, granted: i64, end: Option<i64>) -> OpenItem {
        OpenItem {
            reward: Uuid::from_u128(number.into()),
            granted_at: at(granted),
            valid_until: end.map(day),
            number: number.into(),
        }
    }

    fn serving(check: &str, closed: i64, on: i64, milli: i64) -> Serving {
        Serving {
            check: check.parse().unwrap(),
            closed_at: at(closed),
            business_date: day(on),
            quantity: Quantity::from_milli(milli),
        }
    }

    fn found(rewards: &[OpenItem], servings: &[Serving]) -> Vec<(u8, String)> {
        assign(rewards, servings)
            .into_iter()
            .map(|(id, by)| (u8::try_from(id.as_u128()).unwrap(), by.check.to_string()))
            .collect()
    }

    #[test]
    fn each_piece_redeems_the_reward_that_ends_soonest() {
        let rewards = [reward(1, 10, None), reward(2, 10, Some(5)), reward(3, 10, Some(2))];
        let servings = [serving("c2", 30, 3, 2000), serving("c1", 20, 1, 1999)];
        assert_eq!(found(&rewards, &servings), [(1, "c2".into()), (2, "c2".into()), (3, "c1".into())]);
    }

    #[test]
    fn a_reward_is_redeemed_between_grant_and_end() {
        let rewards = [reward(1, 10, Some(2))];
        assert_eq!(found(&rewards, &[serving("c1", 9, 1, 1000), serving("c2", 30, 3, 1000)]), []);
        assert_eq!(found(&rewards, &[serving("c1", 10, 2, 1000)]), [(1, "c1".into())]);
    }

    #[test]
    fn half_a_portion_redeems_one_and_a_refund_none() {
        let rewards = [reward(1, 1, None), reward(2, 1, None)];
        assert_eq!(found(&rewards, &[serving("c1", 5, 1, 500)]), [(1, "c1".into())]);
        assert_eq!(found(&rewards, &[serving("c1", 5, 1, -1000), serving("c2", 6, 1, 0)]), []);
    }

    #[test]
    fn the_smaller_id_redeems_of_two_checks_at_one_moment() {
        let rewards = [reward(1, 1, None)];
        let (a, b) = (serving("a", 5, 1, 1000), serving("b", 5, 1, 1000));
        assert_eq!(found(&rewards, &[b.clone(), a.clone()]), found(&rewards, &[a, b]));
    }
}
