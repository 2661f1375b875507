//! A person's notification rules.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::{Error, Money, PosId};
use saffron_proto::http::{read, write};
use saffron_proto::notifications::{self as proto, Kind, QuietHours};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Gateway;
use crate::call::request::{InLocation, requests};
use crate::http::envelope::{Envelope, Failure};

/// A rule of a person for a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRule {
    #[serde(serialize_with = "write::word::<Kind, _>")]
    #[schema(value_type = Kind)]
    kind: i32,
    /// Whether the rule is on.
    enabled: bool,
    /// Threshold: dollars; for laborHigh percent of net sales. Null for kinds without one.
    #[schema(value_type = Option<f64>)]
    threshold: Option<Money>,
    /// Whether devices receive a push.
    push: bool,
}

/// Changes of a rule; omitted fields stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRuleChange {
    #[serde(deserialize_with = "read::word::<Kind, _>")]
    #[schema(value_type = Kind)]
    kind: i32,
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

/// A person's notification rules of a location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRules {
    #[serde(rename = "posID")]
    pos_id: String,
    /// One of each kind.
    rules: Vec<NotificationRule>,
    quiet_hours: QuietHours,
    /// Whether the day's digest is sent by email as well.
    digest_email: bool,
}

/// The changes; omitted fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateNotificationRulesRequest {
    #[serde(rename = "sessionID")]
    _session_id: String,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID", default, deserialize_with = "read::parsed_or_empty::<PosId, _>")]
    #[schema(required = false)]
    pos_id: String,
    /// Each kind at most once.
    #[schema(nullable = false)]
    rules: Option<Vec<NotificationRuleChange>>,
    #[schema(nullable = false)]
    quiet_hours: Option<QuietHours>,
    /// Whether the day's digest is sent by email as well.
    #[schema(nullable = false)]
    digest_email: Option<bool>,
}

requests! { UpdateNotificationRulesRequest as Call: proto::SetRulesRequest, in pos_id; }

/// Hundredths of a percent in one tenth of it.
const TENTH: i64 = 10;

/// A threshold of the API, with two decimals for dollars and percent.
fn shown(kind: i32, threshold: i64) -> Money {
    match Kind::try_from(kind) {
        Ok(Kind::LaborHigh) => Money::from_cents(threshold.saturating_mul(TENTH)),
        _ => Money::from_cents(threshold),
    }
}

/// A threshold of the service: cents, or tenths of a percent.
fn stored(kind: i32, threshold: Money, index: usize) -> Result<i64, Error> {
    let hundredths = threshold.cents();
    match Kind::try_from(kind) {
        Ok(Kind::LaborHigh) if hundredths % TENTH != 0 => Err(Error::invalid(
            format!("rules[{index}].threshold"),
            "may have at most 1 digit after the point",
        )),
        Ok(Kind::LaborHigh) => Ok(hundredths / TENTH),
        _ => Ok(hundredths),
    }
}

impl From<proto::Rules> for NotificationRules {
    fn from(rules: proto::Rules) -> NotificationRules {
        // Kinds that this version does not know are left out.
        let known = rules
            .rules
            .into_iter()
            .filter(|rule| Kind::try_from(rule.kind).is_ok_and(|kind| kind != Kind::Unspecified));
        let shown = known.map(|rule| NotificationRule {
            kind: rule.kind,
            enabled: rule.enabled,
            threshold: rule.threshold.map(|threshold| shown(rule.kind, threshold)),
            push: rule.push,
        });
        NotificationRules {
            pos_id: rules.pos_id,
            rules: shown.collect(),
            quiet_hours: rules.quiet_hours.unwrap_or_default(),
            digest_email: rules.digest_email,
        }
    }
}

pub async fn get_notification_rules(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<proto::GetRulesRequest>,
) -> Result<Envelope<NotificationRules>, Failure> {
    let answer = gateway.services.call(&caller.session.token, request).await?;
    Ok(NotificationRules::from(answer.rules.unwrap_or_default()).into())
}

pub async fn update_notification_rules(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<UpdateNotificationRulesRequest>,
) -> Result<Envelope<NotificationRules>, Failure> {
    let change = |(index, change): (usize, NotificationRuleChange)| {
        let threshold =
            change.threshold.map(|threshold| stored(change.kind, threshold, index)).transpose()?;
        Ok(proto::RuleChange { kind: change.kind, enabled: change.enabled, threshold, push: change.push })
    };
    let rules: Result<Vec<_>, Error> = request.rules.into_iter().flatten().enumerate().map(change).collect();
    let call = proto::SetRulesRequest {
        pos_id: request.pos_id,
        rules: rules?,
        quiet_hours: request.quiet_hours,
        digest_email: request.digest_email,
    };
    let answer = gateway.services.call(&caller.session.token, call).await?;
    Ok(NotificationRules::from(answer.rules.unwrap_or_default()).into())
}
