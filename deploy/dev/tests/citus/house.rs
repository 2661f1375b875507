//! An instance whose database of reports is its own Postgres, or one on Citus.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use saffron_dev::environment::Environment;
use saffron_dev::packages::Packages;
use saffron_dev::place::Place;
use saffron_dev::ports::StandIn;
use saffron_dev::postgres::Psql;
use saffron_dev::secrets::Secrets;
use saffron_dev::services::{GATEWAY, variable};
use serde_json::{Value, json};

use crate::door;
use crate::fixture::Own;
use crate::nodes::{Nodes, REPORTS, programs};
use crate::operator::Operator;
use crate::owner::{Owner, client};

/// Services that work facts too, and are not what is tried.
const OTHERS: [&str; 5] = ["inventory", "customers", "payments", "marketing", "notifications"];
/// Where reports finds its database, and how its statements are planned.
const DATABASE: &str = "SAFFRON_REPORTS_DATABASE_URL";
const PLANNER: (&str, &str) = ("SAFFRON_REPORTS_DATABASE_PLANNER", "plan_cache_mode=auto");
/// How long closed months may take to be folded.
const FOLDED: Duration = Duration::from_secs(600);

/// The folder of the Postgres that has Citus.
pub fn installation(env: &Environment) -> &str {
    env.get("SAFFRON_TEST_CITUS").expect("SAFFRON_TEST_CITUS names no Postgres with Citus")
}

pub struct House {
    pub name: &'static str,
    pub owner: Owner,
    pub secrets: Secrets,
    /// The ingest key of each location.
    keys: BTreeMap<String, String>,
    own: Own,
    place: Place,
    /// The database of reports, as its superuser.
    reports: Psql,
    nodes: Option<Nodes>,
    client: reqwest::Client,
}

impl House {
    /// With a Postgres as every instance has one.
    pub async fn plain(locations: &[(String, &str)]) -> Self {
        let (own, place, packages, secrets) = prepared().await;
        let url = format!("postgres://postgres:{}@127.0.0.1:{}", secrets.postgres, own.ports.postgres);
        let reports = Psql::new(&packages, format!("{url}/{REPORTS}").parse().unwrap());
        Self::open("plain", own, place, secrets, reports, None, locations).await
    }

    /// With reports on a coordinator and two workers of this installation.
    pub async fn spread(citus: &str, locations: &[(String, &str)]) -> Self {
        let (own, place, packages, secrets) = prepared().await;
        let password = secrets.database("reports").unwrap().to_owned();
        let nodes = Nodes::start(&place, &packages, &programs(citus), &password).await;
        own.launcher(&["up", "--detach", "--servers"]).output().unwrap();
        let mut migrate = own.launcher(&["run", "--", "saffron", "migrate"]);
        let migrated = migrate.env(DATABASE, nodes.url()).env(PLANNER.0, PLANNER.1).output().unwrap();
        assert!(migrated.status.success(), "{migrated:?}");
        assert!(own.run(&["down"]).status.success());
        nodes.distribute(&place).await;
        let reports = nodes.psql();
        Self::open("citus", own, place, secrets, reports, Some(nodes), locations).await
    }

    async fn open(
        name: &'static str,
        own: Own,
        place: Place,
        secrets: Secrets,
        reports: Psql,
        nodes: Option<Nodes>,
        locations: &[(String, &str)],
    ) -> Self {
        let owner =
            Owner { address: format!("http://127.0.0.1:{}", own.ports.gateway), session: String::new() };
        let (keys, client) = (BTreeMap::new(), client());
        let mut house = Self { name, owner, secrets, keys, own, place, reports, nodes, client };
        house.up().await;
        let mail_page = format!("127.0.0.1:{}", house.own.ports.stand_in(StandIn::MailPage));
        house.owner = Owner::arrive(&house.owner.address, &mail_page).await;
        for (pos_id, zone) in locations {
            let form = json!({ "posID": pos_id, "name": pos_id, "timeZone": zone });
            let key = house.owner.open_location_as(&house.secrets.provisioning_key, form).await;
            house.keys.insert(pos_id.clone(), key);
        }
        house.still_others();
        house
    }

