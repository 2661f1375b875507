//! The clock of every service and of Postgres jumps while tills post: forward by a day, back by more than that, and forward
//! by more than a session lasts. NATS keeps its time, as another machine would.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};
use saffron_core::Clock;
use serde_json::{Value, json};

use crate::fixture::Own;
use crate::house::{House, asked, eventually, today};
use crate::owner::{client, read};
use crate::reader::Reader;
use crate::stream::Stream;
use crate::tills::Tills;

const LOCATIONS: [&str; 2] = ["clock-a", "clock-b"];
/// How long services may take to take notice of another time, and to do what is due.
const PATIENCE: Duration = Duration::from_secs(120);
/// Hours that the clocks are before the machine's, one after the other: the end of a day comes twice.
const JUMPS: [i32; 4] = [25, -1, 25, 0];
/// How near to a wanted time another one is that tells it.
const NEAR: SignedDuration = SignedDuration::from_mins(5);
/// The day of checks that name no business date.
const STAMPED: &str = "2026-07-18";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_loses_nothing_doubles_nothing_and_ends_what_is_due() {
    let (seed, rounds) = asked(1);
    let time = Time::new();
    let house = House::open(Own::new(), |_, up| time.given_to(up), &LOCATIONS).await;
    let day = today();
    let stream = Stream::open(&house.owner);
    stream.opened().await;
    let reader = Reader::begin(&house.owner, &day);
    let tills = Tills::begin(house.tills(&day, 1, seed));
    tills.moved_on().await;
    for hours in JUMPS.repeat(rounds as usize) {
        time.jump(&house, hours).await;
        // Tokens of a minute were made before, or are of the future; sessions last.
        tills.moved_on().await;
        stream.moved_on(&LOCATIONS.map(str::to_owned)).await;
        let answered = reader.moved_on().await;
        assert!(answered.wrong.is_empty(), "at {hours} hours: {:#?}", answered.wrong);
        if hours > 0 {
            eventually("the day's digest", PATIENCE, || async {
                (digests(&house, &day).await > 0).then_some(())
            })
            .await;
        }
        println!("{hours:+} hours: tills, the stream and the reader went on");
    }
    reader.end().await;
    house.equals(tills, stream, &day).await;
    // One a location, though its day has ended several times; others' days were told too.
    assert_eq!(digests(&house, &day).await, LOCATIONS.len(), "a day was told another number of times");

    // What is repeated after the stream's window, by the clock of the services, is the same fact of the same day.
    let (mut count, (pos_id, key)) = (0, house.locations[0].clone());
    for hours in [0, 25, -1] {
        time.jump(&house, hours).await;
        post(&house, &key, &check(&pos_id, "c-0")).await;
        post(&house, &key, &check(&pos_id, &format!("c-{hours}"))).await;
        count += 1;
        eventually("the checks to be stamped", PATIENCE, || async {
            let found = stamped(&house, &pos_id).await;
            assert!(found <= count, "{found} checks of {count}");
            (found == count).then_some(())
        })
        .await;
    }
    // Thirty days without a word end a session, and nothing else does.
    time.jump(&house, 32 * 24).await;
    eventually("the session to end", PATIENCE, || async {
        let form = json!({ "startDate": STAMPED, "endDate": STAMPED });
        let answer = house.owner.call(&client(), "get-daily-sales-labor", form).await;
        answer.is_err_and(|why| why.contains(": 401 ")).then_some(())
    })
    .await;
    time.jump(&house, 0).await;
    house.close();
}

/// What processes are told that the time is, by libfaketime.
struct Time {
    library: PathBuf,
    /// Holds the file that says how far it is from the machine's.
    folder: tempfile::TempDir,
}

impl Time {
    /// The machine's, until it jumps.
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
        time.say(0);
        time
    }

    /// The command, and whatever it starts, goes by this time. How long something takes is told rightly all the while.
    fn given_to(&self, mut command: Command) -> Command {
        command
            .env("LD_PRELOAD", &self.library)
            .env("FAKETIME_TIMESTAMP_FILE", self.folder.path().join("offset"))
            .env("FAKETIME_CACHE_DURATION", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("FAKETIME_DISABLE_SHM", "1");
        command
    }

    fn say(&self, hours: i32) {
        let (offset, next) = (self.folder.path().join("offset"), self.folder.path().join("next"));
        fs::write(&next, format!("{hours:+}h\n")).unwrap();
        fs::rename(next, offset).unwrap();
    }

    /// Lets everyone's clock jump to so many hours before the machine's, and waits until the gateway and Postgres go by it.
    async fn jump(&self, house: &House, hours: i32) {
        self.say(hours);
        let psql = house.psql().await;
        eventually("the clocks to jump", PATIENCE, || async {
            let database = psql.run("SELECT extract(epoch FROM now())::bigint;".into()).await.ok()?;
            let database = Timestamp::from_second(database.trim().parse().ok()?).ok()?;
            let wanted = Clock::system().now() + SignedDuration::from_hours(hours.into());
            let is_it = |told: Timestamp| told.duration_since(wanted).abs() < NEAR;
            (is_it(database) && is_it(told_by_gateway(house).await?)).then_some(())
        })
        .await;
    }
}

/// As the head of a live stream tells it: other answers' dates are kept by the HTTP library, which does not go back.
async fn told_by_gateway(house: &House) -> Option<Timestamp> {
    let stream = client().get(format!("{}/push/v1/stream", house.owner.address));
    let stream =
        stream.bearer_auth(&house.owner.session).header("Accept", "text/event-stream").send().await.ok()?;
    Some(rfc2822::parse(stream.headers().get("date")?.to_str().ok()?).ok()?.timestamp())
}

/// How many digests of the tills' day the owner was told.
async fn digests(house: &House, day: &str) -> usize {
    let Ok(body) = house.owner.call(&client(), "get-communications", json!({ "list": "messages" })).await
    else {
        return 0;
    };
    let told = body["communicationList"].as_array().unwrap().iter();
    told.filter(|told| told["kind"] == "dayClosed" && told["target"]["id"] == day).count()
}

/// A check that names no business date.
fn check(pos_id: &str, id: &str) -> Value {
    json!({
        "specversion": "1.0", "id": id, "source": "till", "type": "check.closed",
        "data": {
            "posID": pos_id, "posCheckID": id, "revision": 1, "closeTime": format!("{STAMPED}T12:59:30"),
            "items": [{ "posItemID": "tea", "name": "Tea", "quantity": 1, "price": 2 }],
            "payments": [{ "type": "Cash", "amount": 2 }]
        }
    })
}

async fn post(house: &House, key: &str, event: &Value) {
    let request = client().post(format!("{}/ingest/v1/events", house.owner.address));
    let answer = request.bearer_auth(key).json(event).send().await.unwrap();
    read("ingest", answer, 202).await.unwrap();
}

/// Checks of the day that they are stamped with.
async fn stamped(house: &House, pos_id: &str) -> u64 {
    let form = json!({ "startDate": STAMPED, "endDate": STAMPED, "posID": pos_id });
    let rows = house.owner.call(&client(), "get-daily-sales-labor", form).await.unwrap();
    rows[0]["checks"].as_u64().unwrap_or_default()
}
