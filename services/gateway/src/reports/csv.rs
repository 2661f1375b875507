//! Rows of reports as a CSV file, with a total row at its end.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::figure::Figure;
use saffron_core::{Error, Money};
use saffron_proto::reports::{ReportResponse, ReportRow, ReportTotal, Sums};

use super::catalogue::Report;
use super::json::{all_rows, write_decimal};
use crate::http::csv::{BYTE_ORDER_MARK, TOTAL, plain, unwritable, writer};

/// The columns that not every file has.
struct Columns<'a> {
    has_dates: bool,
    /// Payment types, a column each.
    types: BTreeSet<&'a str>,
    /// Whether the request compares with another span: two columns near the end.
    is_compared: bool,
}

/// The whole file. `names` are those of the locations by posID.
pub fn write(
    report: &Report,
    answer: &ReportResponse,
    is_compared: bool,
    names: &BTreeMap<String, String>,
) -> Result<Vec<u8>, Error> {
    let rows = &answer.rows;
    let has_dates = report.is_daily() || rows.iter().any(|row| !row.business_date.is_empty());
    let mut types = BTreeSet::new();
    if report.lists_payments {
        let tenders = rows.iter().filter_map(|row| row.figures.as_ref()).flat_map(|sums| &sums.tenders);
        types.extend(tenders.map(|tender| tender.payment_type.as_str()));
    }
    let mut file = writer(BYTE_ORDER_MARK.to_vec());
    let columns = Columns { has_dates, types, is_compared };
    file.write_record(header(report, &columns)).map_err(|e| unwritable(&e))?;
    let all = all_rows(report, answer);
    for row in rows {
        let mut cells = record(report, &columns, row, all);
        cells.push(names.get(&row.pos_id).map(|name| plain(name)).unwrap_or_default());
        file.write_record(cells).map_err(|e| unwritable(&e))?;
    }
    if let (Some(total), false) = (answer.totals.first(), rows.is_empty()) {
        file.write_record(total_record(report, &columns, total)).map_err(|e| unwritable(&e))?;
    }
    file.into_inner().map_err(|e| unwritable(&e))
}

fn header(report: &Report, columns: &Columns) -> Vec<String> {
    let Columns { has_dates, types, is_compared } = columns;
    let mut header = Vec::new();
    if *has_dates {
        header.push("Date".to_owned());
    }
    header.push("Location ID".to_owned());
    if report.is_hourly() {
        header.push("Hour".to_owned());
    }
    header.extend(report.splits.iter().map(|split| split.label.to_owned()));
    header.extend(report.figures.iter().map(|figure| figure.label.to_owned()));
    header.extend(types.iter().map(|payment_type| plain(payment_type)));
    header.push("Share %".to_owned());
    if let Some(figure) = report.main_figure() {
        header.push(format!("{}, a week earlier", figure.label));
        header.push(format!("{}, a year earlier", figure.label));
        if *is_compared {
            header.push("Compared with".to_owned());
            header.push(format!("{}, compared", figure.label));
        }
    }
    header.push("Location".to_owned());
    header
}

fn record(report: &Report, columns: &Columns, row: &ReportRow, all: i64) -> Vec<String> {
    let mut record = Vec::new();
    if columns.has_dates {
        record.push(row.business_date.clone());
    }
    record.push(plain(&row.pos_id));
    if report.is_hourly() {
        // 25 is 1 AM the next morning, another row than 1 AM of the business date.
        let next_morning = if row.hour < 24 { "" } else { " +1" };
        record.push(format!("{:02}:00{next_morning}", row.hour % 24));
    }
    for (split, member) in report.splits.iter().zip(&row.members) {
        record.push(if member.is_empty() { split.unnamed.to_owned() } else { plain(member) });
    }
    let nothing = Sums::default();
    let sums = row.figures.as_deref().unwrap_or(&nothing);
    record.extend(figures(report, columns, sums, all));
    if let Some(figure) = report.main_figure() {
        record.push(value(figure, row.last_week.as_deref()));
        record.push(value(figure, row.last_year.as_deref()));
        if columns.is_compared {
            let days = row.compared.as_ref();
            let span = days.map(|days| span(&days.start_date, &days.end_date));
            record.push(span.unwrap_or_default());
            record.push(value(figure, days.and_then(|days| days.figures.as_ref())));
        }
    }
    record
}

