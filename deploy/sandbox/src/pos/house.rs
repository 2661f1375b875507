//! What the owners of the demo decided about their restaurants: points for guests, offers, a price of their own. Done
//! once, through the main API as people do it; what an owner changes later stays changed.

use std::collections::BTreeMap;
use std::time::Duration;

use saffron_core::{BusinessDate, ItemId, Money, PosId};
use serde_json::{Value, json};

use super::accounts::{API, Session};
use super::place::Place;
use crate::till::{Door, DoorError};

/// Points a dollar.
const PERCENT: i64 = 5;
/// Guests who were welcomed with points, and how many they got.
const WELCOMED: usize = 12;
const WELCOME: i64 = 250;
/// How often, and how long apart, the menu is looked for: inventory takes it over a moment after it was sent.
const LOOKS: u32 = 120;
const PAUSE: Duration = Duration::from_millis(500);

/// Promotion codes of a restaurant: what they are for, and what a check carries.
pub type Codes = BTreeMap<PosId, Vec<(ItemId, String)>>;

async fn call(door: &Door, session: &Session, name: &str, mut form: Value) -> Result<Value, DoorError> {
    if let Some(fields) = form.as_object_mut() {
        fields.insert("sessionID".to_owned(), json!(session.id.expose()));
    }
    door.post(&format!("{API}/{name}"), None, form.to_string().into_bytes()).await
}

fn rows<'a>(answer: &'a Value, name: &str) -> &'a [Value] {
    answer.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text<'a>(row: &'a Value, pointer: &str) -> &'a str {
    row.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// The codes that are valid at these locations of an owner.
///
/// # Errors
/// If the server is away or refuses.
pub async fn codes(door: &Door, session: &Session, pos_ids: &[PosId]) -> Result<Codes, DoorError> {
    let mut codes = Codes::new();
    for pos_id in pos_ids {
        let list = call(door, session, "get-promotions", json!({ "posID": pos_id, "limit": 100 })).await?;
        let of = |one: &Value| {
            let item = text(one, "/item/posItemID").parse().ok()?;
            (text(one, "/state") == "valid").then(|| (item, text(one, "/promoCode").to_owned()))
        };
        codes.insert(pos_id.clone(), rows(&list, "promotionList").iter().filter_map(of).collect());
    }
    Ok(codes)
}

/// Decides what was not decided yet at a location.
///
/// # Errors
/// If the server is away or refuses.
pub async fn set_up(
    door: &Door,
    session: &Session,
    place: &Place,
    today: BusinessDate,
) -> Result<(), DoorError> {
    let pos_id = &place.pos_id;
    let now = call(door, session, "get-reward-percent", json!({ "posID": pos_id })).await?;
    if !rows(&now, "history").is_empty() {
        return Ok(());
    }
    if !menu_is_there(door, session, place).await? {
        tracing::warn!(location = %pos_id, "the menu does not arrive; no offers are made");
        return Ok(());
    }
    // The third item of the menu a quarter off for two weeks, the eighth from next week on, the fifth at a price of the
    // owner's own, which the till does not know yet.
    let day = |ahead: i64| today.plus_days(ahead).to_string();
    let offers = [(2, 25, -3, 11), (7, 15, 7, 21)];
    for (place_in_menu, percent, from, until) in offers {
        let Some(item) = place.menu.get(place_in_menu) else { continue };
        let offer = json!({ "posID": pos_id, "posItemID": item.id, "offPercentage": percent,
            "validFrom": day(from), "validUntil": day(until) });
        call(door, session, "update-positem", offer).await?;
    }
    if let Some(item) = place.menu.get(4) {
        let price = item.price + Money::from_cents(50);
        call(
            door,
            session,
            "update-positem",
            json!({ "posID": pos_id, "posItemID": item.id, "price": price }),
        )
        .await?;
    }
    let guests =
        call(door, session, "get-customers-list", json!({ "posID": pos_id, "limit": WELCOMED })).await?;
    for guest in rows(&guests, "customerList") {
        let guest = text(guest, "/posCustomerID");
        let gift = json!({ "posID": pos_id, "posCustomerID": guest, "rewardPoint": WELCOME,
            "rewardMessage": "Thank you for coming back.", "validUntil": day(60), "userInformationID": 0,
            "idempotencyKey": format!("welcome-{pos_id}-{guest}") });
        call(door, session, "send-reward-point", gift).await?;
    }
    // Last, because it tells the next start that all of this is done.
    let percent = json!({ "posID": pos_id, "rewardPercent": PERCENT });
    call(door, session, "update-reward-percent", percent).await.map(drop)
}

async fn menu_is_there(door: &Door, session: &Session, place: &Place) -> Result<bool, DoorError> {
    for _ in 0..LOOKS {
        let form = json!({ "posID": place.pos_id, "limit": 500 });
        let list = call(door, session, "get-items-list", form).await?;
        if rows(&list, "itemList").len() >= place.menu.len().min(500) {
            return Ok(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(false)
}
