//! Rows and domain types to messages.

use jiff::Timestamp;
use saffron_core::time::public_time;
use saffron_core::{Calendar, CustomerId, Money};
use saffron_kit::grpc::Mirrored as _;
use saffron_proto::marketing as proto;

use crate::app::{App, Preview};
use crate::domain::{CampaignKind, Channel, CodeResult, Counters, Encoding, Exclusion, Item};
use crate::store::{Campaign, EntryRow, GuestText, MessageRow, OutcomeRow};

fn wall(calendar: &Calendar, at: impl Into<Timestamp>) -> String {
    public_time(calendar.wall(at.into()))
}

/// An exclusion; unspecified for none.
pub fn exclusion(exclusion: Option<Exclusion>) -> i32 {
    exclusion.map_or(0, Exclusion::for_message)
}

fn exclusions(counters: &Counters) -> Vec<proto::ExclusionCount> {
    let count =
        |(why, count): (Exclusion, i64)| proto::ExclusionCount { exclusion: why.for_message(), count };
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

/// A campaign; `result` is that of the checks with the promo code.
pub fn campaign(
    app: &App,
    calendar: &Calendar,
    campaign: Campaign,
    result: Option<CodeResult>,
) -> proto::Campaign {
    let (content, counters) = (campaign.content, campaign.counters);
    let cost = app.cost(counters.segments).filter(|_| campaign.channel == Channel::Text);
    let kind = match content.kind {
        CampaignKind::Basic => proto::CampaignKind::Basic,
        CampaignKind::Promotion => proto::CampaignKind::Promotion,
        CampaignKind::PromoCode => proto::CampaignKind::PromoCode,
        CampaignKind::Reward => proto::CampaignKind::Unspecified,
    };
    let result = result.unwrap_or_default();
    let result = proto::PromoResult {
        redemptions: result.redemptions,
        sales: result.sales,
        discount: result.discount,
        profit: result.profit,
        sales_without_cost: result.without_cost,
    };
    proto::Campaign {
        pos_id: campaign.pos_id.into(),
        campaign_id: campaign.id.to_string(),
        channel: campaign.channel.for_message(),
        kind: kind.into(),
        state: campaign.state.for_message(),
        subject: content.subject,
        body: content.body,
        promo_code: content.promo_code,
        discount_percentage: content.discount_percentage,
        items: content.items.into_iter().map(item).collect(),
        created_at: wall(calendar, campaign.created_at),
        created_by: campaign.created_by,
        finished_at: campaign.finished_at.map(|at| wall(calendar, at)).unwrap_or_default(),
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
        result: (content.kind == CampaignKind::PromoCode).then_some(result),
        segments: counters.segments,
        valid_until: content.valid_until.map(|date| date.to_string()).unwrap_or_default(),
        cost: cost.map(Money::cents),
    }
}

/// A campaign of a channel before it is sent.
pub fn preview(app: &App, channel: Channel, preview: Preview) -> proto::PreviewCampaignResponse {
    let cost = app.cost(preview.total_segments).filter(|_| channel == Channel::Text);
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
        total_segments: preview.total_segments,
        cost: cost.map(Money::cents),
    }
}

/// A recipient of a campaign.
pub fn recipient_outcome(calendar: &Calendar, row: OutcomeRow) -> proto::RecipientOutcome {
    proto::RecipientOutcome {
        pos_customer_id: row.customer_id,
        first_name: row.first_name,
        last_name: row.last_name,
        address: row.address.map(|address| address.to_string()).unwrap_or_default(),
        outcome: row.outcome.for_message(),
        exclusion: exclusion(row.exclusion),
        reason: row.reason,
        delivery: row.delivery,
        at: row.settled_at.map(|at| wall(calendar, at)).unwrap_or_default(),
        opted_out: row.opted_out,
    }
}

/// A line of the consent ledger.
pub fn consent(calendar: &Calendar, row: EntryRow) -> proto::ConsentEntry {
    proto::ConsentEntry {
        at: wall(calendar, row.at),
        channel: row.channel.for_message(),
        granted: row.granted,
        act: row.act.as_str().to_owned(),
        by: row.by,
    }
}

/// A text, and the guest with the number: id, first name and last name.
pub fn guest_text(
    calendar: &Calendar,
    text: GuestText,
    guest: Option<(CustomerId, String, String)>,
) -> proto::GuestText {
    let (id, first_name, last_name) =
        guest.map_or_else(Default::default, |(id, first, last)| (String::from(id), first, last));
    proto::GuestText {
        text_id: text.id.to_string(),
        at: wall(calendar, text.received_at),
        pos_customer_id: id,
        first_name,
        last_name,
        phone: text.phone,
        body: text.body,
        attachments: text.attachments,
    }
}

/// A message that was made for a guest.
pub fn guest_message(calendar: &Calendar, row: MessageRow) -> proto::GuestMessage {
    proto::GuestMessage {
        campaign_id: row.campaign.to_string(),
        channel: row.channel.for_message(),
        kind: row.kind.as_str().to_owned(),
        subject: row.subject,
        body: row.body,
        created_at: wall(calendar, row.created_at),
        outcome: Some(recipient_outcome(calendar, row.outcome)),
    }
}
