use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, StreamExt as _};
use saffron_core::PosId;
use saffron_core::event::{CustomerErased, DeadLetter};
use saffron_kit::nats::dlq::Buried;
use saffron_kit::{CancellationToken, Fault, run_rounds};

use super::App;
use super::erase_customer::erase_again;
use crate::domain::named_in;
use crate::store;

/// Erasures looked at in one round.
const AT_ONCE: i64 = 100;

/// Letters of our own tables looked at in one go; each has 40 KiB at most.
const LETTERS_AT_ONCE: i64 = 100;

type Tombstones = BTreeSet<(PosId, Vec<u8>)>;

/// Forgets what is left of a guest at once after each erasure, and looks for new letters every so often, until
/// `shutdown`.
pub async fn run_forgetting(app: Arc<App>, every: Duration, shutdown: CancellationToken) {
    let round = || async { forget_rest(&app).await.map(|()| false) };
    run_rounds("what is left of erased guests", every, Some(&app.erased), &shutdown, round).await;
}

/// Deletes what lies in DLQ and names an erased guest: of new erasures all there is, of earlier ones what came since; and
/// what old versions of rows hold of new ones. An erasure is settled only afterwards, so that a crash leaves nothing
/// behind.
async fn forget_rest(app: &App) -> Result<(), Fault> {
    // What lies in our own tables does not wait for NATS.
    forget_kept_letters(app).await?;
    hear(app).await?;
    let pending = store::erasures_pending(&app.database, AT_ONCE).await?;
    for (pos_id, _) in &pending {
        let tombstones = store::tombstones_of(&app.database, Some(pos_id)).await?;
        for place in [Some(pos_id), None] {
            let letters = app.nats.dead_letters_of(place).await?;
            forget(app, letters, |_| Some(tombstones.clone())).await?;
        }
    }
    if !pending.is_empty() {
        let gone = store::sweep(&app.database, &pending).await?;
        store::settle_erasures(&app.database, &gone).await?;
    }
    let (newest, mut read) =
        (app.nats.newest_dead_letter().await?, store::letters_read(&app.database).await?);
    if newest == read {
        return Ok(());
    }
    if newest < read {
        // DLQ was made anew and counts from the beginning.
        read = 0;
    }
    let mut by_location: BTreeMap<PosId, Tombstones> = BTreeMap::new();
    for (pos_id, hash) in store::tombstones_of(&app.database, None).await? {
        by_location.entry(pos_id.clone()).or_default().insert((pos_id, hash));
    }
    if !by_location.is_empty() {
        let all: Tombstones = by_location.values().flatten().cloned().collect();
        let letters = app.nats.dead_letters_after(read).await?;
        forget(app, letters, |letter| match location_of(letter) {
            Some(pos_id) => by_location.get(&pos_id).cloned(),
            None => Some(all.clone()),
        })
        .await?;
    }
    store::letters_were_read(&app.database, newest).await
}

/// Does the erasures again that EVENTS tells of and that were not heard yet.
async fn hear(app: &App) -> Result<(), Fault> {
    let heard = store::erasures_heard(&app.database).await?;
    let mut erasures = std::pin::pin!(app.nats.past_events::<CustomerErased>(heard).await?);
    while let Some(erasure) = erasures.next().await {
        let (sequence, erased) = erasure?;
        erase_again(app, erased).await?;
        store::erasures_were_heard(&app.database, sequence).await?;
    }
    Ok(())
}

/// The location of a letter; that of its subject where the letter does not say.
fn location_of(letter: &DeadLetter) -> Option<PosId> {
    let in_subject = || match letter.subject.split('.').collect::<Vec<_>>().as_slice() {
        ["pos", "v1", _, pos_id, "batch"] => pos_id.parse().ok(),
        _ => None,
    };
    letter.pos_id.clone().or_else(in_subject)
}

/// Deletes letters that name an erased guest and have not reached DLQ, or that NATS refused.
async fn forget_kept_letters(app: &App) -> Result<(), Fault> {
    let mut known: BTreeMap<Option<PosId>, Tombstones> = BTreeMap::new();
    let mut after = i64::MIN;
    loop {
        let letters = store::kept_letters(&app.database, after, LETTERS_AT_ONCE).await?;
        let Some(last) = letters.last() else { return Ok(()) };
        after = last.id;
        let mut theirs = Vec::new();
        for kept in &letters {
            // One whose payload lies elsewhere has none here.
            let Ok(letter) = serde_json::from_str::<DeadLetter>(&kept.data) else { continue };
            let place = location_of(&letter);
            let tombstones = match known.entry(place.clone()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(store::tombstones_of(&app.database, place.as_ref()).await?),
            };
            if names(app, &[&letter.payload, &letter.reason], tombstones) {
                theirs.push(kept.id);
            }
        }
        if !theirs.is_empty() {
            store::delete_kept_letters(&app.database, &theirs).await?;
        }
    }
}

/// Whether one of these texts names someone of these tombstones.
fn names(app: &App, texts: &[&str], tombstones: &Tombstones) -> bool {
    let pos_ids: BTreeSet<&PosId> = tombstones.iter().map(|(pos_id, _)| pos_id).collect();
    let named: BTreeSet<_> = texts.iter().flat_map(|text| named_in(text)).collect();
    pos_ids.into_iter().any(|pos_id| {
        named.iter().any(|named| tombstones.contains(&(pos_id.clone(), app.eraser.hash(pos_id, named))))
    })
}

/// Deletes the letters that name someone of these tombstones.
async fn forget(
    app: &App,
    letters: impl Stream<Item = Result<Buried, Fault>>,
    tombstones: impl Fn(&DeadLetter) -> Option<Tombstones>,
) -> Result<(), Fault> {
    let mut letters = std::pin::pin!(letters);
    while let Some(buried) = letters.next().await {
        let buried = buried?;
        let Some(tombstones) = tombstones(&buried.letter) else { continue };
        if names(app, &[&buried.letter.payload, &buried.letter.reason], &tombstones) {
            app.nats.delete_dead_letter(buried.sequence).await?;
        }
    }
    Ok(())
}
