use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;
use http::{HeaderMap, Method, header};
use saffron_core::{Code, Error};
use saffron_kit::Secret;
use serde::Deserialize;

use super::cookies;
use crate::Gateway;
use crate::config::Origin;
use crate::http::address::ClientAddress;
use crate::http::envelope::Failure;

/// The session that a request names: by its id, or by the web app's handle of it.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct SessionId(pub Secret);

impl TryFrom<String> for SessionId {
    type Error = &'static str;
    fn try_from(text: String) -> Result<SessionId, &'static str> {
        if text.len() > 256 { Err("is not a session id") } else { Ok(SessionId(Secret::new(text))) }
    }
}

/// The client of a request: its address and credentials, before they are verified.
pub struct Client {
    /// The address of the client.
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

impl Client {
    /// The token of the device: from the web app's cookie, or as another client sent it.
    pub fn device_token(&self, sent: Option<String>) -> Option<String> {
        if self.is_web_app { self.device.as_ref().map(|token| token.expose().to_owned()) } else { sent }
    }

    /// Refuses a sign-in from another site's page. A client without an origin is not a browser.
    pub fn refuse_foreign_origin(&self, own: &Origin) -> Result<(), Error> {
        if self.is_foreign {
            return Err(Error::new(Code::Forbidden, format!("Sign in at {own}, from Saffron's own pages.")));
        }
        Ok(())
    }
}

fn header_text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl FromRequestParts<Arc<Gateway>> for Client {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<Client, Failure> {
        let config = &gateway.config;
        let headers = &parts.headers;
        let address = parts.extensions.get().map_or(Ipv4Addr::UNSPECIFIED.into(), |ClientAddress(of)| *of);
        let bearer = header_text(headers, header::AUTHORIZATION.as_str())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| Secret::new(token.trim()));
        let origin_differs =
            headers.get(header::ORIGIN).is_some_and(|origin| !config.origin.is(origin.as_bytes()));
        let is_cross_site = header_text(headers, "sec-fetch-site").is_some_and(|site| site == "cross-site");
        Ok(Client {
            address,
            cookie: cookies::read(headers, &config.origin),
            bearer,
            device: cookies::read_device(headers, &config.origin),
            is_web_app: header_text(headers, "x-saffron-client") == Some("web"),
            xsrf: header_text(headers, cookies::XSRF_HEADER).map(str::to_owned),
            is_safe: matches!(parts.method, Method::GET | Method::HEAD),
            is_foreign: origin_differs || is_cross_site,
        })
    }
}
