//! `cargo dev up --detach`: a launcher in the background, followed until it is ready.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::sys::signal::Signal;
use tokio::process::Command;
use tokio::time::sleep;

use super::{Signals, UpArgs};
use crate::place::Place;
use crate::proc::{Identity, stop};
use crate::say::Say;
use crate::state::{Phase, State};

/// Starts a launcher that stays, prints what it prints, and returns once it is ready.
pub(super) async fn up(place: &Place, args: &UpArgs, say: &Say) -> Result<()> {
    let mut signals = Signals::new(false)?;
    place.create_home()?;
    // Not the log's own name: a start that is refused must not touch the log of the one that runs.
    let log = place.logs().join(format!("launcher-{}.log", std::process::id()));
    let out = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut command = Command::new(&place.launcher);
    command.args(["up", "--background"]);
    for (given, flag) in
        [(args.no_demo, "--no-demo"), (args.no_build, "--no-build"), (args.servers, "--servers")]
    {
        command.args(given.then_some(flag));
    }
    command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(out).process_group(0);
    let mut child = command.spawn().context("cannot start the launcher in the background")?;
    let id = child.id().and_then(|pid| Identity::of(i32::try_from(pid).ok()?));
    let mut shown = 0;
    loop {
        let ended = child.try_wait()?;
        show(&log, &mut shown, say)?;
        if let Some(status) = ended {
            let _ = fs::remove_file(&log);
            bail!("nothing was started ({status})");
        }
        let state = State::read(&place.home);
        if state.phase == Phase::Ready && state.launcher == id {
            show(&log, &mut shown, say)?;
            let _ = fs::rename(&log, place.logs().join("launcher.log"));
            say.line("`cargo dev down` stops everything.");
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

fn show(log: &Path, shown: &mut u64, say: &Say) -> Result<()> {
    let mut file = File::open(log)?;
    file.seek(SeekFrom::Start(*shown))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') else { return Ok(()) };
    *shown += end as u64 + 1;
    for line in String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).lines() {
        say.line(line);
    }
    Ok(())
}
