//! What a person wants to be told of.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::{Error, Money, PosId};
use saffron_proto::notifications as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::NotificationKind;
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// What is said where a location has to be chosen first (spec.md, section 8).
const CHOOSE: &str = "Please select location to proceed!";

/// A rule of a person for a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRule {
    kind: NotificationKind,
    /// Whether the rule is on.
    enabled: bool,
    /// Threshold: dollars; for laborHigh percent of net sales. Null for kinds without one.
    #[schema(required, value_type = Option<f64>)]
    threshold: Option<Money>,
    /// Whether devices receive a push.
    push: bool,
}

/// Changes of a rule; fields that are left out stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRuleChange {
    kind: NotificationKind,
    /// Whether the rule is on.
    #[schema(nullable = false)]
    enabled: Option<bool>,
    /// Threshold: 1 to 100,000 dollars; for laborHigh 1 to 500 percent of net sales, with one decimal.
    #[schema(nullable = false, value_type = f64, required = false)]
    threshold: Option<Money>,
    /// Whether devices receive a push.
    #[schema(nullable = false)]
    push: Option<bool>,
}

/// Quiet hours by the location's clock: pushes wait until they end.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct QuietHours {
    enabled: bool,
    /// HH:MM.
    from: String,
    /// HH:MM; at or before `from`: on the next day.
    until: String,
}

/// A person's notification rules of a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRules {
    #[serde(rename = "posID")]
    pos_id: String,
    /// One of each kind.
    rules: Vec<NotificationRule>,
    quiet_hours: QuietHours,
    /// The day's digest comes by email too.
    digest_email: bool,
}

/// Of which location.
#[derive(Deserialize, ToSchema)]
pub struct NotificationRulesRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
}

/// The changes; fields that are left out stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateNotificationRulesRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// Each kind once at most.
    #[schema(nullable = false)]
    rules: Option<Vec<NotificationRuleChange>>,
    #[schema(nullable = false)]
    quiet_hours: Option<QuietHours>,
    /// The day's digest comes by email too.
    #[schema(nullable = false)]
    digest_email: Option<bool>,
}

envelope! {
    /// The answer of `get-notification-rules` and `update-notification-rules`.
    NotificationRulesEnvelope(NotificationRules)
}

/// Hundredths of a percent in one tenth of it.
const TENTH: i64 = 10;

/// A threshold as people write it: two decimals hold dollars and percents alike.
fn shown(kind: NotificationKind, threshold: i64) -> Money {
    match kind {
        NotificationKind::LaborHigh => Money::from_cents(threshold.saturating_mul(TENTH)),
        _ => Money::from_cents(threshold),
    }
}

/// A threshold as services take it.
fn taken(kind: NotificationKind, threshold: Money, place: usize) -> Result<i64, Error> {
    let hundredths = threshold.cents();
    match kind {
        NotificationKind::LaborHigh if hundredths % TENTH != 0 => Err(Error::invalid(
            format!("rules[{place}].threshold"),
            "may have at most 1 digit after the point",
        )),
        NotificationKind::LaborHigh => Ok(hundredths / TENTH),
        _ => Ok(hundredths),
    }
}

impl From<proto::Rules> for NotificationRules {
    fn from(told: proto::Rules) -> NotificationRules {
        let rules = told.rules.into_iter().filter_map(|rule| {
            let kind = NotificationKind::of(rule.kind)?;
            let threshold = rule.threshold.map(|threshold| shown(kind, threshold));
            Some(NotificationRule { kind, enabled: rule.enabled, threshold, push: rule.push })
        });
        let quiet = told.quiet_hours.unwrap_or_default();
        NotificationRules {
            pos_id: told.pos_id,
            rules: rules.collect(),
            quiet_hours: QuietHours { enabled: quiet.enabled, from: quiet.from, until: quiet.until },
            digest_email: told.digest_email,
        }
    }
}

/// The person's notification rules of a location.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-notification-rules", operation_id = "getNotificationRules",
    tag = "notifications", request_body = NotificationRulesRequest,
    responses((status = 200, description = "The answer.", body = NotificationRulesEnvelope), Failures)
)]
pub async fn get_notification_rules(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<NotificationRulesRequest>,
) -> Result<NotificationRulesEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::GetRulesRequest { pos_id: pos_id.into() };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(NotificationRules::from(answer.rules.unwrap_or_default()).into())
}

/// Change the person's notification rules of a location.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-notification-rules",
    operation_id = "updateNotificationRules", tag = "notifications", request_body = UpdateNotificationRulesRequest,
    responses((status = 200, description = "The answer.", body = NotificationRulesEnvelope), Failures)
)]
pub async fn update_notification_rules(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<UpdateNotificationRulesRequest>,
) -> Result<NotificationRulesEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let change = |(place, change): (usize, NotificationRuleChange)| {
        let threshold = change.threshold.map(|threshold| taken(change.kind, threshold, place)).transpose()?;
        Ok(proto::RuleChange {
            kind: change.kind.wire(),
            enabled: change.enabled,
            threshold,
            push: change.push,
        })
    };
    let rules: Result<Vec<_>, Error> = request.rules.into_iter().flatten().enumerate().map(change).collect();
    let quiet = |quiet: QuietHours| proto::QuietHours {
        enabled: quiet.enabled,
        from: quiet.from,
        until: quiet.until,
    };
    let call = proto::SetRulesRequest {
        pos_id: pos_id.into(),
        rules: rules?,
        quiet_hours: request.quiet_hours.map(quiet),
        digest_email: request.digest_email,
    };
    let answer = gateway.services.call(&entered.session.token, call).await?;
    Ok(NotificationRules::from(answer.rules.unwrap_or_default()).into())
}
