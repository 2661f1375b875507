//! Whether an address may get messages: one rule over all consents and refusals about it, the statements.
//!
//! A person's own statement outranks an owner's, and an owner's outranks a POS's. The person's own opt-out is valid until
//! the person's own later opt-in; after an opt-in an owner may still record a later refusal, which counts too.
//!
//! All locations send texts from one number. A STOP to it counts at each of them. A START is the person's own opt-in at the
//! location that texted last; elsewhere the STOP is valid until a later consent.

use jiff::{SignedDuration, Timestamp};

use super::{Act, Exclusion};

/// A consent or refusal of a person, an owner or a provider about an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub act: Act,
    /// Whether the address may get messages.
    pub granted: bool,
    /// UTC: the later of two statements is newer.
    pub at: Timestamp,
}

impl Statement {
    /// A statement of now, dated later than earlier ones: of two statements of one moment the refusal counts.
    pub fn after(
        before: impl IntoIterator<Item = Option<Timestamp>>,
        act: Act,
        granted: bool,
        now: Timestamp,
    ) -> Statement {
        let last = before.into_iter().flatten().max();
        let at = last.map_or(now, |last| now.max(last + SignedDuration::from_micros(1)));
        Statement { act, granted, at }
    }
}

/// The consent standing of an address at one location: the newest statement of each kind, so that the order in which statements
/// arrive does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// The person's newest statement to this location, with its time.
    pub person: Option<(Timestamp, bool)>,
    /// When the person last sent STOP to the number of all locations.
    pub stopped: Option<Timestamp>,
    /// When the person last opted in by that number, at any location.
    pub opted_in: Option<Timestamp>,
    /// The newest statement that an owner recorded, with its time.
    pub owner: Option<(Timestamp, bool)>,
    /// The POS's consent for the guests who have the address now: granted if one guest consents and none refuses.
    pub pos: Option<bool>,
    /// Since when the POS's consent is granted, of several guests the last time; none: not known.
    pub pos_since: Option<Timestamp>,
    /// The last hard bounce.
    pub bounced: Option<Timestamp>,
}

/// The newer of two statements; of one moment the refusal.
fn newer(before: Option<(Timestamp, bool)>, at: Timestamp, granted: bool) -> Option<(Timestamp, bool)> {
    match before {
        Some((then, _)) if then > at => before,
        Some((then, earlier)) if then == at => Some((at, earlier && granted)),
        _ => Some((at, granted)),
    }
}

impl Standing {
    /// Applies a statement to, or about, this location.
    pub fn apply(&mut self, statement: &Statement) {
        match statement.act {
            Act::Owner => self.owner = newer(self.owner, statement.at, statement.granted),
            Act::Bounce => self.bounced = self.bounced.max(Some(statement.at)),
            // A POS's statement is about a guest: it counts for the guests who have the address now.
            Act::Pos => {}
            act => self.person = newer(self.person, statement.at, statement.granted && act.is_persons()),
        }
    }

    /// Applies a statement to the number of all locations.
    pub fn apply_everywhere(&mut self, statement: &Statement) {
        match statement.act {
            Act::Stop => self.stopped = self.stopped.max(Some(statement.at)),
            Act::Start => self.opted_in = self.opted_in.max(Some(statement.at)),
            // To one location only.
            Act::Owner | Act::Bounce | Act::Pos | Act::Unsubscribe | Act::Resubscribe => {}
        }
    }

    /// The standing with the statements to the number of all locations.
    pub fn with_everywhere(mut self, everywhere: &Standing) -> Standing {
        self.stopped = self.stopped.max(everywhere.stopped);
        self.opted_in = self.opted_in.max(everywhere.opted_in);
        self
    }

    /// The person's own consent to this location, unless a STOP came after it.
    fn own_consent(&self) -> Option<Timestamp> {
        let (at, granted) = self.person?;
        (granted && self.stopped.is_none_or(|stopped| at > stopped)).then_some(at)
    }

