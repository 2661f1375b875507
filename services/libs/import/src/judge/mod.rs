//! Judges files as a whole before a row of them is used: what settles how they are read, and what a person is asked.
//!
//! | module | holds |
//! |---|---|
//! | `prepare` | which tables are used by which layout, and their rows by order |
//! | `profile`, `sum_rows`, `evidence` | what all rows of a table, those that sum others, and those of all orders show |
//! | `settle`, `share` | from evidence to decisions, and from one table to those of the same exporter |
//! | `decide`, `lists`, `open` | how files are read with the answers that there are |
//! | `question`, `summary`, `totals` | what is asked, and what comes in with each answer, beside what files say themselves |
//! | `words` | all of it in plain English |

mod decide;
mod evidence;
mod lists;
mod open;
mod prepare;
mod profile;
mod question;
mod settle;
mod share;
mod sum_rows;
mod summary;
mod totals;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use saffron_core::fact::{Check, CustomerUpsert, FactBody, ItemUpsert, Shift};
use saffron_core::{Calendar, DayStarts, Money, PosId, Zone};

use crate::book::{Book, BookError, Numbers};
use crate::form::word::WordRules;
use crate::layout::{
    DateOrder, Field, Header, Layout, Mapping, MappingError, OrderKey, Reads, Rows, Says, YesNo,
};
use crate::lists::{Listed, Of, Outcome};
use crate::orders::{LeftOut, Made, Place, Row, checks_of};
use crate::reading::{Part, Reading, Use};
use crate::sort::Scratch;
use crate::table::Table;
use decide::{Decided, decide};
use open::Open;
use prepare::Prepared;
pub use profile::{Count, Profile};
pub use question::{Answers, Choice, Question, Subject};
use summary::People;
pub use summary::{ConsentColumn, ListSums, Summary, Sums};
pub use totals::OwnTotal;
use totals::Totals;
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
    /// Another table of the files holds the same sales in more detail.
    Covered,
    /// It has prices of each of these stores.
    Stores(Vec<String>),
    /// The files hold amounts of these currencies, which cannot be added up.
    Currencies(Vec<String>),
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

/// Judges these tables.
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
    let about = about(&open.subject, prepared);
    let (column, field) = about.map_or((None, None), |(column, field)| (Some(column), Some(field)));
    let (subject, examples) = (open.subject.clone(), open.examples.clone());
    Ok(Question { subject, examples, choices, file: None, column, field })
}

/// The column that a question is about, and what it means.
fn about(subject: &Subject, prepared: &Prepared) -> Option<(String, Field)> {
    let reading = |table: usize| prepared.all().find(|reading| reading.table == table);
    let first = |field: Field| Some((prepared.columns(field).into_iter().next()?, field));
    match subject {
        Subject::Number(table, field) | Subject::Unit(table, field) | Subject::Consent(table, field) => {
            let field = field.parse().ok()?;
            Some((reading(*table)?.plan.of(field)?.name(), field))
        }
        Subject::Word(table, column, _) => {
            let words = |part: &&Part| matches!(part.used, Use::Field(field) if field.reads() == Reads::Word && part.name() == *column);
            match reading(*table)?.plan.parts.iter().find(words)?.used {
                Use::Field(field) => Some((column.clone(), field)),
                Use::Tender(_) | Use::TenderName(_) | Use::Ruled => None,
            }
        }
        Subject::Repeated(field) => first(field.parse().ok()?),
        Subject::Charges => first(Field::ServiceCharge),
        _ => None,
    }
}

