//! Reading what an account's events name, beside the webhooks: a delivery may never come. The first time, and after a gap
//! that the events do not reach across, the account's history is read.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use futures::stream::{self, TryStreamExt as _};
use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{BusinessDate, PosId};
use saffron_kit::{CancellationToken, Fault, run_rounds};
use serde_json::Value;

use super::announce::{announce, keep};
use super::fetch::transactions;
use super::{App, signed};
use crate::domain::{Harvest, Kind, Named, Notice, ProviderId};
use crate::store::{self, ListPage, Polled, ProviderFault};

/// Accounts that are read at once.
const ACCOUNTS: i64 = 4;
/// Kinds whose history is read at once. Two of them are long, and a page takes the provider its time.
const HISTORIES: usize = 3;
/// How long an account is left to who reads it; each page that is stored makes it longer. Two who read it do no harm.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// Beyond this the provider's events are not sure to reach back: it keeps them for 30 days.
const REACH: SignedDuration = SignedDuration::from_hours(29 * 24);
/// The pause where no account is known to be due.
const IDLE: Duration = Duration::from_secs(1);
/// Wall time at which what is not final is read again.
const NIGHT: Time = Time::constant(4, 30, 0, 0);
/// Where the provider lists its events.
const EVENTS: &str = "/v1/events";

/// Reads accounts whenever they are due, until `shutdown`. Every replica does.
pub async fn run_polling(app: Arc<App>, shutdown: CancellationToken) {
    let idle = IDLE.min(app.settings.poll_every);
    run_rounds("reading accounts", idle, None, &shutdown, || poll_due(&app, &shutdown)).await;
}

/// Reads some accounts that are due; false if none was.
async fn poll_due(app: &App, shutdown: &CancellationToken) -> Result<bool, Fault> {
    let now = app.now();
    let due = store::due_polls(&app.database, now, now + LEASE, ACCOUNTS).await?;
    join_all(due.iter().map(|polled| async {
        tokio::select! {
            // What is stored of it stays; the rest is read after the lease.
            () = shutdown.cancelled() => {}
            read = poll(app, polled) => {
                if let Err(fault) = read {
                    tracing::warn!(%fault, pos_id = %polled.pos_id, "an account could not be read");
                    let again = app.now() + signed(app.settings.poll_every);
                    if let Err(fault) = store::poll_again(&app.database, polled, again).await {
                        tracing::warn!(%fault, "reading accounts waits");
                    }
                }
            }
        }
    }))
    .await;
    Ok(!due.is_empty())
}

/// Reads an account.
async fn poll(app: &App, polled: &Polled) -> Result<(), Fault> {
    let began = app.now();
    let in_reach = polled.polled_at.is_none_or(|at| began.duration_since(at) < REACH);
    let read = match &polled.last_event {
        Some(last) if in_reach => read_events(app, polled, last, began).await?,
        _ => false,
    };
    if !read {
        begin_history(app, polled, began).await?;
    }
    let unread = store::unread_history(&app.database, &polled.pos_id).await?;
    stream::iter(unread.into_iter().map(Ok::<_, Fault>))
        .try_for_each_concurrent(HISTORIES, |(kind, since, cursor)| {
            read_history(app, polled, kind, since, cursor)
        })
        .await?;
    let tonight = night(polled, began);
    let mut tx = app.database.begin().await?;
    if !store::hold_account(&mut tx, &polled.pos_id, &polled.account).await? {
        return Ok(());
    }
    if tonight.is_some() && polled.read_again.is_some() {
        store::mark_open(&mut tx, &polled.pos_id, began).await?;
        app.marked.notify_one();
    }
    store::note_polled(&mut tx, polled, began, signed(app.settings.poll_every), tonight).await?;
    store::tell_freshness(&mut tx, &polled.pos_id).await?;
    tx.commit().await
}

/// The night that has begun since what is not final was read last.
fn night(polled: &Polled, now: Timestamp) -> Option<BusinessDate> {
    let wall = polled.zone.wall(now);
    let tonight = BusinessDate::from_date(wall.date());
    let is_due = polled.read_again.is_none_or(|last| last < tonight);
    (is_due && wall.time() >= NIGHT).then_some(tonight)
}

