//! Telling people of what happened: who may see the location is asked, each one's rules decide, and what is written goes
//! out to open apps and devices.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CommunicationAdded, CommunicationTarget, CommunicationsChanged, UnreadCounts};
use saffron_core::time::public_time;
use saffron_core::{ItemId, PosId, UserId};
use saffron_kit::pg::Tx;
use saffron_kit::{CancellationToken, Fault, run_rounds};
use uuid::Uuid;

use super::{App, pause, signed};
use crate::domain::{Happening, Kind, Rule, Turn, WINDOW, turn};
use crate::store::{self, Claimed, NewCommunication, NewJob, Place};

/// What is told in one round.
const AT_ONCE: i64 = 50;
/// How long what is in hand is kept from others.
const IN_HAND: SignedDuration = SignedDuration::from_secs(30);
/// How far the clocks of two services may differ.
const SKEW: SignedDuration = SignedDuration::from_secs(5);
/// The pause where nothing is to be told.
const IDLE: Duration = Duration::from_millis(500);
/// The pause before the second try.
const AGAIN: Duration = Duration::from_secs(1);

/// Tells whatever is to be told, until `shutdown`. Every replica does.
pub async fn run_telling(app: Arc<App>, shutdown: CancellationToken) {
    run_rounds("telling", IDLE, Some(&app.happened), &shutdown, || tell_due(&app)).await;
}

/// Tells of some of what happened; false if nothing was to be told.
async fn tell_due(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let due = store::claim_happenings(&app.database, now, now + IN_HAND, AT_ONCE).await?;
    if due.is_empty() {
        return Ok(false);
    }
    let asked = match ask(app, &due).await {
        Ok(asked) => asked,
        Err(fault) => {
            for claimed in &due {
                later(app, claimed).await?;
            }
            return Err(fault);
        }
    };
    for claimed in &due {
        if let Err(fault) = tell(app, claimed, &asked).await {
            tracing::warn!(%fault, kind = claimed.kind.as_str(), tries = claimed.tries, "something waits to be told");
            later(app, claimed).await?;
        }
    }
    app.written.notify_waiters();
    Ok(true)
}

async fn later(app: &App, claimed: &Claimed) -> Result<(), Fault> {
    store::postpone(&app.database, claimed, app.now() + pause(AGAIN, claimed.tries)).await
}

/// What other services say of what is to be told.
struct Asked {
    places: BTreeMap<PosId, Place>,
    people: BTreeMap<PosId, BTreeSet<UserId>>,
    /// When it was asked, UTC.
    at: Timestamp,
    items: BTreeMap<(PosId, ItemId), String>,
}

async fn ask(app: &App, due: &[Claimed]) -> Result<Asked, Fault> {
    let at = app.now();
    let pos_ids: BTreeSet<PosId> = due.iter().map(|claimed| claimed.pos_id.clone()).collect();
    let mut ran_out: BTreeMap<PosId, BTreeSet<ItemId>> = BTreeMap::new();
    for claimed in due {
        if let Happening::ItemRanOut { item } = &claimed.happening {
            ran_out.entry(claimed.pos_id.clone()).or_default().insert(item.clone());
        }
    }
    let mut items = BTreeMap::new();
    for (pos_id, wanted) in ran_out {
        let names = app.others.item_names(pos_id.clone(), wanted).await?;
        items.extend(names.into_iter().map(|(item, name)| ((pos_id.clone(), item), name)));
    }
    let places = store::find_places(&app.database, &pos_ids).await?;
    Ok(Asked { places, people: app.others.people(pos_ids).await?, at, items })
}

/// Who is told, and how.
struct Told {
    user: UserId,
    rule: Rule,
    id: Uuid,
    is_silent: bool,
    folded_into: Option<Uuid>,
}

/// Tells everybody of one thing.
async fn tell(app: &App, claimed: &Claimed, asked: &Asked) -> Result<(), Fault> {
    let (pos_id, kind) = (&claimed.pos_id, claimed.kind);
    // Auth describes every location; until it was heard, there is time.
    let place = asked
        .places
        .get(pos_id)
        .ok_or_else(|| Fault::Transient(format!("auth has not described {pos_id} yet")))?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(happening) = store::hold_happening(&mut tx, claimed).await? else { return Ok(()) };
    let nobody = BTreeSet::new();
    let users = asked.people.get(pos_id).unwrap_or(&nobody);
    let told = choose(&mut tx, claimed, &happening, (users, asked.at), now).await?;
    if !told.is_empty() {
        let item_name = match &happening {
            Happening::ItemRanOut { item } => asked.items.get(&(pos_id.clone(), item.clone())),
            _ => None,
        };
        let new: Vec<NewCommunication> = told
            .iter()
            .map(|told| NewCommunication {
                id: told.id,
                user: told.user,
                words: happening.words(told.rule, item_name.map(String::as_str)),
                folded_into: told.folded_into,
            })
            .collect();
        let target = happening.target();
        store::insert_communications(&mut tx, (pos_id, kind, &claimed.source), &target, now, &new).await?;
        let heads: Vec<Uuid> = told.iter().filter_map(|told| told.folded_into).collect();
        store::fold(&mut tx, &heads).await?;
        let users: BTreeSet<UserId> = told.iter().map(|told| told.user).collect();
        let unread = store::unread(&mut tx, &users).await?;
        let target = CommunicationTarget { kind: target.kind.to_owned(), id: target.id };
        for one in &new {
            let unread = unread.get(&one.user).copied().unwrap_or_default();
            publish(&mut tx, one, (pos_id, kind), place, &target, unread, now)?;
        }
        put_down(&mut tx, (pos_id, kind), place, &told, now).await?;
    }
    store::mark_told(&mut tx, claimed).await?;
    tx.commit().await
}

