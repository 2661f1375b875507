//! What the inventory says of the things that are sold: categories, costs, stock.

use std::collections::BTreeMap;

use saffron_core::Money;

use super::Amounts;
use crate::clover::model::{Category, Item};
use crate::{Place, text};

/// The most levels of categories.
const MAX_DEPTH: usize = 32;

/// The inventory of a merchant.
#[derive(Debug, Clone, Default)]
pub struct Menu {
    items: BTreeMap<String, Known>,
    categories: BTreeMap<String, Known>,
    /// Whether stock is counted.
    pub tracks_stock: bool,
}

/// What is known of an item or a category.
#[derive(Debug, Clone, Default)]
struct Known {
    name: Option<String>,
    above: Option<String>,
    cost: Option<Money>,
}

/// The categories of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Categories {
    /// At the top.
    pub(super) root: Option<String>,
    /// At the bottom.
    pub(super) leaf: Option<String>,
}

impl Menu {
    /// Of categories and items, in any order.
    #[must_use]
    pub fn new(place: &Place, categories: &[Category], items: &[Item]) -> Menu {
        let mut menu = Menu { tracks_stock: true, ..Menu::default() };
        categories.iter().for_each(|category| menu.add_category(category));
        items.iter().for_each(|item| menu.add(place, item));
        menu
    }

    /// Adds a category, or replaces what was known of it.
    pub fn add_category(&mut self, category: &Category) {
        let Some(id) = category.id.clone() else { return };
        let above = category.parent_category.as_ref().and_then(|above| above.id.clone());
        let name = text::name(category.name.as_deref());
        self.categories.insert(id, Known { name, above, cost: None });
    }

    /// Adds an item, or replaces what was known of it.
    pub fn add(&mut self, place: &Place, item: &Item) {
        let Some(id) = item.id.clone() else { return };
        let first =
            item.categories.iter().filter(|of| of.deleted != Some(true)).min_by_key(|of| of.sort_order);
        if let Some(category) = first
            && category.name.is_some()
            && category.id.as_ref().is_some_and(|id| !self.categories.contains_key(id))
        {
            self.add_category(category);
        }
        let amounts = Amounts { place, currency: None };
        let cost = item.cost.and_then(|cost| amounts.of(Some(cost)).ok());
        // A cost that nobody entered is 0.
        let cost = cost.filter(|cost| *cost > Money::ZERO);
        let known = Known {
            name: text::name(item.name.as_deref()),
            above: first.and_then(|category| category.id.clone()),
            cost,
        };
        self.items.insert(id, known);
    }

    /// Cost of one of an item, as of now.
    pub(super) fn cost(&self, item: &str) -> Option<Money> {
        self.items.get(item)?.cost
    }

    /// Root and leaf of an item's category.
    pub(super) fn categories(&self, item: &str) -> Categories {
        let above = |known: &Known| known.above.as_ref().and_then(|id| self.categories.get(id));
        let Some(leaf) = self.items.get(item).and_then(above) else { return Categories::default() };
        let mut root = leaf;
        // A circle of categories ends at the most levels.
        for _ in 0..MAX_DEPTH {
            match above(root) {
                Some(next) => root = next,
                None => break,
            }
        }
        Categories { root: root.name.clone().or_else(|| leaf.name.clone()), leaf: leaf.name.clone() }
    }
}
