//! Judges files as a whole before a row of them is used: what settles how they are read, and what a person is asked.

mod evidence;
mod profile;
mod question;
mod settle;
mod summary;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use saffron_core::fact::Check;
use saffron_core::{Calendar, DayStarts, PosId, Zone};

use crate::book::{Book, BookError, Numbers};
use crate::form::word::{Meaning, WordRules};
use crate::layout::{Field, GUESSED, Header, Layout, OrderKey, Rows, TaxPlace, guess, recognize};
use crate::orders::{How, LeftOut, Made, Place, Understood, checks_of};
use crate::reading::{Forms, Plan, Reading, says};
use crate::sort::Scratch;
use crate::table::Table;
use evidence::Evidence;
pub use profile::{Count, Profile};
pub use question::{Answers, Choice, Question, Subject};
use settle::{Settled, TableForms};
pub use summary::{Summary, Sums};

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
}

/// How files are read, what they bring, and what is open.
pub struct Judged {
    /// How each table of sales is read.
    pub readings: Vec<Reading>,
    /// How rows become checks.
    pub how: How,
    /// Tables that are not used.
    pub unused: BTreeMap<usize, Unused>,
    /// What all rows of each table show.
    pub profiles: BTreeMap<usize, Profile>,
    /// What is to be asked; without an answer the first choice is taken.
    pub questions: Vec<Question>,
    /// What comes in as things stand.
    pub summary: Summary,
    book: Book,
    calendar: Calendar,
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
    let (layouts, unused) = layouts_of(tables, given);
    let mut profiles = BTreeMap::new();
    let mut questions = Vec::new();
    let guessed =
        layouts.iter().filter(|(index, layout)| layout.name == GUESSED && !given.mapped.contains_key(*index));
    for (index, layout) in guessed {
        if given.answers.to(&Subject::Columns(*index)).is_none() {
            let examples = layout.columns.iter().map(|(field, columns)| {
                let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
                format!("{}={}", names.join("|"), field.name())
            });
            let choices = ["yes", "no"].map(|value| Choice { value: value.to_owned(), summary: None });
            questions.push(Question {
                examples: examples.collect(),
                ..question(Subject::Columns(*index), choices.into())
            });
        }
    }
    let mut readings = Vec::new();
    for (index, layout) in &layouts {
        let Some(table) = tables.get(*index) else { continue };
        let profile = Profile::of(table, layout, given.today)?;
        let forms = settle::forms_of(*index, &profile, layout, &given.answers);
        ask_forms(*index, &forms, &mut questions);
        let mut reading = reading_of(*index, table, layout, &profile, forms, given);
        ask_words(&reading, &profile, &mut questions);
        for (name, meaning) in settle::items_that_may_be_none(&profile) {
            let answer =
                given.answers.to(&Subject::Item(name.clone())).and_then(|answer| answer.parse().ok());
            if answer.is_none() {
                let meanings = [meaning, Meaning::Sale];
                let choices =
                    meanings.map(|meaning| Choice { value: meaning.name().to_owned(), summary: None });
                let subject = Subject::Item(name.clone());
                questions
                    .push(Question { examples: vec![name.clone()], ..question(subject, choices.into()) });
            }
            reading.items.insert(name, answer.unwrap_or(meaning));
        }
        profiles.insert(*index, profile);
        readings.push(reading);
    }
    let book = Book::gather(tables, &readings, scratch)?;
    let mut evidence = Evidence::default();
    for order in book.orders(&readings)? {
        evidence.see(&order?, &given.starts);
    }
    let refs: Vec<&Layout> = layouts.values().collect();
    let has_numbers =
        readings.iter().any(|reading| reading.plan.has(Field::Order) || reading.plan.has(Field::Check));
    let (key, day_in_id) = settle::order_key(&evidence, &refs, has_numbers, &given.answers);
    let repeats = settle::repeats(&evidence, &given.answers);
    let tax_columns = readings.iter().filter_map(|reading| reading.plan.of(Field::Tax));
    let is_vat = tax_columns.into_iter().any(|part| settle::is_vat(&part.name()));
    let tax = settle::tax(&evidence, &refs, is_vat, &given.zone, &given.answers);
    let (repeated, open_repeated) = settle::repeated(&evidence, &given.answers);
    let (discounts, open_items) = settle::negative_items(&evidence, &given.answers);
    readings.iter_mut().for_each(|reading| reading.items.extend(discounts.clone()));
    let how = How {
        pos_id: given.pos_id.clone(),
        revision: given.revision,
        starts: given.starts.clone(),
        understood: Understood { tax: tax.now().unwrap_or(TaxPlace::Beside), net: settle::net_is(&evidence) },
        key: key.now().unwrap_or(OrderKey::Number),
        day_in_id,
        repeats: repeats.now().unwrap_or(false),
        repeated,
        tips_inside: refs.iter().any(|layout| layout.tips_inside),
        gift_cards: refs.iter().flat_map(|layout| layout.gift_cards.iter().cloned()).collect(),
    };
    let mut judged = Judged {
        readings,
        how,
        unused,
        profiles,
        questions: Vec::new(),
        summary: Summary::default(),
        book,
        calendar: Calendar::new(given.zone.clone(), given.starts.clone()),
    };
    judged.summary = judged.sum(&judged.how)?;
    if let Settled::Open(keys) = key {
        let choices = keys.into_iter().map(|key| {
            let summary = judged.sum(&How { key, ..judged.how.clone() })?;
            Ok(Choice { value: settle::key_name(key).to_owned(), summary: Some(summary) })
        });
        questions.push(question(Subject::Order, choices.collect::<Result<_, BookError>>()?));
    }
    if let Settled::Open(places) = tax {
        let choices = places.into_iter().map(|tax| {
            let understood = Understood { tax, ..judged.how.understood };
            let summary = judged.sum(&How { understood, ..judged.how.clone() })?;
            let value = if tax == TaxPlace::Inside { "inside" } else { "beside" };
            Ok(Choice { value: value.to_owned(), summary: Some(summary) })
        });
        questions.push(question(Subject::Tax, choices.collect::<Result<_, BookError>>()?));
    }
    if let Settled::Open(answers) = repeats {
        let choices = answers.into_iter().map(|repeats| {
            let summary = judged.sum(&How { repeats, ..judged.how.clone() })?;
            Ok(Choice { value: if repeats { "yes" } else { "no" }.to_owned(), summary: Some(summary) })
        });
        questions.push(question(Subject::Repeats, choices.collect::<Result<_, BookError>>()?));
    }
    for field in open_repeated {
        let subject = Subject::Repeated(field.name().to_owned());
        let mut with = judged.how.clone();
        with.repeated.insert(field);
        let choices = vec![
            Choice { value: "no".to_owned(), summary: Some(judged.summary.clone()) },
            Choice { value: "yes".to_owned(), summary: Some(judged.sum(&with)?) },
        ];
        questions.push(question(subject, choices));
    }
    questions.extend(open_items.into_iter().map(|name| {
        let choices = ["refund", "discount"].map(|value| Choice { value: value.to_owned(), summary: None });
        Question { examples: vec![name.clone()], ..question(Subject::Item(name), choices.into()) }
    }));
    judged.questions = questions;
    Ok(judged)
}