    /// Starts every service.
    pub async fn up(&self) {
        let mut up = self.own.launcher(&["up", "--detach", "--no-demo", "--no-build"]);
        up.env("SAFFRON_GATEWAY_WEB_DIR", self.own.home().join("web"));
        up.env("SAFFRON_REPORTS_FOLD_SECONDS", "5");
        // The load comes from one address and one session.
        for rate in ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"] {
            up.env(variable(GATEWAY, rate), "10000");
        }
        self.tell(&mut up);
        let up = tokio::task::spawn_blocking(move || up.output().unwrap()).await.unwrap();
        assert!(up.status.success(), "{up:?}");
        self.own.ready();
    }

    /// What is not tried, and would take half of the machine, stands still.
    pub fn still_others(&self) {
        for service in OTHERS {
            self.own.state().process(service).unwrap().signal(Signal::SIGSTOP);
        }
    }

    fn tell(&self, command: &mut std::process::Command) {
        if let Some(nodes) = &self.nodes {
            command.env(DATABASE, nodes.url()).env(PLANNER.0, PLANNER.1);
        }
    }

    /// Runs a command of `saffron`; what it said.
    pub async fn run(&self, args: &[&str]) -> String {
        let mut command = self.own.launcher(&[&["run", "--", "saffron"], args].concat());
        self.tell(&mut command);
        let ended = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert!(ended.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ended.stderr));
        String::from_utf8(ended.stdout).unwrap()
    }

    /// Ends the services, and starts the servers alone.
    pub async fn servers_alone(&self) {
        self.down();
        let mut up = self.own.launcher(&["up", "--detach", "--servers"]);
        let up = tokio::task::spawn_blocking(move || up.output().unwrap()).await.unwrap();
        assert!(up.status.success(), "{up:?}");
    }

    /// Ends services and servers of the instance; nodes of Citus go on.
    pub fn down(&self) {
        // One that stands still ends by nothing else in time.
        for process in OTHERS.iter().filter_map(|service| self.own.state().process(service).cloned()) {
            process.signal(Signal::SIGCONT);
        }
        assert!(self.own.run(&["down"]).status.success());
    }

    pub fn nodes(&self) -> &Nodes {
        self.nodes.as_ref().expect("this one has a single Postgres")
    }

    pub fn backups(&self) -> std::path::PathBuf {
        self.own.home().with_file_name("backups")
    }

    /// Port of a service.
    pub fn port(&self, service: &str) -> u16 {
        self.own.ports.of(service)
    }

    /// Posts facts of a location until they are acknowledged.
    pub async fn post(&self, pos_id: &str, events: &[Value]) {
        let body = Value::from(events).to_string();
        door::post(&self.client, &self.owner.address, &self.keys[pos_id], &body).await;
    }

    /// An answer as it was written; what is wrong with it, if anything is.
    pub async fn ask(&self, call: &str, mut form: Value, csv: bool) -> Result<String, String> {
        form["sessionID"] = json!(self.owner.session);
        let url = format!("{}/api-restaurant-pos/restaurantpro/{call}", self.owner.address);
        let mut request = self.client.post(url).json(&form);
        if csv {
            request = request.header("Accept", "text/csv");
        }
        let answer = request.send().await.map_err(|error| format!("{call}: {error:?}"))?;
        let status = answer.status();
        let text = answer.text().await.map_err(|error| format!("{call}: {error:?}"))?;
        if status.is_success() { Ok(text) } else { Err(format!("{call}: {status} {text}")) }
    }

    /// Waits until reports has worked every fact that was acknowledged, and set none aside.
    pub async fn worked(&self) {
        let address = format!("nats://ops:{}@127.0.0.1:{}", self.secrets.nats_ops, self.own.ports.nats);
        let operator = Operator::connect(&address).await;
        operator.settled_facts("reports").await;
        assert_eq!(operator.messages("DLQ").await, 0, "{}: something could not be worked", self.name);
    }

    /// The same, and every closed month is folded.
    pub async fn settled(&self) {
        self.worked().await;
        let began = Instant::now();
        let closed = "SELECT count(*) FROM month WHERE NOT folded AND month < date_trunc('month', now() - interval '3 days');";
        while self.sql(closed).await.trim() != "0" {
            assert!(began.elapsed() < FOLDED, "{}: closed months are not folded", self.name);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// # Panics
    /// If reports has met an error that is no node's being away: a statement that Citus refuses is one.
    pub fn expect_no_faults(&self) {
        let log = fs::read(self.own.home().join("logs/reports.log")).unwrap();
        let log = String::from_utf8_lossy(&log);
        let faults: Vec<&str> = log.lines().filter(|line| line.contains("permanent: ")).collect();
        assert!(faults.is_empty(), "{}: {} faults, such as {:?}", self.name, faults.len(), faults.first());
    }

    /// What the database of reports says.
    pub async fn sql(&self, statement: &str) -> String {
        self.reports.run(statement.to_owned()).await.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Ends everything.
    pub async fn close(self) {
        let state = self.own.state();
        self.down();
        if let Some(nodes) = self.nodes {
            nodes.stop().await;
        }
        self.own.assert_nothing_left(&state);
        let _ = fs::remove_dir_all(self.place.home.with_file_name("backups"));
    }
}

/// A folder and ports of its own, what describes them, the programs and the secrets.
async fn prepared() -> (Own, Place, Packages, Secrets) {
    let own = Own::new();
    let mut place = Place::read(Environment::read()).unwrap();
    place.home = own.home();
    place.ports = own.ports;
    place.create_home().unwrap();
    // Nobody looks at the app, so that it need not be built.
    let web = place.home.join("web");
    fs::create_dir_all(&web).unwrap();
    fs::write(Path::new(&web).join("index.html"), "<!doctype html>").unwrap();
    let packages = Packages::get(&place, |_| ()).await.unwrap();
    let secrets = Secrets::load(&place.home).unwrap();
    (own, place, packages, secrets)
}
