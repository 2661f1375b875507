use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, Error, ItemId, Money, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_proto::inventory::{CodeTerms, MarkSoldOutRequest, UpdateItemRequest};
use uuid::Uuid;

use crate::domain::{
    self, Decision, DisplayName, ImageName, ItemEdit, Mark, Offer, OfferEdit, check_money, check_quantity,
    mark_end, next_opening,
};
use crate::store::ItemKey;

/// The most items in one request to mark them.
const MOST_MARKED: usize = 500;
/// The most items in one request for their facts.
const MOST_FACTS: usize = 1_000;

pub(super) fn campaign_id(text: &str) -> Result<Uuid, Fault> {
    text.parse().map_err(|_| Error::invalid("campaignID", "must be a UUID").into())
}

pub(super) fn code_terms(terms: Option<&CodeTerms>) -> Result<domain::CodeTerms, Fault> {
    let Some(terms) = terms else { return Ok(domain::CodeTerms::parse(0, &[], "")?) };
    Ok(domain::CodeTerms::parse(terms.discount_percentage, &terms.pos_item_ids, &terms.valid_until)?)
}

pub(super) fn item_id(text: &str) -> Result<ItemId, Fault> {
    text.parse().map_err(|e| Error::invalid("posItemID", format!("{e}")).into())
}

/// Ids of items whose facts are requested.
pub(super) fn item_ids(texts: &[String]) -> Result<Vec<ItemId>, Fault> {
    if texts.len() > MOST_FACTS {
        return Err(Error::invalid("posItemIDs", format!("may have at most {MOST_FACTS} entries")).into());
    }
    texts.iter().map(|text| item_id(text)).collect()
}

/// The requested edit, on the location's business date `today`.
pub(super) fn item_edit(message: &UpdateItemRequest, today: BusinessDate) -> Result<ItemEdit, Fault> {
    let offer = match &message.offer {
        None => OfferEdit::Leave,
        Some(offer) if offer.percent == 0 => OfferEdit::End,
        Some(offer) => {
            OfferEdit::Set(Offer::parse(offer.percent, &offer.valid_from, &offer.valid_until, today)?)
        }
    };
    Ok(ItemEdit {
        price: decide_money("price", message.price, message.take_till_price)?,
        cost: decide_money("estimatedCost", message.estimated_cost, message.take_till_cost)?,
        name: decide_text(message.display_name.as_deref(), DisplayName::parse)?,
        image: decide_text(message.image_url.as_deref(), ImageName::of_url)?,
        offer,
        stock: message.stock.map(|milli| check_quantity("stock", milli)).transpose()?,
        low_stock: message.low_stock.map(|milli| check_quantity("lowStock", milli)).transpose()?,
    })
}

/// What an owner decides of a price or cost: at most one of `cents` and `use_till` is set.
fn decide_money(field: &'static str, cents: Option<i64>, use_till: bool) -> Result<Decision<Money>, Error> {
    match (cents, use_till) {
        (None, false) => Ok(Decision::Leave),
        (None, true) => Ok(Decision::UseTill),
        (Some(cents), false) => check_money(field, cents).map(Decision::Set),
        (Some(_), true) => Err(Error::invalid(field, "cannot be set and taken from the till at once")),
    }
}

/// An owner's text; an empty one means the till's value.
fn decide_text<T>(text: Option<&str>, read: impl Fn(&str) -> Result<T, Error>) -> Result<Decision<T>, Error> {
    match text.map(str::trim) {
        None => Ok(Decision::Leave),
        Some("") => Ok(Decision::UseTill),
        Some(text) => read(text).map(Decision::Set),
    }
}

/// Items to mark, and the mark for each of their locations.
pub(super) type Marking = (BTreeSet<ItemKey>, BTreeMap<PosId, Mark>);

/// Reads which items to mark as sold out, and the mark of each location, which ends at the location's wall time; without marks
/// those of the items are removed.
pub(super) fn parse_marking(
    caller: &Caller,
    message: &MarkSoldOutRequest,
    now: Timestamp,
) -> Result<Marking, Fault> {
    if message.items.is_empty() || message.items.len() > MOST_MARKED {
        return Err(Error::invalid("items", format!("must be 1 to {MOST_MARKED}")).into());
    }
    let field = if message.until_opening { "untilOpening" } else { "until" };
    if !message.sold_out && (message.until_opening || !message.until.is_empty()) {
        return Err(Error::invalid(field, "goes only with a mark: leave it out to take marks back").into());
    }
    if message.until_opening && !message.until.is_empty() {
        return Err(Error::invalid(field, "goes only without until: leave out one of them").into());
    }
    let (mut keys, mut marks) = (BTreeSet::new(), BTreeMap::new());
    for item in &message.items {
        let pos_id: PosId = item.pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
        let calendar = caller.calendar(&pos_id)?;
        if message.sold_out && !marks.contains_key(&pos_id) {
            let until = match message.until.as_str() {
                _ if message.until_opening => Some(next_opening(calendar, now)),
                "" => None,
                text => Some(mark_end(text, calendar, now)?),
            };
            marks.insert(pos_id.clone(), Mark { until });
        }
        keys.insert((pos_id, item_id(&item.pos_item_id)?));
    }
    Ok((keys, marks))
}
