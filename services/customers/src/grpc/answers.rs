//! Rows and domain types to messages.

use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{BusinessDate, Calendar, PosId};
use saffron_kit::grpc::Mirrored as _;
use saffron_kit::mirrored;
use saffron_proto::customers::{self as proto, Customer, PointsEntry, PointsKind, Reward, RewardMessage};

use crate::domain::{Kind, Segment, Sort};
use crate::store::{CustomerRow, PointsRow, RewardRow};

mirrored!(Kind, PointsKind: Earned, Spent, Granted, Expired, Merged);
mirrored!(Segment, proto::Segment: Away30, Away60, Away90, FirstTimers, TopSpenders);
mirrored!(Sort, proto::GuestSort: LastVisit, Visits, Spend);

fn wall(calendar: &Calendar, at: Timestamp) -> String {
    public_time(calendar.wall(at))
}

pub fn customer(pos_id: &PosId, calendar: &Calendar, row: CustomerRow) -> Customer {
    Customer {
        pos_id: pos_id.to_string(),
        last_visit: row.last_visit().map(|at| wall(calendar, at)).unwrap_or_default(),
        pos_customer_id: row.id.into(),
        first_name: row.first_name.unwrap_or_default(),
        last_name: row.last_name.unwrap_or_default(),
        email: row.email.unwrap_or_default(),
        cell_phone_number: row.phone.unwrap_or_default(),
        email_consent: row.email_consent,
        sms_consent: row.sms_consent,
        visits: row.visits,
        spend: row.spend.cents(),
        points: row.points,
        points_owed: row.owed,
        erased: row.erased,
    }
}

/// A reward is expired after its last day unless a check redeemed it.
pub fn reward(calendar: &Calendar, today: BusinessDate, row: RewardRow) -> Reward {
    let sent_message = row.message_outcome.map(|outcome| RewardMessage {
        channel: row.message_channel.unwrap_or_default(),
        outcome,
        exclusion: row.message_exclusion.unwrap_or_default(),
    });
    let is_over = row.valid_until.is_some_and(|end| end < today);
    Reward {
        reward_id: row.reward.to_string(),
        pos_item_id: row.item.map(String::from).unwrap_or_default(),
        item_name: row.item_name,
        points: row.points,
        message: row.message,
        granted_at: wall(calendar, row.granted_at),
        granted_by: row.granted_by,
        valid_until: row.valid_until.map(|end| end.to_string()).unwrap_or_default(),
        expired: is_over && row.redeemed_at.is_none(),
        redeemed_at: row.redeemed_at.map(|at| wall(calendar, at.to_jiff())).unwrap_or_default(),
        redeemed_by_check: row.redeemed_by.map(String::from).unwrap_or_default(),
        sent_message,
    }
}

pub fn points_entry(calendar: &Calendar, row: PointsRow) -> PointsEntry {
    PointsEntry {
        at: wall(calendar, row.at),
        kind: row.kind.for_message(),
        points: row.points,
        pos_check_id: row.check.map(String::from).unwrap_or_default(),
        reward_id: row.reward.map(|id| id.to_string()).unwrap_or_default(),
    }
}
