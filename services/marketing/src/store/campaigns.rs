use jiff::Timestamp;
use saffron_core::time::cursor_time;
use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::{sql_time, stored};
use crate::domain::{CampaignKind, CampaignState, Channel, Content, Counters, Item, REWARD_NOTICE, Reward};

/// A campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// Unique in the installation.
    pub id: Uuid,
    /// Whose it is.
    pub pos_id: PosId,
    /// By what.
    pub channel: Channel,
    /// What is said.
    pub content: Content,
    /// Where it stands.
    pub state: CampaignState,
    /// Of the request that made it.
    pub request_hash: Vec<u8>,
    /// UTC.
    pub created_at: Timestamp,
    /// A person's name.
    pub created_by: String,
    /// UTC.
    pub finished_at: Option<Timestamp>,
    /// How many recipients stand where.
    pub counters: Counters,
    /// When something of it is next due, UTC.
    pub due_at: Timestamp,
    /// When open apps were last told, UTC.
    pub announced_at: Timestamp,
    /// Whether there is something to tell since.
    pub unannounced: bool,
}

/// A row as it is stored.
struct Row {
    campaign_id: Uuid,
    pos_id: String,
    channel: String,
    kind: String,
    state: String,
    subject: String,
    body: String,
    promo_code: String,
    discount_percentage: i32,
    items: String,
    reward: Option<String>,
    request_hash: Vec<u8>,
    created_at: jiff_sqlx::Timestamp,
    created_by: String,
    finished_at: Option<jiff_sqlx::Timestamp>,
    recipients: i64,
    waiting: i64,
    sending: i64,
    sent: i64,
    failed: i64,
    excluded: i64,
    unknown: i64,
    quiet: i64,
    opted_out: i64,
    segments: i64,
    exclusions: Vec<i64>,
    due_at: jiff_sqlx::Timestamp,
    announced_at: jiff_sqlx::Timestamp,
    unannounced: bool,
}

impl Row {
    fn read(self) -> Result<Campaign, Fault> {
        let counters = Counters {
            waiting: self.waiting,
            sending: self.sending,
            sent: self.sent,
            failed: self.failed,
            unknown: self.unknown,
            quiet: self.quiet,
            opted_out: self.opted_out,
            segments: self.segments,
            exclusions: stored(self.exclusions.try_into().map_err(|_| "exclusions"))?,
        };
        if counters.recipients() != self.recipients || counters.excluded() != self.excluded {
            return Err(Fault::Permanent(format!("counters of campaign {} do not add up", self.campaign_id)));
        }
        let items: Vec<Item> = stored(serde_json::from_str(&self.items))?;
        let reward: Option<Reward> =
            self.reward.map(|reward| stored(serde_json::from_str(&reward))).transpose()?;
        Ok(Campaign {
            id: self.campaign_id,
            pos_id: stored(self.pos_id.parse())?,
            channel: stored(self.channel.parse())?,
            content: Content {
                kind: stored(self.kind.parse())?,
                subject: self.subject,
                body: self.body,
                promo_code: self.promo_code,
                discount_percentage: self.discount_percentage,
                items,
                reward,
            },
            state: stored(self.state.parse())?,
            request_hash: self.request_hash,
            created_at: self.created_at.to_jiff(),
            created_by: self.created_by,
            finished_at: self.finished_at.map(jiff_sqlx::Timestamp::to_jiff),
            counters,
            due_at: self.due_at.to_jiff(),
            announced_at: self.announced_at.to_jiff(),
            unannounced: self.unannounced,
        })
    }
}

/// Stores a campaign. False if there is one with this id.
pub async fn insert_campaign(tx: &mut Tx, campaign: &Campaign) -> Result<bool, Fault> {
    let content = &campaign.content;
    let items = stored(serde_json::to_string(&content.items))?;
    let reward = content.reward.as_ref().map(|reward| stored(serde_json::to_string(reward))).transpose()?;
    let counters = &campaign.counters;
    let made = sqlx::query!(
        "INSERT INTO campaign (campaign_id, pos_id, channel, kind, state, subject, body, promo_code,
           discount_percentage, items, reward, request_hash, created_at, created_by, recipients, waiting, sending, sent,
           failed, excluded, unknown, quiet, opted_out, segments, exclusions, due_at, announced_at, unannounced)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0, 0, 0, $17, 0, $18, 0, 0, $19,
           $20, $21, true)
         ON CONFLICT (campaign_id) DO NOTHING",
        campaign.id,
        campaign.pos_id.as_str(),
        campaign.channel.as_str(),
        content.kind.as_str(),
        campaign.state.as_str(),
        content.subject,
        content.body,
        content.promo_code,
        content.discount_percentage,
        items,
        reward,
        campaign.request_hash,
        sql_time(campaign.created_at) as jiff_sqlx::Timestamp,
        campaign.created_by,
        counters.recipients(),
        counters.waiting,
        counters.excluded(),
        counters.quiet,
        &counters.exclusions[..],
        sql_time(campaign.due_at) as jiff_sqlx::Timestamp,
        sql_time(campaign.announced_at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(made.rows_affected() > 0)
}

