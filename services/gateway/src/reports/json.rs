//! Rows of reports as JSON, written as text: an answer may hold a quarter of a million numbers, and a tree of
//! values in between would be most of its cost.

use saffron_core::Money;
use saffron_proto::reports::{Comparison, ReportRow, ReportTotal, Sums};

use super::catalogue::Report;
use crate::clients::report::Answer;

/// What stands where a fact names nothing.
pub const UNASSIGNED: &str = "Unassigned";
/// Decimals of a share.
const SHARE_DECIMALS: u32 = 4;

/// The whole envelope of a report's answer.
#[must_use]
pub fn write(report: &Report, answer: &Answer) -> Vec<u8> {
    let keys = Keys::of(report);
    let Answer { rows, totals, .. } = answer;
    // A row has up to four sides of figures, a total five.
    let figures = (rows.len() + totals.len()) * report.figures.len();
    let mut out = Vec::with_capacity(64 + (rows.len() + totals.len()) * 200 + figures * 60);
    out.extend_from_slice(br#"{"status":200,"body":["#);
    let whole = whole(report, answer);
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_row(&mut out, report, &keys, row, whole);
    }
    out.extend_from_slice(br#"],"total":"#);
    let (all, locations) =
        totals.split_first().map_or((None, totals.as_slice()), |(all, rest)| (Some(all), rest));
    write_total(&mut out, report, &keys, all.unwrap_or(&ReportTotal::default()));
    out.extend_from_slice(br#","locationTotals":["#);
    for (index, total) in locations.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_total(&mut out, report, &keys, total);
    }
    out.extend_from_slice(br#"],"message":""}"#);
    out
}

/// The answer's total of its main figure, in cents: what shares are of.
pub fn whole(report: &Report, answer: &Answer) -> i64 {
    let sums = answer.totals.first().and_then(|total| total.figures.as_ref());
    report.main_figure().zip(sums).map_or(0, |(figure, sums)| figure.value_or_zero(sums))
}

/// The names of a report's columns as they stand before their values.
struct Keys {
    splits: Vec<String>,
    figures: Vec<String>,
}

impl Keys {
    fn of(report: &Report) -> Keys {
        let before_value = |key: &str| format!("\"{key}\":");
        Keys {
            splits: report.splits.iter().map(|split| before_value(split.key)).collect(),
            figures: report.figures.iter().map(|figure| before_value(figure.key)).collect(),
        }
    }
}

fn write_row(out: &mut Vec<u8>, report: &Report, keys: &Keys, row: &ReportRow, whole: i64) {
    out.push(b'{');
    if !row.business_date.is_empty() {
        out.extend_from_slice(b"\"businessDate\":");
        write_text(out, &row.business_date);
        out.push(b',');
    }
    out.extend_from_slice(b"\"posID\":");
    write_text(out, &row.pos_id);
    if report.is_hourly() {
        out.extend_from_slice(b",\"hour\":");
        write_decimal(out, i64::from(row.hour), 0);
    }
    for ((split, key), member) in report.splits.iter().zip(&keys.splits).zip(&row.members) {
        out.push(b',');
        out.extend_from_slice(key.as_bytes());
        match (member.is_empty(), split.id) {
            (false, _) => write_text(out, member),
            (true, true) => out.extend_from_slice(b"null"),
            (true, false) => write_text(out, UNASSIGNED),
        }
    }
    let figures = row.figures.clone().unwrap_or_default();
    out.push(b',');
    write_figures(out, report, keys, &figures);
    let part = report.main_figure().map_or(0, |figure| figure.value_or_zero(&figures));
    out.extend_from_slice(b",\"share\":");
    write_decimal(out, Money::from_cents(10_000).ratio(part, whole).cents(), SHARE_DECIMALS);
    let sides = [("lastWeek", &row.last_week), ("lastYear", &row.last_year), ("comparable", &row.comparable)];
    for (side, sums) in sides {
        out.extend_from_slice(b",\"");
        out.extend_from_slice(side.as_bytes());
        out.extend_from_slice(b"\":");
        match sums {
            None => out.extend_from_slice(b"null"),
            Some(sums) => {
                out.push(b'{');
                write_figures(out, report, keys, sums);
                out.push(b'}');
            }
        }
    }
    write_so_far(out, row.so_far);
}

/// What rows add up to, and both sides of its comparisons.
fn write_total(out: &mut Vec<u8>, report: &Report, keys: &Keys, total: &ReportTotal) {
    let nothing = Sums::default();
    let of = |sums: &Option<Sums>| sums.clone().unwrap_or_else(|| nothing.clone());
    out.push(b'{');
    if !total.pos_id.is_empty() {
        out.extend_from_slice(b"\"posID\":");
        write_text(out, &total.pos_id);
        out.push(b',');
    }
    write_figures(out, report, keys, &of(&total.figures));
    for (side, comparison) in [("lastWeek", &total.last_week), ("lastYear", &total.last_year)] {
        out.extend_from_slice(b",\"");
        out.extend_from_slice(side.as_bytes());
        out.extend_from_slice(b"\":");
        match comparison {
            None => out.extend_from_slice(b"null"),
            Some(Comparison { current, before }) => {
                out.extend_from_slice(b"{\"current\":{");
                write_figures(out, report, keys, &of(current));
                out.extend_from_slice(b"},\"before\":{");
                write_figures(out, report, keys, &of(before));
                out.extend_from_slice(b"}}");
            }
        }
    }
    write_so_far(out, total.so_far);
}

fn write_so_far(out: &mut Vec<u8>, so_far: bool) {
    out.extend_from_slice(if so_far { b",\"soFar\":true}" } else { b",\"soFar\":false}" });
}

fn write_figures(out: &mut Vec<u8>, report: &Report, keys: &Keys, sums: &Sums) {
    for (index, (figure, key)) in report.figures.iter().zip(&keys.figures).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(key.as_bytes());
        match figure.value(sums) {
            Some(value) => write_decimal(out, value, figure.unit.decimals()),
            None => out.extend_from_slice(b"null"),
        }
    }
    if !report.lists_payments {
        return;
    }
    out.extend_from_slice(b",\"payments\":[");
    for (index, tender) in sums.tenders.iter().enumerate() {
        out.extend_from_slice(if index > 0 { b",{\"paymentType\":" } else { b"{\"paymentType\":" });
        write_text(out, &tender.payment_type);
        out.extend_from_slice(b",\"paymentCount\":");
        write_decimal(out, tender.payments, 0);
        out.extend_from_slice(b",\"amount\":");
        write_decimal(out, tender.amount, 2);
        out.extend_from_slice(b",\"grossTips\":");
        write_decimal(out, tender.tips, 2);
        out.push(b'}');
    }
    out.push(b']');
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    if text.bytes().all(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(serde_json::Value::from(text).to_string().as_bytes());
    }
}

/// A whole number of units of 10^-decimals, exactly.
pub fn write_decimal(out: &mut Vec<u8>, value: i64, decimals: u32) {
    let decimals = decimals as usize;
    if value < 0 {
        out.push(b'-');
    }
    let mut digits = itoa::Buffer::new();
    let digits = digits.format(value.unsigned_abs()).as_bytes();
    if decimals == 0 {
        out.extend_from_slice(digits);
        return;
    }
    let (whole, fraction) = digits.split_at(digits.len().saturating_sub(decimals));
    out.extend_from_slice(if whole.is_empty() { b"0" } else { whole });
    out.push(b'.');
    out.extend(std::iter::repeat_n(b'0', decimals - fraction.len()));
    out.extend_from_slice(fraction);
}

#[cfg(test)]
mod tests {
    use saffron_proto::reports::{ReportKind, Tender};
    use serde_json::{Value, json};

    use super::*;
    use crate::reports::catalogue::REPORTS;

    fn report(kind: ReportKind) -> &'static Report {
        REPORTS.iter().find(|report| report.kind == kind).unwrap()
    }

    fn answer(rows: &[ReportRow]) -> Answer {
        let mut figures = Sums::default();
        rows.iter().filter_map(|row| row.figures.as_ref()).for_each(|row| figures.add(row));
        let location =
            ReportTotal { pos_id: "p1".into(), figures: Some(figures.clone()), ..ReportTotal::default() };
        let totals = vec![ReportTotal { pos_id: String::new(), ..location.clone() }, location];
        Answer { rows: rows.to_vec(), totals, ..Answer::default() }
    }

    fn decimal(value: i64, decimals: u32) -> String {
        let mut out = Vec::new();
        write_decimal(&mut out, value, decimals);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(decimal(0, 2), "0.00");
        assert_eq!(decimal(7, 2), "0.07");
        assert_eq!(decimal(-7, 2), "-0.07");
        assert_eq!(decimal(1_234, 3), "1.234");
        assert_eq!(decimal(-12_345, 2), "-123.45");
        assert_eq!(decimal(42, 0), "42");
        assert_eq!(decimal(i64::MIN, 2), "-92233720368547758.08");
    }

    #[test]
    fn a_row_names_what_it_splits_by_and_its_sides() {
        let sums = Sums { gross_sales: 3_000, gross_discounts: 500, quantity: 1_500, ..Sums::default() };
        let row = |members: [&str; 4], sums: &Sums| ReportRow {
            pos_id: "p1".into(),
            members: members.map(String::from).to_vec(),
            figures: Some(sums.clone()),
            ..ReportRow::default()
        };
        let mut first = row(["i1", "Soup \"of\" the\tday", "", ""], &sums);
        first.last_week = Some(Sums { gross_sales: 100, ..Sums::default() });
        let second = row(["", "x", "y", "z"], &Sums { gross_sales: 1_000, ..Sums::default() });
        let body = write(report(ReportKind::Item), &answer(&[first, second]));
        let answer: Value = serde_json::from_slice(&body).unwrap();
        let rows = answer["body"].as_array().unwrap();
        assert_eq!(rows[0]["itemName"], "Soup \"of\" the\tday");
        assert_eq!((&rows[0]["majorCategory"], &rows[1]["posItemID"]), (&json!("Unassigned"), &Value::Null));
        assert_eq!((&rows[0]["netSales"], &rows[0]["quantity"]), (&json!(25.0), &json!(1.5)));
        assert_eq!((&rows[0]["share"], &rows[1]["share"]), (&json!(0.75), &json!(0.25)));
        assert_eq!(rows[0]["lastWeek"]["grossSales"], json!(1.0));
        assert_eq!(rows[0]["lastYear"], Value::Null);
        assert!(rows[0].get("businessDate").is_none());
    }

    #[test]
    fn totals_carry_both_sides_of_a_comparison() {
        let sums = |gross_labor, labor_minutes, location_net_sales| Sums {
            gross_labor,
            labor_minutes,
            location_net_sales,
            ..Sums::default()
        };
        let row = ReportRow { figures: Some(sums(1_500, 90, 30_000)), ..ReportRow::default() };
        let mut answer = answer(&[row]);
        answer.totals[1].last_week =
            Some(Comparison { current: Some(sums(1_000, 60, 20_000)), before: Some(sums(500, 0, 0)) });
        let body: Value = serde_json::from_slice(&write(report(ReportKind::Labor), &answer)).unwrap();
        assert_eq!(body["total"]["salesPerLaborHour"], json!(200.0));
        assert_eq!((&body["total"]["lastWeek"], &body["total"]["posID"]), (&Value::Null, &Value::Null));
        let location = &body["locationTotals"][0];
        assert_eq!((&location["posID"], &location["grossLabor"]), (&json!("p1"), &json!(15.0)));
        assert_eq!(location["lastWeek"]["current"]["hours"], json!(1.0));
        assert_eq!(location["lastWeek"]["before"]["salesPerLaborHour"], Value::Null);
    }

    #[test]
    fn a_cashiers_payments_are_listed_by_type() {
        let tender = Tender { payment_type: "Visa".into(), payments: 2, amount: 1_050, tips: 7 };
        let row = ReportRow {
            members: vec!["e1".into(), "Ana".into()],
            figures: Some(Sums { gross_payment: 1_057, tenders: vec![tender], ..Sums::default() }),
            ..ReportRow::default()
        };
        let answer: Value =
            serde_json::from_slice(&write(report(ReportKind::Cashier), &answer(&[row]))).unwrap();
        let payments = json!([{"paymentType": "Visa", "paymentCount": 2, "amount": 10.5, "grossTips": 0.07}]);
        assert_eq!(answer["body"][0]["payments"], payments);
    }
}
