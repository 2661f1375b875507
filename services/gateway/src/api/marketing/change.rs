//! Campaigns that are held, go on, or end early.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::PosId;
use saffron_proto::marketing as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::CHOOSE;
use super::shape::Campaign;
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// What to do with a campaign.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CampaignChange {
    /// Hold it.
    Pause,
    /// Go on with it.
    Resume,
    /// End it: who has not got it does not get it.
    Stop,
}

/// A change of a campaign.
#[derive(Deserialize, ToSchema)]
pub struct UpdateCampaignRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "campaignID")]
    campaign_id: String,
    change: CampaignChange,
}

envelope! {
    /// The answer of `update-campaign`.
    UpdateCampaignEnvelope(Campaign)
}

/// Pause a campaign, go on with it, or stop it.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-campaign", operation_id = "updateCampaign",
    tag = "marketing", request_body = UpdateCampaignRequest,
    responses((status = 200, description = "The current state.", body = UpdateCampaignEnvelope), Failures)
)]
pub async fn update_campaign(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<UpdateCampaignRequest>,
) -> Result<UpdateCampaignEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let change = match request.change {
        CampaignChange::Pause => proto::CampaignChange::Pause,
        CampaignChange::Resume => proto::CampaignChange::Resume,
        CampaignChange::Stop => proto::CampaignChange::Stop,
    };
    let call = proto::ChangeCampaignRequest {
        pos_id: pos_id.into(),
        campaign_id: request.campaign_id,
        change: change.into(),
    };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(Campaign::from(answer.campaign.unwrap_or_default()).into())
}
