//! Requests of the main API with their authenticated caller. A handler has no other source of the caller's token.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts as _, Request as HttpRequest};
use axum::response::{IntoResponse as _, Response};
use saffron_core::{Error, PosId};
use saffron_kit::Secret;
use saffron_proto::http::{Body, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Gateway;
use crate::http::body::{self, MAX_BODY, MAX_LARGE_BODY};
use crate::http::envelope::Failure;
use crate::http::guard::LargeBodyPermit;
use crate::ingest::keys::bearer;
use crate::session::{Caller, Client, SessionId};

/// A request of a signed-in person.
pub struct SignedIn<T> {
    /// The person.
    pub caller: Caller,
    /// The body.
    pub request: T,
    /// The client that sent it.
    pub client: Client,
    /// Held until the answer.
    pub _permit: Option<LargeBodyPermit>,
}

/// A request about one of the caller's locations: the named one, or else the only one, which the body then names too.
pub struct InLocation<T> {
    /// The person.
    pub caller: Caller,
    /// The location.
    pub pos_id: PosId,
    /// The body.
    pub request: T,
    /// Held until the answer.
    pub _permit: Option<LargeBodyPermit>,
}

/// A request about the named location, which is one of the caller's, or about any of theirs that the service finds.
pub struct InAnyLocation<T> {
    /// The person.
    pub caller: Caller,
    /// The body.
    pub request: T,
}

/// A request of a script about the location of its ingest key, which the body then names too.
pub struct ByKey<T> {
    /// The key's signed token.
    pub token: Secret,
    /// The body.
    pub request: T,
    /// Held until the answer.
    pub _permit: Option<LargeBodyPermit>,
}

/// A request without a session.
pub struct Open<T> {
    /// The client that sent it.
    pub client: Client,
    /// The body.
    pub request: T,
}

/// Makes a body of the gateway's own the request of a call; the second form has the location in its field `pos_id`.
macro_rules! requests {
    ($($name:ident as $call:ident: $of:ty $(, in $pos_id:ident)?;)+) => {$(
        impl saffron_proto::http::Request for $name {
            const SERVICE: saffron_proto::Service = <$of as saffron_proto::$call>::SERVICE;
            const IS_READ: bool = <$of as saffron_proto::$call>::IS_READ;
            $(
                fn pos_id(&mut self) -> Option<&mut String> {
                    Some(&mut self.$pos_id)
                }
            )?
        }
    )+};
}
pub(crate) use requests;

#[derive(Deserialize)]
/// The session that a body names.
struct Named {
    #[serde(rename = "sessionID")]
    session_id: SessionId,
}

/// The client and the body of a request, with the permit of a large body.
async fn receive<T: Request>(
    request: HttpRequest,
    gateway: &Arc<Gateway>,
) -> Result<(Client, bytes::Bytes, Option<LargeBodyPermit>), Response> {
    let (mut parts, body) = request.into_parts();
    let client = Client::from_request_parts(&mut parts, gateway).await;
    let client = client.map_err(Failure::into_response)?;
    let max = if T::IS_LARGE { MAX_LARGE_BODY } else { MAX_BODY };
    let (bytes, permit) = body::json(HttpRequest::from_parts(parts, body), max, false).await?;
    Ok((client, bytes, permit))
}

struct Json<'a>(&'a [u8]);

impl Body for Json<'_> {
    type Error = Error;
    fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        body::parse(self.0)
    }
}

fn parse<T: Request>(bytes: &[u8]) -> Result<T, Error> {
    let mut request: T = body::parse(bytes)?;
    request.read_flat(&Json(bytes))?;
    Ok(request)
}

fn refused(error: Error) -> Response {
    Failure::from(error).into_response()
}

/// The location that a request names.
fn location(request: &mut impl Request) -> Result<Option<PosId>, Error> {
    request.pos_id().filter(|text| !text.is_empty()).map(|text| parse_location(text)).transpose()
}

/// Reads the name of a location.
pub fn parse_location(text: &str) -> Result<PosId, Error> {
    text.parse().map_err(|error| Error::invalid("posID", format!("{error}")))
}

impl<T: Request> FromRequest<Arc<Gateway>> for SignedIn<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<SignedIn<T>, Response> {
        let (client, bytes, _permit) = receive::<T>(request, gateway).await?;
        let named: Named = body::parse(&bytes).map_err(refused)?;
        let request = parse(&bytes).map_err(refused)?;
        let caller = gateway.authenticate(&client, Some(&named.session_id)).await.map_err(refused)?;
        Ok(SignedIn { caller, request, client, _permit })
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for InLocation<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<InLocation<T>, Response> {
        let SignedIn { caller, mut request, _permit, .. } =
            SignedIn::<T>::from_request(request, gateway).await?;
        let named = location(&mut request).map_err(refused)?;
        let (caller, pos_id) = gateway.locate(caller, named, T::SERVICE).await.map_err(refused)?;
        if !T::IS_READ && pos_id.is_sample() {
            return Err(refused(Error::read_only_sample()));
        }
        if let Some(text) = request.pos_id() {
            *text = pos_id.to_string();
        }
        Ok(InLocation { caller, pos_id, request, _permit })
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for ByKey<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<ByKey<T>, Response> {
        let (client, bytes, _permit) = receive::<T>(request, gateway).await?;
        let secret =
            bearer(client.bearer.as_ref(), "ingest key").map_err(|fault| refused(fault.into_answer()))?;
        let key = gateway.authenticate_till(&client, secret).await.map_err(refused)?;
        let mut request: T = parse(&bytes).map_err(refused)?;
        let named = location(&mut request).map_err(refused)?;
        if named.is_some_and(|named| named != key.pos_id) {
            return Err(refused(Error::not_your_location()));
        }
        if !T::IS_READ && key.pos_id.is_sample() {
            return Err(refused(Error::read_only_sample()));
        }
        if let Some(text) = request.pos_id() {
            *text = key.pos_id.to_string();
        }
        let now = gateway.clock.now();
        let token = gateway.keys.token(secret, key, now).await.map_err(refused)?;
        Ok(ByKey { token, request, _permit })
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for InAnyLocation<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<Self, Response> {
        let SignedIn { mut caller, mut request, .. } = SignedIn::<T>::from_request(request, gateway).await?;
        if let Some(pos_id) = location(&mut request).map_err(refused)? {
            caller = gateway.check_location(caller, &pos_id).await.map_err(refused)?;
        }
        // Who looks around in a sample has no other location.
        if !T::IS_READ && caller.session.locations.keys().any(PosId::is_sample) {
            return Err(refused(Error::read_only_sample()));
        }
        Ok(InAnyLocation { caller, request })
    }
}

impl<T: Request> FromRequest<Arc<Gateway>> for Open<T> {
    type Rejection = Response;
    async fn from_request(request: HttpRequest, gateway: &Arc<Gateway>) -> Result<Open<T>, Response> {
        let (client, bytes, _) = receive::<T>(request, gateway).await?;
        let request = parse(&bytes).map_err(refused)?;
        gateway.limits.address(client.address).map_err(refused)?;
        client.refuse_foreign_origin(&gateway.config.origin).map_err(refused)?;
        Ok(Open { client, request })
    }
}
