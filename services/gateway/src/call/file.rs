//! Lists as CSV files: the columns of each, a row for each of the list's rows, and their total at the end. Streamed, so that a
//! list of any length takes no room.

use std::collections::{BTreeMap, BTreeSet};

use ::csv::Writer;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use jiff::Timestamp;
use jiff::tz::Offset;
use saffron_core::time::public_time;
use saffron_core::{Calendar, Error, PosId, currency};
use saffron_proto::auth::ListLocationsRequest;
use saffron_proto::{Part, Piece};
use serde::Serialize;
use serde_json::Value;

use crate::Gateway;
use crate::clients::Rows;
use crate::http::csv::{self, BYTE_ORDER_MARK, TOTAL, plain, unwritable};
use crate::http::envelope::Failure;
use crate::session::Session;

/// Rows that are written at once.
const CHUNK: usize = 64;

/// A list as a file. Its last column is the name of the row's location.
pub struct ListFile {
    /// Part of the file's name: `saffron-customers-….csv`.
    pub title: &'static str,
    pub columns: &'static [Column],
}

/// A column of a file.
pub struct Column {
    label: &'static str,
    /// A JSON pointer into a row as the API answers it.
    at: &'static str,
    form: Form,
    is_summed: bool,
}

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A text, yes or no, a number as it is, or several of them.
    Text,
    /// Wall time of the location.
    Time,
    /// Seconds since 1970, written as wall time of the location.
    Seconds,
    /// Seconds since 1970 at which a date begins in UTC.
    Day,
    Whole,
    Dollars,
    /// Minor units of the currency to which the pointer leads.
    Minor(&'static str),
}

/// A column of texts.
pub const fn text(label: &'static str, at: &'static str) -> Column {
    Column { label, at, form: Form::Text, is_summed: false }
}

/// A column of wall times.
pub const fn time(label: &'static str, at: &'static str) -> Column {
    Column { label, at, form: Form::Time, is_summed: false }
}

/// A column of seconds since 1970.
pub const fn seconds(label: &'static str, at: &'static str) -> Column {
    Column { label, at, form: Form::Seconds, is_summed: false }
}

/// A column of dates, each as the seconds since 1970 at which it begins in UTC.
pub const fn day(label: &'static str, at: &'static str) -> Column {
    Column { label, at, form: Form::Day, is_summed: false }
}

/// A column of counts, with their sum.
pub const fn count(label: &'static str, at: &'static str) -> Column {
    Column { label, at, form: Form::Whole, is_summed: true }
}

/// A column of dollars, with their sum.
pub const fn dollars(label: &'static str, at: &'static str) -> Column {
    Column { label, at, form: Form::Dollars, is_summed: true }
}

/// A column of dollars that no sum makes sense of.
pub const fn price(label: &'static str, at: &'static str) -> Column {
    Column { label, at, form: Form::Dollars, is_summed: false }
}

/// A column of minor units with their sums, one for each currency.
pub const fn minor(label: &'static str, at: &'static str, currency_at: &'static str) -> Column {
    Column { label, at, form: Form::Minor(currency_at), is_summed: true }
}

/// The names of the caller's locations by posID.
pub async fn location_names(gateway: &Gateway, token: &str) -> Result<BTreeMap<String, String>, Failure> {
    let locations = gateway.services.collect(token, ListLocationsRequest {}).await?.into_iter();
    Ok(locations.filter_map(|one| one.location).map(|one| (one.pos_id, one.name)).collect())
}

/// Where the rows of a file are from.
pub struct Origin {
    names: BTreeMap<String, String>,
    calendars: BTreeMap<PosId, Calendar>,
    /// Rows that name no location are of this one.
    pos_id: Option<PosId>,
    /// The caller's.
    token: String,
}

impl Origin {
    /// The caller's locations; rows that name none are of `pos_id`.
    pub async fn of(gateway: &Gateway, session: &Session, pos_id: Option<&PosId>) -> Result<Origin, Failure> {
        Ok(Origin {
            names: location_names(gateway, &session.token).await?,
            calendars: session.locations.clone(),
            pos_id: pos_id.cloned(),
            token: session.token.clone(),
        })
    }

