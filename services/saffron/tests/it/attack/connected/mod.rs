//! What opens an account at a POS, or the door for a connection, stands in no log, trace, answer or message, and in no row as it is,
//! whatever goes wrong.

mod wire;

use std::cell::RefCell;
use std::collections::BTreeMap;

use saffron_core::{Clock, Secret};
use saffron_sandbox::square::{Mode, Order, signature};
use saffron_testkit::{Collector, eventually, eventually_ok};
use serde_json::{Value, json};
use sqlx::PgPool;

use self::wire::Wire;
use crate::connections::at_square;
use crate::connections::dice::{Dice, check};
use crate::connections::stand::{Pos, StandIn};
use crate::imports::Place;
use crate::operations::apart::Apart;
use crate::world::{API, NOW, ORIGIN, SQUARE_APPLICATION, SQUARE_WEBHOOK_KEY, VENDOR_KEY};

/// What goes wrong at a POS while a connection is at work.
const WRONG: [Mode; 8] = [
    Mode::Overloaded,
    Mode::RateLimited { retry_after: 3_600 },
    Mode::NotJson,
    Mode::WrongTypes,
    Mode::Truncated,
    Mode::Down,
    Mode::Reset,
    Mode::Forbidden,
];
/// What stands in logs at this level is all that there is.
const ALL: &str = "trace";
const WEBHOOKS: &str = "/pos/v1/webhooks/square";

/// Someone with a location and a POS: what they were answered, and what of it nobody else may see.
struct Owner<'a> {
    place: Place<'a>,
    stand_in: &'a StandIn,
    pool: &'a PgPool,
    answers: RefCell<String>,
    secrets: RefCell<BTreeMap<String, String>>,
}

