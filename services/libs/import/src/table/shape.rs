//! How a text is divided into cells, judged by trying: what divides most rows alike is what divides them.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use super::Limits;
use super::encoding::Charset;
use super::header::{Head, find};
use super::lines::{Decoded, Ends, Lines};
use super::records::{Dialect, Record, Records, clean};
use super::said::{Refusal, Unreadable};

/// How a text is divided, and where its rows begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    pub dialect: Dialect,
    /// The first line names the separator.
    pub marked: bool,
    /// The last line before the first row.
    pub above: u64,
    /// The names as they stand in the text; blank ones if there is no row of names.
    pub names: Vec<String>,
    /// A row holds the names.
    pub named: bool,
    /// The lines above the names.
    pub titles: Vec<String>,
}

/// Rows by which a dialect is judged.
const ROWS: u64 = 2_000;
/// The score of a dialect that divides all rows alike.
const ALL: u64 = 1_000_000;
/// Lines below a table that do not count.
const BELOW: usize = 3;
/// How much less the score of what is more likely a separator may be.
const CLOSE: i64 = 50_000;
/// The lowest score of a table.
const ENOUGH: i64 = 500_000;
/// The same for separators that are seldom ones.
const CLEAR: i64 = 900_000;

/// Judges a text by its beginning, `whole` if that is all of it.
///
/// # Errors
/// If nothing divides it into columns, or no row holds their names or values.
pub(super) fn judge(sample: &str, whole: bool, limits: &Limits) -> Result<Shape, Unreadable> {
    let body = if whole { sample } else { sample.rsplit_once(['\n', '\r']).map_or(sample, |(body, _)| body) };
    let bytes: Arc<[u8]> = body.as_bytes().into();
    let first = body.trim_start_matches('\u{feff}').split(['\n', '\r']).next().unwrap_or_default();
    let marker = marker(first);
    let tried = |separators: &[u8]| -> Result<Option<Measure>, Unreadable> {
        let present = || separators.iter().copied().filter(|separator| body.as_bytes().contains(separator));
        let measured = |separator, plain| measured(body, &bytes, separator, plain, marker.is_some(), limits);
        let mut of_separators: Vec<Measure> = Vec::new();
        for separator in present() {
            of_separators.extend(measured(separator, false)?);
        }
        // Where quotes enclose cells with one separator, they are no text with another.
        if !of_separators
            .iter()
            .any(|measure| measure.score >= ENOUGH && measure.quoted > 0 && measure.open == 0)
        {
            of_separators.clear();
            for separator in present() {
                of_separators.extend(measured(separator, true)?);
            }
        }
        let best = of_separators.iter().map(|measure| measure.score).max().unwrap_or(0);
        of_separators.retain(|measure| measure.score + CLOSE >= best);
        // What divides every row and leaves fewer lines above them explains more of the text than what is likelier.
        let likely = of_separators.first().map_or(0, |measure| measure.above);
        let more = of_separators.iter().position(|measure| measure.is_even && measure.above < likely);
        let at = more.unwrap_or(0);
        Ok((at < of_separators.len()).then(|| of_separators.swap_remove(at)))
    };
    let named = match marker {
        Some(separator) => tried(&[separator])?.filter(|measure| measure.score >= ENOUGH),
        None => None,
    };
    let usual = match named {
        Some(measure) => Some(measure),
        None => tried(b"\t;|,")?.filter(|measure| measure.score >= ENOUGH),
    };
    let measure = match usual {
        Some(measure) => measure,
        None => tried(b"^~\x1f\x01:")?
            .filter(|measure| measure.score >= CLEAR && measure.width > 2)
            .ok_or(Unreadable::NoColumns)?,
    };
    measure.shape(marker.is_some())
}

