//! What inventory publishes of items.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Audience, Changed, Event, WALL_TIME};
use crate::{BusinessDate, ItemId, Money, PosId, Quantity, UserId};

/// An owner edited an item: what a till sells it for, or what is left of it, is otherwise now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemEdited {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The item.
    #[serde(rename = "posItemID")]
    pub item_id: ItemId,
    /// The location's changes, numbered without gaps: the same as `GET /ingest/v1/changes` counts by.
    pub change: i64,
    /// Who did it.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// Price of one, dollars, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// Cost of one, dollars, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimated_cost: Option<Money>,
    /// As guests read it, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What was counted, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<Quantity>,
}

impl Event for ItemEdited {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "item_edited";
    const WHEN: &'static str = "When an owner changes an item's price, cost, name for guests or counted stock; an edit of anything else is not published.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A promo code of a campaign is new, or gives something else than before: a POS takes it from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoCodeOffered {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Upper case; checks carry it as `promoCode`.
    pub promo_code: String,
    /// The location's changes, numbered without gaps: the same as `GET /ingest/v1/changes` counts by.
    pub change: i64,
    /// The person who wrote the campaign.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// Whole percent; absent: the POS decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount_percentage: Option<i32>,
    /// On these items alone; empty: on the whole check.
    #[serde(rename = "posItemIDs")]
    pub item_ids: Vec<ItemId>,
    /// The last business date; absent: it does not end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<BusinessDate>,
}

impl Event for PromoCodeOffered {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "promo_code_offered";
    const WHEN: &'static str = "When an owner sends a campaign with a promo code, before its first message, and when what the code gives changes.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Why an item may be sold again, or may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AvailabilityReason {
    /// Someone marked it as sold out.
    Marked,
    /// Someone took the mark back.
    TakenBack,
    /// The mark's time had come.
    Ended,
}

/// An item was marked as sold out, or is so marked no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvailabilityChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The item.
    #[serde(rename = "posItemID")]
    pub item_id: ItemId,
    /// The location's changes, numbered without gaps.
    pub change: i64,
    /// Whether it may not be sold.
    pub sold_out: bool,
    /// Wall time of the location at which the mark ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "wall time of the location", "pattern" = WALL_TIME))]
    pub until: Option<String>,
    /// Why.
    pub why: AvailabilityReason,
    /// The person who did it; absent where it ended by itself.
    #[serde(default, rename = "userID", skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
}

impl Event for AvailabilityChanged {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "availability_changed";
    const WHEN: &'static str = "When someone marks an item as sold out or takes the mark back, and when the time of a mark has come.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// The POS says otherwise than before whether an item is sold out; what is in force is the owner's word where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TillAvailabilityChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The item.
    #[serde(rename = "posItemID")]
    pub item_id: ItemId,
    /// Whether the POS says that it may not be sold.
    pub sold_out: bool,
    /// Wall time of the location at which the mark ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "wall time of the location", "pattern" = WALL_TIME))]
    pub until: Option<String>,
}

impl Event for TillAvailabilityChanged {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "till_availability_changed";
    const WHEN: &'static str = "When the POS marks an item as sold out, changes the mark's end or takes the mark back, and when the time of its mark has come.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Nothing is left of an item of which something was left before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockRanOut {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The item.
    #[serde(rename = "posItemID")]
    pub item_id: ItemId,
    /// What is left: nothing, or less where more was sold than counted.
    #[serde(deserialize_with = "Quantity::deserialize_sum")]
    pub stock: Quantity,
}

impl Event for StockRanOut {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "stock_ran_out";
    const WHEN: &'static str = "When a sale or a count leaves nothing of an item of which something was left before; again only after there was something in between.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Items of a location look otherwise now: what shows them asks again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemsChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Grows with every change of the location's menu.
    pub version: i64,
}

impl Event for ItemsChanged {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "items_changed";
    const WHEN: &'static str = "When an item looks otherwise in a list: what the till or the owner says of it, or its level; not with each sale.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

impl Changed for ItemsChanged {
    fn of(pos_id: PosId, version: i64) -> ItemsChanged {
        ItemsChanged { pos_id, version }
    }
}
