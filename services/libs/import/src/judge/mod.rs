//! Judges files as a whole before a row of them is used: what settles how they are read, and what a person is asked.
//!
//! | module | holds |
//! |---|---|
//! | `prepare` | which tables are used by which layout, and their rows by order |
//! | `profile`, `evidence` | what all rows of a table, and of all orders, show |
//! | `settle` | from evidence to decisions |
//! | `decide` | how files are read with the answers that there are |
//! | `question`, `summary` | what is asked, and what comes in with each answer |
//! | `words` | all of it in plain English |

mod decide;
mod evidence;
mod prepare;
mod profile;
mod question;
mod settle;
mod summary;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use saffron_core::fact::Check;
use saffron_core::{Calendar, DayStarts, PosId, Zone};

use crate::book::{Book, BookError, Numbers};
use crate::form::word::WordRules;
use crate::layout::{Field, Layout};
use crate::orders::{LeftOut, Made, Place, checks_of};
use crate::reading::Reading;
use crate::sort::Scratch;
use crate::table::Table;
use decide::{Decided, Open, decide};
use prepare::Prepared;
pub use profile::{Count, Profile};
pub use question::{Answers, Choice, Question, Subject};
pub use summary::{Summary, Sums};
pub use words::Words;

/// What is known beside the files.
#[derive(Debug, Clone)]
pub struct Given {
    /// The location that the sales are of.
    pub pos_id: PosId,
    /// The revision of all facts.
    pub revision: i64,
    /// The location's time zone.
    pub zone: Zone,
    /// When its business days begin.
    pub starts: DayStarts,
    /// The location's date.
    pub today: Date,
    /// Layouts by which tables are recognized; a person's own come first.
    pub layouts: Vec<Layout>,
    /// Layouts of tables by their place, as a person mapped them.
    pub mapped: BTreeMap<usize, Layout>,
    /// What words mean, as a person said.
    pub rules: WordRules,
    /// Answers to questions.
    pub answers: Answers,
}

/// Why a table is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unused {
    /// No layout fits its header.
    Unknown,
    /// Its rows are no sales: shifts, items or guests.
    OtherRows,
    /// Another table of the files holds the same sales in more detail.
    Covered,
}

/// Files that were judged: what they bring, and what is open.
pub struct Judged {
    prepared: Prepared,
    decided: Decided,
    calendar: Calendar,
    /// What is to be asked; without an answer the first choice is taken.
    pub questions: Vec<Question>,
    /// What comes in as things stand.
    pub summary: Summary,
}

/// A row that brings nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Without {
    /// By intention.
    LeftOut(LeftOut),
    /// It cannot be used, and why.
    Refused(String),
}

/// Judges the tables of sales among these.
///
/// # Errors
/// If the files or scratch files cannot be read, or too many rows share a number.
pub fn judge(tables: &[Table], given: &Given, scratch: Arc<dyn Scratch>) -> Result<Judged, BookError> {
    let prepared = Prepared::of(tables, given, scratch)?;
    let decided = decide(&prepared, given, &given.answers)?;
    let calendar = Calendar::new(given.zone.clone(), given.starts.clone());
    let summary = sum(&prepared, &decided, &calendar)?;
    let mut questions = Vec::with_capacity(decided.open.len());
    for open in &decided.open {
        let asked = question(open, &prepared, given, &calendar, &summary)?;
        let several = (tables.len() > 1).then_some(open.subject.table()).flatten();
        let file = several.and_then(|table| tables.get(table)).map(|table| table.name().to_owned());
        questions.push(Question { file, ..asked });
    }
    Ok(Judged { prepared, decided, calendar, questions, summary })
}

