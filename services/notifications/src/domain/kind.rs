//! Properties of the kinds of happenings.

use jiff::SignedDuration;

pub use super::happening::Kind;

/// The unit of a rule's threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threshold {
    Cents,
    /// Tenths of a percent of net sales.
    Tenths,
}

/// The two lists of the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// Communications of one short line.
    Notifications,
    /// Communications with a longer text.
    Messages,
}

impl Kind {
    /// The kind's name in the database, in events and in the API.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The unit of the kind's threshold; none for a kind without one.
    #[must_use]
    pub const fn threshold(self) -> Option<Threshold> {
        match self {
            Kind::LargeVoid | Kind::LargeDiscount | Kind::LargeRefund => Some(Threshold::Cents),
            Kind::LaborHigh => Some(Threshold::Tenths),
            _ => None,
        }
    }

    /// The list of the inbox that shows the kind.
    #[must_use]
    pub const fn shelf(self) -> Shelf {
        match self {
            Kind::DayClosed | Kind::CampaignFinished | Kind::GuestText => Shelf::Messages,
            _ => Shelf::Notifications,
        }
    }

    /// How long a push service may store a push for a device that is offline.
    #[must_use]
    pub const fn ttl(self) -> SignedDuration {
        match self.shelf() {
            Shelf::Notifications => SignedDuration::from_hours(4),
            Shelf::Messages => SignedDuration::from_hours(24),
        }
    }

    /// Whether a push of this kind wakes a sleeping device.
    #[must_use]
    pub const fn is_urgent(self) -> bool {
        self.threshold().is_some()
            || matches!(self, Kind::ItemRanOut | Kind::PayoutFailed | Kind::DisputeOpened)
    }

    /// Whether a newer push of this kind replaces an older one that was not shown yet.
    #[must_use]
    pub const fn is_replaced(self) -> bool {
        matches!(self, Kind::DayClosed | Kind::LaborHigh)
    }
}

impl Threshold {
    /// The lowest and the highest threshold of a rule.
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
             largeDiscount largeRefund laborHigh guestText salesCountedTwice salesDiffer"
        );
        for kind in Kind::VARIANTS {
            assert_eq!(kind.as_str().parse(), Ok(*kind));
        }
        assert!("largevoid".parse::<Kind>().is_err());
    }
}
