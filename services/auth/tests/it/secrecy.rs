//! Secrets: not in a log, not in the store, not in the time of an answer.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use tracing_subscriber::fmt::MakeWriter;

use crate::world::{ADDRESS, PASSWORD, World, person, subject, world};

const ANA: &str = "ana@saffron.example";
const NEW: &str = "the oven wakes at nine";
/// Answers that are compared; of each kind the quickest counts, which other work on the machine does not slow down.
const ROUNDS: usize = 9;
/// Rounds after which a difference between answers is a failure.
const MOST_ROUNDS: usize = 90;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;
    fn make_writer(&self) -> Log {
        self.clone()
    }
}

/// Every text of every table.
async fn stored(world: &World) -> String {
    let mut all = String::new();
    for table in ["users", "sign_ups", "resets", "mails", "sessions", "tries", "outbox"] {
        let query = format!("SELECT coalesce(string_agg(t::text, ' '), '') FROM {table} t");
        let rows: String =
            sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_one(&world.pool).await.unwrap();
        all.push_str(&rows);
    }
    all
}

#[tokio::test]
async fn a_link_is_in_its_mail_alone() {
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().with_writer(log.clone()).with_max_level(tracing::Level::DEBUG).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let world = world().await;
    world.try_sign_up(person(ANA)).await.unwrap();
    let confirm = world.token_mailed(ANA, subject::CONFIRM, 1).await;
    let waiting = stored(&world).await;
    world.confirm(&confirm).await.unwrap();
    world.ask_reset(ANA).await.unwrap();
    let reset = world.token_mailed(ANA, subject::RESET, 1).await;
    let asked = stored(&world).await;
    world.reset(&reset, "short").await.unwrap_err();
    world.reset(&reset, NEW).await.unwrap();
    world.reset(&reset, NEW).await.unwrap_err();
    tracing::warn!("the end");
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("the end"));
    for secret in [confirm.as_str(), reset.as_str(), PASSWORD, NEW] {
        for (medium, text) in [("log", &logged), ("store", &waiting), ("store", &asked)] {
            assert!(!text.contains(secret), "a secret is in the {medium}");
        }
    }
    assert!(!logged.contains(ANA), "an address is in the log");
}

/// The log from now on, to the end of the guard.
fn logged_at(level: tracing::Level) -> (Log, tracing::subscriber::DefaultGuard) {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().json().with_writer(log.clone()).with_max_level(level).finish();
    (log, tracing::subscriber::set_default(subscriber))
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// The lines with this message.
    fn lines(&self, what: &str) -> Vec<serde_json::Value> {
        let lines = self.text();
        let lines = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines.filter(|line| line["fields"]["message"] == what).collect()
    }
}

/// Argon2 takes most of the time of an answer: known and unknown addresses cost one hash each, or none.
#[tokio::test]
async fn known_and_unknown_addresses_cost_as_many_hashes() {
    let world = world().await;
    world.sign_up(ANA).await;
    world.try_sign_up(person("waiting@saffron.example")).await.unwrap();
    let (log, _guard) = logged_at(tracing::Level::DEBUG);
    let hashes = || log.lines("a password is hashed").len();
    for address in [ANA, "waiting@saffron.example", "nobody@saffron.example"] {
        let before = hashes();
        world.try_login(address, "a wrong password", ADDRESS).await.unwrap_err();
        let signed_in = hashes();
        world.try_sign_up(person(address)).await.unwrap();
        let signed_up = hashes();
        world.ask_reset(address).await.unwrap();
        assert_eq!((signed_in - before, signed_up - signed_in, hashes() - signed_up), (1, 1, 0), "{address}");
    }
}

#[tokio::test]
async fn a_sign_in_is_logged_without_typed_text() {
    let world = world().await;
    world.sign_up(ANA).await;
    let (log, _guard) = logged_at(tracing::Level::INFO);
    world.try_login(ANA, "a wrong password", ADDRESS).await.unwrap_err();
    world.try_login("x\",\n{\"message\":\"forged", PASSWORD, "no\naddress").await.unwrap_err();
    world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    world.ask_reset(ANA).await.unwrap();
    let reset = world.token_mailed(ANA, subject::RESET, 1).await;
    world.reset("no token", NEW).await.unwrap_err();
    world.reset(&reset, NEW).await.unwrap();
    let [refused, stranger] = &log.lines("sign-in refused")[..] else { panic!("{}", log.text()) };
    let signed_in = &log.lines("signed in")[0];
    assert!(refused["fields"]["user"].as_str().unwrap().len() == 36, "{refused}");
    assert_eq!(refused["fields"]["user"], signed_in["fields"]["user"]);
    assert_eq!(refused["fields"]["from"], ADDRESS);
    assert_eq!((&stranger["fields"]["user"], &stranger["fields"]["from"]), (&"-".into(), &"-".into()));
    assert_eq!(log.lines("mailed link refused").len(), 1);
    assert_eq!(log.lines("password set by a mailed link")[0]["fields"]["user"], signed_in["fields"]["user"]);
    for typed in [ANA, PASSWORD, NEW, "forged", reset.as_str()] {
        assert!(!log.text().contains(typed), "{typed} is in the log");
    }
}

async fn timed<T>(answer: impl Future<Output = T>) -> Duration {
    let begun = Instant::now();
    answer.await;
    begun.elapsed()
}

/// Whether the shortest times of both are alike.
fn are_alike([known, unknown]: &[Vec<Duration>; 2]) -> bool {
    let (Some(known), Some(unknown)) = (known.iter().min(), unknown.iter().min()) else { return false };
    let (longer, shorter) = (known.max(unknown), known.min(unknown));
    *longer < *shorter * 2 || *longer - *shorter < Duration::from_millis(3)
}

/// On a busy machine it takes many rounds until an answer of each kind was not disturbed; an answer with more work takes
/// longer in all of them.
#[tokio::test]
async fn the_time_of_an_answer_does_not_depend_on_an_account() {
    let world = world().await;
    let (mut sign_ups, mut resets, mut logins) =
        ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for round in 0..MOST_ROUNDS {
        let all = [&sign_ups, &resets, &logins];
        if round >= ROUNDS && all.into_iter().all(are_alike) {
            return;
        }
        // No round is slowed as one try too many.
        world.pass(SignedDuration::from_hours(2));
        let known = format!("known{round}@saffron.example");
        let waiting = format!("waiting{round}@saffron.example");
        world.sign_up(&known).await;
        world.try_sign_up(person(&waiting)).await.unwrap();
        world.all_sent().await;
        let addresses = [known, format!("unknown{round}@saffron.example")];
        // Each comes first as often as the other, and no mail is being sent meanwhile.
        for n in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            let email = &addresses[n];
            resets[n].push(timed(world.ask_reset(email)).await);
            world.all_sent().await;
            logins[n].push(timed(world.try_login(email, "a wrong password", "198.51.100.1")).await);
            sign_ups[n].push(timed(world.try_sign_up(person(email))).await);
            world.all_sent().await;
        }
        logins[0].push(timed(world.try_login(&waiting, "a wrong password", "198.51.100.2")).await);
    }
    panic!("sign-ups {sign_ups:?}, resets {resets:?}, sign-ins {logins:?}");
}
