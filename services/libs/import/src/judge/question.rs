//! What a file does not settle, and a person is asked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::summary::Summary;
use crate::layout::Field;

/// What a question is about. Its text is the id of the question: the answer comes back under it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// Which column means what in a table.
    Columns(usize),
    /// The order of day and month in a table.
    Dates(usize),
    /// The decimal point of a column.
    Number(usize, String),
    /// What a word in a column says.
    Word(usize, String, String),
    /// What an item is, whose amounts are all negative.
    Item(String),
    /// What makes an order.
    Order,
    /// Whether rows that may be totals of days come in.
    Days,
    /// Whether rows are repeated for each payment.
    Repeats,
    /// Where the tax is.
    Tax,
    /// Whether service charges belong to the staff or to the house.
    Charges,
    /// Whether an amount stands on each row of its order, or adds up.
    Repeated(String),
    /// Which restaurant of the file.
    Location,
    /// Whether amounts in another currency are to be shown as dollars.
    Currency(String),
    /// What a number without a unit counts in a column of durations.
    Unit(usize, String),
    /// Whether a column says that guests agreed to email or texts.
    Consent(usize, String),
}

impl Subject {
    /// The table that it is about, where it is about one.
    #[must_use]
    pub const fn table(&self) -> Option<usize> {
        match self {
            Subject::Columns(table)
            | Subject::Dates(table)
            | Subject::Number(table, _)
            | Subject::Word(table, _, _)
            | Subject::Unit(table, _)
            | Subject::Consent(table, _) => Some(*table),
            _ => None,
        }
    }

    /// The id of the question.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Subject::Columns(table) => format!("columns/{table}"),
            Subject::Dates(table) => format!("dates/{table}"),
            Subject::Number(table, column) => format!("number/{table}/{column}"),
            Subject::Word(table, column, word) => format!("word/{table}/{column}/{word}"),
            Subject::Item(name) => format!("item/{name}"),
            Subject::Order => "order".to_owned(),
            Subject::Days => "days".to_owned(),
            Subject::Repeats => "repeats".to_owned(),
            Subject::Tax => "tax".to_owned(),
            Subject::Charges => "charges".to_owned(),
            Subject::Repeated(field) => format!("repeated/{field}"),
            Subject::Location => "location".to_owned(),
            Subject::Currency(code) => format!("currency/{code}"),
            Subject::Unit(table, field) => format!("unit/{table}/{field}"),
            Subject::Consent(table, field) => format!("consent/{table}/{field}"),
        }
    }
}

/// One of the answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What is sent back.
    pub value: String,
    /// What comes in with it.
    pub summary: Summary,
}

/// A question with its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What it is about.
    pub subject: Subject,
    /// The first few texts of the file that it is about.
    pub examples: Vec<String>,
    /// The answers, the likelier one first.
    pub choices: Vec<Choice>,
    /// The file that it is about, where there are several.
    pub file: Option<String>,
    /// The column that it is about, as the file names it.
    pub column: Option<String>,
    /// What that column means.
    pub field: Option<Field>,
}

/// Answers by the ids of their questions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Answers(pub BTreeMap<String, String>);

impl Answers {
    /// The answer to a question.
    #[must_use]
    pub fn to(&self, subject: &Subject) -> Option<&str> {
        self.0.get(&subject.id()).map(String::as_str)
    }
}
