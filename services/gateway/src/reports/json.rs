//! Reports as JSON. Instead of serde_json's serializer: it writes an exact decimal only from a `RawValue`, which parses the
//! number once more, and a report may hold a quarter of a million of them.

use saffron_core::Money;
use saffron_core::figure::Figure;
use saffron_proto::reports::{ComparedDays, Comparison, ReportResponse, ReportRow, ReportTotal, Sums};

use super::catalogue::Report;

/// Decimals of a share.
const SHARE_DECIMALS: u32 = 4;

/// A report in its envelope.
pub fn write(report: &Report, answer: &ReportResponse) -> Vec<u8> {
    let ReportResponse { rows, totals, .. } = answer;
    // A row has up to five sets of figures, a total seven.
    let figures = (rows.len() + totals.len()) * report.figures.len();
    let mut json = Json(Vec::with_capacity(64 + (rows.len() + totals.len()) * 200 + figures * 60));
    let all = all_rows(report, answer);
    let nothing = ReportTotal::default();
    let (total, locations) = totals.split_first().unwrap_or((&nothing, &[]));
    json.object(|json| {
        json.key("status").decimal(200, 0);
        json.key("body").array(rows, |json, row| write_row(json, report, row, all));
        write_total(json.key("total"), report, total);
        json.key("locationTotals").array(locations, |json, total| write_total(json, report, total));
        json.key("message").text("");
    });
    json.0
}

/// The main figure of all rows, in cents: shares are fractions of it.
pub fn all_rows(report: &Report, answer: &ReportResponse) -> i64 {
    let sums = answer.totals.first().and_then(|total| total.figures.as_ref());
    report.main_figure().zip(sums).map_or(0, |(figure, sums)| figure.value_or_zero(sums))
}

fn write_row(json: &mut Json, report: &Report, row: &ReportRow, all: i64) {
    let nothing = Sums::default();
    let sums = row.figures.as_deref().unwrap_or(&nothing);
    json.object(|json| {
        if !row.business_date.is_empty() {
            json.key("businessDate").text(&row.business_date);
        }
        json.key("posID").text(&row.pos_id);
        if report.is_hourly() {
            json.key("hour").decimal(row.hour.into(), 0);
        }
        for (split, member) in report.splits.iter().zip(&row.members) {
            match (json.key(split.key), member.is_empty()) {
                (json, false) => json.text(member),
                (json, true) if split.id => json.null(),
                (json, true) => json.text(split.unnamed),
            }
        }
        write_figures(json, report, sums);
        let part = report.main_figure().map_or(0, |figure| figure.value_or_zero(sums));
        json.key("share").decimal(Money::from_cents(10_000).ratio(part, all).cents(), SHARE_DECIMALS);
        let others =
            [("lastWeek", &row.last_week), ("lastYear", &row.last_year), ("comparable", &row.comparable)];
        for (key, sums) in others {
            match (json.key(key), sums) {
                (json, None) => json.null(),
                (json, Some(sums)) => json.object(|json| write_figures(json, report, sums)),
            }
        }
        if let Some(ComparedDays { start_date, end_date, figures }) = row.compared.as_deref() {
            json.key("compared").object(|json| {
                json.key("startDate").text(start_date);
                json.key("endDate").text(end_date);
                write_figures(json, report, figures.as_ref().unwrap_or(&nothing));
            });
        }
        if let Some(at) = &row.usually_opens_at {
            json.key("usuallyOpensAt").text(at);
        }
        json.key("soFar").bool(row.so_far);
    });
}

/// The totals of rows, and both sides of their comparisons.
fn write_total(json: &mut Json, report: &Report, total: &ReportTotal) {
    let nothing = Sums::default();
    let figures =
        |json: &mut Json, sums: &Option<Sums>| write_figures(json, report, sums.as_ref().unwrap_or(&nothing));
    json.object(|json| {
        if !total.pos_id.is_empty() {
            json.key("posID").text(&total.pos_id);
        }
        figures(json, &total.figures);
        for (key, comparison) in [("lastWeek", &total.last_week), ("lastYear", &total.last_year)] {
            match (json.key(key), comparison) {
                (json, None) => json.null(),
                (json, Some(Comparison { current, before, .. })) => json.object(|json| {
                    json.key("current").object(|json| figures(json, current));
                    json.key("before").object(|json| figures(json, before));
                }),
            }
        }
        if let Some(Comparison { current, before, start_date, end_date }) = &total.compared {
            json.key("compared").object(|json| {
                json.key("startDate").text(start_date);
                json.key("endDate").text(end_date);
                json.key("current").object(|json| figures(json, current));
                json.key("before").object(|json| figures(json, before));
            });
        }
        json.key("soFar").bool(total.so_far);
    });
}

