use std::collections::BTreeSet;

use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::app::{App, Exclusions};
use crate::domain::{AddressHash, Channel, Counters, Draft, Exclusion, Location, Outcome, To, quiet_until};
use crate::store::{self, Found, NewRecipient};

/// Checks that the sender in a request is the location. Texts may leave it out: they begin with the location's name.
pub fn check_sender(
    location: &Location,
    channel: Channel,
    business_name: &str,
    website: &str,
) -> Result<(), Error> {
    if channel == Channel::Text && business_name.is_empty() && website.is_empty() {
        return Ok(());
    }
    if business_name.trim() != location.name {
        return Err(Error::invalid("businessName", "must be the name of the location"));
    }
    if website.trim() != location.website {
        return Err(Error::invalid("website", "must be the website of the location"));
    }
    Ok(())
}

/// A location as auth described it; a refusal if auth has not described it yet.
pub async fn find_described(tx: &mut Tx, pos_id: &PosId) -> Result<Location, Fault> {
    let location = store::find_location(tx, pos_id).await?;
    Ok(location.ok_or_else(|| {
        Error::unavailable("The name of this location is not known here yet. Please try again in a minute.")
    })?)
}

/// Finds the recipients of a draft in the order of the request, those who get no message with the reason.
pub async fn find_recipients(
    app: &App,
    tx: &mut Tx,
    pos_id: &PosId,
    location: &Location,
    draft: &Draft,
) -> Result<(Vec<NewRecipient>, Counters), Fault> {
    let (now, channel) = (app.now(), draft.channel);
    let hashes: Vec<AddressHash> = draft.to.iter().map(|to| app.hasher.address(&to.address)).collect();
    let contacts = store::contacts_at(tx, pos_id, channel, &hashes, Found::Recipients).await?;
    let exclusions = Exclusions::of(app, tx, pos_id, channel, &hashes).await?;
    let (mut recipients, mut counters) = (Vec::with_capacity(draft.to.len()), Counters::default());
    let mut seen = BTreeSet::new();
    for (index, (to, hash)) in draft.to.iter().zip(hashes).enumerate() {
        let Some((customer_id, first_name, last_name)) = contacts.get(&hash).cloned() else {
            let field = To::field(channel, index);
            return Err(Error::invalid(field, "is not a customer of this location").into());
        };
        let is_first = seen.insert(hash);
        let exclusion = if is_first { exclusions.of_message(hash) } else { Some(Exclusion::Repeated) };
        let morning =
            exclusion.is_none().then(|| quiet_until(&to.address, &location.calendar, now)).flatten();
        let outcome = if exclusion.is_some() { Outcome::Excluded } else { Outcome::Waiting };
        counters.add(outcome, exclusion, 1);
        counters.quiet += i64::from(morning.is_some());
        recipients.push(NewRecipient {
            customer_id,
            hash,
            address: to.address.clone(),
            first_name: if to.first_name.is_empty() { first_name } else { to.first_name.clone() },
            last_name,
            exclusion,
            due_at: morning.unwrap_or(now),
            quiet: morning.is_some(),
        });
    }
    Ok((recipients, counters))
}
