//! The calls of the main API. Most are one call of a service: the contract's messages are read, written and described in the
//! OpenAPI document.

pub mod file;
pub mod list;
pub mod mail;
pub mod query;
pub mod request;

use std::sync::Arc;

use axum::extract::State;
use axum::handler::Handler;
use axum::routing::post;
use http::HeaderMap;
use saffron_proto::http::{Answer, Null, Request, add_schema};
use saffron_proto::{Call, Piece, StreamedCall};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, OperationBuilder};
use utoipa::openapi::{Paths, Ref, RefOr, ResponseBuilder, Schema};
use utoipa_axum::router::UtoipaMethodRouter;

use self::file::{ListFile, Origin};
use self::request::{ByKey, InLocation, Open, SignedIn};
use crate::Gateway;
use crate::http::csv;
use crate::http::document::{self, CONNECT_API, MAIN_API};
use crate::http::envelope::{Envelope, Failure};
use crate::session::{Client, Session};

/// A call with its description.
pub type Route = UtoipaMethodRouter<Arc<Gateway>>;

/// What is said of a list that is a file too.
const FILE: &str = " With `Accept: text/csv` a file of its rows, with their total at the end.";

type Schemas = Vec<(String, RefOr<Schema>)>;
type Answered<C> = Result<Envelope<<<C as Call>::Answer as Answer>::Body>, Failure>;

/// A call about one of the caller's locations.
pub fn in_location<C: Call<Answer: Answer + Send> + Request>(call: &'static str, about: &str) -> Route {
    let handler = async |State(gateway): State<Arc<Gateway>>, request: InLocation<C>| -> Answered<C> {
        let InLocation { caller, request, _permit, .. } = request;
        Ok(gateway.services.call(&caller.session.token, request).await?.body().into())
    };
    route::<C, <C::Answer as Answer>::Body, _, _>(call, about, handler)
}

/// A call of a signed-in person about themselves.
pub fn signed_in<C: Call<Answer: Answer + Send> + Request>(call: &'static str, about: &str) -> Route {
    let handler = async |State(gateway): State<Arc<Gateway>>, request: SignedIn<C>| -> Answered<C> {
        let SignedIn { caller, request, _permit, .. } = request;
        Ok(gateway.services.call(&caller.session.token, request).await?.body().into())
    };
    route::<C, <C::Answer as Answer>::Body, _, _>(call, about, handler)
}

/// A call about the caller's account that ends sessions: `fill` adds the session that stays.
pub fn ends_sessions<C>(
    call: &'static str,
    about: &str,
    fill: fn(&mut C, &Session),
    ended: fn(C::Answer) -> Vec<String>,
) -> Route
where
    C: Call<Answer: Send> + Request,
{
    let handler = async move |State(gateway): State<Arc<Gateway>>, received: SignedIn<C>| {
        let SignedIn { caller, mut request, .. } = received;
        fill(&mut request, &caller.session);
        let answer = gateway.services.call(&caller.session.token, request).await?;
        ended(answer).iter().for_each(|handle| gateway.end_session(handle));
        Ok::<Envelope<Null>, Failure>(Null.into())
    };
    route::<C, Null, _, _>(call, about, handler)
}

