use saffron_core::event::{
    CampaignFinished, DisputeOpened, Event, GuestTextReceived, LocationDescribed, LocationUnlinked,
    PaymentChanged, PayoutChanged, PersonErased, SessionsEnded, StockRanOut,
};
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventWorker, Heard};
use saffron_kit::pg::Tx;
use serde::de::DeserializeOwned;

use crate::app;

/// The reaction to what other services publish.
#[derive(Clone)]
pub struct Listener;

fn read<E: Event + DeserializeOwned>(event: &Heard) -> Result<E, Fault> {
    serde_json::from_str(event.data.get()).map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))
}

impl EventWorker for Listener {
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
        let is_news = app::is_news(event.time, tx.clock().now());
        if kind == StockRanOut::cloud_type() {
            let ran_out = read(&event)?;
            if is_news { app::hear_item(tx, ran_out, event.id).await } else { Ok(()) }
        } else if kind == PayoutChanged::cloud_type() {
            let payout = read(&event)?;
            if is_news { app::hear_payout(tx, payout).await } else { Ok(()) }
        } else if kind == PaymentChanged::cloud_type() {
            let payment = read(&event)?;
            if is_news { app::hear_payment(tx, payment).await } else { Ok(()) }
        } else if kind == DisputeOpened::cloud_type() {
            let dispute = read(&event)?;
            if is_news { app::hear_dispute(tx, dispute).await } else { Ok(()) }
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
