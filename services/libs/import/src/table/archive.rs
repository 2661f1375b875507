//! Zip archives: what they hold, and their members' bytes, never more of them than they declare.

use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, Crc32, RECOMMENDED_BUFFER_SIZE, ZipArchive};

use super::said::{Excess, Unreadable};
use super::{Bytes, Limits, ReadSeek};

/// Bytes that can be read from their beginning as often as one likes.
#[derive(Clone)]
pub(super) enum Source {
    File(Arc<dyn Bytes>),
    Member(Arc<dyn Bytes>, Member),
}

impl Source {
    /// A reader at the first byte.
    pub(super) fn read(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Source::File(bytes) => Ok(Box::new(bytes.open()?)),
            Source::Member(bytes, member) => member.read(bytes),
        }
    }
}

/// A member of an archive.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// Its path in the archive, with `/` between folders.
    pub name: String,
    pub directory: bool,
    encrypted: bool,
    method: CompressionMethod,
    /// Where its packed bytes lie.
    from: u64,
    to: u64,
    /// Its size as it declares it, in bytes.
    pub unpacked: u64,
    crc: u32,
}

/// Entries of a directory that are looked at: a workbook with pictures has more than its sheets.
const ENTRIES: usize = 5_000;
/// The longest path that is read, in bytes.
const PATH: usize = 1_000;
/// The size in bytes below which any ratio is fine.
const SMALL: u64 = 1024 * 1024;

/// The members of an archive.
///
/// # Errors
/// If it is damaged, or has more entries than any that is read.
pub(super) fn members(source: &Arc<dyn Bytes>) -> Result<Vec<Member>, Unreadable> {
    let damaged = |_| Unreadable::Damaged("its directory is missing");
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE.max(256 * 1024)];
    let mut reading = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_seekable(source.open()?, &mut reading).map_err(damaged)?;
    let mut entries = archive.entries(&mut buffer);
    let mut members = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        if members.len() >= ENTRIES {
            return Err(Unreadable::TooLarge(Excess::Members(ENTRIES)));
        }
        let path = entry.file_path();
        let raw: &[u8] = path.as_ref();
        let raw = raw.get(..PATH).unwrap_or(raw);
        let name = match std::str::from_utf8(raw) {
            Ok(name) => name.to_owned(),
            Err(_) => raw.iter().map(|byte| super::encoding::ibm850(*byte)).collect(),
        };
        let directory = entry.is_dir();
        let (from, to) = if directory {
            (0, 0)
        } else {
            archive.get_entry(entry.wayfinder()).map_err(damaged)?.compressed_data_range()
        };
        members.push(Member {
            name: name.replace('\\', "/"),
            directory,
            encrypted: entry.flags().is_encrypted(),
            method: entry.compression_method(),
            from,
            to,
            unpacked: entry.uncompressed_size_hint(),
            crc: entry.crc32(),
        });
    }
    Ok(members)
}

impl Member {
    /// Refuses what is not unpacked.
    ///
    /// # Errors
    /// If it is encrypted, packed in a rare way, or larger than its packed bytes explain.
    pub(super) fn check(&self, limits: &Limits) -> Result<(), Unreadable> {
        if self.encrypted {
            return Err(Unreadable::Encrypted);
        }
        if ![CompressionMethod::STORE, CompressionMethod::DEFLATE].contains(&self.method) {
            return Err(Unreadable::Packing(self.method.as_u16()));
        }
        if self.unpacked > limits.unpacked {
            return Err(Unreadable::TooLarge(Excess::Unpacked(limits.unpacked)));
        }
        let packed = self.to.saturating_sub(self.from).max(1);
        if self.unpacked > SMALL && self.unpacked / packed > limits.ratio {
            return Err(Unreadable::TooLarge(Excess::Ratio(limits.ratio)));
        }
        Ok(())
    }

    /// Unpacks it, from its beginning.
    pub(super) fn read(&self, source: &Arc<dyn Bytes>) -> io::Result<Box<dyn Read + Send>> {
        let mut bytes = source.open()?;
        bytes.seek(SeekFrom::Start(self.from))?;
        let packed = bytes.take(self.to.saturating_sub(self.from));
        let inner: Box<dyn Read + Send> = if self.method == CompressionMethod::DEFLATE {
            Box::new(DeflateDecoder::new(packed))
        } else {
            Box::new(packed)
        };
        Ok(Box::new(Checked { inner, left: self.unpacked, crc: Crc32::new(), expected: self.crc }))
    }
}

/// A reader that gives what a member declares, or fails.
struct Checked {
    inner: Box<dyn Read + Send>,
    left: u64,
    crc: Crc32,
    expected: u32,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let read = self.inner.read(buffer)?;
        self.crc.update(buffer.get(..read).unwrap_or_default());
        let unlike = || io::Error::from(io::ErrorKind::InvalidData);
        self.left = self.left.checked_sub(read as u64).ok_or_else(unlike)?;
        if read == 0 && (self.left > 0 || self.crc.checksum() != self.expected) {
            return Err(unlike());
        }
        Ok(read)
    }
}

/// Copies bytes to a file that ends with its last reader, where they can be sought in.
///
/// # Errors
/// If the folder takes no file, or the bytes cannot be read.
pub(super) fn spool(mut from: Box<dyn Read + Send>, folder: &Path) -> io::Result<Arc<dyn Bytes>> {
    let mut file = tempfile::tempfile_in(folder)?;
    io::copy(&mut from, &mut file)?;
    let length = file.stream_position()?;
    Ok(Arc::new(Spooled { file: Arc::new(file), length }))
}

struct Spooled {
    file: Arc<std::fs::File>,
    length: u64,
}

impl Bytes for Spooled {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Place { file: Arc::clone(&self.file), length: self.length, at: 0 }))
    }
}

/// A place in a spooled file.
struct Place {
    file: Arc<std::fs::File>,
    length: u64,
    at: u64,
}

impl Read for Place {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Place {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}
