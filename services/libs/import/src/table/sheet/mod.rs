//! The sheets of an Excel workbook as tables.

mod cells;
mod number;
#[cfg(test)]
mod tests;
mod workbook;
mod xml;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::archive::Member;
use super::header::{Below, Head, NAME, find, is_value, names};
use super::said::{Excess, Refusal, Remark, Unreadable};
use super::{Bytes, Cell, Judgement, Limits, Next, RefusedRow, Row};
use cells::{Merge, Seen, SheetRow, SheetRows};
use workbook::Workbook;

/// A sheet that was judged.
pub(super) struct Sheet {
    book: Arc<Workbook>,
    part: workbook::Sheet,
    /// The first row below the column names.
    first: u64,
    /// The columns of the sheet that are columns of the table.
    columns: Vec<usize>,
    /// The names as they stand there, of those columns.
    written: Vec<String>,
    below: Option<u64>,
    limits: Limits,
}

/// A sheet that is a table, or why it is none.
type Judged = Result<(Sheet, Judgement), Unreadable>;

/// The names of a workbook's sheets, and the sheets that are tables. `left` is how many bytes may still be unpacked.
///
/// # Errors
/// If the workbook is damaged, or holds more than its limits.
pub(super) fn open(
    source: &Arc<dyn Bytes>,
    members: Vec<Member>,
    limits: &Limits,
    left: &mut u64,
) -> Result<Vec<(String, Judged)>, Unreadable> {
    let book = Arc::new(workbook::open(Arc::clone(source), members, limits, left)?);
    Ok(book.sheets().iter().map(|part| (part.name.clone(), judge(&book, part, limits))).collect())
}

/// Judges a sheet by all of it.
///
/// # Errors
/// If it is no table.
fn judge(book: &Arc<Workbook>, part: &workbook::Sheet, limits: &Limits) -> Judged {
    let mut rows = SheetRows::open(book, part, limits)?;
    let (mut top, mut hidden) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        hidden += u64::from(row.hidden);
        if top.len() < limits.head && !row.long {
            top.push(row);
        }
    }
    let seen = rows.seen();
    let names = Names::of(&top, &seen)?;
    let mut sheet = Sheet {
        book: Arc::clone(book),
        part: part.clone(),
        first: names.first,
        columns: Vec::new(),
        written: names.written.clone(),
        below: None,
        limits: limits.clone(),
    };
    let mut scan = Scan { content: vec![0; limits.columns], ..Scan::default() };
    let mut rows = SheetRows::open(book, part, limits)?;
    while let Some(row) = rows.next()? {
        if row.number >= names.first {
            scan.add(&row, &names.written, limits)?;
        }
    }
    let mut remarks = names.remarks;
    remarks.extend(part.hidden.then_some(Remark::HiddenSheet));
    remarks.extend((hidden > 0).then_some(Remark::HiddenRows(hidden)));
    let merged = seen.merges.iter().filter(|merge| merge.rows.0 >= names.first).count() as u64;
    remarks.extend((merged > 0).then_some(Remark::Merged(merged)));
    remarks.extend(seen.remarks());
    scan.judge(&mut sheet, &seen, remarks).map(|judgement| (sheet, judgement))
}

impl Sheet {
    /// Begins to read at the first row.
    pub(super) fn rows(self: &Arc<Sheet>) -> Result<Reader, Unreadable> {
        let rows = SheetRows::open(&self.book, &self.part, &self.limits)?;
        Ok(Reader { sheet: Arc::clone(self), rows })
    }

    /// Why a row is refused.
    fn refusal(&self, row: &SheetRow) -> Option<Refusal> {
        if row.long {
            return Some(Refusal::Long(self.limits.row));
        }
        let content = |column: &usize| row.cells.get(*column).is_some_and(|cell| !cell.text.is_empty());
        let inside = self.columns.iter().filter(|column| content(column)).count();
        let all = row.cells.iter().filter(|cell| !cell.text.is_empty()).count();
        let (found, columns) = (row.beyond.max(row.cells.len()), self.columns.len());
        if inside < all || row.beyond > 0 {
            return Some(Refusal::Cells { found, columns });
        }
        let cells =
            self.columns.iter().map(|column| row.cells.get(*column).map_or("", |cell| cell.text.as_str()));
        let names = self.written.iter().map(String::as_str);
        let repeated = self.written.iter().any(|name| !name.is_empty()) && cells.eq(names);
        repeated.then_some(Refusal::Names)
    }
}

