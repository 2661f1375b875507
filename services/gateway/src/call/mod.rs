//! How calls of the main API are made: most are one call of a service: the contract's messages are what is read and written, and what
//! the OpenAPI document says of them.

pub mod list;
pub mod request;

use std::sync::Arc;

use axum::extract::{FromRequest, State};
use axum::handler::Handler;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use http::StatusCode;
use saffron_proto::http::{Answer, Null, Request, add_schema};
use saffron_proto::{Call, Piece, Service, StreamedCall};
use serde::Serialize;
use utoipa::openapi::path::HttpMethod;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Paths, Ref, RefOr, Schema};
use utoipa::{PartialSchema as _, ToSchema};
use utoipa_axum::router::UtoipaMethodRouter;

use self::request::{InLocation, Open, Proved, Signed};
use crate::Gateway;
use crate::http::document::{self, MAIN_API};
use crate::http::envelope::{Failure, json};
use crate::session::{Session, Visitor};

/// A call with its description.
pub type Route = UtoipaMethodRouter<Arc<Gateway>>;

/// An answer in its envelope.
#[derive(Serialize)]
pub struct Envelope<T> {
    status: u16,
    body: T,
    message: &'static str,
}

impl<T> From<T> for Envelope<T> {
    fn from(body: T) -> Envelope<T> {
        Envelope { status: StatusCode::OK.as_u16(), body, message: "" }
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        json(StatusCode::OK, &self)
    }
}

type Answered<C> = Result<Envelope<<<C as Call>::Answer as Answer>::Body>, Failure>;

/// About one of the caller's locations.
pub fn in_location<C: Call<Answer: Answer + Send> + Request>(call: &'static str, about: &str) -> Route {
    proved::<C, InLocation<C>>(call, about)
}

/// About the caller.
pub fn signed<C: Call<Answer: Answer + Send> + Request>(call: &'static str, about: &str) -> Route {
    proved::<C, Signed<C>>(call, about)
}

fn proved<C, P>(call: &'static str, about: &str) -> Route
where
    C: Call<Answer: Answer + Send> + Request,
    P: Proved<C> + FromRequest<Arc<Gateway>, Rejection = Response> + Send + 'static,
{
    let handler = async |State(gateway): State<Arc<Gateway>>, proved: P| -> Answered<C> {
        let (caller, request, _place) = proved.into_parts();
        Ok(gateway.services.call(&caller.session.token, request).await?.body().into())
    };
    route::<C, <C::Answer as Answer>::Body, _, _>(call, about, handler)
}

/// Of the caller's own account, where it ends sessions: `fill` adds which one stays.
pub fn ends_sessions<C>(
    call: &'static str,
    about: &str,
    fill: fn(&mut C, &Session),
    ended: fn(C::Answer) -> Vec<String>,
) -> Route
where
    C: Call<Answer: Send> + Request,
{
    let handler = async move |State(gateway): State<Arc<Gateway>>, signed: Signed<C>| {
        let Signed { caller, mut request, .. } = signed;
        fill(&mut request, &caller.session);
        let answer = gateway.services.call(&caller.session.token, request).await?;
        for handle in ended(answer) {
            gateway.end_session(&handle);
        }
        Ok::<Envelope<Null>, Failure>(Null.into())
    };
    route::<C, Null, _, _>(call, about, handler)
}

/// Of people who are not signed in: `fill` adds where the call came from.
pub fn open<C>(call: &'static str, about: &str, fill: fn(&mut C, &Visitor)) -> Route
where
    C: Call<Answer: Answer + Send> + Request,
{
    let handler = async move |State(gateway): State<Arc<Gateway>>, open: Open<C>| -> Answered<C> {
        let Open { mut request, visitor } = open;
        fill(&mut request, &visitor);
        Ok(gateway.services.call_as_gateway(request).await?.body().into())
    };
    route::<C, <C::Answer as Answer>::Body, _, _>(call, about, handler)
}

/// A list of one of the caller's locations, under `rows`; `schema` names its body.
pub fn list<C>(call: &'static str, rows: &'static str, schema: &'static str, about: &str) -> Route
where
    C: StreamedCall + Request,
    C::Answer: Piece + Send,
    <C::Answer as Piece>::Row: Serialize + ToSchema + Send,
{
    let handler = async move |State(gateway): State<Arc<Gateway>>, located: InLocation<C>| {
        let limit = located.request.limit();
        let found = gateway.services.list(&located.caller.session.token, located.request).await?;
        list::answer(rows, limit, found).await
    };
    let mut schemas = Vec::new();
    add_schema::<<C::Answer as Piece>::Row>(&mut schemas);
    let row = <<C::Answer as Piece>::Row as ToSchema>::name();
    schemas.push((schema.to_owned(), list_schema(rows, &row)));
    let about = format!("{about}\n\nWith `limit` a page, else the whole list.");
    describe::<C, _, _>(call, &about, Ref::from_schema_name(schema).into(), schemas, handler)
}

fn list_schema(rows: &str, row: &str) -> RefOr<Schema> {
    let cursor = ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::String, Type::Null]))
        .description(Some("Null on the last page."));
    ObjectBuilder::new()
        .property(rows, ArrayBuilder::new().items(Ref::from_schema_name(row)))
        .required(rows)
        .property("nextCursor", cursor)
        .required("nextCursor")
        .into()
}

/// A call whose handler is its own.
pub fn route<C, B, H, T>(call: &'static str, about: &str, handler: H) -> Route
where
    C: Request,
    B: ToSchema,
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    let mut schemas = Vec::new();
    let body = if B::name() == Null::name() {
        Null::schema()
    } else {
        add_schema::<B>(&mut schemas);
        Ref::from_schema_name(B::name()).into()
    };
    describe::<C, _, _>(call, about, body, schemas, handler)
}

fn describe<C, H, T>(
    call: &'static str,
    about: &str,
    body: RefOr<Schema>,
    mut schemas: Vec<(String, RefOr<Schema>)>,
    handler: H,
) -> Route
where
    C: Request,
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    add_schema::<C>(&mut schemas);
    schemas.push((document::envelope_name(call), document::envelope(body).into()));
    let answer = document::answer(call, "The answer.");
    let operation = document::operation(tag(C::SERVICE), call, about, &C::name(), answer);
    let path = format!("{MAIN_API}/{call}");
    let mut paths = Paths::new();
    paths.add_path_operation(path, vec![HttpMethod::Post], operation);
    (schemas, paths, post(handler))
}

fn tag(service: Service) -> &'static str {
    match service {
        Service::Auth => "account",
        Service::Inventory => "menu",
        other => other.name(),
    }
}
