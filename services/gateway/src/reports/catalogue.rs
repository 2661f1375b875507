//! All reports: their calls, splits and figures. Another report is an entry here and a rule in the
//! service reports.

use std::collections::BTreeMap;

use saffron_core::figure::{self as f, Column, Figure, Formula, Prefer, Unit};
use saffron_proto::reports::ReportKind as Kind;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The name where a fact has none.
pub const UNASSIGNED: &str = "Unassigned";

/// A dimension that a report splits by: a column of its rows.
#[derive(Debug, Serialize)]
pub struct Split {
    /// Its key in JSON.
    pub key: &'static str,
    /// Its label.
    pub label: &'static str,
    /// An id: `null` if a fact has none. Otherwise a name.
    pub id: bool,
    /// The name if a fact has none.
    #[serde(skip)]
    pub unnamed: &'static str,
    /// Its meaning in a sentence, where its label does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<&'static str>,
}

/// A tab of the app.
#[derive(Serialize)]
pub struct Tab {
    /// Its name in an address.
    pub key: &'static str,
    pub label: &'static str,
}

/// A report of the main API.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The last part of its path.
    pub call: &'static str,
    /// Its title, which also begins the name of its CSV file.
    pub title: &'static str,
    /// Its name in the OpenAPI document: `<name>Row` and `<name>Figures`.
    pub name: &'static str,
    /// The tab of the app that shows it. Tabs come in the order of the catalogue.
    pub tab: Tab,
    /// The dimensions that it splits by.
    pub splits: &'static [Split],
    /// Its figures, by their ids; shares are fractions of the first one.
    #[serde(serialize_with = "ids")]
    pub figures: &'static [&'static Figure],
    /// Whether its rows list payments by type.
    pub lists_payments: bool,
    /// Its kind in the service reports.
    #[serde(skip)]
    pub kind: Kind,
}

impl Report {
    /// Whether its rows are of hours.
    pub fn is_hourly(&self) -> bool {
        self.kind == Kind::Hourly
    }

    /// Whether its rows always have a business date; those of other reports have none if they are not grouped by date.
    pub fn is_daily(&self) -> bool {
        self.kind == Kind::Daily
    }

    /// Whether answers leave a figure out while it is 0: a rare one, unless the report is about such figures.
    pub fn leaves_out(&self, figure: &Figure) -> bool {
        figure.is_rare() && !self.main_figure().is_some_and(Figure::is_rare)
    }

    /// The figure that shares are fractions of.
    pub fn main_figure(&self) -> Option<&'static Figure> {
        self.figures.first().copied()
    }
}

fn ids<S: Serializer>(figures: &&'static [&'static Figure], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(figures.iter().map(|figure| figure.id))
}

/// A split by a name.
const fn name(key: &'static str, label: &'static str) -> Split {
    Split { key, label, id: false, unnamed: UNASSIGNED, definition: None }
}

/// A split by an id.
const fn id(key: &'static str, label: &'static str) -> Split {
    Split { key, label, id: true, unnamed: "", definition: None }
}

impl Split {
    /// The same with another name for what has none.
    const fn or(self, unnamed: &'static str) -> Split {
        Split { unnamed, ..self }
    }

    /// The same with its meaning.
    const fn defined(self, definition: &'static str) -> Split {
        Split { definition: Some(definition), ..self }
    }
}

/// Why something was voided or discounted.
const REASON: Split =
    name("reason", "Reason").defined("Why, as it was entered at the POS. Unassigned if none was entered.");

/// The person who allowed a void or a discount.
const APPROVED_BY: Split = name("approvedBy", "Approved by")
    .defined("The manager who allowed it at the POS. Unassigned if none was named.");

macro_rules! figures {
    ($($figure:ident)+) => {
        &[$(&f::$figure),+]
    };
}

