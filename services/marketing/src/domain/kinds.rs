//! The field's own terms, each with one spelling in the database and in events.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// By which messages reach people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum Channel {
    /// Email.
    Email,
    /// Text messages.
    Text,
}

/// What a campaign consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum CampaignKind {
    /// A text alone.
    Basic,
    /// Items at a lower price.
    Promotion,
    /// A code that checks carry.
    PromoCode,
    /// The message to one guest about a reward; not shown among campaigns.
    Reward,
}

/// Why a person does not get a message, the person's own opt-out first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum Exclusion {
    /// The person opted out.
    OptedOut,
    /// There is no consent.
    NoConsent,
    /// The person got as many in seven days as one may get.
    TooMany,
    /// There is no address that can be written to.
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
    /// A worker has it in hand.
    Sending,
    /// The provider took it.
    Sent,
    /// It was refused, or tried as often as is tried.
    Failed,
    /// It is not to be sent.
    Excluded,
    /// A worker ended between the provider's acceptance and our note of it.
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
    /// The rest will not be sent.
    Stopped,
    /// Nothing waits any more.
    Finished,
}

/// A change that an owner makes to a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Holds it.
    Pause,
    /// Goes on with it.
    Resume,
    /// Ends it.
    Stop,
}

/// An act that says whether an address may be written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Act {
    /// A till sent it.
    Pos,
    /// An owner recorded it.
    Owner,
    /// The person, by a link.
    Unsubscribe,
    /// The person, by the page that the link opens.
    Resubscribe,
    /// The person, by a text.
    Stop,
    /// The person, by a text.
    Start,
    /// The address cannot be written to.
    Bounce,
}

impl Act {
    /// The person's own statement outranks all others.
    pub const fn is_persons(self) -> bool {
        matches!(self, Act::Unsubscribe | Act::Resubscribe | Act::Stop | Act::Start)
    }
}

/// The SMS provider's last report on a text that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Delivery {
    /// It arrived.
    Delivered,
    /// It did not arrive.
    Undelivered,
    /// It was not sent on.
    Failed,
}

macro_rules! spelled {
    ($($kind:ty),+) => {
        $(impl $kind {
            /// Its spelling.
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        })+
    };
}
spelled!(Channel, CampaignKind, Exclusion, Outcome, CampaignState, Act, Delivery);
