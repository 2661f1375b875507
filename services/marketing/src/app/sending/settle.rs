use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::Backoff;
use uuid::Uuid;

use super::super::announce::save;
use super::super::{App, signed};
use super::deliver::Delivered;
use crate::domain::{Act, CampaignState, Channel, Exclusion, Outcome, Statement, clean_text};
use crate::store::{self, Campaign, DueRow, Entry, RowMove, Scope};

/// The longest pause that a provider may ask for.
const LONGEST_ASKED: Duration = Duration::from_secs(24 * 60 * 60);
/// The reason at a recipient whose outcome could not be noted.
const NOT_NOTED: &str = "What became of the message could not be noted.";

/// Notes the results of messages that this worker has in hand; those that were taken from it meanwhile stay as they are. If
/// they cannot be noted together, each is noted by itself, and one that cannot be noted as it is, as failed or unknown, so
/// that the others go on.
pub async fn settle(
    app: &App,
    worker: Uuid,
    campaign: Uuid,
    results: &[(&DueRow, Delivered)],
) -> Result<(), Fault> {
    if permanent(note(app, worker, campaign, results).await)?.is_none() {
        return Ok(());
    }
    for (row, result) in results {
        let number = row.number;
        let one = [(*row, result.clone())];
        let Some(fault) = permanent(note(app, worker, campaign, &one).await)? else { continue };
        tracing::error!(%fault, %campaign, number, "the outcome of a message cannot be noted: it is set aside");
        let aside = [(*row, result.without_detail())];
        if let Some(fault) = permanent(note(app, worker, campaign, &aside).await)? {
            tracing::error!(%fault, %campaign, number, "a message cannot be set aside either: it stays in hand");
        }
    }
    Ok(())
}

/// A fault that another try would meet again; none: there was no fault.
fn permanent(done: Result<(), Fault>) -> Result<Option<Fault>, Fault> {
    match done {
        Err(fault) if fault.is_transient() => Err(fault),
        done => Ok(done.err()),
    }
}

async fn note(
    app: &App,
    worker: Uuid,
    campaign: Uuid,
    results: &[(&DueRow, Delivered)],
) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(mut campaign) = store::hold_campaign(&mut tx, campaign).await? else { return Ok(()) };
    let in_hand = store::rows_in_hand(&mut tx, campaign.id, worker).await?;
    let ours = || results.iter().filter_map(|(row, result)| Some((*row, result, *in_hand.get(&row.number)?)));
    let texts = ours().filter_map(|(row, result, _)| match result {
        Delivered::Sent { provider_id: Some(id), .. } => Some((id.as_str(), row.number)),
        _ => None,
    });
    let mut reports = store::name_texts(&mut tx, campaign.id, texts.unzip(), now).await?;
    let (mut moves, mut entries) = (Vec::with_capacity(results.len()), Vec::new());
    for (row, result, tries) in ours() {
        let mut moved = moved(app, &campaign, (row.number, tries), result, now);
        moved.delivery = reports.remove(&row.number).unwrap_or_default();
        count(&mut campaign, &moved);
        moves.push(moved);
        // An address that cannot be written to is not written to again.
        let (scope, act) = match result {
            Delivered::Failed { bounced: true, .. } => {
                (Scope::Location(campaign.pos_id.clone()), Act::Bounce)
            }
            Delivered::OptedOut => (Scope::Everywhere, Act::Stop),
            _ => continue,
        };
        let statement = Statement { act, granted: false, at: now };
        entries.push(Entry::of((scope, campaign.channel, row.hash), statement));
    }
    store::move_rows(&mut tx, campaign.id, &moves).await?;
    save(&mut tx, &mut campaign, now).await?;
    store::apply_statements(&mut tx, &entries).await?;
    tx.commit().await
}

/// Counts a recipient in its new state.
fn count(campaign: &mut Campaign, moved: &RowMove) {
    campaign.counters.shift(Outcome::Sending, moved.outcome, moved.exclusion, 1);
    campaign.counters.segments += i64::from(moved.segments);
    if moved.outcome == Outcome::Waiting {
        campaign.due_at = campaign.due_at.min(moved.due_at);
    }
}

