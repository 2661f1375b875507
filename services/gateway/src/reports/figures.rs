//! The catalogue of figures (figures.md, Definitions): what each is called, what it means, and how it is worked
//! out of what reports adds up. It makes the rows of the HTTP API, the OpenAPI document, the header of CSV files
//! and, as `proto/figures.json`, the explanations in the app.

use saffron_core::Money;
use saffron_proto::reports::Sums;
use serde::Serialize;

/// What a figure counts in, and with how many decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
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
    pub const fn decimals(self) -> usize {
        match self {
            Unit::Count | Unit::Minutes => 0,
            Unit::Money | Unit::Percent | Unit::Hours => 2,
            Unit::Quantity => 3,
        }
    }
}

/// Which way is good news.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Prefer {
    /// More of it.
    More,
    /// Less of it.
    Less,
    /// Neither.
    Neutral,
}

/// A figure of a report.
#[derive(Serialize)]
pub struct Figure {
    /// Its name in the catalogue.
    #[serde(skip)]
    pub id: &'static str,
    /// Its name in JSON.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it counts in.
    pub unit: Unit,
    /// Which way is good news.
    pub prefer: Prefer,
    /// It may be `null`: a ratio of nothing.
    pub nullable: bool,
    /// What it means, in one or two sentences.
    pub definition: &'static str,
    /// In the smallest part of its unit: cents, thousandths, hundredths of a percent or of an hour, ones.
    #[serde(skip)]
    pub of: fn(&Sums) -> Option<i64>,
}

macro_rules! figures {
    ($($name:ident $key:literal $label:literal $unit:ident $prefer:ident $of:expr, $definition:literal;)*) => {
        $(
            #[doc = $definition]
            pub static $name: Figure = Figure {
                id: stringify!($name),
                key: $key,
                label: $label,
                unit: Unit::$unit,
                prefer: Prefer::$prefer,
                nullable: matches!($of, Value::Ratio(_)),
                definition: $definition,
                of: match $of {
                    Value::Sum(of) => of,
                    Value::Ratio(of) => of,
                },
            };
        )*
        /// Every figure.
        pub static ALL: &[&Figure] = &[$(&$name),*];
    };
}

/// How a figure comes about.
enum Value {
    /// There always is one.
    Sum(fn(&Sums) -> Option<i64>),
    /// None where there is nothing to divide by.
    Ratio(fn(&Sums) -> Option<i64>),
}
use Value::{Ratio, Sum};

fn net_sales(sums: &Sums) -> i64 {
    sums.gross_sales - sums.gross_discounts
}

/// `part * scale / whole`, rounded half away from zero; none where `whole` is not above zero.
fn ratio(part: i64, scale: i64, whole: i64) -> Option<i64> {
    (whole > 0).then(|| Money::from_cents(part).ratio(scale, whole).cents())
}

/// Seconds as hundredths of hours.
fn hours(seconds: i64) -> i64 {
    Money::from_cents(seconds).ratio(100, 3_600).cents()
}

/// Paid seconds, overtime included.
fn labor_seconds(sums: &Sums) -> i64 {
    sums.labor_minutes * 60 + sums.labor_seconds
}

