//! The files of the web app, and the answers to unknown paths.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use http::{HeaderValue, Method, StatusCode, header};
use tower::ServiceExt as _;
use tower_http::services::{ServeDir, ServeFile};

use super::envelope::refusal;

/// Paths that are never pages of the app.
const NO_PAGES: [&str; 13] = [
    "/api-restaurant-pos",
    "/notification/",
    "/payments/",
    "/push/",
    "/config/",
    "/ingest/",
    "/images/",
    "/provision/",
    "/u/",
    "/docs",
    "/openapi.json",
    "/healthz",
    "/readyz",
];

/// Serves the built app: `/assets/*` is cached for a year, everything else is revalidated each time, and a navigation to
/// anything but a file gets the start page.
pub fn files(dir: &Path) -> Router {
    let files = Files {
        dir: ServeDir::new(dir).precompressed_br().precompressed_gzip(),
        page: ServeFile::new(dir.join("index.html")).precompressed_br().precompressed_gzip(),
    };
    Router::new().fallback(serve).with_state(files)
}

#[derive(Clone)]
struct Files {
    dir: ServeDir,
    page: ServeFile,
}

async fn serve(State(files): State<Files>, request: Request) -> Response {
    let path = request.uri().path();
    if !matches!(*request.method(), Method::GET | Method::HEAD)
        || NO_PAGES.iter().any(|prefix| path.starts_with(prefix))
    {
        return not_found().await;
    }
    let is_asset = path.starts_with("/assets/");
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let navigates = !is_asset && accept.is_some_and(|accept| accept.contains("text/html"));
    let again = navigates.then(|| {
        let mut again = Request::new(Body::empty());
        request.method().clone_into(again.method_mut());
        request.headers().clone_into(again.headers_mut());
        again
    });
    // Neither service fails: an unreadable file is answered 404 or 500.
    let Ok(mut response) = files.dir.oneshot(request).await;
    if let (StatusCode::NOT_FOUND, Some(again)) = (response.status(), again) {
        let Ok(page) = files.page.oneshot(again).await;
        response = page;
    }
    let status = response.status();
    if !status.is_success() && !status.is_redirection() {
        return not_found().await;
    }
    let caching = if is_asset { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    set_charset(&mut response);
    response.map(Body::new)
}

/// All text of the build is UTF-8, and browsers must not have to guess it.
fn set_charset<B>(response: &mut http::Response<B>) {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let Some(kind) = kind.filter(|kind| kind.starts_with("text/") && !kind.contains("charset")) else {
        return;
    };
    if let Ok(kind) = HeaderValue::try_from(format!("{kind}; charset=utf-8")) {
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
}

/// Answers 404.
pub async fn not_found() -> Response {
    refusal(StatusCode::NOT_FOUND, "There is no such call. See /docs.")
}

/// Answers 405.
pub async fn wrong_method() -> Response {
    refusal(StatusCode::METHOD_NOT_ALLOWED, "The call has another method. See /docs.")
}

/// The answer to unknown paths, without a web app.
pub fn no_files() -> Router {
    Router::new().fallback(not_found)
}