impl Delivered {
    /// What is noted in place of a result that cannot be noted: a message that may have been sent is not shown as failed, and
    /// the other way round.
    fn without_detail(&self) -> Delivered {
        match self {
            Delivered::Sent { .. } | Delivered::Unanswered(_) | Delivered::Unknown(_) => {
                Delivered::Unknown(NOT_NOTED.into())
            }
            Delivered::Later { .. }
            | Delivered::Failed { .. }
            | Delivered::OptedOut
            | Delivered::NotTried => Delivered::Failed { why: NOT_NOTED.into(), bounced: false },
        }
    }
}

/// The new state of a recipient after a try.
fn moved(
    app: &App,
    campaign: &Campaign,
    (number, tries): (i32, i16),
    result: &Delivered,
    now: Timestamp,
) -> RowMove {
    let backoff =
        Backoff { first: app.settings.retry_after, longest: Duration::from_secs(60 * 60), tries: 8 };
    let counts_at = (!campaign.is_notice()).then_some(now);
    let to = |outcome| RowMove::to(outcome, number, tries, now);
    let failed = |why: &str| RowMove { reason: clean_text(why), ..to(Outcome::Failed) };
    let unknown = |why: &str| RowMove { reason: clean_text(why), counts_at, ..to(Outcome::Unknown) };
    let excluded = |why| RowMove { exclusion: Some(why), ..to(Outcome::Excluded) };
    let again = |why: &str, after: Option<Duration>| {
        let asked = signed(after.unwrap_or_default().min(LONGEST_ASKED));
        let due_at = now + backoff.after(tries.into())?.max(asked);
        Some(RowMove { reason: clean_text(why), due_at, ..to(Outcome::Waiting) })
    };
    // No worker takes up recipients of a stopped campaign.
    let is_stopped = campaign.state == CampaignState::Stopped;
    match result {
        Delivered::Later { .. } | Delivered::NotTried if is_stopped => excluded(Exclusion::Stopped),
        Delivered::Unanswered(why) if is_stopped => unknown(why),
        Delivered::Sent { segments, .. } => RowMove { counts_at, segments: *segments, ..to(Outcome::Sent) },
        Delivered::Later { why, after } => again(why, *after).unwrap_or_else(|| failed(why)),
        Delivered::Unanswered(why) => again(why, None).unwrap_or_else(|| unknown(why)),
        Delivered::Failed { why, .. } => failed(why),
        Delivered::OptedOut => excluded(Exclusion::OptedOut),
        Delivered::Unknown(why) => unknown(why),
        Delivered::NotTried => RowMove { tries: tries - 1, ..to(Outcome::Waiting) },
    }
}

/// Settles the messages that lost workers had in hand: their outcome is not known. A provider that sends once however often
/// it is asked is asked again.
pub async fn recover(app: Arc<App>) -> Result<(), Fault> {
    for worker in store::lost_workers(&app.database, app.now()).await? {
        if let Some(fault) = permanent(recover_from(&app, worker).await)? {
            tracing::error!(%fault, "the messages of a lost worker cannot be settled");
        }
    }
    Ok(())
}

async fn recover_from(app: &App, worker: Uuid) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    if !store::drop_worker(&mut tx, worker, now).await? {
        return Ok(());
    }
    // One campaign for each lane of the worker, at most.
    for id in store::campaigns_in_hand(&mut tx, worker).await? {
        let Some(mut campaign) = store::hold_campaign(&mut tx, id).await? else { continue };
        let is_asked = campaign.channel == Channel::Text
            && app.settings.sms_idempotent
            && campaign.state != CampaignState::Stopped;
        let result = if is_asked {
            Delivered::NotTried
        } else {
            Delivered::Unknown("The sending ended in the midst: it may have arrived.".into())
        };
        let in_hand = store::rows_in_hand(&mut tx, id, worker).await?;
        let moves: Vec<_> =
            in_hand.into_iter().map(|tried| moved(app, &campaign, tried, &result, now)).collect();
        moves.iter().for_each(|moved| count(&mut campaign, moved));
        tracing::warn!(campaign = %id, count = moves.len(), "a worker ended in the midst of sending");
        store::move_rows(&mut tx, id, &moves).await?;
        save(&mut tx, &mut campaign, now).await?;
    }
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(())
}
