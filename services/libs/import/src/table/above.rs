//! Days above their rows: reports of older systems name a day on a row of its own, and not in the rows that follow. The table
//! gets a column of them.

use super::{Cell, CellKind, Refusal, RefusedRow, Row, Table, Unreadable};
use crate::form::date::{self, DateForm};

/// The name of the column.
const NAME: &str = "Date above";
/// How many first rows are looked at.
const FIRST: usize = 200;

/// Rows that are a day.
#[derive(Debug, Clone, Copy)]
pub(super) struct Days {
    /// The column in which they stand.
    place: usize,
}

/// The day that the last such row was.
#[derive(Debug, Default)]
pub(super) struct Above(Cell);

impl Days {
    /// Where days stand; none if the rows of a table are not divided by days.
    ///
    /// # Errors
    /// If its bytes cannot be read any more.
    pub(super) fn of(table: &Table) -> Result<Option<Days>, Unreadable> {
        let mut rows = table.rows()?.take(FIRST);
        let Some(first) = rows.next().transpose()? else { return Ok(None) };
        let Some((place, _)) = only(&first) else { return Ok(None) };
        let days = Days { place };
        let mut others = 0;
        for row in rows {
            let row = row?;
            if days.is(&row).is_some() {
                continue;
            }
            // In a column of dates no row stands for others.
            if let Ok(row) = row {
                if row.cells.get(place).and_then(day).is_some() {
                    return Ok(None);
                }
                others += 1;
            }
        }
        Ok((others > 0).then_some(days))
    }

    fn is(self, row: &Result<Row, RefusedRow>) -> Option<Cell> {
        only(row).filter(|(place, _)| *place == self.place).map(|(_, day)| day)
    }

    /// Gives a row its day; none of a row that is a day.
    pub(super) fn give(
        self,
        above: &mut Above,
        row: Result<Row, RefusedRow>,
    ) -> Option<Result<Row, RefusedRow>> {
        if let Some(day) = self.is(&row) {
            above.0 = day;
            return None;
        }
        Some(row.map(|mut row| {
            row.cells.push(above.0.clone());
            row
        }))
    }
}

/// The column's name, which no other one has.
pub(super) fn name(header: &[String]) -> String {
    let is_free = |name: &String| !header.iter().any(|other| other.eq_ignore_ascii_case(name));
    let names = (2..=header.len() + 2).map(|number| format!("{NAME} ({number})"));
    std::iter::once(NAME.to_owned()).chain(names).find(is_free).unwrap_or_default()
}

/// The day that is all that a row holds, and its column. A text may end such a line after its first cell.
fn only(row: &Result<Row, RefusedRow>) -> Option<(usize, Cell)> {
    let cells = match row {
        Ok(row) => &row.cells,
        Err(RefusedRow { why: Refusal::Cells { .. }, cells, .. }) => match cells.as_slice() {
            [text] => return day(&Cell { text: text.clone(), kind: CellKind::Text }).map(|day| (0, day)),
            _ => return None,
        },
        Err(_) => return None,
    };
    let mut filled = cells.iter().enumerate().filter(|(_, cell)| !cell.text.is_empty());
    let (place, first) = filled.next()?;
    filled.next().is_none().then(|| day(first)).flatten().map(|day| (place, day))
}

/// The day that a cell names, without a word such as `Date:` before it. Digits alone are a day after such a word: they are the number of an
/// order else.
fn day(cell: &Cell) -> Option<Cell> {
    let is_label = |text: &str| !text.is_empty() && !text.contains(char::is_numeric);
    let text = match cell.text.split_once(':') {
        Some((label, rest)) if is_label(label) => rest.trim(),
        _ if cell.text.bytes().all(|byte| byte.is_ascii_digit()) => return None,
        _ => cell.text.as_str(),
    };
    let is_day = |form| {
        let stamp = date::read(text, form).ok().flatten();
        stamp.is_some_and(|stamp| stamp.date.is_some() && stamp.clock.is_none())
    };
    let is_day = cell.kind != CellKind::Number && DateForm::ALL.into_iter().any(is_day);
    is_day.then(|| Cell { text: text.to_owned(), kind: cell.kind })
}
