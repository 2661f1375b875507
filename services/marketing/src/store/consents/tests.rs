//! Standings against the ledger and the rule, in any order of arrival.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::disallowed_methods)]

use std::collections::BTreeMap;

use jiff::Timestamp;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::fact::Precedence;
use saffron_core::{Clock, PosId};
use saffron_kit::Secret;
use saffron_kit::pg::{Database, Migrator, migrate};
use saffron_testkit::database;
use strum::VariantArray as _;

use super::{Entry, PosConsent, Scope, apply_pos_consents, apply_statements, page_of_entries, standings};
use crate::domain::{
    Act, Address, AddressHash, Channel, Contact, Exclusion, Guest, Hasher, Standing, Statement,
};
use crate::store::store_guests;

const NOW: &str = "2026-07-18T12:00:00Z";
const ADDRESSES: u8 = 4;

fn pos_id() -> PosId {
    "p1".parse().unwrap()
}

fn hash(address: u8) -> AddressHash {
    AddressHash([address; 32])
}

/// A statement of others than a till about one of a few addresses.
fn stated(random: &mut StdRng) -> (u8, Statement) {
    let acts: Vec<Act> = Act::VARIANTS.iter().copied().filter(|act| *act != Act::Pos).collect();
    let (act, second) = (acts[random.random_range(0..acts.len())], random.random_range(1..9_i64));
    let granted = match act {
        Act::Unsubscribe | Act::Stop | Act::Bounce => false,
        Act::Resubscribe | Act::Start => true,
        Act::Owner | Act::Pos => random.random(),
    };
    let statement = Statement { act, granted, at: Timestamp::from_second(second).unwrap() };
    (random.random_range(0..ADDRESSES), statement)
}

/// The entries of a statement: a START of an even second is to another location than the one that is read.
fn entries((address, statement): &(u8, Statement)) -> Vec<Entry> {
    let entry = |scope| Entry::of((scope, Channel::Text, hash(*address)), statement.clone());
    match statement.act {
        Act::Stop => vec![entry(Scope::Everywhere)],
        Act::Start => {
            let pos_id = if is_elsewhere(statement) { "p2".parse().unwrap() } else { pos_id() };
            vec![entry(Scope::Location(pos_id)), entry(Scope::Everywhere)]
        }
        _ => vec![entry(Scope::Location(pos_id()))],
    }
}

fn is_elsewhere(statement: &Statement) -> bool {
    statement.act == Act::Start && statement.at.as_second() % 2 == 0
}

/// The standing at the location after all statements, in their order.
fn folded<'a>(statements: impl IntoIterator<Item = &'a Statement>) -> Standing {
    let mut standing = Standing::default();
    for statement in statements {
        standing.apply_everywhere(statement);
        if statement.act != Act::Stop && !is_elsewhere(statement) {
            standing.apply(statement);
        }
    }
    standing
}

async fn applied(database: &Database, batches: &[Vec<Entry>]) -> BTreeMap<AddressHash, Standing> {
    for batch in batches {
        let mut tx = database.begin().await.unwrap();
        apply_statements(&mut tx, batch).await.unwrap();
        tx.commit().await.unwrap();
    }
    let all: Vec<AddressHash> = (0..ADDRESSES).map(hash).collect();
    let mut tx = database.begin().await.unwrap();
    standings(&mut tx, &pos_id(), Channel::Text, &all).await.unwrap()
}

#[tokio::test]
async fn a_standing_is_the_fold_of_statements_in_any_order() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    println!("SAFFRON_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..6 {
        let database = database("marketing", &crate::MIGRATIONS, Clock::fixed(NOW.parse().unwrap())).await;
        let all: Vec<(u8, Statement)> =
            (0..random.random_range(1..40)).map(|_| stated(&mut random)).collect();
        let entries: Vec<Entry> = all.iter().flat_map(entries).collect();
        let batches: Vec<Vec<Entry>> = entries.chunks(5).map(<[Entry]>::to_vec).collect();
        let stands = applied(&database, &batches).await;
        for address in 0..ADDRESSES {
            let of: Vec<&Statement> =
                all.iter().filter(|(known, _)| *known == address).map(|(_, statement)| statement).collect();
            let folded = folded(of);
            let stored = stands.get(&hash(address)).cloned().unwrap_or_default();
            assert_eq!(stored, folded, "{all:?}");
            // The ledger has the same.
            let mut tx = database.begin().await.unwrap();
            let asked = [(Channel::Text, hash(address))];
            let ledger = page_of_entries(&mut tx, &pos_id(), &asked, None, 500).await.unwrap();
            let persons = ledger.iter().filter(|row| row.act.is_persons() && row.act != Act::Stop);
            let newest = persons.map(|row| (row.at, row.granted)).max_by_key(|(at, granted)| (*at, !granted));
            assert_eq!(newest, folded.person, "{all:?}");
            let stopped = ledger.iter().filter(|row| row.act == Act::Stop).map(|row| row.at).max();
            assert_eq!(stopped, folded.stopped, "{all:?}");
        }
        // All of it again changes nothing.
        assert_eq!(applied(&database, &[entries]).await, stands);
    }
}

