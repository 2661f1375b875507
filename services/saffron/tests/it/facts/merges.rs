//! A plain recomputation of merged guests.

use std::collections::BTreeMap;

use super::said::{Body, Fact};

/// Facts whose checks name the guests that stay.
pub fn merged(mut facts: Vec<Fact>) -> Vec<Fact> {
    let stays = guests_that_stay(facts.iter());
    for fact in &mut facts {
        let (Body::Check(check) | Body::OpenCheck(check)) = &mut fact.body else { continue };
        check.guest = check.guest.take().map(|id| {
            let guest = (fact.pos_id.clone(), id);
            stays.get(&guest).cloned().unwrap_or(guest.1)
        });
    }
    facts
}

/// The guests that ended, by location and id, each with the one that stays: merges are added from the oldest on, except those
/// into a guest who leads to the merged one.
fn guests_that_stay<'a>(facts: impl Iterator<Item = &'a Fact>) -> BTreeMap<(String, String), String> {
    let merge = |fact: &'a Fact| match &fact.body {
        Body::Merge(merge) => Some((fact.revision, fact.event_id.as_str(), fact.pos_id.as_str(), merge)),
        _ => None,
    };
    let mut merges: Vec<_> = facts.filter_map(merge).collect();
    merges.sort_by_key(|(revision, event_id, pos_id, merge)| (*revision, *event_id, *pos_id, &merge.id));
    let mut stays: BTreeMap<(String, String), String> = BTreeMap::new();
    for (_, _, pos_id, merge) in merges {
        let key = |id: &str| (pos_id.to_owned(), id.to_owned());
        let into = stays.get(&key(&merge.into)).unwrap_or(&merge.into).clone();
        if into == merge.id {
            continue;
        }
        for ((of, _), end) in &mut stays {
            if of == pos_id && *end == merge.id {
                end.clone_from(&into);
            }
        }
        stays.insert(key(&merge.id), into);
    }
    stays
}
