//! What was found in the files of an import.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::fact::{Check, CustomerUpsert, ItemUpsert, Shift};
use saffron_core::{BusinessDate, CustomerId, Money};
use saffron_import::judge::{ListSums, Sums};
use serde::{Deserialize, Serialize};

/// The most days, categories, types of payment, checks and other facts, and refused rows that are shown.
pub const SHOWN_DAYS: usize = 3_700;
/// See [`SHOWN_DAYS`].
pub const SHOWN_NAMES: usize = 20;
/// See [`SHOWN_DAYS`].
pub const SHOWN_FACTS: usize = 5;
/// See [`SHOWN_DAYS`].
pub const SHOWN_REFUSED: usize = 20;
/// The most totals of columns that are shown.
pub const SHOWN_TOTALS: usize = 20;

/// What was found in the files of an import.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Findings {
    /// Why nothing of a file is read, by its number.
    pub unreadable: BTreeMap<i32, String>,
    /// The tables, and what is none.
    pub tables: Vec<FoundTable>,
    /// What is asked, and was answered.
    pub questions: Vec<Asked>,
    /// What comes in; none if nothing can be read.
    pub summary: Option<Summed>,
}

impl Findings {
    /// Whether a question has no answer.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.questions.iter().any(|question| question.answer.is_none())
    }

    /// The first and the last business date of what comes in.
    #[must_use]
    pub fn span(&self) -> Option<(BusinessDate, BusinessDate)> {
        let days = &self.summary.as_ref()?.days;
        Some((days.first()?.date, days.last()?.date))
    }

    /// The same of checks and shifts.
    #[must_use]
    pub fn whole_span(&self) -> Option<(BusinessDate, BusinessDate)> {
        let shifts = self.summary.as_ref()?.lists.shift_dates;
        let spans = [self.span(), shifts].into_iter().flatten();
        spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// The same without guests' data, which is for a person's look before the start alone.
    #[must_use]
    pub fn without_guests(mut self) -> Findings {
        if let Some(summary) = self.summary.as_mut().filter(|summary| summary.lists.guests > 0) {
            summary.samples_of_lists.guests.clear();
            for question in &mut self.questions {
                question.examples.clear();
            }
        }
        self
    }

    /// The guests whom the shown checks and rows name.
    #[must_use]
    pub fn guests(&self) -> BTreeSet<CustomerId> {
        let summary = self.summary.iter();
        let of_checks =
            summary.clone().flat_map(|of| of.samples.iter().filter_map(|check| check.customer.clone()));
        let rows = summary.flat_map(|of| of.samples_of_lists.guests.iter().map(|guest| guest.id.clone()));
        of_checks.chain(rows).collect()
    }

    /// Takes erased guests out of what is shown.
    pub fn forget(&mut self, erased: &BTreeSet<CustomerId>) {
        let Some(summary) = &mut self.summary else { return };
        summary.samples_of_lists.guests.retain(|guest| !erased.contains(&guest.id));
        for check in &mut summary.samples {
            check.customer = check.customer.take().filter(|guest| !erased.contains(guest));
        }
    }
}

/// A table of a file, or a part of it that is none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FoundTable {
    /// The file's number.
    pub file: i32,
    /// The file, and its member or sheet.
    pub name: String,
    /// Rows, with refused ones.
    pub rows: u64,
    /// The layout that was recognized.
    pub layout: Option<String>,
    /// The system that it comes from.
    pub exporter: String,
    /// What a row is.
    pub row_kind: String,
    /// Why it is not used.
    pub unused_because: Option<String>,
    /// All columns.
    pub columns: Vec<String>,
    /// Columns in use, each with its field.
    pub used: Vec<(String, String)>,
    /// Columns that are for nothing.
    pub unused: Vec<String>,
    /// What was found out of how it is written.
    pub remarks: Vec<String>,
    /// Rows that cannot be read as the others are.
    pub refused: u64,
    /// The layout as YAML.
    pub layout_yaml: Option<String>,
}

/// A question, and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// By which it is answered.
    pub id: String,
    /// In a few words.
    pub title: String,
    /// What it is about.
    pub explanation: String,
    /// Texts of the file.
    pub examples: Vec<String>,
    /// The likelier one first.
    pub choices: Vec<AskedChoice>,
    /// The value that was chosen.
    pub answer: Option<String>,
}

/// An answer, and what comes in with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedChoice {
    /// What is sent back.
    pub value: String,
    /// For people.
    pub label: String,
    /// Checks.
    pub checks: u64,
    /// Business dates.
    pub days: u64,
    /// Net sales.
    pub net_sales: Money,
    /// The first and the last business date.
    pub span: Option<(BusinessDate, BusinessDate)>,
    /// What comes in beside checks.
    #[serde(default)]
    pub lists: ListSums,
}

