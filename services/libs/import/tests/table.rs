//! Random tables, written as programs write them, are read as they were.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, Cursor, Write as _};
use std::sync::Arc;

use proptest::prelude::*;
use rawzip::ZipArchiveWriter;
use rust_xlsxwriter::Workbook;
use saffron_import::table::{Bytes, Limits, ReadSeek, Table, open};

struct Memory(Arc<[u8]>);

impl Bytes for Memory {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Cursor::new(Arc::clone(&self.0))))
    }
}

fn opened(bytes: &[u8], limits: &Limits) -> Result<Vec<Table>, String> {
    open("file", Arc::new(Memory(bytes.into())), &std::env::temp_dir(), limits)
        .map(|opened| opened.tables)
        .map_err(|why| why.to_string())
}

/// How a table is written.
#[derive(Debug, Clone)]
struct Style {
    encoding: &'static str,
    mark: bool,
    separator: char,
    /// All cells are enclosed in this, or those that need it.
    quote: char,
    all: bool,
    backslash: bool,
    end: &'static str,
    ended: bool,
    names_separator: bool,
    titles: usize,
    below: bool,
}

const TITLES: [&str; 4] =
    ["Sales report", "Location: Main Street, 5", "", "From: 2026-11-01; To: 2026-11-30 | all"];
const WORDS: [&str; 14] = [
    "Tea",
    "Ham",
    "Café",
    "crème brûlée",
    "Jalapeño",
    "Käse",
    "Smørrebrød",
    "Fish, chips",
    "12\" pizza",
    "\"Best\" soup",
    "a;b",
    "x|y",
    "O'Neil's",
    "Größe\tXL",
];
const NAMES: [&str; 8] = ["No", "Item", "Day", "Price, net", "Note", "Menü", "Tip", "Order \"No\""];

/// A column's cells.
fn column(kind: usize, comma: bool) -> BoxedStrategy<String> {
    let word = prop::sample::select(WORDS.to_vec());
    match kind {
        0 => (1..100_000_u32).prop_map(|no| no.to_string()).boxed(),
        1 => (0..90_000_i64)
            .prop_map(move |cents| {
                let point = if comma { ',' } else { '.' };
                format!("{}{point}{:02}", cents / 100, cents % 100)
            })
            .boxed(),
        2 => (1..29_u8, 0..24_u8).prop_map(|(day, hour)| format!("2026-11-{day:02} {hour:02}:30")).boxed(),
        3 => prop_oneof![4 => word.prop_map(str::to_owned), 1 => Just(String::new())].boxed(),
        _ => (word, prop::sample::select(WORDS.to_vec()))
            .prop_map(|(first, second)| format!("{first}\n{second}"))
            .boxed(),
    }
}

fn tables() -> impl Strategy<Value = (Vec<String>, Vec<Vec<String>>)> {
    // A first column of numbers, as files have, and cells over several lines in no last column.
    (prop::collection::vec(1..5_usize, 1..6), any::<bool>(), 1..30_usize, Just(NAMES.to_vec()).prop_shuffle())
        .prop_flat_map(|(mut kinds, comma, rows, names)| {
            kinds.insert(0, 0);
            if let Some(last) = kinds.last_mut().filter(|last| **last == 4) {
                *last = 1;
            }
            let header: Vec<String> = names.iter().take(kinds.len()).map(|name| (*name).to_owned()).collect();
            let row: Vec<_> = kinds.iter().map(|kind| column(*kind, comma)).collect();
            (Just(header), prop::collection::vec(row, rows))
        })
}

