use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Once;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::App;
use super::announce::save;
use super::change_campaign::no_such_campaign;
use super::resolve::{check_names, described, resolve};
use crate::domain::{CampaignKind, Draft};
use crate::store::{self, Campaign};

/// The name of the call, for idempotency keys.
const CALL: &str = "send-campaign";

/// A campaign that a person sends.
#[derive(Debug, Clone)]
pub struct NewCampaign {
    /// Its location.
    pub pos_id: PosId,
    /// The same id again is the same campaign.
    pub campaign: Uuid,
    /// The message and its recipients.
    pub draft: Draft,
    /// As the caller sent it.
    pub business_name: String,
    /// As the caller sent it.
    pub website: String,
    /// The same key and request again give the same answer and no second campaign.
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
        return again(&send, known, &request_hash);
    }
    store::share_location(&mut tx, &send.pos_id).await?;
    let location = described(&mut tx, &send.pos_id).await?;
    check_names(&location, send.draft.channel, &send.business_name, &send.website)?;
    let (recipients, counters) = resolve(app, &mut tx, &send.pos_id, &location, &send.draft).await?;
    let (now, key) = (app.now(), (send.pos_id.clone(), send.campaign));
    let mut campaign = Campaign {
        request_hash,
        created_by: caller.name.clone(),
        due_at: recipients.iter().map(|recipient| recipient.due_at).min().unwrap_or(now),
        ..Campaign::new(key, send.draft.channel, send.draft.content(), counters, now)
    };
    if !store::insert_campaign(&mut tx, &campaign).await? {
        // The same call came twice at once, and the other was first.
        let known = store::find_campaign(&mut tx, campaign.id).await?.ok_or_else(no_such_campaign)?;
        return again(&send, known, &campaign.request_hash);
    }
    store::insert_recipients(&mut tx, (&send.pos_id, campaign.id), now, &recipients).await?;
    save(&mut tx, &mut campaign, now).await?;
    tx.once_done(caller.user, CALL, &send.idempotency_key, &campaign.id.to_string()).await?;
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(campaign)
}

/// A campaign of this id was sent before: the same one is the answer.
fn again(send: &NewCampaign, known: Campaign, request_hash: &[u8]) -> Result<Campaign, Fault> {
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