/// A call without a session: `fill` adds the address of the client.
pub fn open<C>(call: &'static str, about: &str, fill: fn(&mut C, &Client)) -> Route
where
    C: Call<Answer: Answer + Send> + Request,
{
    let handler = async move |State(gateway): State<Arc<Gateway>>, open: Open<C>| -> Answered<C> {
        let Open { mut request, client } = open;
        fill(&mut request, &client);
        Ok(gateway.services.call_as_gateway(request).await?.body().into())
    };
    route::<C, <C::Answer as Answer>::Body, _, _>(call, about, handler)
}

/// A list of one of the caller's locations, under `rows`; with `Accept: text/csv` it answers as a file, if it has one.
pub fn list<C>(call: &'static str, rows: &'static str, file: Option<&'static ListFile>, about: &str) -> Route
where
    C: StreamedCall + Request,
    C::Answer: Piece + Send,
    <C::Answer as Piece>::Row: Serialize + ToSchema + Send,
{
    let handler =
        async move |State(gateway): State<Arc<Gateway>>, headers: HeaderMap, located: InLocation<C>| {
            let InLocation { caller, pos_id, request, .. } = located;
            let limit = request.limit();
            let found = gateway.services.list(&caller.session.token, request).await?;
            match file.filter(|_| csv::is_wanted(&headers)) {
                None => list::answer(rows, limit, found, None).await,
                Some(file) => {
                    let origin = Origin::of(&gateway, &caller.session, Some(&pos_id)).await?;
                    file::answer(file, origin, found).await
                }
            }
        };
    let mut schemas = Vec::new();
    let row = document::body::<<C::Answer as Piece>::Row>(&mut schemas);
    let schema = document::list_name(call, rows);
    schemas.push((schema.clone(), document::list(rows, row)));
    let as_file = if file.is_some() { FILE } else { "" };
    let about = format!("{about}\n\nWith `limit` a page, else the whole list.{as_file}");
    let answer = if file.is_some() { document::answer_or_file(call) } else { usual_answer(call) };
    let body = Ref::from_schema_name(schema).into();
    describe::<C, _, _>(call, (&about, answer), body, schemas, handler)
}

/// The same call as [`in_location`] for scripts, which have an ingest key in the place of a session.
pub fn by_key<C: Call<Answer: Answer + Send> + Request>(call: &'static str, about: &str) -> Route {
    let handler = async |State(gateway): State<Arc<Gateway>>, request: ByKey<C>| -> Answered<C> {
        let ByKey { token, request, _permit } = request;
        Ok(gateway.services.call(token.expose(), request).await?.body().into())
    };
    let mut schemas = Vec::new();
    let body = document::body::<<C::Answer as Answer>::Body>(&mut schemas);
    describe_by_key::<C, _, _>(call, about, body, schemas, handler)
}

/// The same call as [`list`] for scripts.
pub fn list_by_key<C>(call: &'static str, rows: &'static str, about: &str) -> Route
where
    C: StreamedCall + Request,
    C::Answer: Piece + Send,
    <C::Answer as Piece>::Row: Serialize + ToSchema + Send,
{
    let handler = async move |State(gateway): State<Arc<Gateway>>, request: ByKey<C>| {
        let ByKey { token, request, _permit } = request;
        let limit = request.limit();
        let found = gateway.services.list(token.expose(), request).await?;
        list::answer(rows, limit, found, None).await
    };
    let mut schemas = Vec::new();
    let row = document::body::<<C::Answer as Piece>::Row>(&mut schemas);
    let schema = document::list_name(call, rows);
    schemas.push((schema.clone(), document::list(rows, row)));
    describe_by_key::<C, _, _>(call, about, Ref::from_schema_name(schema).into(), schemas, handler)
}

fn describe_by_key<C, H, T>(
    call: &'static str,
    about: &str,
    body: RefOr<Schema>,
    mut schemas: Schemas,
    handler: H,
) -> Route
where
    C: Request,
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    let schema = document::by_key::<C>(&mut schemas);
    schemas.push((document::envelope_name(call), document::envelope(body)));
    let operation = document::operation(&format!("connect-{call}"), about, usual_answer(call));
    let mut paths = Paths::new();
    let operation = operation.request_body(document::request(&schema));
    paths.add_path_operation(format!("{CONNECT_API}/{call}"), vec![HttpMethod::Post], operation);
    (schemas, paths, post(handler))
}

/// A call with a handler of its own.
pub fn route<C, B, H, T>(call: &'static str, about: &str, handler: H) -> Route
where
    C: Request,
    B: ToSchema,
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    let mut schemas = Vec::new();
    let body = document::body::<B>(&mut schemas);
    describe::<C, _, _>(call, (about, usual_answer(call)), body, schemas, handler)
}

/// A list with a handler of its own, which is a file on request.
pub fn route_or_file<C, B, H, T>(call: &'static str, about: &str, handler: H) -> Route
where
    C: Request,
    B: ToSchema,
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    let mut schemas = Vec::new();
    let body = document::body::<B>(&mut schemas);
    let about = format!("{about}{FILE}");
    describe::<C, _, _>(call, (&about, document::answer_or_file(call)), body, schemas, handler)
}

/// A call with a handler of its own, the session in its path, and no request.
pub fn route_of_session<B, H, T>(call: &'static str, about: &str, handler: H) -> Route
where
    B: ToSchema,
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    let mut schemas = Vec::new();
    let body = document::body::<B>(&mut schemas);
    let operation = operation(call, (about, usual_answer(call)), body, &mut schemas);
    let operation = operation.parameter(document::session_in_path());
    at(&format!("{call}/{{sessionID}}"), schemas, operation, handler)
}

fn usual_answer(call: &str) -> ResponseBuilder {
    document::answer(call, "The answer.")
}

fn describe<C, H, T>(
    call: &'static str,
    (about, answer): (&str, ResponseBuilder),
    body: RefOr<Schema>,
    mut schemas: Schemas,
    handler: H,
) -> Route
where
    C: Request,
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    add_schema::<C>(&mut schemas);
    let operation = operation(call, (about, answer), body, &mut schemas);
    at(call, schemas, operation.request_body(document::request(&C::name())), handler)
}

fn operation(
    call: &str,
    (about, answer): (&str, ResponseBuilder),
    body: RefOr<Schema>,
    schemas: &mut Schemas,
) -> OperationBuilder {
    schemas.push((document::envelope_name(call), document::envelope(body)));
    document::operation(call, about, answer)
}

/// A route of a handler, described by an operation.
fn at<H, T>(path: &str, schemas: Schemas, operation: OperationBuilder, handler: H) -> Route
where
    H: Handler<T, Arc<Gateway>>,
    T: 'static,
{
    let mut paths = Paths::new();
    paths.add_path_operation(format!("{MAIN_API}/{path}"), vec![HttpMethod::Post], operation);
    (schemas, paths, post(handler))
}
