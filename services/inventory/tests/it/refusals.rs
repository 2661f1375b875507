//! What is refused, and the field that is named.

use saffron_proto::inventory::{
    GetImageRequest, ListChangesRequest, ListEditsRequest, ListItemsRequest, ListPromotionsRequest, Offer,
    UpdateItemRequest, UploadImageRequest,
};
use tonic::Code;

use crate::world::{World, edit, refusal, soup};

#[tokio::test]
async fn wrong_edits_are_refused_with_the_field_named() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let offer = |percent: i32, from: &str, until: &str| UpdateItemRequest {
        offer: Some(Offer { percent, valid_from: from.into(), valid_until: until.into() }),
        ..edit("soup")
    };
    let name = |name: String| UpdateItemRequest { display_name: Some(name), ..edit("soup") };
    let wrong = [
        (UpdateItemRequest { price: Some(-1), ..edit("soup") }, "price"),
        (UpdateItemRequest { price: Some(100_000_001), ..edit("soup") }, "price"),
        (UpdateItemRequest { price: Some(1), take_till_price: true, ..edit("soup") }, "price"),
        (UpdateItemRequest { estimated_cost: Some(100_000_001), ..edit("soup") }, "estimatedCost"),
        (UpdateItemRequest { estimated_cost: Some(i64::MIN), ..edit("soup") }, "estimatedCost"),
        (name("x".repeat(101)), "displayName"),
        (name("a\u{0}b".into()), "displayName"),
        (UpdateItemRequest { stock: Some(-1), ..edit("soup") }, "stock"),
        (UpdateItemRequest { stock: Some(i64::MAX), ..edit("soup") }, "stock"),
        (UpdateItemRequest { low_stock: Some(1_000_000_001), ..edit("soup") }, "lowStock"),
        (
            UpdateItemRequest { image_url: Some("https://elsewhere.example/x.jpg".into()), ..edit("soup") },
            "imageUrl",
        ),
        (
            UpdateItemRequest {
                image_url: Some(format!("/images/v1/{}.jpg", "a".repeat(64))),
                ..edit("soup")
            },
            "imageUrl",
        ),
        (offer(101, "2026-07-18", "2026-07-18"), "offPercentage"),
        (offer(-1, "2026-07-18", "2026-07-18"), "offPercentage"),
        (offer(10, "2026-07-18", "2026-07-17"), "validUntil"),
        (offer(10, "yesterday", "2026-07-17"), "validFrom"),
        (edit("so up"), "posItemID"),
        (UpdateItemRequest { pos_id: "p 1".into(), ..edit("soup") }, "posID"),
    ];
    for (message, field) in wrong {
        assert_eq!(
            refusal(world.update(message.clone()).await),
            (Code::InvalidArgument, field.into()),
            "{message:?}"
        );
    }
    assert_eq!(refusal(world.update(edit("ghost")).await), (Code::NotFound, "posItemID".into()));
    let stale = UpdateItemRequest { version: 9, ..edit("soup") };
    assert_eq!(refusal(world.update(stale).await), (Code::AlreadyExists, "version".into()));
    assert_eq!(world.item("soup").await.version, 1);
    // The ends of what may be.
    let most = UpdateItemRequest {
        price: Some(100_000_000),
        estimated_cost: Some(100_000_000),
        display_name: Some("é".repeat(100)),
        stock: Some(1_000_000_000),
        ..edit("soup")
    };
    world.update(most).await.unwrap();
}

