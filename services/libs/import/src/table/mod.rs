//! Files as tables: which bytes are which text, where cells and rows end, and which row is the header.
//!
//! A table is judged as a whole before a row of it is used, and is read as often as its reader likes: each reading
//! begins at the first row and gives the same rows.

use std::io::{self, Read, Seek};

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
