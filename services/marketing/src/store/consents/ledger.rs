//! The ledger of statements about addresses, and the standings that result from them.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_core::fact::Precedence;
use saffron_core::id::IdError;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Act, AddressHash, Channel, Standing, Statement};
use crate::store::column;

/// The stored form of all locations, which send texts from one number.
const EVERYWHERE: &str = "*";

/// The locations at which a statement counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    Location(PosId),
    /// All locations.
    Everywhere,
}

impl Scope {
    pub fn as_str(&self) -> &str {
        match self {
            Scope::Location(pos_id) => pos_id.as_str(),
            Scope::Everywhere => EVERYWHERE,
        }
    }
}

impl FromStr for Scope {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Scope, IdError> {
        if text == EVERYWHERE { Ok(Scope::Everywhere) } else { text.parse().map(Scope::Location) }
    }
}

/// The address of a channel, and the scope of statements about it.
pub type ConsentKey = (Scope, Channel, AddressHash);

/// A statement for the ledger.
#[derive(Debug, Clone)]
pub struct Entry {
    pub key: ConsentKey,
    pub statement: Statement,
    /// The name of the owner who recorded it; otherwise empty.
    pub by: String,
    /// The version of the guest in a POS's statement.
    pub precedence: Option<Precedence>,
}

impl Entry {
    /// A statement of a person or a provider.
    pub fn of(key: ConsentKey, statement: Statement) -> Entry {
        Entry { key, statement, by: String::new(), precedence: None }
    }
}

/// Applies statements, except those of POSes, to standings and ledger. A START is only in the ledger of the location where it is
/// consent.
pub async fn apply_statements(tx: &mut Tx, entries: &[Entry]) -> Result<(), Fault> {
    if entries.is_empty() {
        return Ok(());
    }
    let keys: BTreeSet<ConsentKey> = entries.iter().map(|entry| entry.key.clone()).collect();
    let mut known = lock_standings(tx, &keys).await?;
    for Entry { key, statement, .. } in entries {
        let standing = known.entry(key.clone()).or_default();
        match key.0 {
            Scope::Location(_) => standing.apply(statement),
            Scope::Everywhere => standing.apply_everywhere(statement),
        }
    }
    save_standings(tx, &known).await?;
    let is_elsewhere = |entry: &Entry| entry.key.0 == Scope::Everywhere && entry.statement.act == Act::Start;
    append(tx, &entries.iter().filter(|entry| !is_elsewhere(entry)).collect::<Vec<_>>()).await
}

