//! A file of another system, whatever it is.

use std::io::{self, Cursor};
use std::sync::Arc;

use saffron_import::table::{Bytes, Limits, ReadSeek, open};

/// Bytes as a file.
pub(super) struct Memory(pub Arc<[u8]>);

impl Bytes for Memory {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Cursor::new(Arc::clone(&self.0))))
    }
}

/// Opens a file and reads its tables twice: the same rows, each as wide as its header and within the limits.
pub(super) fn table(bytes: &[u8]) {
    let limits = Limits { row: 1_000, lines: 10, sample: 2_000, unpacked: 1 << 20, ..Limits::default() };
    let file = Arc::new(Memory(bytes.into()));
    let Ok(opened) = open("file", file, &std::env::temp_dir(), &limits) else { return };
    for table in opened.tables {
        let read = || {
            let (mut seen, mut last) = (Vec::new(), 0);
            let Ok(rows) = table.rows() else { panic!("{table:?} is read once alone") };
            for row in rows {
                let Ok(row) = row else { panic!("{table:?} is read to another place: {row:?}") };
                let line = match &row {
                    Ok(row) => {
                        assert_eq!(row.cells.len(), table.header().len(), "{row:?}");
                        row.line
                    }
                    Err(refused) => refused.line,
                };
                assert!(line > last, "line {line} comes after {last}");
                last = line;
                seen.push(row);
            }
            seen
        };
        let rows = read();
        assert!(rows == read(), "{table:?} has other rows the second time");
        assert!(rows.len() as u64 <= table.count(), "{table:?} has more rows than it says");
    }
}