impl Owner<'_> {
    /// Another secret of theirs.
    fn secret(&self, what: &str) -> String {
        let secret = format!("{}-{what}-0123456789abcdef", self.stand_in.pos.name());
        self.keep(what, &secret);
        secret
    }

    fn keep(&self, what: &str, secret: &str) {
        self.secrets.borrow_mut().insert(secret.to_owned(), format!("{what} of {:?}", self.stand_in.pos));
    }

    /// A call whose answer is read by everybody.
    async fn call(&self, call: &str, fields: Value) -> (u16, Value) {
        let answer = self.place.call(call, fields).await;
        let mut answers = self.answers.borrow_mut();
        *answers += &format!("{call}: {} {} {:?}\n", answer.body, answer.message, answer.headers);
        (answer.status, answer.body)
    }

    async fn of(&self, call: &str, connection: &Value) -> Value {
        let (status, body) = self.call(call, json!({"connectionID": connection["connectionID"]})).await;
        assert_eq!(status, 200, "{call}: {body}");
        body
    }

    async fn begin(&self, token: &str) -> (u16, Value) {
        self.call("create-connection", self.stand_in.entered(token)).await
    }

    /// Waits until a connection is as it should be.
    async fn until(&self, connection: &Value, is_right: impl Fn(&Value) -> bool) {
        eventually_ok("the connection", || async {
            let now = self.of("get-connection", connection).await;
            if is_right(&now) { Ok(()) } else { Err(now) }
        })
        .await;
    }

    /// Has all of a connection read at once.
    async fn wake(&self, connection: &Value) {
        self.of("pause-connection", connection).await;
        self.of("resume-connection", connection).await;
    }

    /// Waits until a reading failed.
    async fn until_failed(&self, connection: &Value) {
        let failed = "SELECT count(*) FROM feed WHERE connection_id = $1::uuid AND failures > 0";
        self.until_counted(failed, connection).await;
    }

    async fn until_counted(&self, query: &'static str, connection: &Value) {
        let id = connection["connectionID"].as_str().unwrap();
        eventually_ok(query, || async {
            let count: i64 = sqlx::query_scalar(query).bind(id).fetch_one(self.pool).await.unwrap();
            if count > 0 { Ok(()) } else { Err(self.of("get-connection", connection).await) }
        })
        .await;
    }

    /// Requests with a secret that are refused before anybody looks at it.
    async fn ask_wrongly(&self) {
        let wrong = self.secret("wrong");
        assert_eq!(self.begin(&wrong).await.0, 400);
        let spaced = format!("{} and more", self.secret("spaced"));
        assert_eq!(self.begin(&spaced).await.0, 400);
        let long = self.secret("long").repeat(100);
        assert_eq!(self.begin(&long).await.0, 400);
        let mut listed = self.stand_in.entered("");
        listed["token"] = json!([self.secret("listed")]);
        assert_eq!(self.call("create-connection", listed).await.0, 400);
        let whole = self.place.body(self.stand_in.entered(&self.secret("cut"))).to_string();
        let cut = whole[..whole.len() - 1].to_owned();
        let json = [("content-type", "application/json")];
        for (call, body) in [("create-connection", cut), ("creat-connection", whole)] {
            let answer = self.place.world.post(&format!("{API}/{call}"), &json, body).await;
            assert!((400..500).contains(&answer.status), "{answer:?}");
            *self.answers.borrow_mut() += &format!("{answer:?}\n");
        }
    }

    /// From a token to a location that is read.
    async fn connect(&self, begun: &Value) -> Value {
        let fields = json!({"connectionID": begun["connectionID"], "externalID": self.stand_in.location});
        let (status, connection) = self.call("connect-location", fields).await;
        assert_eq!(status, 200, "{connection}");
        self.until(&connection, |now| now["days"] == 4 && now["daysRead"] == 4).await;
        connection
    }

    /// The POS fails in each way.
    async fn fail(&self, connection: &Value, token: &str) {
        for mode in WRONG {
            self.of("pause-connection", connection).await;
            self.stand_in.set_mode(mode, None);
            self.of("resume-connection", connection).await;
            let calls = self.stand_in.calls();
            let failed = async {
                // Objects that cannot be mapped fail no reading.
                if mode == Mode::WrongTypes {
                    eventually("readings", || async { (self.stand_in.calls() > calls + 5).then_some(()) })
                        .await;
                } else {
                    self.until_failed(connection).await;
                }
            };
            let (begun, ()) = tokio::join!(self.begin(token), failed);
            assert_ne!(begun.0, 200, "{mode:?}: {begun:?}");
            for call in ["get-proofs", "get-unmapped", "get-connected-days"] {
                self.of(call, connection).await;
            }
        }
        self.stand_in.set_mode(Mode::Normal, None);
        self.wake(connection).await;
        self.until(connection, |now| now["faults"] == json!([])).await;
    }

    /// Access ends, and is given again.
    async fn renew(&self, connection: &Value) {
        self.stand_in.revoke();
        self.wake(connection).await;
        self.until(connection, |now| now["state"] == "refused").await;
        let (wrong, next) = (self.secret("renewed-wrong"), self.secret("renewed"));
        let fields = |token: &str| json!({"connectionID": connection["connectionID"], "token": token});
        assert_eq!(self.call("renew-connection", fields(&wrong)).await.0, 400);
        self.stand_in.admit(&next);
        assert_eq!(self.call("renew-connection", fields(&next)).await.0, 200);
        self.until(connection, |now| now["state"] == "live" && now["faults"] == json!([])).await;
    }

    /// Begins the way over the page of the POS: what comes back of it.
    async fn depart(&self, connection: Option<&Value>) -> Value {
        let mut fields = json!({"pos": "square"});
        if let Some(connection) = connection {
            fields["connectionID"] = connection["connectionID"].clone();
        }
        // The one answer that holds secrets: those of the browser that asks.
        let begun = self.place.call("begin-authorization", fields).await.ok();
        let back = at_square(&begun, &self.stand_in.account, "allow").await;
        let back = json!({"state": back["state"], "key": begun["key"], "code": back["code"]});
        for what in ["state", "key", "code"] {
            self.keep(what, back[what].as_str().unwrap());
        }
        back
    }

    async fn finish(&self, back: &Value) -> (u16, Value) {
        self.call("finish-authorization", back.clone()).await
    }

    /// A grant: begun in wrong ways, given, exchanged, refused and given again.
    async fn grant(&self) -> Value {
        for part in ["state", "key", "code"] {
            let mut back = self.depart(None).await;
            back[part] = json!(self.secret(&format!("wrong-{part}")));
            assert_eq!(self.finish(&back).await.0, 400, "{part}");
        }
        let back = self.depart(None).await;
        self.stand_in.set_mode(Mode::Down, None);
        assert_ne!(self.finish(&back).await.0, 200);
        self.stand_in.set_mode(Mode::Normal, None);
        let (status, begun) = self.finish(&self.depart(None).await).await;
        assert_eq!(status, 200, "{begun}");
        let connection = self.connect(&begun).await;
        let is_due = "WITH due AS (UPDATE connection SET renew_at = '2020-01-01', renewing_until = NULL WHERE connection_id = $1::uuid RETURNING 1)
            SELECT count(*) FROM due";
        let is_new = "SELECT count(*) FROM connection WHERE connection_id = $1::uuid AND renew_at > now()";
        self.stand_in.set_mode(Mode::Down, None);
        self.until_counted(is_due, &connection).await;
        self.wake(&connection).await;
        self.until_failed(&connection).await;
        self.stand_in.set_mode(Mode::Normal, None);
        self.until_counted(is_due, &connection).await;
        self.wake(&connection).await;
        self.until_counted(is_new, &connection).await;
        self.stand_in.revoke();
        self.until_counted(is_due, &connection).await;
        self.wake(&connection).await;
        self.until(&connection, |now| now["state"] == "refused").await;
        let (status, again) = self.finish(&self.depart(Some(&connection)).await).await;
        assert_eq!(status, 200, "{again}");
        connection
    }

    /// Webhooks, signed and not.
    async fn send_webhooks(&self) {
        let body = json!({"merchant_id": self.stand_in.account, "type": "payment.updated", "event_id": "e1",
            "created_at": NOW, "data": {"type": "payment", "id": "p1"}})
        .to_string();
        for (key, status) in [(SQUARE_WEBHOOK_KEY, 200), ("another key", 400)] {
            let signed = signature(&Secret::new(key), &format!("{ORIGIN}{WEBHOOKS}"), &body);
            let request = self.place.world.http.post(self.place.world.url(WEBHOOKS));
            let request = request.header("content-type", "application/json");
            let request = request.header("x-square-hmacsha256-signature", signed).body(body.clone());
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), status);
            let text = answer.text().await.unwrap();
            *self.answers.borrow_mut() += &text;
        }
    }

    /// All of it.
    async fn live(&self) {
        let zone = jiff::tz::TimeZone::get("America/New_York").unwrap();
        let closed = (jiff::Timestamp::now() - std::time::Duration::from_secs(600)).to_zoned(zone);
        let sale = check(&mut Dice::new(7), "sold", closed.datetime());
        self.stand_in.put(Order::sale(sale), closed.timestamp());
        self.ask_wrongly().await;
        let token = self.secret("token");
        self.stand_in.admit(&token);
        let (status, begun) = self.begin(&token).await;
        assert_eq!(status, 200, "{begun}");
        let connection = self.connect(&begun).await;
        self.fail(&connection, &token).await;
        self.renew(&connection).await;
        if self.stand_in.pos == Pos::Square {
            self.send_webhooks().await;
            let writes = json!({"connectionID": connection["connectionID"], "writes": true});
            assert_eq!(self.call("set-connection-writing", writes).await.0, 200);
        }
        self.of("end-connection", &connection).await;
        if self.stand_in.pos == Pos::Square {
            let granted = self.grant().await;
            self.of("end-connection", &granted).await;
        }
        for call in ["get-connections", "get-pos-systems", "get-ingest-keys"] {
            self.call(call, json!({})).await;
        }
    }
}

