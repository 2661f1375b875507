//! A text as a table: CSV and its relatives.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::archive::Source;
use super::encoding::{Judged, judge as judge_encoding};
use super::header::{Below, names};
use super::lines::{Decoded, Ends, Lines};
use super::records::{Record, Records, clean};
use super::said::{Excess, Refusal, Remark, Unreadable};
use super::shape::{Shape, judge as judge_shape};
use super::{Cell, CellKind, Judgement, Limits, Next, RefusedRow, Row, kind};

/// A text that was judged.
pub(super) struct Text {
    source: Source,
    encoding: Judged,
    shape: Shape,
    /// Columns by name.
    columns: usize,
    /// The numbers of cells with which rows lack nothing but the separators after their last cell.
    short: Vec<usize>,
    /// The first line below the table.
    below: Option<u64>,
    /// Another table follows there.
    has_another: bool,
    limits: Limits,
}

/// Judges a text by all of it.
///
/// # Errors
/// If it is no table.
pub(super) fn open(source: Source, limits: &Limits) -> Result<(Text, Judgement), Unreadable> {
    let encoding = judge_encoding(source.read()?, limits)?;
    let mut decoded = Decoded::new(source.read()?, encoding.charset);
    let mut sample = String::new();
    let mut more = true;
    while more && sample.len() < limits.sample {
        more = decoded.more(&mut sample)?;
    }
    if let Some(found) = kind::of_text(&sample) {
        return Err(Unreadable::Other(found));
    }
    let shape = shape_of(&sample, !more, limits)?;
    drop(sample);
    judged(source, encoding, shape, limits)
}

/// Judges how a text is written: by all of it, or, where tables of different widths follow each other, by the first one.
fn shape_of(sample: &str, whole: bool, limits: &Limits) -> Result<Shape, Unreadable> {
    let block =
        || first_block(sample).and_then(|block| Some((block, judge_shape(block, true, limits).ok()?)));
    match judge_shape(sample, whole, limits) {
        Err(Unreadable::NoColumns) => block().map(|(_, first)| first).ok_or(Unreadable::NoColumns),
        Ok(shape) if shape.above as usize > LEAST_ABOVE => {
            let is_table = |block: &str, first: &Shape| {
                let lines = block.lines().filter(|line| !line.trim().is_empty()).count();
                let rows = lines.saturating_sub(first.titles.len() + 1);
                first.named && first.names.len() >= LEAST_COLUMNS && rows >= LEAST_ABOVE
            };
            Ok(block().filter(|(block, first)| is_table(block, first)).map_or(shape, |(_, first)| first))
        }
        judged => judged,
    }
}

/// The least rows and columns of a table above a larger one: fewer are lines that describe it, such as its dates.
const LEAST_ABOVE: usize = 2;
const LEAST_COLUMNS: usize = 3;

/// The lines above the first blank line that follows at least two others; none if there is no such line.
fn first_block(sample: &str) -> Option<&str> {
    let (mut at, mut lines) = (0, 0);
    for line in sample.split_inclusive(['\n', '\r']) {
        let is_blank = line.trim().is_empty();
        // Of CR LF the LF is no line of its own.
        let is_rest = line == "\n" && sample.get(..at).is_some_and(|above| above.ends_with('\r'));
        if is_blank && !is_rest && lines >= 2 {
            return sample.get(..at);
        }
        lines += usize::from(!is_blank);
        at += line.len();
    }
    None
}

/// Judges the table that follows another one in its text.
///
/// # Errors
/// If it is none.
pub(super) fn open_below(above: &Text, limits: &Limits) -> Result<(Text, Judgement), Unreadable> {
    let (source, encoding) = (above.source.clone(), above.encoding);
    let ends = above.shape.dialect.ends;
    let Some(first) = above.below else { return Err(Unreadable::NoRows) };
    let mut lines = Lines::new(Decoded::new(source.read()?, encoding.charset), ends, limits.row);
    let (mut sample, mut line, mut whole) = (String::new(), String::new(), true);
    while let Some(next) = lines.next(&mut line)? {
        if next.number < first {
            continue;
        }
        if sample.len() >= limits.sample {
            whole = false;
            break;
        }
        sample.push_str(&line);
        sample.push('\n');
    }
    let mut shape = shape_of(&sample, whole, limits)?;
    shape.dialect.ends = ends;
    shape.above += first - 1;
    judged(source, encoding, shape, limits)
}

