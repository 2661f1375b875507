//! The sandbox as its own process: first start, second start, one check, SIGTERM.

use std::collections::BTreeMap;
use std::process::Stdio;

use saffron_core::fact::FactBody;
use saffron_sandbox::card;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use super::server::{Shared, start};

/// What an owner does at each location, in order.
const DECIDED: [&str; 8] = ["offer", "offer", "price", "sold out", "stock", "code", "points", "percent"];

fn sandbox(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saffron-sandbox"));
    command.args(args).env_remove("SAFFRON_INGEST_KEY").env("SAFFRON_PROVISIONING_KEY", "vendor-key");
    command.stdout(Stdio::piped()).kill_on_drop(true);
    command
}

fn pos(url: &str, home: &str, more: &[&str]) -> Command {
    let mut command = sandbox(&["pos", "--url", url, "--home", home, "--days", "3"]);
    command.args(more);
    command
}

async fn until_ready(child: &mut Child) -> Vec<String> {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut seen = Vec::new();
    while let Some(line) = lines.next_line().await.unwrap() {
        if line == "ready" {
            return seen;
        }
        seen.push(line);
    }
    panic!("it ended before it was ready: {seen:?}");
}

#[tokio::test]
async fn demo_begins_goes_on_and_ends() {
    let world = Shared::default();
    let url = start(world.clone()).await;
    let home = tempfile::tempdir().unwrap();
    let home = home.path().join("sandbox").display().to_string();

    // The first start: four locations, two owners, three days and what there is of today.
    let mut first = pos(&url, &home, &[]).spawn().unwrap();
    let lines = until_ready(&mut first).await;
    assert!(lines.iter().all(|line| line.starts_with("progress ")), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "progress 12 12 12 of 12 days of trade");
    let facts = {
        let world = world.lock().unwrap();
        assert_eq!(world.linked["owner@saffron.example"], ["demo-pizza", "demo-lighthouse", "demo-noodles"]);
        assert_eq!(world.linked["other@saffron.example"], ["demo-bluebird"]);
        assert_eq!(world.facts.keys().filter(|(_, kind, _)| *kind == "item").count(), 91 + 32 + 29 + 27);
        let calamari = world.facts.keys().filter(|(_, kind, id)| *kind == "item" && id == "calamari");
        assert_eq!(calamari.count(), 2, "one dish at two locations");
        let mut days: BTreeMap<&str, std::collections::BTreeSet<_>> = BTreeMap::new();
        for ((location, _, _), fact) in &world.facts {
            if let FactBody::Check(check) = &fact.body {
                days.entry(location).or_default().insert(check.business_date);
            }
        }
        assert!(days["demo-noodles"].len() >= 3 && days["demo-bluebird"].len() >= 3, "{days:?}");
        let decided = |of: &str| {
            let mine = world.decided.iter().filter(|(_, location)| location == of);
            mine.map(|(what, _)| what.as_str()).collect::<Vec<_>>()
        };
        for location in ["demo-pizza", "demo-lighthouse", "demo-noodles", "demo-bluebird"] {
            assert_eq!(decided(location), DECIDED, "{location}");
        }
        assert!(world.facts.keys().filter(|(_, kind, _)| *kind == "customer").count() > 800);
        world.facts.len()
    };
    // SIGTERM ends it soon.
    let pid = first.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    assert!(first.wait().await.unwrap().success());

    // The second start sends no day again, and asks for no other key.
    let keys = world.lock().unwrap().keys.clone();
    let mut second = pos(&url, &home, &["--no-trickle"]).spawn().unwrap();
    let lines = until_ready(&mut second).await;
    assert!(!lines.iter().any(|line| line.contains("days of trade")), "{lines:?}");
    assert!(second.wait().await.unwrap().success());
    assert_eq!(world.lock().unwrap().keys, keys);
    assert!(world.lock().unwrap().facts.len() >= facts);
    assert_eq!(world.lock().unwrap().decided.len(), 4 * DECIDED.len(), "what owners decided is decided once");

    // The card provider knows the payments by the ids that the tills sent, but for those it never saw.
    let card = card::Config::new("sk_test_0123456789abcdef", "control", 4, saffron_core::Clock::system());
    let card = card::serve(card, CancellationToken::new()).await.unwrap();
    let mut known = 0;
    for (location, account) in card.accounts() {
        assert_eq!(world.lock().unwrap().card_accounts[location.as_str()], account);
        let truth = card.truth(&account, i64::MIN).unwrap();
        let mut amounts: BTreeMap<String, i64> = BTreeMap::new();
        for (list, id) in
            [("/payment_intents", "id"), ("/mismatches/payments_without_intent", "paymentIntentId")]
        {
            for payment in truth.pointer(list).unwrap().as_array().unwrap() {
                amounts.insert(payment[id].as_str().unwrap().to_owned(), payment["amount"].as_i64().unwrap());
            }
        }
        for ((_, _, id), fact) in
            world.lock().unwrap().facts.iter().filter(|((of, _, _), _)| *of == *location.as_str())
        {
            let FactBody::Check(check) = &fact.body else { continue };
            for payment in &check.payments {
                let cash = matches!(payment.tender.as_str(), "Cash" | "Gift Card");
                assert_eq!(payment.payment_intent_id.is_none(), cash, "{location} {id}");
                let Some(intent) = &payment.payment_intent_id else { continue };
                let amount = amounts.get(intent.as_str()).copied();
                let sent = (payment.amount + payment.tip).cents();
                if sent > 0 {
                    // A slip that is not signed yet has no tip.
                    assert!(
                        amount.is_some_and(|amount| amount >= sent),
                        "{location} {id}: {amount:?} {sent}"
                    );
                    known += 1;
                }
            }
        }
    }
    assert!(known > 100, "{known}");

    // One check, with the key that the sandbox keeps.
    let one =
        ["pos", "check", "--pos-id", "demo-noodles", "--gross", "42.50", "--url", &url, "--home", &home];
    let said = sandbox(&one).output().await.unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    let words: Vec<&str> = said.split_whitespace().collect();
    assert_eq!((words[0], words[2]), ("check", "42.50"), "{said}");
    let key = ("demo-noodles".to_owned(), "check", words[1].to_owned());
    assert!(world.lock().unwrap().facts.contains_key(&key));
}

