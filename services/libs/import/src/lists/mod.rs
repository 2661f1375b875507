//! Lists: shifts, items of the menu and guests. A row is a fact, unlike in files of sales.

mod guest;
mod item;
mod shift;

use std::sync::Arc;

use saffron_core::fact::{Fact, FactBody, Refusal, read_events};
use saffron_core::{Calendar, PosId};
use saffron_till::Event;
use serde::Serialize;
use serde_json::Value;

use crate::book::{BookError, restaurant_key};
use crate::layout::{Field, Rows};
use crate::orders::{LeftOut, Place};
use crate::reading::{Entry, Raw, Reading, Use};
use crate::sort::{Scratch, Sorted, Sorter};
use crate::table::Table;

/// Bytes of rows that are held in memory while they are sorted.
const BUDGET: usize = 8 * 1024 * 1024;
/// Divides the parts of a sorted key.
const DIVIDER: &str = "\u{1f}";

/// The location and the revision of facts.
#[derive(Debug, Clone)]
pub struct Of {
    /// The location.
    pub pos_id: PosId,
    /// The revision of all facts.
    pub revision: i64,
}

/// A fact of a list, as a till would send it.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// The row that it is of.
    pub place: Place,
    kind: &'static str,
    /// The id as the file has it, or one that is made of the row.
    id: String,
    data: Value,
}

impl Listed {
    /// The fact, with its id as the file has it.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    fn new(
        place: Place,
        kind: &'static str,
        id_field: &str,
        id: String,
        data: &impl Serialize,
    ) -> Result<Listed, String> {
        let mut data = serde_json::to_value(data).map_err(|e| e.to_string())?;
        if let Some(data) = data.as_object_mut() {
            data.insert(id_field.to_owned(), id.as_str().into());
        }
        Ok(Listed { place, kind, id, data })
    }

    /// The kind of its event.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// The data of its event.
    #[must_use]
    pub const fn data(&self) -> &Value {
        &self.data
    }

    /// The event that a till would post.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn event(&self, source: &str) -> Result<Event, serde_json::Error> {
        Event::new(source, self.kind, self.id.clone(), &self.data)
    }

    /// The fact as the server will read it.
    ///
    /// # Errors
    /// What the server will refuse it for.
    fn as_read(&self, pos_id: &PosId, calendar: &Calendar) -> Result<FactBody, String> {
        let event = self.event("import").map_err(|e| e.to_string())?;
        let refused = |refusal: Refusal| match refusal {
            Refusal::Bad(bad) | Refusal::OtherLocation(bad) => format!("{} {}", bad.field, bad.why),
            Refusal::NotJson(why) => why,
            Refusal::TooMany => "is one of too many".to_owned(),
        };
        let mut facts = read_events(event.json().as_bytes(), pos_id, calendar).map_err(refused)?;
        facts.pop().map(|Fact { body, .. }| body).ok_or_else(|| "is no fact".to_owned())
    }
}

/// What became of a row of a list.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A fact, and how the server will read it.
    Fact(Listed, Box<FactBody>),
    /// Left out by intention.
    LeftOut(Place, LeftOut),
    /// It cannot be used, and why.
    Refused(Place, String),
}

/// The rows of all lists, those of one fact side by side.
pub struct Lists {
    sorted: Sorted,
}

impl Lists {
    /// Brings together the rows of these tables, each with its reading.
    ///
    /// # Errors
    /// See [`BookError`].
    pub fn gather(
        tables: &[Table],
        readings: &[Reading],
        scratch: Arc<dyn Scratch>,
    ) -> Result<Lists, BookError> {
        let mut sorter = Sorter::new(scratch, BUDGET);
        for reading in readings {
            let Some(table) = tables.get(reading.table) else { continue };
            for row in table.rows()? {
                // Refused rows are in the profile.
                let Ok(row) = row? else { continue };
                let raw = reading.raw(row.line, &row.cells);
                sorter.push(key_of(reading, &raw).as_bytes(), &raw.to_bytes())?;
            }
        }
        Ok(Lists { sorted: sorter.finish()? })
    }

