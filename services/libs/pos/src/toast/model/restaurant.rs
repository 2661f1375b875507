use serde::Deserialize;

/// A restaurant: one location.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Restaurant {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// What it is called, and by which clock it works.
    pub general: Option<General>,
    /// Web addresses.
    pub urls: Option<Urls>,
    /// Where it is.
    pub location: Option<Address>,
}

/// What a restaurant is called, and by which clock it works.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct General {
    /// As guests know it.
    pub name: Option<String>,
    /// What tells it from others of its name.
    pub location_name: Option<String>,
    /// IANA name.
    pub time_zone: Option<String>,
    /// The hour at which its days begin, 0 to 12.
    pub closeout_hour: Option<i64>,
    /// The group that it belongs to.
    pub management_group_guid: Option<String>,
    /// ISO 4217.
    pub currency_code: Option<String>,
    /// Whether it is in business no more.
    pub archived: Option<bool>,
}

/// Web addresses of a restaurant.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Urls {
    /// Home page.
    pub website: Option<String>,
}

/// Where a restaurant is.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Address {
    /// Street and number.
    pub address1: Option<String>,
    /// More of it.
    pub address2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// State, by its older name.
    pub state_code: Option<String>,
    /// State.
    pub administrative_area: Option<String>,
    /// ZIP code.
    pub zip_code: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
}
