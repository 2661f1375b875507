use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use http::{HeaderMap, Method, header};
use saffron_core::{Code, Error};
use saffron_kit::Secret;
use serde::Deserialize;

use super::cookies;
use crate::Gateway;
use crate::config::Origin;
use crate::http::address::client_address;
use crate::http::envelope::Failure;

/// What a caller names as its session: the session id, or the web app's handle of it.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct SessionId(pub Secret);

impl TryFrom<String> for SessionId {
    type Error = &'static str;
    fn try_from(text: String) -> Result<SessionId, &'static str> {
        if text.len() > 256 { Err("is no session id") } else { Ok(SessionId(Secret::new(text))) }
    }
}

/// What a request says of where it comes from and who sends it, before any of it is believed.
pub struct Visitor {
    /// The caller's address.
    pub address: IpAddr,
    /// The session of the web app's cookie.
    pub cookie: Option<Secret>,
    /// `Authorization: Bearer …`
    pub bearer: Option<Secret>,
    /// `X-Saffron-Client: web`
    pub is_web_app: bool,
    device: Option<Secret>,
    pub(super) xsrf: Option<String>,
    pub(super) is_safe: bool,
    is_foreign: bool,
}

impl Visitor {
    /// By what the device is known to accounts: the web app's cookie, or what another client sent.
    #[must_use]
    pub fn device_token(&self, sent: Option<String>) -> Option<String> {
        if self.is_web_app { self.device.as_ref().map(|token| token.expose().to_owned()) } else { sent }
    }

    /// Signing in from another site's page is refused; no origin at all is no browser.
    pub fn refuse_foreign_origin(&self, own: &Origin) -> Result<(), Error> {
        if self.is_foreign {
            return Err(Error::new(Code::Forbidden, format!("Sign in at {own}, from Saffron's own pages.")));
        }
        Ok(())
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl FromRequestParts<Arc<Gateway>> for Visitor {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<Visitor, Failure> {
        let config = &gateway.config;
        let headers = &parts.headers;
        let socket = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip());
        let bearer = text(headers, header::AUTHORIZATION.as_str())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| Secret::new(token.trim()));
        let origin_differs =
            headers.get(header::ORIGIN).is_some_and(|origin| !config.origin.is(origin.as_bytes()));
        let is_cross_site = text(headers, "sec-fetch-site").is_some_and(|site| site == "cross-site");
        Ok(Visitor {
            address: client_address(socket, headers, &config.trusted_proxies),
            cookie: cookies::read(headers, &config.origin),
            bearer,
            device: cookies::read_device(headers, &config.origin),
            is_web_app: text(headers, "x-saffron-client") == Some("web"),
            xsrf: text(headers, cookies::XSRF_HEADER).map(str::to_owned),
            is_safe: matches!(parts.method, Method::GET | Method::HEAD),
            is_foreign: origin_differs || is_cross_site,
        })
    }
}
