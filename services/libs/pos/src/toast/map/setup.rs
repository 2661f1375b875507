//! What a restaurant set up: names of what orders call by GUIDs alone.

use std::collections::BTreeMap;

use super::id_of;
use crate::text;
use crate::toast::model::{Named, Reference};

/// Names of one list of the configuration.
pub(super) type Names = BTreeMap<String, String>;

/// The configuration of a restaurant.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    pub(super) revenue_centers: Names,
    pub(super) dining_options: Names,
    pub(super) tables: Names,
    pub(super) void_reasons: Names,
    pub(super) tenders: Names,
    pub(super) sales_categories: Names,
}

impl Setup {
    /// The lists, by the names that the configuration API has for them: others are left out.
    #[must_use]
    pub fn new(lists: &[(&str, Vec<Named>)]) -> Setup {
        let mut setup = Setup::default();
        for (list, named) in lists {
            let names =
                named.iter().filter_map(|of| Some((of.guid.clone()?, text::name(of.name.as_deref())?)));
            let names: Names = names.collect();
            match *list {
                "revenueCenters" => setup.revenue_centers = names,
                "diningOptions" => setup.dining_options = names,
                "tables" => setup.tables = names,
                "voidReasons" => setup.void_reasons = names,
                "alternatePaymentTypes" => setup.tenders = names,
                "salesCategories" => setup.sales_categories = names,
                _ => {}
            }
        }
        setup
    }
}

/// The lists that are read.
pub const LISTS: [&str; 6] =
    ["revenueCenters", "diningOptions", "tables", "voidReasons", "alternatePaymentTypes", "salesCategories"];

/// The name of what is referred to.
pub(super) fn name_of(names: &Names, reference: Option<&Reference>) -> Option<String> {
    names.get(id_of(reference)?).cloned()
}
