//! The inbox.

pub mod devices;
pub mod rules;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{Code, Error, PosId};
use saffron_proto::notifications as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::list;
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{Entered, SessionId, Visitor};

/// The kind of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum NotificationKind {
    /// A business day came to its end.
    DayClosed,
    /// Nothing is left of an item.
    ItemRanOut,
    /// A payout arrived.
    PayoutPaid,
    /// A payout did not arrive.
    PayoutFailed,
    /// A card payment failed.
    PaymentFailed,
    /// A card's holder disputes a payment.
    DisputeOpened,
    /// A campaign came to its end.
    CampaignFinished,
    /// Much was struck from a check.
    LargeVoid,
    /// Much was taken off a check.
    LargeDiscount,
    /// Much was given back.
    LargeRefund,
    /// Labor costs much of what is sold.
    LaborHigh,
    /// A guest wrote a text.
    GuestText,
}

impl NotificationKind {
    pub(super) fn wire(self) -> i32 {
        let kind = match self {
            NotificationKind::DayClosed => proto::Kind::DayClosed,
            NotificationKind::ItemRanOut => proto::Kind::ItemRanOut,
            NotificationKind::PayoutPaid => proto::Kind::PayoutPaid,
            NotificationKind::PayoutFailed => proto::Kind::PayoutFailed,
            NotificationKind::PaymentFailed => proto::Kind::PaymentFailed,
            NotificationKind::DisputeOpened => proto::Kind::DisputeOpened,
            NotificationKind::CampaignFinished => proto::Kind::CampaignFinished,
            NotificationKind::LargeVoid => proto::Kind::LargeVoid,
            NotificationKind::LargeDiscount => proto::Kind::LargeDiscount,
            NotificationKind::LargeRefund => proto::Kind::LargeRefund,
            NotificationKind::LaborHigh => proto::Kind::LaborHigh,
            NotificationKind::GuestText => proto::Kind::GuestText,
        };
        kind.into()
    }

    /// None of what this version does not know.
    pub(super) fn of(wire: i32) -> Option<NotificationKind> {
        Some(match proto::Kind::try_from(wire).ok()? {
            proto::Kind::Unspecified => return None,
            proto::Kind::DayClosed => NotificationKind::DayClosed,
            proto::Kind::ItemRanOut => NotificationKind::ItemRanOut,
            proto::Kind::PayoutPaid => NotificationKind::PayoutPaid,
            proto::Kind::PayoutFailed => NotificationKind::PayoutFailed,
            proto::Kind::PaymentFailed => NotificationKind::PaymentFailed,
            proto::Kind::DisputeOpened => NotificationKind::DisputeOpened,
            proto::Kind::CampaignFinished => NotificationKind::CampaignFinished,
            proto::Kind::LargeVoid => NotificationKind::LargeVoid,
            proto::Kind::LargeDiscount => NotificationKind::LargeDiscount,
            proto::Kind::LargeRefund => NotificationKind::LargeRefund,
            proto::Kind::LaborHigh => NotificationKind::LaborHigh,
            proto::Kind::GuestText => NotificationKind::GuestText,
        })
    }
}

/// A list of the inbox.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InboxList {
    /// Short lines without a message.
    Notifications,
    /// With a longer text.
    Messages,
}

/// Where a tap on a communication leads.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommunicationTarget {
    /// check, item, payout, payment, dispute, campaign or report.
    kind: String,
    /// The id of it; of a report its business date.
    id: String,
}

/// A notification or message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Communication {
    #[serde(rename = "posCommunicationID")]
    pos_communication_id: String,
    #[serde(rename = "posID")]
    pos_id: String,
    /// Wall time of the location.
    date_added: String,
    /// One short line.
    notification: String,
    /// A longer text; null for a notification, set for a message.
    #[schema(required)]
    message: Option<String>,
    #[schema(required)]
    kind: Option<NotificationKind>,
    #[schema(required)]
    target: Option<CommunicationTarget>,
    /// The rule that fired, and its threshold.
    reason: String,
    /// Number of further notifications of its kind within the hour.
    also: i64,
    viewed: bool,
}

impl From<proto::Communication> for Communication {
    fn from(told: proto::Communication) -> Communication {
        let target = told.target.map(|target| CommunicationTarget { kind: target.kind, id: target.id });
        Communication {
            pos_communication_id: told.communication_id,
            pos_id: told.pos_id,
            date_added: told.added_at,
            notification: told.notification,
            message: super::some(told.message),
            kind: NotificationKind::of(told.kind),
            target,
            reason: told.reason,
            also: told.also,
            viewed: told.viewed,
        }
    }
}

/// Unread counts.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadCounts {
    notifications: i64,
    messages: i64,
}

