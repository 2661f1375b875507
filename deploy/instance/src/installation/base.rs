//! The base of every instance: a folder and ports of its own, keys, and connections to its servers.

use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use saffron_dev::Config;
use saffron_dev::environment::Environment;
use saffron_dev::packages::Packages;
use saffron_dev::ports::{Ports, StandIn};
use saffron_dev::postgres::Psql;
use saffron_dev::proc::Identity;
use saffron_dev::secrets::Secrets;
use saffron_dev::services::database;
use saffron_dev::state::State;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

use crate::{Operator, Owner, client};

const EMAIL: &str = "owner-of-tests@saffron.example";

/// Folder, ports and keys of an instance.
pub struct Base {
    /// Folder and ports.
    pub config: Config,
    /// Keys and passwords.
    pub secrets: Secrets,
    /// The temporary folder, removed with the instance.
    _folder: Option<TempDir>,
}

impl Base {
    /// A base with a temporary folder and free ports.
    pub fn temporary() -> Result<Base> {
        let folder = tempfile::Builder::new().prefix("saffron-test-").tempdir()?;
        // Postgres runs as another account than root and has to get through.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        let around = Config::read(Environment::read())?;
        let config = Config {
            home: folder.path().join("home"),
            ports: Ports::free()?,
            launcher: programs()?.join("saffron-dev"),
            env: around.env.without("SAFFRON_"),
            ..around
        };
        Ok(Base { _folder: Some(folder), ..Base::at(config)? })
    }

    /// The base of an instance with this configuration.
    pub fn at(config: Config) -> Result<Base> {
        config.create_home()?;
        let secrets = Secrets::load(&config.home)?;
        Ok(Base { config, secrets, _folder: None })
    }

    /// A folder next to the instance's own; it is removed with the instance.
    pub fn sibling_folder(&self, name: &str) -> PathBuf {
        self.config.home.with_file_name(name)
    }

    /// Writes a web app of one empty page, so that the real one need not be built; gives its folder.
    pub fn empty_app(&self) -> Result<PathBuf> {
        let web = self.config.home.join("web");
        fs::create_dir_all(&web)?;
        fs::write(web.join("index.html"), "<!doctype html>")?;
        Ok(web)
    }

    /// The socket address of the gateway.
    pub fn gateway(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.config.ports.gateway))
    }

    /// The URL of the gateway.
    pub fn address(&self) -> String {
        format!("http://{}", self.gateway())
    }

    /// `host:port` of the mail catcher's page.
    pub fn mail_page(&self) -> String {
        format!("127.0.0.1:{}", self.config.ports.stand_in(StandIn::MailPage))
    }

    /// Signs up a new owner.
    pub async fn owner(&self) -> Result<Owner> {
        self.owner_at(&self.address()).await
    }

    /// Signs up a new owner at this URL of the gateway.
    pub async fn owner_at(&self, address: &str) -> Result<Owner> {
        Owner::sign_up(client()?, address, &self.mail_page(), EMAIL).await
    }

    /// A connection to NATS as the operators' user.
    pub async fn operator(&self) -> Result<Operator> {
        let (password, port) = (&self.secrets.nats_ops, self.config.ports.nats);
        Operator::connect(&format!("nats://ops:{password}@127.0.0.1:{port}")).await
    }

    /// The URL of a database for the superuser.
    fn postgres(&self, database: &str) -> String {
        let (password, port) = (&self.secrets.postgres, self.config.ports.postgres);
        format!("postgres://postgres:{password}@127.0.0.1:{port}/{database}")
    }

    /// psql as the superuser.
    pub async fn psql(&self) -> Result<Psql> {
        let packages = Packages::get(&self.config, |_| ()).await?;
        Ok(Psql::new(&packages, self.postgres("postgres").parse()?))
    }

    /// The rows of a query in a service's database, fields separated by `|`.
    pub async fn rows(&self, service: &str, query: &str) -> Result<Vec<String>> {
        let text = self.psql().await?.database(&database(service)).run(format!("{query};")).await?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// A connection to a database as the superuser.
    pub async fn connect(&self, database: &str) -> Result<PgConnection> {
        let url = self.postgres(database);
        PgConnection::connect(&url).await.with_context(|| format!("cannot connect to {database}"))
    }

    /// The state file of the instance.
    pub fn state(&self) -> State {
        State::read(&self.config.home)
    }

    /// The running process of this name.
    pub fn process(&self, name: &str) -> Option<Identity> {
        self.state().process(name).cloned()
    }

    /// The text of a process' log.
    pub fn log(&self, name: &str) -> String {
        let log = self.config.logs().join(format!("{name}.log"));
        String::from_utf8_lossy(&fs::read(log).unwrap_or_default()).into_owned()
    }

    /// An error if a process of `state` runs or a port is taken.
    pub fn expect_nothing_left(&self, state: &State) -> Result<()> {
        for process in &state.processes {
            ensure!(!process.id.alive(), "{} (process {}) is left", process.name, process.id.pid);
        }
        for (name, port) in self.config.ports.named() {
            ensure!(TcpListener::bind(("127.0.0.1", port)).is_ok(), "{name} {port} is left");
        }
        ensure!(!self.config.home.join("state.json").exists(), "the state file is left");
        self.expect_no_process_of_folder()
    }

    /// An error if the command line of any process names the folder.
    pub fn expect_no_process_of_folder(&self) -> Result<()> {
        let folder = self.config.home.display().to_string();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
        let left: Vec<String> = lines.filter(|line| line.contains(&folder)).collect();
        ensure!(left.is_empty(), "processes still name the private folder: {left:#?}");
        Ok(())
    }
}

/// The folder of the built programs: the folder of this process, or of a test the one above.
pub(crate) fn programs() -> Result<PathBuf> {
    let own = std::env::current_exe().context("the path of this program")?;
    let folder = own.ancestors().skip(1).find(|folder| !folder.ends_with("deps"));
    folder.map(PathBuf::from).context("a program without a folder")
}
