//! Events that people are notified of, as happenings.

use saffron_core::event::{
    CampaignFinished, DisputeOpened, DisputeOpenedV2, GuestTextReceived, PaymentChanged, PaymentChangedV2,
    PayoutChanged, PayoutChangedV2, StockRanOut,
};
use uuid::Uuid;

use crate::app::Version;
use crate::domain::{CardMoney, DOLLARS, FinishedCampaign, Happening};
use crate::store::Note;

/// What an event means for people.
pub enum News {
    Note(Note),
    /// At a location's card account; none: people are not notified of it.
    OfCards(Option<Note>, Version),
}

/// An item ran out; `event` distinguishes one time from another.
pub fn ran_out(StockRanOut { pos_id, item_id, .. }: StockRanOut, event: Uuid) -> News {
    let source = format!("{item_id}/{event}");
    News::Note(Note { pos_id, source, happening: Happening::ItemRanOut { item: item_id } })
}

pub fn campaign(campaign: CampaignFinished) -> News {
    let counts = campaign.counts;
    let happening = Happening::CampaignFinished(FinishedCampaign {
        id: campaign.campaign_id,
        by_text: campaign.channel == "text",
        stopped: campaign.stopped,
        recipients: counts.recipients,
        sent: counts.sent,
        failed: counts.failed,
        excluded: counts.excluded,
        unknown: counts.unknown,
    });
    News::Note(Note { pos_id: campaign.pos_id, source: campaign.campaign_id.to_string(), happening })
}

pub fn guest_text(GuestTextReceived { pos_id, text_id }: GuestTextReceived) -> News {
    News::Note(Note { pos_id, source: text_id.to_string(), happening: Happening::GuestText { id: text_id } })
}

pub fn payout(event: PayoutChangedV2) -> News {
    News::OfCards(of_payout(event), Version::Newest)
}

pub fn older_payout(event: PayoutChanged) -> News {
    let PayoutChanged { pos_id, payout_id, state, amount } = event;
    let event = PayoutChangedV2 { pos_id, payout_id, state, amount, currency: DOLLARS.into() };
    News::OfCards(of_payout(event), Version::Older)
}

fn of_payout(
    PayoutChangedV2 { pos_id, payout_id, state, amount, currency }: PayoutChangedV2,
) -> Option<Note> {
    let money = CardMoney { id: payout_id.clone(), cents: amount, currency };
    let happening = match state.as_str() {
        "PAYOUT_PAID" => Happening::PayoutPaid(money),
        "PAYOUT_FAILED" => Happening::PayoutFailed(money),
        _ => return None,
    };
    Some(Note { pos_id, source: payout_id, happening })
}

pub fn payment(event: PaymentChangedV2) -> News {
    News::OfCards(of_payment(event), Version::Newest)
}

pub fn older_payment(event: PaymentChanged) -> News {
    let PaymentChanged { pos_id, payment_intent_id, check_id, state, amount, amount_refunded } = event;
    let currency = DOLLARS.into();
    let event =
        PaymentChangedV2 { pos_id, payment_intent_id, check_id, state, amount, amount_refunded, currency };
    News::OfCards(of_payment(event), Version::Older)
}

fn of_payment(event: PaymentChangedV2) -> Option<Note> {
    let source = event.payment_intent_id;
    let money = CardMoney { id: source.clone(), cents: event.amount, currency: event.currency };
    let happening = Happening::PaymentFailed(money);
    (event.state == "PAYMENT_FAILED").then_some(Note { pos_id: event.pos_id, source, happening })
}

pub fn dispute(event: DisputeOpenedV2) -> News {
    News::OfCards(Some(of_dispute(event)), Version::Newest)
}

pub fn older_dispute(event: DisputeOpened) -> News {
    let DisputeOpened { pos_id, dispute_id, payment_intent_id, amount, reason } = event;
    let currency = DOLLARS.into();
    let event = DisputeOpenedV2 { pos_id, dispute_id, payment_intent_id, amount, currency, reason };
    News::OfCards(Some(of_dispute(event)), Version::Older)
}

fn of_dispute(event: DisputeOpenedV2) -> Note {
    let is_payment = event.payment_intent_id.is_some();
    let id = event.payment_intent_id.unwrap_or_else(|| event.dispute_id.clone());
    let money = CardMoney { id, cents: event.amount, currency: event.currency };
    let happening = Happening::DisputeOpened { is_payment, money, why: event.reason };
    Note { pos_id: event.pos_id, source: event.dispute_id, happening }
}
