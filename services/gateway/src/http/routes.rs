//! Every route there is, and what surrounds them.

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use super::envelope::{ErrorBody, ErrorEnvelope};
use super::{guard, headers, web};
use crate::Gateway;
use crate::api::{account, app_config, checks, health, locations, reports};
use crate::ingest::{events, provision};
use crate::live::stream;

/// Saffron's HTTP API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Saffron",
        version = "1",
        description = "Companion app for restaurants: sign-in, locations, reports, live stream, and the doors for tills and POS vendors.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(ErrorEnvelope, ErrorBody)),
    tags(
        (name = "account", description = "Signing up, in and out."),
        (name = "locations", description = "A person's locations."),
        (name = "reports", description = "What the tills said, added up."),
        (name = "live", description = "What changes, as it changes."),
        (name = "config", description = "What the app is told before anyone signs in."),
        (name = "tills", description = "The door for facts."),
        (name = "vendors", description = "The door for POS vendors."),
        (name = "health", description = "For probes and people."),
    )
)]
struct Document;

/// Every documented call.
pub fn api() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(account::login))
        .routes(routes!(account::signup))
        .routes(routes!(account::logout))
        .routes(routes!(locations::get_restaurant_list))
        .routes(routes!(locations::link_restaurant))
        .routes(routes!(locations::unlink_restaurant))
        .routes(routes!(locations::create_link_code))
        .routes(routes!(reports::get_daily_sales_labor))
        .routes(routes!(reports::get_hourly_report))
        .routes(routes!(reports::get_itemsales_report))
        .routes(routes!(reports::get_lastsevendays_report))
        .routes(routes!(checks::get_inside_sales))
        .routes(routes!(checks::get_check_item))
        .routes(routes!(app_config::get_app_config))
        .routes(routes!(events::ingest_events))
        .routes(routes!(provision::provision_location))
        .routes(routes!(stream::push_stream))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// The whole of it, ready to serve.
pub fn router(gateway: Arc<Gateway>) -> Router {
    let room = Arc::new(Semaphore::new(gateway.config.concurrency));
    let is_https = gateway.config.origin.is_https();
    let rest = gateway.config.web_dir.as_deref().map_or_else(web::nothing, web::files);
    let (calls, document) = api().split_for_parts();
    calls
        .with_state(gateway)
        .merge(SwaggerUi::new("/docs").url("/openapi.json", document))
        .method_not_allowed_fallback(web::wrong_method)
        .fallback_service(rest)
        .layer(from_fn_with_state(room, guard::bound))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(is_https, headers::add))
        .layer(from_fn(guard::log))
}