    /// The location of a row.
    fn location(&self, row: &Value) -> Option<PosId> {
        let named = row.get("posID").and_then(Value::as_str).and_then(|id| id.parse().ok());
        named.or_else(|| self.pos_id.clone())
    }
}

/// Answers with the rows of a list, which may be rows of the contract.
pub async fn answer<M>(file: &'static ListFile, origin: Origin, rows: Rows<M>) -> Result<Response, Failure>
where
    M: Piece + Send + 'static,
    M::Row: Serialize + Send + 'static,
{
    of_rows(file, origin, rows_of(rows)).await
}

/// The rows of a list, as they arrive.
pub fn rows_of<M: Piece + Send + 'static>(rows: Rows<M>) -> impl Stream<Item = Result<M::Row, Error>> + Send
where
    M::Row: Send,
{
    let parts = stream::try_unfold(rows, |mut rows| async move {
        Ok::<_, Error>(rows.next().await?.map(|part| (part, rows)))
    });
    parts.try_filter_map(|part| async {
        match part {
            Part::Row(row) => Ok(Some(row)),
            Part::NextCursor(_) => Ok(None),
        }
    })
}

/// Answers with rows. What fails before the first of them is answered; a later failure breaks the file off.
pub async fn of_rows<R: Serialize + Send + 'static>(
    file: &'static ListFile,
    origin: Origin,
    rows: impl Stream<Item = Result<R, Error>> + Send + 'static,
) -> Result<Response, Failure> {
    let rows = rows.and_then(async |row| serde_json::to_value(row).map_err(|e| unwritable(&e)));
    let location = origin.pos_id.as_ref().map(|pos_id| format!("-{pos_id}")).unwrap_or_default();
    let name = format!("saffron-{}{location}.csv", file.title);
    let token = origin.token.clone();
    let mut chunks = Box::pin(written(file, origin, rows).peekable());
    if let Some(Err(error)) = chunks.as_mut().next_if(Result::is_err).await {
        return Err(error.into());
    }
    Ok(csv::answer(&name, &token, Body::from_stream(chunks)))
}

/// The bytes of a file, in pieces.
fn written(
    file: &'static ListFile,
    origin: Origin,
    rows: impl Stream<Item = Result<Value, Error>>,
) -> impl Stream<Item = Result<Bytes, Error>> {
    let mut start = Some(BYTE_ORDER_MARK.to_vec());
    let mut totals = Totals::default();
    let with_end = rows.map_ok(Some).chain(stream::once(async { Ok(None) }));
    with_end.try_ready_chunks(CHUNK).map(move |rows| {
        let is_first = start.is_some();
        let mut lines = csv::writer(start.take().unwrap_or_default());
        if is_first {
            let labels = file.columns.iter().map(|column| column.label).chain(["Location"]);
            lines.write_record(labels).map_err(|e| unwritable(&e))?;
        }
        for row in rows.map_err(|e| e.1)? {
            match row {
                Some(row) => write_row(&mut lines, file, &origin, &mut totals, &row)?,
                None => totals.write(&mut lines, file)?,
            }
        }
        Ok(lines.into_inner().map_err(|e| unwritable(&e))?.into())
    })
}

fn write_row(
    lines: &mut Writer<Vec<u8>>,
    file: &ListFile,
    origin: &Origin,
    totals: &mut Totals,
    row: &Value,
) -> Result<(), Error> {
    let location = origin.location(row);
    let calendar = location.as_ref().and_then(|pos_id| origin.calendars.get(pos_id));
    let mut cells = Vec::with_capacity(file.columns.len() + 1);
    for (index, column) in file.columns.iter().enumerate() {
        let cell = column.cell(row, calendar);
        if column.is_summed
            && let Some((number, currency)) = cell.number
        {
            totals.add(index, currency, number);
        }
        cells.push(cell.text);
    }
    totals.rows += 1;
    let name = location.and_then(|pos_id| origin.names.get(pos_id.as_str()).map(|name| plain(name)));
    cells.push(name.unwrap_or_default());
    lines.write_record(cells).map_err(|e| unwritable(&e))
}

