//! What payments publishes, and what it reacts to. Nothing here names a person; amounts are in cents, as the card
//! provider has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Audience, Changed, Event};
use crate::{CheckId, PosId};

/// A location has another account at the card provider, or another time zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardAccountSet {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Its account; null: it has none.
    pub card_account: Option<String>,
    /// IANA name of its time zone.
    pub time_zone: String,
}

impl Event for CardAccountSet {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "card_account_set";
    const WHEN: &'static str = "When a location is registered with a card account, and whenever its card account or its time zone changes.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A card payment is new, or stands elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The provider's id of it.
    pub payment_intent_id: String,
    /// The check it paid, where it is known.
    #[serde(rename = "posCheckID", default, skip_serializing_if = "Option::is_none")]
    pub check_id: Option<CheckId>,
    /// Such as PAYMENT_SUCCESS.
    pub state: String,
    /// Cents.
    #[schemars(extend("x-unit" = "cents"))]
    pub amount: i64,
    /// Cents.
    #[schemars(extend("x-unit" = "cents"))]
    pub amount_refunded: i64,
}

impl Event for PaymentChanged {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "payment_changed";
    const WHEN: &'static str = "When a card payment is first seen, and whenever its state or its amounts change; not for the history that is read when an account is new.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A payout is new, or stands elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The provider's id of it.
    #[serde(rename = "payoutID")]
    pub payout_id: String,
    /// Such as PAYOUT_PAID.
    pub state: String,
    /// Cents.
    #[schemars(extend("x-unit" = "cents"))]
    pub amount: i64,
}

impl Event for PayoutChanged {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "payout_changed";
    const WHEN: &'static str = "When a payout is first seen, and whenever its state or its amount changes; not for the history that is read when an account is new.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A card's holder disputes a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisputeOpened {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The provider's id of it.
    #[serde(rename = "disputeID")]
    pub dispute_id: String,
    /// The provider's id of the payment, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_intent_id: Option<String>,
    /// Cents.
    #[schemars(extend("x-unit" = "cents"))]
    pub amount: i64,
    /// The provider's word for why, such as fraudulent.
    pub reason: String,
}

impl Event for DisputeOpened {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "dispute_opened";
    const WHEN: &'static str = "Once, when a dispute is first seen that is not decided yet; not for the history that is read when an account is new.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A card payment is new, or stands elsewhere: as version 1, with the currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentChangedV2 {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The provider's id of it.
    pub payment_intent_id: String,
    /// The check it paid, where it is known.
    #[serde(rename = "posCheckID", default, skip_serializing_if = "Option::is_none")]
    pub check_id: Option<CheckId>,
    /// Such as PAYMENT_SUCCESS.
    pub state: String,
    /// Minor units of the currency.
    #[schemars(extend("x-unit" = "minor units"))]
    pub amount: i64,
    /// Minor units of the currency.
    #[schemars(extend("x-unit" = "minor units"))]
    pub amount_refunded: i64,
    /// ISO 4217, in lower case.
    pub currency: String,
}

impl Event for PaymentChangedV2 {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "payment_changed";
    const VERSION: u8 = 2;
    const WHEN: &'static str = "When a card payment is first seen, and whenever its state or its amounts change; not for the history that is read when an account is new.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A payout is new, or stands elsewhere: as version 1, with the currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutChangedV2 {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The provider's id of it.
    #[serde(rename = "payoutID")]
    pub payout_id: String,
    /// Such as PAYOUT_PAID.
    pub state: String,
    /// Minor units of the currency.
    #[schemars(extend("x-unit" = "minor units"))]
    pub amount: i64,
    /// ISO 4217, in lower case.
    pub currency: String,
}

impl Event for PayoutChangedV2 {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "payout_changed";
    const VERSION: u8 = 2;
    const WHEN: &'static str = "When a payout is first seen, and whenever its state or its amount changes; not for the history that is read when an account is new.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A card's holder disputes a payment: as version 1, with the currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisputeOpenedV2 {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The provider's id of it.
    #[serde(rename = "disputeID")]
    pub dispute_id: String,
    /// The provider's id of the payment, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_intent_id: Option<String>,
    /// Minor units of the currency.
    #[schemars(extend("x-unit" = "minor units"))]
    pub amount: i64,
    /// ISO 4217, in lower case.
    pub currency: String,
    /// The provider's word for why, such as fraudulent.
    pub reason: String,
}

impl Event for DisputeOpenedV2 {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "dispute_opened";
    const VERSION: u8 = 2;
    const WHEN: &'static str = "Once, when a dispute is first seen that is not decided yet; not for the history that is read when an account is new.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A location's card account is another one, or none: events about the former account's payments, payouts and disputes
/// count no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardAccountReplaced {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
}

impl Event for CardAccountReplaced {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "card_account_replaced";
    const WHEN: &'static str = "When a location that had a card account gets another one, or loses it: behind it comes nothing of the former account.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Something about a location's payments or payouts changed: open apps read it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Grows with every change of the location's payments.
    pub version: i64,
}

impl Event for PaymentsChanged {
    const DOMAIN: &'static str = "payments";
    const NAME: &'static str = "payments_changed";
    const WHEN: &'static str = "With every change of a location's payments, payouts or disputes, once for all that is stored together.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

impl Changed for PaymentsChanged {
    fn of(pos_id: PosId, version: i64) -> PaymentsChanged {
        PaymentsChanged { pos_id, version }
    }
}
