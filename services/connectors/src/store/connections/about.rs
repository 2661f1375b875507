use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Conn;
use uuid::Uuid;

use super::{FeedRow, UnwrittenRow};
use crate::domain::{DayState, FeedKind};

/// How connections are at a location.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// How many dates are in each state. Those that count twice are asked about.
    pub days: Vec<(DayState, i64)>,
    pub feeds: Vec<FeedRow>,
    /// Objects that became no fact.
    pub unmapped: i64,
    /// Whether what owners set is written.
    pub writes: bool,
    /// What of it the POS did not take, the latest first.
    pub unwritten: Vec<UnwrittenRow>,
}

/// How these connections are at a location; none of one that has neither dates nor feeds there.
pub async fn about(
    conn: &mut Conn,
    pos_id: &PosId,
    connections: &[Uuid],
) -> Result<BTreeMap<Uuid, About>, Fault> {
    let mut all: BTreeMap<Uuid, About> = BTreeMap::new();
    let days = sqlx::query!(
        r#"SELECT connection_id, state, sharing = 'open' AND state IN ('read', 'again') AS is_shared, count(*) AS "count!"
           FROM connected_day
           WHERE pos_id = $1 AND connection_id = ANY ($2::uuid[]) GROUP BY connection_id, state, is_shared"#,
        pos_id.as_str(),
        connections
    );
    for row in days.fetch_all(&mut *conn).await? {
        let state = if row.is_shared == Some(true) { DayState::Asked } else { row.state };
        all.entry(row.connection_id).or_default().days.push((state, row.count));
    }
    let feeds = sqlx::query!(
        r#"SELECT connection_id, kind AS "kind: FeedKind", read_until, failing_since, error FROM feed
           WHERE pos_id = $1 AND connection_id = ANY ($2::uuid[]) ORDER BY kind"#,
        pos_id.as_str(),
        connections
    );
    for row in feeds.fetch_all(&mut *conn).await? {
        let (kind, read_until, failing_since, error) =
            (row.kind, row.read_until, row.failing_since, row.error);
        all.entry(row.connection_id).or_default().feeds.push(FeedRow {
            kind,
            read_until,
            failing_since,
            error,
        });
    }
    let unmapped = sqlx::query!(
        r#"SELECT connection_id, count(*) AS "count!" FROM unmapped
           WHERE pos_id = $1 AND connection_id = ANY ($2::uuid[]) GROUP BY connection_id"#,
        pos_id.as_str(),
        connections
    );
    for row in unmapped.fetch_all(&mut *conn).await? {
        all.entry(row.connection_id).or_default().unmapped = row.count;
    }
    for connection_id in super::written_among(&mut *conn, pos_id, connections).await? {
        all.entry(connection_id).or_default().writes = true;
    }
    for (connection_id, row) in super::shown_unwritten(conn, pos_id, connections).await? {
        all.entry(connection_id).or_default().unwritten.push(row);
    }
    Ok(all)
}
