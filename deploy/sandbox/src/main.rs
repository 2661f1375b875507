//! `saffron-sandbox`: stand-ins for the outside world.

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use saffron_sandbox::{card, clover, mail, pos, push, sms, square, toast};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Stand-ins for the outside world of Saffron
#[derive(Parser)]
#[command(name = "saffron-sandbox", disable_help_subcommand = true)]
struct Cli {
    /// What is logged on standard error
    #[arg(long, env = "SAFFRON_LOG", default_value = "info", global = true)]
    log: EnvFilter,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// A POS with four restaurants
    Pos(pos::PosArgs),
    /// A card provider over their checks
    Card(Box<card::CardArgs>),
    /// A mail server that shows what arrived
    Mail(mail::Config),
    /// A push service of browsers that keeps what arrived
    Push(push::Config),
    /// An SMS provider that shows what arrived
    Sms(sms::SmsArgs),
    /// Square, over the trade of some restaurants
    Square(Box<square::SquareArgs>),
    /// Clover, over the trade of a restaurant
    Clover(Box<clover::CloverArgs>),
    /// Toast, over the trade of a restaurant
    Toast(Box<toast::ToastArgs>),
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    tracing_subscriber::fmt().with_env_filter(cli.log).with_writer(std::io::stderr).init();
    let running = async {
        match cli.command {
            Command::Pos(args) => pos::run(args).await,
            Command::Card(args) => card::run(*args).await,
            Command::Mail(args) => mail::run(args).await,
            Command::Push(args) => push::run(args).await,
            Command::Sms(args) => sms::run(args).await,
            Command::Square(args) => square::run(*args).await,
            Command::Clover(args) => clover::run(*args).await,
            Command::Toast(args) => toast::run(*args).await,
        }
    };
    let ended = tokio::select! {
        ended = running => ended,
        stopped = stop() => stopped,
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // For people who started it, whatever is logged; a closed standard error is no reason to stop.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Waits for SIGTERM or Ctrl-C. Nothing needs to be finished: what was sent is kept, and the rest is sent
/// at the next start.
async fn stop() -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
