//! Days of which a person decided that the POS has them: what other sources have there is removed first.

use std::collections::BTreeMap;

use saffron_core::fact::{FactBody, read_events};
use saffron_core::{BusinessDate, CheckId, Money};
use saffron_kit::Fault;
use saffron_pos::adapter::Fact;
use saffron_till::{Batcher, Event, Till};

use super::days::own_sources;
use super::post::at_the_door;
use super::{InWork, Stop};
use crate::app::ChecksOf;
use crate::app::work::batch;

/// Removes the checks of a date that other sources have. A removal that was sent before the worker died is sent again with the same id,
/// and counts once.
pub(super) async fn remove_others(of: &InWork<'_>, on: BusinessDate) -> Result<(), Stop> {
    let (app, pos_id) = (of.app, &of.location.pos_id);
    let own = own_sources(of).await?;
    let till = Till::new(app.settings.ingest.clone(), of.key.clone());
    let (mut cursor, mut batcher) = (String::new(), Batcher::default());
    loop {
        let others = ChecksOf::OtherThan(&of.location.source);
        let (checks, next) =
            app.others.checks(&of.token.get().await?, pos_id, (on, on), others, &cursor).await?;
        for check in checks.iter().filter(|check| !own.contains(&check.source)) {
            let removal = batch::last_removal(pos_id, &check.check_id, check.revision, &check.event_id)?;
            if let Some(full) = batcher.push(removal) {
                send(&till, &full).await?;
            }
        }
        match next {
            Some(next) => cursor = next,
            None => break,
        }
    }
    send(&till, &batcher.rest()).await
}

async fn send(till: &Till, removals: &[Event]) -> Result<(), Stop> {
    if removals.is_empty() {
        return Ok(());
    }
    match till.post(removals).await.map_err(at_the_door)?.first() {
        None => Ok(()),
        Some(first) => Err(Stop::Fault(Fault::Permanent(format!(
            "a removal was refused: {} {}",
            first.field, first.why
        )))),
    }
}

/// What the checks of a date come to, as reports counts them: those that are open have no sales, and refunds take away.
#[derive(Default)]
pub(super) struct Counted(BTreeMap<CheckId, Money>);

impl Counted {
    /// Adds those of a page.
    pub(super) fn add(&mut self, of: &InWork<'_>, facts: &[Fact], on: BusinessDate) -> Result<(), Fault> {
        let (pos_id, calendar) = (&of.location.pos_id, of.location.calendar());
        for fact in facts {
            let Some((id, _)) = fact.check.as_ref().filter(|(_, date)| *date == on) else { continue };
            let read = read_events(fact.event.json().as_bytes(), pos_id, &calendar);
            let read = read.map_err(|_| Fault::Permanent("a fact of a POS that no door takes".to_owned()))?;
            for fact in read {
                let net = match fact.body {
                    FactBody::Check(check) => check.totals().sales.net(),
                    FactBody::OpenCheck(_) => Money::ZERO,
                    _ => continue,
                };
                self.0.insert(id.clone(), net);
            }
        }
        Ok(())
    }

    /// How many, and their net sales.
    pub(super) fn sums(&self) -> (i64, Money) {
        (i64::try_from(self.0.len()).unwrap_or(i64::MAX), self.0.values().copied().sum())
    }
}