/// The rows of a sheet.
pub(super) struct Reader {
    sheet: Arc<Sheet>,
    rows: SheetRows,
}

impl Reader {
    /// The next row.
    pub(super) fn next(&mut self) -> Next {
        let mut row = loop {
            match self.rows.next()? {
                Some(row) if row.number < self.sheet.first => (),
                Some(row) => break row,
                None => return Ok(None),
            }
        };
        if self.sheet.below.is_some_and(|below| row.number >= below) {
            return Ok(None);
        }
        let (line, position) = (row.number, row.position);
        if let Some(why) = self.sheet.refusal(&row) {
            let cells = row.cells.into_iter().map(|cell| cell.text).collect();
            return Ok(Some(Err(RefusedRow { line, position, why, cells })));
        }
        let cells = self
            .sheet
            .columns
            .iter()
            .map(|column| row.cells.get_mut(*column).map(std::mem::take).unwrap_or_default());
        Ok(Some(Ok(Row { line, position, cells: cells.collect::<Vec<Cell>>() })))
    }
}

/// Where the column names stand, and what they are.
struct Names {
    /// The first row below them.
    first: u64,
    /// By column of the sheet, up to the last one with a name.
    written: Vec<String>,
    remarks: Vec<Remark>,
}

impl Names {
    fn of(top: &[SheetRow], seen: &Seen) -> Result<Names, Unreadable> {
        let width = top.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        if top.is_empty() {
            return Err(Unreadable::NoRows);
        }
        let mut grid: Vec<Vec<String>> = Vec::new();
        for row in top {
            // A byte more than a name may have is enough to see that it is none.
            let shown =
                |text: &str| text.get(..text.floor_char_boundary(NAME + 4)).unwrap_or_default().to_owned();
            let mut texts: Vec<String> = row.cells.iter().map(|cell| shown(&cell.text)).collect();
            texts.resize(width, String::new());
            grid.push(texts);
        }
        spread(&mut grid, top, &seen.merges);
        let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
        for row in top.iter().filter(|row| row.cells.len() > 1) {
            *widths.entry(row.cells.len()).or_default() += 1;
        }
        let usual = widths.into_iter().max_by_key(|(width, count)| (*count, *width));
        let (usual, _) = usual.ok_or(Unreadable::NoColumns)?;
        let at = match find(&grid, usual).ok_or(Unreadable::NoHeader)? {
            Head::At(at) => at,
            Head::Without(at) => {
                let remarks = titles(&grid, at).into_iter().chain([Remark::NoHeader]).collect();
                let first = top.get(at).map_or(1, |row| row.number);
                return Ok(Names { first, written: Vec::new(), remarks });
            }
            Head::Short(at) => {
                let names = top.get(at).map_or(0, |row| row.cells.len());
                return Err(Unreadable::HeaderShort { rows: usual, names });
            }
        };
        let (from, to) = head_rows(&grid, top, &seen.merges, at);
        let blank = Vec::new();
        let (upper, lower) = (grid.get(from).unwrap_or(&blank), grid.get(to).unwrap_or(&blank));
        let mut written: Vec<String> = upper
            .iter()
            .zip(lower)
            .map(|(upper, lower)| match (upper, lower) {
                _ if from == to || upper == lower => lower.clone(),
                (upper, lower) => format!("{upper} {lower}").trim().to_owned(),
            })
            .collect();
        let last = written.iter().rposition(|name| !name.is_empty()).map_or(0, |at| at + 1);
        written.truncate(last);
        let mut remarks = titles(&grid, from);
        remarks.extend((from < to).then_some(Remark::TwoHeaders));
        let first = top.get(to).map_or(1, |row| row.number + 1);
        Ok(Names { first, written, remarks })
    }
}

/// How many merged ranges at the top of a sheet are looked at.
const MERGES: usize = 1_000;

/// Gives the cells of merged ranges the value of their first one.
fn spread(grid: &mut [Vec<String>], top: &[SheetRow], merges: &[Merge]) {
    let last = top.last().map_or(0, |row| row.number);
    for merge in merges.iter().filter(|merge| merge.rows.0 <= last).take(MERGES) {
        let (left, right) = merge.columns;
        let first = top.iter().position(|row| row.number == merge.rows.0);
        let value = first.and_then(|at| grid.get(at)?.get(left).cloned()).unwrap_or_default();
        for (row, cells) in top.iter().zip(grid.iter_mut()) {
            if (merge.rows.0..=merge.rows.1).contains(&row.number) {
                cells.iter_mut().take(right + 1).skip(left).for_each(|cell| value.clone_into(cell));
            }
        }
    }
}

