//! Facts that take others back: what was sent is none, or is another's.

use saffron_core::{CheckId, CustomerId, ItemId, PosId, ShiftId};
use serde::Serialize;

/// A check that is none: `check.removed`. A higher revision brings it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemovedCheck {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The check.
    #[serde(rename = "posCheckID")]
    pub id: CheckId,
    /// A higher one replaces a lower.
    pub revision: i64,
}

/// A shift that is none: `shift.removed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemovedShift {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The shift.
    #[serde(rename = "posShiftID")]
    pub id: ShiftId,
    /// A higher one replaces a lower.
    pub revision: i64,
}

/// An item that is no longer on the menu: `item.removed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemovedItem {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The item.
    #[serde(rename = "posItemID")]
    pub id: ItemId,
    /// A higher one replaces a lower.
    pub revision: i64,
}

/// Two ids of one guest: `customer.merged`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MergedGuest {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The id that ends.
    #[serde(rename = "posCustomerID")]
    pub id: CustomerId,
    /// The id that stays, another one.
    pub merged_into: CustomerId,
    /// A higher one replaces a lower.
    pub revision: i64,
}
