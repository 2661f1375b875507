//! Enumerations of the field, each value with one spelling in the database and in events.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// How messages reach people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum Channel {
    Email,
    /// SMS.
    Text,
}

/// The kind of a campaign's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum CampaignKind {
    /// A text without items or code.
    Basic,
    /// Items at a lower price.
    Promotion,
    /// A code that guests use at the till.
    PromoCode,
    /// The message to one guest about a reward; not shown among campaigns.
    Reward,
}

/// Why a person gets no message, the person's own opt-out first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum Exclusion {
    /// The person opted out.
    OptedOut,
    /// There is no consent.
    NoConsent,
    /// The person has reached the weekly cap.
    TooMany,
    /// There is no address that can get messages.
    NoAddress,
    /// Another recipient has the same address.
    Repeated,
    /// The guest was erased.
    Erased,
    /// The campaign was stopped before.
    Stopped,
}

/// The state of a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum Outcome {
    /// Not sent yet.
    Waiting,
    /// A worker has claimed it.
    Sending,
    /// The provider accepted it.
    Sent,
    /// It was refused, or the last try failed.
    Failed,
    /// It is not to be sent.
    Excluded,
    /// The provider did not answer, or the worker ended before it recorded the answer.
    Unknown,
}

/// The state of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum CampaignState {
    /// Workers send it.
    Sending,
    /// No worker sends it until it is resumed.
    Paused,
    /// The waiting messages will not be sent.
    Stopped,
    /// No message waits any more.
    Finished,
}

/// A change that an owner makes to a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Pause,
    Resume,
    Stop,
}

/// How a consent or refusal about an address was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Act {
    /// By the POS.
    Pos,
    /// Recorded by an owner.
    Owner,
    /// By the person, with the unsubscribe link.
    Unsubscribe,
    /// By the person, on the page of that link.
    Resubscribe,
    /// By the person, with a text.
    Stop,
    /// By the person, with a text.
    Start,
    /// By the provider: the address cannot get messages.
    Bounce,
}

impl Act {
    /// Whether it is the person's own statement, which outranks all others.
    pub const fn is_persons(self) -> bool {
        matches!(self, Act::Unsubscribe | Act::Resubscribe | Act::Stop | Act::Start)
    }
}

/// The SMS provider's last report on a text that it accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Delivery {
    /// It arrived.
    Delivered,
    /// It did not arrive.
    Undelivered,
    /// It was not passed on.
    Failed,
}

macro_rules! spelled {
    ($($kind:ty),+) => {
        $(impl $kind {
            /// The spelling in the database and in events.
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        })+
    };
}
spelled!(Channel, CampaignKind, Exclusion, Outcome, CampaignState, Act, Delivery);
