use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::time::cursor_time;
use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::ledger::{Line, append};
use super::till_words::granted_by_tills;
use super::{hash, hashes, sql_time, stored};
use crate::domain::{Act, AddressHash, Channel, Standing, Word};

/// All locations: the number that texts come from is one.
const EVERYWHERE: &str = "*";

/// Where a word counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// At a location.
    Location(PosId),
    /// At all of them.
    Everywhere,
}

impl Scope {
    fn as_str(&self) -> &str {
        match self {
            Scope::Location(pos_id) => pos_id.as_str(),
            Scope::Everywhere => EVERYWHERE,
        }
    }
}

/// Where, by which channel, and of which address.
pub type Said = (Scope, Channel, AddressHash);

/// A word to be heard, and whose it is where an owner noted it.
pub type Entry = (Said, Word, String);

/// Takes words of others than tills in: what stands moves with the ledger. A START is written down at the location where
/// it is consent; elsewhere it is nobody's business.
pub async fn hear(tx: &mut Tx, entries: &[Entry]) -> Result<(), Fault> {
    if entries.is_empty() {
        return Ok(());
    }
    let keys: BTreeSet<Said> = entries.iter().map(|(said, ..)| said.clone()).collect();
    let mut known = hold(tx, &keys).await?;
    for (said, word, _) in entries {
        if let Some(standing) = known.get_mut(said) {
            match said.0 {
                Scope::Location(_) => standing.hear(word),
                Scope::Everywhere => standing.hear_everywhere(word),
            }
        }
    }
    save(tx, &known).await?;
    let is_written =
        |((scope, ..), word, _): &&Entry| !(*scope == Scope::Everywhere && word.act == Act::Start);
    let lines = entries.iter().filter(is_written).map(|((scope, channel, hash), word, said_by)| Line {
        scope: scope.as_str(),
        channel: *channel,
        hash: *hash,
        at: word.at,
        act: word.act,
        granted: word.granted,
        said_by,
        precedence: None,
    });
    append(tx, lines).await
}

/// Locks what stands of a number at all locations, and gives it.
pub async fn hold_number(tx: &mut Tx, number: AddressHash) -> Result<Standing, Fault> {
    let key = (Scope::Everywhere, Channel::Text, number);
    let known = hold(tx, &BTreeSet::from([key.clone()])).await?;
    Ok(known.get(&key).cloned().unwrap_or_default())
}

