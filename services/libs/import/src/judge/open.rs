//! What is open about files, and the forms of their columns, of which some may be.

use super::question::Subject;
use super::settle::{self, TableForms};
use crate::form::number::NumberForm;
use crate::reading::{Forms, Reading};

/// What is open.
pub struct Open {
    /// What it is about.
    pub subject: Subject,
    /// The answers, the one that is taken meanwhile first.
    pub values: Vec<String>,
    /// Texts of the file that it is about.
    pub examples: Vec<String>,
}

impl Open {
    /// A question without examples.
    pub fn new<T: Into<String>>(subject: Subject, values: impl IntoIterator<Item = T>) -> Open {
        Open { subject, values: values.into_iter().map(Into::into).collect(), examples: Vec::new() }
    }
}

/// The forms of a table's columns; what is open of them is asked.
pub fn asked_forms(bare: &Reading, forms: TableForms, open: &mut Vec<Open>) -> Forms {
    let TableForms { mut numbers, open_numbers, tenders, dates, open_dates } = forms;
    for (field, (examples, lean)) in open_numbers {
        let likelier = lean.map_or(NumberForm::DOT, |(form, _)| form);
        numbers.insert(field, likelier);
        let other = if likelier == NumberForm::DOT { NumberForm::COMMA } else { NumberForm::DOT };
        let subject = Subject::Number(bare.table, field.name().to_owned());
        open.push(Open { examples, ..Open::new(subject, [likelier, other].map(settle::point_name)) });
    }
    if let Some((candidates, examples)) = open_dates.into_values().next() {
        let values = candidates.into_iter().map(settle::date_name);
        open.push(Open { examples, ..Open::new(Subject::Dates(bare.table), values) });
    }
    Forms { numbers, tenders, dates, ..bare.forms.clone() }
}
