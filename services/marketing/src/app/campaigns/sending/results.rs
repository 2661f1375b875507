use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use saffron_kit::Fault;
use saffron_kit::pg::Backoff;
use uuid::Uuid;

use super::super::announce::save_and_announce;
use super::deliver::SendResult;
use crate::app::{App, signed_duration};
use crate::domain::{Act, CampaignState, Channel, Exclusion, Outcome, Statement, clean_text};
use crate::store::{self, Campaign, DueRecipient, Entry, RowUpdate, Scope};

/// The longest pause that a provider may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);
/// The reason shown at a recipient whose result could not be recorded.
const NOT_RECORDED: &str = "The result of this message could not be saved.";

/// Records the results of messages that this worker has claimed; claims that it has lost meanwhile stay as they are. If the
/// results cannot be recorded together, they are recorded one by one, and one that cannot be recorded becomes failed or unknown,
/// so that the others continue.
pub async fn record_results(
    app: &App,
    worker: Uuid,
    campaign: Uuid,
    results: &[(&DueRecipient, SendResult)],
) -> Result<(), Fault> {
    if permanent(record(app, worker, campaign, results).await)?.is_none() {
        return Ok(());
    }
    for (row, result) in results {
        let number = row.number;
        let one = [(*row, result.clone())];
        let Some(fault) = permanent(record(app, worker, campaign, &one).await)? else { continue };
        tracing::error!(%fault, %campaign, number, "the outcome of a message cannot be noted: it is set aside");
        let aside = [(*row, result.without_detail())];
        if let Some(fault) = permanent(record(app, worker, campaign, &aside).await)? {
            tracing::error!(%fault, %campaign, number, "a message cannot be set aside either: it stays in hand");
        }
    }
    Ok(())
}

/// A permanent fault as a value, a transient one as an error; none without a fault.
fn permanent(done: Result<(), Fault>) -> Result<Option<Fault>, Fault> {
    match done {
        Err(fault) if fault.is_transient() => Err(fault),
        done => Ok(done.err()),
    }
}

/// Records results in one transaction.
async fn record(
    app: &App,
    worker: Uuid,
    campaign: Uuid,
    results: &[(&DueRecipient, SendResult)],
) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(mut campaign) = store::lock_campaign(&mut tx, campaign).await? else { return Ok(()) };
    let claimed = store::claimed_rows(&mut tx, campaign.id, worker).await?;
    let ours = || results.iter().filter_map(|(row, result)| Some((*row, result, *claimed.get(&row.number)?)));
    let texts = ours().filter_map(|(row, result, _)| match result {
        SendResult::Sent { provider_id: Some(id), .. } => Some((id.as_str(), row.number)),
        _ => None,
    });
    let mut reports = store::store_provider_ids(&mut tx, campaign.id, texts.unzip(), now).await?;
    let (mut updates, mut entries) = (Vec::with_capacity(results.len()), Vec::new());
    for (row, result, tries) in ours() {
        let mut update = update_after(app, &campaign, (row.number, tries), result, now);
        update.delivery = reports.remove(&row.number).unwrap_or_default();
        count_update(&mut campaign, &update);
        updates.push(update);
        // An address that cannot get messages gets no others.
        let (scope, act) = match result {
            SendResult::Failed { bounced: true, .. } => {
                (Scope::Location(campaign.pos_id.clone()), Act::Bounce)
            }
            SendResult::OptedOut => (Scope::Everywhere, Act::Stop),
            _ => continue,
        };
        let statement = Statement { act, granted: false, at: now };
        entries.push(Entry::of((scope, campaign.channel, row.hash), statement));
    }
    store::update_rows(&mut tx, campaign.id, &updates).await?;
    save_and_announce(&mut tx, &mut campaign, now).await?;
    store::apply_statements(&mut tx, &entries).await?;
    tx.commit().await
}

/// Counts a recipient in its new state.
fn count_update(campaign: &mut Campaign, update: &RowUpdate) {
    campaign.counters.shift(Outcome::Sending, update.outcome, update.exclusion, 1);
    campaign.counters.segments += i64::from(update.segments);
    if update.outcome == Outcome::Waiting {
        campaign.due_at = campaign.due_at.min(update.due_at);
    }
}

