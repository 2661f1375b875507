//! Requests to domain types, and answers to messages.

use saffron_core::event::UnreadCounts;
use saffron_core::time::public_time;
use saffron_core::{Calendar, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Mirrored as _;
use saffron_proto::notifications as proto;
use uuid::Uuid;

use crate::app::{RuleChanges, Rules};
use crate::domain::{Kind, QuietHours, RuleChange, Shelf};
use crate::store::{Communication, Device};

saffron_kit::mirrored!(
    Kind,
    proto::Kind: DayClosed,
    ItemRanOut,
    PayoutPaid,
    PayoutFailed,
    PaymentFailed,
    DisputeOpened,
    CampaignFinished,
    LargeVoid,
    LargeDiscount,
    LargeRefund,
    LaborHigh,
    GuestText,
    SalesCountedTwice,
    SalesDiffer
);
saffron_kit::mirrored!(Shelf, proto::Shelf: Notifications, Messages);

/// The id of a requested communication, which need not exist; none: all communications.
pub fn communication_id(id: &str) -> Result<Option<Uuid>, Fault> {
    let wrong = |_| Error::invalid("posCommunicationID", "must be the id of a notification").into();
    if id.is_empty() { Ok(None) } else { id.parse().map(Some).map_err(wrong) }
}

/// The id of a requested device, which need not exist.
pub fn device_id(id: &str) -> Result<Uuid, Fault> {
    id.parse().map_err(|_| Error::invalid("deviceID", "must be the id of a device").into())
}

/// The requested changes of a person's rules.
pub fn rule_changes(message: proto::SetRulesRequest) -> Result<RuleChanges, Fault> {
    let mut rules = Vec::with_capacity(message.rules.len());
    for (position, proto::RuleChange { kind, enabled, threshold, push }) in
        message.rules.into_iter().enumerate()
    {
        let kind = Kind::of_message(kind)
            .ok_or_else(|| Error::invalid(format!("rules[{position}].kind"), "is no kind of notification"))?;
        rules.push((kind, RuleChange { enabled, threshold, push }));
    }
    let quiet = message.quiet_hours.map(|quiet| QuietHours::parse(quiet.enabled, &quiet.from, &quiet.until));
    Ok(RuleChanges { rules, quiet: quiet.transpose()?, digest_email: message.digest_email })
}

pub fn communication(calendar: &Calendar, row: Communication) -> proto::Communication {
    let target = proto::Target { kind: row.target_kind, id: row.target_id };
    proto::Communication {
        communication_id: row.communication_id.to_string(),
        pos_id: row.pos_id.to_string(),
        kind: row.kind.for_message(),
        added_at: public_time(calendar.wall(row.added_at)),
        notification: row.notification,
        message: row.message,
        target: (!target.kind.is_empty()).then_some(target),
        reason: row.reason,
        also: row.also,
        viewed: row.viewed,
    }
}

pub const fn unread(counts: UnreadCounts) -> Option<proto::Unread> {
    Some(proto::Unread { notifications: counts.notifications, messages: counts.messages })
}

pub fn rules(pos_id: &PosId, Rules { rules, setting }: Rules) -> Option<proto::Rules> {
    let time = |minutes: i16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let quiet = setting.quiet;
    let rules = rules.into_iter().map(|(kind, rule)| proto::Rule {
        kind: kind.for_message(),
        enabled: rule.enabled,
        threshold: rule.threshold,
        push: rule.push,
    });
    Some(proto::Rules {
        pos_id: pos_id.to_string(),
        rules: rules.collect(),
        quiet_hours: Some(proto::QuietHours {
            enabled: quiet.enabled,
            from: time(quiet.from),
            until: time(quiet.until),
        }),
        digest_email: setting.digest_email,
    })
}

pub fn device(device: Device) -> Option<proto::Device> {
    Some(proto::Device {
        device_id: device.device_id.to_string(),
        label: device.label,
        session_handle: device.session_handle,
        added_at: device.added_at.to_string(),
        last_success_at: device.last_success_at.map(|at| at.to_jiff().to_string()).unwrap_or_default(),
    })
}
