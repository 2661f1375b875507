//! Answers to callers, from rows.

use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{CustomerId, Zone};
use saffron_proto::marketing as proto;

use crate::app::Preview;
use crate::domain::{
    CampaignKind, CampaignState, Channel, Counters, Encoding, Exclusion, Item, Outcome, Share,
};
use crate::store::{Campaign, EntryRow, GuestText, MessageRow, OutcomeRow};

/// A text, and the guest of its number: their id, first name and last name.
pub type TextRow = (GuestText, Option<(CustomerId, String, String)>);

fn wall(zone: &Zone, at: Timestamp) -> String {
    public_time(zone.wall(at))
}

pub const fn channel(channel: Channel) -> proto::Channel {
    match channel {
        Channel::Email => proto::Channel::Email,
        Channel::Text => proto::Channel::Text,
    }
}

const fn kind(kind: CampaignKind) -> proto::CampaignKind {
    match kind {
        CampaignKind::Basic => proto::CampaignKind::Basic,
        CampaignKind::Promotion => proto::CampaignKind::Promotion,
        CampaignKind::PromoCode => proto::CampaignKind::PromoCode,
        CampaignKind::Reward => proto::CampaignKind::Unspecified,
    }
}

const fn state(state: CampaignState) -> proto::CampaignState {
    match state {
        CampaignState::Sending => proto::CampaignState::Sending,
        CampaignState::Paused => proto::CampaignState::Paused,
        CampaignState::Stopped => proto::CampaignState::Stopped,
        CampaignState::Finished => proto::CampaignState::Finished,
    }
}

/// Unspecified: may get it.
pub const fn exclusion(exclusion: Option<Exclusion>) -> proto::Exclusion {
    match exclusion {
        None => proto::Exclusion::Unspecified,
        Some(Exclusion::OptedOut) => proto::Exclusion::OptedOut,
        Some(Exclusion::NoConsent) => proto::Exclusion::NoConsent,
        Some(Exclusion::TooMany) => proto::Exclusion::TooMany,
        Some(Exclusion::NoAddress) => proto::Exclusion::NoAddress,
        Some(Exclusion::Repeated) => proto::Exclusion::Repeated,
        Some(Exclusion::Erased) => proto::Exclusion::Erased,
        Some(Exclusion::Stopped) => proto::Exclusion::Stopped,
    }
}

const fn outcome(outcome: Outcome) -> proto::Outcome {
    match outcome {
        Outcome::Waiting => proto::Outcome::Waiting,
        Outcome::Sending => proto::Outcome::Sending,
        Outcome::Sent => proto::Outcome::Sent,
        Outcome::Failed => proto::Outcome::Failed,
        Outcome::Excluded => proto::Outcome::Excluded,
        Outcome::Unknown => proto::Outcome::Unknown,
    }
}

fn exclusions(counters: &Counters) -> Vec<proto::ExclusionCount> {
    let count = |(why, count)| proto::ExclusionCount { exclusion: exclusion(Some(why)).into(), count };
    counters.reasons().map(count).collect()
}

fn item(item: Item) -> proto::CampaignItem {
    proto::CampaignItem {
        image_url: item.image_url,
        name: item.name,
        original_price: item.original_price,
        price: item.price,
    }
}

/// A campaign; `result` of what its promo code brought.
pub fn campaign(zone: &Zone, campaign: Campaign, result: Option<Share>) -> proto::Campaign {
    let counters = campaign.counters;
    let result = (campaign.content.kind == CampaignKind::PromoCode).then(|| {
        let share = result.unwrap_or_default();
        proto::PromoResult {
            redemptions: share.redemptions,
            sales: share.sales,
            discount: share.discount,
            profit: share.profit,
            sales_without_cost: share.without_cost,
        }
    });
    proto::Campaign {
        pos_id: campaign.pos_id.to_string(),
        campaign_id: campaign.id.to_string(),
        channel: channel(campaign.channel).into(),
        kind: kind(campaign.content.kind).into(),
        state: state(campaign.state).into(),
        subject: campaign.content.subject,
        body: campaign.content.body,
        promo_code: campaign.content.promo_code,
        discount_percentage: campaign.content.discount_percentage,
        items: campaign.content.items.into_iter().map(item).collect(),
        created_at: wall(zone, campaign.created_at),
        created_by: campaign.created_by,
        finished_at: campaign.finished_at.map(|at| wall(zone, at)).unwrap_or_default(),
        recipients: counters.recipients(),
        waiting: counters.waiting,
        sending: counters.sending,
        sent: counters.sent,
        failed: counters.failed,
        excluded: counters.excluded(),
        unknown: counters.unknown,
        exclusions: exclusions(&counters),
        opted_out: counters.opted_out,
        quiet: counters.quiet,
        result,
        segments: counters.segments,
    }
}

/// What a campaign would be.
pub fn preview(preview: Preview) -> proto::PreviewCampaignResponse {
    proto::PreviewCampaignResponse {
        recipients: preview.counters.waiting,
        excluded: exclusions(&preview.counters),
        subject: preview.subject,
        html: preview.html,
        text: preview.text,
        segments: preview.segments.into(),
        encoding: preview.encoding.map(Encoding::as_str).unwrap_or_default().to_owned(),
        discount_percentage: preview.discount_percentage,
        quiet: preview.counters.quiet,
    }
}

/// A recipient of a campaign.
pub fn recipient_outcome(zone: &Zone, row: OutcomeRow) -> proto::RecipientOutcome {
    proto::RecipientOutcome {
        pos_customer_id: row.customer_id,
        first_name: row.first_name,
        last_name: row.last_name,
        address: row.address.unwrap_or_default(),
        outcome: outcome(row.outcome).into(),
        exclusion: exclusion(row.exclusion).into(),
        reason: row.reason,
        delivery: row.delivery,
        at: row.settled_at.map(|at| wall(zone, at)).unwrap_or_default(),
        opted_out: row.opted_out,
    }
}

/// A line of the consent ledger.
pub fn consent(zone: &Zone, row: EntryRow) -> proto::ConsentEntry {
    proto::ConsentEntry {
        at: wall(zone, row.at),
        channel: channel(row.channel).into(),
        granted: row.granted,
        act: row.act.as_str().to_owned(),
        by: row.by,
    }
}

/// A text of a guest.
pub fn guest_text(zone: &Zone, (text, guest): TextRow) -> proto::GuestText {
    let (id, first_name, last_name) =
        guest.map_or_else(Default::default, |(id, first, last)| (String::from(id), first, last));
    proto::GuestText {
        text_id: text.id.to_string(),
        at: wall(zone, text.received_at),
        pos_customer_id: id,
        first_name,
        last_name,
        phone: text.phone,
        body: text.body,
        attachments: text.attachments,
    }
}

/// A message that was made for a guest.
pub fn guest_message(zone: &Zone, row: MessageRow) -> proto::GuestMessage {
    proto::GuestMessage {
        campaign_id: row.campaign.to_string(),
        channel: channel(row.channel).into(),
        kind: row.kind.as_str().to_owned(),
        subject: row.subject,
        body: row.body,
        created_at: wall(zone, row.created_at),
        outcome: Some(recipient_outcome(zone, row.outcome)),
    }
}
