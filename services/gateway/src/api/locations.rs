//! A person's locations.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{Error, PosId};
use saffron_proto::auth::{self as proto, CreateLinkCodeRequest, LinkLocationRequest, UnlinkLocationRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Empty, SessionPath, some};
use crate::Gateway;
use crate::call::request::{InLocation, Signed};
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::MaybeJson;
use crate::session::{Place, Visitor};

/// The calls about a person's locations.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(routes!(get_restaurant_list))
        .routes(routes!(link_restaurant))
        .routes(routes!(unlink_restaurant))
        .routes(routes!(create_link_code))
}

/// A linked restaurant location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
    name: String,
    #[schema(required)]
    website: Option<String>,
    /// IANA name.
    time_zone: String,
    #[schema(required)]
    postal_address: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    /// The location's own today, YYYY-MM-DD.
    business_date: String,
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

envelope! {
    /// The answer of `get-restaurant-list`.
    GetRestaurantListEnvelope(Vec<Location>)
}
envelope! {
    /// The answer of `link-restaurant`.
    LinkRestaurantEnvelope(Location)
}
envelope! {
    /// The answer of `unlink-restaurant`.
    UnlinkRestaurantEnvelope(null)
}
envelope! {
    /// The answer of `create-link-code`.
    CreateLinkCodeEnvelope(LinkCode)
}

/// The linked locations.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-restaurant-list/{sessionID}",
    operation_id = "getRestaurantList", tag = "locations", params(("sessionID" = String, Path)),
    responses((status = 200, description = "The answer.", body = GetRestaurantListEnvelope), Failures)
)]
async fn get_restaurant_list(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    SessionPath(session_id): SessionPath,
    MaybeJson(Empty {}): MaybeJson<Empty>,
) -> Result<GetRestaurantListEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&session_id)).await?;
    let answers = gateway.services.whole(&entered.session.token, proto::ListLocationsRequest {}).await?;
    let locations = answers.into_iter().filter_map(|answer| answer.location);
    let now = gateway.clock.now();
    let list: Result<Vec<Location>, Error> = locations.map(|location| Ok(shown(location, now)?.0)).collect();
    Ok(list?.into())
}

/// Link a location.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/link-restaurant", operation_id = "linkRestaurant",
    tag = "locations", request_body = LinkLocationRequest,
    responses((status = 200, description = "The answer.", body = LinkRestaurantEnvelope), Failures)
)]
async fn link_restaurant(
    State(gateway): State<Arc<Gateway>>,
    Signed { caller, mut request, visitor, .. }: Signed<LinkLocationRequest>,
) -> Result<LinkRestaurantEnvelope, Failure> {
    request.remote_address = visitor.address.to_string();
    let linked = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.changed(caller.session.user);
    let location = linked?.location.unwrap_or_default();
    Ok(shown(location, gateway.clock.now())?.0.into())
}

/// Unlink a location.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/unlink-restaurant", operation_id = "unlinkRestaurant",
    tag = "locations", request_body = UnlinkLocationRequest,
    responses((status = 200, description = "The answer.", body = UnlinkRestaurantEnvelope), Failures)
)]
async fn unlink_restaurant(
    State(gateway): State<Arc<Gateway>>,
    Signed { caller, request, .. }: Signed<UnlinkLocationRequest>,
) -> Result<UnlinkRestaurantEnvelope, Failure> {
    let unlinked = gateway.services.call(&caller.session.token, request).await;
    gateway.sessions.changed(caller.session.user);
    unlinked?;
    Ok(Null.into())
}

/// Create a link code for another person.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/create-link-code", operation_id = "createLinkCode",
    tag = "locations", request_body = CreateLinkCodeRequest,
    responses((status = 200, description = "The answer.", body = CreateLinkCodeEnvelope), Failures)
)]
async fn create_link_code(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, pos_id, request, .. }: InLocation<CreateLinkCodeRequest>,
) -> Result<CreateLinkCodeEnvelope, Failure> {
    let zone = caller.session.zone(&pos_id)?;
    let code = gateway.services.call(&caller.session.token, request).await?;
    let expires_at = Timestamp::from_second(code.expires_at).unwrap_or(Timestamp::MAX);
    let body = LinkCode { expires_at: public_time(zone.wall(expires_at)), pos_id, link_code: code.link_code };
    Ok(body.into())
}

fn shown(location: proto::Location, now: Timestamp) -> Result<(Location, Place), Error> {
    let place = Place::read(&location)?;
    let shown = Location {
        pos_id: place.pos_id.clone(),
        name: location.name,
        website: some(location.website),
        time_zone: place.zone.name().to_owned(),
        postal_address: some(location.postal_address),
        phone: some(location.phone),
        business_date: place.zone.today(now).to_string(),
    };
    Ok((shown, place))
}
