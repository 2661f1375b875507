//! What the port of each service tells of its contract.

use std::collections::BTreeSet;

use futures::stream;
use saffron_kit::grpc::channel;
use saffron_testkit::PATIENCE;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use crate::world::world;

/// Those that every port has.
const STANDARD: [&str; 2] = ["grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection"];

async fn listed(url: &str) -> BTreeSet<String> {
    let ask = MessageRequest::ListServices(String::new());
    let request = ServerReflectionRequest { host: String::new(), message_request: Some(ask) };
    let mut client = ServerReflectionClient::new(channel("address", url, PATIENCE).unwrap().channel);
    let mut answers = client.server_reflection_info(stream::iter([request])).await.unwrap().into_inner();
    match answers.message().await.unwrap().unwrap().message_response {
        Some(MessageResponse::ListServicesResponse(all)) => {
            all.service.into_iter().map(|service| service.name).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reflection_lists_only_the_service_s_own_contract() {
    let world = world().await;
    let contracts = prost_reflect::DescriptorPool::decode(saffron_proto::DESCRIPTORS).unwrap();
    let packages: BTreeSet<String> =
        contracts.services().map(|service| service.package_name().to_owned()).collect();
    for package in packages {
        let domain = package.split('.').nth(1).unwrap();
        let variable = format!("SAFFRON_GATEWAY_{}_URL", domain.to_uppercase());
        let (_, url) = world.gateway_env().iter().find(|(name, _)| *name == variable).unwrap();
        let own = contracts.services().filter(|service| service.package_name() == package);
        let wanted = own.map(|service| service.full_name().to_owned()).chain(STANDARD.map(str::to_owned));
        assert_eq!(listed(url).await, wanted.collect(), "{domain}");
    }
}
