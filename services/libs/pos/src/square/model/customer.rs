use serde::Deserialize;

use super::list;

/// A profile of a guest.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Customer {
    /// Unique at Square.
    pub id: Option<String>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub updated_at: Option<String>,
    /// First name.
    pub given_name: Option<String>,
    /// Last name.
    pub family_name: Option<String>,
    /// A name for daily use.
    pub nickname: Option<String>,
    /// The company.
    pub company_name: Option<String>,
    /// As typed.
    pub email_address: Option<String>,
    /// As typed.
    pub phone_number: Option<String>,
    /// Wishes.
    pub preferences: Option<Preferences>,
}

/// Wishes of a guest.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Whether the guest wants no marketing by email.
    pub email_unsubscribed: Option<bool>,
}

/// The merge that a `customer.created` or `customer.deleted` event names in its context.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Merge {
    /// The ids that end.
    #[serde(deserialize_with = "list")]
    pub from_customer_ids: Vec<String>,
    /// The id that stays.
    pub to_customer_id: Option<String>,
}
