//! The records of a text: cells between separators, and what quotes enclose. A quote that is not closed takes no other
//! line with it: the line that it stands in is refused, and reading goes on at the next one.

use std::collections::VecDeque;

use memchr::{memchr, memchr2};

use super::Limits;
use super::lines::{Ends, Line, Lines};
use super::said::{Refusal, Unreadable};

/// How cells and lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub separator: u8,
    /// What encloses cells, if anything does.
    pub quote: Option<u8>,
    /// A backslash takes the meaning from a quote inside a quoted cell.
    pub backslash: bool,
    pub ends: Ends,
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Record {
    /// The first and the last of its lines.
    pub first: u64,
    pub last: u64,
    /// Bytes of the file up to its end, or about that many.
    pub position: u64,
    /// The number of its cells.
    pub width: usize,
    /// Its cells, as they stand in the text: as many of them as a table may have columns, and one.
    pub cells: Vec<String>,
    pub fault: Option<Refusal>,
    /// Quotes inside quoted cells that are written like closing ones.
    pub odd: u64,
    /// A line end follows.
    pub ended: bool,
    /// Cells that are enclosed in quotes as they should be.
    pub enclosed: u64,
}

impl Record {
    /// It has no content.
    pub(super) fn is_blank(&self) -> bool {
        self.fault.is_none() && self.cells.iter().all(|cell| clean(cell).is_empty())
    }
}

/// The records of a text.
pub(super) struct Records {
    lines: Lines,
    ahead: VecDeque<(String, Line)>,
    dialect: Dialect,
    /// The number of cells of a record that goes over several lines; none before the columns are known.
    width: Option<usize>,
    limits: Limits,
}

impl Records {
    pub(super) fn new(lines: Lines, dialect: Dialect, width: Option<usize>, limits: &Limits) -> Records {
        Records { lines, ahead: VecDeque::new(), dialect, width, limits: limits.clone() }
    }

