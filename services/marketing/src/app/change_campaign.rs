use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use uuid::Uuid;

use super::App;
use super::announce::{announce, finish};
use crate::domain::{CampaignState, Change, Exclusion, Outcome};
use crate::store::{self, Campaign, RowMove};

/// Pauses, goes on with, or stops a campaign. What was not sent when it stops is excluded as stopped.
pub async fn change_campaign(
    app: &App,
    caller: &Caller,
    pos_id: &PosId,
    id: Uuid,
    change: Change,
) -> Result<Campaign, Fault> {
    caller.zone(pos_id)?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let held = store::hold_campaign(&mut tx, id).await?;
    let mut campaign = held
        .filter(|campaign| campaign.pos_id == *pos_id && !campaign.is_of_reward())
        .ok_or_else(no_such_campaign)?;
    let to = match change {
        Change::Pause => CampaignState::Paused,
        Change::Resume => CampaignState::Sending,
        Change::Stop => CampaignState::Stopped,
    };
    match (campaign.state, to) {
        (now, to) if now == to => return Ok(campaign),
        (CampaignState::Finished, _) => return Err(over("This campaign is finished.").into()),
        (CampaignState::Stopped, _) => return Err(over("This campaign was stopped.").into()),
        _ => campaign.state = to,
    }
    match to {
        CampaignState::Stopped => {
            let waiting = store::waiting_rows(&mut tx, id).await?;
            let stop = |(number, tries, due_at)| RowMove {
                number,
                outcome: Outcome::Excluded,
                exclusion: Some(Exclusion::Stopped),
                reason: String::new(),
                due_at,
                quiet: false,
                tries,
                worker: None,
                counts_at: None,
                settled_at: Some(now),
                segments: 0,
                delivery: None,
            };
            let moves: Vec<RowMove> = waiting.into_iter().map(stop).collect();
            store::move_rows(&mut tx, id, &moves).await?;
            let count = i64::try_from(moves.len()).unwrap_or(i64::MAX);
            campaign.counters.shift(Outcome::Waiting, Outcome::Excluded, Some(Exclusion::Stopped), count);
            campaign.counters.quiet = 0;
            if campaign.counters.is_done() {
                campaign.finished_at = Some(now);
                finish(&mut tx, &campaign)?;
            }
        }
        CampaignState::Sending => campaign.due_at = now,
        CampaignState::Paused | CampaignState::Finished => {}
    }
    announce(&mut tx, &mut campaign, now)?;
    store::save_campaign(&mut tx, &campaign).await?;
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(campaign)
}

/// There is no such campaign.
pub fn no_such_campaign() -> Error {
    Error { field: Some("campaignID".into()), ..Error::new(Code::NotFound, "There is no such campaign.") }
}

fn over(message: &str) -> Error {
    Error { field: Some("campaignID".into()), ..Error::new(Code::Conflict, message) }
}
