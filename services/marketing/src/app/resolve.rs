use std::collections::BTreeSet;

use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use crate::domain::{AddressHash, Channel, Counters, Draft, Exclusion, Outcome, To, awake_at};
use crate::store::{self, Described, NewRecipient};

/// Who would get a message, and who not and why.
pub struct Resolved {
    /// In the order in which they were sent.
    pub recipients: Vec<NewRecipient>,
    /// How many stand where.
    pub counters: Counters,
}

/// Checks that a message is in the location's own name. Texts need not say it: they carry it anyway.
pub fn check_names(
    described: &Described,
    channel: Channel,
    business_name: &str,
    website: &str,
) -> Result<(), Error> {
    if channel == Channel::Text && business_name.is_empty() && website.is_empty() {
        return Ok(());
    }
    if business_name.trim() != described.location.name {
        return Err(Error::invalid("businessName", "must be the name of the location"));
    }
    if website.trim() != described.location.website {
        return Err(Error::invalid("website", "must be the website of the location"));
    }
    Ok(())
}

/// A location as auth described it.
pub async fn described(tx: &mut Tx, pos_id: &PosId) -> Result<Described, Fault> {
    let described = store::find_location(tx, pos_id).await?;
    Ok(described.ok_or_else(|| {
        Error::unavailable("The name of this location is not known here yet. Please try again in a minute.")
    })?)
}

/// Finds out who the recipients are, and which of them may get the message.
pub async fn resolve(
    app: &App,
    tx: &mut Tx,
    pos_id: &PosId,
    described: &Described,
    draft: &Draft,
) -> Result<Resolved, Fault> {
    let (now, channel) = (app.now(), draft.channel);
    let hashes: Vec<AddressHash> = draft.to.iter().map(|to| app.hasher.address(&to.address)).collect();
    let contacts = store::contacts_at(tx, pos_id, channel, &hashes).await?;
    let standings = store::standings(tx, pos_id, channel, &hashes).await?;
    let counted = store::counted(tx, pos_id, &hashes, app.week_ago()).await?;
    let (mut recipients, mut counters) = (Vec::with_capacity(draft.to.len()), Counters::default());
    let mut seen = BTreeSet::new();
    for (place, (to, hash)) in draft.to.iter().zip(hashes).enumerate() {
        let Some((customer_id, first_name, last_name)) = contacts.get(&hash).cloned() else {
            let field = To::field(channel, place);
            return Err(Error::invalid(field, "is no customer of this location").into());
        };
        let standing = standings.get(&hash).cloned().unwrap_or_default();
        let enough = counted.get(&hash).is_some_and(|got| app.has_enough(*got));
        let exclusion = if seen.insert(hash) {
            standing.exclusion().or(enough.then_some(Exclusion::TooMany))
        } else {
            Some(Exclusion::Repeated)
        };
        let morning = match (channel, exclusion) {
            (Channel::Text, None) => awake_at(to.address.as_str(), &described.zone, now),
            _ => None,
        };
        let outcome = if exclusion.is_some() { Outcome::Excluded } else { Outcome::Waiting };
        counters.add(outcome, exclusion, 1);
        counters.quiet += i64::from(morning.is_some());
        recipients.push(NewRecipient {
            customer_id: customer_id.into(),
            hash,
            address: to.address.to_string(),
            first_name: if to.first_name.is_empty() { first_name } else { to.first_name.clone() },
            last_name,
            exclusion,
            due_at: morning.unwrap_or(now),
            quiet: morning.is_some(),
        });
    }
    Ok(Resolved { recipients, counters })
}
