//! Sources of checks, and facts as they were sent, as messages.

use saffron_core::time::public_time;
use saffron_core::{BusinessDate, Error, PosId, ShiftId, Source, Span, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{List, Page};
use saffron_kit::pg::Database;
use saffron_proto::reports::{
    self as proto, ExportChecksRequest, ExportChecksResponse, GetShiftFactsRequest, GetShiftFactsResponse,
    ListSourcesRequest, ListSourcesResponse,
};

use crate::store::{self, BySource, ExportKey};

/// The longest span, days: ten years and what a file has around them.
const MAX_DAYS: i64 = 3_700;
/// The most sources that a request names.
const MAX_SOURCES: usize = 1_000;
/// The most shifts that a request names.
const MAX_SHIFTS: usize = 1_000;
/// The most rows in one message.
const ROWS_AT_ONCE: usize = 500;

/// The sources of each day, in messages.
pub async fn list_sources(
    database: &Database,
    caller: &Caller,
    message: &ListSourcesRequest,
) -> Result<Vec<ListSourcesResponse>, Fault> {
    let (pos_id, span) = located(caller, &message.pos_id, &message.start_date, &message.end_date)?;
    let days = store::sources_of_days(database, &pos_id, span).await?;
    let days: Vec<_> = days
        .into_iter()
        .map(|day| proto::DaySource {
            business_date: day.business_date.to_string(),
            source: day.source.to_string(),
            checks: day.checks,
            net_sales: day.net_sales,
            first_time: public_time(day.times.0),
            last_time: public_time(day.times.1),
        })
        .collect();
    Ok(days.chunks(ROWS_AT_ONCE).map(|sources| ListSourcesResponse { sources: sources.to_vec() }).collect())
}

fn located(caller: &Caller, pos_id: &str, start: &str, end: &str) -> Result<(PosId, Span), Fault> {
    let pos_id: PosId = parse_field("posID", pos_id)?;
    caller.calendar(&pos_id)?;
    let from: BusinessDate = parse_field("startDate", start)?;
    let span = Span { from, to: parse_field("endDate", end)? };
    if span.days() < 1 {
        return Err(Error::invalid("startDate", "must not be after endDate").into());
    }
    if span.days() > MAX_DAYS {
        let message = format!("must be less than {MAX_DAYS} days before endDate");
        return Err(Error::invalid("startDate", message).into());
    }
    Ok((pos_id, span))
}

/// Checks of a location as they were sent.
pub struct SentChecks {
    database: Database,
    wanted: BySource,
}

impl SentChecks {
    pub fn of(
        database: Database,
        caller: &Caller,
        message: &ExportChecksRequest,
    ) -> Result<SentChecks, Fault> {
        let (pos_id, span) = located(caller, &message.pos_id, &message.start_date, &message.end_date)?;
        let sources = sources("sources", &message.sources)?;
        let not_sources = self::sources("notSources", &message.not_sources)?;
        Ok(SentChecks { database, wanted: BySource { pos_id, span, sources, not_sources } })
    }
}

fn sources(field: &str, texts: &[String]) -> Result<Vec<Source>, Error> {
    if texts.len() > MAX_SOURCES {
        return Err(Error::invalid(field, format!("may have at most {MAX_SOURCES} entries")));
    }
    texts.iter().map(|text| parse_field(field, text)).collect()
}

impl List for SentChecks {
    type Key = ExportKey;
    type Piece = ExportChecksResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Page<Self>, Fault> {
        let page = store::page_of_sent_checks(&self.database, &self.wanted, after, limit).await?;
        let rows = page.into_iter().map(|sent| {
            let data = sent.check.as_data(&self.wanted.pos_id, sent.revision);
            let data = data.map_err(|e| Fault::Permanent(format!("check as it was sent: {e}")))?;
            let key = (sent.business_date, sent.check.id.clone());
            let row = proto::SentCheck {
                check_id: sent.check.id.to_string(),
                business_date: sent.business_date.to_string(),
                source: sent.source.to_string(),
                revision: sent.revision,
                event_id: sent.event_id.to_string(),
                closed: sent.closed,
                data: data.to_string(),
            };
            Ok((key, row))
        });
        rows.collect()
    }
}

/// Shifts of a location as they were sent.
pub async fn shift_facts(
    database: &Database,
    caller: &Caller,
    message: &GetShiftFactsRequest,
) -> Result<GetShiftFactsResponse, Fault> {
    let pos_id: PosId = parse_field("posID", &message.pos_id)?;
    caller.calendar(&pos_id)?;
    if message.pos_shift_ids.len() > MAX_SHIFTS {
        return Err(Error::invalid("posShiftIDs", format!("may have at most {MAX_SHIFTS} entries")).into());
    }
    let ids = message.pos_shift_ids.iter().map(|id| parse_field("posShiftIDs", id));
    let ids: Vec<ShiftId> = ids.collect::<Result<_, _>>()?;
    let sent = store::sent_shifts(database, &pos_id, &ids).await?;
    let shifts = sent.into_iter().map(|sent| proto::SentShift {
        pos_shift_id: sent.shift.id.to_string(),
        revision: sent.revision,
        event_id: sent.event_id.to_string(),
        closed: sent.closed,
        removed: sent.removed,
        data: if sent.removed {
            String::new()
        } else {
            sent.shift.as_data(&pos_id, sent.revision).to_string()
        },
    });
    Ok(GetShiftFactsResponse { shifts: shifts.collect() })
}
