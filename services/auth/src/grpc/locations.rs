use std::sync::Arc;

use saffron_core::{Error, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self as lists, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, Mirrored as _, answer};
use saffron_proto::auth::location_service_server::LocationService;
use saffron_proto::auth::{
    CloseSampleRequest, CloseSampleResponse, CreateIngestKeyRequest, CreateIngestKeyResponse,
    CreateLinkCodeRequest, CreateLinkCodeResponse, CreateLocationRequest, CreateLocationResponse,
    LinkLocationRequest, LinkLocationResponse, ListIngestKeysRequest, ListIngestKeysResponse,
    ListLocationsRequest, ListLocationsResponse, OpenSampleRequest, OpenSampleResponse,
    RevokeIngestKeyRequest, RevokeIngestKeyResponse, SetDayStartRequest, SetDayStartResponse,
    UnlinkLocationRequest, UnlinkLocationResponse,
};
use tonic::Request;

use super::ingest_keys::{self, IngestKeys};
use super::{list, location};
use crate::app::{self, App, Dates};
use crate::domain::{IngestKeyKind, LinkCode, SentLocation};
use crate::store;

/// The calls about a signed-in person's locations.
pub struct Locations(pub Arc<App>);

#[tonic::async_trait]
impl LocationService for Locations {
    type ListLocationsStream = Messages<ListLocationsResponse>;
    type ListIngestKeysStream = Messages<ListIngestKeysResponse>;

    async fn list_locations(
        &self,
        request: Request<ListLocationsRequest>,
    ) -> Answer<Self::ListLocationsStream> {
        let caller = Caller::of(&request)?;
        let locations = store::locations_of(&self.0.database, caller.user).await?;
        list(locations.into_iter().map(|one| ListLocationsResponse { location: Some(location(one)) }))
    }

    async fn create_location(
        &self,
        request: Request<CreateLocationRequest>,
    ) -> Answer<CreateLocationResponse> {
        let caller = Caller::of(&request)?;
        let CreateLocationRequest { name, time_zone, day_start } = request.into_inner();
        let sent = SentLocation { name, time_zone, day_start, ..SentLocation::default() };
        let made = app::create_location(&self.0, caller.user, sent).await?;
        answer(CreateLocationResponse { location: Some(location(made)) })
    }

    async fn link_location(&self, request: Request<LinkLocationRequest>) -> Answer<LinkLocationResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let code = LinkCode::normalize(&message.link_code);
        let linked =
            app::link_location(&self.0, caller.user, &message.pos_id, &code, &message.remote_address).await?;
        answer(LinkLocationResponse { location: Some(location(linked)) })
    }

    async fn unlink_location(
        &self,
        request: Request<UnlinkLocationRequest>,
    ) -> Answer<UnlinkLocationResponse> {
        let caller = Caller::of(&request)?;
        app::unlink_location(&self.0, caller.user, &request.into_inner().pos_id).await?;
        answer(UnlinkLocationResponse {})
    }

    async fn set_day_start(&self, request: Request<SetDayStartRequest>) -> Answer<SetDayStartResponse> {
        let caller = Caller::of(&request)?;
        let SetDayStartRequest { pos_id, day_start, start_date, all_dates } = request.into_inner();
        let dates = dates(&start_date, all_dates)?;
        let changed = app::set_day_start(&self.0, caller.user, &pos_id, &day_start, dates).await?;
        answer(SetDayStartResponse { location: Some(location(changed)) })
    }

    async fn create_ingest_key(
        &self,
        request: Request<CreateIngestKeyRequest>,
    ) -> Answer<CreateIngestKeyResponse> {
        let caller = Caller::of(&request)?;
        let CreateIngestKeyRequest { pos_id, name, kind } = request.into_inner();
        let (caller, pos_id, calendar) = ingest_keys::located(&caller, &pos_id)?;
        let unspecified = || Fault::from(Error::invalid("kind", "must be specified"));
        let kind = IngestKeyKind::of_message(kind).ok_or_else(unspecified)?;
        let (key, secret) = app::create_ingest_key(&self.0, caller, &pos_id, name, kind).await?;
        answer(CreateIngestKeyResponse {
            key: Some(ingest_keys::message(key, &calendar)),
            ingest_key: secret.expose().to_owned(),
        })
    }

    async fn list_ingest_keys(
        &self,
        request: Request<ListIngestKeysRequest>,
    ) -> Answer<Self::ListIngestKeysStream> {
        let caller = Caller::of(&request)?;
        let ListIngestKeysRequest { pos_id, limit, cursor } = request.into_inner();
        let (_, pos_id, calendar) = ingest_keys::located(&caller, &pos_id)?;
        let keys = IngestKeys { database: self.0.database.clone(), pos_id, calendar };
        Ok(lists::stream(keys, Wanted::parse(&cursor, limit)?))
    }

    async fn revoke_ingest_key(
        &self,
        request: Request<RevokeIngestKeyRequest>,
    ) -> Answer<RevokeIngestKeyResponse> {
        let caller = Caller::of(&request)?;
        let RevokeIngestKeyRequest { pos_id, id } = request.into_inner();
        let (caller, pos_id, _) = ingest_keys::located(&caller, &pos_id)?;
        app::revoke_ingest_key(&self.0, caller, &pos_id, &id).await?;
        answer(RevokeIngestKeyResponse {})
    }

    async fn open_sample(&self, request: Request<OpenSampleRequest>) -> Answer<OpenSampleResponse> {
        let caller = Caller::of(&request)?;
        let opened = app::open_sample(&self.0, caller.user, &request.into_inner().time_zone).await?;
        answer(OpenSampleResponse { location: Some(location(opened)) })
    }

    async fn close_sample(&self, request: Request<CloseSampleRequest>) -> Answer<CloseSampleResponse> {
        app::close_sample(&self.0, Caller::of(&request)?.user).await?;
        answer(CloseSampleResponse {})
    }

    async fn create_link_code(
        &self,
        request: Request<CreateLinkCodeRequest>,
    ) -> Answer<CreateLinkCodeResponse> {
        let caller = Caller::of(&request)?;
        let (code, expires_at) =
            app::create_link_code(&self.0, caller.user, &request.into_inner().pos_id).await?;
        answer(CreateLinkCodeResponse {
            link_code: code.expose().to_owned(),
            expires_at: expires_at.as_second(),
        })
    }
}

fn dates(start_date: &str, all: bool) -> Result<Dates, Fault> {
    match (start_date, all) {
        ("", true) => Ok(Dates::All),
        ("", false) => Ok(Dates::FromTomorrow),
        (_, true) => Err(Error::invalid("startDate", "cannot be sent with allDates").into()),
        (date, false) => Ok(Dates::From(parse_field("startDate", date)?)),
    }
}
