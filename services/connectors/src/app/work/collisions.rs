//! Days of an import that another source has.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::BusinessDate;

use super::Stop;
use crate::app::key_token::{KeyToken, NoToken};
use crate::app::{App, source_name};
use crate::domain::{Findings, SummedDay};
use crate::store::{Conflict, ImportRow};

/// What calls to other services carry for an import.
pub(super) fn token_of<'a>(app: &'a App, import: &ImportRow) -> Result<KeyToken<'a>, Stop> {
    Ok(KeyToken::new(app, app.key(import)?))
}

impl From<NoToken> for Stop {
    fn from(why: NoToken) -> Stop {
        match why {
            NoToken::Revoked => Stop::Words(
                "The ingest key of this import was revoked. Begin another import, or undo this one with support's help."
                    .to_owned(),
            ),
            NoToken::Fault(fault) => fault.into(),
        }
    }
}

/// Whether days have another source of which nobody has decided: none was chosen, or others came since.
pub(super) fn is_undecided(import: &ImportRow, before: &[Conflict], now: &[Conflict]) -> bool {
    let keys = |conflicts: &[Conflict]| -> BTreeSet<(BusinessDate, String)> {
        conflicts.iter().map(|one| (one.business_date, one.source.clone())).collect()
    };
    !now.is_empty() && (import.conflict_choice.is_none() || !keys(now).is_subset(&keys(before)))
}

/// The days of an import's files that another source has now.
pub(super) async fn collisions(
    app: &App,
    import: &ImportRow,
    findings: &Findings,
    token: &KeyToken<'_>,
) -> Result<Vec<Conflict>, Stop> {
    let Some(span) = findings.span() else { return Ok(Vec::new()) };
    let days = findings.summary.as_ref().map(|summary| summary.days.as_slice()).unwrap_or_default();
    let days: BTreeMap<BusinessDate, &SummedDay> = days.iter().map(|day| (day.date, day)).collect();
    let mut others = app.others.sources(&token.get().await?, &import.pos_id, span).await?;
    others.retain(|other| {
        Some(&other.source) != import.source.as_ref() && days.contains_key(&other.business_date)
    });
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let names: BTreeMap<String, String> =
        app.others.key_names(&token.get().await?, &import.pos_id).await?.into_iter().collect();
    let conflicts = others.into_iter().filter_map(|other| {
        let day = days.get(&other.business_date)?;
        Some(Conflict {
            source_name: source_name(&names, &other.source),
            business_date: other.business_date,
            source: other.source,
            checks: other.checks,
            net_sales: other.net_sales,
            import_checks: i64::try_from(day.all_checks.max(day.checks)).unwrap_or(i64::MAX),
            import_net_sales: day.net_sales,
        })
    });
    Ok(conflicts.collect())
}
