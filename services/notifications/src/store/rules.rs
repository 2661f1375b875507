use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::Precedence;
use saffron_core::{CheckId, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{ids, sql_time, stored};
use crate::domain::{Kind, QuietHours, Rule};

/// What a person wants at a location beside the rules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Setting {
    /// When pushes wait.
    pub quiet: QuietHours,
    /// The digest comes by email too.
    pub digest_email: bool,
}

/// The rules of these people for a kind, of those who have said something.
pub async fn rules_of(
    tx: &mut Tx,
    pos_id: &PosId,
    kind: Kind,
    users: &BTreeSet<UserId>,
) -> Result<BTreeMap<UserId, Rule>, Fault> {
    let rows = sqlx::query!(
        "SELECT user_id, enabled, threshold, push FROM rule WHERE user_id = ANY($1) AND pos_id = $2 AND kind = $3",
        &ids(users),
        pos_id.as_str(),
        kind.as_str()
    )
    .fetch_all(tx.conn())
    .await?;
    let rule = |enabled, threshold, push| Rule { enabled, threshold, push };
    Ok(rows
        .into_iter()
        .map(|row| (UserId(row.user_id), rule(row.enabled, row.threshold, row.push)))
        .collect())
}

/// All that a person has said about kinds at a location.
pub async fn rules_of_person(
    tx: &mut Tx,
    user: UserId,
    pos_id: &PosId,
) -> Result<BTreeMap<Kind, Rule>, Fault> {
    let rows = sqlx::query!(
        "SELECT kind, enabled, threshold, push FROM rule WHERE user_id = $1 AND pos_id = $2",
        user.0,
        pos_id.as_str()
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let rule = Rule { enabled: row.enabled, threshold: row.threshold, push: row.push };
            Ok((stored(row.kind.parse())?, rule))
        })
        .collect()
}

/// Keeps what a person says about kinds at a location.
pub async fn save_rules(
    tx: &mut Tx,
    user: UserId,
    pos_id: &PosId,
    rules: &BTreeMap<Kind, Rule>,
) -> Result<(), Fault> {
    let kinds: Vec<String> = rules.keys().map(|kind| kind.as_str().to_owned()).collect();
    let enabled: Vec<bool> = rules.values().map(|rule| rule.enabled).collect();
    let thresholds: Vec<Option<i64>> = rules.values().map(|rule| rule.threshold).collect();
    let push: Vec<bool> = rules.values().map(|rule| rule.push).collect();
    sqlx::query!(
        "INSERT INTO rule (user_id, pos_id, kind, enabled, threshold, push)
         SELECT $1, $2, kind, enabled, threshold, push
         FROM unnest($3::text[], $4::boolean[], $5::bigint[], $6::boolean[]) AS n (kind, enabled, threshold, push)
         ORDER BY kind
         ON CONFLICT (user_id, pos_id, kind) DO UPDATE SET
           enabled = excluded.enabled, threshold = excluded.threshold, push = excluded.push",
        user.0,
        pos_id.as_str(),
        &kinds,
        &enabled,
        &thresholds as &[Option<i64>],
        &push
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// What these people want at a location, of those who have said something.
pub async fn settings_of(
    tx: &mut Tx,
    pos_id: &PosId,
    users: &BTreeSet<UserId>,
) -> Result<BTreeMap<UserId, Setting>, Fault> {
    let rows = sqlx::query!(
        "SELECT user_id, quiet, quiet_from, quiet_until, digest_email FROM setting
         WHERE user_id = ANY($1) AND pos_id = $2",
        &ids(users),
        pos_id.as_str()
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let quiet = stored(QuietHours::of_minutes(row.quiet, row.quiet_from, row.quiet_until))?;
            Ok((UserId(row.user_id), Setting { quiet, digest_email: row.digest_email }))
        })
        .collect()
}

/// Keeps what a person wants at a location.
pub async fn save_setting(tx: &mut Tx, user: UserId, pos_id: &PosId, setting: Setting) -> Result<(), Fault> {
    let (from, until) = setting.quiet.minutes();
    sqlx::query!(
        "INSERT INTO setting (user_id, pos_id, quiet, quiet_from, quiet_until, digest_email)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (user_id, pos_id) DO UPDATE SET quiet = excluded.quiet, quiet_from = excluded.quiet_from,
           quiet_until = excluded.quiet_until, digest_email = excluded.digest_email",
        user.0,
        pos_id.as_str(),
        setting.quiet.enabled,
        from,
        until,
        setting.digest_email
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// From which size on a kind may be told to somebody at these locations: the least threshold there, the usual one
/// included, which is that of everybody who has said nothing.
pub async fn least_thresholds(
    tx: &mut Tx,
    kind: Kind,
    pos_ids: &BTreeSet<PosId>,
) -> Result<BTreeMap<PosId, i64>, Fault> {
    let usual = Rule::usual(kind).threshold.unwrap_or_default();
    let named: Vec<String> = pos_ids.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        r#"SELECT pos_id, min(threshold) AS "least!" FROM rule
           WHERE enabled AND kind = $1 AND pos_id = ANY($2) AND threshold IS NOT NULL GROUP BY pos_id"#,
        kind.as_str(),
        &named
    )
    .fetch_all(tx.conn())
    .await?;
    let mut least: BTreeMap<PosId, i64> = pos_ids.iter().map(|pos_id| (pos_id.clone(), usual)).collect();
    for row in rows {
        least.insert(stored(row.pos_id.parse())?, row.least.min(usual));
    }
    Ok(least)
}

/// Keeps the versions of checks that are newer than those that were seen, and tells which they are.
pub async fn newer_checks(
    tx: &mut Tx,
    checks: &BTreeMap<(PosId, CheckId), Precedence>,
    now: Timestamp,
) -> Result<BTreeSet<(PosId, CheckId)>, Fault> {
    let pos_ids: Vec<String> = checks.keys().map(|(pos_id, _)| pos_id.to_string()).collect();
    let check_ids: Vec<String> = checks.keys().map(|(_, id)| id.to_string()).collect();
    let revisions: Vec<i64> = checks.values().map(|of| of.revision).collect();
    let events: Vec<String> = checks.values().map(|of| of.event_id.to_string()).collect();
    let rows = sqlx::query!(
        "INSERT INTO seen_check AS c (pos_id, check_id, revision, event_id, seen_at)
         SELECT pos_id, check_id, revision, event_id, $5
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) AS n (pos_id, check_id, revision, event_id)
         ORDER BY pos_id, check_id
         ON CONFLICT (pos_id, check_id) DO UPDATE SET
           revision = excluded.revision, event_id = excluded.event_id, seen_at = excluded.seen_at
         WHERE (c.revision, c.event_id) < (excluded.revision, excluded.event_id)
         RETURNING c.pos_id, c.check_id",
        &pos_ids,
        &check_ids,
        &revisions,
        &events,
        sql_time(now) as jiff_sqlx::Timestamp
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored(row.pos_id.parse())?, stored(row.check_id.parse())?))).collect()
}
