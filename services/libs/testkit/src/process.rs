use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt as _;
use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::PATIENCE;

/// Set for a process that [`Process::start`] starts.
const PROCESS: &str = "SAFFRON_TEST_PROCESS";

/// A service as a process of its own that can be killed: the test's own program, in which one test runs the service.
pub struct Process {
    /// Where it serves: host and port.
    pub address: String,
    child: Child,
    reader: JoinHandle<usize>,
}

impl Process {
    /// The instruction that [`Process::start`] gave such a process; none in the tests' own, where there is nothing to run.
    pub fn instruction() -> Option<String> {
        std::env::var(PROCESS).ok()
    }

    /// Starts the test of this name with these variables, waits until the service in it serves, and shows every line of
    /// its log to `check`.
    pub async fn start(
        test: &str,
        instruction: &str,
        variables: &BTreeMap<String, String>,
        check: impl Fn(&str) + Send + 'static,
    ) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(PROCESS, instruction)
            .envs(variables)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, address) = tokio::sync::oneshot::channel();
        let reader = tokio::spawn(async move {
            let (mut sender, mut count) = (Some(sender), 0);
            while let Ok(Some(line)) = lines.next_line().await {
                check(&line);
                count += 1;
                let serves = sender.is_some() && line.contains("\"serves\"");
                let entry: Option<Value> = serves.then(|| serde_json::from_str(&line).unwrap());
                if let (Some(entry), Some(sender)) = (entry, sender.take_if(|_| serves)) {
                    let _ = sender.send(entry["address"].as_str().unwrap().to_owned());
                }
            }
            count
        });
        let address = tokio::time::timeout(PATIENCE, address).await.unwrap().expect("the service serves");
        Process { address, child, reader }
    }

    /// Kills it as it is (SIGKILL), and returns how many lines it had logged; fails the test if it had ended by itself, or
    /// if `check` refused a line.
    pub async fn kill(mut self) -> usize {
        self.child.start_kill().unwrap();
        let ended = self.child.wait().await.unwrap();
        assert_eq!(ended.signal(), Some(9), "it ended by itself: {ended}");
        self.reader.await.unwrap()
    }
}
