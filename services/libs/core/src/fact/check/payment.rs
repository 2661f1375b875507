use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::Money;
use crate::fact::label::{self, Label};

/// One payment of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The payment type, such as Cash or Visa.
    #[serde(rename = "type")]
    pub tender: Label,
    /// Without the tip.
    pub amount: Money,
    /// On top of the amount.
    #[serde(default)]
    pub tip: Money,
    /// The card provider's payment, where there is one.
    #[serde(default, deserialize_with = "label::optional")]
    pub payment_intent_id: Option<Label>,
    /// The POS's or another processor's own id of the payment.
    #[serde(
        default,
        rename = "paymentID",
        deserialize_with = "label::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub payment_id: Option<Label>,
    /// The processor that took it, where it is not ours.
    #[serde(default, deserialize_with = "label::optional", skip_serializing_if = "Option::is_none")]
    pub processor: Option<Label>,
    /// What that processor keeps of it; unknown until it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<Money>,
    /// A gift card paid: what it was sold for becomes a sale now.
    #[serde(default, deserialize_with = "gift_card_flag", skip_serializing_if = "std::ops::Not::not")]
    pub gift_card: bool,
    /// A deposit paid, likewise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deposit: bool,
}

impl Payment {
    /// Whether it redeems what was sold before.
    #[must_use]
    pub const fn redeems(&self) -> bool {
        self.gift_card || self.deposit
    }

    /// Whether it is paid out to the restaurant by our own processor: no gift card, no cash, and no other processor's.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        self.processor.is_none() && !self.redeems() && !self.tender.as_str().eq_ignore_ascii_case(CASH)
    }
}

/// The payment type of cash.
const CASH: &str = "Cash";

/// Reads a flag without repeating what was sent instead of it: a number of a card belongs in no answer and no log.
fn gift_card_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let sent = Value::deserialize(deserializer)?;
    sent.as_bool().ok_or_else(|| D::Error::custom("must be true or false, never the number of a card"))
}