/// Locks a campaign for this transaction; none if there is no such campaign.
pub async fn hold_campaign(tx: &mut Tx, id: Uuid) -> Result<Option<Campaign>, Fault> {
    let row = sqlx::query_as!(Row, "SELECT * FROM campaign WHERE campaign_id = $1 FOR UPDATE", id)
        .fetch_optional(tx.conn())
        .await?;
    row.map(Row::read).transpose()
}

/// Locks the campaigns of which recipients wait or are in hand, in order.
pub async fn hold_unfinished(tx: &mut Tx) -> Result<Vec<Campaign>, Fault> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT * FROM campaign WHERE waiting + sending > 0 ORDER BY campaign_id FOR UPDATE"
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// A campaign; none if there is no such campaign.
pub async fn find_campaign(tx: &mut Tx, id: Uuid) -> Result<Option<Campaign>, Fault> {
    let row = sqlx::query_as!(Row, "SELECT * FROM campaign WHERE campaign_id = $1", id)
        .fetch_optional(tx.conn())
        .await?;
    row.map(Row::read).transpose()
}

/// Writes where a held campaign stands now.
pub async fn save_campaign(tx: &mut Tx, campaign: &Campaign) -> Result<(), Fault> {
    let counters = &campaign.counters;
    sqlx::query!(
        "UPDATE campaign SET state = $2, finished_at = $3, waiting = $4, sending = $5, sent = $6, failed = $7,
           excluded = $8, unknown = $9, quiet = $10, opted_out = $11, segments = $12, exclusions = $13, due_at = $14,
           announced_at = $15, unannounced = $16
         WHERE campaign_id = $1",
        campaign.id,
        campaign.state.as_str(),
        campaign.finished_at.map(sql_time) as Option<jiff_sqlx::Timestamp>,
        counters.waiting,
        counters.sending,
        counters.sent,
        counters.failed,
        counters.excluded(),
        counters.unknown,
        counters.quiet,
        counters.opted_out,
        counters.segments,
        &counters.exclusions[..],
        sql_time(campaign.due_at) as jiff_sqlx::Timestamp,
        sql_time(campaign.announced_at) as jiff_sqlx::Timestamp,
        campaign.unannounced
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Campaigns of which open apps were not told the newest, last told at `before` or earlier.
pub async fn unannounced(tx: &mut Tx, before: Timestamp, limit: i64) -> Result<Vec<Uuid>, Fault> {
    Ok(sqlx::query_scalar!(
        "SELECT campaign_id FROM campaign WHERE unannounced AND announced_at <= $1 ORDER BY announced_at LIMIT $2",
        sql_time(before) as jiff_sqlx::Timestamp,
        limit
    )
    .fetch_all(tx.conn())
    .await?)
}

/// The place in a list of campaigns after which the next page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CampaignCursor {
    at: Timestamp,
    id: Uuid,
}

impl CampaignCursor {
    /// The place of this campaign.
    #[must_use]
    pub fn at(campaign: &Campaign) -> CampaignCursor {
        CampaignCursor { at: campaign.created_at, id: campaign.id }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<CampaignCursor, Error> {
        let read = || {
            let (micros, id) = text.split_once('.')?;
            let at = cursor_time(micros)?;
            Some(CampaignCursor { at, id: id.parse().ok()? })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for CampaignCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.at.as_microsecond(), self.id)
    }
}

/// Campaigns of a location, newest first, without words on rewards.
pub async fn page_of_campaigns(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Option<Channel>,
    after: Option<&CampaignCursor>,
    limit: i64,
) -> Result<Vec<Campaign>, Fault> {
    let (at, id) = after.map_or((Timestamp::MAX, Uuid::max()), |cursor| (cursor.at, cursor.id));
    let rows = sqlx::query_as!(
        Row,
        "SELECT * FROM campaign
         WHERE pos_id = $1 AND kind <> 'reward' AND (created_at, campaign_id) < ($2, $3)
           AND ($4::text IS NULL OR channel = $4)
         ORDER BY created_at DESC, campaign_id DESC LIMIT $5",
        pos_id.as_str(),
        sql_time(at) as jiff_sqlx::Timestamp,
        id,
        channel.map(Channel::as_str),
        limit
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(Row::read).collect()
}

impl Campaign {
    /// It tells one guest of a reward, and is not shown among campaigns.
    #[must_use]
    pub fn is_of_reward(&self) -> bool {
        self.content.kind == CampaignKind::Reward
    }

    /// It tells of a reward by email, without words of the owner: it needs no consent and counts nowhere.
    #[must_use]
    pub fn is_notice(&self) -> bool {
        self.is_of_reward() && self.channel == Channel::Email && self.content.body == REWARD_NOTICE
    }
}
