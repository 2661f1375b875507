//! What other services publish, noted to be told.

use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_core::event::{
    CampaignFinished, DisputeOpened, GuestTextReceived, PaymentChanged, PayoutChanged, StockRanOut,
};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::Happening;
use crate::store::{self, Note};

/// What was published longer ago is no news: a consumer that is new hears all that is kept.
const NEWS: SignedDuration = SignedDuration::from_hours(24);

/// Whether something of this moment is still to be told.
#[must_use]
pub fn is_news(at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(at) <= NEWS
}

async fn note(tx: &mut Tx, pos_id: PosId, source: String, happening: Happening) -> Result<(), Fault> {
    let now = tx.clock().now();
    store::note(tx, &[Note { pos_id, source, happening }], now).await
}

/// An item ran out; `event` tells one time from another.
///
/// # Errors
/// If the database is away.
pub async fn hear_item(tx: &mut Tx, ran_out: StockRanOut, event: Uuid) -> Result<(), Fault> {
    let source = format!("{}/{event}", ran_out.item_id);
    note(tx, ran_out.pos_id, source, Happening::ItemRanOut { item: ran_out.item_id }).await
}

/// A payout arrived, or did not.
///
/// # Errors
/// If the database is away.
pub async fn hear_payout(tx: &mut Tx, payout: PayoutChanged) -> Result<(), Fault> {
    let (id, cents) = (payout.payout_id.clone(), payout.amount);
    let happening = match payout.state.as_str() {
        "PAYOUT_PAID" => Happening::PayoutPaid { id, cents },
        "PAYOUT_FAILED" => Happening::PayoutFailed { id, cents },
        _ => return Ok(()),
    };
    note(tx, payout.pos_id, payout.payout_id, happening).await
}

/// A card payment failed.
///
/// # Errors
/// If the database is away.
pub async fn hear_payment(tx: &mut Tx, payment: PaymentChanged) -> Result<(), Fault> {
    if payment.state != "PAYMENT_FAILED" {
        return Ok(());
    }
    let happening = Happening::PaymentFailed { id: payment.payment_intent_id.clone(), cents: payment.amount };
    note(tx, payment.pos_id, payment.payment_intent_id, happening).await
}

/// A dispute was opened.
///
/// # Errors
/// If the database is away.
pub async fn hear_dispute(tx: &mut Tx, dispute: DisputeOpened) -> Result<(), Fault> {
    let is_payment = dispute.payment_intent_id.is_some();
    let happening = Happening::DisputeOpened {
        id: dispute.payment_intent_id.unwrap_or_else(|| dispute.dispute_id.clone()),
        is_payment,
        cents: dispute.amount,
        why: dispute.reason,
    };
    note(tx, dispute.pos_id, dispute.dispute_id, happening).await
}

/// A campaign came to its end.
///
/// # Errors
/// If the database is away.
pub async fn hear_campaign(tx: &mut Tx, campaign: CampaignFinished) -> Result<(), Fault> {
    let counts = campaign.counts;
    let happening = Happening::CampaignFinished {
        id: campaign.campaign_id,
        by_text: campaign.channel == "text",
        stopped: campaign.stopped,
        recipients: counts.recipients,
        sent: counts.sent,
        failed: counts.failed,
        excluded: counts.excluded,
        unknown: counts.unknown,
    };
    note(tx, campaign.pos_id, campaign.campaign_id.to_string(), happening).await
}

/// A guest wrote a text to the location.
///
/// # Errors
/// If the database is away.
pub async fn hear_guest_text(tx: &mut Tx, text: GuestTextReceived) -> Result<(), Fault> {
    let source = text.text_id.to_string();
    note(tx, text.pos_id, source, Happening::GuestText { id: text.text_id }).await
}
