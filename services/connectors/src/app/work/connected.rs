//! Days of connections that an import replaces, or gives back once it is undone.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::Stop;
use super::collisions::token_of;
use crate::app::App;
use crate::app::connections::announce;
use crate::domain::{FeedKind, Findings};
use crate::store::{self, ImportRow};

/// Lets connections bring in no checks of days that an import replaces: a change at the POS, or a reading of the whole day, would
/// count beside the import's.
pub(super) async fn skip(
    tx: &mut Tx,
    import: &ImportRow,
    dates: &BTreeSet<BusinessDate>,
) -> Result<(), Fault> {
    let dates: Vec<BusinessDate> = dates.iter().copied().collect();
    for connection_id in store::skip_days(tx, &import.pos_id, &dates).await? {
        announce(tx, connection_id, Some(&import.pos_id)).await?;
    }
    Ok(())
}

/// Days by the connection that reads them.
pub(super) type Days = BTreeMap<Uuid, Vec<BusinessDate>>;

/// Days of an import that connections skip and that no further source has: once the import is undone, nobody else brings them in.
pub(super) async fn to_give_back(app: &App, import: &ImportRow, findings: &Findings) -> Result<Days, Stop> {
    let Some(span) = findings.span() else { return Ok(Days::new()) };
    let dates: Vec<BusinessDate> =
        findings.summary.iter().flat_map(|summary| &summary.days).map(|day| day.date).collect();
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let skipped = store::skipped_days(&mut conn, &import.pos_id, &dates).await?;
    drop(conn);
    let mut days = Days::new();
    if skipped.is_empty() {
        return Ok(days);
    }
    let token = token_of(app, import)?;
    let sources = app.others.sources(&token.get().await?, &import.pos_id, span).await?;
    for day in skipped {
        let mut others = sources.iter().filter(|of| of.business_date == day.business_date && of.checks > 0);
        let is_free =
            others.all(|of| Some(&of.source) == import.source.as_ref() || day.sources.contains(&of.source));
        if is_free {
            days.entry(day.connection_id).or_default().push(day.business_date);
        }
    }
    Ok(days)
}

/// Has connections read these days.
pub(super) async fn give_back(tx: &mut Tx, import: &ImportRow, days: &Days) -> Result<(), Fault> {
    let (pos_id, now) = (&import.pos_id, tx.clock().now());
    for (connection_id, dates) in days {
        store::wake_feeds(tx, pos_id, *connection_id, &[FeedKind::Past], now).await?;
        store::read_skipped(tx, pos_id, *connection_id, dates).await?;
        announce(tx, *connection_id, Some(pos_id)).await?;
    }
    Ok(())
}
