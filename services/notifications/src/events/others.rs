use saffron_core::event::{
    CampaignFinished, CardAccountReplaced, DisputeOpened, DisputeOpenedV2, Event, GuestTextReceived,
    LocationDescribed, LocationUnlinked, PaymentChanged, PaymentChangedV2, PayoutChanged, PayoutChangedV2,
    PersonErased, SessionsEnded, StockRanOut,
};
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Heard, event};
use saffron_kit::pg::Tx;
use serde::de::DeserializeOwned;

use crate::app::{self, OfCards};

/// The reaction to what other services publish.
#[derive(Clone)]
pub struct Listener;

fn read<E: Event + DeserializeOwned>(event: &Heard) -> Result<E, Fault> {
    serde_json::from_str(event.data.get()).map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))
}

/// News of a card account in the newest version; none: the event is another one.
fn of_cards(event: &Heard) -> Result<Option<OfCards>, Fault> {
    let kind = event.r#type.as_str();
    Ok(if kind == PayoutChangedV2::cloud_type() {
        Some(OfCards::Payout(read(event)?))
    } else if kind == PaymentChangedV2::cloud_type() {
        Some(OfCards::Payment(read(event)?))
    } else if kind == DisputeOpenedV2::cloud_type() {
        Some(OfCards::Dispute(read(event)?))
    } else {
        None
    })
}

impl EventWorker for Listener {
    const EVENTS: &'static [EventName] = &[
        event::<LocationDescribed>(),
        event::<LocationUnlinked>(),
        event::<PersonErased>(),
        event::<SessionsEnded>(),
        event::<StockRanOut>(),
        event::<PayoutChanged>(),
        event::<PaymentChanged>(),
        event::<DisputeOpened>(),
        event::<CardAccountReplaced>(),
        event::<CampaignFinished>(),
        event::<GuestTextReceived>(),
    ];

    async fn apply(&self, tx: &mut Tx, event: Heard) -> Result<(), Fault> {
        let kind = event.r#type.as_str();
        if kind == LocationDescribed::cloud_type() {
            return app::describe_location(tx, read(&event)?, event.sequence).await;
        }
        if kind == LocationUnlinked::cloud_type() {
            return app::leave_location(tx, &read(&event)?, event.time).await;
        }
        if kind == PersonErased::cloud_type() {
            let PersonErased { user_id } = read(&event)?;
            return app::forget_person(tx, user_id).await;
        }
        if kind == SessionsEnded::cloud_type() {
            return app::end_sessions(tx, &read(&event)?).await;
        }
        if kind == CardAccountReplaced::cloud_type() {
            return app::forget_cards(tx, &read(&event)?, event.sequence).await;
        }
        let is_news = app::is_news(event.time, tx.clock().now());
        if kind == StockRanOut::cloud_type() {
            let ran_out = read(&event)?;
            if is_news { app::hear_item(tx, ran_out, event.id).await } else { Ok(()) }
        } else if let Some(said) = of_cards(&event)? {
            if is_news { app::hear_cards(tx, said, event.sequence).await } else { Ok(()) }
        } else if kind == PayoutChanged::cloud_type() {
            let payout: PayoutChanged = read(&event)?;
            if is_news { app::hear_older(tx, payout, event.sequence).await } else { Ok(()) }
        } else if kind == PaymentChanged::cloud_type() {
            let payment: PaymentChanged = read(&event)?;
            if is_news { app::hear_older(tx, payment, event.sequence).await } else { Ok(()) }
        } else if kind == DisputeOpened::cloud_type() {
            let dispute: DisputeOpened = read(&event)?;
            if is_news { app::hear_older(tx, dispute, event.sequence).await } else { Ok(()) }
        } else if kind == CampaignFinished::cloud_type() {
            let campaign = read(&event)?;
            if is_news { app::hear_campaign(tx, campaign).await } else { Ok(()) }
        } else if kind == GuestTextReceived::cloud_type() {
            let text = read(&event)?;
            if is_news { app::hear_guest_text(tx, text).await } else { Ok(()) }
        } else {
            Err(Fault::Permanent(format!("{kind} is not heard here")))
        }
    }
}
