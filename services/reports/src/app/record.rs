use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::CheckRecorded;
use saffron_core::fact::{Check, Fact, FactBody, Precedence, Shift, StampedBatch, keep_newest};
use saffron_core::figure::NET_SALES;
use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Figures, RollupDeltas, waged};
use crate::store::{self, NewCashCounts, NewChecks, NewShifts, Replaced, Version};

/// What a transaction changed, by location.
pub type Recorded = BTreeMap<PosId, ChangedDays>;

/// The business dates that a transaction changed at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedDays {
    pub from: BusinessDate,
    pub to: BusinessDate,
    /// The location's version after the change.
    pub version: i64,
}

/// Records facts: stores the newest version of each, and changes every roll-up by exactly the difference.
pub async fn record(tx: &mut Tx, batches: Vec<StampedBatch>) -> Result<Recorded, Fault> {
    let (mut checks, mut shifts, mut counts) = (NewChecks::new(), NewShifts::new(), NewCashCounts::new());
    for StampedBatch { pos_id, source, facts, .. } in batches {
        for Fact { precedence, body, .. } in facts {
            let mut add_check = |check: Box<Check>, removed| {
                let key = (pos_id.clone(), check.id.clone());
                keep_newest(&mut checks, key, precedence.clone(), Version { fact: check, removed, source });
            };
            let mut add_shift = |shift: Box<Shift>, removed| {
                let key = (pos_id.clone(), shift.id.clone());
                keep_newest(&mut shifts, key, precedence.clone(), Version { fact: shift, removed, source });
            };
            match body {
                FactBody::Check(check) | FactBody::OpenCheck(check) => add_check(check, false),
                FactBody::RemovedCheck(check) => add_check(check, true),
                FactBody::Shift(shift) => add_shift(shift, false),
                FactBody::RemovedShift(shift) => add_shift(shift, true),
                FactBody::CashCount(count) => {
                    let key = (pos_id.clone(), count.drawer.clone(), count.opened.at);
                    keep_newest(&mut counts, key, precedence, count);
                }
                // Recorded by other services.
                FactBody::Item(_)
                | FactBody::RemovedItem(_)
                | FactBody::Customer(_)
                | FactBody::MergedCustomer(_)
                | FactBody::Money(_) => {}
            }
        }
    }
    let mut pos_ids: BTreeSet<&PosId> = checks.keys().map(|(pos_id, _)| pos_id).collect();
    pos_ids.extend(shifts.keys().map(|(pos_id, _)| pos_id));
    pos_ids.extend(counts.keys().map(|(pos_id, ..)| pos_id));
    let pos_ids: Vec<PosId> = pos_ids.into_iter().cloned().collect();
    if pos_ids.is_empty() {
        return Ok(Recorded::new());
    }
    let versions = store::raise_versions(tx, &pos_ids).await?;
    let mut changes = RollupDeltas::default();
    if !checks.is_empty() {
        let (stored, replaced) = store::replace_checks(tx, &checks).await?;
        for Replaced { pos_id, fact: check, closed } in &replaced {
            match closed {
                true => changes.add_check(pos_id, check, -1),
                false => changes.add_open_check(pos_id, check, -1),
            }
        }
        let counted = replaced.iter().filter(|replaced| replaced.closed);
        let counted: BTreeMap<_, _> =
            counted.map(|replaced| ((&replaced.pos_id, &replaced.fact.id), &replaced.fact)).collect();
        for (key, (precedence, Version { fact: check, removed, .. })) in
            checks.iter().filter(|(key, _)| stored.contains(*key))
        {
            if precedence.closed && !removed {
                changes.add_check(&key.0, check, 1);
                tx.publish(&check_recorded(&key.0, precedence, check))?;
                continue;
            }
            if *removed {
                changes.mark_day(&key.0, check.business_date);
            } else {
                changes.add_open_check(&key.0, check, 1);
            }
            // Readers of the version that counted learn that nothing of it does any more.
            if let Some(old) = counted.get(&(&key.0, &key.1)) {
                let nothing = Check::nothing(old.id.clone(), old.business_date, old.closed);
                tx.publish(&check_recorded(&key.0, precedence, &nothing))?;
            }
        }
    }
    if !shifts.is_empty() {
        let unrated = shifts.iter().filter(|(_, (_, version))| version.fact.rate.is_none());
        let unrated: BTreeSet<&PosId> = unrated.map(|((pos_id, _), _)| pos_id).collect();
        let wages = store::wages_of(tx, &unrated.into_iter().collect::<Vec<_>>()).await?;
        let (stored, replaced) = store::replace_shifts(tx, &shifts, &wages).await?;
        replaced.iter().for_each(|(pos_id, shift)| changes.add_shift(pos_id, shift, -1));
        for (key, (_, Version { fact: shift, removed, .. })) in
            shifts.iter().filter(|(key, _)| stored.contains(*key))
        {
            if *removed {
                changes.mark_day(&key.0, shift.business_date);
            } else {
                let wage = wages.get(&key.0).and_then(|wages| wages.of_shift(shift));
                changes.add_shift(&key.0, &waged(Shift::clone(shift), wage), 1);
            }
        }
    }
    if !counts.is_empty() {
        let (stored, replaced) = store::replace_cash_counts(tx, &counts).await?;
        replaced.iter().for_each(|(pos_id, count)| changes.add_cash_count(pos_id, count, -1));
        for (key, (_, count)) in counts.iter().filter(|(key, _)| stored.contains(*key)) {
            changes.add_cash_count(&key.0, count, 1);
        }
    }
    finish(tx, changes, &versions).await
}

/// Adds changes of locations, with their new versions, to the roll-ups.
pub(super) async fn finish(
    tx: &mut Tx,
    mut changes: RollupDeltas,
    versions: &BTreeMap<PosId, i64>,
) -> Result<Recorded, Fault> {
    let days = changes.changed_dates().into_iter().map(|(pos_id, (from, to))| {
        let version = versions.get(&pos_id).copied().unwrap_or_default();
        (pos_id, ChangedDays { from, to, version })
    });
    let days = days.collect();
    store::mark_changed(tx, changes.months()).await?;
    changes.drop_zeros();
    store::add_to_rollups(tx, changes).await?;
    Ok(days)
}

fn check_recorded(pos_id: &PosId, precedence: &Precedence, check: &Check) -> CheckRecorded {
    let totals = Figures::of_check(check);
    CheckRecorded {
        pos_id: pos_id.clone(),
        check_id: check.id.clone(),
        revision: precedence.revision,
        business_date: check.business_date,
        close_time: CheckRecorded::close_time_of(check.closed.wall),
        gross_sales: Money::from_cents(totals.gross_sales),
        net_sales: Money::from_cents(NET_SALES.value_or_zero(&totals)),
        gross_payment: Money::from_cents(totals.gross_payment),
        covers: totals.covers,
        voided: check.voided,
        refund: check.refund_of.is_some(),
    }
}
