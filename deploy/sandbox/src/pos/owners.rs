//! The owners of the demo: they sign up, use the link that is mailed to them, link their restaurants, and decide on points
//! and offers for guests, through the main API as people do. What an owner changes later stays changed.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use saffron_core::{BusinessDate, Money, PosId};
use serde_json::{Value, json};

use super::restaurant::{MenuItem, Owner, Restaurant};
use crate::mail::Reader;
use saffron_core::Secret;
use saffron_till::{Api, ApiError, PromoCode};

/// The password of both owners of the demo.
const PASSWORD: &str = "saffron-demo";
/// The calls of the main API.
const API: &str = "/api-restaurant-pos/restaurantpro";
/// How long a mail may take to arrive.
const MAIL_PATIENCE: Duration = Duration::from_secs(30);
/// The reward percentage of the demo's restaurants.
const PERCENT: i64 = 5;
/// Guests who were welcomed with points, and how many they got.
const WELCOMED: usize = 12;
const WELCOME: i64 = 250;
/// How many guests get a promo code by email, and the call that sends it.
const INVITED: usize = 25;
const PROMO_CODE_MAIL: &str = "/notification/api/promotion/online-kitchen-promotion-code-single-location";
/// The number of polls for the menu, and the pause between them: inventory stores it a moment after it is sent.
const MENU_POLLS: u32 = 120;
pub(super) const PAUSE: Duration = Duration::from_millis(500);

/// The promo codes of each restaurant.
pub type Codes = BTreeMap<PosId, Vec<PromoCode>>;

/// An owner who is signed in.
pub struct Session {
    api: Api,
    id: Secret,
    /// Their locations.
    pub locations: Vec<PosId>,
}

/// Signs the owners in, or up where they have no account, and links their locations with the codes that the vendor got.
/// An owner who has changed the password is left out. `mail` reads the mails to the owners.
pub async fn sign_in(
    api: &Api,
    mail: &Reader,
    owners: &[Owner],
    codes: &HashMap<PosId, String>,
) -> Result<Vec<Session>, ApiError> {
    let mut sessions = Vec::new();
    for owner in owners {
        let session = match Session::open(api, owner).await? {
            Some(session) => Some(session),
            None => {
                sign_up(api, mail, owner).await?;
                Session::open(api, owner).await?
            }
        };
        let Some(session) = session else {
            tracing::warn!(email = owner.email, "cannot sign in; the locations of this owner are not linked");
            continue;
        };
        session.link(codes).await?;
        sessions.push(session);
    }
    Ok(sessions)
}

/// Signs up and uses the mailed link; an account that exists already is no error.
async fn sign_up(api: &Api, mail: &Reader, owner: &Owner) -> Result<(), ApiError> {
    let before = mail.taken().await;
    let form = json!({
        "firstName": owner.first_name, "lastName": owner.last_name, "email": owner.email,
        "phone": owner.phone, "password": PASSWORD,
    });
    match api.post(&format!("{API}/signup"), None, form.to_string()).await {
        Ok(_) => {}
        Err(ApiError::Refused { status: 409, .. }) => return Ok(()),
        Err(other) => return Err(other),
    }
    let token = match before {
        Ok(before) => mail.confirm_token(&owner.email, before, MAIL_PATIENCE).await,
        Err(error) => Err(error),
    };
    match token {
        Ok(Some(token)) => {
            let form = json!({ "token": token, "password": PASSWORD });
            api.post(&format!("{API}/confirm-sign-up"), None, form.to_string()).await.map(drop)
        }
        Ok(None) => Ok(()),
        Err(error) => {
            tracing::warn!(%error, email = owner.email, "cannot read this owner's mail");
            Ok(())
        }
    }
}

