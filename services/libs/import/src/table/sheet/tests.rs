//! Workbooks that another program writes, and such as no program should.

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet};

use super::super::test_files::{good, open_bytes, open_with, rows, table, zip};
use super::super::{CellKind, Limits, Refusal, Remark, Unreadable};

fn written(write: impl Fn(&mut Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    write(book.add_worksheet());
    book.save_to_buffer().unwrap()
}

fn texts(sheet: &mut Worksheet, rows: &[&[&str]]) {
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let (row, column) = (u32::try_from(row).unwrap(), u16::try_from(column).unwrap());
            match cell.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, *cell).unwrap(),
            };
        }
    }
}

#[test]
fn cells_are_read_by_their_kind() {
    let bytes = written(|sheet| {
        texts(
            sheet,
            &[
                &["No", "Day", "At", "Clock", "Worked", "Share", "Paid", "Sum", "Total"],
                &["4000000000012345"],
            ],
        );
        let number = |code: &str| Format::new().set_num_format(code);
        let day = ExcelDateTime::from_ymd(2026, 11, 18).unwrap();
        let at = ExcelDateTime::from_ymd(2026, 11, 18).unwrap().and_hms(17, 5, 30.0).unwrap();
        sheet.write_datetime_with_format(1, 1, day, &number("dd/mm/yyyy")).unwrap();
        sheet.write_datetime_with_format(1, 2, at, &number("yyyy-mm-dd hh:mm")).unwrap();
        sheet.write_number_with_format(1, 3, 0.75, &number("h:mm AM/PM")).unwrap();
        sheet.write_number_with_format(1, 4, 1.5, &number("[h]:mm")).unwrap();
        sheet.write_number_with_format(1, 5, 0.1, &number("0%")).unwrap();
        sheet.write_boolean(1, 6, true).unwrap();
        sheet.write_number_with_format(1, 7, 0.1 + 0.2, &number("#,##0.00 [$€-407]")).unwrap();
        sheet.write_formula(1, 8, Formula::new("=A1+1").set_result("12.5")).unwrap();
    });
    let table = table(&bytes);
    let row = table.rows().unwrap().next().unwrap().unwrap().unwrap();
    let cells: Vec<(&str, CellKind)> = row.cells.iter().map(|cell| (cell.text.as_str(), cell.kind)).collect();
    let expected = [
        ("4000000000012345", CellKind::Number),
        ("2026-11-18", CellKind::Time),
        ("2026-11-18T17:05:30", CellKind::Time),
        ("18:00:00", CellKind::Time),
        ("36:00:00", CellKind::Text),
        ("10%", CellKind::Text),
        ("true", CellKind::Flag),
        ("0.3", CellKind::Number),
        ("12.5", CellKind::Number),
    ];
    assert_eq!(cells, expected);
    assert_eq!(row.line, 2);
    assert_eq!(table.remarks(), [Remark::Formulas(1), Remark::Currency("€".into())]);
}

#[test]
fn sheets_are_tables_and_hidden_ones_say_so() {
    let mut book = Workbook::new();
    texts(book.add_worksheet().set_name("Orders").unwrap(), &[&["No", "Item"], &["1", "Tea"]]);
    texts(book.add_worksheet().set_name("Pay").unwrap().set_hidden(true), &[&["No", "Paid"], &["1", "2.5"]]);
    book.add_worksheet().set_name("Blank").unwrap();
    texts(book.add_worksheet().set_name("Names").unwrap(), &[&["No", "Item"]]);
    let bytes = book.save_to_buffer().unwrap();
    let opened = open_bytes(&bytes).unwrap();
    let names: Vec<&str> = opened.tables.iter().map(|table| table.name()).collect();
    assert_eq!(names, ["file / Orders", "file / Pay"]);
    assert_eq!(opened.tables[1].remarks(), [Remark::HiddenSheet]);
    assert!(opened.left_out.iter().all(|left| matches!(left.why, Unreadable::NoRows)));
    let opened = open_bytes(&zip(&[("day.xlsx", &bytes), ("a.csv", b"No,Item\n1,Tea\n")])).unwrap();
    assert_eq!(opened.tables[0].name(), "file / day.xlsx / Orders");
    assert_eq!((good(&opened.tables[0]), opened.tables.len()), (vec!["1|Tea".into()], 3));
}

#[test]
fn titles_merges_and_lines_below_are_no_rows() {
    let bytes = written(|sheet| {
        let format = Format::new();
        sheet.merge_range(0, 0, 0, 4, "Sales of November", &format).unwrap();
        sheet.merge_range(2, 0, 3, 0, "No", &format).unwrap();
        sheet.merge_range(2, 1, 3, 1, "Item", &format).unwrap();
        sheet.merge_range(2, 2, 2, 3, "Sales", &format).unwrap();
        texts(sheet, &[&[], &[], &["", "", "", "", "Tip"], &["", "", "Gross", "Net", "Cash"]]);
        for (row, cells) in [(5, ["1", "Tea", "3", "2.5", "0.1"]), (6, ["2", "Pie", "4", "3", "0"])] {
            for (column, cell) in (0..).zip(cells) {
                sheet.write_string(row, column, cell).unwrap();
            }
        }
        sheet.merge_range(7, 1, 7, 2, "Total", &format).unwrap();
        sheet.write_number(7, 0, 3).unwrap();
        sheet.write_string(9, 0, "Made by Till").unwrap();
        sheet.set_row_hidden(6).unwrap();
        sheet.set_column_hidden(3).unwrap();
    });
    let table = table(&bytes);
    assert_eq!(table.header(), ["No", "Item", "Sales Gross", "Sales Net", "Tip Cash"]);
    assert_eq!(good(&table), ["1|Tea|3|2.5|0.1", "2|Pie|4|3|0", "3|Total|||"]);
    let expected = [
        Remark::Titles(vec!["Sales of November".into()]),
        Remark::TwoHeaders,
        Remark::HiddenRows(1),
        Remark::Merged(1),
        Remark::HiddenColumns(1),
        Remark::Below { line: 10, text: vec!["Made by Till".into()] },
    ];
    assert_eq!(table.remarks(), expected);
}

