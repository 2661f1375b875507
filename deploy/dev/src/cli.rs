//! The commands of `cargo dev`.

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::place::{Environment, Place};
use crate::say::Say;
use crate::up::UpArgs;
use crate::{state, up};

/// Runs, tests and feeds Saffron on one machine.
#[derive(Parser, Debug)]
#[command(name = "cargo dev", bin_name = "cargo dev", disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Start everything: servers, services, web app, demo
    Up(UpArgs),
    /// Stop everything that `up` started
    Down,
}

/// Does what the command line says.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(cli: Cli) -> Result<()> {
    let place = Place::read(Environment::read())?;
    let say = Say::new();
    match cli.command {
        Command::Up(args) => up::up(&place, &args, &say).await,
        Command::Down => {
            let found = state::down(&place.home, &say).await?;
            say.line(if found { "Everything is stopped." } else { "Nothing was running." });
            Ok(())
        }
    }
}
