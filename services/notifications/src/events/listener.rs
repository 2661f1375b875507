use saffron_core::event::{
    BusinessDaySet, CampaignFinished, CardAccountReplaced, ConnectionDiffers, ConnectionOverlapped,
    DisputeOpened, Event, GuestTextReceived, ImportOverlapped, LocationDescribed, LocationUnlinked,
    PaymentChanged, PayoutChanged, PersonErased, SessionsEnded, StockRanOut,
};
use saffron_kit::Fault;
use saffron_kit::nats::react::{EventName, EventWorker, Received, event};
use saffron_kit::pg::Tx;
use serde::de::DeserializeOwned;

use super::happenings::{self, Effect};
use crate::app;

/// Reacts to the events of other services.
#[derive(Clone)]
pub struct Listener;

/// The data of an event; none if it is of another type.
fn parse<E: Event + DeserializeOwned>(event: &Received) -> Result<Option<E>, Fault> {
    let data = (event.r#type == E::cloud_type()).then(|| serde_json::from_str(event.data.get()));
    data.transpose().map_err(|e| Fault::Permanent(format!("{}: {e}", event.r#type)))
}

impl EventWorker for Listener {
    const EVENTS: &'static [EventName] = &[
        event::<BusinessDaySet>(),
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
        event::<ImportOverlapped>(),
        event::<ConnectionDiffers>(),
        event::<ConnectionOverlapped>(),
    ];

    async fn apply(&self, tx: &mut Tx, event: Received) -> Result<(), Fault> {
        if let Some(described) = parse(&event)? {
            return app::describe_location(tx, &described, event.sequence).await;
        }
        if let Some(set) = parse(&event)? {
            return app::set_business_day(tx, &set, event.sequence).await;
        }
        if let Some(left) = parse(&event)? {
            return app::leave_location(tx, &left, event.time).await;
        }
        if let Some(PersonErased { user_id }) = parse(&event)? {
            return app::delete_person(tx, user_id).await;
        }
        if let Some(ended) = parse(&event)? {
            return app::end_sessions(tx, &ended).await;
        }
        if let Some(CardAccountReplaced { pos_id }) = parse(&event)? {
            return app::replace_card_account(tx, &pos_id, event.sequence).await;
        }
        match effect_of(&event)? {
            _ if !app::is_recent(event.time, tx.clock().now()) => Ok(()),
            Effect::Happening(happening) => app::add_happening(tx, happening).await,
            Effect::CardHappening(Some(happening), version) => {
                app::add_card_happening(tx, happening, version, event.sequence).await
            }
            Effect::CardHappening(None, _) => Ok(()),
        }
    }
}

/// What an event adds to the happenings, in any of its versions.
fn effect_of(event: &Received) -> Result<Effect, Fault> {
    Ok(if let Some(ran_out) = parse(event)? {
        happenings::stock_ran_out(ran_out, event.id)
    } else if let Some(payout) = parse(event)? {
        happenings::payout_changed(payout)
    } else if let Some(payout) = parse(event)? {
        happenings::payout_changed_v1(payout)
    } else if let Some(payment) = parse(event)? {
        happenings::payment_changed(payment)
    } else if let Some(payment) = parse(event)? {
        happenings::payment_changed_v1(payment)
    } else if let Some(dispute) = parse(event)? {
        happenings::dispute_opened(dispute)
    } else if let Some(dispute) = parse(event)? {
        happenings::dispute_opened_v1(dispute)
    } else if let Some(campaign) = parse(event)? {
        happenings::campaign_finished(campaign)
    } else if let Some(text) = parse(event)? {
        happenings::guest_text_received(text)
    } else if let Some(overlap) = parse(event)? {
        happenings::import_overlapped(overlap, event.id)
    } else if let Some(differing) = parse(event)? {
        happenings::connection_differs(differing, event.id)
    } else if let Some(overlap) = parse(event)? {
        happenings::connection_overlapped(overlap, event.id)
    } else {
        return Err(Fault::Permanent(format!("{} is not worked here", event.r#type)));
    })
}
