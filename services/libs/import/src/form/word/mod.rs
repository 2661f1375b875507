//! Words that say what a row or a state is, and yes and no, in the languages of exports (`words.tsv`), or named by an owner.
//!
//! A word is compared without case, accents, punctuation and an English plural. A cell that is a known word as a whole is
//! *exact*. In a longer cell a word is *contained*: free words, which no dish has in its name, wherever they stand
//! (`Auto gratuity 18%`); endings of compounds (`Kartentrinkgeld`); words that dishes have too only beside numbers and
//! names of tenders (`Tip 18%`, but not `Steak tips`). A cell with a negation (`not refunded`, `partially refunded`), or
//! with words of two meanings (`Delivery fee refund`), has none: it is asked about.
//!
//! A line of the table is meaning, language, and words with `|` between them: `*` marks a free word, `-` an ending, `~` one
//! beside numbers, and no mark one that counts as the whole cell alone.

mod evidence;
mod rule;
mod table;
#[cfg(test)]
mod tests;

use std::str::FromStr;

pub use evidence::{Word, WordEvidence};
pub use rule::{RuleError, WordRule, WordRules};
use serde::{Deserialize, Serialize};
pub use table::{flag, meaning};

/// What a row or a state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// A sale, closed and paid; a row of goods.
    Sale,
    /// Money given back, or goods taken back.
    Refund,
    /// It does not count: cancelled, voided, declined.
    Void,
    /// A check that is not closed.
    Open,
    /// Goods on the house.
    Comp,
    /// A discount.
    Discount,
    /// A tip that a guest gave.
    Tip,
    /// A service charge that belongs to the staff.
    Gratuity,
    /// A charge that is revenue: service, cover, surcharge, packaging.
    ServiceCharge,
    /// A charge for delivery.
    DeliveryFee,
    /// A gift card sold: no sale yet.
    GiftCard,
    /// A gift card used as a tender.
    GiftCardUsed,
    /// The rounding of a check to coins.
    Rounding,
    /// Money in advance: no sale yet.
    Deposit,
    /// A deposit on bottles or cups, charged with goods and given back with them.
    BottleDeposit,
    /// A row of tax.
    Tax,
    /// A row that sums others.
    Total,
    /// A row that sums others of one check.
    Subtotal,
    /// Cash put into a drawer.
    PaidIn,
    /// Cash paid out of a drawer.
    PaidOut,
    /// Cash taken from a drawer to the safe or the bank.
    CashDrop,
    /// A drawer opened without a sale.
    NoSale,
    /// The begin or end of a shift, a count, a report of the day.
    ShiftMark,
    /// A payment, on a row of its own. No word of the table means it: it is a sale in a file of payments.
    Payment,
    /// A row to leave out. No word of the table means it; an owner names one.
    Skip,
}

/// Each meaning and its name in rules and in the table.
const NAMES: [(Meaning, &str); 25] = [
    (Meaning::Sale, "sale"),
    (Meaning::Refund, "refund"),
    (Meaning::Void, "void"),
    (Meaning::Open, "open"),
    (Meaning::Comp, "comp"),
    (Meaning::Discount, "discount"),
    (Meaning::Tip, "tip"),
    (Meaning::Gratuity, "gratuity"),
    (Meaning::ServiceCharge, "service-charge"),
    (Meaning::DeliveryFee, "delivery-fee"),
    (Meaning::GiftCard, "gift-card"),
    (Meaning::GiftCardUsed, "gift-card-used"),
    (Meaning::Rounding, "rounding"),
    (Meaning::Deposit, "deposit"),
    (Meaning::BottleDeposit, "bottle-deposit"),
    (Meaning::Tax, "tax"),
    (Meaning::Total, "total"),
    (Meaning::Subtotal, "subtotal"),
    (Meaning::PaidIn, "paid-in"),
    (Meaning::PaidOut, "paid-out"),
    (Meaning::CashDrop, "cash-drop"),
    (Meaning::NoSale, "no-sale"),
    (Meaning::ShiftMark, "shift-mark"),
    (Meaning::Payment, "payment"),
    (Meaning::Skip, "skip"),
];

impl Meaning {
    /// Every meaning.
    pub fn all() -> impl Iterator<Item = Meaning> {
        NAMES.iter().map(|(meaning, _)| *meaning)
    }

    /// Whether it is a state or kind of a check, which a column of its own says. In a column of items such words are goods:
    /// `Draft`, `Regular`, `Return`.
    #[must_use]
    pub const fn is_state(self) -> bool {
        matches!(self, Meaning::Sale | Meaning::Refund | Meaning::Void | Meaning::Open)
    }

    /// Its name in rules: `service-charge`.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(meaning, _)| *meaning == self).map_or("", |(_, name)| name)
    }
}

impl FromStr for Meaning {
    type Err = RuleError;
    fn from_str(text: &str) -> Result<Meaning, RuleError> {
        let known = NAMES.iter().find(|(_, name)| name.eq_ignore_ascii_case(text.trim()));
        known.map(|(meaning, _)| *meaning).ok_or_else(|| RuleError::Meaning(text.trim().to_owned()))
    }
}

/// How surely a cell has a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// A known word is part of the cell.
    Contained,
    /// The cell is a known word.
    Exact,
}
