//! The ledger of consents and refusals.

use jiff::Timestamp;
use saffron_core::fact::Precedence;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::sql_time;
use crate::domain::{Act, AddressHash, Channel};

/// What is written down, and of a till's word by which version of the guest.
pub(super) struct Line<'a> {
    pub(super) scope: &'a str,
    pub(super) channel: Channel,
    pub(super) hash: AddressHash,
    pub(super) at: Timestamp,
    pub(super) act: Act,
    pub(super) granted: bool,
    pub(super) said_by: &'a str,
    pub(super) precedence: Option<&'a Precedence>,
}

/// Adds to the ledger.
pub(super) async fn append(tx: &mut Tx, lines: impl IntoIterator<Item = Line<'_>>) -> Result<(), Fault> {
    let (mut scopes, mut channels, mut all, mut ats) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut acts, mut granted, mut by) = (Vec::new(), Vec::new(), Vec::new());
    let (mut revisions, mut event_ids) = (Vec::new(), Vec::new());
    for line in lines {
        scopes.push(line.scope.to_owned());
        channels.push(line.channel.as_str().to_owned());
        all.push(line.hash.0.to_vec());
        ats.push(sql_time(line.at));
        acts.push(line.act.as_str().to_owned());
        granted.push(line.granted);
        by.push(line.said_by.to_owned());
        revisions.push(line.precedence.map(|precedence| precedence.revision));
        event_ids.push(line.precedence.map(|precedence| precedence.event_id.to_string()));
    }
    if scopes.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO consent_entry (pos_id, channel, address_hash, at, act, granted, said_by, revision, event_id)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::timestamptz[], $5::text[], $6::boolean[],
           $7::text[], $8::bigint[], $9::text[])",
        &scopes,
        &channels,
        &all,
        &ats as &[jiff_sqlx::Timestamp],
        &acts,
        &granted,
        &by,
        &revisions as &[Option<i64>],
        &event_ids as &[Option<String>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
