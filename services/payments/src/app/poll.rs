//! Polling the events of accounts, in addition to webhooks, which may be lost. At first, and after a gap longer than the provider
//! stores events, the account's history is read.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use futures::stream::{self, TryStreamExt as _};
use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp};
use saffron_core::BusinessDate;
use saffron_kit::{CancellationToken, Fault, run_worker};
use serde_json::Value;

use super::fetch::stale_transactions;
use super::store_objects::store_objects;
use super::{App, signed_duration};
use crate::domain::{Kind, Notice, Objects, ProviderId, Stale};
use crate::store::{self, History, ListPage, Poll, ProviderFault};

/// The most accounts that are polled at once.
const ACCOUNTS: i64 = 4;
/// The most kinds whose history is read at once: two of them are long, and a page takes a while.
const HISTORIES: usize = 3;
/// How long a worker has for an account; each page that is stored extends it. Two workers at one account do no harm.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// For how long events are certainly available: the provider stores them for 30 days.
const EVENTS_KEPT: SignedDuration = SignedDuration::from_hours(29 * 24);
/// The pause between rounds when nothing is due.
const IDLE: Duration = Duration::from_secs(1);
/// The wall time at which objects that are not final are read again.
const NIGHT: Time = Time::constant(4, 30, 0, 0);
/// The path of the provider's list of events.
const EVENTS: &str = "/v1/events";

/// Polls accounts that are due, until `shutdown`. Every replica does.
pub async fn run_polling(app: Arc<App>, shutdown: CancellationToken) {
    let idle = IDLE.min(app.config.poll_every);
    run_worker("reading accounts", idle, None, &shutdown, || poll_due(&app, &shutdown)).await;
}

/// Polls some of the due accounts; false, if there was none.
async fn poll_due(app: &App, shutdown: &CancellationToken) -> Result<bool, Fault> {
    let due = store::claim_polls(&app.database, app.database.clock().now() + LEASE, ACCOUNTS).await?;
    join_all(due.iter().map(|due| async {
        tokio::select! {
            // Stored pages are kept; the rest is read after the lease.
            () = shutdown.cancelled() => {}
            read = poll(app, due) => {
                if let Err(fault) = read {
                    tracing::warn!(%fault, pos_id = %due.pos_id, "an account could not be read");
                    let again = app.database.clock().now() + signed_duration(app.config.poll_every);
                    if let Err(fault) = store::poll_again(&app.database, due, again).await {
                        tracing::warn!(%fault, "reading accounts waits");
                    }
                }
            }
        }
    }))
    .await;
    Ok(!due.is_empty())
}

/// Polls an account: new events, or the history; once a night also all objects that are not final.
async fn poll(app: &App, poll: &Poll) -> Result<(), Fault> {
    let began = app.database.clock().now();
    let in_reach = poll.polled_at.is_none_or(|at| began.duration_since(at) < EVENTS_KEPT);
    let read = match &poll.last_event {
        Some(last) if in_reach => read_events(app, poll, last).await?,
        _ => false,
    };
    if !read {
        begin_history(app, poll, began).await?;
    }
    let unread = store::unread_histories(&app.database, &poll.pos_id).await?;
    stream::iter(unread.into_iter().map(Ok::<_, Fault>))
        .try_for_each_concurrent(HISTORIES, |history| read_history(app, poll, history))
        .await?;
    let tonight = night(poll, began);
    let mut tx = app.database.begin().await?;
    if !store::lock_account(&mut tx, &poll.pos_id, &poll.account).await? {
        return Ok(());
    }
    if tonight.is_some() && poll.read_again.is_some() {
        store::mark_open_objects(&mut tx, &poll.pos_id).await?;
        app.marked.notify_one();
    }
    store::set_polled(&mut tx, poll, began, signed_duration(app.config.poll_every), tonight).await?;
    store::update_as_of(&mut tx, &poll.pos_id).await?;
    tx.commit().await
}

/// The date of the night in which open objects are due to be read again.
fn night(poll: &Poll, now: Timestamp) -> Option<BusinessDate> {
    let wall = poll.zone.wall(now);
    let tonight = BusinessDate::from_date(wall.date());
    let is_due = poll.read_again.is_none_or(|last| last < tonight);
    (is_due && wall.time() >= NIGHT).then_some(tonight)
}

