//! Asks a running service for its health: for platforms whose health checks are commands, in an image that has no
//! other program.

use std::time::Duration;

use axum::body::Body;
use http::Uri;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::Fault;

/// Asks once: `http://host:port/healthz` has to be answered with a 2xx, and `grpc://host:port/<health service>` with
/// SERVING; without a name that is the health of the service and its database.
///
/// # Errors
/// If the URL is neither, or the service does not answer within `patience` that it is well.
pub async fn ask(url: &str, patience: Duration) -> Result<(), Fault> {
    let uri: Uri = url.parse().map_err(|e| Fault::Permanent(format!("{url}: {e}")))?;
    let asked = async {
        match uri.scheme_str() {
            Some("http") => ask_http(uri.clone()).await,
            Some("grpc") => ask_grpc(&uri).await,
            _ => Err(Fault::Permanent(format!("{url} begins with neither http:// nor grpc://"))),
        }
    };
    let late = || Fault::Transient(format!("{url} does not answer within {} s", patience.as_secs()));
    tokio::time::timeout(patience, asked).await.map_err(|_| late())?
}

async fn ask_http(uri: Uri) -> Result<(), Fault> {
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let answer = client.get(uri.clone()).await.map_err(|e| Fault::Transient(format!("{uri}: {e}")))?;
    match answer.status() {
        status if status.is_success() => Ok(()),
        status => Err(Fault::Transient(format!("{uri} answers {status}"))),
    }
}

async fn ask_grpc(uri: &Uri) -> Result<(), Fault> {
    let away = |e: &dyn std::fmt::Display| Fault::Transient(format!("{uri}: {e}"));
    let authority = uri.authority().map_or("", http::uri::Authority::as_str);
    let endpoint = Endpoint::from_shared(format!("http://{authority}"))
        .map_err(|e| Fault::Permanent(format!("{uri}: {e}")))?;
    let mut client = HealthClient::new(endpoint.connect().await.map_err(|e| away(&e))?);
    let service = uri.path().trim_start_matches('/').to_owned();
    let answer = client.check(HealthCheckRequest { service }).await.map_err(|e| away(&e.message()))?;
    match answer.get_ref().status() {
        ServingStatus::Serving => Ok(()),
        status => Err(Fault::Transient(format!("{uri} answers {}", status.as_str_name()))),
    }
}
