//! The sums of partial days for reports whose roll-ups have no quarters: the checks themselves, added up.

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Snapshot;

use super::partial_days;
use crate::domain::{Answer, Changes, LocationIndex, PartialDay, Plan, Rows};

/// The most checks that partial days are added up from; with more, an answer has no comparisons.
const MAX_CHECKS: i64 = 20_000;

/// What the checks of partial days add up to, each day with the row sides that end with it; none with too many checks.
#[derive(Clone)]
pub struct PartialDaySums(Option<Vec<(BusinessDate, Vec<usize>, Changes)>>);

impl PartialDaySums {
    /// Reads and adds up the checks of a plan's partial days.
    pub async fn of(snapshot: &mut Snapshot, plan: &Plan) -> Result<PartialDaySums, Fault> {
        let (days, targets): (Vec<_>, Vec<_>) = plan.partial_days().into_iter().unzip();
        if days.is_empty() {
            return Ok(PartialDaySums(Some(Vec::new())));
        }
        let checks = partial_days::checks(snapshot.conn(), plan, &days, MAX_CHECKS + 1).await?;
        if checks.len() as i64 > MAX_CHECKS {
            return Ok(PartialDaySums(None));
        }
        let sums = days.iter().zip(targets);
        let mut sums: Vec<_> =
            sums.map(|((_, day), targets)| (day.date, targets, Changes::default())).collect();
        for (index, check) in checks {
            if let (Some((pos_id, day)), Some((_, _, changes))) =
                (location_and_day(plan, &days, index), sums.get_mut(index))
            {
                changes.add_check_until(pos_id, &check, day.until);
            }
        }
        Ok(PartialDaySums(Some(sums)))
    }

    /// Adds the `rows` of one roll-up to an answer; `split` makes members and names of a key, or leaves the row out.
    pub fn add_to<K>(
        self,
        answer: &mut Answer,
        plan: &Plan,
        rows: impl Fn(Changes) -> Rows<K>,
        split: impl Fn(K) -> Option<(Vec<String>, Vec<String>)>,
    ) {
        let Some(days) = self.0 else {
            answer.drop_partial_days(plan);
            return;
        };
        for (date, targets, changes) in days {
            for ((_, key), sums) in rows(changes) {
                let Some((members, names)) = split(key) else { continue };
                for target in &targets {
                    answer.add(*target, members.clone(), names.clone(), date, sums);
                }
            }
        }
    }
}

/// The location and the partial day at this index.
pub fn location_and_day<'a>(
    plan: &'a Plan,
    days: &[(LocationIndex, PartialDay)],
    index: usize,
) -> Option<(&'a PosId, PartialDay)> {
    let (location, day) = days.get(index)?;
    Some((&plan.locations.get(*location)?.0, *day))
}
