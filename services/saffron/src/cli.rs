//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use jiff::Timestamp;
use saffron_core::PosId;
use saffron_core::event::{Reach, catalogue};

use saffron_kit::service::Spec;
use saffron_services::{SERVICES, service};

use crate::import::ImportArgs;

/// Saffron, companion app for restaurants. Configuration comes from SAFFRON_* variables.
#[derive(Parser)]
#[command(version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// The arguments of this process; wrong ones end it.
    pub fn of_process() -> Cli {
        let about = |service: &Spec| format!("Run the service {}", service.name);
        let one =
            |service: &'static Spec| clap::Command::new(service.name).about(about(service)).display_order(0);
        let matches = Cli::command().subcommands(SERVICES.map(one)).get_matches();
        let named = matches.subcommand_name().and_then(|name| service(name).ok());
        match named {
            Some(service) => Cli { command: Command::Service(service) },
            None => Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()),
        }
    }
}

#[derive(Subcommand)]
pub enum Command {
    /// Run one of [`SERVICES`]
    #[command(skip)]
    Service(&'static Spec),
    /// Run the gateway
    Gateway,
    /// Run every service in this process
    All,
    /// Bring the schema of every service up to date, each in its own database
    Migrate,
    /// Write every database, stream and picture into a folder
    Backup(Backup),
    /// Go back to a backup, and work again what came since
    Restore(Restore),
    /// Work again what came since, after the databases were restored by other means
    Restored(Restored),
    /// The streams and durable consumers of NATS
    #[command(subcommand)]
    Streams(Streams),
    /// What could not be worked and waits for a person
    #[command(subcommand)]
    Dlq(Dlq),
    /// What NATS refused for good and each service has set aside
    #[command(subcommand)]
    Outbox(Outbox),
    /// The sessions of people
    #[command(subcommand)]
    Sessions(Sessions),
    /// The people of a location, and their accounts
    #[command(subcommand)]
    People(People),
    /// The accounts at the card provider that POS vendors may register locations with
    #[command(subcommand)]
    Vendors(Vendors),
    /// Bring in sales from files that another system exported, over the HTTP API of an installation
    Import(Box<ImportArgs>),
    /// Print events as they happen, one line an event, until Ctrl-C
    Events(Events),
    /// Ask a running service whether it is well; fails if it is not
    Health(Health),
    /// Print the table of services, their events and their consumers
    Services,
    /// Print the variables that each service and the other commands read, with the environment of an instance
    Variables,
    /// Print the OpenAPI document of the HTTP API
    Openapi,
    /// Print the catalogue of reports and figures
    Figures,
}

impl Command {
    /// The name of the process in logs and traces.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Service(service) => service.name,
            Command::Gateway => "gateway",
            Command::All => "all",
            Command::Migrate
            | Command::Backup(_)
            | Command::Restore(_)
            | Command::Restored(_)
            | Command::Streams(_)
            | Command::Dlq(_)
            | Command::Outbox(_)
            | Command::Sessions(_)
            | Command::People(_)
            | Command::Vendors(_) => "ops",
            Command::Import(_) => "import",
            Command::Events(_) => "events",
            Command::Health(_) => "health",
            Command::Services | Command::Variables | Command::Openapi | Command::Figures => "documents",
        }
    }
}

#[derive(Args)]
pub struct Backup {
    /// Where backups lie: this one gets a folder of its own there
    pub folder: PathBuf,
    /// Backups that are older go, and with them what they know of guests
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3650))]
    pub keep_days: u32,
}

#[derive(Args)]
pub struct Restore {
    /// The backup: the folder that `saffron backup` named
    pub folder: PathBuf,
}

#[derive(Args)]
pub struct Restored {
    /// The time that the databases are from, or an earlier one, such as 2026-11-22T08:00:00Z
    #[arg(long)]
    pub since: Timestamp,
}

#[derive(Subcommand)]
pub enum Streams {
    /// Make them as declared; safe to repeat
    Apply,
}

#[derive(Subcommand)]
pub enum Dlq {
    /// Show the entries, oldest first
    List(List),
    /// Send entries back to where they came from, and delete them once they are stored there
    Replay(Replay),
    /// Send the facts of a location again that came since a time: what was worked changes nothing
    Resend(Resend),
}

#[derive(Subcommand)]
pub enum Outbox {
    /// Show the events, oldest first
    List(ListRefused),
    /// Put events back into the outbox, at the places they had; those that are refused again come back
    Send(SendRefused),
}

#[derive(Args)]
pub struct Resend {
    /// The location
    #[arg(long)]
    pub pos_id: PosId,
    /// The time, such as 2026-11-22T08:00:00Z; facts are kept for 30 days
    #[arg(long)]
    pub since: Timestamp,
}

