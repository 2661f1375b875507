//! Requests to domain types.

use std::collections::BTreeSet;

use saffron_core::{Calendar, CustomerId, EmailAddress, Error, PosId, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_proto::customers as proto;

use crate::app::{ALSO_AT_MOST, Recipient, SendReward};
use crate::domain::{self, Gift, Guest, Message};

/// A location of the caller, which need not be named if it is the only one.
pub fn location(caller: &Caller, pos_id: &str) -> Result<(PosId, Calendar), Fault> {
    caller.location(pos_id, "Please select location to view your customers.")
}

/// A guest of one of the caller's locations, who need not exist.
pub fn guest(caller: &Caller, pos_id: &str, id: &str) -> Result<(Guest, Calendar), Fault> {
    let (pos_id, calendar) = location(caller, pos_id)?;
    Ok(((pos_id, parse_field("posCustomerID", id)?), calendar))
}

/// The other ids of an erasure.
pub fn also_erase(ids: &[String]) -> Result<BTreeSet<CustomerId>, Fault> {
    if ids.len() > ALSO_AT_MOST {
        return Err(Error::invalid("alsoErase", format!("may have at most {ALSO_AT_MOST} customers")).into());
    }
    Ok(ids.iter().map(|id| parse_field("alsoErase", id)).collect::<Result<_, _>>()?)
}

/// The request to send a reward item.
pub fn reward_item(caller: &Caller, message: proto::SendRewardItemRequest) -> Result<SendReward, Fault> {
    let gift = Gift::item(&message.pos_item_id, &message.item_name, message.price)?;
    let to = recipient(caller, message.to)?;
    reward(to, gift, &message.message, &message.valid_until, message.idempotency_key)
}

/// The request to send points.
pub fn reward_point(caller: &Caller, message: proto::SendRewardPointRequest) -> Result<SendReward, Fault> {
    let gift = Gift::points(message.points)?;
    let to = recipient(caller, message.to)?;
    reward(to, gift, &message.message, &message.valid_until, message.idempotency_key)
}

fn recipient(caller: &Caller, to: Option<proto::Recipient>) -> Result<Recipient, Fault> {
    let to = to.unwrap_or_default();
    let locations = if to.pos_id.is_empty() {
        caller.locations.keys().cloned().collect()
    } else {
        vec![location(caller, &to.pos_id)?.0]
    };
    let filled = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let id = filled(to.pos_customer_id).map(|id| parse_field("posCustomerID", &id)).transpose()?;
    let email = filled(to.email).map(|text| EmailAddress::normalize(&text));
    let phone = filled(to.cell_phone_number).map(|text| domain::phone(&text));
    Ok(Recipient { locations, id, email, phone })
}

fn reward(
    to: Recipient,
    gift: Gift,
    message: &str,
    valid_until: &str,
    idempotency_key: String,
) -> Result<SendReward, Fault> {
    let valid_until = Some(valid_until).filter(|text| !text.is_empty());
    let valid_until = valid_until.map(|text| parse_field("validUntil", text)).transpose()?;
    Ok(SendReward { to, gift, message: Message::parse(message)?, valid_until, idempotency_key })
}
