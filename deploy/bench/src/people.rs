//! One person with every location, by the same calls as everybody: provisioning, sign-up, the mailed link, sign-in,
//! linking.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use saffron_core::Clock;
use saffron_sandbox::mail::{self, Reader};
use saffron_sandbox::till::{Door, Registration, Secret, Vendor};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::facts::{LOCATIONS, ZONE, pos_id};
use crate::stack::Stack;

/// Where the calls of the main API lie.
pub const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";

/// Who has the locations, and the password.
const OWNER: (&str, &str) = ("bench@saffron.example", "saffron-bench-owner");

fn base(stack: &Stack) -> String {
    format!("http://127.0.0.1:{}", stack.place.ports.gateway)
}

/// A call of the main API; the body of its answer.
async fn call(stack: &Stack, name: &str, body: Value) -> Result<Value> {
    let client = reqwest::Client::builder().timeout(Duration::from_secs(30)).no_proxy().build()?;
    let url = format!("{}{MAIN_API}/{name}", base(stack));
    let answer = client.post(&url).json(&body).send().await.with_context(|| name.to_owned())?;
    let status = answer.status();
    let answer: Value = answer.json().await.with_context(|| name.to_owned())?;
    if !status.is_success() {
        bail!("{name} answered {answer}");
    }
    Ok(answer.get("body").cloned().unwrap_or_default())
}

/// Signs the owner in once more, and gives the session's id.
///
/// # Errors
/// The owner is not there.
pub async fn another_session(stack: &Stack) -> Result<String> {
    let (email, password) = OWNER;
    let profile = call(stack, "login", json!({ "username": email, "password": password })).await?;
    Ok(profile.get("sessionGuid").and_then(Value::as_str).context("login gave no session")?.to_owned())
}

/// Registers all locations, signs a person up and in, links them, and gives the session's id.
///
/// # Errors
/// A call is refused.
pub async fn owner(stack: &Stack) -> Result<String> {
    owner_of(stack, LOCATIONS).await
}

/// The same with so many locations.
///
/// # Errors
/// A call is refused.
pub async fn owner_of(stack: &Stack, locations: u32) -> Result<String> {
    let vendor = Vendor::new(
        Door::new(&base(stack), Duration::from_secs(30))?,
        Secret::new(stack.secrets.provisioning_key.clone()),
    );
    let (email, password) = OWNER;
    let person = json!({
        "firstName": "Bench", "lastName": "Owner", "email": email, "phone": "(212) 555-0100", "password": password,
    });
    // Mails go where the services were told.
    let address = |name: &str| -> Result<SocketAddr> {
        Ok(stack.env.get(name).with_context(|| format!("{name} is not set"))?.parse()?)
    };
    let page = address("SAFFRON_MAIL_SANDBOX_PAGE")?;
    let config = mail::Config {
        listen: address("SAFFRON_MAIL_SANDBOX_LISTEN")?,
        page,
        ..mail::Config::new(Clock::system())
    };
    let shutdown = CancellationToken::new();
    let _ends_with_this = shutdown.clone().drop_guard();
    let _catcher = mail::serve(config, shutdown).await?;
    call(stack, "signup", person).await?;
    let mail = Reader::new(&page.to_string())?;
    if let Some(token) = mail.confirm_token(email, 0, Duration::from_secs(30)).await? {
        call(stack, "confirm-address", json!({ "token": token })).await?;
    }
    let session = another_session(stack).await?;
    for number in 1..=locations {
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
        call(stack, "link-restaurant", link).await?;
    }
    Ok(session)
}
