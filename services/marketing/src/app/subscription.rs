use saffron_core::{Code, Error};
use saffron_kit::Fault;

use super::App;
use super::announce::announce;
use crate::domain::{Act, Channel, Word, shortened};
use crate::store::{self, PlaceRow, Scope};

/// Whose messages a link stops.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// Whose messages they are.
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

fn shown(name: String, channel: Channel, place: &PlaceRow, subscribed: bool) -> Subscription {
    let address = place.address.as_deref().map(|address| shortened(channel, address)).unwrap_or_default();
    Subscription { business_name: name, address, subscribed }
}

/// Tells whose messages a link stops.
pub async fn subscription(app: &App, token: &str) -> Result<Subscription, Fault> {
    let place = app.links.read(token).ok_or_else(no_such_link)?;
    let mut tx = app.database.begin().await?;
    let campaign = store::find_campaign(&mut tx, place.0).await?.ok_or_else(no_such_link)?;
    let row = store::find_place(&mut tx, place).await?.ok_or_else(no_such_link)?;
    let location = store::find_location(&mut tx, &campaign.pos_id).await?;
    let mut standings = store::standings(&mut tx, &campaign.pos_id, campaign.channel, &[row.hash]).await?;
    let person = standings.remove(&row.hash).and_then(|standing| standing.person);
    let name = location.map(|described| described.location.name).unwrap_or_default();
    Ok(shown(name, campaign.channel, &row, !matches!(person, Some((_, false)))))
}

/// Hears the person's own opt-out, or opt-in again. Saying the same again changes nothing.
pub async fn set_subscription(app: &App, token: &str, subscribed: bool) -> Result<Subscription, Fault> {
    let place = app.links.read(token).ok_or_else(no_such_link)?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let mut campaign = store::hold_campaign(&mut tx, place.0).await?.ok_or_else(no_such_link)?;
    let row = store::find_place(&mut tx, place).await?.ok_or_else(no_such_link)?;
    let location = store::find_location(&mut tx, &campaign.pos_id).await?;
    let mut standings = store::standings(&mut tx, &campaign.pos_id, campaign.channel, &[row.hash]).await?;
    let standing = standings.remove(&row.hash).unwrap_or_default();
    let person = standing.person;
    let said_so = person.map(|(_, granted)| granted) == Some(subscribed);
    // An owner may have noted a refusal since the person's own yes: said again, it counts again.
    if !said_so || (subscribed && standing.exclusion().is_some()) {
        let act = if subscribed { Act::Resubscribe } else { Act::Unsubscribe };
        // Two words of one moment would be one: the later is later.
        let at = person.map_or(now, |(before, _)| now.max(before + jiff::SignedDuration::from_micros(1)));
        let word = Word { act, granted: subscribed, at };
        let said = (Scope::Location(campaign.pos_id.clone()), campaign.channel, row.hash);
        store::hear(&mut tx, &[(said, word, String::new())]).await?;
    }
    if row.opted_out == subscribed {
        store::mark_opted_out(&mut tx, place, !subscribed).await?;
        campaign.counters.opted_out += if subscribed { -1 } else { 1 };
        announce(&mut tx, &mut campaign, now)?;
        store::save_campaign(&mut tx, &campaign).await?;
    }
    tx.commit().await?;
    let name = location.map(|described| described.location.name).unwrap_or_default();
    Ok(shown(name, campaign.channel, &row, subscribed))
}
