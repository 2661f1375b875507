//! A small server with Saffron's public API. It stores facts as the reports do: the newer of two versions
//! stands. What goes wrong is scripted by the test.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use saffron_core::fact::{Fact, FactBody, Refusal, read_events};
use saffron_core::{Clock, Zone};
use serde_json::{Value, json};
use tokio::sync::Notify;

/// What the server has and does.
#[derive(Default)]
pub struct World {
    /// Answers to give before the real one: a status, and seconds of Retry-After.
    pub moods: VecDeque<(u16, Option<u32>)>,
    /// Check ids that are refused.
    pub refused: Vec<String>,
    /// Ingest keys by location.
    pub keys: BTreeMap<String, String>,
    /// Time zones by location.
    pub zones: BTreeMap<String, String>,
    /// Accounts at the card provider by location.
    pub card_accounts: BTreeMap<String, String>,
    /// The fact that stands, by location, kind and id.
    pub facts: BTreeMap<(String, &'static str, String), Fact>,
    /// Notified when a batch was taken.
    pub stored: Arc<Notify>,
    /// Sizes of the batches taken.
    pub batches: Vec<usize>,
    /// Passwords by address.
    pub users: HashMap<String, String>,
    /// Locations by address.
    pub linked: BTreeMap<String, Vec<String>>,
    /// Codes by location.
    pub codes: BTreeMap<String, String>,
    /// Promo codes of campaigns, as the changes of every location.
    pub promo_codes: Vec<Value>,
    /// The position up to which changes are confirmed, by location.
    pub confirmed: BTreeMap<String, i64>,
    /// What owners decided: call and location, in order.
    pub decided: Vec<(String, String)>,
    /// Connections to Square, oldest first.
    pub connections: Vec<Connection>,
}

/// A connection of a location.
pub struct Connection {
    pub pos_id: String,
    /// `choosing`, `live`, `ended` and so on.
    pub state: String,
    /// The one that was chosen at Square.
    pub external_id: String,
    /// Days that were read: one more with each look at it.
    pub days_read: u64,
}

/// The days of a connection.
const CONNECTED_DAYS: u64 = 4;

impl World {
    /// A connection as the API shows it.
    fn shown(&self, index: usize) -> Value {
        let one = &self.connections[index];
        let offered = [("L1", "Another House"), ("L2", "Red Lantern Noodle House")];
        let offered = offered.map(|(id, name)| json!({ "externalID": id, "name": name }));
        // At first only today is listed, which is read at once.
        let days = if one.days_read > 1 { CONNECTED_DAYS } else { one.days_read };
        let first = Clock::system().now() - SignedDuration::from_hours(24 * (CONNECTED_DAYS as i64 - 1));
        let first = first.to_zoned(TimeZone::get("America/Chicago").unwrap()).date();
        json!({ "connectionID": index.to_string(), "pos": "square", "state": one.state, "offered": offered,
            "firstDate": first, "days": days, "daysRead": one.days_read, "daysAsked": 0, "daysSkipped": 0 })
    }
}

/// The server, shared with the test.
pub type Shared = Arc<Mutex<World>>;

/// Starts the server; gives its address.
pub async fn start(world: Shared) -> String {
    let app = Router::new()
        .route("/ingest/v1/events", post(ingest))
        .route("/ingest/v1/changes", get(changes))
        .route("/notification/api/promotion/{call}", post(campaign))
        .route("/provision/v1/locations", post(provision))
        .route("/api-restaurant-pos/restaurantpro/{call}", post(main_api))
        .route("/api-restaurant-pos/restaurantpro/{call}/{session}", post(with_session))
        .with_state(world);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

fn answer(status: u16, message: &str, body: Value) -> Response {
    let json = Json(json!({ "status": status, "body": body, "message": message }));
    (StatusCode::from_u16(status).unwrap(), json).into_response()
}

fn bearer(headers: &HeaderMap) -> &str {
    headers["authorization"].to_str().unwrap().strip_prefix("Bearer ").unwrap()
}

fn name(fact: &Fact) -> (&'static str, String) {
    match &fact.body {
        FactBody::Check(check) | FactBody::OpenCheck(check) | FactBody::RemovedCheck(check) => {
            ("check", check.id.to_string())
        }
        FactBody::Shift(shift) | FactBody::RemovedShift(shift) => ("shift", shift.id.to_string()),
        FactBody::CashCount(count) => ("cash", format!("{} {}", count.drawer, count.opened.at)),
        FactBody::Item(item) => ("item", item.id.to_string()),
        FactBody::RemovedItem(item) => ("item", item.to_string()),
        FactBody::Customer(customer) => ("customer", customer.id.to_string()),
        FactBody::MergedCustomer(merge) => ("customer", merge.id.to_string()),
        FactBody::Money(money) => ("money", format!("{money:?}")),
    }
}

async fn ingest(State(world): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    let mut world = world.lock().unwrap();
    if let Some((status, after)) = world.moods.pop_front() {
        let mut response = answer(status, "scripted", Value::Null);
        if let Some(seconds) = after {
            response.headers_mut().insert("retry-after", seconds.into());
        }
        return response;
    }
    let key = bearer(&headers);
    let Some(location) = world.keys.iter().find(|(_, k)| *k == key).map(|(l, _)| l.clone()) else {
        return answer(401, "This ingest key is not known.", Value::Null);
    };
    assert!(body.len() < 1 << 20, "a body of {} bytes", body.len());
    let zone = world.zones[&location].parse::<Zone>().unwrap().into();
    let facts = match read_events(&body, &location.parse().unwrap(), &zone) {
        Ok(facts) => facts,
        Err(Refusal::Bad(bad)) => {
            return answer(400, &bad.why, json!({ "event": bad.event, "id": bad.id, "field": bad.field }));
        }
        Err(other) => return answer(400, &format!("{other:?}"), Value::Null),
    };
    if let Some(event) = facts.iter().position(|fact| world.refused.contains(&name(fact).1)) {
        return answer(400, "is not to our liking", json!({ "event": event, "field": "data.covers" }));
    }
    world.batches.push(facts.len());
    for fact in facts {
        let (kind, id) = name(&fact);
        let standing = world.facts.entry((location.clone(), kind, id)).or_insert_with(|| fact.clone());
        if fact.precedence > standing.precedence {
            *standing = fact;
        }
    }
    world.stored.notify_waiters();
    answer(202, "", json!({ "accepted": [] }))
}

async fn changes(
    State(world): State<Shared>,
    headers: HeaderMap,
    Query(query): Query<BTreeMap<String, i64>>,
) -> Response {
    let mut world = world.lock().unwrap();
    let key = bearer(&headers);
    let location = world.keys.iter().find(|(_, k)| *k == key).map(|(l, _)| l.clone()).unwrap();
    let after = usize::try_from(query["after"]).unwrap();
    world.confirmed.insert(location, query["after"]);
    world.stored.notify_waiters();
    let codes = world.promo_codes[after..].to_vec();
    let end = world.promo_codes.len();
    answer(200, "", json!({ "changeList": [], "promoCodeList": codes, "after": end, "more": false }))
}

async fn campaign(State(world): State<Shared>, headers: HeaderMap, Json(form): Json<Value>) -> Response {
    assert!(bearer(&headers).contains('@'), "a session");
    assert_eq!(form["emails"], json!(["b@example.com"]), "guests who may get messages");
    assert!(form["website"].is_string(), "the website that was registered");
    let of = form["posID"].as_str().unwrap().to_owned();
    world.lock().unwrap().decided.push(("code".to_owned(), of));
    answer(202, "", Value::Null)
}

async fn provision(State(world): State<Shared>, headers: HeaderMap, Json(form): Json<Value>) -> Response {
    if bearer(&headers) != "vendor-key" {
        return answer(401, "This provisioning key is not known.", Value::Null);
    }
    let mut world = world.lock().unwrap();
    let location = form["posID"].as_str().unwrap().to_owned();
    if let Some(account) = form["cardAccount"].as_str() {
        world.card_accounts.insert(location.clone(), account.to_owned());
    }
    world.zones.insert(location.clone(), form["timeZone"].as_str().unwrap().to_owned());
    let code = format!("CODE{:06}", world.codes.len() + world.batches.len());
    world.codes.insert(location.clone(), code.clone());
    let known = world.keys.contains_key(&location);
    let rotate = form["rotateIngestKey"] == json!(true);
    let key = (!known || rotate).then(|| format!("key-{location}-{}", u8::from(rotate)));
    if let Some(key) = &key {
        world.keys.insert(location.clone(), key.clone());
    }
    answer(200, "", json!({ "posID": location, "ingestKey": key, "linkCode": code }))
}

async fn main_api(
    State(world): State<Shared>,
    Path(call): Path<String>,
    Json(form): Json<Value>,
) -> Response {
    let mut world = world.lock().unwrap();
    let text = |field: &str| form[field].as_str().unwrap_or_default().to_owned();
    match call.as_str() {
        "signup" => {
            world.users.entry(text("email")).or_insert(text("password"));
            answer(200, "", Value::Null)
        }
        "login" if world.users.get(&text("username")) == Some(&text("password")) => {
            answer(200, "", json!({ "sessionGuid": text("username") }))
        }
        "login" => answer(401, "Wrong.", Value::Null),
        "link-restaurant" if world.codes.get(&text("posID")) == Some(&text("linkCode")) => {
            world.linked.entry(text("sessionID")).or_default().push(text("posID"));
            answer(200, "", json!({ "posID": text("posID") }))
        }
        "get-promotions" => {
            let offers =
                world.decided.iter().filter(|(call, of)| call == "offer" && *of == text("posID")).count();
            let list: Vec<Value> = (0..offers.min(1))
                .map(|_| json!({"promoCode": "SOUP2026", "state": "valid", "item": {"posItemID": text("posID")}}))
                .collect();
            answer(200, "", json!({ "promotionList": list }))
        }
        "get-reward-percent" => {
            let set = world.decided.iter().filter(|(call, of)| call == "percent" && *of == text("posID"));
            answer(200, "", json!({ "history": set.map(|_| json!({})).collect::<Vec<_>>() }))
        }
        "get-items-list" => {
            let mine = |(of, kind, _): &&(String, &str, String)| *of == text("posID") && *kind == "item";
            let item = |(.., id): &(String, &str, String)| json!({ "posItemID": id, "itemName": id });
            let mut items: Vec<Value> = world.facts.keys().filter(mine).map(item).collect();
            if world.connections.iter().any(|one| one.pos_id == text("posID") && one.state == "live") {
                let name = |number| format!("{number} of Square");
                items.extend((0..29).map(|number| json!({ "posItemID": number, "itemName": name(number) })));
            }
            answer(200, "", json!({ "itemList": items }))
        }
        "get-customers-list" => answer(200, "", json!({ "customerList": [{"posCustomerID": "g0001"}] })),
        "get-marketing-recipients" => {
            let list = json!([{ "address": "a@example.com", "exclusion": "optedOut" },
                { "address": "b@example.com", "exclusion": null }]);
            answer(200, "", json!({ "recipientList": list }))
        }
        "get-connections" => {
            let of = (0..world.connections.len()).rev();
            let of = of.filter(|index| world.connections[*index].pos_id == text("posID"));
            answer(
                200,
                "",
                json!({ "connectionList": of.map(|index| world.shown(index)).collect::<Vec<_>>() }),
            )
        }
        "create-connection" if text("token") == "EAAA-0123456789abcdef" && text("pos") == "square" => {
            let pos_id = text("posID");
            let state = "choosing".to_owned();
            world.connections.push(Connection { pos_id, state, external_id: String::new(), days_read: 0 });
            answer(200, "", world.shown(world.connections.len() - 1))
        }
        "create-connection" => answer(400, "token is not known to Square", json!({ "field": "token" })),
        "connect-location" => {
            let index: usize = text("connectionID").parse().unwrap();
            let one = &mut world.connections[index];
            (one.state, one.external_id) = ("live".to_owned(), text("externalID"));
            answer(200, "", world.shown(index))
        }
        "get-connection" => {
            let index: usize = text("connectionID").parse().unwrap();
            let one = &mut world.connections[index];
            one.days_read = (one.days_read + 1).min(CONNECTED_DAYS);
            answer(200, "", world.shown(index))
        }
        "mark-item-sold-out" => {
            let of = form["items"][0]["posID"].as_str().unwrap().to_owned();
            world.decided.push(("sold out".to_owned(), of));
            answer(200, "", json!({}))
        }
        "update-positem" | "send-reward-point" | "update-reward-percent" => {
            let what = match call.as_str() {
                "update-positem" if form["stock"].is_i64() => "stock",
                "update-positem" if form["offPercentage"].is_i64() => "offer",
                "update-positem" => "price",
                "send-reward-point" => "points",
                _ => "percent",
            };
            world.decided.push((what.to_owned(), text("posID")));
            answer(200, "", json!({}))
        }
        _ => answer(404, "No such call.", Value::Null),
    }
}

async fn with_session(
    State(world): State<Shared>,
    Path((call, session)): Path<(String, String)>,
) -> Response {
    let world = world.lock().unwrap();
    match call.as_str() {
        "get-restaurant-list" => {
            let linked = world.linked.get(&session).cloned().unwrap_or_default();
            let list: Vec<_> = linked.into_iter().map(|pos_id| json!({ "posID": pos_id })).collect();
            answer(200, "", json!(list))
        }
        "logout" => answer(200, "", Value::Null),
        _ => answer(404, "No such call.", Value::Null),
    }
}