/// What comes in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summed {
    /// All of it.
    pub total: Sums,
    /// By business date.
    pub days: Vec<SummedDay>,
    /// Gross sales by major category, the largest first.
    pub categories: Vec<(String, Money)>,
    /// Payments with tips by type, the largest first.
    pub tenders: Vec<(String, Money)>,
    /// The first checks.
    pub samples: Vec<Check>,
    /// What lists bring.
    #[serde(default)]
    pub lists: ListSums,
    /// The columns of guests' consent.
    #[serde(default)]
    pub consents: Vec<FoundConsent>,
    /// The first rows of lists.
    #[serde(default)]
    pub samples_of_lists: ListSamples,
    /// What the files do not say, in words.
    #[serde(default)]
    pub notes: Vec<String>,
    /// What the files say that their columns add up to.
    #[serde(default)]
    pub own_totals: Vec<FoundTotal>,
    /// Rows that bring nothing by intention, by reason.
    pub left_out: Vec<(String, u64)>,
    /// Rows that cannot be used.
    pub refused: u64,
    /// The first of them.
    pub refused_examples: Vec<RefusedRow>,
}

/// A column's total, as its file says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundTotal {
    /// The file, and its member or sheet.
    pub file: String,
    /// The column's name.
    pub column: String,
    /// What the file says.
    pub said: Money,
    /// What its rows add up to.
    pub rows: Money,
}

/// A column of guests' consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundConsent {
    /// The file, and its member or sheet.
    pub file: String,
    /// The column's name.
    pub column: String,
    /// What guests agree to, in words.
    pub channel: String,
    /// Whether its words are taken as consent.
    pub is_taken: bool,
    /// Its words, each with how it is read.
    pub words: Vec<String>,
}

/// The first rows of lists, as they come in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ListSamples {
    /// Shifts.
    pub shifts: Vec<Shift>,
    /// Items of the menu.
    pub items: Vec<ItemUpsert>,
    /// Guests.
    pub guests: Vec<CustomerUpsert>,
}

/// A business date of the files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummedDay {
    /// The date.
    pub date: BusinessDate,
    /// Sales.
    pub checks: u64,
    /// With refunds and voided checks, as other sources are counted.
    #[serde(default)]
    pub all_checks: u64,
    /// Net sales.
    pub net_sales: Money,
}

/// A row that could not come in, or a check that was refused when it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedRow {
    /// The file, and its member or sheet.
    pub file: String,
    /// The line of the text, or the row of the sheet; 0: none alone.
    pub line: u64,
    /// The check, shift, item or guest, if the row became one.
    #[serde(default)]
    pub check: String,
    /// Why, in words.
    pub reason: String,
}

/// Net sales.
#[must_use]
pub fn net_of(sums: &Sums) -> Money {
    sums.gross - sums.discounts
}

/// The largest amounts, by name.
#[must_use]
pub fn largest(amounts: &BTreeMap<String, Money>) -> Vec<(String, Money)> {
    let mut all: Vec<(String, Money)> =
        amounts.iter().map(|(name, amount)| (name.clone(), *amount)).collect();
    all.sort_by_key(|(_, amount)| std::cmp::Reverse(amount.cents().abs()));
    all.truncate(SHOWN_NAMES);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn largest_amounts_come_first_and_are_bounded() {
        let amounts: BTreeMap<String, Money> =
            (0..30).map(|n| (format!("c{n:02}"), Money::from_cents(n * 100))).collect();
        let largest = largest(&amounts);
        assert_eq!((largest.len(), largest[0].0.as_str()), (SHOWN_NAMES, "c29"));
    }

    #[test]
    fn findings_are_read_as_they_were_written() {
        let findings = Findings {
            unreadable: BTreeMap::from([(1, "The file is empty.".to_owned())]),
            summary: Some(Summed {
                total: Sums { checks: 3, gross: Money::from_cents(1234), ..Sums::default() },
                days: vec![SummedDay {
                    date: "2026-07-18".parse().unwrap(),
                    checks: 3,
                    all_checks: 3,
                    net_sales: Money::from_cents(-5),
                }],
                categories: vec![("Pizza".to_owned(), Money::from_cents(1234))],
                tenders: Vec::new(),
                samples: Vec::new(),
                lists: ListSums { guests: 2, ..ListSums::default() },
                consents: Vec::new(),
                samples_of_lists: ListSamples::default(),
                notes: Vec::new(),
                own_totals: Vec::new(),
                left_out: Vec::new(),
                refused: 0,
                refused_examples: Vec::new(),
            }),
            ..Findings::default()
        };
        let text = serde_json::to_vec(&findings).unwrap();
        assert_eq!(serde_json::from_slice::<Findings>(&text).unwrap(), findings);
    }
}
