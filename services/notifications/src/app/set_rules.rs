use std::collections::BTreeMap;

use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use strum::VariantArray as _;

use super::App;
use crate::domain::{Kind, QuietHours, Rule, RuleChange};
use crate::store::{self, Setting};

/// A person's notification rules at a location.
#[derive(Debug, Clone)]
pub struct Rules {
    /// One rule of each kind.
    pub rules: BTreeMap<Kind, Rule>,
    /// Quiet hours, and whether the digest comes by email.
    pub setting: Setting,
}

/// Changes of a person's rules at a location; a field that is none leaves the stored value.
#[derive(Debug, Clone, Default)]
pub struct RuleChanges {
    /// By kind, in the order of the request.
    pub rules: Vec<(Kind, RuleChange)>,
    /// Quiet hours, in which pushes wait.
    pub quiet: Option<QuietHours>,
    /// Whether the digest is sent by email too.
    pub digest_email: Option<bool>,
}

/// A person's notification rules at a location.
pub async fn rules(app: &App, user: UserId, pos_id: &PosId) -> Result<Rules, Fault> {
    read_rules(&mut app.database.begin().await?, user, pos_id).await
}

async fn read_rules(tx: &mut Tx, user: UserId, pos_id: &PosId) -> Result<Rules, Fault> {
    let set = store::rules_of(tx, pos_id, &[user]).await?;
    let rule = |kind: &Kind| set.get(&(user, *kind)).copied().unwrap_or_else(|| Rule::default_for(*kind));
    let rules = Kind::VARIANTS.iter().map(|kind| (*kind, rule(kind))).collect();
    let setting = store::settings_of(tx, pos_id, &[user]).await?.remove(&user).unwrap_or_default();
    Ok(Rules { rules, setting })
}

/// Changes a person's notification rules at a location, all of them or none.
pub async fn set_rules(
    app: &App,
    user: UserId,
    pos_id: &PosId,
    changes: RuleChanges,
) -> Result<Rules, Fault> {
    let mut tx = app.database.begin().await?;
    store::lock_inboxes(&mut tx, &[user]).await?;
    let Rules { mut rules, setting: before } = read_rules(&mut tx, user, pos_id).await?;
    let mut changed: BTreeMap<Kind, Rule> = BTreeMap::new();
    for (position, (kind, change)) in changes.rules.into_iter().enumerate() {
        let rule = rules.get(&kind).copied().unwrap_or_else(|| Rule::default_for(kind));
        if changed.insert(kind, rule.with_change(kind, change, position)?).is_some() {
            return Err(Error::invalid(format!("rules[{position}].kind"), "is there twice").into());
        }
    }
    rules.extend(&changed);
    if !changed.is_empty() {
        store::save_rules(&mut tx, user, pos_id, changed).await?;
    }
    let setting = Setting {
        quiet: changes.quiet.unwrap_or(before.quiet),
        digest_email: changes.digest_email.unwrap_or(before.digest_email),
    };
    if setting != before {
        store::save_setting(&mut tx, user, pos_id, setting).await?;
    }
    tx.commit().await?;
    Ok(Rules { rules, setting })
}
