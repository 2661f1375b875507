//! Campaigns and what belongs to them, as the API writes them.

use saffron_core::Money;
use saffron_proto::marketing as proto;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api::some;

/// The channel of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MessageChannel)]
pub enum Channel {
    /// To an email address.
    Email,
    /// To a phone.
    Text,
}

impl Channel {
    pub(super) fn wire(self) -> i32 {
        match self {
            Channel::Email => proto::Channel::Email.into(),
            Channel::Text => proto::Channel::Text.into(),
        }
    }

    pub(in crate::api) fn of(wire: i32) -> Channel {
        match proto::Channel::try_from(wire) {
            Ok(proto::Channel::Text) => Channel::Text,
            _ => Channel::Email,
        }
    }
}

/// The kind of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CampaignKind {
    /// A message.
    Basic,
    /// Items at a lower price.
    Promotion,
    /// A code that guests show.
    PromoCode,
}

impl CampaignKind {
    pub(super) fn wire(self) -> i32 {
        match self {
            CampaignKind::Basic => proto::CampaignKind::Basic.into(),
            CampaignKind::Promotion => proto::CampaignKind::Promotion.into(),
            CampaignKind::PromoCode => proto::CampaignKind::PromoCode.into(),
        }
    }

    fn of(wire: i32) -> CampaignKind {
        match proto::CampaignKind::try_from(wire) {
            Ok(proto::CampaignKind::Promotion) => CampaignKind::Promotion,
            Ok(proto::CampaignKind::PromoCode) => CampaignKind::PromoCode,
            _ => CampaignKind::Basic,
        }
    }
}

/// The state of a campaign.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CampaignState {
    /// On its way.
    Sending,
    /// Held by the owner.
    Paused,
    /// Ended by the owner.
    Stopped,
    /// Every recipient has an outcome.
    Finished,
}

impl CampaignState {
    fn of(wire: i32) -> CampaignState {
        match proto::CampaignState::try_from(wire) {
            Ok(proto::CampaignState::Paused) => CampaignState::Paused,
            Ok(proto::CampaignState::Stopped) => CampaignState::Stopped,
            Ok(proto::CampaignState::Finished) => CampaignState::Finished,
            _ => CampaignState::Sending,
        }
    }
}

/// Why a recipient is excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Exclusion {
    /// The person said so: STOP, unsubscribe.
    OptedOut,
    /// Nobody said that they may get it.
    NoConsent,
    /// As many messages as one may get in seven days.
    TooMany,
    /// No address, or none that can be written to.
    NoAddress,
    /// Another recipient has the same address.
    Repeated,
    /// Was forgotten.
    Erased,
    /// The campaign was stopped before.
    Stopped,
}

impl Exclusion {
    pub(in crate::api) fn of(wire: i32) -> Option<Exclusion> {
        match proto::Exclusion::try_from(wire).ok()? {
            proto::Exclusion::Unspecified => None,
            proto::Exclusion::OptedOut => Some(Exclusion::OptedOut),
            proto::Exclusion::NoConsent => Some(Exclusion::NoConsent),
            proto::Exclusion::TooMany => Some(Exclusion::TooMany),
            proto::Exclusion::NoAddress => Some(Exclusion::NoAddress),
            proto::Exclusion::Repeated => Some(Exclusion::Repeated),
            proto::Exclusion::Erased => Some(Exclusion::Erased),
            proto::Exclusion::Stopped => Some(Exclusion::Stopped),
        }
    }
}

/// Number of recipients excluded for one reason.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExclusionCount {
    exclusion: Exclusion,
    count: i64,
}

pub(super) fn exclusions(counts: Vec<proto::ExclusionCount>) -> Vec<ExclusionCount> {
    let known = |count: proto::ExclusionCount| {
        Some(ExclusionCount { exclusion: Exclusion::of(count.exclusion)?, count: count.count })
    };
    counts.into_iter().filter_map(known).collect()
}

/// An item on offer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignItem {
    /// Null: the default picture of offers.
    #[schema(required)]
    image_url: Option<String>,
    name: String,
    /// Dollars.
    #[schema(value_type = f64)]
    original_price: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    price: Money,
}

impl From<proto::CampaignItem> for CampaignItem {
    fn from(item: proto::CampaignItem) -> CampaignItem {
        CampaignItem {
            image_url: some(item.image_url),
            name: item.name,
            original_price: Money::from_cents(item.original_price),
            price: Money::from_cents(item.price),
        }
    }
}

impl From<CampaignItem> for proto::CampaignItem {
    fn from(item: CampaignItem) -> proto::CampaignItem {
        proto::CampaignItem {
            image_url: item.image_url.unwrap_or_default(),
            name: item.name,
            original_price: item.original_price.cents(),
            price: item.price.cents(),
        }
    }
}

