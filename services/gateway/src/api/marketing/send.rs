//! The notification service's six calls: each stores a campaign, which is sent later. They have their own
//! envelope `{"statuscode", "message", ...}`; `http::notification` puts failures into it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use saffron_core::{BusinessDate, Error, PosId};
use saffron_proto::Service;
use saffron_proto::inventory::{CodeTerms, ReserveCodeRequest};
use saffron_proto::marketing::{self as proto, CampaignItem, CampaignKind, Channel, TextRecipient};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Gateway;
use crate::http::body::LargeJson;
use crate::http::envelope::{Failure, json};
use crate::http::notification::NotificationFailures;
use crate::session::Client;

/// The namespace of campaign ids.
const CAMPAIGNS: Uuid = Uuid::from_u128(0x5d3d_90c1_7c1f_4f0e_9a3e_2b6f_51c8_d7e4);
/// The longest promo code.
const MAX_CODE: usize = 32;
/// The longest idempotency key.
const MAX_KEY: usize = 200;

/// An email to guests.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailCampaignRequest {
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// A repeated key gets the first answer again: no recipient gets the campaign twice.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
    /// Of guests of the location; at most 25,000.
    emails: Vec<String>,
    subject: String,
    /// At most 150 characters.
    body: String,
    /// The name of the location.
    business_name: String,
    /// The website of the location.
    website: Option<String>,
    /// For a promo code: 3 to 32 of A-Z, 0-9 and -.
    promo_code: Option<String>,
    /// For a promotion: the highest offPercentage of its items, whole percent. Computed if omitted.
    discount_percentage: Option<i32>,
    /// For a promotion: at least one.
    items: Option<Vec<CampaignItem>>,
    /// For a promo code: the POS gives it on these items alone; none: on the whole check.
    #[serde(rename = "posItemIDs")]
    pos_item_ids: Option<Vec<String>>,
    /// For a promo code: its last day, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    valid_until: Option<BusinessDate>,
}

/// A text to guests.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextCampaignRequest {
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// A repeated key gets the first answer again: no recipient gets the campaign twice.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
    /// Guests of the location; at most 25,000.
    recipients: Vec<TextRecipient>,
    /// At most 150 characters.
    body: String,
    /// For a promo code: 3 to 32 of A-Z, 0-9 and -.
    promo_code: Option<String>,
    /// For a promo code: whole percent.
    discount_percentage: Option<i32>,
    /// For a promo code: the items that it is about; none: the whole check.
    items: Option<Vec<CampaignItem>>,
    /// For a promo code: the POS gives it on these items alone; none: on the whole check.
    #[serde(rename = "posItemIDs")]
    pos_item_ids: Option<Vec<String>>,
    /// For a promo code: its last day, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    valid_until: Option<BusinessDate>,
}

/// Stored; it will be sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentEnvelope {
    /// Always 202.
    statuscode: u16,
    message: &'static str,
    #[serde(rename = "campaignID")]
    campaign_id: String,
}

/// A campaign to be stored.
struct NewCampaign {
    pos_id: Option<PosId>,
    idempotency_key: String,
    draft: proto::Draft,
    /// The items on which the POS gives a promo code.
    pos_item_ids: Vec<String>,
}

impl From<(CampaignKind, EmailCampaignRequest)> for NewCampaign {
    fn from((kind, request): (CampaignKind, EmailCampaignRequest)) -> NewCampaign {
        let draft = proto::Draft {
            channel: Channel::Email.into(),
            kind: kind.into(),
            emails: request.emails,
            subject: request.subject,
            body: request.body,
            business_name: request.business_name,
            website: request.website.unwrap_or_default(),
            promo_code: request.promo_code.unwrap_or_default(),
            discount_percentage: request.discount_percentage,
            items: request.items.unwrap_or_default(),
            valid_until: last_day(request.valid_until),
            ..proto::Draft::default()
        };
        let idempotency_key = request.idempotency_key.unwrap_or_default();
        let pos_item_ids = request.pos_item_ids.unwrap_or_default();
        NewCampaign { pos_id: request.pos_id, idempotency_key, draft, pos_item_ids }
    }
}

fn last_day(date: Option<BusinessDate>) -> String {
    date.map(|date| date.to_string()).unwrap_or_default()
}

impl From<(CampaignKind, TextCampaignRequest)> for NewCampaign {
    fn from((kind, request): (CampaignKind, TextCampaignRequest)) -> NewCampaign {
        let draft = proto::Draft {
            channel: Channel::Text.into(),
            kind: kind.into(),
            recipients: request.recipients,
            body: request.body,
            promo_code: request.promo_code.unwrap_or_default(),
            discount_percentage: request.discount_percentage,
            items: request.items.unwrap_or_default(),
            valid_until: last_day(request.valid_until),
            ..proto::Draft::default()
        };
        let idempotency_key = request.idempotency_key.unwrap_or_default();
        let pos_item_ids = request.pos_item_ids.unwrap_or_default();
        NewCampaign { pos_id: request.pos_id, idempotency_key, draft, pos_item_ids }
    }
}

/// A promo code as it is stored: upper case.
fn code_of(text: &str) -> Result<String, Error> {
    let code = text.trim().to_ascii_uppercase();
    let is_plain =
        code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    if !is_plain || !(3..=MAX_CODE).contains(&code.len()) {
        return Err(Error::invalid("promoCode", "must be 3 to 32 of A-Z, 0-9 and -"));
    }
    Ok(code)
}

