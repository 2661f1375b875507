//! An instance whose database of reports is its own Postgres, or one on Citus.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use nix::sys::signal::Signal;
use saffron_dev::environment::Environment;
use saffron_dev::packages::Packages;
use saffron_dev::postgres::Psql;
use saffron_instance::{Launched, MAIN_API, Owner, Till, client, eventually};
use serde_json::{Value, json};

use crate::nodes::{Nodes, REPORTS, programs};

/// Services that work facts too, and are not what is tried.
const OTHERS: [&str; 5] = ["inventory", "customers", "payments", "marketing", "notifications"];
/// The database of reports, and how its statements are planned.
const DATABASE: &str = "SAFFRON_REPORTS_DATABASE_URL";
const PLANNER: (&str, &str) = ("SAFFRON_REPORTS_DATABASE_PLANNER", "plan_cache_mode=auto");
/// How long closed months may take to be folded.
const FOLDED: Duration = Duration::from_secs(600);

/// The folder of the Postgres that has Citus.
pub fn installation(env: &Environment) -> &str {
    env.get("SAFFRON_TEST_CITUS").expect("SAFFRON_TEST_CITUS names no Postgres with Citus")
}

pub struct Setup {
    pub name: &'static str,
    pub owner: Owner,
    pub instance: Launched,
    tills: BTreeMap<String, Till>,
    /// The database of reports, as its superuser.
    reports: Psql,
    nodes: Option<Nodes>,
    client: reqwest::Client,
}

impl Setup {
    /// An instance with the usual Postgres.
    pub async fn plain(locations: &[(String, &str)]) -> Result<Self> {
        let instance = Launched::with_unlimited_rates()?;
        let reports = instance.psql().await?.database(REPORTS);
        Self::open("plain", instance, reports, None, locations).await
    }

    /// An instance with reports on a coordinator and two workers of this installation.
    pub async fn spread(citus: &str, locations: &[(String, &str)]) -> Result<Self> {
        let mut instance = Launched::with_unlimited_rates()?;
        let packages = Packages::get(&instance.config, |_| ()).await?;
        let password = instance.secrets.database("reports")?.to_owned();
        let nodes = Nodes::start(&instance.config, &packages, &programs(citus), &password).await;
        instance.settings.insert(DATABASE.to_owned(), nodes.url());
        instance.settings.insert(PLANNER.0.to_owned(), PLANNER.1.to_owned());
        instance.start_servers().await?;
        instance.saffron(&["migrate"]).await?;
        instance.down().await?;
        nodes.distribute(&instance.config).await;
        let reports = nodes.psql();
        Self::open("citus", instance, reports, Some(nodes), locations).await
    }

    async fn open(
        name: &'static str,
        mut instance: Launched,
        reports: Psql,
        nodes: Option<Nodes>,
        locations: &[(String, &str)],
    ) -> Result<Self> {
        instance.settings.insert("SAFFRON_REPORTS_FOLD_SECONDS".to_owned(), "5".to_owned());
        instance.start().await?;
        let (owner, mut tills) = (instance.owner().await?, BTreeMap::new());
        for (pos_id, zone) in locations {
            let form = json!({ "posID": pos_id, "name": pos_id, "timeZone": zone });
            let till = owner.open_location_as(&instance.secrets.provisioning_key, form).await?;
            tills.insert(pos_id.clone(), till);
        }
        let setup = Self { name, owner, instance, tills, reports, nodes, client: client()? };
        setup.stop_others();
        Ok(setup)
    }

    /// Stops the processes that are not tried: they would take half of the machine.
    fn stop_others(&self) {
        for service in OTHERS {
            self.instance.process(service).unwrap().signal(Signal::SIGSTOP);
        }
    }

    /// Starts every service again.
    pub async fn start_again(&self) -> Result<()> {
        self.instance.start().await?;
        self.stop_others();
        Ok(())
    }

    /// Ends services and servers of the instance; nodes of Citus go on.
    pub async fn down(&self) -> Result<()> {
        // A stopped process takes no signal but this and SIGKILL.
        for process in OTHERS.iter().filter_map(|service| self.instance.process(service)) {
            process.signal(Signal::SIGCONT);
        }
        self.instance.down().await
    }

    pub fn nodes(&self) -> &Nodes {
        self.nodes.as_ref().expect("this one has a single Postgres")
    }

    /// Posts facts of a location until they are acknowledged.
    pub async fn post(&self, pos_id: &str, events: &[Value]) {
        self.tills[pos_id].send(&json!(events)).await.unwrap();
    }

    /// Makes a call; gives the text of its answer, or an error.
    pub async fn ask(&self, call: &str, mut form: Value, csv: bool) -> Result<String> {
        form["sessionID"] = json!(self.owner.session);
        let mut request = self.client.post(format!("{}{MAIN_API}/{call}", self.owner.address)).json(&form);
        if csv {
            request = request.header("Accept", "text/csv");
        }
        let answer = request.send().await.context(call.to_owned())?;
        let (status, text) = (answer.status(), answer.text().await.context(call.to_owned())?);
        if !status.is_success() {
            bail!("{call}: {status} {text}");
        }
        Ok(text)
    }

    /// Waits until reports has processed every acknowledged fact, none of them into the DLQ.
    pub async fn worked(&self) -> Result<()> {
        let operator = self.instance.operator().await?;
        operator.wait_until_facts_acknowledged("reports").await?;
        operator.expect_no_dead_letters().await.context(self.name)
    }

    /// Waits like [`Setup::worked`], and until every closed month is folded.
    pub async fn settled(&self) -> Result<()> {
        self.worked().await?;
        let open = "SELECT count(*) FROM month WHERE NOT folded AND month < date_trunc('month', now() - interval '3 days');";
        eventually(&format!("{}: closed months to be folded", self.name), FOLDED, async || {
            let months = self.sql(open).await;
            Ok(if months.trim() == "0" { Ok(()) } else { Err(months) })
        })
        .await
    }

    /// Fails if reports has met an error other than that a node was away, such as a statement that Citus refuses.
    pub fn expect_no_faults(&self) {
        let log = self.instance.log("reports");
        let faults: Vec<&str> = log.lines().filter(|line| line.contains("permanent: ")).collect();
        assert!(faults.is_empty(), "{}: {} faults, such as {:?}", self.name, faults.len(), faults.first());
    }

    /// Rows of the database of reports.
    pub async fn sql(&self, statement: &str) -> String {
        self.reports.run(statement.to_owned()).await.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Ends the instance and the nodes.
    pub async fn close(self) -> Result<()> {
        let state = self.instance.state();
        self.down().await?;
        if let Some(nodes) = self.nodes {
            nodes.stop().await;
        }
        self.instance.expect_nothing_left(&state)
    }
}
