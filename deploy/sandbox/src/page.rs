//! Pages to look at what arrived, for people and tests on this machine.

use std::fmt::Write as _;
use std::net::SocketAddr;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use serde_json::{Value, json};

/// What these pages may load: nothing from outside but what a mail shows.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1f2328;--dim:#57606a;--line:#d8dee4;--paper:#fff;--ground:#f6f8fa;--mine:#c2410c}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--dim:#9da7b3;--line:#30363d;--paper:#161b22;--ground:#0d1117;--mine:#fb923c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:16px}
h1{font-size:22px;margin:8px 0 4px}h2{font-size:16px;margin:24px 0 8px}
a{color:inherit}.dim{color:var(--dim);font-size:14px}
ul{list-style:none;margin:16px 0;padding:0;background:var(--paper);border:1px solid var(--line);border-radius:12px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:block;padding:12px 16px;text-decoration:none;overflow-wrap:anywhere}li a:hover,li a:focus{background:var(--ground)}
pre{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:12px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
iframe{display:block;width:360px;max-width:100%;height:740px;border:1px solid var(--line);border-radius:24px;background:#fff}
.phone{width:360px;max-width:100%;min-height:480px;padding:16px;border:1px solid var(--line);border-radius:24px;background:var(--paper);display:flex;flex-direction:column;gap:8px}
.bubble{max-width:82%;padding:8px 12px;border-radius:16px;background:var(--ground);border:1px solid var(--line);overflow-wrap:anywhere;white-space:pre-wrap}
.guest{align-self:flex-end;border-color:var(--mine)}
form{display:flex;gap:8px;margin-top:12px;width:360px;max-width:100%}
input{flex:1;min-width:0;min-height:44px;padding:8px 12px;border-radius:12px;border:1px solid var(--line);background:var(--paper);color:inherit;font:inherit}
button{min-height:44px;padding:8px 16px;border-radius:12px;border:1px solid var(--line);background:var(--paper);color:inherit;font:inherit;cursor:pointer}
";

/// Text as it stands in HTML, also within a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// A page around a body that is HTML already.
pub fn page(title: &str, body: &str) -> Response<Body> {
    let mut html = String::with_capacity(body.len() + STYLE.len() + 512);
    let title = escape(title);
    // Writing to a string does not fail.
    let _ = write!(
        html,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{title}</title><style>{STYLE}</style></head>\
         <body><main>{body}</main></body></html>"
    );
    with_policy(content(StatusCode::OK, "text/html; charset=utf-8", html.into_bytes()), POLICY)
}

/// A body of a kind, which nobody keeps.
pub fn content(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// With what the page may load.
pub fn with_policy(mut response: Response<Body>, policy: &'static str) -> Response<Body> {
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

/// JSON.
pub fn json_of(status: StatusCode, body: &Value) -> Response<Body> {
    content(status, "application/json", body.to_string().into_bytes())
}

/// What is answered instead.
pub fn refusal(status: StatusCode, message: &str) -> Response<Body> {
    json_of(status, &json!({ "message": message }))
}

/// Back to a page after a form was sent.
pub fn see(path: &str) -> Response<Body> {
    let mut response = content(StatusCode::SEE_OTHER, "text/plain", Vec::new());
    if let Ok(path) = HeaderValue::from_str(path) {
        response.headers_mut().insert(LOCATION, path);
    }
    response
}

/// Only this machine looks, and no other site's page asks for it. Where the port is `published`, who gets to it is decided
/// by the engine of the container that this runs in: everybody comes from an address of its own.
///
/// # Errors
/// The answer to anybody else.
#[expect(clippy::result_large_err, reason = "it is the answer")]
pub fn only_here(peer: SocketAddr, headers: &HeaderMap, published: bool) -> Result<(), Response<Body>> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(HOST).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_own = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    let same = text(ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
    if (published || peer.ip().to_canonical().is_loopback()) && is_own && same {
        return Ok(());
    }
    Err(refusal(
        StatusCode::FORBIDDEN,
        "Only this machine may look, at http://localhost or http://127.0.0.1.",
    ))
}

/// A number of a query such as `limit=5`, or the other one.
pub fn number(query: &str, name: &str, otherwise: usize) -> usize {
    value(query, name).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// A value of a query or of a form.
pub fn value(query: &str, name: &str) -> Option<String> {
    pairs(query).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

/// All pairs of a query or of a form.
pub fn pairs(query: &str) -> Vec<(String, String)> {
    let url = reqwest::Url::parse(&format!("http://localhost/?{query}"));
    url.map(|url| url.query_pairs().into_owned().collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_mail_is_markup() {
        assert_eq!(escape("<b a=\"x\">'&"), "&lt;b a=&quot;x&quot;&gt;&#39;&amp;");
    }

    #[test]
    fn another_sites_page_is_refused() {
        let (here, elsewhere) = (SocketAddr::from(([127, 0, 0, 1], 1)), SocketAddr::from(([10, 0, 0, 1], 1)));
        let ask = |peer: SocketAddr, published: bool, host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            only_here(peer, &headers, published).is_ok()
        };
        for (peer, published, is_let_in) in
            [(here, false, true), (here, true, true), (elsewhere, false, false), (elsewhere, true, true)]
        {
            assert_eq!(ask(peer, published, "localhost:8106", None), is_let_in);
            assert_eq!(ask(peer, published, "127.0.0.1:8106", Some("http://127.0.0.1:8106")), is_let_in);
            assert!(!ask(peer, published, "localhost:8106", Some("https://evil.example")));
            assert!(!ask(peer, published, "evil.example", None));
        }
    }
}
