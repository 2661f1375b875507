//! The trade of the days before today.

use std::collections::BTreeMap;

use anyhow::Result;
use saffron_core::BusinessDate;
use saffron_instance::{Till, Trade};
use serde_json::{Value, json};

use crate::kind;

/// Checks of a location's day.
const CHECKS: u32 = 20;
/// Facts of a request.
const REQUEST: usize = 100;
/// One in so many facts is sent again.
const AGAIN: usize = 7;
/// How many days earlier than its own a corrected check may lie.
const EARLIER: i64 = 20;

/// What tills sent: of each location the newest version of each fact, by kind and id.
pub struct Past {
    first: BusinessDate,
    newest: Vec<BTreeMap<(String, String), Value>>,
}

impl Past {
    /// Sends the trade of the days before today, with the corrections of a day after the next one, and waits for its
    /// acknowledgement.
    pub async fn fill(tills: &[Till], today: BusinessDate, days: i64, seed: u64) -> Result<Self> {
        let trade = Trade { checks: CHECKS, seed };
        let first = today.plus_days(-days);
        let mut newest = Vec::new();
        for till in tills {
            let mut of_till = BTreeMap::new();
            let mut facts = Trade::files(&till.pos_id);
            for ago in (1..=days).rev() {
                let day = today.plus_days(-ago);
                facts.extend(trade.of_day(&till.pos_id, day));
                if ago < days {
                    facts.extend(trade.corrections(&till.pos_id, day.plus_days(-1)));
                }
            }
            for some in facts.chunks(REQUEST) {
                till.send(&json!(some)).await?;
            }
            for fact in facts {
                keep(&mut of_till, fact);
            }
            newest.push(of_till);
        }
        Ok(Self { first: first.plus_days(-EARLIER), newest })
    }

    /// The first date that may have a fact.
    pub fn first(&self) -> BusinessDate {
        self.first
    }

    pub fn facts(&self) -> usize {
        self.newest.iter().map(BTreeMap::len).sum()
    }

    pub fn checks(&self) -> usize {
        self.newest.iter().flat_map(BTreeMap::values).filter(|fact| kind(fact) == "check.closed").count()
    }

    /// How many of the facts of [`Past::send_again`] are checks.
    pub fn checks_sent_again(&self) -> usize {
        let again = self.newest.iter().flat_map(|facts| facts.values().step_by(AGAIN));
        again.filter(|fact| kind(fact) == "check.closed").count()
    }

    /// Sends some facts with a higher revision and nothing else changed.
    pub async fn send_again(&mut self, tills: &[Till], revision: u32) -> Result<()> {
        for (till, facts) in tills.iter().zip(&mut self.newest) {
            let mut again = Vec::new();
            for ((_, id), fact) in facts.iter_mut().step_by(AGAIN) {
                fact["id"] = json!(format!("{id}-{revision}"));
                fact["data"]["revision"] = json!(revision);
                again.push(fact.clone());
            }
            for some in again.chunks(REQUEST) {
                till.send(&json!(some)).await?;
            }
        }
        Ok(())
    }
}

/// Keeps a fact unless there is a newer version.
fn keep(newest: &mut BTreeMap<(String, String), Value>, fact: Value) {
    let data = &fact["data"];
    let ids = ["posCheckID", "posShiftID", "posItemID", "posCustomerID"];
    let id = ids.iter().find_map(|name| data[name].as_str()).unwrap();
    let key = (kind(&fact).to_owned(), id.to_owned());
    let revision = |fact: &Value| fact["data"]["revision"].as_u64();
    if newest.get(&key).is_none_or(|kept| revision(kept) < revision(&fact)) {
        newest.insert(key, fact);
    }
}