/// The first and the last row of names, of which `at` is one: two where merged cells join them.
fn head_rows(grid: &[Vec<String>], top: &[SheetRow], merges: &[Merge], at: usize) -> (usize, usize) {
    let number = |at: usize| top.get(at).map(|row| row.number);
    let texts = |at: usize| {
        grid.get(at).is_some_and(|row| {
            let distinct: HashSet<&String> = row.iter().filter(|cell| !cell.is_empty()).collect();
            distinct.len() > 1 && !row.iter().any(|cell| is_value(cell))
        })
    };
    // The upper of two rows has groups of columns, or columns that reach into the lower one.
    let joined = |upper: usize| {
        let row = number(upper).filter(|row| number(upper + 1) == Some(row + 1));
        row.is_some_and(|row| {
            merges.iter().any(|merge| {
                let wide = merge.rows == (row, row) && merge.columns.0 < merge.columns.1;
                wide || merge.rows == (row, row + 1)
            })
        }) && texts(upper)
            && texts(upper + 1)
    };
    match at.checked_sub(1) {
        Some(above) if joined(above) => (above, at),
        _ if joined(at) => (at, at + 1),
        _ => (at, at),
    }
}

/// The rows above the names, as text.
fn titles(grid: &[Vec<String>], at: usize) -> Vec<Remark> {
    let lines: Vec<String> = grid
        .iter()
        .take(at.min(10))
        .map(|row| {
            let mut cells: Vec<&str> =
                row.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
            cells.dedup();
            cells.join(" ").chars().take(200).collect()
        })
        .collect();
    if lines.is_empty() { Vec::new() } else { vec![Remark::Titles(lines)] }
}

/// What a pass over the rows below the names finds.
#[derive(Default)]
struct Scan {
    rows: u64,
    /// How many rows have content in a column.
    content: Vec<u64>,
    below: Below,
}

impl Scan {
    fn add(&mut self, row: &SheetRow, written: &[String], limits: &Limits) -> Result<(), Unreadable> {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
        let columns = written.len().max(cells.len());
        if self.below.is_past() || !self.below.add((row.number, row.number), &cells, columns) {
            return Ok(());
        }
        self.rows += 1;
        if self.rows > limits.rows {
            return Err(Unreadable::TooLarge(Excess::Rows(limits.rows)));
        }
        for (count, _) in self.content.iter_mut().zip(&cells).filter(|(_, cell)| !cell.is_empty()) {
            *count += 1;
        }
        Ok(())
    }

    fn judge(
        self,
        sheet: &mut Sheet,
        seen: &Seen,
        mut remarks: Vec<Remark>,
    ) -> Result<Judgement, Unreadable> {
        let below = self.below.found();
        let rows = self.rows - below.as_ref().map_or(0, |below| below.rows);
        if rows == 0 {
            return Err(Unreadable::NoRows);
        }
        // Notes beside a table are in few rows; a column without a name is in many.
        let often = |column: usize| self.content.get(column).is_some_and(|count| *count * 10 >= self.rows);
        let any = |column: usize| self.content.get(column).is_some_and(|count| *count > 0);
        let named = |column: usize| sheet.written.get(column).is_some_and(|name| !name.is_empty());
        let inside = |column: usize| column < sheet.written.len() && any(column);
        let columns: Vec<usize> =
            (0..self.content.len()).filter(|c| named(*c) || inside(*c) || often(*c)).collect();
        if columns.len() < 2 {
            return Err(Unreadable::NoColumns);
        }
        let written: Vec<String> =
            columns.iter().map(|column| sheet.written.get(*column).cloned().unwrap_or_default()).collect();
        let (header, about_names) = names(&written);
        if !remarks.contains(&Remark::NoHeader) {
            remarks.extend(about_names);
        }
        let hidden = columns
            .iter()
            .filter(|column| seen.hidden.iter().any(|(first, last)| (first..=last).contains(column)));
        let hidden = hidden.count() as u64;
        remarks.extend((hidden > 0).then_some(Remark::HiddenColumns(hidden)));
        sheet.below = below.as_ref().map(|below| below.line);
        remarks.extend(below.map(|below| below.remark));
        sheet.columns = columns;
        sheet.written = written;
        Ok(Judgement { header, remarks, size: sheet.part.member.unpacked, rows })
    }
}
