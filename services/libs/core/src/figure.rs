//! Figures of reports: the names, the meaning and the formula of each, over the columns that
//! the service reports adds up. Reports as JSON and CSV, the OpenAPI document, live events, digests and, by
//! `proto/figures.json`, the web app are made from this one table.

mod table;

pub use table::*;

use crate::money::divide;

/// A column that the service reports adds up. Amounts are in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Line amounts that are not voided, before discounts.
    GrossSales,
    /// Discounts of lines and checks, positive.
    GrossDiscounts,
    /// Sales tax.
    GrossTax,
    /// Voided lines and checks.
    GrossVoids,
    /// Tips on payments.
    GrossTips,
    /// Paid with points.
    GrossRewardUsed,
    /// Payments with tips.
    GrossPayment,
    /// Fees and delivery charges.
    GrossServiceCharges,
    /// Service charges that belong to the staff.
    GrossGratuity,
    /// Gift cards and deposits sold.
    GrossDeferred,
    /// Paid with gift cards and deposits.
    GrossRedeemed,
    /// What checks were rounded by.
    GrossRounding,
    /// Tax that marketplaces owe.
    MarketplaceTax,
    /// Payments less what was due.
    OutOfBalance,
    /// Cost of what was sold, where it is known.
    GrossCost,
    /// Pay of shifts.
    GrossLabor,
    /// Guests.
    GrossCover,
    /// Checks that count.
    Checks,
    /// Sales of lines whose cost is not known.
    SalesWithoutCost,
    /// Paid time of shifts that have no wage, in seconds.
    SecondsWithoutWage,
    /// Checks that are open.
    OpenChecks,
    /// Net sales of checks that are open.
    OpenSales,
    /// Cash drawers that were counted.
    CashCounts,
    /// In drawers at their opening.
    CashOpening,
    /// Cash payments less cash refunds.
    CashSales,
    /// Put into drawers beside sales.
    CashPaidIn,
    /// Taken out of drawers for expenses.
    CashPaidOut,
    /// Taken out of drawers to the safe.
    CashDrops,
    /// What should be in drawers.
    CashExpected,
    /// What is in drawers.
    CashCounted,
    /// Shifts that are open.
    OpenShifts,
    /// Shifts that are open for implausibly long.
    NotClockedOut,
    /// Pieces sold, in thousandths.
    Quantity,
    /// Paid time, overtime included, in seconds.
    LaborSeconds,
    /// Time at the overtime rate, in seconds.
    OvertimeSeconds,
    /// Tips that shifts declare.
    DeclaredTips,
    /// The fee of the source of an online order.
    SourceFee,
    /// Minutes between opening and closing of a table's checks.
    TableMinutes,
    /// Payments, without those of refunds.
    Payments,
    /// Payments without tips; of entries of checks, such as a service charge, their amounts.
    Amount,
    /// Entries of checks, without those of refunds.
    Entries,
    /// Net sales of the whole location, the same in each row of a location and span.
    LocationNetSales,
}

impl Column {
    /// Whether it is 0 in most rows, because many restaurants never have it.
    #[must_use]
    pub const fn is_rare(self) -> bool {
        matches!(
            self,
            Column::GrossServiceCharges
                | Column::GrossGratuity
                | Column::GrossDeferred
                | Column::GrossRedeemed
                | Column::GrossRounding
                | Column::MarketplaceTax
                | Column::OutOfBalance
                | Column::SecondsWithoutWage
                | Column::OpenChecks
                | Column::OpenSales
        )
    }
}

/// A row of columns.
pub trait Columns {
    /// The value of a column, in the unit that [`Column`] states; 0 where it is not filled.
    fn column(&self, column: Column) -> i64;
}

/// The unit of a figure, and its decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Dollars, two decimals.
    Money,
    /// Whole things.
    Count,
    /// Pieces, three decimals.
    Quantity,
    /// Hundredths, two decimals: 31.25 is 31.25 %.
    Percent,
    /// Two decimals.
    Hours,
    /// Whole minutes.
    Minutes,
}

impl Unit {
    /// Digits after the point.
    #[must_use]
    pub const fn decimals(self) -> u32 {
        match self {
            Unit::Count | Unit::Minutes => 0,
            Unit::Money | Unit::Percent | Unit::Hours => 2,
            Unit::Quantity => 3,
        }
    }
}

/// Whether more or less of a figure is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefer {
    /// More of it.
    More,
    /// Less of it.
    Less,
    /// Neither.
    Neutral,
}

/// How a figure is computed.
#[derive(Debug)]
pub enum Formula {
    /// A column, in the smallest part of the figure's unit.
    Column(Column),
    /// A column of seconds, in hours.
    Seconds(Column),
    /// Other figures of the same unit, each that many times.
    Sum(&'static [(i64, &'static Figure)]),
    /// One figure divided by another one; none where `whole` is not above zero.
    Ratio {
        /// What is divided.
        part: &'static Figure,
        /// What it is divided by.
        whole: &'static Figure,
        /// 100 for a percentage.
        times: i64,
    },
}

