//! Merges of guests: which id stays.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::CustomerId;
use saffron_core::fact::Precedence;

/// The newest merge of an id that a POS sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    pub precedence: Precedence,
    /// Another id, which may be merged itself.
    pub into: CustomerId,
}

/// The ids that end by these merges of one location, each with the one that stays at the end of all its merges. Merges of
/// erased ids, and into them, have no effect. Of a circle the newest merge, by precedence and then by id, has none, so that
/// the result depends on the merges alone.
pub fn guests_that_stay(
    merges: &BTreeMap<CustomerId, Merge>,
    erased: &BTreeSet<CustomerId>,
) -> BTreeMap<CustomerId, CustomerId> {
    let is_erased = |id: &CustomerId| erased.contains(id);
    let mut in_order: Vec<(&CustomerId, &Merge)> =
        merges.iter().filter(|(id, merge)| !is_erased(id) && !is_erased(&merge.into)).collect();
    in_order.sort_by_key(|(id, merge)| (&merge.precedence, *id));
    let mut next: BTreeMap<&CustomerId, &CustomerId> = BTreeMap::new();
    for (id, merge) in in_order {
        let stays = follow(&mut next, &merge.into);
        if stays != id {
            next.insert(id, stays);
        }
    }
    let ended: Vec<&CustomerId> = next.keys().copied().collect();
    ended.into_iter().map(|id| (id.clone(), follow(&mut next, id).clone())).collect()
}

/// The end of a chain; the links on the way lead to it at once afterwards.
fn follow<'a>(next: &mut BTreeMap<&'a CustomerId, &'a CustomerId>, id: &'a CustomerId) -> &'a CustomerId {
    let mut stays = id;
    while let Some(further) = next.get(stays) {
        stays = further;
    }
    let mut passed = id;
    while let Some(further) = next.get_mut(passed) {
        passed = std::mem::replace(further, stays);
    }
    stays
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(name: &str) -> CustomerId {
        name.parse().unwrap()
    }

    fn merges(sent: &[(&str, &str, i64)]) -> BTreeMap<CustomerId, Merge> {
        let merge = |(from, into, revision): &(&str, &str, i64)| {
            let precedence = Precedence::new(*revision, "e".parse().unwrap());
            (id(from), Merge { precedence, into: id(into) })
        };
        sent.iter().map(merge).collect()
    }

    fn stays(sent: &[(&str, &str, i64)], erased: &[&str]) -> Vec<(String, String)> {
        let found = guests_that_stay(&merges(sent), &erased.iter().map(|name| id(name)).collect());
        found.into_iter().map(|(ended, stays)| (ended.to_string(), stays.to_string())).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(ended, stays)| ((*ended).to_owned(), (*stays).to_owned())).collect()
    }

    #[test]
    fn a_chain_ends_at_the_guest_that_stays() {
        let chain = [("a", "b", 3), ("b", "c", 1), ("d", "b", 2)];
        assert_eq!(stays(&chain, &[]), pairs(&[("a", "c"), ("b", "c"), ("d", "c")]));
    }

    #[test]
    fn the_newest_merge_of_a_circle_has_no_effect() {
        assert_eq!(stays(&[("a", "b", 1), ("b", "a", 2)], &[]), pairs(&[("a", "b")]));
        assert_eq!(stays(&[("a", "b", 2), ("b", "a", 1)], &[]), pairs(&[("b", "a")]));
        assert_eq!(stays(&[("a", "b", 1), ("b", "a", 1)], &[]), pairs(&[("a", "b")]), "the greater id");
        let circle = [("a", "b", 1), ("b", "c", 3), ("c", "a", 2), ("d", "c", 9)];
        assert_eq!(stays(&circle, &[]), pairs(&[("a", "b"), ("c", "b"), ("d", "b")]));
    }

    #[test]
    fn merges_of_erased_guests_and_into_them_have_no_effect() {
        let chain = [("a", "b", 1), ("b", "c", 1), ("c", "d", 1)];
        assert_eq!(stays(&chain, &["a"]), pairs(&[("b", "d"), ("c", "d")]));
        assert_eq!(stays(&chain, &["d"]), pairs(&[("a", "c"), ("b", "c")]));
        assert_eq!(stays(&chain, &["b"]), pairs(&[("c", "d")]));
    }

    proptest! {
        #[test]
        fn every_ended_guest_leads_to_one_that_stays(
            sent in prop::collection::btree_map(0_u8..30, (0_u8..30, 0_i64..6), 0..30),
        ) {
            let name = |number: u8| format!("g{number}");
            let sent: Vec<(String, String, i64)> = sent.into_iter().filter(|(from, (into, _))| from != into)
                .map(|(from, (into, revision))| (name(from), name(into), revision)).collect();
            let sent: Vec<(&str, &str, i64)> =
                sent.iter().map(|(from, into, revision)| (from.as_str(), into.as_str(), *revision)).collect();
            let merges = merges(&sent);
            let found = guests_that_stay(&merges, &BTreeSet::new());
            prop_assert!(found.values().all(|stays| !found.contains_key(stays)));
            for (ended, merge) in &merges {
                let into = found.get(&merge.into).unwrap_or(&merge.into);
                match found.get(ended) {
                    Some(stays) => prop_assert_eq!(stays, into),
                    // It would close a circle.
                    None => prop_assert_eq!(into, ended),
                }
            }
        }
    }
}
