//! Sorts more records than fit in memory: full buffers are sorted and written to scratch files, and every reading merges
//! them again. Records of one key come in the order in which they were given.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Seek as _, SeekFrom, Write as _};
use std::sync::Arc;

/// Where scratch files are made. They hold what people sold and bought: the caller makes them readable for nobody else and
/// gone at the end of the process.
pub trait Scratch: Send + Sync {
    /// An empty file for reading and writing.
    ///
    /// # Errors
    /// If there is no room for one.
    fn file(&self) -> io::Result<File>;

    /// Sorted records of so many bytes were read, which shows how far the work is.
    fn was_read(&self, _bytes: u64) {}
}

/// Bytes of one buffer of the merge, for each run.
const READ_BUFFER: usize = 64 * 1024;

/// A record with its place among those given.
#[derive(Debug, Clone, Copy)]
struct Entry {
    start: usize,
    key: u32,
    value: u32,
}

/// Takes records.
pub struct Sorter {
    scratch: Arc<dyn Scratch>,
    budget: usize,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    runs: Vec<Arc<File>>,
    count: u64,
}

impl Sorter {
    /// Holds at most about `budget` bytes in memory.
    #[must_use]
    pub fn new(scratch: Arc<dyn Scratch>, budget: usize) -> Sorter {
        Sorter { scratch, budget, bytes: Vec::new(), entries: Vec::new(), runs: Vec::new(), count: 0 }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If a scratch file cannot be written, or a record is larger than 4 GiB.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        let too_large = |_| io::Error::from(io::ErrorKind::FileTooLarge);
        let size = key.len() + value.len() + size_of::<Entry>();
        if !self.entries.is_empty() && self.held() + size > self.budget {
            self.spill()?;
        }
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(value);
        self.entries.push(Entry {
            start,
            key: key.len().try_into().map_err(too_large)?,
            value: value.len().try_into().map_err(too_large)?,
        });
        self.count += 1;
        Ok(())
    }

    fn held(&self) -> usize {
        self.bytes.len() + self.entries.len() * size_of::<Entry>()
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        // Stable: records of one key stay in their order.
        self.entries.sort_by(|a, b| key_of(bytes, a).cmp(key_of(bytes, b)));
    }

    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut file = self.scratch.file()?;
        let mut out = BufWriter::new(&mut file);
        for entry in &self.entries {
            out.write_all(&entry.key.to_le_bytes())?;
            out.write_all(&entry.value.to_le_bytes())?;
            out.write_all(record_of(&self.bytes, entry))?;
        }
        out.flush()?;
        drop(out);
        self.runs.push(Arc::new(file));
        self.bytes.clear();
        self.entries.clear();
        Ok(())
    }

    /// The records in order, for any number of readings.
    ///
    /// # Errors
    /// If a scratch file cannot be written.
    pub fn finish(mut self) -> io::Result<Sorted> {
        if !self.runs.is_empty() && !self.entries.is_empty() {
            self.spill()?;
        }
        self.sort();
        let Sorter { scratch, bytes, entries, runs, count, .. } = self;
        Ok(Sorted { scratch, runs, bytes, entries, count })
    }
}

fn key_of<'a>(bytes: &'a [u8], entry: &Entry) -> &'a [u8] {
    bytes.get(entry.start..entry.start + entry.key as usize).unwrap_or_default()
}

fn record_of<'a>(bytes: &'a [u8], entry: &Entry) -> &'a [u8] {
    bytes.get(entry.start..entry.start + entry.key as usize + entry.value as usize).unwrap_or_default()
}

/// Sorted records.
pub struct Sorted {
    scratch: Arc<dyn Scratch>,
    runs: Vec<Arc<File>>,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    count: u64,
}

impl Sorted {
    /// The number of records.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Reads the records in order from the first on.
    ///
    /// # Errors
    /// If a scratch file cannot be read.
    pub fn read(&self) -> io::Result<Records<'_>> {
        let runs = self.runs.iter().map(|file| Run::open(Arc::clone(file)));
        let mut records = Records {
            sorted: self,
            next: 0,
            runs: runs.collect::<io::Result<Vec<Run>>>()?,
            heads: BinaryHeap::new(),
        };
        for index in 0..records.runs.len() {
            records.advance(index)?;
        }
        Ok(records)
    }
}

