//! The opted-out never get anything: random histories of what was said, campaigns between, and beside them the rule as
//! people say it, looked up the slow way.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_proto::marketing::{Channel, Draft, Exclusion, NoteConsentRequest, Outcome};
use serde_json::json;

use crate::world::{NOON, Options, POS, World, email, guest, mail_to, phone, text_to, with};

/// What is said of a guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    /// By the till, of both channels.
    Till(bool),
    /// By an owner, of emails.
    Owner(bool),
    /// By the person's link.
    Link(bool),
    /// By the person's text.
    Text(bool),
}

/// Guests of a campaign, each with a history.
const GUESTS: usize = 12;
/// Campaigns of a guest by each channel, with words between them.
const ROUNDS: usize = 5;

/// Words of one round.
fn step(random: &mut StdRng, guests: &Range<usize>) -> Vec<(usize, Said)> {
    let said = |random: &mut StdRng| match random.random_range(0..4) {
        0 => Said::Till(random.random()),
        1 => Said::Owner(random.random()),
        2 => Said::Link(random.random()),
        _ => Said::Text(random.random()),
    };
    let words = random.random_range(0..14);
    (0..words).map(|_| (random.random_range(guests.clone()), said(random))).collect()
}

/// Whether a guest may get an email: the person's own last word, unless an owner noted a later no; else the owner's last
/// word; else the till's.
fn may_get(channel: Channel, history: &[Said]) -> Result<(), Exclusion> {
    let is_email = channel == Channel::Email;
    let person = history.iter().rposition(|said| match said {
        Said::Link(_) => is_email,
        Said::Text(_) => !is_email,
        Said::Till(_) | Said::Owner(_) => false,
    });
    let owner = history.iter().rposition(|said| is_email && matches!(said, Said::Owner(_)));
    let till = history.iter().rposition(|said| matches!(said, Said::Till(_)));
    let word = |at: Option<usize>| {
        at.map(|at| match history[at] {
            Said::Till(yes) | Said::Owner(yes) | Said::Link(yes) | Said::Text(yes) => yes,
        })
    };
    match (word(person), word(owner), word(till)) {
        (Some(false), ..) => Err(Exclusion::OptedOut),
        (Some(true), Some(false), _) if owner > person => Err(Exclusion::NoConsent),
        (Some(true), ..) | (None, Some(true), _) | (None, None, Some(true)) => Ok(()),
        _ => Err(Exclusion::NoConsent),
    }
}

#[tokio::test]
async fn the_opted_out_never_get_anything() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let histories = number("SAFFRON_TEST_HISTORIES").unwrap_or(GUESTS as u64) as usize;
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_HISTORIES={histories}");
    let mut random = StdRng::seed_from_u64(seed);
    let clock = saffron_core::Clock::fixed(NOON.parse().unwrap());
    let world = World::with(Options { clock, weekly_cap: 1_000, ..Options::default() }).await;
    for (day, first) in (0..histories).step_by(GUESTS).enumerate() {
        // Each on a day of their own, so that it never becomes night.
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

/// Lets the guests from `first` on say their words, and looks after each round at who gets what.
async fn follow(world: &World, first: usize, steps: Vec<Vec<(usize, Said)>>) {
    let everyone = || first..first + GUESTS;
    let consenting: Vec<_> = everyone().map(|number| guest(number, true)).collect();
    world.facts("customer.upserted", &consenting).await;
    let welcome = world.send(mail_to(everyone())).await.unwrap();
    world.finished(&welcome.campaign_id).await;
    // START is consent where the last text came from.
    let welcome = world.send(text_to(everyone())).await.unwrap();
    world.finished(&welcome.campaign_id).await;
    let link = |number: usize| {
        let header = world.mail.mails_to(&email(number))[0].header("List-Unsubscribe").unwrap();
        header.trim_matches(['<', '>']).to_owned()
    };
    let links: Vec<String> = everyone().map(link).collect();
    let mut histories = vec![vec![Said::Till(true)]; GUESTS];
    let mut revision = 1;
    for (round, step) in steps.into_iter().enumerate() {
        for (place, said) in step {
            // Each at a moment of its own, within the day.
            world.clock.set(world.clock.now() + SignedDuration::from_secs(1));
            let number = first + place;
            match said {
                Said::Till(yes) => {
                    revision += 1;
                    let fact = with(guest(number, yes), json!({"revision": revision}));
                    world.facts("customer.upserted", &[fact]).await;
                }
                Said::Owner(granted) => {
                    let note = NoteConsentRequest {
                        pos_id: POS.into(),
                        pos_customer_id: format!("g{number}"),
                        channel: Channel::Email.into(),
                        granted,
                    };
                    world.client().note_consent(world.request(note)).await.unwrap();
                }
                Said::Link(yes) => world.subscribe(&links[place], yes).await.unwrap(),
                Said::Text(yes) => {
                    let word = if yes { "START" } else { "STOP" };
                    world.sms.say(&format!("+1{}", phone(number)), word).await.unwrap();
                }
            }
            histories[place].push(said);
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
async fn who_opts_in_again_after_an_owners_refusal_gets_mail_again() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    let first = world.send(mail_to(0..1)).await.unwrap();
    world.finished(&first.campaign_id).await;
    let header = world.mail.mails_to(&email(0))[0].header("List-Unsubscribe").unwrap();
    let link = header.trim_matches(['<', '>']);
    let later = || world.clock.set(world.clock.now() + SignedDuration::from_secs(1));
    later();
    world.subscribe(link, true).await.unwrap();
    later();
    let note = NoteConsentRequest {
        pos_id: POS.into(),
        pos_customer_id: "g0".into(),
        channel: Channel::Email.into(),
        granted: false,
    };
    world.client().note_consent(world.request(note)).await.unwrap();
    later();
    world.subscribe(link, true).await.unwrap();
    let again = world.send(Draft { body: "Again.".into(), ..mail_to(0..1) }).await.unwrap();
    let again = world.finished(&again.campaign_id).await;
    assert_eq!((again.sent, again.excluded), (1, 0));
}