static DAY: &[&Figure] = figures!(
    GROSS_SALES GROSS_PROFIT GROSS_COST GROSS_LABOR GROSS_DISCOUNTS GROSS_TAX GROSS_VOIDS GROSS_TIPS
    GROSS_REWARD_USED GROSS_PAYMENT GROSS_COVER CHECKS NET_SALES LABOR_PERCENT COST_PERCENT
    SALES_WITHOUT_COST OPEN_SHIFTS NOT_CLOCKED_OUT GROSS_SERVICE_CHARGES GROSS_GRATUITY GROSS_DEFERRED
    GROSS_REDEEMED GROSS_ROUNDING MARKETPLACE_TAX OUT_OF_BALANCE PRIME_COST PRIME_COST_PERCENT
    OPEN_CHECKS OPEN_SALES HOURS_WITHOUT_WAGE
);

static ITEM: &[&Figure] = figures!(
    GROSS_SALES QUANTITY GROSS_DISCOUNTS NET_SALES GROSS_COST ITEM_PROFIT SALES_WITHOUT_COST
);

static SALES: &[&Figure] = figures!(
    GROSS_SALES GROSS_DISCOUNTS NET_SALES CHECKS GROSS_COVER GROSS_TIPS AVERAGE_CHECK
);

const fn tab(key: &'static str, label: &'static str) -> Tab {
    Tab { key, label }
}

const fn report(
    kind: Kind,
    call: &'static str,
    title: &'static str,
    name: &'static str,
    tab: Tab,
    splits: &'static [Split],
    figures: &'static [&'static Figure],
) -> Report {
    Report { call, title, name, tab, splits, figures, lists_payments: false, kind }
}

