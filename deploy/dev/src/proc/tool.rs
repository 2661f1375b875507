//! Commands that run to their end: cargo, npm, initdb, migrations.
//!
//! Instead of the crate process-wrap: of it only the process group would be used, which Tokio starts by itself and which
//! one line kills; output, log and time limit would stay as they are.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use console::strip_ansi_codes;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader};
use tokio::process::Command;
use tokio::sync::mpsc;

use crate::Output;
use crate::config::Account;
use crate::files;

/// Lines of output kept for an error message.
const TAIL: usize = 60;
/// The longest line that is shown.
const WIDTH: usize = 160;
/// A longer line is cut in pieces; what cargo prints of a workspace is one line of megabytes.
const LONGEST: usize = 64 << 20;
/// Lines read ahead of the reader.
const AHEAD: usize = 256;

/// A command that runs to its end, its output in a log, its last line shown while it runs.
pub struct Tool {
    name: String,
    command: Command,
    input: Option<String>,
    log: Option<PathBuf>,
    limit: Duration,
}

impl Tool {
    /// `name` is what people call it. It may run an hour at most unless [`Tool::limit`] says otherwise.
    pub fn new(name: impl Into<String>, program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).process_group(0).kill_on_drop(true);
        let tool =
            Self { name: name.into(), command, input: None, log: None, limit: Duration::from_secs(3600) };
        // Set by `cargo run` for the launcher itself; a cargo below would take them for the user's, and build again what
        // looks at them.
        ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_NAME"].into_iter().fold(tool, Self::env_without)
    }

    /// Arguments.
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    /// A variable.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Variables.
    pub fn envs<K: AsRef<OsStr>, V: AsRef<OsStr>>(mut self, pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        self.command.envs(pairs);
        self
    }

    /// Takes away the inherited variables that begin with `prefix`.
    pub fn env_without(mut self, prefix: &str) -> Self {
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(|name| name.starts_with(prefix)) {
                self.command.env_remove(name);
            }
        }
        self
    }

    /// Where it runs.
    pub fn folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Text for its standard input.
    pub fn input(mut self, text: String) -> Self {
        self.command.stdin(Stdio::piped());
        self.input = Some(text);
        self
    }

    /// The account that it runs as.
    pub fn account(mut self, account: Option<Account>) -> Self {
        if let Some(account) = account {
            self.command.uid(account.uid).gid(account.gid);
        }
        self
    }

    /// A file that gets all its output.
    pub fn log(mut self, path: PathBuf) -> Self {
        self.log = Some(path);
        self
    }

    /// How long it may run.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs it as a step of this title.
    pub async fn step(self, out: &Output, title: impl Into<String>) -> Result<String> {
        let step = out.step(title);
        let result = self.run(|line| step.note(line)).await;
        if result.is_ok() {
            step.done("")
        } else {
            step.failed("")
        }
        result
    }

    /// Runs it; `seen` gets each line as it comes. Dropping the future ends the whole process group.
    pub async fn run(self, mut seen: impl FnMut(&str)) -> Result<String> {
        let (name, limit) = (self.name.clone(), self.limit);
        match tokio::time::timeout(limit, self.run_unbounded(&mut seen)).await {
            Ok(result) => result,
            Err(_) => bail!("{name} took longer than {} s and was ended", limit.as_secs()),
        }
    }

    async fn run_unbounded(mut self, seen: &mut impl FnMut(&str)) -> Result<String> {
        let name = &self.name;
        let mut log = self.log.as_deref().map(files::create).transpose()?;
        self.command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().with_context(|| format!("cannot start {name}"))?;
        let group = child.id().and_then(|pid| i32::try_from(pid).ok()).map(Group);
        let (sender, mut lines) = mpsc::channel(AHEAD);
        if let Some(out) = child.stdout.take() {
            tokio::spawn(forward(out, true, sender.clone()));
        }
        if let Some(err) = child.stderr.take() {
            tokio::spawn(forward(err, false, sender));
        }
        if let (Some(text), Some(mut stdin)) = (self.input.take(), child.stdin.take()) {
            let written = stdin.write_all(text.as_bytes()).await;
            written.with_context(|| format!("{name} did not read its input"))?;
        }
        let mut output = String::new();
        let mut last = Vec::with_capacity(TAIL + 1);
        while let Some(Line { text: line, is_output, is_passing }) = lines.recv().await {
            let shown = line.trim();
            if !shown.is_empty() {
                seen(shown.get(..WIDTH).unwrap_or(shown));
            }
            if is_passing {
                continue;
            }
            if let Some(log) = &mut log {
                writeln!(log, "{line}")?;
            }
            if is_output {
                output.push_str(&line);
                output.push('\n');
            }
            last.push(line);
            last.drain(..last.len().saturating_sub(TAIL));
        }
        let status = child.wait().await.with_context(|| format!("waiting for {name}"))?;
        std::mem::forget(group);
        if status.success() {
            return Ok(output);
        }
        let log = self.log.map(|path| format!("\n(all of it: {})", path.display())).unwrap_or_default();
        Err(anyhow!("{name} failed ({status})\n{}{log}", last.join("\n")))
    }
}