/// A value in a row.
#[derive(Default)]
struct Cell {
    text: String,
    /// In the smallest unit, with the currency of minor units, else an empty text.
    number: Option<(i64, String)>,
}

impl Column {
    fn cell(&self, row: &Value, calendar: Option<&Calendar>) -> Cell {
        let value = row.pointer(self.at).unwrap_or(&Value::Null);
        if value.is_null() {
            return Cell::default();
        }
        let text = match self.form {
            Form::Text => plain(&words(value)),
            Form::Time => spaced(&words(value)),
            Form::Seconds => moment(value)
                .zip(calendar)
                .map(|(at, calendar)| spaced(&public_time(calendar.wall(at))))
                .unwrap_or_default(),
            Form::Day => {
                moment(value).map(|at| Offset::UTC.to_datetime(at).date().to_string()).unwrap_or_default()
            }
            Form::Whole => return Cell::of(value.as_i64().unwrap_or_default(), self.form, String::new()),
            Form::Dollars => return Cell::of(cents(value), self.form, String::new()),
            Form::Minor(at) => {
                let currency = row.pointer(at).and_then(Value::as_str).unwrap_or_default();
                return Cell::of(value.as_i64().unwrap_or_default(), self.form, currency.to_uppercase());
            }
        };
        Cell { text, number: None }
    }
}

impl Cell {
    fn of(number: i64, form: Form, currency: String) -> Cell {
        Cell { text: decimal(number, form, &currency), number: Some((number, currency)) }
    }
}

/// A number in the smallest unit as a file has it.
fn decimal(number: i64, form: Form, currency: &str) -> String {
    let digits = match form {
        Form::Dollars => 2,
        Form::Minor(_) => usize::from(currency::digits(currency)),
        Form::Text | Form::Time | Form::Seconds | Form::Day | Form::Whole => 0,
    };
    if digits == 0 {
        return number.to_string();
    }
    let unit = 10_u64.pow(u32::try_from(digits).unwrap_or_default());
    let (sign, size) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
    format!("{sign}{}.{:0digits$}", size / unit, size % unit)
}

fn moment(value: &Value) -> Option<Timestamp> {
    value.as_i64().and_then(|seconds| Timestamp::from_second(seconds).ok())
}

/// Dollars of a row, whose decimals are exact to the cent.
fn cents(value: &Value) -> i64 {
    (value.as_f64().unwrap_or_default() * 100.0).round() as i64
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(several) => several.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Object(_) => String::new(),
    }
}

/// A time as spreadsheets read it: `2026-07-18 19:30:00`.
fn spaced(time: &str) -> String {
    time.replacen('T', " ", 1)
}

/// The sums of columns.
#[derive(Default)]
struct Totals {
    rows: u64,
    /// By column and currency.
    sums: BTreeMap<(usize, String), i64>,
}

impl Totals {
    fn add(&mut self, column: usize, currency: String, number: i64) {
        let sum = self.sums.entry((column, currency)).or_default();
        *sum = sum.saturating_add(number);
    }

