use jiff::{SignedDuration, Timestamp};
use saffron_kit::Fault;
use uuid::Uuid;

use super::super::announce::save;
use super::super::{App, Exclusions};
use crate::domain::{CampaignState, Exclusion, Location, Outcome, quiet_until};
use crate::store::{self, Campaign, DueRow, Next, RowMove};

/// Messages that a worker has in hand together.
pub struct Batch {
    /// The message.
    pub campaign: Campaign,
    /// Its sender.
    pub location: Location,
    /// Its recipients.
    pub rows: Vec<DueRow>,
}

/// Takes due recipients of a campaign into hand, as many as the rate of its location allows. Those who opted out since the
/// campaign was stored, got enough, or have night, are not among them.
pub async fn claim(app: &App, worker: Uuid, next: &Next, most: i64) -> Result<Option<Batch>, Fault> {
    let now = app.now();
    let rate = i64::from(app.rate(next.channel)).max(1);
    let most = most.min(rate);
    let mut tx = app.database.begin().await?;
    if !store::hold_lease(&mut tx, worker, now).await?
        || store::hold_pace(&mut tx, &next.pos_id, next.channel).await? > now
    {
        return Ok(None);
    }
    let held = store::hold_campaign(&mut tx, next.campaign).await?;
    let Some(mut campaign) = held.filter(|held| held.state == CampaignState::Sending) else {
        return Ok(None);
    };
    let Some(location) = store::find_location(&mut tx, &campaign.pos_id).await? else { return Ok(None) };
    let due = store::due_rows(&mut tx, campaign.id, now, most).await?;
    let is_all = (due.len() as i64) < most;
    let hashes: Vec<_> = due.iter().map(|row| row.hash).collect();
    let exclusions = Exclusions::of(app, &mut tx, &campaign.pos_id, campaign.channel, &hashes).await?;
    let (mut moves, mut rows) = (Vec::with_capacity(due.len()), Vec::with_capacity(due.len()));
    for row in due {
        let to = |outcome| RowMove::to(outcome, row.number, row.tries, now);
        campaign.counters.quiet -= i64::from(row.quiet);
        let exclusion = match &row.address {
            None => Some(Exclusion::Erased),
            Some(_) if campaign.is_notice() => exclusions.of_notice(row.hash),
            Some(_) => exclusions.of_message(row.hash),
        };
        let morning = row.address.as_ref().and_then(|address| quiet_until(address, &location.zone, now));
        let moved = match (exclusion, morning) {
            (Some(_), _) => RowMove { exclusion, ..to(Outcome::Excluded) },
            (None, Some(due_at)) => {
                campaign.counters.quiet += 1;
                RowMove { due_at, quiet: true, ..to(Outcome::Waiting) }
            }
            (None, None) => {
                let counts_at = (!campaign.is_notice()).then_some(now);
                let tries = row.tries.saturating_add(1);
                RowMove { worker: Some(worker), counts_at, tries, ..to(Outcome::Sending) }
            }
        };
        campaign.counters.shift(Outcome::Waiting, moved.outcome, moved.exclusion, 1);
        if moved.outcome == Outcome::Sending {
            rows.push(row);
        }
        moves.push(moved);
    }
    store::move_rows(&mut tx, campaign.id, &moves).await?;
    if is_all {
        campaign.due_at = store::next_due(&mut tx, campaign.id).await?.unwrap_or(Timestamp::MAX);
    }
    let next_at = now + SignedDuration::from_micros(rows.len() as i64 * 1_000_000 / rate);
    store::move_pace(&mut tx, &next.pos_id, next.channel, next_at).await?;
    save(&mut tx, &mut campaign, now).await?;
    tx.commit().await?;
    Ok(Some(Batch { campaign, location, rows }))
}
