//! What is said about a file: why it cannot be read, why a row is refused, and what was found out beside.

use std::fmt::{Display, Formatter, Result as Written};
use std::io;

use super::kind::Found;

/// Why a file, or a part of it, is no table.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// No byte.
    #[error("The file is empty.")]
    Empty,
    /// Another kind of file.
    #[error("{0}")]
    Other(Found),
    /// Bytes that are neither text nor a kind that is known.
    #[error(
        "This is not a table: neither text (CSV) nor an Excel workbook. Export the report as CSV or Excel."
    )]
    NotText,
    /// Text without columns.
    #[error("No columns were found: no comma, semicolon, tab or bar divides the lines alike. Export as CSV.")]
    NoColumns,
    /// Columns without names, and without values by which that would be sure.
    #[error("No row with column names was found. Put the names of the columns into the first row.")]
    NoHeader,
    /// Column names alone.
    #[error("The table has column names, but holds no rows.")]
    NoRows,
    /// More cells than column names in most rows.
    #[error("Most rows have {rows} cells, but there are {names} column names. Name each column.")]
    HeaderShort {
        /// Cells of most rows.
        rows: usize,
        /// Column names.
        names: usize,
    },
    /// Rows of many widths.
    #[error("{refused} of {rows} rows do not fit the {names} column names: is it one table?")]
    Uneven {
        /// Rows that are refused.
        refused: u64,
        /// All rows.
        rows: u64,
        /// Column names.
        names: usize,
    },
    /// Rows of which most have the same kind of fault.
    #[error("{refused} of {rows} rows cannot be used: line {line} {why}. Export the report again.")]
    Faulty {
        /// Rows that have one.
        refused: u64,
        /// All rows.
        rows: u64,
        /// The first of them.
        line: u64,
        /// Its fault.
        why: Refusal,
    },
    /// More than a limit.
    #[error("{0}")]
    TooLarge(Excess),
    /// Bytes that an archive or a workbook cannot have.
    #[error("The file is damaged or was cut ({0}). Export or upload it again.")]
    Damaged(&'static str),
    /// A password.
    #[error("It is protected by a password. Save it without one.")]
    Encrypted,
    /// A way to pack that is not read.
    #[error("It is packed in a way that is not read (method {0}). Pack it as an ordinary zip.")]
    Packing(u16),
    /// A path that leads out of an archive.
    #[error("Its path leads outside of the archive.")]
    Outside,
    /// A file that an operating system adds to archives.
    #[error("It belongs to the computer that packed the archive, and is no table.")]
    System,
    /// The source or the scratch file failed.
    #[error("It could not be read: {0}")]
    Read(#[source] io::Error),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Unreadable {
        match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => {
                Unreadable::Damaged("its packed bytes do not fit")
            }
            _ => Unreadable::Read(error),
        }
    }
}

/// The limit that a file is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// [`Limits::file`](super::Limits::file).
    File(u64),
    /// [`Limits::unpacked`](super::Limits::unpacked).
    Unpacked(u64),
    /// [`Limits::ratio`](super::Limits::ratio).
    Ratio(u64),
    /// [`Limits::members`](super::Limits::members).
    Members(usize),
    /// [`Limits::rows`](super::Limits::rows).
    Rows(u64),
    /// [`Limits::columns`](super::Limits::columns).
    Columns(usize),
    /// [`Limits::row`](super::Limits::row), of a cell of a sheet.
    Cell(usize),
    /// [`Limits::texts`](super::Limits::texts).
    Texts(usize),
}

impl Display for Excess {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        const MIB: u64 = 1024 * 1024;
        match self {
            Excess::File(bytes) => {
                write!(f, "It is larger than {} MB. Export fewer days at once.", bytes / MIB)
            }
            Excess::Unpacked(bytes) => {
                write!(f, "It holds more than {} MB once unpacked. Export fewer days at once.", bytes / MIB)
            }
            Excess::Ratio(times) => {
                write!(f, "Unpacked it is more than {times} times larger than packed, which no export is.")
            }
            Excess::Members(members) => write!(f, "It holds more than {members} files, sheets or tables."),
            Excess::Rows(rows) => write!(f, "It holds more than {rows} rows. Export fewer days at once."),
            Excess::Columns(columns) => write!(f, "It has more than {columns} columns."),
            Excess::Cell(bytes) => write!(f, "A cell is longer than {bytes} bytes."),
            Excess::Texts(bytes) => write!(
                f,
                "The workbook holds more than {} MB of different texts. Save its sheets as CSV.",
                *bytes as u64 / MIB
            ),
        }
    }
}

/// Why a row is refused while its neighbours are read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Cells missing, or cells with content for which there is no column.
    #[error("has {found} cells where there are {columns} columns")]
    Cells {
        /// Cells of the row.
        found: usize,
        /// Columns of the table.
        columns: usize,
    },
    /// A quote that opens a cell and closes nowhere, or only in a row that is complete without it.
    #[error("has a quote that is not closed")]
    Quote,
    /// [`Limits::row`](super::Limits::row).
    #[error("is longer than {0} bytes")]
    Long(usize),
    /// The last row of a file that ends in the middle of it.
    #[error("is cut: the file ends in the middle of it")]
    Cut,
    /// The column names once more.
    #[error("repeats the column names")]
    Names,
}

