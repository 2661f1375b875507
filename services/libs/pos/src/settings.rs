use std::collections::{BTreeMap, BTreeSet};

use saffron_core::{Calendar, Money, PosId};

/// The location that facts are for.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its id here.
    pub pos_id: PosId,
    /// Its id at the POS: objects of another location are refused.
    pub location: String,
    /// Zone and start of day.
    pub calendar: Calendar,
    /// What the owner says of it.
    pub settings: Settings,
}

/// Names, compared without regard to case and to spaces around them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(BTreeSet<String>);

impl Names {
    /// Whether a name is one of them.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(&folded(name))
    }
}

impl<T: AsRef<str>> FromIterator<T> for Names {
    fn from_iter<I: IntoIterator<Item = T>>(names: I) -> Names {
        Names(names.into_iter().map(|name| folded(name.as_ref())).filter(|name| !name.is_empty()).collect())
    }
}

fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// A rate in hundredths of a percent: 1,500 is 15 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HundredthsOfPercent(pub u16);

impl HundredthsOfPercent {
    /// The part of an amount, rounded half away from zero to a cent.
    #[must_use]
    pub fn of(self, amount: Money) -> Money {
        amount.ratio(i64::from(self.0), 10_000)
    }
}

/// What the POS's API does not say, and the owner did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The currency of the location: ISO 4217. Its amounts are shown as dollars, not converted; others are refused.
    pub currency: String,
    /// Service charges that belong to the staff, beside those that the POS marks.
    pub gratuity: Names,
    /// Service charges for delivery.
    pub delivery: Names,
    /// Sources whose orders are online orders, beside those that the POS marks.
    pub online: Names,
    /// Sources whose unpaid orders are open checks; those of all others are carts.
    pub tills: Names,
    /// Discounts that are comps, beside those of 100 %.
    pub comps: Names,
    /// Discounts that are meals of the staff.
    pub staff_meals: Names,
    /// Codes of promotions: a discount by such a name is that promotion's.
    pub promo_codes: Names,
    /// The revenue center of a device, by its name or id.
    pub areas: BTreeMap<String, String>,
    /// What a source keeps of what it brings, by its name.
    pub source_fees: BTreeMap<String, HundredthsOfPercent>,
    /// Whether the name of a ticket is that of a table.
    pub tickets_are_tables: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            currency: "USD".to_owned(),
            gratuity: ["Auto gratuity", "Automatic gratuity", "Auto-gratuity", "Gratuity", "Tip"]
                .into_iter()
                .collect(),
            delivery: ["Delivery", "Delivery charge", "Delivery fee"].into_iter().collect(),
            online: ["DoorDash", "Grubhub", "Postmates", "Square Online", "Uber Eats"].into_iter().collect(),
            tills: ["Point of Sale", "Square for Restaurants", "Square Point of Sale", "Square Restaurants"]
                .into_iter()
                .collect(),
            comps: ["Comp", "Complimentary"].into_iter().collect(),
            staff_meals: ["Employee discount", "Employee meal", "Staff discount", "Staff meal"]
                .into_iter()
                .collect(),
            promo_codes: Names::default(),
            areas: BTreeMap::new(),
            source_fees: BTreeMap::new(),
            tickets_are_tables: false,
        }
    }
}