    /// Writes a line of totals; of several currencies, a line for each. A file without rows has none.
    fn write(&self, lines: &mut Writer<Vec<u8>>, file: &ListFile) -> Result<(), Error> {
        let currencies: BTreeSet<&str> =
            self.sums.keys().map(|(_, currency)| currency.as_str()).filter(|one| !one.is_empty()).collect();
        let several = currencies.len() > 1;
        let of_lines: Vec<&str> =
            if currencies.is_empty() { vec![""] } else { currencies.into_iter().collect() };
        for (index, currency) in of_lines.into_iter().enumerate().filter(|_| self.rows > 0) {
            let mut cells: Vec<String> = file
                .columns
                .iter()
                .enumerate()
                .map(|(column, Column { form, .. })| {
                    // Numbers without a currency stand in the first line.
                    let of = if matches!(form, Form::Minor(_)) { currency } else { "" };
                    let is_here = of == currency || index == 0;
                    let sum = self.sums.get(&(column, of.to_owned())).filter(|_| is_here);
                    sum.map(|sum| decimal(*sum, *form, currency)).unwrap_or_default()
                })
                .collect();
            if let Some(first) = cells.first_mut() {
                *first = if several { format!("{TOTAL} {currency}") } else { TOTAL.to_owned() };
            }
            cells.push(String::new());
            lines.write_record(cells).map_err(|e| unwritable(&e))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PAYMENTS: ListFile = ListFile {
        title: "payments",
        columns: &[
            seconds("Created", "/created"),
            text("Status", "/status"),
            minor("Amount", "/amount", "/currency"),
            dollars("Tips", "/tips"),
            count("Refunds", "/refunds"),
            text("Types", "/types"),
            day("Arrival", "/arrival"),
        ],
    };

    async fn file(rows: Vec<Value>) -> Vec<String> {
        let origin = Origin {
            names: BTreeMap::from([("p1".into(), "=Ana's Grill".into()), ("p2".into(), "Tacos".into())]),
            calendars: BTreeMap::from([
                ("p1".parse().unwrap(), "America/New_York".parse::<saffron_core::Zone>().unwrap().into()),
                ("p2".parse().unwrap(), "America/Los_Angeles".parse::<saffron_core::Zone>().unwrap().into()),
            ]),
            pos_id: Some("p1".parse().unwrap()),
            token: String::new(),
        };
        let chunks = written(&PAYMENTS, origin, stream::iter(rows.into_iter().map(Ok)));
        let text = String::from_utf8(chunks.try_collect::<Vec<Bytes>>().await.unwrap().concat()).unwrap();
        text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect()
    }

    fn payment(amount: i64, currency: &str, tips: f64) -> Value {
        json!({"created": 1_784_404_800, "status": "-paid", "amount": amount, "currency": currency, "tips": tips,
            "refunds": 1, "types": ["Visa", "Cash"], "arrival": 1_784_332_800})
    }

    #[tokio::test]
    async fn file_ends_with_its_total() {
        let other = json!({"posID": "p2", "created": 1_784_404_800, "amount": -5, "currency": "usd"});
        let lines = file(vec![payment(1_250, "usd", 0.1), other, payment(3, "usd", 0.2)]).await;
        assert_eq!(
            lines,
            [
                "Created,Status,Amount,Tips,Refunds,Types,Arrival,Location",
                "2026-07-18 16:00:00,'-paid,12.50,0.10,1,\"Visa, Cash\",2026-07-18,'=Ana's Grill",
                "2026-07-18 13:00:00,,-0.05,,,,,Tacos",
                "2026-07-18 16:00:00,'-paid,0.03,0.20,1,\"Visa, Cash\",2026-07-18,'=Ana's Grill",
                "Total,,12.48,0.30,2,,,",
            ]
        );
    }

    #[tokio::test]
    async fn currencies_are_never_added_up() {
        let lines =
            file(vec![payment(1_250, "usd", 0.5), payment(500, "jpy", 1.0), payment(1, "usd", 0.0)]).await;
        assert_eq!(lines[4..], ["Total JPY,,500,1.50,3,,,", "Total USD,,12.51,,,,,"]);
    }

    #[tokio::test]
    async fn file_without_rows_has_a_header_alone() {
        assert_eq!(file(Vec::new()).await, ["Created,Status,Amount,Tips,Refunds,Types,Arrival,Location"]);
    }

    #[tokio::test]
    async fn failure_after_rows_breaks_the_file_off() {
        let origin =
            Origin { names: BTreeMap::new(), calendars: BTreeMap::new(), pos_id: None, token: String::new() };
        let rows = vec![Ok(payment(1, "usd", 0.0)), Err(Error::unavailable("away"))];
        let chunks: Vec<_> = written(&PAYMENTS, origin, stream::iter(rows)).collect().await;
        // The answer ends with the first failure.
        let sent: Vec<&Bytes> = chunks.iter().map_while(|chunk| chunk.as_ref().ok()).collect();
        assert!(sent.len() < chunks.len());
        assert!(sent.iter().all(|chunk| !chunk.windows(5).any(|part| part == b"Total")));
    }
}
