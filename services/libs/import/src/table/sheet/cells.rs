//! The rows of a sheet as its XML holds them, one after the other.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::records::clean;
use super::super::said::{Remark, Unreadable};
use super::super::{Cell, CellKind, Limits};
use super::number::{self, Format};
use super::workbook::{Sheet, Workbook};
use super::xml::{Part, Start, Xml};

/// A row of a sheet.
#[derive(Debug, Clone, Default)]
pub(super) struct SheetRow {
    /// From 1.
    pub number: u64,
    pub hidden: bool,
    /// Up to the last one with content.
    pub cells: Vec<Cell>,
    /// The last column with content, where more columns have some than a table may have.
    pub beyond: usize,
    /// It holds more bytes than a row may.
    pub long: bool,
    /// Bytes of the sheet up to its end.
    pub position: u64,
    bytes: usize,
}

/// Cells that were merged: the first and the last row, from 1, and column, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Merge {
    pub rows: (u64, u64),
    pub columns: (usize, usize),
}

/// What was seen beside the rows.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub merges: Vec<Merge>,
    /// Hidden columns: the first and the last of each group, from 0.
    pub hidden: Vec<(usize, usize)>,
    formulas: u64,
    not_computed: Option<(u64, String)>,
    errors: Option<(u64, String)>,
    currencies: BTreeSet<String>,
}

impl Seen {
    /// What is to be said of cells.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        remarks.extend((self.formulas > 0).then_some(Remark::Formulas(self.formulas)));
        let cells = |(count, cell): &(u64, String)| (*count, cell.clone());
        remarks.extend(
            self.not_computed.as_ref().map(cells).map(|(count, cell)| Remark::NotComputed { count, cell }),
        );
        remarks.extend(self.errors.as_ref().map(cells).map(|(count, cell)| Remark::Errors { count, cell }));
        remarks.extend(self.currencies.iter().cloned().map(Remark::Currency));
        remarks
    }
}

/// How many merged ranges, groups of hidden columns and currencies are kept.
const KEPT: usize = 10_000;
/// How much of a formula without a stored value is shown.
const SHOWN: usize = 200;

/// The rows of a sheet.
pub(super) struct SheetRows {
    xml: Xml,
    state: State,
}

struct State {
    book: Arc<Workbook>,
    limits: Limits,
    seen: Seen,
    last: u64,
    row: Option<SheetRow>,
    cell: Option<Raw>,
    /// Whose text is read.
    inside: Inside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Value,
    Formula,
    /// How a text is spoken, which is no part of it.
    Spoken,
}

/// A cell as it is stored.
#[derive(Default)]
struct Raw {
    column: usize,
    name: String,
    style: usize,
    kind: String,
    value: Option<String>,
    formula: Option<String>,
}

impl SheetRows {
    /// Begins to read a sheet.
    ///
    /// # Errors
    /// If the workbook cannot be read any more.
    pub(super) fn open(
        book: &Arc<Workbook>,
        sheet: &Sheet,
        limits: &Limits,
    ) -> Result<SheetRows, Unreadable> {
        let state = State {
            book: Arc::clone(book),
            limits: limits.clone(),
            seen: Seen::default(),
            last: 0,
            row: None,
            cell: None,
            inside: Inside::Nothing,
        };
        Ok(SheetRows { xml: Xml::new(book.read(sheet)?, limits.row), state })
    }

    /// The next row with content; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<SheetRow>, Unreadable> {
        loop {
            let Some(part) = self.xml.next()? else { return Ok(None) };
            match part {
                Part::Start(start) => self.state.start(&start),
                Part::Text(text) => self.state.text(&text),
                Part::End(end) => {
                    if let Some(mut row) = self.state.end(end.name()) {
                        row.position = self.xml.read();
                        return Ok(Some(row));
                    }
                }
                Part::Other => (),
            }
        }
    }

    /// What was seen so far beside the rows.
    pub(super) fn seen(self) -> Seen {
        self.state.seen
    }
}

impl State {
    fn start(&mut self, start: &Start<'_>) {
        match (start.name(), &mut self.row, &mut self.cell) {
            (b"row", ..) => {
                let number = start.get("r").and_then(|r| r.parse().ok()).filter(|number| *number > self.last);
                self.last = number.unwrap_or(self.last + 1);
                self.row =
                    Some(SheetRow { number: self.last, hidden: start.is("hidden"), ..SheetRow::default() });
            }
            (b"c", Some(row), _) => {
                let [name, style, kind] = start.all(["r", "s", "t"]);
                let name = name.unwrap_or_default();
                let column = place(&name).map_or(row.cells.len(), |(column, _)| column);
                self.cell = Some(Raw {
                    column,
                    name,
                    style: style.and_then(|style| style.parse().ok()).unwrap_or(0),
                    kind: kind.unwrap_or_default(),
                    ..Raw::default()
                });
            }
            (b"v" | b"t", _, Some(cell)) if self.inside != Inside::Spoken => {
                cell.value.get_or_insert_default();
                self.inside = Inside::Value;
            }
            (b"f", _, Some(cell)) => {
                cell.formula.get_or_insert_default();
                self.inside = Inside::Formula;
            }
            (b"rPh", ..) => self.inside = Inside::Spoken,
            (b"mergeCell", ..) if self.seen.merges.len() < KEPT => {
                self.seen.merges.extend(start.get("ref").as_deref().and_then(merge));
            }
            (b"col", ..) if start.is("hidden") && self.seen.hidden.len() < KEPT => {
                let number = |name: &str| start.get(name).and_then(|text| text.parse::<usize>().ok());
                if let (Some(min), Some(max)) = (number("min"), number("max")) {
                    self.seen.hidden.push((min.saturating_sub(1), max.saturating_sub(1)));
                }
            }
            _ => (),
        }
    }

