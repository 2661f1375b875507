use jiff::SignedDuration;
use saffron_core::{Code, UserId};
use saffron_kit::Secret;
use saffron_kit::grpc::from_status;
use saffron_proto::auth::{ListLocationsRequest, LoginRequest, LogoutRequest, UnlinkLocationRequest};
use saffron_testkit::Keys;
use tonic::Request;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use crate::world::{code_of, world};

#[tokio::test]
async fn only_gateways_call_the_session_service() {
    let world = world().await;
    let answer = world.sessions().logout(Request::new(LogoutRequest::default())).await;
    assert_eq!(answer.unwrap_err().code(), tonic::Code::Unauthenticated);
    let connection = world.connection.lock().unwrap().clone();
    for key in ["", "another gateway key of thirty-two characters"] {
        let request = connection.as_gateway(&Secret::new(key), LoginRequest::default()).unwrap();
        let refused = world.sessions().login(request).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::Unauthenticated);
        // A gateway reads it as unavailable: no password was wrong, and no session has ended.
        assert_eq!(from_status(&refused).code, Code::Unavailable);
    }
    // A person's token is no gateway key.
    let token = world.token(&world.enter("ana@saffron.example").await).await;
    let request = world.as_caller(&token, LogoutRequest::default());
    assert_eq!(world.sessions().logout(request).await.unwrap_err().code(), tonic::Code::Unauthenticated);
}

#[tokio::test]
async fn a_persons_locations_need_a_valid_token() {
    let world = world().await;
    let session = world.enter("ana@saffron.example").await;
    let token = world.token(&session).await;
    let forged = Keys::default().token(UserId(uuid::Uuid::nil()), &[], world.now());
    let answer = world.locations().list_locations(Request::new(ListLocationsRequest {})).await;
    assert_eq!(answer.unwrap_err().code(), tonic::Code::Unauthenticated);
    for wrong in ["", "gibberish", &forged] {
        let request = world.as_caller(wrong, UnlinkLocationRequest::default());
        let answer = world.locations().unlink_location(request).await;
        assert_eq!(answer.unwrap_err().code(), tonic::Code::Unauthenticated);
    }
    assert!(world.list(&token).await.is_empty());
    world.pass(SignedDuration::from_secs(60));
    let request = world.as_caller(&token, ListLocationsRequest {});
    assert_eq!(
        world.locations().list_locations(request).await.unwrap_err().code(),
        tonic::Code::Unauthenticated
    );
}

#[tokio::test]
async fn a_token_of_no_person_links_nothing() {
    let world = world().await;
    let code = world.provision("pizza").await.link_code;
    let stranger = world.keys.token(UserId(uuid::Uuid::now_v7()), &[], world.now());
    assert_eq!(code_of(world.link(&stranger, "pizza", &code).await), (Code::Unauthenticated, None));
    let ana = world.token(&world.enter("ana@saffron.example").await).await;
    world.link(&ana, "pizza", &code).await.unwrap();
}

#[tokio::test]
async fn reflection_shows_the_own_contract_alone() {
    let world = world().await;
    let ask = async |what| {
        let request = ServerReflectionRequest { host: String::new(), message_request: Some(what) };
        let mut client = ServerReflectionClient::new(world.channel());
        let answers = client.server_reflection_info(futures::stream::iter([request])).await?;
        let answer = answers.into_inner().message().await?.and_then(|answer| answer.message_response);
        answer.ok_or_else(|| tonic::Status::unknown("there is no answer"))
    };
    let MessageResponse::ListServicesResponse(listed) =
        ask(MessageRequest::ListServices(String::new())).await.unwrap()
    else {
        panic!("no list")
    };
    let mut names: Vec<_> = listed.service.into_iter().map(|service| service.name).collect();
    names.sort();
    assert_eq!(
        names,
        [
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "saffron.auth.v1.AccountService",
            "saffron.auth.v1.DoorService",
            "saffron.auth.v1.LocationService",
            "saffron.auth.v1.PeopleService",
            "saffron.auth.v1.SampleService",
        ]
    );
    let symbol = |name: &str| MessageRequest::FileContainingSymbol(name.into());
    let own = ask(symbol("saffron.auth.v1.DoorService.Login")).await.unwrap();
    assert!(
        matches!(own, MessageResponse::FileDescriptorResponse(files) if files.file_descriptor_proto.len() == 1)
    );
    let other = ask(symbol("saffron.reports.v1.ReportService")).await;
    assert_eq!(other.unwrap_err().code(), tonic::Code::NotFound);
}
