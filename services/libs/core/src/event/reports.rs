//! What reports publishes: checks as they are stored, and the figures that screens redraw.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use uuid::Uuid;

use super::{Audience, Event, WALL_TIME};
use crate::time::public_time;
use crate::{BusinessDate, CheckId, Money, PosId};

/// A check was stored, or a newer version of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    #[schemars(extend("x-unit" = "wall time of the location", "pattern" = WALL_TIME))]
    pub close_time: String,
    /// Line amounts not voided, dollars.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_sales: Money,
    /// Net of discounts, dollars.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub net_sales: Money,
    /// Payments with tips, dollars.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_payment: Money,
    /// Guests.
    #[schemars(extend("x-unit" = "guests"))]
    pub covers: i64,
    /// Voided as a whole.
    pub voided: bool,
    /// It refunds another check.
    pub refund: bool,
}

impl Event for CheckRecorded {
    const DOMAIN: &'static str = "reports";
    const NAME: &'static str = "check_recorded";
    const WHEN: &'static str = "Whenever a check is stored, live or by an import, and again with each newer version of it, such as a correction, a refund or a void. Of versions that are worked together, as those of one request are, only the newest is published.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A day's figures as screens redraw them; the daily report row without shares and comparisons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// The new figures of `businessDate`.
    pub totals: Totals,
}

/// What a version of [`ReportChanged`] carries of a day.
pub trait TotalsOfDay: Serialize {
    /// The version of the event.
    const VERSION: u8;
    /// When it is sent.
    const WHEN: &'static str;
}

impl TotalsOfDay for DayTotals {
    const VERSION: u8 = 1;
    const WHEN: &'static str = "No longer: version 2 is sent instead.";
}

impl TotalsOfDay for DayTotalsV2 {
    const VERSION: u8 = 2;
    const WHEN: &'static str =
        "Right after a change of a location's figures, at once and then at most every 100 ms.";
}

impl<Totals: TotalsOfDay> Event for ReportChanged<Totals> {
    const DOMAIN: &'static str = "reports";
    const NAME: &'static str = "report_changed";
    const VERSION: u8 = Totals::VERSION;
    const WHEN: &'static str = Totals::WHEN;
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

/// A replica of reports started. Notifications that were pending at a crash are lost, so browsers and gateways load again
/// what they show or cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplicaStarted {
    /// This life of the replica: another one after each start.
    pub incarnation: Uuid,
}

impl Event for ReplicaStarted {
    const DOMAIN: &'static str = "reports";
    const NAME: &'static str = "replica_started";
    const WHEN: &'static str = "When a replica of reports starts.";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
    fn audience(&self) -> Audience {
        Audience::Gateways
    }
}

impl CheckRecorded {
    /// Formats a wall time the way events carry it.
    #[must_use]
    pub fn close_time_of(wall: jiff::civil::DateTime) -> String {
        public_time(wall)
    }
}

/// What a day adds up to: the row of the daily report without shares and comparisons, with the pay of open shifts up to
/// the moment of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayTotals {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The day.
    pub business_date: BusinessDate,
    /// Line amounts not voided.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_sales: Money,
    /// Net sales without rewards, cost and labor.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_profit: Money,
    /// What the items cost.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_cost: Money,
    /// Pay of closed shifts, and of open ones so far.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_labor: Money,
    /// Discounts.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_discounts: Money,
    /// Tax.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_tax: Money,
    /// Amounts of voided lines and checks.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_voids: Money,
    /// Tips.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_tips: Money,
    /// Rewards that were redeemed.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_reward_used: Money,
    /// Payments with tips.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_payment: Money,
    /// Guests.
    #[schemars(extend("x-unit" = "guests"))]
    pub gross_cover: i64,
    /// Checks that count.
    #[schemars(extend("x-unit" = "checks"))]
    pub checks: i64,
    /// Gross sales without discounts.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub net_sales: Money,
    /// Labor of net sales, two decimals; null where nothing was sold.
    #[schemars(extend("x-unit" = "percent"))]
    pub labor_percent: Option<Money>,
    /// Cost of net sales, two decimals; null where nothing was sold.
    #[schemars(extend("x-unit" = "percent"))]
    pub cost_percent: Option<Money>,
    /// Net sales of items whose cost is not known.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub sales_without_cost: Money,
    /// Shifts that are open.
    #[schemars(extend("x-unit" = "shifts"))]
    pub open_shifts: i64,
    /// Open shifts of people who seem to have forgotten to clock out.
    #[schemars(extend("x-unit" = "shifts"))]
    pub not_clocked_out: i64,
}

/// What a day adds up to: as version 1, with charges, gift cards, rounding and prime cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayTotalsV2 {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The day.
    pub business_date: BusinessDate,
    /// Line amounts not voided.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_sales: Money,
    /// Net sales and service charges without rewards, cost and labor.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_profit: Money,
    /// What the items cost.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_cost: Money,
    /// Pay of closed shifts, and of open ones so far.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_labor: Money,
    /// Discounts.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_discounts: Money,
    /// Tax.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_tax: Money,
    /// Amounts of voided lines and checks.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_voids: Money,
    /// Tips.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_tips: Money,
    /// Rewards that were redeemed.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_reward_used: Money,
    /// Payments with tips.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_payment: Money,
    /// Guests.
    #[schemars(extend("x-unit" = "guests"))]
    pub gross_cover: i64,
    /// Checks that count.
    #[schemars(extend("x-unit" = "checks"))]
    pub checks: i64,
    /// Gross sales without discounts.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub net_sales: Money,
    /// Labor of net sales, two decimals; null where nothing was sold.
    #[schemars(extend("x-unit" = "percent"))]
    pub labor_percent: Option<Money>,
    /// Cost of net sales, two decimals; null where nothing was sold.
    #[schemars(extend("x-unit" = "percent"))]
    pub cost_percent: Option<Money>,
    /// Net sales of items whose cost is not known.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub sales_without_cost: Money,
    /// Paid hours of shifts without a known wage, two decimals.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    #[schemars(extend("x-unit" = "hours"))]
    pub hours_without_wage: Money,
    /// Shifts that are open.
    #[schemars(extend("x-unit" = "shifts"))]
    pub open_shifts: i64,
    /// Open shifts of people who seem to have forgotten to clock out.
    #[schemars(extend("x-unit" = "shifts"))]
    pub not_clocked_out: i64,
    /// Fees and delivery charges, without their tax: revenue beside sales.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_service_charges: Money,
    /// Automatic gratuity: belongs to the staff.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_gratuity: Money,
    /// Gift cards and deposits sold.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_deferred: Money,
    /// Paid with gift cards and deposits; part of `grossPayment`.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_redeemed: Money,
    /// By which checks were rounded; positive if more was due.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub gross_rounding: Money,
    /// Tax that marketplaces collect and owe; not part of `grossTax`.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub marketplace_tax: Money,
    /// Payments less what was due; 0 unless amounts of the POS do not add up.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub out_of_balance: Money,
    /// Checks that are still open.
    #[schemars(extend("x-unit" = "checks"))]
    pub open_checks: i64,
    /// Their net sales, which count nowhere else yet.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub open_sales: Money,
    /// Cost and labor.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub prime_cost: Money,
    /// Cost and labor of net sales, two decimals; null where nothing was sold.
    #[schemars(extend("x-unit" = "percent"))]
    pub prime_cost_percent: Option<Money>,
}
