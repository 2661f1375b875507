use std::sync::Arc;

use futures::stream::{self, BoxStream, StreamExt as _};
use saffron_core::Error;
use saffron_kit::Secret;
use saffron_kit::grpc::{Caller, to_status};
use saffron_proto::auth::account_service_server::AccountService;
use saffron_proto::auth::{
    ChangePasswordRequest, ChangePasswordResponse, EndOtherSessionsRequest, EndOtherSessionsResponse,
    EndSessionRequest, EndSessionResponse, GetProfileRequest, GetProfileResponse, ListSessionsRequest,
    ListSessionsResponse, RemovePictureRequest, RemovePictureResponse, Session, UpdateProfileRequest,
    UpdateProfileResponse, UploadPictureRequest, UploadPictureResponse,
};
use tonic::{Request, Response, Status};

use super::profile_to_wire;
use crate::app::change_password::change_password;
use crate::app::end_sessions::{end_other_sessions, end_session};
use crate::app::{App, update_profile};
use crate::domain::person::ProfileEdit;
use crate::domain::session::Listed;
use crate::store::{sessions, users};

/// The most sessions of a list.
const MOST: i64 = 500;

/// A signed-in person's own account.
pub struct Account(pub Arc<App>);

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl AccountService for Account {
    type ListSessionsStream = BoxStream<'static, Result<ListSessionsResponse, Status>>;

    async fn get_profile(&self, request: Request<GetProfileRequest>) -> Answer<GetProfileResponse> {
        let caller = Caller::of(&request)?;
        let found = users::by_id(&self.0.database, caller.user)
            .await
            .and_then(|found| Ok(found.ok_or_else(Error::session_ended)?))
            .map_err(to_status)?;
        Ok(Response::new(GetProfileResponse { profile: Some(profile_to_wire(found.profile)) }))
    }

    async fn update_profile(&self, request: Request<UpdateProfileRequest>) -> Answer<UpdateProfileResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let edit = ProfileEdit::typed(asked.first_name, asked.last_name, &asked.profile_description)
            .map_err(|e| to_status(e.into()))?;
        let profile = update_profile::update_profile(&self.0, caller.user, &edit).await.map_err(to_status)?;
        Ok(Response::new(UpdateProfileResponse { profile: Some(profile_to_wire(profile)) }))
    }

    async fn upload_picture(&self, request: Request<UploadPictureRequest>) -> Answer<UploadPictureResponse> {
        let caller = Caller::of(&request)?;
        let image = request.into_inner().image;
        let profile = update_profile::upload_picture(&self.0, caller.user, image).await.map_err(to_status)?;
        Ok(Response::new(UploadPictureResponse { profile: Some(profile_to_wire(profile)) }))
    }

    async fn remove_picture(&self, request: Request<RemovePictureRequest>) -> Answer<RemovePictureResponse> {
        let caller = Caller::of(&request)?;
        let profile = update_profile::remove_picture(&self.0, caller.user).await.map_err(to_status)?;
        Ok(Response::new(RemovePictureResponse { profile: Some(profile_to_wire(profile)) }))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Answer<ChangePasswordResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let (old, new) = (Secret::new(asked.old_password), Secret::new(asked.new_password));
        let ended =
            change_password(&self.0, caller.user, old, new, &asked.handle).await.map_err(to_status)?;
        Ok(Response::new(ChangePasswordResponse { ended }))
    }

    /// Read at once, then streamed: a slow reader holds no connection.
    async fn list_sessions(&self, request: Request<ListSessionsRequest>) -> Answer<Self::ListSessionsStream> {
        let caller = Caller::of(&request)?;
        let found = sessions::of_user(&self.0.database, caller.user, self.0.database.clock().now(), MOST)
            .await
            .map_err(to_status)?;
        let answers = found.into_iter().map(|one| Ok(ListSessionsResponse { session: Some(listed(one)) }));
        Ok(Response::new(stream::iter(answers).boxed()))
    }

    async fn end_session(&self, request: Request<EndSessionRequest>) -> Answer<EndSessionResponse> {
        let caller = Caller::of(&request)?;
        let handle = request.into_inner().handle;
        let ended = end_session(&self.0, caller.user, handle).await.map_err(to_status)?;
        Ok(Response::new(EndSessionResponse { ended }))
    }

    async fn end_other_sessions(
        &self,
        request: Request<EndOtherSessionsRequest>,
    ) -> Answer<EndOtherSessionsResponse> {
        let caller = Caller::of(&request)?;
        let handle = request.into_inner().handle;
        let ended = end_other_sessions(&self.0, caller.user, &handle).await.map_err(to_status)?;
        Ok(Response::new(EndOtherSessionsResponse { ended }))
    }
}

fn listed(one: Listed) -> Session {
    Session {
        handle: one.handle,
        device: one.device,
        started_at: one.started_at.as_second(),
        last_seen_at: one.last_seen_at.as_second(),
    }
}
