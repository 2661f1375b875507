//! What parts of running days add to reports that are kept by day: the checks of those parts, added up.

use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Snapshot;

use super::parts;
use crate::domain::{Answer, LocationIndex, Movement, Part, Plan, Rows};

/// The most checks that parts of days are counted from; with more, an answer leaves its comparisons out.
const MAX_COUNTED: i64 = 20_000;

/// What the checks of parts of days contribute, each part with its probes; none where they are too many.
#[derive(Clone)]
pub struct Counted(Option<Vec<(BusinessDate, Vec<usize>, Movement)>>);

impl Counted {
    /// Reads and adds up the checks of a plan's parts.
    pub async fn of(snapshot: &mut Snapshot, plan: &Plan) -> Result<Counted, Fault> {
        let (parts, probes): (Vec<_>, Vec<_>) = plan.parts().into_iter().unzip();
        if parts.is_empty() {
            return Ok(Counted(Some(Vec::new())));
        }
        let checks = parts::checks_in_parts(snapshot.conn(), plan, &parts, MAX_COUNTED + 1).await?;
        if checks.len() as i64 > MAX_COUNTED {
            return Ok(Counted(None));
        }
        let counted = parts.iter().zip(probes);
        let mut counted: Vec<_> =
            counted.map(|((_, part), probes)| (part.date, probes, Movement::default())).collect();
        for (place, check) in checks {
            if let (Some((pos_id, part)), Some((_, _, movement))) =
                (place_of(plan, &parts, place), counted.get_mut(place))
            {
                movement.check_before(pos_id, &check, part.until);
            }
        }
        Ok(Counted(Some(counted)))
    }

    /// Adds rows of a roll-up to an answer, each by the members and names that its key is split into.
    pub fn add_to<K>(
        self,
        answer: &mut Answer,
        plan: &Plan,
        rows: impl Fn(Movement) -> Rows<K>,
        split: impl Fn(K) -> Option<(Vec<String>, Vec<String>)>,
    ) {
        let Some(counted) = self.0 else {
            answer.drop_parts(plan);
            return;
        };
        for (date, probes, movement) in counted {
            for ((_, key), sums) in rows(movement) {
                let Some((members, names)) = split(key) else { continue };
                for probe in &probes {
                    answer.add(*probe, members.clone(), names.clone(), date, sums);
                }
            }
        }
    }
}

/// The location and the part at this place.
pub fn place_of<'a>(
    plan: &'a Plan,
    parts: &[(LocationIndex, Part)],
    place: usize,
) -> Option<(&'a PosId, Part)> {
    let (location, part) = parts.get(place)?;
    Some((&plan.locations.get(*location)?.0, *part))
}
