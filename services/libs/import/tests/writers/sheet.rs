//! Tables of text: columns are chosen and ordered here, so that a writer only says what stands in each.

use crate::writers::number;
use crate::writers::style::Style;

/// A column of rows of `R`.
pub struct Column<'a, R> {
    name: String,
    cell: Box<dyn Fn(&R) -> String + 'a>,
    optional: bool,
    number: bool,
}

impl<R> Column<'_, R> {
    /// The same; the style decides whether it is there.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// A column of text.
pub fn text<'a, R>(name: &str, cell: impl Fn(&R) -> String + 'a) -> Column<'a, R> {
    Column { name: name.to_owned(), cell: Box::new(cell), optional: false, number: false }
}

/// A column of numbers.
pub fn figure<'a, R>(name: &str, cell: impl Fn(&R) -> String + 'a) -> Column<'a, R> {
    Column { number: true, ..text(name, cell) }
}

/// A column that says the same everywhere, and may be left out.
pub fn filler<'a, R>(name: &str, cell: &'a str) -> Column<'a, R> {
    text(name, move |_| cell.to_owned()).optional()
}

/// Columns without a word in them, which may be left out.
pub fn blanks<'a, R>(names: &str) -> Vec<Column<'a, R>> {
    names.split(',').map(|name| filler(name, "")).collect()
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Names of its columns.
    pub header: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// Whether some number reads two ways and none settles which.
    pub unsettled_numbers: bool,
}

impl Sheet {
    /// Rows in the columns that the style keeps, in its order.
    pub fn new<R>(columns: Vec<Column<'_, R>>, rows: &[R], style: &Style) -> Self {
        let mut columns: Vec<_> =
            columns.into_iter().filter(|column| !column.optional || style.keeps(&column.name)).collect();
        if style.shuffled {
            style.dice("order of columns").shuffle(&mut columns);
        }
        let table: Vec<Vec<String>> =
            rows.iter().map(|row| columns.iter().map(|column| (column.cell)(row)).collect()).collect();
        let mut readings = table.iter().flat_map(|row| {
            let numbers = columns.iter().zip(row).filter(|(column, _)| column.number);
            numbers.filter_map(|(_, cell)| number::reads_two_ways(cell))
        });
        let (mut some, mut settled) = (false, false);
        readings.by_ref().for_each(|two_ways| {
            some |= two_ways;
            settled |= !two_ways;
        });
        Self {
            header: columns.iter().map(|column| column.name.clone()).collect(),
            rows: table,
            unsettled_numbers: some && !settled,
        }
    }

    /// The table as text.
    pub fn text(&self, style: &Style) -> String {
        let rows: String = self.rows.iter().map(|row| style.row(row)).collect();
        style.row(&self.header) + &rows
    }

    /// The table as a file.
    pub fn bytes(&self, style: &Style) -> Vec<u8> {
        style.bytes(&self.text(style))
    }
}