/// Every report.
pub static REPORTS: &[Report] = &[
    report(Kind::Daily, "get-daily-sales-labor", "Daily sales", "Daily", tab("sales", "Sales"), &[], DAY),
    report(
        Kind::Hourly,
        "get-hourly-report",
        "Sales by hour",
        "Hourly",
        tab("hourly", "Hourly"),
        &[],
        figures!(GROSS_SALES NET_SALES CHECKS GROSS_COVER GROSS_LABOR LABOR_PERCENT OPEN_CHECKS OPEN_SALES
            HOURS_WITHOUT_WAGE),
    ),
    report(
        Kind::Labor,
        "get-labor-report",
        "Labor",
        "Labor",
        tab("labor", "Labor"),
        &[name("job", "Job"), id("employeeID", "Employee ID"), name("employeeName", "Employee")],
        figures!(
            GROSS_LABOR HOURS OVERTIME_HOURS DECLARED_TIPS SALES_PER_LABOR_HOUR OPEN_SHIFTS NOT_CLOCKED_OUT
            HOURS_WITHOUT_WAGE
            LOCATION_NET_SALES
        ),
    ),
    report(
        Kind::Item,
        "get-itemsales-report",
        "Item sales",
        "Item",
        tab("item", "Item"),
        &[
            id("posItemID", "Item ID"),
            name("itemName", "Item"),
            name("majorCategory", "Major category"),
            name("minorCategory", "Minor category"),
        ],
        ITEM,
    ),
    report(
        Kind::MajorCategory,
        "get-major-category-sales-report",
        "Sales by major category",
        "MajorCategory",
        tab("majorCategory", "Major Category"),
        &[name("majorCategory", "Major category")],
        ITEM,
    ),
    report(
        Kind::MinorCategory,
        "get-minor-category-sales-report",
        "Sales by minor category",
        "MinorCategory",
        tab("minorCategory", "Minor Category"),
        &[name("majorCategory", "Major category"), name("minorCategory", "Minor category")],
        ITEM,
    ),
    report(
        Kind::Modifier,
        "get-modifier-report",
        "Modifiers",
        "Modifier",
        tab("modifier", "Modifiers"),
        &[
            name("itemName", "Item"),
            name("modifier", "Modifier").defined("What guests add to an item or leave out."),
        ],
        figures!(MODIFIER_SALES QUANTITY MODIFIER_COST TIMES),
    ),
    report(
        Kind::Employee,
        "get-employee-sales-report",
        "Sales by employee",
        "EmployeeSales",
        tab("employee", "Sales by Employee"),
        &[id("employeeID", "Employee ID"), name("employeeName", "Employee")],
        SALES,
    ),
    report(
        Kind::RevenueCenter,
        "get-revenuecenter-sales-report",
        "Sales by revenue center",
        "RevenueCenter",
        tab("revenueCenter", "Revenue Center"),
        &[name("revenueCenter", "Revenue center")],
        SALES,
    ),
    Report {
        lists_payments: true,
        ..report(
            Kind::Cashier,
            "get-cashier-sales-report",
            "Cashiers",
            "Cashier",
            tab("cashier", "Cashier"),
            &[id("cashierID", "Cashier ID"), name("cashierName", "Cashier")],
            figures!(GROSS_PAYMENT GROSS_TIPS GROSS_VOIDS GROSS_DISCOUNTS),
        )
    },
    report(
        Kind::Payment,
        "get-payment-report",
        "Payments",
        "Payment",
        tab("payment", "Payment"),
        &[name("paymentType", "Payment type")],
        figures!(GROSS_PAYMENT PAYMENT_COUNT AMOUNT GROSS_TIPS),
    ),
    report(
        Kind::Discount,
        "get-discount-report",
        "Discounts and comps",
        "Discount",
        tab("discount", "Discounts"),
        &[
            name("discountKind", "Kind").defined(
                "A comp is given away by the house, a promotion is an offer, an employee meal is for the staff.",
            ),
            name("discount", "Discount")
                .or("Other discount")
                .defined("Its name at the POS. Other discount is the part that has none."),
            REASON,
            APPROVED_BY,
            id("employeeID", "Employee ID"),
            name("employeeName", "Employee"),
        ],
        figures!(GROSS_DISCOUNTS TIMES),
    ),
    report(
        Kind::Void,
        "get-void-report",
        "Voids",
        "Void",
        tab("void", "Voids"),
        &[
            name("itemName", "Item"),
            REASON,
            APPROVED_BY,
            id("employeeID", "Employee ID"),
            name("employeeName", "Employee"),
        ],
        figures!(GROSS_VOIDS QUANTITY TIMES),
    ),
    report(
        Kind::ServiceCharge,
        "get-service-charge-report",
        "Service charges",
        "ServiceCharge",
        tab("serviceCharge", "Service Charges"),
        &[
            name("chargeKind", "Kind")
                .defined("Gratuity belongs to the staff. Fees and delivery are revenue beside sales."),
            name("serviceCharge", "Service charge"),
        ],
        figures!(CHARGED CHARGE_TAX TIMES),
    ),
    report(
        Kind::Tax,
        "get-tax-report",
        "Taxes",
        "Tax",
        tab("tax", "Taxes"),
        &[
            name("collectedBy", "Collected by")
                .defined("You owe the tax that you collect. Marketplaces owe the tax that they collect."),
            name("tax", "Tax").or("Other tax"),
        ],
        figures!(NAMED_TAX TIMES),
    ),
    report(
        Kind::GiftCard,
        "get-gift-card-report",
        "Gift cards",
        "GiftCard",
        tab("giftCard", "Gift Cards"),
        &[name("activity", "Activity"), name("giftCard", "Gift card")],
        figures!(GROSS_DEFERRED GROSS_REDEEMED TIMES),
    ),
    report(
        Kind::Cash,
        "get-cash-report",
        "Cash drawers",
        "Cash",
        tab("cash", "Cash"),
        &[id("posDrawerID", "Drawer"), id("employeeID", "Employee ID"), name("employeeName", "Employee")],
        figures!(
            CASH_COUNTED CASH_OVER_SHORT CASH_EXPECTED CASH_OPENING CASH_SALES CASH_PAID_IN CASH_PAID_OUT CASH_DROPS
            CASH_COUNTS
        ),
    ),
    report(
        Kind::OnlineOrder,
        "get-onlineorder-sales-report",
        "Online orders",
        "OnlineOrder",
        tab("onlineOrder", "Online Order"),
        &[name("orderSource", "Order source")],
        figures!(GROSS_SALES NET_SALES ORDERS GROSS_TIPS SOURCE_FEE NET_AFTER_FEE),
    ),
    report(
        Kind::Table,
        "get-table-performance-report",
        "Tables",
        "Table",
        tab("tablePerformance", "Table Performance"),
        &[name("table", "Table")],
        figures!(
            GROSS_SALES NET_SALES CHECKS GROSS_COVER TABLE_MINUTES AVERAGE_MINUTES SALES_PER_COVER
        ),
    ),
    report(
        Kind::OrderType,
        "get-ordertype-sales-report",
        "Sales by order type",
        "OrderType",
        tab("orderType", "Order Type"),
        &[name("orderType", "Order type")],
        SALES,
    ),
    report(
        Kind::OrderInputType,
        "get-orderinputtype-sales-report",
        "Sales by order input type",
        "OrderInputType",
        tab("orderInputType", "Order Input Type"),
        &[name("orderInputType", "Order input type")],
        SALES,
    ),
    report(
        Kind::Daily,
        "get-report-filter-bydate",
        "Summary",
        "Summary",
        tab("summary", "Summary"),
        &[],
        DAY,
    ),
];

