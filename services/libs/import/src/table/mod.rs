//! Files as tables: which bytes are which text, where cells and rows end, and which row is the header.
//!
//! A table is judged as a whole before a row of it is used, and is read as often as its reader likes: each reading
//! begins at the first row and gives the same rows. No more than a row of a text is held in memory, of a workbook also the
//! texts that its cells share.
//!
//! | module | holds |
//! |---|---|
//! | `kind` | what a file is, by its bytes |
//! | `archive` | the members of zip files |
//! | `encoding`, `lines`, `records` | bytes to characters, to lines, to cells |
//! | `shape`, `header` | separators and quotes; column names |
//! | `above` | rows that are the day of those below them |
//! | `text` | CSV and its relatives |
//! | `sheet` | the sheets of Excel workbooks |
//! | `said`, `limits` | what is said about files; how much they may hold |

mod above;
mod archive;
mod encoding;
mod header;
mod kind;
mod limits;
mod lines;
mod records;
mod said;
mod shape;
mod sheet;
#[cfg(test)]
mod test_files;
mod text;

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use above::{Above, Days};
use archive::{Member, Source, spool};
pub use kind::Found;
use kind::{Kind, Zip};
pub use limits::Limits;
pub use said::{Excess, Refusal, Remark, Unreadable};

/// The bytes of a file, which can be read more than once.
pub trait Bytes: Send + Sync {
    /// A reader at the first byte.
    ///
    /// # Errors
    /// If the bytes are not there any more.
    fn open(&self) -> io::Result<Box<dyn ReadSeek>>;
}

/// What a file is read through.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// Without space around it; blank where there is nothing.
    pub text: String,
    /// What is known of it beside its text.
    pub kind: CellKind,
}

/// What is known of a cell beside its text. Cells of a CSV file are text; a sheet knows more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CellKind {
    /// Text as a person or a program wrote it.
    #[default]
    Text,
    /// A number: the text is a plain decimal number with a point.
    Number,
    /// A date and time, a date, or a time: the text is `YYYY-MM-DDTHH:MM:SS`, `YYYY-MM-DD` or `HH:MM:SS`.
    Time,
    /// Yes or no: the text is `true` or `false`.
    Flag,
}

/// A row: a cell for each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line of the text in which it begins, or the row of the sheet; from 1.
    pub line: u64,
    /// Bytes of the table up to its end, or about that many; see [`Table::size`].
    pub position: u64,
    /// As many as the table has columns.
    pub cells: Vec<Cell>,
}

/// A row that cannot be read as the others are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRow {
    /// The line of the text in which it begins, or the row of the sheet; from 1.
    pub line: u64,
    /// Bytes of the table up to its end, or about that many.
    pub position: u64,
    /// Why it is refused.
    pub why: Refusal,
    /// What was read of it, for people to look at.
    pub cells: Vec<String>,
}

/// The next row, a refused one, or none at the end.
type Next = Result<Option<Result<Row, RefusedRow>>, Unreadable>;

/// What a file holds.
#[derive(Debug)]
pub struct Opened {
    /// Its tables, in the order of the file.
    pub tables: Vec<Table>,
    /// What is no table, and why.
    pub left_out: Vec<LeftOut>,
}

/// A member of an archive, or a sheet, that is no table.
#[derive(Debug)]
pub struct LeftOut {
    /// The file and its name in it.
    pub name: String,
    /// Why it is left out.
    pub why: Unreadable,
}

/// What judging a table gives.
#[derive(Default)]
struct Judgement {
    header: Vec<String>,
    remarks: Vec<Remark>,
    size: u64,
    rows: u64,
}

/// A table of a file.
#[derive(Clone)]
pub struct Table {
    name: String,
    judgement: Arc<Judgement>,
    body: Body,
    is_below: bool,
    days: Option<Days>,
}

#[derive(Clone)]
enum Body {
    Text(Arc<text::Text>),
    Sheet(Arc<sheet::Sheet>),
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("name", &self.name)
            .field("header", &self.header())
            .finish_non_exhaustive()
    }
}

