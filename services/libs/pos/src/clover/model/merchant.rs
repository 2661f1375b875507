use serde::Deserialize;

/// A merchant: one location.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Merchant {
    /// Unique at Clover.
    pub id: Option<String>,
    /// As its owner named it.
    pub name: Option<String>,
    /// Where it is.
    pub address: Option<Address>,
    /// As typed.
    pub phone_number: Option<String>,
    /// Its own page.
    pub website: Option<String>,
    /// How it is set up. What it holds beside, such as numbers of bank accounts, is never read.
    pub properties: Option<Properties>,
}

/// A postal address.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Address {
    /// Street and number.
    pub address1: Option<String>,
    /// More of it.
    pub address2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// State.
    pub state: Option<String>,
    /// ZIP code.
    pub zip: Option<String>,
}

/// How a merchant is set up.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Properties {
    /// ISO 4217.
    pub default_currency: Option<String>,
    /// IANA name.
    pub timezone: Option<String>,
    /// Whether stock is counted.
    pub track_stock: Option<bool>,
}
