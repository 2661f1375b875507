//! Which row holds the column names, and what the columns are called.

use std::collections::{BTreeMap, HashSet};

use super::said::Remark;

/// Where the column names stand among the first rows of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// The row of this index holds them.
    At(usize),
    /// There are none: values begin in the row of this index.
    Without(usize),
    /// The row of this index holds fewer of them than the rows below have values.
    Short(usize),
}

/// The longest text that may be a column name, in bytes.
pub(super) const NAME: usize = 200;
/// The fewest rows with values above a row of names that make it one of them.
const TITLES: usize = 3;
/// How many rows below say what kinds of values columns have.
const BELOW: usize = 50;

/// True for a text that a column name is not: a number, an amount, a date, a time, or yes and no.
pub(super) fn is_value(text: &str) -> bool {
    if text.len() > NAME {
        return false;
    }
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (digits > 0 && digits >= letters) || matches!(text, "true" | "false" | "TRUE" | "FALSE")
}

/// Finds the column names among the first rows of a table, whose rows mostly have `width` cells. None if no row looks like
/// names, and none like values either.
pub(super) fn find<T: AsRef<str>>(rows: &[Vec<T>], width: usize) -> Option<Head> {
    let filled = |row: &[T]| row.iter().filter(|cell| !cell.as_ref().trim().is_empty()).count();
    let values = |row: &[T]| row.iter().filter(|cell| is_value(cell.as_ref())).count();
    // Cells beside a table make few rows fuller than it is.
    let mut fills: BTreeMap<usize, usize> = BTreeMap::new();
    for count in rows.iter().map(|row| filled(row)).filter(|count| *count <= width) {
        *fills.entry(count).or_default() += 1;
    }
    let often = fills.iter().rfind(|(_, times)| **times > 1 && **times * 20 >= rows.len());
    let most = often.or(fills.iter().next_back()).map_or(width, |(count, _)| *count);
    let full = |row: &[T]| row.len() >= width && filled(row) >= 2 && filled(row) * 10 >= most * 7;
    let titled = |row: &[T]| row.first().is_some_and(|cell| cell.as_ref().trim().ends_with(':'));
    let is_names = |row: &[T]| {
        let distinct: HashSet<String> = row
            .iter()
            .map(|cell| cell.as_ref().trim().to_lowercase())
            .filter(|name| !name.is_empty())
            .collect();
        let names = filled(row);
        let short = row.iter().all(|cell| cell.as_ref().len() <= NAME);
        full(row) && !titled(row) && values(row) * 5 <= names && distinct.len() * 10 >= names * 6 && short
    };
    let like_values = |at: usize| {
        rows.get(at).is_some_and(|row| {
            full(row)
                && !titled(row)
                && values(row) > 0
                && is_like_below(row, rows.get(at + 1..).unwrap_or_default())
        })
    };
    let named = rows.iter().position(|row| is_names(row));
    let first = (0..named.unwrap_or(rows.len())).find(|at| like_values(*at));
    match (named, first) {
        (Some(at), None) => Some(Head::At(at)),
        // Titles with an address or a date may look like a row; a row without any value seldom is one.
        (Some(at), Some(_)) if (0..at).filter(|at| like_values(*at)).count() < TITLES => Some(Head::At(at)),
        (_, Some(at)) => {
            let above = at.checked_sub(1).and_then(|above| rows.get(above));
            let short = above.is_some_and(|row| {
                let names = filled(row);
                row.len() < width && names > 1 && names * 2 >= width && values(row) == 0 && !titled(row)
            });
            Some(if short { Head::Short(at - 1) } else { Head::Without(at) })
        }
        (None, None) => None,
    }
}

/// True if a row holds values in most of the columns in which the rows below do.
fn is_like_below<T: AsRef<str>>(row: &[T], below: &[Vec<T>]) -> bool {
    let is = |row: &[T], column: usize| row.get(column).is_some_and(|cell| is_value(cell.as_ref()));
    let some =
        |row: &[T], column: usize| row.get(column).is_some_and(|cell| !cell.as_ref().trim().is_empty());
    let (mut columns, mut alike) = (0, 0);
    for column in 0..row.len() {
        let of_values = below.iter().take(BELOW).filter(|row| is(row, column)).count();
        let all = below.iter().take(BELOW).filter(|row| some(row, column)).count();
        if of_values * 2 > all {
            columns += 1;
            alike += usize::from(is(row, column));
        }
    }
    columns > 0 && alike * 2 >= columns
}

