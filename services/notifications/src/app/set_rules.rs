use std::collections::BTreeMap;

use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use strum::VariantArray as _;

use super::App;
use crate::domain::{Kind, QuietHours, Rule, RuleChange};
use crate::store::{self, Setting};

/// What a person wants to be notified of at a location.
#[derive(Debug, Clone)]
pub struct Rules {
    /// One of each kind.
    pub rules: BTreeMap<Kind, Rule>,
    /// Quiet hours, and whether the digest comes by email.
    pub setting: Setting,
}

/// What changes of it; what is none stays.
#[derive(Debug, Clone, Default)]
pub struct RuleChanges {
    /// By kind, in the order in which they were sent.
    pub rules: Vec<(Kind, RuleChange)>,
    /// When pushes wait.
    pub quiet: Option<QuietHours>,
    /// The digest comes by email too.
    pub digest_email: Option<bool>,
}

/// What a person wants to be notified of at a location.
pub async fn rules(app: &App, user: UserId, pos_id: &PosId) -> Result<Rules, Fault> {
    read(&mut app.database.begin().await?, user, pos_id).await
}

async fn read(tx: &mut Tx, user: UserId, pos_id: &PosId) -> Result<Rules, Fault> {
    let set = store::rules_of(tx, pos_id, &[user]).await?;
    let rule = |kind: &Kind| set.get(&(user, *kind)).copied().unwrap_or_else(|| Rule::usual(*kind));
    let rules = Kind::VARIANTS.iter().map(|kind| (*kind, rule(kind))).collect();
    let setting = store::settings_of(tx, pos_id, &[user]).await?.remove(&user).unwrap_or_default();
    Ok(Rules { rules, setting })
}

/// Changes what a person wants to be notified of at a location, all of it or nothing.
pub async fn set_rules(
    app: &App,
    user: UserId,
    pos_id: &PosId,
    changes: RuleChanges,
) -> Result<Rules, Fault> {
    let mut tx = app.database.begin().await?;
    store::hold_inboxes(&mut tx, &[user]).await?;
    let Rules { mut rules, setting: before } = read(&mut tx, user, pos_id).await?;
    let mut changed: BTreeMap<Kind, Rule> = BTreeMap::new();
    for (position, (kind, change)) in changes.rules.into_iter().enumerate() {
        let rule = rules.get(&kind).copied().unwrap_or_else(|| Rule::usual(kind));
        if changed.insert(kind, rule.changed(kind, change, position)?).is_some() {
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
