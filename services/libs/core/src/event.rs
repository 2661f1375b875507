//! What services tell each other, analysts and browsers: CloudEvents 1.0 JSON (design.md section 3).
//!
//! A published type never changes: a change is a new type with a higher version beside it. The golden files
//! in `tests/golden` hold every type that was ever published.

mod auth;
mod customers;
mod marketing;
mod notifications;
mod payments;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use auth::{LocationDescribed, SessionsEnded};
pub use customers::{
    CustomerErased, CustomersChanged, PointsChanged, RewardGranted, RewardKind, RewardPercentChanged,
    RewardRedeemed,
};
pub use marketing::{CampaignChanged, CampaignCounts, CampaignFinished, RewardMessageSettled};
pub use notifications::{CommunicationAdded, CommunicationTarget, CommunicationsChanged, UnreadCounts};
pub use payments::{CardAccountSet, DisputeOpened, PaymentChanged, PaymentsChanged, PayoutChanged};

use crate::time::public_time;
use crate::{BusinessDate, CheckId, ItemId, Money, PosId, Quantity, UserId};

/// The envelope of every event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloudEvent<T> {
    /// Always `1.0`.
    pub specversion: String,
    /// Unique; consumers remember it.
    pub id: Uuid,
    /// The service that speaks.
    pub source: String,
    /// `saffron.<domain>.<event>.v1`.
    pub r#type: String,
    /// The location it is about; none for events about a person's account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<PosId>,
    /// When it was written, UTC.
    pub time: Timestamp,
    /// Always `application/json`.
    pub datacontenttype: String,
    /// Grows with each event of a source; tells the order of events about one thing.
    pub sequence: i64,
    /// What happened.
    pub data: T,
}

/// Where an event goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Other services and analysts, by the stream EVENTS. Carries no personal data.
    World,
    /// Everyone who sees this location, through the gateways.
    Location,
    /// One signed-in person, through the gateways.
    Person(UserId),
    /// The gateways themselves.
    Gateways,
}

/// A type of event.
pub trait Event: Serialize {
    /// The service that publishes it.
    const DOMAIN: &'static str;
    /// Its name in the subject: lower case with underscores.
    const NAME: &'static str;
    /// Its version.
    const VERSION: u8 = 1;

    /// The location it is about.
    fn pos_id(&self) -> Option<&PosId>;

    /// Where it goes.
    fn audience(&self) -> Audience {
        Audience::World
    }

    /// Its CloudEvents type.
    fn cloud_type() -> String {
        format!("saffron.{}.{}.v{}", Self::DOMAIN, Self::NAME, Self::VERSION)
    }
}

/// A check was stored, or a newer version of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckRecorded {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The check.
    #[serde(rename = "posCheckID")]
    pub check_id: CheckId,
    /// As the POS sent it.
    pub revision: i64,
    /// The day it counts in.
    pub business_date: BusinessDate,
    /// Wall time of the location.
    pub close_time: String,
    /// Line amounts not voided, dollars.
    pub gross_sales: Money,
    /// Net of discounts, dollars.
    pub net_sales: Money,
    /// Payments with tips, dollars.
    pub gross_payment: Money,
    /// Guests.
    pub covers: i64,
    /// Struck as a whole.
    pub voided: bool,
    /// It refunds another check.
    pub refund: bool,
}

impl Event for CheckRecorded {
    const DOMAIN: &'static str = "reports";
    const NAME: &'static str = "check_recorded";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A location was registered by its POS vendor, or its attributes changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationProvisioned {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Its name.
    pub name: String,
    /// IANA name of its time zone.
    pub time_zone: String,
}

impl Event for LocationProvisioned {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "location_provisioned";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A person's list of locations changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationsChanged {
    /// Whose list.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// The location that was linked or unlinked.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// True: may be seen; false: may no more be seen.
    pub linked: bool,
}

impl Event for LocationsChanged {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "locations_changed";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Person(self.user_id)
    }
}

/// A session ended: gateways drop what they cached of it and close its streams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionEnded {
    /// The public handle of the session; worth nothing without its cookie.
    pub handle: String,
}

impl Event for SessionEnded {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "session_ended";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
    fn audience(&self) -> Audience {
        Audience::Gateways
    }
}

/// A day's figures as screens redraw them; the daily report row without shares and comparisons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportChanged<Totals> {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Grows with every change of the location; a lower one than one seen is stale.
    pub version: i64,
    /// The newest day that changed.
    pub business_date: BusinessDate,
    /// The oldest day that changed.
    pub from: BusinessDate,
    /// The newest day that changed.
    pub to: BusinessDate,
    /// The new figures of `business_date`.
    pub totals: Totals,
}

impl<Totals: Serialize> Event for ReportChanged<Totals> {
    const DOMAIN: &'static str = "reports";
    const NAME: &'static str = "report_changed";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

/// A message or one event of it that could not be worked, kept for a person to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeadLetter {
    /// The location, where it is known.
    #[serde(rename = "posID")]
    pub pos_id: Option<PosId>,
    /// The consumer that gave up.
    pub consumer: String,
    /// The subject it came on, and goes back to when it is replayed.
    pub subject: String,
    /// Why.
    pub reason: String,
    /// How often it was delivered.
    pub attempts: i64,
    /// The payload as it came, or the part of it that failed.
    pub payload: String,
}

impl CheckRecorded {
    /// Formats a wall time the way events carry it.
    #[must_use]
    pub fn close_time_of(wall: jiff::civil::DateTime) -> String {
        public_time(wall)
    }
}

/// An owner edited an item: what a till sells it for, or what is left of it, is otherwise now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Why an item may be sold again, or may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AvailabilityReason {
    /// Someone marked it as sold out.
    Marked,
    /// Someone took the mark back.
    TakenBack,
    /// The mark's time had come.
    Ended,
}

/// An item was marked as sold out, or is no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    pub until: Option<String>,
    /// Why.
    pub why: AvailabilityReason,
    /// Who did it; nobody where it ended by itself.
    #[serde(default, rename = "userID", skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
}

impl Event for AvailabilityChanged {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "availability_changed";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Nothing is left of an item of which something was left before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StockRanOut {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The item.
    #[serde(rename = "posItemID")]
    pub item_id: ItemId,
    /// What is left: nothing, or less where more was sold than counted.
    pub stock: Quantity,
}

impl Event for StockRanOut {
    const DOMAIN: &'static str = "inventory";
    const NAME: &'static str = "stock_ran_out";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Items of a location look otherwise now: what shows them asks again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}
