//! Figures: what services show is what docs/telemetry.md lists.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::{
    MetricsService, MetricsServiceServer,
};
use opentelemetry_proto::tonic::collector::metrics::v1::{
    ExportMetricsServiceRequest, ExportMetricsServiceResponse,
};
use reqwest::StatusCode;
use saffron_kit::nats::subject;
use saffron_services::SERVICES;
use saffron_testkit::{PATIENCE, eventually};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tonic::{Request, Response, Status};

use crate::world::{World, check, world};

/// A service in a process of its own.
struct Shown {
    /// Where it serves.
    address: SocketAddr,
    /// Where its figures are.
    metrics: SocketAddr,
    process: Child,
}

impl Shown {
    async fn start(service: &str, variables: &[(String, String)]) -> Shown {
        let mut process = Command::new(env!("CARGO_BIN_EXE_saffron"))
            .arg(service)
            .envs(variables.iter().cloned())
            .env("SAFFRON_METRICS_LISTEN", "127.0.0.1:0")
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let (mut address, mut metrics) = (None, None);
        while address.is_none() || metrics.is_none() {
            let line = lines.next_line().await.unwrap().expect("the service serves");
            let entry: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
            address = address.or_else(|| entry["address"].as_str()?.parse().ok());
            metrics = metrics.or_else(|| entry["metrics"].as_str()?.parse().ok());
        }
        // Who does not read lets it wait.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Shown { address: address.unwrap(), metrics: metrics.unwrap(), process }
    }

    /// What it shows now.
    async fn figures(&self, world: &World) -> Figures {
        let answer = world.http.get(format!("http://{}/metrics", self.metrics)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "text/plain; version=0.0.4");
        Figures::read(&answer.text().await.unwrap())
    }

    /// Waits for a figure.
    async fn expect(
        &self,
        world: &World,
        name: &str,
        labels: &[(&str, &str)],
        is_right: impl Fn(f64) -> bool,
    ) {
        eventually(&format!("{name} {labels:?}"), || async {
            self.figures(world).await.sum(name, labels).filter(|value| is_right(*value)).map(|_| ())
        })
        .await;
    }

    /// Tells it to end; it has to, in good order.
    async fn end(mut self) {
        let killed = std::process::Command::new("kill").arg(self.process.id().unwrap().to_string()).status();
        assert!(killed.unwrap().success());
        let ended = tokio::time::timeout(PATIENCE, self.process.wait()).await;
        assert!(ended.expect("it ends in time").unwrap().success());
    }
}

/// What a scrape shows: text of Prometheus, version 0.0.4.
#[derive(Default)]
struct Figures {
    /// The kind of each metric.
    kinds: BTreeMap<String, String>,
    series: Vec<(String, BTreeMap<String, String>, f64)>,
}

impl Figures {
    fn read(text: &str) -> Figures {
        let mut figures = Figures::default();
        for line in text.lines() {
            if let Some(declared) = line.strip_prefix("# TYPE ") {
                let (name, kind) = declared.split_once(' ').unwrap();
                assert_eq!(figures.kinds.insert(name.to_owned(), kind.to_owned()), None, "{name} twice");
            } else if !line.starts_with('#') {
                let (name, rest) = line.split_at(line.find(['{', ' ']).unwrap_or_else(|| panic!("{line}")));
                let (labels, value) = rest.rsplit_once(' ').unwrap();
                let mut found = BTreeMap::new();
                let inside = labels.strip_prefix('{').map_or("", |inside| inside.strip_suffix('}').unwrap());
                for label in inside.split("\",").filter(|label| !label.is_empty()) {
                    let (name, value) = label.split_once("=\"").unwrap_or_else(|| panic!("{line}"));
                    let value = value.strip_suffix('"').unwrap_or(value);
                    assert_eq!(found.insert(name.to_owned(), value.to_owned()), None, "{line}");
                }
                figures.series.push((name.to_owned(), found, value.parse().unwrap()));
            }
        }
        figures
    }

    /// The sum of what has these labels; none if nothing has.
    fn sum(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let values: Vec<f64> = self
            .series
            .iter()
            .filter(|(series, found, _)| {
                series == name
                    && labels.iter().all(|(label, value)| found.get(*label).is_some_and(|v| v == value))
            })
            .map(|(.., value)| *value)
            .collect();
        (!values.is_empty()).then(|| values.iter().sum())
    }

