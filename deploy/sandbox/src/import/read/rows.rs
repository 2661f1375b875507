//! The rows of a CSV file, one after the other, with their line numbers. A row that cannot be read does not
//! take its neighbours with it: after an unclosed quote reading goes on at the next line.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use csv::{ByteRecord, Position, Reader, ReaderBuilder, StringRecord, Terminator};

use super::columns::Header;

/// The number of unclosed quotes after which a file is refused as no CSV.
const MAX_REPAIRS: usize = 1_000;

/// A row, or why it cannot be read.
pub type Row<'a> = Result<&'a StringRecord, String>;

/// An open CSV file.
pub struct Rows {
    path: PathBuf,
    reader: Reader<File>,
    /// The column names.
    pub header: Header,
    bytes: ByteRecord,
    record: StringRecord,
    /// The size of the file if its last line has no line end.
    unended: Option<u64>,
    repairs: usize,
}

impl Rows {
    /// Opens a file and reads its header. A byte-order mark is skipped; commas, semicolons and tabs are
    /// recognized as separators.
    pub fn open(path: &Path) -> anyhow::Result<Rows> {
        let context = || format!("cannot read {}", path.display());
        let mut first = Vec::new();
        BufReader::new(File::open(path).with_context(context)?)
            .read_until(b'\n', &mut first)
            .with_context(context)?;
        if first.starts_with(&[0xff, 0xfe]) || first.starts_with(&[0xfe, 0xff]) || first.starts_with(b"PK") {
            bail!("{} is not a CSV file in UTF-8; save it as 'CSV UTF-8'.", path.display());
        }
        let count = |separator: u8| first.iter().filter(|b| **b == separator).count();
        let delimiter = [b',', b';', b'\t'].into_iter().rev().max_by_key(|s| count(*s)).unwrap_or(b',');
        let mut file = File::open(path).with_context(context)?;
        let mut last = [b'\n'];
        let size = file.seek(SeekFrom::End(0)).with_context(context)?;
        if size > 0 {
            file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).with_context(context)?;
        }
        file.rewind().with_context(context)?;
        // Of a line that ends with CR LF the CR stays in the last cell, where readers of cells trim it: so the
        // reader's line numbers are right for both.
        let end = Terminator::Any(b'\n');
        let mut reader =
            ReaderBuilder::new().flexible(true).delimiter(delimiter).terminator(end).from_reader(file);
        let names = reader.headers().with_context(context)?.clone();
        if names.len() < 2 {
            bail!("{} has no header of column names separated by commas.", path.display());
        }
        Ok(Rows {
            path: path.to_owned(),
            reader,
            header: Header::new(names.iter()),
            bytes: ByteRecord::new(),
            record: StringRecord::new(),
            unended: (last != *b"\n").then_some(size),
            repairs: 0,
        })
    }

    /// The number of bytes read.
    pub fn position(&self) -> u64 {
        self.reader.position().byte()
    }

    /// The next row with its line; none at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<(u64, Row<'_>)>> {
        let context = || format!("cannot read {}", self.path.display());
        let mut begin;
        loop {
            begin = self.reader.position().clone();
            if !self.reader.read_byte_record(&mut self.bytes).with_context(context)? {
                return Ok(None);
            }
            if self.bytes.len() > 1 || !self.bytes.as_slice().trim_ascii().is_empty() {
                break;
            }
        }
        let end = self.reader.position();
        let inner = self.bytes.as_slice().iter().filter(|b| **b == b'\n').count() as u64;
        let ended = u64::from(self.unended != Some(end.byte()));
        // The reader skips blank lines before a row, but counts from them.
        let line = end.line().saturating_sub(inner + ended);
        let skipped = line.saturating_sub(begin.line());
        begin.set_line(line);
        let (cells, width) = (self.bytes.len(), self.header.names.len());
        if cells != width && inner > 0 {
            self.continue_after(&begin, skipped)?;
            return Ok(Some((line, Err("has a quote that is not closed".to_owned()))));
        }
        if cells != width {
            return Ok(Some((line, Err(format!("has {cells} cells where the header has {width}")))));
        }
        let bytes = std::mem::take(&mut self.bytes);
        Ok(Some(match StringRecord::from_byte_record(bytes) {
            Ok(record) => {
                self.record = record;
                (line, Ok(&self.record))
            }
            Err(_) => (line, Err("is not UTF-8 text".to_owned())),
        }))
    }

    /// Continues at the line after the first one of the row at `begin`, before which the reader skipped `blank` lines.
    fn continue_after(&mut self, begin: &Position, blank: u64) -> anyhow::Result<()> {
        self.repairs += 1;
        if self.repairs > MAX_REPAIRS {
            bail!(
                "{} has more than {MAX_REPAIRS} rows with unclosed quotes: is it a CSV file?",
                self.path.display()
            );
        }
        let mut file = BufReader::new(File::open(&self.path)?);
        file.seek(SeekFrom::Start(begin.byte()))?;
        let mut byte = begin.byte();
        for _ in 0..=blank {
            byte += file.skip_until(b'\n')? as u64;
        }
        let mut next = Position::new();
        next.set_byte(byte).set_line(begin.line() + 1).set_record(begin.record());
        self.reader.seek(next)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn read(text: &[u8]) -> Vec<(u64, Result<String, String>)> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text).unwrap();
        let mut rows = Rows::open(file.path()).unwrap();
        let mut seen = Vec::new();
        while let Some((line, row)) = rows.next().unwrap() {
            seen.push((line, row.map(|r| r.iter().collect::<Vec<_>>().join("|"))));
        }
        seen
    }

    #[test]
    fn broken_row_ends_at_its_own_line() {
        let rows = read(b"\xef\xbb\xbfa,b\n1,2\n3\n\"4,5\n6,7\n\n\xff,8\n\"9\nx\",10\n11,12,13\n14,15");
        let good: Vec<_> = rows.iter().filter_map(|(line, r)| Some((*line, r.clone().ok()?))).collect();
        assert_eq!(good, [(2, "1|2".into()), (5, "6|7".into()), (8, "9\nx|10".into()), (11, "14|15".into())]);
        let bad: Vec<_> = rows.iter().filter(|(_, r)| r.is_err()).map(|(line, _)| *line).collect();
        assert_eq!(bad, [3, 4, 7, 10]);
    }

    #[test]
    fn separators_and_line_ends_of_other_systems_are_read() {
        let crlf = read(b"a;b\r\n1;2,5\r\n\r\n3\r\n\"4\";\"5\"\r\n");
        assert_eq!((crlf[0].clone(), crlf[2].clone()), ((2, Ok("1|2,5\r".into())), (5, Ok("4|5\r".into()))));
        assert!(crlf[1].0 == 4 && crlf[1].1.is_err());
        assert_eq!(read(b"a\tb\n1\t2\n"), [(2, Ok("1|2".into()))]);
    }
}
