//! What auth publishes of locations, for services that write to people in their name, and of sessions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Audience, Event};
use crate::time::TimeError;
use crate::{BusinessDate, Calendar, DayStart, DayStarts, PosId, Source, UserId};

/// A location was registered by its POS vendor, or its attributes changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocationProvisioned {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Its name.
    pub name: String,
    /// IANA name of its time zone.
    pub time_zone: String,
}

impl Event for LocationProvisioned {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "location_provisioned";
    const WHEN: &'static str =
        "When a POS vendor registers a location, and whenever one of its attributes changes.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// How a location calls itself and where it is, as its POS vendor registered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    const WHEN: &'static str = "When a location is registered, whenever its name, website, time zone, postal address or phone changes, and once for a location that was registered before this event was.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// When the business days of a location begin was set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessDaySet {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// IANA name of its time zone.
    pub time_zone: String,
    /// Each start with the first business date that has it, in order. Sales whose date the POS did not send are moved to the dates
    /// that result: each is published again as `check_recorded`.
    pub day_starts: Vec<DayStartSince>,
    /// How often it was set, this time included.
    pub revision: i64,
}

/// When business days begin since a date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayStartSince {
    /// The first of them; null: all dates before the next entry.
    pub start_date: Option<BusinessDate>,
    /// HH:MM of the wall clock.
    #[schemars(with = "String")]
    pub day_start: DayStart,
}

impl BusinessDaySet {
    /// Of a location with this calendar.
    #[must_use]
    pub fn of(pos_id: PosId, calendar: &Calendar) -> BusinessDaySet {
        let starts = calendar.starts();
        let since = |(start_date, day_start)| DayStartSince { start_date, day_start };
        BusinessDaySet {
            pos_id,
            time_zone: calendar.name().to_owned(),
            day_starts: starts.history().map(since).collect(),
            revision: starts.revision(),
        }
    }

    /// The calendar of the location.
    ///
    /// # Errors
    /// If its time zone is none, or its starts are not in order.
    pub fn calendar(&self) -> Result<Calendar, TimeError> {
        let history = self.day_starts.iter().map(|since| (since.start_date, since.day_start));
        Ok(Calendar::new(self.time_zone.parse()?, DayStarts::of(history, self.revision)?))
    }
}

impl Event for BusinessDaySet {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "business_day_set";
    const WHEN: &'static str = "When people of a location set when its business days begin, and when a location is registered whose days do not begin at 04:00.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A person's list of locations changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocationsChanged {
    /// Whose list.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// The location that was linked or unlinked.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// True: may be seen; false: may no more be seen.
    pub linked: bool,
}

impl Event for LocationsChanged {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "locations_changed";
    const WHEN: &'static str = "When a person links a location or unlinks one, an operator takes them off it, or their account is erased.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Person(self.user_id)
    }
}

/// A person no longer sees a location: nothing of it goes to them any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocationUnlinked {
    /// Who.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
}

impl Event for LocationUnlinked {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "location_unlinked";
    const WHEN: &'static str =
        "When a person unlinks a location, an operator takes them off it, or their account is erased.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// A person's account was erased: services erase all they keep of the person but the id, which no longer names an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonErased {
    /// The person.
    #[serde(rename = "userID")]
    pub user_id: UserId,
}

impl PersonErased {
    /// The text that replaces the person's name, such as the author of an edit.
    pub const FORMER: &'static str = "Former user";
}

impl Event for PersonErased {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "person_erased";
    const WHEN: &'static str =
        "When a person's account is erased, after the events of their sessions and locations.";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
}

/// A session ended: gateways drop what they cached of it and close its streams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionEnded {
    /// The public handle of the session; worth nothing without its cookie.
    pub handle: String,
}

impl Event for SessionEnded {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "session_ended";
    const WHEN: &'static str =
        "When a session is ended: by signing out, from the list of sessions, or with a new password.";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
    fn audience(&self) -> Audience {
        Audience::Gateways
    }
}

/// An ingest key of a location ended: gateways drop what they cached of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngestKeyRevoked {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The key's public id; till: the one that the POS vendor has.
    #[serde(rename = "keyID")]
    #[schemars(with = "String")]
    pub key_id: Source,
}

impl Event for IngestKeyRevoked {
    const DOMAIN: &'static str = "auth";
    const NAME: &'static str = "ingest_key_revoked";
    const WHEN: &'static str =
        "When an ingest key of a location is revoked, or the POS vendor's is replaced by another one.";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
    fn audience(&self) -> Audience {
        Audience::Gateways
    }
}

/// Sessions of a person ended or expired: what hangs on them ends too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    const WHEN: &'static str = "When sessions of a person are ended, and when expired ones are cleared away.";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
}