/// Reads the events after `last`, the newest read one. False, if the provider does not have that event any more.
async fn read_events(app: &App, poll: &Poll, last: &str) -> Result<bool, Fault> {
    let mut last = last.to_owned();
    loop {
        let parameters: Vec<(&str, &str)> =
            if last.is_empty() { Vec::new() } else { vec![("ending_before", last.as_str())] };
        let page = match app.provider.page(&poll.account.id, EVENTS, &parameters).await {
            Ok(page) => page,
            Err(ProviderFault::Missing) => return Ok(false),
            Err(fault) => return Err(fault.into()),
        };
        let Some(newest) = page.data.first().and_then(id_of) else { return Ok(true) };
        // If there was no event before, this is the newest page: older events are history.
        if last.is_empty() && page.has_more {
            return Ok(false);
        }
        let mut notices = Vec::with_capacity(page.data.len());
        for event in &page.data {
            match Notice::read(event) {
                Ok(notice) => notices.push(notice),
                Err(why) => tracing::error!(why, pos_id = %poll.pos_id, "an event cannot be read"),
            }
        }
        let mut tx = app.database.begin().await?;
        if !store::lock_account(&mut tx, &poll.pos_id, &poll.account).await? {
            return Ok(true);
        }
        let fresh = store::store_notices(&mut tx, &poll.pos_id, &notices).await?;
        store::set_last_event(&mut tx, poll, newest.as_str()).await?;
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

/// Notes the newest event, and that the history before it has to be read.
async fn begin_history(app: &App, poll: &Poll, now: Timestamp) -> Result<(), Fault> {
    let page = app.provider.page(&poll.account.id, EVENTS, &[]).await?;
    let newest = page.data.first().and_then(id_of).map(String::from).unwrap_or_default();
    let since = now - SignedDuration::from_hours(24 * i64::from(app.config.history_days));
    let mut tx = app.database.begin().await?;
    if !store::lock_account(&mut tx, &poll.pos_id, &poll.account).await? {
        return Ok(());
    }
    store::start_history(&mut tx, &poll.pos_id, &newest, since).await?;
    tx.commit().await
}

/// Reads the rest of a history, newest objects first, page by page.
async fn read_history(app: &App, poll: &Poll, mut history: History) -> Result<(), Fault> {
    let (path, since) = (history.kind.path(), history.since.to_string());
    let expand: Vec<String> = history.kind.expand().iter().map(|field| format!("data.{field}")).collect();
    loop {
        let mut parameters = vec![("created[gte]", since.as_str())];
        parameters.extend(history.cursor.as_deref().map(|cursor| ("starting_after", cursor)));
        parameters.extend(expand.iter().map(|field| ("expand[]", field.as_str())));
        let read = store::next_read_number(&app.database).await?;
        let page = match app.provider.page(&poll.account.id, &path, &parameters).await {
            // The object of the cursor is gone: the history is read from its beginning.
            Err(ProviderFault::Missing) if history.cursor.is_some() => {
                history.cursor = None;
                continue;
            }
            page => page?,
        };
        history.cursor = page.data.last().and_then(id_of).map(String::from);
        let done = !page.has_more || history.cursor.is_none();
        let is_stored = store_page(app, poll, &history, read, &page, done).await?;
        if done || !is_stored {
            return Ok(());
        }
    }
}

/// Stores a page of history. False, if the location has another account by now: then nothing is stored.
async fn store_page(
    app: &App,
    poll: &Poll,
    history: &History,
    read: i64,
    page: &ListPage,
    done: bool,
) -> Result<bool, Fault> {
    let (pos_id, kind) = (&poll.pos_id, history.kind);
    let (mut objects, mut stale) = (Objects::default(), BTreeSet::new());
    for object in &page.data {
        if let Err(why) = objects.add(kind, read, object) {
            tracing::error!(why, %pos_id, kind = kind.as_str(), "an object of a list cannot be read");
            stale.extend(id_of(object).map(|id| Stale::Object(kind, id)));
        }
    }
    // The contents of a payout are in another list.
    let payouts = objects.payouts.values().filter(|(_, payout)| payout.has_contents());
    stale.extend(payouts.map(|(_, payout)| Stale::Object(Kind::Payout, payout.id.clone())));
    stale.extend(stale_transactions(&objects.unexpanded));
    let mut tx = app.database.begin().await?;
    if !store::lock_account(&mut tx, pos_id, &poll.account).await? {
        return Ok(false);
    }
    store_objects(&mut tx, pos_id, &objects, true).await?;
    store::mark_stale(&mut tx, pos_id, &stale, true).await?;
    let lease = tx.clock().now() + LEASE;
    store::set_history_cursor(&mut tx, pos_id, kind, history.cursor.as_deref(), done, lease).await?;
    tx.commit().await?;
    if !stale.is_empty() {
        app.marked.notify_one();
    }
    Ok(true)
}

fn id_of(object: &Value) -> Option<ProviderId> {
    object.get("id")?.as_str()?.parse().ok()
}
