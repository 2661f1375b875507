//! Signs up owners with their locations, by the calls of any owner.

use std::time::Duration;

use anyhow::{Context as _, Result};
use saffron_dev::Step;
use saffron_instance::{Instance, Owner, Till, client_from};

use super::facts::{LOCATIONS, pos_id};

/// People who sign up from one address: auth delays more.
const PER_ADDRESS: u32 = 40;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// An owner and the tills of their locations, which have no other owner.
pub struct Person {
    pub owner: Owner,
    pub tills: Vec<Till>,
}

/// Signs up an owner of every location.
pub async fn owner(instance: &Instance) -> Result<Owner> {
    owner_of(instance, LOCATIONS).await
}

/// Signs up an owner of the first locations, by their number.
pub async fn owner_of(instance: &Instance, locations: u32) -> Result<Owner> {
    Ok(person(instance, 0, locations).await?.owner)
}

/// Signs up people, each with a number of locations of their own.
pub async fn people(instance: &Instance, count: u32, locations: u32, step: &Step) -> Result<Vec<Person>> {
    let mut people = Vec::new();
    for number in 0..count {
        people.push(person(instance, number, locations).await?);
        step.note(&format!("{} of {count}", number + 1));
    }
    Ok(people)
}

/// Signs up one person, from one of many addresses of loopback.
async fn person(instance: &Instance, number: u32, locations: u32) -> Result<Person> {
    let last = u8::try_from(1 + number / PER_ADDRESS).context("too many people")?;
    let client = client_from([127, 0, 0, last], PATIENCE)?;
    let email = format!("bench-{number}@saffron.example");
    let owner = Owner::sign_up(client, &instance.address(), &instance.mail_page(), &email).await?;
    let mut tills = Vec::new();
    for location in number * locations + 1..=(number + 1) * locations {
        let key = &instance.secrets.provisioning_key;
        tills.push(owner.open_location(key, pos_id(location)?.as_str()).await?);
    }
    Ok(Person { owner, tills })
}
