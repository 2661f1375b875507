//! A layout that a person makes, by entries of one line each. They are the same in `--map` and in the app, and correct a guess
//! or a known layout.
//!
//! | entry | says |
//! |---|---|
//! | `Total=amount` | the column is the field |
//! | `First name+Last name=employee`, `Hour : Minute=time` | the columns are joined, with a space or a colon |
//! | `Status=void:Cancelled\|Canceled` | these words of the column mean that (`form::word`) |
//! | `Tax type=tax-inside:Incl\|TTC` | these words of the column mean yes |
//! | `Visa=paid:Visa` | the column is what was paid by this type of payment |
//! | `tax-inside=yes`, `tender==Cash` | the field has no column, and this value in every row |
//! | `Notes=unused` | the column is for nothing |
//! | `rows=orders` | what a row is, where the columns do not show it |
//!
//! `\` before `=`, `:`, `|`, `+`, `,` or itself takes it as part of a name or a word.

mod parse;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub(super) use parse::check_constant;
use parse::{entry, escaped, several};

use strum::VariantNames as _;

use super::{Columns, Field, GUESSED, Header, Layout, Reads, Rows, Says, TaxPlace, YesNo};
use crate::form::word::{self, Meaning};

/// The name of a layout that a person made and did not name.
pub const MAPPED: &str = "Mapped by hand";
/// The most entries: more columns than any export has.
const MOST_ENTRIES: usize = 500;
/// The longest entry, in characters.
const LONGEST: usize = 20_000;

/// Why entries make no layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MappingError {
    /// No `=` in it.
    #[error("'{0}' must be written as Column=field, such as Total=amount")]
    Form(String),
    /// No such field.
    #[error("'{name}' is no field. The fields are {}", Field::VARIANTS.join(", "))]
    NoField {
        /// What was written.
        name: String,
    },
    /// No such column, and no field with a constant.
    #[error("the file has no column '{name}'. It has {}", list(.columns))]
    NoColumn {
        /// What was written.
        name: String,
        /// What there is.
        columns: Vec<String>,
    },
    /// Words for a field that is no word.
    #[error(
        "'{0}' takes no words: write Column={0}, or name what the words mean, such as Column=void:Cancelled"
    )]
    NoWords(String),
    /// A value that is none of its field.
    #[error("'{value}' is no value of {field}: {why}")]
    Value {
        /// The field.
        field: &'static str,
        /// What was written.
        value: String,
        /// What is wrong.
        why: String,
    },
    /// Two columns of a field that has one.
    #[error(
        "{field} is given two columns, '{first}' and '{second}': leave one of them out with {second}=unused"
    )]
    Twice {
        /// The field.
        field: &'static str,
        /// The first column.
        first: String,
        /// The other one.
        second: String,
    },
    /// A word with two meanings.
    #[error("'{word}' of column '{column}' is given two meanings")]
    TwoMeanings {
        /// The column.
        column: String,
        /// The word.
        word: String,
    },
    /// More columns of words than there are fields for.
    #[error("'{0}' is one column too many that shows what a row is: name words of at most three")]
    ManyWords(String),
    /// A layout without what makes sense of its rows.
    #[error("no column is {what}: {advice}")]
    Missing {
        /// What is missing.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// More than any file needs.
    #[error("at most {MOST_ENTRIES} entries of {LONGEST} characters each")]
    Many,
}

fn list(columns: &[String]) -> String {
    let shown: Vec<String> = columns.iter().take(60).map(|name| format!("'{name}'")).collect();
    shown.join(", ")
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    Rows(Rows),
    Field(Columns, Field),
    Meaning(Columns, Meaning, Vec<String>),
    Yes(Columns, Field, Vec<String>),
    Tender(String, String),
    Constant(Field, String),
    Unused(Columns),
}

/// What a person says of a table's columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mapping {
    entries: Vec<Entry>,
}

