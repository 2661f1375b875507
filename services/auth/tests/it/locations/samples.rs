use futures::future::join_all;
use saffron_core::{Code, Error};
use saffron_proto::auth::sample_service_client::SampleServiceClient;
use saffron_proto::auth::{
    CloseSampleRequest, CreateIngestKeyRequest, CreateLocationRequest, IngestKeyKind, ListSamplesRequest,
    Location, OpenSampleRequest, ReplaceSampleKeyRequest, RevokeIngestKeyRequest, SetDayStartRequest,
};
use saffron_testkit::collected;

use crate::world::{World, answered, code_of, registration, world};

const ANA: &str = "ana@saffron.example";
const BEA: &str = "bea@saffron.example";
const DENVER: &str = "_sample_America__Denver";

async fn open(world: &World, token: &str, time_zone: &str) -> Result<Location, Error> {
    let request = OpenSampleRequest { time_zone: time_zone.into() };
    let answer = world.locations().open_sample(world.as_caller(token, request)).await;
    answered(answer).map(|answer| answer.location.unwrap())
}

async fn close(world: &World, token: &str) {
    answered(world.locations().close_sample(world.as_caller(token, CloseSampleRequest {})).await).unwrap();
}

async fn samples(world: &World) -> Vec<String> {
    let mut client = SampleServiceClient::new(world.channel());
    let listed = client.list_samples(world.as_gateway(ListSamplesRequest {})).await.unwrap();
    collected(listed).await.into_iter().map(|sample| sample.pos_id).collect()
}

async fn replace_key(world: &World, pos_id: &str) -> Result<String, Error> {
    let mut client = SampleServiceClient::new(world.channel());
    let request = ReplaceSampleKeyRequest { pos_id: pos_id.into() };
    answered(client.replace_sample_key(world.as_gateway(request)).await).map(|answer| answer.ingest_key)
}

#[tokio::test]
async fn people_of_a_time_zone_share_a_sample() {
    let world = world().await;
    let (ana, bea) = (world.token(&world.enter(ANA).await).await, world.token(&world.enter(BEA).await).await);
    assert!(samples(&world).await.is_empty());
    // Asked for at once, it is made once.
    let opened = join_all([open(&world, &ana, "America/Denver"), open(&world, &bea, "America/Denver")]).await;
    for sample in opened {
        let sample = sample.unwrap();
        assert_eq!((sample.pos_id.as_str(), sample.time_zone.as_str()), (DENVER, "America/Denver"));
    }
    assert_eq!(samples(&world).await, [DENVER]);
    open(&world, &ana, "America/Denver").await.unwrap();
    assert_eq!(world.list(&ana).await, [DENVER]);
    // Another time zone is instead of it.
    open(&world, &ana, "Europe/Rome").await.unwrap();
    assert_eq!(world.list(&ana).await, ["_sample_Europe__Rome"]);
    assert_eq!(samples(&world).await, [DENVER, "_sample_Europe__Rome"]);
    for token in [&ana, &ana, &bea] {
        close(&world, token).await;
        assert!(world.list(token).await.is_empty());
    }
    assert!(samples(&world).await.is_empty());
    assert_eq!(code_of(open(&world, &ana, "Mars/Base").await), (Code::Invalid, Some("timeZone".into())));
}

#[tokio::test]
async fn own_location_ends_the_sample() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let (ana, bea) = (world.token(&session).await, world.token(&world.enter(BEA).await).await);
    let mut listener = world.nats.subscribe("push.v1.person.*.locations_changed").await;
    open(&world, &ana, "America/Denver").await.unwrap();
    let request = CreateLocationRequest {
        name: "Sample restaurant".into(),
        time_zone: "America/Denver".into(),
        day_start: String::new(),
    };
    let made = answered(world.locations().create_location(world.as_caller(&ana, request)).await).unwrap();
    let made = made.location.unwrap().pos_id;
    assert_eq!(world.list(&ana).await, [made.as_str()]);
    let left = listener.expect_event(|event| event.data["linked"] == false).await;
    assert_eq!(left.data["posID"], DENVER);
    let own: Vec<_> = world.claims(&world.token(&session).await).locations().unwrap().into_keys().collect();
    assert_eq!(own.iter().map(AsRef::<str>::as_ref).collect::<Vec<_>>(), [made.as_str()]);
    // And by a link code.
    open(&world, &bea, "America/Denver").await.unwrap();
    let code = world.link_code(&ana, &made).await.unwrap().link_code;
    world.link(&bea, &made, &code).await.unwrap();
    assert_eq!(world.list(&bea).await, [made.as_str()]);
    for token in [&ana, &bea] {
        let refused = open(&world, token, "America/Denver").await.unwrap_err();
        assert_eq!(refused.code, Code::Conflict);
        assert!(refused.message.contains("location of your own"), "{refused}");
    }
}

