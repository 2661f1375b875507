//! Notifying people of happenings: auth names the people of the location, each person's rules decide, and communications are
//! written for the inbox and sent to open apps, devices and by mail.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CommunicationAdded, CommunicationTarget, CommunicationsChanged};
use saffron_core::time::public_time;
use saffron_core::{ItemId, PosId, UserId};
use saffron_kit::pg::{Backoff, Tx};
use saffron_kit::{CancellationToken, Fault, run_worker};
use uuid::Uuid;

use super::{App, LONGEST_PAUSE};
use crate::domain::{Delivery, Happening, Kind, Rule, Target, WINDOW, delivery};
use crate::store::{self, DueHappening, HAPPENINGS, Location, NewCommunication, NewPushJob};

/// The most happenings of one round.
const AT_ONCE: i64 = 50;
/// How long claimed happenings are not claimed by other workers.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_secs(30);
/// How far the clocks of two services may differ.
const SKEW: SignedDuration = SignedDuration::from_secs(5);
/// The pause between rounds when nothing is due.
const IDLE: Duration = Duration::from_millis(500);
/// A happening is tried until it succeeds.
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(1), longest: LONGEST_PAUSE, tries: i32::MAX };

/// Notifies people of due happenings, until `shutdown`. Every replica does.
pub async fn run_notifying(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("notifying", IDLE, Some(&app.happened), &shutdown, || notify_due(&app)).await;
}

/// Notifies people of some due happenings; false if none was due.
async fn notify_due(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let due = store::claim_happenings(&app.database, now, now + CLAIMED_FOR, AT_ONCE).await?;
    if due.is_empty() {
        return Ok(false);
    }
    let answers = match ask_other_services(app, &due).await {
        Ok(answers) => answers,
        Err(fault) => {
            for one in &due {
                retry(app, one).await?;
            }
            return Err(fault);
        }
    };
    for one in &due {
        if let Err(fault) = deliver(app, one, &answers).await {
            let (kind, tries) = (one.happening.kind().as_str(), one.claimed.tries);
            tracing::warn!(%fault, kind, tries, "a notification waits");
            retry(app, one).await?;
        }
    }
    app.queued.notify_waiters();
    Ok(true)
}

/// Has a happening tried again after a pause.
async fn retry(app: &App, due: &DueHappening) -> Result<(), Fault> {
    let at = app.now() + BACKOFF.pause(due.claimed.tries);
    HAPPENINGS.later(&mut app.database.pool().acquire().await?, &due.claimed, at).await
}

/// The answers of other services about happenings.
struct Answers {
    locations: BTreeMap<PosId, Location>,
    people: BTreeMap<PosId, BTreeSet<UserId>>,
    /// When auth was asked, UTC.
    asked_at: Timestamp,
    items: BTreeMap<PosId, BTreeMap<ItemId, String>>,
}

/// Asks for the people of the locations and the names of items.
async fn ask_other_services(app: &App, due: &[DueHappening]) -> Result<Answers, Fault> {
    let asked_at = app.now();
    let mut ran_out: BTreeMap<&PosId, BTreeSet<ItemId>> = BTreeMap::new();
    for DueHappening { claimed, happening } in due {
        let items = ran_out.entry(&claimed.key.0).or_default();
        if let Happening::ItemRanOut { item } = happening {
            items.insert(item.clone());
        }
    }
    let pos_ids: Vec<PosId> = ran_out.keys().copied().cloned().collect();
    let mut items = BTreeMap::new();
    for (pos_id, wanted) in ran_out.into_iter().filter(|(_, wanted)| !wanted.is_empty()) {
        items.insert(pos_id.clone(), app.others.item_names(pos_id, &wanted).await?);
    }
    let locations = store::find_locations(&app.database, &pos_ids).await?;
    Ok(Answers { locations, people: app.others.people(&pos_ids).await?, asked_at, items })
}

/// Delivers one happening to all people of its location.
async fn deliver(app: &App, due: &DueHappening, answers: &Answers) -> Result<(), Fault> {
    let (pos_id, kind, source) = &due.claimed.key;
    let key = (pos_id, *kind, source.as_str());
    // Auth describes every location; until then the happening waits.
    let location = answers
        .locations
        .get(pos_id)
        .ok_or_else(|| Fault::Transient(format!("auth has not described {pos_id} yet")))?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(happening) = store::lock_happening(&mut tx, key).await? else { return Ok(()) };
    let new = communications(&mut tx, key, &happening, answers, now).await?;
    if !new.is_empty() {
        let target = happening.target();
        store::insert_communications(&mut tx, key, &target, now, &new).await?;
        let counted_in: Vec<Uuid> = new.iter().filter_map(|one| one.counted_in).collect();
        store::add_to_count(&mut tx, &counted_in).await?;
        publish(&mut tx, (pos_id, *kind), location, target, &new, now).await?;
        queue(&mut tx, (pos_id, *kind), location, &new, now).await?;
    }
    store::mark_delivered(&mut tx, key).await?;
    tx.commit().await
}