/// All rows together.
fn total_record(report: &Report, columns: &Columns, total: &ReportTotal) -> Vec<String> {
    let nothing = Sums::default();
    let sums = total.figures.as_ref().unwrap_or(&nothing);
    let all = report.main_figure().map_or(0, |figure| figure.value_or_zero(sums));
    let others = usize::from(columns.has_dates) + usize::from(report.is_hourly()) + report.splits.len();
    let mut record = vec![TOTAL.to_owned()];
    record.resize(1 + others, String::new());
    record.extend(figures(report, columns, sums, all));
    if let Some(figure) = report.main_figure() {
        for comparison in [&total.last_week, &total.last_year] {
            let before = comparison.as_ref().and_then(|comparison| comparison.before.as_ref());
            record.push(value(figure, before));
        }
        if columns.is_compared {
            let compared = total.compared.as_ref();
            let span = compared.map(|days| span(&days.start_date, &days.end_date));
            record.push(span.unwrap_or_default());
            record.push(value(figure, compared.and_then(|days| days.before.as_ref())));
        }
    }
    record.push(String::new());
    record
}

/// The figures of a row or of all, payment types and the share.
fn figures<'a>(
    report: &'a Report,
    columns: &'a Columns,
    sums: &'a Sums,
    all: i64,
) -> impl Iterator<Item = String> + 'a {
    let types = columns.types.iter().map(|payment_type| {
        let of_type = sums.tenders.iter().filter(|tender| tender.payment_type == *payment_type);
        decimal(of_type.map(|tender| tender.amount + tender.tips).sum(), 2)
    });
    let share = report.main_figure().map(|figure| {
        let part = Money::from_cents(figure.value_or_zero(sums));
        decimal(part.ratio(10_000, all).cents(), 2)
    });
    report.figures.iter().map(|figure| value(figure, Some(sums))).chain(types).chain(share)
}

/// Business dates from one to another.
fn span(start: &str, end: &str) -> String {
    format!("{start} - {end}")
}

/// The value of a figure; empty if there is none.
fn value(figure: &Figure, sums: Option<&Sums>) -> String {
    let value = sums.and_then(|sums| figure.value(sums));
    value.map_or_else(String::new, |value| decimal(value, figure.unit.decimals()))
}