/// A version of a guest: its address, and the POS's consent.
type Version = (u8, Option<bool>);

fn hasher() -> Hasher {
    Hasher::new(&Secret::new("a key")).unwrap()
}

fn numbered(address: u8) -> Contact {
    let phone = Address::parse(Channel::Text, &format!("+1212555010{address}")).unwrap();
    Contact { phone: Some(phone), ..Contact::default() }
}

/// Two tills' records of one person are two statements: the newest of each at the address that it has now, and one refusal
/// is enough.
fn plain(versions: &BTreeMap<(u8, i64), Version>, address: u8) -> Option<bool> {
    let mut consents = Vec::new();
    for guest in 0..GUESTS {
        let of: Vec<Version> = versions.range((guest, 0)..=(guest, i64::MAX)).map(|(_, v)| *v).collect();
        if of.last().is_some_and(|(last, _)| *last == address) {
            let mut stated = of.iter().filter(|(at, _)| *at == address).filter_map(|(_, granted)| *granted);
            consents.extend(stated.next_back());
        }
    }
    if consents.contains(&false) { Some(false) } else { consents.first().copied() }
}

const GUESTS: u8 = 3;

#[tokio::test]
async fn a_pos_consent_counts_at_the_current_address_in_any_order() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    println!("SAFFRON_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let hasher = hasher();
    let asked: Vec<AddressHash> =
        (0..ADDRESSES).map(|address| hasher.address(&numbered(address).phone.unwrap())).collect();
    for _ in 0..12 {
        let database = database("marketing", &crate::MIGRATIONS, Clock::fixed(NOW.parse().unwrap())).await;
        let mut versions: BTreeMap<(u8, i64), Version> = BTreeMap::new();
        for _ in 0..random.random_range(1..14) {
            let key = (random.random_range(0..GUESTS), random.random_range(1..9_i64));
            let granted = [None, Some(false), Some(true)][random.random_range(0..3)];
            versions.insert(key, (random.random_range(0..2), granted));
        }
        let mut order: Vec<_> = versions.iter().collect();
        order.shuffle(&mut random);
        // All of it comes twice.
        for ((guest, revision), (address, granted)) in order.iter().chain(&order) {
            let guest: Guest = (pos_id(), format!("g{guest}").parse().unwrap());
            let precedence = Precedence::new(*revision, format!("e{revision}").parse().unwrap());
            let kept = BTreeMap::from([(guest.clone(), (precedence.clone(), numbered(*address)))]);
            let at = NOW.parse().unwrap();
            let consent = granted.map(|granted| {
                ((guest, Channel::Text, asked[usize::from(*address)]), PosConsent { precedence, granted, at })
            });
            let mut tx = database.begin().await.unwrap();
            store_guests(&mut tx, &hasher, &kept).await.unwrap();
            apply_pos_consents(&mut tx, &consent.into_iter().collect()).await.unwrap();
            tx.commit().await.unwrap();
        }
        let mut tx = database.begin().await.unwrap();
        let stands = standings(&mut tx, &pos_id(), Channel::Text, &asked).await.unwrap();
        for address in 0..ADDRESSES {
            let got = stands.get(&asked[usize::from(address)]).and_then(|standing| standing.pos);
            assert_eq!(got, plain(&versions, address), "{address} {order:?}");
        }
        let addresses: Vec<_> = asked.iter().map(|hash| (Channel::Text, *hash)).collect();
        let ledger = page_of_entries(&mut tx, &pos_id(), &addresses, None, 500).await.unwrap();
        let most = versions.values().filter(|(_, granted)| granted.is_some()).count();
        assert!(ledger.len() <= most, "a statement without a change, or one that comes again, is no line");
    }
}

