use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, Error, ItemId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_proto::inventory::{MarkSoldOutRequest, UpdateItemRequest};
use uuid::Uuid;

use crate::domain::{
    Decide, DisplayName, ImageName, ItemEdit, Mark, Offer, OfferEdit, mark_end, money, quantity,
};
use crate::store::ItemKey;

/// The most items that are marked at once.
const MOST_MARKED: usize = 500;

pub(super) fn campaign_id(text: &str) -> Result<Uuid, Fault> {
    text.parse().map_err(|_| Error::invalid("campaignID", "must be a UUID").into())
}

pub(super) fn item_id(text: &str) -> Result<ItemId, Fault> {
    text.parse().map_err(|e| Error::invalid("posItemID", format!("{e}")).into())
}

/// The requested edit, on the location's business date `today`.
pub(super) fn edit(message: &UpdateItemRequest, today: BusinessDate) -> Result<ItemEdit, Fault> {
    let offer = match &message.offer {
        None => OfferEdit::Leave,
        Some(offer) if offer.percent == 0 => OfferEdit::End,
        Some(offer) => {
            OfferEdit::Set(Offer::asked(offer.percent, &offer.valid_from, &offer.valid_until, today)?)
        }
    };
    Ok(ItemEdit {
        price: decided("price", message.price, message.take_till_price)?,
        cost: decided("estimatedCost", message.estimated_cost, message.take_till_cost)?,
        name: texted(message.display_name.as_deref(), DisplayName::asked)?,
        image: texted(message.image_url.as_deref(), ImageName::of_url)?,
        offer,
        stock: message.stock.map(|milli| quantity("stock", milli)).transpose()?,
        low_stock: message.low_stock.map(|milli| quantity("lowStock", milli)).transpose()?,
    })
}

fn decided(field: &'static str, cents: Option<i64>, use_till: bool) -> Result<Decide<Money>, Error> {
    match (cents, use_till) {
        (None, false) => Ok(Decide::Leave),
        (None, true) => Ok(Decide::UseTill),
        (Some(cents), false) => money(field, cents).map(Decide::Set),
        (Some(_), true) => Err(Error::invalid(field, "cannot be set and taken from the till at once")),
    }
}

/// An owner's text; an empty one means the till's value.
fn texted<T>(text: Option<&str>, read: impl Fn(&str) -> Result<T, Error>) -> Result<Decide<T>, Error> {
    match text.map(str::trim) {
        None => Ok(Decide::Leave),
        Some("") => Ok(Decide::UseTill),
        Some(text) => read(text).map(Decide::Set),
    }
}

/// Items to mark, and the mark for each of their locations.
pub(super) type Marking = (BTreeSet<ItemKey>, BTreeMap<PosId, Mark>);

/// The items to mark as sold out, with the mark of each location, which ends by its own wall time; no marks to remove them.
pub(super) fn marking(
    caller: &Caller,
    message: &MarkSoldOutRequest,
    now: Timestamp,
) -> Result<Marking, Fault> {
    if message.items.is_empty() || message.items.len() > MOST_MARKED {
        return Err(Error::invalid("items", format!("must be 1 to {MOST_MARKED}")).into());
    }
    if !message.sold_out && !message.until.is_empty() {
        return Err(Error::invalid("until", "goes only with a mark: leave it out to take marks back").into());
    }
    let (mut keys, mut marks) = (BTreeSet::new(), BTreeMap::new());
    for item in &message.items {
        let pos_id: PosId = item.pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
        let zone = caller.zone(&pos_id)?;
        if message.sold_out && !marks.contains_key(&pos_id) {
            let until = Some(message.until.as_str()).filter(|text| !text.is_empty());
            let until = until.map(|text| mark_end(text, zone, now)).transpose()?;
            marks.insert(pos_id.clone(), Mark { until });
        }
        keys.insert((pos_id, item_id(&item.pos_item_id)?));
    }
    Ok((keys, marks))
}
