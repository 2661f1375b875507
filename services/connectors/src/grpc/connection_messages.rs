use jiff::Timestamp;
use saffron_core::{Calendar, PosId};
use saffron_kit::grpc::Mirrored as _;
use saffron_pos::adapter::Set;
use saffron_proto::connectors::{
    Connection, ConnectionFault, ConnectionState as StateMessage, OfferedLocation, UnmappedObject,
};

use super::messages::time;
use crate::app::{ends_soon, feed_words};
use crate::domain::{DayState, FeedKind, ShownState};
use crate::store::{About, ConnectedRow, ConnectionRow, OfferedRow, UnmappedRow, UnwrittenRow};

saffron_kit::mirrored!(ShownState, StateMessage: Choosing, Live, Paused, Refused, Ended);

/// All that is shown of a connection at a location.
pub(super) struct Shown {
    pub connection: ConnectionRow,
    pub location: Option<ConnectedRow>,
    pub offered: Vec<OfferedRow>,
    pub about: About,
    /// Whether the adapter of its POS writes what owners set.
    pub takes_writes: bool,
}

impl Shown {
    pub(super) fn message(self, pos_id: &PosId, calendar: &Calendar, now: Timestamp) -> Connection {
        let Shown { connection, location, offered, about, takes_writes } = self;
        let About { days, feeds, unmapped, writes, unwritten } = about;
        let count = |states: &[DayState]| -> i64 {
            days.iter().filter(|(of, _)| states.contains(of)).map(|(_, count)| count).sum()
        };
        let ends = ends_soon(&connection, now).map(|at| ends_fault(&connection, calendar, at));
        let row = row(connection, location.as_ref(), pos_id, calendar);
        let is_live = row.state == StateMessage::Live as i32;
        let checks = feeds.iter().find(|feed| feed.kind == FeedKind::Checks).filter(|_| is_live);
        let lag = checks.map(|feed| now.duration_since(feed.read_until.to_jiff()).as_secs());
        let faults = feeds.into_iter().filter_map(|feed| {
            let since = feed.failing_since?;
            Some(ConnectionFault {
                what: feed_words(feed.kind).to_owned(),
                why: feed.error?,
                since: time(calendar, since.to_jiff()),
            })
        });
        Connection {
            days: days.iter().map(|(_, count)| count).sum(),
            days_read: count(&[DayState::Read, DayState::Again]),
            days_asked: count(&[DayState::Asked]),
            days_skipped: count(&[DayState::Skipped]),
            days_replacing: count(&[DayState::Replacing]),
            lag_seconds: lag.unwrap_or_default().max(0),
            faults: ends.into_iter().chain(faults).collect(),
            offered: offered.into_iter().map(offered_message).collect(),
            unmapped,
            writes,
            takes_writes,
            unwritten: unwritten.into_iter().map(|row| unwritten_message(row, calendar)).collect(),
            ..row
        }
    }
}

/// A change that the POS did not take.
fn unwritten_message(row: UnwrittenRow, calendar: &Calendar) -> ConnectionFault {
    let name = &row.name;
    let what = match row.set() {
        Some(Set::SoldOut(true)) => format!("{name}: sold out"),
        Some(Set::SoldOut(false)) => format!("{name}: not sold out any more"),
        Some(Set::Price(price)) => format!("{name}: price of ${price}"),
        None => name.clone(),
    };
    ConnectionFault { what, why: row.why, since: time(calendar, row.set_at.to_jiff()) }
}

/// A permission that ends at this moment, as it could not be exchanged.
fn ends_fault(connection: &ConnectionRow, calendar: &Calendar, at: Timestamp) -> ConnectionFault {
    let (pos, until) = (connection.pos.name(), calendar.wall(at).date());
    ConnectionFault {
        what: "Access".to_owned(),
        why: format!("The permission ends on {until} and cannot be renewed. Sign in at {pos} again."),
        since: connection.renew_at.map(|at| time(calendar, at.to_jiff())).unwrap_or_default(),
    }
}

/// A connection without how it is.
fn row(
    connection: ConnectionRow,
    location: Option<&ConnectedRow>,
    pos_id: &PosId,
    calendar: &Calendar,
) -> Connection {
    let stands = location.map(|location| (location.is_paused, location.ended_at.is_some()));
    let wall = |at: Timestamp| time(calendar, at);
    Connection {
        pos_id: pos_id.to_string(),
        connection_id: connection.connection_id.to_string(),
        pos: connection.pos.for_message(),
        state: ShownState::of(connection.state, stands).for_message(),
        account_name: connection.account_name,
        created_at: wall(connection.created_at.to_jiff()),
        created_by: connection.created_by,
        external_name: location.map(|location| location.external_name.clone()).unwrap_or_default(),
        lacks: connection.lacks,
        first_date: location.map(|location| location.first_date.to_string()).unwrap_or_default(),
        seen_at: location
            .and_then(|location| location.seen_at)
            .map(|at| wall(at.to_jiff()))
            .unwrap_or_default(),
        version: location.map_or(1, |location| location.version),
        ..Connection::default()
    }
}

fn offered_message(offered: OfferedRow) -> OfferedLocation {
    OfferedLocation {
        external_id: offered.external_id,
        name: offered.name,
        time_zone: offered.time_zone.unwrap_or_default(),
        currency: offered.currency,
        address: offered.address.unwrap_or_default(),
    }
}

/// An object that became no fact.
pub(super) fn unmapped_message(row: UnmappedRow, calendar: &Calendar) -> UnmappedObject {
    UnmappedObject {
        kind: row.kind,
        external_id: row.external_id,
        why: row.why,
        first_seen_at: time(calendar, row.first_seen_at.to_jiff()),
        last_seen_at: time(calendar, row.last_seen_at.to_jiff()),
    }
}
