//! What stands of what was said, against the ledger and the rule, in any order of arrival.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::disallowed_methods)]

use std::collections::BTreeMap;

use jiff::Timestamp;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::{Clock, PosId};
use saffron_kit::pg::Database;
use saffron_testkit::database;

use super::{Entry, Scope, hear, page_of_entries, standings};
use crate::domain::{Act, AddressHash, Channel, Standing, Word};

const NOW: &str = "2026-07-18T12:00:00Z";
const ADDRESSES: u8 = 4;

fn pos_id() -> PosId {
    "p1".parse().unwrap()
}

fn hash(address: u8) -> AddressHash {
    AddressHash([address; 32])
}

/// Something that is said of one of a few addresses; of one fact always the same.
fn said(random: &mut StdRng) -> (u8, Word) {
    let (act, second) = (Act::ALL[random.random_range(0..Act::ALL.len())], random.random_range(1..9_i64));
    let granted = match act {
        Act::Unsubscribe | Act::Stop | Act::Bounce => false,
        Act::Resubscribe | Act::Start => true,
        Act::Owner => random.random(),
        Act::Pos => second % 2 == 0,
    };
    let revision = (act == Act::Pos).then(|| (second, format!("e{second}").parse().unwrap()));
    let word = Word { act, granted, at: Timestamp::from_second(second).unwrap(), revision };
    (random.random_range(0..ADDRESSES), word)
}

fn entry((address, word): &(u8, Word)) -> Entry {
    let scope = match word.act {
        Act::Stop | Act::Start => Scope::Everywhere,
        _ => Scope::Location(pos_id()),
    };
    ((scope, Channel::Text, hash(*address)), word.clone(), String::new())
}

async fn heard(database: &Database, batches: &[Vec<Entry>]) -> BTreeMap<AddressHash, Standing> {
    for batch in batches {
        let mut tx = database.begin().await.unwrap();
        hear(&mut tx, batch).await.unwrap();
        tx.commit().await.unwrap();
    }
    let all: Vec<AddressHash> = (0..ADDRESSES).map(hash).collect();
    let mut tx = database.begin().await.unwrap();
    standings(&mut tx, &pos_id(), Channel::Text, &all).await.unwrap()
}

#[tokio::test]
async fn what_stands_is_the_fold_of_what_was_said_in_any_order() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    println!("SAFFRON_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..6 {
        let database = database("marketing", &crate::MIGRATIONS, Clock::fixed(NOW.parse().unwrap())).await;
        let words: Vec<(u8, Word)> = (0..random.random_range(1..40)).map(|_| said(&mut random)).collect();
        let entries: Vec<Entry> = words.iter().map(entry).collect();
        let batches: Vec<Vec<Entry>> = entries.chunks(5).map(<[Entry]>::to_vec).collect();
        let stands = heard(&database, &batches).await;
        for address in 0..ADDRESSES {
            let of: Vec<&Word> =
                words.iter().filter(|(known, _)| *known == address).map(|(_, word)| word).collect();
            let folded = Standing::fold(of);
            let stored = stands.get(&hash(address)).cloned().unwrap_or_default();
            assert_eq!(stored, folded, "{words:?}");
            // The ledger leaves out what changed nothing, and says the same.
            let mut tx = database.begin().await.unwrap();
            let asked = [(Channel::Text, hash(address))];
            let ledger = page_of_entries(&mut tx, &pos_id(), &asked, None, 500).await.unwrap();
            let tills = ledger.iter().filter(|row| row.act == Act::Pos).count();
            assert!(tills == 0 || folded.pos.is_some());
            let persons = ledger.iter().filter(|row| row.act.is_persons()).map(|row| (row.at, row.granted));
            let newest = persons.max_by_key(|(at, granted)| (*at, !granted));
            assert_eq!(newest, folded.person, "{words:?}");
        }
        // Hearing all of it again changes nothing.
        assert_eq!(heard(&database, &[entries]).await, stands);
    }
}

#[tokio::test]
async fn the_ledger_is_append_only() {
    let database = database("marketing", &crate::MIGRATIONS, Clock::fixed(NOW.parse().unwrap())).await;
    for change in
        ["UPDATE consent_entry SET granted = true", "DELETE FROM consent_entry", "TRUNCATE consent_entry"]
    {
        assert!(sqlx::query(change).execute(database.pool()).await.is_err(), "{change}");
    }
}
