//! What the users of deploy/nats/users.conf may publish and read, tried on a server that runs with that file: each user tries
//! everything that any other may, and every command of JetStream for every stream and consumer.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use saffron_dev::packages::Packages;
use saffron_dev::postgres::Use;
use saffron_dev::proc::Running;
use saffron_dev::services::nats_users;
use saffron_instance::Base;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

const USERS: &str = include_str!("../../../nats/users.conf");
const STREAMS: [&str; 5] = ["POS", "EVENTS", "DLQ", "PUSH", "OTHER"];
/// The services with consumers of POS, and of EVENTS.
const OF_FACTS: [&str; 6] = ["reports", "inventory", "customers", "payments", "marketing", "notifications"];
const OF_EVENTS: [&str; 7] =
    ["reports", "payments", "customers", "inventory", "marketing", "notifications", "connectors"];
/// The subjects of each service for browsers, after `push.v1.`.
const PUSHES: [(&str, &str); 10] = [
    ("reports", "location.*.report_changed"),
    ("inventory", "location.*.items_changed"),
    ("customers", "location.*.customers_changed"),
    ("payments", "location.*.payments_changed"),
    ("marketing", "location.*.campaign_changed"),
    ("connectors", "location.*.import_changed"),
    ("connectors", "location.*.connection_changed"),
    ("notifications", "person.*.communication_added"),
    ("notifications", "person.*.communications_changed"),
    ("auth", "person.*.locations_changed"),
];
const PATIENCE: Duration = Duration::from_secs(300);

/// A NATS with the real users, which ends with the test.
struct Server {
    port: u16,
    running: Option<Running>,
    base: Base,
}