/// The catalogue as the web app reads it: `proto/figures.json`.
pub fn as_json() -> Value {
    let figures: BTreeMap<&str, Value> =
        f::ALL.iter().map(|figure| (figure.id, figure_as_json(figure))).collect();
    let reports: Vec<Value> = REPORTS.iter().map(report_as_json).collect();
    json!({ "figures": figures, "reports": reports })
}

/// A report, with the figures that its answers leave out while they are 0.
fn report_as_json(report: &Report) -> Value {
    let mut value = json!(report);
    let left_out = report.figures.iter().filter(|figure| report.leaves_out(figure));
    if let Some(object) = value.as_object_mut() {
        object.insert("leftOut".into(), left_out.map(|figure| figure.id).collect());
    }
    value
}

/// A figure. Only a ratio has its formula, since all others are sums over rows.
fn figure_as_json(figure: &Figure) -> Value {
    let mut value = json!({
        "key": figure.key,
        "label": figure.label,
        "unit": unit_name(figure.unit),
        "decimals": figure.unit.decimals(),
        "prefer": match figure.prefer {
            Prefer::More => "more",
            Prefer::Less => "less",
            Prefer::Neutral => "neutral",
        },
        "nullable": figure.is_ratio(),
        "holdsCost": figure.holds(&f::GROSS_COST),
        "rare": figure.is_rare(),
        "oncePerLocation": matches!(figure.formula, Formula::Column(Column::LocationNetSales)),
        "definition": figure.definition,
    });
    if let (Formula::Ratio { part, whole, times }, Some(object)) = (&figure.formula, value.as_object_mut()) {
        object.insert("ratio".into(), json!({ "part": part.id, "whole": whole.id, "times": times }));
    }
    value
}

fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Money => "money",
        Unit::Count => "count",
        Unit::Quantity => "quantity",
        Unit::Percent => "percent",
        Unit::Hours => "hours",
        Unit::Minutes => "minutes",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn calls_are_unique_and_every_figure_is_used() {
        let calls: BTreeSet<_> = REPORTS.iter().map(|report| report.call).collect();
        let names: BTreeSet<_> = REPORTS.iter().map(|report| report.name).collect();
        assert_eq!((calls.len(), names.len()), (REPORTS.len(), REPORTS.len()));
        let used: BTreeSet<_> =
            REPORTS.iter().flat_map(|report| report.figures).map(|f| f.definition).collect();
        let all: BTreeSet<_> = f::ALL.iter().map(|f| f.definition).collect();
        assert_eq!(used, all);
    }

    #[test]
    fn shares_are_fractions_of_money() {
        for report in REPORTS {
            assert_eq!(report.main_figure().map(|figure| figure.unit), Some(Unit::Money), "{}", report.call);
        }
    }
}
