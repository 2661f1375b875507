//! One row of a file as a sold line: what every layout is read into.

use csv::StringRecord;
use saffron_core::fact::Label;
use saffron_core::{Money, PosTime, Quantity};

use super::columns::{Field, Kind, Layout};
use super::dates::{self, Form};
use super::{amounts, zones};

/// The amounts of a line. Signs follow the row: everything of a sale is positive, everything of a refund negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amounts {
    /// How many.
    pub quantity: Quantity,
    /// Each row is one piece, and rows of the same item are counted together.
    pub counted: bool,
    /// Price of one, never negative.
    pub price: Money,
    /// Of the line, before discounts, without tax.
    pub amount: Money,
    /// Of the line.
    pub discount: Money,
    /// Of the line.
    pub tax: Money,
    /// Of one.
    pub cost: Option<Money>,
    /// Taken off the check.
    pub voided: bool,
}

/// The fields with a name that holds for the whole order, repeated in each of its rows.
pub const FACTS: [Field; 7] = [
    Field::Table,
    Field::Employee,
    Field::Cashier,
    Field::RevenueCenter,
    Field::OrderType,
    Field::InputType,
    Field::Tender,
];

/// A row that was sold, voided or refunded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sold<'a> {
    /// Order, check or transaction id.
    pub order: &'a str,
    /// Payment id; blank where there is none.
    pub payment: &'a str,
    /// When, as written.
    pub time: PosTime,
    /// Zone named by the row.
    pub zone: Option<saffron_core::Zone>,
    /// Money given back.
    pub refund: bool,
    /// Item with its size.
    pub item: String,
    /// Major category.
    pub category: &'a str,
    /// Minor category.
    pub subcategory: &'a str,
    pub amounts: Amounts,
    /// Guests of the order.
    pub covers: u16,
    /// Tip of the order.
    pub tip: Money,
    /// The cells of [`FACTS`].
    pub facts: [&'a str; FACTS.len()],
}

/// The result of reading a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading<'a> {
    /// A line of a check.
    Sold(Box<Sold<'a>>),
    /// Right, but no sale of food.
    LeftOut(&'static str),
}

/// Reads a row.
pub fn read<'a>(
    record: &'a StringRecord,
    layout: &Layout,
    form: Option<Form>,
) -> Result<Reading<'a>, String> {
    let cell = |field| layout.cell(record, field);
    if let Some(why) = no_sale(layout.kind, cell(Field::Deferred))? {
        return Ok(Reading::LeftOut(why));
    }
    let order = cell(Field::Order);
    if order.is_empty() {
        return Err("the order id is missing".to_owned());
    }
    let time = dates::when(cell(Field::Date), cell(Field::Time), form)?;
    let zone = Some(cell(Field::Zone)).filter(|z| !z.is_empty()).map(zones::find).transpose()?;
    let item = item_name(layout.kind, cell(Field::Item), cell(Field::Size), cell(Field::Deferred))?;
    let amount = amounts::money(cell(Field::Amount))?;
    let quantity = amounts::quantity(cell(Field::Quantity), amount.is_some())?;
    let price = amounts::money(cell(Field::Price))?;
    let one = quantity.unwrap_or(Quantity::ONE);
    let (price, amount) = match (price, amount) {
        (Some(price), Some(amount)) => (price, amount),
        (Some(price), None) => (price, price.times(one)),
        (None, Some(amount)) if one == Quantity::ZERO => (amount, amount),
        (None, Some(amount)) => (amount.ratio(1000, one.milli()), amount),
        (None, None) => return Err("it has neither a price nor an amount".to_owned()),
    };
    let refund = amount < Money::ZERO || flag(cell(Field::Refund), "refund", &["payment", "sale"])?;
    let signed = |money: Money| if refund { -money.abs() } else { money.abs() };
    let money = |field| amounts::money(cell(field)).map(Option::unwrap_or_default);
    let category = |text: &'a str| if text.eq_ignore_ascii_case("none") { "" } else { text };
    let covers = match cell(Field::Covers) {
        "" => 0,
        text => text.parse().map_err(|_| format!("'{text}' is not a number of guests"))?,
    };
    let milli = one.milli().abs();
    Ok(Reading::Sold(Box::new(Sold {
        order,
        payment: cell(Field::Payment),
        time,
        zone,
        refund,
        item,
        category: category(cell(Field::Category)),
        subcategory: category(cell(Field::Subcategory)),
        amounts: Amounts {
            quantity: Quantity::from_milli(if refund { -milli } else { milli }),
            counted: quantity.is_none(),
            price: price.abs(),
            amount: signed(amount),
            discount: signed(money(Field::Discount)?),
            tax: signed(money(Field::Tax)?),
            cost: amounts::money(cell(Field::Cost))?.map(Money::abs),
            voided: flag(cell(Field::Void), "void", &[])?,
        },
        covers,
        tip: signed(money(Field::Tip)?),
        facts: FACTS.map(cell),
    })))
}

/// Why a row is no sale, if it is none: a gift card counts as sales only when it is used.
fn no_sale(kind: Kind, cell: &str) -> Result<Option<&'static str>, String> {
    let gift_card = match kind {
        // Itemization Type says what was sold.
        Kind::Square => cell.to_lowercase().contains("gift card"),
        _ => flag(cell, "deferred", &[])?,
    };
    Ok(gift_card.then_some("a gift card or other deferred sale is no sale of food"))
}

/// The name of an item with its size.
fn item_name(kind: Kind, item: &str, size: &str, itemization: &str) -> Result<String, String> {
    let item = match (kind, item) {
        (Kind::Square, "") if itemization.eq_ignore_ascii_case("custom amount") => "Custom Amount",
        (_, "") => return Err("the name of the item is missing".to_owned()),
        (_, item) => item,
    };
    // Square calls the only price of an item 'Regular'.
    let plain = size.is_empty() || (kind == Kind::Square && size.eq_ignore_ascii_case("regular"));
    let name = if plain { item.to_owned() } else { format!("{item} {size}") };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > Label::MAX {
        return Err(format!("the name of the item is longer than {} characters", Label::MAX));
    }
    Ok(name)
}

/// Reads a cell as yes or no; `word` also means yes, and `others` mean no.
fn flag(cell: &str, word: &str, others: &[&str]) -> Result<bool, String> {
    let lower = cell.to_lowercase();
    let is = |known: &[&str]| known.contains(&lower.as_str());
    if lower == word || lower == format!("{word}ed") || is(&["true", "yes", "y", "1"]) {
        Ok(true)
    } else if is(&["", "false", "no", "n", "0"]) || is(others) {
        Ok(false)
    } else {
        Err(format!("'{cell}' does not say whether the row is a {word}"))
    }
}
