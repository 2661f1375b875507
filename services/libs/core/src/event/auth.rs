//! What auth publishes of locations, for services that write to people in their name, and of sessions.

use serde::{Deserialize, Serialize};

use super::Event;
use crate::{PosId, UserId};

/// How a location calls itself and where it is, as its POS vendor registered it: of a new location, whenever one of these
/// changes, and once of those that were registered before this event was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationDescribed {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Its name.
    pub name: String,
    /// A URL or a host; may be empty.
    pub website: String,
    /// IANA name of its time zone.
    pub time_zone: String,
    /// One line; may be empty.
    pub postal_address: String,
    /// Ten digits; may be empty.
    pub phone: String,
}

impl Event for LocationDescribed {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "location_described";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Sessions of a person ended or expired: what hangs on them ends too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionsEnded {
    /// Whose.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// Their public handles, 500 at most; worth nothing without their cookies.
    pub handles: Vec<String>,
}

impl Event for SessionsEnded {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "sessions_ended";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
}
