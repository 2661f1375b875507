//! `saffron events`: what happens, as it happens.

use std::process::Stdio;

use saffron_testkit::PATIENCE;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::time::timeout;

use crate::world::{World, check, world};

struct Watcher {
    child: Child,
    out: Lines<BufReader<ChildStdout>>,
    err: Lines<BufReader<ChildStderr>>,
}

impl Watcher {
    fn start(world: &World, arguments: &[&str]) -> Watcher {
        let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
            .arg("events")
            .args(arguments)
            .env("SAFFRON_ANALYST_NATS_URL", world.nats.config.url.expose())
            .env("SAFFRON_SUBJECT_PREFIX", &world.nats.config.prefix)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap()).lines();
        let err = BufReader::new(child.stderr.take().unwrap()).lines();
        Watcher { child, out, err }
    }

    /// What it says to a person, between the lines of its log.
    async fn said(&mut self) -> String {
        loop {
            let line = timeout(PATIENCE, self.err.next_line()).await.unwrap().unwrap().unwrap();
            if !line.starts_with('{') {
                return line;
            }
        }
    }

    async fn line(&mut self) -> String {
        timeout(PATIENCE, self.out.next_line()).await.unwrap().unwrap().unwrap()
    }

    async fn stop(mut self) -> bool {
        let pid = self.child.id().unwrap().to_string();
        Command::new("kill").args(["-INT", &pid]).status().await.unwrap();
        timeout(PATIENCE, self.child.wait()).await.unwrap().unwrap().success()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_shown_as_they_come_one_line_each() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let (first, second) = (world.linked(&ana, "p1").await, world.linked(&ana, "p2").await);
    let kind = "saffron.reports.check_recorded.v1";
    let mut watcher = Watcher::start(&world, &["--pos-id", "p2", "--type", kind]);
    assert_eq!(watcher.said().await, "Reading EVENTS as analyst-live; Ctrl-C ends it.");

    // Another reader of that name would take its events away.
    let mut other = Watcher::start(&world, &[]);
    assert!(other.said().await.contains("Choose another name"));
    assert!(!timeout(PATIENCE, other.child.wait()).await.unwrap().unwrap().success());

    // Those of another location are not shown, nor what other services tell of this one.
    assert_eq!(world.ingest(&first, &check("p1", "c1", 1.0)).await.status, 202);
    world.expect_sales(&ana, 1.0).await;
    assert_eq!(world.ingest(&second, &check("p2", "c2", 2.0)).await.status, 202);
    let line = watcher.line().await;
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(&words[1..3], &["p2", kind], "{line}");
    assert!(words[0].parse::<jiff::Timestamp>().is_ok() && words.contains(&"posCheckID=c2"), "{line}");
    assert!(watcher.stop().await);

    // The name is free again.
    let mut again = Watcher::start(&world, &[]);
    assert!(again.said().await.starts_with("Reading EVENTS"));
    assert!(again.stop().await);
}

#[tokio::test]
async fn an_unknown_event_type_is_refused_with_the_known_ones() {
    let unknown = ["saffron.reports.check_recorded.v9", "saffron.reports.report_changed.v1", "x"];
    for kind in unknown {
        let output = Command::new(env!("CARGO_BIN_EXE_saffron"))
            .args(["events", "--type", kind])
            .output()
            .await
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("saffron.reports.check_recorded.v1\n"), "{said}");
        assert!(!said.contains("push"), "{said}");
    }
}