    /// Kind and labels of each metric.
    fn shape(&self) -> BTreeMap<String, (String, BTreeSet<String>)> {
        let of = |metric: &String, kind: &String| {
            let is_its = |series: &str| match series.strip_prefix(metric.as_str()) {
                Some("") => true,
                Some(rest) => kind == "histogram" && ["_bucket", "_sum", "_count"].contains(&rest),
                None => false,
            };
            let labels = self.series.iter().filter(|(series, ..)| is_its(series));
            labels.flat_map(|(_, labels, _)| labels.keys().cloned()).filter(|label| label != "le").collect()
        };
        self.kinds.iter().map(|(name, kind)| (name.clone(), (kind.clone(), of(name, kind)))).collect()
    }
}

/// What the page lists: kind and labels of each metric.
fn listed() -> BTreeMap<String, (String, BTreeSet<String>)> {
    let page = std::fs::read_to_string("../../docs/telemetry.md").unwrap();
    let mut listed = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [names, kind, labels, _] = cells[..] else { continue };
        if !["histogram", "counter", "gauge"].contains(&kind) {
            continue;
        }
        let ticked =
            |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        for name in ticked(names) {
            let labels = ticked(labels).into_iter().collect();
            assert_eq!(listed.insert(name.clone(), (kind.to_owned(), labels)), None, "{name} twice");
        }
    }
    assert!(listed.len() > 20, "the tables of the page are read");
    listed
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_those_that_the_page_lists() {
    let mut world = world().await;
    let (key, _) = world.provision("p1").await;
    world.sign_up("ana@example.com").await;
    world.stop();
    // No stream takes this subject, so that it cannot be published; and this account is not read.
    let mut database = open(&world, "notifications").await;
    sqlx::query(
        "INSERT INTO outbox (event_id, subject, kind, written_at, data)
         VALUES (gen_random_uuid(), 'nowhere', 'nothing', now() - interval '1 minute', '{}')",
    )
    .execute(&mut database)
    .await
    .unwrap();
    let mut database = open(&world, "payments").await;
    sqlx::query(
        "INSERT INTO location (pos_id, time_zone, account_id, mirror_account, polled_at)
         VALUES ('p9', 'UTC', 'acct_9', 'acct_9', now() - interval '1 hour')",
    )
    .execute(&mut database)
    .await
    .unwrap();
    // This check fails, and comes again, until whatever it is has been mended.
    sqlx::raw_sql(
        "CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = 'serialization_failure'; END $$;
         CREATE TRIGGER fails BEFORE INSERT ON pos_check FOR EACH ROW WHEN (NEW.pos_check_id = 'c3')
             EXECUTE FUNCTION fails()",
    )
    .execute(&mut database)
    .await
    .unwrap();

    let mut variables = world.gateway_env().to_vec();
    let mut services = BTreeMap::new();
    for service in SERVICES.into_iter().map(|service| service.name).chain(["gateway"]) {
        let shown = Shown::start(service, &variables).await;
        let url = format!("http://{}", shown.address);
        for name in [
            format!("SAFFRON_{}_URL", service.to_uppercase()),
            format!("SAFFRON_GATEWAY_{}_URL", service.to_uppercase()),
        ] {
            variables.retain(|(known, _)| *known != name);
            variables.push((name, url.clone()));
        }
        services.insert(service, shown);
    }
    let gateway = &services["gateway"];
    world.address = gateway.address;
    eventually("all services", || async {
        let answer = world.http.get(world.url("/readyz")).send().await.ok()?;
        (answer.status() == StatusCode::OK).then_some(())
    })
    .await;

    let ana = world.login("ana@example.com").await;
    let linked = world.linked(&ana, "p2").await;
    gateway.expect(&world, "saffron_live_connections", &[], |open| open == 0.0).await;
    let mut stream = world.stream(&ana, None).await;
    stream.standing().await;
    gateway.expect(&world, "saffron_live_connections", &[], |open| open == 1.0).await;

    let mut bad = check("p1", "c2", 8.0);
    bad["data"]["items"][0]["quantity"] = json!("many");
    assert_eq!(world.ingest(&key, &json!([check("p1", "c1", 1.0), bad])).await.status, 400);
    let figures = gateway.figures(&world).await;
    assert_eq!(figures.sum("saffron_ingest_events_total", &[("outcome", "refused")]), Some(2.0));
    assert_eq!(figures.sum("saffron_ingest_events_total", &[("outcome", "accepted")]), Some(0.0));
    assert_eq!(world.ingest(&linked, &check("p2", "c1", 3.0)).await.status, 202);
    stream.expect("report.changed").await;
    gateway.expect(&world, "saffron_ingest_events_total", &[("outcome", "accepted")], |n| n == 1.0).await;
    gateway.expect(&world, "saffron_live_delivery_seconds_count", &[], |delivered| delivered >= 1.0).await;
    drop(stream);
    gateway.expect(&world, "saffron_live_connections", &[], |open| open == 0.0).await;
    let figures = gateway.figures(&world).await;
    let ingest = |status| {
        let labels = [
            ("http_route", "/ingest/v1/events"),
            ("http_request_method", "POST"),
            ("http_response_status_code", status),
        ];
        figures.sum("http_server_request_duration_seconds_count", &labels)
    };
    assert_eq!((ingest("202"), ingest("400")), (Some(1.0), Some(1.0)));
    let resolved =
        [("rpc_method", "saffron.auth.v1.DoorService/ResolveIngestKey"), ("rpc_response_status_code", "OK")];
    let called = figures.sum("rpc_client_call_duration_seconds_count", &resolved);
    assert_eq!(called, Some(2.0), "one for each key");
    let answered =
        services["auth"].figures(&world).await.sum("rpc_server_call_duration_seconds_count", &resolved);
    assert_eq!(answered, called);
    assert_eq!(figures.sum("saffron_nats_connected", &[]), Some(1.0));
    assert_eq!(figures.sum("saffron_live_connections_limit", &[]), Some(20_000.0));
    let buckets: BTreeSet<&str> = figures
        .series
        .iter()
        .filter(|(name, ..)| name == "http_server_request_duration_seconds_bucket")
        .map(|(_, labels, _)| labels["le"].as_str())
        .collect();
    assert!(buckets.contains("0.005") && buckets.contains("10") && buckets.len() == 15, "{buckets:?}");

    let reports = &services["reports"];
    let committed = [("kind", "facts"), ("outcome", "committed")];
    reports.expect(&world, "saffron_consumer_batch_duration_seconds_count", &committed, |n| n >= 1.0).await;
    let pos = [("stream", "POS")];
    reports.expect(&world, "saffron_stream_bytes", &pos, |bytes| bytes > 0.0).await;
    reports.expect(&world, "saffron_stream_max_bytes", &pos, |bytes| bytes == 64.0 * 1024.0 * 1024.0).await;
    let pos_id = "p2".parse().unwrap();
    world.nats.nats.publish(&subject::facts(&pos_id), "odd", "no batch").await.unwrap();
    let consumer = format!("reports-facts-{:02}", pos_id.partition());
    reports.expect(&world, "saffron_dead_letters_total", &[("consumer", &consumer)], |n| n == 1.0).await;
    let used = [("db_client_connection_state", "used")];
    reports.expect(&world, "db_client_connection_count", &used, |used| used < 3.0).await;
    reports.expect(&world, "db_client_connection_max", &[], |max| max == 3.0).await;

    let payments = &services["payments"];
    assert_eq!(world.ingest(&linked, &check("p2", "c3", 5.0)).await.status, 202);
    let consumer = format!("payments-facts-{:02}", pos_id.partition());
    let of = [("stream", "POS"), ("consumer", consumer.as_str())];
    payments.expect(&world, "saffron_consumer_redelivered", &of, |n| n == 1.0).await;
    let mut database = open(&world, "payments").await;
    sqlx::raw_sql("DROP TRIGGER fails ON pos_check").execute(&mut database).await.unwrap();
    payments.expect(&world, "saffron_consumer_redelivered", &of, |n| n == 0.0).await;
    payments.expect(&world, "saffron_consumer_pending", &of, |n| n == 0.0).await;
    payments.expect(&world, "saffron_mirror_age_seconds", &[], |age| (3600.0..7200.0).contains(&age)).await;
    let in_vain = [("server_address", "127.0.0.1"), ("http_response_status_code", "")];
    payments.expect(&world, "http_client_request_duration_seconds_count", &in_vain, |n| n >= 1.0).await;
    payments.expect(&world, "saffron_queue_waiting", &[("queue", "webhook")], |n| n == 0.0).await;
    let notifications = &services["notifications"];
    notifications.expect(&world, "saffron_outbox_rows", &[], |rows| rows >= 1.0).await;
    notifications.expect(&world, "saffron_outbox_age_seconds", &[], |age| (60.0..600.0).contains(&age)).await;
    let committed = [("kind", "events"), ("outcome", "committed")];
    notifications
        .expect(&world, "saffron_consumer_batch_duration_seconds_count", &committed, |n| n >= 1.0)
        .await;

    let other = world.http.get(format!("http://{}/", gateway.metrics)).send().await.unwrap();
    assert_eq!(other.status(), StatusCode::NOT_FOUND);
    let changing = world.http.post(format!("http://{}/metrics", gateway.metrics)).send().await.unwrap();
    assert_eq!(changing.status(), StatusCode::METHOD_NOT_ALLOWED);

    let mut shown: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for service in services.values() {
        for (name, (kind, labels)) in service.figures(&world).await.shape() {
            let (known, all) = shown.entry(name).or_insert_with(|| (kind.clone(), BTreeSet::new()));
            assert_eq!(*known, kind);
            all.extend(labels);
        }
    }
    assert_eq!(shown, listed());
    for service in services.into_values() {
        service.end().await;
    }
}

