//! What discounts and charges are for, by what the owner says of their names.

use saffron_core::fact::{ChargeKind, DiscountKind};

use crate::Settings;

impl Settings {
    /// What a discount is for: by its name, else an offer where the POS says so, else a comp where it gives all away.
    pub(crate) fn discount_kind(&self, name: &str, is_offer: bool, is_all: bool) -> DiscountKind {
        if self.staff_meals.contains(name) {
            DiscountKind::Employee
        } else if self.comps.contains(name) {
            DiscountKind::Comp
        } else if self.promo_codes.contains(name) || is_offer {
            DiscountKind::Promotion
        } else if is_all {
            DiscountKind::Comp
        } else {
            DiscountKind::Other
        }
    }

    /// What a charge is for: the staff's where the POS says so, else by its name.
    pub(crate) fn charge_kind(&self, name: Option<&str>, is_gratuity: bool) -> ChargeKind {
        let is_in = |names: &crate::Names| name.is_some_and(|name| names.contains(name));
        if is_gratuity || is_in(&self.gratuity) {
            ChargeKind::Gratuity
        } else if is_in(&self.delivery) {
            ChargeKind::Delivery
        } else {
            ChargeKind::Fee
        }
    }
}

/// The name of a charge that has none.
pub(crate) const fn charge_name(kind: ChargeKind) -> &'static str {
    match kind {
        ChargeKind::Gratuity => "Gratuity",
        ChargeKind::Fee => "Service charge",
        ChargeKind::Delivery => "Delivery",
    }
}
