//! No message to the opted-out: random histories of statements, campaigns between, and the rule as people state it, computed
//! the slow way.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_proto::marketing::{Channel, Draft, Exclusion, NoteConsentRequest, Outcome};
use saffron_testkit::number;
use serde_json::json;

use crate::world::{NOON, Options, POS, World, email, guest, mail_to, phone, text_to, with};

/// A statement about a guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Statement {
    /// By the till, about both channels.
    Till(bool),
    /// By an owner, about emails.
    Owner(bool),
    /// By the person's link.
    Link(bool),
    /// By the person's text.
    Text(bool),
}

/// Guests of a campaign, each with a history.
const GUESTS: usize = 12;
/// Campaigns to a guest by each channel, with statements between them.
const ROUNDS: usize = 5;

/// The statements of one round.
fn step(random: &mut StdRng, guests: &Range<usize>) -> Vec<(usize, Statement)> {
    let one = |random: &mut StdRng| match random.random_range(0..4) {
        0 => Statement::Till(random.random()),
        1 => Statement::Owner(random.random()),
        2 => Statement::Link(random.random()),
        _ => Statement::Text(random.random()),
    };
    let count = random.random_range(0..14);
    (0..count).map(|_| (random.random_range(guests.clone()), one(random))).collect()
}

/// Whether a guest may get a message: by the person's own last statement, unless an owner recorded a later refusal; else by
/// the owner's last statement; else by the till's.
fn may_get(channel: Channel, history: &[Statement]) -> Result<(), Exclusion> {
    let is_email = channel == Channel::Email;
    let person = history.iter().rposition(|one| match one {
        Statement::Link(_) => is_email,
        Statement::Text(_) => !is_email,
        Statement::Till(_) | Statement::Owner(_) => false,
    });
    let owner = history.iter().rposition(|one| is_email && matches!(one, Statement::Owner(_)));
    let till = history.iter().rposition(|one| matches!(one, Statement::Till(_)));
    let granted = |at: Option<usize>| {
        at.map(|at| match history[at] {
            Statement::Till(yes) | Statement::Owner(yes) | Statement::Link(yes) | Statement::Text(yes) => yes,
        })
    };
    match (granted(person), granted(owner), granted(till)) {
        (Some(false), ..) => Err(Exclusion::OptedOut),
        (Some(true), Some(false), _) if owner > person => Err(Exclusion::NoConsent),
        (Some(true), ..) | (None, Some(true), _) | (None, None, Some(true)) => Ok(()),
        _ => Err(Exclusion::NoConsent),
    }
}

#[tokio::test]
async fn an_opted_out_guest_gets_no_message() {
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let histories = number("SAFFRON_TEST_HISTORIES").unwrap_or(GUESTS as u64) as usize;
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_HISTORIES={histories}");
    let mut random = StdRng::seed_from_u64(seed);
    let clock = saffron_core::Clock::fixed(NOON.parse().unwrap());
    let world = World::with(Options { clock, weekly_cap: 1_000, ..Options::default() }).await;
    for (day, first) in (0..histories).step_by(GUESTS).enumerate() {
        // Each on a day of its own, so that night never falls.
        let noon: Timestamp = NOON.parse().unwrap();
        world.clock.set(noon + SignedDuration::from_hours(24 * day as i64));
        let steps: Vec<_> = (0..ROUNDS).map(|_| step(&mut random, &(0..GUESTS))).collect();
        follow(&world, first, steps).await;
        world.mail.forget();
        world.sms.forget();
        if histories > GUESTS {
            println!("{} histories obeyed", first + GUESTS);
        }
    }
}

