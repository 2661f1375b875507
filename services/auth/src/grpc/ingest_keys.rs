//! Ingest keys as messages, and as a list.

use jiff::Timestamp;
use saffron_core::Source;
use saffron_core::time::public_time;
use saffron_core::{Calendar, PosId, UserId, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{List, Page};
use saffron_kit::grpc::{Caller, Mirrored as _};
use saffron_kit::pg::Database;
use saffron_proto::auth::{self as proto, ListIngestKeysResponse};
use uuid::Uuid;

use crate::app::KeyCaller;
use crate::domain::{IngestKey, IngestKeyKind};
use crate::store;

saffron_kit::mirrored!(IngestKeyKind, proto::IngestKeyKind: Till, Import, Connection);

/// The caller of a call about keys, and the location that it names.
pub fn located(caller: &Caller, pos_id: &str) -> Result<(KeyCaller, PosId, Calendar), Fault> {
    let pos_id: PosId = parse_field("posID", pos_id)?;
    let calendar = caller.calendar(&pos_id)?.clone();
    let caller = if caller.user == UserId::NOBODY { KeyCaller::Key } else { KeyCaller::Person(caller.user) };
    Ok((caller, pos_id, calendar))
}

pub fn message(key: IngestKey, calendar: &Calendar) -> proto::IngestKey {
    let wall = |at: Timestamp| public_time(calendar.wall(at));
    proto::IngestKey {
        id: key.source.to_string(),
        name: key.name,
        kind: key.kind.for_message(),
        created_at: wall(key.created_at),
        created_by: key.created_by.unwrap_or_default(),
        last_used_at: key.last_used_at.map(wall).unwrap_or_default(),
        revoked_at: key.revoked_at.map(wall).unwrap_or_default(),
    }
}

/// The keys of a location, newest first.
pub struct IngestKeys {
    pub database: Database,
    pub pos_id: PosId,
    pub calendar: Calendar,
}

impl List for IngestKeys {
    type Key = (Timestamp, Uuid);
    type Piece = ListIngestKeysResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Page<Self>, Fault> {
        let page = store::page_of_ingest_keys(&self.database, &self.pos_id, after, limit).await?;
        let rows = page.into_iter().map(|key| {
            let id = match key.source {
                Source::Till => Uuid::nil(),
                Source::Key(id) => id,
            };
            ((key.created_at, id), message(key, &self.calendar))
        });
        Ok(rows.collect())
    }
}
