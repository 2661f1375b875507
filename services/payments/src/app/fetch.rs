//! Fetching what is stale. A crash anywhere loses nothing: a mark goes with the commit of what was fetched for it, and
//! what was in hand is due again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{self, StreamExt as _};
use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_kit::{CancellationToken, Fault, run_rounds};
use serde::Deserialize as _;
use serde_json::Value;

use super::announce::{announce, keep};
use super::{App, signed};
use crate::domain::{Harvest, Kind, Named, Payout, ProviderId, odd};
use crate::store::{self, Claimed, ProviderFault, PutBack};

/// Objects that one worker takes in hand at once.
const AT_ONCE: i64 = 64;
/// Calls of the provider at once.
const CALLS: usize = 8;
/// How long what a worker took in hand is left to it. Where the provider is slower than that, another fetches it too, and
/// the read that began later stands.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// The pause where nothing is known to be due.
const IDLE: Duration = Duration::from_secs(1);
/// How often what cannot be read, or is not there, is tried before it is taken as it is.
const TRIES: i32 = 5;
/// The longest pause that the provider may ask for.
const LONGEST_ASKED: SignedDuration = SignedDuration::from_hours(1);
/// The longest pause between two tries.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_mins(10);

/// Fetches what is stale until `shutdown`. Every replica does.
pub async fn run_fetching(app: Arc<App>, shutdown: CancellationToken) {
    let idle = IDLE.min(app.settings.retry_after);
    run_rounds("fetching", idle, Some(&app.marked), &shutdown, || fetch_due(&app)).await;
}

/// What came of an object that was taken in hand.
type Attempt = (Claimed, Result<Fetched, ProviderFault>);

/// Fetches some of what is due; false if nothing was.
async fn fetch_due(app: &App) -> Result<bool, Fault> {
    let claimed = store::claim(&app.database, app.now(), LEASE, AT_ONCE).await?;
    let found = !claimed.is_empty();
    let fetched: Vec<_> = stream::iter(claimed)
        .map(|claimed| async move {
            let fetched = fetch(app, &claimed).await;
            (claimed, fetched)
        })
        .buffer_unordered(CALLS)
        .collect()
        .await;
    let mut by_location: BTreeMap<PosId, Vec<Attempt>> = BTreeMap::new();
    for (claimed, fetched) in fetched {
        by_location.entry(claimed.pos_id.clone()).or_default().push((claimed, fetched));
    }
    for (pos_id, fetched) in by_location {
        settle(app, &pos_id, &fetched).await?;
    }
    Ok(found)
}

/// An object as it stands, and what it contains.
struct Fetched {
    object: Value,
    contents: Option<Vec<Value>>,
}

async fn fetch(app: &App, claimed: &Claimed) -> Result<Fetched, ProviderFault> {
    let object = app.provider.object(&claimed.account.id, claimed.kind, &claimed.id).await?;
    if claimed.kind != Kind::Payout {
        return Ok(Fetched { object, contents: None });
    }
    let payout = Payout::deserialize(&object).map_err(|e| ProviderFault::Unreadable(odd(&e)))?;
    if !payout.tells_contents() {
        return Ok(Fetched { object, contents: None });
    }
    let (mut contents, mut last): (Vec<Value>, Option<String>) = (Vec::new(), None);
    loop {
        let mut parameters = vec![("payout", claimed.id.as_str())];
        parameters.extend(last.as_deref().map(|last| ("starting_after", last)));
        let path = Kind::BalanceTransaction.path();
        let page = app.provider.page(&claimed.account.id, path, &parameters).await?;
        last = page.data.last().and_then(|object| object.get("id")?.as_str()).map(str::to_owned);
        contents.extend(page.data);
        if !page.has_more || last.is_none() {
            return Ok(Fetched { object, contents: Some(contents) });
        }
    }
}