/// The separator that a first line such as `sep=;` names.
fn marker(line: &str) -> Option<u8> {
    let line = line.trim_matches(['"', ' ', '\r']);
    let (key, value) = line.split_at_checked(4)?;
    let byte = match value.as_bytes() {
        [] if line.len() == 4 => b'\t',
        [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() => *byte,
        b"\\t" => b'\t',
        _ => return None,
    };
    key.eq_ignore_ascii_case("sep=").then_some(byte)
}

/// The way of quoting and of ending lines that fits a separator best; of equal ones the likeliest. `plain`: quotes may be
/// text.
fn measured(
    text: &str,
    bytes: &Arc<[u8]>,
    separator: u8,
    plain: bool,
    marked: bool,
    limits: &Limits,
) -> Result<Option<Measure>, Unreadable> {
    let returns = text.replace("\r\n", "\n").contains('\r');
    // LF inside cells of a text whose lines end with CR comes after the first line.
    let first = text.split_once('\n').map(|(first, _)| first.trim_end_matches('\r').contains('\r'));
    let ends: &[Ends] = match (first, returns) {
        (_, false) => &[Ends::Feed],
        (Some(false), true) => &[Ends::Feed, Ends::Any],
        (Some(true) | None, true) => &[Ends::Any],
    };
    let mut best: Option<Measure> = None;
    let mut better = |measure: Measure| {
        if best.as_ref().is_none_or(|best| measure.score > best.score) {
            best = Some(measure);
        }
    };
    for ends in ends.iter().copied() {
        let usual = Dialect { separator, quote: Some(b'"'), backslash: false, ends };
        let measure_of = |dialect| measure(bytes, dialect, marked, limits);
        let Some(measure) = measure_of(usual)? else { continue };
        // Quotes are text only where they enclose hardly anything, and more than a slip.
        let unquoted = plain && measure.open > 1 && measure.open > measure.quoted;
        better(measure);
        if text.contains("\\\"") {
            measure_of(Dialect { backslash: true, ..usual })?.map(&mut better);
        }
        if text.contains(&format!("'{}", char::from(separator))) {
            let apostrophes = measure_of(Dialect { quote: Some(b'\''), ..usual })?;
            // A word or two in apostrophes is text.
            apostrophes.filter(|measure| measure.quoted >= measure.rows).map(&mut better);
        }
        if unquoted {
            measure_of(Dialect { quote: None, ..usual })?.map(&mut better);
        }
    }
    Ok(best)
}

/// How well a dialect divides a text.
struct Measure {
    dialect: Dialect,
    /// Rows divided alike, less what speaks against it.
    score: i64,
    /// Rows above the names, and from them on.
    above: u64,
    rows: u64,
    /// All of these have as many cells.
    is_even: bool,
    /// Rows with a quote that is not closed, or not as it should be, and cells that quotes enclose.
    open: u64,
    quoted: u64,
    /// The cells of most rows.
    width: usize,
    head: Option<Head>,
    top: Vec<Record>,
}

fn measure(
    bytes: &Arc<[u8]>,
    dialect: Dialect,
    marked: bool,
    limits: &Limits,
) -> Result<Option<Measure>, Unreadable> {
    let text = Decoded::new(Box::new(Cursor::new(Arc::clone(bytes))), Charset::UTF_8);
    let mut records = Records::new(Lines::new(text, dialect.ends, limits.row), dialect, None, limits);
    records.skip_to(u64::from(marked))?;
    let mut top: Vec<Record> = Vec::new();
    // Of each row; none of a refused one.
    let mut cells_of: Vec<Option<usize>> = Vec::new();
    // Against the way of quoting: rows with quotes that do not fit it, and rows in which one is not closed.
    let (mut rows, mut against, mut open, mut quoted) = (0_u64, 0_u64, 0_u64, 0_u64);
    while rows < ROWS
        && let Some(record) = records.next()?
    {
        if record.is_blank() {
            continue;
        }
        rows += 1;
        let enclosed = |mark: char| {
            let of = |cell: &&String| cell.len() > 1 && cell.starts_with(mark) && cell.ends_with(mark);
            record.cells.iter().filter(of).count() as u64
        };
        let other = match dialect.quote {
            None => enclosed('"') + enclosed('\''),
            Some(b'"') => enclosed('\''),
            Some(_) => enclosed('"'),
        };
        let returns = record.cells.iter().any(|cell| cell.contains('\r'));
        against += u64::from(record.odd + other > 0 || returns);
        open += u64::from(record.odd > 0 || record.fault == Some(Refusal::Quote));
        quoted += if record.odd == 0 { record.enclosed } else { 0 };
        cells_of.push(record.fault.is_none().then_some(record.width));
        if top.len() < limits.head {
            top.push(record);
        }
    }
    let mut widths: BTreeMap<usize, u64> = BTreeMap::new();
    for width in cells_of.iter().flatten().filter(|width| **width > 1) {
        *widths.entry(*width).or_default() += 1;
    }
    let usual = widths.into_iter().max_by_key(|(width, count)| (*count, *width));
    let Some((width, _)) = usual else { return Ok(None) };
    let cells: Vec<Vec<&str>> =
        top.iter().map(|record| record.cells.iter().map(|cell| clean(cell)).collect()).collect();
    // Rows may end with a separator that the names lack.
    let mut used: BTreeMap<usize, u64> = BTreeMap::new();
    for cells in &cells {
        let last = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |at| at + 1);
        *used.entry(last).or_default() += 1;
    }
    let used = used.into_iter().filter(|(cells, _)| *cells > 1).max_by_key(|(cells, count)| (*count, *cells));
    let head = find(&cells, used.map_or(width, |(cells, _)| cells.min(width)));
    let (above, doubt) = match head {
        Some(Head::At(at)) => (at, 0),
        Some(Head::Without(at) | Head::Short(at)) => (at, 150_000),
        None => (0, 400_000),
    };
    let names = cells.get(above).filter(|_| head.is_some()).map_or(0, Vec::len);
    // Lines above and below the table say nothing of how its rows are divided.
    let below = cells_of.iter().rev().take(BELOW).take_while(|cells| **cells == Some(1)).count();
    let last = cells_of.len() - below;
    let inside = last.saturating_sub(above) as u64;
    // Rows may lack the separators after their last cell.
    let halves = cells_of.iter().take(last).skip(above).flatten().map(|cells| match *cells {
        cells if cells == width || cells == names => 2,
        2.. if *cells < names => 1,
        _ => 0_u64,
    });
    let (halves, above) = (halves.sum::<u64>(), above as u64);
    // A separator that a single row has divides no table.
    let alone = if inside < 2 { 300_000 } else { 0 };
    let of = |count: u64, all: u64| i64::try_from(count * ALL / all.max(1)).unwrap_or(i64::MAX);
    let score = of(halves, inside) / 2 - of(against, rows) / 2 - of(above, rows) / 5 - doubt - alone;
    Ok(Some(Measure {
        dialect,
        score,
        above,
        rows: inside,
        is_even: halves == inside * 2,
        open,
        quoted,
        width,
        head,
        top,
    }))
}

