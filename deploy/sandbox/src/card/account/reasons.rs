//! Why cards, refunds and payouts fail, and why payments are disputed: data/card/reasons.json. It has every code for which
//! the payments service has a text, and some without one. The demo uses each in turn.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::card::fault::Fault;

/// Why a card was declined, or a payout was sent back.
#[derive(Debug, Deserialize)]
pub struct Failure {
    /// `failure_code` of the charge, `code` of the error.
    pub code: String,
    /// The bank's own code, if there is one.
    pub decline: Option<String>,
    pub message: String,
}

/// All reasons, by what they explain.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reasons {
    pub declined: Vec<Failure>,
    /// The provider's test cards, and the codes with which they are declined.
    pub test_cards: BTreeMap<String, (String, Option<String>)>,
    pub payout_failed: Vec<Failure>,
    pub canceled: Vec<String>,
    pub refunded: Vec<String>,
    pub refund_failed: Vec<String>,
    pub disputed: Vec<String>,
}

/// The reasons in the file, which is part of the program; a test counts them.
pub static REASONS: LazyLock<Reasons> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/card/reasons.json")).unwrap_or_default()
});

impl Reasons {
    /// The failure with these codes.
    pub fn declined(&self, code: &str, decline: Option<&str>) -> Option<&Failure> {
        self.declined.iter().find(|failure| failure.code == code && failure.decline.as_deref() == decline)
    }
}

/// The given word if it is allowed; the first allowed one where none is given.
pub fn one_of(words: &'static [String], word: Option<&str>, param: &str) -> Result<&'static str, Fault> {
    let found = words.iter().find(|known| word.is_none_or(|word| *known == word));
    let bad = || Fault::param(param, format!("Invalid {param}: must be one of {}", words.join(", ")));
    found.map(String::as_str).ok_or_else(bad)
}