/// A record of sorted ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// By which they are sorted.
    pub key: Vec<u8>,
    /// What was given with it.
    pub value: Vec<u8>,
}

/// Records in order.
pub struct Records<'a> {
    sorted: &'a Sorted,
    next: usize,
    runs: Vec<Run>,
    heads: BinaryHeap<Reverse<Head>>,
}

/// The next record of a run. Of equal keys that of the earlier run comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    key: Vec<u8>,
    run: usize,
    value: Vec<u8>,
}

impl Records<'_> {
    /// Takes the next record of a run among the heads.
    fn advance(&mut self, run: usize) -> io::Result<()> {
        if let Some(Record { key, value }) = self.runs.get_mut(run).map(Run::read).transpose()?.flatten() {
            self.heads.push(Reverse(Head { key, run, value }));
        }
        Ok(())
    }

    fn take(&mut self) -> io::Result<Option<Record>> {
        if let Some(entry) = self.sorted.entries.get(self.next) {
            self.next += 1;
            let (key, value) = record_of(&self.sorted.bytes, entry).split_at(entry.key as usize);
            return Ok(Some(Record { key: key.to_vec(), value: value.to_vec() }));
        }
        let Some(Reverse(Head { key, run, value })) = self.heads.pop() else { return Ok(None) };
        self.advance(run)?;
        Ok(Some(Record { key, value }))
    }
}

impl Iterator for Records<'_> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        let next = self.take();
        if let Ok(Some(record)) = &next {
            self.sorted.scratch.was_read((record.key.len() + record.value.len()) as u64);
        }
        next.transpose()
    }
}

/// A sorted scratch file, read from its first record on, independently of other readings.
struct Run(BufReader<At>);

impl Run {
    fn open(file: Arc<File>) -> io::Result<Run> {
        Ok(Run(BufReader::with_capacity(READ_BUFFER, At { file, position: 0 })))
    }

    fn read(&mut self) -> io::Result<Option<Record>> {
        let mut sizes = [0; 8];
        if self.0.fill_buf()?.is_empty() {
            return Ok(None);
        }
        self.0.read_exact(&mut sizes)?;
        let [a, b, c, d, e, f, g, h] = sizes;
        let (key, value) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        let mut take = |size: u32| {
            let mut bytes = vec![0; size as usize];
            self.0.read_exact(&mut bytes).map(|()| bytes)
        };
        Ok(Some(Record { key: take(key)?, value: take(value)? }))
    }
}

/// A file that is read at a place of its own.
struct At {
    file: Arc<File>,
    position: u64,
}

impl Read for At {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.position))?;
        let read = file.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Folder;

    impl Scratch for Folder {
        fn file(&self) -> io::Result<File> {
            tempfile::tempfile()
        }
    }

    fn all(sorted: &Sorted) -> Vec<(Vec<u8>, Vec<u8>)> {
        sorted.read().unwrap().map(Result::unwrap).map(|record| (record.key, record.value)).collect()
    }

    proptest! {
        #[test]
        fn records_are_sorted_whatever_fits_in_memory(
            keys in proptest::collection::vec(proptest::collection::vec(0_u8..4, 0..3), 0..200),
            budget in 0_usize..4_000,
        ) {
            let given: Vec<_> = keys.into_iter().zip(0_u32..).map(|(key, n)| (key, n.to_le_bytes().to_vec())).collect();
            let mut sorter = Sorter::new(Arc::new(Folder), budget);
            given.iter().for_each(|(key, value)| sorter.push(key, value).unwrap());
            let sorted = sorter.finish().unwrap();
            let mut expected = given.clone();
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            prop_assert_eq!(all(&sorted), expected.clone());
            prop_assert_eq!(all(&sorted), expected);
            prop_assert_eq!(sorted.count(), given.len() as u64);
        }
    }
}
