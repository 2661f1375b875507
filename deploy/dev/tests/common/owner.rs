//! An owner of restaurants, through the public API.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::time::Duration;

use saffron_sandbox::mail::Reader;
use serde_json::{Value, json};

const EMAIL: &str = "owner-of-tests@saffron.example";
const PASSWORD: &str = "a long enough one";
/// How long the mail that confirms an address may take.
const MAIL: Duration = Duration::from_secs(300);

#[derive(Clone)]
pub struct Owner {
    /// Of the gateway.
    pub address: String,
    pub session: String,
}

impl Owner {
    /// Signs up, confirms the address by the mail that the catcher with this page got, and signs in.
    pub async fn arrive(address: &str, mail_page: &str) -> Self {
        let owner = Self { address: address.to_owned(), session: String::new() };
        let form = json!({ "firstName": "Ow", "lastName": "Ner", "email": EMAIL, "phone": "212-555-0148", "password": PASSWORD });
        owner.expect("signup", form).await;
        let mail = Reader::new(mail_page).unwrap();
        let token = mail.confirm_token(EMAIL, 0, MAIL).await.unwrap().unwrap();
        owner.expect("confirm-sign-up", json!({ "token": token, "password": PASSWORD })).await;
        Self::sign_in(address).await
    }

    /// Signs in.
    pub async fn sign_in(address: &str) -> Self {
        let mut owner = Self { address: address.to_owned(), session: String::new() };
        let login = json!({ "username": EMAIL, "password": PASSWORD, "firebaseNotificationToken": "" });
        let body = owner.expect("login", login).await;
        body["sessionGuid"].as_str().unwrap().clone_into(&mut owner.session);
        owner
    }

    /// Registers a new location and links it; its ingest key.
    pub async fn open_location(&self, provisioning_key: &str, pos_id: &str) -> String {
        let form = json!({ "posID": pos_id, "name": pos_id, "timeZone": "America/New_York" });
        self.open_location_as(provisioning_key, form).await
    }

    /// Registers a new location as this form describes it, and links it; its ingest key.
    pub async fn open_location_as(&self, provisioning_key: &str, form: Value) -> String {
        let url = format!("{}/provision/v1/locations", self.address);
        let request = client().post(url).bearer_auth(provisioning_key).json(&form);
        let body = read("provision", request.send().await.unwrap(), 200).await.unwrap();
        let link = json!({ "sessionID": self.session, "posID": form["posID"], "linkCode": body["linkCode"] });
        self.expect("link-restaurant", link).await;
        body["ingestKey"].as_str().unwrap().to_owned()
    }

    /// A call of the app; what is wrong with its answer, if anything is.
    pub async fn call(&self, client: &reqwest::Client, call: &str, mut form: Value) -> Result<Value, String> {
        form["sessionID"] = json!(self.session);
        let url = format!("{}/api-restaurant-pos/restaurantpro/{call}", self.address);
        let answer = client.post(url).json(&form).send().await.map_err(|e| format!("{call}: {e:?}"))?;
        read(call, answer, 200).await
    }

    async fn expect(&self, call: &str, form: Value) -> Value {
        let url = format!("{}/api-restaurant-pos/restaurantpro/{call}", self.address);
        read(call, client().post(url).json(&form).send().await.unwrap(), 200).await.unwrap()
    }
}

/// The body of an answer with this status; any other one as a text.
pub async fn read(call: &str, answer: reqwest::Response, wanted: u16) -> Result<Value, String> {
    let status = answer.status().as_u16();
    let text = answer.text().await.map_err(|e| format!("{call}: {status}, {e:?}"))?;
    if status != wanted {
        return Err(format!("{call}: {status} {text}"));
    }
    let answer: Value = serde_json::from_str(&text).map_err(|e| format!("{call}: {e}"))?;
    Ok(answer["body"].clone())
}

/// One that keeps its connections, as browsers and tills do.
pub fn client() -> reqwest::Client {
    reqwest::Client::builder().timeout(Duration::from_secs(120)).no_proxy().build().unwrap()
}
