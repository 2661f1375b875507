//! What changes state: one use case a file, one transaction each.

mod announce;
mod change_campaign;
mod claim;
mod describe_location;
mod erase;
mod note_consent;
mod preview;
mod record;
mod resolve;
mod restored;
mod rewards;
mod send_campaign;
mod sending;
mod settle;
mod subscription;
mod take_text;
mod upkeep;

pub use announce::announce_rest;
pub use change_campaign::{change_campaign, no_such_campaign};
pub use describe_location::describe_location;
pub use erase::{erase, sweep_erased};
pub use note_consent::{no_such_customer, note_consent};
pub use preview::{Preview, preview};
pub use record::record;
pub use restored::restored;
pub use rewards::{RewardWords, note_reward, preview_reward, run_telling};
pub use send_campaign::{Send, send_campaign};
pub use sending::run_sending;
pub use settle::recover;
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

use crate::domain::{Channel, Hasher, LinkKey, Mails, Place};
use crate::store::Sms;

/// Asks customers what a reward's message says; none: there is no such reward any more.
pub type AskReward = Arc<
    dyn Fn(PosId, Uuid) -> BoxFuture<'static, Result<Option<RewardWords>, Fault>> + std::marker::Send + Sync,
>;

/// What the use cases are told.
#[derive(Clone)]
pub struct Settings {
    /// Origin at which guests reach the gateway, without a slash at its end.
    pub public_url: String,
    /// What the SMS provider signs with.
    pub sms_token: Secret,
    /// The SMS provider sends a text once however often it is asked with one token.
    pub sms_idempotent: bool,
    /// Emails a second and location.
    pub emails_per_second: u32,
    /// Texts a second and location.
    pub texts_per_second: u32,
    /// Messages that a process has in hand, at most.
    pub in_flight: u32,
    /// How long what a worker has in hand is its own.
    pub lease: Duration,
    /// The pause after a message was not taken for now, doubled with each further try.
    pub retry_after: Duration,
    /// Messages that a guest of a location gets within seven days by a channel, at most.
    pub weekly_cap: u32,
}

/// What the use cases stand on.
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
    /// Told when there is something to send.
    work: Notify,
    /// Told when there is a reward to tell of.
    granted: Notify,
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
        Ok(App {
            database,
            hasher,
            links,
            mails: Mails::new(&settings.public_url)?,
            mailer,
            sms,
            ask_reward,
            settings,
            work: Notify::new(),
            granted: Notify::new(),
        })
    }

    /// The present moment in whole microseconds, as the database keeps it.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let now = self.database.clock().now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// Where a recipient stops such mails.
    fn link(&self, place: Place) -> String {
        format!("{}/u/{}", self.settings.public_url, self.links.token(place))
    }

    /// Messages a second and location.
    const fn rate(&self, channel: Channel) -> u32 {
        match channel {
            Channel::Email => self.settings.emails_per_second,
            Channel::Text => self.settings.texts_per_second,
        }
    }

    /// Messages that count among those of seven days are not older than this.
    #[must_use]
    pub fn week_ago(&self) -> Timestamp {
        self.now() - SignedDuration::from_hours(7 * 24)
    }

    /// Whether a guest who got so many within seven days may get one more.
    #[must_use]
    pub fn has_enough(&self, got: i64) -> bool {
        got >= i64::from(self.settings.weekly_cap)
    }
}

/// The same length as the clock counts.
fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}
