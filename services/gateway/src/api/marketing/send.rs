//! The notification service's six calls (spec.md, section 7): each stores a campaign, which is then sent. Their envelope
//! is their own: `{"statuscode", "message", ...}`; failures get it in `http::notification`.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use saffron_core::{Error, PosId};
use saffron_proto::Service;
use saffron_proto::inventory::ReserveCodeRequest;
use saffron_proto::marketing::{self as proto, CampaignItem, CampaignKind, Channel, TextRecipient};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Gateway;
use crate::call::request::choose;
use crate::http::envelope::{Failure, json};
use crate::http::json::LargeJson;
use crate::http::notification::NotificationFailures;
use crate::session::Visitor;

/// Names of campaigns that follow from what they are about.
const CAMPAIGNS: Uuid = Uuid::from_u128(0x5d3d_90c1_7c1f_4f0e_9a3e_2b6f_51c8_d7e4);
/// The longest promo code.
const LONGEST_CODE: usize = 32;
/// The longest idempotency key.
const LONGEST_KEY: usize = 200;

/// An email to guests.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailCampaignRequest {
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// Repeating the key repeats the campaign's answer: no recipient gets it twice.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
    /// Of guests of the location; 25,000 at most.
    emails: Vec<String>,
    subject: String,
    /// 150 characters at most.
    body: String,
    /// The location's own name.
    business_name: String,
    /// The location's own website.
    website: Option<String>,
    /// Of a promo code: 3 to 32 of A-Z, 0-9 and -.
    promo_code: Option<String>,
    /// Of a promotion: the highest offPercentage of its items, whole percent. Left out: it is computed.
    discount_percentage: Option<i32>,
    /// Of a promotion, at least one.
    items: Option<Vec<CampaignItem>>,
}

/// A text to guests.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextCampaignRequest {
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// Repeating the key repeats the campaign's answer: no recipient gets it twice.
    #[schema(nullable = false)]
    idempotency_key: Option<String>,
    /// Guests of the location; 25,000 at most.
    recipients: Vec<TextRecipient>,
    /// 150 characters at most.
    body: String,
    /// Of a promo code: 3 to 32 of A-Z, 0-9 and -.
    promo_code: Option<String>,
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

/// What is answered (spec.md, section 8).
fn accepted(channel: Channel, campaign: proto::Campaign) -> Response {
    let message = match channel {
        Channel::Text => "Text messages sent to all recipients.",
        Channel::Email | Channel::Unspecified => "Email sent to all recipients.",
    };
    let status = StatusCode::ACCEPTED;
    json(status, &SentEnvelope { statuscode: status.as_u16(), message, campaign_id: campaign.campaign_id })
}

/// A promo code as it is kept: upper case.
fn code_of(text: Option<&str>) -> Result<String, Error> {
    let code = text.unwrap_or_default().trim().to_ascii_uppercase();
    let plain = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    if !plain || !(3..=LONGEST_CODE).contains(&code.len()) {
        return Err(Error::invalid("promoCode", "must be 3 to 32 of A-Z, 0-9 and -"));
    }
    Ok(code)
}