impl From<proto::Unread> for UnreadCounts {
    fn from(unread: proto::Unread) -> UnreadCounts {
        UnreadCounts { notifications: unread.notifications, messages: unread.messages }
    }
}

/// What is still unread.
#[derive(Debug, Serialize, ToSchema)]
pub struct Unread {
    unread: UnreadCounts,
}

/// A page of the inbox, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunicationList {
    communication_list: Vec<Communication>,
    /// Null: nothing follows.
    #[schema(required)]
    next_cursor: Option<String>,
    unread: UnreadCounts,
}

/// Which part of the inbox.
#[derive(Deserialize, ToSchema)]
pub struct CommunicationsRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Without it: of all of the person's locations.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Null: both.
    list: Option<InboxList>,
}

/// The communication that was viewed.
#[derive(Deserialize, ToSchema)]
pub struct CommunicationViewedRequest {
    #[serde(rename = "posCommunicationID")]
    pos_communication_id: String,
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
}

/// The locations whose communications were viewed.
#[derive(Deserialize, ToSchema)]
pub struct AllViewedRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Without it: at all of the person's locations.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
}

envelope! {
    /// The answer of `get-communications`.
    GetCommunicationsEnvelope(CommunicationList)
}
envelope! {
    /// The answer of the calls that mark communications as viewed.
    CommunicationsViewedEnvelope(Unread)
}

impl Gateway {
    /// Lets a caller in to the location that is named, or to all of theirs.
    async fn enter_inbox(
        &self,
        visitor: &Visitor,
        named: &SessionId,
        pos_id: Option<PosId>,
    ) -> Result<(Entered, Vec<String>), Error> {
        let entered = self.enter(visitor, Some(named)).await?;
        match pos_id {
            None => Ok((entered, Vec::new())),
            Some(pos_id) => Ok((self.with_location(entered, &pos_id).await?, vec![pos_id.into()])),
        }
    }
}

/// The inbox: notifications and messages, newest first.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-communications", operation_id = "getCommunications",
    tag = "notifications", request_body = CommunicationsRequest,
    responses((status = 200, description = "The answer.", body = GetCommunicationsEnvelope), Failures)
)]
pub async fn get_communications(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CommunicationsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_ids) = gateway.enter_inbox(&visitor, &request.session_id, request.pos_id).await?;
    let shelf = match request.list {
        None => proto::Shelf::Unspecified,
        Some(InboxList::Notifications) => proto::Shelf::Notifications,
        Some(InboxList::Messages) => proto::Shelf::Messages,
    };
    let token = &entered.session.token;
    let call = proto::ListCommunicationsRequest {
        pos_ids: pos_ids.clone(),
        shelf: shelf.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
    };
    let (rows, unread) = tokio::try_join!(
        gateway.services.list(token, call),
        gateway.services.call(token, proto::CountUnreadRequest { pos_ids })
    )?;
    let unread = serde_json::to_string(&UnreadCounts::from(unread.unread.unwrap_or_default()))
        .map_err(|e| Error::new(Code::Internal, e.to_string()))?;
    list::answer_with::<_, Communication>("communicationList", limit, rows, Some(("unread", unread))).await
}

/// Mark a notification or message as viewed.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-communication-viewed",
    operation_id = "updateCommunicationViewed", tag = "notifications", request_body = CommunicationViewedRequest,
    responses((status = 200, description = "The answer.", body = CommunicationsViewedEnvelope), Failures)
)]
pub async fn update_communication_viewed(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CommunicationViewedRequest>,
) -> Result<CommunicationsViewedEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    if request.pos_communication_id.is_empty() {
        return Err(Error::invalid("posCommunicationID", "must be the id of a notification").into());
    }
    let call =
        proto::MarkViewedRequest { communication_id: request.pos_communication_id, pos_ids: Vec::new() };
    let left = gateway.services.call(&entered.session.token, call).await?.unread.unwrap_or_default();
    Ok(Unread { unread: left.into() }.into())
}

/// Mark everything as viewed.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-all-communications-viewed",
    operation_id = "updateAllCommunicationsViewed", tag = "notifications", request_body = AllViewedRequest,
    responses((status = 200, description = "The answer.", body = CommunicationsViewedEnvelope), Failures)
)]
pub async fn update_all_communications_viewed(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<AllViewedRequest>,
) -> Result<CommunicationsViewedEnvelope, Failure> {
    let (entered, pos_ids) = gateway.enter_inbox(&visitor, &request.session_id, request.pos_id).await?;
    let call = proto::MarkViewedRequest { communication_id: String::new(), pos_ids };
    let left = gateway.services.call(&entered.session.token, call).await?.unread.unwrap_or_default();
    Ok(Unread { unread: left.into() }.into())
}
