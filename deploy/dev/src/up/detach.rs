//! `cargo dev up --detach`: a launcher in the background, followed until it is ready.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::sys::signal::Signal;
use tokio::process::Command;
use tokio::time::sleep;

use super::Signals;
use crate::proc::{Identity, stop};
use crate::state::{Phase, State};
use crate::{Config, Output};

/// Starts a launcher in the background, prints its output, and returns once it is ready.
pub(super) async fn up(config: &Config, out: &Output) -> Result<()> {
    let mut signals = Signals::new(false)?;
    config.create_home()?;
    // Not the log's own name: a start that is refused must not touch the log of the one that runs.
    let log = config.logs().join(format!("launcher-{}.log", std::process::id()));
    let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut printed = BufReader::new(File::open(&log)?);
    let child = Command::new(&config.launcher)
        .args(std::env::args_os().skip(1).filter(|arg| arg != "--detach"))
        .arg("--background")
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file)
        .process_group(0)
        .spawn();
    let mut child = child.context("cannot start the launcher in the background")?;
    let id = child.id().and_then(|pid| Identity::of(i32::try_from(pid).ok()?));
    let mut line = Vec::new();
    loop {
        let ended = child.try_wait()?;
        show(&mut printed, &mut line, out)?;
        if let Some(status) = ended {
            let _ = fs::remove_file(&log);
            bail!("nothing was started ({status})");
        }
        let state = State::read(&config.home);
        if state.phase == Phase::Ready && state.launcher == id {
            show(&mut printed, &mut line, out)?;
            let _ = fs::rename(&log, config.logs().join("launcher.log"));
            out.line("`cargo dev down` stops everything.");
            return Ok(());
        }
        tokio::select! {
            () = sleep(Duration::from_millis(100)) => (),
            _ = signals.next() => if let Some(id) = &id {
                let (_, _) = tokio::join!(stop(id, Signal::SIGTERM, Duration::from_secs(90)), child.wait());
            },
        }
    }
}

/// Shows the lines that were printed since the last call; `line` holds the beginning of an unfinished one.
fn show(printed: &mut impl BufRead, line: &mut Vec<u8>, out: &Output) -> Result<()> {
    while printed.read_until(b'\n', line)? > 0 && line.ends_with(b"\n") {
        out.line(String::from_utf8_lossy(line).trim_end());
        line.clear();
    }
    Ok(())
}
