//! One person with every location, by the same calls as everybody: provisioning, sign-up, sign-in, linking.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use saffron_sandbox::till::{Door, Registration, Secret, Vendor};
use serde_json::{Value, json};

use crate::facts::{LOCATIONS, ZONE, pos_id};
use crate::stack::Stack;

/// Where the calls of the main API lie.
pub const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";

/// Registers the locations, signs a person up and in, links all of them, and gives the session's id.
///
/// # Errors
/// A call is refused.
pub async fn owner(stack: &Stack) -> Result<String> {
    let base = format!("http://127.0.0.1:{}", stack.place.ports.gateway);
    let vendor = Vendor::new(
        Door::new(&base, Duration::from_secs(30))?,
        Secret::new(stack.secrets.provisioning_key.clone()),
    );
    let client = reqwest::Client::builder().timeout(Duration::from_secs(30)).no_proxy().build()?;
    let call = async |name: &str, body: Value| -> Result<Value> {
        let url = format!("{base}{MAIN_API}/{name}");
        let answer = client.post(&url).json(&body).send().await.with_context(|| name.to_owned())?;
        let status = answer.status();
        let answer: Value = answer.json().await.with_context(|| name.to_owned())?;
        if !status.is_success() {
            bail!("{name} answered {answer}");
        }
        Ok(answer.get("body").cloned().unwrap_or_default())
    };
    let (email, password) = ("bench@saffron.example", "saffron-bench-owner");
    let person = json!({
        "firstName": "Bench", "lastName": "Owner", "email": email, "phone": "(212) 555-0100", "password": password,
    });
    call("signup", person).await?;
    let profile = call("login", json!({ "username": email, "password": password })).await?;
    let session =
        profile.get("sessionGuid").and_then(Value::as_str).context("login gave no session")?.to_owned();
    for number in 1..=LOCATIONS {
        let pos_id = pos_id(number)?;
        let registration = Registration {
            pos_id: pos_id.clone(),
            name: Some(format!("Bench {number}")),
            time_zone: Some(ZONE.to_owned()),
            website: None,
            postal_address: None,
            phone: None,
            rotate_ingest_key: false,
        };
        let registered = vendor.register(&registration).await?;
        let link = json!({ "sessionID": session, "posID": pos_id, "linkCode": registered.link_code });
        call("link-restaurant", link).await?;
    }
    Ok(session)
}
