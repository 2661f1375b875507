//! The page behind the link of an email. Nobody signs in here: the token of the link is the proof. Looking at the page
//! changes nothing, because mail programs look at links too.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use saffron_core::{Code, Error};
use saffron_kit::{Fault, Secret};
use saffron_proto::marketing as proto;

use crate::Gateway;
use crate::http::json::Ignored;
use crate::pages::{escape, page};
use crate::session::Visitor;

/// Longer is no token.
const LONGEST: usize = 200;

/// How a person stands.
struct Standing {
    business: String,
    address: String,
    subscribed: bool,
}

/// A page with the button that unsubscribes.
#[utoipa::path(
    get, path = "/u/{token}", operation_id = "getSubscription", tag = "marketing",
    params(("token" = String, Path, description = "As the email carries it.")),
    responses(
        (status = 200, description = "A page.", body = String, content_type = "text/html"),
        (status = "default", description = "A page that says what went wrong.", body = String, content_type = "text/html")
    )
)]
pub async fn get_subscription(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Response {
    let asked = async {
        gateway.admit(&visitor, &token)?;
        let call = proto::GetSubscriptionRequest { token: token.clone() };
        let now = gateway.services.call_as_gateway(call).await?;
        Ok(Standing { business: now.business_name, address: now.address, subscribed: now.subscribed })
    };
    match asked.await {
        Ok(now) if now.subscribed => ask(&now, &token),
        Ok(now) => gone(&now, &token),
        Err(fault) => gateway.refused(&visitor, fault),
    }
}

/// Unsubscribe: by the page's button, or in one click by a mail program (RFC 8058).
#[utoipa::path(
    post, path = "/u/{token}", operation_id = "unsubscribe", tag = "marketing",
    params(("token" = String, Path, description = "As the email carries it.")),
    responses(
        (status = 200, description = "A page that says so.", body = String, content_type = "text/html"),
        (status = "default", description = "A page that says what went wrong.", body = String, content_type = "text/html")
    )
)]
pub async fn unsubscribe(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Path(token): Path<String>,
    _: Ignored,
) -> Response {
    match gateway.set_subscription(&visitor, &token, false).await {
        Ok(now) => gone(&now, &token),
        Err(fault) => gateway.refused(&visitor, fault),
    }
}

/// Subscribe again.
#[utoipa::path(
    post, path = "/u/{token}/again", operation_id = "subscribeAgain", tag = "marketing",
    params(("token" = String, Path, description = "As the email carries it.")),
    responses(
        (status = 200, description = "A page that says so.", body = String, content_type = "text/html"),
        (status = "default", description = "A page that says what went wrong.", body = String, content_type = "text/html")
    )
)]
pub async fn subscribe_again(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Path(token): Path<String>,
    _: Ignored,
) -> Response {
    match gateway.set_subscription(&visitor, &token, true).await {
        Ok(now) => back(&now, &token),
        Err(fault) => gateway.refused(&visitor, fault),
    }
}

impl Gateway {
    /// Who guesses tokens is slowed, and so is who calls with one again and again. An address is not counted: many
    /// people's clicks come from their mail provider's.
    fn admit(&self, visitor: &Visitor, token: &str) -> Result<(), Fault> {
        if token.len() > LONGEST {
            return Err(Error::new(Code::NotFound, "There is no such link.").into());
        }
        self.limits.stranger(visitor.address)?;
        Ok(self.limits.session(&Secret::new(format!("u/{token}")))?)
    }

    async fn set_subscription(
        &self,
        visitor: &Visitor,
        token: &str,
        subscribed: bool,
    ) -> Result<Standing, Fault> {
        self.admit(visitor, token)?;
        let call = proto::SetSubscriptionRequest { token: token.to_owned(), subscribed };
        let now = self.services.call_as_gateway(call).await?;
        Ok(Standing { business: now.business_name, address: now.address, subscribed: now.subscribed })
    }

    fn refused(&self, visitor: &Visitor, fault: Fault) -> Response {
        let error = fault.into_answer();
        match error.code {
            Code::TooMany => page(
                StatusCode::TOO_MANY_REQUESTS,
                "Please wait a moment",
                "<p>That was too often in a short time. Please wait a moment and open the link again.</p>",
            ),
            Code::Unavailable | Code::Internal | Code::Conflict => page(
                StatusCode::SERVICE_UNAVAILABLE,
                "Please try again",
                "<p>We cannot do that right now. Please open the link again in a few minutes.</p>",
            ),
            _ => {
                self.limits.count_stranger(visitor.address);
                page(
                    StatusCode::NOT_FOUND,
                    "We do not know this link",
                    "<p>Please open the link in the email itself, or copy all of it.</p>",
                )
            }
        }
    }
}

/// The address, as far as it is shown.
fn whom(now: &Standing) -> String {
    if now.address.is_empty() { "you".to_owned() } else { format!("<b>{}</b>", escape(&now.address)) }
}

fn button(action: &str, token: &str, class: &str, label: &str) -> String {
    let token = escape(token);
    format!(
        "<form method=\"post\" action=\"/u/{token}{action}\"><button class=\"{class}\">{label}</button></form>"
    )
}

fn ask(now: &Standing, token: &str) -> Response {
    let (business, whom) = (escape(&now.business), whom(now));
    let body = format!(
        "<p>{business} writes to {whom} about news and offers.</p>{}",
        button("", token, "main", "Unsubscribe")
    );
    page(StatusCode::OK, &format!("No more emails from {}?", now.business), &body)
}

fn gone(now: &Standing, token: &str) -> Response {
    let (business, whom) = (escape(&now.business), whom(now));
    let body = format!(
        "<p>{business} no longer writes to {whom} about news and offers.</p>\
         <p class=\"dim\">Was that a mistake?</p>{}",
        button("/again", token, "quiet", "Subscribe again")
    );
    page(StatusCode::OK, "You are unsubscribed", &body)
}

fn back(now: &Standing, token: &str) -> Response {
    let (business, whom) = (escape(&now.business), whom(now));
    let body = format!(
        "<p>{business} may write to {whom} again about news and offers.</p>{}",
        button("", token, "quiet", "Unsubscribe")
    );
    page(StatusCode::OK, "Welcome back", &body)
}
