use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use uuid::Uuid;

use super::announce::{announce, publish_end};
use crate::app::App;
use crate::domain::{CampaignState, Change, Exclusion, Outcome};
use crate::store::{self, Campaign};

/// Pauses, resumes or stops a campaign. Stopping excludes the waiting recipients.
pub async fn change_campaign(app: &App, pos_id: &PosId, id: Uuid, change: Change) -> Result<Campaign, Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let found = store::lock_campaign(&mut tx, id).await?;
    let mut campaign = found.filter(|found| found.is_shown_at(pos_id)).ok_or_else(no_such_campaign)?;
    let to = match change {
        Change::Pause => CampaignState::Paused,
        Change::Resume => CampaignState::Sending,
        Change::Stop => CampaignState::Stopped,
    };
    match campaign.state {
        state if state == to => return Ok(campaign),
        CampaignState::Finished => return Err(ended_error("This campaign is finished.").into()),
        CampaignState::Stopped => return Err(ended_error("This campaign was stopped.").into()),
        CampaignState::Sending | CampaignState::Paused => campaign.state = to,
    }
    if to == CampaignState::Sending {
        campaign.due_at = now;
    }
    if to == CampaignState::Stopped {
        let count = store::exclude_waiting(&mut tx, id, now).await?;
        campaign.counters.shift(Outcome::Waiting, Outcome::Excluded, Some(Exclusion::Stopped), count);
        campaign.counters.quiet = 0;
        if campaign.counters.is_done() {
            campaign.finished_at = Some(now);
            publish_end(&mut tx, &campaign)?;
        }
    }
    announce(&mut tx, &mut campaign, now).await?;
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(campaign)
}

/// The refusal for an unknown campaign.
pub fn no_such_campaign() -> Error {
    Error { field: Some("campaignID".into()), ..Error::new(Code::NotFound, "There is no such campaign.") }
}

/// The refusal to change a campaign that has ended.
fn ended_error(message: &str) -> Error {
    Error { field: Some("campaignID".into()), ..Error::new(Code::Conflict, message) }
}
