use saffron_core::Money;

/// An item on offer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// http or https, or a path of the gateway; empty: none.
    pub image_url: String,
    /// Its name.
    pub name: String,
    /// Cents.
    pub original_price: i64,
    /// Cents.
    pub price: i64,
}

impl Item {
    /// How much less it is, whole percent, rounded half away from zero; 0 where it is no less.
    #[must_use]
    pub fn off_percentage(&self) -> i32 {
        let off = Money::from_cents((self.original_price - self.price).max(0));
        i32::try_from(off.ratio(100, self.original_price).cents()).unwrap_or(0)
    }
}