fn question(subject: Subject, choices: Vec<Choice>) -> Question {
    Question { subject, examples: Vec::new(), choices }
}

/// The layout of each table that is used, and the tables that are not.
fn layouts_of(tables: &[Table], given: &Given) -> (BTreeMap<usize, Layout>, BTreeMap<usize, Unused>) {
    let mut layouts = BTreeMap::new();
    let mut unused = BTreeMap::new();
    for (index, table) in tables.iter().enumerate() {
        let known = || recognize(&given.layouts, &Header::new(table.header())).cloned();
        let is_refused = given.answers.to(&Subject::Columns(index)) == Some("no");
        let guessed = || guess(&Header::new(table.header())).filter(|_| !is_refused);
        match given.mapped.get(&index).cloned().or_else(known).or_else(guessed) {
            Some(layout) if matches!(layout.rows, Rows::Lines | Rows::Orders | Rows::Payments) => {
                layouts.insert(index, layout);
            }
            Some(_) => {}
            None => drop(unused.insert(index, Unused::Unknown)),
        }
    }
    // Orders that cannot be found by an order's number hold the sales of the lines once more.
    let has_lines = layouts.values().any(|layout: &Layout| layout.rows == Rows::Lines);
    layouts.retain(|index, layout| {
        let is_covered =
            has_lines && layout.rows == Rows::Orders && !layout.columns.contains_key(&Field::Order);
        if is_covered {
            unused.insert(*index, Unused::Covered);
        }
        !is_covered
    });
    (layouts, unused)
}

