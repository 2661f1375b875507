use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic_health::ServingStatus;
use tonic_reflection::server::v1::{ServerReflection, ServerReflectionServer};
use tower::util::MapRequestLayer;

use super::MAX_HEADERS;
use super::caller::CallName;
use super::trace::TraceCalls;
use crate::Fault;
use crate::deadline::{DRAIN, deadline};
use crate::metrics::rpc::Answers;
use crate::pg::Database;

/// How often health checks the database.
const CHECK: Duration = Duration::from_secs(2);
/// Name of the health service of the process itself, without its database.
const LIVE: &str = "live";
/// The longest call.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How long a connection of a caller is used: the next one may lead to a replica that was added since.
const CONNECTION_AGE: Duration = Duration::from_secs(5 * 60);

/// Takes an address; port 0 takes a free one.
///
/// # Errors
/// If it is in use.
pub async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), Fault> {
    let in_use = |e: std::io::Error| Fault::Permanent(format!("cannot listen on {address}: {e}"));
    let listener = TcpListener::bind(address).await.map_err(in_use)?;
    let address = listener.local_addr().map_err(in_use)?;
    Ok((listener, address))
}

/// Serves until `shutdown`, then finishes what is in hand, for ten seconds at most. Health is that of the
/// database; that of `live` is the process's own. Reflection serves the contract of the service whose database it is.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    routes: Routes,
    database: Database,
    shutdown: CancellationToken,
) -> Result<(), Fault> {
    serve_aging(listener, routes, database, shutdown, CONNECTION_AGE).await
}

/// Serves with connections of this age at most.
async fn serve_aging(
    listener: TcpListener,
    routes: Routes,
    database: Database,
    shutdown: CancellationToken,
    connection_age: Duration,
) -> Result<(), Fault> {
    let reflection = reflection(database.service())?;
    let (reporter, health) = tonic_health::server::health_reporter();
    // Before the first call comes: else this service is not found, or ready before its database was asked.
    reporter.set_service_status(LIVE, ServingStatus::Serving).await;
    reporter.set_service_status("", ServingStatus::NotServing).await;
    let watch = {
        let shutdown = shutdown.clone();
        async move {
            loop {
                let status =
                    if database.answers().await { ServingStatus::Serving } else { ServingStatus::NotServing };
                reporter.set_service_status("", status).await;
                tokio::select! {
                    () = shutdown.cancelled() => break,
                    () = tokio::time::sleep(CHECK) => {}
                }
            }
            reporter.set_service_status("", ServingStatus::NotServing).await;
        }
    };
    let watch = tokio::spawn(watch);
    // The end of an answer must not wait until the caller's kernel acknowledges its beginning.
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let server = Server::builder()
        .http2_max_header_list_size(MAX_HEADERS)
        .http2_keepalive_interval(Some(Duration::from_secs(20)))
        // Without a grace: with one, tonic 0.14 cuts the connection when age and grace are over, without a GOAWAY.
        // The calls on it have their own time-outs.
        .max_connection_age(connection_age)
        .timeout(deadline(TIMEOUT))
        .layer(TraceCalls)
        .layer(Answers { longest: deadline(TIMEOUT) })
        .layer(MapRequestLayer::new(CallName::add))
        .add_routes(routes)
        .add_service(health)
        .add_service(reflection)
        .serve_with_incoming_shutdown(incoming, shutdown.clone().cancelled_owned());
    let bounded = async {
        shutdown.cancelled().await;
        tokio::time::sleep(DRAIN).await;
    };
    let result = tokio::select! {
        result = server => result.map_err(|e| Fault::Permanent(format!("gRPC server: {e}"))),
        () = bounded => Ok(()),
    };
    watch.abort();
    result
}

/// Reflection, open to every caller: the contract is public, and holds no data.
fn reflection(service: &str) -> Result<ServerReflectionServer<impl ServerReflection>, Fault> {
    let builder = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET);
    let own = saffron_proto::contract(service);
    own.into_iter()
        .fold(builder, tonic_reflection::server::Builder::register_encoded_file_descriptor_set)
        .build_v1()
        .map_err(|e| Fault::Permanent(format!("the contract of {service}: {e}")))
}

#[cfg(test)]
mod tests {
    use saffron_core::Clock;
    use saffron_testkit::PATIENCE;
    use tokio::net::TcpStream;
    use tokio::task::JoinSet;
    use tonic_health::pb::HealthCheckRequest;
    use tonic_health::pb::health_client::HealthClient;

    use super::*;
    use crate::Secret;
    use crate::grpc::channel;
    use crate::pg::PgConfig;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_aged_connection_costs_no_call() {
        let url = Secret::new("postgres://nobody@127.0.0.1:9/none");
        let database = Database::open("kit", &PgConfig::new(url, 1), Clock::system()).unwrap();
        let (listener, address) = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let (shutdown, age) = (CancellationToken::new(), Duration::from_millis(200));
        let server = tokio::spawn(serve_aging(listener, Routes::default(), database, shutdown.clone(), age));
        let mut callers = JoinSet::new();
        for _ in 0..16 {
            let channel = channel("A_URL", &format!("http://{address}"), TIMEOUT).unwrap().channel;
            callers.spawn(async move {
                let mut client = HealthClient::new(channel);
                for _ in 0..1_000 {
                    client.check(HealthCheckRequest { service: LIVE.into() }).await.unwrap();
                }
            });
        }
        while let Some(called) = callers.join_next().await {
            called.unwrap();
        }
        let stream = TcpStream::connect(address).await.unwrap();
        let (_requests, connection) = h2::client::handshake(stream).await.unwrap();
        let ended = tokio::time::timeout(PATIENCE, connection).await;
        ended.expect("its end in time").expect("an end that is announced");
        shutdown.cancel();
        server.await.unwrap().unwrap();
    }
}
