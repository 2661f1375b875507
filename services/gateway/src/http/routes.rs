//! Every route there is, and what surrounds them.

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use super::document::MAIN_API;
use super::envelope::{ErrorBody, ErrorEnvelope};
use super::notification::NotificationErrorEnvelope;
use super::{guard, headers, notification, proofs, web};
use crate::Gateway;
use crate::ingest::{changes, events, provision, texts, webhook};
use crate::live::stream;
use crate::pages::unsubscribe;
use crate::reports;

/// Saffron's HTTP API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Saffron",
        version = "1",
        description = "Companion app for restaurants: sign-in, locations, reports, live stream, and the doors for tills and POS vendors.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(ErrorEnvelope, ErrorBody, NotificationErrorEnvelope)),
    tags(
        (name = "account", description = "Signing up, in and out, and one's own account."),
        (name = "locations", description = "A person's locations."),
        (name = "reports", description = "Reports of what was sold."),
        (name = "menu", description = "What is sold, at which price, what is left, and what is on offer."),
        (name = "customers", description = "Guests, their points and rewards."),
        (name = "payments", description = "Card payments, payouts, and online orders."),
        (name = "marketing", description = "Emails and texts to guests, and consents."),
        (name = "notifications", description = "The inbox, its rules, and the devices that get pushes."),
        (name = "live", description = "Live changes."),
        (name = "config", description = "Configuration that needs no sign-in."),
        (name = "tills", description = "Where tills post their facts."),
        (name = "vendors", description = "Where POS vendors register locations."),
        (name = "health", description = "For probes and people."),
    )
)]
struct Document;

/// Every documented call.
pub fn api() -> OpenApiRouter<Arc<Gateway>> {
    let mut document = Document::openapi();
    reports::describe(&mut document, MAIN_API);
    let mut calls = OpenApiRouter::with_openapi(document)
        .merge(crate::api::calls())
        .routes(routes!(events::ingest_events))
        .routes(routes!(changes::ingest_changes))
        .routes(routes!(provision::provision_location))
        .routes(routes!(webhook::take_webhook))
        .routes(routes!(texts::take_text))
        .routes(routes!(texts::take_text_status))
        .routes(routes!(unsubscribe::get_subscription, unsubscribe::unsubscribe))
        .routes(routes!(unsubscribe::subscribe_again))
        .routes(routes!(stream::push_stream));
    proofs::describe(calls.get_openapi_mut(), MAIN_API);
    calls
}

/// The whole of it, ready to serve.
pub fn router(gateway: Arc<Gateway>) -> Router {
    let room = guard::Room::of(&gateway.config);
    let is_https = gateway.config.origin.is_https();
    let log = guard::Log::of(&gateway.config);
    let rest = gateway.config.web_dir.as_deref().map_or_else(web::nothing, web::files);
    let (calls, document) = api().split_for_parts();
    calls
        .merge(reports::routes(MAIN_API))
        .with_state(gateway)
        .merge(SwaggerUi::new("/docs").url("/openapi.json", document))
        .method_not_allowed_fallback(web::wrong_method)
        .fallback_service(rest)
        .layer(from_fn_with_state(room, guard::bound))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn(notification::own_envelope))
        .layer(from_fn_with_state(is_https, headers::add))
        .layer(from_fn_with_state(log, guard::log))
}