#[derive(Args)]
pub struct ListRefused {
    /// Only those of this service
    #[arg(long, value_parser = service)]
    pub service: Option<&'static Spec>,
    /// The most events to show
    #[arg(long, default_value_t = 100)]
    pub limit: i64,
}

#[derive(Args)]
#[group(id = "which", required = true, multiple = false, args = ["id", "all"])]
pub struct SendRefused {
    /// Of this service
    #[arg(long, value_parser = service)]
    pub service: &'static Spec,
    /// One event, by its id
    #[arg(long)]
    pub id: Option<i64>,
    /// Every event
    #[arg(long)]
    pub all: bool,
}

#[derive(Subcommand)]
pub enum Sessions {
    /// End all of one person; who knows the password can sign in again
    End(EndSessions),
}

#[derive(Args)]
pub struct EndSessions {
    /// The address that they sign in with
    #[arg(long)]
    pub email: String,
}

#[derive(Subcommand)]
pub enum People {
    /// Show the people of a location: address, since when, and when they were last here
    List(AtLocation),
    /// Take a person off a location, as if they had unlinked it themselves; their link codes for it are void
    Remove(RemovePerson),
    /// Erase a person with all that is kept of them; cannot be undone
    Erase(ErasePerson),
}

#[derive(Args)]
pub struct ErasePerson {
    /// The address that they sign in with
    #[arg(long)]
    pub email: String,
}

#[derive(Args)]
pub struct AtLocation {
    /// The location
    #[arg(long)]
    pub pos_id: PosId,
}

#[derive(Args)]
pub struct RemovePerson {
    /// The address that they sign in with
    #[arg(long)]
    pub email: String,
    /// The location
    #[arg(long)]
    pub pos_id: PosId,
}

#[derive(Subcommand)]
pub enum Vendors {
    /// Allow an account to a vendor, which may then register a location with it
    AllowAccount(VendorAccount),
    /// Take an allowance back; a location that has the account keeps it
    ForbidAccount(VendorAccount),
    /// Show what is allowed to a vendor, and the locations that have it
    ListAccounts(OfVendor),
    /// Take an account off the location that has it
    ClearAccount(ClearAccount),
}

#[derive(Args)]
pub struct VendorAccount {
    /// The vendor, as SAFFRON_AUTH_PROVISIONING_KEYS names it
    pub vendor: String,
    /// The account, as the card provider names it
    pub account: String,
}

#[derive(Args)]
pub struct OfVendor {
    /// The vendor, as SAFFRON_AUTH_PROVISIONING_KEYS names it
    pub vendor: String,
}

#[derive(Args)]
pub struct ClearAccount {
    /// The account, as the card provider names it
    pub account: String,
}

#[derive(Args)]
pub struct Health {
    /// Whom: http://host:port/healthz, or grpc://host:port
    pub url: String,
    /// How long it may take, in seconds
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=60))]
    pub patience: u64,
}

#[derive(Args)]
pub struct List {
    /// The most entries to show
    #[arg(long, default_value_t = 100)]
    pub limit: usize,
    /// Only those of this consumer, e.g. reports-facts-01
    #[arg(long)]
    pub consumer: Option<String>,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct Replay {
    /// One entry, by its sequence
    #[arg(long)]
    pub sequence: Option<u64>,
    /// Every entry
    #[arg(long)]
    pub all: bool,
}

#[derive(Args)]
pub struct Events {
    /// Only those of this location
    #[arg(long)]
    pub pos_id: Option<PosId>,
    /// Only those of this type, e.g. saffron.reports.check_recorded.v1
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<Kind>,
    /// Name of the consumer; two at a time need two names
    #[arg(long, default_value = "analyst-live")]
    pub consumer: String,
}

/// A type of event that analysts may read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// As events carry it.
    pub cloud_type: String,
    /// The service that publishes it.
    pub domain: &'static str,
    /// Its name in the subject.
    pub name: &'static str,
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let readable: Vec<Kind> = catalogue()
            .into_iter()
            .filter(|one| one.reach == Reach::World)
            .filter_map(|one| Some(Kind { cloud_type: one.cloud_type, domain: one.domain?, name: one.name }))
            .collect();
        if let Some(kind) = readable.iter().find(|kind| kind.cloud_type == text) {
            return Ok(kind.clone());
        }
        let known: Vec<&str> = readable.iter().map(|kind| kind.cloud_type.as_str()).collect();
        Err(format!("choose one of\n  {}", known.join("\n  ")))
    }
}
