use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::{CampaignKind, CampaignState, Channel, Content, Counters, REWARD_NOTICE};

/// A campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// Unique in the installation.
    pub id: Uuid,
    pub pos_id: PosId,
    /// By email or by text.
    pub channel: Channel,
    pub content: Content,
    pub state: CampaignState,
    /// The hash of the request that created it.
    pub request_hash: Vec<u8>,
    /// UTC.
    pub created_at: Timestamp,
    /// The name of the person.
    pub created_by: String,
    /// UTC.
    pub finished_at: Option<Timestamp>,
    pub counters: Counters,
    /// When a recipient is next due, UTC.
    pub due_at: Timestamp,
    /// When the state was last published for open apps, UTC.
    pub announced_at: Timestamp,
    /// Whether it changed since then.
    pub unannounced: bool,
}

impl Campaign {
    /// A campaign created now.
    pub fn new(
        (pos_id, id): (PosId, Uuid),
        channel: Channel,
        content: Content,
        counters: Counters,
        now: Timestamp,
    ) -> Campaign {
        Campaign {
            id,
            pos_id,
            channel,
            content,
            state: CampaignState::Sending,
            request_hash: Vec::new(),
            created_at: now,
            created_by: String::new(),
            finished_at: None,
            counters,
            due_at: now,
            announced_at: Timestamp::UNIX_EPOCH,
            unannounced: true,
        }
    }

    /// Whether it is the message to one guest about a reward, which is not listed as a campaign.
    pub fn is_of_reward(&self) -> bool {
        self.content.kind == CampaignKind::Reward
    }

    /// Whether it is a reward notice without an owner's text: it needs no consent and does not count in the weekly cap.
    pub fn is_notice(&self) -> bool {
        self.is_of_reward() && self.channel == Channel::Email && self.content.body == REWARD_NOTICE
    }

    /// Whether it is listed as a campaign of this location.
    pub fn is_shown_at(&self, pos_id: &PosId) -> bool {
        self.pos_id == *pos_id && !self.is_of_reward()
    }
}

/// A row of the table.
struct Row {
    campaign_id: Uuid,
    pos_id: PosId,
    channel: Channel,
    kind: CampaignKind,
    state: CampaignState,
    subject: String,
    body: String,
    promo_code: String,
    discount_percentage: i32,
    items: String,
    reward: Option<String>,
    request_hash: Vec<u8>,
    created_at: Timestamp,
    created_by: String,
    finished_at: Option<jiff_sqlx::Timestamp>,
    recipients: i64,
    excluded: i64,
    waiting: i64,
    sending: i64,
    sent: i64,
    failed: i64,
    unknown: i64,
    quiet: i64,
    opted_out: i64,
    segments: i64,
    exclusions: Vec<i64>,
    due_at: Timestamp,
    announced_at: Timestamp,
    unannounced: bool,
    valid_until: Option<BusinessDate>,
}

impl TryFrom<Row> for Campaign {
    type Error = Fault;
    fn try_from(row: Row) -> Result<Campaign, Fault> {
        let wrong = |column: &str| Fault::Permanent(format!("campaign {}: {column}", row.campaign_id));
        let counters = Counters {
            waiting: row.waiting,
            sending: row.sending,
            sent: row.sent,
            failed: row.failed,
            unknown: row.unknown,
            quiet: row.quiet,
            opted_out: row.opted_out,
            segments: row.segments,
            exclusions: row.exclusions.try_into().map_err(|_| wrong("exclusions"))?,
        };
        if (counters.recipients(), counters.excluded()) != (row.recipients, row.excluded) {
            return Err(wrong("its counters do not add up"));
        }
        Ok(Campaign {
            id: row.campaign_id,
            pos_id: row.pos_id,
            channel: row.channel,
            content: Content {
                kind: row.kind,
                subject: row.subject,
                body: row.body,
                promo_code: row.promo_code,
                discount_percentage: row.discount_percentage,
                items: serde_json::from_str(&row.items).map_err(|_| wrong("items"))?,
                valid_until: row.valid_until,
                reward: serde_json::from_str(row.reward.as_deref().unwrap_or("null"))
                    .map_err(|_| wrong("reward"))?,
            },
            state: row.state,
            request_hash: row.request_hash,
            created_at: row.created_at,
            created_by: row.created_by,
            finished_at: row.finished_at.map(jiff_sqlx::Timestamp::to_jiff),
            counters,
            due_at: row.due_at,
            announced_at: row.announced_at,
            unannounced: row.unannounced,
        })
    }
}

/// Campaigns by the rest of a statement. The columns are named: a statement of all columns fails once there is another one.
macro_rules! campaigns {
    ($rest:tt $(, $value:expr)*) => {
        sqlx::query_as!(
            Row,
            r#"SELECT campaign_id, pos_id, channel, kind, state, subject, body, promo_code, discount_percentage, items, reward,
               request_hash, created_at, created_by, finished_at, recipients, waiting, sending, sent, failed, excluded, unknown,
               quiet, opted_out, segments, exclusions, due_at, announced_at, unannounced,
               (SELECT e.valid_until FROM code_end AS e WHERE e.campaign_id = c.campaign_id)
                 AS "valid_until: BusinessDate"
             FROM campaign AS c "# + $rest
            $(, $value)*
        )
    };
}

