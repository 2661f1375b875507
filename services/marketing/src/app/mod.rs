//! What changes state: one use case a file, one transaction each.

mod announce;
mod change_campaign;
mod describe_location;
mod erase;
mod exclusions;
mod note_consent;
mod preview;
mod record;
mod resolve;
mod restored;
mod rewards;
mod send_campaign;
mod sending;
mod subscription;
mod take_text;
mod upkeep;

pub use announce::announce_rest;
pub use change_campaign::{change_campaign, no_such_campaign};
pub use describe_location::describe_location;
pub use erase::{erase, sweep_erased};
pub use exclusions::Exclusions;
pub use note_consent::{no_such_customer, note_consent};
pub use preview::{Preview, preview};
pub use record::record;
pub use restored::restored;
pub use rewards::{RewardMessage, note_reward, preview_reward, run_reward_messages};
pub use send_campaign::{NewCampaign, send_campaign};
pub use sending::{recover, run_sending};
pub use subscription::{set_subscription, subscription};
pub use take_text::{take_text, take_text_status};
pub use upkeep::{UPKEEP_EVERY, upkeep};

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_kit::mail::Mailer;
use saffron_kit::pg::Database;
use saffron_kit::{Fault, Secret};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::domain::{Channel, Hasher, LinkKey, Mails, RecipientKey};
use crate::store::Sms;

/// Asks customers for the message about a reward; none: there is no such reward any more.
pub type AskReward =
    Arc<dyn Fn(PosId, Uuid) -> BoxFuture<'static, Result<Option<RewardMessage>, Fault>> + Send + Sync>;

/// What an installation sets for the use cases.
#[derive(Clone)]
pub struct Settings {
    /// `SAFFRON_PUBLIC_URL`: the origin at which guests reach the gateway, without a slash at its end.
    pub public_url: String,
    /// `SAFFRON_MARKETING_SMS_TOKEN`: the account's secret at the SMS provider; webhooks are signed with it.
    pub sms_token: Secret,
    /// `SAFFRON_MARKETING_SMS_IDEMPOTENT`: the provider sends a text once however often it is asked with one token
    /// (false).
    pub sms_idempotent: bool,
    /// `SAFFRON_MARKETING_EMAILS_PER_SECOND`: of one location (100).
    pub emails_per_second: u32,
    /// `SAFFRON_MARKETING_TEXTS_PER_SECOND`: of one location (20).
    pub texts_per_second: u32,
    /// `SAFFRON_MARKETING_IN_FLIGHT`: messages that a process has in hand, at most (64).
    pub in_flight: u32,
    /// `SAFFRON_MARKETING_LEASE_SECONDS`: after how long without a renewal the messages in the hand of a worker are settled
    /// by another (15).
    pub lease: Duration,
    /// `SAFFRON_MARKETING_RETRY_MILLISECONDS`: the pause after a message was not taken for now; doubled with each further
    /// try (30000).
    pub retry_after: Duration,
    /// `SAFFRON_MARKETING_WEEKLY_CAP`: messages that a guest of a location gets within seven days by a channel, at most
    /// (3).
    pub weekly_cap: u32,
}

/// What the use cases share.
pub struct App {
    /// Marketing's own.
    pub database: Database,
    /// Makes hashes of addresses.
    pub hasher: Hasher,
    links: LinkKey,
    mails: Mails,
    mailer: Mailer,
    sms: Sms,
    ask_reward: AskReward,
    settings: Settings,
    /// Notified when there is something to send.
    work: Notify,
}

impl App {
    /// Puts it together.
    pub fn new(
        database: Database,
        (hasher, links): (Hasher, LinkKey),
        (mailer, sms): (Mailer, Sms),
        ask_reward: AskReward,
        settings: Settings,
    ) -> Result<App, Fault> {
        let mails = Mails::new(&settings.public_url)?;
        Ok(App { database, hasher, links, mails, mailer, sms, ask_reward, settings, work: Notify::new() })
    }

    /// The present moment in whole microseconds, as the database stores it.
    pub fn now(&self) -> Timestamp {
        let now = self.database.clock().now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// Where a recipient unsubscribes.
    fn link(&self, recipient: RecipientKey) -> String {
        format!("{}/u/{}", self.settings.public_url, self.links.token(recipient))
    }

    /// Messages a second and location.
    const fn rate(&self, channel: Channel) -> u32 {
        match channel {
            Channel::Email => self.settings.emails_per_second,
            Channel::Text => self.settings.texts_per_second,
        }
    }
}

/// The same length as the clock counts.
fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}