/// What comes in with these decisions.
fn sum(prepared: &Prepared, decided: &Decided, calendar: &Calendar) -> Result<Summary, BookError> {
    let mut summary = Summary::default();
    let mut totals = Totals::default();
    let each_check = &mut |_, check| summary.add(&check);
    let see = &mut |rows: &[Row]| totals.see(rows);
    let counts = each(&prepared.book, decided, calendar, see, each_check, &mut |_, _| {})?;
    (summary.left_out, summary.refused) = counts;
    summary.own_totals = totals.own(&decided.readings);
    let mut people = People::default();
    // Rows that are none of their table's never came to an order.
    each_listed(prepared, decided, calendar, &mut |_, outcome| match outcome {
        Outcome::Fact(_, body) => {
            summary.lists.add(&body);
            if let FactBody::Shift(shift) = *body {
                summary.lists.people = people.add(&shift);
            }
        }
        Outcome::LeftOut(..) => summary.left_out += 1,
        Outcome::Refused(..) => summary.refused += 1,
    })?;
    let points = |reading: &&Reading| reading.layout.rows == Rows::Guests;
    let points = decided
        .lists
        .iter()
        .filter(points)
        .filter_map(|reading| prepared.profiles.get(&reading.table)?.filled.get(&Field::Points));
    summary.lists.with_points = points.sum();
    summary.consents = lists::consent_columns(&decided.lists, &prepared.profiles);
    let used = decided.readings.iter().chain(&decided.lists);
    let profiles = used.filter_map(|reading| prepared.profiles.get(&reading.table));
    summary.refused += profiles.map(|profile| profile.refused).sum::<u64>();
    summary.has_no_tax =
        !decided.readings.is_empty() && prepared.has_no_tax() && summary.total.tax == Money::ZERO;
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

    /// How each list is read.
    #[must_use]
    pub fn list_readings(&self) -> &[Reading] {
        &self.decided.lists
    }

    /// What all rows of each table that is used show.
    #[must_use]
    pub const fn profiles(&self) -> &BTreeMap<usize, Profile> {
        &self.prepared.profiles
    }

    /// The layout of a table of sales with what a person answered about it, to be saved under a name; none of a table that is not
    /// used. `header` is the table's.
    ///
    /// # Errors
    /// If its columns make no sense of rows.
    pub fn layout(
        &self,
        table: usize,
        header: &Header,
        name: &str,
        answers: &Answers,
    ) -> Result<Option<Layout>, MappingError> {
        let mut used = self.decided.readings.iter().chain(&self.decided.lists);
        let Some(reading) = used.find(|reading| reading.table == table) else {
            return Ok(None);
        };
        let mut layout = reading.layout.clone();
        for part in &reading.plan.parts {
            let Use::Field(field) = part.used else { continue };
            for word in
                self.prepared.profiles.get(&table).and_then(|of| of.words.get(&field)).into_iter().flatten()
            {
                let subject = Subject::Word(table, part.name(), word.0.clone());
                let Some(answer) = answers.to(&subject) else { continue };
                let says = match answer {
                    "yes" => Some(Says::Answer(YesNo::Yes)),
                    "no" => Some(Says::Answer(YesNo::No)),
                    other => other.parse().ok().map(Says::Meaning),
                };
                if let Some(says) = says {
                    layout.words.entry(field).or_default().insert(word.0.clone(), says);
                }
            }
        }
        if let Some(order) = answers.to(&Subject::Order).and_then(settle::key_named) {
            layout.order = Some(order);
        } else if answers.to(&Subject::Days) == Some("yes") {
            layout.order = Some(OrderKey::Row);
        }
        if answers.to(&Subject::Tax).is_some() {
            layout.tax = Some(self.decided.how.understood.tax);
        }
        layout.dates = match answers.to(&Subject::Dates(table)) {
            Some("day-first") => Some(DateOrder::DayFirst),
            Some("month-first") => Some(DateOrder::MonthFirst),
            Some("year-first") => Some(DateOrder::YearFirst),
            _ => layout.dates,
        };
        let marked = Mapping::default().onto(&layout, header)?;
        Ok(Some(Layout { name: name.to_owned(), is_own: true, ..marked }))
    }

    /// Makes every shift, as it is sent and as the server will read it, and names every row of shifts that brings nothing.
    ///
    /// # Errors
    /// If scratch files cannot be read.
    pub fn shifts(
        &self,
        mut take: impl FnMut(Listed, Shift),
        without: impl FnMut(Place, Without),
    ) -> Result<(), BookError> {
        let mut of_kind = |listed, body| {
            if let FactBody::Shift(shift) = body {
                take(listed, *shift);
            }
        };
        self.listed(Rows::Shifts, &mut of_kind, without)
    }

    /// Makes every item of the menu, as [`Judged::shifts`] does.
    ///
    /// # Errors
    /// If scratch files cannot be read.
    pub fn items(
        &self,
        mut take: impl FnMut(Listed, ItemUpsert),
        without: impl FnMut(Place, Without),
    ) -> Result<(), BookError> {
        let mut of_kind = |listed, body| {
            if let FactBody::Item(item) = body {
                take(listed, *item);
            }
        };
        self.listed(Rows::Items, &mut of_kind, without)
    }

    /// Makes every guest, as [`Judged::shifts`] does.
    ///
    /// # Errors
    /// If scratch files cannot be read.
    pub fn guests(
        &self,
        mut take: impl FnMut(Listed, CustomerUpsert),
        without: impl FnMut(Place, Without),
    ) -> Result<(), BookError> {
        let mut of_kind = |listed, body| {
            if let FactBody::Customer(guest) = body {
                take(listed, *guest);
            }
        };
        self.listed(Rows::Guests, &mut of_kind, without)
    }

    fn listed(
        &self,
        kind: Rows,
        take: &mut dyn FnMut(Listed, FactBody),
        mut without: impl FnMut(Place, Without),
    ) -> Result<(), BookError> {
        each_listed(&self.prepared, &self.decided, &self.calendar, &mut |rows, outcome| match outcome {
            _ if rows != kind => {}
            Outcome::Fact(listed, body) => take(listed, *body),
            Outcome::LeftOut(place, why) => without(place, Without::LeftOut(why)),
            Outcome::Refused(place, why) => without(place, Without::Refused(why)),
        })
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
        each(&self.prepared.book, &self.decided, &self.calendar, &mut |_| {}, &mut take, &mut without)
            .map(drop)
    }
}

/// Makes every fact of lists.
fn each_listed(
    prepared: &Prepared,
    decided: &Decided,
    calendar: &Calendar,
    take: &mut dyn FnMut(Rows, Outcome),
) -> Result<(), BookError> {
    let of = Of { pos_id: decided.how.pos_id.clone(), revision: decided.how.revision };
    prepared.lists.each(&decided.lists, &of, calendar, take)
}

/// Makes every check, after its rows were seen, and counts rows that are left out and refused.
fn each(
    book: &Book,
    decided: &Decided,
    calendar: &Calendar,
    see: &mut dyn FnMut(&[Row]),
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
        for place in std::mem::take(&mut order.elsewhere) {
            left_out += 1;
            without(place, Without::LeftOut(LeftOut::Elsewhere));
        }
        for (number, rows) in order.split(how.key, calendar.starts()) {
            see(&rows);
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
