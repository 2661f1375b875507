//! How a file is written, within what an exporter or a spreadsheet may do.

use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::{Encoding, encode};
use crate::writers::number::NumberForm;
use crate::writers::trade::dice::Dice;

/// How one file, or a set of files, is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Decides what has no field: the order of columns, which optional ones are left out.
    pub seed: u64,
    /// Encoding, where the text fits it.
    pub encoding: Encoding,
    /// Between cells.
    pub separator: char,
    /// Which cells stand in quotes.
    pub quoting: Quoting,
    /// Between rows.
    pub line_end: LineEnd,
    /// Whether the last row ends, too.
    pub last_end: bool,
    /// Numbers.
    pub number: NumberForm,
    /// Dates.
    pub date: DateForm,
    /// Times of day.
    pub time: TimeForm,
    /// Whether the columns stand in another order than the exporter's own.
    pub shuffled: bool,
    /// Whether some optional columns are left out.
    pub left_out: bool,
    /// Whether the newest row comes first.
    pub newest_first: bool,
    /// Whether lines with titles stand above the header.
    pub titled: bool,
    /// Whether the last row holds totals.
    pub total: bool,
    /// Whether the first line names the separator.
    pub separator_line: bool,
    /// A choice that a layout makes for itself: its age, its language.
    pub choice: usize,
}

/// Which cells stand in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// Those that must.
    Needed,
    /// All.
    Always,
    /// All that are no numbers.
    Text,
}

/// End of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// `\r`.
    Cr,
}

/// The styles an exporter may have.
#[derive(Debug, Clone, Copy)]
pub struct Allowed {
    /// Encodings.
    pub encodings: &'static [Encoding],
    /// Separators with the forms of numbers that go with them.
    pub forms: &'static [(char, NumberForm)],
    /// Quoting.
    pub quotings: &'static [Quoting],
    /// Ends of rows.
    pub line_ends: &'static [LineEnd],
    /// Dates.
    pub dates: &'static [DateForm],
    /// Times.
    pub times: &'static [TimeForm],
    /// Whether the owner may order and leave out columns.
    pub columns: bool,
    /// Whether titles, a total row and a separator line are possible.
    pub sheet: bool,
    /// Whether rows may come with the newest first.
    pub newest_first: Newest,
    /// How many ages or languages the layout has.
    pub choices: usize,
}

/// Which row comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Newest {
    /// The newest.
    First,
    /// The oldest.
    Last,
    /// Either.
    Either,
}

impl Allowed {
    /// A file as a program writes it: UTF-8, commas, plain numbers, columns in its own order.
    pub const PROGRAM: Self = Self {
        encodings: &[Encoding::Utf8, Encoding::Utf8Marked],
        forms: &[(',', NumberForm::PLAIN)],
        quotings: &[Quoting::Needed, Quoting::Needed, Quoting::Always, Quoting::Text],
        line_ends: &[LineEnd::Lf, LineEnd::CrLf],
        dates: &[DateForm::Iso],
        times: &[TimeForm::Seconds],
        columns: true,
        sheet: false,
        newest_first: Newest::Either,
        choices: 1,
    };

    /// The style of a seed.
    pub fn draw(&self, seed: u64) -> Style {
        let mut dice = Dice::new(seed, 77);
        let (separator, number) = dice.pick(self.forms);
        Style {
            seed: dice.next(),
            encoding: dice.pick(self.encodings),
            separator,
            quoting: dice.pick(self.quotings),
            line_end: dice.pick(self.line_ends),
            last_end: dice.chance(80),
            number,
            date: dice.pick(self.dates),
            time: dice.pick(self.times),
            shuffled: self.columns && dice.chance(35),
            left_out: self.columns && dice.chance(50),
            newest_first: match self.newest_first {
                Newest::First => true,
                Newest::Last => false,
                Newest::Either => dice.chance(50),
            },
            titled: self.sheet && dice.chance(30),
            total: self.sheet && dice.chance(30),
            separator_line: self.sheet && dice.chance(10),
            choice: dice.below(self.choices),
        }
    }
}

impl Style {
    /// Whether a column, or something else that a writer names, is there: the same name always gets the same answer.
    pub fn keeps(&self, name: &str) -> bool {
        !self.left_out || self.dice(name).chance(60)
    }

    /// Something by chance, independent of the columns.
    pub fn draws(&self, name: &str, percent: i64) -> bool {
        self.dice(name).chance(percent)
    }

    /// Dice of a name.
    pub fn dice(&self, name: &str) -> Dice {
        let part = name.bytes().fold(7u64, |part, byte| part.wrapping_mul(31).wrapping_add(u64::from(byte)));
        Dice::new(self.seed, part)
    }

    /// A row of cells as text, with its end.
    pub fn row(&self, cells: &[String]) -> String {
        let cells: Vec<String> = cells.iter().map(|cell| self.cell(cell)).collect();
        cells.join(&self.separator.to_string()) + self.end()
    }

    /// End of a row.
    pub fn end(&self) -> &'static str {
        match self.line_end {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
            LineEnd::Cr => "\r",
        }
    }

    /// The text of a file as its bytes.
    pub fn bytes(&self, text: &str) -> Vec<u8> {
        let text = if self.last_end { text } else { text.trim_end_matches(['\r', '\n']) };
        let line = format!("sep={}{}", self.separator, self.end());
        let text = if self.separator_line { line + text } else { text.to_owned() };
        encode(&text, self.encoding)
    }

    fn cell(&self, cell: &str) -> String {
        let needed = cell.contains([self.separator, '"', '\n', '\r']);
        let is_number = cell.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | ','));
        let quoted = match self.quoting {
            Quoting::Needed => needed,
            Quoting::Always => true,
            Quoting::Text => needed || !is_number,
        };
        if quoted { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
    }
}
