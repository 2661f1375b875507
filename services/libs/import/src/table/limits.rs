//! How much a file may hold.

const MIB: u64 = 1024 * 1024;

/// How much a file may hold. What is over a limit gets a word of its own, and is never held in memory to learn that.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of a file: 1 GiB.
    pub file: u64,
    /// Bytes of all members of an archive, or of a workbook, once unpacked: 1 GiB.
    pub unpacked: u64,
    /// How many times larger a member of more than 1 MiB may be unpacked than packed: 200. Real exports stay below 60.
    pub ratio: u64,
    /// Members of an archive, and sheets of a workbook: 200.
    pub members: usize,
    /// Rows of a table: 5 million.
    pub rows: u64,
    /// Columns of a table: 1,000.
    pub columns: usize,
    /// Bytes of a row of text, and of a cell of a sheet: 1 MiB. A longer row is refused, its neighbours are not.
    pub row: usize,
    /// Lines of a row whose quoted cells hold line ends: 200. After more the quote counts as not closed.
    pub lines: usize,
    /// Bytes of the texts that the cells of a workbook share, which are held in memory: 64 MiB.
    pub texts: usize,
    /// Rows in which the column names are looked for: 60.
    pub head: usize,
    /// Bytes of the beginning of a text by which its separators and quotes are judged: 512 KiB. The whole file is then
    /// read with them once.
    pub sample: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file: 1024 * MIB,
            unpacked: 1024 * MIB,
            ratio: 200,
            members: 200,
            rows: 5_000_000,
            columns: 1_000,
            row: 1024 * 1024,
            lines: 200,
            texts: 64 * 1024 * 1024,
            head: 60,
            sample: 512 * 1024,
        }
    }
}