/// Reads the events after the newest that was seen. False if the provider does not know that one any more.
async fn read_events(app: &App, polled: &Polled, last: &str, now: Timestamp) -> Result<bool, Fault> {
    let mut last = last.to_owned();
    loop {
        let parameters: Vec<(&str, &str)> =
            if last.is_empty() { Vec::new() } else { vec![("ending_before", last.as_str())] };
        let page = match app.provider.page(&polled.account.id, EVENTS, &parameters).await {
            Ok(page) => page,
            Err(ProviderFault::Missing) => return Ok(false),
            Err(fault) => return Err(fault.into()),
        };
        let Some(newest) = page.data.first().and_then(id_of) else { return Ok(true) };
        // Where there was no event before, only the newest page was read: what lies behind it is history.
        if last.is_empty() && page.has_more {
            return Ok(false);
        }
        let mut notices = Vec::with_capacity(page.data.len());
        for event in &page.data {
            match Notice::read(event) {
                Ok(notice) => notices.push(notice),
                Err(why) => tracing::error!(why, pos_id = %polled.pos_id, "an event cannot be read"),
            }
        }
        let mut tx = app.database.begin().await?;
        if !store::hold_account(&mut tx, &polled.pos_id, &polled.account).await? {
            return Ok(true);
        }
        let fresh = store::take_notices(&mut tx, &polled.pos_id, &notices, now).await?;
        store::note_events(&mut tx, polled, newest.as_str()).await?;
        tx.commit().await?;
        if fresh > 0 {
            app.marked.notify_one();
        }
        if !page.has_more {
            return Ok(true);
        }
        last = newest.into();
    }
}

/// Notes the newest event there is, and that everything before it has to be read.
async fn begin_history(app: &App, polled: &Polled, now: Timestamp) -> Result<(), Fault> {
    let page = app.provider.page(&polled.account.id, EVENTS, &[]).await.map_err(Fault::from)?;
    let newest = page.data.first().and_then(id_of).map(String::from).unwrap_or_default();
    let since = now - SignedDuration::from_hours(24 * i64::from(app.settings.history_days));
    let mut tx = app.database.begin().await?;
    if !store::hold_account(&mut tx, &polled.pos_id, &polled.account).await? {
        return Ok(());
    }
    store::start_history(&mut tx, &polled.pos_id, &newest, since).await?;
    tx.commit().await
}

/// Reads what is left of the history of a kind, newest first, page by page.
async fn read_history(
    app: &App,
    polled: &Polled,
    kind: Kind,
    since: i64,
    mut cursor: Option<String>,
) -> Result<(), Fault> {
    let since = since.to_string();
    let expand: Vec<String> = kind.expand().iter().map(|field| format!("data.{field}")).collect();
    loop {
        let mut parameters = vec![("created[gte]", since.as_str())];
        parameters.extend(cursor.as_deref().map(|cursor| ("starting_after", cursor)));
        parameters.extend(expand.iter().map(|field| ("expand[]", field.as_str())));
        let read = store::next_read(&app.database).await?;
        let page = match app.provider.page(&polled.account.id, kind.path(), &parameters).await {
            // What it went on after is gone: it begins anew.
            Err(ProviderFault::Missing) if cursor.is_some() => {
                cursor = None;
                continue;
            }
            page => page.map_err(Fault::from)?,
        };
        let last = page.data.last().and_then(id_of).map(String::from);
        let done = !page.has_more || last.is_none();
        let kept = keep_page(app, polled, kind, read, &page, last.as_deref(), done).await?;
        if done || !kept {
            return Ok(());
        }
        cursor = last;
    }
}

/// Keeps a page of history. False, if the location has another account by now: then nothing of it is kept.
async fn keep_page(
    app: &App,
    polled: &Polled,
    kind: Kind,
    read: i64,
    page: &ListPage,
    last: Option<&str>,
    done: bool,
) -> Result<bool, Fault> {
    let pos_id = &polled.pos_id;
    let (mut harvest, mut stale) = (Harvest::default(), BTreeSet::new());
    for object in &page.data {
        if let Err(why) = harvest.add(kind, read, object) {
            tracing::error!(why, %pos_id, kind = kind.name(), "an object of a list cannot be read");
            stale.extend(id_of(object).map(|id| Named::One(kind, id)));
        }
    }
    // What a payout contains stands in another list.
    let telling = harvest.payouts.values().filter(|(_, payout)| payout.tells_contents());
    stale.extend(telling.map(|(_, payout)| Named::One(Kind::Payout, payout.id.clone())));
    stale.extend(transactions(&harvest.unexpanded));
    let now = app.now();
    let mut tx = app.database.begin().await?;
    if !store::hold_account(&mut tx, pos_id, &polled.account).await? {
        return Ok(false);
    }
    let changed = keep(&mut tx, pos_id, &harvest, true).await?;
    store::mark(&mut tx, pos_id, &stale, true, now).await?;
    store::note_history(&mut tx, pos_id, kind, last, done, now + LEASE).await?;
    let changed: BTreeSet<PosId> = changed.then(|| pos_id.clone()).into_iter().collect();
    announce(&mut tx, &changed).await?;
    tx.commit().await?;
    if !stale.is_empty() {
        app.marked.notify_one();
    }
    Ok(true)
}

fn id_of(object: &Value) -> Option<ProviderId> {
    object.get("id")?.as_str()?.parse().ok()
}
