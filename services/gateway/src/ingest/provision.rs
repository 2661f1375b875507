//! Where POS vendors register locations.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::{Code, PosId};
use saffron_proto::auth as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::keys::bearer;
use crate::Gateway;
use crate::api::some;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::Visitor;

/// A location and its attributes.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProvisionRequest {
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
    /// A new location needs one; a known one keeps its own without it.
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    website: Option<String>,
    /// IANA name. A new location needs one; a known one keeps its own without it.
    #[schema(nullable = false)]
    time_zone: Option<String>,
    #[schema(nullable = false)]
    postal_address: Option<String>,
    #[schema(nullable = false)]
    phone: Option<String>,
    /// The account of the card provider; unique to one location.
    #[schema(nullable = false)]
    card_account: Option<String>,
    /// True: a known location gets another ingest key, and the old one ends.
    #[schema(nullable = false)]
    rotate_ingest_key: Option<bool>,
}

/// A registered location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Provisioned {
    #[serde(rename = "posID")]
    pos_id: String,
    /// Null for a known location whose key stays.
    #[schema(required)]
    ingest_key: Option<String>,
    /// 10 characters, single use, 7 days.
    link_code: String,
}

envelope! {
    /// The answer of `POST /provision/v1/locations`.
    ProvisionEnvelope(Provisioned)
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
    visitor: Visitor,
    Json(request): Json<ProvisionRequest>,
) -> Result<ProvisionEnvelope, Failure> {
    let key = bearer(visitor.bearer.as_ref(), "provisioning key")?;
    gateway.limits.ingest(key)?;
    gateway.limits.stranger(visitor.address)?;
    let call = proto::ProvisionLocationRequest {
        provisioning_key: key.expose().to_owned(),
        location: Some(proto::Location {
            pos_id: request.pos_id.into(),
            name: request.name.unwrap_or_default(),
            website: request.website.unwrap_or_default(),
            time_zone: request.time_zone.unwrap_or_default(),
            postal_address: request.postal_address.unwrap_or_default(),
            phone: request.phone.unwrap_or_default(),
        }),
        card_account: request.card_account.unwrap_or_default(),
        rotate_ingest_key: request.rotate_ingest_key.unwrap_or(false),
    };
    let answer = gateway.auth.provision(call).await.map_err(|fault| {
        let error = fault.into_told();
        if error.code == Code::Unauthenticated {
            gateway.limits.count_stranger(visitor.address);
        }
        error
    })?;
    let body = Provisioned {
        pos_id: answer.pos_id,
        ingest_key: some(answer.ingest_key),
        link_code: answer.link_code,
    };
    Ok(body.into())
}
