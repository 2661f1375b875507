//! One person with every location, by the same calls as everybody: provisioning, sign-up, the mailed link, sign-in,
//! linking.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use saffron_core::{Clock, PosId};
use saffron_dev::say::Step;
use saffron_sandbox::mail::{self, Reader};
use saffron_sandbox::till::{Door, Registration, Secret, Vendor};
use serde_json::{Value, json};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::facts::{LOCATIONS, ZONE, pos_id};
use crate::stack::Stack;

/// Where the calls of the main API lie.
pub const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";

/// Whose locations they are.
const OWNER: &str = "bench@saffron.example";
/// People who sign up from one address: where many more do, auth has them wait.
const PER_ADDRESS: u32 = 40;
const PASSWORD: &str = "saffron-bench-owner";

/// Someone with locations.
pub struct Person {
    /// The id of a session.
    pub session: String,
    /// The locations, which are nobody else's.
    pub sites: Vec<Site>,
}

/// A location and the key to its door.
pub struct Site {
    /// The location.
    pub pos_id: PosId,
    /// What its tills prove themselves with.
    pub ingest_key: Secret,
}

fn base(stack: &Stack) -> String {
    format!("http://127.0.0.1:{}", stack.place.ports.gateway)
}

/// A call of the main API; the body of its answer.
async fn call(stack: &Stack, name: &str, body: Value) -> Result<Value> {
    call_from(stack, Ipv4Addr::LOCALHOST, name, body).await
}

/// The same from another address of this machine.
async fn call_from(stack: &Stack, from: Ipv4Addr, name: &str, body: Value) -> Result<Value> {
    let client = reqwest::Client::builder()
        .timeout(Duration::from_secs(30))
        .no_proxy()
        .local_address(IpAddr::V4(from))
        .build()?;
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
pub async fn another_session(stack: &Stack) -> Result<String> {
    sign_in(stack, OWNER).await
}

async fn sign_in(stack: &Stack, email: &str) -> Result<String> {
    let profile = call(stack, "login", json!({ "username": email, "password": PASSWORD })).await?;
    Ok(profile.get("sessionGuid").and_then(Value::as_str).context("login gave no session")?.to_owned())
}

/// Registers all locations, signs a person up and in, links them, and gives the session's id.
pub async fn owner(stack: &Stack) -> Result<String> {
    owner_of(stack, LOCATIONS).await
}

/// The same with so many locations.
pub async fn owner_of(stack: &Stack, locations: u32) -> Result<String> {
    let catcher = Catcher::open(stack).await?;
    Ok(catcher.person(stack, Ipv4Addr::LOCALHOST, OWNER, 1..=locations).await?.session)
}

/// So many people, each with so many locations of their own.
pub async fn people(stack: &Stack, count: u32, locations: u32, step: &Step) -> Result<Vec<Person>> {
    let catcher = Catcher::open(stack).await?;
    let mut people = Vec::new();
    for number in 0..count {
        let theirs = number * locations + 1..=(number + 1) * locations;
        let email = format!("bench-{number}@saffron.example");
        people.push(catcher.person(stack, address_of(number)?, &email, theirs).await?);
        step.note(&format!("{} of {count}", number + 1));
    }
    Ok(people)
}

/// Where the person with this number signs up from: loopback has as many addresses as it takes.
fn address_of(number: u32) -> Result<Ipv4Addr> {
    let last = u8::try_from(1 + number / PER_ADDRESS).context("too many people")?;
    Ok(Ipv4Addr::new(127, 0, 0, last))
}

/// Where mails go, as long as people sign up.
struct Catcher {
    reader: Reader,
    _running: mail::Running,
    _ends_with_this: DropGuard,
}

impl Catcher {
    /// Where the services were told.
    async fn open(stack: &Stack) -> Result<Catcher> {
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
        let ends_with_this = shutdown.clone().drop_guard();
        let running = mail::serve(config, shutdown).await?;
        Ok(Catcher {
            reader: Reader::new(&page.to_string())?,
            _running: running,
            _ends_with_this: ends_with_this,
        })
    }

    /// Signs a person up and in, and registers and links the locations with these numbers.
    async fn person(
        &self,
        stack: &Stack,
        from: Ipv4Addr,
        email: &str,
        locations: RangeInclusive<u32>,
    ) -> Result<Person> {
        let form = json!({
            "firstName": "Bench", "lastName": "Owner", "email": email, "phone": "(212) 555-0100", "password": PASSWORD,
        });
        call_from(stack, from, "signup", form).await?;
        if let Some(token) = self.reader.confirm_token(email, 0, Duration::from_secs(30)).await? {
            call(stack, "confirm-sign-up", json!({ "token": token, "password": PASSWORD })).await?;
        }
        let session = sign_in(stack, email).await?;
        let vendor = Vendor::new(
            Door::new(&base(stack), Duration::from_secs(30))?,
            Secret::new(stack.secrets.provisioning_key.clone()),
        );
        let mut sites = Vec::new();
        for number in locations {
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
            let ingest_key = registered.ingest_key.context("the location was there before")?;
            sites.push(Site { pos_id, ingest_key });
        }
        Ok(Person { session, sites })
    }
}
