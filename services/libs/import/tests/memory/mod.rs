//! Small files in memory, and scratch files that are gone with the test.

use std::fs::File;
use std::io::{self, Cursor};

use saffron_import::sort::Scratch;
use saffron_import::table::{Bytes, ReadSeek};

/// A file of these bytes.
pub struct InMemory(pub Vec<u8>);

impl Bytes for InMemory {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Cursor::new(self.0.clone())))
    }
}

/// The machine's folder for scratch files.
pub struct Folder;

impl Scratch for Folder {
    fn file(&self) -> io::Result<File> {
        tempfile::tempfile()
    }
}