#[test]
fn cells_beside_a_table_refuse_their_row() {
    let bytes = written(|sheet| {
        texts(sheet, &[&["", "No", "Item"]]);
        for row in 1..=30 {
            sheet.write_number(row, 1, row).unwrap();
            sheet.write_string(row, 2, "Tea").unwrap();
        }
        sheet.write_string(5, 4, "look here").unwrap();
    });
    let table = table(&bytes);
    assert_eq!(table.header(), ["No", "Item"]);
    let rows = rows(&table);
    assert_eq!(rows[4], (6, Err(Refusal::Cells { found: 5, columns: 2 })));
    assert_eq!(rows.iter().filter(|(_, row)| row.is_ok()).count(), 29);
}

const BOOK: &str = "<workbook xmlns:r='r'><sheets><sheet name='S' r:id='a'/></sheets></workbook>";
const RELATIONS: &str = "<Relationships><Relationship Id='a' Type='x/worksheet' Target='s.xml'/>\
    <Relationship Id='b' Type='x/sharedStrings' Target='t.xml'/></Relationships>";

/// A workbook with this sheet and these shared texts.
fn raw(sheet: &str, texts: &str) -> Vec<u8> {
    zip(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("xl/workbook.xml", BOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", RELATIONS.as_bytes()),
        ("xl/s.xml", sheet.as_bytes()),
        ("xl/t.xml", texts.as_bytes()),
    ])
}

fn sheet(rows: &str) -> String {
    format!("<x:worksheet xmlns:x='m'><sheetData>{rows}</sheetData></x:worksheet>")
}

const TEXTS: &str = "<sst><si><t>No</t></si><si><r><t>It</t></r><r><t xml:space='preserve'>em &amp; </t></r>\
    <rPh sb='0' eb='1'><t>spoken</t></rPh></si></sst>";

#[test]
fn rare_forms_of_cells_are_read() {
    let cells = "<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c><c t='inlineStr'><is><t>Sum</t></is></c></row>\
        <row r='5'><c r='A5'><v>1</v></c><c r='C5'><f>SUM(A5:B5)</f></c></row>\
        <row r='6'><c r='A6' t='e'><v>#N/A</v></c><c r='B6' t='str'><f>A1</f><v>a_x000D_\nb</v></c>\
        <c r='C6' t='d'><v>2026-11-18T12:00:00Z</v></c></row>";
    let table = table(&raw(&sheet(cells), TEXTS));
    assert_eq!(table.header(), ["No", "Item &", "Sum"]);
    assert_eq!(rows(&table)[0], (5, Ok("1||=SUM(A5:B5)".into())));
    assert_eq!(good(&table)[1], "#N/A|a\r\nb|2026-11-18T12:00:00");
    let remarks = [
        Remark::Formulas(1),
        Remark::NotComputed { count: 1, cell: "C5".into() },
        Remark::Errors { count: 1, cell: "A6".into() },
    ];
    assert_eq!(table.remarks(), remarks);
}

#[test]
fn workbook_over_a_limit_is_refused() {
    let word = |bytes: &[u8], limits: &Limits| open_with(bytes, limits).unwrap_err().to_string();
    let cells =
        "<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>";
    let texts = format!("<sst>{}</sst>", "<si><t>text</t></si>".repeat(100));
    let few = Limits { texts: 100, ..Limits::default() };
    assert!(word(&raw(&sheet(cells), &texts), &few).contains("different texts"));
    let long = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(5_000));
    let short = Limits { row: 1_000, ..Limits::default() };
    assert!(word(&raw(&sheet(cells), &long), &short).contains("longer than 1000 bytes"));
    let usual = Limits::default();
    assert!(word(&raw(&sheet(&"<a>".repeat(100)), TEXTS), &usual).contains("too deep"));
    assert!(word(&raw("<worksheet><sheetData><row><c></row>", TEXTS), &usual).contains("damaged"));
    let blank = sheet(&format!("<row>{}</row>", " ".repeat(2 << 20)));
    assert!(word(&raw(&blank, TEXTS), &usual).contains("200 times"));
}

#[test]
fn sheet_without_names_gets_numbered_columns() {
    let bytes = written(|sheet| texts(sheet, &[&["1", "Tea", "2.5"], &["2", "Pie", "3"]]));
    let table = table(&bytes);
    assert_eq!(table.header(), ["Column 1", "Column 2", "Column 3"]);
    assert_eq!((table.remarks(), table.count()), ([Remark::NoHeader].as_slice(), 2));
}
