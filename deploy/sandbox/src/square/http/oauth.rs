//! OAuth: the page on which a merchant allows an application, tokens by code and by refresh, their end.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use minijinja::context;
use serde::Deserialize;
use serde_json::{Value, json};

use super::request::{Head, Params, Strict};
use super::{Answer, Shared};
use crate::http::{Refusal, only_this_machine};
use crate::pages::page;
use crate::square::event::Happened;
use crate::square::fault::Fault;
use crate::square::grants::{Allowed, Made, Proof, SCOPES};
use crate::square::provider::Square;
use crate::square::show::{tidy, time};

/// The pages of the authorization. They are links and no forms: a form may not lead to another site here.
pub fn pages(square: Square) -> Router<Square> {
    Router::new()
        .route("/oauth2/authorize", get(authorize))
        .route("/oauth2/authorize/allow", get(allow))
        .route("/oauth2/authorize/deny", get(deny))
        .layer(from_fn_with_state(square.config().published, only_this_machine))
}

/// What an application asks for.
struct Asked {
    scopes: BTreeSet<String>,
    /// Where the browser goes then.
    target: String,
    /// The same, if the application named it.
    redirect: Option<String>,
    state: Option<String>,
    challenge: Option<String>,
    merchant: Option<String>,
}

fn refused(why: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, why)
}

impl Asked {
    fn read(square: &Square, mut params: Params) -> Result<Asked, Refusal> {
        let config = square.config();
        let client = params.take("client_id");
        if client.as_ref() != Some(&config.application_id) {
            return Err(refused("There is no application with this client_id.".to_owned()));
        }
        let scopes = params.take("scope").unwrap_or_else(|| "MERCHANT_PROFILE_READ PAYMENTS_READ".to_owned());
        let scopes: BTreeSet<String> =
            scopes.split([' ', '+']).filter(|scope| !scope.is_empty()).map(str::to_owned).collect();
        if let Some(strange) = scopes.iter().find(|scope| !SCOPES.contains(&scope.as_str())) {
            return Err(refused(format!("There is no scope {strange}.")));
        }
        let redirect = params.take("redirect_uri");
        let registered = config.redirect_url.clone();
        if redirect.is_some() && registered.is_some() && redirect != registered {
            return Err(refused("The redirect_uri is not the application's redirect URL.".to_owned()));
        }
        let target = registered.or_else(|| redirect.clone());
        let target = target.filter(|url| url.starts_with("https://") || url.starts_with("http://"));
        let target = target.ok_or_else(|| refused("The application has no redirect URL.".to_owned()))?;
        Ok(Asked {
            scopes,
            target,
            redirect,
            state: params.take("state"),
            challenge: params.take("code_challenge"),
            merchant: params.take("merchant"),
        })
    }

    /// The address to which the browser goes with an answer.
    fn answer(&self, parts: &[(&str, &str)]) -> Redirect {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parts);
        if let Some(state) = &self.state {
            query.append_pair("state", state);
        }
        let mark = if self.target.contains('?') { '&' } else { '?' };
        Redirect::to(&format!("{}{mark}{}", self.target, query.finish()))
    }
}

async fn authorize(State(square): Shared, params: Params, uri: axum::http::Uri) -> Response {
    let asked = match Asked::read(&square, params) {
        Ok(asked) => asked,
        Err(refusal) => return refusal.into_response(),
    };
    let merchants: Vec<(String, String)> = square.with(|state| {
        let named = state.accounts.values().map(|account| &account.merchant);
        named.map(|merchant| (merchant.id.clone(), merchant.name.clone())).collect()
    });
    let merchants: Vec<minijinja::Value> =
        merchants.into_iter().map(|(id, name)| context! { id => id, name => name }).collect();
    let query = uri.query().unwrap_or_default();
    let scopes: Vec<String> = asked.scopes.into_iter().collect();
    page("authorize.html", context! { scopes, merchants, query })
}

async fn allow(State(square): Shared, params: Params) -> Response {
    let asked = match Asked::read(&square, params) {
        Ok(asked) => asked,
        Err(refusal) => return refusal.into_response(),
    };
    let now = square.now();
    let code = square.with(|state| {
        let merchant = asked.merchant.clone().filter(|id| state.accounts.contains_key(id))?;
        let (scopes, redirect) = (asked.scopes.clone(), asked.redirect.clone());
        let allowed = Allowed { merchant, scopes, redirect, challenge: asked.challenge.clone() };
        Some(state.grants.code(allowed, now))
    });
    match code {
        Some(code) => asked.answer(&[("code", &code), ("response_type", "code")]).into_response(),
        None => refused("There is no such merchant.".to_owned()).into_response(),
    }
}

