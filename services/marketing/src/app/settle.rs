use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use saffron_kit::Fault;
use uuid::Uuid;

use super::announce::keep;
use super::{App, signed};
use crate::domain::{Act, CampaignState, Channel, Exclusion, Outcome, Word, clean_text};
use crate::store::{self, Campaign, Entry, RowMove, Scope};

/// How often a message is tried.
const TRIES: i16 = 8;
/// The longest pause before another try.
const LONGEST: Duration = Duration::from_secs(60 * 60);
/// The longest that a provider makes us wait.
const LONGEST_ASKED: Duration = Duration::from_secs(24 * 60 * 60);
/// What is said of a recipient whose outcome could not be noted.
const NOT_NOTED: &str = "What became of the message could not be noted.";

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// The provider took it.
    Sent {
        /// What it calls it.
        provider_id: Option<String>,
        /// Of texts.
        segments: i16,
    },
    /// It was not taken for now.
    Later {
        /// Why.
        why: String,
        /// When the provider wants to be asked again.
        after: Option<Duration>,
    },
    /// It may have been taken; asking again does not send it twice.
    Asked(String),
    /// It will never be taken.
    Failed {
        /// Why.
        why: String,
        /// It is the address that cannot be written to.
        bounced: bool,
    },
    /// The provider knows that the person opted out.
    OptedOut,
    /// It may have been taken.
    Unknown(String),
    /// It was not tried.
    GivenBack,
}

/// Notes what became of messages that this worker has in hand; what was taken from it meanwhile stays as it is.
pub async fn settle(
    app: &App,
    worker: Uuid,
    campaign: &Campaign,
    settled: &[(i32, Settled)],
) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(mut campaign) = store::hold_campaign(&mut tx, campaign.id).await? else { return Ok(()) };
    let numbers: Vec<i32> = settled.iter().map(|(number, _)| *number).collect();
    let ours = store::rows_in_hand(&mut tx, campaign.id, &numbers, worker).await?;
    let mut texts = BTreeMap::new();
    for (number, settled) in settled.iter().filter(|(number, _)| ours.contains_key(number)) {
        if let Settled::Sent { provider_id: Some(id), .. } = settled {
            texts.insert(id.clone(), *number);
        }
    }
    let told = store::name_texts(&mut tx, campaign.id, &texts, now).await?;
    let (mut moves, mut bad) = (Vec::with_capacity(settled.len()), Vec::new());
    for (number, settled) in settled {
        let Some(tries) = ours.get(number).copied() else { continue };
        let mut row = moved(app, &campaign, *number, tries, settled, now);
        row.delivery = told.get(number).copied();
        campaign.counters.shift(Outcome::Sending, row.outcome, row.exclusion, 1);
        campaign.counters.segments += i64::from(row.segments);
        if row.outcome == Outcome::Waiting {
            campaign.due_at = campaign.due_at.min(row.due_at);
        }
        match settled {
            Settled::Failed { bounced: true, .. } => bad.push((*number, Act::Bounce)),
            Settled::OptedOut => bad.push((*number, Act::Stop)),
            _ => {}
        }
        moves.push(row);
    }
    store::move_rows(&mut tx, campaign.id, &moves).await?;
    keep(&mut tx, &mut campaign, now).await?;
    let mut entries: Vec<Entry> = Vec::new();
    // Few: what cannot be written to is not written to again.
    for (number, act) in bad {
        let Some(row) = store::find_place(&mut tx, (campaign.id, number)).await? else { continue };
        let scope = match act {
            Act::Stop => Scope::Everywhere,
            _ => Scope::Location(campaign.pos_id.clone()),
        };
        let word = Word { act, granted: false, at: now };
        entries.push(((scope, campaign.channel, row.hash), word, String::new()));
    }
    store::hear(&mut tx, &entries).await?;
    tx.commit().await
}

impl Settled {
    /// What is noted where this cannot be: nobody is told that a message went that may not have gone, or the other way.
    fn without_detail(&self) -> Settled {
        match self {
            Settled::Sent { .. } | Settled::Asked(_) | Settled::Unknown(_) => {
                Settled::Unknown(NOT_NOTED.into())
            }
            Settled::Later { .. } | Settled::Failed { .. } | Settled::OptedOut | Settled::GivenBack => {
                Settled::Failed { why: NOT_NOTED.into(), bounced: false }
            }
        }
    }
}

/// Notes messages one by one, because they cannot be noted together: one that cannot be noted as it is, is set aside as
/// failed or unknown, so that the others go on.
pub async fn set_aside(
    app: &App,
    worker: Uuid,
    campaign: &Campaign,
    settled: &[(i32, Settled)],
) -> Result<(), Fault> {
    for (number, one) in settled {
        let Some(fault) = failed(settle(app, worker, campaign, &[(*number, one.clone())]).await)? else {
            continue;
        };
        tracing::error!(%fault, campaign = %campaign.id, number, "what became of a message cannot be noted: it is set aside");
        let aside = [(*number, one.without_detail())];
        if let Some(fault) = failed(settle(app, worker, campaign, &aside).await)? {
            tracing::error!(%fault, campaign = %campaign.id, number, "a message cannot be set aside either: it stays in hand");
        }
    }
    Ok(())
}

