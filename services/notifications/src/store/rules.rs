use std::collections::BTreeMap;

use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Kind, QuietHours, Rule};

/// A person's other notification settings at a location.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Setting {
    /// Quiet hours, in which pushes wait.
    pub quiet: QuietHours,
    /// Whether the digest is sent by email too.
    pub digest_email: bool,
}

/// The rules that these people have set at a location.
pub async fn rules_of(
    tx: &mut Tx,
    pos_id: &PosId,
    users: &[UserId],
) -> Result<BTreeMap<(UserId, Kind), Rule>, Fault> {
    let rows = sqlx::query!(
        "SELECT user_id, kind, enabled, threshold, push FROM rule WHERE user_id = ANY($1) AND pos_id = $2",
        users as &[UserId],
        pos_id.as_str()
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    let rules = rows.into_iter().map(|row| {
        let rule = Rule { enabled: row.enabled, threshold: row.threshold, push: row.push };
        ((row.user_id, row.kind), rule)
    });
    Ok(rules.collect())
}

/// Stores a person's rules at a location.
pub async fn save_rules(
    tx: &mut Tx,
    user: UserId,
    pos_id: &PosId,
    rules: BTreeMap<Kind, Rule>,
) -> Result<(), Fault> {
    let rows = rules.into_iter().map(|(kind, rule)| (kind, rule.enabled, rule.threshold, rule.push));
    let (kinds, enabled, thresholds, push): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = rows.collect();
    sqlx::query!(
        "INSERT INTO rule (user_id, pos_id, kind, enabled, threshold, push)
         SELECT $1, $2, kind, enabled, threshold, push
         FROM unnest($3::text[], $4::boolean[], $5::bigint[], $6::boolean[]) AS n (kind, enabled, threshold, push)
         ORDER BY kind
         ON CONFLICT (user_id, pos_id, kind) DO UPDATE SET
           enabled = excluded.enabled, threshold = excluded.threshold, push = excluded.push",
        user.0,
        pos_id.as_str(),
        &kinds as &[Kind],
        &enabled,
        &thresholds as &[Option<i64>],
        &push
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The settings that these people have set at a location.
pub async fn settings_of(
    tx: &mut Tx,
    pos_id: &PosId,
    users: &[UserId],
) -> Result<BTreeMap<UserId, Setting>, Fault> {
    let rows = sqlx::query!(
        "SELECT user_id, quiet, quiet_from, quiet_until, digest_email FROM setting
         WHERE user_id = ANY($1) AND pos_id = $2",
        users as &[UserId],
        pos_id.as_str()
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    let settings = rows.into_iter().map(|row| {
        let quiet = QuietHours { enabled: row.quiet, from: row.quiet_from, until: row.quiet_until };
        (row.user_id, Setting { quiet, digest_email: row.digest_email })
    });
    Ok(settings.collect())
}

/// Stores a person's settings at a location.
pub async fn save_setting(tx: &mut Tx, user: UserId, pos_id: &PosId, setting: Setting) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO setting (user_id, pos_id, quiet, quiet_from, quiet_until, digest_email)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (user_id, pos_id) DO UPDATE SET quiet = excluded.quiet, quiet_from = excluded.quiet_from,
           quiet_until = excluded.quiet_until, digest_email = excluded.digest_email",
        user.0,
        pos_id.as_str(),
        setting.quiet.enabled,
        setting.quiet.from,
        setting.quiet.until,
        setting.digest_email
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The lowest threshold of a kind by location: the lowest one that was set there, or the default of people who have set none.
pub async fn least_thresholds(
    tx: &mut Tx,
    kind: Kind,
    pos_ids: &[PosId],
) -> Result<BTreeMap<PosId, i64>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT n.pos_id AS "pos_id!: PosId", least(min(r.threshold), $3) AS "least!"
           FROM unnest($2::text[]) AS n (pos_id)
           LEFT JOIN rule AS r ON r.enabled AND r.kind = $1 AND r.pos_id = n.pos_id
           GROUP BY n.pos_id"#,
        kind.as_str(),
        pos_ids as &[PosId],
        Rule::default_for(kind).threshold.unwrap_or_default()
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    Ok(rows.into_iter().map(|row| (row.pos_id, row.least)).collect())
}
