//! Who may be written to: one pure rule over what was said of an address.
//!
//! A person's own word outranks an owner's, and that a till's. The person's own opt-out stands until the person's own
//! later opt-in; after an opt-in of theirs an owner may still note a later refusal, which is obeyed too.

use jiff::Timestamp;

use super::{Act, Exclusion};

/// What was said of an address by others than a till.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// By which act.
    pub act: Act,
    /// May be written to.
    pub granted: bool,
    /// When, UTC. Tells which of two is newer.
    pub at: Timestamp,
}

/// What stands of all that was said of an address. Each part is the newest of its kind, so that the order in which words
/// arrive does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// The person's newest word, and when.
    pub person: Option<(Timestamp, bool)>,
    /// The newest that an owner noted, and when.
    pub owner: Option<(Timestamp, bool)>,
    /// What the till says of the guests who have the address now: granted if one grants it and none refuses.
    pub pos: Option<bool>,
    /// When a message last came back for good.
    pub bounced: Option<Timestamp>,
}

/// The newer of two; of one moment the refusal.
fn newer(known: Option<(Timestamp, bool)>, at: Timestamp, granted: bool) -> Option<(Timestamp, bool)> {
    match known {
        Some((then, _)) if then > at => known,
        Some((then, before)) if then == at => Some((at, before && granted)),
        _ => Some((at, granted)),
    }
}

impl Standing {
    /// Takes a word in.
    pub fn hear(&mut self, word: &Word) {
        match word.act {
            Act::Owner => self.owner = newer(self.owner, word.at, word.granted),
            Act::Bounce => self.bounced = self.bounced.max(Some(word.at)),
            // Said of a guest: whether it counts is told by who has the address now.
            Act::Pos => {}
            act => self.person = newer(self.person, word.at, word.granted && act.is_persons()),
        }
    }

