use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::App;
use super::announce::mark_opted_out;
use crate::domain::{Act, Address, RecipientKey, Standing, Statement};
use crate::store::{self, Campaign, Entry, LinkedRow, Scope};

/// The messages that an unsubscribe link stops.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// The sender.
    pub business_name: String,
    /// Shortened; empty: forgotten.
    pub address: String,
    /// The person has not opted out.
    pub subscribed: bool,
}

fn no_such_link() -> Error {
    Error {
        field: Some("token".into()),
        ..Error::new(Code::NotFound, "This link is not complete. Open it from the message again.")
    }
}

/// The recipient of a link, the standing of its address, and what a person sees of both.
async fn read(
    tx: &mut Tx,
    campaign: &Campaign,
    key: RecipientKey,
) -> Result<(LinkedRow, Standing, Subscription), Fault> {
    let row = store::find_linked(tx, key).await?.ok_or_else(no_such_link)?;
    let location = store::find_location(tx, &campaign.pos_id).await?;
    let standings = store::standings(tx, &campaign.pos_id, campaign.channel, &[row.hash]).await?;
    let standing = standings.into_values().next().unwrap_or_default();
    let shown = Subscription {
        business_name: location.map(|location| location.name).unwrap_or_default(),
        address: row.address.as_ref().map(Address::shortened).unwrap_or_default(),
        subscribed: !matches!(standing.person, Some((_, false))),
    };
    Ok((row, standing, shown))
}

/// The messages that a link stops.
pub async fn subscription(app: &App, token: &str) -> Result<Subscription, Fault> {
    let key = app.links.read(token).ok_or_else(no_such_link)?;
    let mut tx = app.database.begin().await?;
    let campaign = store::find_campaign(&mut tx, key.0).await?.ok_or_else(no_such_link)?;
    let (_, _, shown) = read(&mut tx, &campaign, key).await?;
    Ok(shown)
}

/// Records the person's own opt-out, or opt-in again. The same again changes nothing.
pub async fn set_subscription(app: &App, token: &str, subscribed: bool) -> Result<Subscription, Fault> {
    let key = app.links.read(token).ok_or_else(no_such_link)?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let mut campaign = store::hold_campaign(&mut tx, key.0).await?.ok_or_else(no_such_link)?;
    let (row, standing, shown) = read(&mut tx, &campaign, key).await?;
    let is_known = standing.person.map(|(_, granted)| granted) == Some(subscribed);
    // An owner may have recorded a refusal since the person's own consent: repeated, it counts again.
    if !is_known || (subscribed && standing.exclusion().is_some()) {
        let act = if subscribed { Act::Resubscribe } else { Act::Unsubscribe };
        let statement = Statement::after([standing.person.map(|(at, _)| at)], act, subscribed, now);
        let scope = Scope::Location(campaign.pos_id.clone());
        let entry = Entry::of((scope, campaign.channel, row.hash), statement);
        store::apply_statements(&mut tx, &[entry]).await?;
    }
    mark_opted_out(&mut tx, &mut campaign, (key, &row), !subscribed, now).await?;
    tx.commit().await?;
    Ok(Subscription { subscribed, ..shown })
}
