//! What all rows of a table show of its columns: evidence for the forms of numbers and dates, the words, and the names of items.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::sum_rows::SumRows;
use crate::form::date::{DateEvidence, DurationEvidence};
use crate::form::number::{Currencies, Currency, NumberEvidence, NumberForm, Products};
use crate::layout::{Field, Header, Layout, Reads};
use crate::reading::{Plan, Use};
use crate::table::{CellKind, RefusedRow, Table, Unreadable};

/// The most different words or names that are kept apart.
const MOST_WORDS: usize = 500;
const MOST_NAMES: usize = 20_000;
/// The most refused rows of which a profile keeps more than the count.
const MOST_REFUSED: usize = 20;

/// How often a text comes, and with which signs of its row's amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Rows.
    pub rows: u64,
    /// Of those, the ones whose amount begins like a negative number.
    pub negative: u64,
}

/// What all rows of a table show.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Rows that can be read.
    pub rows: u64,
    /// Rows that cannot, and the first of them.
    pub refused: u64,
    /// The first of the refused rows.
    pub first_refused: Vec<RefusedRow>,
    /// Evidence of columns of numbers.
    pub numbers: BTreeMap<Field, NumberEvidence>,
    /// Evidence of columns of what was paid by one type of payment.
    pub tenders: NumberEvidence,
    /// Evidence of columns of dates and times.
    pub dates: BTreeMap<Field, DateEvidence>,
    /// Evidence of columns of durations, with a decimal point and with a comma.
    pub durations: BTreeMap<Field, [DurationEvidence; 2]>,
    /// Words of columns of words.
    pub words: BTreeMap<Field, BTreeMap<String, u64>>,
    /// Names of items, as they are written.
    pub items: BTreeMap<String, Count>,
    /// Texts of columns of which few different ones are expected: restaurants, currencies, zones.
    pub few: BTreeMap<Field, BTreeMap<String, u64>>,
    /// Rows in which a field is filled.
    pub filled: BTreeMap<Field, u64>,
    /// Whether quantity times price is the amount, by form.
    pub products: Products,
    /// Currencies of amounts: beside their numbers, in the names of their columns, and in a column of their own.
    pub currencies: Currencies,
    /// Texts of that column that are no currency.
    pub other_currencies: BTreeSet<String>,
    /// Lines of rows that sum others and do not say so.
    pub sum_rows: BTreeSet<u64>,
}

const FEW: [Field; 3] = [Field::Location, Field::Currency, Field::Zone];

impl Profile {
    /// Reads a whole table.
    ///
    /// # Errors
    /// If its bytes cannot be read any more.
    pub fn of(table: &Table, layout: &Layout, today: Date) -> Result<Profile, Unreadable> {
        let plan = Plan::new(layout, &Header::new(table.header()));
        let mut profile = Profile {
            rows: 0,
            refused: 0,
            first_refused: Vec::new(),
            numbers: BTreeMap::new(),
            tenders: NumberEvidence::default(),
            dates: BTreeMap::new(),
            durations: BTreeMap::new(),
            words: BTreeMap::new(),
            items: BTreeMap::new(),
            few: BTreeMap::new(),
            filled: BTreeMap::new(),
            products: Products::default(),
            currencies: Currencies::default(),
            other_currencies: BTreeSet::new(),
            sum_rows: BTreeSet::new(),
        };
        let mut sums = SumRows::new(&plan);
        for part in &plan.parts {
            let Use::Field(field) = part.used else { continue };
            match field.reads() {
                Reads::Date => drop(profile.dates.insert(field, DateEvidence::new(today))),
                Reads::Time => drop(profile.dates.insert(field, DateEvidence::of_times(today))),
                Reads::Money | Reads::Quantity | Reads::Percent => {
                    profile.numbers.insert(field, NumberEvidence::default());
                }
                Reads::Duration => {
                    profile.numbers.insert(field, NumberEvidence::default());
                    profile.durations.insert(field, Default::default());
                }
                Reads::Text | Reads::Word => {}
            }
        }
        for row in table.rows()? {
            match row? {
                Ok(row) => {
                    profile.rows += 1;
                    sums.see(&row);
                    profile.see(&plan, layout, &row.cells);
                }
                Err(row) => {
                    profile.refused += 1;
                    if profile.first_refused.len() < MOST_REFUSED {
                        profile.first_refused.push(row);
                    }
                }
            }
        }
        profile.sum_rows = sums.lines();
        profile.see_currencies(&plan, layout, table.header());
        Ok(profile)
    }

