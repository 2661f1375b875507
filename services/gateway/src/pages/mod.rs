//! Pages for people who have no account: plain, without scripts, and right on a phone.

pub mod unsubscribe;

use axum::body::Body;
use axum::response::Response;
use http::{HeaderName, HeaderValue, StatusCode, header};

/// #C2410C and #FB923C are the orange that text and its ground may have (notes/product.md).
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1917;--dim:#57534e;--paper:#fff;--ground:#faf7f2;--line:#e7e0d6;\
--main:#c2410c;--on-main:#fff}\
@media (prefers-color-scheme:dark){:root{--ink:#f5f2ee;--dim:#b5aea6;--paper:#1f1c19;--ground:#141210;\
--line:#37322d;--main:#fb923c;--on-main:#1c1917}}\
*{box-sizing:border-box}\
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:16px;\
background:var(--ground);color:var(--ink);font:17px/1.55 system-ui,-apple-system,\"Segoe UI\",Roboto,sans-serif}\
main{width:100%;max-width:440px;padding:32px 24px;background:var(--paper);border:1px solid var(--line);\
border-radius:20px;text-align:center;overflow-wrap:anywhere}\
h1{margin:0 0 12px;font-size:24px;line-height:1.25;text-wrap:balance}p{margin:0 0 20px}\
.dim{color:var(--dim);font-size:15px;margin:0 0 12px}\
button{width:100%;min-height:52px;padding:12px 20px;border-radius:14px;font:inherit;font-weight:600;cursor:pointer}\
.main{border:0;background:var(--main);color:var(--on-main)}\
.quiet{border:1px solid var(--line);background:transparent;color:inherit}\
button:focus-visible{outline:3px solid var(--main);outline-offset:3px}";

/// Text as it stands in HTML and XML, also within a quoted attribute.
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

/// A page: its title is text, its body is HTML.
pub fn page(status: StatusCode, title: &str, body: &str) -> Response {
    let title = escape(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{title}</title><style>{STYLE}</style></head>\
         <body><main><h1>{title}</h1>{body}</main></body></html>"
    );
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_markup() {
        assert_eq!(escape("<b>\"Ben\" & 'Jo'"), "&lt;b&gt;&quot;Ben&quot; &amp; &#39;Jo&#39;");
    }
}
