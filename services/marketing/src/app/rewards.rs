//! The message to a guest about a reward. A notice without the owner's words goes by email alone, and never after a no;
//! words of the owner need consent and count among the messages of seven days, by email, or else by text (design.md,
//! section 6, Marketing).

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{RewardGranted, RewardMessageSettled};
use saffron_core::{BusinessDate, CustomerId, PosId};
use saffron_kit::pg::Tx;
use saffron_kit::{CancellationToken, Fault, run_rounds};

use super::App;
use super::announce::keep;
use crate::domain::{
    AddressHash, CampaignKind, CampaignState, Channel, Contact, Content, Counters, Exclusion, Guest, Outcome,
    REWARD_NOTICE, Reward, awake_at,
};
use crate::store::{self, Campaign, Described, NewRecipient, RewardToTell};

/// A reward that was granted longer ago is not told of any more.
const FRESH: SignedDuration = SignedDuration::from_hours(24);
/// Rewards that are worked in one round.
const AT_ONCE: i64 = 50;
/// The pause where none is due.
const IDLE: Duration = Duration::from_secs(1);
/// How often customers is asked for one.
const TRIES: i32 = 20;

/// What customers says of a reward.
#[derive(Debug, Clone)]
pub struct RewardWords {
    /// The guest.
    pub customer: CustomerId,
    /// What the owner wrote; may be empty.
    pub message: String,
    /// Of a reward item; empty: points.
    pub item_name: String,
    /// Of points.
    pub points: i64,
    /// The last day on which it counts.
    pub valid_until: Option<BusinessDate>,
}

/// Notes that a guest is to be told of a reward that was granted at `granted_at`.
pub async fn note_reward(tx: &mut Tx, granted: &RewardGranted, granted_at: Timestamp) -> Result<(), Fault> {
    let now = tx.clock().now();
    if now.duration_since(granted_at) > FRESH {
        return Ok(());
    }
    store::note_reward(tx, &granted.pos_id, granted.reward_id, granted_at, now).await
}

/// Tells of rewards whenever there are some, until `shutdown`. Every replica does.
pub async fn run_telling(app: Arc<App>, shutdown: CancellationToken) {
    run_rounds("telling of rewards", IDLE, Some(&app.granted), &shutdown, || tell_due(&app)).await;
}

/// Tells of some rewards; false if none was due.
async fn tell_due(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let due = store::due_rewards(&app.database, now, now + SignedDuration::from_secs(60), AT_ONCE).await?;
    for told in &due {
        if let Err(fault) = tell(app, told).await {
            tracing::warn!(%fault, reward = %told.reward, tries = told.tries, "a reward waits to be told of");
            let seconds = i64::from(told.tries).saturating_mul(5).min(600);
            let again = app.now() + SignedDuration::from_secs(seconds);
            store::reward_again(&app.database, told, again).await?;
        }
    }
    Ok(!due.is_empty())
}

/// Makes the message to the guest.
async fn tell(app: &App, told: &RewardToTell) -> Result<(), Fault> {
    let words = match (app.ask_reward)(told.pos_id.clone(), told.reward).await {
        Err(fault) if told.tries < TRIES => return Err(fault),
        Err(_) => None,
        Ok(words) => words,
    };
    let now = app.now();
    let mut tx = app.database.begin().await?;
    if !store::forget_reward(&mut tx, told).await? {
        return Ok(());
    }
    let Some(words) = words else {
        settle(&mut tx, told, Outcome::Failed, None)?;
        return tx.commit().await;
    };
    store::share_location(&mut tx, &told.pos_id).await?;
    let described = super::resolve::described(&mut tx, &told.pos_id).await?;
    let guest = (told.pos_id.clone(), words.customer.clone());
    let Some(contact) = store::find_contact(&mut tx, &guest).await? else {
        settle(&mut tx, told, Outcome::Excluded, Some(Exclusion::Erased))?;
        return tx.commit().await;
    };
    let has_message = !words.message.trim().is_empty();
    match choose(app, &mut tx, &told.pos_id, &contact, has_message).await? {
        Err(why) => settle(&mut tx, told, Outcome::Excluded, Some(why))?,
        Ok((channel, hash)) => {
            make(&mut tx, told, &described, (channel, hash), &words, &contact, now).await?;
        }
    }
    tx.commit().await?;
    app.work.notify_waiters();
    Ok(())
}

