//! What notifications sends to the open apps of one person.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Audience, Event, WALL_TIME};
use crate::{PosId, UserId};

/// What a communication is about: where a tap on it leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommunicationTarget {
    /// check, item, payout, payment, dispute, campaign or report.
    pub kind: String,
    /// The id of it; of a report its business date.
    pub id: String,
}

/// What a person has not viewed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnreadCounts {
    /// Without a message.
    pub notifications: i64,
    /// With one.
    pub messages: i64,
}

/// Something new lies in a person's inbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunicationAdded {
    /// Whose inbox.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Its id.
    #[serde(rename = "posCommunicationID")]
    pub communication_id: Uuid,
    /// Such as largeVoid.
    pub kind: String,
    /// Wall time of the location.
    #[schemars(extend("x-unit" = "wall time of the location", "pattern" = WALL_TIME))]
    pub date_added: String,
    /// One short line.
    pub notification: String,
    /// A longer text; may be empty.
    pub message: String,
    /// Where a tap leads.
    pub target: Option<CommunicationTarget>,
    /// What fired.
    pub reason: String,
    /// With this one.
    pub unread: UnreadCounts,
}

impl Event for CommunicationAdded {
    const DOMAIN: &'static str = "notifications";
    const NAME: &'static str = "communication_added";
    const WHEN: &'static str = "When a rule fires for a person, once for each row of the inbox.";
    fn pos_id(&self) -> Option<&PosId> {
        Some(&self.pos_id)
    }
    fn audience(&self) -> Audience {
        Audience::Person(self.user_id)
    }
}

/// A person's inbox looks otherwise: something was viewed, or more of one kind came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunicationsChanged {
    /// Whose inbox.
    #[serde(rename = "userID")]
    pub user_id: UserId,
    /// Now.
    pub unread: UnreadCounts,
}

impl Event for CommunicationsChanged {
    const DOMAIN: &'static str = "notifications";
    const NAME: &'static str = "communications_changed";
    const WHEN: &'static str =
        "When a person views communications, and when one more is folded into a row that is there.";
    fn pos_id(&self) -> Option<&PosId> {
        None
    }
    fn audience(&self) -> Audience {
        Audience::Person(self.user_id)
    }
}
