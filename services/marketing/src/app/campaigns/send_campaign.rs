use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Once;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::announce::save_and_announce;
use super::change_campaign::no_such_campaign;
use super::recipients::{check_sender, find_described, find_recipients};
use crate::app::App;
use crate::domain::{CampaignKind, Draft};
use crate::store::{self, Campaign};

/// The name of the call, to which idempotency keys belong.
const CALL: &str = "send-campaign";

/// A request to send a campaign.
#[derive(Debug, Clone)]
pub struct NewCampaign {
    pub pos_id: PosId,
    /// The campaign's id: a repeated id is the same campaign.
    pub campaign: Uuid,
    /// The message and its recipients.
    pub draft: Draft,
    /// The sender in the request.
    pub business_name: String,
    /// The sender's website in the request.
    pub website: String,
    /// A repeated key with the same request gets the same answer, without a second campaign.
    pub idempotency_key: String,
}

/// Stores a campaign with all its recipients; workers send it.
pub async fn send_campaign(app: &App, caller: &Caller, send: NewCampaign) -> Result<Campaign, Fault> {
    let request = format!("{} {}", send.pos_id, send.draft.fingerprint());
    let request_hash = Sha256::digest(request.as_bytes()).to_vec();
    let mut tx = app.database.begin().await?;
    let once = tx.once(caller.user, CALL, &send.idempotency_key, request.as_bytes()).await?;
    if let Once::Again(answer) = once {
        let id =
            answer.parse().map_err(|_| Fault::Permanent("an idempotency answer cannot be read".into()))?;
        return Ok(store::find_campaign(&mut tx, id).await?.ok_or_else(no_such_campaign)?);
    }
    if let Some(known) = store::find_campaign(&mut tx, send.campaign).await? {
        return sent_before(&send, known, &request_hash);
    }
    store::lock_location_shared(&mut tx, &send.pos_id).await?;
    let location = find_described(&mut tx, &send.pos_id).await?;
    check_sender(&location, send.draft.channel, &send.business_name, &send.website)?;
    send.draft.check_end(location.calendar.today(app.now()))?;
    let (recipients, counters) = find_recipients(app, &mut tx, &send.pos_id, &location, &send.draft).await?;
    let (now, key) = (app.now(), (send.pos_id.clone(), send.campaign));
    let mut campaign = Campaign {
        request_hash,
        created_by: caller.name.clone(),
        due_at: recipients.iter().map(|recipient| recipient.due_at).min().unwrap_or(now),
        ..Campaign::new(key, send.draft.channel, send.draft.content(), counters, now)
    };
    if !store::insert_campaign(&mut tx, &campaign).await? {
        // The same call came twice at once, and the other one was faster.
        let known = store::find_campaign(&mut tx, campaign.id).await?.ok_or_else(no_such_campaign)?;
        return sent_before(&send, known, &campaign.request_hash);
    }
    store::insert_recipients(&mut tx, (&send.pos_id, campaign.id), now, &recipients).await?;
    save_and_announce(&mut tx, &mut campaign, now).await?;
    tx.once_done(caller.user, CALL, &send.idempotency_key, &campaign.id.to_string()).await?;
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(campaign)
}

/// The answer for a campaign id that was sent before: that campaign, or a refusal if the requests differ.
fn sent_before(send: &NewCampaign, known: Campaign, request_hash: &[u8]) -> Result<Campaign, Fault> {
    if known.pos_id == send.pos_id && known.request_hash == request_hash {
        return Ok(known);
    }
    let (field, message) = match send.draft.kind {
        CampaignKind::PromoCode => {
            ("promoCode", "Another campaign was sent with this code: choose another one.")
        }
        _ => ("idempotencyKey", "Another campaign was sent with this key."),
    };
    Err(Error { field: Some(field.into()), ..Error::new(Code::Conflict, message) }.into())
}
