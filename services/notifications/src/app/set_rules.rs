use std::collections::BTreeMap;

use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::{Kind, QuietHours, Rule, RuleChange};
use crate::store::{self, Setting};

/// What a person wants to be told of at a location.
#[derive(Debug, Clone)]
pub struct RulesShown {
    /// One of each kind.
    pub rules: Vec<(Kind, Rule)>,
    /// Quiet hours, and whether the digest comes by email.
    pub setting: Setting,
}

/// What changes of it; what is none stays.
#[derive(Debug, Clone, Default)]
pub struct WishedRules {
    /// By kind, in the order in which they were sent.
    pub rules: Vec<(Kind, RuleChange)>,
    /// When pushes wait.
    pub quiet: Option<QuietHours>,
    /// The digest comes by email too.
    pub digest_email: Option<bool>,
}

/// What a person wants to be told of at a location.
pub async fn rules(app: &App, user: UserId, pos_id: &PosId) -> Result<RulesShown, Fault> {
    let mut tx = app.database.begin().await?;
    read(&mut tx, user, pos_id).await
}

async fn read(tx: &mut Tx, user: UserId, pos_id: &PosId) -> Result<RulesShown, Fault> {
    let said = store::rules_of_person(tx, user, pos_id).await?;
    let rule = |kind| (kind, said.get(&kind).copied().unwrap_or_else(|| Rule::usual(kind)));
    let setting = store::settings_of(tx, pos_id, &[user].into()).await?.remove(&user).unwrap_or_default();
    Ok(RulesShown { rules: Kind::ALL.into_iter().map(rule).collect(), setting })
}

/// Changes what a person wants to be told of at a location, all of it or nothing.
pub async fn set_rules(
    app: &App,
    user: UserId,
    pos_id: &PosId,
    wished: WishedRules,
) -> Result<RulesShown, Fault> {
    let mut tx = app.database.begin().await?;
    store::hold_inboxes(&mut tx, &[user].into()).await?;
    let shown = read(&mut tx, user, pos_id).await?;
    let before: BTreeMap<Kind, Rule> = shown.rules.into_iter().collect();
    let mut changed: BTreeMap<Kind, Rule> = BTreeMap::new();
    for (place, (kind, change)) in wished.rules.into_iter().enumerate() {
        let rule =
            before.get(&kind).copied().unwrap_or_else(|| Rule::usual(kind)).changed(kind, change, place)?;
        if changed.insert(kind, rule).is_some() {
            return Err(Error::invalid(format!("rules[{place}].kind"), "is there twice").into());
        }
    }
    if !changed.is_empty() {
        store::save_rules(&mut tx, user, pos_id, &changed).await?;
    }
    let setting = Setting {
        quiet: wished.quiet.unwrap_or(shown.setting.quiet),
        digest_email: wished.digest_email.unwrap_or(shown.setting.digest_email),
    };
    if setting != shown.setting {
        store::save_setting(&mut tx, user, pos_id, setting).await?;
    }
    let shown = read(&mut tx, user, pos_id).await?;
    tx.commit().await?;
    Ok(shown)
}