/// The rows of connectors, as text; bytes are in hexadecimal.
async fn rows(pool: &PgPool) -> String {
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(pool).await.unwrap();
    let mut rows = String::new();
    for table in tables {
        let query = sqlx::AssertSqlSafe(format!("SELECT t::text FROM {table} AS t"));
        let of_table: Vec<String> = sqlx::query_scalar(query).fetch_all(pool).await.unwrap();
        of_table.iter().for_each(|row| rows += &format!("{table}: {row}\n"));
    }
    rows
}

fn hexadecimal(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// What stands before a secret in a text.
fn before<'a>(text: &'a str, secret: &str) -> Option<&'a str> {
    let at = text.find(secret)?;
    let start = (0..=at.saturating_sub(300)).rev().find(|start| text.is_char_boundary(*start))?;
    text.get(start..at)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_of_a_connection_leaves_its_place() {
    let collector = Collector::start().await;
    let mut stand_ins = Vec::new();
    for pos in [Pos::Square, Pos::Clover, Pos::Toast] {
        let (stand_in, wire) = (StandIn::start(pos, Clock::system()).await, Wire::open().await);
        wire.lead(stand_in.address());
        stand_ins.push((stand_in, wire));
    }
    let door = Wire::open().await;
    let mut variables = vec![
        ("SAFFRON_OTLP_URL".to_owned(), collector.url.clone()),
        ("SAFFRON_INGEST_URL".to_owned(), door.url()),
        ("SAFFRON_CONNECTORS_PAST_DAYS".to_owned(), "3".to_owned()),
    ];
    variables.extend(stand_ins.iter().map(|(stand_in, wire)| (stand_in.variable().0, wire.url())));
    let variables: Vec<_> = variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut parts = Apart::start(ALL, &["auth", "inventory", "reports", "connectors"], &variables).await;
    door.lead(parts.gateway().address);
    let pool = parts.world.connectors_pool().await;
    let (mut answers, mut secrets) = (String::new(), BTreeMap::new());
    let mut owners = Vec::new();
    for ((stand_in, _), pos_id) in stand_ins.iter().zip(["p1", "p2", "p3"]) {
        let email = format!("{}@example.com", stand_in.pos.name());
        let place = Place::new(&parts.world, &email, pos_id).await;
        let pool = &pool;
        owners.push(Owner {
            place,
            stand_in,
            pool,
            answers: RefCell::default(),
            secrets: RefCell::default(),
        });
    }
    futures::future::join_all(owners.iter().map(Owner::live)).await;
    for owner in owners {
        answers += &owner.answers.into_inner();
        secrets.extend(owner.secrets.into_inner());
        secrets.insert(owner.place.ingest_key, "a till's key".to_owned());
    }
    for (stand_in, wire) in &stand_ins {
        let passed = wire.secrets();
        assert!(passed.contains(&format!("{}-token-0123456789abcdef", stand_in.pos.name())), "{passed:?}");
        secrets.extend(passed.into_iter().map(|one| (one, format!("passed to {:?}", stand_in.pos))));
    }
    let keys = door.secrets();
    assert_eq!(keys.len(), 4, "of each connection a key");
    secrets.extend(keys.into_iter().map(|key| (key, "the key of a connection".to_owned())));
    for (what, secret) in [
        ("the application's secret", SQUARE_APPLICATION.1),
        ("the key of webhooks", SQUARE_WEBHOOK_KEY),
        ("a vendor's key", VENDOR_KEY),
    ] {
        secrets.insert(secret.to_owned(), what.to_owned());
    }

    let mut messages = String::new();
    for stream in ["POS", "EVENTS", "DLQ", "PUSH"] {
        let stored = parts.world.nats.stored(stream).await;
        stored.iter().for_each(|(subject, body)| {
            messages += &format!("{subject}: {}\n", String::from_utf8_lossy(body));
        });
    }
    let rows = rows(&pool).await;
    let log = parts.end().await;
    let spans = String::from_utf8_lossy(&collector.bytes()).into_owned();
    // Each of them has what it is searched in.
    for (text, part) in [
        (&log, "a feed waits"),
        (&log, "a grant could not be exchanged"),
        (&spans, "/create-connection"),
        (&answers, "externalName"),
        (&messages, "connectors.connection_changed"),
        (&rows, "connected_location: "),
    ] {
        assert!(text.contains(part), "{part}");
    }
    let places = [
        ("the log", &log),
        ("a span", &spans),
        ("an answer", &answers),
        ("a message", &messages),
        ("a row", &rows),
    ];
    let mut leaks = Vec::new();
    for (secret, what) in &secrets {
        assert!(secret.len() > 7, "{what}: {secret}");
        for (place, text) in places {
            for written in [secret.clone(), hexadecimal(secret)] {
                leaks.extend(
                    before(text, &written).map(|before| format!("{what} in {place}: {before}{written}")),
                );
            }
        }
    }
    println!("{} secrets, {} bytes of log, {} of spans", secrets.len(), log.len(), spans.len());
    assert!(leaks.is_empty(), "{}\n{}", leaks.len(), leaks.join("\n\n"));
}
