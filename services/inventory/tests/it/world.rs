use futures::TryStreamExt as _;
use jiff::Timestamp;
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{Clock, PosId, UserId, Zone};
use saffron_inventory::{Config, SPEC, start};
use saffron_kit::grpc::{Channel, ServiceChannel, channel};
use saffron_kit::nats::subject;
use saffron_kit::pg::PgConfig;
use saffron_kit::service::ServiceConfig;
use saffron_kit::{CancellationToken, Secret};
use saffron_proto::inventory::counter_service_client::CounterServiceClient;
use saffron_proto::inventory::inventory_service_client::InventoryServiceClient;
use saffron_proto::inventory::{
    Change, Edit, GetItemRequest, Item, ListChangesRequest, ListEditsRequest, ListItemsRequest,
    UpdateItemRequest, list_edits_response, list_items_response,
};
use saffron_testkit::{Keys, TestNats, database_url, nats};
use serde_json::{Value, json};
use sqlx::PgPool;
use tempfile::TempDir;
use tonic::{Code, Request, Status};

/// The service, running by itself.
pub struct World {
    pub nats: TestNats,
    pub pool: PgPool,
    pub clock: Clock,
    /// Where the pictures are.
    pub folder: TempDir,
    config: Config,
    keys: Keys,
    gateway_key: Secret,
    channel: ServiceChannel,
    shutdown: CancellationToken,
    events: std::sync::atomic::AtomicU32,
}

/// Where locations are.
pub const ZONE: &str = "America/New_York";

impl World {
    /// Starts it, with the clock standing at `now`.
    pub async fn at(now: &str) -> World {
        let clock = Clock::fixed(now.parse().unwrap());
        let keys = Keys::default();
        saffron_testkit::unhurried();
        let nats = nats(&[SPEC.consumers()]).await;
        let url = database_url(SPEC.name, SPEC.migrations).await;
        let pool = PgPool::connect(&url).await.unwrap();
        let shutdown = CancellationToken::new();
        let folder = tempfile::tempdir().unwrap();
        let gateway_key = Secret::random();
        let config = Config {
            service: ServiceConfig {
                listen: "127.0.0.1:0".parse().unwrap(),
                pg: PgConfig::new(Secret::new(url), 8),
                nats: nats.config.clone(),
                verifier: keys.verifier(),
            },
            gateway_key: gateway_key.clone(),
            images: folder.path().join("images").display().to_string(),
        };
        let running = start(config.clone(), clock.clone(), shutdown.clone()).await.unwrap();
        let url = format!("http://{}", running.address);
        tokio::spawn(running.stopped());
        let channel = channel("test", &url, saffron_testkit::PATIENCE).unwrap();
        World { nats, pool, clock, folder, config, keys, gateway_key, channel, shutdown, events: 0.into() }
    }

    /// Starts another one beside it.
    pub async fn replica(&self) {
        let running = start(self.config.clone(), self.clock.clone(), self.shutdown.clone()).await.unwrap();
        tokio::spawn(running.stopped());
    }

    pub fn client(&self) -> InventoryServiceClient<Channel> {
        InventoryServiceClient::new(self.channel.channel.clone()).max_decoding_message_size(16 << 20)
    }

    pub fn counter(&self) -> CounterServiceClient<Channel> {
        CounterServiceClient::new(self.channel.channel.clone())
    }

    /// A request of a person with these locations of New York.
    pub fn request<T>(&self, locations: &[&str], message: T) -> Request<T> {
        let locations: Vec<(&str, &str)> = locations.iter().map(|id| (*id, ZONE)).collect();
        self.request_of(&locations, message)
    }

    /// A request of a person with these locations, each with its time zone.
    pub fn request_of<T>(&self, locations: &[(&str, &str)], message: T) -> Request<T> {
        let locations: Vec<(PosId, Zone)> =
            locations.iter().map(|(id, zone)| (id.parse().unwrap(), zone.parse().unwrap())).collect();
        let token = self.keys.token(UserId(uuid::Uuid::nil()), &locations, self.now());
        self.channel.as_caller(&token, message).unwrap()
    }

    pub fn gateway<T>(&self, message: T) -> Request<T> {
        self.channel.as_gateway(&self.gateway_key, message).unwrap()
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn set(&self, now: &str) {
        self.clock.set(now.parse().unwrap());
    }

    /// A CloudEvent of a fact, with an id of its own.
    pub fn event(&self, kind: &str, data: Value) -> Value {
        let id = self.events.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        json!({"specversion": "1.0", "id": format!("e{id:05}"), "source": "till", "type": kind, "data": data})
    }

    /// What the gateway does with the events of one POST.
    pub async fn ingest(&self, pos_id: &str, events: &[Value]) {
        let pos_id: PosId = pos_id.parse().unwrap();
        let zone: Zone = ZONE.parse().unwrap();
        let body = serde_json::to_vec(events).unwrap();
        let facts = read_events(&body, &pos_id, &zone).unwrap();
        let subject = subject::facts(&pos_id);
        let batch = StampedBatch { pos_id, zone, received_at: self.now(), facts };
        self.nats.put(&subject, serde_json::to_vec(&batch).unwrap()).await;
    }

    /// Ingests and waits until it is recorded.
    pub async fn record(&self, pos_id: &str, events: &[Value]) {
        self.ingest(pos_id, events).await;
        self.nats.facts_settled("inventory").await;
    }

    /// The till sends one item.
    pub async fn till(&self, data: Value) {
        let pos_id = data["posID"].as_str().unwrap().to_owned();
        self.record(&pos_id, &[self.event("item.upserted", data)]).await;
    }

    /// The till sends one check.
    pub async fn check(&self, data: Value) {
        let pos_id = data["posID"].as_str().unwrap().to_owned();
        self.record(&pos_id, &[self.event("check.closed", data)]).await;
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
        let request = self.request(&["p1"], message);
        let stream = self.client().list_items(request).await.unwrap().into_inner();
        let parts: Vec<_> = stream.try_collect().await.unwrap();
        let (mut items, mut next) = (Vec::new(), None);
        for part in parts {
            match part.part.unwrap() {
                list_items_response::Part::Item(item) => items.push(item),
                list_items_response::Part::NextCursor(cursor) => next = Some(cursor),
            }
        }
        (items, next)
    }

    /// The audit list of p1, newest first: editor, field, from, to.
    pub async fn edits(&self, item: &str) -> Vec<(String, String, String, String)> {
        let message =
            ListEditsRequest { pos_id: "p1".into(), pos_item_id: item.into(), ..ListEditsRequest::default() };
        let stream = self.client().list_edits(self.request(&["p1"], message)).await.unwrap().into_inner();
        let parts: Vec<_> = stream.try_collect().await.unwrap();
        let edit = |part: list_edits_response::Part| match part {
            list_edits_response::Part::Edit(Edit { by, field, from, to, .. }) => (by, field, from, to),
            list_edits_response::Part::NextCursor(_) => panic!("a page was not asked for"),
        };
        parts.into_iter().map(|part| edit(part.part.unwrap())).collect()
    }

    /// The changes for a till of this location.
    pub async fn changes(&self, pos_id: &str) -> Vec<Change> {
        let message = ListChangesRequest { pos_id: pos_id.into(), after: 0, limit: 500 };
        self.counter().list_changes(self.gateway(message)).await.unwrap().into_inner().changes
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.shutdown.cancel();
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
