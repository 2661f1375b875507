//! Rows that are not imported, each with its line and the reason: the first on screen, all in a file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The number of refusals that are shown on screen.
pub const SHOWN: usize = 20;

/// The rows and checks that were not imported.
#[derive(Default)]
pub struct Refusals {
    shown: Vec<String>,
    /// How many rows and checks were refused.
    pub refused: u64,
    left_out: BTreeMap<&'static str, u64>,
    file: Option<csv::Writer<BufWriter<File>>>,
}

impl Refusals {
    /// Refusals that are also written to `path`, as CSV.
    pub fn with_file(path: &Path) -> anyhow::Result<Refusals> {
        let mut file = csv::Writer::from_writer(BufWriter::new(File::create(path)?));
        file.write_record(["what", "file", "where", "reason"])?;
        Ok(Refusals { file: Some(file), ..Refusals::default() })
    }

    /// Adds a row that cannot be read.
    pub fn row(&mut self, file: &str, line: u64, why: &str) -> anyhow::Result<()> {
        self.refuse(file, &format!("line {line}"), why)
    }

    /// Adds a whole check that cannot be sent, or that the server refuses.
    pub fn check(&mut self, file: &str, check: &str, why: &str) -> anyhow::Result<()> {
        self.refuse(file, &format!("check {check}"), why)
    }

    /// Adds a row that can be read but is no sale.
    pub fn left_out(&mut self, file: &str, line: u64, why: &'static str) -> anyhow::Result<()> {
        *self.left_out.entry(why).or_default() += 1;
        self.list(["left out", file, &format!("line {line}"), why])
    }

    /// Counts and lists a refusal.
    fn refuse(&mut self, file: &str, position: &str, why: &str) -> anyhow::Result<()> {
        self.refused += 1;
        if self.shown.len() < SHOWN {
            self.shown.push(format!("{file}, {position}: {why}"));
        }
        self.list(["refused", file, position, why])
    }

    /// Writes a record to the file of refusals, if there is one.
    fn list(&mut self, record: [&str; 4]) -> anyhow::Result<()> {
        self.file.as_mut().map_or(Ok(()), |list| Ok(list.write_record(record)?))
    }

    /// How many rows were left out as no sale.
    pub fn rows_left_out(&self) -> u64 {
        self.left_out.values().sum()
    }

    /// Shows the list and finishes its file.
    pub fn finish(&mut self, out: &mut dyn Write, has_file: Option<&Path>) -> anyhow::Result<()> {
        for (why, count) in &self.left_out {
            writeln!(out, "Left out: {count} rows: {why}")?;
        }
        if self.refused > 0 {
            writeln!(out, "Refused: {}", self.refused)?;
            self.shown.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
            let hidden = self.refused.saturating_sub(self.shown.len() as u64);
            match has_file {
                _ if hidden == 0 => {}
                Some(path) => writeln!(out, "  and {hidden} more, all in {}", path.display())?,
                None => writeln!(out, "  and {hidden} more; --refused FILE writes all of them")?,
            }
        }
        self.file.as_mut().map_or(Ok(()), |list| Ok(list.flush()?))
    }
}