impl Measure {
    fn shape(self, marked: bool) -> Result<Shape, Unreadable> {
        let (at, named) = match self.head.ok_or(Unreadable::NoHeader)? {
            Head::At(at) => (at, true),
            Head::Without(at) => (at, false),
            Head::Short(at) => {
                let names = self.top.get(at).map_or(0, |record| record.width);
                return Err(Unreadable::HeaderShort { rows: self.width, names });
            }
        };
        let titles = self.top.iter().take(at).map(|record| {
            let cells = record.cells.iter().map(|cell| clean(cell)).filter(|cell| !cell.is_empty());
            cells.collect::<Vec<_>>().join(" ").chars().take(200).collect()
        });
        let titles = titles.take(10).collect();
        let first = self.top.get(at);
        let above = match first {
            Some(record) if named => record.last,
            Some(record) => record.first.saturating_sub(1),
            None => 0,
        };
        let names = first.map(|record| {
            let name = |cell: &String| if named { clean(cell).to_owned() } else { String::new() };
            record.cells.iter().map(name).collect()
        });
        Ok(Shape { dialect: self.dialect, marked, above, names: names.unwrap_or_default(), named, titles })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape {
        judge(text, true, &Limits::default()).unwrap()
    }

    fn separator(text: &str) -> char {
        char::from(shape(text).dialect.separator)
    }

    #[test]
    fn separator_divides_rows_alike() {
        assert_eq!(separator("No;Price;Qty\n1;2,50;3\n2;3,00;1\n"), ';');
        assert_eq!(separator("No,Price\n1,\"2,50\"\n2,\"3,00\"\n"), ',');
        assert_eq!(separator("No\tItem\n1\tHam, eggs\n2\tTea, milk\n"), '\t');
        assert_eq!(separator("No|Item|Price\n1|Ham; eggs|3,00\n"), '|');
        assert_eq!(separator("No,Note\n1,a;b\n2,c;d\n3,e;f\n"), ',');
        assert_eq!(separator("No^Item^Price\n1^Tea^3.00\n2^Pie^4.00\n"), '^');
        assert_eq!(
            separator("Day;Total;Tip\n18.11.2026, 12:00;3,00;0,10\n19.11.2026, 13:00;3,00;0,10\n"),
            ';'
        );
    }

    #[test]
    fn marked_separator_is_taken() {
        let shape = shape("sep=;\r\nNo;Price\r\n1;2,50\r\n");
        assert!(shape.marked && shape.dialect.separator == b';' && shape.above == 2);
        assert_eq!(shape.names, ["No", "Price"]);
        assert_eq!(
            (marker("SEP=,"), marker("\"sep=|\""), marker("sep=a"), marker("separate")),
            (Some(b','), Some(b'|'), None, None)
        );
    }

    #[test]
    fn titles_stand_above_names() {
        let shape = shape(
            "Sales report\nLocation: Main, Street 5\n\nFrom: 2026-11-01 To: 2026-11-30\nNo,Item,Price\n1,Tea,3.00\n",
        );
        assert_eq!((shape.above, shape.named), (5, true));
        assert_eq!(
            shape.titles,
            ["Sales report", "Location: Main Street 5", "From: 2026-11-01 To: 2026-11-30"]
        );
    }

    #[test]
    fn quoting_follows_the_text() {
        let apostrophes = shape("'No','Item','Price'\n'1','Ham, eggs','3.00'\n'2','Tea','4.00'\n");
        assert_eq!(apostrophes.dialect.quote, Some(b'\''));
        assert_eq!(
            shape("No\tItem\n1\t\"Best\" tea\n2\t\"Ham\n3\tpie\"\n4\t\"Hot\" pie\n5\tHam\n").dialect.quote,
            None
        );
        assert_eq!(shape("No,Item\n1,12\" pizza\n2,\"Tea, \"\"hot\"\"\"\n").dialect.quote, Some(b'"'));
        assert!(shape("No,Item,Price\n1,\"5\\\" sub, ham\",3.00\n2,\"6\\\" sub\",4.00\n").dialect.backslash);
        assert_eq!(shape("No,Item\r1,Tea\r2,Pie\r").dialect.ends, Ends::Any);
    }

    #[test]
    fn text_without_columns_is_refused() {
        for text in ["hello", "Dear guest,\nwe thank you.\nYours\n", "Amount\n1\n2\n"] {
            assert!(judge(text, true, &Limits::default()).is_err(), "{text}");
        }
    }
}