    /// What stands of a whole history, in any order.
    #[cfg(test)]
    pub fn fold<'a>(words: impl IntoIterator<Item = &'a Word>) -> Standing {
        let mut standing = Standing::default();
        for word in words {
            standing.hear(word);
        }
        standing
    }

    /// Of a number and of what was said to the one sending number of all locations.
    #[must_use]
    pub fn with(mut self, everywhere: Option<&Standing>) -> Standing {
        if let Some((at, granted)) = everywhere.and_then(|standing| standing.person) {
            self.person = newer(self.person, at, granted);
        }
        self
    }

    /// Why the address does not get an owner's message; none: it may.
    #[must_use]
    pub fn exclusion(&self) -> Option<Exclusion> {
        self.refusal().or_else(|| (!self.is_granted()).then_some(Exclusion::NoConsent))
    }

    /// Why the address does not get even a message to this one guest: opted out, or it cannot be written to.
    #[must_use]
    pub fn refusal(&self) -> Option<Exclusion> {
        if matches!(self.person, Some((_, false))) {
            return Some(Exclusion::OptedOut);
        }
        let bounced = self.bounced?;
        // Who says later that it may be written to says that it can be.
        let later =
            |word: Option<(Timestamp, bool)>| word.is_some_and(|(at, granted)| granted && at > bounced);
        (!later(self.person) && !later(self.owner)).then_some(Exclusion::NoAddress)
    }

    fn is_granted(&self) -> bool {
        match (self.person, self.owner, self.pos) {
            (Some((at, granted)), owner, _) => granted && !owner.is_some_and(|(then, yes)| !yes && then > at),
            (None, Some((_, granted)), _) => granted,
            (None, None, till) => till == Some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn word(act: Act, granted: bool, second: i64) -> Word {
        Word { act, granted, at: at(second) }
    }

    fn exclusion(words: &[(Act, bool, i64)]) -> Option<Exclusion> {
        let till = words.iter().rfind(|(act, ..)| *act == Act::Pos).map(|(_, granted, _)| *granted);
        let words: Vec<Word> =
            words.iter().map(|(act, granted, second)| word(*act, *granted, *second)).collect();
        Standing { pos: till, ..Standing::fold(&words) }.exclusion()
    }

    #[test]
    fn nobody_said_anything() {
        assert_eq!(exclusion(&[]), Some(Exclusion::NoConsent));
    }

    #[test]
    fn a_person_outranks_an_owner_and_an_owner_a_till() {
        use Act::{Bounce, Owner, Pos, Resubscribe, Start, Stop, Unsubscribe};
        assert_eq!(exclusion(&[(Pos, true, 1)]), None);
        assert_eq!(exclusion(&[(Pos, true, 1), (Pos, false, 2)]), Some(Exclusion::NoConsent));
        assert_eq!(exclusion(&[(Pos, false, 1), (Owner, true, 2)]), None);
        assert_eq!(exclusion(&[(Owner, false, 1), (Pos, true, 2)]), Some(Exclusion::NoConsent));
        for opt_out in [Unsubscribe, Stop] {
            assert_eq!(exclusion(&[(opt_out, false, 1)]), Some(Exclusion::OptedOut));
            assert_eq!(
                exclusion(&[(opt_out, false, 1), (Pos, true, 9), (Owner, true, 9)]),
                Some(Exclusion::OptedOut)
            );
            for opt_in in [Resubscribe, Start] {
                assert_eq!(exclusion(&[(opt_out, false, 1), (opt_in, true, 2)]), None);
                assert_eq!(exclusion(&[(opt_out, false, 2), (opt_in, true, 1)]), Some(Exclusion::OptedOut));
                assert_eq!(exclusion(&[(opt_out, false, 2), (opt_in, true, 2)]), Some(Exclusion::OptedOut));
            }
        }
        assert_eq!(exclusion(&[(Start, true, 1), (Pos, false, 5)]), None);
        assert_eq!(exclusion(&[(Start, true, 1), (Owner, false, 5)]), Some(Exclusion::NoConsent));
        assert_eq!(exclusion(&[(Start, true, 5), (Owner, false, 1)]), None);
        assert_eq!(exclusion(&[(Pos, true, 1), (Bounce, false, 2)]), Some(Exclusion::NoAddress));
        assert_eq!(exclusion(&[(Resubscribe, true, 1), (Bounce, false, 2)]), Some(Exclusion::NoAddress));
        assert_eq!(exclusion(&[(Owner, true, 2), (Bounce, false, 2)]), Some(Exclusion::NoAddress));
        assert_eq!(exclusion(&[(Pos, true, 1), (Bounce, false, 2), (Resubscribe, true, 3)]), None);
        assert_eq!(exclusion(&[(Pos, true, 1), (Bounce, false, 2), (Owner, true, 3)]), None);
    }

    #[test]
    fn a_stop_counts_everywhere() {
        let here = Standing { pos: Some(true), ..Standing::default() };
        let stopped = Standing::fold(&[word(Act::Stop, false, 2)]);
        assert_eq!(here.clone().with(Some(&stopped)).exclusion(), Some(Exclusion::OptedOut));
        assert_eq!(here.with(None).exclusion(), None);
    }

    prop_compose! {
        fn any_word()(act in proptest::sample::select(Act::ALL), granted: bool, second in 0..6_i64) -> Word {
            // What an act says is part of it.
            let granted = match act {
                Act::Unsubscribe | Act::Stop | Act::Bounce => false,
                Act::Resubscribe | Act::Start => true,
                Act::Pos | Act::Owner => granted,
            };
            word(act, granted, second)
        }
    }

    proptest! {
        #[test]
        fn the_order_of_arrival_does_not_matter(
            (words, shuffled) in proptest::collection::vec(any_word(), 0..12)
                .prop_flat_map(|words| (Just(words.clone()), Just(words).prop_shuffle()))
        ) {
            prop_assert_eq!(Standing::fold(&words), Standing::fold(&shuffled));
            // Hearing something again changes nothing.
            prop_assert_eq!(Standing::fold(words.iter().chain(&shuffled)), Standing::fold(&words));
        }

        #[test]
        fn an_opt_out_without_a_later_opt_in_is_obeyed(words in proptest::collection::vec(any_word(), 0..12)) {
            // The rule as people say it, looked up the slow way.
            let said = |granted: bool| {
                words.iter().filter(|w| w.act.is_persons() && w.granted == granted).map(|w| w.at).max()
            };
            if said(false).is_some() && said(false) >= said(true) {
                prop_assert_eq!(Standing::fold(&words).exclusion(), Some(Exclusion::OptedOut));
                prop_assert_eq!(Standing::fold(&words).refusal(), Some(Exclusion::OptedOut));
            } else {
                prop_assert_ne!(Standing::fold(&words).exclusion(), Some(Exclusion::OptedOut));
            }
        }
    }
}