/// Stores a campaign; false if the id exists.
pub async fn insert_campaign(tx: &mut Tx, campaign: &Campaign) -> Result<bool, Fault> {
    let Campaign { content, counters, .. } = campaign;
    let json = |e: serde_json::Error| Fault::Permanent(e.to_string());
    let made = sqlx::query!(
        "INSERT INTO campaign (campaign_id, pos_id, channel, kind, state, subject, body, promo_code,
           discount_percentage, items, reward, request_hash, created_at, created_by, recipients, waiting, sending, sent,
           failed, excluded, unknown, quiet, opted_out, segments, exclusions, due_at, announced_at, unannounced)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0, 0, 0, $17, 0, $18, 0, 0, $19,
           $20, $21, $22)
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
        serde_json::to_string(&content.items).map_err(json)?,
        content.reward.as_ref().map(serde_json::to_string).transpose().map_err(json)?,
        campaign.request_hash,
        campaign.created_at.to_sqlx(),
        campaign.created_by,
        counters.recipients(),
        counters.waiting,
        counters.excluded(),
        counters.quiet,
        &counters.exclusions[..],
        campaign.due_at.to_sqlx(),
        campaign.announced_at.to_sqlx(),
        campaign.unannounced
    )
    .execute(tx.conn())
    .await?;
    let is_new = made.rows_affected() > 0;
    if let (true, Some(valid_until)) = (is_new, content.valid_until) {
        sqlx::query!(
            "INSERT INTO code_end (campaign_id, valid_until) VALUES ($1, $2)",
            campaign.id,
            valid_until as BusinessDate
        )
        .execute(tx.conn())
        .await?;
    }
    Ok(is_new)
}

/// Locks a campaign for this transaction; none if there is no such campaign.
pub async fn lock_campaign(tx: &mut Tx, id: Uuid) -> Result<Option<Campaign>, Fault> {
    let row = campaigns!("WHERE campaign_id = $1 FOR UPDATE", id).fetch_optional(tx.conn()).await?;
    row.map(Campaign::try_from).transpose()
}

/// Locks the campaigns with waiting or claimed recipients, in order.
pub async fn lock_unfinished(tx: &mut Tx) -> Result<Vec<Campaign>, Fault> {
    let rows = campaigns!("WHERE waiting + sending > 0 ORDER BY campaign_id FOR UPDATE");
    let rows = rows.fetch_all(tx.conn()).await?;
    rows.into_iter().map(Campaign::try_from).collect()
}

/// A campaign; none if there is no such campaign.
pub async fn find_campaign(tx: &mut Tx, id: Uuid) -> Result<Option<Campaign>, Fault> {
    let row = campaigns!("WHERE campaign_id = $1", id).fetch_optional(tx.conn()).await?;
    row.map(Campaign::try_from).transpose()
}

/// Stores the state of a locked campaign.
pub async fn save_campaign(tx: &mut Tx, campaign: &Campaign) -> Result<(), Fault> {
    let counters = &campaign.counters;
    sqlx::query!(
        "UPDATE campaign SET state = $2, finished_at = $3, waiting = $4, sending = $5, sent = $6, failed = $7,
           excluded = $8, unknown = $9, quiet = $10, opted_out = $11, segments = $12, exclusions = $13, due_at = $14,
           announced_at = $15, unannounced = $16
         WHERE campaign_id = $1",
        campaign.id,
        campaign.state.as_str(),
        campaign.finished_at.map(|at| at.to_sqlx()),
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
        campaign.due_at.to_sqlx(),
        campaign.announced_at.to_sqlx(),
        campaign.unannounced
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Campaigns with a state that was not announced, last announced at `before` or earlier.
pub async fn unannounced(tx: &mut Tx, before: Timestamp, limit: i64) -> Result<Vec<Uuid>, Fault> {
    Ok(sqlx::query_scalar!(
        "SELECT campaign_id FROM campaign WHERE unannounced AND announced_at <= $1 ORDER BY announced_at LIMIT $2",
        before.to_sqlx(),
        limit
    )
    .fetch_all(tx.conn())
    .await?)
}

/// Campaigns of a location, newest first, without messages about rewards.
pub async fn page_of_campaigns(
    tx: &mut Tx,
    pos_id: &PosId,
    channel: Option<Channel>,
    after: Option<&(Timestamp, Uuid)>,
    limit: i64,
) -> Result<Vec<Campaign>, Fault> {
    let (at, id) = after.copied().unwrap_or((Timestamp::MAX, Uuid::max()));
    let rows = campaigns!(
        "WHERE pos_id = $1 AND kind <> 'reward' AND (created_at, campaign_id) < ($2, $3)
           AND ($4::text IS NULL OR channel = $4)
         ORDER BY created_at DESC, campaign_id DESC LIMIT $5",
        pos_id.as_str(),
        at.to_sqlx(),
        id,
        channel.map(Channel::as_str),
        limit
    );
    let rows = rows.fetch_all(tx.conn()).await?;
    rows.into_iter().map(Campaign::try_from).collect()
}
