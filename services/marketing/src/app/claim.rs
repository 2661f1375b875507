use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use saffron_kit::Fault;
use uuid::Uuid;

use super::App;
use super::announce::keep;
use crate::domain::{CampaignState, Channel, Exclusion, Location, Outcome, Standing, awake_at};
use crate::store::{self, Campaign, Described, DueRow, Next, RowMove};

/// Messages that a worker has in hand together.
pub struct Batch {
    /// What is said.
    pub campaign: Arc<Campaign>,
    /// Who says it.
    pub location: Location,
    /// To whom.
    pub rows: Vec<DueRow>,
}

/// What is done with a recipient whose time has come.
enum Decision {
    Go,
    Exclude(Exclusion),
    /// Until the morning.
    Hold(Timestamp),
}

fn decide(
    app: &App,
    campaign: &Campaign,
    described: &Described,
    row: &DueRow,
    standing: &Standing,
    got: i64,
    now: Timestamp,
) -> Decision {
    let Some(address) = &row.address else { return Decision::Exclude(Exclusion::Erased) };
    let exclusion = if campaign.is_notice() {
        standing.notice_exclusion()
    } else {
        standing.exclusion().or(app.has_enough(got).then_some(Exclusion::TooMany))
    };
    if let Some(why) = exclusion {
        return Decision::Exclude(why);
    }
    let morning = match campaign.channel {
        Channel::Text => awake_at(address, &described.zone, now),
        Channel::Email => None,
    };
    morning.map_or(Decision::Go, Decision::Hold)
}

/// Takes recipients of a campaign that are due into hand, as many as the rate of its location lets through. Who opted out
/// since the campaign was stored, has got enough, or sleeps, is not among them.
pub async fn claim(app: &App, worker: Uuid, next: &Next, most: i64) -> Result<Option<Batch>, Fault> {
    let now = app.now();
    let rate = i64::from(app.rate(next.channel)).max(1);
    let mut tx = app.database.begin().await?;
    if !store::hold_lease(&mut tx, worker, now).await? {
        return Ok(None);
    }
    let paced = store::hold_pace(&mut tx, &next.pos_id, next.channel).await?;
    if paced > now {
        return Ok(None);
    }
    let Some(mut campaign) = store::hold_campaign(&mut tx, next.campaign).await? else { return Ok(None) };
    if campaign.state != CampaignState::Sending {
        return Ok(None);
    }
    let Some(described) = store::find_location(&mut tx, &campaign.pos_id).await? else { return Ok(None) };
    let most = most.min(rate);
    let due = store::due_rows(&mut tx, campaign.id, now, most).await?;
    let is_all = i64::try_from(due.len()).unwrap_or(most) < most;
    let hashes: Vec<_> = due.iter().map(|row| row.hash).collect();
    let standings = store::standings(&mut tx, &campaign.pos_id, campaign.channel, &hashes).await?;
    let counted = store::counted(&mut tx, &campaign.pos_id, &hashes, app.week_ago()).await?;
    let nothing = Standing::default();
    let (mut moves, mut rows) = (Vec::with_capacity(due.len()), Vec::with_capacity(due.len()));
    for row in due {
        let standing = standings.get(&row.hash).unwrap_or(&nothing);
        let got = counted.get(&row.hash).copied().unwrap_or(0);
        let decision = decide(app, &campaign, &described, &row, standing, got, now);
        campaign.counters.quiet -= i64::from(row.quiet);
        let waits = RowMove {
            number: row.number,
            outcome: Outcome::Waiting,
            exclusion: None,
            reason: String::new(),
            due_at: now,
            quiet: false,
            tries: row.tries,
            worker: None,
            counts_at: None,
            settled_at: None,
            segments: 0,
            delivery: None,
        };
        moves.push(match decision {
            Decision::Go => {
                campaign.counters.shift(Outcome::Waiting, Outcome::Sending, None, 1);
                let counts_at = (!campaign.is_notice()).then_some(now);
                let tries = row.tries.saturating_add(1);
                rows.push(row);
                RowMove { outcome: Outcome::Sending, tries, worker: Some(worker), counts_at, ..waits }
            }
            Decision::Exclude(why) => {
                campaign.counters.shift(Outcome::Waiting, Outcome::Excluded, Some(why), 1);
                RowMove { outcome: Outcome::Excluded, exclusion: Some(why), settled_at: Some(now), ..waits }
            }
            Decision::Hold(until) => {
                campaign.counters.quiet += 1;
                RowMove { due_at: until, quiet: true, ..waits }
            }
        });
    }
    store::move_rows(&mut tx, campaign.id, &moves).await?;
    if is_all {
        campaign.due_at = store::next_due(&mut tx, campaign.id).await?.unwrap_or(Timestamp::MAX);
    }
    let taken = i64::try_from(rows.len()).unwrap_or(0);
    let next_at = now + SignedDuration::from_micros(taken * 1_000_000 / rate);
    store::move_pace(&mut tx, &next.pos_id, next.channel, next_at).await?;
    keep(&mut tx, &mut campaign, now).await?;
    tx.commit().await?;
    Ok(Some(Batch { campaign: Arc::new(campaign), location: described.location, rows }))
}