/// A recipient of a text.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextRecipient)]
pub struct TextRecipient {
    /// Ten digits.
    #[serde(deserialize_with = "number_or_text")]
    #[schema(value_type = f64)]
    phone: String,
    first_name: Option<String>,
}

impl From<TextRecipient> for proto::TextRecipient {
    fn from(recipient: TextRecipient) -> proto::TextRecipient {
        proto::TextRecipient { phone: recipient.phone, first_name: recipient.first_name.unwrap_or_default() }
    }
}

/// A number as it stands there, of any length, or a text.
fn number_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    let text = raw.get();
    match text.as_bytes().first() {
        Some(b'"') => serde_json::from_str(text).map_err(serde::de::Error::custom),
        Some(b'0'..=b'9' | b'-') => Ok(text.to_owned()),
        _ => Err(serde::de::Error::custom("must be a phone number of ten digits")),
    }
}

/// What a promo code brought: the checks that carried it, without voids.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoResult {
    redemptions: i64,
    /// Net of discounts; dollars.
    #[schema(value_type = f64)]
    sales: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    discount: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    profit: Money,
    /// Sales of lines without cost; where it is not 0, profit is incomplete. Dollars.
    #[schema(value_type = f64)]
    sales_without_cost: Money,
}

impl From<proto::PromoResult> for PromoResult {
    fn from(result: proto::PromoResult) -> PromoResult {
        PromoResult {
            redemptions: result.redemptions,
            sales: Money::from_cents(result.sales),
            discount: Money::from_cents(result.discount),
            profit: Money::from_cents(result.profit),
            sales_without_cost: Money::from_cents(result.sales_without_cost),
        }
    }
}

/// A campaign. waiting + sending + sent + failed + excluded + unknown = recipients.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Campaign {
    #[serde(rename = "posID")]
    pos_id: String,
    #[serde(rename = "campaignID")]
    campaign_id: String,
    channel: Channel,
    kind: CampaignKind,
    state: CampaignState,
    /// Of emails.
    #[schema(required)]
    subject: Option<String>,
    body: String,
    #[schema(required)]
    promo_code: Option<String>,
    /// Whole percent; 0: none.
    discount_percentage: i32,
    items: Vec<CampaignItem>,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    created_at: String,
    created_by: String,
    /// Null: not yet.
    #[schema(required)]
    finished_at: Option<String>,
    recipients: i64,
    waiting: i64,
    sending: i64,
    sent: i64,
    failed: i64,
    excluded: i64,
    unknown: i64,
    /// Of the excluded, by reason.
    exclusions: Vec<ExclusionCount>,
    /// Guests who opted out by this campaign's link or a STOP reply.
    opted_out: i64,
    /// Of the waiting: held until the recipient's morning.
    quiet: i64,
    /// Null: no promo code.
    #[schema(required)]
    result: Option<PromoResult>,
    /// Of texts: what was sent and is paid for.
    segments: i64,
}

impl From<proto::Campaign> for Campaign {
    fn from(campaign: proto::Campaign) -> Campaign {
        Campaign {
            pos_id: campaign.pos_id,
            campaign_id: campaign.campaign_id,
            channel: Channel::of(campaign.channel),
            kind: CampaignKind::of(campaign.kind),
            state: CampaignState::of(campaign.state),
            subject: some(campaign.subject),
            body: campaign.body,
            promo_code: some(campaign.promo_code),
            discount_percentage: campaign.discount_percentage,
            items: campaign.items.into_iter().map(CampaignItem::from).collect(),
            created_at: campaign.created_at,
            created_by: campaign.created_by,
            finished_at: some(campaign.finished_at),
            recipients: campaign.recipients,
            waiting: campaign.waiting,
            sending: campaign.sending,
            sent: campaign.sent,
            failed: campaign.failed,
            excluded: campaign.excluded,
            unknown: campaign.unknown,
            exclusions: exclusions(campaign.exclusions),
            opted_out: campaign.opted_out,
            quiet: campaign.quiet,
            result: campaign.result.map(PromoResult::from),
            segments: campaign.segments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_a_number_of_any_length_or_a_text() {
        let read = |phone: &str| {
            serde_json::from_str::<TextRecipient>(&format!(r#"{{"phone": {phone}}}"#)).map(|to| to.phone).ok()
        };
        assert_eq!(read("2065550100").as_deref(), Some("2065550100"));
        let long = "1".repeat(40);
        assert_eq!(read(&long), Some(long), "refused by name where phones are read");
        assert_eq!(read("\"(206) 555-0100\"").as_deref(), Some("(206) 555-0100"));
        assert_eq!(read("null"), None);
        assert_eq!(read("[1]"), None);
    }
}