impl Server {
    async fn start() -> Self {
        let base = Base::temporary().unwrap();
        let packages = Packages::get(&base.config, |_| ()).await.unwrap();
        let daemon = saffron_dev::nats::daemon(&base.config, &packages, &base.secrets, Use::Keep).unwrap();
        let running = Some(daemon.start().unwrap());
        let port = base.config.ports.nats;
        let began = std::time::Instant::now();
        while !saffron_dev::nats::answers(&format!("127.0.0.1:{port}")).await {
            assert!(began.elapsed() < PATIENCE, "NATS does not answer");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self { port, running, base }
    }

    fn password(&self, user: &str) -> &str {
        let secrets = &self.base.secrets;
        if user == "ops" { &secrets.nats_ops } else { secrets.nats(user).unwrap() }
    }

    /// Sends these lines as a user; gives what the server refuses, in its own words.
    async fn refusals(&self, user: &str, lines: &str) -> Vec<String> {
        let socket = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let mut socket = BufReader::new(socket);
        let connect = serde_json::json!({"verbose": false, "pedantic": false, "headers": true, "lang": "test",
            "version": "1", "protocol": 1, "user": user, "pass": self.password(user)});
        let talk = async {
            let mut line = String::new();
            socket.read_line(&mut line).await.unwrap();
            socket.write_all(format!("CONNECT {connect}\r\n{lines}PING\r\n").as_bytes()).await.unwrap();
            let mut refusals = Vec::new();
            loop {
                line.clear();
                assert_ne!(socket.read_line(&mut line).await.unwrap(), 0, "{user} was cut off: {refusals:?}");
                match line.trim() {
                    "PONG" => return refusals,
                    refusal if refusal.starts_with("-ERR") => refusals.push(refusal.to_lowercase()),
                    _ => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, talk).await.unwrap()
    }

    /// A connection that can do more.
    async fn client(&self, user: &str) -> async_nats::Client {
        let options =
            async_nats::ConnectOptions::with_user_and_password(user.into(), self.password(user).into());
        let options = options.custom_inbox_prefix(format!("_INBOX_{user}"));
        options.connect(format!("127.0.0.1:{}", self.port)).await.unwrap()
    }

    async fn stop(mut self) {
        self.running.take().unwrap().stop().await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.id.signal(nix::sys::signal::Signal::SIGKILL);
        }
    }
}

/// The subjects that users.conf lists for a user under `publish` or `subscribe`.
fn listed(user: &str, what: &str) -> Vec<String> {
    let own = USERS.split(&format!("user: {user}, ")).nth(1).unwrap();
    let list = own.split(&format!("{what}: {{ allow: [")).nth(1).unwrap().split("] }").next().unwrap();
    let lines = list.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// A subject that a pattern allows.
fn instance(pattern: &str) -> String {
    pattern.replace('*', "any").replace('>', "any.thing")
}

fn consumers() -> Vec<(&'static str, String)> {
    let facts =
        OF_FACTS.iter().flat_map(|service| (0..4).map(move |n| ("POS", format!("{service}-facts-{n:02}"))));
    let events = OF_EVENTS.iter().map(|service| ("EVENTS", format!("{service}-events")));
    let analysts = ["analyst-live", "analyst-replay", "analyst-parquet", "analyst-spare", "location"];
    let others = STREAMS.iter().map(|stream| (*stream, "any".to_owned()));
    facts.chain(events).chain(analysts.map(|name| ("EVENTS", name.to_owned()))).chain(others).collect()
}

/// Everything that is worth a try.
fn subjects() -> BTreeSet<String> {
    let mut all: BTreeSet<String> =
        nats_users().flat_map(|user| listed(user, "publish")).map(|one| instance(&one)).collect();
    let verbs = [
        "CREATE",
        "UPDATE",
        "DELETE",
        "PURGE",
        "INFO",
        "MSG.GET",
        "MSG.DELETE",
        "SNAPSHOT",
        "RESTORE",
        "LEADER.STEPDOWN",
        "PEER.REMOVE",
    ];
    for stream in STREAMS {
        all.extend(verbs.map(|verb| format!("$JS.API.STREAM.{verb}.{stream}")));
        all.extend(["NAMES", "LIST", "CREATE"].map(|verb| format!("$JS.API.CONSUMER.{verb}.{stream}")));
        all.extend([
            format!("$JS.API.DIRECT.GET.{stream}"),
            format!("$JS.API.DIRECT.GET.{stream}.saffron.v1.any"),
        ]);
    }
    for (stream, name) in consumers() {
        let verbs = [
            "CREATE",
            "DURABLE.CREATE",
            "DELETE",
            "INFO",
            "MSG.NEXT",
            "RESET",
            "PAUSE",
            "UNPIN",
            "LEADER.STEPDOWN",
        ];
        all.extend(verbs.map(|verb| format!("$JS.API.CONSUMER.{verb}.{stream}.{name}")));
        all.insert(format!("$JS.API.CONSUMER.CREATE.{stream}.{name}.pos.v1.any"));
        all.insert(format!("$JS.ACK.{stream}.{name}.1.1.1.1.0"));
        all.insert(format!("$JS.ACK._.any.{stream}.{name}.1.1.1.1.0.any"));
        // Taken for a consumer's where tokens are not counted.
        all.insert(format!("$JS.ACK.any.any.any.any.{stream}.{name}.1"));
        all.insert(format!("dlq.v1.{name}.any"));
        all.insert(format!("$JS.FC.{stream}.{name}.any"));
    }
    for user in nats_users().chain(["ops"]) {
        all.extend([
            format!("saffron.v1.any.{user}.any_event"),
            format!("saffron.v1.{user}"),
            format!("heartbeat.v1.{user}"),
            format!("_INBOX_{user}.any"),
        ]);
    }
    all.extend(
        [
            "pos.v1.0.any.batch",
            "push.v1.person.any.any_event",
            "push.v1.location.any.any_event",
            "push.v1.gateway._.any_event",
            "push.v1.gateway._.session_ended",
            "push.v1.gateway._.replica_started",
            "_INBOX.any",
            "$SYS.REQ.SERVER.PING",
            "$KV.any.key",
            "$O.any",
            "$JS.API.INFO",
            "$JS.API.STREAM.NAMES",
            "$JS.API.STREAM.LIST",
            "$JS.API.META.LEADER.STEPDOWN",
            "$JS.API.ACCOUNT.PURGE.SAFFRON",
            "$JS.API.SERVER.REMOVE",
            "anything",
        ]
        .map(str::to_owned),
    );
    all
}

/// Whether a user has to be able to publish this: what the code of the services does, whatever users.conf allows.
fn may(user: &str, subject: &str) -> bool {
    let tokens: Vec<&str> = subject.split('.').collect();
    let is_own = |stream: &str, name: &str| match (user, stream) {
        ("analyst", "EVENTS") => name.starts_with("analyst-") && name != "analyst-",
        ("location", "EVENTS") => name == "location",
        (_, "POS") => OF_FACTS.contains(&user) && (0..4).any(|n| name == format!("{user}-facts-{n:02}")),
        (_, "EVENTS") => OF_EVENTS.contains(&user) && name == format!("{user}-events"),
        _ => false,
    };
    let is_analyst = matches!(user, "analyst" | "location");
    match tokens.as_slice() {
        ["pos", "v1", _, ..] => matches!(user, "gateway" | "reports"),
        ["saffron", "v1", _, domain, _] => *domain == user && user != "gateway" && !is_analyst,
        ["push", "v1", "gateway", "_", "session_ended" | "ingest_key_revoked"] => user == "auth",
        ["push", "v1", "gateway", "_", "replica_started"] => user == "reports",
        ["push", "v1", audience, _, event] => PUSHES.contains(&(user, &format!("{audience}.*.{event}"))),
        ["dlq", "v1", name, _] => !is_analyst && (is_own("POS", name) || is_own("EVENTS", name)),
        ["heartbeat", "v1", "reports"] => user == "reports",
        ["$JS", "API", "STREAM", "INFO", stream] => match user {
            "gateway" => *stream == "PUSH",
            "reports" => *stream != "OTHER",
            "customers" => matches!(*stream, "DLQ" | "EVENTS"),
            "analyst" => *stream == "EVENTS",
            _ => false,
        },
        ["$JS", "API", "STREAM", "CREATE", "PUSH"] => matches!(user, "gateway" | "reports"),
        // Erased guests' letters, and erasures that a restored database does not know.
        ["$JS", "API", "STREAM", "MSG", "GET", "DLQ" | "EVENTS"] => user == "customers",
        ["$JS", "API", "STREAM", "MSG", "DELETE", "DLQ"] => user == "customers",
        ["$JS", "API", "CONSUMER", "CREATE", "PUSH", ..] => user == "gateway",
        ["$JS", "API", "CONSUMER", "DELETE" | "INFO", "PUSH", _] => user == "gateway",
        ["$JS", "API", "CONSUMER", "MSG", "NEXT", "PUSH", _] => user == "gateway",
        ["$JS", "API", "CONSUMER", "INFO", stream, name] => is_own(stream, name),
        ["$JS", "API", "CONSUMER", "MSG", "NEXT", stream, name] => is_own(stream, name),
        ["$JS", "API", "CONSUMER", "RESET", stream, name] => user == "analyst" && is_own(stream, name),
        ["$JS", "ACK", stream, name, _, _, _, _, _] if STREAMS.contains(stream) => is_own(stream, name),
        ["$JS", "ACK", _, _, stream, name, _, _, _, _, _, _] => is_own(stream, name),
        _ => false,
    }
}

#[tokio::test]
async fn user_publishes_its_own_subjects_alone() {
    let server = Server::start().await;
    let subjects = subjects();
    let mut wrong = Vec::new();
    for user in nats_users() {
        let lines = subjects.iter().fold(String::new(), |mut lines, subject| {
            let _ = write!(lines, "PUB {subject} 0\r\n\r\n");
            lines
        });
        let refusals: BTreeSet<String> = server.refusals(user, &lines).await.into_iter().collect();
        let own = subjects.iter().filter(|subject| may(user, subject)).count();
        assert!(own > 0 && refusals.len() > 100, "{user}: {own} {}", refusals.len());
        for subject in &subjects {
            let refused = refusals.contains(&format!(
                "-err 'permissions violation for publish to \"{}\"'",
                subject.to_lowercase()
            ));
            if refused == may(user, subject) {
                wrong
                    .push(format!("{user} {} {subject}", if refused { "is refused" } else { "may publish" }));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} subjects:\n{}", wrong.len(), subjects.len(), wrong.join("\n"));
    server.stop().await;
}

#[tokio::test]
async fn user_receives_its_own_answers_alone() {
    let server = Server::start().await;
    let users: Vec<&str> = nats_users().chain(["ops"]).collect();
    let mut subjects: BTreeSet<String> =
        users.iter().flat_map(|user| [format!("_INBOX_{user}.>"), format!("_INBOX_{user}.any")]).collect();
    let all = [
        ">",
        "*",
        "*.>",
        "_INBOX.>",
        "pos.v1.>",
        "saffron.v1.>",
        "push.v1.>",
        "dlq.v1.>",
        "heartbeat.v1.>",
        "heartbeat.v1.*",
        "$JS.>",
        "$JS.API.>",
        "$JS.ACK.>",
        "$JS.EVENT.>",
        "$SYS.>",
        "$KV.>",
    ];
    subjects.extend(all.map(str::to_owned));
    let mut wrong = Vec::new();
    for user in users {
        for queue in ["", " together"] {
            let lines = subjects.iter().zip(1..).fold(String::new(), |mut lines, (subject, id)| {
                let _ = write!(lines, "SUB {subject}{queue} {id}\r\n");
                lines
            });
            let refusals = server.refusals(user, &lines).await.join("\n");
            for subject in &subjects {
                let own = subject.starts_with(&format!("_INBOX_{user}."));
                let may = own || (matches!(user, "gateway" | "ops") && subject.starts_with("heartbeat.v1."));
                let refused = refusals.contains(&format!("subscription to \"{}\"", subject.to_lowercase()));
                if refused == may {
                    wrong.push(format!(
                        "{user} {} {subject}{queue}",
                        if refused { "is refused" } else { "may subscribe to" }
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    server.stop().await;
}

/// NATS does not check the subject that an answer is to go to. users.conf notes what a service can reach by that; a
/// server that refuses it makes this test fail, and that note wrong.
#[tokio::test]
async fn messages_that_a_service_makes_jetstream_send_are_known() {
    let server = Server::start().await;
    let ops = async_nats::jetstream::new(server.client("ops").await);
    for (name, subjects) in [("POS", "pos.v1.>"), ("EVENTS", "saffron.v1.>")] {
        let config = async_nats::jetstream::stream::Config {
            name: name.into(),
            subjects: vec![subjects.into()],
            ..Default::default()
        };
        ops.create_stream(config).await.unwrap();
    }
    ops.publish("pos.v1.0.p1.batch", "a fact".into()).await.unwrap().await.unwrap();
    let messages = async |stream: &str| ops.get_stream(stream).await.unwrap().cached_info().state.messages;
    let auth = server.client("auth").await;

    // A text of JetStream's, never its own, where it may not publish: no service takes it for an event.
    auth.publish_with_reply("saffron.v1.p1.auth.any", "saffron.v1.p1.payments.any", "".into()).await.unwrap();
    until_so("the answer in EVENTS", async || messages("EVENTS").await == 2).await;
    let message = ops.get_stream("EVENTS").await.unwrap().get_raw_message(2).await.unwrap();
    assert_eq!(message.subject.as_str(), "saffron.v1.p1.payments.any");
    assert!(String::from_utf8_lossy(&message.payload).contains("\"stream\":\"EVENTS\""), "{message:?}");

    // A command of JetStream without a text: the answer of a consumer without messages has none.
    let consumer = async_nats::jetstream::consumer::pull::Config {
        durable_name: Some("reports-facts-00".into()),
        deliver_policy: async_nats::jetstream::consumer::DeliverPolicy::New,
        ..Default::default()
    };
    ops.create_consumer_on_stream(consumer, "POS").await.unwrap();
    let reports = server.client("reports").await;
    let next = "$JS.API.CONSUMER.MSG.NEXT.POS.reports-facts-00";
    let request = r#"{"batch":1,"no_wait":true}"#;
    reports.publish_with_reply(next, "$JS.API.STREAM.PURGE.EVENTS", request.into()).await.unwrap();
    until_so("the purge", async || messages("EVENTS").await == 0).await;

    // A reply subject that is an acknowledgement is checked.
    let lines = "PUB saffron.v1.p1.auth.any $JS.ACK.POS.reports-facts-00.1.1.1.1.0 0\r\n\r\n";
    assert!(!server.refusals("auth", lines).await.is_empty());
    assert_eq!(messages("POS").await, 1);
    server.stop().await;
}

async fn until_so(what: &str, is_so: impl AsyncFn() -> bool) {
    let began = std::time::Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < PATIENCE, "waited in vain for {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
