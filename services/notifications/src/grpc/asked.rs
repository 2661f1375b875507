//! What callers ask, checked.

use saffron_core::{Error, PosId};
use saffron_kit::grpc::Caller;
use saffron_proto::notifications as proto;
use uuid::Uuid;

use crate::app::WishedRules;
use crate::domain::{Kind, QuietHours, RuleChange, Shelf};

/// A location of the caller; the only one where none is named.
pub fn location(caller: &Caller, pos_id: &str) -> Result<PosId, Error> {
    let named: Vec<String> = if pos_id.is_empty() { Vec::new() } else { vec![pos_id.to_owned()] };
    let mut scope = caller.scope(&named)?.into_keys();
    match (scope.next(), scope.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(Error::invalid("posID", "Please select location to proceed!")),
    }
}

/// A list of the inbox; none: both.
pub fn shelf(value: i32) -> Option<Shelf> {
    match proto::Shelf::try_from(value) {
        Ok(proto::Shelf::Notifications) => Some(Shelf::Notifications),
        Ok(proto::Shelf::Messages) => Some(Shelf::Messages),
        Ok(proto::Shelf::Unspecified) | Err(_) => None,
    }
}

/// A communication, which need not exist; none: all.
pub fn communication(id: &str) -> Result<Option<Uuid>, Error> {
    let wrong = |_| Error::invalid("posCommunicationID", "must be the id of a notification");
    if id.is_empty() { Ok(None) } else { id.parse().map(Some).map_err(wrong) }
}

/// A device, which need not exist.
pub fn device(id: &str) -> Result<Uuid, Error> {
    id.parse().map_err(|_| Error::invalid("deviceID", "must be the id of a device"))
}

fn kind(value: i32) -> Option<Kind> {
    match proto::Kind::try_from(value) {
        Ok(proto::Kind::DayClosed) => Some(Kind::DayClosed),
        Ok(proto::Kind::ItemRanOut) => Some(Kind::ItemRanOut),
        Ok(proto::Kind::PayoutPaid) => Some(Kind::PayoutPaid),
        Ok(proto::Kind::PayoutFailed) => Some(Kind::PayoutFailed),
        Ok(proto::Kind::PaymentFailed) => Some(Kind::PaymentFailed),
        Ok(proto::Kind::DisputeOpened) => Some(Kind::DisputeOpened),
        Ok(proto::Kind::CampaignFinished) => Some(Kind::CampaignFinished),
        Ok(proto::Kind::LargeVoid) => Some(Kind::LargeVoid),
        Ok(proto::Kind::LargeDiscount) => Some(Kind::LargeDiscount),
        Ok(proto::Kind::LargeRefund) => Some(Kind::LargeRefund),
        Ok(proto::Kind::LaborHigh) => Some(Kind::LaborHigh),
        Ok(proto::Kind::GuestText) => Some(Kind::GuestText),
        Ok(proto::Kind::Unspecified) | Err(_) => None,
    }
}

/// What is to change of somebody's rules.
pub fn wished(message: proto::SetRulesRequest) -> Result<WishedRules, Error> {
    let mut rules = Vec::with_capacity(message.rules.len());
    for (place, change) in message.rules.into_iter().enumerate() {
        let kind = kind(change.kind)
            .ok_or_else(|| Error::invalid(format!("rules[{place}].kind"), "is no kind of notification"))?;
        let change = RuleChange { enabled: change.enabled, threshold: change.threshold, push: change.push };
        rules.push((kind, change));
    }
    let quiet = message.quiet_hours.map(|quiet| QuietHours::parse(quiet.enabled, &quiet.from, &quiet.until));
    Ok(WishedRules { rules, quiet: quiet.transpose()?, digest_email: message.digest_email })
}
