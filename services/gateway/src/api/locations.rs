//! The caller's locations.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{Error, PosId};
use saffron_proto::auth::{
    self as proto, CloseSampleRequest, CreateIngestKeyRequest, CreateLinkCodeRequest, CreateLocationRequest,
    LinkLocationRequest, ListIngestKeysRequest, OpenSampleRequest, RevokeIngestKeyRequest,
    SetDayStartRequest, UnlinkLocationRequest,
};
use saffron_proto::http::{Null, add_schema};
use serde::Serialize;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{Empty, SessionPath, some};
use crate::Gateway;
use crate::call::request::{InLocation, SignedIn};
use crate::call::{list, route, route_of_session};
use crate::http::body::MaybeJson;
use crate::http::envelope::{Envelope, Failure};
use crate::session::{Client, LocationCalendar};

/// The calls about the caller's locations.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(route_of_session::<Locations, _, _>(
            "get-restaurant-list",
            "The linked locations.",
            get_restaurant_list,
        ))
        .routes(route::<CreateLocationRequest, Location, _, _>(
            "create-location",
            "Make a location of your own, for one that no POS vendor registers.",
            create_location,
        ))
        .routes(route::<LinkLocationRequest, Location, _, _>(
            "link-restaurant",
            "Link a location.",
            link_restaurant,
        ))
        .routes(route::<UnlinkLocationRequest, Null, _, _>(
            "unlink-restaurant",
            "Unlink a location.",
            unlink_restaurant,
        ))
        .routes(route::<CreateLinkCodeRequest, LinkCode, _, _>(
            "create-link-code",
            "Create a link code for another person.",
            create_link_code,
        ))
        .routes(route::<CreateIngestKeyRequest, proto::CreateIngestKeyResponse, _, _>(
            "create-ingest-key",
            "Make an ingest key for a till or a script.",
            create_ingest_key,
        ))
        .routes(list::<ListIngestKeysRequest>(
            "get-ingest-keys",
            "ingestKeyList",
            None,
            "The ingest keys of a location, newest first, revoked ones too.",
        ))
        .routes(route::<RevokeIngestKeyRequest, Null, _, _>(
            "revoke-ingest-key",
            "End an ingest key for good.",
            revoke_ingest_key,
        ))
        .routes(route::<SetDayStartRequest, Location, _, _>(
            "set-day-start",
            "Set when the business days of a location begin.",
            set_day_start,
        ))
        .routes(route::<OpenSampleRequest, Location, _, _>(
            "open-sample",
            "Look around in a sample restaurant.\n\nFor people without a location: 409 if there is one. Calls that change \
             something in it are refused with 403. Linking or making a location ends it.",
            open_sample,
        ))
        .routes(route::<CloseSampleRequest, Null, _, _>(
            "close-sample",
            "Leave the sample restaurant.\n\nWithout one it is no error.",
            close_sample,
        ))
}

/// A linked restaurant location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
    name: String,
    website: Option<String>,
    /// IANA name.
    time_zone: String,
    postal_address: Option<String>,
    phone: Option<String>,
    /// The location's current business date, YYYY-MM-DD.
    business_date: String,
    /// When that date began: HH:MM of the wall clock.
    day_start: String,
    /// Every start that its dates have, in order.
    day_starts: Vec<DayStartSince>,
    /// It is a sample restaurant, in which the caller only looks around.
    is_sample: bool,
}

/// When the business days of a location begin since a date.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayStartSince {
    /// The first business date, YYYY-MM-DD; null: all dates before the next entry.
    start_date: Option<String>,
    /// HH:MM of the wall clock.
    day_start: String,
}

/// The linked locations.
#[derive(Debug, Serialize)]
pub struct Locations(Vec<Location>);

impl PartialSchema for Locations {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(Ref::from_schema_name("Location")).into()
    }
}

impl ToSchema for Locations {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add_schema::<Location>(schemas);
        add_schema::<DayStartSince>(schemas);
    }
}

/// A code by which another person links the location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkCode {
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
    /// 10 characters, single use.
    link_code: String,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    expires_at: String,
}

