//! Who may be written to: one pure rule over what was said of an address.
//!
//! A person's own word outranks an owner's, and that a POS's. The person's own opt-out stands until the person's own
//! later opt-in; after an opt-in of theirs an owner may still note a later refusal, which is obeyed too.
//!
//! All locations text from one number. A STOP to it counts at each of them. A START is the person's own opt-in at the
//! location that texted last; elsewhere the STOP stands until somebody's consent that is dated after it (design.md,
//! section 6, Marketing).

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

/// What stands of all that was said of an address, as one location sees it. Each part is the newest of its kind, so that
/// the order in which words arrive does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// The person's newest word to this location, and when.
    pub person: Option<(Timestamp, bool)>,
    /// When the person last said STOP to the number of all locations.
    pub stopped: Option<Timestamp>,
    /// When the person last opted in by that number, at whichever location.
    pub opted_in: Option<Timestamp>,
    /// The newest that an owner noted, and when.
    pub owner: Option<(Timestamp, bool)>,
    /// What the POS says of the guests who have the address now: granted if one grants it and none refuses.
    pub pos: Option<bool>,
    /// Since when the POS grants it, of several guests the last; none: it is not known.
    pub pos_since: Option<Timestamp>,
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
    /// Takes in what was said to, or of, this location.
    pub fn hear(&mut self, word: &Word) {
        match word.act {
            Act::Owner => self.owner = newer(self.owner, word.at, word.granted),
            Act::Bounce => self.bounced = self.bounced.max(Some(word.at)),
            // Said of a guest: whether it counts is told by who has the address now.
            Act::Pos => {}
            act => self.person = newer(self.person, word.at, word.granted && act.is_persons()),
        }
    }

    /// Takes in what was said to the number of all locations.
    pub fn hear_everywhere(&mut self, word: &Word) {
        match word.act {
            Act::Stop => self.stopped = self.stopped.max(Some(word.at)),
            Act::Start => self.opted_in = self.opted_in.max(Some(word.at)),
            // Said to one location alone.
            Act::Owner | Act::Bounce | Act::Pos | Act::Unsubscribe | Act::Resubscribe => {}
        }
    }

    /// With what was said to the number of all locations.
    #[must_use]
    pub fn with(mut self, everywhere: Option<&Standing>) -> Standing {
        if let Some(everywhere) = everywhere {
            self.stopped = self.stopped.max(everywhere.stopped);
            self.opted_in = self.opted_in.max(everywhere.opted_in);
        }
        self
    }

    /// The person's own yes to this location, unless a STOP came after it.
    fn own_yes(&self) -> Option<Timestamp> {
        let (at, granted) = self.person?;
        (granted && self.stopped.is_none_or(|stopped| at > stopped)).then_some(at)
    }

    /// The person's own opt-out stands.
    #[must_use]
    pub fn is_opted_out(&self) -> bool {
        if matches!(self.person, Some((_, false))) {
            return true;
        }
        let Some(stopped) = self.stopped else { return false };
        let later = |at: Option<Timestamp>| at.is_some_and(|at| at > stopped);
        let owner = self.owner.and_then(|(at, granted)| granted.then_some(at));
        let pos = self.pos_since.filter(|_| self.pos == Some(true));
        // Others' consent counts again once the person opted in somewhere.
        self.own_yes().is_none() && !(later(self.opted_in) && (later(owner) || later(pos)))
    }

    /// The person opted in here by the own word, and nothing since is against it.
    #[must_use]
    pub fn is_opted_in(&self) -> bool {
        self.own_yes().is_some() && self.exclusion().is_none()
    }

    /// Why the address does not get an owner's message; none: it may.
    #[must_use]
    pub fn exclusion(&self) -> Option<Exclusion> {
        self.refusal().or_else(|| (!self.is_granted()).then_some(Exclusion::NoConsent))
    }

    /// Why the address does not get a notice about a reward without words of the owner: that needs no consent, and never
    /// goes after a no.
    #[must_use]
    pub fn notice_exclusion(&self) -> Option<Exclusion> {
        let is_refused = matches!(self.owner, Some((_, false))) || self.pos == Some(false);
        self.refusal().or_else(|| (is_refused && !self.is_granted()).then_some(Exclusion::NoConsent))
    }

    /// Why the address cannot be written to at all: opted out, or messages come back.
    fn refusal(&self) -> Option<Exclusion> {
        if self.is_opted_out() {
            return Some(Exclusion::OptedOut);
        }
        let bounced = self.bounced?;
        // Who says later that it may be written to says that it can be.
        let later =
            |word: Option<(Timestamp, bool)>| word.is_some_and(|(at, granted)| granted && at > bounced);
        (!later(self.person) && !later(self.owner)).then_some(Exclusion::NoAddress)
    }

    fn is_granted(&self) -> bool {
        match (self.own_yes(), self.owner, self.pos) {
            (Some(at), owner, _) => !owner.is_some_and(|(then, yes)| !yes && then > at),
            (None, Some((_, granted)), _) => granted,
            (None, None, pos) => pos == Some(true),
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

    /// Something that is said. A START is said to the location that texted last: this one, or another.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Said {
        Pos(bool),
        Owner(bool),
        Unsubscribe,
        Resubscribe,
        Stop,
        StartHere,
        StartElsewhere,
        Bounce,
    }
    use Said::{Bounce, Owner, Pos, Resubscribe, StartElsewhere, StartHere, Stop, Unsubscribe};

    /// What stands of a history, in whichever order it arrives.
    fn fold(history: &[(Said, i64)]) -> Standing {
        let mut standing = Standing::default();
        let mut newest = i64::MIN;
        for (said, second) in history {
            let word = |act, granted| Word { act, granted, at: at(*second) };
            match said {
                Pos(granted) if *second >= newest => {
                    newest = *second;
                    standing.pos = Some(*granted);
                    standing.pos_since = Some(at(*second));
                }
                Pos(_) => {}
                Owner(granted) => standing.hear(&word(Act::Owner, *granted)),
                Unsubscribe => standing.hear(&word(Act::Unsubscribe, false)),
                Resubscribe => standing.hear(&word(Act::Resubscribe, true)),
                Bounce => standing.hear(&word(Act::Bounce, false)),
                Stop => standing.hear_everywhere(&word(Act::Stop, false)),
                StartHere => {
                    standing.hear(&word(Act::Start, true));
                    standing.hear_everywhere(&word(Act::Start, true));
                }
                StartElsewhere => standing.hear_everywhere(&word(Act::Start, true)),
            }
        }
        standing
    }

    fn exclusion(history: &[(Said, i64)]) -> Option<Exclusion> {
        fold(history).exclusion()
    }

    const OPTED_OUT: Option<Exclusion> = Some(Exclusion::OptedOut);
    const NO_CONSENT: Option<Exclusion> = Some(Exclusion::NoConsent);
    const NO_ADDRESS: Option<Exclusion> = Some(Exclusion::NoAddress);

    #[test]
    fn silence_is_no_consent() {
        assert_eq!(exclusion(&[]), NO_CONSENT);
    }

    #[test]
    fn a_person_outranks_an_owner_and_an_owner_a_pos() {
        assert_eq!(exclusion(&[(Pos(true), 1)]), None);
        assert_eq!(exclusion(&[(Pos(true), 1), (Pos(false), 2)]), NO_CONSENT);
        assert_eq!(exclusion(&[(Pos(false), 1), (Owner(true), 2)]), None);
        assert_eq!(exclusion(&[(Owner(false), 1), (Pos(true), 2)]), NO_CONSENT);
        for opt_out in [Unsubscribe, Stop] {
            assert_eq!(exclusion(&[(opt_out, 1)]), OPTED_OUT);
            assert_eq!(exclusion(&[(opt_out, 1), (Pos(true), 9), (Owner(true), 9)]), OPTED_OUT);
        }
        for (opt_out, opt_in) in [(Unsubscribe, Resubscribe), (Unsubscribe, StartHere), (Stop, StartHere)] {
            assert_eq!(exclusion(&[(opt_out, 1), (opt_in, 2)]), None);
            assert_eq!(exclusion(&[(opt_out, 2), (opt_in, 1)]), OPTED_OUT);
            assert_eq!(exclusion(&[(opt_out, 2), (opt_in, 2)]), OPTED_OUT);
        }
        for opt_in in [StartHere, Resubscribe] {
            assert_eq!(exclusion(&[(opt_in, 1), (Pos(false), 5)]), None);
            assert_eq!(exclusion(&[(opt_in, 1), (Owner(false), 5)]), NO_CONSENT);
            assert_eq!(exclusion(&[(opt_in, 5), (Owner(false), 1)]), None);
            assert_eq!(exclusion(&[(opt_in, 1), (Bounce, 2)]), NO_ADDRESS);
            assert_eq!(exclusion(&[(Pos(true), 1), (Bounce, 2), (opt_in, 3)]), None);
        }
        assert_eq!(exclusion(&[(Pos(true), 1), (Bounce, 2)]), NO_ADDRESS);
        assert_eq!(exclusion(&[(Owner(true), 2), (Bounce, 2)]), NO_ADDRESS);
        assert_eq!(exclusion(&[(Pos(true), 1), (Bounce, 2), (Owner(true), 3)]), None);
    }

    #[test]
    fn a_start_elsewhere_is_no_consent_here() {
        assert_eq!(exclusion(&[(StartElsewhere, 1)]), NO_CONSENT);
        assert_eq!(exclusion(&[(Pos(false), 1), (StartElsewhere, 2)]), NO_CONSENT);
        assert_eq!(exclusion(&[(Pos(true), 1), (StartElsewhere, 2)]), None, "there was no STOP");
        for here in [Pos(true), Owner(true), StartHere] {
            let before = [(here, 1), (Stop, 2), (StartElsewhere, 3)];
            assert_eq!(exclusion(&before), OPTED_OUT, "{here:?}");
        }
        // A consent of a later date than the STOP: before or after the opt-in elsewhere.
        for second in [3, 5] {
            for here in [Pos(true), Owner(true)] {
                assert_eq!(exclusion(&[(Stop, 2), (StartElsewhere, 4), (here, second)]), None, "{here:?}");
                assert_eq!(exclusion(&[(Stop, 2), (here, second)]), OPTED_OUT, "{here:?}");
                assert_eq!(exclusion(&[(StartElsewhere, 1), (Stop, 2), (here, second)]), OPTED_OUT);
            }
        }
        // An owner's refusal outranks the POS that lifted it.
        let refused = [(Owner(false), 1), (Stop, 2), (StartElsewhere, 4), (Pos(true), 5)];
        assert_eq!(exclusion(&refused), NO_CONSENT);
    }

    #[test]
    fn a_consent_of_an_unknown_date_lifts_no_stop() {
        let mut standing = fold(&[(Stop, 2), (StartElsewhere, 4), (Pos(true), 5)]);
        assert_eq!(standing.exclusion(), None);
        standing.pos_since = None;
        assert_eq!(standing.exclusion(), OPTED_OUT);
    }

    #[test]
    fn a_notice_goes_unless_there_was_a_no() {
        let notice = |history: &[(Said, i64)]| fold(history).notice_exclusion();
        assert_eq!(notice(&[]), None);
        assert_eq!(notice(&[(Pos(true), 1)]), None);
        assert_eq!(notice(&[(Pos(false), 1)]), NO_CONSENT);
        assert_eq!(notice(&[(Owner(false), 1), (Pos(true), 2)]), NO_CONSENT);
        assert_eq!(notice(&[(Pos(false), 1), (Owner(true), 2)]), None);
        assert_eq!(notice(&[(Pos(false), 2), (Resubscribe, 1)]), None);
        assert_eq!(notice(&[(Resubscribe, 1), (Owner(false), 2)]), NO_CONSENT);
        assert_eq!(notice(&[(Unsubscribe, 1), (Owner(true), 2)]), OPTED_OUT);
        assert_eq!(notice(&[(Bounce, 1)]), NO_ADDRESS);
    }

    #[test]
    fn an_own_yes_is_told_from_others_consent() {
        assert!(fold(&[(StartHere, 1)]).is_opted_in());
        for history in
            [&[(Pos(true), 1)][..], &[(StartHere, 1), (Stop, 2)], &[(StartHere, 1), (Owner(false), 2)]]
        {
            assert!(!fold(history).is_opted_in(), "{history:?}");
        }
    }

    /// The rule as people say it, looked up the slow way.
    fn plain(history: &[(Said, i64)]) -> Option<Exclusion> {
        let last = |is: &dyn Fn(Said) -> bool| {
            history.iter().filter(|(said, _)| is(*said)).map(|(_, second)| *second).max()
        };
        // Of words of one moment the refusal counts.
        let after = |yes: Option<i64>, no: Option<i64>| yes.is_some_and(|yes| no.is_none_or(|no| yes > no));
        let stop = last(&|said| said == Stop);
        let own = last(&|said| matches!(said, Resubscribe | StartHere));
        let anywhere = last(&|said| matches!(said, StartHere | StartElsewhere));
        let unsubscribed = last(&|said| said == Unsubscribe);
        if unsubscribed.is_some() && !after(own, unsubscribed) {
            return OPTED_OUT;
        }
        let own = own.filter(|_| after(own, stop));
        let owner = last(&|said| matches!(said, Owner(_)));
        let owner_yes =
            owner.filter(|_| after(last(&|said| said == Owner(true)), last(&|said| said == Owner(false))));
        let newest = history.iter().filter_map(|(said, second)| match said {
            Pos(granted) => Some((*second, *granted)),
            _ => None,
        });
        let pos = newest.max_by_key(|(second, _)| *second);
        let pos_yes = pos.filter(|(_, granted)| *granted).map(|(second, _)| second);
        if stop.is_some() && own.is_none() {
            let is_lifted = after(anywhere, stop) && (after(owner_yes, stop) || after(pos_yes, stop));
            if !is_lifted {
                return OPTED_OUT;
            }
        }
        let bounce = last(&|said| said == Bounce);
        let any_own = last(&|said| matches!(said, Resubscribe | StartHere));
        if bounce.is_some() && !after(any_own, bounce) && !after(owner_yes, bounce) {
            return NO_ADDRESS;
        }
        let is_granted = match (own, owner) {
            (Some(own), Some(owner)) => owner_yes.is_some() || own >= owner,
            (Some(_), None) => true,
            (None, Some(_)) => owner_yes.is_some(),
            (None, None) => pos_yes.is_some(),
        };
        if is_granted { None } else { NO_CONSENT }
    }

    fn any_said() -> impl Strategy<Value = Said> {
        proptest::sample::select(vec![
            Pos(true),
            Pos(false),
            Owner(true),
            Owner(false),
            Unsubscribe,
            Resubscribe,
            Stop,
            StartHere,
            StartElsewhere,
            Bounce,
        ])
    }

    prop_compose! {
        /// A POS says one thing at a time: of one moment there is one word of it.
        fn any_history()(words in proptest::collection::vec((any_said(), 0..8_i64), 0..12)) -> Vec<(Said, i64)> {
            let mut seen = std::collections::BTreeSet::new();
            words.into_iter().filter(|(said, second)| !matches!(said, Pos(_)) || seen.insert(*second)).collect()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_history_stands_as_people_say_it(history in any_history()) {
            prop_assert_eq!(fold(&history).exclusion(), plain(&history));
        }

        #[test]
        fn the_order_of_arrival_does_not_matter(
            (words, shuffled) in any_history().prop_flat_map(|words| (Just(words.clone()), Just(words).prop_shuffle()))
        ) {
            prop_assert_eq!(fold(&words), fold(&shuffled));
            let twice: Vec<_> = words.iter().chain(&shuffled).copied().collect();
            prop_assert_eq!(fold(&twice), fold(&words));
        }

        #[test]
        fn no_consent_of_others_outranks_an_own_opt_out(history in any_history(), granted: bool) {
            // Once a person opts out, and opts in nowhere later, nothing that a POS or an owner sends helps.
            let mut history = history;
            history.push((Stop, 8));
            history.push((Pos(granted), 9));
            history.push((Owner(granted), 9));
            prop_assert_eq!(exclusion(&history), OPTED_OUT);
        }

        #[test]
        fn a_start_elsewhere_gives_nothing_that_was_not_consented_to(history in any_history()) {
            // Without a STOP in between, another location's START changes nothing here.
            let without: Vec<_> = history.iter().copied().filter(|(said, _)| *said != Stop).collect();
            let mut with = without.clone();
            with.push((StartElsewhere, 9));
            prop_assert_eq!(exclusion(&with), exclusion(&without));
        }
    }
}
