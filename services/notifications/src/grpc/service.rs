use std::sync::Arc;

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use saffron_kit::grpc::{Caller, list, to_status};
use saffron_proto::notifications::notifications_service_server::NotificationsService;
use saffron_proto::notifications::push_key_service_server::PushKeyService;
use saffron_proto::notifications::{
    AddDeviceRequest, AddDeviceResponse, CountUnreadRequest, CountUnreadResponse, GetPushKeyRequest,
    GetPushKeyResponse, GetRulesRequest, GetRulesResponse, ListCommunicationsRequest,
    ListCommunicationsResponse, ListDevicesRequest, ListDevicesResponse, MarkViewedRequest,
    MarkViewedResponse, RemoveDeviceRequest, RemoveDeviceResponse, SetRulesRequest, SetRulesResponse,
    TestPushRequest, TestPushResponse,
};
use tonic::{Request, Response, Status};

use super::list::Communications;
use super::{asked, refused, wire};
use crate::app::{self, App, Viewed};
use crate::store;

/// People's own calls.
pub(super) struct Notifications {
    pub(super) app: Arc<App>,
}

/// The gateways' calls.
pub(super) struct PushKey {
    pub(super) app: Arc<App>,
}

#[tonic::async_trait]
impl PushKeyService for PushKey {
    async fn get_push_key(&self, _: Request<GetPushKeyRequest>) -> Answer<GetPushKeyResponse> {
        let public_key = self.app.push.public_key().to_owned();
        Ok(Response::new(GetPushKeyResponse { public_key }))
    }
}

type Answer<T> = Result<Response<T>, Status>;
type Parts<T> = BoxStream<'static, Result<T, Status>>;

#[tonic::async_trait]
impl NotificationsService for Notifications {
    type ListCommunicationsStream = Parts<ListCommunicationsResponse>;
    type ListDevicesStream = Parts<ListDevicesResponse>;

    async fn list_communications(
        &self,
        request: Request<ListCommunicationsRequest>,
    ) -> Answer<Self::ListCommunicationsStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) = Communications::of(&caller, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn mark_viewed(&self, request: Request<MarkViewedRequest>) -> Answer<MarkViewedResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let viewed = asked::communication(&message.communication_id).map_err(refused)?;
        let places = caller.scope(&message.pos_ids).map_err(refused)?;
        let viewed = viewed.map_or(Viewed::All, Viewed::One);
        let left = app::mark_viewed(&self.app, caller.user, &places, viewed).await.map_err(to_status)?;
        Ok(Response::new(MarkViewedResponse { unread: Some(wire::unread(left)) }))
    }

    async fn count_unread(&self, request: Request<CountUnreadRequest>) -> Answer<CountUnreadResponse> {
        let caller = Caller::of(&request)?;
        let places = caller.scope(&request.get_ref().pos_ids).map_err(refused)?;
        let counts = store::unread_at(&self.app.database, caller.user, places.keys()).await;
        let unread = Some(wire::unread(counts.map_err(to_status)?));
        Ok(Response::new(CountUnreadResponse { unread }))
    }

    async fn get_rules(&self, request: Request<GetRulesRequest>) -> Answer<GetRulesResponse> {
        let caller = Caller::of(&request)?;
        let pos_id = asked::location(&caller, &request.get_ref().pos_id).map_err(refused)?;
        let shown = app::rules(&self.app, caller.user, &pos_id).await.map_err(to_status)?;
        Ok(Response::new(GetRulesResponse { rules: Some(wire::rules(&pos_id, shown)) }))
    }

    async fn set_rules(&self, request: Request<SetRulesRequest>) -> Answer<SetRulesResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let pos_id = asked::location(&caller, &message.pos_id).map_err(refused)?;
        let wished = asked::wished(message).map_err(refused)?;
        let shown = app::set_rules(&self.app, caller.user, &pos_id, wished).await.map_err(to_status)?;
        Ok(Response::new(SetRulesResponse { rules: Some(wire::rules(&pos_id, shown)) }))
    }

    async fn list_devices(&self, request: Request<ListDevicesRequest>) -> Answer<Self::ListDevicesStream> {
        let caller = Caller::of(&request)?;
        let devices = store::list_devices(&self.app.database, caller.user).await.map_err(to_status)?;
        let part = |device| Ok(ListDevicesResponse { device: Some(wire::device(device)) });
        Ok(Response::new(stream::iter(devices.into_iter().map(part)).boxed()))
    }

    async fn add_device(&self, request: Request<AddDeviceRequest>) -> Answer<AddDeviceResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let subscription = message.subscription.unwrap_or_default();
        let subscription =
            (subscription.endpoint.as_str(), subscription.p256dh.as_str(), subscription.auth.as_str());
        let device =
            app::add_device(&self.app, caller.user, subscription, &message.label, &message.session_handle)
                .await
                .map_err(to_status)?;
        Ok(Response::new(AddDeviceResponse { device: Some(wire::device(device)) }))
    }

    async fn remove_device(&self, request: Request<RemoveDeviceRequest>) -> Answer<RemoveDeviceResponse> {
        let caller = Caller::of(&request)?;
        let device = asked::device(&request.get_ref().device_id).map_err(refused)?;
        store::remove_device(&self.app.database, Some(caller.user), device).await.map_err(to_status)?;
        Ok(Response::new(RemoveDeviceResponse {}))
    }

    async fn test_push(&self, request: Request<TestPushRequest>) -> Answer<TestPushResponse> {
        let caller = Caller::of(&request)?;
        let device = asked::device(&request.get_ref().device_id).map_err(refused)?;
        app::test_push(&self.app, caller.user, device).await.map_err(to_status)?;
        Ok(Response::new(TestPushResponse {}))
    }
}
