use serde::{Deserialize, Serialize};

use super::label::{self, Label};
use super::sent;
use crate::{Calendar, CustomerId, ItemId, Moment, Money, PosTime, Quantity};

/// A menu item as the POS knows it, stamped with the location's own time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemUpsert {
    /// Unique within the location.
    #[serde(rename = "posItemID")]
    pub id: ItemId,
    /// As printed on the check.
    pub name: Label,
    /// Major category.
    #[serde(default, deserialize_with = "label::optional")]
    pub major_category: Option<Label>,
    /// Minor category.
    #[serde(default, deserialize_with = "label::optional")]
    pub minor_category: Option<Label>,
    /// Price of one; none for an item that is priced when it is sold.
    #[serde(default)]
    pub price: Option<Money>,
    /// Cost of one, where known.
    #[serde(default)]
    pub cost: Option<Money>,
    /// A picture.
    #[serde(default)]
    pub image_url: Option<String>,
    /// What is left; none where the POS does not track it.
    #[serde(default)]
    pub stock: Option<Quantity>,
    /// At or below this the stock is low.
    #[serde(default)]
    pub low_stock: Option<Quantity>,
    /// That it is sold out, whatever the stock; none where it is not, or the POS does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sold_out: Option<SoldOut>,
}

/// The POS's mark that an item is sold out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SoldOut {
    /// When the mark ends by itself, which may have passed; none if the POS takes it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

/// A menu item as a POS sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ItemUpsertInput {
    #[serde(rename = "posItemID", deserialize_with = "sent::id")]
    id: ItemId,
    name: Label,
    #[serde(default, deserialize_with = "label::optional")]
    major_category: Option<Label>,
    #[serde(default, deserialize_with = "label::optional")]
    minor_category: Option<Label>,
    price: Option<Money>,
    cost: Option<Money>,
    image_url: Option<String>,
    stock: Option<Quantity>,
    low_stock: Option<Quantity>,
    sold_out: Option<bool>,
    sold_out_until: Option<PosTime>,
}

impl ItemUpsertInput {
    /// Stamps the local time of the mark's end.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, calendar: &Calendar) -> Result<ItemUpsert, (String, String)> {
        let wrong = |why: String| ("soldOutUntil".to_owned(), why);
        let is_sold_out = self.sold_out.unwrap_or_default();
        if self.sold_out_until.is_some() && !is_sold_out {
            return Err(wrong("goes only with soldOut true: it is the end of the mark".into()));
        }
        let until = self.sold_out_until.map(|time| calendar.resolve(time)).transpose();
        let until = until.map_err(|e| wrong(e.to_string()))?;
        Ok(ItemUpsert {
            id: self.id,
            name: self.name,
            major_category: self.major_category,
            minor_category: self.minor_category,
            price: self.price,
            cost: self.cost,
            image_url: self.image_url,
            stock: self.stock,
            low_stock: self.low_stock,
            sold_out: is_sold_out.then_some(SoldOut { until }),
        })
    }
}

/// A guest as the POS knows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerUpsert {
    /// Unique within the location.
    #[serde(rename = "posCustomerID", deserialize_with = "sent::id")]
    pub id: CustomerId,
    /// First name.
    #[serde(default, deserialize_with = "label::optional")]
    pub first_name: Option<Label>,
    /// Last name.
    #[serde(default, deserialize_with = "label::optional")]
    pub last_name: Option<Label>,
    /// Email address.
    #[serde(default, deserialize_with = "label::optional")]
    pub email: Option<Label>,
    /// Mobile number.
    #[serde(default, deserialize_with = "label::optional")]
    pub cell_phone_number: Option<Label>,
    /// May get email, as the POS says; none where it does not say.
    #[serde(default)]
    pub email_consent: Option<bool>,
    /// May get texts, as the POS says; none where it does not say.
    #[serde(default)]
    pub sms_consent: Option<bool>,
}

/// Two ids of one guest: one of them ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerMerge {
    /// The id that ends.
    #[serde(rename = "posCustomerID", deserialize_with = "sent::id")]
    pub id: CustomerId,
    /// The id that stays, another one.
    #[serde(deserialize_with = "sent::id")]
    pub merged_into: CustomerId,
}
