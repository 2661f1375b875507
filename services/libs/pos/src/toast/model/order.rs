use serde::Deserialize;

use super::{Check, Reference, list};

/// An order: a table's or a guest's, of one check or several.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Order {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// Its checks.
    #[serde(deserialize_with = "list")]
    pub checks: Vec<Check>,
    /// The date in which it counts, by the restaurant's closeout hour.
    pub business_date: Option<i64>,
    /// When it was opened.
    pub opened_date: Option<String>,
    /// When it, a check or a selection was changed last.
    pub modified_date: Option<String>,
    /// When it was closed.
    pub closed_date: Option<String>,
    /// Whether it is none, such as one whose checks were moved to another.
    pub deleted: Option<bool>,
    /// When it was deleted; the beginning of 1970 where it was not.
    pub deleted_date: Option<String>,
    /// Whether it was voided.
    pub voided: Option<bool>,
    /// When it was voided.
    pub void_date: Option<String>,
    /// How the guest gets it.
    pub dining_option: Option<Reference>,
    /// Where it was taken.
    pub table: Option<Reference>,
    /// The part of the restaurant.
    pub revenue_center: Option<Reference>,
    /// The employee who serves it.
    pub server: Option<Reference>,
    /// Guests.
    pub number_of_guests: Option<i64>,
    /// How it was placed, such as In Store, Online or API.
    pub source: Option<String>,
    /// NEEDS_APPROVAL, APPROVED, FUTURE or NOT_APPROVED.
    pub approval_status: Option<String>,
    /// Whether it was made for practice.
    pub created_in_test_mode: Option<bool>,
    /// Whether it records food that was thrown away.
    pub excess_food: Option<bool>,
}
