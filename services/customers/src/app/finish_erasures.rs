use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, StreamExt as _};
use saffron_core::PosId;
use saffron_core::event::{CustomerErased, DeadLetter};
use saffron_kit::nats::dlq::StoredLetter;
use saffron_kit::{CancellationToken, Fault, run_worker};

use super::App;
use super::erase_customer::erase_again;
use crate::domain::identifiers_in;
use crate::store::{self, Tombstones};

/// The most erasures that are finished in one round.
const ERASURES: i64 = 100;
/// The most unsent dead letters that are read at once; each has 40 KiB at most.
const LETTERS: i64 = 100;

/// Deletes remaining data of erased guests, after each erasure and periodically, until `shutdown`.
pub async fn run_finishing_erasures(app: Arc<App>, every: Duration, shutdown: CancellationToken) {
    let round = || async { Box::pin(finish_erasures(&app)).await.map(|()| false) };
    run_worker("what is left of erased guests", every, Some(&app.erased), &shutdown, round).await;
}

/// Deletes dead letters with data of erased guests, for new erasures all of them, for earlier ones those that arrived since; and
/// old versions of rows. Only then an erasure is finished, so that a crash leaves no data.
async fn finish_erasures(app: &App) -> Result<(), Fault> {
    // This part does not need NATS.
    delete_unsent_letters(app).await?;
    let (events_read, letters_read) = store::sequences_read(&app.database).await?;
    erase_published(app, events_read).await?;
    let pending = store::pending_erasures(&app.database, ERASURES).await?;
    for pos_id in pending.iter().map(|(pos_id, _)| pos_id).collect::<BTreeSet<_>>() {
        let tombstones = store::tombstones_of(&app.database, Some(pos_id)).await?;
        for location in [Some(pos_id), None] {
            delete_letters(app, app.nats.dead_letters_of(location).await?, &tombstones).await?;
        }
    }
    if !pending.is_empty() {
        store::vacuum(&app.database, &pending).await?;
    }
    let newest = app.nats.newest_dead_letter().await?;
    if newest == letters_read {
        return Ok(());
    }
    // If DLQ was deleted, the new stream begins at sequence 1.
    let after = if newest < letters_read { 0 } else { letters_read };
    let tombstones = store::tombstones_of(&app.database, None).await?;
    if !tombstones.is_empty() {
        delete_letters(app, app.nats.dead_letters_after(after).await?, &tombstones).await?;
    }
    store::set_letters_read(&app.database, newest).await
}

/// Repeats erasures that were published after this sequence of EVENTS.
async fn erase_published(app: &App, after: u64) -> Result<(), Fault> {
    let mut erasures = std::pin::pin!(app.nats.past_events::<CustomerErased>(after).await?);
    while let Some(erasure) = erasures.next().await {
        let (sequence, erased) = erasure?;
        erase_again(app, erased).await?;
        store::set_events_read(&app.database, sequence).await?;
    }
    Ok(())
}

/// Deletes dead letters that name an erased guest and have not reached DLQ, or that NATS refused.
async fn delete_unsent_letters(app: &App) -> Result<(), Fault> {
    let mut letters = store::outbox_letters(&app.database, i64::MIN, LETTERS).await?;
    if letters.is_empty() {
        return Ok(());
    }
    let tombstones = store::tombstones_of(&app.database, None).await?;
    while let Some(last) = letters.last() {
        let after = last.id;
        // A letter whose payload is stored elsewhere is of another type, and names no guest.
        let is_of_erased = |data: &str| {
            serde_json::from_str(data).is_ok_and(|letter| names_erased(app, &letter, &tombstones))
        };
        letters.retain(|letter| is_of_erased(&letter.data));
        let ids: Vec<i64> = letters.iter().map(|letter| letter.id).collect();
        store::delete_outbox_letters(&app.database, &ids).await?;
        letters = store::outbox_letters(&app.database, after, LETTERS).await?;
    }
    Ok(())
}

/// Deletes those of these letters in DLQ that name an erased guest.
async fn delete_letters(
    app: &App,
    letters: impl Stream<Item = Result<StoredLetter, Fault>>,
    tombstones: &Tombstones,
) -> Result<(), Fault> {
    let mut letters = std::pin::pin!(letters);
    while let Some(stored) = letters.next().await {
        let stored = stored?;
        if names_erased(app, &stored.letter, tombstones) {
            app.nats.delete_dead_letter(stored.sequence).await?;
        }
    }
    Ok(())
}

/// Whether a letter names an erased guest of the letter's location, or of any location, if it has none.
fn names_erased(app: &App, letter: &DeadLetter, tombstones: &Tombstones) -> bool {
    let location = location_of(letter);
    let mut identifiers = identifiers_in(&letter.payload);
    identifiers.extend(identifiers_in(&letter.reason));
    let names = |(pos_id, hashes): (&PosId, &BTreeSet<Vec<u8>>)| {
        location.as_ref().is_none_or(|location| location == pos_id)
            && identifiers.iter().any(|one| hashes.contains(&app.tombstone_key.hash(pos_id, one)))
    };
    tombstones.iter().any(names)
}

/// The location of a letter, from the subject if the letter has none.
fn location_of(letter: &DeadLetter) -> Option<PosId> {
    let in_subject = || match letter.subject.split('.').collect::<Vec<_>>().as_slice() {
        ["pos", "v1", _, pos_id, "batch"] => pos_id.parse().ok(),
        _ => None,
    };
    letter.pos_id.clone().or_else(in_subject)
}
