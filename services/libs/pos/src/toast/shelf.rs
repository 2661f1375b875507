//! The menus of a restaurant and what is left of their items. Toast says when all menus were published, and nothing of one item:
//! when an item or its stock changed is noticed here.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::value::RawValue;

use super::Catalog;
use super::map::items;
use super::model::{MenuItem, Menus, Metadata, Read, Stock};
use crate::adapter::{Fact, Page, Unread};
use crate::{Place, PosError, toast};

/// The most items that are remembered as removed.
const GONE: usize = 10_000;

/// An item as it was seen last.
struct Seen {
    item: MenuItem,
    stock: Option<Stock>,
    /// Since when it is so, by our clock.
    changed: Timestamp,
}

/// The items of a restaurant.
#[derive(Default)]
pub(super) struct Shelf {
    catalog: Catalog,
    /// When the menus were published, as Toast writes it.
    published: Option<String>,
    items: BTreeMap<String, Seen>,
    gone: BTreeMap<String, Timestamp>,
    read: Option<Timestamp>,
}

impl Shelf {
    /// The categories of what is sold.
    pub(super) const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// When it was read.
    pub(super) const fn read_at(&self) -> Option<Timestamp> {
        self.read
    }

    /// Notes that it is as Toast has it.
    pub(super) const fn seen(&mut self, now: Timestamp) {
        self.read = Some(now);
    }

    /// Notes that Toast shows no menus; what was known of them stays.
    pub(super) const fn none_published(&mut self, now: Timestamp) {
        self.read = Some(now);
    }

    /// Whether the menus were published since.
    pub(super) fn is_outdated(&self, metadata: &RawValue) -> Result<bool, PosError> {
        let sent: Metadata = object(metadata)?;
        Ok(self.published.is_none() || sent.last_updated != self.published)
    }

    /// Takes the menus as they were published.
    pub(super) fn publish(&mut self, menus: &RawValue, now: Timestamp) -> Result<(), PosError> {
        let menus: Menus = object(menus)?;
        self.catalog = Catalog::new(&menus);
        self.published = menus.last_updated.clone().or_else(|| Some(String::new()));
        let mut before = std::mem::take(&mut self.items);
        for item in items(&menus) {
            let Some(id) = item.guid.clone() else { continue };
            let stock = before.remove(&id).and_then(|seen| seen.stock);
            self.gone.remove(&id);
            // A publication may change any of them.
            self.items.insert(id, Seen { item: item.clone(), stock, changed: now });
        }
        self.gone.extend(before.into_keys().map(|id| (id, now)));
        while self.gone.len() > GONE {
            self.gone.pop_first();
        }
        Ok(())
    }

    /// Takes what is left; of others there is no end.
    pub(super) fn count(&mut self, stock: Vec<Stock>, now: Timestamp) {
        let mut counted: BTreeMap<String, Stock> =
            stock.into_iter().filter_map(|stock| Some((stock.guid.clone()?, stock))).collect();
        for (id, seen) in &mut self.items {
            let stock = counted.remove(id).filter(|stock| stock.status.as_deref() != Some("IN_STOCK"));
            if stock != seen.stock {
                (seen.stock, seen.changed) = (stock, now);
            }
        }
    }

    /// The items that changed since a time, or all of them.
    pub(super) fn page(&self, place: &Place, since: Option<Timestamp>) -> Page {
        let mut page = Page::default();
        let is_asked = |changed: Timestamp| since.is_none_or(|since| changed >= since);
        let seen = self.items.iter().filter(|(_, seen)| is_asked(seen.changed)).map(|(id, seen)| {
            (id, toast::item(place, &self.catalog, &seen.item, seen.stock.as_ref(), seen.changed))
        });
        let gone = self.gone.iter().filter(|(_, at)| is_asked(**at));
        let gone = gone.map(|(id, at)| (id, toast::removed_item(place, id, *at).map(Some)));
        for (id, event) in seen.chain(gone) {
            match event {
                Ok(event) => {
                    page.read.push(id.clone());
                    page.facts.extend(event.map(Fact::of));
                }
                Err(unmapped) => page.unread.push(Unread::without_raw(unmapped)),
            }
        }
        page
    }
}

fn object<T: crate::read::Kind + serde::de::DeserializeOwned>(raw: &RawValue) -> Result<T, PosError> {
    Read::<T>::of(raw.get()).object().map_err(|_| PosError::Unreadable("the menus".to_owned()))
}
