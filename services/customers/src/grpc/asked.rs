//! What callers ask, checked.

use std::collections::BTreeSet;

use saffron_core::{CustomerId, Error, PosId};
use saffron_kit::grpc::Caller;
use saffron_proto::customers as proto;

use crate::app::{ALSO_AT_MOST, Recipient, SendReward};
use crate::domain::{self, Gift, Guest, Message};

/// A location of the caller; the only one where none is named.
pub fn location(caller: &Caller, pos_id: &str) -> Result<PosId, Error> {
    let named: Vec<String> = if pos_id.is_empty() { Vec::new() } else { vec![pos_id.to_owned()] };
    let mut scope = caller.scope(&named)?.into_keys();
    match (scope.next(), scope.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(Error::invalid("posID", "Please select location to view your customers.")),
    }
}

/// A guest of one of the caller's locations, who need not exist.
pub fn guest(caller: &Caller, pos_id: &str, id: &str) -> Result<Guest, Error> {
    let pos_id = location(caller, pos_id)?;
    Ok((pos_id, id.parse().map_err(|e| Error::invalid("posCustomerID", format!("{e}")))?))
}

/// Further ids of an erasure.
pub fn also_erase(ids: &[String]) -> Result<BTreeSet<CustomerId>, Error> {
    if ids.len() > ALSO_AT_MOST {
        return Err(Error::invalid("alsoErase", format!("may have at most {ALSO_AT_MOST} customers")));
    }
    ids.iter().map(|id| id.parse().map_err(|e| Error::invalid("alsoErase", format!("{e}")))).collect()
}

fn recipient(caller: &Caller, to: Option<proto::Recipient>) -> Result<Recipient, Error> {
    let to = to.unwrap_or_default();
    let locations = if to.pos_id.is_empty() {
        caller.locations.keys().cloned().collect()
    } else {
        vec![location(caller, &to.pos_id)?]
    };
    let filled = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let id = filled(to.pos_customer_id).map(|id| id.parse()).transpose();
    Ok(Recipient {
        locations,
        id: id.map_err(|e| Error::invalid("posCustomerID", format!("{e}")))?,
        email: filled(to.email).map(|text| domain::email(&text)),
        phone: filled(to.cell_phone_number).map(|text| domain::phone(&text)),
    })
}

fn send(
    to: Recipient,
    gift: Gift,
    message: &str,
    valid_until: &str,
    idempotency_key: String,
) -> Result<SendReward, Error> {
    let valid_until = if valid_until.is_empty() {
        None
    } else {
        Some(valid_until.parse().map_err(|e| Error::invalid("validUntil", format!("{e}")))?)
    };
    Ok(SendReward { to, gift, message: Message::parse(message)?, valid_until, idempotency_key })
}

/// A reward item to be sent.
pub fn reward_item(caller: &Caller, asked: proto::SendRewardItemRequest) -> Result<SendReward, Error> {
    let gift = Gift::item(&asked.pos_item_id, &asked.item_name, asked.price)?;
    let to = recipient(caller, asked.to)?;
    send(to, gift, &asked.message, &asked.valid_until, asked.idempotency_key)
}

/// Points to be sent.
pub fn reward_point(caller: &Caller, asked: proto::SendRewardPointRequest) -> Result<SendReward, Error> {
    let gift = Gift::points(asked.points)?;
    let to = recipient(caller, asked.to)?;
    send(to, gift, &asked.message, &asked.valid_until, asked.idempotency_key)
}
