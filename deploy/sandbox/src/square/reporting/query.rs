//! A query in the form of Cube.

use jiff::civil::{Date, DateTime, Time};
use jiff::{Timestamp, ToSpan as _};
use saffron_core::Zone;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is asked. Unknown fields are refused.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Query {
    pub measures: Vec<String>,
    pub dimensions: Vec<String>,
    pub segments: Vec<String>,
    pub time_dimensions: Vec<TimeDimension>,
    pub filters: Vec<Filter>,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub order: Value,
    pub limit: Option<usize>,
    pub offset: Option<usize>,
    pub timezone: Option<String>,
}

/// A range of time, and the buckets in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeDimension {
    pub dimension: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_range: Option<DateRange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granularity: Option<Granularity>,
}

/// Two ends that both count, or one date, or a name such as `yesterday`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DateRange {
    Ends([String; 2]),
    Named(String),
}

/// The size of buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

/// A filter by values.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    pub member: String,
    pub operator: Operator,
    #[serde(default)]
    pub values: Vec<String>,
}

/// How values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Operator {
    Equals,
    NotEquals,
}

impl DateRange {
    /// The first and the last wall time.
    pub fn bounds(&self, zone: &Zone, now: Timestamp) -> Result<(DateTime, DateTime), String> {
        let last = Time::constant(23, 59, 59, 999_999_999);
        let whole = |from: Date, to: Date| (from.to_datetime(Time::midnight()), to.to_datetime(last));
        let today = zone.wall(now).date();
        let days = |ago: i64| today.saturating_sub(ago.days());
        match self {
            DateRange::Ends([from, to]) => {
                let (from, to) = (read(from)?, read(to)?);
                Ok((
                    from.unwrap_or_else(|date| date.to_datetime(Time::midnight())),
                    to.unwrap_or_else(|date| date.to_datetime(last)),
                ))
            }
            DateRange::Named(name) => match name.as_str() {
                "today" => Ok(whole(today, today)),
                "yesterday" => Ok(whole(days(1), days(1))),
                "last 7 days" => Ok(whole(days(7), days(1))),
                "last 30 days" => Ok(whole(days(30), days(1))),
                "this month" => Ok(whole(today.first_of_month(), today.last_of_month())),
                other => {
                    let date: Date = other.parse().map_err(|_| format!("Can't parse date: '{other}'"))?;
                    Ok(whole(date, date))
                }
            },
        }
    }
}

/// A time, or a date without one.
fn read(text: &str) -> Result<Result<DateTime, Date>, String> {
    let plain = text.trim_end_matches('Z');
    if let Ok(date) = plain
        .parse::<Date>()
        .map_err(drop)
        .and_then(|date| if plain.len() == 10 { Ok(date) } else { Err(()) })
    {
        return Ok(Err(date));
    }
    plain.parse::<DateTime>().map(Ok).map_err(|_| format!("Can't parse date: '{text}'"))
}

impl Granularity {
    /// The name as queries have it.
    pub const fn name(self) -> &'static str {
        match self {
            Granularity::Hour => "hour",
            Granularity::Day => "day",
            Granularity::Week => "week",
            Granularity::Month => "month",
            Granularity::Quarter => "quarter",
            Granularity::Year => "year",
        }
    }

    /// The beginning of the bucket of a time.
    pub fn floor(self, at: DateTime) -> DateTime {
        let day = at.date();
        let date = match self {
            Granularity::Hour => return day.at(at.hour(), 0, 0, 0),
            Granularity::Day => day,
            Granularity::Week => day.saturating_sub(i64::from(day.weekday().to_monday_zero_offset()).days()),
            Granularity::Month => day.first_of_month(),
            Granularity::Quarter => {
                day.first_of_month().saturating_sub(i64::from((day.month() - 1) % 3).months())
            }
            Granularity::Year => day.first_of_year(),
        };
        date.to_datetime(Time::midnight())
    }
}
