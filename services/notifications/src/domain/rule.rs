//! What a person wants to be notified of, and from which size on.

use saffron_core::Error;

use super::Kind;
use super::kind::Threshold;

/// Voids, discounts and refunds from here on are large, cents, unless the person sets another.
const LARGE: i64 = 5_000;
/// Labor over this is high, tenths of a percent, unless the person sets another.
const HIGH: i64 = 350;

/// A person's rule for a kind at a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Whether the person is notified at all.
    pub enabled: bool,
    /// From which size on; none where the kind has no size.
    pub threshold: Option<i64>,
    /// Whether devices show it.
    pub push: bool,
}

/// What changes of a rule; what is none stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleChange {
    /// Whether the person is notified at all.
    pub enabled: Option<bool>,
    /// From which size on.
    pub threshold: Option<i64>,
    /// Whether devices show it.
    pub push: Option<bool>,
}

impl Rule {
    /// Of a person who has set none.
    #[must_use]
    pub const fn usual(kind: Kind) -> Rule {
        let threshold = match kind.threshold() {
            Some(Threshold::Cents) => Some(LARGE),
            Some(Threshold::Tenths) => Some(HIGH),
            None => None,
        };
        Rule { enabled: true, threshold, push: !matches!(kind, Kind::PayoutPaid) }
    }

    /// With a change.
    pub fn changed(self, kind: Kind, change: RuleChange, position: usize) -> Result<Rule, Error> {
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
    pub fn fires(self, size: Option<i64>) -> bool {
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
        let rule = Rule::usual(Kind::LargeVoid);
        assert!(rule.fires(Some(5_000)) && rule.fires(Some(5_001)) && !rule.fires(Some(4_999)));
        assert!(!rule.fires(None));
        assert!(!Rule { enabled: false, ..rule }.fires(Some(1_000_000)));
        assert!(Rule::usual(Kind::ItemRanOut).fires(None));
        assert!(!Rule::usual(Kind::PayoutPaid).push && Rule::usual(Kind::PayoutFailed).push);
        assert_eq!(Rule::usual(Kind::LaborHigh).threshold, Some(350));
    }

    #[test]
    fn wrong_threshold_is_refused_by_name() {
        let change = |threshold| RuleChange { threshold: Some(threshold), ..RuleChange::default() };
        let field = |kind, threshold| {
            let changed = Rule::usual(kind).changed(kind, change(threshold), 3);
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
            let before = Rule { enabled: true, push: true, ..Rule::usual(kind) };
            let after = before.changed(kind, RuleChange { enabled, push, threshold: None }, 0).unwrap();
            prop_assert_eq!(after.enabled, enabled.unwrap_or(true));
            prop_assert_eq!(after.push, push.unwrap_or(true));
            prop_assert_eq!(after.threshold, before.threshold);
        }
    }
}
