use serde::{Deserialize, Serialize};

use super::label::{self, Label};
use crate::{CustomerId, ItemId, Money, Quantity};

/// A menu item as the POS knows it.
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
}

/// A guest as the POS knows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerUpsert {
    /// Unique within the location.
    #[serde(rename = "posCustomerID")]
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