/// A question with what each of its answers brings.
fn question(
    open: &Open,
    prepared: &Prepared,
    given: &Given,
    calendar: &Calendar,
    now: &Summary,
) -> Result<Question, BookError> {
    let mut choices = Vec::with_capacity(open.values.len());
    for (index, value) in open.values.iter().enumerate() {
        let summary = if index == 0 {
            // What is taken meanwhile.
            now.clone()
        } else {
            let mut answers = given.answers.clone();
            answers.0.insert(open.subject.id(), value.clone());
            sum(prepared, &decide(prepared, given, &answers)?, calendar)?
        };
        choices.push(Choice { value: value.clone(), summary });
    }
    let column = column_of(&open.subject, prepared);
    let (subject, examples) = (open.subject.clone(), open.examples.clone());
    Ok(Question { subject, examples, choices, file: None, column })
}

/// The name of the column that a question is about.
fn column_of(subject: &Subject, prepared: &Prepared) -> Option<String> {
    match subject {
        Subject::Number(table, field) => {
            let reading = prepared.readings.iter().find(|reading| reading.table == *table)?;
            Some(reading.plan.of(field.parse().ok()?)?.name())
        }
        Subject::Word(_, column, _) => Some(column.clone()),
        Subject::Repeated(field) => prepared.columns(field.parse().ok()?).into_iter().next(),
        Subject::Charges => prepared.columns(Field::ServiceCharge).into_iter().next(),
        _ => None,
    }
}

/// What comes in with these decisions.
fn sum(prepared: &Prepared, decided: &Decided, calendar: &Calendar) -> Result<Summary, BookError> {
    let mut summary = Summary::default();
    let counts =
        each(&prepared.book, decided, calendar, &mut |_, check| summary.add(&check), &mut |_, _| {})?;
    (summary.left_out, summary.refused) = counts;
    // Rows that are none of their table's never came to an order.
    let profiles = decided.readings.iter().filter_map(|reading| prepared.profiles.get(&reading.table));
    summary.refused += profiles.map(|profile| profile.refused).sum::<u64>();
    Ok(summary)
}

impl Judged {
    /// Tables that are not used.
    #[must_use]
    pub const fn unused(&self) -> &BTreeMap<usize, Unused> {
        &self.prepared.unused
    }

    /// How each table of sales is read: its layout and the columns in use.
    #[must_use]
    pub fn readings(&self) -> &[Reading] {
        &self.prepared.readings
    }

    /// What all rows of each table of sales show.
    #[must_use]
    pub const fn profiles(&self) -> &BTreeMap<usize, Profile> {
        &self.prepared.profiles
    }

    /// Makes every check, as it is sent and as the server will read it, and names every row that brings nothing, but those that
    /// cannot be read as rows of their table: [`Table::rows`] gives these.
    ///
    /// # Errors
    /// If scratch files cannot be read.
    pub fn checks(
        &self,
        mut take: impl FnMut(Made, Check),
        mut without: impl FnMut(Place, Without),
    ) -> Result<(), BookError> {
        each(&self.prepared.book, &self.decided, &self.calendar, &mut take, &mut without).map(drop)
    }
}

/// Makes every check, and counts rows that are left out and refused.
fn each(
    book: &Book,
    decided: &Decided,
    calendar: &Calendar,
    take: &mut dyn FnMut(Made, Check),
    without: &mut dyn FnMut(Place, Without),
) -> Result<(u64, u64), BookError> {
    let how = &decided.how;
    let (mut left_out, mut refused) = (0, 0);
    for order in book.orders(&decided.readings)? {
        let mut order: Numbers = order?;
        for (place, why) in std::mem::take(&mut order.refused) {
            refused += 1;
            without(place, Without::Refused(why));
        }
        for (number, rows) in order.split(how.key, calendar.starts()) {
            let first = rows.first().map(|row| row.place).unwrap_or_default();
            let outcome = checks_of(&number, rows, how);
            for (place, why) in outcome.left_out {
                left_out += 1;
                without(place, Without::LeftOut(why));
            }
            for (place, why) in outcome.refused {
                refused += 1;
                without(place, Without::Refused(why));
            }
            for made in outcome.checks {
                match summary::as_read(&made, &how.pos_id, calendar) {
                    Ok(check) => take(made, check),
                    Err(why) => {
                        refused += 1;
                        without(first, Without::Refused(why));
                    }
                }
            }
        }
    }
    Ok((left_out, refused))
}
