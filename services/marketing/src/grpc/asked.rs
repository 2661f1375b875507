//! What callers ask, checked.

use saffron_core::{Error, PosId};
use saffron_kit::grpc::Caller;
use saffron_proto::marketing as proto;
use uuid::Uuid;

use crate::domain::{CampaignKind, Change, Channel, Draft, Guest, Outcome, Raw, RawItem};

/// A location of the caller; the only one where none is named.
pub fn location(caller: &Caller, pos_id: &str) -> Result<PosId, Error> {
    let named: Vec<String> = if pos_id.is_empty() { Vec::new() } else { vec![pos_id.to_owned()] };
    let mut scope = caller.scope(&named)?.into_keys();
    match (scope.next(), scope.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(Error::invalid("posID", "Please select location to proceed!")),
    }
}

/// A guest of one of the caller's locations, who need not exist.
pub fn guest(caller: &Caller, pos_id: &str, id: &str) -> Result<Guest, Error> {
    let pos_id = location(caller, pos_id)?;
    Ok((pos_id, id.parse().map_err(|e| Error::invalid("posCustomerID", format!("{e}")))?))
}

/// A campaign, which need not exist.
pub fn campaign(id: &str) -> Result<Uuid, Error> {
    id.parse().map_err(|_| Error::invalid("campaignID", "must be the id of a campaign"))
}

/// A text of a guest, which need not exist; none: not said.
pub fn text(id: &str) -> Result<Option<Uuid>, Error> {
    let parse = || id.parse().map_err(|_| Error::invalid("textID", "must be the id of a text"));
    (!id.is_empty()).then(parse).transpose()
}

/// A channel; none: not said.
pub fn channel(value: i32) -> Option<Channel> {
    match proto::Channel::try_from(value) {
        Ok(proto::Channel::Email) => Some(Channel::Email),
        Ok(proto::Channel::Text) => Some(Channel::Text),
        Ok(proto::Channel::Unspecified) | Err(_) => None,
    }
}

/// A channel that has to be said.
pub fn some_channel(value: i32) -> Result<Channel, Error> {
    channel(value).ok_or_else(|| Error::invalid("channel", "must be email or text"))
}

/// An outcome; none: all of them.
pub fn outcome(value: i32) -> Option<Outcome> {
    match proto::Outcome::try_from(value) {
        Ok(proto::Outcome::Waiting) => Some(Outcome::Waiting),
        Ok(proto::Outcome::Sending) => Some(Outcome::Sending),
        Ok(proto::Outcome::Sent) => Some(Outcome::Sent),
        Ok(proto::Outcome::Failed) => Some(Outcome::Failed),
        Ok(proto::Outcome::Excluded) => Some(Outcome::Excluded),
        Ok(proto::Outcome::Unknown) => Some(Outcome::Unknown),
        Ok(proto::Outcome::Unspecified) | Err(_) => None,
    }
}

/// What is done to a campaign.
pub fn change(value: i32) -> Result<Change, Error> {
    match proto::CampaignChange::try_from(value) {
        Ok(proto::CampaignChange::Pause) => Ok(Change::Pause),
        Ok(proto::CampaignChange::Resume) => Ok(Change::Resume),
        Ok(proto::CampaignChange::Stop) => Ok(Change::Stop),
        Ok(proto::CampaignChange::Unspecified) | Err(_) => {
            Err(Error::invalid("change", "must be pause, resume or stop"))
        }
    }
}

/// A message, with the names that the caller sent. One that is `looked_at` only may still lack words and recipients.
pub fn draft(
    caller: &Caller,
    draft: Option<proto::Draft>,
    looked_at: bool,
) -> Result<(PosId, Draft, String, String), Error> {
    let draft = draft.unwrap_or_default();
    let pos_id = location(caller, &draft.pos_id)?;
    let kind = match proto::CampaignKind::try_from(draft.kind) {
        Ok(proto::CampaignKind::Basic) => CampaignKind::Basic,
        Ok(proto::CampaignKind::Promotion) => CampaignKind::Promotion,
        Ok(proto::CampaignKind::PromoCode) => CampaignKind::PromoCode,
        Ok(proto::CampaignKind::Unspecified) | Err(_) => {
            return Err(Error::invalid("kind", "must be basic, promotion or promoCode"));
        }
    };
    let item = |item: proto::CampaignItem| RawItem {
        image_url: item.image_url,
        name: item.name,
        original_price: item.original_price,
        price: item.price,
    };
    let raw = Raw {
        channel: some_channel(draft.channel)?,
        kind,
        emails: draft.emails,
        recipients: draft.recipients.into_iter().map(|to| (to.phone, to.first_name)).collect(),
        subject: draft.subject,
        body: draft.body,
        promo_code: draft.promo_code.trim().to_ascii_uppercase(),
        discount_percentage: draft.discount_percentage,
        items: draft.items.into_iter().map(item).collect(),
    };
    Ok((pos_id, Draft::check(raw, looked_at)?, draft.business_name, draft.website))
}