impl Mapping {
    /// Reads entries of a table with this header. A text may hold several with commas between them.
    ///
    /// # Errors
    /// The first entry that cannot be read, and why.
    pub fn parse<S: AsRef<str>>(texts: &[S], header: &Header) -> Result<Mapping, MappingError> {
        let mut entries = Vec::new();
        for text in texts {
            for one in several(text.as_ref(), header) {
                if entries.len() >= MOST_ENTRIES || one.chars().count() > LONGEST {
                    return Err(MappingError::Many);
                }
                entries.push(entry(&one, header)?);
            }
        }
        Ok(Mapping { entries })
    }

    /// The layout of these entries alone.
    ///
    /// # Errors
    /// Why they make none.
    pub fn layout(&self, header: &Header) -> Result<Layout, MappingError> {
        self.onto(&Layout::new(MAPPED, Rows::Orders), header)
    }

    /// A layout corrected by these entries: what they say of a column or a field holds in place of what the layout says.
    ///
    /// # Errors
    /// Why they make no layout.
    pub fn onto(&self, base: &Layout, header: &Header) -> Result<Layout, MappingError> {
        let mut layout = base.clone();
        if layout.name == GUESSED {
            MAPPED.clone_into(&mut layout.name);
        }
        self.take_away(&mut layout, header);
        let mut given: BTreeMap<Field, String> = BTreeMap::new();
        for entry in &self.entries {
            match entry {
                Entry::Field(columns, field) => {
                    let before = given.insert(*field, columns.to_string());
                    let is_list = field.adds_up() || field.reads() == Reads::Date;
                    if let Some(first) = before.filter(|_| !is_list) {
                        return Err(MappingError::Twice {
                            field: field.name(),
                            first,
                            second: columns.to_string(),
                        });
                    }
                    layout.columns.entry(*field).or_default().push(columns.clone());
                }
                Entry::Tender(column, tender) => {
                    layout.tenders.entry(tender.clone()).or_default().push(column.clone());
                }
                Entry::Constant(Field::TaxInside, value) => {
                    let is_inside = word::flag(value) == Some(true);
                    layout.tax = Some(if is_inside { TaxPlace::Inside } else { TaxPlace::Beside });
                }
                Entry::Constant(field, value) => drop(layout.constants.insert(*field, value.clone())),
                Entry::Rows(_) | Entry::Meaning(..) | Entry::Yes(..) | Entry::Unused(_) => {}
            }
        }
        for entry in &self.entries {
            match entry {
                Entry::Meaning(columns, meaning, words) => {
                    let field = field_of_words(&mut layout, columns)?;
                    add_words(&mut layout, field, columns, words, Says::Meaning(*meaning))?;
                }
                Entry::Yes(columns, field, words) => {
                    let of_field = layout.columns.entry(*field).or_default();
                    if !of_field.contains(columns) {
                        of_field.push(columns.clone());
                    }
                    add_words(&mut layout, *field, columns, words, Says::Answer(YesNo::Yes))?;
                }
                _ => {}
            }
        }
        self.complete(&mut layout, header)?;
        Ok(layout)
    }

