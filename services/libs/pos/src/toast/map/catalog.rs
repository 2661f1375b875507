//! What the menus say of the things that are sold: their categories.

use std::collections::BTreeMap;

use crate::text;
use crate::toast::model::{MenuGroup, MenuItem, Menus, Reference};

use super::id_of;
use super::setup::Setup;

/// The most levels of groups within groups.
const MAX_DEPTH: usize = 32;

/// The menus of a restaurant.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The categories of items by their GUIDs.
    items: BTreeMap<String, Categories>,
    groups: BTreeMap<String, Categories>,
}

/// The categories of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Categories {
    /// Of sales; without one the menu.
    pub(super) major: Option<String>,
    /// The group of the menu.
    pub(super) minor: Option<String>,
}

impl Catalog {
    /// Of published menus.
    #[must_use]
    pub fn new(menus: &Menus) -> Catalog {
        let mut catalog = Catalog::default();
        for menu in &menus.menus {
            let name = text::name(menu.name.as_deref());
            menu.menu_groups.iter().for_each(|group| catalog.add(group, name.as_ref(), MAX_DEPTH));
        }
        catalog
    }

    fn add(&mut self, group: &MenuGroup, menu: Option<&String>, left: usize) {
        let own = Categories { major: menu.cloned(), minor: text::name(group.name.as_deref()) };
        for item in &group.menu_items {
            let Some(id) = item.guid.clone() else { continue };
            let category = item.sales_category.as_ref().and_then(|of| text::name(of.name.as_deref()));
            let of_item =
                Categories { major: category.or_else(|| own.major.clone()), minor: own.minor.clone() };
            // An item of several menus has the categories of the first.
            self.items.entry(id).or_insert(of_item);
        }
        if let Some(id) = group.guid.clone() {
            self.groups.entry(id).or_insert(own);
        }
        if left > 0 {
            group.menu_groups.iter().for_each(|inner| self.add(inner, menu, left - 1));
        }
    }

    /// The categories of an item of the menu.
    pub(super) fn of_item(&self, id: &str) -> Categories {
        self.items.get(id).cloned().unwrap_or_default()
    }

    /// The categories of what was sold, as far as it says them itself, else as the menus do.
    pub(super) fn of_sold(
        &self,
        setup: &Setup,
        item: Option<&Reference>,
        group: Option<&Reference>,
        category: Option<&Reference>,
    ) -> Categories {
        let known = id_of(item).map(|id| self.of_item(id)).unwrap_or_default();
        let group = id_of(group).and_then(|id| self.groups.get(id)).cloned().unwrap_or_default();
        let category = super::setup::name_of(&setup.sales_categories, category);
        Categories { major: category.or(known.major).or(group.major), minor: group.minor.or(known.minor) }
    }
}

/// All items of the menus, each once.
pub(crate) fn items(menus: &Menus) -> Vec<&MenuItem> {
    fn of<'a>(group: &'a MenuGroup, all: &mut BTreeMap<&'a str, &'a MenuItem>, left: usize) {
        for item in &group.menu_items {
            if let Some(id) = item.guid.as_deref() {
                all.entry(id).or_insert(item);
            }
        }
        if left > 0 {
            group.menu_groups.iter().for_each(|inner| of(inner, all, left - 1));
        }
    }
    let mut all = BTreeMap::new();
    for group in menus.menus.iter().flat_map(|menu| &menu.menu_groups) {
        of(group, &mut all, MAX_DEPTH);
    }
    all.into_values().collect()
}