fn styles() -> impl Strategy<Value = Style> {
    let encodings = prop::sample::select(vec!["utf-8", "utf-16le", "utf-16be", "windows-1252"]);
    let separators = prop::sample::select(vec![',', ';', '\t', '|']);
    let quotes = prop_oneof![3 => Just(('"', false)), 1 => Just(('\'', false)), 1 => Just(('"', true))];
    let ends = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    (
        (encodings, any::<bool>(), separators, quotes, any::<bool>()),
        (ends, any::<bool>(), any::<bool>(), 0..5_usize, any::<bool>()),
    )
        .prop_map(
            |((encoding, mark, separator, (quote, backslash), all), (end, ended, names, titles, below))| {
                Style {
                    encoding,
                    mark,
                    separator,
                    quote,
                    // Apostrophes are seen by many of them.
                    all: all || quote == '\'' || backslash,
                    backslash,
                    end,
                    ended,
                    names_separator: names,
                    titles,
                    below,
                }
            },
        )
}

fn cell(text: &str, style: &Style) -> String {
    let special = |c: char| c == style.separator || c == style.quote || c == '\n';
    if !style.all && !text.contains(special) {
        return text.to_owned();
    }
    let escape = if style.backslash { '\\' } else { style.quote };
    let mut quoted = String::from(style.quote);
    for character in text.chars() {
        if character == style.quote || (style.backslash && character == '\\') {
            quoted.push(escape);
        }
        quoted.push(character);
    }
    quoted.push(style.quote);
    quoted
}

fn written(header: &[String], rows: &[Vec<String>], style: &Style) -> Vec<u8> {
    let mut lines = Vec::new();
    if style.names_separator {
        lines.push(format!("sep={}", style.separator));
    }
    lines.extend(TITLES.iter().take(style.titles).map(|title| (*title).to_owned()));
    for row in std::iter::once(header).chain(rows.iter().map(Vec::as_slice)) {
        let cells: Vec<String> = row.iter().map(|text| cell(text, style)).collect();
        lines.push(cells.join(&style.separator.to_string()));
    }
    if style.below {
        lines.extend([String::new(), "Report made by Till".to_owned()]);
    }
    let mut text = lines.join(style.end);
    if style.ended {
        text += style.end;
    }
    let marked = if style.mark { format!("\u{feff}{text}") } else { text.clone() };
    match style.encoding {
        "utf-8" => marked.into_bytes(),
        "utf-16le" => marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        // The letters above have the same number in Windows-1252 as in Unicode.
        _ => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(),
    }
}

fn cells(table: &Table) -> Vec<Vec<String>> {
    let rows = table.rows().unwrap();
    rows.map(|row| row.unwrap().unwrap_or_else(|refused| panic!("{refused:?}")))
        .map(|row| row.cells.into_iter().map(|cell| cell.text).collect())
        .collect()
}

/// What sheets are made of, in any order.
const ELEMENTS: [&str; 22] = [
    "<row>",
    "</row>",
    "<row r='3'>",
    "<row r='99999999999999999999'/>",
    "<c>",
    "</c>",
    "<c r='B2' t='inlineStr'>",
    "<c r='XFD1' t='s'>",
    "<c r='A1' s='99'>",
    "<v>1</v>",
    "<v>",
    "</v>",
    "<v>44518.5</v>",
    "<is><t>No</t></is>",
    "<f>A1</f>",
    "<f/>",
    "&amp;",
    "&#x0;",
    "<![CDATA[x]]>",
    "<mergeCell ref='A1:XFD99'/>",
    "<col min='0' max='99999' hidden='1'/>",
    "text",
];