#[tokio::test]
async fn sample_is_reached_and_changed_in_no_other_way() {
    let world = world().await;
    let session = world.enter(ANA).await;
    open(&world, &world.token(&session).await, "America/Denver").await.unwrap();
    // A token that has the sample, as a gateway would get it.
    let token = world.token(&session).await;
    for pos_id in [DENVER, "_sample_Nowhere"] {
        let refused = world.try_provision(registration(pos_id)).await;
        assert_eq!(code_of(refused), (Code::Invalid, Some("posID".into())), "{pos_id}");
    }
    let refusal = Error::read_only_sample();
    let refused = [
        world.link(&token, DENVER, "ABCDEFGHJK").await.map(drop),
        world.unlink(&token, DENVER).await,
        world.link_code(&token, DENVER).await.map(drop),
    ];
    for refused in refused {
        assert_eq!(refused, Err(refusal.clone()));
    }
    let mut locations = world.locations();
    let day_start = SetDayStartRequest {
        pos_id: DENVER.into(),
        day_start: "06:00".into(),
        all_dates: true,
        ..SetDayStartRequest::default()
    };
    let changed = locations.set_day_start(world.as_caller(&token, day_start)).await;
    assert_eq!(answered(changed).map(drop), Err(refusal.clone()));
    for kind in [IngestKeyKind::Till, IngestKeyKind::Import, IngestKeyKind::Connection] {
        let request =
            CreateIngestKeyRequest { pos_id: DENVER.into(), name: "Mine".into(), kind: kind as i32 };
        let made = locations.create_ingest_key(world.as_caller(&token, request)).await;
        assert_eq!(answered(made).map(drop), Err(refusal.clone()));
    }
    let request = RevokeIngestKeyRequest { pos_id: DENVER.into(), id: uuid::Uuid::nil().to_string() };
    let revoked = locations.revoke_ingest_key(world.as_caller(&token, request)).await;
    assert_eq!(answered(revoked).map(drop), Err(refusal));
}

#[tokio::test]
async fn sample_has_one_key_which_connectors_replaces() {
    let world = world().await;
    let token = world.token(&world.enter(ANA).await).await;
    open(&world, &token, "America/Denver").await.unwrap();
    let first = replace_key(&world, DENVER).await.unwrap();
    let resolved = world.resolve_ingest_key(&first).await.unwrap();
    assert_eq!((resolved.pos_id.as_str(), resolved.kind), (DENVER, IngestKeyKind::Connection as i32));
    let second = replace_key(&world, DENVER).await.unwrap();
    assert_eq!(code_of(world.resolve_ingest_key(&first).await).0, Code::Unauthenticated);
    assert_eq!(world.resolve_ingest_key(&second).await.unwrap().pos_id, DENVER);
    // It makes no other key, not even as the caller that it stands for.
    let request = CreateIngestKeyRequest {
        pos_id: DENVER.into(),
        name: "More".into(),
        kind: IngestKeyKind::Import as i32,
    };
    let by_key = world.resolve_ingest_key(&second).await.unwrap().token;
    let made = world.locations().create_ingest_key(world.as_caller(&by_key, request)).await;
    assert_eq!(answered(made).map(drop), Err(Error::read_only_sample()));
    world.provision("p1").await;
    for pos_id in ["p1", "_sample_Nowhere"] {
        assert_eq!(code_of(replace_key(&world, pos_id).await), (Code::NotFound, Some("posID".into())));
    }
}