/// A fault that another try would meet again; none: it is done.
fn failed(done: Result<(), Fault>) -> Result<Option<Fault>, Fault> {
    match done {
        Err(fault) if fault.is_transient() => Err(fault),
        Err(fault) => Ok(Some(fault)),
        Ok(()) => Ok(None),
    }
}

/// Where a message goes after what became of it.
fn moved(
    app: &App,
    campaign: &Campaign,
    number: i32,
    tries: i16,
    settled: &Settled,
    now: Timestamp,
) -> RowMove {
    let counts_at = (!campaign.is_notice()).then_some(now);
    let row = RowMove {
        number,
        outcome: Outcome::Sent,
        exclusion: None,
        reason: String::new(),
        due_at: now,
        quiet: false,
        tries,
        worker: None,
        counts_at: None,
        settled_at: Some(now),
        segments: 0,
        delivery: None,
    };
    let again = |why: &str, after: Option<Duration>, last: Outcome| {
        if tries >= TRIES {
            let counts_at = counts_at.filter(|_| last == Outcome::Unknown);
            return RowMove { outcome: last, reason: clean_text(why), counts_at, ..row.clone() };
        }
        let pause =
            pause_after(app.settings.retry_after, tries).max(after.unwrap_or_default().min(LONGEST_ASKED));
        let due_at = now + signed(pause);
        RowMove {
            outcome: Outcome::Waiting,
            reason: clean_text(why),
            due_at,
            settled_at: None,
            ..row.clone()
        }
    };
    // Nobody takes up what waits of a stopped campaign.
    let is_stopped = campaign.state == CampaignState::Stopped;
    match settled {
        Settled::Later { .. } | Settled::GivenBack if is_stopped => {
            RowMove { outcome: Outcome::Excluded, exclusion: Some(Exclusion::Stopped), ..row }
        }
        Settled::Asked(why) if is_stopped => {
            RowMove { outcome: Outcome::Unknown, reason: clean_text(why), counts_at, ..row }
        }
        Settled::Sent { segments, .. } => RowMove { counts_at, segments: *segments, ..row },
        Settled::Later { why, after } => again(why, *after, Outcome::Failed),
        Settled::Asked(why) => again(why, None, Outcome::Unknown),
        Settled::Failed { why, .. } => RowMove { outcome: Outcome::Failed, reason: clean_text(why), ..row },
        Settled::OptedOut => {
            RowMove { outcome: Outcome::Excluded, exclusion: Some(Exclusion::OptedOut), ..row }
        }
        Settled::Unknown(why) => {
            RowMove { outcome: Outcome::Unknown, reason: clean_text(why), counts_at, ..row }
        }
        Settled::GivenBack => {
            RowMove { outcome: Outcome::Waiting, tries: tries - 1, settled_at: None, ..row }
        }
    }
}

/// Doubled with each try, and of it a random half, so that not all come back at once.
fn pause_after(first: Duration, tries: i16) -> Duration {
    let doubled = 1_u32 << u32::try_from(tries.clamp(1, 16) - 1).unwrap_or(0);
    let most = first.saturating_mul(doubled).min(LONGEST);
    most.mul_f64(0.5 + rand::random::<f64>() / 2.0)
}

/// Settles what workers had in hand that are gone: nobody knows what became of it. Where the provider sends once however
/// often it is asked, it is asked again.
pub async fn recover(app: &App) -> Result<(), Fault> {
    for worker in store::lost_workers(&app.database, app.now()).await? {
        if let Some(fault) = failed(recover_from(app, worker).await)? {
            tracing::error!(%fault, "what a lost worker had in hand cannot be settled");
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
    let mut by_campaign: BTreeMap<Uuid, Vec<i32>> = BTreeMap::new();
    for (campaign, number) in store::rows_of_worker(&mut tx, worker).await? {
        by_campaign.entry(campaign).or_default().push(number);
    }
    // One campaign for each lane of the worker, at most.
    for (id, numbers) in by_campaign {
        let Some(mut campaign) = store::hold_campaign(&mut tx, id).await? else { continue };
        let ours = store::rows_in_hand(&mut tx, id, &numbers, worker).await?;
        let is_asked = campaign.channel == Channel::Text
            && app.settings.sms_idempotent
            && campaign.state != CampaignState::Stopped;
        let mut moves = Vec::with_capacity(ours.len());
        for (number, tries) in ours {
            let settled = if is_asked {
                Settled::GivenBack
            } else {
                Settled::Unknown("The sending ended in the midst: it may have arrived.".into())
            };
            let row = moved(app, &campaign, number, tries, &settled, now);
            campaign.counters.shift(Outcome::Sending, row.outcome, None, 1);
            if row.outcome == Outcome::Waiting {
                campaign.due_at = campaign.due_at.min(now);
            }
            moves.push(row);
        }
        tracing::warn!(campaign = %id, count = moves.len(), "a worker ended in the midst of sending");
        store::move_rows(&mut tx, id, &moves).await?;
        keep(&mut tx, &mut campaign, now).await?;
    }
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(())
}