fn reading_of(
    index: usize,
    table: &Table,
    layout: &Layout,
    profile: &Profile,
    forms: TableForms,
    given: &Given,
) -> Reading {
    let plan = Plan::new(layout, &Header::new(table.header()));
    let mut numbers = forms.numbers;
    for (field, (_, likelier)) in forms.open_numbers {
        numbers.insert(field, likelier);
    }
    let forms = Forms { numbers, tenders: forms.tenders, dates: forms.dates, zone: given.zone.clone() };
    let mut rules = given.rules.rules().to_vec();
    for (field, words) in &profile.words {
        let column = plan.of(*field).map(crate::reading::Part::name).unwrap_or_default();
        for word in words.keys() {
            let subject = Subject::Word(index, column.clone(), word.clone());
            let meaning = given.answers.to(&subject).and_then(|answer| answer.parse::<Meaning>().ok());
            rules.extend(meaning.map(|meaning| crate::form::word::WordRule {
                column: column.clone(),
                meaning,
                words: vec![word.clone()],
            }));
        }
    }
    let rules = WordRules::new(rules).unwrap_or_else(|_| given.rules.clone());
    let items = settle::items_that_are_no_sale(profile);
    Reading { table: index, layout: layout.clone(), plan, forms, rules, items }
}

fn ask_forms(table: usize, forms: &TableForms, questions: &mut Vec<Question>) {
    for (field, (examples, likelier)) in &forms.open_numbers {
        let other = if *likelier == crate::form::number::NumberForm::DOT {
            crate::form::number::NumberForm::COMMA
        } else {
            crate::form::number::NumberForm::DOT
        };
        let choices = [*likelier, other]
            .map(|form| Choice { value: settle::point_name(form).to_owned(), summary: None });
        let subject = Subject::Number(table, field.name().to_owned());
        questions.push(Question { examples: examples.clone(), ..question(subject, choices.into()) });
    }
    if let Some((candidates, examples)) = &forms.open_dates {
        let choices = candidates
            .iter()
            .map(|form| Choice { value: settle::date_name(*form).to_owned(), summary: None });
        let subject = Subject::Dates(table);
        questions.push(Question { examples: examples.clone(), ..question(subject, choices.collect()) });
    }
}

fn ask_words(reading: &Reading, profile: &Profile, questions: &mut Vec<Question>) {
    let column = |field| reading.plan.of(field).map(crate::reading::Part::name).unwrap_or_default();
    let is_known = |field: Field, word: &str| {
        says(field, word, &column(field), &reading.layout, &reading.rules).is_some()
    };
    for (field, word, _) in settle::unknown_words(profile, is_known) {
        let meanings = [Meaning::Sale, Meaning::Void, Meaning::Refund, Meaning::Skip];
        let choices = meanings.map(|meaning| Choice { value: meaning.name().to_owned(), summary: None });
        let subject = Subject::Word(reading.table, column(field), word.to_owned());
        questions.push(Question { examples: vec![word.to_owned()], ..question(subject, choices.into()) });
    }
}

impl Judged {
    /// What comes in if rows become checks in this way.
    fn sum(&self, how: &How) -> Result<Summary, BookError> {
        let mut summary = Summary::default();
        let counts = self.each(how, &mut |_, check| summary.add(&check), &mut |_, _| {})?;
        (summary.left_out, summary.refused) = counts;
        Ok(summary)
    }

    /// Makes every check, as it is sent and as the server will read it, and names every row that brings nothing.
    ///
    /// # Errors
    /// If scratch files cannot be read.
    pub fn checks(
        &self,
        mut take: impl FnMut(Made, Check),
        mut without: impl FnMut(Place, Without),
    ) -> Result<(), BookError> {
        self.each(&self.how, &mut take, &mut without).map(drop)
    }

    fn each(
        &self,
        how: &How,
        take: &mut dyn FnMut(Made, Check),
        without: &mut dyn FnMut(Place, Without),
    ) -> Result<(u64, u64), BookError> {
        let (mut left_out, mut refused) = (0, 0);
        for order in self.book.orders(&self.readings)? {
            let mut order: Numbers = order?;
            for (place, why) in std::mem::take(&mut order.refused) {
                refused += 1;
                without(place, Without::Refused(why));
            }
            for (number, rows) in order.split(how.key, self.calendar.starts()) {
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
                    match summary::as_read(&made, &how.pos_id, &self.calendar) {
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
}
