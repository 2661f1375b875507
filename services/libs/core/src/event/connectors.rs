//! What connectors publishes of imports, and of connections to POS systems.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Audience, Event};
use crate::{BusinessDate, Money, PosId};

/// The state of an import changed, or how far it is: open apps read it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The import.
    #[serde(rename = "importID")]
    pub import_id: Uuid,
    /// uploading, judging, asking, ready, preparing, sending, paused, done, takingOut, undoing, undone, failed or discarded.
    pub state: String,
    /// Grows with each change of the import.
    pub version: i64,
}

impl Event for ImportChanged {
    const DOMAIN: &'static str = "connectors";
    const NAME: &'static str = "import_changed";
    const WHEN: &'static str = "When an import begins, changes its state, or has other days than before that count twice; while it is worked, how far it is at most once a second.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

/// Days of an import that is done have checks of another source too, which came later: their sales count twice until a person
/// takes the days out of the import, or says that they are different sales.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportOverlapped {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The import.
    #[serde(rename = "importID")]
    pub import_id: Uuid,
    /// How many business dates.
    #[schemars(extend("x-unit" = "days"))]
    pub days: i64,
    /// The first of them.
    pub first_date: BusinessDate,
    /// The last of them.
    pub last_date: BusinessDate,
    /// The import's checks of these days.
    #[schemars(extend("x-unit" = "checks"))]
    pub import_checks: i64,
    /// The import's net sales of these days, dollars.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub import_net_sales: Money,
    /// The other sources' checks of these days.
    #[schemars(extend("x-unit" = "checks"))]
    pub other_checks: i64,
    /// The other sources' net sales of these days, dollars.
    #[serde(deserialize_with = "Money::deserialize_sum")]
    pub other_net_sales: Money,
}

impl Event for ImportOverlapped {
    const DOMAIN: &'static str = "connectors";
    const NAME: &'static str = "import_overlapped";
    const WHEN: &'static str = "Once for an import, when another source is first seen on its days after it came in; once more if others are seen after a person decided about the first ones. Days are compared every 10 minutes, for 35 days.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// The state of a connection to a POS changed at a location, or how far it is: open apps read it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionChanged {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The connection.
    #[serde(rename = "connectionID")]
    pub connection_id: Uuid,
    /// choosing, live, paused, refused or ended.
    pub state: String,
    /// Grows with each change of the connection at the location.
    pub version: i64,
}

impl Event for ConnectionChanged {
    const DOMAIN: &'static str = "connectors";
    const NAME: &'static str = "connection_changed";
    const WHEN: &'static str = "When a connection begins, changes its state, stands still or goes on, or when days that another source has are decided; while its past comes in, how far it is at most once a second.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Location
    }
}

/// Another source has checks of business dates of a connected location, so that a person has to decide whose count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionOverlapped {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The connection.
    #[serde(rename = "connectionID")]
    pub connection_id: Uuid,
    /// How many business dates.
    #[schemars(extend("x-unit" = "days"))]
    pub days: i64,
    /// The first of them.
    pub first_date: BusinessDate,
    /// The last of them.
    pub last_date: BusinessDate,
}

impl Event for ConnectionOverlapped {
    const DOMAIN: &'static str = "connectors";
    const NAME: &'static str = "connection_overlapped";
    const WHEN: &'static str = "When another source is seen on business dates of a connected location after the connection began, once for each date. The last 35 days are compared every hour, a new date when its first check comes in.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}

/// Settled days of a connected location differ from what the POS itself counted, or changed after they had settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionDiffers {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The connection.
    #[serde(rename = "connectionID")]
    pub connection_id: Uuid,
    /// How many business dates.
    #[schemars(extend("x-unit" = "days"))]
    pub days: i64,
    /// The first of them.
    pub first_date: BusinessDate,
    /// The last of them.
    pub last_date: BusinessDate,
}

impl Event for ConnectionDiffers {
    const DOMAIN: &'static str = "connectors";
    const NAME: &'static str = "connection_differs";
    const WHEN: &'static str = "When business days of a connected location have settled, 96 hours after their end, and differ from what the POS itself counted, or change later; together for all such days, at most once in 20 hours.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
}
