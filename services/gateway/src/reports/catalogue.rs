//! Every report there is: its call, what it splits by, and its figures (figures.md, Reports). A further report
//! is a further entry here, and a rule in the service reports.

use std::collections::BTreeMap;

use saffron_core::figure::{self as f, Column, Figure, Formula, Prefer, Unit};
use saffron_proto::reports::ReportKind;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// What a report splits by: a column of its rows.
#[derive(Debug, Serialize)]
pub struct Split {
    /// Its name in JSON.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// An id: `null` where a fact names none. Otherwise a name, `Unassigned` where there is none.
    pub id: bool,
}

/// A report of the main API.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The last part of its path.
    pub call: &'static str,
    /// What people call it; also begins the name of its CSV file.
    pub title: &'static str,
    /// What its rows are called in the OpenAPI document: `<name>Row` and `<name>Figures`.
    pub name: &'static str,
    /// What it splits by.
    pub splits: &'static [Split],
    /// Its figures, by their ids; shares are of the first one.
    #[serde(serialize_with = "ids")]
    pub figures: &'static [&'static Figure],
    /// Its rows list payments by type.
    pub lists_payments: bool,
    /// As reports knows it.
    #[serde(skip)]
    pub kind: ReportKind,
}

impl Report {
    /// Its rows are of hours.
    #[must_use]
    pub fn is_hourly(&self) -> bool {
        self.kind == ReportKind::Hourly
    }

    /// Rows carry a business date unless they are grouped by none; those of days always do.
    #[must_use]
    pub fn is_daily(&self) -> bool {
        self.kind == ReportKind::Daily
    }

    /// The figure that shares are of.
    #[must_use]
    pub fn main_figure(&self) -> Option<&'static Figure> {
        self.figures.first().copied()
    }
}

fn ids<S: Serializer>(figures: &&'static [&'static Figure], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(figures.iter().map(|figure| figure.id))
}

const fn name(key: &'static str, label: &'static str) -> Split {
    Split { key, label, id: false }
}

const fn id(key: &'static str, label: &'static str) -> Split {
    Split { key, label, id: true }
}

static DAY: &[&Figure] = &[
    &f::GROSS_SALES,
    &f::GROSS_PROFIT,
    &f::GROSS_COST,
    &f::GROSS_LABOR,
    &f::GROSS_DISCOUNTS,
    &f::GROSS_TAX,
    &f::GROSS_VOIDS,
    &f::GROSS_TIPS,
    &f::GROSS_REWARD_USED,
    &f::GROSS_PAYMENT,
    &f::GROSS_COVER,
    &f::CHECKS,
    &f::NET_SALES,
    &f::LABOR_PERCENT,
    &f::COST_PERCENT,
    &f::SALES_WITHOUT_COST,
    &f::OPEN_SHIFTS,
    &f::NOT_CLOCKED_OUT,
];

static ITEM: &[&Figure] = &[
    &f::GROSS_SALES,
    &f::QUANTITY,
    &f::GROSS_DISCOUNTS,
    &f::NET_SALES,
    &f::GROSS_COST,
    &f::ITEM_PROFIT,
    &f::SALES_WITHOUT_COST,
];

static SALES: &[&Figure] = &[
    &f::GROSS_SALES,
    &f::GROSS_DISCOUNTS,
    &f::NET_SALES,
    &f::CHECKS,
    &f::GROSS_COVER,
    &f::GROSS_TIPS,
    &f::AVERAGE_CHECK,
];

const fn sales(
    kind: ReportKind,
    call: &'static str,
    title: &'static str,
    name: &'static str,
    splits: &'static [Split],
) -> Report {
    Report { call, title, name, splits, figures: SALES, lists_payments: false, kind }
}

