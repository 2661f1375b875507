//! Campaigns: before they are sent, and while they are.

pub mod change;
pub mod consents;
pub mod guest_texts;
pub mod people;
pub mod send;
pub mod shape;
pub mod texts;
pub mod unsubscribe;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::PosId;
use saffron_proto::marketing as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::people::{Outcome, Recipient, RecipientOutcome};
use self::shape::{Campaign, CampaignItem, CampaignKind, Channel, ExclusionCount, TextRecipient, exclusions};
use super::list;
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::{Json, LargeJson};
use crate::session::{SessionId, Visitor};

/// What is said where a location has to be chosen first (spec.md, section 8).
const CHOOSE: &str = "Please select location to proceed!";

/// Which recipients.
#[derive(Deserialize, ToSchema)]
pub struct RecipientsRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    channel: Channel,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Part of a name or of an address; 100 characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
}

/// The campaign to preview.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignPreviewRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    channel: Channel,
    kind: CampaignKind,
    /// Of emails: 25,000 at most.
    emails: Option<Vec<String>>,
    /// Of texts: 25,000 at most.
    recipients: Option<Vec<TextRecipient>>,
    /// Of emails.
    subject: Option<String>,
    /// 150 characters at most.
    body: Option<String>,
    /// Of emails: the location's own name.
    business_name: Option<String>,
    /// Of emails: the location's own website.
    website: Option<String>,
    /// 3 to 32 of A-Z, 0-9 and -.
    promo_code: Option<String>,
    /// Whole percent.
    discount_percentage: Option<i32>,
    items: Option<Vec<CampaignItem>>,
}

/// Which campaigns.
#[derive(Deserialize, ToSchema)]
pub struct CampaignsRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// Null: both.
    channel: Option<Channel>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
}

/// Which campaign.
#[derive(Deserialize, ToSchema)]
pub struct CampaignRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "campaignID")]
    campaign_id: String,
}

/// Which recipients of a campaign.
#[derive(Deserialize, ToSchema)]
pub struct CampaignOutcomesRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "campaignID")]
    campaign_id: String,
    /// Null: all.
    outcome: Option<Outcome>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Part of a name or of an address; 100 characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
}

/// A page of recipients, by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecipientList {
    recipient_list: Vec<Recipient>,
    /// Null: nothing follows.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A page of campaigns, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignList {
    campaign_list: Vec<Campaign>,
    /// Null: nothing follows.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A page of a campaign's recipients.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeList {
    outcome_list: Vec<RecipientOutcome>,
    /// Null: nothing follows.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A preview of a campaign.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignPreview {
    /// Number of recipients.
    recipients: i64,
    /// Number of excluded recipients, by reason.
    excluded: Vec<ExclusionCount>,
    /// Of emails: as the first recipient would see it.
    subject: String,
    /// Of emails: as the first recipient would see it.
    html: String,
    /// A text, or the plain part of an email, as the first recipient would see it.
    text: String,
    /// Of texts: how many are paid for, for the longest of them.
    segments: i32,
    /// Of texts: GSM-7 or UCS-2.
    encoding: String,
    /// Whole percent; 0: none.
    discount_percentage: i32,
    /// Texts that would wait until the recipient's morning.
    quiet: i64,
}

impl From<proto::PreviewCampaignResponse> for CampaignPreview {
    fn from(preview: proto::PreviewCampaignResponse) -> CampaignPreview {
        CampaignPreview {
            recipients: preview.recipients,
            excluded: exclusions(preview.excluded),
            subject: preview.subject,
            html: preview.html,
            text: preview.text,
            segments: preview.segments,
            encoding: preview.encoding,
            discount_percentage: preview.discount_percentage,
            quiet: preview.quiet,
        }
    }
}

