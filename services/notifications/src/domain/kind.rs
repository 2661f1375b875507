//! What the kinds of happenings have of their own.

use jiff::SignedDuration;

pub use super::happening::Kind;

/// What a rule's threshold counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threshold {
    Cents,
    /// Tenths of a percent of net sales.
    Tenths,
}

/// The two lists of the inbox (spec.md, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// A short line alone.
    Notifications,
    /// With a longer text.
    Messages,
}

impl Kind {
    /// Its name in the database, in events and in the API.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What its threshold counts; none where it has no threshold.
    #[must_use]
    pub const fn threshold(self) -> Option<Threshold> {
        match self {
            Kind::LargeVoid | Kind::LargeDiscount | Kind::LargeRefund => Some(Threshold::Cents),
            Kind::LaborHigh => Some(Threshold::Tenths),
            _ => None,
        }
    }

    /// Its list.
    #[must_use]
    pub const fn shelf(self) -> Shelf {
        match self {
            Kind::DayClosed | Kind::CampaignFinished | Kind::GuestText => Shelf::Messages,
            _ => Shelf::Notifications,
        }
    }

    /// How long a push service may keep a push for a device that is away.
    #[must_use]
    pub const fn ttl(self) -> SignedDuration {
        match self.shelf() {
            Shelf::Notifications => SignedDuration::from_hours(4),
            Shelf::Messages => SignedDuration::from_hours(24),
        }
    }

    /// Whether a sleeping device is woken for it.
    #[must_use]
    pub const fn is_urgent(self) -> bool {
        self.threshold().is_some()
            || matches!(self, Kind::ItemRanOut | Kind::PayoutFailed | Kind::DisputeOpened)
    }

    /// Whether a newer push of it makes an older one that was not shown yet worthless.
    #[must_use]
    pub const fn is_replaced(self) -> bool {
        matches!(self, Kind::DayClosed | Kind::LaborHigh)
    }
}

impl Threshold {
    /// The least and the most that a rule may have.
    #[must_use]
    pub const fn bounds(self) -> (i64, i64) {
        match self {
            // One dollar to 100,000.
            Threshold::Cents => (100, 10_000_000),
            // 1 % to 500 %.
            Threshold::Tenths => (10, 5_000),
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn kind_is_read_as_it_is_written() {
        let names: Vec<&str> = Kind::VARIANTS.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(
            names.join(" "),
            "dayClosed itemRanOut payoutPaid payoutFailed paymentFailed disputeOpened campaignFinished largeVoid \
             largeDiscount largeRefund laborHigh guestText"
        );
        for kind in Kind::VARIANTS {
            assert_eq!(kind.as_str().parse(), Ok(*kind));
        }
        assert!("largevoid".parse::<Kind>().is_err());
    }
}
