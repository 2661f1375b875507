//! Notifying people of what happened: auth is asked who may see the location, each person's rules decide, and what is
//! written goes out to open apps, devices and mail.

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

/// Happenings of one round.
const AT_ONCE: i64 = 50;
/// How long happenings in hand are kept from other workers.
const IN_HAND: SignedDuration = SignedDuration::from_secs(30);
/// How far the clocks of two services may differ.
const SKEW: SignedDuration = SignedDuration::from_secs(5);
/// The pause where nothing is due.
const IDLE: Duration = Duration::from_millis(500);
/// Notifying is never given up.
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(1), longest: LONGEST_PAUSE, tries: i32::MAX };

/// Notifies people of whatever is due, until `shutdown`. Every replica does.
pub async fn run_notifying(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("notifying", IDLE, Some(&app.happened), &shutdown, || notify_due(&app)).await;
}

/// Notifies people of some of what is due; false if nothing was.
async fn notify_due(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let due = store::claim_happenings(&app.database, now, now + IN_HAND, AT_ONCE).await?;
    if due.is_empty() {
        return Ok(false);
    }
    let answers = match ask(app, &due).await {
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

async fn retry(app: &App, due: &DueHappening) -> Result<(), Fault> {
    let at = app.now() + BACKOFF.pause(due.claimed.tries);
    HAPPENINGS.later(&mut app.database.pool().acquire().await?, &due.claimed, at).await
}

/// What other services answered about happenings.
struct Answers {
    locations: BTreeMap<PosId, Location>,
    people: BTreeMap<PosId, BTreeSet<UserId>>,
    /// When auth was asked, UTC.
    asked_at: Timestamp,
    items: BTreeMap<PosId, BTreeMap<ItemId, String>>,
}

async fn ask(app: &App, due: &[DueHappening]) -> Result<Answers, Fault> {
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

/// Delivers one happening to everyone.
async fn deliver(app: &App, due: &DueHappening, answers: &Answers) -> Result<(), Fault> {
    let (pos_id, kind, source) = &due.claimed.key;
    let key = (pos_id, *kind, source.as_str());
    // Auth describes every location; until it has, there is time.
    let location = answers
        .locations
        .get(pos_id)
        .ok_or_else(|| Fault::Transient(format!("auth has not described {pos_id} yet")))?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(happening) = store::hold_happening(&mut tx, key).await? else { return Ok(()) };
    let new = communications(&mut tx, key, &happening, answers, now).await?;
    if !new.is_empty() {
        let target = happening.target();
        store::insert_communications(&mut tx, key, &target, now, &new).await?;
        let heads: Vec<Uuid> = new.iter().filter_map(|one| one.folded_into).collect();
        store::fold(&mut tx, &heads).await?;
        publish(&mut tx, (pos_id, *kind), location, target, &new, now).await?;
        queue(&mut tx, (pos_id, *kind), location, &new, now).await?;
    }
    store::mark_delivered(&mut tx, key).await?;
    tx.commit().await
}

/// Communications for the people whose rules ask for it, who did not get it before, and who did not leave the location since
/// auth was asked.
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
    store::hold_inboxes(tx, &users).await?;
    let left = store::left_since(tx, pos_id, &users, answers.asked_at - SKEW).await?;
    let have_it = store::recipients(tx, key, &users).await?;
    let rules = store::rules_of(tx, pos_id, &users).await?;
    let heads = store::heads(tx, pos_id, kind, &users, now - WINDOW).await?;
    let new = users.into_iter().filter(|user| !have_it.contains(user) && !left.contains(user));
    let new = new.filter_map(|user| {
        let rule = rules.get(&(user, kind)).copied().unwrap_or_else(|| Rule::usual(kind));
        let head = heads.get(&user);
        let delivery = delivery(kind, head.map(|(_, at)| *at), now);
        rule.fires(happening.size()).then(|| NewCommunication {
            id: Uuid::now_v7(),
            user,
            content: happening.content(rule.threshold, item_name.map(String::as_str)),
            folded_into: head.filter(|_| delivery == Delivery::Folded).map(|(id, _)| *id),
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
    for NewCommunication { id, user, content, folded_into, .. } in new {
        let unread = unread.get(user).copied().unwrap_or_default();
        if folded_into.is_some() {
            tx.publish(&CommunicationsChanged { user_id: *user, unread })?;
            continue;
        }
        tx.publish(&CommunicationAdded {
            user_id: *user,
            pos_id: pos_id.clone(),
            communication_id: *id,
            kind: kind.as_str().to_owned(),
            date_added: public_time(location.zone.wall(now)),
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
    let shown = new.iter().filter(|one| one.folded_into.is_none()).map(|one| (one.user, one));
    let shown: BTreeMap<UserId, &NewCommunication> = shown.collect();
    let users: Vec<UserId> = shown.keys().copied().collect();
    if users.is_empty() {
        return Ok(());
    }
    let settings = store::settings_of(tx, pos_id, &users).await?;
    let jobs = store::devices_of(tx, &users).await?.into_iter().filter_map(|(user, device)| {
        let one = shown.get(&user).filter(|one| one.is_pushed)?;
        let quiet = settings.get(&user).copied().unwrap_or_default().quiet;
        let end = quiet.end(&location.zone, now);
        let due_at = end.unwrap_or(now);
        let (held, expires_at) = (end.is_some(), due_at + kind.ttl());
        Some(NewPushJob { device, communication: one.id, held, due_at, expires_at })
    });
    store::put_pushes(tx, jobs.collect()).await?;
    if kind == Kind::DayClosed {
        let wants = |user: &UserId| settings.get(user).is_some_and(|setting| setting.digest_email);
        let mails: Vec<Uuid> = shown.values().filter(|one| wants(&one.user)).map(|one| one.id).collect();
        store::put_mails(tx, &mails, now, now + kind.ttl()).await?;
    }
    Ok(())
}
