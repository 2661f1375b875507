//! Days of locations, for other services.

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use saffron_core::{BusinessDate, Clock, Error, PosId, Span, Zone};
use saffron_kit::grpc::to_status;
use saffron_kit::pg::Database;
use saffron_proto::reports::day_service_server::DayService;
use saffron_proto::reports::{Day, ListDaysRequest, ListDaysResponse, ReportKind, ReportRow};
use tonic::{Request, Response, Status};

use super::{refused, reports};
use crate::domain::{Grouping, Ranges, plan};

/// Days that are answered at once.
const MOST: usize = 2_000;

/// Other services' calls.
pub(super) struct Days {
    pub(super) database: Database,
    pub(super) clock: Clock,
}

/// The day of each location.
fn ranges(days: &[Day]) -> Result<Ranges, Error> {
    if days.len() > MOST {
        return Err(Error::invalid("days", format!("may be {MOST} at most")));
    }
    let mut ranges = Ranges::new();
    for day in days {
        let pos_id: PosId = day.pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
        let zone: Zone = day.time_zone.parse().map_err(|e| Error::invalid("timeZone", format!("{e}")))?;
        let date: BusinessDate =
            day.business_date.parse().map_err(|e| Error::invalid("businessDate", format!("{e}")))?;
        if ranges.insert(pos_id, (zone, Span { from: date, to: date })).is_some() {
            return Err(Error::invalid("days", "holds a location twice"));
        }
    }
    Ok(ranges)
}

/// A running day has a row of its own before there is any trade.
fn has_trade(row: &ReportRow) -> bool {
    row.figures.as_ref().is_some_and(|sums| sums.checks != 0 || sums.gross_sales != 0)
}

#[tonic::async_trait]
impl DayService for Days {
    type ListDaysStream = BoxStream<'static, Result<ListDaysResponse, Status>>;

    async fn list_days(
        &self,
        request: Request<ListDaysRequest>,
    ) -> Result<Response<Self::ListDaysStream>, Status> {
        let now = self.clock.now();
        let ranges = ranges(&request.get_ref().days).map_err(refused)?;
        if ranges.is_empty() {
            return Ok(Response::new(stream::empty().boxed()));
        }
        let plan = plan(ranges, Grouping::Day, now).map_err(refused)?;
        let answer = reports::answer(&self.database, ReportKind::Daily, &plan, now).await;
        let rows = answer.map_err(to_status)?.into_iter().flat_map(|part| part.rows);
        let rows = rows.filter(has_trade).map(|row| Ok(ListDaysResponse { row: Some(row) }));
        let rows: Vec<_> = rows.collect();
        Ok(Response::new(stream::iter(rows).boxed()))
    }
}
