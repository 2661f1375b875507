use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CampaignChanged, CampaignFinished, RewardMessageSettled};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::app::App;
use crate::domain::{CampaignState, Channel, Exclusion, Outcome, RecipientKey};
use crate::store::{self, Campaign, LinkedRecipient, RewardKey};

/// The least time between two events about the state of a campaign.
const EVERY: SignedDuration = SignedDuration::from_secs(1);
/// The most campaigns that are announced in one round.
const AT_ONCE: i64 = 50;

/// Stores the state of a locked campaign, announces it at most once a second, and publishes the end of the campaign.
pub async fn save_and_announce(tx: &mut Tx, campaign: &mut Campaign, now: Timestamp) -> Result<(), Fault> {
    let ends = campaign.counters.is_done() && campaign.finished_at.is_none();
    if ends {
        campaign.finished_at = Some(now);
        if campaign.state != CampaignState::Stopped {
            campaign.state = CampaignState::Finished;
        }
        publish_end(tx, campaign)?;
    }
    if ends || now.duration_since(campaign.announced_at) >= EVERY {
        return announce(tx, campaign, now).await;
    }
    campaign.unannounced = true;
    store::save_campaign(tx, campaign).await
}

/// Stores the state of a locked campaign, and publishes it for open apps.
pub async fn announce(tx: &mut Tx, campaign: &mut Campaign, now: Timestamp) -> Result<(), Fault> {
    campaign.announced_at = now;
    campaign.unannounced = false;
    if !campaign.is_of_reward() {
        tx.publish(&CampaignChanged {
            pos_id: campaign.pos_id.clone(),
            campaign_id: campaign.id,
            state: campaign.state.as_str().to_owned(),
            counts: campaign.counters.counts(),
        })?;
    }
    store::save_campaign(tx, campaign).await
}

/// Publishes that a campaign is finished, or the outcome of a message about a reward.
pub fn publish_end(tx: &mut Tx, campaign: &Campaign) -> Result<(), Fault> {
    let counters = &campaign.counters;
    if campaign.is_of_reward() {
        let exclusion = counters.reasons().next().map(|(why, _)| why);
        let outcome = match (counters.sent, counters.unknown, exclusion) {
            (1.., ..) => Outcome::Sent,
            (_, 1.., _) => Outcome::Unknown,
            (.., Some(_)) => Outcome::Excluded,
            _ => Outcome::Failed,
        };
        // The message about a reward is a campaign with the reward's id.
        let reward = (campaign.pos_id.clone(), campaign.id);
        return publish_reward_outcome(tx, &reward, Some(campaign.channel), outcome, exclusion);
    }
    tx.publish(&CampaignFinished {
        pos_id: campaign.pos_id.clone(),
        campaign_id: campaign.id,
        channel: campaign.channel.as_str().to_owned(),
        kind: campaign.content.kind.as_str().to_owned(),
        stopped: campaign.state == CampaignState::Stopped,
        counts: counters.counts(),
    })
}

/// Publishes the outcome of the message about a reward.
pub fn publish_reward_outcome(
    tx: &mut Tx,
    (pos_id, reward): &RewardKey,
    channel: Option<Channel>,
    outcome: Outcome,
    exclusion: Option<Exclusion>,
) -> Result<(), Fault> {
    tx.publish(&RewardMessageSettled {
        pos_id: pos_id.clone(),
        reward_id: *reward,
        channel: channel.map(|channel| channel.as_str().to_owned()),
        outcome: outcome.as_str().to_owned(),
        exclusion: exclusion.map(|why| why.as_str().to_owned()),
    })
}

/// Marks a recipient of a locked campaign: the person opted out by it, or in again. Announces the change.
pub async fn mark_opted_out(
    tx: &mut Tx,
    campaign: &mut Campaign,
    (key, row): (RecipientKey, &LinkedRecipient),
    opted_out: bool,
    now: Timestamp,
) -> Result<(), Fault> {
    if row.opted_out == opted_out {
        return Ok(());
    }
    store::mark_opted_out(tx, key, opted_out).await?;
    campaign.counters.opted_out += if opted_out { 1 } else { -1 };
    announce(tx, campaign, now).await
}

/// Announces campaigns whose last change was not announced at once.
pub async fn announce_delayed(app: Arc<App>) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let campaigns = store::unannounced(&mut tx, now - EVERY, AT_ONCE).await?;
    drop(tx);
    for id in campaigns {
        let mut tx = app.database.begin().await?;
        let Some(mut campaign) = store::lock_campaign(&mut tx, id).await? else { continue };
        if campaign.unannounced {
            announce(&mut tx, &mut campaign, now).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}
