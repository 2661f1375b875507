//! Everything but orders.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::HeaderValue;
use serde_json::{Value, json};

use super::query::Asked;
use crate::toast::fault::Fault;
use crate::toast::provider::Toast;
use crate::toast::show;

type Answer = Result<Json<Value>, Fault>;

/// The most objects of a page of the configuration.
const PAGE: usize = 20;

pub async fn restaurant(State(toast): State<Toast>, Path(guid): Path<String>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "restaurants:read", |account, _, _| {
        if account.restaurant.id != guid {
            return Err(Fault::forbidden());
        }
        Ok(Json(show::restaurant(&account.restaurant)))
    })
}

/// All restaurants of a group, whether the client may read them or not.
pub async fn group(State(toast): State<Toast>, Path(group): Path<String>, asked: Asked) -> Answer {
    let is_own =
        toast.serve(asked.by(), "restaurants:read", |account, _, _| Ok(account.restaurant.group == group))?;
    if !is_own {
        return Err(Fault::forbidden());
    }
    Ok(Json(toast.with(|state| {
        let own = state.accounts.values().filter(|account| account.restaurant.group == group);
        own.map(|account| json!({ "guid": account.restaurant.id })).collect()
    })))
}

/// A list of the configuration. The head of the answer names the page after it.
pub async fn config(
    State(toast): State<Toast>,
    Path(list): Path<String>,
    asked: Asked,
) -> Result<(HeaderMap, Json<Value>), Fault> {
    toast.serve(asked.by(), "config:read", |account, _, _| {
        let all = account.list(&list).ok_or_else(Fault::missing)?;
        let bad = |_| Fault::invalid("pageToken is none of ours");
        let token = asked.text("pageToken").and_then(|token| token.strip_prefix("page-"));
        let offset: usize = token.map_or(Ok(0), |token| token.parse().map_err(bad))?;
        let mut head = HeaderMap::new();
        if offset + PAGE < all.len()
            && let Ok(next) = HeaderValue::try_from(format!("page-{}", offset + PAGE))
        {
            head.insert("toast-next-page-token", next);
        }
        Ok((head, Json(all.into_iter().skip(offset).take(PAGE).collect())))
    })
}

pub async fn metadata(State(toast): State<Toast>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "menus:read", |account, _, _| {
        let published = account.published.ok_or_else(Fault::missing)?;
        Ok(Json(json!({ "restaurantGuid": account.restaurant.id, "lastUpdated": show::time(published) })))
    })
}

pub async fn menus(State(toast): State<Toast>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "menus:read", |account, _, _| {
        account.published.ok_or_else(Fault::missing)?;
        Ok(Json(show::menus(account)))
    })
}

pub async fn stock(State(toast): State<Toast>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "stock:read", |account, _, _| Ok(Json(json!(show::stock(account)))))
}

pub async fn employees(State(toast): State<Toast>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "labor.employees:read", |account, _, _| {
        let all = account.team.iter().map(|(person, name)| show::employee(account, person, name));
        Ok(Json(all.collect()))
    })
}

pub async fn jobs(State(toast): State<Toast>, asked: Asked) -> Answer {
    toast.serve(asked.by(), "labor:read", |account, _, _| {
        Ok(Json(account.jobs.iter().map(|title| show::job(account, title)).collect()))
    })
}

/// Time entries that began, or that changed, in a span of a month at most.
pub async fn entries(State(toast): State<Toast>, asked: Asked) -> Answer {
    const A_MONTH: jiff::SignedDuration = jiff::SignedDuration::from_hours(31 * 24);
    toast.serve(asked.by(), "labor:read", |account, _, _| {
        let (began, changed) =
            (asked.span("startDate", "endDate")?, asked.span("modifiedStartDate", "modifiedEndDate")?);
        let (from, until) =
            began.or(changed).ok_or_else(|| Fault::invalid("startDate and endDate, or the modified ones"))?;
        if until.duration_since(from) > A_MONTH {
            return Err(Fault::invalid("The specified period cannot be longer than one month"));
        }
        let site = &account.restaurant.site;
        let rows = account.shifts.iter().filter(|(_, (shift, modified))| {
            let at = if began.is_some() { site.at(shift.clock_in) } else { *modified };
            from <= at && at < until
        });
        Ok(Json(rows.map(|(own, (shift, modified))| show::entry(account, own, shift, *modified)).collect()))
    })
}