/// As many as one group of facts may hold, each with two consents, within the time limit of a statement.
#[tokio::test]
async fn the_consents_of_many_guests_are_stored_at_once() {
    let database = database("marketing", &crate::MIGRATIONS, Clock::fixed(NOW.parse().unwrap())).await;
    for (revision, granted) in [(1, true), (2, false)] {
        let consents = (0..8_000_u32).map(|number| {
            let guest: Guest = (pos_id(), format!("g{}", number / 2).parse().unwrap());
            let channel = if number % 2 == 0 { Channel::Email } else { Channel::Text };
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&number.to_be_bytes());
            let precedence = Precedence::new(revision, format!("e{revision}-{number}").parse().unwrap());
            let consent = PosConsent { precedence, granted, at: NOW.parse().unwrap() };
            ((guest, channel, AddressHash(bytes)), consent)
        });
        let mut tx = database.begin().await.unwrap();
        apply_pos_consents(&mut tx, &consents.collect()).await.unwrap();
        tx.commit().await.unwrap();
    }
    let counts: (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM till_word WHERE NOT granted), count(*) FILTER (WHERE granted),
           count(*) FILTER (WHERE NOT granted AND revision = 2) FROM consent_entry",
    )
    .fetch_one(database.pool())
    .await
    .unwrap();
    assert_eq!(counts, (8_000, 8_000, 8_000));
}

