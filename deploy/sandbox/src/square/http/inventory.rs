//! What is left of tracked items, and changes of it: a dish that is out is set to 0.

use axum::Json;
use axum::extract::State;
use saffron_core::{ItemId, Quantity};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::pager::Pager;
use super::request::{Head, Strict, time};
use super::{Answer, Shared, list};
use crate::square::account::Account;
use crate::square::event::Happened;
use crate::square::fault::Fault;
use crate::square::show;
use crate::square::trade::variation_id;
use jiff::Timestamp;

const READ: [&str; 1] = ["INVENTORY_READ"];
const WRITE: [&str; 1] = ["INVENTORY_WRITE"];
/// The most counts of a page, and the usual ones.
const MOST: usize = 1_000;
const USUAL: usize = 100;
/// The most changes of a call.
const CHANGES: usize = 100;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    #[serde(default)]
    catalog_object_ids: Vec<String>,
    #[serde(default)]
    location_ids: Vec<String>,
    updated_after: Option<String>,
    #[serde(skip_serializing)]
    cursor: Option<String>,
    #[serde(default)]
    states: Vec<String>,
    limit: Option<usize>,
}

/// `POST /v2/inventory/counts/batch-retrieve`.
pub async fn counts(State(square): Shared, head: Head, Strict(query): Strict<Counts>) -> Answer {
    square.serve(head.token(), &READ, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let fingerprint = serde_json::to_string(&query).unwrap_or_default();
        let limit = query.limit.unwrap_or(USUAL);
        if !(1..=MOST).contains(&limit) {
            return Err(Fault::invalid(
                "INVALID_VALUE",
                "limit",
                format!("`limit` must be between 1 and {MOST}"),
            ));
        }
        let pager = Pager::new(query.cursor.as_deref(), &fingerprint, limit, false, now)?;
        let after = query.updated_after.as_deref().map(|text| time(text, "updated_after")).transpose()?;
        let has = |wanted: &[String], value: &str| wanted.is_empty() || wanted.iter().any(|one| one == value);
        let mut counts: Vec<(String, Value)> = Vec::new();
        if has(&query.states, "IN_STOCK") {
            for place in &account.merchant.locations {
                let Some(view) = account.view_of(&place.id).filter(|_| has(&query.location_ids, &place.id))
                else {
                    continue;
                };
                for dish in account.dishes.values().filter(|dish| !dish.is_deleted) {
                    let id = variation_id(&account.merchant.id, &dish.item);
                    let at =
                        dish.places.get(&place.id).and_then(|local| local.counted).unwrap_or(dish.updated);
                    let is_new = after.is_none_or(|after| at.as_millisecond() > after);
                    let count =
                        show::count(&view, dish).filter(|_| is_new && has(&query.catalog_object_ids, &id));
                    counts.extend(count.map(|count| (format!("{id} {}", place.id), count)));
                }
            }
        }
        let found = counts.iter().map(|(id, count)| ((0, id.as_str()), count.clone()));
        let (page, cursor) = pager.page(found, &mut tricks);
        state.tricks = tricks;
        Ok(list("counts", page, cursor))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    idempotency_key: String,
    #[serde(default)]
    changes: Vec<Change>,
    #[serde(rename = "ignore_unchanged_counts")]
    _unchanged: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    r#type: Kind,
    physical_count: Option<Counted>,
    adjustment: Option<Adjusted>,
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Kind {
    PhysicalCount,
    Adjustment,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    reference_id: Option<String>,
    catalog_object_id: String,
    state: String,
    location_id: String,
    quantity: String,
    occurred_at: String,
    team_member_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Adjusted {
    reference_id: Option<String>,
    from_state: String,
    to_state: String,
    location_id: String,
    catalog_object_id: String,
    quantity: String,
    occurred_at: String,
    team_member_id: Option<String>,
}

/// What a change does to the stock.
enum Effect {
    Set(Quantity),
    Add(Quantity),
}

/// `POST /v2/inventory/changes/batch-create`: all changes or none.
pub async fn change(State(square): Shared, head: Head, Strict(changes): Strict<Changes>) -> Answer {
    square.serve(head.token(), &WRITE, |state, caller, now| {
        let account = state.account(caller)?;
        if let Some(answer) = account.answered(&changes.idempotency_key) {
            return Ok(Json(answer));
        }
        if !(1..=CHANGES).contains(&changes.changes.len()) {
            let detail = format!("`changes` must have 1 to {CHANGES} elements");
            return Err(Fault::invalid("INVALID_VALUE", "changes", detail));
        }
        let read: Vec<(ItemId, String, Effect)> =
            changes.changes.iter().map(|change| read(account, change)).collect::<Result<_, Fault>>()?;
        let (mut counts, mut happened) = (Vec::new(), Vec::new());
        for (item, place, effect) in read {
            happened.extend(apply(account, &item, &place, &effect, now));
            let view = account.view_of(&place);
            counts.extend(view.and_then(|view| show::count(&view, account.dishes.get(&item)?)));
        }
        let answer = json!({ "counts": counts });
        account.keep_answer(&changes.idempotency_key, answer.clone());
        let merchant = account.merchant.id.clone();
        state.tell(&merchant, happened);
        Ok(Json(answer))
    })
}

/// Which item of which location a change is for, and what it does.
fn read(account: &Account, change: &Change) -> Result<(ItemId, String, Effect), Fault> {
    let missing =
        |field: &str| Fault::invalid("MISSING_REQUIRED_PARAMETER", field, format!("`{field}` is missing"));
    let (id, place, text, at) = match (&change.r#type, &change.physical_count, &change.adjustment) {
        (Kind::PhysicalCount, Some(count), None) => {
            (&count.catalog_object_id, &count.location_id, &count.quantity, &count.occurred_at)
        }
        (Kind::Adjustment, None, Some(adjusted)) => {
            (&adjusted.catalog_object_id, &adjusted.location_id, &adjusted.quantity, &adjusted.occurred_at)
        }
        (Kind::PhysicalCount, ..) => return Err(missing("physical_count")),
        (Kind::Adjustment, ..) => return Err(missing("adjustment")),
    };
    time(at, "occurred_at")?;
    let quantity = Quantity::parse(text)
        .map_err(|error| Fault::invalid("INVALID_VALUE", "quantity", format!("`{text}`: {error}")))?;
    let effect = match (&change.physical_count, &change.adjustment) {
        (Some(count), _) if count.state == "IN_STOCK" => Effect::Set(quantity),
        (_, Some(moved)) if moved.to_state == "IN_STOCK" => Effect::Add(quantity),
        (_, Some(moved)) if moved.from_state == "IN_STOCK" => Effect::Add(-quantity),
        _ => return Err(Fault::invalid("INVALID_VALUE", "state", "The stand-in counts IN_STOCK only")),
    };
    account.merchant.location(place).ok_or_else(|| Fault::location(place))?;
    let item = account.dishes.values().find(|dish| variation_id(&account.merchant.id, &dish.item) == *id);
    let item = item.filter(|dish| !dish.is_deleted).ok_or_else(|| Fault::missing("catalog object", id))?;
    Ok((item.item.clone(), place.clone(), effect))
}

fn apply(
    account: &mut Account,
    item: &ItemId,
    place: &str,
    effect: &Effect,
    now: Timestamp,
) -> Vec<Happened> {
    let Some(location) = account.merchant.location(place).cloned() else { return Vec::new() };
    let Some(dish) = account.dishes.get_mut(item) else { return Vec::new() };
    let before = dish.clone();
    let local = dish.places.entry(place.to_owned()).or_default();
    local.stock = Some(match effect {
        Effect::Set(quantity) => *quantity,
        Effect::Add(quantity) => local.stock.unwrap_or_default() + *quantity,
    });
    local.counted = Some(now);
    account.dish_changed(item, Some(before), &location, now)
}
