//! What other services publish, noted to be told.

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::{
    CampaignFinished, CardAccountReplaced, CommunicationsChanged, DisputeOpened, DisputeOpenedV2,
    GuestTextReceived, PaymentChanged, PaymentChangedV2, PayoutChanged, PayoutChangedV2, StockRanOut,
};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::domain::Happening;
use crate::store::{self, Note};

/// What was published longer ago is no news: a consumer that is new hears all that is kept.
const NEWS: SignedDuration = SignedDuration::from_hours(24);
/// How long an event of an older version waits for the newer one that is published beside it.
const BESIDE: SignedDuration = SignedDuration::from_secs(2);
/// The currency of events of card payments that do not name one.
const DOLLARS: &str = "usd";

/// Whether something of this moment is still to be told.
#[must_use]
pub fn is_news(at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(at) <= NEWS
}

/// An item ran out; `event` tells one time from another.
pub async fn hear_item(tx: &mut Tx, ran_out: StockRanOut, event: Uuid) -> Result<(), Fault> {
    let source = format!("{}/{event}", ran_out.item_id);
    let happening = Happening::ItemRanOut { item: ran_out.item_id };
    let now = tx.clock().now();
    store::note(tx, &[Note { pos_id: ran_out.pos_id, source, happening }], now).await
}

/// News of a location's card account.
#[derive(Debug)]
pub enum OfCards {
    /// A payout arrived, or did not.
    Payout(PayoutChangedV2),
    /// A card payment stands elsewhere.
    Payment(PaymentChangedV2),
    /// A dispute was opened.
    Dispute(DisputeOpenedV2),
}

impl From<PayoutChanged> for OfCards {
    fn from(old: PayoutChanged) -> OfCards {
        OfCards::Payout(PayoutChangedV2 {
            pos_id: old.pos_id,
            payout_id: old.payout_id,
            state: old.state,
            amount: old.amount,
            currency: DOLLARS.to_owned(),
        })
    }
}

impl From<PaymentChanged> for OfCards {
    fn from(old: PaymentChanged) -> OfCards {
        OfCards::Payment(PaymentChangedV2 {
            pos_id: old.pos_id,
            payment_intent_id: old.payment_intent_id,
            check_id: old.check_id,
            state: old.state,
            amount: old.amount,
            amount_refunded: old.amount_refunded,
            currency: DOLLARS.to_owned(),
        })
    }
}

impl From<DisputeOpened> for OfCards {
    fn from(old: DisputeOpened) -> OfCards {
        OfCards::Dispute(DisputeOpenedV2 {
            pos_id: old.pos_id,
            dispute_id: old.dispute_id,
            payment_intent_id: old.payment_intent_id,
            amount: old.amount,
            currency: DOLLARS.to_owned(),
            reason: old.reason,
        })
    }
}

impl OfCards {
    /// The news that people get of it; none: no news.
    fn note(self) -> Option<Note> {
        Some(match self {
            OfCards::Payout(payout) => {
                let (id, cents, currency) = (payout.payout_id.clone(), payout.amount, payout.currency);
                let happening = match payout.state.as_str() {
                    "PAYOUT_PAID" => Happening::PayoutPaid { id, cents, currency },
                    "PAYOUT_FAILED" => Happening::PayoutFailed { id, cents, currency },
                    _ => return None,
                };
                Note { pos_id: payout.pos_id, source: payout.payout_id, happening }
            }
            OfCards::Payment(payment) if payment.state == "PAYMENT_FAILED" => {
                let id = payment.payment_intent_id.clone();
                let happening =
                    Happening::PaymentFailed { id, cents: payment.amount, currency: payment.currency };
                Note { pos_id: payment.pos_id, source: payment.payment_intent_id, happening }
            }
            OfCards::Payment(_) => return None,
            OfCards::Dispute(dispute) => {
                let is_payment = dispute.payment_intent_id.is_some();
                let happening = Happening::DisputeOpened {
                    id: dispute.payment_intent_id.unwrap_or_else(|| dispute.dispute_id.clone()),
                    is_payment,
                    cents: dispute.amount,
                    currency: dispute.currency,
                    why: dispute.reason,
                };
                Note { pos_id: dispute.pos_id, source: dispute.dispute_id, happening }
            }
        })
    }
}

/// Something happened at a card account, unless it is a former one of the location: `sequence` is that of the event.
pub async fn hear_cards(tx: &mut Tx, said: OfCards, sequence: i64) -> Result<(), Fault> {
    let Some(note) = said.note() else { return Ok(()) };
    let now = tx.clock().now();
    if store::hold_card_account(tx, &note.pos_id).await? < sequence {
        store::note_newest(tx, &note, now).await?;
    }
    Ok(())
}

/// The same, said in an older version, beside which the newer one is published as well, unless payments itself is older.
pub async fn hear_older(tx: &mut Tx, said: impl Into<OfCards>, sequence: i64) -> Result<(), Fault> {
    let Some(note) = said.into().note() else { return Ok(()) };
    let now = tx.clock().now();
    if store::hold_card_account(tx, &note.pos_id).await? < sequence {
        store::note_unless_known(tx, &note, now, now + BESIDE).await?;
    }
    Ok(())
}

/// A location has another card account: news of the former one are forgotten, and later ones are left out. `sequence` is
/// that of the event.
pub async fn forget_cards(tx: &mut Tx, replaced: &CardAccountReplaced, sequence: i64) -> Result<(), Fault> {
    let pos_id = &replaced.pos_id;
    if store::hold_card_account(tx, pos_id).await? >= sequence {
        return Ok(());
    }
    store::note_former(tx, pos_id, sequence).await?;
    // First: a telling under way holds its row until it is written.
    store::forget_card_happenings(tx, pos_id).await?;
    let users = store::told_of_cards(tx, pos_id).await?;
    if users.is_empty() {
        return Ok(());
    }
    store::hold_inboxes(tx, &users).await?;
    store::forget_card_communications(tx, pos_id).await?;
    for (user_id, unread) in store::unread(tx, &users).await? {
        tx.publish(&CommunicationsChanged { user_id, unread })?;
    }
    Ok(())
}

/// A campaign came to its end.
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
    let source = campaign.campaign_id.to_string();
    let now = tx.clock().now();
    store::note(tx, &[Note { pos_id: campaign.pos_id, source, happening }], now).await
}

/// A guest wrote a text to the location.
pub async fn hear_guest_text(tx: &mut Tx, text: GuestTextReceived) -> Result<(), Fault> {
    let source = text.text_id.to_string();
    let happening = Happening::GuestText { id: text.text_id };
    let now = tx.clock().now();
    store::note(tx, &[Note { pos_id: text.pos_id, source, happening }], now).await
}