/// Writes the figures of sums; a rare one is left out while it is 0.
fn write_figures(json: &mut Json, report: &Report, sums: &Sums) {
    for figure in report.figures {
        match figure.value(sums) {
            Some(0) if report.leaves_out(figure) => {}
            Some(value) => json.figure_key(figure).decimal(value, figure.unit.decimals()),
            None => json.figure_key(figure).null(),
        }
    }
    if report.lists_payments {
        json.key("payments").array(&sums.tenders, |json, tender| {
            json.object(|json| {
                json.key("paymentType").text(&tender.payment_type);
                json.key("paymentCount").decimal(tender.payments, 0);
                json.key("amount").decimal(tender.amount, 2);
                json.key("grossTips").decimal(tender.tips, 2);
            });
        });
    }
}

/// JSON that is being written.
struct Json(Vec<u8>);

impl Json {
    /// Begins a member of an object; its value follows.
    fn key(&mut self, key: &str) -> &mut Json {
        self.value(b"\"");
        self.0.extend_from_slice(key.as_bytes());
        self.0.extend_from_slice(b"\":");
        self
    }

    /// Begins the member of a figure. Most of a report is figures: its key is written as a whole.
    fn figure_key(&mut self, figure: &Figure) -> &mut Json {
        let (room, length) = figure.json_key.room();
        if self.0.last() == Some(&b'{') {
            self.0.extend_from_slice(room.get(1..length).unwrap_or_default());
        } else {
            put(&mut self.0, room, length);
        }
        self
    }

    /// Writes a value, or its beginning, after a comma where one is needed.
    fn value(&mut self, bytes: &[u8]) {
        if !matches!(self.0.last(), None | Some(b'{' | b'[' | b':')) {
            self.0.push(b',');
        }
        self.0.extend_from_slice(bytes);
    }

    fn object(&mut self, members: impl FnOnce(&mut Json)) {
        self.value(b"{");
        members(self);
        self.0.push(b'}');
    }

    fn array<T>(&mut self, values: &[T], mut write: impl FnMut(&mut Json, &T)) {
        self.value(b"[");
        values.iter().for_each(|value| write(self, value));
        self.0.push(b']');
    }

    fn null(&mut self) {
        self.value(b"null");
    }

    fn bool(&mut self, value: bool) {
        self.value(if value { b"true" } else { b"false" });
    }

    fn decimal(&mut self, value: i64, decimals: u32) {
        self.value(b"");
        write_decimal(&mut self.0, value, decimals);
    }

    fn text(&mut self, text: &str) {
        if text.bytes().all(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
            self.value(b"\"");
            self.0.extend_from_slice(text.as_bytes());
            self.0.push(b'"');
        } else {
            self.value(serde_json::Value::from(text).to_string().as_bytes());
        }
    }
}

/// Appends the first `length` bytes of a room. A copy of a fixed size takes a few instructions, one of any size a call.
fn put<const ROOM: usize>(out: &mut Vec<u8>, room: &[u8; ROOM], length: usize) {
    out.extend_from_slice(room);
    out.truncate(out.len() - (ROOM - length));
}

/// A sign, the 19 digits of the largest number, a point, and zeros before the digits of a small one.
const DIGITS: usize = 24;

