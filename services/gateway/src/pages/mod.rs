//! Pages for people without an account: plain, without scripts, and readable on a phone.

pub mod unsubscribe;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use minijinja::{Environment, Value};

/// #C2410C and #FB923C are the orange of text and of its background.
const PAGE: &str = include_str!("../../templates/page.html");

/// The page with these values, which are escaped.
fn page(status: StatusCode, values: Value) -> Response {
    // The ending of the name turns escaping on.
    let html = match Environment::new().render_named_str("page.html", PAGE, values) {
        Ok(html) => html,
        Err(error) => {
            tracing::error!(%error, "a page cannot be rendered");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
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
    use axum::body::to_bytes;
    use minijinja::context;

    use super::*;

    async fn html(values: Value) -> String {
        let page = page(StatusCode::OK, values);
        assert_eq!(page.status(), StatusCode::OK);
        String::from_utf8(to_bytes(page.into_body(), 1 << 16).await.unwrap().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn names_and_tokens_are_no_markup() {
        let name = "<b>\"Ben\" & 'Jo'";
        for page in ["subscribed", "unsubscribed", "resubscribed"] {
            let values = context! { title => name, page, business => name, address => name, token => name };
            let html = html(values).await;
            assert_eq!(html.matches("&lt;b&gt;&quot;Ben&quot; &amp; &#x27;Jo&#x27;").count(), 5, "{html}");
            assert!(html.contains("<p>&lt;b") && html.contains(" <b>&lt;b"), "{html}");
        }
    }

    #[tokio::test]
    async fn page_without_an_address_speaks_to_the_reader() {
        let html =
            html(context! { title => "T", page => "subscribed", business => "Grill", token => "t" }).await;
        assert!(html.contains("<p>Grill sends you news"), "{html}");
        assert!(html.contains("action=\"/u/t\""), "{html}");
    }
}