envelope! {
    /// The answer of `get-marketing-recipients`.
    GetMarketingRecipientsEnvelope(RecipientList)
}
envelope! {
    /// The answer of `get-campaign-preview`.
    GetCampaignPreviewEnvelope(CampaignPreview)
}
envelope! {
    /// The answer of `get-campaigns`.
    GetCampaignsEnvelope(CampaignList)
}
envelope! {
    /// The answer of `get-campaign`.
    GetCampaignEnvelope(Campaign)
}
envelope! {
    /// The answer of `get-campaign-outcomes`.
    GetCampaignOutcomesEnvelope(OutcomeList)
}

/// The guests of a location as recipients, with the reason where one is excluded.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-marketing-recipients",
    operation_id = "getMarketingRecipients", tag = "marketing", request_body = RecipientsRequest,
    responses((status = 200, description = "The answer.", body = GetMarketingRecipientsEnvelope), Failures)
)]
pub async fn get_marketing_recipients(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<RecipientsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListRecipientsRequest {
        pos_id: pos_id.into(),
        channel: request.channel.wire(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
    };
    let rows = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, Recipient>("recipientList", limit, rows).await
}

/// Preview a campaign: recipients, exclusions by reason, and its look.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-campaign-preview", operation_id = "getCampaignPreview",
    tag = "marketing", request_body = CampaignPreviewRequest,
    responses((status = 200, description = "The answer.", body = GetCampaignPreviewEnvelope), Failures)
)]
pub async fn get_campaign_preview(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    LargeJson(request, _place): LargeJson<CampaignPreviewRequest>,
) -> Result<GetCampaignPreviewEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let draft = proto::Draft {
        pos_id: pos_id.into(),
        channel: request.channel.wire(),
        kind: request.kind.wire(),
        emails: request.emails.unwrap_or_default(),
        recipients: request.recipients.into_iter().flatten().map(Into::into).collect(),
        subject: request.subject.unwrap_or_default(),
        body: request.body.unwrap_or_default(),
        business_name: request.business_name.unwrap_or_default(),
        website: request.website.unwrap_or_default(),
        promo_code: request.promo_code.unwrap_or_default().trim().to_ascii_uppercase(),
        discount_percentage: request.discount_percentage,
        items: request.items.into_iter().flatten().map(Into::into).collect(),
    };
    let call = proto::PreviewCampaignRequest { draft: Some(draft) };
    Ok(CampaignPreview::from(gateway.services.call(&entered.session.token, call).await?).into())
}

/// Campaigns, newest first.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-campaigns", operation_id = "getCampaigns",
    tag = "marketing", request_body = CampaignsRequest,
    responses((status = 200, description = "The answer.", body = GetCampaignsEnvelope), Failures)
)]
pub async fn get_campaigns(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CampaignsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListCampaignsRequest {
        pos_id: pos_id.into(),
        channel: request.channel.map(Channel::wire).unwrap_or_default(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
    };
    let rows = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, Campaign>("campaignList", limit, rows).await
}

/// A campaign and its progress.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-campaign", operation_id = "getCampaign",
    tag = "marketing", request_body = CampaignRequest,
    responses((status = 200, description = "The answer.", body = GetCampaignEnvelope), Failures)
)]
pub async fn get_campaign(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CampaignRequest>,
) -> Result<GetCampaignEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::GetCampaignRequest { pos_id: pos_id.into(), campaign_id: request.campaign_id };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(Campaign::from(answer.campaign.unwrap_or_default()).into())
}

/// The outcome of each recipient of a campaign.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-campaign-outcomes",
    operation_id = "getCampaignOutcomes", tag = "marketing", request_body = CampaignOutcomesRequest,
    responses((status = 200, description = "The answer.", body = GetCampaignOutcomesEnvelope), Failures)
)]
pub async fn get_campaign_outcomes(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CampaignOutcomesRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListOutcomesRequest {
        pos_id: pos_id.into(),
        campaign_id: request.campaign_id,
        outcome: request.outcome.map(Outcome::wire).unwrap_or_default(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
    };
    let rows = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, RecipientOutcome>("outcomeList", limit, rows).await
}
