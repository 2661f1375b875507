//! The rows of all tables of sales, brought together by order: the rows of one order may lie far apart, and in several files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use saffron_core::{BusinessDate, DayStarts};

use crate::form::word::Meaning;
use crate::layout::{Field, OrderKey, Rows};
use crate::orders::{Place, Row};
use crate::reading::{Raw, Reading, Use};
use crate::sort::{Records, Scratch, Sorted, Sorter};
use crate::table::{Table, Unreadable};

/// Bytes of rows that are held in memory while they are sorted.
const BUDGET: usize = 24 * 1024 * 1024;
/// The most bytes of rows that share a number.
const LARGEST: usize = 48 * 1024 * 1024;
/// Divides the parts of a sorted key.
const DIVIDER: &str = "\u{1f}";

/// Why rows cannot be brought together.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A file is not there any more.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// No room for scratch files.
    #[error("there is no room to sort the rows: {0}")]
    Scratch(#[from] io::Error),
    /// Too much for one order.
    #[error(
        "the number {0} stands on too many rows to be one order's; choose another column for the order's number"
    )]
    Large(String),
}

/// The rows of all tables of sales, sorted by the numbers of their orders.
pub struct Book {
    sorted: Sorted,
}

impl Book {
    /// Brings together the rows of these tables, each with its reading.
    ///
    /// # Errors
    /// See [`BookError`].
    pub fn gather(
        tables: &[Table],
        readings: &[Reading],
        scratch: Arc<dyn Scratch>,
    ) -> Result<Book, BookError> {
        let mut sorter = Sorter::new(scratch, BUDGET);
        for reading in readings {
            let Some(table) = tables.get(reading.table) else { continue };
            let mut above = String::new();
            for row in table.rows()? {
                // Refused rows are in the profile.
                let Ok(row) = row? else { continue };
                let raw = reading.raw(row.line, &row.cells);
                let key = key_of(reading, &raw, &mut above);
                sorter.push(key.as_bytes(), &raw.to_bytes())?;
            }
        }
        Ok(Book { sorted: sorter.finish()? })
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.sorted.count()
    }

    /// The orders, with the rows of each.
    ///
    /// # Errors
    /// If the scratch files cannot be read.
    pub fn orders<'a>(&'a self, readings: &'a [Reading]) -> Result<Orders<'a>, BookError> {
        let by_table = readings.iter().map(|reading| (reading.table, reading)).collect();
        let only = readings.iter().find_map(|reading| reading.only.as_deref()).map(restaurant_key);
        Ok(Orders { records: self.sorted.read()?, by_table, ahead: None, only })
    }
}

/// The text by which a row is sorted: the number of its order, else its time.
fn key_of(reading: &Reading, raw: &Raw, above: &mut String) -> String {
    let text = |field| {
        let index = reading.plan.parts.iter().position(|part| part.used == Use::Field(field));
        let text = index.and_then(|index| raw.texts.get(index));
        text.map(|(_, text)| text.trim()).unwrap_or_default()
    };
    let number =
        Some(text(Field::Order)).filter(|number| !number.is_empty()).unwrap_or_else(|| text(Field::Check));
    let has_numbers = reading.plan.has(Field::Order) || reading.plan.has(Field::Check);
    if !number.is_empty() {
        number.clone_into(above);
        return format!("#{number}");
    }
    let when = [Field::Date, Field::Time, Field::Register].map(text);
    // An order that says once what its rows leave blank.
    if has_numbers && when.iter().all(|text| text.is_empty()) && !above.is_empty() {
        return format!("#{above}");
    }
    format!("@{}", when.join(DIVIDER))
}

/// An order as far as numbers tell: its rows, and those that cannot be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The number; none if the rows share nothing but their time.
    pub number: Option<String>,
    /// Its rows, in the order of their places.
    pub rows: Vec<Row>,
    /// Rows that cannot be used, and why.
    pub refused: Vec<(Place, String)>,
    /// Rows of other restaurants than the one that was chosen.
    pub elsewhere: Vec<Place>,
}

/// The orders of a book, one after the other.
pub struct Orders<'a> {
    records: Records<'a>,
    by_table: BTreeMap<usize, &'a Reading>,
    ahead: Option<(Vec<u8>, Raw)>,
    only: Option<String>,
}

impl Orders<'_> {
    fn take(&mut self) -> Result<Option<(Vec<u8>, Raw)>, BookError> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(Some(ahead));
        }
        for record in self.records.by_ref() {
            let record = record?;
            if let Some(raw) = Raw::of_bytes(&record.value) {
                return Ok(Some((record.key, raw)));
            }
        }
        Ok(None)
    }

    fn group(&mut self) -> Result<Option<Numbers>, BookError> {
        let Some((key, first)) = self.take()? else { return Ok(None) };
        let name = String::from_utf8_lossy(&key).into_owned();
        let mut order = Numbers { number: name.strip_prefix('#').map(str::to_owned), ..Numbers::default() };
        let mut next = Some(first);
        let mut held = 0;
        while let Some(raw) = next.take() {
            held += raw.texts.iter().map(|(_, text)| text.len() + 40).sum::<usize>();
            if held > LARGEST && order.number.is_some() {
                return Err(BookError::Large(name.chars().skip(1).take(40).collect()));
            }
            if let Some(reading) = self.by_table.get(&raw.place.table) {
                match reading.read(&raw) {
                    Ok(read) => order.rows.push(read.row),
                    Err(why) => order.refused.push((raw.place, why)),
                }
            }
            match self.take()? {
                Some((other, raw)) if other == key => next = Some(raw),
                ahead => self.ahead = ahead,
            }
        }
        order.rows.sort_by_key(|row| row.place);
        if let Some(only) = &self.only {
            order.keep(only);
        }
        Ok(Some(order))
    }
}

