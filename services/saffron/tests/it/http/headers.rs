//! What every answer carries.

use reqwest::Method;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::world::{API, world, world_with};

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_guarded() {
    let world = world().await;
    let login = format!("{API}/login");
    for (method, path) in
        [(Method::GET, "/nowhere"), (Method::POST, login.as_str()), (Method::GET, "/healthz")]
    {
        let headers = world.send(method, path, &[], "").await.headers;
        let text = |name: &str| headers[name].to_str().unwrap();
        let policy = text("content-security-policy");
        for directive in [
            "default-src 'self'",
            "script-src 'self'",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
        ] {
            assert!(policy.split(';').any(|part| part.trim() == directive), "{directive}: {policy}");
        }
        assert!(!headers.keys().any(|name| name.as_str().starts_with("access-control-")), "{headers:?}");
        assert_eq!(text("x-content-type-options"), "nosniff");
        assert_eq!(text("referrer-policy"), "no-referrer");
        assert_eq!(text("cross-origin-opener-policy"), "same-origin");
        assert_eq!(text("cache-control"), "no-store");
        assert!(headers.contains_key("permissions-policy"));
        assert!(!headers.contains_key("strict-transport-security"), "not without TLS");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_request_echoes_no_cookie() {
    let world = world().await;
    let secret = ("cookie", "saffron_session=s3cret");
    for path in ["/", &format!("{API}/login"), "/nowhere"] {
        let answer = world.send(Method::TRACE, path, &[secret], "").await;
        assert!(matches!(answer.status, 404 | 405), "{path}: {}", answer.status);
        assert!(!format!("{} {:?}", answer.message, answer.headers).contains("s3cret"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hsts_is_sent_over_tls() {
    let world = world_with(&[("SAFFRON_GATEWAY_ORIGIN", "https://saffron.test")]).await;
    let headers = world.send(Method::GET, "/healthz", &[], "").await.headers;
    assert!(headers["strict-transport-security"].to_str().unwrap().starts_with("max-age=31536000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_configuration_names_the_environment() {
    let world = world_with(&[("SAFFRON_GATEWAY_SUPPORT_EMAIL", "help@saffron.example")]).await;
    let answer = world.http.get(world.url("/config/v1/app")).send().await.unwrap();
    let config: serde_json::Value = answer.json().await.unwrap();
    assert_eq!(config["environment"], "test");
    assert_eq!(config["supportContact"], serde_json::json!({"email": "help@saffron.example", "phone": null}));
    assert_eq!(config["features"], serde_json::json!({}));
    assert_eq!(config["version"], env!("CARGO_PKG_VERSION"));
}

/// Two servers that read the end of a request differently would take a part of it for another one (request smuggling).
#[tokio::test(flavor = "multi_thread")]
async fn a_request_has_one_end() {
    let world = world().await;
    let address = world.url("").trim_start_matches("http://").to_owned();
    let head = format!("POST {API}/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n");
    let chunks = "2\r\n{}\r\n0\r\n\r\n";
    for (lengths, body) in [
        ("Content-Length: 2\r\nContent-Length: 4\r\n", "{}"),
        ("Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n", "{}"),
        ("Transfer-Encoding: chunked, identity\r\n", chunks),
        // The length does not count, and nothing that follows is read.
        ("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", chunks),
    ] {
        let mut socket = tokio::net::TcpStream::connect(&address).await.unwrap();
        let sent = format!("{head}{lengths}\r\n{body}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
        socket.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = String::new();
        // It ends by itself; a connection that is cut has said what it had to.
        let _ = socket.read_to_string(&mut answer).await;
        let answers: Vec<_> = answer.lines().filter(|line| line.starts_with("HTTP/1.1")).collect();
        assert_eq!(answers, ["HTTP/1.1 400 Bad Request"], "{lengths}");
    }
}
