//! An instance beside all others: its own private folder and ports, ended when the test ends.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use saffron_dev::environment::Environment;
use saffron_dev::place::Place;
use saffron_dev::ports::Ports;
use saffron_dev::proc::Identity;
use saffron_dev::state::{Phase, State};

/// A private folder and ports that nobody else has.
pub struct Own {
    folder: tempfile::TempDir,
    pub ports: Ports,
}

impl Own {
    pub fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("saffron-test-").tempdir().unwrap();
        // Postgres runs as another account than root and has to get through.
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open).unwrap();
        Self { folder, ports: Ports::free().unwrap() }
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// The launcher with this instance's environment and no other SAFFRON_* variable, but for the shared packages.
    pub fn launcher(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_saffron-dev"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("SAFFRON_") {
                command.env_remove(name);
            }
        }
        let packages = Place::read(Environment::read()).unwrap().packages;
        command
            .args(args)
            .env("SAFFRON_HOME", self.home())
            .env("SAFFRON_PACKAGES", packages)
            .stdin(Stdio::null());
        for (name, port) in self.ports.named() {
            command.env(name, port.to_string());
        }
        command
    }

    /// Runs a command of the launcher to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        self.launcher(args).output().unwrap()
    }

    pub fn state(&self) -> State {
        State::read(&self.home())
    }

    /// Waits until the instance is ready.
    pub fn ready(&self) -> State {
        until("the instance to be ready", || {
            let state = self.state();
            (state.phase == Phase::Ready).then_some(state)
        })
    }

    /// The states of the test runs that this instance's launcher has begun.
    pub fn runs(&self) -> Vec<State> {
        let runs = std::fs::read_dir(self.home().join("runs")).into_iter().flatten().flatten();
        runs.map(|run| State::read(&run.path())).collect()
    }

    /// Fails if a test run has left a folder or a process.
    pub fn assert_no_run_left(&self) {
        assert_eq!(self.runs().len(), 0, "a folder is left");
        assert_eq!(
            mentioned_by(&self.home()),
            Vec::<String>::new(),
            "processes still name the private folder"
        );
    }

    /// Fails if a process of `state` runs or a port of this instance is taken.
    pub fn assert_nothing_left(&self, state: &State) {
        for process in &state.processes {
            assert!(!process.id.alive(), "{} (process {}) is left", process.name, process.id.pid);
        }
        for (name, port) in self.ports.named() {
            assert!(std::net::TcpListener::bind(("127.0.0.1", port)).is_ok(), "{name} {port} is left");
        }
        assert!(!self.home().join("state.json").exists(), "the state file is left");
        assert_eq!(
            mentioned_by(&self.home()),
            Vec::<String>::new(),
            "processes still name the private folder"
        );
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let _ = self.launcher(&["down"]).output();
    }
}

/// Waits for a condition without a fixed pause; a minute at most.
pub fn until<T>(what: &str, mut check: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = check() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(300), "waited five minutes for {what}");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

/// SIGKILL, and waits until it took effect.
pub fn kill(id: &Identity) {
    id.signal(Signal::SIGKILL);
    until("a killed process to be gone", || (!id.alive()).then_some(()));
}

/// Command lines that name a folder, of whatever process.
fn mentioned_by(folder: &Path) -> Vec<String> {
    let folder = folder.display().to_string();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(&folder))
        .collect()
}