impl Table {
    fn new(name: String, mut judgement: Judgement, body: Body, is_below: bool) -> Result<Table, Unreadable> {
        let mut table = Table { name, judgement: Arc::default(), body, is_below, days: None };
        table.days = Days::of(&table)?;
        if table.days.is_some() {
            let name = above::name(&judgement.header);
            judgement.remarks.push(Remark::DaysAbove(name.clone()));
            judgement.header.push(name);
        }
        table.judgement = Arc::new(judgement);
        Ok(table)
    }

    /// The file, and its member or sheet.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The column names: unique, none blank.
    pub fn header(&self) -> &[String] {
        &self.judgement.header
    }

    /// What was found out and should be said.
    pub fn remarks(&self) -> &[Remark] {
        &self.judgement.remarks
    }

    /// Its bytes, of which [`Row::position`] says how many are read.
    pub fn size(&self) -> u64 {
        self.judgement.size
    }

    /// Whether it follows another one in the same text.
    pub const fn is_below(&self) -> bool {
        self.is_below
    }

    /// The number of its rows, with refused ones.
    pub fn count(&self) -> u64 {
        self.judgement.rows
    }

    /// Begins to read at the first row.
    ///
    /// # Errors
    /// If the bytes cannot be read any more.
    pub fn rows(&self) -> Result<Rows, Unreadable> {
        let reading = match &self.body {
            Body::Text(text) => Reading::Text(Box::new(text.rows()?)),
            Body::Sheet(sheet) => Reading::Sheet(Box::new(sheet.rows()?)),
        };
        Ok(Rows { reading: Some(reading), days: self.days, above: Above::default() })
    }
}

/// The rows of a table, one after the other: rows and refused ones. An error, which is the last item, means that the
/// bytes cannot be read any more, or are others than those that were judged.
pub struct Rows {
    reading: Option<Reading>,
    days: Option<Days>,
    above: Above,
}

enum Reading {
    Text(Box<text::Reader>),
    Sheet(Box<sheet::Reader>),
}

impl Iterator for Rows {
    type Item = Result<Result<Row, RefusedRow>, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let next = match self.reading.as_mut()? {
                Reading::Text(reader) => reader.next(),
                Reading::Sheet(reader) => reader.next(),
            };
            let row = match next {
                Ok(Some(row)) => row,
                end => {
                    self.reading = None;
                    return end.transpose();
                }
            };
            let Some(days) = self.days else { return Some(Ok(row)) };
            if let Some(row) = days.give(&mut self.above, row) {
                return Some(Ok(row));
            }
        }
    }
}

/// The most tables of one text.
const MOST_IN_ONE: usize = 20;
/// How many first bytes say what a file is.
const HEAD: u64 = 1024;

/// Opens a file and judges what it holds. `scratch` is a folder for files that have to be sought in, such as a workbook
/// inside an archive; they end with their reader.
///
/// # Errors
/// If nothing of it is a table.
pub fn open(
    name: &str,
    source: Arc<dyn Bytes>,
    scratch: &Path,
    limits: &Limits,
) -> Result<Opened, Unreadable> {
    let mut opening =
        Opening { scratch, limits, left: limits.unpacked, tables: Vec::new(), left_out: Vec::new() };
    let size = source.open()?.seek(SeekFrom::End(0))?;
    if size == 0 {
        return Err(Unreadable::Empty);
    }
    if size > limits.file {
        return Err(Unreadable::TooLarge(Excess::File(limits.file)));
    }
    match opening.kind(&Source::File(Arc::clone(&source)))? {
        Kind::Text => opening.text(name.to_owned(), Source::File(source))?,
        Kind::Other(found) => return Err(Unreadable::Other(found)),
        Kind::Zip => {
            let members = archive::members(&source)?;
            match kind::of_members(members.iter().map(|member| member.name.as_str())) {
                Some(Zip::Other(found)) => return Err(Unreadable::Other(found)),
                Some(Zip::Workbook) => opening.workbook(name, &source, members)?,
                None => opening.members(name, &source, members)?,
            }
        }
    }
    let Opening { tables, mut left_out, .. } = opening;
    match left_out.pop() {
        Some(only) if tables.is_empty() && left_out.is_empty() => return Err(only.why),
        Some(last) => left_out.push(last),
        None if tables.is_empty() => return Err(Unreadable::NoRows),
        None => (),
    }
    Ok(Opened { tables, left_out })
}

