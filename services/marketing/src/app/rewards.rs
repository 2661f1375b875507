//! The message to a guest about a reward. A notice without an owner's text is sent by email only, and not after a refusal; an
//! owner's text needs consent, counts in the weekly cap, and is sent by email, or else by text.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::RewardGranted;
use saffron_core::{BusinessDate, CustomerId};
use saffron_kit::pg::{Backoff, Claimed, Tx};
use saffron_kit::{CancellationToken, Fault, run_worker};

use super::campaigns::announce::{publish_reward_outcome, save_and_announce};
use super::{App, Exclusions};
use crate::domain::{
    Address, CampaignKind, Channel, Contact, Content, Counters, Exclusion, Guest, Location, Outcome,
    REWARD_NOTICE, Reward, quiet_until,
};
use crate::store::{self, Campaign, NewRecipient, REWARDS, RewardKey};

/// Guests get no messages about rewards that were granted longer ago.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(24);
/// The most rewards of one round.
const AT_ONCE: i64 = 50;
/// How long claimed rewards are not claimed by other workers.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_secs(60);
/// The pause between rounds when nothing is due.
const IDLE: Duration = Duration::from_secs(1);
/// The pauses between tries to ask customers.
const BACKOFF: Backoff =
    Backoff { first: Duration::from_secs(5), longest: Duration::from_secs(90), tries: 20 };

/// The content of a message about a reward, as customers answers it.
#[derive(Debug, Clone)]
pub struct RewardMessage {
    pub customer: CustomerId,
    /// The owner's text; may be empty.
    pub message: String,
    /// The name of a reward item; empty: the reward is points.
    pub item_name: String,
    /// The number of points; 0 for an item.
    pub points: i64,
    /// The last day on which the reward is valid.
    pub valid_until: Option<BusinessDate>,
}

/// Queues the message about a reward that was granted at `granted_at`.
pub async fn queue_reward(tx: &mut Tx, granted: &RewardGranted, granted_at: Timestamp) -> Result<(), Fault> {
    let now = tx.clock().now();
    if now.duration_since(granted_at) > MAX_AGE {
        return Ok(());
    }
    store::queue_reward(tx, (&granted.pos_id, granted.reward_id), granted_at, now).await
}

/// Makes queued messages about rewards until `shutdown`. Every replica does.
pub async fn run_reward_messages(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("messages about rewards", IDLE, None, &shutdown, || round(&app)).await;
}

/// Makes some messages; false if none was due.
async fn round(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let pool = app.database.pool();
    let due: Vec<Claimed<RewardKey>> =
        REWARDS.claim(&mut pool.acquire().await?, now, now + CLAIMED_FOR, AT_ONCE).await?;
    for reward in &due {
        let Err(fault) = make_message(app, reward).await else { continue };
        tracing::warn!(%fault, reward = %reward.key.1, tries = reward.tries, "a message about a reward waits");
        let again = app.now() + BACKOFF.pause(reward.tries);
        REWARDS.later(&mut pool.acquire().await?, reward, again).await?;
    }
    Ok(!due.is_empty())
}

/// Makes the message about a reward, or publishes why there is none.
async fn make_message(app: &App, claimed: &Claimed<RewardKey>) -> Result<(), Fault> {
    let reward = &claimed.key;
    let message = match (app.ask_reward)(reward.0.clone(), reward.1).await {
        Err(fault) if BACKOFF.after(claimed.tries).is_some() => return Err(fault),
        answer => answer.unwrap_or(None),
    };
    let mut tx = app.database.begin().await?;
    if !store::dequeue_reward(&mut tx, reward).await? {
        return Ok(());
    }
    let Some(message) = message else {
        publish_reward_outcome(&mut tx, reward, None, Outcome::Failed, None)?;
        return tx.commit().await;
    };
    store::lock_location_shared(&mut tx, &reward.0).await?;
    let location = super::campaigns::recipients::find_described(&mut tx, &reward.0).await?;
    let guest = (reward.0.clone(), message.customer.clone());
    let Some(contact) = store::find_contact(&mut tx, &guest).await? else {
        publish_reward_outcome(&mut tx, reward, None, Outcome::Excluded, Some(Exclusion::Erased))?;
        return tx.commit().await;
    };
    match choose_address(app, &mut tx, &guest, &contact, !message.message.trim().is_empty()).await? {
        Err(why) => publish_reward_outcome(&mut tx, reward, None, Outcome::Excluded, Some(why))?,
        Ok(address) => insert_message(app, &mut tx, reward, &location, message, &contact, address).await?,
    }
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(())
}

