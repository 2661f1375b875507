use std::collections::BTreeMap;
use std::sync::Arc;

use saffron_core::{BusinessDate, Calendar, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{List, Page};
use saffron_proto::connectors::{
    ConnectedDay, ConnectedDaySource, ConnectedDayState, ListConnectedDaysResponse, ListConnectionsResponse,
    ListUnmappedResponse,
};
use uuid::Uuid;

use super::connection_messages::{Shown, unmapped_message};
use crate::app::{App, named_sources, takes_writes};
use crate::domain::DayState;
use crate::store::{self, AskedDay};

/// The connections of a location.
pub(super) struct ConnectionList {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
}

impl List for ConnectionList {
    type Key = Uuid;
    type Piece = ListConnectionsResponse;

    async fn page(&self, after: Option<&Uuid>, limit: i64) -> Result<Page<Self>, Fault> {
        let database = &self.app.database;
        let rows = store::page_of_connections(database, &self.pos_id, after.copied(), limit).await?;
        let ids: Vec<Uuid> = rows.iter().map(|(connection, _)| connection.connection_id).collect();
        let mut conn = database.pool().acquire().await?;
        let mut about = store::about(&mut conn, &self.pos_id, &ids).await?;
        drop(conn);
        let now = self.app.now();
        let shown = rows.into_iter().map(|(connection, location)| {
            let id = connection.connection_id;
            let about = about.remove(&id).unwrap_or_default();
            let takes_writes = takes_writes(&self.app, connection.pos);
            let shown = Shown { connection, location, offered: Vec::new(), about, takes_writes };
            (id, shown.message(&self.pos_id, &self.calendar, now))
        });
        Ok(shown.collect())
    }
}

/// The days of a connected location of which another source has checks.
pub(super) struct ConnectedDays {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub connection_id: Uuid,
    /// The signed token of the caller.
    pub token: String,
    /// The sources of the connection, and of earlier ones.
    pub own: Vec<String>,
}

impl List for ConnectedDays {
    type Key = BusinessDate;
    type Piece = ListConnectedDaysResponse;

    async fn page(&self, after: Option<&BusinessDate>, limit: i64) -> Result<Page<Self>, Fault> {
        let (database, before) = (&self.app.database, after.copied());
        let days =
            store::page_of_asked_days(database, &self.pos_id, self.connection_id, before, limit).await?;
        let (Some(latest), Some(earliest)) = (days.first(), days.last()) else { return Ok(Vec::new()) };
        let span = (earliest.business_date, latest.business_date);
        let mut sources: BTreeMap<BusinessDate, Vec<ConnectedDaySource>> = BTreeMap::new();
        for (source, source_name) in named_sources(&self.app, &self.token, &self.pos_id, span).await? {
            if source.checks > 0 && !self.own.contains(&source.source) {
                sources.entry(source.business_date).or_default().push(ConnectedDaySource {
                    source_name,
                    checks: source.checks,
                    net_sales: source.net_sales.cents(),
                });
            }
        }
        let shown = days.into_iter().map(|day| {
            let of_day = sources.remove(&day.business_date).unwrap_or_default();
            (day.business_date, message(&day, of_day))
        });
        Ok(shown.collect())
    }
}

fn message(day: &AskedDay, sources: Vec<ConnectedDaySource>) -> ConnectedDay {
    let state = match day.state {
        DayState::Asked => ConnectedDayState::Asked,
        DayState::Skipped => ConnectedDayState::Skipped,
        DayState::Replacing => ConnectedDayState::Replacing,
        DayState::Read | DayState::Again if day.is_shared => ConnectedDayState::Asked,
        DayState::Waiting | DayState::Read | DayState::Again => ConnectedDayState::Unspecified,
    };
    ConnectedDay {
        business_date: day.business_date.to_string(),
        state: state as i32,
        counts_twice: day.is_shared && state == ConnectedDayState::Asked,
        pos_checks: day.own_checks,
        pos_net_sales: day.own_net_sales.map(saffron_core::Money::cents),
        sources,
    }
}

/// The objects of a connected location that became no fact.
pub(super) struct UnmappedList {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
    pub connection_id: Uuid,
}

impl List for UnmappedList {
    /// Kind and id.
    type Key = (String, String);
    type Piece = ListUnmappedResponse;

    async fn page(&self, after: Option<&(String, String)>, limit: i64) -> Result<Page<Self>, Fault> {
        let database = &self.app.database;
        let rows = store::page_of_unmapped(database, &self.pos_id, self.connection_id, after, limit).await?;
        let shown = rows.into_iter().map(|row| {
            let key = (row.kind.clone(), row.external_id.clone());
            (key, unmapped_message(row, &self.calendar))
        });
        Ok(shown.collect())
    }
}
