//! Guests as recipients: who may be written to, what became of each, and what they agreed to.

use saffron_proto::marketing as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::{Channel, Exclusion};
use crate::api::some;

/// A guest as a recipient.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketingRecipient)]
pub struct Recipient {
    #[serde(rename = "posCustomerID")]
    pos_customer_id: String,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    /// An email address, or ten digits; null: none.
    #[schema(required)]
    address: Option<String>,
    /// Null: may get messages.
    #[schema(required)]
    exclusion: Option<Exclusion>,
}

impl From<proto::Recipient> for Recipient {
    fn from(recipient: proto::Recipient) -> Recipient {
        Recipient {
            pos_customer_id: recipient.pos_customer_id,
            first_name: some(recipient.first_name),
            last_name: some(recipient.last_name),
            address: some(recipient.address),
            exclusion: Exclusion::of(recipient.exclusion),
        }
    }
}

/// The outcome of a recipient.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// Not yet begun.
    Waiting,
    /// In hand.
    Sending,
    /// The provider took it.
    Sent,
    /// It cannot be sent.
    Failed,
    /// May not get it.
    Excluded,
    /// Nobody knows whether it was sent; it is not sent again by itself.
    Unknown,
}

impl Outcome {
    pub(super) fn wire(self) -> i32 {
        let wire = match self {
            Outcome::Waiting => proto::Outcome::Waiting,
            Outcome::Sending => proto::Outcome::Sending,
            Outcome::Sent => proto::Outcome::Sent,
            Outcome::Failed => proto::Outcome::Failed,
            Outcome::Excluded => proto::Outcome::Excluded,
            Outcome::Unknown => proto::Outcome::Unknown,
        };
        wire.into()
    }

    fn of(wire: i32) -> Outcome {
        match proto::Outcome::try_from(wire) {
            Ok(proto::Outcome::Sending) => Outcome::Sending,
            Ok(proto::Outcome::Sent) => Outcome::Sent,
            Ok(proto::Outcome::Failed) => Outcome::Failed,
            Ok(proto::Outcome::Excluded) => Outcome::Excluded,
            Ok(proto::Outcome::Unknown) => Outcome::Unknown,
            _ => Outcome::Waiting,
        }
    }
}

/// A recipient of a campaign and the outcome.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecipientOutcome {
    #[serde(rename = "posCustomerID")]
    #[schema(required)]
    pos_customer_id: Option<String>,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    /// Null: forgotten.
    #[schema(required)]
    address: Option<String>,
    outcome: Outcome,
    /// Of the excluded.
    #[schema(required)]
    exclusion: Option<Exclusion>,
    /// Of the failed and the unknown: why, in words.
    #[schema(required)]
    reason: Option<String>,
    /// Of texts that were sent: what the provider told last.
    #[schema(required)]
    delivery: Option<TextDelivery>,
    /// When it was settled, wall time of the location, YYYY-MM-DDTHH:mm:ss; null: not yet.
    #[schema(required)]
    at: Option<String>,
    opted_out: bool,
}

/// The SMS provider's delivery status.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TextDelivery {
    /// It is there.
    Delivered,
    /// It did not arrive.
    Undelivered,
    /// It could not be sent.
    Failed,
}

impl From<proto::RecipientOutcome> for RecipientOutcome {
    fn from(outcome: proto::RecipientOutcome) -> RecipientOutcome {
        RecipientOutcome {
            pos_customer_id: some(outcome.pos_customer_id),
            first_name: some(outcome.first_name),
            last_name: some(outcome.last_name),
            address: some(outcome.address),
            outcome: Outcome::of(outcome.outcome),
            exclusion: Exclusion::of(outcome.exclusion),
            reason: some(outcome.reason),
            delivery: match outcome.delivery.as_str() {
                "DELIVERED" => Some(TextDelivery::Delivered),
                "UNDELIVERED" => Some(TextDelivery::Undelivered),
                "FAILED" => Some(TextDelivery::Failed),
                _ => None,
            },
            at: some(outcome.at),
            opted_out: outcome.opted_out,
        }
    }
}

/// How consent was given or withdrawn.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ConsentAct {
    /// The till says so.
    Pos,
    /// An owner was told.
    Owner,
    /// The link of an email.
    Unsubscribe,
    /// The page behind it, again.
    Resubscribe,
    /// A text: STOP.
    Stop,
    /// A text: START.
    Start,
    /// The address cannot be reached.
    Bounce,
}

/// A consent or refusal of a guest.
#[derive(Debug, Serialize, ToSchema)]
pub struct Consent {
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    at: String,
    channel: Channel,
    granted: bool,
    act: ConsentAct,
    /// Of an owner's: who noted it.
    #[schema(required)]
    by: Option<String>,
}

impl From<proto::ConsentEntry> for Consent {
    fn from(entry: proto::ConsentEntry) -> Consent {
        Consent {
            at: entry.at,
            channel: Channel::of(entry.channel),
            granted: entry.granted,
            act: match entry.act.as_str() {
                "OWNER" => ConsentAct::Owner,
                "UNSUBSCRIBE" => ConsentAct::Unsubscribe,
                "RESUBSCRIBE" => ConsentAct::Resubscribe,
                "STOP" => ConsentAct::Stop,
                "START" => ConsentAct::Start,
                "BOUNCE" => ConsentAct::Bounce,
                _ => ConsentAct::Pos,
            },
            by: some(entry.by),
        }
    }
}
