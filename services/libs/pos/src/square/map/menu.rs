//! What the catalog says of the things that are sold: names, categories, prices and costs at a location, stock.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::{Money, Quantity};

use super::amount::cents;
use crate::square::model::{CatalogObject, CategoryReference, InventoryCount, ObjectType};
use crate::time::instant;
use crate::{Place, text};

/// The most levels of categories.
const MAX_DEPTH: usize = 32;

/// The catalog at a location.
#[derive(Debug, Clone, Default)]
pub struct Menu {
    variations: BTreeMap<String, Known>,
    categories: BTreeMap<String, Category>,
    modifiers: BTreeMap<String, String>,
    discounts: BTreeMap<String, String>,
    counts: BTreeMap<String, Count>,
}

/// What is known of a variation.
#[derive(Debug, Clone, Default)]
struct Known {
    name: Option<String>,
    category: Option<String>,
    cost: Option<Money>,
}

#[derive(Debug, Clone)]
struct Category {
    name: Option<String>,
    parent: Option<String>,
    root: Option<String>,
    changed: Option<Timestamp>,
}

/// What there is of a variation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    /// May be negative.
    pub(super) quantity: Quantity,
    /// When it was counted, or sold last.
    pub(super) at: Option<Timestamp>,
}

/// The categories of a variation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Categories {
    /// At the top.
    pub(super) root: Option<String>,
    /// At the bottom.
    pub(super) leaf: Option<String>,
    /// When one of them was changed last.
    pub(super) changed: Option<Timestamp>,
}

impl Menu {
    /// Of objects of the catalog, in any order, and of the stock at the location.
    #[must_use]
    pub fn new(place: &Place, objects: &[CatalogObject], counts: &[InventoryCount]) -> Menu {
        let mut menu = Menu::default();
        for object in objects {
            menu.add(place, object);
        }
        for count in counts {
            menu.add_count(place, count);
        }
        menu
    }

    /// Adds an object, or replaces what was known of it.
    pub fn add(&mut self, place: &Place, object: &CatalogObject) {
        let Some(id) = object.id.clone() else { return };
        match object.kind {
            Some(ObjectType::Item) => {
                for variation in object.item_data.iter().flat_map(|item| &item.variations) {
                    self.add_variation(place, Some(object), variation);
                }
            }
            Some(ObjectType::ItemVariation) => self.add_variation(place, None, object),
            Some(ObjectType::Category) => {
                let Some(data) = &object.category_data else { return };
                let category = Category {
                    name: text::name(data.name.as_deref()),
                    parent: data.parent_category.as_ref().and_then(|parent| parent.id.clone()),
                    root: data.root_category.clone(),
                    changed: instant(object.updated_at.as_ref()),
                };
                self.categories.insert(id, category);
            }
            Some(ObjectType::Discount) => {
                if let Some(name) =
                    object.discount_data.as_ref().and_then(|data| text::name(data.name.as_deref()))
                {
                    self.discounts.insert(id, name);
                }
            }
            Some(ObjectType::ModifierList) => {
                for modifier in object.modifier_list_data.iter().flat_map(|list| &list.modifiers) {
                    self.add_modifier(modifier);
                }
            }
            Some(ObjectType::Modifier) => self.add_modifier(object),
            Some(ObjectType::Other) | None => {}
        }
    }

    fn add_modifier(&mut self, modifier: &CatalogObject) {
        let name = modifier.modifier_data.as_ref().and_then(|data| text::name(data.name.as_deref()));
        if let (Some(id), Some(name)) = (modifier.id.clone(), name) {
            self.modifiers.insert(id, name);
        }
    }

    fn add_variation(&mut self, place: &Place, item: Option<&CatalogObject>, variation: &CatalogObject) {
        let (Some(id), Some(data)) = (variation.id.clone(), &variation.item_variation_data) else { return };
        let known = self.variations.entry(id).or_default();
        // The first vendor is the default one [Square: Manage Vendor Information]. A cost in another currency is none.
        let vendor = data.vendor_information.first();
        known.cost = vendor.and_then(|vendor| cents(place, vendor.unit_cost_money.as_ref()).ok().flatten());
        let Some(item) = item.and_then(|item| item.item_data.as_ref()) else { return };
        known.name = name(item.name.as_deref(), data.name.as_deref());
        let first = item.categories.iter().min_by_key(|category| category.ordinal);
        let reporting = item.reporting_category.as_ref().or(first);
        known.category = reporting
            .and_then(|category: &CategoryReference| category.id.clone())
            .or_else(|| item.category_id.clone());
    }

    /// Adds a count of stock, or replaces one.
    pub fn add_count(&mut self, place: &Place, count: &InventoryCount) {
        let here = count.location_id.as_deref() == Some(place.location.as_str());
        if !here || count.state.as_deref() != Some("IN_STOCK") {
            return;
        }
        let quantity = count.quantity.as_deref().and_then(text::quantity);
        if let (Some(id), Some(quantity)) = (count.catalog_object_id.clone(), quantity) {
            self.counts.insert(id, Count { quantity, at: instant(count.calculated_at.as_ref()) });
        }
    }

    /// The name of a variation, with its item's.
    pub(super) fn name(&self, variation: &str) -> Option<&str> {
        self.variations.get(variation)?.name.as_deref()
    }

    /// Cost of one of a variation.
    pub(super) fn cost(&self, variation: &str) -> Option<Money> {
        self.variations.get(variation)?.cost
    }

    /// The stock of a variation.
    pub(super) fn count(&self, variation: &str) -> Option<Count> {
        self.counts.get(variation).copied()
    }

    /// The name of a modifier.
    pub(super) fn modifier(&self, id: &str) -> Option<&str> {
        self.modifiers.get(id).map(String::as_str)
    }

    /// The name of a discount.
    pub(super) fn discount(&self, id: &str) -> Option<&str> {
        self.discounts.get(id).map(String::as_str)
    }

    /// Root and leaf of a variation's reporting category.
    pub(super) fn categories(&self, variation: &str) -> Categories {
        let leaf_id = self.variations.get(variation).and_then(|known| known.category.as_deref());
        let Some(leaf) = leaf_id.and_then(|id| self.categories.get(id)) else { return Categories::default() };
        let mut root = leaf;
        if let Some(named) = leaf.root.as_ref().and_then(|id| self.categories.get(id)) {
            root = named;
        } else {
            // A circle of parents ends at the most levels.
            for _ in 0..MAX_DEPTH {
                match root.parent.as_ref().and_then(|id| self.categories.get(id)) {
                    Some(parent) => root = parent,
                    None => break,
                }
            }
        }
        let changed = leaf.changed.max(root.changed);
        Categories { root: root.name.clone().or_else(|| leaf.name.clone()), leaf: leaf.name.clone(), changed }
    }
}

/// The name of an item with its variation's: Square names the only variation of an item Regular.
pub(super) fn name(item: Option<&str>, variation: Option<&str>) -> Option<String> {
    let (item, variation) = (text::name(item), text::name(variation));
    let variation = variation.filter(|variation| !variation.eq_ignore_ascii_case("Regular"));
    match (item, variation) {
        (Some(item), Some(variation)) if item != variation => {
            text::name(Some(&format!("{item} {variation}")))
        }
        (Some(item), _) => Some(item),
        (None, variation) => variation,
    }
}
