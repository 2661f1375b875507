//! What can be asked for on the command line.

use clap::{Args, Parser, Subcommand};

/// Saffron, companion app for restaurants. Configuration comes from SAFFRON_* variables.
#[derive(Parser)]
#[command(version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Run the service auth
    Auth,
    /// Run the service reports
    Reports,
    /// Run the service inventory
    Inventory,
    /// Run the service customers
    Customers,
    /// Run the service marketing
    Marketing,
    /// Run the service notifications
    Notifications,
    /// Run the service payments
    Payments,
    /// Run the gateway
    Gateway,
    /// Run every service in this process
    All,
    /// Bring the schema of every service up to date, each in its own database
    Migrate,
    /// The streams and durable consumers of NATS
    #[command(subcommand)]
    Streams(Streams),
    /// What could not be worked and waits for a person
    #[command(subcommand)]
    Dlq(Dlq),
    /// Ask a running service whether it is well; fails if it is not
    Health(Health),
    /// Print the OpenAPI document of the HTTP API
    Openapi,
    /// Print the catalogue of reports and figures
    Figures,
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
    /// Only those of this consumer, e.g. reports-facts-09
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
