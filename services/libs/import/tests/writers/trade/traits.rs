//! What may happen in a trade: an exporter's file tells of no voids where its POS has none.

use super::{Charge, Numbering};

/// Where a house stands: its taxes, time zone and names of cards follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Country {
    /// United States.
    UnitedStates,
    /// Australia.
    Australia,
    /// United Kingdom.
    UnitedKingdom,
    /// Germany.
    Germany,
    /// France.
    France,
    /// Spain.
    Spain,
    /// Mexico.
    Mexico,
    /// Sweden.
    Sweden,
    /// Denmark.
    Denmark,
    /// Belgium.
    Belgium,
    /// Switzerland.
    Switzerland,
    /// The Philippines.
    Philippines,
}

impl Country {
    /// IANA names of its time zones.
    pub fn zones(self) -> &'static [&'static str] {
        match self {
            Self::UnitedStates => &["America/New_York", "America/Chicago", "America/Los_Angeles"],
            Self::Australia => &["Australia/Melbourne"],
            Self::UnitedKingdom => &["Europe/London"],
            Self::Germany => &["Europe/Berlin"],
            Self::France => &["Europe/Paris"],
            Self::Spain => &["Europe/Madrid"],
            Self::Mexico => &["America/Mexico_City"],
            Self::Sweden => &["Europe/Stockholm"],
            Self::Denmark => &["Europe/Copenhagen"],
            Self::Belgium => &["Europe/Brussels"],
            Self::Switzerland => &["Europe/Zurich"],
            Self::Philippines => &["Asia/Manila"],
        }
    }

    /// Tax rates in basis points, the usual one first.
    pub fn rates(self) -> &'static [i64] {
        match self {
            Self::UnitedStates => &[825, 0],
            Self::Australia => &[1000, 0],
            Self::UnitedKingdom => &[2000, 0, 500],
            Self::Germany => &[1900, 700],
            Self::France => &[1000, 2000, 550],
            Self::Spain => &[1000, 2100],
            Self::Mexico => &[1600, 0],
            Self::Sweden => &[1200, 2500],
            Self::Denmark => &[2500],
            Self::Belgium => &[1200, 2100, 600],
            Self::Switzerland => &[810, 260],
            Self::Philippines => &[1200],
        }
    }

    /// Its currency: code and sign.
    pub fn currency(self) -> (&'static str, &'static str) {
        match self {
            Self::UnitedStates => ("USD", "$"),
            Self::Australia => ("AUD", "$"),
            Self::UnitedKingdom => ("GBP", "£"),
            Self::Germany | Self::France | Self::Spain | Self::Belgium => ("EUR", "€"),
            Self::Mexico => ("MXN", "$"),
            Self::Sweden => ("SEK", "kr"),
            Self::Denmark => ("DKK", "kr"),
            Self::Switzerland => ("CHF", "CHF"),
            Self::Philippines => ("PHP", "₱"),
        }
    }
}

/// Whether prices hold their tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taxed {
    /// They do not.
    Beside,
    /// They do.
    Inside,
    /// Either.
    Either,
}

/// Which refunds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refunds {
    /// None.
    None,
    /// Orders as a whole, tips stay.
    Whole,
    /// Orders as a whole, tips too.
    WholeWithTips,
    /// Orders as a whole or some of their lines, with or without the order they give back.
    Any,
}

/// What may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// Possible places.
    pub countries: &'static [Country],
    /// Tax.
    pub taxed: Taxed,
    /// Numbering.
    pub numbering: &'static [Numbering],
    /// Kinds of charge of a house, beside delivery.
    pub charges: &'static [Charge],
    /// Refunds.
    pub refunds: Refunds,
    /// Voided orders.
    pub voids: bool,
    /// Voided lines of orders that count.
    pub line_voids: bool,
    /// Orders that begin before the start of the day and end after it.
    pub crossing: bool,
    /// Parties with several checks.
    pub parties: bool,
    /// Discounts of lines.
    pub line_discounts: bool,
    /// Discounts of orders.
    pub order_discounts: bool,
    /// Lines and orders given away in full.
    pub comps: bool,
    /// Delivery fees.
    pub delivery: bool,
    /// Gift cards sold.
    pub gift_sold: bool,
    /// Gift cards redeemed.
    pub gift_used: bool,
    /// Cash rounded to 5 cents.
    pub rounding: bool,
    /// Tips.
    pub tips: bool,
    /// Several payments of an order.
    pub split: bool,
    /// Open orders.
    pub open: bool,
    /// Failed payments.
    pub failed: bool,
    /// Quantities with decimals.
    pub weights: bool,
    /// Modifiers with a price.
    pub modifiers: bool,
    /// Sizes.
    pub sizes: bool,
}

impl Traits {
    /// Nothing but sales paid at once.
    pub const PLAIN: Self = Self {
        countries: &[Country::UnitedStates],
        taxed: Taxed::Beside,
        numbering: &[Numbering::Unique],
        charges: &[],
        refunds: Refunds::None,
        voids: false,
        line_voids: false,
        crossing: false,
        parties: false,
        line_discounts: false,
        order_discounts: false,
        comps: false,
        delivery: false,
        gift_sold: false,
        gift_used: false,
        rounding: false,
        tips: false,
        split: false,
        open: false,
        failed: false,
        weights: false,
        modifiers: false,
        sizes: false,
    };

    /// All that a restaurant has.
    pub const RICH: Self = Self {
        charges: &[Charge::Gratuity, Charge::Fee],
        refunds: Refunds::Any,
        voids: true,
        line_voids: true,
        line_discounts: true,
        order_discounts: true,
        comps: true,
        delivery: true,
        gift_sold: true,
        gift_used: true,
        rounding: true,
        tips: true,
        split: true,
        open: true,
        failed: true,
        weights: true,
        modifiers: true,
        sizes: true,
        ..Self::PLAIN
    };

    /// The same without what a mask switches off: simple trades come up too.
    #[must_use]
    pub fn masked(mut self, mask: u32) -> Self {
        let switches = [
            &mut self.voids,
            &mut self.line_voids,
            &mut self.line_discounts,
            &mut self.order_discounts,
            &mut self.comps,
            &mut self.delivery,
            &mut self.gift_sold,
            &mut self.gift_used,
            &mut self.rounding,
            &mut self.tips,
            &mut self.split,
            &mut self.open,
            &mut self.failed,
            &mut self.weights,
            &mut self.modifiers,
            &mut self.sizes,
        ];
        for (at, switch) in switches.into_iter().enumerate() {
            *switch &= mask >> at & 1 == 1;
        }
        if mask >> 16 & 1 == 0 {
            self.refunds = Refunds::None;
        }
        if mask >> 17 & 1 == 0 {
            self.charges = &[];
        }
        self
    }
}
