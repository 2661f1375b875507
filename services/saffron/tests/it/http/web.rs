//! The files of the web app, and the reference page.

use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};

use crate::world::{World, world_with};

async fn app() -> (World, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    std::fs::create_dir(dir.path().join("assets")).unwrap();
    put("index.html", "<!doctype html>start page");
    put("sw.js", "worker");
    put("assets/app-1a2b.js", "script");
    put("assets/app-1a2b.js.br", "compressed by brotli");
    put("assets/app-1a2b.js.gz", "compressed by gzip");
    let world = world_with(&[("SAFFRON_GATEWAY_WEB_DIR", dir.path().to_str().unwrap())]).await;
    (world, dir)
}

async fn get(world: &World, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, String) {
    let mut request = world.http.request(Method::GET, world.url(path));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, response.text().await.unwrap())
}

const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml");

#[tokio::test(flavor = "multi_thread")]
async fn only_a_navigation_gets_the_start_page() {
    let (world, _dir) = app().await;
    for path in ["/", "/home", "/home/daily-sales?x=1", "/some.thing/unknown.v2"] {
        let (status, headers, text) = get(&world, path, &[BROWSER]).await;
        assert_eq!((status, text.as_str()), (StatusCode::OK, "<!doctype html>start page"), "{path}");
        assert_eq!(headers["cache-control"], "no-cache", "{path}");
    }
    for path in ["/api-restaurant-pos/restaurantpro/none", "/assets/gone.js", "/push/none", "/ingest/v1/none"]
    {
        assert_eq!(get(&world, path, &[BROWSER]).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(get(&world, "/home", &[("accept", "application/json")]).await.0, StatusCode::NOT_FOUND);
    assert_eq!(get(&world, "/index.html", &[]).await.2, "<!doctype html>start page");
    assert_eq!(get(&world, "/../Cargo.toml", &[]).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_compressed_beforehand_and_cached_by_kind() {
    let (world, _dir) = app().await;
    for (encoding, text) in
        [("br, gzip", "compressed by brotli"), ("gzip", "compressed by gzip"), ("identity", "script")]
    {
        let (_, headers, body) = get(&world, "/assets/app-1a2b.js", &[("accept-encoding", encoding)]).await;
        assert_eq!(body, text);
        assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
        assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(headers["vary"], "accept-encoding");
    }
    let (_, headers, _) = get(&world, "/sw.js", &[]).await;
    assert_eq!(headers["cache-control"], "no-cache");
    let modified = headers["last-modified"].to_str().unwrap();
    let (status, _, _) = get(&world, "/sw.js", &[("if-modified-since", modified)]).await;
    assert_eq!(status, StatusCode::NOT_MODIFIED);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reference_page_needs_no_script_in_a_page() {
    let (world, _dir) = app().await;
    let (status, _, page) = get(&world, "/docs/", &[BROWSER]).await;
    assert_eq!(status, StatusCode::OK);
    for script in page.split("<script").skip(1) {
        let (tag, inside) = script.split_once('>').unwrap();
        assert!(tag.contains("src="), "{tag}");
        assert!(inside.trim_start().starts_with("</script>"), "{inside}");
    }
    let (status, _, document) = get(&world, "/openapi.json", &[]).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&document).unwrap(),
        serde_json::to_value(saffron_gateway::openapi()).unwrap()
    );
}
