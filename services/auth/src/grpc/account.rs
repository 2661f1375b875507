use std::sync::Arc;

use saffron_core::Error;
use saffron_kit::grpc::{Answer, Caller, Messages, answer};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::account_service_server::AccountService;
use saffron_proto::auth::{
    ChangePasswordRequest, ChangePasswordResponse, EndOtherSessionsRequest, EndOtherSessionsResponse,
    EndSessionRequest, EndSessionResponse, GetProfileRequest, GetProfileResponse, ListSessionsRequest,
    ListSessionsResponse, RemovePictureRequest, RemovePictureResponse, Session, UpdateProfileRequest,
    UpdateProfileResponse, UploadPictureRequest, UploadPictureResponse,
};
use tonic::Request;

use super::{list, profile};
use crate::app::{self, App};
use crate::domain::{ListedSession, ProfileEdit};
use crate::store;

/// The most sessions of a list.
const MAX_SESSIONS: i64 = 500;

/// The calls about a signed-in person's own account.
pub struct Account(pub Arc<App>);

#[tonic::async_trait]
impl AccountService for Account {
    type ListSessionsStream = Messages<ListSessionsResponse>;

    async fn get_profile(&self, request: Request<GetProfileRequest>) -> Answer<GetProfileResponse> {
        let caller = Caller::of(&request)?;
        let found = store::profile_of(&self.0.database, caller.user).await?;
        let own = found.ok_or_else(|| Fault::from(Error::session_ended()))?;
        answer(GetProfileResponse { profile: Some(profile(own)) })
    }

    async fn update_profile(&self, request: Request<UpdateProfileRequest>) -> Answer<UpdateProfileResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let edit = ProfileEdit::check(message.first_name, message.last_name, &message.profile_description)
            .map_err(Fault::from)?;
        let changed = app::update_profile(&self.0, caller.user, &edit).await?;
        answer(UpdateProfileResponse { profile: Some(profile(changed)) })
    }

    async fn upload_picture(&self, request: Request<UploadPictureRequest>) -> Answer<UploadPictureResponse> {
        let caller = Caller::of(&request)?;
        let changed = app::upload_picture(&self.0, caller.user, request.into_inner().image).await?;
        answer(UploadPictureResponse { profile: Some(profile(changed)) })
    }

    async fn remove_picture(&self, request: Request<RemovePictureRequest>) -> Answer<RemovePictureResponse> {
        let caller = Caller::of(&request)?;
        let changed = app::remove_picture(&self.0, caller.user).await?;
        answer(RemovePictureResponse { profile: Some(profile(changed)) })
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Answer<ChangePasswordResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (old, new) = (Secret::new(message.old_password), Secret::new(message.new_password));
        let ended = app::change_password(&self.0, caller.user, old, new, &message.handle).await?;
        answer(ChangePasswordResponse { ended })
    }

    async fn list_sessions(&self, request: Request<ListSessionsRequest>) -> Answer<Self::ListSessionsStream> {
        let caller = Caller::of(&request)?;
        let found = store::sessions_of(&self.0.database, caller.user, self.0.now(), MAX_SESSIONS).await?;
        list(found.into_iter().map(|one: ListedSession| ListSessionsResponse {
            session: Some(Session {
                handle: one.handle,
                device: one.device,
                started_at: one.started_at.as_second(),
                last_seen_at: one.last_seen_at.as_second(),
            }),
        }))
    }

    async fn end_session(&self, request: Request<EndSessionRequest>) -> Answer<EndSessionResponse> {
        let caller = Caller::of(&request)?;
        let ended = app::end_session(&self.0, caller.user, request.into_inner().handle).await?;
        answer(EndSessionResponse { ended })
    }

    async fn end_other_sessions(
        &self,
        request: Request<EndOtherSessionsRequest>,
    ) -> Answer<EndOtherSessionsResponse> {
        let caller = Caller::of(&request)?;
        let ended = app::end_other_sessions(&self.0, caller.user, &request.into_inner().handle).await?;
        answer(EndOtherSessionsResponse { ended })
    }
}
