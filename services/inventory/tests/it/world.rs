use std::ops::Deref;

use saffron_core::Clock;
use saffron_inventory::{Config, SPEC, start};
use saffron_kit::grpc::{Channel, MAX_MESSAGE};
use saffron_proto::inventory::counter_service_client::CounterServiceClient;
use saffron_proto::inventory::inventory_service_client::InventoryServiceClient;
use saffron_proto::inventory::{
    Change, Edit, GetItemRequest, Item, ListChangesRequest, ListEditsRequest, ListItemsRequest,
    UpdateItemRequest,
};
use saffron_testkit::{TestService, listed};
use serde_json::{Value, json};
use tempfile::TempDir;
use tonic::{Code, Status};

/// The service, running by itself.
pub struct World {
    service: TestService,
    /// Where the pictures are.
    pub folder: TempDir,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

impl World {
    /// Starts it, with the clock standing at `now`.
    pub async fn at(now: &str) -> World {
        let folder = tempfile::tempdir().unwrap();
        let (clock, images) = (Clock::fixed(now.parse().unwrap()), folder.path().join("images"));
        let variables = [("SAFFRON_INVENTORY_IMAGES", images.to_str().unwrap())];
        let service = TestService::start(&SPEC, clock, &variables, |env, clock, stop| {
            start(Config::from_env(&env).unwrap(), clock, stop)
        });
        World { service: service.await, folder }
    }

    pub fn client(&self) -> InventoryServiceClient<Channel> {
        InventoryServiceClient::new(self.channel()).max_decoding_message_size(MAX_MESSAGE)
    }

    pub fn counter(&self) -> CounterServiceClient<Channel> {
        CounterServiceClient::new(self.channel())
    }

    /// The till sends one item.
    pub async fn till(&self, data: Value) {
        let pos_id = data["posID"].as_str().unwrap().to_owned();
        self.facts(&pos_id, "item.upserted", &[data]).await;
    }

    /// The till sends one check.
    pub async fn check(&self, data: Value) {
        let pos_id = data["posID"].as_str().unwrap().to_owned();
        self.facts(&pos_id, "check.closed", &[data]).await;
    }

    /// An item of p1.
    pub async fn item(&self, id: &str) -> Item {
        let message = GetItemRequest { pos_id: "p1".into(), pos_item_id: id.into() };
        let answer = self.client().get_item(self.request(&["p1"], message)).await.unwrap();
        answer.into_inner().item.unwrap()
    }

    /// An owner of p1 edits an item.
    pub async fn update(&self, change: UpdateItemRequest) -> Result<Item, Status> {
        let answer = self.client().update_item(self.request(&["p1"], change)).await;
        answer.map(|answer| answer.into_inner().item.unwrap())
    }

    /// A page of a list.
    pub async fn list(&self, message: ListItemsRequest) -> (Vec<Item>, Option<String>) {
        listed(self.client().list_items(self.request(&["p1"], message)).await.unwrap()).await
    }

    /// The audit list of p1, newest first: editor, field, from, to.
    pub async fn edits(&self, item: &str) -> Vec<(String, String, String, String)> {
        let message =
            ListEditsRequest { pos_id: "p1".into(), pos_item_id: item.into(), ..ListEditsRequest::default() };
        let answer = self.client().list_edits(self.request(&["p1"], message)).await.unwrap();
        let (edits, next) = listed(answer).await;
        assert_eq!(next, None, "a page was not asked for");
        edits.into_iter().map(|Edit { by, field, from, to, .. }| (by, field, from, to)).collect()
    }

    /// The changes for a till of this location.
    pub async fn changes(&self, pos_id: &str) -> Vec<Change> {
        let message = ListChangesRequest { pos_id: pos_id.into(), after: 0, limit: 500, items_only: false };
        self.counter().list_changes(self.as_gateway(message)).await.unwrap().into_inner().changes
    }
}

/// An edit of an item of p1 that changes nothing yet.
pub fn edit(id: &str) -> UpdateItemRequest {
    UpdateItemRequest { pos_id: "p1".into(), pos_item_id: id.into(), ..UpdateItemRequest::default() }
}

/// Soup of p1 for 10 dollars, to be changed by the test.
pub fn soup(revision: i64) -> Value {
    json!({"posID": "p1", "posItemID": "soup", "revision": revision, "name": "Soup",
        "majorCategory": "Food", "minorCategory": "Starters", "price": 10, "cost": 3})
}

/// A check of p1 that sold so many soups, to be changed by the test.
pub fn check(id: &str, close: &str, quantity: f64) -> Value {
    json!({"posID": "p1", "posCheckID": id, "revision": 1, "closeTime": close,
        "items": [{"posItemID": "soup", "name": "Soup", "quantity": quantity, "price": 10}]})
}

/// Why a call was refused: its code and the field that is named.
pub fn refusal<T>(result: Result<T, Status>) -> (Code, String) {
    match result {
        Ok(_) => (Code::Ok, String::new()),
        Err(status) => {
            let field =
                status.metadata().get("x-saffron-field").map(|field| field.to_str().unwrap().to_owned());
            (status.code(), field.unwrap_or_default())
        }
    }
}