    /// Takes out of a layout what these entries say otherwise.
    fn take_away(&self, layout: &mut Layout, header: &Header) {
        let place = |name: &str| header.find(name);
        let named: Vec<usize> = self
            .entries
            .iter()
            .flat_map(|entry| match entry {
                Entry::Field(columns, _) | Entry::Unused(columns) => {
                    columns.names().iter().filter_map(|name| place(name)).collect()
                }
                Entry::Tender(column, _) => place(column).into_iter().collect::<Vec<_>>(),
                _ => Vec::new(),
            })
            .collect();
        let fields: Vec<Field> = self
            .entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Field(_, field) | Entry::Constant(field, _) => Some(*field),
                _ => None,
            })
            .collect();
        layout.columns.retain(|field, columns| {
            let is_named =
                |columns: &Columns| columns.find_all(header).iter().any(|place| named.contains(place));
            columns.retain(|columns| !is_named(columns));
            !fields.contains(field) && !columns.is_empty()
        });
        layout.constants.retain(|field, _| !fields.contains(field));
        layout.tenders.retain(|_, columns| {
            columns.retain(|column| place(column).is_none_or(|place| !named.contains(&place)));
            !columns.is_empty()
        });
        let (columns, tenders) = (&layout.columns, &layout.tenders);
        layout.words.retain(|field, _| columns.contains_key(field));
        layout.tender_names.retain(|tender, _| tenders.contains_key(tender));
    }

    /// Settles what follows from the columns, and checks that rows make sense.
    fn complete(&self, layout: &mut Layout, header: &Header) -> Result<(), MappingError> {
        let is_summed = |(field, columns): (&Field, &Vec<Columns>)| {
            let there = columns.iter().filter(|columns| columns.find(header).is_some()).count();
            (field.adds_up() && there > 1).then_some(*field)
        };
        let sums: Vec<Field> = layout.columns.iter().filter_map(is_summed).collect();
        layout.sums.retain(|field| layout.columns.contains_key(field));
        let more: Vec<Field> = sums.into_iter().filter(|field| !layout.sums.contains(field)).collect();
        layout.sums.extend(more);
        let rows = self.entries.iter().find_map(|entry| match entry {
            Entry::Rows(rows) => Some(*rows),
            _ => None,
        });
        layout.rows =
            rows.unwrap_or_else(|| if self.entries.is_empty() { layout.rows } else { rows_of(layout) });
        if matches!(layout.rows, Rows::Lines | Rows::Orders | Rows::Payments) && !has(layout, Field::Date) {
            let other =
                [Field::Opened, Field::BusinessDate].into_iter().find_map(|field| layout.columns.get(&field));
            let other = other.cloned();
            layout.columns.extend(other.map(|date| (Field::Date, date)));
        }
        sense(layout)?;
        // A file is of this layout if it has all columns that this one has.
        let used = layout.columns.values().flatten().filter(|columns| columns.find(header).is_some());
        let names = used.flat_map(|columns| columns.names().iter().cloned());
        let tenders = layout.tenders.values().flatten().filter(|name| header.find(name).is_some()).cloned();
        let mut marks: Vec<Vec<String>> = names.chain(tenders).map(|name| vec![name]).collect();
        marks.sort();
        marks.dedup();
        layout.marks = marks;
        layout.without.retain(|name| header.find(name).is_none());
        Ok(())
    }
}

fn has(layout: &Layout, field: Field) -> bool {
    layout.columns.contains_key(&field) || layout.constants.contains_key(&field)
}

/// What a row is, by what its columns mean.
fn rows_of(layout: &Layout) -> Rows {
    let any = |fields: &[Field]| fields.iter().any(|field| has(layout, *field));
    let has_date = any(&[Field::Date, Field::Opened, Field::BusinessDate]);
    let has_sum = any(&[Field::Amount, Field::Net, Field::Total]);
    if any(&[Field::ClockIn, Field::ClockInTime]) {
        Rows::Shifts
    } else if !has_date
        && any(&[Field::Email, Field::Phone, Field::FirstName, Field::LastName, Field::FullName])
    {
        Rows::Guests
    } else if !has_date && !has_sum && any(&[Field::Item]) && any(&[Field::Price, Field::Cost]) {
        Rows::Items
    } else if any(&[Field::Item]) {
        Rows::Lines
    } else if !has_sum && any(&[Field::Order]) && any(&[Field::Paid, Field::PaidWithTip]) {
        Rows::Payments
    } else {
        Rows::Orders
    }
}

