//! The one binary of Saffron: `saffron <service>`, `saffron all` for a small installation in one process, and
//! the commands of operators. Everything starts in one order: configuration, telemetry, work, shutdown.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line speaks to a person")]

mod cli;
mod command;
mod import;

use std::process::ExitCode;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use saffron_kit::config::{ConfigError, Env};

/// A wrong configuration.
const EXIT_CONFIG: u8 = 2;

fn main() -> ExitCode {
    let cli = cli::Cli::of_process();
    let env = Env::of_process();
    open_files();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("saffron: the runtime cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let started = {
        let _inside = runtime.enter();
        saffron_kit::deadline::stretch_from_env(&env)
            .and_then(|()| saffron_kit::telemetry::start(cli.command.name(), &env))
    };
    let telemetry = match started {
        Ok(telemetry) => telemetry,
        Err(error) => {
            eprintln!("saffron: {error}");
            return ExitCode::from(EXIT_CONFIG);
        }
    };
    let result = runtime.block_on(command::run(cli.command, &env));
    telemetry.end();
    // Whatever still runs has had its time to finish.
    runtime.shutdown_background();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("saffron: {error:#}");
            let is_config = error.chain().any(|cause| cause.is::<ConfigError>());
            if is_config { ExitCode::from(EXIT_CONFIG) } else { ExitCode::FAILURE }
        }
    }
}

/// Takes as many open files as the system lets this process have: every open app is one, and many shells give 1,024.
fn open_files() {
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return };
    if soft < hard {
        // Where it is refused, there are as many as before.
        let _refused = setrlimit(Resource::RLIMIT_NOFILE, hard, hard);
    }
}