/// The id of a campaign: by its promo code, so that a code is one campaign; else by the caller's key, so that a retry is the
/// same campaign; else a new one.
fn campaign_id(pos_id: &str, code: &str, caller: &str, key: &str) -> Uuid {
    if !code.is_empty() {
        return Uuid::new_v5(&CAMPAIGNS, format!("{pos_id}\ncode\n{code}").as_bytes());
    }
    if !key.is_empty() {
        return Uuid::new_v5(&CAMPAIGNS, format!("{pos_id}\nkey\n{caller}\n{key}").as_bytes());
    }
    Uuid::now_v7()
}

impl Gateway {
    /// Stores a campaign, and answers 202 with its id.
    async fn send_campaign(&self, client: &Client, campaign: NewCampaign) -> Result<Response, Failure> {
        let caller = self.authenticate(client, None).await?;
        let NewCampaign { pos_id, idempotency_key, mut draft, pos_item_ids } = campaign;
        let (caller, pos_id) = self.locate(caller, pos_id, Service::Marketing).await?;
        if idempotency_key.len() > MAX_KEY {
            return Err(Error::invalid("idempotencyKey", "must be 200 characters at most").into());
        }
        draft.pos_id = pos_id.to_string();
        let token = &caller.session.token;
        if draft.kind() == CampaignKind::PromoCode {
            draft.promo_code = code_of(&draft.promo_code)?;
        } else {
            draft.promo_code.clear();
        }
        let user = caller.session.user.to_string();
        let id = campaign_id(&draft.pos_id, &draft.promo_code, &user, &idempotency_key).to_string();
        if !draft.promo_code.is_empty() {
            let (pos_id, code) = (draft.pos_id.clone(), draft.promo_code.clone());
            let terms = CodeTerms {
                discount_percentage: draft.discount_percentage.unwrap_or_default(),
                pos_item_ids,
                valid_until: draft.valid_until.clone(),
            };
            let code = ReserveCodeRequest { pos_id, code, campaign_id: id.clone(), terms: Some(terms) };
            self.services.call(token, code).await?;
        }
        let message = match draft.channel() {
            Channel::Text => "Text messages sent to all recipients.",
            Channel::Email | Channel::Unspecified => "Email sent to all recipients.",
        };
        let call = proto::SendCampaignRequest { draft: Some(draft), campaign_id: id, idempotency_key };
        let stored = self.services.call(token, call).await?.campaign.unwrap_or_default();
        let (status, campaign_id) = (StatusCode::ACCEPTED, stored.campaign_id);
        Ok(json(status, &SentEnvelope { statuscode: status.as_u16(), message, campaign_id }))
    }
}

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident, $operation:literal, $path:literal, $request:ident, $kind:ident;)+) => {$(
        $(#[$doc])*
        #[utoipa::path(
            post, path = $path, operation_id = $operation, tag = "marketing", request_body = $request,
            responses((status = 202, description = "Stored; it will be sent.", body = SentEnvelope), NotificationFailures)
        )]
        pub async fn $name(
            State(gateway): State<Arc<Gateway>>,
            client: Client,
            LargeJson(request, _permit): LargeJson<$request>,
        ) -> Result<Response, Failure> {
            gateway.send_campaign(&client, (CampaignKind::$kind, request).into()).await
        }
    )+};
}

calls! {
    /// Send an email to guests.
    send_basic_email, "sendBasicEmail", "/notification/api/simple-email/online-kitchen-single-location",
    EmailCampaignRequest, Basic;
    /// Send an email about items at a lower price.
    send_promotion_email, "sendPromotionEmail", "/notification/api/promotion/online-kitchen-single-promotion",
    EmailCampaignRequest, Promotion;
    /// Send an email with a promo code.
    send_promo_code_email, "sendPromoCodeEmail",
    "/notification/api/promotion/online-kitchen-promotion-code-single-location",
    EmailCampaignRequest, PromoCode;
    /// Send a text to guests.
    send_basic_text, "sendBasicText", "/notification/api/simple-text/online-kitchen-single",
    TextCampaignRequest, Basic;
    /// Send a text about an offer.
    send_promotion_text, "sendPromotionText", "/notification/api/promotion-text/online-kitchen-single",
    TextCampaignRequest, Promotion;
    /// Send a text with a promo code.
    send_promo_code_text, "sendPromoCodeText",
    "/notification/api/promotion-text/online-kitchen-promotion-code-single",
    TextCampaignRequest, PromoCode;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promo_code_is_stored_in_upper_case() {
        assert_eq!(code_of(" spring-26 ").unwrap(), "SPRING-26");
        let long = "A".repeat(33);
        for bad in ["", "AB", "A B C", "ÄBC", "A\nBC", long.as_str()] {
            assert_eq!(code_of(bad).unwrap_err().field.as_deref(), Some("promoCode"), "{bad:?}");
        }
    }

    #[test]
    fn retry_is_the_same_campaign() {
        let id = campaign_id("p1", "", "u1", "k");
        assert_eq!(id, campaign_id("p1", "", "u1", "k"));
        for other in [
            campaign_id("p2", "", "u1", "k"),
            campaign_id("p1", "", "u2", "k"),
            campaign_id("p1", "", "u1", "l"),
            campaign_id("p1", "K", "u1", "k"),
        ] {
            assert_ne!(id, other);
        }
        assert_eq!(campaign_id("p1", "SPRING", "u1", "a"), campaign_id("p1", "SPRING", "u2", "b"));
        assert_ne!(campaign_id("p1", "", "u1", ""), campaign_id("p1", "", "u1", ""));
    }
}
