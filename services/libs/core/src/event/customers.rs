//! What customers publishes. Guests are ids: no event identifies a person.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Audience, Changed, Event};
use crate::{BusinessDate, CheckId, CustomerId, ItemId, PosId};

/// What a reward is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RewardKind {
    /// An item of the menu.
    Item,
    /// Points.
    Points,
}

/// A person gave a guest a reward.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardGranted {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The guest.
    #[serde(rename = "posCustomerID")]
    pub customer_id: CustomerId,
    /// The reward.
    #[serde(rename = "rewardID")]
    pub reward_id: Uuid,
    /// What it is.
    pub kind: RewardKind,
    /// Of a reward of points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "points"))]
    pub points: Option<i64>,
    /// Of a reward item.
    #[serde(rename = "posItemID", default, skip_serializing_if = "Option::is_none")]
    pub item_id: Option<ItemId>,
    /// The last business date on which it counts; none: it has no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<BusinessDate>,
}

impl Event for RewardGranted {
    const DOMAIN: &'static str = "customers";
    const NAME: &'static str = "reward_granted";
    const WHEN: &'static str = "When a person sends a guest a reward item or points.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A check redeemed a reward item, or a correction took that back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardRedeemed {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The guest.
    #[serde(rename = "posCustomerID")]
    pub customer_id: CustomerId,
    /// The reward.
    #[serde(rename = "rewardID")]
    pub reward_id: Uuid,
    /// The item.
    #[serde(rename = "posItemID")]
    pub item_id: ItemId,
    /// The check that redeemed it; none: it is open again.
    #[serde(rename = "posCheckID", default, skip_serializing_if = "Option::is_none")]
    pub check_id: Option<CheckId>,
}

impl Event for RewardRedeemed {
    const DOMAIN: &'static str = "customers";
    const NAME: &'static str = "reward_redeemed";
    const WHEN: &'static str = "When a check redeems a reward item, and when a correction takes that back or has another check redeem it.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A guest's points moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The guest.
    #[serde(rename = "posCustomerID")]
    pub customer_id: CustomerId,
    /// What may be spent now, 100 a dollar.
    #[schemars(extend("x-unit" = "points"))]
    pub points: i64,
    /// What later earnings repay first.
    #[schemars(extend("x-unit" = "points"))]
    pub owed: i64,
}

impl Event for PointsChanged {
    const DOMAIN: &'static str = "customers";
    const NAME: &'static str = "points_changed";
    const WHEN: &'static str = "Whenever a guest's points move: earned, spent, granted, expired or corrected. Once for all that moves them in one transaction.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Points are earned at another percentage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardPercentChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Points a dollar, in hundredths.
    #[schemars(extend("x-unit" = "hundredths of a point per dollar"))]
    pub percent_hundredths: i64,
    /// From when on, UTC.
    pub effective_from: Timestamp,
}

impl Event for RewardPercentChanged {
    const DOMAIN: &'static str = "customers";
    const NAME: &'static str = "reward_percent_changed";
    const WHEN: &'static str = "When a person sets a percentage other than the one in effect.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A guest is to be forgotten: every reader erases what it keeps about them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerErased {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The guest.
    #[serde(rename = "posCustomerID")]
    pub customer_id: CustomerId,
}

impl Event for CustomerErased {
    const DOMAIN: &'static str = "customers";
    const NAME: &'static str = "customer_erased";
    const WHEN: &'static str = "Once for each guest that a person erases.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// An id of a guest is merged into another, or no longer is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerMerged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The id that ended: its checks, points and rewards count for the one that stays.
    #[serde(rename = "posCustomerID")]
    pub customer_id: CustomerId,
    /// The id that stays, at the end of all merges; none: a correction by the POS made the ended id a guest of its own again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<CustomerId>,
}

impl Event for CustomerMerged {
    const DOMAIN: &'static str = "customers";
    const NAME: &'static str = "customer_merged";
    const WHEN: &'static str = "When a merge that a POS sent takes effect or is corrected: once for each id that now counts for another guest, also when the guest that stayed is merged itself.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Something about a location's guests changed: open apps read it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomersChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Grows with every change of the location's guests.
    pub version: i64,
}

impl Event for CustomersChanged {
    const DOMAIN: &'static str = "customers";
    const NAME: &'static str = "customers_changed";
    const WHEN: &'static str = "With every change of a location's guests, their points or their rewards, once for all that is stored together.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

impl Changed for CustomersChanged {
    fn of(pos_id: PosId, version: i64) -> CustomersChanged {
        CustomersChanged { pos_id, version }
    }
}