/// Locks what stands of these addresses, in order.
async fn hold(tx: &mut Tx, keys: &BTreeSet<Said>) -> Result<BTreeMap<Said, Standing>, Fault> {
    let (mut scopes, mut channels, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (scope, channel, hash) in keys {
        scopes.push(scope.as_str().to_owned());
        channels.push(channel.as_str().to_owned());
        all.push(hash.0.to_vec());
    }
    sqlx::query!(
        "INSERT INTO standing (pos_id, channel, address_hash)
         SELECT pos_id, channel, hash FROM unnest($1::text[], $2::text[], $3::bytea[]) AS n (pos_id, channel, hash)
         ORDER BY pos_id, channel, hash ON CONFLICT DO NOTHING",
        &scopes,
        &channels,
        &all
    )
    .execute(tx.conn())
    .await?;
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT s.pos_id, s.channel, s.address_hash, s.person_at, s.person_granted, s.owner_at, s.owner_granted,
             s.bounced_at, s.opted_in_at
           FROM standing AS s
           JOIN unnest($1::text[], $2::text[], $3::bytea[]) AS n (pos_id, channel, hash)
             ON s.pos_id = n.pos_id AND s.channel = n.channel AND s.address_hash = n.hash
           ORDER BY s.pos_id, s.channel, s.address_hash FOR UPDATE OF s"#,
        &scopes,
        &channels,
        &all
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// A row as it is stored.
struct Row {
    pos_id: String,
    channel: String,
    address_hash: Vec<u8>,
    person_at: Option<jiff_sqlx::Timestamp>,
    person_granted: Option<bool>,
    owner_at: Option<jiff_sqlx::Timestamp>,
    owner_granted: Option<bool>,
    bounced_at: Option<jiff_sqlx::Timestamp>,
    opted_in_at: Option<jiff_sqlx::Timestamp>,
}

impl Row {
    fn read(self) -> Result<(Said, Standing), Fault> {
        let scope = match self.pos_id.as_str() {
            EVERYWHERE => Scope::Everywhere,
            pos_id => Scope::Location(stored(pos_id.parse())?),
        };
        let at = |at: Option<jiff_sqlx::Timestamp>| at.map(jiff_sqlx::Timestamp::to_jiff);
        let person = at(self.person_at).zip(self.person_granted);
        let standing = match scope {
            Scope::Everywhere => Standing {
                stopped: person.and_then(|(at, granted)| (!granted).then_some(at)),
                opted_in: at(self.opted_in_at),
                ..Standing::default()
            },
            Scope::Location(_) => Standing {
                person,
                owner: at(self.owner_at).zip(self.owner_granted),
                bounced: at(self.bounced_at),
                ..Standing::default()
            },
        };
        Ok(((scope, stored(self.channel.parse())?, hash(self.address_hash)?), standing))
    }
}

async fn save(tx: &mut Tx, standings: &BTreeMap<Said, Standing>) -> Result<(), Fault> {
    let (mut scopes, mut channels, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let (mut person_at, mut person) = (Vec::new(), Vec::new());
    let (mut owner_at, mut owner) = (Vec::new(), Vec::new());
    let (mut bounced, mut opted_in) = (Vec::new(), Vec::new());
    for ((scope, channel, hash), standing) in standings {
        // The number's STOP stands where a location's row has the person's word.
        let said = match scope {
            Scope::Everywhere => standing.stopped.map(|at| (at, false)),
            Scope::Location(_) => standing.person,
        };
        scopes.push(scope.as_str().to_owned());
        channels.push(channel.as_str().to_owned());
        all.push(hash.0.to_vec());
        person_at.push(said.map(|(at, _)| sql_time(at)));
        person.push(said.map(|(_, granted)| granted));
        owner_at.push(standing.owner.map(|(at, _)| sql_time(at)));
        owner.push(standing.owner.map(|(_, granted)| granted));
        bounced.push(standing.bounced.map(sql_time));
        opted_in.push(standing.opted_in.map(sql_time));
    }
    sqlx::query!(
        "UPDATE standing AS s SET person_at = n.person_at, person_granted = n.person, owner_at = n.owner_at,
           owner_granted = n.owner, bounced_at = n.bounced, opted_in_at = n.opted_in
         FROM unnest($1::text[], $2::text[], $3::bytea[], $4::timestamptz[], $5::boolean[], $6::timestamptz[],
           $7::boolean[], $8::timestamptz[], $9::timestamptz[])
           AS n (pos_id, channel, hash, person_at, person, owner_at, owner, bounced, opted_in)
         WHERE s.pos_id = n.pos_id AND s.channel = n.channel AND s.address_hash = n.hash",
        &scopes,
        &channels,
        &all,
        &person_at as &[Option<jiff_sqlx::Timestamp>],
        &person as &[Option<bool>],
        &owner_at as &[Option<jiff_sqlx::Timestamp>],
        &owner as &[Option<bool>],
        &bounced as &[Option<jiff_sqlx::Timestamp>],
        &opted_in as &[Option<jiff_sqlx::Timestamp>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What stands of these addresses at a location, with what counts everywhere.
pub async fn standings(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    asked: &[AddressHash],
) -> Result<BTreeMap<AddressHash, Standing>, Fault> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT s.pos_id, s.channel, s.address_hash, s.person_at, s.person_granted, s.owner_at, s.owner_granted,
           s.bounced_at, s.opted_in_at
         FROM unnest($3::bytea[]) AS n (hash)
         CROSS JOIN unnest(ARRAY[$1, $4]::text[]) AS p (pos_id)
         CROSS JOIN LATERAL (SELECT * FROM standing AS s
           WHERE s.pos_id = p.pos_id AND s.channel = $2 AND s.address_hash = n.hash LIMIT 1) AS s",
        pos_id.as_str(),
        channel.as_str(),
        &hashes(asked),
        EVERYWHERE
    )
    .fetch_all(tx.conn())
    .await?;
    let (mut here, mut everywhere) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let ((scope, _, hash), standing) = row.read()?;
        match scope {
            Scope::Location(_) => here.insert(hash, standing),
            Scope::Everywhere => everywhere.insert(hash, standing),
        };
    }
    for (hash, standing) in everywhere {
        let merged = here.remove(&hash).unwrap_or_default().with(Some(&standing));
        here.insert(hash, merged);
    }
    for (hash, (granted, since)) in granted_by_tills(tx, pos_id, channel, asked).await? {
        let standing = here.entry(hash).or_default();
        (standing.pos, standing.pos_since) = (Some(granted), since);
    }
    Ok(here)
}

/// A line of the ledger.
#[derive(Debug, Clone)]
pub struct EntryRow {
    /// UTC.
    pub at: Timestamp,
    entry: i64,
    /// By which channel.
    pub channel: Channel,
    /// By which act.
    pub act: Act,
    /// May be written to.
    pub granted: bool,
    /// An owner's name.
    pub by: String,
}

/// The place in the ledger after which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryCursor {
    at: Timestamp,
    entry: i64,
}

impl EntryCursor {
    /// The place of this line.
    #[must_use]
    pub fn at(row: &EntryRow) -> EntryCursor {
        EntryCursor { at: row.at, entry: row.entry }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<EntryCursor, Error> {
        let read = || {
            let (micros, entry) = text.split_once('.')?;
            let at = cursor_time(micros)?;
            Some(EntryCursor { at, entry: entry.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for EntryCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.at.as_microsecond(), self.entry)
    }
}

/// The ledger of these addresses at a location and everywhere, newest first.
pub async fn page_of_entries(
    tx: &mut Tx,
    pos_id: &PosId,
    addresses: &[(Channel, AddressHash)],
    after: Option<&EntryCursor>,
    limit: i64,
) -> Result<Vec<EntryRow>, Fault> {
    let (at, entry) = after.map_or((Timestamp::MAX, i64::MAX), |cursor| (cursor.at, cursor.entry));
    let (channels, all): (Vec<String>, Vec<Vec<u8>>) =
        addresses.iter().map(|(channel, hash)| (channel.as_str().to_owned(), hash.0.to_vec())).unzip();
    let rows = sqlx::query!(
        "SELECT e.at, e.entry_id, e.channel, e.act, e.granted, e.said_by
         FROM unnest($2::text[], $3::bytea[]) AS n (channel, hash)
         CROSS JOIN unnest(ARRAY[$1, $4]::text[]) AS p (pos_id)
         CROSS JOIN LATERAL (SELECT * FROM consent_entry AS e
           WHERE e.pos_id = p.pos_id AND e.channel = n.channel AND e.address_hash = n.hash
             AND (e.at, e.entry_id) < ($5, $6)
           ORDER BY e.at DESC, e.entry_id DESC LIMIT $7) AS e
         ORDER BY e.at DESC, e.entry_id DESC LIMIT $7",
        pos_id.as_str(),
        &channels,
        &all,
        EVERYWHERE,
        sql_time(at) as jiff_sqlx::Timestamp,
        entry,
        limit
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(EntryRow {
                at: row.at.to_jiff(),
                entry: row.entry_id,
                channel: stored(row.channel.parse())?,
                act: stored(row.act.parse())?,
                granted: row.granted,
                by: row.said_by,
            })
        })
        .collect()
}
