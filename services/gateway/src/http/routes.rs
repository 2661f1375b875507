//! Every route there is, and what surrounds them.

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use super::envelope::{ErrorBody, ErrorEnvelope};
use super::notification::NotificationErrorEnvelope;
use super::{guard, headers, notification, proofs, web};
use crate::Gateway;
use crate::api::{
    account, app_config, checks, customers, health, images, locations, marketing, menu, notifications,
    payments,
};
use crate::ingest::{changes, events, provision};
use crate::live::stream;
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

/// Where the calls of the main API lie.
const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";

/// Every documented call.
pub fn api() -> OpenApiRouter<Arc<Gateway>> {
    let mut document = Document::openapi();
    reports::describe(&mut document, MAIN_API);
    let mut calls = OpenApiRouter::with_openapi(document)
        .routes(routes!(account::login))
        .routes(routes!(account::signup))
        .routes(routes!(account::logout))
        .routes(routes!(account::links::confirm_address))
        .routes(routes!(account::links::confirm_sign_up))
        .routes(routes!(account::links::forgot_password))
        .routes(routes!(account::links::reset_password))
        .routes(routes!(account::profile::get_profile))
        .routes(routes!(account::profile::update_profile))
        .routes(routes!(account::profile::upload_profile_image))
        .routes(routes!(account::profile::remove_profile_image))
        .routes(routes!(account::profile::get_profile_image))
        .routes(routes!(account::profile::change_password))
        .routes(routes!(account::sessions::get_sessions))
        .routes(routes!(account::sessions::end_session))
        .routes(routes!(account::sessions::end_other_sessions))
        .routes(routes!(locations::get_restaurant_list))
        .routes(routes!(locations::link_restaurant))
        .routes(routes!(locations::unlink_restaurant))
        .routes(routes!(locations::create_link_code))
        .routes(routes!(checks::get_inside_sales))
        .routes(routes!(checks::get_check_item))
        .routes(routes!(menu::get_items_list))
        .routes(routes!(menu::get_item))
        .routes(routes!(menu::edits::update_positem))
        .routes(routes!(menu::edits::upload_item_image))
        .routes(routes!(menu::edits::mark_item_sold_out))
        .routes(routes!(menu::edits::get_item_edits))
        .routes(routes!(images::get_image))
        .routes(routes!(menu::promotions::get_promotions))
        .routes(routes!(customers::get_customers_list))
        .routes(routes!(customers::get_customer))
        .routes(routes!(customers::get_customer_points))
        .routes(routes!(customers::export_customer))
        .routes(routes!(customers::get_customer_twins))
        .routes(routes!(customers::erase_customer))
        .routes(routes!(customers::rewards::send_reward_item))
        .routes(routes!(customers::rewards::send_reward_point))
        .routes(routes!(customers::rewards::get_reward_percent))
        .routes(routes!(customers::rewards::update_reward_percent))
        .routes(routes!(payments::list_payment_intents))
        .routes(routes!(payments::get_payment_intent))
        .routes(routes!(payments::capture_payment_intent))
        .routes(routes!(payments::cancel_payment_intent))
        .routes(routes!(payments::payouts::list_payouts))
        .routes(routes!(payments::payouts::list_payout_transactions))
        .routes(routes!(payments::trace::list_mismatches))
        .routes(routes!(payments::trace::trace_check))
        .routes(routes!(payments::take_webhook))
        .routes(routes!(payments::online::get_onlineorder_currentweek_payout))
        .routes(routes!(payments::online::get_onlineorder_payout_history))
        .routes(routes!(marketing::get_marketing_recipients))
        .routes(routes!(marketing::get_campaign_preview))
        .routes(routes!(marketing::get_campaigns))
        .routes(routes!(marketing::get_campaign))
        .routes(routes!(marketing::get_campaign_outcomes))
        .routes(routes!(marketing::change::update_campaign))
        .routes(routes!(marketing::consents::get_customer_consents))
        .routes(routes!(marketing::consents::update_customer_consent))
        .routes(routes!(marketing::guest_texts::get_guest_texts))
        .routes(routes!(marketing::send::send_basic_email))
        .routes(routes!(marketing::send::send_promotion_email))
        .routes(routes!(marketing::send::send_promo_code_email))
        .routes(routes!(marketing::send::send_basic_text))
        .routes(routes!(marketing::send::send_promotion_text))
        .routes(routes!(marketing::send::send_promo_code_text))
        .routes(routes!(notifications::get_communications))
        .routes(routes!(notifications::update_communication_viewed))
        .routes(routes!(notifications::update_all_communications_viewed))
        .routes(routes!(notifications::rules::get_notification_rules))
        .routes(routes!(notifications::rules::update_notification_rules))
        .routes(routes!(notifications::devices::get_devices))
        .routes(routes!(notifications::devices::add_device))
        .routes(routes!(notifications::devices::remove_device))
        .routes(routes!(notifications::devices::test_push))
        .routes(routes!(marketing::texts::take_text))
        .routes(routes!(marketing::texts::take_text_status))
        .routes(routes!(marketing::unsubscribe::get_subscription, marketing::unsubscribe::unsubscribe))
        .routes(routes!(marketing::unsubscribe::subscribe_again))
        .routes(routes!(app_config::get_app_config))
        .routes(routes!(events::ingest_events))
        .routes(routes!(changes::ingest_changes))
        .routes(routes!(provision::provision_location))
        .routes(routes!(stream::push_stream))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz));
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