async fn deny(State(square): Shared, params: Params) -> Response {
    match Asked::read(&square, params) {
        Ok(asked) => {
            asked.answer(&[("error", "access_denied"), ("error_description", "user_denied")]).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    client_id: String,
    client_secret: Option<String>,
    code: Option<String>,
    redirect_uri: Option<String>,
    grant_type: String,
    refresh_token: Option<String>,
    code_verifier: Option<String>,
    #[serde(default)]
    short_lived: bool,
}

/// `POST /oauth2/token`.
pub async fn token(State(square): Shared, Strict(ask): Strict<Ask>) -> Answer {
    let config = square.config();
    if ask.client_id != config.application_id {
        return Err(Fault::unauthorized("UNAUTHORIZED", "There is no application with this client_id"));
    }
    let proof = match (&ask.client_secret, &ask.code_verifier) {
        (Some(secret), _) if config.application_secret.matches(secret) => Proof::Secret,
        (Some(_), _) => return Err(Fault::unauthorized("UNAUTHORIZED", "The client_secret is wrong")),
        (None, Some(verifier)) => Proof::Verifier(verifier),
        (None, None) => Proof::None,
    };
    let now = square.now();
    let missing = |name: &str| Fault::invalid("MISSING_REQUIRED_PARAMETER", name, format!("Missing {name}"));
    let made = square.with(|state| match ask.grant_type.as_str() {
        "authorization_code" => {
            let code = ask.code.as_deref().ok_or_else(|| missing("code"))?;
            state.grants.by_code(code, ask.redirect_uri.as_deref(), proof, ask.short_lived, now)
        }
        "refresh_token" => {
            let token = ask.refresh_token.as_deref().ok_or_else(|| missing("refresh_token"))?;
            state.grants.by_refresh(token, proof, ask.short_lived, now)
        }
        other => {
            Err(Fault::invalid("INVALID_VALUE", "grant_type", format!("There is no grant_type {other}")))
        }
    })?;
    Ok(Json(shown(&made, ask.short_lived)))
}

fn shown(made: &Made, is_short: bool) -> Value {
    tidy(json!({
        "access_token": made.access,
        "token_type": "bearer",
        "expires_at": time(made.expires),
        "merchant_id": made.merchant,
        "refresh_token": made.refresh,
        "short_lived": is_short,
        "refresh_token_expires_at": made.refresh_expires.map(time),
    }))
}

/// `POST /oauth2/token/status`.
pub async fn status(State(square): Shared, head: Head) -> Answer {
    let application = square.config().application_id.clone();
    square.serve(head.token(), &[], |_, caller, _| {
        Ok(Json(tidy(json!({
            "scopes": caller.scopes,
            "expires_at": caller.expires.map(time),
            "client_id": application,
            "merchant_id": caller.merchant,
        }))))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revoke {
    client_id: Option<String>,
    access_token: Option<String>,
    merchant_id: Option<String>,
    #[serde(default)]
    revoke_only_access_token: bool,
}

/// `POST /oauth2/revoke`, with the application's secret.
pub async fn revoke(State(square): Shared, head: Head, Strict(ask): Strict<Revoke>) -> Answer {
    let config = square.config();
    let is_own = head.client.as_deref().is_some_and(|secret| config.application_secret.matches(secret));
    if !is_own || ask.client_id.as_ref() != Some(&config.application_id) {
        return Err(Fault::unauthorized("UNAUTHORIZED", "The application's id or secret is wrong"));
    }
    let now = square.now();
    let revoked = square.with(|state| {
        let merchant = match (&ask.access_token, &ask.merchant_id) {
            (Some(token), None) => {
                let merchant = state.grants.merchant_of(token);
                state.grants.revoke_token(token, ask.revoke_only_access_token);
                merchant
            }
            (None, Some(merchant)) => (state.grants.revoke(merchant, false) > 0).then(|| merchant.clone()),
            _ => {
                let detail = "Name an access_token or a merchant_id";
                return Err(Fault::invalid("CONFLICTING_PARAMETERS", "access_token", detail));
            }
        };
        let merchant = merchant.ok_or_else(|| Fault::missing("authorization", "of this call"))?;
        if !ask.revoke_only_access_token {
            state.tell(&merchant, vec![Happened::revoked(now, &merchant)]);
        }
        Ok(Json(json!({ "success": true })))
    });
    square.wake();
    revoked
}
