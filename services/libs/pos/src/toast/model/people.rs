use serde::Deserialize;

use super::{Decimal, Reference, list};

/// A person who works at the restaurant.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Employee {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// The name to be called by, instead of the first.
    pub chosen_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
}

/// A job.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Job {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// Such as Server.
    pub title: Option<String>,
}

/// A shift that was worked.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TimeEntry {
    /// Unique at Toast.
    pub guid: Option<String>,
    /// When it was changed last.
    pub modified_date: Option<String>,
    /// When it was made.
    pub created_date: Option<String>,
    /// When it was deleted.
    pub deleted_date: Option<String>,
    /// Whether it is none.
    pub deleted: Option<bool>,
    /// As what.
    pub job_reference: Option<Reference>,
    /// Whose.
    pub employee_reference: Option<Reference>,
    /// When it began.
    pub in_date: Option<String>,
    /// When it ended; none while it goes on.
    pub out_date: Option<String>,
    /// Hours at the wage, without breaks.
    pub regular_hours: Option<Decimal>,
    /// Hours of overtime.
    pub overtime_hours: Option<Decimal>,
    /// Pay of an hour then; none for a salary.
    pub hourly_wage: Option<Decimal>,
    /// Breaks.
    #[serde(deserialize_with = "list")]
    pub breaks: Vec<Break>,
    /// Tips in cash.
    pub declared_cash_tips: Option<Decimal>,
    /// Tips of cards.
    pub non_cash_tips: Option<Decimal>,
}

/// A break of a shift.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Break {
    /// Whether it is paid.
    pub paid: Option<bool>,
    /// Whether it was not taken.
    pub missed: Option<bool>,
    /// When it began.
    pub in_date: Option<String>,
    /// When it ended; none while it goes on.
    pub out_date: Option<String>,
}
