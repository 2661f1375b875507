//! Bytes in memory as files, for tests.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::*;

pub(super) struct Memory(pub Arc<[u8]>);

impl Bytes for Memory {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Cursor::new(Arc::clone(&self.0))))
    }
}

pub(super) fn open_with(bytes: &[u8], limits: &Limits) -> Result<Opened, Unreadable> {
    open("file", Arc::new(Memory(bytes.into())), &std::env::temp_dir(), limits)
}

pub(super) fn open_bytes(bytes: &[u8]) -> Result<Opened, Unreadable> {
    open_with(bytes, &Limits::default())
}

/// A zip file with these members.
pub(super) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in members {
        let (mut entry, config) =
            archive.new_file(name).compression_method(CompressionMethod::DEFLATE).start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(content).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

/// The only table.
pub(super) fn table(bytes: &[u8]) -> Table {
    let mut opened = open_bytes(bytes).unwrap();
    assert!(opened.left_out.is_empty() && opened.tables.len() == 1, "{opened:?}");
    opened.tables.remove(0)
}

/// Lines with their cells, or why they are refused.
pub(super) fn rows(table: &Table) -> Vec<(u64, Result<String, Refusal>)> {
    let (mut seen, mut position) = (Vec::new(), 0);
    for row in table.rows().unwrap() {
        seen.push(match row.unwrap() {
            Ok(row) => {
                assert_eq!(row.cells.len(), table.header().len());
                assert!(row.position >= position && row.position <= table.size());
                position = row.position;
                let cells: Vec<_> = row.cells.into_iter().map(|cell| cell.text).collect();
                (row.line, Ok(cells.join("|")))
            }
            Err(refused) => (refused.line, Err(refused.why)),
        });
    }
    seen
}

/// The cells of rows that are not refused.
pub(super) fn good(table: &Table) -> Vec<String> {
    rows(table).into_iter().filter_map(|(_, row)| row.ok()).collect()
}

mod tests {
    use super::*;

    #[test]
    fn long_rows_are_read_if_what_is_more_is_blank() {
        let table = table(b"No,Item\n1,Tea,,\n2,Pie,x\n3,Ham\n");
        assert_eq!(good(&table), ["1|Tea", "3|Ham"]);
        let shifted = open_bytes(b"Item,Amount\n1,Tea,2.50\n2,Pie,3.50\n3,Ham,1.00\n");
        assert!(matches!(shifted, Err(Unreadable::HeaderShort { rows: 3, names: 2 })));
    }

    #[test]
    fn file_of_faulty_rows_names_the_first_fault() {
        let long = format!("No,Item\n1,{}\n", "x".repeat(2 * Limits::default().row));
        let why = open_bytes(long.as_bytes()).map(drop).unwrap_err().to_string();
        assert!(why.starts_with("1 of 1 rows cannot be used: line 2 is longer than"), "{why}");
    }

    #[test]
    fn table_without_names_gets_numbered_columns() {
        let table = table(b"1,Tea,2026-11-18,2.50\n2,Pie,2026-11-18,3.00\n");
        assert_eq!(table.header(), ["Column 1", "Column 2", "Column 3", "Column 4"]);
        assert_eq!(good(&table).len(), 2);
        assert!(table.remarks().contains(&Remark::NoHeader));
    }

    #[test]
    fn odd_bytes_cost_no_row() {
        let mut text = Vec::from("No,Item\n");
        for no in 0..100 {
            text.extend(format!("{no},Café\n").into_bytes());
        }
        text.extend(b"100,Caf\xe9\n101,T\0ea\n");
        let table = table(&text);
        assert_eq!(good(&table)[99..], ["99|Café", "100|Caf\u{fffd}", "101|Tea"]);
        assert!(table.remarks().contains(&Remark::Strays { count: 1, line: 102 }));
        assert!(table.remarks().contains(&Remark::Nulls(1)));
    }

    #[test]
    fn file_that_is_no_table_gets_a_word() {
        let word = |bytes: &[u8]| open_bytes(bytes).unwrap_err().to_string();
        assert_eq!(word(b""), "The file is empty.");
        assert_eq!(word(b"No,Item\n"), "The table has column names, but holds no rows.");
        assert!(word(b"%PDF-1.4 ...").starts_with("This is a PDF."));
        assert!(word(b"<html><table><tr><td>1").starts_with("This is a web page"));
        let uneven = b"No,Item,Amount\n1,Tea,2\n2\n3,Ham,1\n4,x,1\n5\n6,x,y,z,2\n7\n";
        assert!(word(uneven).starts_with("4 of 7 rows do not fit"), "{}", word(uneven));
    }

    #[test]
    fn limits_have_a_word() {
        let limits = Limits { rows: 2, columns: 3, file: 100, ..Limits::default() };
        let word = |text: &str| open_with(text.as_bytes(), &limits).unwrap_err().to_string();
        assert!(word("a,b\n1,2\n1,2\n1,2\n").contains("more than 2 rows"));
        assert!(word("a,b,c,d\n1,2,3,4\n").contains("more than 3 columns"));
        assert!(word(&"a,b\n".repeat(30)).contains("larger"));
    }

    #[test]
    fn names_between_rows_are_no_row() {
        let table = table(b"No,Item\n1,Tea\nNo,Item\n2,Pie\n");
        assert_eq!(rows(&table)[1], (3, Err(Refusal::Names)));
        assert_eq!(table.count(), 3);
    }

    #[test]
    fn archive_holds_tables() {
        let inner = zip(&[("a.csv", b"No,Item\n1,Tea\n")]);
        let bytes = zip(&[
            ("day/OrderDetails.csv", b"No,Item\n1,Tea\n"),
            ("Payments.txt", b"No;Paid\n1;2,50\n"),
            ("__MACOSX/._Payments.txt", b"\0\x05"),
            ("up/sales.csv", b"No,Item\n1,Tea\n"),
            ("inner.zip", &inner),
            ("report.pdf", b"%PDF-1.4"),
            ("blank.csv", b""),
        ]);
        // Its writer writes no path that leads outside.
        let outside: Vec<usize> =
            (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"up/sales")).collect();
        let mut bytes = bytes;
        outside.iter().for_each(|at| bytes[*at..*at + 2].copy_from_slice(b".."));
        let opened = open_bytes(&bytes).unwrap();
        let names: Vec<&str> = opened.tables.iter().map(Table::name).collect();
        assert_eq!(names, ["file / day/OrderDetails.csv", "file / Payments.txt"]);
        assert_eq!(good(&opened.tables[1]), ["1|2,50"]);
        assert_eq!(good(&opened.tables[1]), ["1|2,50"], "again");
        let left: Vec<String> = opened.left_out.iter().map(|left| left.why.to_string()).collect();
        assert_eq!(left.len(), 5, "{left:?}");
        assert!(left[2].contains("archive inside an archive"));
    }

    #[test]
    fn archive_over_a_limit_is_refused() {
        let bomb = zip(&[("zeros.csv", &vec![b'0'; 4 << 20])]);
        assert!(open_bytes(&bomb).unwrap_err().to_string().contains("200 times larger"));
        let two = zip(&[("a.csv", b"No,Item\n1,Tea\n"), ("b.csv", b"No,Item\n1,Tea\n")]);
        let members = Limits { members: 1, ..Limits::default() };
        assert!(open_with(&two, &members).unwrap_err().to_string().contains("more than 1 files"));
        let unpacked = Limits { unpacked: 20, ..Limits::default() };
        let opened = open_with(&two, &unpacked).unwrap();
        assert_eq!((opened.tables.len(), opened.left_out.len()), (1, 1));
        assert!(opened.left_out[0].why.to_string().contains("once unpacked"));
    }

    #[test]
    fn encrypted_member_is_left_out() {
        let mut bytes = zip(&[("a.csv", b"No,Item\n1,Tea\n"), ("b.csv", b"No,Item\n1,Tea\n")]);
        // The flag of the first member, in its own header and in the directory.
        for magic in [b"PK\x03\x04", b"PK\x01\x02"] {
            let at = bytes.windows(4).position(|window| window == magic).unwrap();
            bytes[at + if magic[2] == 3 { 6 } else { 8 }] |= 1;
        }
        let opened = open_bytes(&bytes).unwrap();
        assert_eq!((opened.tables.len(), opened.left_out.len()), (1, 1));
        assert!(matches!(opened.left_out[0].why, Unreadable::Encrypted));
    }

    #[test]
    fn damaged_archive_is_refused() {
        let good = zip(&[("a.csv", &b"No,Item\n1,Tea\n".repeat(50))]);
        assert!(open_bytes(&good[..good.len() / 2]).unwrap_err().to_string().contains("damaged"));
        // Every byte of it changed in turn: no other rows than those that were packed.
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 0x10;
            if let Ok(opened) = open_bytes(&bytes) {
                for table in &opened.tables {
                    assert_eq!(table.count(), 99, "byte {at}");
                }
            }
        }
    }
}
