//! The mirror: what the provider said last, where the read that began later stands.

mod movements;
mod payments;
mod payouts;

use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use serde::Serialize;

use crate::domain::{Harvest, ProviderId};

/// What putting objects into the mirror moved.
#[derive(Debug, Default)]
pub struct Moved {
    /// Payments that are new or stand elsewhere.
    pub payments: Vec<MovedPayment>,
    /// Payouts that are new or stand elsewhere.
    pub payouts: Vec<MovedPayout>,
    /// The provider's ids of disputes that were not known before.
    pub disputes: Vec<String>,
    /// Any object looks otherwise now.
    pub any: bool,
}

/// A payment that is new or stands elsewhere.
#[derive(Debug)]
pub struct MovedPayment {
    /// The provider's id.
    pub id: String,
    /// Such as PAYMENT_SUCCESS.
    pub state: String,
    /// Minor units of the currency.
    pub amount: i64,
    /// Minor units of the currency.
    pub amount_refunded: i64,
    /// ISO 4217, in lower case.
    pub currency: String,
    /// The check it paid.
    pub check: Option<String>,
}

/// A payout that is new or stands elsewhere.
#[derive(Debug)]
pub struct MovedPayout {
    /// The provider's id.
    pub id: String,
    /// Such as PAYOUT_PAID.
    pub state: String,
    /// Minor units of the currency.
    pub amount: i64,
    /// ISO 4217, in lower case.
    pub currency: String,
}

/// Puts objects into the mirror of a location.
pub async fn put(tx: &mut Tx, pos_id: &PosId, harvest: &Harvest) -> Result<Moved, Fault> {
    let mut moved = Moved::default();
    payments::put_intents(tx, pos_id, &harvest.intents, &mut moved).await?;
    payments::put_refunds(tx, pos_id, &harvest.refunds, &mut moved).await?;
    payments::put_disputes(tx, pos_id, &harvest.disputes, &mut moved).await?;
    payouts::put_payouts(tx, pos_id, harvest, &mut moved).await?;
    movements::put_transactions(tx, pos_id, &harvest.transactions, &mut moved).await?;
    movements::note_contained(tx, pos_id, &harvest.contained, &mut moved).await?;
    Ok(moved)
}

/// Objects of one kind as columns, by id.
struct Columns<'a, T> {
    objects: Vec<&'a T>,
    id: Vec<String>,
    read: Vec<i64>,
    json: Vec<String>,
}

impl<'a, T: Serialize> Columns<'a, T> {
    fn of(objects: &'a BTreeMap<ProviderId, (i64, T)>) -> Result<Columns<'a, T>, Fault> {
        let mut columns = Columns { objects: Vec::new(), id: Vec::new(), read: Vec::new(), json: Vec::new() };
        for (id, (read, object)) in objects {
            columns.objects.push(object);
            columns.id.push(id.to_string());
            columns.read.push(*read);
            columns.json.push(serde_json::to_string(object).map_err(|e| Fault::Permanent(e.to_string()))?);
        }
        Ok(columns)
    }

    fn column<V>(&self, value: impl Fn(&T) -> V) -> Vec<V> {
        self.objects.iter().map(|object| value(object)).collect()
    }
}
