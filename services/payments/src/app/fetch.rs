//! Fetching stale objects. A crash anywhere loses nothing: a mark is deleted in the transaction that stores its object, and
//! claimed objects are due again after the lease.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{self, StreamExt as _};
use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_kit::pg::Backoff;
use saffron_kit::{CancellationToken, Fault, run_worker};
use serde::Deserialize as _;
use serde_json::Value;

use super::store_objects::store_objects;
use super::{App, signed_duration};
use crate::domain::{Kind, Objects, Payout, ProviderId, Stale, redacted};
use crate::store::{self, Claimed, Failed, ProviderFault};

/// The most objects that one worker claims at once.
const AT_ONCE: i64 = 64;
/// The most concurrent calls of the provider.
const CALLS: usize = 8;
/// How long a worker has for the objects that it claimed. If the provider is slower, another worker fetches them too, and
/// the result of the read that began later is stored.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// The pause between rounds when nothing is due.
const IDLE: Duration = Duration::from_secs(1);
/// The longest pause that the provider may ask for.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(1);

/// Fetches stale objects until `shutdown`. Every replica does.
pub async fn run_fetching(app: Arc<App>, shutdown: CancellationToken) {
    let idle = IDLE.min(app.config.retry_after);
    run_worker("fetching", idle, Some(&app.marked), &shutdown, || fetch_due(&app)).await;
}

/// A claimed object, and the result of fetching it.
type Attempt = (Claimed, Result<Fetched, ProviderFault>);

/// Fetches some of the due objects; false, if there was none.
async fn fetch_due(app: &App) -> Result<bool, Fault> {
    let claimed = store::claim(&app.database, LEASE, AT_ONCE).await?;
    let found = !claimed.is_empty();
    let attempt = |claimed: Claimed| async {
        let fetched = fetch(app, &claimed).await;
        (claimed, fetched)
    };
    let attempts: Vec<Attempt> = stream::iter(claimed).map(attempt).buffer_unordered(CALLS).collect().await;
    let mut by_location: BTreeMap<PosId, Vec<Attempt>> = BTreeMap::new();
    for attempt in attempts {
        by_location.entry(attempt.0.pos_id.clone()).or_default().push(attempt);
    }
    for (pos_id, attempts) in by_location {
        store_attempts(app, &pos_id, &attempts).await?;
    }
    Ok(found)
}

/// A fetched object, and the contents of a payout.
struct Fetched {
    object: Value,
    contents: Option<Vec<Value>>,
}

/// Fetches a claimed object, and the contents of a payout.
async fn fetch(app: &App, claimed: &Claimed) -> Result<Fetched, ProviderFault> {
    let object = app.provider.object(&claimed.account.id, claimed.kind, &claimed.id).await?;
    if claimed.kind != Kind::Payout {
        return Ok(Fetched { object, contents: None });
    }
    let payout = Payout::deserialize(&object).map_err(|e| ProviderFault::Unreadable(redacted(&e)))?;
    if !payout.has_contents() {
        return Ok(Fetched { object, contents: None });
    }
    let path = Kind::BalanceTransaction.path();
    let (mut contents, mut last): (Vec<Value>, Option<String>) = (Vec::new(), None);
    loop {
        let mut parameters = vec![("payout", claimed.id.as_str())];
        parameters.extend(last.as_deref().map(|last| ("starting_after", last)));
        let page = app.provider.page(&claimed.account.id, &path, &parameters).await?;
        last = page.data.last().and_then(|object| object.get("id")?.as_str()).map(str::to_owned);
        contents.extend(page.data);
        if !page.has_more || last.is_none() {
            return Ok(Fetched { object, contents: Some(contents) });
        }
    }
}

/// Stores the fetched objects of a location, and reschedules those that failed. If the location has another account by now,
/// nothing is stored: the marks are deleted with the former objects.
async fn store_attempts(app: &App, pos_id: &PosId, attempts: &[Attempt]) -> Result<(), Fault> {
    let retry = Backoff { first: app.config.retry_after, longest: Duration::from_secs(600), tries: 6 };
    let (mut current, mut history) = (Objects::default(), Objects::default());
    let (mut done, mut failed) = (Vec::new(), Vec::new());
    for (claimed, fetched) in attempts {
        let objects = if claimed.history { &mut history } else { &mut current };
        let is_last = retry.after(claimed.tries).is_none();
        let fault = match fetched {
            Ok(fetched) => add_fetched(objects, claimed, fetched).err().map(ProviderFault::Unreadable),
            Err(fault) => Some(fault.clone()),
        };
        let (kind, id) = (claimed.kind.as_str(), &claimed.id);
        match fault {
            None => done.push(claimed),
            Some(ProviderFault::Missing) if is_last => {
                tracing::warn!(%pos_id, kind, %id, "the provider does not know this object");
                done.push(claimed);
            }
            Some(fault) => {
                let broken = is_last && !matches!(fault, ProviderFault::Away(..));
                if broken {
                    tracing::error!(?fault, %pos_id, kind, %id, "an object cannot be read");
                } else {
                    tracing::warn!(?fault, %pos_id, kind, %id, "an object is fetched again later");
                }
                let pause = retry.pause(claimed.tries).max(requested_pause(&fault));
                let due = app.database.clock().now().checked_add(pause).unwrap_or(Timestamp::MAX);
                failed.push(Failed { claimed, due, broken });
            }
        }
    }
    // Objects of one location that were claimed together belong to one account.
    let Some((first, _)) = attempts.first() else { return Ok(()) };
    let mut tx = app.database.begin().await?;
    if !store::lock_account(&mut tx, pos_id, &first.account).await? {
        return Ok(());
    }
    for (objects, is_history) in [(&current, false), (&history, true)] {
        store_objects(&mut tx, pos_id, objects, is_history).await?;
    }
    store::delete_marks(&mut tx, pos_id, &done).await?;
    for (objects, is_history) in [(&current, false), (&history, true)] {
        store::mark_stale(&mut tx, pos_id, &stale_transactions(&objects.unexpanded), is_history).await?;
    }
    store::reschedule(&mut tx, pos_id, &failed).await?;
    if !done.is_empty() {
        store::update_as_of(&mut tx, pos_id).await?;
    }
    tx.commit().await
}

/// Marks of balance transactions that were not expanded.
pub(super) fn stale_transactions(ids: &BTreeSet<ProviderId>) -> BTreeSet<Stale> {
    ids.iter().map(|id| Stale::Object(Kind::BalanceTransaction, id.clone())).collect()
}

/// Adds a fetched object, and the contents of a payout.
fn add_fetched(objects: &mut Objects, claimed: &Claimed, fetched: &Fetched) -> Result<(), String> {
    if let Some(contents) = &fetched.contents {
        objects.add_contents(&claimed.id, claimed.read, contents)?;
    }
    objects.add(claimed.kind, claimed.read, &fetched.object)
}

/// The pause that the provider asks for, or zero.
fn requested_pause(fault: &ProviderFault) -> SignedDuration {
    match fault {
        ProviderFault::Away(_, Some(after)) => signed_duration(*after).min(LONGEST_PAUSE),
        _ => SignedDuration::ZERO,
    }
}
