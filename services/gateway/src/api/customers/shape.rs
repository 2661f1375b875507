//! Guests as the app sees them: who they are, what was given to them, and what moved their points.

use saffron_core::Money;
use saffron_proto::customers as proto;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::some;

/// A guest of a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    #[serde(rename = "posID")]
    pos_id: String,
    #[serde(rename = "posCustomerID")]
    pos_customer_id: String,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    #[schema(required)]
    email: Option<String>,
    /// Ten digits where it is a US number.
    #[schema(required)]
    cell_phone_number: Option<String>,
    /// As the POS states it; null if it does not.
    #[schema(required)]
    email_consent: Option<bool>,
    /// As the POS states it; null if it does not.
    #[schema(required)]
    sms_consent: Option<bool>,
    /// Checks, without voids and refunds.
    visits: i64,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss; null: never.
    #[schema(required)]
    last_visit: Option<String>,
    /// Net sales less refunds; dollars.
    #[schema(value_type = f64)]
    spend: Money,
    /// Points that can be spent; 100 are a dollar.
    points: i64,
    /// Taken back and spent already: later earnings repay them.
    points_owed: i64,
    /// Erased: only figures are left.
    erased: bool,
}

impl From<proto::Customer> for Customer {
    fn from(customer: proto::Customer) -> Customer {
        Customer {
            pos_id: customer.pos_id,
            pos_customer_id: customer.pos_customer_id,
            first_name: some(customer.first_name),
            last_name: some(customer.last_name),
            email: some(customer.email),
            cell_phone_number: some(customer.cell_phone_number),
            email_consent: customer.email_consent,
            sms_consent: customer.sms_consent,
            visits: customer.visits,
            last_visit: some(customer.last_visit),
            spend: Money::from_cents(customer.spend),
            points: customer.points,
            points_owed: customer.points_owed,
            erased: customer.erased,
        }
    }
}

/// A guest who shares an address with another one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Twin {
    customer: Customer,
    same_email: bool,
    same_phone: bool,
}

impl From<proto::Twin> for Twin {
    fn from(twin: proto::Twin) -> Twin {
        Twin {
            customer: twin.customer.unwrap_or_default().into(),
            same_email: twin.same_email,
            same_phone: twin.same_phone,
        }
    }
}

/// Something that was given to a guest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reward {
    #[serde(rename = "rewardID")]
    reward_id: String,
    /// Null: points.
    #[serde(rename = "posItemID")]
    #[schema(required)]
    pos_item_id: Option<String>,
    #[schema(required)]
    item_name: Option<String>,
    /// 0: an item.
    reward_point: i64,
    #[schema(required)]
    reward_message: Option<String>,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    granted_at: String,
    granted_by: String,
    /// Last second of its last day, YYYY-MM-DDTHH:mm:ss; null: it does not end.
    #[schema(required)]
    valid_until: Option<String>,
    /// Of an item: wall time of the check that redeemed it.
    #[schema(required)]
    redeemed_at: Option<String>,
    #[schema(required)]
    redeemed_by_check: Option<String>,
    /// Expired before it was used up.
    expired: bool,
    /// The outcome of the reward's message; null: none yet.
    #[schema(required)]
    message: Option<RewardMessage>,
}

/// The outcome of a reward's message.
#[derive(Debug, Serialize, ToSchema)]
pub struct RewardMessage {
    /// email or text; null: the guest can be written to by neither.
    #[schema(required)]
    channel: Option<String>,
    /// sent, failed, excluded or unknown.
    outcome: String,
    /// Why it is excluded: optedOut, noAddress or erased.
    #[schema(required)]
    exclusion: Option<String>,
}

impl From<proto::Reward> for Reward {
    fn from(reward: proto::Reward) -> Reward {
        Reward {
            reward_id: reward.reward_id,
            pos_item_id: some(reward.pos_item_id),
            item_name: some(reward.item_name),
            reward_point: reward.points,
            reward_message: some(reward.message),
            granted_at: reward.granted_at,
            granted_by: reward.granted_by,
            valid_until: some(reward.valid_until).map(|day| format!("{day}T23:59:59")),
            redeemed_at: some(reward.redeemed_at),
            redeemed_by_check: some(reward.redeemed_by_check),
            expired: reward.expired,
            message: reward.sent_message.map(|message| RewardMessage {
                channel: some(message.channel),
                outcome: message.outcome,
                exclusion: some(message.exclusion),
            }),
        }
    }
}

/// The cause of a movement of points.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PointsKind {
    /// A check, by the percentage at its closing.
    Earned,
    /// A check that was paid with points.
    Spent,
    /// A person.
    Granted,
    /// Time.
    Expired,
}

/// A movement of a guest's points.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsEntry {
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    at: String,
    kind: PointsKind,
    /// The change of the guest's points; negative: fewer.
    points: i64,
    #[serde(rename = "posCheckID")]
    #[schema(required)]
    pos_check_id: Option<String>,
    #[serde(rename = "rewardID")]
    #[schema(required)]
    reward_id: Option<String>,
}

impl From<proto::PointsEntry> for PointsEntry {
    fn from(entry: proto::PointsEntry) -> PointsEntry {
        let kind = match entry.kind() {
            proto::PointsKind::Unspecified | proto::PointsKind::Earned => PointsKind::Earned,
            proto::PointsKind::Spent => PointsKind::Spent,
            proto::PointsKind::Granted => PointsKind::Granted,
            proto::PointsKind::Expired => PointsKind::Expired,
        };
        PointsEntry {
            at: entry.at,
            kind,
            points: entry.points,
            pos_check_id: some(entry.pos_check_id),
            reward_id: some(entry.reward_id),
        }
    }
}
