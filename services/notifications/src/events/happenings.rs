//! Events that people are notified of, as happenings.

use saffron_core::event::{
    CampaignFinished, ConnectionDiffers, ConnectionOverlapped, DisputeOpened, DisputeOpenedV2,
    GuestTextReceived, ImportOverlapped, PaymentChanged, PaymentChangedV2, PayoutChanged, PayoutChangedV2,
    StockRanOut,
};
use uuid::Uuid;

use crate::app::Version;
use crate::domain::{CardAmount, DOLLARS, Differing, FinishedCampaign, Happening, Overlap, Overlapped};
use crate::store::NewHappening;

/// What an event adds to the happenings.
pub enum Effect {
    Happening(NewHappening),
    /// A happening at a location's card account; none where people are not notified of the event.
    CardHappening(Option<NewHappening>, Version),
}

/// An item ran out; `event` distinguishes one time from another.
pub fn stock_ran_out(StockRanOut { pos_id, item_id, .. }: StockRanOut, event: Uuid) -> Effect {
    let (source, happening) = (format!("{item_id}/{event}"), Happening::ItemRanOut { item: item_id });
    Effect::Happening(NewHappening { pos_id, source, happening })
}

pub fn campaign_finished(campaign: CampaignFinished) -> Effect {
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
    let (pos_id, source) = (campaign.pos_id, campaign.campaign_id.to_string());
    Effect::Happening(NewHappening { pos_id, source, happening })
}

pub fn guest_text_received(GuestTextReceived { pos_id, text_id }: GuestTextReceived) -> Effect {
    let (source, happening) = (text_id.to_string(), Happening::GuestText { id: text_id });
    Effect::Happening(NewHappening { pos_id, source, happening })
}

/// Days of an import count twice; `event` distinguishes one time from another.
pub fn import_overlapped(of: ImportOverlapped, event: Uuid) -> Effect {
    let happening = Happening::SalesCountedTwice(Overlap {
        of: Overlapped::Import { import: of.import_id, cents: of.import_net_sales.cents() },
        days: of.days,
        first: of.first_date,
        last: of.last_date,
    });
    let (pos_id, source) = (of.pos_id, format!("{}/{event}", of.import_id));
    Effect::Happening(NewHappening { pos_id, source, happening })
}

/// Another source has days of a connection too; `event` distinguishes one time from another.
pub fn connection_overlapped(of: ConnectionOverlapped, event: Uuid) -> Effect {
    let happening = Happening::SalesCountedTwice(Overlap {
        of: Overlapped::Connection { connection: of.connection_id },
        days: of.days,
        first: of.first_date,
        last: of.last_date,
    });
    let (pos_id, source) = (of.pos_id, format!("{}/{event}", of.connection_id));
    Effect::Happening(NewHappening { pos_id, source, happening })
}

/// Days of a connection differ; `event` distinguishes one time from another.
pub fn connection_differs(of: ConnectionDiffers, event: Uuid) -> Effect {
    let happening = Happening::SalesDiffer(Differing {
        connection: of.connection_id,
        days: of.days,
        first: of.first_date,
        last: of.last_date,
    });
    let (pos_id, source) = (of.pos_id, format!("{}/{event}", of.connection_id));
    Effect::Happening(NewHappening { pos_id, source, happening })
}

pub fn payout_changed(event: PayoutChangedV2) -> Effect {
    Effect::CardHappening(payout_happening(event), Version::Newest)
}

pub fn payout_changed_v1(event: PayoutChanged) -> Effect {
    let PayoutChanged { pos_id, payout_id, state, amount } = event;
    let event = PayoutChangedV2 { pos_id, payout_id, state, amount, currency: DOLLARS.into() };
    Effect::CardHappening(payout_happening(event), Version::Older)
}

fn payout_happening(
    PayoutChangedV2 { pos_id, payout_id, state, amount, currency }: PayoutChangedV2,
) -> Option<NewHappening> {
    let money = CardAmount { id: payout_id.clone(), cents: amount, currency };
    let happening = match state.as_str() {
        "PAYOUT_PAID" => Happening::PayoutPaid(money),
        "PAYOUT_FAILED" => Happening::PayoutFailed(money),
        _ => return None,
    };
    Some(NewHappening { pos_id, source: payout_id, happening })
}

pub fn payment_changed(event: PaymentChangedV2) -> Effect {
    Effect::CardHappening(payment_happening(event), Version::Newest)
}

pub fn payment_changed_v1(event: PaymentChanged) -> Effect {
    let PaymentChanged { pos_id, payment_intent_id, check_id, state, amount, amount_refunded } = event;
    let currency = DOLLARS.into();
    let event =
        PaymentChangedV2 { pos_id, payment_intent_id, check_id, state, amount, amount_refunded, currency };
    Effect::CardHappening(payment_happening(event), Version::Older)
}

fn payment_happening(event: PaymentChangedV2) -> Option<NewHappening> {
    let source = event.payment_intent_id;
    let money = CardAmount { id: source.clone(), cents: event.amount, currency: event.currency };
    let happening = Happening::PaymentFailed(money);
    (event.state == "PAYMENT_FAILED").then_some(NewHappening { pos_id: event.pos_id, source, happening })
}

pub fn dispute_opened(event: DisputeOpenedV2) -> Effect {
    Effect::CardHappening(Some(dispute_happening(event)), Version::Newest)
}

pub fn dispute_opened_v1(event: DisputeOpened) -> Effect {
    let DisputeOpened { pos_id, dispute_id, payment_intent_id, amount, reason } = event;
    let currency = DOLLARS.into();
    let event = DisputeOpenedV2 { pos_id, dispute_id, payment_intent_id, amount, currency, reason };
    Effect::CardHappening(Some(dispute_happening(event)), Version::Older)
}

fn dispute_happening(event: DisputeOpenedV2) -> NewHappening {
    let is_payment = event.payment_intent_id.is_some();
    let id = event.payment_intent_id.unwrap_or_else(|| event.dispute_id.clone());
    let money = CardAmount { id, cents: event.amount, currency: event.currency };
    let happening = Happening::DisputeOpened { is_payment, money, why: event.reason };
    NewHappening { pos_id: event.pos_id, source: event.dispute_id, happening }
}