fn judged(
    source: Source,
    encoding: Judged,
    shape: Shape,
    limits: &Limits,
) -> Result<(Text, Judgement), Unreadable> {
    if shape.names.len() > limits.columns {
        return Err(Unreadable::TooLarge(Excess::Columns(limits.columns)));
    }
    let mut text = Text {
        source,
        encoding,
        shape,
        columns: 0,
        short: Vec::new(),
        below: None,
        has_another: false,
        limits: limits.clone(),
    };
    let mut scan = Scan::default();
    let mut records = text.records()?;
    while let Some(record) = records.next()? {
        scan.add(&record, &text.shape, limits)?;
    }
    let judgement = scan.judge(&mut text)?;
    Ok((text, judgement))
}

impl Text {
    /// Whether another table follows.
    pub(super) const fn has_another(&self) -> bool {
        self.has_another
    }

    /// The records below the column names.
    fn records(&self) -> Result<Records, Unreadable> {
        let decoded = Decoded::new(self.source.read()?, self.encoding.charset);
        let lines = Lines::new(decoded, self.shape.dialect.ends, self.limits.row);
        let mut records = Records::new(lines, self.shape.dialect, Some(self.shape.names.len()), &self.limits);
        records.skip_to(self.shape.above)?;
        Ok(records)
    }

    /// Begins to read at the first row.
    pub(super) fn rows(self: &Arc<Text>) -> Result<Reader, Unreadable> {
        Ok(Reader { records: self.records()?, text: Arc::clone(self) })
    }
}

/// The rows of a text.
pub(super) struct Reader {
    text: Arc<Text>,
    records: Records,
}

impl Reader {
    /// The next row.
    pub(super) fn next(&mut self) -> Next {
        let record = loop {
            match self.records.next()? {
                Some(record) if record.is_blank() => (),
                Some(record) => break record,
                None => return Ok(None),
            }
        };
        if self.text.below.is_some_and(|line| record.first >= line) {
            return Ok(None);
        }
        let names = &self.text.shape.names;
        let mut cells: Vec<Cell> = record.cells.iter().map(|cell| text_cell(cell)).collect();
        let (line, position) = (record.first, record.position);
        let cut = !record.ended && self.text.encoding.cut;
        if let Some(why) = refusal(&record, &cells, names, &self.text.short).or(cut.then_some(Refusal::Cut)) {
            let cells = cells.into_iter().map(|cell| cell.text).collect();
            return Ok(Some(Err(RefusedRow { line, position, why, cells })));
        }
        if is_names(&record, &self.text.shape) {
            return Ok(Some(Err(RefusedRow { line, position, why: Refusal::Names, cells: names.clone() })));
        }
        cells.resize_with(self.text.columns, Cell::default);
        Ok(Some(Ok(Row { line, position, cells })))
    }
}

fn text_cell(cell: &str) -> Cell {
    Cell { text: clean(cell).replace('\0', ""), kind: CellKind::Text }
}

/// The record repeats the column names.
fn is_names(record: &Record, shape: &Shape) -> bool {
    shape.named
        && record.cells.len() == shape.names.len()
        && record.cells.iter().zip(&shape.names).all(|(cell, name)| clean(cell) == name)
}

/// The fewest cells of a row: a line of names may end with separators that rows lack.
fn least(names: &[String]) -> usize {
    names.iter().rposition(|name| !name.is_empty()).map_or(names.len(), |at| at + 1)
}

