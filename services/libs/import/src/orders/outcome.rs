//! How rows become checks, and what became of them.

use std::collections::BTreeSet;

use saffron_core::fact::ChargeKind;
use saffron_core::{DayStarts, PosId};
use saffron_till::{Check, Event};

use super::row::{Place, Row};
use super::value::Understood;
use crate::layout::{Field, OrderKey};

/// The type of a payment whose file names none.
pub const NO_TENDER: &str = "Unassigned";

/// How the rows of a file become checks.
#[derive(Debug, Clone)]
pub struct How {
    /// The location.
    pub pos_id: PosId,
    /// The revision of all checks.
    pub revision: i64,
    /// When its business days begin.
    pub starts: DayStarts,
    /// How amounts are to be understood.
    pub understood: Understood,
    /// What makes an order.
    pub key: OrderKey,
    /// Whether a check's id begins with its business date, as numbers may begin again on another day.
    pub day_in_id: bool,
    /// Whether rows of lines are repeated for each payment of their order.
    pub repeats: bool,
    /// Whether the words of an order's lines stand on its first one alone.
    pub words_once: bool,
    /// Amounts of the whole order that stand on each of its rows.
    pub repeated: BTreeSet<Field>,
    /// What a column of service charges holds.
    pub service_charge: ChargeKind,
    /// Whether what was paid holds the tip.
    pub tips_inside: bool,
    /// Whether columns of types of payment hold the tip.
    pub tips_in_tenders: bool,
    /// Types of payment that redeem a gift card.
    pub gift_cards: BTreeSet<String>,
}

/// A check, and the number that its file has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Its id is joined of what the file has where that does not fit.
    pub check: Check,
    /// The id as it is to be sent.
    pub sent_id: String,
}

impl Made {
    /// The check as an event that a till would post.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn event(&self, source: &str) -> Result<Event, serde_json::Error> {
        let mut data = serde_json::to_value(&self.check)?;
        if let Some(data) = data.as_object_mut() {
            data.insert("posCheckID".to_owned(), self.sent_id.as_str().into());
        }
        Event::new(source, "check.closed", self.sent_id.clone(), &data)
    }
}

/// Why a row is not in a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum LeftOut {
    /// The order is not paid yet.
    Open,
    /// A payment that failed, a payout, a sum, a mark: no trade.
    NoTrade,
    /// The row repeats what another one says.
    Repeated,
    /// The row is of another restaurant than the one that was chosen.
    Elsewhere,
}

/// What became of the rows of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Its checks: the sale first.
    pub checks: Vec<Made>,
    /// Rows that are in none, by intention.
    pub left_out: Vec<(Place, LeftOut)>,
    /// Rows that cannot be used.
    pub refused: Vec<(Place, String)>,
}

impl Outcome {
    /// Leaves rows out by intention.
    pub fn leave_out(&mut self, rows: &[Row], why: LeftOut) {
        self.left_out.extend(rows.iter().map(|row| (row.place, why)));
    }
}
