//! What marketing publishes. Guests are ids or numbers: no event identifies a person.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Audience, Event};
use crate::PosId;

/// What became of the recipients of a campaign; together they are `recipients`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignCounts {
    /// All of them.
    pub recipients: i64,
    /// Not sent yet.
    pub waiting: i64,
    /// In hand.
    pub sending: i64,
    /// Taken by the provider.
    pub sent: i64,
    /// Refused, or tried as often as is tried.
    pub failed: i64,
    /// Not to be sent to.
    pub excluded: i64,
    /// With an unknown outcome: sent or not.
    pub unknown: i64,
}

/// The state of a campaign changed: open apps show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The campaign.
    #[serde(rename = "campaignID")]
    pub campaign_id: Uuid,
    /// sending, paused, stopped or finished.
    pub state: String,
    /// What became of its recipients so far.
    pub counts: CampaignCounts,
}

impl Event for CampaignChanged {
    const DOMAIN: &'static str = "marketing";
    const NAME: &'static str = "campaign_changed";
    const WHEN: &'static str = "When a campaign begins, is paused, resumed or stopped, ends, or loses a recipient who opts out; while it sends, its counts at most once a second.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

/// Nothing of a campaign waits any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignFinished {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The campaign.
    #[serde(rename = "campaignID")]
    pub campaign_id: Uuid,
    /// email or text.
    pub channel: String,
    /// basic, promotion or promoCode.
    pub kind: String,
    /// Someone stopped it before its end.
    pub stopped: bool,
    /// What became of its recipients.
    pub counts: CampaignCounts,
}

impl Event for CampaignFinished {
    const DOMAIN: &'static str = "marketing";
    const NAME: &'static str = "campaign_finished";
    const WHEN: &'static str = "Once for each campaign, when none of its recipients waits or is in hand any more; also of one that was stopped.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// The outcome of the message by which a guest learns of a reward.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardMessageSettled {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The reward.
    #[serde(rename = "rewardID")]
    pub reward_id: Uuid,
    /// email or text; none where no message may go by either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// sent, failed, excluded or unknown.
    pub outcome: String,
    /// Why it is excluded: optedOut, noConsent, tooMany, noAddress or erased.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclusion: Option<String>,
}

impl Event for RewardMessageSettled {
    const DOMAIN: &'static str = "marketing";
    const NAME: &'static str = "reward_message_settled";
    const WHEN: &'static str = "Once for each reward that reaches marketing within a day of its grant, when its message was taken by the provider, it is settled that none will be, or it cannot be known which (unknown).";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A guest wrote a text that asks for nothing that is done by itself: the people of the location that texted the number
/// last are to read it. Its text and the guest are in marketing alone, for those who may see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestTextReceived {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The text, for the call get-guest-texts.
    #[serde(rename = "textID")]
    pub text_id: Uuid,
}

impl Event for GuestTextReceived {
    const DOMAIN: &'static str = "marketing";
    const NAME: &'static str = "guest_text_received";
    const WHEN: &'static str = "Once for each text of a guest that is kept for the people of a location: one that is no STOP, START or HELP, to a location that texted the number within 30 days.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}