/// A zip file with these members.
fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in members {
        let (mut entry, config) = archive.new_file(name).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(content).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_table_is_read_as_it_was((header, rows) in tables(), style in styles()) {
        let bytes = written(&header, &rows, &style);
        let tables = opened(&bytes, &Limits::default()).map_err(TestCaseError::fail)?;
        prop_assert_eq!(tables.len(), 1);
        let expected: Vec<String> =
            header.iter().map(|name| name.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        prop_assert_eq!(tables[0].header(), expected, "{:?}", tables[0].remarks());
        prop_assert_eq!(cells(&tables[0]), rows.clone(), "{:?}", tables[0].remarks());
        prop_assert_eq!(cells(&tables[0]), rows, "again");
    }

    #[test]
    fn archive_holds_the_same_rows((header, rows) in tables(), style in styles()) {
        let bytes = written(&header, &rows, &style);
        let alone = opened(&bytes, &Limits::default()).map_err(TestCaseError::fail)?;
        let packed = opened(&zip(&[("a.csv", &bytes), ("b.csv", &bytes)]), &Limits::default());
        let packed = packed.map_err(TestCaseError::fail)?;
        prop_assert_eq!(packed.len(), 2);
        for table in &packed {
            prop_assert_eq!(table.header(), alone[0].header());
            prop_assert_eq!(cells(table), cells(&alone[0]));
        }
    }

    #[test]
    fn workbook_is_read_as_it_was((header, rows) in tables(), titles in 0..3_u32, below in any::<bool>()) {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        (0..titles).for_each(|row| {
            sheet.write_string(row, 0, "Sales report").unwrap();
        });
        for (row, cells) in (titles..).zip(std::iter::once(&header).chain(&rows)) {
            for (column, cell) in (0..).zip(cells) {
                match cell.parse::<f64>() {
                    Ok(number) => sheet.write_number(row, column, number).unwrap(),
                    Err(_) => sheet.write_string(row, column, cell).unwrap(),
                };
            }
        }
        if below {
            sheet.write_string(u32::try_from(rows.len()).unwrap() + 5, 0, "Made by Till").unwrap();
        }
        let bytes = book.save_to_buffer().unwrap();
        let tables = opened(&bytes, &Limits::default()).map_err(TestCaseError::fail)?;
        let expected: Vec<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().map(|cell| cell.parse::<f64>().map_or(cell.clone(), |n| n.to_string())).collect())
            .collect();
        prop_assert_eq!(cells(&tables[0]), expected, "{:?}", tables[0].remarks());
    }

    #[test]
    fn random_elements_end(parts in prop::collection::vec(prop::sample::select(ELEMENTS.to_vec()), 0..60)) {
        let sheet = format!("<worksheet><sheetData>{}</sheetData></worksheet>", parts.concat());
        let relations = "<r><Relationship Id='a' Type='x/worksheet' Target='s.xml'/></r>";
        let book = "<workbook xmlns:r='r'><sheet name='S' r:id='a'/></workbook>";
        read_all(&zip(&[
            ("[Content_Types].xml", b"<Types/>"),
            ("xl/workbook.xml", book.as_bytes()),
            ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
            ("xl/s.xml", sheet.as_bytes()),
        ]));
    }

    #[test]
    fn random_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        read_all(&bytes);
    }

    #[test]
    fn random_marks_end(text in "[a1,;|\t\"'\\\\ \n\r\u{e9}]{0,600}") {
        read_all(text.as_bytes());
    }

    #[test]
    fn damaged_table_ends((header, rows) in tables(), style in styles(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = written(&header, &rows, &style);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        read_all(&bytes);
        bytes.truncate(at);
        read_all(&bytes);
    }
}

/// Reads all rows of a file with small limits, twice, and holds what it gives to them.
fn read_all(bytes: &[u8]) {
    let limits = Limits { row: 200, lines: 10, sample: 300, columns: 20, ..Limits::default() };
    for table in opened(bytes, &limits).unwrap_or_default() {
        let read = || {
            let mut seen = Vec::new();
            for row in table.rows().unwrap() {
                let row = row.unwrap();
                let (line, position, length) = match &row {
                    Ok(row) => {
                        assert_eq!(row.cells.len(), table.header().len());
                        (row.line, row.position, row.cells.iter().map(|cell| cell.text.len()).sum::<usize>())
                    }
                    Err(row) => (row.line, row.position, row.cells.iter().map(String::len).sum()),
                };
                assert!(position <= table.size().max(1) && length <= 4 * limits.row, "{row:?}");
                assert!(seen.last().is_none_or(|(before, _)| *before < line), "lines go on");
                seen.push((line, row));
            }
            seen
        };
        let first = read();
        assert!(first == read() && first.len() as u64 <= table.count());
    }
}
