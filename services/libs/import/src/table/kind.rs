//! What a file is, by its bytes and never by its name.

use std::fmt::{Display, Formatter, Result as Written};

/// A kind of file that is not read as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// PDF.
    Pdf,
    /// A picture.
    Picture,
    /// gzip, bzip2, xz, zstd, 7z, rar or tar.
    Packed,
    /// An archive inside an archive.
    Nested,
    /// Excel before 2007, or another file in its container.
    OldExcel,
    /// Excel's binary workbook, xlsb.
    BinaryExcel,
    /// OpenDocument.
    OpenDocument,
    /// Apple Numbers.
    Numbers,
    /// Word, PowerPoint or RTF.
    Document,
    /// HTML.
    Html,
    /// XML, Excel's of 2003 among it.
    Xml,
    /// JSON.
    Json,
    /// SQLite, Parquet or another database.
    Database,
    /// A program, a sound or a film.
    Binary,
}

impl Display for Found {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let (is, todo) = match self {
            Found::Pdf => ("a PDF", "Export the report as CSV or Excel and upload that."),
            Found::Picture => ("a picture", "Export the report as CSV or Excel and upload that."),
            Found::Packed => ("a packed file", "Unpack it, or pack it as zip."),
            Found::Nested => ("an archive inside an archive", "Unpack it and upload what it holds."),
            Found::OldExcel => (
                "an Excel file of before 2007 (.xls) or one with a password",
                "Save it as .xlsx without one.",
            ),
            Found::BinaryExcel => ("a binary Excel workbook (.xlsb)", "Save it as .xlsx or CSV."),
            Found::OpenDocument => ("an OpenDocument file", "Save it as .xlsx or CSV."),
            Found::Numbers => ("a Numbers document", "Export it as CSV or Excel."),
            Found::Document => ("a text document", "Export the report as CSV or Excel and upload that."),
            Found::Html => {
                ("a web page, whatever its name ends in", "Open it in Excel, save it as .xlsx or CSV.")
            }
            Found::Xml => ("an XML file", "Open it in Excel and save it as .xlsx or CSV, or export as CSV."),
            Found::Json => ("a JSON file", "Export the report as CSV or Excel and upload that."),
            Found::Database => ("a database file", "Export the report as CSV or Excel and upload that."),
            Found::Binary => ("no table", "Export the report as CSV or Excel and upload that."),
        };
        write!(f, "This is {is}. {todo}")
    }
}

/// What the first bytes say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Zip,
    Other(Found),
    /// Nothing that is known: text, if it can be read as such.
    Text,
}

const MAGIC: [(&[u8], Found); 24] = [
    (b"%PDF-", Found::Pdf),
    (b"\x89PNG\r\n", Found::Picture),
    (b"\xff\xd8\xff", Found::Picture),
    (b"GIF8", Found::Picture),
    (b"II*\0", Found::Picture),
    (b"MM\0*", Found::Picture),
    (b"\x1f\x8b", Found::Packed),
    (b"BZh", Found::Packed),
    (b"\xfd7zXZ\0", Found::Packed),
    (b"\x28\xb5\x2f\xfd", Found::Packed),
    (b"7z\xbc\xaf\x27\x1c", Found::Packed),
    (b"Rar!\x1a\x07", Found::Packed),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Found::OldExcel),
    (b"\x09\x08\x10\0", Found::OldExcel),
    (b"\x09\x04\x06\0", Found::OldExcel),
    (b"\x09\x02\x06\0", Found::OldExcel),
    (b"{\\rtf", Found::Document),
    (b"%!PS", Found::Document),
    (b"SQLite format 3\0", Found::Database),
    (b"PAR1", Found::Database),
    (b"\0\x01\0\0Standard", Found::Database),
    (b"\x7fELF", Found::Binary),
    (b"MZ\x90\0", Found::Binary),
    (b"OggS", Found::Binary),
];

/// What a file is by its first bytes; a kilobyte of them is enough.
pub(super) fn of(head: &[u8]) -> Kind {
    if [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"].iter().any(|magic| head.starts_with(*magic)) {
        return Kind::Zip;
    }
    if let Some((_, found)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Kind::Other(*found);
    }
    let at = |from: usize, text: &[u8]| head.get(from..).is_some_and(|rest| rest.starts_with(text));
    if at(257, b"ustar") {
        return Kind::Other(Found::Packed);
    }
    if at(4, b"ftyp") || (head.starts_with(b"RIFF") && at(8, b"WEBP")) {
        return Kind::Other(Found::Picture);
    }
    Kind::Text
}