fn decimal(value: i64, decimals: u32) -> String {
    let mut out = Vec::new();
    write_decimal(&mut out, value, decimals);
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use saffron_proto::reports::{ComparedDays, Comparison, ReportKind, Tender};

    use super::*;
    use crate::reports::catalogue::REPORTS;

    fn file(kind: ReportKind, rows: &[ReportRow]) -> String {
        let report = REPORTS.iter().find(|report| report.kind == kind).unwrap();
        let mut figures = Sums::default();
        rows.iter().filter_map(|row| row.figures.as_ref()).for_each(|row| figures.add(row));
        let totals = vec![ReportTotal { figures: Some(figures), ..ReportTotal::default() }];
        let answer = ReportResponse { rows: rows.to_vec(), totals, ..ReportResponse::default() };
        let names = BTreeMap::from([(String::new(), String::new()), ("-p1".into(), "=Ana's".into())]);
        String::from_utf8(write(report, &answer, false, &names).unwrap()).unwrap()
    }

    #[test]
    fn text_is_never_a_formula() {
        let row = ReportRow {
            pos_id: "-p1".into(),
            members: ["i1", "=HYPERLINK(\"http://x\",\"a\")", "@food", "Soup, hot"]
                .map(String::from)
                .to_vec(),
            figures: Some(Sums { gross_sales: -1_250, quantity: -1_000, ..Sums::default() }.into()),
            ..ReportRow::default()
        };
        let file = file(ReportKind::Item, &[row]);
        let mut lines = file.trim_start_matches('\u{feff}').split("\r\n");
        assert_eq!(
            lines.next().unwrap(),
            "Location ID,Item ID,Item,Major category,Minor category,Gross sales,Quantity,Discounts,Net sales,Cost,\
             Profit,Sales without cost,Share %,\"Gross sales, a week earlier\",\"Gross sales, a year earlier\",Location"
        );
        assert_eq!(
            lines.next().unwrap(),
            "'-p1,i1,\"'=HYPERLINK(\"\"http://x\"\",\"\"a\"\")\",'@food,\"Soup, hot\",-12.50,-1.000,0.00,-12.50,0.00,\
             -12.50,0.00,100.00,,,'=Ana's"
        );
        assert_eq!(lines.next().unwrap(), "Total,,,,,-12.50,-1.000,0.00,-12.50,0.00,-12.50,0.00,100.00,,,");
    }

    #[test]
    fn compared_span_is_the_last_columns() {
        let report = REPORTS.iter().find(|report| report.kind == ReportKind::Table).unwrap();
        let days = ComparedDays {
            start_date: "2026-10-01".into(),
            end_date: "2026-10-31".into(),
            figures: Some(Sums { gross_sales: 1_250, ..Sums::default() }),
        };
        let row = |compared| ReportRow { members: vec![String::new()], compared, ..ReportRow::default() };
        let total = ReportTotal {
            compared: Some(Comparison {
                start_date: "2026-10-01".into(),
                end_date: "2026-10-31".into(),
                before: Some(Sums { gross_sales: 1_250, ..Sums::default() }),
                ..Comparison::default()
            }),
            ..ReportTotal::default()
        };
        let answer = ReportResponse {
            rows: vec![row(Some(days.into())), row(None)],
            totals: vec![total],
            ..ReportResponse::default()
        };
        let file = String::from_utf8(write(report, &answer, true, &BTreeMap::new()).unwrap()).unwrap();
        let lines: Vec<&str> = file.lines().collect();
        assert!(lines[0].ends_with(",Compared with,\"Gross sales, compared\",Location"), "{}", lines[0]);
        assert!(lines[1].ends_with(",2026-10-01 - 2026-10-31,12.50,"), "{}", lines[1]);
        assert!(lines[2].ends_with(",,,"), "{}", lines[2]);
        assert!(lines[3].starts_with("Total,"), "{}", lines[3]);
        assert!(lines[3].ends_with(",2026-10-01 - 2026-10-31,12.50,"), "{}", lines[3]);
    }

    #[test]
    fn payment_types_are_columns() {
        let row = |tenders: &[(&str, i64)]| ReportRow {
            members: vec![String::new(), String::new()],
            figures: Some(
                Sums {
                    tenders: tenders
                        .iter()
                        .map(|(name, amount)| Tender {
                            payment_type: (*name).into(),
                            payments: 1,
                            amount: *amount,
                            tips: 1,
                        })
                        .collect(),
                    ..Sums::default()
                }
                .into(),
            ),
            ..ReportRow::default()
        };
        let file = file(ReportKind::Cashier, &[row(&[("Visa", 99)]), row(&[("Cash", 199), ("Visa", 299)])]);
        let lines: Vec<&str> = file.lines().collect();
        assert!(lines[0].contains("Discounts,Cash,Visa,Share %"), "{}", lines[0]);
        assert!(lines[1].contains(",Unassigned,") && lines[1].contains(",0.00,1.00,"), "{}", lines[1]);
        assert!(lines[2].contains(",2.00,3.00,"), "{}", lines[2]);
    }

    #[test]
    fn hours_after_midnight_have_their_own_names() {
        let row = |hour| ReportRow { hour, ..ReportRow::default() };
        let file = file(ReportKind::Hourly, &[row(1), row(23), row(24), row(25), row(31)]);
        let hours: Vec<&str> = file.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
        assert_eq!(hours, ["01:00", "23:00", "00:00 +1", "01:00 +1", "07:00 +1", ""]);
    }

    #[test]
    fn file_without_rows_has_a_header() {
        assert_eq!(file(ReportKind::Daily, &[]).lines().count(), 1);
        assert!(file(ReportKind::Hourly, &[]).starts_with("\u{feff}Location ID,Hour,Gross sales"));
    }
}
