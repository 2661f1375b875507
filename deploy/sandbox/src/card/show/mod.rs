//! Objects as JSON, in the provider's own shape: its fields and their types as its public examples have them. Each is
//! shown as it was at a time.

mod event;
mod money;
mod payment;
mod txn;

use serde_json::{Value, json};

use super::fault::Fault;
use super::ledger::{IntentStep, Ledger, Secs, Subject};

pub use event::event;
pub use money::{balance, dispute, payout};
pub use payment::{charge, intent, payment_method, refund, status};
pub use txn::{kind, txn};

/// The version of the API whose shapes these are.
pub const VERSION: &str = "2025-09-30.clover";

/// Which members are shown whole instead of as an id: `latest_charge.balance_transaction` and the like.
#[derive(Debug, Clone, Default)]
pub struct Expand(Vec<String>);

/// What can be expanded.
const EXPANDABLE: &[&str] =
    &["latest_charge", "payment_method", "balance_transaction", "payment_intent", "charge", "source"];

impl Expand {
    /// The paths of a request; those of a list begin with `data.`.
    ///
    /// # Errors
    /// If something cannot be expanded.
    pub fn read(paths: Vec<String>, list: bool) -> Result<Expand, Fault> {
        let mut inner = Vec::new();
        for path in paths {
            let stripped = if list { path.strip_prefix("data.") } else { Some(path.as_str()) };
            let good = |path: &&str| {
                path.split('.').all(|part| EXPANDABLE.contains(&part)) && path.split('.').count() <= 4
            };
            let Some(good) = stripped.filter(good) else {
                return Err(Fault::param("expand", format!("This property cannot be expanded ({path}).")));
            };
            inner.push(good.to_owned());
        }
        Ok(Expand(inner))
    }

    /// What is to be expanded within a member; none if the member itself is not.
    fn of(&self, member: &str) -> Option<Expand> {
        let rest = |path: &String| {
            let rest = path.strip_prefix(member)?;
            if rest.is_empty() { Some(String::new()) } else { rest.strip_prefix('.').map(str::to_owned) }
        };
        let inner: Vec<String> = self.0.iter().filter_map(rest).collect();
        (!inner.is_empty()).then(|| Expand(inner.into_iter().filter(|path| !path.is_empty()).collect()))
    }
}

/// The object that a command made or an event is about.
pub fn subject(ledger: &Ledger, subject: Subject, time: Secs, expand: &Expand) -> Value {
    match subject {
        Subject::Intent(place) => intent(ledger, place, time, expand),
        Subject::Charge(place) => charge(ledger, place, time, expand),
        Subject::Refund(place) => refund(ledger, place, time, expand),
        Subject::Dispute(place) => dispute(ledger, place, time),
        Subject::Payout(place) => payout(ledger, place, time, expand),
        Subject::Balance => balance(ledger, time),
    }
}

/// The account, as its platform sees it: its metadata name the location whose POS it serves.
pub fn account(ledger: &Ledger) -> Value {
    json!({ "id": ledger.account, "object": "account", "type": "standard", "country": "US", "default_currency": "usd",
        "charges_enabled": true, "payouts_enabled": true, "details_submitted": true,
        "metadata": { "posID": ledger.place.pos_id } })
}

/// Whether a payment is paid.
pub fn is_paid(step: IntentStep) -> bool {
    matches!(step, IntentStep::Succeeded(_))
}
