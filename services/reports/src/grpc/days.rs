//! Figures of single days, for other services.

use std::fmt::Display;
use std::str::FromStr;

use futures::StreamExt as _;
use futures::stream;
use saffron_core::{Calendar, Clock, Error, Span};
use saffron_kit::Fault;
use saffron_kit::grpc::{Answer, Messages, answer};
use saffron_kit::pg::Database;
use saffron_proto::reports::day_service_server::DayService;
use saffron_proto::reports::{Day, ListDaysRequest, ListDaysResponse, ReportKind, ReportRow};
use tonic::Request;

use super::reports;
use crate::domain::{Grouping, Ranges, plan};

/// The most days of one answer.
const MOST: usize = 2_000;

/// The calls of other services.
pub(super) struct Days {
    pub(super) database: Database,
    pub(super) clock: Clock,
}

fn parse<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Error> {
    text.parse().map_err(|e| Error::invalid(field, format!("{e}")))
}

/// One day for each location.
fn ranges(days: &[Day]) -> Result<Ranges, Fault> {
    if days.len() > MOST {
        return Err(Error::invalid("days", format!("may be {MOST} at most")).into());
    }
    let mut ranges = Ranges::new();
    for day in days {
        let pos_id = parse("posID", &day.pos_id)?;
        let calendar =
            Calendar::new(parse("timeZone", &day.time_zone)?, parse("dayStarts", &day.day_starts)?);
        let date = parse("businessDate", &day.business_date)?;
        if ranges.insert(pos_id, (calendar, Span { from: date, to: date })).is_some() {
            return Err(Error::invalid("days", "holds a location twice").into());
        }
    }
    Ok(ranges)
}

/// Whether a day has sales: a running day has a row before its first check.
fn has_trade(row: &ReportRow) -> bool {
    row.figures.as_ref().is_some_and(|sums| sums.checks != 0 || sums.gross_sales != 0)
}

#[tonic::async_trait]
impl DayService for Days {
    type ListDaysStream = Messages<ListDaysResponse>;

    async fn list_days(&self, request: Request<ListDaysRequest>) -> Answer<Self::ListDaysStream> {
        let now = self.clock.now();
        let ranges = ranges(&request.get_ref().days)?;
        if ranges.is_empty() {
            return answer(stream::empty().boxed());
        }
        let plan = plan(ranges, Grouping::Day, None, now).map_err(Fault::from)?;
        let parts = reports::report(&self.database, ReportKind::Daily, &plan, now).await?;
        let rows = parts.into_iter().flat_map(|part| part.rows).filter(has_trade);
        answer(stream::iter(rows.map(|row| Ok(ListDaysResponse { row: Some(row) }))).boxed())
    }
}