    /// What becomes of each row, in the order of what the facts are about.
    ///
    /// # Errors
    /// If the scratch files cannot be read.
    pub fn each(
        &self,
        readings: &[Reading],
        of: &Of,
        calendar: &Calendar,
        take: &mut dyn FnMut(Rows, Outcome),
    ) -> Result<(), BookError> {
        let mut last: Option<(Vec<u8>, Listed)> = None;
        for record in self.sorted.read()? {
            let record = record?;
            let Some(raw) = Raw::of_bytes(&record.value) else { continue };
            let Some(reading) = readings.iter().find(|reading| reading.table == raw.place.table) else {
                continue;
            };
            let before = last.as_ref().filter(|(key, _)| *key == record.key).map(|(_, listed)| listed);
            let outcome = outcome(reading, &raw, before, of, calendar);
            if let Outcome::Fact(listed, _) = &outcome {
                last = Some((record.key, listed.clone()));
            }
            take(reading.layout.rows, outcome);
        }
        Ok(())
    }
}

fn outcome(reading: &Reading, raw: &Raw, before: Option<&Listed>, of: &Of, calendar: &Calendar) -> Outcome {
    let place = raw.place;
    let entry = match reading.entry(raw) {
        Ok(entry) => entry,
        Err(why) => return Outcome::Refused(place, why),
    };
    if let Some(only) = reading.only.as_deref().filter(|_| reading.plan.has(Field::Location)) {
        match entry.text(Field::Location).map(restaurant_key) {
            Some(name) if name == restaurant_key(only) => {}
            Some(_) => return Outcome::LeftOut(place, LeftOut::Elsewhere),
            None => {
                let why = "does not say of which restaurant it is, and the file holds several";
                return Outcome::Refused(place, why.to_owned());
            }
        }
    }
    let made = made(reading, &entry, of, calendar);
    let read = made.and_then(|listed| Ok((listed.as_read(&of.pos_id, calendar)?, listed)));
    match (read, before) {
        (Err(why), _) => Outcome::Refused(place, why),
        (Ok((_, listed)), Some(before)) if before.data == listed.data => {
            Outcome::LeftOut(place, LeftOut::Repeated)
        }
        (Ok(_), Some(before)) => {
            Outcome::Refused(place, format!("line {} says something else of the same one", before.place.line))
        }
        (Ok((body, listed)), None) => Outcome::Fact(listed, Box::new(body)),
    }
}

fn made(reading: &Reading, entry: &Entry, of: &Of, calendar: &Calendar) -> Result<Listed, String> {
    match reading.layout.rows {
        Rows::Shifts => shift::of(entry, of, calendar, &reading.forms.zone, &reading.layout.exporter),
        Rows::Items => item::of(entry, of),
        Rows::Guests => guest::of(entry, &reading.confirmed, of),
        Rows::Lines | Rows::Orders | Rows::Payments => Err("is no row of a list".to_owned()),
    }
}

/// The text by which rows of one fact are found.
fn key_of(reading: &Reading, raw: &Raw) -> String {
    let text = |field| {
        let index = reading.plan.parts.iter().position(|part| part.used == Use::Field(field));
        let text = index.and_then(|index| raw.texts.get(index)).map(|(_, text)| text.trim());
        text.unwrap_or_default().to_lowercase()
    };
    let joined = |fields: &[Field]| fields.iter().map(|field| text(*field)).collect::<Vec<_>>().join(DIVIDER);
    let first = |fields: &[Field]| {
        fields.iter().map(|field| (field.name(), text(*field))).find(|(_, text)| !text.is_empty())
    };
    let key = match reading.layout.rows {
        Rows::Shifts => first(&[Field::Shift]).map_or_else(
            || {
                joined(&[
                    Field::EmployeeId,
                    Field::Employee,
                    Field::FirstName,
                    Field::LastName,
                    Field::ClockIn,
                    Field::ClockInTime,
                ])
            },
            |(_, id)| id,
        ),
        Rows::Items => {
            first(&[Field::ItemId]).map_or_else(|| joined(&[Field::Item, Field::Size]), |(_, id)| id)
        }
        _ => first(&[Field::CustomerId, Field::Email, Field::Phone])
            .map_or_else(|| format!("{}{DIVIDER}", raw.place.line), |(name, text)| format!("{name}{text}")),
    };
    format!("{}{DIVIDER}{key}", <&str>::from(reading.layout.rows))
}

/// An id as exporters write it: Shopify puts an apostrophe before digits.
fn plain_id(text: &str) -> &str {
    let rest =
        text.strip_prefix('\'').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '+'));
    rest.unwrap_or(text)
}

fn too_long(text: &str) -> Result<(), String> {
    if text.chars().count() > 1_000 {
        Err("has an id of more than 1,000 characters".to_owned())
    } else {
        Ok(())
    }
}