/// By which channel a message about a reward may go to a guest as things stand, or why by none; none: the guest is not
/// known here yet, because facts are worked later here than at customers.
pub async fn preview_reward(
    app: &App,
    guest: &Guest,
    has_message: bool,
) -> Result<Option<Result<Channel, Exclusion>>, Fault> {
    let mut tx = app.database.begin().await?;
    let Some(contact) = store::find_contact(&mut tx, guest).await? else { return Ok(None) };
    let chosen = choose(app, &mut tx, &guest.0, &contact, has_message).await?;
    Ok(Some(chosen.map(|(channel, _)| channel)))
}

/// Where a message may go, or the most telling reason why it may not.
async fn choose(
    app: &App,
    tx: &mut Tx,
    pos_id: &PosId,
    contact: &Contact,
    has_message: bool,
) -> Result<Result<(Channel, AddressHash), Exclusion>, Fault> {
    let channels: &[Channel] = if has_message { &[Channel::Email, Channel::Text] } else { &[Channel::Email] };
    let mut reasons = vec![Exclusion::NoAddress];
    for channel in channels.iter().copied() {
        let Some(address) = contact.address(channel) else { continue };
        let hash = app.hasher.address(address);
        let standing =
            store::standings(tx, pos_id, channel, &[hash]).await?.remove(&hash).unwrap_or_default();
        let why = if has_message {
            let counted = store::counted(tx, pos_id, &[hash], app.week_ago()).await?;
            let enough = counted.get(&hash).is_some_and(|got| app.has_enough(*got));
            standing.exclusion().or(enough.then_some(Exclusion::TooMany))
        } else {
            standing.notice_exclusion()
        };
        match why {
            None => return Ok(Ok((channel, hash))),
            Some(why) => reasons.push(why),
        }
    }
    // In this order they are declared: the person's own word first.
    Ok(Err(reasons.into_iter().min().unwrap_or(Exclusion::NoAddress)))
}

async fn make(
    tx: &mut Tx,
    told: &RewardToTell,
    described: &Described,
    (channel, hash): (Channel, AddressHash),
    words: &RewardWords,
    contact: &Contact,
    now: Timestamp,
) -> Result<(), Fault> {
    let address = contact.address(channel).map(ToString::to_string).unwrap_or_default();
    let morning = match channel {
        Channel::Text => awake_at(&address, &described.zone, now),
        Channel::Email => None,
    };
    let mut counters = Counters::default();
    counters.add(Outcome::Waiting, None, 1);
    counters.quiet = i64::from(morning.is_some());
    let due_at = morning.unwrap_or(now);
    let body = match words.message.trim() {
        "" => REWARD_NOTICE.to_owned(),
        message => message.to_owned(),
    };
    let mut campaign = Campaign {
        id: told.reward,
        pos_id: told.pos_id.clone(),
        channel,
        content: Content {
            kind: CampaignKind::Reward,
            subject: format!("A reward from {}", described.location.name),
            body,
            promo_code: String::new(),
            discount_percentage: 0,
            items: Vec::new(),
            reward: Some(Reward {
                item_name: words.item_name.clone(),
                points: words.points,
                valid_until: words.valid_until,
            }),
        },
        state: CampaignState::Sending,
        request_hash: Vec::new(),
        created_at: now,
        created_by: String::new(),
        finished_at: None,
        counters,
        due_at,
        announced_at: Timestamp::UNIX_EPOCH,
        unannounced: false,
    };
    if !store::insert_campaign(tx, &campaign).await? {
        // It was told of before.
        return Ok(());
    }
    let recipient = NewRecipient {
        customer_id: words.customer.to_string(),
        hash,
        address,
        first_name: contact.first_name.clone(),
        last_name: contact.last_name.clone(),
        exclusion: None,
        due_at,
        quiet: morning.is_some(),
    };
    store::insert_recipients(tx, campaign.id, &told.pos_id, now, &[recipient]).await?;
    keep(tx, &mut campaign, now).await
}

/// The guest is not told.
fn settle(
    tx: &mut Tx,
    told: &RewardToTell,
    outcome: Outcome,
    exclusion: Option<Exclusion>,
) -> Result<(), Fault> {
    tx.publish(&RewardMessageSettled {
        pos_id: told.pos_id.clone(),
        reward_id: told.reward,
        channel: None,
        outcome: outcome.as_str().to_owned(),
        exclusion: exclusion.map(|why| why.as_str().to_owned()),
    })
}