/// A text in room of a fixed size, which is copied by a few instructions. Most of a report's JSON is such keys.
#[derive(Debug, Clone, Copy)]
pub struct JsonKey {
    room: [u8; JsonKey::ROOM],
    length: usize,
}

impl JsonKey {
    /// The most bytes.
    pub const ROOM: usize = 32;

    const fn new(text: &str) -> JsonKey {
        let (mut room, mut rest) = ([0; JsonKey::ROOM], text.as_bytes());
        let mut left: &mut [u8] = &mut room;
        // A longer text has no room: it does not compile.
        while let ([byte, others @ ..], Some((first, further))) = (rest, left.split_first_mut()) {
            *first = *byte;
            (rest, left) = (others, further);
        }
        assert!(rest.is_empty(), "a key is too long");
        JsonKey { room, length: text.len() }
    }

    /// The text with what is left of its room behind it, and its length.
    #[must_use]
    pub const fn room(&self) -> (&[u8; JsonKey::ROOM], usize) {
        (&self.room, self.length)
    }
}

/// A figure of a report.
#[derive(Debug)]
pub struct Figure {
    /// Its name in the table.
    pub id: &'static str,
    /// Its name in JSON.
    pub key: &'static str,
    /// The same between two members: a comma, the quoted name and a colon.
    pub json_key: JsonKey,
    /// Its name for people.
    pub label: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Whether more or less of a figure is better.
    pub prefer: Prefer,
    /// How it is computed.
    pub formula: Formula,
    /// What it means, in one or two sentences.
    pub definition: &'static str,
}

impl Figure {
    /// Its value in the smallest part of its unit (cents, thousandths, hundredths of a percent or of an hour,
    /// ones), rounded half away from zero; none for a ratio of nothing.
    #[must_use]
    pub fn value(&self, columns: &impl Columns) -> Option<i64> {
        match self.formula {
            Formula::Column(column) => Some(columns.column(column)),
            _ => self.exact(columns).map(|Fraction { part, whole }| divide(part, whole)),
        }
    }

    /// Its value, 0 for a ratio of nothing.
    #[must_use]
    pub fn value_or_zero(&self, columns: &impl Columns) -> i64 {
        self.value(columns).unwrap_or_default()
    }

    /// Whether many restaurants never have it: reports leave it out of an answer while it is 0, and the app shows no line of it.
    /// Reports about such figures do not.
    #[must_use]
    pub const fn is_rare(&self) -> bool {
        match self.formula {
            Formula::Column(column) | Formula::Seconds(column) => column.is_rare(),
            Formula::Sum(_) | Formula::Ratio { .. } => false,
        }
    }

    /// Whether its value may be none: a ratio of nothing.
    #[must_use]
    pub const fn is_ratio(&self) -> bool {
        matches!(self.formula, Formula::Ratio { .. })
    }

    /// Whether it is computed from another figure, or is that figure.
    #[must_use]
    pub fn holds(&self, other: &Figure) -> bool {
        self.id == other.id
            || match self.formula {
                Formula::Column(_) | Formula::Seconds(_) => false,
                Formula::Sum(terms) => terms.iter().any(|(_, figure)| figure.holds(other)),
                Formula::Ratio { part, whole, .. } => part.holds(other) || whole.holds(other),
            }
    }

    /// Its value where that is never a fraction: a column, or a sum of columns.
    fn whole(&self, columns: &impl Columns) -> Option<i128> {
        match &self.formula {
            Formula::Column(column) => Some(columns.column(*column).into()),
            Formula::Sum(terms) => terms
                .iter()
                .try_fold(0, |sum, (times, figure)| Some(sum + figure.whole(columns)? * i128::from(*times))),
            Formula::Seconds(_) | Formula::Ratio { .. } => None,
        }
    }

    /// The value before it is rounded.
    fn exact(&self, columns: &impl Columns) -> Option<Fraction> {
        if let Some(part) = self.whole(columns) {
            return Some(Fraction { part, whole: 1 });
        }
        match &self.formula {
            Formula::Column(column) => Some(Fraction { part: columns.column(*column).into(), whole: 1 }),
            Formula::Seconds(column) => {
                let part = i128::from(columns.column(*column)) * power_of_ten(self.unit.decimals());
                Some(Fraction { part, whole: 3_600 })
            }
            Formula::Sum(terms) => {
                terms.iter().try_fold(Fraction { part: 0, whole: 1 }, |sum, (times, figure)| {
                    let term = figure.exact(columns)?;
                    let part = sum.part * term.whole + term.part * sum.whole * i128::from(*times);
                    Some(Fraction { part, whole: sum.whole * term.whole })
                })
            }
            Formula::Ratio { part, whole, times } => {
                let (above, below) = (part.exact(columns)?, whole.exact(columns)?);
                // Each is in the smallest part of its own unit.
                let above_scale = power_of_ten(self.unit.decimals() + whole.unit.decimals());
                let below_scale = power_of_ten(part.unit.decimals());
                (below.part > 0).then(|| Fraction {
                    part: above.part * below.whole * above_scale * i128::from(*times),
                    whole: above.whole * below.part * below_scale,
                })
            }
        }
    }
}