/// What was found out about a table and should be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// The encoding of a text.
    Encoding {
        /// Its usual name.
        name: &'static str,
        /// True unless it was judged from few letters, or from letters that other encodings have too.
        sure: bool,
    },
    /// Bytes that are no character, read as U+FFFD.
    Strays {
        /// Their number.
        count: u64,
        /// The line of the first one.
        line: u64,
    },
    /// NUL bytes, left out of cells: the number of lines that have them.
    Nulls(u64),
    /// What divides cells.
    Separator(char),
    /// Cells in apostrophes instead of quotes.
    Apostrophes,
    /// Quotes that enclose nothing and belong to the text.
    PlainQuotes,
    /// Quotes inside quoted cells written as `\"`.
    Backslashes,
    /// Lines that end with CR alone, all or some.
    CarriageReturns,
    /// A first line such as `sep=;`.
    SeparatorLine,
    /// Lines above the column names, as they stand there.
    Titles(Vec<String>),
    /// Lines below the table, as they stand there.
    Below {
        /// The first of them.
        line: u64,
        /// At most five of them.
        text: Vec<String>,
    },
    /// Another table follows from this line on, and is not read.
    Another(u64),
    /// Another table follows from this line on, and is opened by itself.
    Follows(u64),
    /// A column without a name.
    Unnamed(String),
    /// A column name that comes again.
    Repeated {
        /// As it stands there.
        name: String,
        /// As it is used.
        renamed: String,
    },
    /// No column names: the first row holds values.
    NoHeader,
    /// Column names of two rows, joined.
    TwoHeaders,
    /// Rows with a date alone, which is that of the rows below them: the column that has it.
    DaysAbove(String),
    /// Rows that lack the separators after their last cell.
    Short(u64),
    /// The file ends in the middle of this line.
    Cut(u64),
    /// A hidden sheet.
    HiddenSheet,
    /// Hidden rows, which are read.
    HiddenRows(u64),
    /// Hidden columns, which are read.
    HiddenColumns(u64),
    /// Merged ranges below the column names: the value stands in the first cell, the others are blank.
    Merged(u64),
    /// Formulas of which the stored value is read.
    Formulas(u64),
    /// Formulas without a stored value, read as their text.
    NotComputed {
        /// Their number.
        count: u64,
        /// The first one, such as `C12`.
        cell: String,
    },
    /// Cells with an error such as `#N/A`, read as that text.
    Errors {
        /// Their number.
        count: u64,
        /// The first one, such as `C12`.
        cell: String,
    },
    /// A currency that a sheet shows beside numbers.
    Currency(String),
}

impl Display for Remark {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        match self {
            Remark::Encoding { name, sure: true } => write!(f, "The text is {name}."),
            Remark::Encoding { name, sure: false } => write!(
                f,
                "The text was read as {name}, judged from few letters: look at names with accents; amounts are not concerned."
            ),
            Remark::Strays { count, line } => write!(
                f,
                "{count} characters could not be read and became \u{fffd}, the first in line {line}."
            ),
            Remark::Nulls(lines) => write!(f, "{lines} lines hold NUL bytes, which were left out."),
            Remark::Separator('\t') => write!(f, "Cells are separated by tabs."),
            Remark::Separator(',') => write!(f, "Cells are separated by commas."),
            Remark::Separator(';') => write!(f, "Cells are separated by semicolons."),
            Remark::Separator(other) => write!(f, "Cells are separated by '{}'.", other.escape_default()),
            Remark::Apostrophes => write!(f, "Cells are enclosed in apostrophes."),
            Remark::PlainQuotes => write!(f, "Quotes enclose no cells and were read as text."),
            Remark::Backslashes => write!(f, "Quotes inside cells are written as \\\"."),
            Remark::CarriageReturns => write!(f, "Lines end with carriage returns."),
            Remark::SeparatorLine => write!(f, "The first line names the separator and is no row."),
            Remark::Titles(lines) => write!(f, "Above the column names stands: {}.", lines.join(" / ")),
            Remark::Below { line, text } => {
                write!(f, "Below the table, from line {line}, stands: {}.", text.join(" / "))
            }
            Remark::Another(line) => write!(
                f,
                "From line {line} on another table follows, which was not read: put it into a file or a sheet of its own."
            ),
            Remark::Follows(line) => {
                write!(f, "From line {line} on another table follows, which is listed by itself.")
            }
            Remark::Unnamed(name) => write!(f, "A column without a name is called '{name}'."),
            Remark::Repeated { name, renamed } => {
                write!(f, "The column name '{name}' comes again; that column is called '{renamed}'.")
            }
            Remark::NoHeader => {
                write!(f, "There are no column names: the columns are called 'Column 1' and so on.")
            }
            Remark::TwoHeaders => write!(f, "Column names stand in two rows and were joined."),
            Remark::DaysAbove(column) => {
                write!(f, "Rows with a date alone give it to the rows below them, in the column '{column}'.")
            }
            Remark::Short(rows) => {
                write!(f, "{rows} rows end before the last columns, which were read as blank.")
            }
            Remark::Cut(line) => write!(f, "The file ends in the middle of line {line}: it was cut."),
            Remark::HiddenSheet => write!(f, "The sheet is hidden."),
            Remark::HiddenRows(rows) => write!(f, "{rows} hidden rows were read too."),
            Remark::HiddenColumns(columns) => write!(f, "{columns} hidden columns were read too."),
            Remark::Merged(ranges) => {
                write!(f, "{ranges} groups of merged cells have their value in the first cell alone.")
            }
            Remark::Formulas(cells) => {
                write!(f, "{cells} cells are formulas; their stored values were read.")
            }
            Remark::NotComputed { count, cell } => write!(
                f,
                "{count} formulas have no stored value, the first in {cell}. Open and save the workbook in Excel."
            ),
            Remark::Errors { count, cell } => write!(f, "{count} cells hold an error, the first in {cell}."),
            Remark::Currency(symbol) => write!(f, "Numbers are shown with {symbol}."),
        }
    }
}