    /// Passes over the lines up to this one, of which it is the last.
    pub(super) fn skip_to(&mut self, line: u64) -> Result<(), Unreadable> {
        let mut text = String::new();
        for _ in 0..line {
            if self.lines.next(&mut text)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The next record; none at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Record>, Unreadable> {
        let (text, line) = match self.ahead.pop_front() {
            Some(held) => held,
            None => {
                let mut text = String::new();
                let Some(line) = self.lines.next(&mut text)? else { return Ok(None) };
                (text, line)
            }
        };
        if line.long {
            let fault = Some(Refusal::Long(self.limits.row));
            return Ok(Some(Record { cells: vec![text], width: 1, fault, ..record(line, line) }));
        }
        let mut cells = Cells::new(self.dialect, self.limits.columns);
        cells.feed(&text);
        if !cells.is_open() {
            return Ok(Some(cells.into_record(record(line, line))));
        }
        if let Some(more) = self.close(&mut cells, &text)? {
            let mut last = line;
            for (_, line) in self.ahead.drain(..more) {
                last = line;
            }
            return Ok(Some(cells.into_record(record(line, last))));
        }
        let mut alone = Cells::new(self.dialect, self.limits.columns);
        alone.feed(&text);
        let fault = Some(Refusal::Quote);
        Ok(Some(Record { fault, ..alone.into_record(record(line, line)) }))
    }

    /// Reads on until the open quote is closed. Gives the number of further lines that it takes; none if it never is.
    fn close(&mut self, cells: &mut Cells, first: &str) -> Result<Option<usize>, Unreadable> {
        let columns = self.width.unwrap_or(self.limits.columns);
        let mut alike = self.width == Some(self.alone(first));
        let mut bytes = first.len();
        for at in 0..self.limits.lines {
            if self.ahead.len() <= at {
                let mut text = String::new();
                let Some(line) = self.lines.next(&mut text)? else { return Ok(None) };
                self.ahead.push_back((text, line));
            }
            let Some((text, line)) = self.ahead.get(at) else { return Ok(None) };
            bytes += text.len() + 1;
            if line.long || bytes > self.limits.row {
                return Ok(None);
            }
            alike = alike && self.width == Some(self.alone(text));
            cells.cell.push('\n');
            cells.feed(text);
            // Of a quote that closes nowhere the next one opens a cell.
            if cells.odd > 0 || cells.width > columns {
                return Ok(None);
            }
            if !cells.is_open() {
                let fits = self.width.is_none_or(|width| cells.width + 1 == width);
                // Lines that are rows each by itself are no cell with line ends.
                return Ok((fits && !alike).then_some(at + 1));
            }
        }
        Ok(None)
    }

    /// The number of cells of a line by itself.
    fn alone(&self, text: &str) -> usize {
        let mut cells = Cells::new(self.dialect, 0);
        cells.feed(text);
        cells.width + 1
    }
}

fn record(first: Line, last: Line) -> Record {
    Record {
        first: first.number,
        last: last.number,
        position: last.position,
        ended: last.ended,
        ..Record::default()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the first character of a cell.
    Start,
    Plain,
    Quoted,
    /// After the closing quote.
    Closed,
}

/// The cells of a record while it is read.
struct Cells {
    dialect: Dialect,
    limit: usize,
    /// Cells that are complete.
    width: usize,
    done: Vec<String>,
    cell: String,
    state: State,
    odd: u64,
    enclosed: u64,
}

impl Cells {
    fn new(dialect: Dialect, limit: usize) -> Cells {
        let (done, cell) = (Vec::new(), String::new());
        Cells { dialect, limit, width: 0, done, cell, state: State::Start, odd: 0, enclosed: 0 }
    }

    /// A quote is open.
    fn is_open(&self) -> bool {
        self.state == State::Quoted
    }

    fn finish_cell(&mut self) {
        self.width += 1;
        self.enclosed += u64::from(self.state == State::Closed);
        if self.done.len() <= self.limit {
            self.done.push(std::mem::take(&mut self.cell));
        } else {
            self.cell.clear();
        }
        self.state = State::Start;
    }

    fn into_record(mut self, record: Record) -> Record {
        self.finish_cell();
        Record { width: self.width, cells: self.done, odd: self.odd, enclosed: self.enclosed, ..record }
    }

    /// Reads a line, which ends a record unless a quote is open then.
    fn feed(&mut self, line: &str) {
        let mut rest = line;
        while let Some(after) = self.step(rest) {
            rest = after;
        }
    }

    /// Reads some of a line, and gives the rest; none at its end.
    fn step<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        let separator = self.dialect.separator;
        match (self.state, self.dialect.quote) {
            (State::Start, quote) => {
                let inner = rest.trim_start_matches(' ');
                match quote {
                    Some(quote) if inner.as_bytes().first() == Some(&quote) => {
                        self.state = State::Quoted;
                        inner.get(1..)
                    }
                    _ => {
                        self.state = State::Plain;
                        Some(rest)
                    }
                }
            }
            (State::Quoted, Some(quote)) => self.step_quoted(rest, quote),
            (State::Plain | State::Closed | State::Quoted, _) => {
                let found = memchr(separator, rest.as_bytes());
                // After a closing quote there are only spaces before the separator.
                if self.state != State::Closed {
                    self.cell.push_str(rest.get(..found.unwrap_or(rest.len())).unwrap_or_default());
                }
                let end = found?;
                self.finish_cell();
                rest.get(end + 1..)
            }
        }
    }

    fn step_quoted<'a>(&mut self, rest: &'a str, quote: u8) -> Option<&'a str> {
        let bytes = rest.as_bytes();
        let found = if self.dialect.backslash { memchr2(quote, b'\\', bytes) } else { memchr(quote, bytes) };
        let Some(at) = found else {
            self.cell.push_str(rest);
            return None;
        };
        self.cell.push_str(rest.get(..at).unwrap_or_default());
        let after = rest.get(at + 1..).unwrap_or_default();
        let next = after.as_bytes().first();
        let found = bytes.get(at).copied().unwrap_or(quote);
        if found != quote {
            let escaped = next.filter(|byte| **byte == quote || **byte == b'\\');
            self.cell.push(char::from(escaped.copied().unwrap_or(b'\\')));
            return after.get(usize::from(escaped.is_some())..);
        }
        if next == Some(&quote) {
            self.cell.push(char::from(quote));
            return after.get(1..);
        }
        let end = after.trim_start_matches(' ').as_bytes().first();
        if end.is_none() || end == Some(&self.dialect.separator) {
            self.state = State::Closed;
        } else {
            self.odd += 1;
            self.cell.push(char::from(quote));
        }
        Some(after)
    }
}