/// Communications for the people whose rules match, who did not get this happening before, and who did not leave the location
/// since auth was asked.
async fn communications(
    tx: &mut Tx,
    key: (&PosId, Kind, &str),
    happening: &Happening,
    answers: &Answers,
    now: Timestamp,
) -> Result<Vec<NewCommunication>, Fault> {
    let (pos_id, kind, _) = key;
    let users: Vec<UserId> = answers.people.get(pos_id).into_iter().flatten().copied().collect();
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let item_name = match happening {
        Happening::ItemRanOut { item } => answers.items.get(pos_id).and_then(|names| names.get(item)),
        _ => None,
    };
    store::lock_inboxes(tx, &users).await?;
    let left = store::left_since(tx, pos_id, &users, answers.asked_at - SKEW).await?;
    let recipients = store::recipients(tx, key, &users).await?;
    let rules = store::rules_of(tx, pos_id, &users).await?;
    let latest_shown = store::latest_shown(tx, pos_id, kind, &users, now - WINDOW).await?;
    let new = users.into_iter().filter(|user| !recipients.contains(user) && !left.contains(user));
    let new = new.filter_map(|user| {
        let rule = rules.get(&(user, kind)).copied().unwrap_or_else(|| Rule::default_for(kind));
        let latest = latest_shown.get(&user);
        let delivery = delivery(kind, latest.map(|(_, at)| *at), now);
        rule.matches(happening.size()).then(|| NewCommunication {
            id: Uuid::now_v7(),
            user,
            content: happening.content(rule.threshold, item_name.map(String::as_str)),
            counted_in: latest.filter(|_| delivery == Delivery::Counted).map(|(id, _)| *id),
            is_pushed: rule.push && delivery == Delivery::Pushed,
        })
    });
    Ok(new.collect())
}

/// Publishes communications to the open apps of their readers.
async fn publish(
    tx: &mut Tx,
    (pos_id, kind): (&PosId, Kind),
    location: &Location,
    target: Target,
    new: &[NewCommunication],
    now: Timestamp,
) -> Result<(), Fault> {
    let users: Vec<UserId> = new.iter().map(|one| one.user).collect();
    let unread = store::unread(tx, &users).await?;
    let target = CommunicationTarget { kind: target.kind.to_owned(), id: target.id };
    for NewCommunication { id, user, content, counted_in, .. } in new {
        let unread = unread.get(user).copied().unwrap_or_default();
        if counted_in.is_some() {
            tx.publish(&CommunicationsChanged { user_id: *user, unread })?;
            continue;
        }
        tx.publish(&CommunicationAdded {
            user_id: *user,
            pos_id: pos_id.clone(),
            communication_id: *id,
            kind: kind.as_str().to_owned(),
            date_added: public_time(location.calendar.wall(now)),
            notification: content.notification.clone(),
            message: content.message.clone(),
            target: Some(target.clone()),
            reason: content.reason.clone(),
            unread,
        })?;
    }
    Ok(())
}

/// Queues what goes out to devices and by email: now, or when quiet hours end.
async fn queue(
    tx: &mut Tx,
    (pos_id, kind): (&PosId, Kind),
    location: &Location,
    new: &[NewCommunication],
    now: Timestamp,
) -> Result<(), Fault> {
    let shown = new.iter().filter(|one| one.counted_in.is_none()).map(|one| (one.user, one));
    let shown: BTreeMap<UserId, &NewCommunication> = shown.collect();
    let users: Vec<UserId> = shown.keys().copied().collect();
    if users.is_empty() {
        return Ok(());
    }
    let settings = store::settings_of(tx, pos_id, &users).await?;
    let jobs = store::devices_of(tx, &users).await?.into_iter().filter_map(|(user, device)| {
        let one = shown.get(&user).filter(|one| one.is_pushed)?;
        let quiet = settings.get(&user).copied().unwrap_or_default().quiet;
        let end = quiet.end(&location.calendar, now);
        let due_at = end.unwrap_or(now);
        let (held, expires_at) = (end.is_some(), due_at + kind.ttl());
        Some(NewPushJob { device, communication: one.id, held, due_at, expires_at })
    });
    store::queue_pushes(tx, jobs.collect()).await?;
    if kind == Kind::DayClosed {
        let wants = |user: &UserId| settings.get(user).is_some_and(|setting| setting.digest_email);
        let mails: Vec<Uuid> = shown.values().filter(|one| wants(&one.user)).map(|one| one.id).collect();
        store::queue_mails(tx, &mails, now, now + kind.ttl()).await?;
    }
    Ok(())
}
