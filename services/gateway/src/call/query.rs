//! Query strings. Numbers are read as texts, so that a wrong one is refused by name.

use std::str::FromStr;

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use saffron_core::{Code, Error};

/// The parameters, or the refusal of an unreadable query string.
pub fn read<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Error> {
    query.map(|Query(query)| query).map_err(|e| Error::new(Code::Invalid, e.body_text()))
}

/// A whole number.
pub fn number<T: FromStr>(name: &str, text: Option<&str>) -> Result<Option<T>, Error> {
    text.map(|text| text.parse().map_err(|_| Error::invalid(name, "must be a whole number"))).transpose()
}