/// The id of a campaign: of a promo code by the code, so that a code is one campaign; else by the caller's key, so that
/// a try again is the same campaign; else a new one.
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
    /// Stores a campaign of a caller whose call has no sessionID.
    async fn send_campaign(
        &self,
        visitor: &Visitor,
        pos_id: Option<PosId>,
        key: Option<String>,
        mut draft: proto::Draft,
    ) -> Result<proto::Campaign, Failure> {
        let entered = self.enter(visitor, None).await?;
        let (entered, pos_id) = self.at(entered, pos_id, choose(Service::Marketing)).await?;
        let idempotency_key = key.unwrap_or_default();
        if idempotency_key.len() > LONGEST_KEY {
            return Err(Error::invalid("idempotencyKey", "must be 200 characters at most").into());
        }
        draft.pos_id = pos_id.to_string();
        let token = &entered.session.token;
        if draft.kind() == CampaignKind::PromoCode {
            draft.promo_code = code_of(Some(&draft.promo_code))?;
        } else {
            draft.promo_code.clear();
        }
        let caller = entered.session.user.to_string();
        let id = campaign_id(&draft.pos_id, &draft.promo_code, &caller, &idempotency_key).to_string();
        if !draft.promo_code.is_empty() {
            let code = ReserveCodeRequest {
                pos_id: draft.pos_id.clone(),
                code: draft.promo_code.clone(),
                campaign_id: id.clone(),
            };
            self.services.call(token, code).await?;
        }
        let call = proto::SendCampaignRequest { draft: Some(draft), campaign_id: id, idempotency_key };
        Ok(self.services.call(token, call).await?.campaign.unwrap_or_default())
    }

    async fn send_email(
        &self,
        visitor: &Visitor,
        kind: CampaignKind,
        request: EmailCampaignRequest,
    ) -> Result<Response, Failure> {
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
            ..proto::Draft::default()
        };
        let sent = self.send_campaign(visitor, request.pos_id, request.idempotency_key, draft).await?;
        Ok(accepted(Channel::Email, sent))
    }

    async fn send_text(
        &self,
        visitor: &Visitor,
        kind: CampaignKind,
        request: TextCampaignRequest,
    ) -> Result<Response, Failure> {
        let draft = proto::Draft {
            channel: Channel::Text.into(),
            kind: kind.into(),
            recipients: request.recipients,
            body: request.body,
            promo_code: request.promo_code.unwrap_or_default(),
            ..proto::Draft::default()
        };
        let sent = self.send_campaign(visitor, request.pos_id, request.idempotency_key, draft).await?;
        Ok(accepted(Channel::Text, sent))
    }
}

macro_rules! call {
    ($(#[$doc:meta])* $name:ident, $operation:literal, $path:literal, $request:ident, $send:ident, $kind:ident) => {
        $(#[$doc])*
        #[utoipa::path(
            post, path = $path, operation_id = $operation, tag = "marketing", request_body = $request,
            responses((status = 202, description = "Stored; it will be sent.", body = SentEnvelope), NotificationFailures)
        )]
        pub async fn $name(
            State(gateway): State<Arc<Gateway>>,
            visitor: Visitor,
            LargeJson(request, _place): LargeJson<$request>,
        ) -> Result<Response, Failure> {
            gateway.$send(&visitor, CampaignKind::$kind, request).await
        }
    };
}

call! {
    /// Send an email to guests.
    send_basic_email, "sendBasicEmail", "/notification/api/simple-email/online-kitchen-single-location",
    EmailCampaignRequest, send_email, Basic
}
call! {
    /// Send an email about items at a lower price.
    send_promotion_email, "sendPromotionEmail", "/notification/api/promotion/online-kitchen-single-promotion",
    EmailCampaignRequest, send_email, Promotion
}
call! {
    /// Send an email with a promo code.
    send_promo_code_email, "sendPromoCodeEmail",
    "/notification/api/promotion/online-kitchen-promotion-code-single-location",
    EmailCampaignRequest, send_email, PromoCode
}
call! {
    /// Send a text to guests.
    send_basic_text, "sendBasicText", "/notification/api/simple-text/online-kitchen-single",
    TextCampaignRequest, send_text, Basic
}
call! {
    /// Send a text about an offer.
    send_promotion_text, "sendPromotionText", "/notification/api/promotion-text/online-kitchen-single",
    TextCampaignRequest, send_text, Promotion
}
call! {
    /// Send a text with a promo code.
    send_promo_code_text, "sendPromoCodeText",
    "/notification/api/promotion-text/online-kitchen-promotion-code-single",
    TextCampaignRequest, send_text, PromoCode
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_kept_in_upper_case() {
        assert_eq!(code_of(Some(" spring-26 ")).unwrap(), "SPRING-26");
        let long = "A".repeat(33);
        for bad in
            [None, Some(""), Some("AB"), Some("A B C"), Some("ÄBC"), Some("A\nBC"), Some(long.as_str())]
        {
            assert_eq!(code_of(bad).unwrap_err().field.as_deref(), Some("promoCode"), "{bad:?}");
        }
    }

    #[test]
    fn a_try_again_is_the_same_campaign() {
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