impl Iterator for Orders<'_> {
    type Item = Result<Numbers, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.group().transpose()
    }
}

/// A restaurant's name as it is compared.
pub fn restaurant_key(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Numbers {
    /// Keeps the rows of one restaurant: two may have orders of one number. A row that names none is of the one that rows above it
    /// name, or of the only one that the order has.
    fn keep(&mut self, only: &str) {
        let name = |row: &Row| row.text(Field::Location).map(restaurant_key);
        let mut names: Vec<String> = self.rows.iter().filter_map(name).collect();
        names.sort();
        names.dedup();
        let single = <[String; 1]>::try_from(names).ok().map(|[name]| name);
        let mut above: BTreeMap<usize, String> = BTreeMap::new();
        for row in std::mem::take(&mut self.rows) {
            if let Some(own) = name(&row) {
                above.insert(row.place.table, own);
            }
            match above.get(&row.place.table).or(single.as_ref()) {
                Some(name) if name == only => self.rows.push(row),
                Some(_) => self.elsewhere.push(row.place),
                None => {
                    let why = "does not say of which restaurant it is, and the files hold several";
                    self.refused.push((row.place, why.to_owned()));
                }
            }
        }
    }

    /// The rows of each order, by what makes one. `starts` are those of the location's business days.
    #[must_use]
    pub fn split(self, key: OrderKey, starts: &DayStarts) -> Vec<(String, Vec<Row>)> {
        let number = self.number.unwrap_or_default();
        if key == OrderKey::Row || (number.is_empty() && key != OrderKey::Time) {
            let alone = self.rows.into_iter().map(|row| (format!("{}", row.place.line), vec![row]));
            return alone.collect();
        }
        let by_register = matches!(key, OrderKey::NumberAndRegister | OrderKey::NumberRegisterAndDay);
        let by_day = matches!(key, OrderKey::NumberAndDay | OrderKey::NumberRegisterAndDay);
        let mut last = None;
        let mut last_register = None;
        let mut placed: Vec<(Option<String>, Option<BusinessDate>, Row)> =
            Vec::with_capacity(self.rows.len());
        for row in self.rows {
            let day = day_of(&row, starts).or(last);
            last = day;
            // An order that says once what its other rows leave blank.
            let above = last_register.take_if(|(table, _)| *table == row.place.table).map(|(_, above)| above);
            let register = row.text(Field::Register).map(str::to_owned).or(above).filter(|_| by_register);
            last_register = register.clone().map(|register| (row.place.table, register));
            placed.push((register, day.filter(|_| by_day), row));
        }
        let is_back = |row: &Row| row.is_refund && row.rows != Rows::Payments;
        let sold: BTreeSet<(Option<String>, Option<BusinessDate>)> = placed
            .iter()
            .filter(|(_, _, row)| !is_back(row) && row.kind != Meaning::Open)
            .map(|(register, day, _)| (register.clone(), *day))
            .collect();
        let mut orders: BTreeMap<(Option<String>, Option<BusinessDate>), Vec<Row>> = BTreeMap::new();
        for (register, day, row) in placed {
            let own = (register, day);
            // What is given back on a later day is of an order before it.
            let earlier = || sold.range(..=&own).next_back().filter(|(at, _)| *at == own.0).cloned();
            let order = if is_back(&row) { earlier().unwrap_or(own) } else { own };
            orders.entry(order).or_default().push(row);
        }
        orders.into_values().map(|rows| (number.clone(), rows)).collect()
    }
}

/// The business date of a row.
#[must_use]
pub fn day_of(row: &Row, starts: &DayStarts) -> Option<BusinessDate> {
    row.business_date.or_else(|| row.at.map(|at| starts.date_of(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_register_are_of_the_one_above() {
        let row = |table, line, register: &str| {
            let mut row = Row::new(Place { table, line }, Rows::Lines);
            if !register.is_empty() {
                row.texts.insert(Field::Register, register.to_owned());
            }
            row
        };
        let rows = vec![row(0, 1, "A"), row(0, 2, ""), row(0, 3, "B"), row(0, 4, ""), row(1, 1, "")];
        let number =
            Numbers { number: Some("7".to_owned()), rows, refused: Vec::new(), elsewhere: Vec::new() };
        let orders = number.split(OrderKey::NumberAndRegister, &DayStarts::default());
        let lines =
            |rows: &[Row]| rows.iter().map(|row| (row.place.table, row.place.line)).collect::<Vec<_>>();
        let lines: Vec<_> = orders.iter().map(|(_, rows)| lines(rows)).collect();
        // Another table says nothing of the register of its rows.
        assert_eq!(lines, [vec![(1, 1)], vec![(0, 1), (0, 2)], vec![(0, 3), (0, 4)]]);
    }

    #[test]
    fn refund_is_of_the_sale_before_it_in_any_order_of_rows() {
        let row = |line, day: &str, is_refund| {
            let mut row = Row::new(Place { table: 0, line }, Rows::Orders);
            row.is_refund = is_refund;
            row.at = Some(format!("2026-03-{day}T12:00").parse().unwrap());
            row
        };
        let rows = vec![row(1, "20", false), row(2, "18", true), row(3, "17", false), row(4, "16", true)];
        let number =
            Numbers { number: Some("7".to_owned()), rows, refused: Vec::new(), elsewhere: Vec::new() };
        let orders = number.split(OrderKey::NumberAndDay, &DayStarts::default());
        let lines: Vec<Vec<u64>> =
            orders.iter().map(|(_, rows)| rows.iter().map(|row| row.place.line).collect()).collect();
        assert_eq!(lines, [vec![4], vec![2, 3], vec![1]]);
    }
}
