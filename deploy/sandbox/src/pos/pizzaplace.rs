//! A year of real orders (data/README.md), played again and again: day d of the demo is the day
//! 2015-01-01 + ((d - 2015-01-01) mod 364) of the file, which is the same weekday.

use std::collections::HashMap;

use anyhow::Context as _;
use jiff::civil::{Date, Time, date};
use saffron_core::{BusinessDate, Money};
use serde::Deserialize;

const FILE: &str = include_str!("../../data/pizzaplace.csv");
const FIRST: Date = date(2015, 1, 1);
/// 52 whole weeks, so that weekdays stay.
const CYCLE: i64 = 364;

/// A pizza of one size, as sold all year.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pizza {
    /// The file's code, such as `bbq_ckn`.
    pub name: String,
    /// S, M, L, XL, XXL.
    pub size: String,
    /// chicken, classic, supreme, veggie.
    pub category: String,
    /// Price of one.
    pub price: Money,
}

impl Pizza {
    /// The menu's id of it, such as `bbq_ckn-l`.
    pub fn item_id(&self) -> String {
        format!("{}-{}", self.name, self.size.to_lowercase())
    }
}

/// An order of the file.
#[derive(Debug, Clone)]
pub struct Order {
    /// The file's id of it, such as `2015-000123`.
    pub id: String,
    /// When it was placed.
    pub at: Time,
    /// Indices in the menu, and how many of each.
    pub pizzas: Vec<(usize, i64)>,
}

/// All orders of the file.
#[derive(Debug)]
pub struct Year {
    menu: Vec<Pizza>,
    days: HashMap<Date, Vec<Order>>,
}

#[derive(Deserialize)]
struct Row<'a> {
    id: &'a str,
    date: Date,
    time: Time,
    name: &'a str,
    size: &'a str,
    r#type: &'a str,
    price: &'a str,
}

impl Year {
    /// Reads the file that is built in.
    pub fn load() -> anyhow::Result<Year> {
        let mut reader = csv::Reader::from_reader(FILE.as_bytes());
        let headers = reader.headers()?.clone();
        let mut record = csv::StringRecord::new();
        let mut year = Year { menu: Vec::new(), days: HashMap::new() };
        let mut indices: HashMap<Pizza, usize> = HashMap::new();
        while reader.read_record(&mut record)? {
            let row: Row<'_> = record.deserialize(Some(&headers)).context("pizzaplace.csv is damaged")?;
            let pizza = Pizza {
                name: row.name.to_owned(),
                size: row.size.to_owned(),
                category: row.r#type.to_owned(),
                price: row.price.parse()?,
            };
            let index = *indices.entry(pizza).or_insert_with_key(|pizza| {
                year.menu.push(pizza.clone());
                year.menu.len() - 1
            });
            let orders = year.days.entry(row.date).or_default();
            match orders.last_mut() {
                Some(order) if order.id == row.id => match order.pizzas.iter_mut().find(|(p, _)| *p == index)
                {
                    Some((_, count)) => *count += 1,
                    None => order.pizzas.push((index, 1)),
                },
                _ => orders.push(Order { id: row.id.to_owned(), at: row.time, pizzas: vec![(index, 1)] }),
            }
        }
        Ok(year)
    }

    /// What was on the menu that year.
    pub fn menu(&self) -> &[Pizza] {
        &self.menu
    }

    /// The day of the file that a day of the demo plays.
    pub fn mapped(day: Date) -> Date {
        let offset =
            BusinessDate::from_date(day).days_since(BusinessDate::from_date(FIRST)).rem_euclid(CYCLE);
        BusinessDate::from_date(FIRST).plus_days(offset).date()
    }

    /// The orders of a day of the demo; none where the restaurant was closed.
    pub fn orders(&self, day: Date) -> &[Order] {
        self.days.get(&Year::mapped(day)).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn year_repeats_on_the_same_weekdays() {
        assert_eq!(Year::mapped(date(2015, 1, 1)), date(2015, 1, 1));
        assert_eq!(Year::mapped(date(2015, 12, 31)), date(2015, 1, 1));
        assert_eq!(Year::mapped(date(2014, 12, 31)), date(2015, 12, 30));
        let mut day = date(2025, 10, 1);
        while day < date(2026, 12, 1) {
            assert_eq!(Year::mapped(day).weekday(), day.weekday(), "{day}");
            day = day.tomorrow().unwrap();
        }
    }

    #[test]
    fn file_has_all_its_orders() {
        let year = Year::load().unwrap();
        let orders = || year.days.values().flatten();
        assert_eq!((year.days.len(), orders().count(), year.menu.len()), (358, 21_350, 91));
        let sold = |order: &Order| -> i64 {
            order.pizzas.iter().map(|(p, n)| year.menu[*p].price.cents() * n).sum()
        };
        assert_eq!(orders().map(sold).sum::<i64>(), 81_786_005);
    }
}