    fn is_opted_out(&self) -> bool {
        if matches!(self.person, Some((_, false))) {
            return true;
        }
        let Some(stopped) = self.stopped else { return false };
        let later = |at: Option<Timestamp>| at.is_some_and(|at| at > stopped);
        let owner = self.owner.and_then(|(at, granted)| granted.then_some(at));
        let pos = self.pos_since.filter(|_| self.pos == Some(true));
        // Consent by an owner or a POS counts again once the person opted in at some location.
        self.own_consent().is_none() && !(later(self.opted_in) && (later(owner) || later(pos)))
    }

    /// Whether the person's own opt-in is valid here.
    pub fn is_opted_in(&self) -> bool {
        self.own_consent().is_some() && self.exclusion().is_none()
    }

    /// Why the address gets no message of an owner; none: it may get one.
    pub fn exclusion(&self) -> Option<Exclusion> {
        self.refusal().or_else(|| (!self.is_granted()).then_some(Exclusion::NoConsent))
    }

    /// Why the address gets no reward notice without an owner's text: that needs no consent, and is not sent after a refusal.
    pub fn notice_exclusion(&self) -> Option<Exclusion> {
        let is_refused = matches!(self.owner, Some((_, false))) || self.pos == Some(false);
        self.refusal().or_else(|| (is_refused && !self.is_granted()).then_some(Exclusion::NoConsent))
    }

    /// Why the address gets no messages at all: opted out, or bounced.
    fn refusal(&self) -> Option<Exclusion> {
        if self.is_opted_out() {
            return Some(Exclusion::OptedOut);
        }
        let bounced = self.bounced?;
        // After a later consent the address is tried again.
        let later = |of: Option<(Timestamp, bool)>| of.is_some_and(|(at, granted)| granted && at > bounced);
        (!later(self.person) && !later(self.owner)).then_some(Exclusion::NoAddress)
    }

