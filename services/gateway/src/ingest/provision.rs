//! Registration of locations by POS vendors.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::{Code, Error, PosId};
use saffron_proto::auth as proto;
use saffron_proto::payments::CheckAccountRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::keys::bearer;
use crate::Gateway;
use crate::api::{given, some};
use crate::http::body::Json;
use crate::http::document::envelopes;
use crate::http::envelope::{Envelope, Failure, Failures};
use crate::session::Client;

/// A location and its attributes.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProvisionRequest {
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
    /// Required for a new location; without it a known one keeps its name.
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    website: Option<String>,
    /// IANA name. Required for a new location; without it a known one keeps its time zone.
    #[schema(nullable = false)]
    time_zone: Option<String>,
    #[schema(nullable = false)]
    postal_address: Option<String>,
    #[schema(nullable = false)]
    phone: Option<String>,
    /// When the business day of a new location begins: HH:MM, a quarter of an hour from 00:00 to 11:45. 04:00 without it. It is
    /// not changed here afterwards: the people of the location do.
    #[schema(nullable = false)]
    day_start: Option<String>,
    /// The account of the card provider, unique to one location; null removes it. Without it a known location keeps its
    /// account. Another account is accepted only if the operator allowed it to the vendor, or the account's own metadata at the
    /// provider has the posID as `posID`.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    card_account: Option<Option<String>>,
    /// True: a known location gets a new ingest key, and the old one ends.
    #[schema(nullable = false)]
    rotate_ingest_key: Option<bool>,
    /// A known location whose key stays gets one more, of this name, for another program of the vendor. The key that the vendor
    /// got by this name before ends.
    #[schema(nullable = false)]
    ingest_key_name: Option<String>,
}

/// Empty if it is left out or null. An empty text is ambiguous.
fn card_account(sent: Option<Option<String>>) -> Result<String, Error> {
    match sent.flatten() {
        Some(text) if text.trim().is_empty() => {
            Err(Error::invalid("cardAccount", "must not be empty: send null to clear it, or leave it out"))
        }
        text => Ok(text.unwrap_or_default()),
    }
}

/// A registered location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Provisioned {
    #[serde(rename = "posID")]
    pos_id: String,
    /// Null for a known location that keeps its key and gets none by name.
    ingest_key: Option<String>,
    /// 10 characters, single use, valid for 7 days.
    link_code: String,
}

envelopes! {
    /// The answer of `POST /provision/v1/locations`.
    ProvisionEnvelope(Provisioned);
}

/// Register a location, or update it.
#[utoipa::path(
    post, path = "/provision/v1/locations", operation_id = "provisionLocation", tag = "vendors",
    params(("Authorization" = String, Header, description = "Bearer <provisioning key>")),
    request_body = ProvisionRequest,
    responses((status = 200, description = "The answer.", body = ProvisionEnvelope), Failures)
)]
pub async fn provision_location(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Json(request): Json<ProvisionRequest>,
) -> Result<Envelope<Provisioned>, Failure> {
    let key = bearer(client.bearer.as_ref(), "provisioning key")?;
    gateway.limits.ingest(key)?;
    gateway.limits.refuse_guessing(client.address)?;
    let pos_id = request.pos_id.to_string();
    let call = proto::ProvisionLocationRequest {
        provisioning_key: key.expose().to_owned(),
        location: Some(proto::Location {
            pos_id: pos_id.clone(),
            name: request.name.unwrap_or_default(),
            website: request.website.unwrap_or_default(),
            time_zone: request.time_zone.unwrap_or_default(),
            postal_address: request.postal_address.unwrap_or_default(),
            phone: request.phone.unwrap_or_default(),
            day_starts: request.day_start.unwrap_or_default(),
        }),
        clear_card_account: request.card_account == Some(None),
        card_account: card_account(request.card_account)?,
        rotate_ingest_key: request.rotate_ingest_key.unwrap_or(false),
        card_account_proved: false,
        ingest_key_name: request.ingest_key_name.unwrap_or_default(),
    };
    let mut answer = gateway.services.call_as_gateway(call.clone()).await.map_err(|fault| {
        let error = fault.into_answer();
        if error.code == Code::Unauthenticated {
            gateway.limits.count_guess(client.address);
        }
        error
    })?;
    if answer.card_account_unproved {
        // The account's metadata may name the location. Nothing was changed so far.
        let card_account = call.card_account.trim().to_owned();
        let check = CheckAccountRequest { pos_id: pos_id.clone(), card_account };
        if gateway.services.call_as_gateway(check).await?.names_location {
            let proved = proto::ProvisionLocationRequest { card_account_proved: true, ..call };
            answer = gateway.services.call_as_gateway(proved).await?;
        }
    }
    if answer.card_account_unproved {
        let message = "You may not use this card account. Set posID in the account's metadata at the card provider, \
                       or ask the operator of this installation to allow it. Nothing was changed.";
        let error = Error::new(Code::Conflict, message);
        return Err(Error { field: Some("cardAccount".into()), ..error }.into());
    }
    let body = Provisioned {
        pos_id: answer.pos_id,
        ingest_key: some(answer.ingest_key),
        link_code: answer.link_code,
    };
    Ok(body.into())
}