/// The channel of a message about a reward to a guest now, or why there is none; none: this service has not recorded the guest
/// yet, which customers has.
pub async fn preview_reward(
    app: &App,
    guest: &Guest,
    has_message: bool,
) -> Result<Option<Result<Channel, Exclusion>>, Fault> {
    let mut tx = app.database.begin().await?;
    let Some(contact) = store::find_contact(&mut tx, guest).await? else { return Ok(None) };
    let chosen = choose_address(app, &mut tx, guest, &contact, has_message).await?;
    Ok(Some(chosen.map(Address::channel)))
}

/// The address that a message may be sent to, or the most significant reason against it.
async fn choose_address<'c>(
    app: &App,
    tx: &mut Tx,
    guest: &Guest,
    contact: &'c Contact,
    has_message: bool,
) -> Result<Result<&'c Address, Exclusion>, Fault> {
    let mut reasons = vec![Exclusion::NoAddress];
    for address in contact.addresses().filter(|address| has_message || address.channel() == Channel::Email) {
        let hash = app.hasher.address(address);
        let exclusions = Exclusions::of(app, tx, &guest.0, address.channel(), &[hash]).await?;
        match if has_message { exclusions.of_message(hash) } else { exclusions.of_notice(hash) } {
            None => return Ok(Ok(address)),
            Some(why) => reasons.push(why),
        }
    }
    // The least reason comes first in `Exclusion`: the person's own opt-out.
    Ok(Err(reasons.into_iter().min().unwrap_or(Exclusion::NoAddress)))
}

/// Stores the message as a campaign of the reward's id with one recipient.
async fn insert_message(
    app: &App,
    tx: &mut Tx,
    (pos_id, reward): &RewardKey,
    location: &Location,
    message: RewardMessage,
    contact: &Contact,
    address: &Address,
) -> Result<(), Fault> {
    let now = app.now();
    let morning = quiet_until(address, &location.calendar, now);
    let counters = Counters { waiting: 1, quiet: i64::from(morning.is_some()), ..Counters::default() };
    let body = match message.message.trim() {
        "" => REWARD_NOTICE.to_owned(),
        text => text.to_owned(),
    };
    let RewardMessage { customer, item_name, points, valid_until, .. } = message;
    let content = Content {
        kind: CampaignKind::Reward,
        subject: format!("A reward from {}", location.name),
        body,
        promo_code: String::new(),
        discount_percentage: 0,
        items: Vec::new(),
        valid_until: None,
        reward: Some(Reward { item_name, points, valid_until }),
    };
    let mut campaign = Campaign::new((pos_id.clone(), *reward), address.channel(), content, counters, now);
    campaign.due_at = morning.unwrap_or(now);
    if !store::insert_campaign(tx, &campaign).await? {
        // It was made before.
        return Ok(());
    }
    let recipient = NewRecipient {
        customer_id: customer,
        hash: app.hasher.address(address),
        address: address.clone(),
        first_name: contact.first_name.clone(),
        last_name: contact.last_name.clone(),
        exclusion: None,
        due_at: campaign.due_at,
        quiet: morning.is_some(),
    };
    store::insert_recipients(tx, (pos_id, *reward), now, &[recipient]).await?;
    save_and_announce(tx, &mut campaign, now).await
}
