use std::sync::Arc;

use futures::StreamExt as _;
use futures::stream;
use saffron_core::PosId;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, Mirrored as _, answer};
use saffron_proto::notifications::notifications_service_server::NotificationsService;
use saffron_proto::notifications::push_key_service_server::PushKeyService;
use saffron_proto::notifications::{
    AddDeviceRequest, AddDeviceResponse, CountUnreadRequest, CountUnreadResponse, GetPushKeyRequest,
    GetPushKeyResponse, GetRulesRequest, GetRulesResponse, ListCommunicationsRequest,
    ListCommunicationsResponse, ListDevicesRequest, ListDevicesResponse, MarkViewedRequest,
    MarkViewedResponse, RemoveDeviceRequest, RemoveDeviceResponse, SetRulesRequest, SetRulesResponse,
    TestPushRequest, TestPushResponse,
};
use tonic::Request;

use super::communications::Communications;
use super::messages;
use crate::app::{self, App};
use crate::domain::Shelf;
use crate::store;

const SELECT: &str = "Please select location to proceed!";

/// The calls of people.
pub(super) struct Notifications {
    pub(super) app: Arc<App>,
}

/// The calls of gateways.
pub(super) struct PushKey {
    pub(super) app: Arc<App>,
}

#[tonic::async_trait]
impl PushKeyService for PushKey {
    async fn get_push_key(&self, _: Request<GetPushKeyRequest>) -> Answer<GetPushKeyResponse> {
        answer(GetPushKeyResponse { public_key: self.app.push.public_key().to_owned() })
    }
}

#[tonic::async_trait]
impl NotificationsService for Notifications {
    type ListCommunicationsStream = Messages<ListCommunicationsResponse>;
    type ListDevicesStream = Messages<ListDevicesResponse>;

    async fn list_communications(
        &self,
        request: Request<ListCommunicationsRequest>,
    ) -> Answer<Self::ListCommunicationsStream> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let list = Communications {
            database: self.app.database.clone(),
            user: caller.user,
            locations: caller.scope(&message.pos_ids)?,
            shelf: Shelf::of_message(message.shelf),
        };
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn mark_viewed(&self, request: Request<MarkViewedRequest>) -> Answer<MarkViewedResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let communication = messages::communication_id(&message.communication_id)?;
        let pos_ids: Vec<PosId> = caller.scope(&message.pos_ids)?.into_keys().collect();
        let left = app::mark_viewed(&self.app, caller.user, &pos_ids, communication).await?;
        answer(MarkViewedResponse { unread: messages::unread(left) })
    }

    async fn count_unread(&self, request: Request<CountUnreadRequest>) -> Answer<CountUnreadResponse> {
        let caller = Caller::of(&request)?;
        let pos_ids: Vec<PosId> = caller.scope(&request.get_ref().pos_ids)?.into_keys().collect();
        let counts = store::unread_at(&self.app.database, caller.user, &pos_ids).await?;
        answer(CountUnreadResponse { unread: messages::unread(counts) })
    }

    async fn get_rules(&self, request: Request<GetRulesRequest>) -> Answer<GetRulesResponse> {
        let caller = Caller::of(&request)?;
        let (pos_id, _) = caller.location(&request.get_ref().pos_id, SELECT)?;
        let rules = app::rules(&self.app, caller.user, &pos_id).await?;
        answer(GetRulesResponse { rules: messages::rules(&pos_id, rules) })
    }

    async fn set_rules(&self, request: Request<SetRulesRequest>) -> Answer<SetRulesResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, _) = caller.location(&message.pos_id, SELECT)?;
        let changes = messages::rule_changes(message)?;
        let rules = app::set_rules(&self.app, caller.user, &pos_id, changes).await?;
        answer(SetRulesResponse { rules: messages::rules(&pos_id, rules) })
    }

    async fn list_devices(&self, request: Request<ListDevicesRequest>) -> Answer<Self::ListDevicesStream> {
        let caller = Caller::of(&request)?;
        let devices = store::list_devices(&self.app.database, caller.user).await?;
        let devices =
            devices.into_iter().map(|device| Ok(ListDevicesResponse { device: messages::device(device) }));
        answer(stream::iter(devices).boxed())
    }

    async fn add_device(&self, request: Request<AddDeviceRequest>) -> Answer<AddDeviceResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let keys = message.subscription.unwrap_or_default();
        let keys = (keys.endpoint.as_str(), keys.p256dh.as_str(), keys.auth.as_str());
        let (label, session) = (&message.label, &message.session_handle);
        let device = app::add_device(&self.app, caller.user, keys, label, session).await?;
        answer(AddDeviceResponse { device: messages::device(device) })
    }

    async fn remove_device(&self, request: Request<RemoveDeviceRequest>) -> Answer<RemoveDeviceResponse> {
        let caller = Caller::of(&request)?;
        let device = messages::device_id(&request.get_ref().device_id)?;
        store::remove_device(&self.app.database, Some(caller.user), device).await?;
        answer(RemoveDeviceResponse {})
    }

    async fn test_push(&self, request: Request<TestPushRequest>) -> Answer<TestPushResponse> {
        let caller = Caller::of(&request)?;
        let device = messages::device_id(&request.get_ref().device_id)?;
        app::test_push(&self.app, caller.user, device).await?;
        answer(TestPushResponse {})
    }
}
