//! Notification rules: which kinds a person is notified of, and from which threshold on.

use saffron_core::Error;

use super::Kind;
use super::kind::Threshold;

/// The default threshold of voids, discounts and refunds, cents.
const LARGE: i64 = 5_000;
/// The default threshold of the labor percentage, tenths of a percent.
const HIGH: i64 = 350;

/// A person's rule for a kind at a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Whether the person is notified at all.
    pub enabled: bool,
    /// The lowest size to be notified of; none for kinds without one.
    pub threshold: Option<i64>,
    /// Whether devices show the notification.
    pub push: bool,
}

/// Changes of a rule; a field that is none leaves the stored value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleChange {
    /// Whether the person is notified at all.
    pub enabled: Option<bool>,
    /// The lowest size to be notified of.
    pub threshold: Option<i64>,
    /// Whether devices show the notification.
    pub push: Option<bool>,
}

impl Rule {
    /// The rule of a person who has set none.
    #[must_use]
    pub const fn default_for(kind: Kind) -> Rule {
        let threshold = match kind.threshold() {
            Some(Threshold::Cents) => Some(LARGE),
            Some(Threshold::Tenths) => Some(HIGH),
            None => None,
        };
        Rule { enabled: true, threshold, push: !matches!(kind, Kind::PayoutPaid) }
    }

    /// The rule with a change; `position` is the index in the request, for the refusal.
    pub fn with_change(self, kind: Kind, change: RuleChange, position: usize) -> Result<Rule, Error> {
        let field = || format!("rules[{position}].threshold");
        let threshold = match (kind.threshold(), change.threshold) {
            (_, None) => self.threshold,
            (None, Some(_)) => return Err(Error::invalid(field(), "does not exist for this kind")),
            (Some(what), Some(given)) => {
                let (least, most) = what.bounds();
                if !(least..=most).contains(&given) {
                    let why = match what {
                        Threshold::Cents => "must lie between 1 and 100,000 dollars",
                        Threshold::Tenths => "must lie between 1 and 500 percent",
                    };
                    return Err(Error::invalid(field(), why));
                }
                Some(given)
            }
        };
        Ok(Rule {
            enabled: change.enabled.unwrap_or(self.enabled),
            threshold,
            push: change.push.unwrap_or(self.push),
        })
    }

    /// Whether a person is notified of something of this size: at the threshold or over it; without a threshold always.
    #[must_use]
    pub fn matches(self, size: Option<i64>) -> bool {
        self.enabled && self.threshold.is_none_or(|threshold| size.is_some_and(|size| size >= threshold))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn rule_fires_from_its_threshold_on() {
        let rule = Rule::default_for(Kind::LargeVoid);
        assert!(rule.matches(Some(5_000)) && rule.matches(Some(5_001)) && !rule.matches(Some(4_999)));
        assert!(!rule.matches(None));
        assert!(!Rule { enabled: false, ..rule }.matches(Some(1_000_000)));
        assert!(Rule::default_for(Kind::ItemRanOut).matches(None));
        assert!(!Rule::default_for(Kind::PayoutPaid).push && Rule::default_for(Kind::PayoutFailed).push);
        assert_eq!(Rule::default_for(Kind::LaborHigh).threshold, Some(350));
    }

    #[test]
    fn wrong_threshold_is_refused_by_name() {
        let change = |threshold| RuleChange { threshold: Some(threshold), ..RuleChange::default() };
        let field = |kind, threshold| {
            let changed = Rule::default_for(kind).with_change(kind, change(threshold), 3);
            changed.err().and_then(|error| error.field)
        };
        assert_eq!(field(Kind::LargeVoid, 99).as_deref(), Some("rules[3].threshold"));
        assert_eq!(field(Kind::LargeVoid, 10_000_001).as_deref(), Some("rules[3].threshold"));
        assert_eq!(field(Kind::ItemRanOut, 100).as_deref(), Some("rules[3].threshold"));
        assert_eq!(field(Kind::LaborHigh, 5_001).as_deref(), Some("rules[3].threshold"));
        assert_eq!(field(Kind::LargeVoid, 100), None);
    }

    proptest! {
        #[test]
        fn absent_change_keeps_the_rule(
            kind in prop::sample::select(Kind::VARIANTS.to_vec()),
            enabled in prop::option::of(any::<bool>()), push in prop::option::of(any::<bool>())
        ) {
            let before = Rule { enabled: true, push: true, ..Rule::default_for(kind) };
            let after = before.with_change(kind, RuleChange { enabled, push, threshold: None }, 0).unwrap();
            prop_assert_eq!(after.enabled, enabled.unwrap_or(true));
            prop_assert_eq!(after.push, push.unwrap_or(true));
            prop_assert_eq!(after.threshold, before.threshold);
        }
    }
}
