use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{CampaignChanged, CampaignFinished, RewardMessageSettled};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::{CampaignState, Outcome};
use crate::store::{self, Campaign};

/// How often open apps are told of a campaign, at most.
const EVERY: SignedDuration = SignedDuration::from_secs(1);
/// Campaigns that are told of in one transaction.
const AT_ONCE: i64 = 50;

/// Writes where a held campaign stands, tells open apps, though not too often, and notes its end.
pub async fn keep(tx: &mut Tx, campaign: &mut Campaign, now: Timestamp) -> Result<(), Fault> {
    let ends = campaign.counters.is_done() && campaign.finished_at.is_none();
    if ends {
        campaign.finished_at = Some(now);
        if campaign.state != CampaignState::Stopped {
            campaign.state = CampaignState::Finished;
        }
        finish(tx, campaign)?;
    }
    if ends || now.duration_since(campaign.announced_at) >= EVERY {
        announce(tx, campaign, now)?;
    } else {
        campaign.unannounced = true;
    }
    store::save_campaign(tx, campaign).await
}

/// Tells open apps of a held campaign.
pub fn announce(tx: &mut Tx, campaign: &mut Campaign, now: Timestamp) -> Result<(), Fault> {
    campaign.announced_at = now;
    campaign.unannounced = false;
    if campaign.is_of_reward() {
        return Ok(());
    }
    tx.publish(&CampaignChanged {
        pos_id: campaign.pos_id.clone(),
        campaign_id: campaign.id,
        state: campaign.state.as_str().to_owned(),
        counts: campaign.counters.counts(),
    })
}

/// Tells other services that nothing of a campaign waits any more.
pub fn finish(tx: &mut Tx, campaign: &Campaign) -> Result<(), Fault> {
    let counters = &campaign.counters;
    if campaign.is_of_reward() {
        let exclusion = counters.reasons().next().map(|(why, _)| why);
        let outcome = match (counters.sent, counters.unknown, exclusion) {
            (1.., ..) => Outcome::Sent,
            (_, 1.., _) => Outcome::Unknown,
            (.., Some(_)) => Outcome::Excluded,
            _ => Outcome::Failed,
        };
        return tx.publish(&RewardMessageSettled {
            pos_id: campaign.pos_id.clone(),
            // One reward is told of by one campaign of its id.
            reward_id: campaign.id,
            channel: Some(campaign.channel.as_str().to_owned()),
            outcome: outcome.as_str().to_owned(),
            exclusion: exclusion.map(|why| why.as_str().to_owned()),
        });
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

/// Tells open apps of campaigns that stand elsewhere since they were told last.
pub async fn announce_rest(app: &App) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let campaigns = store::unannounced(&mut tx, now - EVERY, AT_ONCE).await?;
    drop(tx);
    for id in campaigns {
        let mut tx = app.database.begin().await?;
        let Some(mut campaign) = store::hold_campaign(&mut tx, id).await? else { continue };
        if campaign.unannounced {
            announce(&mut tx, &mut campaign, now)?;
            store::save_campaign(&mut tx, &campaign).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}