/// Why a record is no row of a table with these names.
fn refusal(record: &Record, cells: &[Cell], names: &[String], short: &[usize]) -> Option<Refusal> {
    let width = names.len();
    let few = record.width < least(names) && !short.contains(&record.width);
    if !record.ended && (few || record.fault == Some(Refusal::Quote)) {
        return Some(Refusal::Cut);
    }
    let many = record.width > width && cells.iter().skip(width).any(|cell| !cell.text.is_empty());
    let fits = !few && !many;
    record.fault.clone().or_else(|| (!fits).then_some(Refusal::Cells { found: record.width, columns: width }))
}

/// The last row.
#[derive(Debug, Default, Clone, Copy)]
struct Last {
    line: u64,
    width: usize,
    /// A line end follows.
    ended: bool,
    /// A quote is not closed.
    open: bool,
}

/// What a pass over all records finds.
#[derive(Default)]
struct Scan {
    rows: u64,
    faults: u64,
    /// The first of them, and its line.
    fault: Option<(u64, Refusal)>,
    /// Rows with content beyond the names, by their number of cells; the widest are counted together.
    long: BTreeMap<usize, u64>,
    /// Rows with fewer cells, by their number, and those of them beside a row that has as many as they lack, and one.
    few: BTreeMap<usize, u64>,
    pairs: BTreeMap<usize, u64>,
    before: usize,
    /// The last column with content.
    used: usize,
    /// A row as wide as the names ends with a blank cell.
    ends_blank: bool,
    strays: u64,
    stray: u64,
    nulls: u64,
    below: Below,
    last: Last,
}

