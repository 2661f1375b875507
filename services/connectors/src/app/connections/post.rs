//! Facts of a POS go through the door that tills use.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_pos::adapter::Fact;
use saffron_till::{ApiError, Batcher, Event, Till};

use super::days::states_of;
use super::{InWork, Stop};
use crate::app::work::{batch, guests};
use crate::domain::{DayState, RUNNING};
use crate::store::{self, NewUnmapped};

/// What became of facts.
#[derive(Default)]
pub(super) struct Posted {
    /// Those that the door took, and those that it had taken.
    pub events: HashSet<u64>,
    /// Those that it refused: the mapping reads each event as the door does, so that one is a fault of ours.
    pub refused: Vec<NewUnmapped>,
}

/// Posts facts that were not posted `before`, but checks of dates that another source has: of these a person decides first. Guests who
/// were erased are in none of them. A fact that was posted before counts once.
pub(super) async fn post(of: &InWork<'_>, facts: Vec<Fact>, before: &HashSet<u64>) -> Result<Posted, Stop> {
    let dates = dates_of(&facts);
    let states = states_of(of, &dates).await?;
    let till = Till::new(of.app.settings.ingest.clone(), of.key.clone());
    let (mut batcher, mut posted) = (Batcher::default(), Posted::default());
    let first_date = of.location.first_date;
    let events = facts.into_iter().filter(|fact| takes(fact, first_date, &states)).map(|fact| fact.event);
    let mut new = Vec::new();
    for event in events {
        let hash = hash_of(&event);
        posted.events.insert(hash);
        if !before.contains(&hash) {
            new.push(by_calendar(&event, of.location.calendars)?);
        }
    }
    for event in guests::without_erased(of.app, &of.location.pos_id, &new).await? {
        if let Some(full) = batcher.push(event) {
            send(&till, &full, &mut posted).await?;
        }
    }
    send(&till, &batcher.rest(), &mut posted).await?;
    if !new.is_empty() && !states.is_empty() {
        let (pos_id, connection_id) = of.place();
        let dates: Vec<BusinessDate> = states.keys().copied().collect();
        let mut tx = of.app.database.begin().await?;
        store::prove_again(&mut tx, pos_id, connection_id, &dates, of.app.now() + RUNNING).await?;
        tx.commit().await?;
    }
    Ok(posted)
}

/// The dates of checks.
pub(super) fn dates_of(facts: &[Fact]) -> BTreeSet<BusinessDate> {
    facts.iter().filter_map(|fact| fact.check.as_ref().map(|(_, on)| *on)).collect()
}

/// Whether a fact is posted: what is no check, and checks of dates that are the POS's. Earlier ones than the first one are single checks
/// of days that are not read.
fn takes(fact: &Fact, first_date: BusinessDate, states: &BTreeMap<BusinessDate, DayState>) -> bool {
    let Some((_, on)) = &fact.check else { return true };
    *on >= first_date && states.get(on).is_some_and(|state| state.takes_checks())
}

fn hash_of(event: &Event) -> u64 {
    let mut hasher = DefaultHasher::new();
    event.id.hash(&mut hasher);
    hasher.finish()
}

/// The event as it is posted: of one version of an object, what was read by a later calendar has a greater id, and counts.
fn by_calendar(event: &Event, calendars: i32) -> Result<Event, Fault> {
    match calendars {
        0 => Ok(event.clone()),
        // Greater than the hexadecimal digits of other ids.
        changes => batch::with_id(event, &format!("g{changes:05}.{}", event.id)),
    }
}

async fn send(till: &Till, events: &[Event], posted: &mut Posted) -> Result<(), Stop> {
    if events.is_empty() {
        return Ok(());
    }
    let refused = till.post(events).await.map_err(at_the_door)?;
    for one in refused {
        tracing::error!(field = one.field, why = one.why, "a fact of a POS was refused");
        let about = events.get(one.index).map(batch::about).unwrap_or_default();
        posted.refused.push(NewUnmapped {
            kind: "fact".to_owned(),
            external_id: about,
            why: format!("was refused: {} {}. Contact support.", one.field, one.why),
            raw: None,
        });
    }
    Ok(())
}

pub(super) fn at_the_door(error: ApiError) -> Stop {
    match error {
        ApiError::Refused { status: 401 | 403, .. } => Stop::Key,
        error @ (ApiError::Away { .. } | ApiError::Client(_)) => {
            Stop::Fault(Fault::Transient(error.to_string()))
        }
        error => Stop::Fault(Fault::Permanent(error.to_string())),
    }
}