figures! {
    GROSS_SALES "grossSales" "Gross sales" Money More Sum(|s| Some(s.gross_sales)),
        "Everything sold at its price, before discounts. Voided lines, tax and tips are not in it.";
    NET_SALES "netSales" "Net sales" Money More Sum(|s| Some(net_sales(s))),
        "Gross sales less discounts.";
    GROSS_DISCOUNTS "grossDiscounts" "Discounts" Money Less Sum(|s| Some(s.gross_discounts)),
        "Discounts on lines and on whole checks. A check's discount is spread over its lines.";
    GROSS_TAX "grossTax" "Tax" Money Neutral Sum(|s| Some(s.gross_tax)),
        "Sales tax of what was sold. It is not part of sales.";
    GROSS_VOIDS "grossVoids" "Voids" Money Less Sum(|s| Some(s.gross_voids)),
        "The value of lines and whole checks that were struck. They count nowhere else.";
    GROSS_TIPS "grossTips" "Tips" Money More Sum(|s| Some(s.gross_tips)),
        "Tips on payments. Tips that staff declare at the end of a shift stand in the labor report only.";
    GROSS_REWARD_USED "grossRewardUsed" "Reward used" Money Neutral Sum(|s| Some(s.gross_reward_used)),
        "What guests paid with reward points. 100 points are $1.00.";
    GROSS_PAYMENT "grossPayment" "Payments" Money More Sum(|s| Some(s.gross_payment)),
        "What was paid, tips included.";
    GROSS_COST "grossCost" "Cost" Money Less Sum(|s| Some(s.gross_cost)),
        "The cost of what was sold, as the POS or the menu states it. Lines without a cost are not in it: then it is incomplete.";
    GROSS_LABOR "grossLabor" "Labor" Money Less Sum(|s| Some(s.gross_labor)),
        "Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours.";
    GROSS_PROFIT "grossProfit" "Profit" Money More Sum(|s| {
        Some(net_sales(s) - s.gross_reward_used - s.gross_cost - s.gross_labor)
    }), "Net sales less rewards used, cost and labor. Rent and other expenses are not in it.";
    ITEM_PROFIT "grossProfit" "Profit" Money More Sum(|s| Some(net_sales(s) - s.gross_cost)),
        "Net sales less the cost of what was sold. Labor is not in it.";
    GROSS_COVER "grossCover" "Covers" Count More Sum(|s| Some(s.gross_cover)),
        "Guests served, without refunds and voids.";
    CHECKS "checks" "Checks" Count More Sum(|s| Some(s.checks)),
        "Closed checks, without refunds and voids.";
    LABOR_PERCENT "laborPercent" "Labor %" Percent Less Ratio(|s| ratio(s.gross_labor, 10_000, net_sales(s))),
        "Labor in percent of net sales.";
    COST_PERCENT "costPercent" "Cost %" Percent Less Ratio(|s| ratio(s.gross_cost, 10_000, net_sales(s))),
        "Cost in percent of net sales.";
    SALES_WITHOUT_COST "salesWithoutCost" "Sales without cost" Money Less Sum(|s| Some(s.sales_without_cost)),
        "Sales of lines whose cost is not known. Where it is not zero, cost and profit are incomplete.";
    OPEN_SHIFTS "openShifts" "Open shifts" Count Neutral Sum(|s| Some(s.open_shifts)),
        "Shifts that nobody has clocked out of yet. Their labor is counted so far.";
    NOT_CLOCKED_OUT "notClockedOut" "Not clocked out" Count Less Sum(|s| Some(s.not_clocked_out)),
        "Shifts open for more than 16 hours: somebody forgot to clock out.";
    QUANTITY "quantity" "Quantity" Quantity More Sum(|s| Some(s.quantity)),
        "How many were sold.";
    HOURS "hours" "Hours" Hours Neutral Sum(|s| Some(hours(labor_seconds(s)))),
        "Paid hours, overtime included.";
    OVERTIME_HOURS "overtimeHours" "Overtime hours" Hours Less Sum(|s| Some(hours(s.overtime_minutes * 60 + s.overtime_seconds))),
        "Of the paid hours, those at the overtime rate.";
    DECLARED_TIPS "declaredTips" "Declared tips" Money More Sum(|s| Some(s.declared_tips)),
        "Tips that staff declare at the end of a shift.";
    SALES_PER_LABOR_HOUR "salesPerLaborHour" "Sales per labor hour" Money More Ratio(|s| {
        ratio(s.location_net_sales, 3_600, labor_seconds(s))
    }), "The location's net sales for each of these paid hours.";
    AVERAGE_CHECK "averageCheck" "Average check" Money More Ratio(|s| ratio(net_sales(s), 1, s.checks)),
        "Net sales for each check.";
    PAYMENT_COUNT "paymentCount" "Number of payments" Count More Sum(|s| {
        Some(s.tenders.iter().map(|tender| tender.payments).sum())
    }), "How many payments were taken, without refunds.";
    AMOUNT "amount" "Amount" Money More Sum(|s| Some(s.tenders.iter().map(|tender| tender.amount).sum())),
        "What was paid, without tips.";
    ORDERS "orders" "Orders" Count More Sum(|s| Some(s.checks)),
        "Online orders, without refunds and voids.";
    SOURCE_FEE "sourceFee" "Source fee" Money Less Sum(|s| Some(s.source_fee)),
        "What the source of the order keeps.";
    NET_AFTER_FEE "netAfterFee" "Net after fee" Money More Sum(|s| {
        Some(net_sales(s) + s.gross_tips - s.source_fee)
    }), "Net sales and tips less the source's fee: what is left for the restaurant.";
    TABLE_MINUTES "tableMinutes" "Minutes held" Minutes Neutral Sum(|s| Some(s.table_minutes)),
        "Minutes from the opening to the closing of the table's checks.";
    AVERAGE_MINUTES "averageMinutes" "Minutes per check" Minutes Less Ratio(|s| ratio(s.table_minutes, 1, s.checks)),
        "How long a check holds the table.";
    SALES_PER_COVER "salesPerCover" "Sales per cover" Money More Ratio(|s| ratio(net_sales(s), 1, s.gross_cover)),
        "Net sales for each guest.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profit_is_what_is_left_of_net_sales() {
        let day = Sums {
            gross_sales: 100_000,
            gross_discounts: 5_000,
            gross_reward_used: 1_000,
            gross_cost: 30_000,
            gross_labor: 23_750,
            gross_tips: 9_999,
            gross_tax: 8_888,
            ..Sums::default()
        };
        assert_eq!((NET_SALES.of)(&day), Some(95_000));
        assert_eq!((GROSS_PROFIT.of)(&day), Some(40_250));
        assert_eq!((ITEM_PROFIT.of)(&day), Some(65_000));
        assert_eq!((LABOR_PERCENT.of)(&day), Some(2_500));
        assert_eq!((COST_PERCENT.of)(&day), Some(3_158));
    }

    #[test]
    fn a_ratio_of_nothing_is_none() {
        let labor_only = Sums { gross_labor: 1_500, ..Sums::default() };
        for figure in ALL.iter().filter(|figure| figure.nullable) {
            assert_eq!((figure.of)(&labor_only), None, "{}", figure.key);
        }
        assert_eq!((GROSS_PROFIT.of)(&labor_only), Some(-1_500));
    }

    #[test]
    fn hours_and_averages_are_rounded_half_away_from_zero() {
        let labor = Sums {
            labor_minutes: 1_001,
            overtime_minutes: 45,
            location_net_sales: 50_000,
            ..Sums::default()
        };
        assert_eq!((HOURS.of)(&labor), Some(1_668));
        assert_eq!((OVERTIME_HOURS.of)(&labor), Some(75));
        assert_eq!((SALES_PER_LABOR_HOUR.of)(&labor), Some(2_997));
        // 6.69 hours, and 45 minutes and 54 seconds.
        let labor = Sums {
            labor_minutes: 401,
            labor_seconds: 24,
            overtime_minutes: 45,
            overtime_seconds: 54,
            ..labor
        };
        assert_eq!((HOURS.of)(&labor), Some(669));
        assert_eq!((OVERTIME_HOURS.of)(&labor), Some(77));
        assert_eq!((SALES_PER_LABOR_HOUR.of)(&labor), Some(7_474));
        let table =
            Sums { gross_sales: 1_001, checks: 2, gross_cover: 3, table_minutes: 91, ..Sums::default() };
        assert_eq!((AVERAGE_CHECK.of)(&table), Some(501));
        assert_eq!((SALES_PER_COVER.of)(&table), Some(334));
        assert_eq!((AVERAGE_MINUTES.of)(&table), Some(46));
    }

    #[test]
    fn everything_is_explained() {
        for figure in ALL {
            assert!(figure.definition.ends_with('.'), "{}", figure.key);
            assert!(!figure.label.is_empty());
        }
    }
}
