//! Writes what an owner set: prices, and that an item is sold out.

use jiff::{SignedDuration, Timestamp};
use saffron_core::{Money, Quantity};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::client::Client;
use super::model::{CatalogItemVariation, CatalogObject, InventoryCount, LocationOverride, PricingType};
use crate::adapter::{Change, Set};
use crate::{Place, PosError, text};

/// How often a variation is read again that somebody else changed meanwhile.
const TRIES: usize = 4;
/// Square takes counts of the last 24 hours.
const OLDEST_COUNT: SignedDuration = SignedDuration::from_hours(23);

/// Writes to the catalog and the stock of a location.
pub(super) struct Writer<'a> {
    client: &'a Client,
    place: &'a Place,
    now: Timestamp,
}

/// How a variation was counted before it was set to sold out.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Before {
    /// What the location has of its own.
    own: Option<bool>,
    /// Whether its stock was counted.
    is_counted: bool,
    /// Decimal text.
    count: Option<String>,
}

/// A variation at the location.
struct Variation {
    /// As Square sent it: what is sent back replaces it as a whole.
    raw: Value,
    data: CatalogItemVariation,
    here: LocationOverride,
}

impl Variation {
    fn is_counted(&self) -> bool {
        self.here.track_inventory.or(self.data.track_inventory) == Some(true)
    }

    /// Cents; none where the price is asked for at the sale.
    fn price(&self) -> Option<i64> {
        let pricing = self.here.pricing_type.or(self.data.pricing_type);
        let price = self.here.price_money.as_ref().or(self.data.price_money.as_ref());
        price.and_then(|price| price.amount).filter(|_| pricing != Some(PricingType::VariablePricing))
    }

    fn version(&self) -> i64 {
        self.raw.get("version").and_then(Value::as_i64).unwrap_or_default()
    }

    /// Its data, to be changed.
    fn data(&mut self) -> Result<&mut Map<String, Value>, PosError> {
        self.raw.get_mut("item_variation_data").and_then(Value::as_object_mut).ok_or_else(unreadable)
    }

    /// What the location has of its own, to be changed.
    fn own(&mut self, location: &str) -> Result<&mut Map<String, Value>, PosError> {
        let all = self.data()?.entry("location_overrides").or_insert_with(|| json!([]));
        let all = all.as_array_mut().ok_or_else(unreadable)?;
        let is_here = |one: &Value| one.get("location_id").and_then(Value::as_str) == Some(location);
        let at = all.iter().position(is_here).unwrap_or_else(|| {
            all.push(json!({"location_id": location}));
            all.len() - 1
        });
        all.get_mut(at).and_then(Value::as_object_mut).ok_or_else(unreadable)
    }
}

fn unreadable() -> PosError {
    PosError::Unreadable("a variation".to_owned())
}

fn set(of: &mut Map<String, Value>, name: &str, value: Value) {
    of.insert(name.to_owned(), value);
}

