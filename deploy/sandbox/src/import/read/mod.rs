//! Reads a file into orders; rows that cannot be read are listed with their lines.

pub mod amounts;
pub mod columns;
pub mod dates;
pub mod row;
pub mod rows;
pub mod survey;
pub mod tenders;
pub mod zones;

use std::path::Path;

use anyhow::Context as _;

use super::args::ImportArgs;
use super::book::Book;
use super::progress::Progress;
use super::refusals::Refusals;
use columns::Field;
use row::Reading;
use rows::Rows;
use survey::Survey;

/// Reads all rows of a file.
pub fn read(
    path: &Path,
    args: &ImportArgs,
    survey: &Survey,
    refusals: &mut Refusals,
) -> anyhow::Result<Book> {
    let file = path.display().to_string();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {file}"))?.len();
    let mut progress = Progress::new("Reading", size, "bytes");
    let mut rows = Rows::open(path)?;
    let mut book = Book::default();
    let mut seen: u64 = 0;
    loop {
        seen += 1;
        if seen.is_multiple_of(1_000) {
            progress.at(rows.position());
        }
        let Some((line, row)) = rows.next()? else { break };
        let record = match row {
            Ok(record) => record,
            Err(why) => {
                refusals.row(&file, line, &why)?;
                continue;
            }
        };
        let here = survey.layout.cell(record, Field::Location);
        if args.location.as_deref().is_some_and(|name| name != here) {
            refusals.left_out(&file, line, "rows of another location of the file")?;
            continue;
        }
        match row::read(record, &survey.layout, survey.form) {
            Ok(Reading::Sold(sold)) => match dates::local(sold.time, sold.zone.as_ref(), &survey.zone) {
                Ok(at) => book.add(&sold, at),
                Err(why) => refusals.row(&file, line, &why)?,
            },
            Ok(Reading::LeftOut(why)) => refusals.left_out(&file, line, why)?,
            Err(why) => refusals.row(&file, line, &why)?,
        }
    }
    progress.finish();
    Ok(book)
}
