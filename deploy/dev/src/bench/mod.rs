//! `cargo dev bench`: what there is, and the way from the launcher to the benches, which are a program of their own
//! because they have to be built as what they measure is.

mod args;

use std::os::unix::process::CommandExt;
use std::path::PathBuf;

use anyhow::{Context, Result};

pub use args::{
    Bench, FootprintArgs, GrowthArgs, IngestArgs, ListsArgs, MarketingArgs, PushArgs, ReportsArgs, TillsArgs,
};

use crate::build::{self, target};
use crate::place::Place;
use crate::say::Say;
use crate::test;

/// The crates that a bench needs, built for release.
const CRATES: [&str; 4] = ["--package", "saffron", "--package", "saffron-bench"];

/// Runs a bench.
///
/// # Errors
/// The build fails, or the bench in the browser. The others take the place of this process and come back here only if
/// they cannot be started.
pub async fn bench(place: &Place, bench: &Bench, say: &Say) -> Result<()> {
    if let Some(file) = bench.in_browser() {
        return test::script(place, "bench", &[file], test::Demo::None, say).await;
    }
    place.create_home()?;
    test::clean_up(place, say).await?;
    let program = build(place, say).await?.join("saffron-bench");
    let error = std::process::Command::new(&program).args(bench.words()).exec();
    Err(error).with_context(|| format!("cannot start {}", program.display()))
}

/// Builds the services and the benches for release, and gives the folder they are in.
async fn build(place: &Place, say: &Say) -> Result<PathBuf> {
    let args: Vec<&str> = ["--release", "--locked"].into_iter().chain(CRATES).collect();
    build::build(place, say, "release build", &args).await?;
    Ok(target(place).await?.join("release"))
}