    /// Whether the person, an owner or the POS has consented.
    fn is_granted(&self) -> bool {
        match (self.own_consent(), self.owner, self.pos) {
            (Some(at), owner, _) => !owner.is_some_and(|(then, granted)| !granted && then > at),
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

    /// A statement. A START is one to the location that texted last: this one, or another.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Made {
        Pos(bool),
        Owner(bool),
        Unsubscribe,
        Resubscribe,
        Stop,
        StartHere,
        StartElsewhere,
        Bounce,
    }
    use Made::{Bounce, Owner, Pos, Resubscribe, StartElsewhere, StartHere, Stop, Unsubscribe};

    /// The standing after a history, in any order of arrival.
    fn fold(history: &[(Made, i64)]) -> Standing {
        let mut standing = Standing::default();
        let mut newest = i64::MIN;
        for (made, second) in history {
            let statement = |act, granted| Statement { act, granted, at: at(*second) };
            match made {
                Pos(granted) if *second >= newest => {
                    newest = *second;
                    standing.pos = Some(*granted);
                    standing.pos_since = Some(at(*second));
                }
                Pos(_) => {}
                Owner(granted) => standing.apply(&statement(Act::Owner, *granted)),
                Unsubscribe => standing.apply(&statement(Act::Unsubscribe, false)),
                Resubscribe => standing.apply(&statement(Act::Resubscribe, true)),
                Bounce => standing.apply(&statement(Act::Bounce, false)),
                Stop => standing.apply_everywhere(&statement(Act::Stop, false)),
                StartHere => {
                    standing.apply(&statement(Act::Start, true));
                    standing.apply_everywhere(&statement(Act::Start, true));
                }
                StartElsewhere => standing.apply_everywhere(&statement(Act::Start, true)),
            }
        }
        standing
    }

    fn exclusion(history: &[(Made, i64)]) -> Option<Exclusion> {
        fold(history).exclusion()
    }

    const OPTED_OUT: Option<Exclusion> = Some(Exclusion::OptedOut);
    const NO_CONSENT: Option<Exclusion> = Some(Exclusion::NoConsent);
    const NO_ADDRESS: Option<Exclusion> = Some(Exclusion::NoAddress);

    #[test]
    fn an_address_without_statements_is_excluded() {
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
        // A consent that is dated after the STOP: before or after the opt-in elsewhere.
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
    fn a_notice_is_sent_unless_refused() {
        let notice = |history: &[(Made, i64)]| fold(history).notice_exclusion();
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
    fn only_an_own_consent_is_an_opt_in() {
        assert!(fold(&[(StartHere, 1)]).is_opted_in());
        for history in
            [&[(Pos(true), 1)][..], &[(StartHere, 1), (Stop, 2)], &[(StartHere, 1), (Owner(false), 2)]]
        {
            assert!(!fold(history).is_opted_in(), "{history:?}");
        }
    }

    /// The rule as people state it, computed the slow way.
    fn plain(history: &[(Made, i64)]) -> Option<Exclusion> {
        let last = |is: &dyn Fn(Made) -> bool| {
            history.iter().filter(|(made, _)| is(*made)).map(|(_, second)| *second).max()
        };
        // Of statements of one moment the refusal counts.
        let after = |yes: Option<i64>, no: Option<i64>| yes.is_some_and(|yes| no.is_none_or(|no| yes > no));
        let stop = last(&|made| made == Stop);
        let own = last(&|made| matches!(made, Resubscribe | StartHere));
        let anywhere = last(&|made| matches!(made, StartHere | StartElsewhere));
        let unsubscribed = last(&|made| made == Unsubscribe);
        if unsubscribed.is_some() && !after(own, unsubscribed) {
            return OPTED_OUT;
        }
        let own = own.filter(|_| after(own, stop));
        let owner = last(&|made| matches!(made, Owner(_)));
        let owner_yes =
            owner.filter(|_| after(last(&|made| made == Owner(true)), last(&|made| made == Owner(false))));
        let newest = history.iter().filter_map(|(made, second)| match made {
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
        let bounce = last(&|made| made == Bounce);
        let any_own = last(&|made| matches!(made, Resubscribe | StartHere));
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

    fn any_statement() -> impl Strategy<Value = Made> {
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
        /// A POS makes one statement at a time.
        fn any_history()(all in proptest::collection::vec((any_statement(), 0..8_i64), 0..12)) -> Vec<(Made, i64)> {
            let mut seen = std::collections::BTreeSet::new();
            all.into_iter().filter(|(made, second)| !matches!(made, Pos(_)) || seen.insert(*second)).collect()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_history_follows_the_rule_as_stated(history in any_history()) {
            prop_assert_eq!(fold(&history).exclusion(), plain(&history));
        }

        #[test]
        fn the_order_of_arrival_does_not_matter(
            (ordered, shuffled) in any_history().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle()))
        ) {
            prop_assert_eq!(fold(&ordered), fold(&shuffled));
            let twice: Vec<_> = ordered.iter().chain(&shuffled).copied().collect();
            prop_assert_eq!(fold(&twice), fold(&ordered));
        }

        #[test]
        fn no_consent_of_others_outranks_an_own_opt_out(history in any_history(), granted: bool) {
            // After a person's opt-out without a later opt-in, no statement of a POS or an owner counts.
            let mut history = history;
            history.push((Stop, 8));
            history.push((Pos(granted), 9));
            history.push((Owner(granted), 9));
            prop_assert_eq!(exclusion(&history), OPTED_OUT);
        }

        #[test]
        fn a_start_elsewhere_adds_no_consent_here(history in any_history()) {
            // Without a STOP, another location's START changes nothing here.
            let without: Vec<_> = history.iter().copied().filter(|(made, _)| *made != Stop).collect();
            let mut with = without.clone();
            with.push((StartElsewhere, 9));
            prop_assert_eq!(exclusion(&with), exclusion(&without));
        }
    }
}