#[tokio::test]
async fn location_of_another_owner_is_forbidden_everywhere() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let mut client = world.client();
    let p1 = || "p1".to_owned();
    let refused = [
        refusal(
            client
                .list_items(world.request(&["p2"], ListItemsRequest { pos_id: p1(), ..Default::default() }))
                .await,
        ),
        refusal(
            client
                .list_edits(world.request(&["p2"], ListEditsRequest { pos_id: p1(), ..Default::default() }))
                .await,
        ),
        refusal(
            client
                .list_promotions(
                    world.request(&["p2"], ListPromotionsRequest { pos_id: p1(), ..Default::default() }),
                )
                .await,
        ),
        refusal(client.update_item(world.request(&["p2"], edit("soup"))).await),
        refusal(
            client
                .upload_image(world.request(&["p2"], UploadImageRequest { pos_id: p1(), image: vec![] }))
                .await,
        ),
    ];
    for refused in refused {
        assert_eq!(refused, (Code::PermissionDenied, "posID".into()));
    }
    let unsigned = client.list_items(tonic::Request::new(ListItemsRequest::default())).await;
    assert_eq!(refusal(unsigned).0, Code::Unauthenticated);
    // An item of a location that is not theirs is not there.
    let unnamed = UpdateItemRequest { pos_id: String::new(), ..edit("soup") };
    let elsewhere = client.update_item(world.request(&["p2"], unnamed)).await;
    assert_eq!(refusal(elsewhere), (Code::NotFound, "posItemID".into()));
    // Tills' calls are the gateway's.
    let changes = ListChangesRequest { pos_id: p1(), after: 0, limit: 1, items_only: false };
    let forged = world.counter().list_changes(world.request(&["p1"], changes)).await;
    assert_eq!(refusal(forged).0, Code::Unauthenticated);
}

#[tokio::test]
async fn wrong_lists_are_refused_with_the_field_named() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let list = async |places: &[&str], message| {
        refusal(world.client().list_items(world.request(places, message)).await)
    };
    let of = |pos_id: &str| ListItemsRequest { pos_id: pos_id.into(), ..ListItemsRequest::default() };
    let invalid = |field: &str| (Code::InvalidArgument, field.to_owned());
    assert_eq!(list(&["p1", "p2"], of("")).await, invalid("posID"));
    assert_eq!(list(&["p1"], of("")).await.0, Code::Ok);
    assert_eq!(list(&["p1"], ListItemsRequest { limit: 501, ..of("p1") }).await, invalid("limit"));
    assert_eq!(list(&["p1"], ListItemsRequest { limit: -1, ..of("p1") }).await, invalid("limit"));
    assert_eq!(
        list(&["p1"], ListItemsRequest { cursor: "nonsense".into(), ..of("p1") }).await,
        invalid("cursor")
    );
    assert_eq!(
        list(&["p1"], ListItemsRequest { cursor: "a.\0".into(), ..of("p1") }).await,
        invalid("cursor")
    );
    assert_eq!(list(&["p1"], ListItemsRequest { search: "\0".into(), ..of("p1") }).await, invalid("search"));
    assert_eq!(
        list(&["p1"], ListItemsRequest { search: "x".repeat(201), ..of("p1") }).await,
        invalid("search")
    );
    let edits = ListEditsRequest { pos_id: "p1".into(), cursor: "x".into(), ..Default::default() };
    assert_eq!(refusal(world.client().list_edits(world.request(&["p1"], edits)).await), invalid("cursor"));
    for cursor in ["x", "0.ABC", "99999.ABC.x", "0..x", "0.A.\0"] {
        let promotions =
            ListPromotionsRequest { pos_id: "p1".into(), cursor: cursor.into(), ..Default::default() };
        let answer = world.client().list_promotions(world.request(&["p1"], promotions)).await;
        assert_eq!(refusal(answer), invalid("cursor"), "{cursor}");
    }
    let changes = async |after, limit| {
        let message = ListChangesRequest { pos_id: "p1".into(), after, limit, items_only: false };
        refusal(world.counter().list_changes(world.as_gateway(message)).await)
    };
    assert_eq!(changes(-1, 1).await, invalid("after"));
    assert_eq!(changes(0, 0).await, invalid("limit"));
    assert_eq!(changes(0, 501).await, invalid("limit"));
    for name in ["", "x.jpg", "../../etc/passwd", &format!("{}.png", "a".repeat(64)), &"a".repeat(64)] {
        let message = GetImageRequest { name: name.into() };
        let answer = world.counter().get_image(world.as_gateway(message)).await;
        assert_eq!(refusal(answer), (Code::NotFound, "name".into()), "{name}");
    }
}