/// Adds entries to the ledger.
pub(super) async fn append(tx: &mut Tx, entries: &[&Entry]) -> Result<(), Fault> {
    if entries.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO consent_entry (pos_id, channel, address_hash, at, act, granted, said_by, revision, event_id)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::timestamptz[], $5::text[], $6::boolean[],
           $7::text[], $8::bigint[], $9::text[])",
        &column(entries, |entry| entry.key.0.as_str()) as &[&str],
        &column(entries, |entry| entry.key.1) as &[Channel],
        &column(entries, |entry| entry.key.2) as &[AddressHash],
        &column(entries, |entry| entry.statement.at.to_sqlx()) as &[jiff_sqlx::Timestamp],
        &column(entries, |entry| entry.statement.act) as &[Act],
        &column(entries, |entry| entry.statement.granted),
        &column(entries, |entry| entry.by.as_str()) as &[&str],
        &column(entries, |entry| entry.precedence.as_ref().map(|version| version.revision)) as &[Option<i64>],
        &column(entries, |entry| entry.precedence.as_ref().map(|version| version.event_id.as_str()))
            as &[Option<&str>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Locks the standing of a number at all locations, and returns it.
pub async fn lock_number(tx: &mut Tx, number: AddressHash) -> Result<Standing, Fault> {
    let key = (Scope::Everywhere, Channel::Text, number);
    Ok(lock_standings(tx, &BTreeSet::from([key])).await?.into_values().next().unwrap_or_default())
}

/// Locks and reads standings, in order.
async fn lock_standings(
    tx: &mut Tx,
    keys: &BTreeSet<ConsentKey>,
) -> Result<BTreeMap<ConsentKey, Standing>, Fault> {
    let (scopes, channels, hashes) = keys.iter().cloned().collect::<(Vec<_>, Vec<_>, Vec<_>)>();
    sqlx::query!(
        "INSERT INTO standing (pos_id, channel, address_hash)
         SELECT pos_id, channel, hash FROM unnest($1::text[], $2::text[], $3::bytea[]) AS n (pos_id, channel, hash)
         ORDER BY pos_id, channel, hash ON CONFLICT DO NOTHING",
        &scopes as &[Scope],
        &channels as &[Channel],
        &hashes as &[AddressHash]
    )
    .execute(tx.conn())
    .await?;
    let rows = sqlx::query_as!(
        Row,
        "SELECT s.pos_id AS scope, s.channel, s.address_hash AS hash, s.person_at, s.person_granted, s.owner_at,
           s.owner_granted, s.bounced_at, s.opted_in_at
         FROM standing AS s
         JOIN unnest($1::text[], $2::text[], $3::bytea[]) AS n (pos_id, channel, hash)
           ON s.pos_id = n.pos_id AND s.channel = n.channel AND s.address_hash = n.hash
         ORDER BY s.pos_id, s.channel, s.address_hash FOR UPDATE OF s",
        &scopes as &[Scope],
        &channels as &[Channel],
        &hashes as &[AddressHash]
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().map(|row| ((row.scope.clone(), row.channel, row.hash), row.standing())).collect())
}

/// A row of standings.
struct Row {
    scope: Scope,
    channel: Channel,
    hash: AddressHash,
    person_at: Option<jiff_sqlx::Timestamp>,
    person_granted: Option<bool>,
    owner_at: Option<jiff_sqlx::Timestamp>,
    owner_granted: Option<bool>,
    bounced_at: Option<jiff_sqlx::Timestamp>,
    opted_in_at: Option<jiff_sqlx::Timestamp>,
}

impl Row {
    fn standing(&self) -> Standing {
        let at = |at: Option<jiff_sqlx::Timestamp>| at.map(jiff_sqlx::Timestamp::to_jiff);
        let person = at(self.person_at).zip(self.person_granted);
        match self.scope {
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
        }
    }
}

async fn save_standings(tx: &mut Tx, standings: &BTreeMap<ConsentKey, Standing>) -> Result<(), Fault> {
    // The number's STOP is stored where a location's row has the person's statement.
    let person = |scope: &Scope, standing: &Standing| match scope {
        Scope::Everywhere => standing.stopped.map(|at| (at, false)),
        Scope::Location(_) => standing.person,
    };
    let at = |at: Option<Timestamp>| at.map(|at| at.to_sqlx());
    let time = |of: Option<(Timestamp, bool)>| of.map(|(at, _)| at.to_sqlx());
    let granted = |of: Option<(Timestamp, bool)>| of.map(|(_, granted)| granted);
    let rows: Vec<_> = standings.iter().collect();
    sqlx::query!(
        "UPDATE standing AS s SET person_at = n.person_at, person_granted = n.person, owner_at = n.owner_at,
           owner_granted = n.owner, bounced_at = n.bounced, opted_in_at = n.opted_in
         FROM unnest($1::text[], $2::text[], $3::bytea[], $4::timestamptz[], $5::boolean[], $6::timestamptz[],
           $7::boolean[], $8::timestamptz[], $9::timestamptz[])
           AS n (pos_id, channel, hash, person_at, person, owner_at, owner, bounced, opted_in)
         WHERE s.pos_id = n.pos_id AND s.channel = n.channel AND s.address_hash = n.hash",
        &column(&rows, |((scope, ..), _)| scope.as_str()) as &[&str],
        &column(&rows, |((_, channel, _), _)| *channel) as &[Channel],
        &column(&rows, |((.., hash), _)| *hash) as &[AddressHash],
        &column(&rows, |((scope, ..), of)| time(person(scope, of))) as &[Option<jiff_sqlx::Timestamp>],
        &column(&rows, |((scope, ..), of)| granted(person(scope, of))) as &[Option<bool>],
        &column(&rows, |(_, of)| time(of.owner)) as &[Option<jiff_sqlx::Timestamp>],
        &column(&rows, |(_, of)| granted(of.owner)) as &[Option<bool>],
        &column(&rows, |(_, of)| at(of.bounced)) as &[Option<jiff_sqlx::Timestamp>],
        &column(&rows, |(_, of)| at(of.opted_in)) as &[Option<jiff_sqlx::Timestamp>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The standings of these addresses at a location, with the statements that count everywhere.
pub async fn standings(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    hashes: &[AddressHash],
) -> Result<BTreeMap<AddressHash, Standing>, Fault> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT s.pos_id AS scope, s.channel, s.address_hash AS hash, s.person_at, s.person_granted, s.owner_at,
           s.owner_granted, s.bounced_at, s.opted_in_at
         FROM unnest($3::bytea[]) AS n (hash)
         CROSS JOIN unnest(ARRAY[$1, $4]::text[]) AS p (pos_id)
         CROSS JOIN LATERAL (SELECT * FROM standing AS s
           WHERE s.pos_id = p.pos_id AND s.channel = $2 AND s.address_hash = n.hash LIMIT 1) AS s",
        pos_id.as_str(),
        channel.as_str(),
        hashes as &[AddressHash],
        EVERYWHERE
    )
    .fetch_all(tx.conn())
    .await?;
    let mut found: BTreeMap<AddressHash, Standing> = BTreeMap::new();
    for row in rows {
        let standing = found.entry(row.hash).or_default();
        *standing = match row.scope {
            Scope::Location(_) => row.standing().with_everywhere(standing),
            Scope::Everywhere => std::mem::take(standing).with_everywhere(&row.standing()),
        };
    }
    for (hash, (granted, since)) in granted_by_pos(tx, pos_id, channel, hashes).await? {
        let standing = found.entry(hash).or_default();
        (standing.pos, standing.pos_since) = (Some(granted), since);
    }
    Ok(found)
}

/// The cursor of a line in the ledger: its time and number.
pub type EntryKey = (Timestamp, i64);

/// A line of the ledger.
#[derive(Debug, Clone)]
pub struct EntryRow {
    /// UTC.
    pub at: Timestamp,
    /// The number of the line.
    pub entry: i64,
    /// By email or by text.
    pub channel: Channel,
    pub act: Act,
    /// Whether the address may get messages.
    pub granted: bool,
    /// The name of the owner who recorded it; otherwise empty.
    pub by: String,
}

/// The ledger of these addresses at a location and everywhere, newest first.
pub async fn page_of_entries(
    tx: &mut Tx,
    pos_id: &PosId,
    addresses: &[(Channel, AddressHash)],
    after: Option<&EntryKey>,
    limit: i64,
) -> Result<Vec<EntryRow>, Fault> {
    let (at, entry) = after.copied().unwrap_or((Timestamp::MAX, i64::MAX));
    let (channels, hashes): (Vec<Channel>, Vec<AddressHash>) = addresses.iter().copied().unzip();
    Ok(sqlx::query_as!(
        EntryRow,
        "SELECT e.at, e.entry_id AS entry, e.channel, e.act, e.granted, e.said_by AS by
         FROM unnest($2::text[], $3::bytea[]) AS n (channel, hash)
         CROSS JOIN unnest(ARRAY[$1, $4]::text[]) AS p (pos_id)
         CROSS JOIN LATERAL (SELECT * FROM consent_entry AS e
           WHERE e.pos_id = p.pos_id AND e.channel = n.channel AND e.address_hash = n.hash
             AND (e.at, e.entry_id) < ($5, $6)
           ORDER BY e.at DESC, e.entry_id DESC LIMIT $7) AS e
         ORDER BY e.at DESC, e.entry_id DESC LIMIT $7",
        pos_id.as_str(),
        &channels as &[Channel],
        &hashes as &[AddressHash],
        EVERYWHERE,
        at.to_sqlx(),
        entry,
        limit
    )
    .fetch_all(tx.conn())
    .await?)
}

/// The POS's consents to these addresses: granted if one of the guests who have the address now consents and none refuses; and
/// since when, of several guests the last time. Addresses without a statement are left out.
async fn granted_by_pos(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    hashes: &[AddressHash],
) -> Result<BTreeMap<AddressHash, (bool, Option<Timestamp>)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT n.hash AS "hash!: AddressHash", w.granted AS "granted!", w.said_at
           FROM unnest($3::bytea[]) AS n (hash)
           CROSS JOIN LATERAL (
             SELECT bool_and(w.granted) AS granted, max(w.said_at) AS said_at
             FROM till_word AS w
             JOIN contact AS c ON c.pos_id = w.pos_id AND c.pos_customer_id = w.pos_customer_id
             WHERE w.pos_id = $1 AND w.channel = $2 AND w.address_hash = n.hash
               AND CASE w.channel WHEN 'email' THEN c.email_hash ELSE c.phone_hash END = w.address_hash) AS w
           WHERE w.granted IS NOT NULL"#,
        pos_id.as_str(),
        channel.as_str(),
        hashes as &[AddressHash]
    )
    .map(|row| (row.hash, (row.granted, row.said_at.map(jiff_sqlx::Timestamp::to_jiff))))
    .fetch_all(tx.conn())
    .await?;
    Ok(rows.into_iter().collect())
}
