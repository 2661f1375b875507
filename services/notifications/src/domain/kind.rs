//! What people are told of.

use std::time::Duration;

/// What a person is told of. Its text stands for it in the database, in events and in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A business day came to its end: the digest.
    DayClosed,
    /// Nothing is left of an item.
    ItemRanOut,
    /// A payout arrived.
    PayoutPaid,
    /// A payout did not arrive.
    PayoutFailed,
    /// A card payment failed.
    PaymentFailed,
    /// A card's holder disputes a payment.
    DisputeOpened,
    /// Nothing of a campaign waits any more.
    CampaignFinished,
    /// Much was struck from a check.
    LargeVoid,
    /// Much was taken off a check.
    LargeDiscount,
    /// Much was given back.
    LargeRefund,
    /// Labor costs much of what is sold.
    LaborHigh,
    /// A guest wrote a text.
    GuestText,
}

/// What a rule's threshold counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threshold {
    /// Cents.
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
    /// All of them.
    pub const ALL: [Kind; 12] = [
        Kind::DayClosed,
        Kind::ItemRanOut,
        Kind::PayoutPaid,
        Kind::PayoutFailed,
        Kind::PaymentFailed,
        Kind::DisputeOpened,
        Kind::CampaignFinished,
        Kind::LargeVoid,
        Kind::LargeDiscount,
        Kind::LargeRefund,
        Kind::LaborHigh,
        Kind::GuestText,
    ];

    /// Its text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::DayClosed => "dayClosed",
            Kind::ItemRanOut => "itemRanOut",
            Kind::PayoutPaid => "payoutPaid",
            Kind::PayoutFailed => "payoutFailed",
            Kind::PaymentFailed => "paymentFailed",
            Kind::DisputeOpened => "disputeOpened",
            Kind::CampaignFinished => "campaignFinished",
            Kind::LargeVoid => "largeVoid",
            Kind::LargeDiscount => "largeDiscount",
            Kind::LargeRefund => "largeRefund",
            Kind::LaborHigh => "laborHigh",
            Kind::GuestText => "guestText",
        }
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

    /// In which list it stands.
    #[must_use]
    pub const fn shelf(self) -> Shelf {
        match self {
            Kind::DayClosed | Kind::CampaignFinished | Kind::GuestText => Shelf::Messages,
            _ => Shelf::Notifications,
        }
    }

    /// How long a push service may keep a push for a device that is away.
    #[must_use]
    pub const fn ttl(self) -> Duration {
        match self.shelf() {
            Shelf::Notifications => Duration::from_secs(4 * 60 * 60),
            Shelf::Messages => Duration::from_secs(24 * 60 * 60),
        }
    }

    /// Whether a sleeping device is woken for it.
    #[must_use]
    pub const fn is_urgent(self) -> bool {
        matches!(
            self,
            Kind::ItemRanOut
                | Kind::PayoutFailed
                | Kind::DisputeOpened
                | Kind::LargeVoid
                | Kind::LargeDiscount
                | Kind::LargeRefund
                | Kind::LaborHigh
        )
    }

    /// Whether a newer push of it makes an older one that was not shown yet worthless.
    #[must_use]
    pub const fn is_replaced(self) -> bool {
        matches!(self, Kind::DayClosed | Kind::LaborHigh)
    }
}

impl std::str::FromStr for Kind {
    type Err = String;
    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| format!("{text} is no kind"))
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
    use super::*;

    #[test]
    fn a_kind_is_read_as_it_is_written() {
        for kind in Kind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
        assert!("largevoid".parse::<Kind>().is_err());
    }
}
