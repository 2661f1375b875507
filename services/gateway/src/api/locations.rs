//! A person's locations.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{Error, PosId};
use saffron_proto::auth as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Empty, SessionPath, some};
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::{Json, MaybeJson};
use crate::session::{Place, SessionId, Visitor};

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

/// A location to link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkRestaurantRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
    /// 10 characters, single use.
    link_code: String,
}

/// One of the caller's locations.
#[derive(Deserialize, ToSchema)]
pub struct LocationRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    #[serde(rename = "posID")]
    #[schema(value_type = String)]
    pos_id: PosId,
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
pub async fn get_restaurant_list(
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
    tag = "locations", request_body = LinkRestaurantRequest,
    responses((status = 200, description = "The answer.", body = LinkRestaurantEnvelope), Failures)
)]
pub async fn link_restaurant(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<LinkRestaurantRequest>,
) -> Result<LinkRestaurantEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let call = proto::LinkLocationRequest {
        pos_id: request.pos_id.into(),
        link_code: request.link_code,
        remote_address: visitor.address.to_string(),
    };
    let linked = gateway.services.call(&entered.session.token, call).await;
    gateway.sessions.changed(entered.session.user);
    let location = linked?.location.unwrap_or_default();
    Ok(shown(location, gateway.clock.now())?.0.into())
}

/// Unlink a location.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/unlink-restaurant", operation_id = "unlinkRestaurant",
    tag = "locations", request_body = LocationRequest,
    responses((status = 200, description = "The answer.", body = UnlinkRestaurantEnvelope), Failures)
)]
pub async fn unlink_restaurant(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<LocationRequest>,
) -> Result<UnlinkRestaurantEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let call = proto::UnlinkLocationRequest { pos_id: request.pos_id.into() };
    let unlinked = gateway.services.call(&entered.session.token, call).await;
    gateway.sessions.changed(entered.session.user);
    unlinked?;
    Ok(Null.into())
}

/// Create a link code for another person.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/create-link-code", operation_id = "createLinkCode",
    tag = "locations", request_body = LocationRequest,
    responses((status = 200, description = "The answer.", body = CreateLinkCodeEnvelope), Failures)
)]
pub async fn create_link_code(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<LocationRequest>,
) -> Result<CreateLinkCodeEnvelope, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let entered = gateway.with_location(entered, &request.pos_id).await?;
    let zone = entered.session.zone(&request.pos_id)?;
    let call = proto::CreateLinkCodeRequest { pos_id: request.pos_id.to_string() };
    let code = gateway.services.call(&entered.session.token, call).await?;
    let expires_at = Timestamp::from_second(code.expires_at).unwrap_or(Timestamp::MAX);
    let body = LinkCode {
        expires_at: public_time(zone.wall(expires_at)),
        pos_id: request.pos_id,
        link_code: code.link_code,
    };
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
