use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::app::App;
use crate::app::campaigns::announce::mark_opted_out;
use crate::domain::{Act, Address, RecipientKey, Standing, Statement};
use crate::store::{self, Campaign, Entry, LinkedRecipient, Scope};

/// What the page of an unsubscribe link shows.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// The name of the sending location.
    pub business_name: String,
    /// The shortened address; empty after an erasure.
    pub address: String,
    /// Whether the person has not opted out.
    pub subscribed: bool,
}

fn no_such_link() -> Error {
    Error {
        field: Some("token".into()),
        ..Error::new(Code::NotFound, "This link is not complete. Open it from the message again.")
    }
}

/// The recipient of a link, the consent standing of the address, and the subscription.
async fn find_subscription(
    tx: &mut Tx,
    campaign: &Campaign,
    key: RecipientKey,
) -> Result<(LinkedRecipient, Standing, Subscription), Fault> {
    let row = store::find_recipient(tx, key).await?.ok_or_else(no_such_link)?;
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

/// The subscription of an unsubscribe link.
pub async fn subscription(app: &App, token: &str) -> Result<Subscription, Fault> {
    let key = app.links.read(token).ok_or_else(no_such_link)?;
    let mut tx = app.database.begin().await?;
    let campaign = store::find_campaign(&mut tx, key.0).await?.ok_or_else(no_such_link)?;
    let (_, _, shown) = find_subscription(&mut tx, &campaign, key).await?;
    Ok(shown)
}

/// Records the person's own opt-out or opt-in by a link. Repeating it changes nothing.
pub async fn set_subscription(app: &App, token: &str, subscribed: bool) -> Result<Subscription, Fault> {
    let key = app.links.read(token).ok_or_else(no_such_link)?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let mut campaign = store::lock_campaign(&mut tx, key.0).await?.ok_or_else(no_such_link)?;
    let (row, standing, shown) = find_subscription(&mut tx, &campaign, key).await?;
    let is_same = standing.person.map(|(_, granted)| granted) == Some(subscribed);
    // After a refusal that an owner recorded, the person's repeated consent counts again.
    if !is_same || (subscribed && standing.exclusion().is_some()) {
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
