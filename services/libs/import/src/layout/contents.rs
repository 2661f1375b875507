//! What the cells of columns are, by the first rows of a table: a name that stands for two things is understood by them.

use super::tender::is_tender;
use super::{Field, Reads};
use crate::form::date::{self, DateForm};
use crate::form::number::{self, NumberForm};

/// How many of a column's filled cells are what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Column {
    filled: u64,
    numbers: u64,
    /// Times of day without a date.
    times: u64,
    /// Dates, with a time or without.
    dates: u64,
    /// Names of types of payment.
    tenders: u64,
    /// Shares of a hundred.
    percents: u64,
}

/// What the cells of each column are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    columns: Vec<Column>,
}

impl Contents {
    /// The rows that are looked at.
    pub const ROWS: usize = 500;

    /// Adds a row.
    pub fn see<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        for (place, text) in cells.into_iter().enumerate() {
            if self.columns.len() <= place {
                self.columns.resize(place + 1, Column::default());
            }
            let Some(column) = self.columns.get_mut(place).filter(|_| !text.trim().is_empty()) else {
                continue;
            };
            column.filled += 1;
            column.tenders += u64::from(is_tender(text));
            column.percents += u64::from(text.contains('%'));
            let forms = [NumberForm::DOT, NumberForm::COMMA];
            column.numbers +=
                u64::from(forms.into_iter().any(|form| matches!(number::read(text, form), Ok(Some(_)))));
            let stamp = DateForm::ALL.into_iter().find_map(|form| date::read(text, form).ok().flatten());
            let time = || date::read_time(text, DateForm::ISO).ok().flatten();
            if stamp.as_ref().is_some_and(|stamp| stamp.date.is_some()) {
                column.dates += 1;
            } else if stamp.or_else(time).is_some_and(|stamp| stamp.date.is_none()) {
                column.times += 1;
            }
        }
    }

    /// Whether a column holds numbers, and is not blank.
    #[must_use]
    pub fn is_number(&self, place: usize) -> bool {
        self.columns
            .get(place)
            .is_some_and(|column| column.numbers > 0 && column.numbers * 2 >= column.filled)
    }

    /// Whether the cells of a column can be a field's: most of those that are filled. A blank column can be anything.
    #[must_use]
    pub fn can_be(&self, place: usize, field: Field) -> bool {
        let column = self.columns.get(place).copied().unwrap_or_default();
        let most = |count: u64| count * 2 >= column.filled;
        match field.reads() {
            Reads::Money if field != Field::Discount && column.percents > 0 && most(column.percents) => false,
            Reads::Money | Reads::Quantity | Reads::Percent => most(column.numbers),
            Reads::Date => most(column.dates) || !most(column.times),
            Reads::Time => most(column.times) || !most(column.dates),
            Reads::Word => column.tenders == 0 || !most(column.tenders),
            Reads::Text | Reads::Duration => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_tell_numbers_dates_and_texts_apart() {
        let mut contents = Contents::default();
        contents.see(["Ana", "1.234,50 €", "24/08/2026", "17:05", "24.08.2026 17:05", ""]);
        contents.see(["Sam Lee", "-0.50", "25/08/2026", "9.30 PM", "2026-08-25T09:30", ""]);
        let can = |place| {
            [Field::ServiceCharge, Field::Employee, Field::Date, Field::Time]
                .map(|field| contents.can_be(place, field))
        };
        assert_eq!(can(0), [false, true, true, true]);
        assert!(can(1)[0]);
        assert_eq!((can(2)[2..].to_vec(), can(3)[2..].to_vec()), (vec![true, false], vec![false, true]));
        assert_eq!(can(4)[2..], [true, false]);
        assert_eq!(can(5), [true; 4]);
    }
}
