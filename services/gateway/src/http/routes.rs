//! Every route, and the middleware around them.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa::openapi::tag::TagBuilder;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use super::document::{MAIN_API, require_nullable_members};
use super::envelope::{ErrorBody, ErrorEnvelope};
use super::notification::NotificationErrorEnvelope;
use super::refusal_log::RefusalLog;
use super::{guard, headers, notification, security, web};
use crate::call::mail;
use crate::ingest::{changes, connect, events, pos_webhook, provision, texts, webhook};
use crate::live::stream;
use crate::pages::unsubscribe;
use crate::{Gateway, api, reports};

/// Saffron's HTTP API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Saffron",
        version = "1",
        description = "Companion app for restaurants: sign-in, locations, reports, live stream, and the calls of tills and POS vendors.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(ErrorEnvelope, ErrorBody, NotificationErrorEnvelope)),
    tags(
        (name = "live", description = "Live changes."),
        (name = "config", description = "Configuration before sign-in."),
        (name = "tills", description = "Tills send facts here."),
        (name = "vendors", description = "POS vendors register locations here."),
        (name = "health", description = "Health checks."),
    )
)]
struct Document;

/// Every documented call.
pub fn documented() -> OpenApiRouter<Arc<Gateway>> {
    let mut document = Document::openapi();
    reports::describe(&mut document, MAIN_API);
    let groups =
        api::GROUPS.map(|(tag, about, _)| TagBuilder::new().name(tag).description(Some(about)).build());
    document.tags.get_or_insert_default().splice(0..0, groups);
    let mut calls = OpenApiRouter::with_openapi(document)
        .merge(api::calls())
        .routes(routes!(events::ingest_events))
        .routes(routes!(changes::ingest_changes))
        .merge(connect::calls())
        .routes(routes!(provision::provision_location))
        .routes(routes!(webhook::take_webhook))
        .routes(routes!(pos_webhook::take_square_webhook))
        .routes(routes!(texts::take_text))
        .routes(routes!(texts::take_text_status))
        .routes(routes!(unsubscribe::get_subscription, unsubscribe::unsubscribe))
        .routes(routes!(unsubscribe::subscribe_again))
        .routes(routes!(stream::push_stream));
    require_nullable_members(calls.get_openapi_mut());
    security::describe(calls.get_openapi_mut(), MAIN_API);
    calls
}

/// All routes with their middleware.
pub fn router(gateway: Arc<Gateway>) -> Router {
    let capacity = guard::Capacity::of(&gateway.config);
    let is_https = gateway.config.origin.is_https();
    let refusals = Arc::new(RefusalLog::new(Instant::now()));
    let files = gateway.config.web_dir.as_deref().map_or_else(web::no_files, web::files);
    let (calls, document) = documented().split_for_parts();
    calls
        .merge(reports::routes(MAIN_API))
        .layer(from_fn_with_state(gateway.clone(), mail::mail_files))
        .with_state(gateway)
        .merge(SwaggerUi::new("/docs").url("/openapi.json", document))
        .method_not_allowed_fallback(web::wrong_method)
        .fallback_service(files)
        .layer(from_fn_with_state(capacity, guard::limit))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn(notification::own_envelope))
        .layer(from_fn_with_state(is_https, headers::add))
        .layer(from_fn_with_state(refusals, guard::log))
}