/// Keeps what was fetched for a location, and puts back what was not. Where the location has another account by now,
/// nothing of it counts any more: its marks are gone too.
async fn settle(app: &App, pos_id: &PosId, fetched: &[Attempt]) -> Result<(), Fault> {
    let (mut news, mut history) = (Harvest::default(), Harvest::default());
    let (mut done, mut failed) = (Vec::new(), Vec::new());
    for (claimed, fetched) in fetched {
        let harvest = if claimed.history { &mut history } else { &mut news };
        let added = match fetched {
            Ok(fetched) => add(harvest, claimed, fetched).map_err(ProviderFault::Unreadable),
            Err(fault) => Err(fault.clone()),
        };
        match added {
            Ok(()) => done.push(claimed),
            Err(ProviderFault::Missing) if claimed.tries >= TRIES => {
                tracing::warn!(%pos_id, kind = claimed.kind.name(), id = %claimed.id, "the provider does not know it");
                done.push(claimed);
            }
            Err(fault) => failed.push(put_back(app, claimed, &fault)),
        }
    }
    // Objects that were taken in hand at once are of one account.
    let Some((first, _)) = fetched.first() else { return Ok(()) };
    let mut tx = app.database.begin().await?;
    if !store::hold_account(&mut tx, pos_id, &first.account).await? {
        return Ok(());
    }
    let mut changed = keep(&mut tx, pos_id, &news, false).await?;
    changed |= keep(&mut tx, pos_id, &history, true).await?;
    store::settle_marks(&mut tx, pos_id, &done).await?;
    for (harvest, is_history) in [(&news, false), (&history, true)] {
        let named = transactions(&harvest.unexpanded);
        store::mark(&mut tx, pos_id, &named, is_history, app.now()).await?;
    }
    store::put_back(&mut tx, pos_id, &failed).await?;
    if !done.is_empty() {
        store::tell_freshness(&mut tx, pos_id).await?;
    }
    let changed: BTreeSet<PosId> = changed.then(|| pos_id.clone()).into_iter().collect();
    announce(&mut tx, &changed).await?;
    tx.commit().await
}

/// Movements of the balance that were only named.
pub(super) fn transactions(ids: &BTreeSet<ProviderId>) -> BTreeSet<Named> {
    ids.iter().map(|id| Named::One(Kind::BalanceTransaction, id.clone())).collect()
}

fn add(harvest: &mut Harvest, claimed: &Claimed, fetched: &Fetched) -> Result<(), String> {
    if let Some(contents) = &fetched.contents {
        harvest.add_contents(&claimed.id, claimed.read, contents)?;
    }
    harvest.add(claimed.kind, claimed.read, &fetched.object)
}

/// When an object is tried again: after a pause that is doubled with each try, a random half of it.
fn put_back<'a>(app: &App, claimed: &'a Claimed, fault: &ProviderFault) -> PutBack<'a> {
    let is_away = matches!(fault, ProviderFault::Away(..));
    let broken = !is_away && claimed.tries >= TRIES;
    if broken {
        tracing::error!(?fault, pos_id = %claimed.pos_id, kind = claimed.kind.name(), id = %claimed.id, "cannot be read");
    } else {
        tracing::warn!(?fault, pos_id = %claimed.pos_id, kind = claimed.kind.name(), id = %claimed.id, "is tried again");
    }
    let doubled =
        app.settings.retry_after.saturating_mul(2_u32.pow(claimed.tries.clamp(0, 16).unsigned_abs()));
    let pause = signed(doubled.mul_f64(0.5 + rand::random::<f64>() / 2.0)).min(LONGEST_PAUSE);
    let asked = match fault {
        ProviderFault::Away(_, Some(after)) => signed(*after).min(LONGEST_ASKED),
        _ => SignedDuration::ZERO,
    };
    let due = app.now().checked_add(pause.max(asked)).unwrap_or(Timestamp::MAX);
    PutBack { claimed, due, broken }
}