/// Makes the statements of the guests from `first` on, and checks after each round which of them got a message.
async fn follow(world: &World, first: usize, steps: Vec<Vec<(usize, Statement)>>) {
    let everyone = || first..first + GUESTS;
    let consenting: Vec<_> = everyone().map(|number| guest(number, true)).collect();
    world.facts(POS, "customer.upserted", &consenting).await;
    let welcome = world.send(mail_to(everyone())).await.unwrap();
    world.finished(&welcome.campaign_id).await;
    // START is consent at the location of the last text.
    let welcome = world.send(text_to(everyone())).await.unwrap();
    world.finished(&welcome.campaign_id).await;
    let link = |number: usize| {
        let header = world.mail.mails_to(&email(number))[0].header("List-Unsubscribe").unwrap();
        header.trim_matches(['<', '>']).to_owned()
    };
    let links: Vec<String> = everyone().map(link).collect();
    let mut histories = vec![vec![Statement::Till(true)]; GUESTS];
    let mut revision = 1;
    for (round, step) in steps.into_iter().enumerate() {
        for (index, one) in step {
            // Each at a moment of its own, within the day.
            world.pass(SignedDuration::from_secs(1));
            let number = first + index;
            match one {
                Statement::Till(yes) => {
                    revision += 1;
                    let fact = with(guest(number, yes), json!({"revision": revision}));
                    world.facts(POS, "customer.upserted", &[fact]).await;
                }
                Statement::Owner(granted) => {
                    let note = NoteConsentRequest {
                        pos_id: POS.into(),
                        pos_customer_id: format!("g{number}"),
                        channel: Channel::Email.into(),
                        granted,
                    };
                    world.client().note_consent(world.request(&[POS], note)).await.unwrap();
                }
                Statement::Link(yes) => world.subscribe(&links[index], yes).await.unwrap(),
                Statement::Text(yes) => {
                    let text = if yes { "START" } else { "STOP" };
                    world.sms.say(&format!("+1{}", phone(number)), text).await.unwrap();
                }
            }
            histories[index].push(one);
        }
        let body = format!("Round {round}.");
        for (channel, draft) in [
            (Channel::Email, Draft { body: body.clone(), ..mail_to(everyone()) }),
            (Channel::Text, Draft { body: body.clone(), ..text_to(everyone()) }),
        ] {
            let sent = world.send(draft).await.unwrap();
            let sent = world.finished(&sent.campaign_id).await;
            let outcomes = world.outcomes_of(&sent.campaign_id).await;
            assert_eq!(outcomes.len(), GUESTS);
            for ((number, history), outcome) in everyone().zip(&histories).zip(&outcomes) {
                let expected = may_get(channel, history);
                let got = match outcome.outcome() {
                    Outcome::Sent => Ok(()),
                    Outcome::Excluded => Err(outcome.exclusion()),
                    other => panic!("{other:?}"),
                };
                assert_eq!(got, expected, "{channel:?} {number} {history:?}");
                let arrived = match channel {
                    Channel::Email => world
                        .mail
                        .mails_to(&email(number))
                        .iter()
                        .any(|mail| mail.text().unwrap().contains(&body)),
                    _ => {
                        let texts = world.sms.with_guest(&format!("+1{}", phone(number)));
                        texts.iter().any(|text| text.body.contains(&body))
                    }
                };
                assert_eq!(arrived, expected.is_ok(), "{channel:?} {number} {history:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_guest_who_opts_in_after_an_owners_refusal_gets_mail() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    let first = world.send(mail_to(0..1)).await.unwrap();
    world.finished(&first.campaign_id).await;
    let header = world.mail.mails_to(&email(0))[0].header("List-Unsubscribe").unwrap();
    let link = header.trim_matches(['<', '>']);
    let later = || world.pass(SignedDuration::from_secs(1));
    later();
    world.subscribe(link, true).await.unwrap();
    later();
    let note = NoteConsentRequest {
        pos_id: POS.into(),
        pos_customer_id: "g0".into(),
        channel: Channel::Email.into(),
        granted: false,
    };
    world.client().note_consent(world.request(&[POS], note)).await.unwrap();
    later();
    world.subscribe(link, true).await.unwrap();
    let again = world.send(Draft { body: "Again.".into(), ..mail_to(0..1) }).await.unwrap();
    let again = world.finished(&again.campaign_id).await;
    assert_eq!((again.sent, again.excluded), (1, 0));
}
