use jiff::{SignedDuration, Timestamp};
use saffron_kit::Fault;
use uuid::Uuid;

use super::super::announce::save_and_announce;
use crate::app::{App, Exclusions};
use crate::domain::{CampaignState, Exclusion, Location, Outcome, quiet_until};
use crate::store::{self, Campaign, DueRecipient, NextCampaign, RowUpdate};

/// Messages of a campaign that a worker has claimed together.
pub struct Batch {
    pub campaign: Campaign,
    pub location: Location,
    pub rows: Vec<DueRecipient>,
}

/// Claims due recipients of a campaign, as many as the rate limit of the location allows. Those who opted out meanwhile or have
/// reached the weekly cap are excluded; those in quiet hours wait until the morning.
pub async fn claim(app: &App, worker: Uuid, next: &NextCampaign, most: i64) -> Result<Option<Batch>, Fault> {
    let now = app.now();
    let rate = i64::from(app.rate(next.channel)).max(1);
    let most = most.min(rate);
    let mut tx = app.database.begin().await?;
    if !store::lock_lease(&mut tx, worker, now).await?
        || store::lock_next_send(&mut tx, &next.pos_id, next.channel).await? > now
    {
        return Ok(None);
    }
    let found = store::lock_campaign(&mut tx, next.campaign).await?;
    let Some(mut campaign) = found.filter(|found| found.state == CampaignState::Sending) else {
        return Ok(None);
    };
    let Some(location) = store::find_location(&mut tx, &campaign.pos_id).await? else { return Ok(None) };
    let due = store::due_recipients(&mut tx, campaign.id, now, most).await?;
    let is_all = (due.len() as i64) < most;
    let hashes: Vec<_> = due.iter().map(|row| row.hash).collect();
    let exclusions = Exclusions::of(app, &mut tx, &campaign.pos_id, campaign.channel, &hashes).await?;
    let (mut updates, mut rows) = (Vec::with_capacity(due.len()), Vec::with_capacity(due.len()));
    for row in due {
        let to = |outcome| RowUpdate::to(outcome, row.number, row.tries, now);
        campaign.counters.quiet -= i64::from(row.quiet);
        let exclusion = match &row.address {
            None => Some(Exclusion::Erased),
            Some(_) if campaign.is_notice() => exclusions.of_notice(row.hash),
            Some(_) => exclusions.of_message(row.hash),
        };
        let morning = row.address.as_ref().and_then(|address| quiet_until(address, &location.calendar, now));
        let update = match (exclusion, morning) {
            (Some(_), _) => RowUpdate { exclusion, ..to(Outcome::Excluded) },
            (None, Some(due_at)) => {
                campaign.counters.quiet += 1;
                RowUpdate { due_at, quiet: true, ..to(Outcome::Waiting) }
            }
            (None, None) => {
                let counts_at = (!campaign.is_notice()).then_some(now);
                let tries = row.tries.saturating_add(1);
                RowUpdate { worker: Some(worker), counts_at, tries, ..to(Outcome::Sending) }
            }
        };
        campaign.counters.shift(Outcome::Waiting, update.outcome, update.exclusion, 1);
        if update.outcome == Outcome::Sending {
            rows.push(row);
        }
        updates.push(update);
    }
    store::update_rows(&mut tx, campaign.id, &updates).await?;
    if is_all {
        campaign.due_at = store::next_due(&mut tx, campaign.id).await?.unwrap_or(Timestamp::MAX);
    }
    let next_at = now + SignedDuration::from_micros(rows.len() as i64 * 1_000_000 / rate);
    store::set_next_send(&mut tx, &next.pos_id, next.channel, next_at).await?;
    save_and_announce(&mut tx, &mut campaign, now).await?;
    tx.commit().await?;
    Ok(Some(Batch { campaign, location, rows }))
}
