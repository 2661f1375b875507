//! The clock of every service and of Postgres jumps while tills post: forward by a day, back by more than that, and forward
//! by more than a session lasts. NATS keeps its time, as another machine would.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};
use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};
use saffron_core::Clock;
use saffron_instance::{Answer, Stream, Tills, business_date, check, client, eventually};
use serde_json::json;

use crate::reader::Reader;
use crate::setup::{Setup, options};

const LOCATIONS: [&str; 2] = ["clock-a", "clock-b"];
/// How long services may take to notice another time, and to do what is due.
const PATIENCE: Duration = Duration::from_secs(120);
/// Hours between the machine's clock and the others, one after the other: the end of a day comes twice.
const JUMPS: [i32; 4] = [25, -1, 25, 0];
/// The largest difference of a clock from the wanted time.
const NEAR: SignedDuration = SignedDuration::from_mins(5);
/// The day of checks without a business date.
const STAMPED: &str = "2026-07-18";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jumping_clock_loses_and_doubles_nothing_and_ends_sessions() -> Result<()> {
    let (seed, rounds) = options(1);
    let time = Time::new();
    let setup = Setup::start(&LOCATIONS, |_, up| time.given_to(up)).await?;
    let day = business_date(0)?.to_string();
    let stream = Stream::open(&setup.owner)?;
    stream.opened().await?;
    let reader = Reader::begin(&setup.owner, &day)?;
    let tills = Tills::begin(setup.checks(&day, seed))?;
    tills.wait_for_progress().await?;
    for hours in JUMPS.repeat(rounds as usize) {
        time.jump(&setup, hours).await?;
        // Tokens of a minute were made before, or are of the future; sessions last.
        tills.wait_for_progress().await?;
        stream.wait_for_progress(&LOCATIONS).await?;
        let answered = reader.wait_for_progress().await?;
        assert!(answered.wrong.is_empty(), "at {hours} hours: {:#?}", answered.wrong);
        if hours > 0 {
            let is_there = async || Ok((digests(&setup, &day).await > 0).then_some(()).ok_or("none"));
            eventually("the day's digest", PATIENCE, is_there).await?;
        }
        println!("{hours:+} hours: tills, the stream and the reader went on");
    }
    reader.end().await?;
    setup.expect_all(tills, stream, &day).await?;
    // One a location, though its day has ended several times; others' days have digests too.
    assert_eq!(digests(&setup, &day).await, LOCATIONS.len(), "a day has another number of digests");

    // A repeat after the stream's window, by the clock of the services, is the same fact of the same day.
    let (mut count, till) = (0, &setup.tills[0]);
    for hours in [0, 25, -1] {
        time.jump(&setup, hours).await?;
        for id in ["c-0".to_owned(), format!("c-{hours}")] {
            let check = check(&till.pos_id, &id, &format!("{STAMPED}T12:59:30"), 2);
            till.post(&check).await.good("ingest")?;
        }
        count += 1;
        eventually("the checks to be stamped", PATIENCE, async || {
            let form = json!({ "startDate": STAMPED, "endDate": STAMPED, "posID": till.pos_id });
            let rows = setup.owner.call("get-daily-sales-labor", form).await?;
            let found = rows[0]["checks"].as_u64().unwrap_or_default();
            ensure!(found <= count, "{found} checks of {count}");
            Ok(if found == count { Ok(()) } else { Err(found) })
        })
        .await?;
    }
    // Thirty days without a request end a session, and nothing else does.
    time.jump(&setup, 32 * 24).await?;
    eventually("the session to end", PATIENCE, async || {
        let form = json!({ "startDate": STAMPED, "endDate": STAMPED });
        Ok(match setup.owner.ask("get-daily-sales-labor", form).await {
            Answer::Bad { status: 401, .. } => Ok(()),
            other => Err(other),
        })
    })
    .await?;
    time.jump(&setup, 0).await?;
    setup.instance.stop().await
}

/// The time of processes, by libfaketime.
struct Time {
    library: PathBuf,
    /// Holds the file with the distance to the machine's.
    folder: tempfile::TempDir,
}

impl Time {
    /// The machine's time, until a jump.
    ///
    /// # Panics
    /// Without libfaketime, saying how to get it.
    fn new() -> Self {
        let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|entry| entry.path());
        let libraries = folders.chain([PathBuf::from("/usr/lib"), PathBuf::from("/usr/local/lib")]);
        let library = libraries
            .map(|folder| folder.join("faketime/libfaketimeMT.so.1"))
            .find(|library| library.is_file())
            .expect("this proof needs libfaketime: on Debian, `apt-get install libfaketime`");
        let folder = tempfile::tempdir().unwrap();
        // Postgres runs as another account than root and has to get through.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let time = Self { library, folder };
        time.set(0);
        time
    }

    /// Lets a command, and everything that it starts, use this time. Durations stay right.
    fn given_to(&self, mut command: Command) -> Command {
        command
            .env("LD_PRELOAD", &self.library)
            .env("FAKETIME_TIMESTAMP_FILE", self.folder.path().join("offset"))
            .env("FAKETIME_CACHE_DURATION", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("FAKETIME_DISABLE_SHM", "1");
        command
    }

    fn set(&self, hours: i32) {
        let (offset, next) = (self.folder.path().join("offset"), self.folder.path().join("next"));
        fs::write(&next, format!("{hours:+}h\n")).unwrap();
        fs::rename(next, offset).unwrap();
    }

    /// Lets every clock jump to so many hours before the machine's, and waits until the gateway and Postgres go by it.
    async fn jump(&self, setup: &Setup, hours: i32) -> Result<()> {
        self.set(hours);
        let psql = setup.instance.psql().await?;
        let now = "SELECT extract(epoch FROM now())::bigint;";
        eventually("the clocks to jump", PATIENCE, async || {
            let database = psql.run(now.into()).await.ok().and_then(|text| text.trim().parse().ok());
            let database = database.and_then(|second| Timestamp::from_second(second).ok());
            let clocks = [database, clock_of_gateway(setup).await];
            let wanted = Clock::system().now() + SignedDuration::from_hours(hours.into());
            let is_near =
                |time: &Option<Timestamp>| time.is_some_and(|time| time.duration_since(wanted).abs() < NEAR);
            Ok(if clocks.iter().all(is_near) { Ok(()) } else { Err(clocks) })
        })
        .await
    }
}

/// The gateway's time, from the head of a live stream: the HTTP library caches the date of other answers.
async fn clock_of_gateway(setup: &Setup) -> Option<Timestamp> {
    let stream = client().ok()?.get(format!("{}/push/v1/stream", setup.owner.address));
    let stream = stream.bearer_auth(&setup.owner.session).header("Accept", "text/event-stream");
    let stream = stream.send().await.ok()?;
    Some(rfc2822::parse(stream.headers().get("date")?.to_str().ok()?).ok()?.timestamp())
}

/// The number of digests of the tills' day that the owner has.
async fn digests(setup: &Setup, day: &str) -> usize {
    let inbox = setup.owner.call("get-communications", json!({ "list": "messages" })).await;
    let Ok(inbox) = inbox else { return 0 };
    let messages = inbox["communicationList"].as_array().unwrap().iter();
    messages.filter(|one| one["kind"] == "dayClosed" && one["target"]["id"] == day).count()
}