/// Unique names of columns, and what is to be said about them. A blank name becomes 'Column 7'.
pub(super) fn names<T: AsRef<str>>(cells: &[T]) -> (Vec<String>, Vec<Remark>) {
    let written: Vec<String> =
        cells.iter().map(|cell| cell.as_ref().split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let mut taken: HashSet<String> = HashSet::new();
    let known: HashSet<String> = written.iter().map(|name| name.to_lowercase()).collect();
    let mut remarks = Vec::new();
    let mut names = Vec::with_capacity(written.len());
    for (at, name) in written.into_iter().enumerate() {
        let base = if name.is_empty() { format!("Column {}", at + 1) } else { name.clone() };
        let mut used = base.clone();
        let mut times = 1;
        while taken.contains(&used.to_lowercase()) || (used != name && known.contains(&used.to_lowercase())) {
            times += 1;
            used = format!("{base} ({times})");
        }
        taken.insert(used.to_lowercase());
        if name.is_empty() {
            remarks.push(Remark::Unnamed(used.clone()));
        } else if used != name {
            remarks.push(Remark::Repeated { name, renamed: used.clone() });
        }
        names.push(used);
    }
    (names, remarks)
}

/// What follows a table in the same file: lines of a single text each, where no other row is one, or another table after a
/// gap, which begins with names.
#[derive(Debug, Default)]
pub(super) struct Below {
    /// All rows of a single text, and those of them that end the table.
    all: u64,
    last: u64,
    line: u64,
    text: Vec<String>,
    /// The last line of the row before, and if blank lines came after the last row of more than a text.
    before: u64,
    gap: bool,
    /// Rows of more than a text, and those of them with a value.
    rows: u64,
    valued: u64,
    /// The first line of another table.
    another: Option<u64>,
}

/// What ends a table before its file ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// Rows that are no rows of the table.
    pub rows: u64,
    /// The first line that is not of the table.
    pub line: u64,
    pub remark: Remark,
}

/// How many lines below a table are shown.
const SHOWN: usize = 5;

impl Below {
    /// Takes note of a row: its first and last line and its cells, of which there are `columns` in a row of the table.
    /// False if it is of another table.
    pub(super) fn add<T: AsRef<str>>(&mut self, lines: (u64, u64), cells: &[T], columns: usize) -> bool {
        self.gap = self.gap || (self.before > 0 && lines.0 > self.before + 1);
        self.before = lines.1;
        let filled: Vec<&str> =
            cells.iter().map(|cell| cell.as_ref().trim()).filter(|cell| !cell.is_empty()).collect();
        match filled.as_slice() {
            // A refused row says nothing.
            [] => self.last = 0,
            [text] if (cells.len() == 1 || columns > 2) && !is_value(text) => {
                self.all += 1;
                self.last += 1;
                if self.last == 1 {
                    self.line = lines.0;
                    self.text.clear();
                }
                if self.text.len() < SHOWN {
                    self.text.push(text.chars().take(200).collect());
                }
            }
            _ => {
                let valued = filled.iter().any(|text| is_value(text));
                let full = filled.len() > 1 && filled.len() * 10 >= cells.len() * 7;
                if self.gap && full && !valued && self.rows > 0 && self.rows == self.valued {
                    self.another = Some(if self.last > 0 { self.line } else { lines.0 });
                    return false;
                }
                self.gap = false;
                self.last = 0;
                self.rows += 1;
                self.valued += u64::from(valued);
            }
        }
        true
    }

    /// Another table has begun.
    pub(super) fn is_past(&self) -> bool {
        self.another.is_some()
    }

    /// What ends the table.
    pub(super) fn found(self) -> Option<Ended> {
        if let Some(line) = self.another {
            return Some(Ended { rows: self.last, line, remark: Remark::Another(line) });
        }
        let (rows, line) = (self.last, self.line);
        (rows > 0 && rows == self.all).then_some(Ended {
            rows,
            line,
            remark: Remark::Below { line, text: self.text },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Option<Head> {
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let width = rows.last().unwrap().len();
        find(&rows, width)
    }

    #[test]
    fn names_stand_above_values() {
        assert_eq!(head("No,Item,Price\n1,Tea,3.00\n2,Pie,4.00"), Some(Head::At(0)));
        assert_eq!(head("Sales report\nNo,Item,Tax 1\n1,Tea,3.00"), Some(Head::At(1)));
        assert_eq!(
            head("Location:,Main,\nFrom:,2026-11-01,x\nNo,Item,7% VAT\n1,Tea,3.00"),
            Some(Head::At(2))
        );
        assert_eq!(head("Main Street, 5\nItem,Price\nTea,3.00\nPie,4.00"), Some(Head::At(1)));
        assert_eq!(head("Name,Role,City\nAnn,Cook,Rome\nBob,Host,Oslo"), Some(Head::At(0)));
    }

    #[test]
    fn table_without_names_is_seen() {
        assert_eq!(head("1,Tea,2026-11-01,3.00\n2,Pie,2026-11-01,4.00"), Some(Head::Without(0)));
        assert_eq!(head("Report\n1,Tea,2026-11-01\n2,Pie,2026-11-01\n,Tip,\n"), Some(Head::Without(1)));
        assert_eq!(head("a\nb\nc"), None);
        assert_eq!(head("Item,Price\n1,Tea,3.00\n2,Pie,4.00"), Some(Head::Short(0)));
    }

    #[test]
    fn values_are_not_names() {
        for value in ["3", "$12.50", "12,50 €", "2026-11-18", "18-Nov-2026", "12:30 PM", "5:18p", "true"] {
            assert!(is_value(value), "{value}");
        }
        for name in ["Price", "Tax 1", "7% VAT", "Preis 2", "", "Order #"] {
            assert!(!is_value(name), "{name}");
        }
    }

    #[test]
    fn names_become_unique() {
        let (names, remarks) = names(&["No", "Amount", "amount", "", "Amount (2)", " Net\nsales "]);
        assert_eq!(names, ["No", "Amount", "amount (3)", "Column 4", "Amount (2)", "Net sales"]);
        assert_eq!(remarks.len(), 2);
    }
}