impl SendResult {
    /// The result to record instead of one that cannot be recorded: unknown if the message may have been sent, otherwise failed.
    fn without_detail(&self) -> SendResult {
        match self {
            SendResult::Sent { .. } | SendResult::Unanswered(_) | SendResult::Unknown(_) => {
                SendResult::Unknown(NOT_RECORDED.into())
            }
            SendResult::Later { .. }
            | SendResult::Failed { .. }
            | SendResult::OptedOut
            | SendResult::NotTried => SendResult::Failed { why: NOT_RECORDED.into(), bounced: false },
        }
    }
}

/// The update of a recipient after a try.
fn update_after(
    app: &App,
    campaign: &Campaign,
    (number, tries): (i32, i16),
    result: &SendResult,
    now: Timestamp,
) -> RowUpdate {
    let backoff =
        Backoff { first: app.settings.retry_after, longest: Duration::from_secs(60 * 60), tries: 8 };
    let counts_at = (!campaign.is_notice()).then_some(now);
    let to = |outcome| RowUpdate::to(outcome, number, tries, now);
    let failed = |why: &str| RowUpdate { reason: clean_text(why), ..to(Outcome::Failed) };
    let unknown = |why: &str| RowUpdate { reason: clean_text(why), counts_at, ..to(Outcome::Unknown) };
    let excluded = |why| RowUpdate { exclusion: Some(why), ..to(Outcome::Excluded) };
    let again = |why: &str, after: Option<Duration>| {
        let asked = signed_duration(after.unwrap_or_default().min(LONGEST_PAUSE));
        let due_at = now + backoff.after(tries.into())?.max(asked);
        Some(RowUpdate { reason: clean_text(why), due_at, ..to(Outcome::Waiting) })
    };
    // No worker claims recipients of a stopped campaign.
    let is_stopped = campaign.state == CampaignState::Stopped;
    match result {
        SendResult::Later { .. } | SendResult::NotTried if is_stopped => excluded(Exclusion::Stopped),
        SendResult::Unanswered(why) if is_stopped => unknown(why),
        SendResult::Sent { segments, .. } => {
            RowUpdate { counts_at, segments: *segments, ..to(Outcome::Sent) }
        }
        SendResult::Later { why, after } => again(why, *after).unwrap_or_else(|| failed(why)),
        SendResult::Unanswered(why) => again(why, None).unwrap_or_else(|| unknown(why)),
        SendResult::Failed { why, .. } => failed(why),
        SendResult::OptedOut => excluded(Exclusion::OptedOut),
        SendResult::Unknown(why) => unknown(why),
        SendResult::NotTried => RowUpdate { tries: tries - 1, ..to(Outcome::Waiting) },
    }
}

/// Gives messages that lost workers had claimed an unknown outcome. A provider that sends only once per token is asked again
/// instead.
pub async fn recover_lost_workers(app: Arc<App>) -> Result<(), Fault> {
    for worker in store::lost_workers(&app.database, app.now()).await? {
        if let Some(fault) = permanent(recover_from(&app, worker).await)? {
            tracing::error!(%fault, "the messages of a lost worker cannot be settled");
        }
    }
    Ok(())
}

/// The same for one lost worker.
async fn recover_from(app: &App, worker: Uuid) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    if !store::end_lease(&mut tx, worker, now).await? {
        return Ok(());
    }
    // At most one campaign for each concurrent batch of the worker.
    for id in store::claimed_campaigns(&mut tx, worker).await? {
        let Some(mut campaign) = store::lock_campaign(&mut tx, id).await? else { continue };
        let is_asked = campaign.channel == Channel::Text
            && app.settings.sms_idempotent
            && campaign.state != CampaignState::Stopped;
        let result = if is_asked {
            SendResult::NotTried
        } else {
            SendResult::Unknown("Sending was interrupted. It may have arrived.".into())
        };
        let claimed = store::claimed_rows(&mut tx, id, worker).await?;
        let updates: Vec<_> =
            claimed.into_iter().map(|tried| update_after(app, &campaign, tried, &result, now)).collect();
        updates.iter().for_each(|update| count_update(&mut campaign, update));
        tracing::warn!(campaign = %id, count = updates.len(), "a worker ended in the midst of sending");
        store::update_rows(&mut tx, id, &updates).await?;
        save_and_announce(&mut tx, &mut campaign, now).await?;
    }
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(())
}
