//! What calls bring: tokens, filters, pages, and what is expanded.

use std::convert::Infallible;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::clover::fault::Fault;
use crate::clover::show::Expand;
use crate::http::{header, pairs};
use crate::tricks::Tricks;

/// Orders and payments answer for so long.
const WINDOW: SignedDuration = SignedDuration::from_hours(90 * 24);
/// The usual rows of a page, and the most.
const USUAL: usize = 100;
const MOST: usize = 1_000;
/// The most fields that may be expanded.
const EXPANDED: usize = 3;

/// A call's token and query.
pub struct Asked {
    pub token: Option<String>,
    pairs: Vec<(String, String)>,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asked, Infallible> {
        let token =
            header(&parts.headers, AUTHORIZATION.as_str()).and_then(|text| text.strip_prefix("Bearer "));
        let token = token.map(str::to_owned);
        Ok(Asked { token, pairs: pairs(parts.uri.query().unwrap_or_default()) })
    }
}

/// Which rows of a list are asked for.
#[derive(Debug)]
pub struct Filter {
    field: String,
    least: i64,
    most: i64,
}

/// How an object is shown with what is expanded of it; none if it is not there.
pub type Show<'a> = Box<dyn Fn(&Expand) -> Option<Value> + 'a>;

/// An object of a list: its times by their names, and how it is shown.
pub struct Row<'a> {
    pub id: String,
    pub times: Vec<(&'static str, i64)>,
    pub show: Show<'a>,
}

impl Asked {
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    fn all(&self, name: &str) -> Vec<String> {
        self.pairs.iter().filter(|(known, _)| known == name).map(|(_, value)| value.clone()).collect()
    }

    fn number(&self, name: &str, usual: usize) -> Result<usize, Fault> {
        let text = self.all(name).pop();
        let bad = |_| Fault::invalid(format!("{name} is no number"));
        text.map_or(Ok(usual), |text| text.parse().map_err(bad))
    }

    /// What is expanded: three fields at most, as Clover asks for.
    pub fn expand(&self) -> Result<Expand, Fault> {
        let names = self.all("expand");
        let count = names.iter().flat_map(|names| names.split(',')).filter(|name| !name.is_empty()).count();
        if count > EXPANDED {
            return Err(Fault::invalid("no more than three fields may be expanded"));
        }
        Ok(Expand::read(&names))
    }

    /// Filters, of the fields that a list has.
    fn filters(&self, known: &[&str]) -> Result<Vec<Filter>, Fault> {
        let mut filters: Vec<Filter> = Vec::new();
        for text in self.all("filter") {
            let bad = || Fault::invalid(format!("the filter cannot be read: {text}"));
            let at = text.find(['<', '>', '=']).ok_or_else(bad)?;
            let (field, rest) = text.split_at(at);
            if !known.contains(&field) {
                return Err(Fault::invalid(format!("no filter by {field}")));
            }
            let value = rest.trim_start_matches(['<', '>', '=']);
            let operator = rest.strip_suffix(value).unwrap_or_default();
            let value: i64 = value.parse().map_err(|_| bad())?;
            let (least, most) = match operator {
                ">=" => (value, i64::MAX),
                ">" => (value + 1, i64::MAX),
                "<=" => (i64::MIN, value),
                "<" => (i64::MIN, value - 1),
                "=" => (value, value),
                _ => return Err(bad()),
            };
            match filters.iter_mut().find(|filter| filter.field == field) {
                Some(filter) => {
                    (filter.least, filter.most) = (filter.least.max(least), filter.most.min(most))
                }
                None => filters.push(Filter { field: field.to_owned(), least, most }),
            }
        }
        Ok(filters)
    }

    /// A page of a list; newest first, as far as anything is promised. `window`: the field that 90 days at most are answered by.
    pub fn page(
        &self,
        mut rows: Vec<Row<'_>>,
        known: &[&str],
        window: Option<&str>,
        tricks: &mut Tricks,
        now: Timestamp,
    ) -> Result<Json<Value>, Fault> {
        let expand = self.expand()?;
        let limit = self.number("limit", USUAL)?.clamp(1, MOST);
        let mut offset = self.number("offset", 0)?;
        let mut filters = self.filters(known)?;
        if let Some(field) = window {
            if filters.is_empty() {
                filters.push(Filter { field: field.to_owned(), least: i64::MIN, most: i64::MAX });
            }
            for filter in &mut filters {
                let most = filter.most.min(now.as_millisecond().max(filter.least));
                let days = i64::try_from(WINDOW.as_millis()).unwrap_or(i64::MAX);
                filter.least = filter.least.max(most.saturating_sub(days));
            }
        }
        let time =
            |row: &Row<'_>, field: &str| row.times.iter().find(|(name, _)| *name == field).map(|(_, at)| *at);
        rows.retain(|row| {
            filters.iter().all(|filter| {
                time(row, &filter.field).is_some_and(|at| (filter.least..=filter.most).contains(&at))
            })
        });
        rows.sort_by(|a, b| {
            let key = |row: &Row<'_>| row.times.first().map(|(_, at)| *at);
            key(b).cmp(&key(a)).then_with(|| b.id.cmp(&a.id))
        });
        if tricks.repeated_pages > 0 && offset > 0 {
            tricks.repeated_pages -= 1;
            offset = offset.saturating_sub(limit / 2);
        }
        let mut elements: Vec<Value> =
            rows.iter().skip(offset).take(limit).filter_map(|row| (row.show)(&expand)).collect();
        if tricks.disorder {
            elements.reverse();
        }
        Ok(Json(json!({ "elements": elements, "href": "https://apisandbox.dev.clover.com/v3/this/list" })))
    }
}
