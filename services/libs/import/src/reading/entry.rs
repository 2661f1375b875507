//! Rows of lists, which become a fact each: shifts, items of the menu, guests.

use std::collections::BTreeMap;

use saffron_core::{Money, PosTime, Quantity, Zone};

use super::{Raw, Reading, Use, forms};
use crate::form::date::{self, Stamp, Unit, zone};
use crate::form::number::{self, NumberForm};
use crate::form::word::flag;
use crate::layout::{Field, Reads, Says, YesNo};
use crate::orders::Place;
use crate::table::CellKind;

/// The most seconds of a duration of a shift: what the server takes.
const MOST_SECONDS: i64 = 65_535 * 60;

/// A row of a list, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands.
    pub place: Place,
    /// Filled texts.
    pub texts: BTreeMap<Field, String>,
    /// Filled amounts.
    pub money: BTreeMap<Field, Money>,
    /// Filled numbers.
    pub numbers: BTreeMap<Field, Quantity>,
    /// Filled durations, in seconds.
    pub seconds: BTreeMap<Field, u32>,
    /// Filled dates and times.
    pub stamps: BTreeMap<Field, Stamp>,
    /// What columns of yes and no say.
    pub flags: BTreeMap<Field, bool>,
    /// The time zone that the row names.
    pub zone: Option<Zone>,
}

impl Entry {
    /// The text of a field; none if it is blank.
    #[must_use]
    pub fn text(&self, field: Field) -> Option<&str> {
        self.texts.get(&field).map(String::as_str)
    }

    /// A date, with the time of a column of its own where it stands there: the time with its offset, or wall time.
    ///
    /// # Errors
    /// Why there is no such time, naming the column.
    pub fn at(&self, date: Field, time: Field, zone: &Zone) -> Result<Option<PosTime>, String> {
        let named = |why: date::Why| format!("{}: it {why}", date.name());
        let stamp = match (self.stamps.get(&date), self.stamps.get(&time)) {
            (Some(date), Some(time)) => date.clone().with_time(time.clone()).map_err(named)?,
            (Some(date), None) => date.clone(),
            (None, Some(time)) if time.date.is_some() => time.clone(),
            _ => return Ok(None),
        };
        stamp.pos_time(self.zone.as_ref().unwrap_or(zone)).map(Some).map_err(named)
    }
}

impl Reading {
    /// Reads a row of a list.
    ///
    /// # Errors
    /// Why the row cannot be used, naming the column.
    pub fn entry(&self, raw: &Raw) -> Result<Entry, String> {
        let mut entry = Entry {
            place: raw.place,
            texts: BTreeMap::new(),
            money: BTreeMap::new(),
            numbers: BTreeMap::new(),
            seconds: BTreeMap::new(),
            stamps: BTreeMap::new(),
            flags: BTreeMap::new(),
            zone: None,
        };
        let of_parts = self.plan.parts.iter().filter_map(|part| match part.used {
            Use::Field(field) => Some(field),
            Use::Tender(_) | Use::TenderName(_) | Use::Ruled => None,
        });
        let constants = self.layout.constants.keys().copied().filter(|field| !self.plan.has(*field));
        for field in of_parts.chain(constants) {
            if let Some((kind, text)) = self.text(raw, field) {
                self.read_entry(field, kind, text, &mut entry)
                    .map_err(|why| format!("{}: {why}", field.name()))?;
            }
        }
        Ok(entry)
    }

