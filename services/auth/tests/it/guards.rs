use jiff::SignedDuration;
use saffron_core::{Code, UserId};
use saffron_kit::Secret;
use saffron_proto::auth::{ListLocationsRequest, LoginRequest, LogoutRequest, UnlinkLocationRequest};
use saffron_testkit::Keys;
use tonic::Request;

use crate::world::{code_of, told, world};

#[tokio::test]
async fn the_door_opens_to_gateways_only() {
    let world = world().await;
    let answer = world.door().logout(Request::new(LogoutRequest::default())).await;
    assert_eq!(code_of(told(answer)), (Code::Unauthenticated, None));
    for key in ["", "another gateway key of thirty-two characters"] {
        let request = world.channel.as_gateway(&Secret::new(key), LoginRequest::default()).unwrap();
        assert_eq!(code_of(told(world.door().login(request).await)), (Code::Unauthenticated, None));
    }
    // A person's token is no gateway key.
    let token = world.token(&world.enter("ana@saffron.example").await).await;
    let request = world.channel.as_caller(&token, LogoutRequest::default()).unwrap();
    assert_eq!(code_of(told(world.door().logout(request).await)), (Code::Unauthenticated, None));
}

#[tokio::test]
async fn a_persons_locations_need_a_token_that_is_good() {
    let world = world().await;
    let session = world.enter("ana@saffron.example").await;
    let token = world.token(&session).await;
    let forged = Keys::default().token(UserId(uuid::Uuid::nil()), &[], world.now());
    let answer = world.locations().list_locations(Request::new(ListLocationsRequest {})).await;
    assert_eq!(answer.unwrap_err().code(), tonic::Code::Unauthenticated);
    for wrong in ["", "gibberish", &forged] {
        let request = world.channel.as_caller(wrong, UnlinkLocationRequest::default()).unwrap();
        let answer = world.locations().unlink_location(request).await;
        assert_eq!(answer.unwrap_err().code(), tonic::Code::Unauthenticated);
    }
    assert!(world.list(&token).await.is_empty());
    world.pass(SignedDuration::from_secs(60));
    let request = world.channel.as_caller(&token, ListLocationsRequest {}).unwrap();
    assert_eq!(
        world.locations().list_locations(request).await.unwrap_err().code(),
        tonic::Code::Unauthenticated
    );
}

#[tokio::test]
async fn a_token_of_nobody_links_nothing() {
    let world = world().await;
    let code = world.provision("pizza").await.link_code;
    let stranger = world.keys.token(UserId(uuid::Uuid::now_v7()), &[], world.now());
    assert_eq!(code_of(world.link(&stranger, "pizza", &code).await), (Code::Unauthenticated, None));
    let ana = world.token(&world.enter("ana@saffron.example").await).await;
    world.link(&ana, "pizza", &code).await.unwrap();
}
