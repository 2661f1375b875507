//! An owner of restaurants, through the public API.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use reqwest::Client;
use saffron_sandbox::mail::Reader;
use serde_json::{Value, json};

use crate::{Answer, MAIN_API, Till, client};

const PASSWORD: &str = "a long enough one";
/// How long the mail that confirms an address may take.
const MAIL: Duration = Duration::from_secs(300);
/// The pause after a lost answer.
const PAUSE: Duration = Duration::from_millis(250);

/// An owner who is signed in.
#[derive(Clone)]
pub struct Owner {
    /// The gateway, e.g. `http://127.0.0.1:8080`.
    pub address: String,
    /// The id of the session.
    pub session: String,
    email: String,
    client: Client,
}

impl Owner {
    /// Signs up, confirms the email address by the mail at this catcher's page, and signs in.
    pub async fn sign_up(client: Client, address: &str, mail_page: &str, email: &str) -> Result<Owner> {
        let session = String::new();
        let owner = Owner { address: address.to_owned(), session, email: email.to_owned(), client };
        let form = json!({ "firstName": "Ow", "lastName": "Ner", "email": email, "phone": "212-555-0148",
            "password": PASSWORD });
        owner.call("signup", form).await?;
        let token = Reader::new(mail_page)?.confirm_token(email, 0, MAIL).await?;
        let token = token.with_context(|| format!("no mail confirms {email}"))?;
        owner.call("confirm-sign-up", json!({ "token": token, "password": PASSWORD })).await?;
        owner.sign_in().await
    }

    /// Signs the same person in once more.
    pub async fn sign_in(&self) -> Result<Owner> {
        let login = json!({ "username": self.email, "password": PASSWORD, "firebaseNotificationToken": "" });
        let stranger = Owner { session: String::new(), ..self.clone() };
        let profile = stranger.call("login", login).await?;
        let session = profile["sessionGuid"].as_str().context("login gave no session")?.to_owned();
        Ok(Owner { session, ..self.clone() })
    }

    /// The same session with connections of its own.
    pub fn with_own_connections(&self) -> Result<Owner> {
        Ok(self.with_client(client()?))
    }

    /// The same session over another HTTP client.
    pub fn with_client(&self, client: Client) -> Owner {
        Owner { client, ..self.clone() }
    }

    /// Registers a location in New York and links it to this owner.
    pub async fn open_location(&self, provisioning_key: &str, pos_id: &str) -> Result<Till> {
        let form = json!({ "posID": pos_id, "name": pos_id, "timeZone": "America/New_York" });
        self.open_location_as(provisioning_key, form).await
    }

    /// Registers the location that `form` describes and links it to this owner.
    pub async fn open_location_as(&self, provisioning_key: &str, form: Value) -> Result<Till> {
        let request = self.client.post(format!("{}/provision/v1/locations", self.address));
        let registered = Answer::to(request.bearer_auth(provisioning_key).json(&form)).await;
        let registered = registered.body("provision")?;
        let link = json!({ "posID": form["posID"], "linkCode": registered["linkCode"] });
        self.call("link-restaurant", link).await?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Ok(Till {
            address: self.address.clone(),
            pos_id: text(&form["posID"]).context("a location without an id")?,
            ingest_key: text(&registered["ingestKey"]).context("the location was there before")?,
            client: self.client.clone(),
        })
    }

    /// Makes a call of the main API, whatever its answer.
    pub async fn ask(&self, call: &str, mut body: Value) -> Answer {
        if !self.session.is_empty() {
            body["sessionID"] = json!(self.session);
        }
        Answer::to(self.client.post(format!("{}{MAIN_API}/{call}", self.address)).json(&body)).await
    }

    /// Makes a call of the main API and gives the body of its good answer.
    pub async fn call(&self, call: &str, body: Value) -> Result<Value> {
        self.ask(call, body).await.body(call)
    }

    /// [`Owner::call`], repeated after [`Answer::Later`] and [`Answer::Lost`] until there is a good answer.
    pub async fn call_with_retries(&self, call: &str, body: Value, patience: Duration) -> Result<Value> {
        let began = Instant::now();
        loop {
            match self.ask(call, body.clone()).await {
                Answer::Later(_) | Answer::Lost(_) => {}
                answer => return answer.body(call),
            }
            ensure!(began.elapsed() < patience, "{call} is not answered within {patience:?}");
            tokio::time::sleep(PAUSE).await;
        }
    }
}
