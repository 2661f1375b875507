//! Health as probes see it.

use saffron_core::Clock;
use saffron_kit::grpc::{bind, channel, serve};
use saffron_kit::pg::{Database, PgConfig};
use saffron_kit::{CancellationToken, Secret};
use saffron_testkit::{PATIENCE, eventually};
use tonic::Code;
use tonic::service::Routes;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// What a service without its database says of itself.
#[tokio::test]
async fn a_process_is_live_while_its_database_is_away() {
    let url = Secret::new("postgres://nobody@127.0.0.1:9/none");
    let database = Database::open("kit", &PgConfig::new(url, 1), Clock::system()).unwrap();
    let (listener, address) = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let shutdown = CancellationToken::new();
    let server = tokio::spawn(serve(listener, Routes::default(), database, shutdown.clone()));
    let channel = channel("address", &format!("http://{address}"), PATIENCE).unwrap().channel;
    let client = HealthClient::new(channel);
    let asked = |service: &'static str| {
        let mut client = client.clone();
        async move {
            let answer = client.check(HealthCheckRequest { service: service.to_owned() }).await;
            answer.map(|answer| answer.into_inner().status)
        }
    };
    eventually("a look at the database", || async {
        (asked("").await.ok()? == i32::from(ServingStatus::NotServing)).then_some(())
    })
    .await;
    assert_eq!(asked("live").await.unwrap(), i32::from(ServingStatus::Serving));
    assert_eq!(asked("else").await.unwrap_err().code(), Code::NotFound);
    shutdown.cancel();
    server.await.unwrap().unwrap();
}