/// Writes a whole number of units of 10^-decimals, exactly; `decimals` is 20 at most.
pub fn write_decimal(out: &mut Vec<u8>, value: i64, decimals: u32) {
    // Written from the end of the first half; what is behind it is copied with it, and dropped.
    let mut text = [0; 2 * DIGITS];
    let mut at = DIGITS;
    let mut prepend = |byte| {
        at = at.saturating_sub(1);
        if let Some(place) = text.get_mut(at) {
            *place = byte;
        }
    };
    let mut rest = value.unsigned_abs();
    let mut digits = 0;
    // At least one digit before the point.
    while rest > 0 || digits <= decimals {
        prepend(b'0' + (rest % 10) as u8);
        rest /= 10;
        digits += 1;
        if digits == decimals {
            prepend(b'.');
        }
    }
    if value < 0 {
        prepend(b'-');
    }
    if let Some(room) = text.get(at..).and_then(|text| text.first_chunk::<DIGITS>()) {
        put(out, room, DIGITS - at);
    }
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

    fn answer(rows: &[ReportRow]) -> ReportResponse {
        let mut figures = Sums::default();
        rows.iter().filter_map(|row| row.figures.as_ref()).for_each(|row| figures.add(row));
        let location =
            ReportTotal { pos_id: "p1".into(), figures: Some(figures.clone()), ..ReportTotal::default() };
        let totals = vec![ReportTotal { pos_id: String::new(), ..location.clone() }, location];
        ReportResponse { rows: rows.to_vec(), totals, ..ReportResponse::default() }
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
        assert_eq!(decimal(i64::MIN, 20), "-0.09223372036854775808");
        assert_eq!(decimal(1, 4), "0.0001");
    }

    #[test]
    fn row_has_its_splits_and_comparisons() {
        let sums = Sums { gross_sales: 3_000, gross_discounts: 500, quantity: 1_500, ..Sums::default() };
        let row = |members: [&str; 4], sums: &Sums| ReportRow {
            pos_id: "p1".into(),
            members: members.map(String::from).to_vec(),
            figures: Some(sums.clone().into()),
            ..ReportRow::default()
        };
        let mut first = row(["i1", "Soup \"of\" the\tday", "", ""], &sums);
        first.last_week = Some(Sums { gross_sales: 100, ..Sums::default() }.into());
        let compared = ComparedDays {
            start_date: "2026-09-01".into(),
            end_date: "2026-09-30".into(),
            figures: Some(Sums { gross_sales: 250, ..Sums::default() }),
        };
        first.compared = Some(compared.into());
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
        assert_eq!(rows[0]["compared"]["grossSales"], json!(2.5));
        assert_eq!((&rows[0]["compared"]["endDate"], rows[1].get("compared")), (&json!("2026-09-30"), None));
        assert!(rows[0].get("businessDate").is_none());
    }

    #[test]
    fn totals_have_both_sides_of_a_comparison() {
        let sums = |gross_labor, labor_minutes, location_net_sales| Sums {
            gross_labor,
            labor_minutes,
            location_net_sales,
            ..Sums::default()
        };
        let row = ReportRow { figures: Some(sums(1_500, 90, 30_000).into()), ..ReportRow::default() };
        let mut answer = answer(&[row]);
        answer.totals[1].last_week = Some(Comparison {
            current: Some(sums(1_000, 60, 20_000)),
            before: Some(sums(500, 0, 0)),
            ..Comparison::default()
        });
        answer.totals[1].compared = Some(Comparison {
            start_date: "2026-10-01".into(),
            end_date: "2026-10-31".into(),
            before: Some(sums(700, 0, 0)),
            ..Comparison::default()
        });
        let body: Value = serde_json::from_slice(&write(report(ReportKind::Labor), &answer)).unwrap();
        assert_eq!(body["total"]["salesPerLaborHour"], json!(200.0));
        assert_eq!((&body["total"]["lastWeek"], &body["total"]["posID"]), (&Value::Null, &Value::Null));
        let location = &body["locationTotals"][0];
        assert_eq!((&location["posID"], &location["grossLabor"]), (&json!("p1"), &json!(15.0)));
        assert_eq!(location["lastWeek"]["current"]["hours"], json!(1.0));
        assert_eq!(location["lastWeek"]["before"]["salesPerLaborHour"], Value::Null);
        let compared = &location["compared"];
        assert_eq!(
            (&compared["startDate"], &compared["endDate"]),
            (&json!("2026-10-01"), &json!("2026-10-31"))
        );
        assert_eq!(compared["before"]["grossLabor"], json!(7.0));
        assert!(body["total"].get("compared").is_none());
    }

    #[test]
    fn payments_of_a_cashier_are_listed_by_type() {
        let tender = Tender { payment_type: "Visa".into(), payments: 2, amount: 1_050, tips: 7 };
        let row = ReportRow {
            members: vec!["e1".into(), "Ana".into()],
            figures: Some(Sums { gross_payment: 1_057, tenders: vec![tender], ..Sums::default() }.into()),
            ..ReportRow::default()
        };
        let answer: Value =
            serde_json::from_slice(&write(report(ReportKind::Cashier), &answer(&[row]))).unwrap();
        let payments = json!([{"paymentType": "Visa", "paymentCount": 2, "amount": 10.5, "grossTips": 0.07}]);
        assert_eq!(answer["body"][0]["payments"], payments);
    }
}
