//! What changes state: one use case a file, one transaction each.

mod campaigns;
mod consents;
mod describe_location;
mod erase;
mod exclusions;
mod merge_guests;
mod own_messages;
mod record;
mod restored;
mod rewards;
mod upkeep;

pub use campaigns::*;
pub use consents::*;
pub use describe_location::*;
pub use erase::*;
pub use exclusions::*;
pub use merge_guests::*;
pub use own_messages::{NewFile, send_file};
pub use record::*;
pub use restored::*;
pub use rewards::*;
pub use upkeep::*;

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{Money, PosId};
use saffron_kit::mail::{Mailer, UserMailTemplates};
use saffron_kit::pg::Database;
use saffron_kit::{Fault, Secret};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::domain::{Channel, Hasher, LinkKey, Mails, RecipientKey, SegmentPrice};
use crate::store::Sms;

/// A call to customers for the message about a reward; none: the reward no longer exists.
pub type AskReward =
    Arc<dyn Fn(PosId, Uuid) -> BoxFuture<'static, Result<Option<RewardMessage>, Fault>> + Send + Sync>;

/// What an installation sets for the use cases.
#[derive(Clone)]
pub struct Settings {
    /// `SAFFRON_PUBLIC_URL`: the origin at which guests reach the gateway, without a slash at its end.
    pub public_url: String,
    /// `SAFFRON_MARKETING_SMS_TOKEN`: the account's secret at the SMS provider; webhooks are signed with it.
    pub sms_token: Secret,
    /// `SAFFRON_MARKETING_SMS_IDEMPOTENT`: whether the provider sends repeated requests with one token only once (false).
    pub sms_idempotent: bool,
    /// `SAFFRON_MARKETING_EMAILS_PER_SECOND`: the most emails a second of one location (100).
    pub emails_per_second: u32,
    /// `SAFFRON_MARKETING_TEXTS_PER_SECOND`: the most texts a second of one location (20).
    pub texts_per_second: u32,
    /// `SAFFRON_MARKETING_IN_FLIGHT`: the most messages that a process sends at once (64).
    pub in_flight: u32,
    /// `SAFFRON_MARKETING_LEASE_SECONDS`: after how long without a renewal the claimed messages of a worker get an unknown
    /// outcome (15).
    pub lease: Duration,
    /// `SAFFRON_MARKETING_RETRY_MILLISECONDS`: the pause after a provider was unavailable; doubled with each further try
    /// (30000).
    pub retry_after: Duration,
    /// `SAFFRON_MARKETING_WEEKLY_CAP`: the most messages that a guest of a location gets by a channel within seven days
    /// (3).
    pub weekly_cap: u32,
    /// `SAFFRON_MARKETING_TEXT_PRICE`: what the provider bills for a segment of a text, dollars; none: costs are not shown.
    pub text_price: Option<SegmentPrice>,
}

/// What the use cases share.
pub struct App {
    pub database: Database,
    /// Makes hashes of addresses.
    pub hasher: Hasher,
    links: LinkKey,
    mails: Mails,
    /// The layout of mails that are no campaign.
    letters: UserMailTemplates,
    mailer: Mailer,
    sms: Sms,
    ask_reward: AskReward,
    settings: Settings,
    /// Notified when there is something to send.
    work: Notify,
}

impl App {
    pub fn new(
        database: Database,
        (hasher, links): (Hasher, LinkKey),
        (mailer, sms): (Mailer, Sms),
        ask_reward: AskReward,
        settings: Settings,
    ) -> Result<App, Fault> {
        let (mails, letters) = (Mails::new(&settings.public_url)?, UserMailTemplates::new()?);
        let work = Notify::new();
        Ok(App { database, hasher, links, mails, letters, mailer, sms, ask_reward, settings, work })
    }

    /// The present moment in whole microseconds, as the database stores it.
    pub fn now(&self) -> Timestamp {
        let now = self.database.clock().now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// The unsubscribe link of a recipient.
    fn unsubscribe_link(&self, recipient: RecipientKey) -> String {
        format!("{}/u/{}", self.settings.public_url, self.links.token(recipient))
    }

    /// The price of so many segments of texts; none if the installation sets no price.
    pub fn cost(&self, segments: i64) -> Option<Money> {
        self.settings.text_price.map(|price| price.of(segments))
    }

    /// The most messages a second of one location.
    const fn rate(&self, channel: Channel) -> u32 {
        match channel {
            Channel::Email => self.settings.emails_per_second,
            Channel::Text => self.settings.texts_per_second,
        }
    }
}

/// A duration for arithmetic with timestamps.
fn signed_duration(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}