impl Scan {
    fn add(&mut self, record: &Record, shape: &Shape, limits: &Limits) -> Result<(), Unreadable> {
        let of = |cell: &String| cell.matches(char::REPLACEMENT_CHARACTER).count() as u64;
        let strays: u64 = record.cells.iter().map(of).sum();
        if strays > 0 && self.strays == 0 {
            self.stray = record.first;
        }
        self.strays += strays;
        self.nulls += u64::from(record.cells.iter().any(|cell| cell.contains('\0')));
        if record.is_blank() {
            return Ok(());
        }
        let width = shape.names.len();
        let cells: Vec<&str> = match record.fault {
            Some(_) => Vec::new(),
            None => record.cells.iter().map(|cell| clean(cell)).collect(),
        };
        if self.below.is_past() || !self.below.add((record.first, record.last), &cells, width) {
            return Ok(());
        }
        self.rows += 1;
        if self.rows > limits.rows {
            return Err(Unreadable::TooLarge(Excess::Rows(limits.rows)));
        }
        self.last = Last {
            line: record.first,
            width: record.width,
            ended: record.ended,
            open: record.fault == Some(Refusal::Quote),
        };
        if let Some(fault) = &record.fault {
            self.faults += 1;
            self.fault.get_or_insert_with(|| (record.first, fault.clone()));
            self.before = 0;
            return Ok(());
        }
        let used = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |at| at + 1);
        if used > width {
            *self.long.entry(record.width.min(limits.columns)).or_default() += 1;
        } else {
            self.used = self.used.max(used);
        }
        let few = record.width < least(&shape.names);
        if few {
            *self.few.entry(record.width).or_default() += 1;
            if self.before > 0 && self.before + record.width == width + 1 {
                *self.pairs.entry(record.width).or_default() += 1;
                *self.pairs.entry(self.before).or_default() += 1;
            }
        } else if used < width {
            self.ends_blank = true;
        }
        self.before = if few { record.width } else { 0 };
        Ok(())
    }

    /// Rows of these widths lack nothing but separators: there are many of them, and they are not the halves of rows that a
    /// line end has split.
    fn short(&self, width: usize) -> Vec<usize> {
        let lacking = self.few.iter().filter(|(cells, count)| {
            let halves = self.pairs.get(cells).copied().unwrap_or(0);
            let split = **cells * 2 != width + 1 && halves * 2 >= **count;
            let often = **count >= 3 && **count * 100 >= self.rows;
            **cells > 1 && often && !split && (!self.ends_blank || **count * 10 >= self.rows)
        });
        lacking.map(|(cells, _)| *cells).collect()
    }

    fn judge(self, text: &mut Text) -> Result<Judgement, Unreadable> {
        let shape = &text.shape;
        let width = shape.names.len();
        let short = self.short(width);
        let padded: u64 =
            self.few.iter().filter(|(cells, _)| short.contains(cells)).map(|(_, count)| count).sum();
        let few: u64 = self.few.values().sum::<u64>() - padded;
        let long: u64 = self.long.values().sum();
        let below = self.below.found();
        let below_rows = below.as_ref().map_or(0, |below| below.rows);
        let rows = self.rows - below_rows;
        if rows == 0 {
            return Err(Unreadable::NoRows);
        }
        if long * 2 > rows {
            let most =
                self.long.iter().max_by_key(|(_, count)| **count).map_or(width + 1, |(cells, _)| *cells);
            return Err(Unreadable::HeaderShort { rows: most, names: width });
        }
        // Lines below the table are mostly short, but those with all separators are not among the refused ones.
        let refused = self.faults + long + few.saturating_sub(below_rows);
        if let Some((line, why)) = self.fault.filter(|_| self.faults * 2 > rows) {
            return Err(Unreadable::Faulty { refused: self.faults, rows, line, why });
        }
        if refused * 2 > rows {
            return Err(Unreadable::Uneven { refused, rows, names: width });
        }
        let named = shape.names.iter().rposition(|name| !name.is_empty()).map_or(0, |at| at + 1);
        let columns = named.max(self.used);
        let (header, about_names) = names(shape.names.get(..columns).unwrap_or_default());
        let mut remarks = about_shape(&text.encoding, shape);
        if shape.named {
            remarks.extend(about_names);
        }
        let some = |count: u64, remark: Remark| (count > 0).then_some(remark);
        remarks.extend(some(self.strays, Remark::Strays { count: self.strays, line: self.stray }));
        remarks.extend(some(self.nulls, Remark::Nulls(self.nulls)));
        remarks.extend(some(padded, Remark::Short(padded)));
        let last = self.last;
        let few = last.width < least(&shape.names) && !short.contains(&last.width) && below.is_none();
        if text.encoding.cut || (!last.ended && (last.open || few)) {
            remarks.push(Remark::Cut(last.line));
        }
        text.below = below.as_ref().map(|below| below.line);
        text.has_another = below.as_ref().is_some_and(|below| matches!(below.remark, Remark::Another(_)));
        remarks.extend(below.map(|below| match below.remark {
            Remark::Another(line) => Remark::Follows(line),
            other => other,
        }));
        text.columns = columns;
        text.short = short;
        Ok(Judgement { header, remarks, size: text.encoding.size, rows })
    }
}

fn about_shape(encoding: &Judged, shape: &Shape) -> Vec<Remark> {
    let mut remarks = vec![
        Remark::Encoding { name: encoding.charset.name(), sure: encoding.sure },
        Remark::Separator(char::from(shape.dialect.separator)),
    ];
    let quoting = match (shape.dialect.quote, shape.dialect.backslash) {
        (Some(b'\''), _) => Some(Remark::Apostrophes),
        (None, _) => Some(Remark::PlainQuotes),
        (_, true) => Some(Remark::Backslashes),
        (_, false) => None,
    };
    remarks.extend(quoting);
    remarks.extend((shape.dialect.ends == Ends::Any).then_some(Remark::CarriageReturns));
    remarks.extend(shape.marked.then_some(Remark::SeparatorLine));
    remarks.extend((!shape.titles.is_empty()).then(|| Remark::Titles(shape.titles.clone())));
    remarks.extend((!shape.named).then_some(Remark::NoHeader));
    remarks
}

#[cfg(test)]
mod tests;
