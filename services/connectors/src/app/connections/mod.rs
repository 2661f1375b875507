//! Connections to POS systems: they are begun, locations are chosen, and these are read in the background.

mod access;
mod announce;
mod calendar;
mod days;
mod decide;
mod post;
mod proof;
mod read;
mod readers;
mod replace;
mod step;
mod unmapped;
mod webhook;
mod work;
mod writing;

pub use access::*;
pub(in crate::app) use announce::announce;
pub use calendar::*;
pub use days::connected_sources;
pub use decide::*;
pub use proof::proof_of;
pub use readers::{Adapters, Readers};
pub use step::*;
pub use webhook::take_webhook;
pub use work::{WORKERS, run_feeds};
pub use writing::*;

use jiff::{SignedDuration, Timestamp};
use saffron_core::{Code, Error, PosId};
use saffron_kit::{Fault, Secret};
use saffron_pos::PosError;
use uuid::Uuid;

use crate::app::App;
use crate::app::key_token::{KeyToken, NoToken};
use crate::domain::{FeedKind, Pos};
use crate::store::{ConnectedRow, ConnectionRow, FeedPlace};

/// The failure of a call about a connection that the location does not have.
#[must_use]
pub fn no_such_connection(connection_id: Uuid) -> Error {
    Error::new(Code::NotFound, format!("There is no connection {connection_id} at this location."))
        .about("connectionID")
}

/// The words for an owner about a POS that gives no answer.
fn words(pos: Pos, error: &PosError) -> String {
    let (name, token) = (pos.name(), pos.secret());
    match error {
        PosError::Revoked => format!("{name} does not take this {token} any more. Enter another one."),
        PosError::Lacks(what) => {
            format!("The {token} lacks a permission: {what}. Make one that has it and enter it.")
        }
        PosError::Limited(_) => format!("{name} asks for fewer calls. Saffron goes on by itself."),
        PosError::Away(_) => format!("{name} does not answer. Saffron goes on by itself once it does."),
        PosError::Refused(why) => format!("{name} refuses: {why}."),
        PosError::Missing => format!("{name} does not have this location any more."),
        PosError::Unreadable(_) => format!("An answer of {name} cannot be read. Contact support."),
    }
}

/// What is read of a POS in words, for what is shown beside them.
#[must_use]
pub fn feed_words(kind: FeedKind) -> &'static str {
    match kind {
        FeedKind::Checks => "Sales",
        FeedKind::Shifts => "Shifts",
        FeedKind::Menu => "Menu",
        FeedKind::Guests => "Guests",
        FeedKind::Money => "Payouts and disputes",
        FeedKind::Past => "Earlier days",
        FeedKind::Proof => "Does it add up",
        FeedKind::Writing => "Writing prices and sold-out marks",
    }
}

/// A location that is at work: what it is read by and what its facts are sent with.
struct InWork<'a> {
    app: &'a App,
    connection: &'a ConnectionRow,
    location: &'a ConnectedRow,
    key: Secret,
    /// What calls to other services carry.
    token: KeyToken<'a>,
}

impl InWork<'_> {
    fn place(&self) -> (&PosId, Uuid) {
        (&self.location.pos_id, self.connection.connection_id)
    }
}

/// Until when a feed stays with a worker without a sign of life.
fn lease(app: &App) -> Timestamp {
    let lease = SignedDuration::try_from(app.settings.lease).unwrap_or(SignedDuration::MAX);
    app.now().saturating_add(lease).unwrap_or(Timestamp::MAX)
}

/// Where a feed goes on, and when.
struct Next {
    place: FeedPlace,
    due: Timestamp,
}

/// Why work on a feed stops.
enum Stop {
    /// The POS gives no answer, or none that can be used.
    Pos(PosError),
    Fault(Fault),
    /// The ingest key is not valid any more.
    Key,
    /// Another worker has the feed, or a person stopped it.
    Lost,
}

impl From<PosError> for Stop {
    fn from(error: PosError) -> Stop {
        Stop::Pos(error)
    }
}

impl From<NoToken> for Stop {
    fn from(why: NoToken) -> Stop {
        match why {
            NoToken::Revoked => Stop::Key,
            NoToken::Fault(fault) => Stop::Fault(fault),
        }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}