/// A restaurant that is connected: with this token, at the same data as before.
fn connected(url: &str, home: &str, token: &str) -> Command {
    let mut command = pos(url, home, &["--no-trickle", "--connected", "demo-noodles"]);
    command.env("SAFFRON_SQUARE_SANDBOX_TOKEN", token).stderr(Stdio::piped());
    command
}

#[tokio::test]
async fn restaurant_comes_in_through_a_connection_alone() {
    let world = Shared::default();
    let url = start(world.clone()).await;
    let home = tempfile::tempdir().unwrap();
    let home = home.path().join("sandbox").display().to_string();

    let mut first = connected(&url, &home, "EAAA-0123456789abcdef").spawn().unwrap();
    let lines = until_ready(&mut first).await;
    assert_eq!(lines.last().unwrap(), "progress 11 11 11 of 11 days of trade");
    assert!(first.wait().await.unwrap().success());
    let keys = {
        let world = world.lock().unwrap();
        assert_eq!(world.facts.keys().filter(|(of, ..)| of == "demo-noodles").count(), 0, "no till sends");
        assert!(!world.card_accounts.contains_key("demo-noodles"), "its card payments come from Square");
        assert_eq!(world.card_accounts.len(), 3);
        assert_eq!(world.linked["owner@saffron.example"], ["demo-pizza", "demo-lighthouse", "demo-noodles"]);
        let [one] = &world.connections[..] else { panic!("{} connections", world.connections.len()) };
        assert_eq!(
            (one.pos_id.as_str(), one.state.as_str(), one.external_id.as_str()),
            ("demo-noodles", "live", "L2")
        );
        let decided = world.decided.iter().filter(|(_, of)| of == "demo-noodles");
        assert_eq!(decided.map(|(what, _)| what.as_str()).collect::<Vec<_>>(), DECIDED);
        world.keys.clone()
    };

    // Once more: the connection is there. Once the owner has ended it, it stays so.
    for state in ["live", "ended"] {
        world.lock().unwrap().connections[0].state = state.to_owned();
        let again = connected(&url, &home, "EAAA-0123456789abcdef").output().await.unwrap();
        assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
        let world = world.lock().unwrap();
        assert_eq!((world.connections.len(), world.connections[0].state.as_str()), (1, state));
        assert_eq!(world.facts.keys().filter(|(of, ..)| of == "demo-noodles").count(), 0);
        assert_eq!(world.keys, keys);
    }
    // It does not become a till's where it is started without the connection.
    let without =
        pos(&url, &home, &["--no-trickle"]).env_remove("SAFFRON_SQUARE_SANDBOX_TOKEN").output().await;
    assert!(!without.unwrap().status.success());
    assert_eq!(world.lock().unwrap().facts.keys().filter(|(of, ..)| of == "demo-noodles").count(), 0);
}

#[tokio::test]
async fn restaurant_that_a_till_filled_keeps_its_till() {
    let world = Shared::default();
    let url = start(world.clone()).await;
    let home = tempfile::tempdir().unwrap();
    let home = home.path().join("sandbox").display().to_string();
    assert!(pos(&url, &home, &["--no-trickle"]).output().await.unwrap().status.success());
    assert!(connected(&url, &home, "EAAA-0123456789abcdef").output().await.unwrap().status.success());
    let world = world.lock().unwrap();
    assert!(world.connections.is_empty() && world.card_accounts.contains_key("demo-noodles"));
}

#[tokio::test]
async fn demo_goes_on_where_square_refuses_the_token() {
    let world = Shared::default();
    let url = start(world.clone()).await;
    let home = tempfile::tempdir().unwrap();
    let home = home.path().join("sandbox").display().to_string();
    // A menu that does not come is not waited for: its owner has decided before.
    world.lock().unwrap().decided.push(("percent".to_owned(), "demo-noodles".to_owned()));
    let ended = connected(&url, &home, "EAAA-fedcba9876543210").output().await.unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success() && said.contains("token is not known to Square"), "{said}");
    assert!(!said.contains("EAAA-fedcba9876543210"), "{said}");
    assert!(world.lock().unwrap().facts.keys().any(|(of, ..)| of == "demo-pizza"));
}
