use std::sync::Arc;

use futures::stream::{self, BoxStream, StreamExt as _};
use saffron_kit::grpc::{Caller, to_status};
use saffron_proto::auth::location_service_server::LocationService;
use saffron_proto::auth::{
    CreateLinkCodeRequest, CreateLinkCodeResponse, LinkLocationRequest, LinkLocationResponse,
    ListLocationsRequest, ListLocationsResponse, UnlinkLocationRequest, UnlinkLocationResponse,
};
use tonic::{Request, Response, Status};

use super::to_wire;
use crate::app::{App, create_link_code, link_location, unlink_location};
use crate::domain::LinkCode;
use crate::store::links;

/// A signed-in person's locations.
pub struct Locations(pub Arc<App>);

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl LocationService for Locations {
    type ListLocationsStream = BoxStream<'static, Result<ListLocationsResponse, Status>>;

    /// Read at once, then streamed: 2,000 rows are little, and a slow reader holds no connection.
    async fn list_locations(
        &self,
        request: Request<ListLocationsRequest>,
    ) -> Answer<Self::ListLocationsStream> {
        let caller = Caller::of(&request)?;
        let locations = links::of_user(&self.0.database, caller.user).await.map_err(to_status)?;
        let answers =
            locations.into_iter().map(|one| Ok(ListLocationsResponse { location: Some(to_wire(one)) }));
        Ok(Response::new(stream::iter(answers).boxed()))
    }

    async fn link_location(&self, request: Request<LinkLocationRequest>) -> Answer<LinkLocationResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let code = LinkCode::typed(&asked.link_code);
        let location =
            link_location::link_location(&self.0, caller.user, &asked.pos_id, &code, &asked.remote_address)
                .await
                .map_err(to_status)?;
        Ok(Response::new(LinkLocationResponse { location: Some(to_wire(location)) }))
    }

    async fn unlink_location(
        &self,
        request: Request<UnlinkLocationRequest>,
    ) -> Answer<UnlinkLocationResponse> {
        let caller = Caller::of(&request)?;
        unlink_location::unlink_location(&self.0, caller.user, &request.into_inner().pos_id)
            .await
            .map_err(to_status)?;
        Ok(Response::new(UnlinkLocationResponse {}))
    }

    async fn create_link_code(
        &self,
        request: Request<CreateLinkCodeRequest>,
    ) -> Answer<CreateLinkCodeResponse> {
        let caller = Caller::of(&request)?;
        let (code, expires_at) =
            create_link_code::create_link_code(&self.0, caller.user, &request.into_inner().pos_id)
                .await
                .map_err(to_status)?;
        Ok(Response::new(CreateLinkCodeResponse {
            link_code: code.expose().to_owned(),
            expires_at: expires_at.as_second(),
        }))
    }
}