#[tokio::test]
async fn a_pos_consent_of_the_earlier_schema_is_kept() {
    static EARLIER: std::sync::LazyLock<Migrator> = std::sync::LazyLock::new(|| {
        let earlier = crate::MIGRATIONS.iter().filter(|migration| migration.version < 103);
        Migrator::with_migrations(earlier.cloned().collect())
    });
    let database = database("marketing", &EARLIER, Clock::fixed(NOW.parse().unwrap())).await;
    let hasher = hasher();
    let asked: Vec<AddressHash> =
        (0..3).map(|address| hasher.address(&numbered(address).phone.unwrap())).collect();
    let mut tx = database.begin().await.unwrap();
    // Two share the first address: one refused at its second version and again, unnoted, at its third.
    for (id, revision, address) in [("a", 3, 0), ("b", 9, 0), ("c", 1, 1), ("d", 4, 2)] {
        let precedence = Precedence::new(revision, format!("e{id}{revision}").parse().unwrap());
        let upsert = (precedence, numbered(address));
        store_guests(&mut tx, &hasher, &BTreeMap::from([((pos_id(), id.parse().unwrap()), upsert)]))
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    for (address, revision, event, granted) in
        [(0, 9, "eb9", true), (1, 1, "ec1", true), (2, 4, "ed4", false)]
    {
        sqlx::query(
            "INSERT INTO standing (pos_id, channel, address_hash, pos_revision, pos_event_id, pos_granted)
             VALUES ('p1', 'text', $1, $2, $3, $4)",
        )
        .bind(asked[address].0.to_vec())
        .bind(i64::from(revision))
        .bind(event)
        .bind(granted)
        .execute(database.pool())
        .await
        .unwrap();
    }
    for (revision, event, granted) in [(2_i64, "ea2", false), (9, "eb9", true)] {
        sqlx::query(
            "INSERT INTO consent_entry (pos_id, channel, address_hash, at, act, granted, said_by, revision, event_id)
             VALUES ('p1', 'text', $1, '2026-07-01 00:00:00+00', 'POS', $2, '', $3, $4)",
        )
        .bind(asked[0].0.to_vec())
        .bind(granted)
        .bind(revision)
        .bind(event)
        .execute(database.pool())
        .await
        .unwrap();
    }
    migrate(&database, &crate::MIGRATIONS).await.unwrap();
    let stands = async || {
        let mut tx = database.begin().await.unwrap();
        let stands = standings(&mut tx, &pos_id(), Channel::Text, &asked).await.unwrap();
        asked.iter().map(|hash| stands.get(hash).and_then(|standing| standing.pos)).collect::<Vec<_>>()
    };
    assert_eq!(stands().await, [Some(false), Some(true), Some(false)]);
    // A consent that the version before still writes is kept, too.
    let mut tx = database.begin().await.unwrap();
    let precedence = Precedence::new(2, "ec2".parse().unwrap());
    let guest: Guest = (pos_id(), "c".parse().unwrap());
    store_guests(&mut tx, &hasher, &BTreeMap::from([(guest, (precedence, numbered(1)))])).await.unwrap();
    sqlx::query(
        "UPDATE standing SET pos_revision = 2, pos_event_id = 'ec2', pos_granted = false WHERE address_hash = $1",
    )
    .bind(asked[1].0.to_vec())
    .execute(tx.conn())
    .await
    .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(stands().await, [Some(false), Some(false), Some(false)]);
}

/// A database of the version before, with numbers that sent START to it: granted everywhere.
#[tokio::test]
async fn a_start_of_the_earlier_schema_counts_at_one_location() {
    static EARLIER: std::sync::LazyLock<Migrator> = std::sync::LazyLock::new(|| {
        let earlier = crate::MIGRATIONS.iter().filter(|migration| migration.version < 104);
        Migrator::with_migrations(earlier.cloned().collect())
    });
    let database = database("marketing", &EARLIER, Clock::fixed(NOW.parse().unwrap())).await;
    let run = async |sql: &str, address: u8| {
        sqlx::query(sqlx::AssertSqlSafe(sql)).bind(vec![address; 32]).execute(database.pool()).await.unwrap();
    };
    let texted = async |address: u8, pos_id: &str, at: &str| {
        let sql = format!(
            "INSERT INTO recipient (campaign_id, number, pos_id, pos_customer_id, address_hash, first_name, last_name,
               outcome, due_at, settled_at)
             VALUES (gen_random_uuid(), 0, '{pos_id}', 'g', $1, '', '', 'sent', '{at}', '{at}')"
        );
        run(&sql, address).await;
    };
    let started = "INSERT INTO standing (pos_id, channel, address_hash, person_at, person_granted)
        VALUES ('*', 'text', $1, '2026-07-10 12:00+00', true)";
    let stopped = "INSERT INTO consent_entry (pos_id, channel, address_hash, at, act, granted, said_by)
        VALUES ('*', 'text', $1, '2026-07-01 12:00+00', 'STOP', false, '')";
    // 0: texted by p1 within 30 days, then STOP and START. 1: by p1 long before, START alone. 2: by another location last.
    // 3: by none, STOP and START.
    texted(0, "p1", "2026-06-30 12:00+00").await;
    texted(0, "p2", "2026-07-11 12:00+00").await;
    texted(1, "p1", "2026-06-09 12:00+00").await;
    texted(2, "p1", "2026-07-08 12:00+00").await;
    texted(2, "p2", "2026-07-09 12:00+00").await;
    for address in [0, 2, 3] {
        run(stopped, address).await;
    }
    for address in 0..4 {
        run(started, address).await;
    }
    migrate(&database, &crate::MIGRATIONS).await.unwrap();
    let all: Vec<AddressHash> = (0..6).map(hash).collect();
    let (stop, start) = ("2026-07-01T12:00:00Z".parse().unwrap(), "2026-07-10T12:00:00Z".parse().unwrap());
    let stands = async |pos_id: &str| {
        let mut tx = database.begin().await.unwrap();
        let stands = standings(&mut tx, &pos_id.parse().unwrap(), Channel::Text, &all).await.unwrap();
        move |address: u8| stands.get(&hash(address)).cloned().unwrap_or_default()
    };
    let of = |person: Option<Timestamp>, stopped: Option<Timestamp>| Standing {
        person: person.map(|at| (at, true)),
        stopped,
        opted_in: Some(start),
        ..Standing::default()
    };
    let here = stands("p1").await;
    assert_eq!(here(0), of(Some(start), Some(stop)));
    assert_eq!(here(1), of(None, None));
    assert_eq!(here(2), of(None, Some(stop)));
    assert_eq!(here(3), of(None, Some(stop)));
    assert_eq!((here(0).exclusion(), here(1).exclusion()), (None, Some(Exclusion::NoConsent)));
    assert_eq!(here(3).exclusion(), Some(Exclusion::OptedOut));
    let there = stands("p2").await;
    assert_eq!((there(0), there(2)), (of(None, Some(stop)), of(Some(start), Some(stop))));
    // A START that the version before still writes becomes the same.
    texted(4, "p1", "2026-07-09 12:00+00").await;
    run(
        "INSERT INTO standing (pos_id, channel, address_hash, person_at, person_granted)
         VALUES ('*', 'text', $1, '2026-07-05 12:00+00', false)",
        4,
    )
    .await;
    run(
        "UPDATE standing SET person_at = '2026-07-10 12:00+00', person_granted = true
         WHERE pos_id = '*' AND address_hash = $1",
        4,
    )
    .await;
    let later = Some("2026-07-05T12:00:00Z".parse().unwrap());
    assert_eq!(stands("p1").await(4), of(Some(start), later));
    assert_eq!(stands("p2").await(4), of(None, later));
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
