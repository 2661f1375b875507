//! marketing as a process of its own that is killed ten times on the way through a campaign to thousands of guests.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_core::Clock;
use saffron_kit::CancellationToken;
use saffron_kit::config::Env;
use saffron_proto::marketing::{Campaign, CampaignState, Draft, Outcome};
use saffron_sandbox::{mail, sms};
use saffron_testkit::{Process, number};
use serde_json::json;

use crate::world::{NOON, Options, POS, World, email, guest, mail_to, phone, text_to, with};

/// Guests of the campaign; `cargo dev prove campaign` has 20,000.
fn recipients() -> usize {
    number("SAFFRON_TEST_GUESTS").unwrap_or(2_500) as usize
}

const KILLS: usize = 10;
/// Guests without consent.
const SILENT: usize = 150;
/// Guests whose mailboxes are gone.
const GONE: usize = 50;
/// The most that a process has in hand.
const IN_FLIGHT: usize = 64;

/// The process: the service, as its binary runs it, with a clock that is so many seconds ahead of the machine's. In the
/// tests' own process it does nothing.
#[test]
fn as_a_process() {
    let Some(ahead) = Process::instruction() else { return };
    let env = Env::of_process();
    let _telemetry = saffron_kit::telemetry::start("marketing", &env).unwrap();
    let config = saffron_marketing::Config::from_env(&env).unwrap();
    let clock = ticking(SignedDuration::from_secs(ahead.parse().unwrap()));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let running =
        async { saffron_marketing::start(config, clock, CancellationToken::new()).await?.stopped().await };
    runtime.block_on(running).unwrap();
}

/// A clock that ticks as the machine's does, ahead of it, so that it is day while a text is sent.
fn ticking(ahead: SignedDuration) -> Clock {
    let clock = Clock::fixed(Timestamp::now() + ahead);
    let ticks = clock.clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(5));
            ticks.set(Timestamp::now() + ahead);
        }
    });
    clock
}

struct Killed {
    world: World,
    ahead: SignedDuration,
    process: Process,
}

impl Killed {
    /// The service as a process, at noon, and its guests.
    async fn new() -> Killed {
        let noon: Timestamp = NOON.parse().unwrap();
        let ahead = SignedDuration::from_secs(noon.duration_since(Timestamp::now()).as_secs());
        let options = Options { clock: ticking(ahead), in_flight: IN_FLIGHT as u32, ..Options::default() };
        let mut world = World::with(options).await;
        let guests: Vec<_> = (0..recipients())
            .map(|number| match number < SILENT {
                true => with(guest(number, true), json!({"emailConsent": false, "smsConsent": false})),
                false => guest(number, true),
            })
            .collect();
        world.facts(POS, "customer.upserted", &guests).await;
        world.service.kill().await;
        let process = start(&world, ahead).await;
        Killed { world, ahead, process }
    }

    /// Kills the process and starts another; gives the recipients that it had in hand.
    async fn kill(self) -> (Killed, Vec<i32>) {
        let Killed { world, ahead, process } = self;
        process.kill().await;
        let in_hand: Vec<i32> = sqlx::query_scalar("SELECT number FROM recipient WHERE outcome = 'sending'")
            .fetch_all(&world.pool)
            .await
            .unwrap();
        let process = start(&world, ahead).await;
        (Killed { world, ahead, process }, in_hand)
    }
}

/// Starts the process and waits until it serves.
async fn start(world: &World, ahead: SignedDuration) -> Process {
    let ahead = ahead.as_secs().to_string();
    let process = Process::start("sending::killed::as_a_process", &ahead, &world.variables, |_| ()).await;
    world.connect_to(&process.address);
    process
}

/// How many recipients are settled.
fn settled(campaign: &Campaign) -> i64 {
    campaign.sent + campaign.failed + campaign.excluded + campaign.unknown
}