/// What a text is, if it is no table: by its beginning.
pub(super) fn of_text(head: &str) -> Option<Found> {
    let head = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let lower: String = head.chars().take(200).collect::<String>().to_ascii_lowercase();
    const HTML: [&str; 10] =
        ["<!doctype", "<html", "<head", "<body", "<table", "<meta", "<style", "<script", "<div", "<tr"];
    if HTML.iter().any(|tag| lower.starts_with(tag)) || lower.starts_with("mime-version:") {
        return Some(Found::Html);
    }
    if lower.starts_with("<?xml") || lower.starts_with("<!--") {
        return Some(if lower.contains("<html") { Found::Html } else { Found::Xml });
    }
    let tight: String = lower.chars().filter(|c| !c.is_whitespace()).take(3).collect();
    let json = ["{\"", "{}", "[{", "[[", "[\"", "[]"];
    json.iter().any(|open| tight.starts_with(open)).then_some(Found::Json)
}

/// What a zip file is, by the names of its members; nothing for an archive of files.
pub(super) fn of_members<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Option<Zip> {
    let any = |test: fn(&str) -> bool| names.clone().any(test);
    if any(|n| n.eq_ignore_ascii_case("xl/workbook.bin")) {
        return Some(Zip::Other(Found::BinaryExcel));
    }
    if any(|n| n == "[Content_Types].xml" || n.eq_ignore_ascii_case("xl/workbook.xml")) {
        let document = any(|n| n.starts_with("word/") || n.starts_with("ppt/") || n.starts_with("visio/"));
        return Some(if document { Zip::Other(Found::Document) } else { Zip::Workbook });
    }
    if any(|n| n == "mimetype") && any(|n| n == "content.xml") {
        return Some(Zip::Other(Found::OpenDocument));
    }
    if any(|n| n.ends_with(".iwa") || n == "Index.zip") {
        return Some(Zip::Other(Found::Numbers));
    }
    None
}

/// A zip file that is no archive of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zip {
    Workbook,
    Other(Found),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_is_judged_by_bytes() {
        assert_eq!(of(b"%PDF-1.7\n"), Kind::Other(Found::Pdf));
        assert_eq!(of(b"PK\x03\x04\x14"), Kind::Zip);
        assert_eq!(of(b"PK,Name\n"), Kind::Text);
        assert_eq!(of(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Kind::Other(Found::OldExcel));
        assert_eq!(of(b"\0\0\0\x18ftypheic"), Kind::Other(Found::Picture));
        assert_eq!(of(b""), Kind::Text);
    }

    #[test]
    fn text_that_is_no_table_is_named() {
        assert_eq!(of_text("\u{feff}\r\n <TABLE border=1>"), Some(Found::Html));
        assert_eq!(of_text("<?xml version=\"1.0\"?>\n<html xmlns="), Some(Found::Html));
        assert_eq!(of_text("<?xml version=\"1.0\"?><Workbook"), Some(Found::Xml));
        assert_eq!(of_text("[\n {\"id\": 1}]"), Some(Found::Json));
        assert_eq!(of_text("No,Item\n1,Tea"), None);
        assert_eq!(of_text("[No],[Item]"), None);
    }

    #[test]
    fn word_says_what_a_file_is_and_what_to_do() {
        let word = Found::Pdf.to_string();
        assert_eq!(word, "This is a PDF. Export the report as CSV or Excel and upload that.");
    }

    #[test]
    fn zip_is_judged_by_its_members() {
        let of = |names: &[&'static str]| of_members(names.iter().copied());
        assert_eq!(of(&["[Content_Types].xml", "xl/workbook.xml"]), Some(Zip::Workbook));
        assert_eq!(of(&["[Content_Types].xml", "word/document.xml"]), Some(Zip::Other(Found::Document)));
        assert_eq!(of(&["mimetype", "content.xml"]), Some(Zip::Other(Found::OpenDocument)));
        assert_eq!(of(&["sales.csv"]), None);
    }
}