    fn text(&mut self, text: &str) {
        let Some(cell) = &mut self.cell else { return };
        let to = match self.inside {
            Inside::Value => &mut cell.value,
            Inside::Formula => &mut cell.formula,
            Inside::Nothing | Inside::Spoken => return,
        };
        let to = to.get_or_insert_default();
        // A byte more than a row may have, so that its row is refused.
        let room = (self.limits.row + 1).saturating_sub(to.len());
        to.push_str(text.get(..text.floor_char_boundary(room)).unwrap_or_default());
    }

    fn end(&mut self, name: &[u8]) -> Option<SheetRow> {
        match name {
            b"v" | b"t" | b"f" if self.inside != Inside::Spoken => self.inside = Inside::Nothing,
            b"rPh" => self.inside = Inside::Nothing,
            b"c" => {
                let raw = self.cell.take()?;
                let column = raw.column;
                let cell = self.cell_of(raw);
                let row = self.row.as_mut()?;
                if cell.text.is_empty() {
                    return None;
                }
                row.bytes += cell.text.len();
                row.long = row.long || row.bytes > self.limits.row;
                if column >= self.limits.columns {
                    row.beyond = row.beyond.max(column + 1);
                } else if !row.long {
                    if row.cells.len() <= column {
                        row.cells.resize_with(column + 1, Cell::default);
                    }
                    if let Some(place) = row.cells.get_mut(column) {
                        *place = cell;
                    }
                }
            }
            b"row" => {
                return self.row.take().filter(|row| !row.cells.is_empty() || row.beyond > 0 || row.long);
            }
            _ => (),
        }
        None
    }

    fn cell_of(&mut self, raw: Raw) -> Cell {
        let count = |seen: &mut Option<(u64, String)>| match seen {
            Some((count, _)) => *count += 1,
            None => *seen = Some((1, raw.name.clone())),
        };
        if let Some(formula) = &raw.formula {
            if raw.value.is_none() {
                count(&mut self.seen.not_computed);
                let shown = formula.get(..formula.floor_char_boundary(SHOWN)).unwrap_or_default();
                return Cell { text: format!("={shown}"), kind: CellKind::Text };
            }
            self.seen.formulas += 1;
        }
        let value = raw.value.unwrap_or_default();
        let text =
            |text: &str| Cell { text: clean(&without_escapes(text)).replace('\0', ""), kind: CellKind::Text };
        match raw.kind.as_str() {
            "s" => {
                text(value.trim().parse().ok().and_then(|index| self.book.text(index)).unwrap_or_default())
            }
            "str" | "inlineStr" => text(&value),
            "b" => {
                let flag = matches!(value.trim(), "1" | "true");
                Cell { text: flag.to_string(), kind: CellKind::Flag }
            }
            "e" => {
                count(&mut self.seen.errors);
                text(&value)
            }
            "d" => number::iso(&value),
            _ if value.trim().is_empty() => Cell::default(),
            _ => {
                let format = self.book.format(raw.style);
                if let Format::Plain(Some(currency)) = format
                    && self.seen.currencies.len() < 10
                {
                    self.seen.currencies.insert(currency.clone());
                }
                number::cell(&value, format, self.book.from_1904)
            }
        }
    }
}

/// Column, from 0, and row, from 1, of a name such as `C12`.
fn place(name: &str) -> Option<(usize, u64)> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (column, row) = name.split_at_checked(letters)?;
    if column.is_empty() || column.len() > 3 {
        return None;
    }
    let column =
        column.bytes().fold(0, |sum, byte| sum * 26 + usize::from(byte.to_ascii_uppercase() - b'A') + 1);
    Some((column - 1, row.parse().unwrap_or(0)))
}

/// The cells of a range such as `A1:C2`.
fn merge(range: &str) -> Option<Merge> {
    let (from, to) = range.split_once(':')?;
    let ((left, top), (right, bottom)) = (place(from)?, place(to)?);
    (left <= right && top <= bottom).then_some(Merge { rows: (top, bottom), columns: (left, right) })
}

/// A text in which characters that XML forbids are written as `_x000D_`.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("_x");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..4).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let character = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        match (character, part.get(4..5)) {
            (Some(character), Some("_")) => {
                plain.push(character);
                plain.push_str(part.get(5..).unwrap_or_default());
            }
            _ => {
                plain.push_str("_x");
                plain.push_str(part);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_is_read_from_its_name() {
        assert_eq!(
            (place("A1"), place("AB12"), place("xfd1")),
            (Some((0, 1)), Some((27, 12)), Some((16_383, 1)))
        );
        assert_eq!((place("12"), place("")), (None, None));
        assert_eq!(merge("B2:C5"), Some(Merge { rows: (2, 5), columns: (1, 2) }));
    }

    #[test]
    fn escaped_characters_are_read() {
        assert_eq!(without_escapes("a_x000D_\nb_x005F_c_xyz_x"), "a\r\nb_c_xyz_x");
    }
}
