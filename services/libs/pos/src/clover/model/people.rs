use serde::Deserialize;

use super::{Reference, elements};

/// A person who works at the merchant.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Employee {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// Full name.
    pub name: Option<String>,
    /// As receipts show it.
    pub nickname: Option<String>,
    /// ADMIN, MANAGER or EMPLOYEE.
    pub role: Option<String>,
    /// Roles that the merchant made.
    #[serde(deserialize_with = "elements")]
    pub roles: Vec<Role>,
}

/// A role of employees.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Role {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// Such as Server.
    pub name: Option<String>,
}

/// A shift. Clover knows neither wage nor job of it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Shift {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// Whose it is.
    pub employee: Option<Reference>,
    /// When it began.
    pub in_time: Option<i64>,
    /// The same, as a manager corrected it.
    pub override_in_time: Option<i64>,
    /// When it ended; none while it goes on.
    pub out_time: Option<i64>,
    /// The same, as a manager corrected it.
    pub override_out_time: Option<i64>,
    /// Tips in cash.
    pub cash_tips_collected: Option<i64>,
}

/// A guest.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Customer {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Whether the guest may be written to: one answer for all ways.
    pub marketing_allowed: Option<bool>,
    /// When the profile was made.
    pub customer_since: Option<i64>,
    /// Addresses.
    #[serde(deserialize_with = "elements")]
    pub email_addresses: Vec<EmailAddress>,
    /// Numbers.
    #[serde(deserialize_with = "elements")]
    pub phone_numbers: Vec<PhoneNumber>,
    /// More of the profile.
    pub metadata: Option<Metadata>,
}

/// An email address of a guest.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct EmailAddress {
    /// As typed.
    pub email_address: Option<String>,
    /// Whether it is the one to use.
    pub primary_email: Option<bool>,
}

/// A phone number of a guest.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PhoneNumber {
    /// As typed.
    pub phone_number: Option<String>,
}

/// More of a guest's profile.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Metadata {
    /// The company.
    pub business_name: Option<String>,
    /// When the profile was changed last.
    pub modified_time: Option<i64>,
}