/// Every report, in the order of the specification.
pub static REPORTS: &[Report] = &[
    Report {
        call: "get-daily-sales-labor",
        title: "Daily sales",
        name: "Daily",
        splits: &[],
        figures: DAY,
        lists_payments: false,
        kind: ReportKind::Daily,
    },
    Report {
        call: "get-report-filter-bydate",
        title: "Summary",
        name: "Summary",
        splits: &[],
        figures: DAY,
        lists_payments: false,
        kind: ReportKind::Daily,
    },
    Report {
        call: "get-hourly-report",
        title: "Sales by hour",
        name: "Hourly",
        splits: &[],
        figures: &[
            &f::GROSS_SALES,
            &f::NET_SALES,
            &f::CHECKS,
            &f::GROSS_COVER,
            &f::GROSS_LABOR,
            &f::LABOR_PERCENT,
        ],
        lists_payments: false,
        kind: ReportKind::Hourly,
    },
    Report {
        call: "get-labor-report",
        title: "Labor",
        name: "Labor",
        splits: &[name("job", "Job"), id("employeeID", "Employee ID"), name("employeeName", "Employee")],
        figures: &[
            &f::GROSS_LABOR,
            &f::HOURS,
            &f::OVERTIME_HOURS,
            &f::DECLARED_TIPS,
            &f::SALES_PER_LABOR_HOUR,
            &f::OPEN_SHIFTS,
            &f::NOT_CLOCKED_OUT,
            &f::LOCATION_NET_SALES,
        ],
        lists_payments: false,
        kind: ReportKind::Labor,
    },
    Report {
        call: "get-itemsales-report",
        title: "Item sales",
        name: "Item",
        splits: &[
            id("posItemID", "Item ID"),
            name("itemName", "Item"),
            name("majorCategory", "Major category"),
            name("minorCategory", "Minor category"),
        ],
        figures: ITEM,
        lists_payments: false,
        kind: ReportKind::Item,
    },
    Report {
        call: "get-major-category-sales-report",
        title: "Sales by major category",
        name: "MajorCategory",
        splits: &[name("majorCategory", "Major category")],
        figures: ITEM,
        lists_payments: false,
        kind: ReportKind::MajorCategory,
    },
    Report {
        call: "get-minor-category-sales-report",
        title: "Sales by minor category",
        name: "MinorCategory",
        splits: &[name("majorCategory", "Major category"), name("minorCategory", "Minor category")],
        figures: ITEM,
        lists_payments: false,
        kind: ReportKind::MinorCategory,
    },
    sales(
        ReportKind::Employee,
        "get-employee-sales-report",
        "Sales by employee",
        "EmployeeSales",
        &[id("employeeID", "Employee ID"), name("employeeName", "Employee")],
    ),
    sales(
        ReportKind::RevenueCenter,
        "get-revenuecenter-sales-report",
        "Sales by revenue center",
        "RevenueCenter",
        &[name("revenueCenter", "Revenue center")],
    ),
    Report {
        call: "get-cashier-sales-report",
        title: "Cashiers",
        name: "Cashier",
        splits: &[id("cashierID", "Cashier ID"), name("cashierName", "Cashier")],
        figures: &[&f::GROSS_PAYMENT, &f::GROSS_TIPS, &f::GROSS_VOIDS, &f::GROSS_DISCOUNTS],
        lists_payments: true,
        kind: ReportKind::Cashier,
    },
    Report {
        call: "get-payment-report",
        title: "Payments",
        name: "Payment",
        splits: &[name("paymentType", "Payment type")],
        figures: &[&f::GROSS_PAYMENT, &f::PAYMENT_COUNT, &f::AMOUNT, &f::GROSS_TIPS],
        lists_payments: false,
        kind: ReportKind::Payment,
    },
    Report {
        call: "get-onlineorder-sales-report",
        title: "Online orders",
        name: "OnlineOrder",
        splits: &[name("orderSource", "Order source")],
        figures: &[
            &f::GROSS_SALES,
            &f::NET_SALES,
            &f::ORDERS,
            &f::GROSS_TIPS,
            &f::SOURCE_FEE,
            &f::NET_AFTER_FEE,
        ],
        lists_payments: false,
        kind: ReportKind::OnlineOrder,
    },
    Report {
        call: "get-table-performance-report",
        title: "Tables",
        name: "Table",
        splits: &[name("table", "Table")],
        figures: &[
            &f::GROSS_SALES,
            &f::NET_SALES,
            &f::CHECKS,
            &f::GROSS_COVER,
            &f::TABLE_MINUTES,
            &f::AVERAGE_MINUTES,
            &f::SALES_PER_COVER,
        ],
        lists_payments: false,
        kind: ReportKind::Table,
    },
    sales(
        ReportKind::OrderType,
        "get-ordertype-sales-report",
        "Sales by order type",
        "OrderType",
        &[name("orderType", "Order type")],
    ),
    sales(
        ReportKind::OrderInputType,
        "get-orderinputtype-sales-report",
        "Sales by order input type",
        "OrderInputType",
        &[name("orderInputType", "Order input type")],
    ),
];

/// The catalogue as the web app reads it: `proto/figures.json`.
#[must_use]
pub fn as_json() -> Value {
    let figures: BTreeMap<&str, Value> =
        f::ALL.iter().map(|figure| (figure.id, figure_as_json(figure))).collect();
    json!({ "figures": figures, "reports": REPORTS })
}

/// A figure; what adds up over rows has no formula there, a ratio has the figures that it is of.
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
    fn calls_and_names_are_unique_and_every_figure_is_used() {
        let calls: BTreeSet<_> = REPORTS.iter().map(|report| report.call).collect();
        let names: BTreeSet<_> = REPORTS.iter().map(|report| report.name).collect();
        assert_eq!((calls.len(), names.len()), (REPORTS.len(), REPORTS.len()));
        let used: BTreeSet<_> =
            REPORTS.iter().flat_map(|report| report.figures).map(|f| f.definition).collect();
        let all: BTreeSet<_> = f::ALL.iter().map(|f| f.definition).collect();
        assert_eq!(used, all);
    }

    #[test]
    fn shares_are_of_money() {
        for report in REPORTS {
            assert_eq!(report.main_figure().map(|figure| figure.unit), Some(Unit::Money), "{}", report.call);
        }
    }
}