/// People whose rules ask for it, who did not get it before, and did not leave the location since auth was asked.
async fn choose(
    tx: &mut Tx,
    claimed: &Claimed,
    happening: &Happening,
    (users, asked_at): (&BTreeSet<UserId>, Timestamp),
    now: Timestamp,
) -> Result<Vec<Told>, Fault> {
    let (pos_id, kind) = (&claimed.pos_id, claimed.kind);
    if users.is_empty() {
        return Ok(Vec::new());
    }
    store::hold_inboxes(tx, users).await?;
    let left = store::left_since(tx, pos_id, users, asked_at - SKEW).await?;
    let known = store::known(tx, pos_id, kind, &claimed.source, users).await?;
    let rules = store::rules_of(tx, pos_id, kind, users).await?;
    let heads = store::heads(tx, pos_id, kind, users, now - WINDOW).await?;
    let told = users.iter().filter(|user| !known.contains(user) && !left.contains(user)).filter_map(|user| {
        let rule = rules.get(user).copied().unwrap_or_else(|| Rule::usual(kind));
        let head = heads.get(user);
        let turn = turn(kind, head.map(|(_, at)| *at), now);
        rule.fires(happening.size()).then(|| Told {
            user: *user,
            rule,
            id: Uuid::now_v7(),
            is_silent: turn != Turn::Aloud,
            folded_into: head.filter(|_| turn == Turn::Folded).map(|(id, _)| *id),
        })
    });
    Ok(told.collect())
}

/// Tells the person's open apps.
fn publish(
    tx: &mut Tx,
    new: &NewCommunication,
    (pos_id, kind): (&PosId, Kind),
    place: &Place,
    target: &CommunicationTarget,
    unread: UnreadCounts,
    now: Timestamp,
) -> Result<(), Fault> {
    if new.folded_into.is_some() {
        return tx.publish(&CommunicationsChanged { user_id: new.user, unread });
    }
    tx.publish(&CommunicationAdded {
        user_id: new.user,
        pos_id: pos_id.clone(),
        communication_id: new.id,
        kind: kind.as_str().to_owned(),
        date_added: public_time(place.zone.wall(now)),
        notification: new.words.notification.clone(),
        message: new.words.message.clone(),
        target: Some(target.clone()),
        reason: new.words.reason.clone(),
        unread,
    })
}

/// Puts down what goes out to devices and by email: now, or when quiet hours end.
async fn put_down(
    tx: &mut Tx,
    (pos_id, kind): (&PosId, Kind),
    place: &Place,
    told: &[Told],
    now: Timestamp,
) -> Result<(), Fault> {
    let shown: BTreeMap<UserId, &Told> =
        told.iter().filter(|told| told.folded_into.is_none()).map(|told| (told.user, told)).collect();
    let users: BTreeSet<UserId> = shown.keys().copied().collect();
    if users.is_empty() {
        return Ok(());
    }
    let settings = store::settings_of(tx, pos_id, &users).await?;
    let mut jobs = Vec::new();
    for (user, device) in store::devices_of(tx, &users).await? {
        let Some(told) = shown.get(&user).filter(|told| told.rule.push && !told.is_silent) else { continue };
        let quiet = settings.get(&user).copied().unwrap_or_default().quiet;
        let end = quiet.end(&place.zone, now);
        let due_at = end.unwrap_or(now);
        let expires_at = due_at + signed(kind.ttl());
        jobs.push(NewJob { device, communication: told.id, held: end.is_some(), due_at, expires_at });
    }
    store::put_jobs(tx, &jobs).await?;
    if kind == Kind::DayClosed {
        let wanted = |user: &UserId| settings.get(user).is_some_and(|setting| setting.digest_email);
        let mails: Vec<Uuid> = shown.values().filter(|told| wanted(&told.user)).map(|told| told.id).collect();
        if !mails.is_empty() {
            store::put_mails(tx, &mails, now, now + signed(kind.ttl())).await?;
        }
    }
    Ok(())
}
