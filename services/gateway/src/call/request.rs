//! Requests of the main API: the caller whose session was proved, and what they ask for. A handler gets the caller's token by
//! one of these alone.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts as _, Request as HttpRequest};
use axum::response::{IntoResponse as _, Response};
use saffron_core::{Error, PosId};
use saffron_proto::Service;
use saffron_proto::http::{Body, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Gateway;
use crate::http::envelope::Failure;
use crate::http::guard::LargePlace;
use crate::http::json;
use crate::session::{Entered, SessionId, Visitor};

/// A request of a signed-in person.
pub struct Signed<T> {
    /// Who asks.
    pub caller: Entered,
    /// What they ask for.
    pub request: T,
    /// Where it came from.
    pub visitor: Visitor,
    /// Held until the answer.
    _place: Option<LargePlace>,
}

/// A request about one of the caller's locations: the one that it names, or the only one they have, which it names from
/// here on.
pub struct InLocation<T> {
    /// Who asks.
    pub caller: Entered,
    /// The location.
    pub pos_id: PosId,
    /// What they ask for.
    pub request: T,
    /// Held until the answer.
    _place: Option<LargePlace>,
}

/// A request about the location that it names, which is the caller's, or about whichever of theirs the service finds.
pub struct InAnyLocation<T> {
    /// Who asks.
    pub caller: Entered,
    /// What they ask for.
    pub request: T,
}

/// A request of somebody who is not signed in.
pub struct Open<T> {
    /// Where it came from.
    pub visitor: Visitor,
    /// What they ask for.
    pub request: T,
}

/// A request whose caller is proved.
pub trait Proved<T> {
    /// The caller, the request, and what is held until the answer.
    fn into_parts(self) -> (Entered, T, Option<LargePlace>);
}

impl<T> Proved<T> for Signed<T> {
    fn into_parts(self) -> (Entered, T, Option<LargePlace>) {
        (self.caller, self.request, self._place)
    }
}

impl<T> Proved<T> for InLocation<T> {
    fn into_parts(self) -> (Entered, T, Option<LargePlace>) {
        (self.caller, self.request, self._place)
    }
}

#[derive(Deserialize)]
struct Named {
    #[serde(rename = "sessionID")]
    session_id: SessionId,
}

async fn body<T: Request>(
    request: HttpRequest,
    gateway: &Arc<Gateway>,
) -> Result<(Visitor, bytes::Bytes, Option<LargePlace>), Response> {
    let (mut parts, body) = request.into_parts();
    let visitor = Visitor::from_request_parts(&mut parts, gateway).await;
    let visitor = visitor.map_err(Failure::into_response)?;
    let (bytes, place) = json::bytes(HttpRequest::from_parts(parts, body), T::IS_LARGE).await?;
    Ok((visitor, bytes, place))
}

struct Json<'a>(&'a [u8]);

impl Body for Json<'_> {
    type Error = Error;
    fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        json::parse(self.0)
    }
}

fn read<T: Request>(bytes: &[u8]) -> Result<T, Error> {
    let mut request: T = json::parse(bytes)?;
    request.read_flat(&Json(bytes))?;
    Ok(request)
}

fn refused(error: Error) -> Response {
    Failure::from(error).into_response()
}

/// The location that a request names.
fn location(request: &mut impl Request) -> Result<Option<PosId>, Error> {
    match request.pos_id() {
        Some(text) if !text.is_empty() => {
            text.parse().map(Some).map_err(|error| Error::invalid("posID", format!("{error}")))
        }
        _ => Ok(None),
    }
}

/// What is said where a location has to be chosen first (spec.md, section 8).
pub fn choose(service: Service) -> &'static str {
    match service {
        Service::Customers => "Please select location to view your customers.",
        Service::Inventory => "Please select location to view menu items.",
        Service::Payments => "Please select location to fetch transactions/payouts.",
        _ => "Please select location to proceed!",
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for Signed<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<Signed<T>, Response> {
        let (visitor, bytes, _place) = body::<T>(request, gateway).await?;
        let named: Named = json::parse(&bytes).map_err(refused)?;
        let request = read(&bytes).map_err(refused)?;
        let caller = gateway.enter(&visitor, Some(&named.session_id)).await.map_err(refused)?;
        Ok(Signed { caller, request, visitor, _place })
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for InLocation<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<InLocation<T>, Response> {
        let Signed { caller, mut request, _place, .. } = Signed::<T>::from_request(request, gateway).await?;
        let named = location(&mut request).map_err(refused)?;
        let (caller, pos_id) = gateway.at(caller, named, choose(T::SERVICE)).await.map_err(refused)?;
        if let Some(text) = request.pos_id() {
            *text = pos_id.to_string();
        }
        Ok(InLocation { caller, pos_id, request, _place })
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for InAnyLocation<T> {
    type Rejection = Response;
    async fn from_request(
        request: HttpRequest,
        gateway: &Arc<Gateway>,
    ) -> Result<InAnyLocation<T>, Response> {
        let Signed { mut caller, mut request, .. } = Signed::<T>::from_request(request, gateway).await?;
        if let Some(pos_id) = location(&mut request).map_err(refused)? {
            caller = gateway.with_location(caller, &pos_id).await.map_err(refused)?;
        }
        Ok(InAnyLocation { caller, request })
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for Open<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<Open<T>, Response> {
        let (visitor, bytes, _) = body::<T>(request, gateway).await?;
        let request = read(&bytes).map_err(refused)?;
        gateway.limits.address(visitor.address).map_err(refused)?;
        visitor.refuse_foreign_origin(&gateway.config.origin).map_err(refused)?;
        Ok(Open { visitor, request })
    }
}