struct Opening<'a> {
    scratch: &'a Path,
    limits: &'a Limits,
    /// Bytes that may still be unpacked.
    left: u64,
    tables: Vec<Table>,
    left_out: Vec<LeftOut>,
}

impl Opening<'_> {
    fn kind(&self, source: &Source) -> Result<Kind, Unreadable> {
        let mut head = Vec::new();
        source.read()?.take(HEAD).read_to_end(&mut head)?;
        Ok(kind::of(&head))
    }

    fn text(&mut self, name: String, source: Source) -> Result<(), Unreadable> {
        let (text, judgement) = text::open(source, self.limits)?;
        let mut above = Arc::new(text);
        let body = Body::Text(Arc::clone(&above));
        self.tables.push(Table::new(name.clone(), judgement, body, false)?);
        for number in 2..=MOST_IN_ONE {
            if !above.has_another() {
                break;
            }
            let name = format!("{name}, table {number}");
            match text::open_below(&above, self.limits) {
                Ok((text, judgement)) => {
                    above = Arc::new(text);
                    let body = Body::Text(Arc::clone(&above));
                    self.tables.push(Table::new(name, judgement, body, true)?);
                }
                Err(why) => {
                    self.left_out.push(LeftOut { name, why });
                    return Ok(());
                }
            }
        }
        if above.has_another() {
            let why = Unreadable::TooLarge(Excess::Members(MOST_IN_ONE));
            self.left_out.push(LeftOut { name: format!("{name}, further tables"), why });
        }
        Ok(())
    }

    fn members(
        &mut self,
        name: &str,
        source: &Arc<dyn Bytes>,
        members: Vec<Member>,
    ) -> Result<(), Unreadable> {
        let files = members.into_iter().filter(|member| !member.directory).collect::<Vec<_>>();
        if files.len() > self.limits.members {
            return Err(Unreadable::TooLarge(Excess::Members(self.limits.members)));
        }
        for member in files {
            let inside = format!("{name} / {}", member.name);
            if let Err(why) = self.member(&inside, source, member) {
                self.left_out.push(LeftOut { name: inside, why });
            }
        }
        Ok(())
    }

    fn member(&mut self, name: &str, source: &Arc<dyn Bytes>, member: Member) -> Result<(), Unreadable> {
        let path: Vec<&str> = member.name.split('/').collect();
        if path.contains(&"..") || member.name.starts_with('/') || member.name.get(1..2) == Some(":") {
            return Err(Unreadable::Outside);
        }
        let file = path.last().copied().unwrap_or_default();
        if path.contains(&"__MACOSX") || file.starts_with('.') || ["Thumbs.db", "desktop.ini"].contains(&file)
        {
            return Err(Unreadable::System);
        }
        member.check(self.limits)?;
        let unpacked = member.unpacked;
        let inner = Source::Member(Arc::clone(source), member);
        let kind = self.kind(&inner)?;
        if let Kind::Other(found) = kind {
            return Err(Unreadable::Other(found));
        }
        self.left = self
            .left
            .checked_sub(unpacked)
            .ok_or(Unreadable::TooLarge(Excess::Unpacked(self.limits.unpacked)))?;
        if kind == Kind::Text {
            return self.text(name.to_owned(), inner);
        }
        let spooled = spool(inner.read()?, self.scratch)?;
        let members = archive::members(&spooled)?;
        match kind::of_members(members.iter().map(|member| member.name.as_str())) {
            Some(Zip::Other(found)) => Err(Unreadable::Other(found)),
            Some(Zip::Workbook) => self.workbook(name, &spooled, members),
            None => Err(Unreadable::Other(Found::Nested)),
        }
    }

    fn workbook(
        &mut self,
        name: &str,
        source: &Arc<dyn Bytes>,
        members: Vec<Member>,
    ) -> Result<(), Unreadable> {
        for (sheet, opened) in sheet::open(source, members, self.limits, &mut self.left)? {
            let inside = format!("{name} / {sheet}");
            match opened {
                Ok((sheet, judgement)) => {
                    let body = Body::Sheet(Arc::new(sheet));
                    self.tables.push(Table::new(inside, judgement, body, false)?);
                }
                Err(why) => self.left_out.push(LeftOut { name: inside, why }),
            }
        }
        Ok(())
    }
}
