use saffron_core::event::{
    CampaignFinished, CardAccountReplaced, DisputeOpened, Event, GuestTextReceived, LocationDescribed,
    LocationUnlinked, PaymentChanged, PayoutChanged, PersonErased, SessionsEnded, StockRanOut,
};
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, event};
use saffron_kit::pg::Tx;
use serde::de::DeserializeOwned;

use super::news::{self, News};
use crate::app;

/// The reaction to what other services publish.
#[derive(Clone)]
pub struct Listener;

/// The data of an event; none if it is of another type.
fn read<E: Event + DeserializeOwned>(event: &Received) -> Result<Option<E>, Fault> {
    let data = (event.r#type == E::cloud_type()).then(|| serde_json::from_str(event.data.get()));
    data.transpose().map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))
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

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        if let Some(described) = read(&event)? {
            return app::describe_location(tx, &described, event.sequence).await;
        }
        if let Some(left) = read(&event)? {
            return app::leave_location(tx, &left, event.time).await;
        }
        if let Some(PersonErased { user_id }) = read(&event)? {
            return app::forget_person(tx, user_id).await;
        }
        if let Some(ended) = read(&event)? {
            return app::end_sessions(tx, &ended).await;
        }
        if let Some(CardAccountReplaced { pos_id }) = read(&event)? {
            return app::replace_card_account(tx, &pos_id, event.sequence).await;
        }
        let news = news(&event)?;
        match news {
            _ if !app::is_news(event.time, tx.clock().now()) => Ok(()),
            News::Note(note) => app::note(tx, note).await,
            News::OfCards(Some(note), version) => {
                app::note_card_event(tx, note, version, event.sequence).await
            }
            News::OfCards(None, _) => Ok(()),
        }
    }
}

fn news(event: &Received) -> Result<News, Fault> {
    Ok(if let Some(ran_out) = read(event)? {
        news::ran_out(ran_out, event.id)
    } else if let Some(payout) = read(event)? {
        news::payout(payout)
    } else if let Some(payout) = read(event)? {
        news::older_payout(payout)
    } else if let Some(payment) = read(event)? {
        news::payment(payment)
    } else if let Some(payment) = read(event)? {
        news::older_payment(payment)
    } else if let Some(dispute) = read(event)? {
        news::dispute(dispute)
    } else if let Some(dispute) = read(event)? {
        news::older_dispute(dispute)
    } else if let Some(campaign) = read(event)? {
        news::campaign(campaign)
    } else if let Some(text) = read(event)? {
        news::guest_text(text)
    } else {
        return Err(Fault::Permanent(format!("{} is not worked here", event.r#type)));
    })
}
