//! Reports as Square's Reporting API has them (developer.squareup.com/docs/reporting-api): the view `Sales` and the cubes
//! `Orders` and `PaymentAndRefunds`, asked in the form of Cube. Amounts are dollars.
//!
//! The documentation names `net_sales`, `net_sales_with_tax`, `tips_amount`, `sales_tax_amount`, `count`, `avg_net_sales`,
//! `discounts_amount` and `itemized_returns`; `top_line_product_sales`, `order_count`, `total_collected_amount`,
//! `gift_card_sales_amount`, `service_charges_only_sum`, `auto_gratuity_amount` and `refund_total_amount` are seen in public code
//! that reads the real one. What it does not say is decided here:
//!
//! - `net_sales` = `top_line_product_sales` - `discounts_amount` - `itemized_returns`, the last two positive; a return counts
//!   without its part of discounts. Service charges have measures of their own.
//! - Signed and paid checks that wait for their tip count as closed, on the day of the payment; returns count once their
//!   refunds are completed, on their own day.

mod facts;
mod load;
mod query;

use serde_json::{Value, json};

pub use load::load;
pub use query::Query;

use crate::trade::Sums;
use saffron_core::Money;

/// The figure of a measure.
pub enum Figure {
    Count(i64),
    Money(Money),
    /// A share of something that may be nothing.
    Each(Money, i64),
}

/// A measure: its cubes, its name, its figure.
struct Measure {
    cubes: &'static [&'static str],
    name: &'static str,
    figure: fn(&Sums) -> Figure,
}

const SALES: &[&str] = &["Sales", "Orders"];
const MONEY: &[&str] = &["PaymentAndRefunds"];

/// All measures.
const MEASURES: [Measure; 19] = [
    Measure { cubes: SALES, name: "top_line_product_sales", figure: |sums| Figure::Money(sums.gross) },
    Measure { cubes: SALES, name: "item_sales_amount", figure: |sums| Figure::Money(sums.gross) },
    Measure { cubes: SALES, name: "discounts_amount", figure: |sums| Figure::Money(sums.discounts) },
    Measure { cubes: SALES, name: "itemized_returns", figure: |sums| Figure::Money(sums.returns) },
    Measure { cubes: SALES, name: "net_sales", figure: |sums| Figure::Money(sums.net()) },
    Measure { cubes: SALES, name: "sales_tax_amount", figure: |sums| Figure::Money(sums.tax) },
    Measure { cubes: SALES, name: "net_sales_with_tax", figure: |sums| Figure::Money(sums.net() + sums.tax) },
    Measure { cubes: SALES, name: "tips_amount", figure: |sums| Figure::Money(sums.tips) },
    Measure { cubes: SALES, name: "service_charges_only_sum", figure: |sums| Figure::Money(sums.fees) },
    Measure { cubes: SALES, name: "auto_gratuity_amount", figure: |sums| Figure::Money(sums.gratuity) },
    Measure { cubes: SALES, name: "gift_card_sales_amount", figure: |sums| Figure::Money(sums.gift_cards) },
    Measure { cubes: SALES, name: "total_collected_amount", figure: |sums| Figure::Money(sums.collected) },
    Measure { cubes: SALES, name: "count", figure: |sums| Figure::Count(sums.count) },
    Measure { cubes: SALES, name: "order_count", figure: |sums| Figure::Count(sums.count) },
    Measure { cubes: SALES, name: "avg_net_sales", figure: |sums| Figure::Each(sums.net(), sums.count) },
    Measure { cubes: MONEY, name: "count", figure: |sums| Figure::Count(sums.count) },
    Measure { cubes: MONEY, name: "total_amount", figure: |sums| Figure::Money(sums.collected) },
    Measure { cubes: MONEY, name: "tips_amount", figure: |sums| Figure::Money(sums.tips) },
    Measure { cubes: MONEY, name: "refund_total_amount", figure: |sums| Figure::Money(sums.returns) },
];

/// The dimensions by cube; `time` ones are moments.
const DIMENSIONS: [(&str, &str, &str); 17] = [
    ("Sales", "location_id", "string"),
    ("Sales", "location_name", "string"),
    ("Sales", "order_id", "string"),
    ("Sales", "local_date", "string"),
    ("Sales", "local_reporting_timestamp", "time"),
    ("Sales", "sale_timestamp", "time"),
    ("Orders", "location_id", "string"),
    ("Orders", "order_id", "string"),
    ("Orders", "local_date", "string"),
    ("Orders", "local_reporting_timestamp", "time"),
    ("Orders", "sale_timestamp", "time"),
    ("PaymentAndRefunds", "location_id", "string"),
    ("PaymentAndRefunds", "order_id", "string"),
    ("PaymentAndRefunds", "local_date", "string"),
    ("PaymentAndRefunds", "type", "string"),
    ("PaymentAndRefunds", "tender_type", "string"),
    ("PaymentAndRefunds", "reporting_timestamp", "time"),
];

/// The segments by cube.
const SEGMENTS: [(&str, &str); 6] = [
    ("Orders", "closed_checks"),
    ("Orders", "open_checks"),
    ("Orders", "awaiting_capture"),
    ("Orders", "fully_paid"),
    ("Orders", "has_tip"),
    ("Orders", "no_tip"),
];

/// What can be asked.
pub fn meta() -> Value {
    let cube = |(name, kind): (&str, &str)| {
        let measures = MEASURES.iter().filter(|measure| measure.cubes.contains(&name)).map(|measure| {
            let title = measure.name.replace('_', " ");
            let agg = if measure.name.ends_with("count") { "count" } else { "sum" };
            json!({ "name": format!("{name}.{}", measure.name), "title": title, "shortTitle": title, "type": "number", "aggType": agg })
        });
        let dimensions = DIMENSIONS.iter().filter(|(cube, ..)| *cube == name).map(|(_, dimension, kind)| {
            let title = dimension.replace('_', " ");
            json!({ "name": format!("{name}.{dimension}"), "title": title, "shortTitle": title, "type": kind })
        });
        let segments = SEGMENTS.iter().filter(|(cube, _)| *cube == name).map(|(_, segment)| {
            let title = segment.replace('_', " ");
            json!({ "name": format!("{name}.{segment}"), "title": title, "shortTitle": title })
        });
        json!({
            "name": name, "title": name, "type": kind,
            "measures": measures.collect::<Vec<_>>(),
            "dimensions": dimensions.collect::<Vec<_>>(),
            "segments": segments.collect::<Vec<_>>(),
        })
    };
    let cubes = [("Sales", "view"), ("Orders", "cube"), ("PaymentAndRefunds", "cube")].map(cube);
    json!({ "cubes": cubes })
}
