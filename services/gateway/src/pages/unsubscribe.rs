//! The page behind the link of an email. The token of the link is the only credential. Opening the page changes nothing,
//! because mail programs open links, too.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use minijinja::context;
use saffron_core::{Code, Error};
use saffron_kit::{Fault, Secret};
use saffron_proto::marketing::{GetSubscriptionRequest, SetSubscriptionRequest};

use crate::Gateway;
use crate::http::body::Ignored;
use crate::pages::page;
use crate::session::Client;

/// The longest token.
const MAX_TOKEN: usize = 200;

/// A page with the button that unsubscribes.
#[utoipa::path(
    get, path = "/u/{token}", operation_id = "getSubscription", tag = "marketing",
    params(("token" = String, Path, description = "From the link in the email.")),
    responses(
        (status = 200, description = "A page.", body = String, content_type = "text/html"),
        (status = "default", description = "A page that explains the error.", body = String, content_type = "text/html")
    )
)]
pub async fn get_subscription(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Path(token): Path<String>,
) -> Response {
    let found = async {
        gateway.check_token(&client, &token)?;
        gateway.services.call_as_gateway(GetSubscriptionRequest { token: token.clone() }).await
    };
    match found.await {
        Ok(now) if now.subscribed => {
            let title = format!("Unsubscribe from {}?", now.business_name);
            subscription_page("subscribed", &title, &token, now.business_name, now.address)
        }
        Ok(now) => subscription_page("unsubscribed", UNSUBSCRIBED, &token, now.business_name, now.address),
        Err(fault) => gateway.failure_page(&client, fault),
    }
}

/// Unsubscribe: by the page's button, or in one click by a mail program (RFC 8058).
#[utoipa::path(
    post, path = "/u/{token}", operation_id = "unsubscribe", tag = "marketing",
    params(("token" = String, Path, description = "From the link in the email.")),
    responses(
        (status = 200, description = "A page that confirms it.", body = String, content_type = "text/html"),
        (status = "default", description = "A page that explains the error.", body = String, content_type = "text/html")
    )
)]
pub async fn unsubscribe(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Path(token): Path<String>,
    _: Ignored,
) -> Response {
    gateway.set_subscription(&client, &token, false).await
}

/// Subscribe again.
#[utoipa::path(
    post, path = "/u/{token}/again", operation_id = "subscribeAgain", tag = "marketing",
    params(("token" = String, Path, description = "From the link in the email.")),
    responses(
        (status = 200, description = "A page that confirms it.", body = String, content_type = "text/html"),
        (status = "default", description = "A page that explains the error.", body = String, content_type = "text/html")
    )
)]
pub async fn subscribe_again(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Path(token): Path<String>,
    _: Ignored,
) -> Response {
    gateway.set_subscription(&client, &token, true).await
}

const UNSUBSCRIBED: &str = "You are unsubscribed";

/// The page about a subscription; if the address is empty, it addresses the reader as "you".
fn subscription_page(
    page_name: &str,
    title: &str,
    token: &str,
    business: String,
    address: String,
) -> Response {
    page(StatusCode::OK, context! { page => page_name, title, token, business, address })
}

impl Gateway {
    /// Slows clients that guess tokens, and repeated calls with one token. Addresses are not counted: many people's clicks
    /// come from their mail provider's.
    fn check_token(&self, client: &Client, token: &str) -> Result<(), Fault> {
        if token.len() > MAX_TOKEN {
            return Err(Error::new(Code::NotFound, "There is no such link.").into());
        }
        self.limits.refuse_guessing(client.address)?;
        Ok(self.limits.session(&Secret::new(format!("u/{token}")))?)
    }

    async fn set_subscription(&self, client: &Client, token: &str, subscribed: bool) -> Response {
        let changed = async {
            self.check_token(client, token)?;
            let call = SetSubscriptionRequest { token: token.to_owned(), subscribed };
            self.services.call_as_gateway(call).await
        };
        let (page_name, title) =
            if subscribed { ("resubscribed", "Welcome back") } else { ("unsubscribed", UNSUBSCRIBED) };
        match changed.await {
            Ok(now) => subscription_page(page_name, title, token, now.business_name, now.address),
            Err(fault) => self.failure_page(client, fault),
        }
    }

    /// The page for a failure.
    fn failure_page(&self, client: &Client, fault: Fault) -> Response {
        let (status, title, text) = match fault.into_answer().code {
            Code::TooMany => (
                StatusCode::TOO_MANY_REQUESTS,
                "Please wait a moment",
                "Too many requests. Please wait a moment and open the link again.",
            ),
            Code::Unavailable | Code::Internal | Code::Conflict => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Please try again",
                "This is not available right now. Please open the link again in a few minutes.",
            ),
            _ => {
                self.limits.count_guess(client.address);
                let text = "Please open the link in the email itself, or copy all of it.";
                (StatusCode::NOT_FOUND, "Link not found", text)
            }
        };
        page(status, context! { title, text })
    }
}
