//! The catalog: list, search, by id, and a change of a variation's price.

use axum::Json;
use axum::extract::{Path, State};
use jiff::Timestamp;
use saffron_core::{ItemId, Money};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::pager::Pager;
use super::request::{Head, Params, Strict, time};
use super::{Answer, Shared, list};
use crate::square::account::Account;
use crate::square::fault::Fault;
use crate::square::show::{self, Shown};
use crate::square::trade::variation_id;

const READ: [&str; 1] = ["ITEMS_READ"];
const WRITE: [&str; 1] = ["ITEMS_WRITE"];
/// The objects of a page of the list, the most and the usual ones of a search.
const LISTED: usize = 100;
const MOST: usize = 1_000;
const USUAL: usize = 100;

/// An object with what lists need of it.
struct Object {
    id: String,
    updated: Timestamp,
    is_deleted: bool,
    shown: Value,
}

/// The objects of some types: `ITEM`, `ITEM_VARIATION`, `CATEGORY`, `DISCOUNT`. Others are none here.
fn objects(account: &Account, types: &[String], shown: Shown) -> Vec<Object> {
    let Some(view) = account.main() else { return Vec::new() };
    let has = |kind: &str| types.iter().any(|wanted| wanted == kind);
    let text =
        |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut objects = Vec::new();
    for dish in account.dishes.values() {
        for (kind, show) in [("ITEM", show::item as fn(&_, &_, _) -> _), ("ITEM_VARIATION", show::variation)]
        {
            if has(kind) {
                let shown: Value = show(&view, dish, shown);
                let (updated, is_deleted) = (dish.updated, dish.is_deleted);
                objects.push(Object { id: text(&shown, "id"), updated, is_deleted, shown });
            }
        }
    }
    if has("CATEGORY") {
        for (updated, shown) in show::categories(&account.merchant.id, account.dishes.values()) {
            objects.push(Object { id: text(&shown, "id"), updated, is_deleted: false, shown });
        }
    }
    if has("DISCOUNT") {
        for (name, updated) in &account.discounts {
            let shown = show::catalog_discount(&account.merchant.id, name, *updated);
            objects.push(Object { id: text(&shown, "id"), updated: *updated, is_deleted: false, shown });
        }
    }
    objects
}

fn usual_types() -> Vec<String> {
    vec!["ITEM".to_owned(), "CATEGORY".to_owned(), "DISCOUNT".to_owned()]
}

/// `GET /v2/catalog/list`: never shows what was deleted.
pub async fn catalog(State(square): Shared, head: Head, mut params: Params) -> Answer {
    let (fingerprint, shown) = (params.fingerprint(), Shown { with_cost: head.has_cost() });
    square.serve(head.token(), &READ, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let types = params.take("types");
        let types = types.map_or_else(usual_types, |text| {
            text.split(',').map(|kind| kind.trim().to_uppercase()).collect()
        });
        let cursor = params.take("cursor");
        params.take("catalog_version");
        params.finish()?;
        let pager = Pager::new(cursor.as_deref(), &fingerprint, LISTED, false, now)?;
        let objects = objects(account, &types, shown);
        let found = objects.iter().filter(|object| !object.is_deleted);
        let found = found.map(|object| ((0, object.id.as_str()), object.shown.clone()));
        let (page, cursor) = pager.page(found, &mut tricks);
        state.tricks = tricks;
        Ok(list("objects", page, cursor))
    })
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    #[serde(skip_serializing)]
    cursor: Option<String>,
    object_types: Option<Vec<String>>,
    #[serde(default)]
    include_deleted_objects: bool,
    #[serde(default)]
    include_related_objects: bool,
    begin_time: Option<String>,
    limit: Option<i64>,
    #[serde(default)]
    include_category_path_to_root: bool,
}

/// `POST /v2/catalog/search`: what was changed after a time, which itself does not count.
pub async fn search(State(square): Shared, head: Head, Strict(search): Strict<Search>) -> Answer {
    let shown = Shown { with_cost: head.has_cost() };
    square.serve(head.token(), &READ, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let fingerprint = serde_json::to_string(&search).unwrap_or_default();
        let limit = search.limit.and_then(|limit| usize::try_from(limit).ok());
        let limit = limit.filter(|limit| (1..=MOST).contains(limit)).unwrap_or(USUAL);
        let pager = Pager::new(search.cursor.as_deref(), &fingerprint, limit, false, now)?;
        let begin = search.begin_time.as_deref().map(|text| time(text, "begin_time")).transpose()?;
        let types = search.object_types.clone().unwrap_or_else(usual_types);
        let objects = objects(account, &types, shown);
        let latest = objects.iter().map(|object| object.updated).max();
        let found = objects.iter().filter(|object| search.include_deleted_objects || !object.is_deleted);
        let found = found.filter(|object| begin.is_none_or(|begin| object.updated.as_millisecond() > begin));
        let found = found.map(|object| ((0, object.id.as_str()), object.shown.clone()));
        let (page, cursor) = pager.page(found, &mut tricks);
        state.tricks = tricks;
        let Json(mut answer) = list("objects", page, cursor);
        if let (Some(answer), Some(latest)) = (answer.as_object_mut(), latest) {
            answer.insert("latest_time".to_owned(), json!(show::time(latest)));
        }
        Ok(Json(answer))
    })
}

fn all_types() -> Vec<String> {
    ["ITEM", "ITEM_VARIATION", "CATEGORY", "DISCOUNT"].map(str::to_owned).into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    object_ids: Vec<String>,
    #[serde(default, rename = "include_related_objects")]
    _related: bool,
    #[serde(rename = "catalog_version")]
    _version: Option<i64>,
    #[serde(default)]
    include_deleted_objects: bool,
    #[serde(default, rename = "include_category_path_to_root")]
    _path: bool,
}