/// Ends what is left of a process group when a command is given up.
struct Group(i32);

impl Drop for Group {
    fn drop(&mut self) {
        let _ = killpg(Pid::from_raw(self.0), Signal::SIGTERM);
    }
}

/// One line of a command's output.
struct Line {
    text: String,
    /// Standard output, not standard error.
    is_output: bool,
    /// Overwritten by what follows, as progress bars are: shown, not kept.
    is_passing: bool,
}

async fn forward(source: impl AsyncRead + Unpin, is_output: bool, lines: mpsc::Sender<Line>) {
    let mut reader = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        let Ok(chunk) = reader.fill_buf().await else { return };
        let ended = chunk.is_empty();
        let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let is_passing = end.and_then(|at| chunk.get(at)) == Some(&b'\r');
        line.extend_from_slice(chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default());
        let used = end.map_or(chunk.len(), |at| at + 1);
        reader.consume(used);
        if end.is_some() || line.len() > LONGEST || (ended && !line.is_empty()) {
            let text = strip_ansi_codes(&String::from_utf8_lossy(&line)).trim_end().to_owned();
            line.clear();
            if lines.send(Line { text, is_output, is_passing }).await.is_err() {
                return;
            }
        }
        if ended {
            return;
        }
    }
}

/// The last lines of a log, for an error message; at most 64 KiB are read.
pub fn tail(path: &Path, lines: usize) -> String {
    use std::io::{Read, Seek, SeekFrom};
    let read = || -> std::io::Result<String> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(65_536)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let text = read().unwrap_or_default();
    let all: Vec<&str> = text.lines().collect();
    all.get(all.len().saturating_sub(lines)..).unwrap_or_default().join("\n")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn output_is_given_shown_and_logged() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("deep/it.log");
        let mut seen = Vec::new();
        let output = Tool::new("it", "sh")
            .args(["-c", "cat; echo two >&2"])
            .input("one\n".into())
            .log(log.clone())
            .run(|line| seen.push(line.to_owned()))
            .await
            .unwrap();
        assert_eq!(output, "one\n");
        seen.sort();
        assert_eq!(seen, ["one", "two"]);
        assert_eq!(tail(&log, 9).lines().count(), 2);
    }

    #[tokio::test]
    async fn progress_bar_is_shown_and_not_kept() {
        let mut seen = Vec::new();
        let script = r"printf '1/2\r\033[32m2/2\033[0m\rdone'";
        let output =
            Tool::new("it", "sh").args(["-c", script]).run(|line| seen.push(line.to_owned())).await.unwrap();
        assert_eq!(seen, ["1/2", "2/2", "done"]);
        assert_eq!(output, "done\n");
    }

    #[tokio::test]
    async fn failure_shows_the_end_of_the_output() {
        let error =
            Tool::new("it", "sh").args(["-c", "echo because >&2; exit 3"]).run(|_| ()).await.unwrap_err();
        assert!(error.to_string().contains("because") && error.to_string().contains('3'), "{error}");
    }

    #[tokio::test]
    async fn command_over_its_limit_is_ended_with_its_children() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid");
        let script = format!("sleep 60 & echo $! > {}; wait", file.display());
        let run = Tool::new("it", "sh").args(["-c", &script]).limit(Duration::from_millis(300)).run(|_| ());
        assert!(run.await.unwrap_err().to_string().contains("longer"));
        let pid: i32 = fs::read_to_string(&file).unwrap().trim().parse().unwrap();
        if let Some(id) = super::super::Identity::of(pid) {
            assert!(id.gone(Duration::from_secs(10)).await);
        }
    }
}
