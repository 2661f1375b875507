//! `cargo dev`: see `cargo dev --help`.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use saffron_dev::cli::{Cli, run};

#[tokio::main]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
