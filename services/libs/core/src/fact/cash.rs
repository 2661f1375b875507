//! Counts of cash drawers.

use serde::{Deserialize, Serialize};

use super::person::{self, Person};
use super::sent;
use crate::{BusinessDate, Calendar, DrawerId, Moment, Money, PosTime};

/// A drawer that was counted at the end of its use, stamped with the location's own time. Amounts are in cents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CashCount {
    /// The drawer. Together with its opening it is unique within the location.
    #[serde(rename = "posDrawerID")]
    pub drawer: DrawerId,
    /// The day it counts in: that of its closing.
    pub business_date: BusinessDate,
    /// Whether the POS sent that date. None of facts that were stamped before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_brought: Option<bool>,
    /// When the drawer was put into use.
    pub opened: Moment,
    /// When it was counted.
    pub closed: Moment,
    /// The person who answers for it.
    pub employee: Option<Person>,
    /// In it at the opening.
    pub opening: Money,
    /// Cash payments less cash refunds.
    pub sales: Money,
    /// Put in beside sales.
    pub paid_in: Money,
    /// Taken out for expenses.
    pub paid_out: Money,
    /// Taken out to the safe.
    pub drops: Money,
    /// What should be in it.
    pub expected: Money,
    /// What is in it.
    pub counted: Money,
}

impl CashCount {
    /// What is in it beyond what should be; negative if something is missing.
    #[must_use]
    pub fn over_short(&self) -> Money {
        self.counted - self.expected
    }
}

/// A count as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CashCountInput {
    #[serde(rename = "posDrawerID", deserialize_with = "sent::id")]
    drawer: DrawerId,
    business_date: Option<BusinessDate>,
    opened_at: PosTime,
    closed_at: PosTime,
    #[serde(default, deserialize_with = "person::optional")]
    employee: Option<Person>,
    opening: Option<Money>,
    sales: Option<Money>,
    paid_in: Option<Money>,
    paid_out: Option<Money>,
    drops: Option<Money>,
    expected: Option<Money>,
    counted: Money,
}

impl CashCountInput {
    /// Stamps business date and local times, and works out what should be in the drawer where it is not sent.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, calendar: &Calendar) -> Result<CashCount, (String, String)> {
        let moment =
            |field: &str, time| calendar.resolve(time).map_err(|e| (field.to_owned(), e.to_string()));
        let (opened, closed) = (moment("openedAt", self.opened_at)?, moment("closedAt", self.closed_at)?);
        if closed.at < opened.at {
            return Err(("closedAt".into(), "must not lie before openedAt".into()));
        }
        let of = Option::<Money>::unwrap_or_default;
        let (opening, sales, paid_in) = (of(self.opening), of(self.sales), of(self.paid_in));
        let (paid_out, drops) = (of(self.paid_out), of(self.drops));
        let expected = match self.expected {
            Some(expected) => expected,
            None => (opening + sales + paid_in - paid_out - drops)
                .in_range()
                .map_err(|e| ("expected".to_owned(), e.to_string()))?,
        };
        Ok(CashCount {
            drawer: self.drawer,
            business_date: self.business_date.unwrap_or_else(|| calendar.date_of(closed.wall)),
            date_brought: Some(self.business_date.is_some()),
            opened,
            closed,
            employee: self.employee,
            opening,
            sales,
            paid_in,
            paid_out,
            drops,
            expected,
            counted: self.counted,
        })
    }
}
