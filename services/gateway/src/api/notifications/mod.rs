//! The inbox.

mod devices;
mod rules;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{Code, Error, PosId};
use saffron_proto::http::read;
use saffron_proto::notifications::{
    Communication, CountUnreadRequest, GetRulesRequest, ListCommunicationsRequest, ListDevicesRequest,
    MarkViewedRequest, MarkViewedResponse, RemoveDeviceRequest, Shelf, TestPushRequest, Unread,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use self::devices::{AddDeviceRequest, PushDevice, PushDeviceList};
use self::rules::{NotificationRules, UpdateNotificationRulesRequest};
use crate::Gateway;
use crate::call::request::{InAnyLocation, SignedIn, requests};
use crate::call::{list, route, signed_in};
use crate::http::envelope::{Envelope, Failure};

/// The calls about the inbox.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(route::<CommunicationsRequest, CommunicationList, _, _>(
            "get-communications",
            "The inbox: notifications and messages, newest first.",
            get_communications,
        ))
        .routes(route::<CommunicationViewedRequest, MarkViewedResponse, _, _>(
            "update-communication-viewed",
            "Mark a notification or message as viewed.",
            update_communication_viewed,
        ))
        .routes(route::<AllViewedRequest, MarkViewedResponse, _, _>(
            "update-all-communications-viewed",
            "Mark everything as viewed.",
            update_all_communications_viewed,
        ))
        .routes(route::<GetRulesRequest, NotificationRules, _, _>(
            "get-notification-rules",
            "The person's notification rules of a location.",
            rules::get_notification_rules,
        ))
        .routes(route::<UpdateNotificationRulesRequest, NotificationRules, _, _>(
            "update-notification-rules",
            "Change the person's notification rules of a location.",
            rules::update_notification_rules,
        ))
        .routes(route::<ListDevicesRequest, PushDeviceList, _, _>(
            "get-devices",
            "The browsers that receive the person's pushes.",
            devices::get_devices,
        ))
        .routes(route::<AddDeviceRequest, PushDevice, _, _>(
            "add-device",
            "Send pushes to this browser for as long as the session lives.",
            devices::add_device,
        ))
        .routes(signed_in::<RemoveDeviceRequest>("remove-device", "Stop pushes to a browser."))
        .routes(signed_in::<TestPushRequest>("test-push", "Send a test push to a browser."))
}

/// A list of the inbox.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InboxList {
    /// Short lines without a text.
    Notifications = Shelf::Notifications as isize,
    /// With a longer text.
    Messages = Shelf::Messages as isize,
}

/// A page of the inbox, newest first.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `list::answer` writes")]
pub struct CommunicationList {
    communication_list: Vec<Communication>,
    /// Null on the last page.
    next_cursor: Option<String>,
    unread: Unread,
}

/// Which part of the inbox.
#[derive(Deserialize, ToSchema)]
pub struct CommunicationsRequest {
    #[serde(rename = "sessionID")]
    _session_id: String,
    /// Without it: all of the person's locations.
    #[serde(rename = "posID", default, deserialize_with = "read::parsed_or_empty::<PosId, _>")]
    #[schema(required = false)]
    pos_id: String,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[serde(default, deserialize_with = "read::limit")]
    #[schema(value_type = i64, required = false)]
    limit: i32,
    /// `nextCursor` of the previous page.
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
    _session_id: String,
}

/// The locations whose communications were viewed.
#[derive(Deserialize, ToSchema)]
pub struct AllViewedRequest {
    #[serde(rename = "sessionID")]
    _session_id: String,
    /// Without it: all of the person's locations.
    #[serde(rename = "posID", default, deserialize_with = "read::parsed_or_empty::<PosId, _>")]
    #[schema(required = false)]
    pos_id: String,
}

requests! {
    CommunicationsRequest as StreamedCall: ListCommunicationsRequest, in pos_id;
    CommunicationViewedRequest as Call: MarkViewedRequest;
    AllViewedRequest as Call: MarkViewedRequest, in pos_id;
}

/// An empty list means all of the person's locations.
fn locations(pos_id: String) -> Vec<String> {
    if pos_id.is_empty() { Vec::new() } else { vec![pos_id] }
}

async fn get_communications(
    State(gateway): State<Arc<Gateway>>,
    InAnyLocation { caller, request }: InAnyLocation<CommunicationsRequest>,
) -> Result<Response, Failure> {
    let (token, pos_ids) = (&caller.session.token, locations(request.pos_id));
    let call = ListCommunicationsRequest {
        pos_ids: pos_ids.clone(),
        shelf: request.list.map_or(Shelf::Unspecified as i32, |list| list as i32),
        limit: request.limit,
        cursor: request.cursor.unwrap_or_default(),
    };
    let (rows, unread) = tokio::try_join!(
        gateway.services.list(token, call),
        gateway.services.call(token, CountUnreadRequest { pos_ids })
    )?;
    let unread = serde_json::to_string(&unread.unread.unwrap_or_default())
        .map_err(|e| Error::new(Code::Internal, e.to_string()))?;
    list::answer("communicationList", request.limit, rows, Some(("unread", unread))).await
}

async fn update_communication_viewed(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, request, .. }: SignedIn<CommunicationViewedRequest>,
) -> Result<Envelope<MarkViewedResponse>, Failure> {
    if request.pos_communication_id.is_empty() {
        return Err(Error::invalid("posCommunicationID", "must be the id of a notification").into());
    }
    let call = MarkViewedRequest { communication_id: request.pos_communication_id, pos_ids: Vec::new() };
    Ok(gateway.services.call(&caller.session.token, call).await?.into())
}

async fn update_all_communications_viewed(
    State(gateway): State<Arc<Gateway>>,
    InAnyLocation { caller, request }: InAnyLocation<AllViewedRequest>,
) -> Result<Envelope<MarkViewedResponse>, Failure> {
    let call = MarkViewedRequest { communication_id: String::new(), pos_ids: locations(request.pos_id) };
    Ok(gateway.services.call(&caller.session.token, call).await?.into())
}
