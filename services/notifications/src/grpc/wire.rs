//! Answers to callers, from rows.

use jiff::civil::Time;
use saffron_core::event::UnreadCounts;
use saffron_core::time::public_time;
use saffron_core::{PosId, Zone};
use saffron_proto::notifications as proto;

use crate::app::RulesShown;
use crate::domain::Kind;
use crate::store::{CommunicationRow, Device};

const fn kind(kind: Kind) -> proto::Kind {
    match kind {
        Kind::DayClosed => proto::Kind::DayClosed,
        Kind::ItemRanOut => proto::Kind::ItemRanOut,
        Kind::PayoutPaid => proto::Kind::PayoutPaid,
        Kind::PayoutFailed => proto::Kind::PayoutFailed,
        Kind::PaymentFailed => proto::Kind::PaymentFailed,
        Kind::DisputeOpened => proto::Kind::DisputeOpened,
        Kind::CampaignFinished => proto::Kind::CampaignFinished,
        Kind::LargeVoid => proto::Kind::LargeVoid,
        Kind::LargeDiscount => proto::Kind::LargeDiscount,
        Kind::LargeRefund => proto::Kind::LargeRefund,
        Kind::LaborHigh => proto::Kind::LaborHigh,
        Kind::GuestText => proto::Kind::GuestText,
    }
}

pub fn communication(zone: &Zone, row: CommunicationRow) -> proto::Communication {
    let (target_kind, target_id) = row.target;
    proto::Communication {
        communication_id: row.id.to_string(),
        pos_id: row.pos_id.to_string(),
        kind: kind(row.kind).into(),
        added_at: public_time(zone.wall(row.added_at)),
        notification: row.notification,
        message: row.message,
        target: (!target_kind.is_empty()).then_some(proto::Target { kind: target_kind, id: target_id }),
        reason: row.reason,
        also: row.also,
        viewed: row.viewed,
    }
}

pub const fn unread(counts: UnreadCounts) -> proto::Unread {
    proto::Unread { notifications: counts.notifications, messages: counts.messages }
}

pub fn rules(pos_id: &PosId, shown: RulesShown) -> proto::Rules {
    let time = |time: Time| time.strftime("%H:%M").to_string();
    let quiet = shown.setting.quiet;
    let rules = shown.rules.into_iter().map(|(of, rule)| proto::Rule {
        kind: kind(of).into(),
        enabled: rule.enabled,
        threshold: rule.threshold,
        push: rule.push,
    });
    proto::Rules {
        pos_id: pos_id.to_string(),
        rules: rules.collect(),
        quiet_hours: Some(proto::QuietHours {
            enabled: quiet.enabled,
            from: time(quiet.from),
            until: time(quiet.until),
        }),
        digest_email: shown.setting.digest_email,
    }
}

pub fn device(device: Device) -> proto::Device {
    proto::Device {
        device_id: device.id.to_string(),
        label: device.label,
        session_handle: device.session_handle,
        added_at: device.added_at.to_string(),
        last_success_at: device.last_success_at.map(|at| at.to_string()).unwrap_or_default(),
    }
}
