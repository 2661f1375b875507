//! Uploaded files as scratch files, which are gone with the process: they have no name.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use saffron_import::sort::Scratch;
use saffron_import::table::{Bytes, ReadSeek};
use saffron_kit::Fault;
use tempfile::TempDir;
use uuid::Uuid;

use super::Stop;
use crate::app::App;
use crate::store;

/// An uploaded file.
pub(super) struct Uploaded {
    pub file: i32,
    pub name: String,
    pub bytes: Arc<dyn Bytes>,
}

/// The files of an import, and a private folder for what is made of them.
pub(super) struct Files {
    pub files: Vec<Uploaded>,
    pub folder: TempDir,
    /// How much of them was read.
    pub read: Arc<BytesRead>,
}

/// Bytes of files and of their sorted rows that were read, in all passes together.
#[derive(Default)]
pub(super) struct BytesRead {
    read: AtomicU64,
    /// Bytes of all files.
    size: u64,
}

/// Passes through a file without a question until it is judged, as measured, its sorted rows included; questions take further ones.
const PASSES: u64 = 10;
/// Up to this percentage the passes are those that were measured; further ones bring it ever closer to 99.
const MEASURED: u64 = 90;

impl BytesRead {
    fn add(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// How far the judging of the files is, 0 to 99: it is not over before its findings are stored, and moves as long as it reads.
    pub(super) fn percent(&self) -> i64 {
        let whole = self.size.saturating_mul(PASSES).max(1);
        let percent = self.read.load(Ordering::Relaxed).saturating_mul(100) / whole;
        let percent = if percent <= MEASURED { percent } else { 99 - (99 - MEASURED) * MEASURED / percent };
        i64::try_from(percent).unwrap_or(99)
    }
}

fn no_room(error: &io::Error) -> Fault {
    Fault::Transient(format!("no room for scratch files: {error}"))
}

/// Opens the sealed parts of an import's files.
pub(super) async fn open_files(app: &App, import_id: Uuid) -> Result<Files, Stop> {
    let folder = tempfile::tempdir_in(&app.settings.scratch).map_err(|e| no_room(&e))?;
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let rows = store::files_of(&mut conn, import_id).await?;
    drop(conn);
    let size = rows.iter().map(|row| row.bytes.unsigned_abs()).sum();
    let read = Arc::new(BytesRead { size, ..BytesRead::default() });
    let mut files = Vec::with_capacity(rows.len());
    for row in rows {
        let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
        let parts = store::part_objects(&mut conn, import_id, row.file).await?;
        drop(conn);
        let mut file = tempfile::tempfile_in(folder.path()).map_err(|e| no_room(&e))?;
        for part in parts {
            let bytes = app.sealed.get(import_id, part).await?.ok_or_else(gone)?;
            file = tokio::task::spawn_blocking(move || file.write_all(&bytes).map(|()| file))
                .await
                .map_err(|e| Fault::Permanent(e.to_string()))?
                .map_err(|e| no_room(&e))?;
        }
        let size = file.metadata().map_err(|e| no_room(&e))?.len();
        if size != row.bytes.unsigned_abs() {
            return Err(gone());
        }
        let bytes = OnDisk { file: Arc::new(file), read: Arc::clone(&read) };
        files.push(Uploaded { file: row.file, name: row.name, bytes: Arc::new(bytes) });
    }
    Ok(Files { files, folder, read })
}

fn gone() -> Stop {
    Stop::Words("The uploaded files are not there any more. Upload them again as another import.".to_owned())
}

struct OnDisk {
    file: Arc<File>,
    read: Arc<BytesRead>,
}

impl Bytes for OnDisk {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(At { file: Arc::clone(&self.file), read: Arc::clone(&self.read), position: 0 }))
    }
}

/// A file that is read at a place of its own.
struct At {
    file: Arc<File>,
    read: Arc<BytesRead>,
    position: u64,
}

impl Read for At {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.position)?;
        self.position += read as u64;
        self.read.add(read as u64);
        Ok(read)
    }
}

impl Seek for At {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (base, offset) = match to {
            SeekFrom::Start(position) => (position, 0),
            SeekFrom::End(offset) => (self.file.metadata()?.len(), offset),
            SeekFrom::Current(offset) => (self.position, offset),
        };
        let position = base.checked_add_signed(offset);
        self.position = position.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}

/// Makes scratch files in a folder, and counts what is read of them.
pub(super) struct InFolder(Box<Path>, Arc<BytesRead>);

impl InFolder {
    pub(super) fn new(files: &Files) -> Arc<InFolder> {
        Arc::new(InFolder(files.folder.path().into(), Arc::clone(&files.read)))
    }
}

impl Scratch for InFolder {
    fn file(&self) -> io::Result<File> {
        tempfile::tempfile_in(&self.0)
    }

    fn was_read(&self, bytes: u64) {
        self.1.add(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_never_over_before_its_end() {
        let percent = |read: u64, size: u64| BytesRead { read: AtomicU64::new(read), size }.percent();
        assert_eq!(percent(0, 100), 0);
        assert_eq!(percent(500, 100), 50);
        assert_eq!(percent(900, 100), 90);
        assert!(percent(2_000, 100) > percent(1_400, 100));
        assert!(percent(u64::MAX, 100) <= 99);
        assert_eq!(percent(0, 0), 0);
    }
}