async fn open(world: &World, service: &str) -> sqlx::PgConnection {
    use sqlx::Connection as _;
    let name = format!("SAFFRON_{}_DATABASE_URL", service.to_uppercase());
    let (_, url) = world.gateway_env().iter().find(|(known, _)| *known == name).unwrap();
    sqlx::PgConnection::connect(url).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_labels_gauges_by_service() {
    let world = world().await;
    world.stop();
    let all = Shown::start("all", world.gateway_env()).await;
    for service in ["auth", "notifications", "gateway"] {
        all.expect(&world, "saffron_nats_connected", &[("service", service)], |connected| connected == 1.0)
            .await;
    }
    for service in ["auth", "notifications"] {
        let mail = [("service", service), ("queue", "mail")];
        all.expect(&world, "saffron_queue_waiting", &mail, |waiting| waiting == 0.0).await;
    }
    all.end().await;
}

/// A collector of OpenTelemetry, as far as it takes metrics.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<ExportMetricsServiceRequest>>>);

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        self.0.lock().unwrap().push(request.into_inner());
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_gets_the_figures_until_the_end() {
    let world = world().await;
    let collector = Collector::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let incoming = tonic::transport::server::TcpIncoming::from(listener);
    let server =
        tonic::transport::Server::builder().add_service(MetricsServiceServer::new(collector.clone()));
    tokio::spawn(server.serve_with_incoming(incoming));
    let mut variables = world.gateway_env().to_vec();
    variables.push(("SAFFRON_OTLP_URL".into(), url));
    let auth = Shown::start("auth", &variables).await;
    auth.expect(&world, "saffron_outbox_rows", &[], |rows| rows >= 0.0).await;
    auth.end().await;
    let taken = collector.0.lock().unwrap();
    let resources = taken.iter().flat_map(|request| &request.resource_metrics);
    let mut names = BTreeSet::new();
    for resource in resources {
        let about = format!("{:?}", resource.resource);
        assert!(about.contains("saffron-auth"), "{about}");
        let metrics = resource.scope_metrics.iter().flat_map(|scope| &scope.metrics);
        names.extend(metrics.map(|metric| metric.name.clone()));
    }
    for name in ["saffron.outbox.rows", "saffron.nats.connected", "db.client.connection.count"] {
        assert!(names.contains(name), "{names:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_metrics_collector_delays_no_call() {
    let world = world().await;
    let mut variables = world.gateway_env().to_vec();
    variables.push(("SAFFRON_OTLP_URL".into(), "http://127.0.0.1:9".into()));
    let auth = Shown::start("auth", &variables).await;
    auth.expect(&world, "saffron_nats_connected", &[], |connected| connected == 1.0).await;
    auth.end().await;
}