impl Writer<'_> {
    /// A writer at a moment.
    pub(super) const fn new<'a>(client: &'a Client, place: &'a Place, now: Timestamp) -> Writer<'a> {
        Writer { client, place, now }
    }

    /// How what a change sets to sold out is counted.
    pub(super) async fn before(&self, change: &Change) -> Result<Option<String>, PosError> {
        if change.set != Set::SoldOut(true) {
            return Ok(None);
        }
        let variation = self.variation(change).await?;
        let before = Before {
            own: variation.here.track_inventory,
            is_counted: variation.is_counted(),
            count: self.count(change).await?,
        };
        serde_json::to_string(&before).map(Some).map_err(|_| unreadable())
    }

    pub(super) async fn write(&self, change: &Change, before: Option<&str>) -> Result<(), PosError> {
        match change.set {
            Set::Price(price) => self.price(change, price).await,
            Set::SoldOut(true) => {
                // Square reads a counted variation of which nothing is left as sold out, and ignores a mark of an application.
                if self.count(change).await?.is_none_or(|count| is_some(&count)) {
                    self.set_count(change, "0").await?;
                }
                self.track(change, Some(true)).await
            }
            Set::SoldOut(false) => match before.and_then(|before| serde_json::from_str(before).ok()) {
                Some(Before { own, is_counted: false, .. }) => self.track(change, own).await,
                Some(Before { count: Some(count), .. }) if is_some(&count) => {
                    let left = self.count(change).await?;
                    if left.is_none_or(|left| !is_some(&left)) {
                        self.set_count(change, &count).await
                    } else {
                        Ok(())
                    }
                }
                Some(Before { .. }) | None => self.is_available(change).await,
            },
        }
    }

    /// Sets the price: of an account with one location the item's, else the location's own, so that others keep theirs.
    async fn price(&self, change: &Change, price: Money) -> Result<(), PosError> {
        let is_alone = self.client.locations().await?.len() == 1;
        self.change(change, "price", |variation| {
            if variation.price() == Some(price.cents()) {
                return Ok(false);
            }
            let has_own = variation.here.price_money.is_some() || variation.here.pricing_type.is_some();
            let of =
                if is_alone && !has_own { variation.data()? } else { variation.own(&self.place.location)? };
            set(
                of,
                "price_money",
                json!({"amount": price.cents(), "currency": self.place.settings.currency}),
            );
            set(of, "pricing_type", json!("FIXED_PRICING"));
            Ok(true)
        })
        .await
    }

    /// Sets whether the stock is counted at the location; none: as the item says.
    async fn track(&self, change: &Change, own: Option<bool>) -> Result<(), PosError> {
        self.change(change, "track", |variation| {
            let is_so =
                variation.here.track_inventory == own || (own == Some(true) && variation.is_counted());
            if is_so {
                return Ok(false);
            }
            let here = variation.own(&self.place.location)?;
            match own {
                Some(own) => set(here, "track_inventory", own.into()),
                None => drop(here.remove("track_inventory")),
            }
            Ok(true)
        })
        .await
    }

    /// Changes a variation, unless it is so already. One that somebody else changes meanwhile is read again.
    async fn change(
        &self,
        change: &Change,
        what: &str,
        edit: impl Fn(&mut Variation) -> Result<bool, PosError>,
    ) -> Result<(), PosError> {
        for _ in 0..TRIES {
            let mut variation = self.variation(change).await?;
            if !edit(&mut variation)? {
                return Ok(());
            }
            let key = self.key(change, &format!("{what}-{}", variation.version()));
            match self.client.put_object(&key, &variation.raw).await {
                Err(PosError::Refused(why))
                    if why.contains("VERSION_MISMATCH") || why.contains("CONFLICT") => {}
                written => return written,
            }
        }
        Err(PosError::Away("an item changes at the same time".to_owned()))
    }

    async fn variation(&self, change: &Change) -> Result<Variation, PosError> {
        let raw = self.client.variation(change.item.as_str()).await?;
        let object: CatalogObject = serde_json::from_value(raw.clone()).map_err(|_| unreadable())?;
        if object.is_deleted == Some(true) {
            return Err(PosError::Missing);
        }
        let data = object.item_variation_data.ok_or_else(unreadable)?;
        let location = Some(self.place.location.as_str());
        let here = data.location_overrides.iter().find(|of| of.location_id.as_deref() == location).cloned();
        Ok(Variation { raw, here: here.unwrap_or_default(), data })
    }

    /// What is left, as decimal text; none where nobody counted it.
    async fn count(&self, change: &Change) -> Result<Option<String>, PosError> {
        let count = self.client.count(&self.place.location, change.item.as_str()).await?;
        let count: Option<InventoryCount> = count.and_then(|count| serde_json::from_str(count.get()).ok());
        Ok(count.and_then(|count| count.quantity))
    }

    /// Sets what is left from the time of the change on: sent once more, it is the same count.
    async fn set_count(&self, change: &Change, quantity: &str) -> Result<(), PosError> {
        let is_known = (SignedDuration::ZERO..OLDEST_COUNT).contains(&self.now.duration_since(change.at));
        let at = if is_known { change.at } else { self.now };
        let of = (self.place.location.as_str(), change.item.as_str());
        self.client.put_count(&self.key(change, "count"), of, quantity, at).await
    }

    /// Refuses what Square itself has as sold out: it says why only where it is counted or marked.
    async fn is_available(&self, change: &Change) -> Result<(), PosError> {
        let variation = self.variation(change).await?;
        let count = self.count(change).await?;
        if variation.is_counted() && !count.is_some_and(|count| is_some(&count)) {
            return Err(PosError::Refused("it has none of it in stock".to_owned()));
        }
        if variation.here.sold_out == Some(true) {
            return Err(PosError::Refused("it is marked as sold out there".to_owned()));
        }
        Ok(())
    }

    /// Square answers a call with a key that it knows as it did before.
    fn key(&self, change: &Change, what: &str) -> String {
        let at = change.at.as_second();
        format!("saffron-{}-{}-{at}-{what}", self.place.pos_id, change.sequence)
    }
}

fn is_some(count: &str) -> bool {
    text::quantity(count).is_some_and(|count| count > Quantity::ZERO)
}