    fn read_entry(&self, field: Field, kind: CellKind, text: &str, entry: &mut Entry) -> Result<(), String> {
        let number = match kind {
            CellKind::Number => Some(NumberForm::DOT),
            _ => self.forms.numbers.get(&field).copied(),
        };
        let form = if kind == CellKind::Time { None } else { self.forms.dates.get(&field).copied() };
        match field.reads() {
            Reads::Text => {
                if field == Field::Zone {
                    entry.zone = Some(zone::find(text)?);
                }
                entry.texts.insert(field, text.to_owned());
            }
            Reads::Money => {
                // Words such as 'variable' stand for a price that is made when it is sold.
                let is_open = field == Field::Price && !text.bytes().any(|byte| byte.is_ascii_digit());
                if !is_open {
                    entry.money.extend(forms::money(text, number)?.map(|money| (field, money)));
                }
            }
            Reads::Quantity | Reads::Percent => {
                entry.numbers.extend(forms::quantity(text, number)?.map(|number| (field, number)));
            }
            Reads::Duration => {
                let unit = self.forms.units.get(&field).copied().unwrap_or(Unit::Hours);
                let form = number.unwrap_or_else(|| plain_form(text));
                let said = |why: date::Why| format!("'{}' {why}", short(text));
                let seconds = date::read_duration(text, form, unit).map_err(said)?;
                let range = || format!("'{}' is longer than any shift", short(text));
                if let Some(seconds) = seconds {
                    let seconds = Some(seconds).filter(|seconds| *seconds <= MOST_SECONDS);
                    let seconds =
                        seconds.and_then(|seconds| u32::try_from(seconds).ok()).ok_or_else(range)?;
                    entry.seconds.insert(field, seconds);
                }
            }
            Reads::Date => entry.stamps.extend(forms::stamp(text, form)?.map(|stamp| (field, stamp))),
            Reads::Time => entry.stamps.extend(forms::time(text, form)?.map(|stamp| (field, stamp))),
            Reads::Word => {
                if let Some(yes) = self.yes_or_no(field, text)? {
                    entry.flags.insert(field, yes);
                }
            }
        }
        Ok(())
    }

    /// What a word of a column of yes and no says; none where it says neither.
    fn yes_or_no(&self, field: Field, text: &str) -> Result<Option<bool>, String> {
        if matches!(field, Field::EmailConsent | Field::SmsConsent) {
            let known = self.layout.words.get(&field);
            let said = known.and_then(|words| words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)));
            return Ok(match said {
                Some((_, says)) => Some(*says == Says::Answer(YesNo::Yes)),
                None => consent(text),
            });
        }
        let column = self.plan.of(field).map(super::Part::name).unwrap_or_default();
        match forms::says(field, text, &column, &self.layout, &self.rules) {
            Some(Says::Answer(answer)) => Ok(Some(answer == YesNo::Yes)),
            _ => Err(format!("'{}' is a word that is not known here", short(text))),
        }
    }
}

/// What a word of a column of consent says. Consent is a clear yes; what is neither yes nor no says nothing.
#[must_use]
pub fn consent(text: &str) -> Option<bool> {
    const YES: [&str; 8] =
        ["subscribed", "opted in", "opt in", "opted-in", "opt-in", "agreed", "granted", "consented"];
    const NO: [&str; 9] = [
        "unsubscribed",
        "opted out",
        "opt out",
        "opted-out",
        "opt-out",
        "declined",
        "revoked",
        "not subscribed",
        "bounced",
    ];
    let word = text.trim().to_lowercase();
    if NO.contains(&word.as_str()) {
        return Some(false);
    }
    if YES.contains(&word.as_str()) { Some(true) } else { flag(text) }
}

/// The form of a number that shows its own, else the one with a point.
fn plain_form(text: &str) -> NumberForm {
    let forms = [NumberForm::DOT, NumberForm::COMMA];
    forms.into_iter().find(|form| matches!(number::read(text, *form), Ok(Some(_)))).unwrap_or(NumberForm::DOT)
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consent_is_a_clear_yes() {
        for (text, said) in [
            ("Subscribed", Some(true)),
            ("yes", Some(true)),
            ("opted-in", Some(true)),
            ("unsubscribed", Some(false)),
            ("no", Some(false)),
            ("unknown", None),
            ("single opt-in pending", None),
            ("2026-11-18", None),
        ] {
            assert_eq!(consent(text), said, "{text}");
        }
    }
}