impl Session {
    /// Signs an owner in; none if the server refuses address or password.
    async fn open(api: &Api, owner: &Owner) -> Result<Option<Session>, ApiError> {
        let form = json!({ "username": owner.email, "password": PASSWORD, "firebaseNotificationToken": "" });
        match api.post(&format!("{API}/login"), None, form.to_string()).await {
            Ok(user) => Ok(user.get("sessionGuid").and_then(Value::as_str).map(|id| Session {
                api: api.clone(),
                id: Secret::new(id),
                locations: owner.locations.clone(),
            })),
            Err(ApiError::Refused { status: 400 | 401, .. }) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Signs out; a session that cannot be ended now ends by itself.
    pub async fn close(self) {
        let _ = self.api.post_in_session(&format!("{API}/logout"), &self.id, "{}").await;
    }

    /// Calls the main API.
    pub(super) async fn call(&self, name: &str, mut form: Value) -> Result<Value, ApiError> {
        if let Some(fields) = form.as_object_mut() {
            fields.insert("sessionID".to_owned(), json!(self.id.expose()));
        }
        self.api.post(&format!("{API}/{name}"), None, form.to_string()).await
    }

    /// Links the locations that are not linked yet.
    async fn link(&self, codes: &HashMap<PosId, String>) -> Result<(), ApiError> {
        let path = format!("{API}/get-restaurant-list");
        let list = self.api.post_in_session(&path, &self.id, "{}").await?;
        let linked: Vec<&str> =
            list.as_array().into_iter().flatten().filter_map(|l| l.get("posID")?.as_str()).collect();
        for pos_id in self.locations.iter().filter(|pos_id| !linked.contains(&pos_id.as_str())) {
            let Some(code) = codes.get(pos_id) else { continue };
            self.call("link-restaurant", json!({ "posID": pos_id, "linkCode": code })).await?;
        }
        Ok(())
    }

    /// The promotion codes that are valid at their locations.
    pub async fn promotion_codes(&self) -> Result<Codes, ApiError> {
        let mut codes = Codes::new();
        for pos_id in &self.locations {
            let list = self.call("get-promotions", json!({ "posID": pos_id, "limit": 100 })).await?;
            let code = |one: &Value| {
                let item = text(one, "/item/posItemID").parse().ok()?;
                let code = text(one, "/promoCode").to_owned();
                (text(one, "/state") == "valid").then(|| PromoCode {
                    code,
                    items: vec![item],
                    valid_until: None,
                })
            };
            codes.insert(pos_id.clone(), rows(&list, "promotionList").iter().filter_map(code).collect());
        }
        Ok(codes)
    }

    /// Sets up what is missing at a location: points for guests, offers, a price set by the owner.
    pub async fn decide(&self, restaurant: &Restaurant, today: BusinessDate) -> Result<(), ApiError> {
        let pos_id = &restaurant.pos_id;
        let now = self.call("get-reward-percent", json!({ "posID": pos_id })).await?;
        if !rows(&now, "history").is_empty() {
            return Ok(());
        }
        let Some(menu) = self.menu(restaurant).await? else {
            tracing::warn!(location = %pos_id, "the menu does not arrive; no offers are made");
            return Ok(());
        };
        // A POS that a restaurant is connected to has ids of its own.
        let id = |item: &MenuItem| menu.get(&item.name).cloned().unwrap_or_else(|| item.id.to_string());
        // The third item of the menu a quarter off for two weeks, the eighth from next week on, the fifth at a price of the
        // owner's own, which the till does not know yet.
        let day = |ahead: i64| today.plus_days(ahead).to_string();
        for (index, percent, from, until) in [(2, 25, -3, 11), (7, 15, 7, 21)] {
            let Some(item) = restaurant.menu.get(index) else { continue };
            let offer = json!({ "posID": pos_id, "posItemID": id(item), "offPercentage": percent,
                "validFrom": day(from), "validUntil": day(until) });
            self.call("update-positem", offer).await?;
        }
        if let Some(item) = restaurant.menu.get(4) {
            let price = item.price + Money::from_cents(50);
            let change = json!({ "posID": pos_id, "posItemID": id(item), "price": price });
            self.call("update-positem", change).await?;
        }
        // One dish is sold out until further notice, and nothing is left of the last one that is counted.
        if let Some(item) = restaurant.menu.get(9) {
            let mark = json!({ "items": [{ "posID": pos_id, "posItemID": id(item) }], "soldOut": true });
            self.call("mark-item-sold-out", mark).await?;
        }
        if let Some(item) = restaurant.menu.iter().rfind(|item| item.stock.is_some()) {
            self.call("update-positem", json!({ "posID": pos_id, "posItemID": id(item), "stock": 0 }))
                .await?;
        }
        self.send_promo_code(restaurant, &day(30)).await?;
        let guests = self.call("get-customers-list", json!({ "posID": pos_id, "limit": WELCOMED })).await?;
        for guest in rows(&guests, "customerList") {
            let guest = text(guest, "/posCustomerID");
            let gift = json!({ "posID": pos_id, "posCustomerID": guest, "rewardPoint": WELCOME,
                "rewardMessage": "Thank you for coming back.", "validUntil": day(60), "userInformationID": 0,
                "idempotencyKey": format!("welcome-{pos_id}-{guest}") });
            self.call("send-reward-point", gift).await?;
        }
        // Last, because at the next start it shows that all of this is done.
        let percent = json!({ "posID": pos_id, "rewardPercent": PERCENT });
        self.call("update-reward-percent", percent).await.map(drop)
    }

    /// Emails some guests a promo code, which ends after `last`.
    async fn send_promo_code(&self, restaurant: &Restaurant, last: &str) -> Result<(), ApiError> {
        let pos_id = &restaurant.pos_id;
        let form = json!({ "posID": pos_id, "channel": "email", "limit": 4 * INVITED });
        let list = self.call("get-marketing-recipients", form).await?;
        let reached = rows(&list, "recipientList").iter().filter(|guest| guest["exclusion"].is_null());
        let emails: Vec<&str> = reached.map(|guest| text(guest, "/address")).take(INVITED).collect();
        if emails.is_empty() {
            return Ok(());
        }
        // The code names the campaign: sent again, it is the same one.
        let mail = json!({ "posID": pos_id, "emails": emails, "subject": "A tenth off your next dinner",
            "body": "Thank you for coming back. Bring this code along.", "businessName": restaurant.name, "website": restaurant.website,
            "promoCode": "THANK-YOU", "discountPercentage": 10, "validUntil": last });
        self.api.post(PROMO_CODE_MAIL, Some(&self.id), mail.to_string()).await.map(drop)
    }

    /// The ids of the restaurant's menu by the items' names, once inventory has it; waits for it for a while.
    async fn menu(&self, restaurant: &Restaurant) -> Result<Option<HashMap<String, String>>, ApiError> {
        for _ in 0..MENU_POLLS {
            let form = json!({ "posID": restaurant.pos_id, "limit": 500 });
            let list = self.call("get-items-list", form).await?;
            let items = rows(&list, "itemList");
            if items.len() >= restaurant.menu.len().min(500) {
                let named = |item| (text(item, "/itemName").to_owned(), text(item, "/posItemID").to_owned());
                return Ok(Some(items.iter().map(named).collect()));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(None)
    }
}

/// The rows of a list in an answer.
pub(super) fn rows<'a>(answer: &'a Value, name: &str) -> &'a [Value] {
    answer.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A text in an answer; empty if there is none.
pub(super) fn text<'a>(row: &'a Value, pointer: &str) -> &'a str {
    row.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}