/// Refuses a layout whose rows cannot become anything.
pub(in crate::layout) fn sense(layout: &Layout) -> Result<(), MappingError> {
    let any = |fields: &[Field]| fields.iter().any(|field| has(layout, *field));
    let missing = |what, advice| Err(MappingError::Missing { what, advice });
    match layout.rows {
        Rows::Lines | Rows::Orders | Rows::Payments => {
            if !any(&[Field::Date]) {
                return missing(
                    "a date",
                    "map the one of the sale, such as Day=date, or give all rows one, such as date=2026-11-18",
                );
            }
            let money =
                [Field::Amount, Field::Net, Field::Total, Field::Price, Field::Paid, Field::PaidWithTip];
            if !any(&money) && layout.tenders.is_empty() {
                return missing("an amount", "map one to amount, net, total, price or paid");
            }
            if layout.rows == Rows::Lines && !any(&[Field::Item]) {
                return missing("an item", "map the item's name, such as Product=item, or say rows=orders");
            }
        }
        Rows::Shifts => {
            if !any(&[Field::Employee, Field::EmployeeId, Field::FirstName, Field::LastName]) {
                return missing("an employee", "map the name, such as Staff=employee");
            }
            if !any(&[Field::ClockIn]) {
                return missing(
                    "the date of the clock-in",
                    "map it, such as Day=clock-in, and its time as clock-in-time",
                );
            }
        }
        Rows::Items => {
            if !any(&[Field::Item]) {
                return missing("an item", "map the item's name, such as Product=item");
            }
        }
        Rows::Guests => {
            if !any(&[Field::CustomerId, Field::Email, Field::Phone]) {
                return missing(
                    "an id, an email address or a phone number",
                    "map one of them: it tells guests apart",
                );
            }
        }
    }
    Ok(())
}

/// The field under which words of these columns mean something: the one that they have, else a free one.
fn field_of_words(layout: &mut Layout, columns: &Columns) -> Result<Field, MappingError> {
    let is_theirs = |field: &&Field| {
        field.reads() == Reads::Word && layout.columns.get(field).is_some_and(|known| known.contains(columns))
    };
    if let Some(field) = layout.columns.keys().find(is_theirs) {
        return Ok(*field);
    }
    let mut free = [Field::Kind, Field::Void, Field::Refund].into_iter();
    let free = free.find(|field| !layout.columns.contains_key(field));
    let free = free.ok_or_else(|| MappingError::ManyWords(columns.to_string()))?;
    layout.columns.insert(free, vec![columns.clone()]);
    Ok(free)
}

fn add_words(
    layout: &mut Layout,
    field: Field,
    columns: &Columns,
    words: &[String],
    says: Says,
) -> Result<(), MappingError> {
    let known = layout.words.entry(field).or_default();
    for word in words {
        if known.insert(word.clone(), says).is_some_and(|before| before != says) {
            return Err(MappingError::TwoMeanings { column: columns.to_string(), word: word.clone() });
        }
    }
    Ok(())
}

/// The entries that say what a layout says of a table with this header: where a person begins to correct it.
#[must_use]
pub fn flags_of(layout: &Layout, header: &Header) -> Vec<String> {
    let mut flags = vec![format!("rows={}", <&str>::from(layout.rows))];
    let name = |columns: &Columns| {
        let names: Vec<String> = columns.names().iter().map(|name| escaped(name)).collect();
        names.join(if columns.to_string().contains(" : ") { " : " } else { "+" })
    };
    for (field, columns) in &layout.columns {
        let mut found = columns.iter().filter(|columns| columns.find(header).is_some());
        let is_list = layout.sums.contains(field) || field.reads() == Reads::Date;
        let used: Vec<&Columns> = if is_list { found.collect() } else { found.next().into_iter().collect() };
        flags.extend(used.iter().map(|columns| format!("{}={}", name(columns), field.name())));
        let Some((columns, words)) = used.first().zip(layout.words.get(field)) else { continue };
        let mut by_meaning: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (word, says) in words {
            let meaning = match says {
                Says::Meaning(meaning) => meaning.name(),
                Says::Answer(YesNo::Yes) if field.is_yes_or_no() => field.name(),
                Says::Answer(_) => continue,
            };
            by_meaning.entry(meaning).or_default().push(escaped(word));
        }
        let words = by_meaning.into_iter();
        flags
            .extend(words.map(|(meaning, words)| format!("{}={meaning}:{}", name(columns), words.join("|"))));
    }
    for (tender, columns) in &layout.tenders {
        let column = columns.iter().find(|name| header.find(name).is_some());
        flags.extend(column.map(|column| format!("{}=paid:{}", escaped(column), escaped(tender))));
    }
    let constants = layout.constants.iter();
    flags.extend(constants.map(|(field, value)| format!("{}=={}", field.name(), escaped(value))));
    flags.extend(
        layout.tax.map(|tax| format!("tax-inside=={}", if tax == TaxPlace::Inside { "yes" } else { "no" })),
    );
    flags
}