    /// Gathers what all cells and names say of the currency.
    fn see_currencies(&mut self, plan: &Plan, layout: &Layout, header: &[String]) {
        let amounts = self.numbers.iter().filter(|(field, _)| field.reads() == Reads::Money);
        for (_, evidence) in amounts {
            self.currencies.merge(evidence.currencies());
        }
        self.currencies.merge(self.tenders.currencies());
        let is_amount = |used: &Use| match used {
            Use::Field(field) => field.reads() == Reads::Money,
            Use::Tender(_) => true,
            Use::TenderName(_) | Use::Ruled => false,
        };
        for part in plan.parts.iter().filter(|part| is_amount(&part.used)) {
            let names = part.places.iter().filter_map(|place| header.get(*place));
            names
                .filter_map(|name| Currency::of_column(name))
                .for_each(|currency| self.currencies.add(currency));
        }
        let said = self.few.get(&Field::Currency).into_iter().flat_map(BTreeMap::keys);
        for text in said.chain(layout.constants.get(&Field::Currency)) {
            match Currency::named(text) {
                Some(currency) => self.currencies.add(currency),
                None => drop(self.other_currencies.insert(text.chars().take(20).collect())),
            }
        }
    }

    fn see(&mut self, plan: &Plan, layout: &Layout, cells: &[crate::table::Cell]) {
        let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
        for part in &plan.parts {
            let kind = match part.places.as_slice() {
                [_] => {
                    let is_filled = |place: usize| cells.get(place).is_some_and(|cell| !cell.text.is_empty());
                    part.place(is_filled)
                        .and_then(|place| cells.get(place))
                        .map(|cell| cell.kind)
                        .unwrap_or_default()
                }
                _ => CellKind::Text,
            };
            match &part.used {
                Use::Tender(_) if kind == CellKind::Text => {
                    part.places
                        .iter()
                        .filter_map(|place| texts.get(*place))
                        .for_each(|text| self.tenders.see(text));
                }
                Use::Field(field) if part.adds_up => {
                    let Some(evidence) = self.numbers.get_mut(field) else { continue };
                    part.places
                        .iter()
                        .filter_map(|place| texts.get(*place))
                        .for_each(|text| evidence.see(text));
                }
                Use::Field(field) => self.see_field(*field, kind, part.text(&texts).trim(), layout),
                Use::Tender(_) | Use::TenderName(_) | Use::Ruled => {}
            }
        }
        let cell = |field| plan.of(field).map(|part| part.text(&texts)).unwrap_or_default();
        if plan.has(Field::Quantity) && plan.has(Field::Price) && plan.has(Field::Amount) {
            self.products.see(&cell(Field::Quantity), &cell(Field::Price), &cell(Field::Amount));
        }
        let name = cell(Field::Item);
        if !name.is_empty() && (self.items.len() < MOST_NAMES || self.items.contains_key(&name)) {
            let amount = [Field::Amount, Field::Net, Field::Total, Field::Price, Field::Quantity].map(cell);
            let amount = amount.iter().find(|text| text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)));
            let count = self.items.entry(name).or_default();
            count.rows += 1;
            count.negative += u64::from(amount.is_some_and(|text| is_negative(text)));
        }
    }

    fn see_field(&mut self, field: Field, kind: CellKind, text: &str, layout: &Layout) {
        let is_blank =
            layout.blanks.get(&field).is_some_and(|blanks| blanks.iter().any(|blank| blank == text));
        if text.is_empty() || is_blank {
            return;
        }
        *self.filled.entry(field).or_default() += 1;
        if let Some([dot, comma]) = self.durations.get_mut(&field) {
            dot.see(text, NumberForm::DOT);
            comma.see(text, NumberForm::COMMA);
        }
        if kind == CellKind::Text {
            if let Some(evidence) = self.numbers.get_mut(&field) {
                evidence.see(text);
            }
            if let Some(evidence) = self.dates.get_mut(&field) {
                evidence.see(text);
            }
        }
        let is_word = field.reads() == Reads::Word;
        let texts = match (is_word, FEW.contains(&field)) {
            (true, _) => self.words.entry(field).or_default(),
            (_, true) => self.few.entry(field).or_default(),
            _ => return,
        };
        if texts.len() < MOST_WORDS || texts.contains_key(text) {
            *texts.entry(text.to_owned()).or_default() += 1;
        }
    }

    /// Whether a field has a value in any row.
    #[must_use]
    pub fn has(&self, field: Field) -> bool {
        self.filled.get(&field).is_some_and(|rows| *rows > 0)
    }
}

/// Whether a number is written as a negative one, in any of the ways of exports.
fn is_negative(text: &str) -> bool {
    let text = text.trim();
    text.contains(['-', '\u{2212}', '\u{2013}']) || (text.starts_with('(') && text.ends_with(')'))
}