/// Follows a campaign to its end as the app reads it, and as events show it: the counts add up, never go back, and never have
/// more sent than arrived.
async fn follow(world: &World, id: &str, arrived: impl Fn() -> u64) -> Campaign {
    let mut listener = world.nats.subscribe("push.v1.>").await;
    let published = async {
        let mut last = 0;
        loop {
            let event =
                listener.expect_event(|event| event.r#type == "saffron.marketing.campaign_changed.v1").await;
            let count = |name: &str| event.data["counts"][name].as_i64().unwrap();
            let settled = count("sent") + count("failed") + count("excluded") + count("unknown");
            assert_eq!(settled + count("waiting") + count("sending"), count("recipients"), "{event:?}");
            assert!(settled >= last, "{settled} after {last}");
            assert!(count("sent") <= arrived() as i64);
            last = settled;
            if event.data["state"] == "finished" {
                return;
            }
        }
    };
    let seen = async {
        let mut last = 0;
        loop {
            let campaign = world.campaign(id).await;
            assert!(campaign.sent <= arrived() as i64);
            assert!(settled(&campaign) >= last, "{} after {last}", settled(&campaign));
            last = settled(&campaign);
            assert_eq!(rows_that_differ(world, id).await, 0, "counters and rows agree");
            if campaign.state() == CampaignState::Finished {
                return campaign;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::join!(seen, published).0
}

/// Outcomes whose counter is not the number of recipients.
async fn rows_that_differ(world: &World, id: &str) -> i64 {
    let id: uuid::Uuid = id.parse().unwrap();
    let differ = "SELECT count(*) FROM (SELECT outcome, count(*) AS n FROM recipient WHERE campaign_id = $1 GROUP BY 1) AS r
        FULL JOIN (SELECT o.outcome, o.n FROM campaign AS c CROSS JOIN LATERAL (VALUES ('waiting', waiting),
            ('sending', sending), ('sent', sent), ('failed', failed), ('excluded', excluded), ('unknown', unknown))
            AS o (outcome, n) WHERE campaign_id = $1) AS c USING (outcome)
        WHERE coalesce(r.n, 0) <> coalesce(c.n, 0)";
    sqlx::query_scalar(differ).bind(id).fetch_one(&world.pool).await.unwrap()
}

/// Sends a campaign, kills the process ten times before its end, and gives the campaign as it ended and the recipients that the
/// killed processes had in hand.
async fn send_and_kill(
    mut killed: Killed,
    draft: Draft,
    arrived: impl Fn(&World) -> u64 + Copy,
) -> (Killed, Campaign, BTreeSet<i32>) {
    let id = killed.world.send(draft).await.unwrap().campaign_id;
    let mut in_hand = BTreeSet::new();
    // What a killed process had in hand may never arrive.
    let certain = recipients() - SILENT - GONE - KILLS * IN_FLIGHT;
    for kill in 1..=KILLS {
        let arriving = (certain * kill / KILLS) as u64;
        let world = &killed.world;
        // Not beyond the kill: a call in flight would break with the process.
        let until = saffron_testkit::eventually("messages to arrive", || async {
            assert_eq!(rows_that_differ(world, &id).await, 0, "counters and rows agree");
            (arrived(world) >= arriving).then_some(())
        });
        until.await;
        let had;
        (killed, had) = killed.kill().await;
        assert!(had.len() <= IN_FLIGHT + in_hand.len(), "{} in hand", had.len());
        in_hand.extend(had);
    }
    let world = &killed.world;
    let campaign = follow(world, &id, || arrived(world)).await;
    assert_eq!(campaign.recipients, recipients() as i64);
    assert_eq!(settled(&campaign), recipients() as i64);
    (killed, campaign, in_hand)
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_arrive_once_over_ten_kills() {
    let killed = Killed::new().await;
    let gone: BTreeSet<String> = (SILENT..SILENT + GONE).map(email).collect();
    for address in &gone {
        killed.world.mail.refuse(address, Some(mail::Refusal::Permanent), None);
    }
    killed.world.mail.set_mode(mail::Mode::Slow { millis: 5 }, None);
    let (killed, campaign, in_hand) =
        send_and_kill(killed, mail_to(0..recipients()), |world| world.mail.taken()).await;
    let world = &killed.world;
    let mut got: BTreeMap<String, usize> = BTreeMap::new();
    for delivery in world.mail.deliveries() {
        *got.entry(delivery.to.to_string()).or_default() += 1;
    }
    assert!(got.values().all(|count| *count == 1), "a guest got two");
    assert_eq!(campaign.excluded, SILENT as i64);
    assert!(campaign.unknown > 0, "a kill in the midst leaves some unknown");
    let outcomes = world.outcomes_of(&campaign.campaign_id).await;
    assert_eq!(outcomes.len(), recipients());
    for (number, outcome) in outcomes.iter().enumerate() {
        let copies = got.get(&outcome.address).copied().unwrap_or_default();
        match outcome.outcome() {
            Outcome::Sent => assert_eq!(copies, 1, "{}", outcome.address),
            Outcome::Excluded => assert!(copies == 0 && number < SILENT),
            Outcome::Failed => assert!(copies == 0 && gone.contains(&outcome.address)),
            Outcome::Unknown => {
                assert!(in_hand.contains(&(number as i32)), "{} was in no hand", outcome.address);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_over_ten_kills_leave_nothing_unknown() {
    let killed = Killed::new().await;
    killed.world.sms.set_mode(sms::Mode::Slow { millis: 5 }, None);
    let (killed, campaign, in_hand) =
        send_and_kill(killed, text_to(0..recipients()), |world| world.sms.taken()).await;
    assert!(!in_hand.is_empty(), "a kill in the midst leaves some in hand");
    assert_eq!((campaign.unknown, campaign.failed, campaign.excluded), (0, 0, SILENT as i64));
    let mut got: BTreeMap<String, usize> = BTreeMap::new();
    for message in killed.world.sms.messages() {
        *got.entry(message.to).or_default() += 1;
    }
    assert_eq!(got.len(), recipients() - SILENT);
    assert!(got.values().all(|count| *count == 1), "a guest got two");
    assert!((SILENT..recipients()).all(|number| got.contains_key(&format!("+1{}", phone(number)))));
}