/// The text of a cell: without space and marks around it and without NUL bytes. A spreadsheet's `="00123"` is the text
/// that it encloses.
pub(super) fn clean(cell: &str) -> &str {
    let blank = |c: char| c.is_whitespace() || matches!(c, '\0' | '\u{feff}' | '\u{200b}' | '\u{1a}');
    let cell = cell.trim_matches(blank);
    let formula = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    formula.filter(|text| !text.contains('"')).map_or(cell, |text| text.trim_matches(blank))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::encoding::Charset;
    use super::super::lines::Decoded;
    use super::*;

    const COMMA: Dialect = Dialect { separator: b',', quote: Some(b'"'), backslash: false, ends: Ends::Feed };

    fn read(text: &str, dialect: Dialect, width: usize) -> Vec<(u64, Result<String, Refusal>)> {
        let decoded = Decoded::new(Box::new(Cursor::new(text.as_bytes().to_vec())), Charset::UTF_8);
        let limits = Limits { row: 1_000, ..Limits::default() };
        let mut records =
            Records::new(Lines::new(decoded, dialect.ends, 1_000), dialect, Some(width), &limits);
        let mut seen = Vec::new();
        while let Some(record) = records.next().unwrap() {
            seen.push((record.first, record.fault.map_or(Ok(record.cells.join("|")), Err)));
        }
        seen
    }

    fn good(text: &str, dialect: Dialect, width: usize) -> Vec<String> {
        read(text, dialect, width).into_iter().map(|(_, cells)| cells.unwrap()).collect()
    }

    #[test]
    fn quotes_enclose_separators_and_line_ends() {
        assert_eq!(good("1,\"a,b\"\n2,\"c\nd\"\n3,\"e\"\"f\"", COMMA, 2), ["1|a,b", "2|c\nd", "3|e\"f"]);
        assert_eq!(good("1, \"a, b\" ,3\n,\"\",", COMMA, 3), ["1|a, b|3", "||"]);
    }

    #[test]
    fn quotes_inside_cells_stay() {
        assert_eq!(good("1,12\" pizza\n2,\"12\" pizza\"", COMMA, 2), ["1|12\" pizza", "2|12\" pizza"]);
        let plain = Dialect { quote: None, ..COMMA };
        assert_eq!(good("1,\"a\n2,b\"", plain, 2), ["1|\"a", "2|b\""]);
    }

    #[test]
    fn backslash_keeps_a_quote() {
        let backslash = Dialect { backslash: true, ..COMMA };
        let text = r#"1,"5\" sub, \\ and \n""#;
        assert_eq!(good(text, backslash, 2), [r#"1|5" sub, \ and \n"#]);
    }

    #[test]
    fn unclosed_quote_takes_no_neighbour() {
        let rows = read("1,\"a\n2,b\n3,\"c\n4,\"d\n5,\"x\ny\"\n6,f", COMMA, 2);
        let lines = |good: bool| {
            rows.iter().filter(|(_, r)| r.is_ok() == good).map(|(line, _)| *line).collect::<Vec<_>>()
        };
        assert_eq!((lines(true), lines(false)), (vec![2, 5, 7], vec![1, 3, 4]));
        assert!(read("1,\"a\n2,b\"\n", COMMA, 2).iter().any(|(_, r)| r.is_err()), "rows by themselves");
    }

    #[test]
    fn row_over_the_limit_is_refused_alone() {
        let text = format!("1,a\n2,{}\n3,\"{}\n4,d", "x".repeat(2_000), "y\n".repeat(600));
        let rows = read(&text, COMMA, 2);
        assert_eq!(rows[1], (2, Err(Refusal::Long(1_000))));
        assert_eq!(rows[2], (3, Err(Refusal::Quote)));
        assert_eq!(rows.last().unwrap().1, Ok("4|d".into()));
    }

    #[test]
    fn cell_is_cleaned_of_what_surrounds_it() {
        assert_eq!(clean("\u{feff} a b\u{a0}\0"), "a b");
        assert_eq!((clean("=\"00123\""), clean("=\"a\"&\"b\"")), ("00123", "=\"a\"&\"b\""));
    }
}