/// A value before it is rounded; `whole` is above zero.
#[derive(Clone, Copy)]
struct Fraction {
    part: i128,
    whole: i128,
}

const fn power_of_ten(exponent: u32) -> i128 {
    10_i64.pow(exponent) as i128
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Columns by their names.
    struct Row(BTreeMap<String, i64>);

    impl Columns for Row {
        fn column(&self, column: Column) -> i64 {
            self.0.get(&format!("{column:?}")).copied().unwrap_or_default()
        }
    }

    fn row<const N: usize>(columns: [(Column, i64); N]) -> Row {
        Row(columns.into_iter().map(|(column, value)| (format!("{column:?}"), value)).collect())
    }

    #[test]
    fn profit_is_what_is_left_of_net_sales() {
        let day = row([
            (Column::GrossSales, 100_000),
            (Column::GrossDiscounts, 5_000),
            (Column::GrossRewardUsed, 1_000),
            (Column::GrossCost, 30_000),
            (Column::GrossLabor, 23_750),
            (Column::GrossTips, 9_999),
            (Column::GrossTax, 8_888),
        ]);
        assert_eq!(NET_SALES.value(&day), Some(95_000));
        assert_eq!(GROSS_PROFIT.value(&day), Some(40_250));
        assert_eq!(ITEM_PROFIT.value(&day), Some(65_000));
        assert_eq!(LABOR_PERCENT.value(&day), Some(2_500));
        assert_eq!(COST_PERCENT.value(&day), Some(3_158));
    }

    #[test]
    fn ratio_of_nothing_or_less_is_none() {
        let labor_only = row([(Column::GrossLabor, 1_500)]);
        let refunds = row([(Column::GrossLabor, 1_500), (Column::GrossSales, -2_000)]);
        for figure in ALL.iter().filter(|figure| figure.is_ratio()) {
            assert_eq!(figure.value(&labor_only), None, "{}", figure.id);
            assert_eq!(figure.value(&refunds), None, "{}", figure.id);
        }
        assert_eq!(GROSS_PROFIT.value(&labor_only), Some(-1_500));
    }

    #[test]
    fn hours_and_ratios_round_half_away_from_zero() {
        let labor = |seconds, overtime| {
            row([
                (Column::LaborSeconds, seconds),
                (Column::OvertimeSeconds, overtime),
                (Column::LocationNetSales, 50_000),
            ])
        };
        let even = labor(1_001 * 60, 45 * 60);
        assert_eq!(HOURS.value(&even), Some(1_668));
        assert_eq!(OVERTIME_HOURS.value(&even), Some(75));
        assert_eq!(SALES_PER_LABOR_HOUR.value(&even), Some(2_997));
        // 6.69 hours, and 45 minutes and 54 seconds. The rate is of the seconds, not of the rounded hours.
        let odd = labor(401 * 60 + 24, 45 * 60 + 54);
        assert_eq!(HOURS.value(&odd), Some(669));
        assert_eq!(OVERTIME_HOURS.value(&odd), Some(77));
        assert_eq!(SALES_PER_LABOR_HOUR.value(&odd), Some(7_474));
        let table = row([
            (Column::GrossSales, 1_001),
            (Column::Checks, 2),
            (Column::GrossCover, 3),
            (Column::TableMinutes, 91),
        ]);
        assert_eq!(AVERAGE_CHECK.value(&table), Some(501));
        assert_eq!(SALES_PER_COVER.value(&table), Some(334));
        assert_eq!(AVERAGE_MINUTES.value(&table), Some(46));
        let refunds = row([(Column::GrossSales, -1_001), (Column::Checks, 2)]);
        assert_eq!(AVERAGE_CHECK.value(&refunds), Some(-501));
    }

    #[test]
    fn figures_know_what_they_hold() {
        assert!(GROSS_PROFIT.holds(&GROSS_COST) && COST_PERCENT.holds(&GROSS_COST));
        assert!(LABOR_PERCENT.holds(&GROSS_DISCOUNTS) && !LABOR_PERCENT.holds(&GROSS_COST));
    }

    #[test]
    fn figures_have_unique_ids_and_explanations() {
        let ids: BTreeSet<_> = ALL.iter().map(|figure| figure.id).collect();
        assert_eq!(ids.len(), ALL.len());
        for figure in ALL {
            assert!(figure.definition.ends_with('.'), "{}", figure.id);
            assert!(!figure.label.is_empty());
        }
    }

    #[test]
    fn terms_of_a_sum_have_its_unit() {
        for figure in ALL {
            if let Formula::Sum(terms) = figure.formula {
                assert!(terms.iter().all(|(_, term)| term.unit == figure.unit), "{}", figure.id);
            }
        }
    }
}
