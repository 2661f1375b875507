//! Requests to domain types.

use saffron_core::{Calendar, Error, PosId, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, Mirrored as _};
use saffron_proto::marketing as proto;
use uuid::Uuid;

use crate::domain::{Address, CampaignKind, Change, Channel, Draft, Guest, Item, RawDraft};

/// The requested location of the caller, or the only one, with the time zone.
pub fn location(caller: &Caller, pos_id: &str) -> Result<(PosId, Calendar), Fault> {
    caller.location(pos_id, "Please select location to proceed!")
}

/// The requested guest, who need not exist, and the location's time zone.
pub fn guest(caller: &Caller, pos_id: &str, id: &str) -> Result<(Guest, Calendar), Fault> {
    let (pos_id, calendar) = location(caller, pos_id)?;
    let id = id.parse().map_err(|e| Error::invalid("posCustomerID", format!("{e}")))?;
    Ok(((pos_id, id), calendar))
}

/// The id of a requested campaign, which need not exist.
pub fn campaign_id(id: &str) -> Result<Uuid, Fault> {
    Ok(id.parse().map_err(|_| Error::invalid("campaignID", "must be the id of a campaign"))?)
}

/// The id of a requested text, which need not exist; none if not given.
pub fn text_id(id: &str) -> Result<Option<Uuid>, Fault> {
    let parse = || id.parse().map_err(|_| Error::invalid("textID", "must be the id of a text").into());
    (!id.is_empty()).then(parse).transpose()
}

/// The requested channel, which is required.
pub fn channel(value: i32) -> Result<Channel, Fault> {
    Ok(Channel::of_message(value).ok_or_else(|| Error::invalid("channel", "must be email or text"))?)
}

/// The requested change of a campaign.
pub fn change(value: i32) -> Result<Change, Fault> {
    let change = Change::of_message(value);
    Ok(change.ok_or_else(|| Error::invalid("change", "must be pause, resume or stop"))?)
}

/// The text, if it is not empty.
fn filled(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// The own address of the caller, to which tests go.
pub fn own_address(channel: Channel, to: &str) -> Result<Address, Fault> {
    Ok(Address::parse(channel, to).map_err(|_| match channel {
        Channel::Email => {
            Error::invalid("channel", "The email address of your account cannot be written to.")
        }
        Channel::Text => Error::invalid("channel", "Your account has no US phone number that gets texts."),
    })?)
}

/// A checked draft with its location, and the sender's name and website in the request. That of a preview may be incomplete.
pub fn draft(
    caller: &Caller,
    draft: Option<proto::Draft>,
    is_preview: bool,
) -> Result<(PosId, Draft, String, String), Fault> {
    let draft = draft.unwrap_or_default();
    let (pos_id, _) = location(caller, &draft.pos_id)?;
    let kind = match draft.kind() {
        proto::CampaignKind::Basic => CampaignKind::Basic,
        proto::CampaignKind::Promotion => CampaignKind::Promotion,
        proto::CampaignKind::PromoCode => CampaignKind::PromoCode,
        proto::CampaignKind::Unspecified => {
            return Err(Error::invalid("kind", "must be basic, promotion or promoCode").into());
        }
    };
    let item = |item: proto::CampaignItem| Item {
        image_url: item.image_url,
        name: item.name,
        original_price: item.original_price,
        price: item.price,
    };
    let raw = RawDraft {
        channel: channel(draft.channel)?,
        kind,
        emails: draft.emails,
        recipients: draft.recipients.into_iter().map(|to| (to.phone, to.first_name)).collect(),
        subject: draft.subject,
        body: draft.body,
        promo_code: draft.promo_code.trim().to_ascii_uppercase(),
        discount_percentage: draft.discount_percentage,
        items: draft.items.into_iter().map(item).collect(),
        valid_until: filled(&draft.valid_until).map(|date| parse_field("validUntil", date)).transpose()?,
    };
    Ok((pos_id, Draft::check(raw, is_preview)?, draft.business_name, draft.website))
}