async fn get_restaurant_list(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    SessionPath(session_id): SessionPath,
    MaybeJson(Empty {}): MaybeJson<Empty>,
) -> Result<Envelope<Locations>, Failure> {
    let caller = gateway.authenticate(&client, Some(&session_id)).await?;
    let answers = gateway.services.collect(&caller.session.token, proto::ListLocationsRequest {}).await?;
    let locations = answers.into_iter().filter_map(|answer| answer.location);
    let now = gateway.clock.now();
    let locations: Result<_, _> = locations.map(|location| linked_location(location, now)).collect();
    Ok(Locations(locations?).into())
}

async fn create_location(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, request, .. }: SignedIn<CreateLocationRequest>,
) -> Result<Envelope<Location>, Failure> {
    let made = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.revocations().change(caller.session.user);
    Ok(linked_location(made?.location.unwrap_or_default(), gateway.clock.now())?.into())
}

async fn link_restaurant(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, mut request, client, .. }: SignedIn<LinkLocationRequest>,
) -> Result<Envelope<Location>, Failure> {
    request.remote_address = client.address.to_string();
    let linked = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.revocations().change(caller.session.user);
    Ok(linked_location(linked?.location.unwrap_or_default(), gateway.clock.now())?.into())
}

async fn unlink_restaurant(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, request, .. }: SignedIn<UnlinkLocationRequest>,
) -> Result<Envelope<Null>, Failure> {
    let unlinked = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.revocations().change(caller.session.user);
    unlinked?;
    Ok(Null.into())
}

async fn create_link_code(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, pos_id, request, .. }: InLocation<CreateLinkCodeRequest>,
) -> Result<Envelope<LinkCode>, Failure> {
    let calendar = caller.session.calendar(&pos_id)?;
    let code = gateway.services.call(&caller.session.token, request).await?;
    let expires_at = Timestamp::from_second(code.expires_at).unwrap_or(Timestamp::MAX);
    let body =
        LinkCode { expires_at: public_time(calendar.wall(expires_at)), pos_id, link_code: code.link_code };
    Ok(body.into())
}

async fn create_ingest_key(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, mut request, .. }: InLocation<CreateIngestKeyRequest>,
) -> Result<Envelope<proto::CreateIngestKeyResponse>, Failure> {
    request.set_kind(proto::IngestKeyKind::Till);
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}

async fn revoke_ingest_key(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, pos_id, request, .. }: InLocation<RevokeIngestKeyRequest>,
) -> Result<Envelope<Null>, Failure> {
    let source = request.id.parse();
    let revoked = gateway.services.call(&caller.session.token, request).await;
    if let Ok(source) = source {
        gateway.sessions.revocations().revoke_key(pos_id, source);
    }
    revoked?;
    Ok(Null.into())
}

async fn set_day_start(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<SetDayStartRequest>,
) -> Result<Envelope<Location>, Failure> {
    let changed = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.revocations().change(caller.session.user);
    Ok(linked_location(changed?.location.unwrap_or_default(), gateway.clock.now())?.into())
}

async fn open_sample(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, request, .. }: SignedIn<OpenSampleRequest>,
) -> Result<Envelope<Location>, Failure> {
    let opened = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.revocations().change(caller.session.user);
    Ok(linked_location(opened?.location.unwrap_or_default(), gateway.clock.now())?.into())
}

async fn close_sample(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, request, .. }: SignedIn<CloseSampleRequest>,
) -> Result<Envelope<Null>, Failure> {
    let closed = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.revocations().change(caller.session.user);
    closed?;
    Ok(Null.into())
}

fn linked_location(location: proto::Location, now: Timestamp) -> Result<Location, Error> {
    let LocationCalendar { pos_id, calendar } = LocationCalendar::read(&location)?;
    let today = calendar.today(now);
    let history = calendar.starts().history().map(|(start_date, day_start)| DayStartSince {
        start_date: start_date.map(|date| date.to_string()),
        day_start: day_start.to_string(),
    });
    Ok(Location {
        is_sample: pos_id.is_sample(),
        pos_id,
        name: location.name,
        website: some(location.website),
        time_zone: calendar.name().to_owned(),
        postal_address: some(location.postal_address),
        phone: some(location.phone),
        business_date: today.to_string(),
        day_start: calendar.starts().on(today).to_string(),
        day_starts: history.collect(),
    })
}
