//! The opted-out never get anything: random histories of what was said, campaigns between, and beside them the rule as
//! people say it, looked up the slow way.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestRunner};
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

const GUESTS: usize = 12;

fn steps() -> impl Strategy<Value = Vec<Vec<(usize, Said)>>> {
    let said = prop_oneof![
        any::<bool>().prop_map(Said::Till),
        any::<bool>().prop_map(Said::Owner),
        any::<bool>().prop_map(Said::Link),
        any::<bool>().prop_map(Said::Text),
    ];
    proptest::collection::vec(proptest::collection::vec((0..GUESTS, said), 0..14), 5)
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
    let clock = saffron_core::Clock::fixed(NOON.parse().unwrap());
    let world = World::with(Options { clock, weekly_cap: 1_000, ..Options::default() }).await;
    world.guests(GUESTS).await;
    let first = world.send(mail_to(0..GUESTS)).await.unwrap();
    world.finished(&first.campaign_id).await;
    let link = |number: usize| {
        let header = world.mail.mails_to(&email(number))[0].header("List-Unsubscribe").unwrap();
        header.trim_matches(['<', '>']).to_owned()
    };
    let links: Vec<String> = (0..GUESTS).map(link).collect();
    let mut runner = TestRunner::new(Config::default());
    let steps = steps().new_tree(&mut runner).unwrap().current();
    let mut histories: BTreeMap<usize, Vec<Said>> =
        (0..GUESTS).map(|number| (number, vec![Said::Till(true)])).collect();
    let mut revision = 1;
    for (round, step) in steps.into_iter().enumerate() {
        for (number, said) in step {
            // Each at a moment of its own, within the day.
            world.clock.set(world.clock.now() + jiff::SignedDuration::from_secs(1));
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
                Said::Link(yes) => world.subscribe(&links[number], yes).await.unwrap(),
                Said::Text(yes) => {
                    let word = if yes { "START" } else { "STOP" };
                    world.sms.say(&format!("+1{}", phone(number)), word).await.unwrap();
                }
            }
            histories.get_mut(&number).unwrap().push(said);
        }
        let body = format!("Round {round}.");
        for (channel, draft) in [
            (Channel::Email, Draft { body: body.clone(), ..mail_to(0..GUESTS) }),
            (Channel::Text, Draft { body: body.clone(), ..text_to(0..GUESTS) }),
        ] {
            let sent = world.send(draft).await.unwrap();
            let sent = world.finished(&sent.campaign_id).await;
            let outcomes = world.outcomes_of(&sent.campaign_id).await;
            for (number, outcome) in outcomes.iter().enumerate() {
                let expected = may_get(channel, &histories[&number]);
                let got = match outcome.outcome() {
                    Outcome::Sent => Ok(()),
                    Outcome::Excluded => Err(outcome.exclusion()),
                    other => panic!("{other:?}"),
                };
                assert_eq!(got, expected, "{channel:?} {number} {:?}", histories[&number]);
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
                assert_eq!(arrived, expected.is_ok(), "{channel:?} {number} {:?}", histories[&number]);
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
    let later = || world.clock.set(world.clock.now() + jiff::SignedDuration::from_secs(1));
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
