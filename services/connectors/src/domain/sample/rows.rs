//! The bundled files of the sample trade, as they are read: four weeks from a Monday, in wall times of the sample.

use jiff::civil::Time;
use saffron_core::fact::DiscountKind;
use saffron_core::{ItemId, Money, Quantity};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The files.
const MENU: &str = include_str!("../../../sample/menu.csv");
const CHECKS: &str = include_str!("../../../sample/checks.csv");
const SHIFTS: &str = include_str!("../../../sample/shifts.csv");

/// An item of the menu.
#[derive(Debug, Clone, Deserialize)]
pub struct MenuRow {
    pub item: ItemId,
    pub name: String,
    pub major: String,
    pub minor: String,
    /// Of one.
    #[serde(deserialize_with = "dollars")]
    pub price: Money,
    /// Of one.
    #[serde(deserialize_with = "dollars")]
    pub cost: Money,
}

/// A check, in the order of closing within its day.
#[derive(Debug, Clone, Deserialize)]
pub struct CheckRow {
    /// 0 to 27; 0 is a Monday.
    pub day: usize,
    pub opened: Time,
    pub closed: Time,
    pub table: Option<String>,
    pub covers: u16,
    /// The number of the server.
    pub server: Option<u8>,
    /// Dine In, Takeout or Delivery.
    pub r#type: String,
    /// Of an online order.
    pub source: Option<String>,
    /// Items with their quantities where those are not 1: `M01 N02*2`.
    pub items: String,
    /// The one of them that was voided.
    pub voided: Option<ItemId>,
    /// Of the check.
    #[serde(deserialize_with = "dollars")]
    pub discount: Money,
    pub discount_kind: Option<DiscountKind>,
    pub discount_name: Option<String>,
    pub tender: String,
    #[serde(deserialize_with = "dollars")]
    pub tip: Money,
    /// `void`, or `refund` and the number of the refunded check within the day, from 1.
    pub status: Option<String>,
    /// Of a comp, a void or a refund.
    pub reason: Option<String>,
}

/// A shift.
#[derive(Debug, Clone, Deserialize)]
pub struct ShiftRow {
    /// 0 to 27; 0 is a Monday.
    pub day: usize,
    /// Named by the job.
    pub employee: String,
    pub job: String,
    pub r#in: Time,
    pub out: Time,
    /// Unpaid minutes.
    pub r#break: u16,
    /// Of an hour.
    #[serde(deserialize_with = "dollars")]
    pub rate: Money,
}

/// Dollars with decimals; an empty text is none.
fn dollars<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "" => Ok(Money::ZERO),
        text => Money::parse_dollars(text).map_err(serde::de::Error::custom),
    }
}

/// An item and its quantity: `N02*2`.
pub fn ordered(text: &str) -> Result<(ItemId, Quantity), String> {
    let (item, quantity) = text.split_once('*').unwrap_or((text, "1"));
    let item = item.parse().map_err(|e| format!("{text}: {e}"))?;
    Ok((item, Quantity::parse(quantity).map_err(|e| format!("{text}: {e}"))?))
}

pub fn menu() -> Result<Vec<MenuRow>, String> {
    read("menu", MENU)
}

pub fn checks() -> Result<Vec<CheckRow>, String> {
    read("checks", CHECKS)
}

pub fn shifts() -> Result<Vec<ShiftRow>, String> {
    read("shifts", SHIFTS)
}

fn read<T: DeserializeOwned>(name: &str, csv: &str) -> Result<Vec<T>, String> {
    let rows = csv::Reader::from_reader(csv.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|e| format!("sample/{name}.csv: {e}"))
}
