//! What tills say that guests agreed to, each of one guest at one address.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::PosId;
use saffron_core::fact::Precedence;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::ledger::{Line, append};
use super::{hash, hashes, sql_time, stored};
use crate::domain::{Act, AddressHash, Channel, Guest};

/// Of which guest, by which channel, and at which address.
pub type SaidOf = (Guest, Channel, AddressHash);

/// What a till says of a guest.
#[derive(Debug, Clone)]
pub struct TillWord {
    /// By which version of the guest. The newest that says anything counts.
    pub precedence: Precedence,
    /// May be written to.
    pub granted: bool,
    /// When it was received, UTC.
    pub at: Timestamp,
}

/// Takes in what is newer than what is there. The ledger gets what changed. What a POS repeats is said since it said so
/// first. The caller holds the locations.
pub async fn hear_tills(tx: &mut Tx, words: &BTreeMap<SaidOf, TillWord>) -> Result<(), Fault> {
    if words.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut channels, mut all, mut ids) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut revisions, mut event_ids) = (Vec::new(), Vec::new());
    let (mut granted, mut ats) = (Vec::new(), Vec::new());
    for (((pos_id, id), channel, hash), word) in words {
        pos_ids.push(pos_id.to_string());
        channels.push(channel.as_str().to_owned());
        all.push(hash.0.to_vec());
        ids.push(id.to_string());
        revisions.push(word.precedence.revision);
        event_ids.push(word.precedence.event_id.to_string());
        granted.push(word.granted);
        ats.push(sql_time(word.at));
    }
    let kept = sqlx::query!(
        r#"INSERT INTO till_word AS w (pos_id, channel, address_hash, pos_customer_id, revision, event_id, granted,
             said_at)
           SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bigint[], $6::text[], $7::boolean[],
             $8::timestamptz[])
           ON CONFLICT (pos_id, channel, address_hash, pos_customer_id) DO UPDATE SET
             revision = excluded.revision, event_id = excluded.event_id, granted = excluded.granted,
             said_at = CASE WHEN w.granted = excluded.granted THEN w.said_at ELSE excluded.said_at END
           WHERE (excluded.revision, excluded.event_id) > (w.revision, w.event_id)
           RETURNING pos_id, channel, address_hash, pos_customer_id,
             old.granted IS DISTINCT FROM new.granted AS "is_news!""#,
        &pos_ids,
        &channels,
        &all,
        &ids,
        &revisions,
        &event_ids,
        &granted,
        &ats as &[jiff_sqlx::Timestamp]
    )
    .fetch_all(tx.conn())
    .await?;
    let mut news = Vec::new();
    for row in kept.into_iter().filter(|row| row.is_news) {
        let guest = (stored(row.pos_id.parse())?, stored(row.pos_customer_id.parse())?);
        let said = (guest, stored(row.channel.parse())?, hash(row.address_hash)?);
        news.extend(words.get_key_value(&said));
    }
    let lines = news.into_iter().map(|(((pos_id, _), channel, hash), word): (&SaidOf, &TillWord)| Line {
        scope: pos_id.as_str(),
        channel: *channel,
        hash: *hash,
        at: word.at,
        act: Act::Pos,
        granted: word.granted,
        said_by: "",
        precedence: Some(&word.precedence),
    });
    append(tx, lines).await
}

/// Whether the till lets these addresses be written to: granted of one of the guests who have the address now, and refused
/// of none; and since when, of several the last. Of whom it says nothing is left out.
pub async fn granted_by_tills(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Channel,
    asked: &[AddressHash],
) -> Result<BTreeMap<AddressHash, (bool, Option<Timestamp>)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT n.hash AS "hash!", w.granted AS "granted!", w.said_at
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
        &hashes(asked)
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| Ok((hash(row.hash)?, (row.granted, row.said_at.map(jiff_sqlx::Timestamp::to_jiff)))))
        .collect()
}