/// `POST /v2/catalog/batch-retrieve`: objects that are not there are left out.
pub async fn batch(State(square): Shared, head: Head, Strict(batch): Strict<Batch>) -> Answer {
    let shown = Shown { with_cost: head.has_cost() };
    square.serve(head.token(), &READ, |state, caller, _| {
        if batch.object_ids.len() > MOST {
            let detail = format!("Up to {MOST} object_ids may be asked for");
            return Err(Fault::invalid("ARRAY_LENGTH_TOO_LONG", "object_ids", detail));
        }
        let found = objects(state.account(caller)?, &all_types(), shown).into_iter();
        let found = found.filter(|object| batch.include_deleted_objects || !object.is_deleted);
        let found = found.filter(|object| batch.object_ids.contains(&object.id)).map(|object| object.shown);
        Ok(list("objects", found.collect(), None))
    })
}

/// `GET /v2/catalog/object/{id}`.
pub async fn one(State(square): Shared, head: Head, mut params: Params, Path(id): Path<String>) -> Answer {
    for known in ["include_related_objects", "catalog_version", "include_category_path_to_root"] {
        params.take(known);
    }
    params.finish()?;
    let shown = Shown { with_cost: head.has_cost() };
    square.serve(head.token(), &READ, |state, caller, _| {
        let found = objects(state.account(caller)?, &all_types(), shown);
        let found = found.into_iter().find(|object| object.id == id && !object.is_deleted);
        let found = found.ok_or_else(|| Fault::missing("catalog object", &id))?;
        Ok(Json(json!({ "object": found.shown })))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upsert {
    idempotency_key: String,
    object: Written,
}

/// A variation as it is written. Its prices and whether it is tracked are taken; the rest must be there, and is kept.
#[derive(Deserialize)]
struct Written {
    r#type: String,
    id: String,
    version: Option<i64>,
    item_variation_data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    item_id: Option<String>,
    name: Option<String>,
    price_money: Option<Amount>,
    track_inventory: Option<bool>,
    #[serde(default)]
    location_overrides: Vec<Override>,
}

#[derive(Deserialize)]
struct Amount {
    amount: i64,
    currency: String,
}

#[derive(Deserialize)]
struct Override {
    location_id: String,
    price_money: Option<Amount>,
    pricing_type: Option<String>,
    track_inventory: Option<bool>,
}

/// `POST /v2/catalog/object`: replaces a variation, of which only prices and what is tracked may be another. Attempts to set that it is sold
/// out are ignored, as Square does.
pub async fn upsert(State(square): Shared, head: Head, Strict(upsert): Strict<Upsert>) -> Answer {
    let shown = Shown { with_cost: head.has_cost() };
    square.serve(head.token(), &WRITE, |state, caller, now| {
        let account = state.account(caller)?;
        if let Some(answer) = account.answered(&upsert.idempotency_key) {
            return Ok(Json(answer));
        }
        let written = &upsert.object;
        let data = written.item_variation_data.as_ref().filter(|_| written.r#type == "ITEM_VARIATION");
        let data = data.ok_or_else(|| {
            Fault::invalid(
                "INVALID_VALUE",
                "object",
                "The stand-in takes an ITEM_VARIATION with its data only",
            )
        })?;
        if data.item_id.is_none() || data.name.is_none() {
            let detail = "The object replaces the one before: item_id and name must be there";
            return Err(Fault::invalid("MISSING_REQUIRED_PARAMETER", "item_variation_data", detail));
        }
        let merchant = account.merchant.id.clone();
        let item = account.dishes.keys().find(|item| variation_id(&merchant, item) == written.id).cloned();
        let item = item.ok_or_else(|| Fault::missing("catalog object", &written.id))?;
        let happened = write(account, &item, written, data, now)?;
        let view = account.main().ok_or_else(Fault::no_call)?;
        let dish = account.dishes.get(&item).ok_or_else(Fault::no_call)?;
        let answer = json!({ "catalog_object": show::variation(&view, dish, shown) });
        account.keep_answer(&upsert.idempotency_key, answer.clone());
        state.tell(&merchant, happened);
        Ok(Json(answer))
    })
}

fn write(
    account: &mut Account,
    item: &ItemId,
    written: &Written,
    data: &Data,
    now: Timestamp,
) -> Result<Vec<crate::square::event::Happened>, Fault> {
    let place = account.main().map(|view| view.place.clone()).ok_or_else(Fault::no_call)?;
    let Some(dish) = account.dishes.get_mut(item) else { return Ok(Vec::new()) };
    let before = dish.clone();
    if written.version != Some(dish.updated.as_millisecond()) {
        return Err(Fault::conflict("Object version does not match latest database version."));
    }
    let price = |amount: &Amount| {
        let is_right = amount.currency == place.currency && amount.amount >= 0;
        let wrong =
            || Fault::invalid("INVALID_VALUE", "price_money", "The price is not in the merchant's currency");
        is_right.then(|| Money::from_cents(amount.amount)).ok_or_else(wrong)
    };
    dish.price = data.price_money.as_ref().map(price).transpose()?;
    for (id, local) in &mut dish.places {
        let own = data.location_overrides.iter().find(|one| one.location_id == *id);
        let is_open = own.is_some_and(|own| own.pricing_type.as_deref() == Some("VARIABLE_PRICING"));
        let priced = own.and_then(|own| own.price_money.as_ref()).map(price).transpose()?;
        local.price = priced.map(Some).or(is_open.then_some(None));
        local.is_tracked =
            own.and_then(|own| own.track_inventory).or(data.track_inventory).unwrap_or_default();
    }
    Ok(account.dish_changed(item, Some(before), &place, now))
}
