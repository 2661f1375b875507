//! An item as Postgres holds it, and back.

use jiff_sqlx::{Date, DateTime, Timestamp};
use saffron_core::fact::{Label, Precedence};
use saffron_core::{Moment, Money, Quantity};
use saffron_kit::Fault;

use super::{business_date, stored};
use crate::domain::{
    Count, DisplayName, Item, Mark, MarkEnd, Offer, Own, Owned, PromoCode, Promotion, TillItem,
};

/// The columns of an item, with those of the one promotion of it that nobody ended.
pub(super) struct ItemRow {
    pub pos_id: String,
    pub pos_item_id: String,
    pub version: i64,
    pub revision: i64,
    pub event_id: String,
    pub item_name: String,
    pub major_category: Option<String>,
    pub minor_category: Option<String>,
    pub till_price: i64,
    pub till_cost: Option<i64>,
    pub till_image: Option<String>,
    pub till_low_stock: Option<i64>,
    pub till_count: Option<i64>,
    pub till_counted_at: Option<Timestamp>,
    pub own_price: Option<i64>,
    pub own_price_revision: Option<i64>,
    pub own_price_event_id: Option<String>,
    pub own_cost: Option<i64>,
    pub own_cost_revision: Option<i64>,
    pub own_cost_event_id: Option<String>,
    pub own_name: Option<String>,
    pub own_image: Option<String>,
    pub own_low_stock: Option<i64>,
    pub own_count: Option<i64>,
    pub own_counted_at: Option<Timestamp>,
    pub sold: i64,
    pub sold_out: bool,
    pub sold_out_until: Option<Timestamp>,
    pub sold_out_until_wall: Option<DateTime>,
    pub promo_code: Option<String>,
    pub percent: Option<i16>,
    pub valid_from: Option<Date>,
    pub valid_until: Option<Date>,
}

fn label(text: String) -> Result<Label, Fault> {
    stored(Label::try_from(text))
}

fn precedence(revision: i64, event_id: &str) -> Result<Precedence, Fault> {
    Ok(Precedence::new(revision, stored(event_id.parse())?))
}

fn count(quantity: Option<i64>, at: Option<Timestamp>) -> Option<Count> {
    Some(Count::at(Quantity::from_milli(quantity?), at?.to_jiff()))
}

fn owned(
    cents: Option<i64>,
    revision: Option<i64>,
    event_id: Option<&str>,
) -> Result<Option<Owned<Money>>, Fault> {
    let (Some(cents), Some(revision), Some(event_id)) = (cents, revision, event_id) else { return Ok(None) };
    Ok(Some(Owned { value: Money::from_cents(cents), over: precedence(revision, event_id)? }))
}

impl ItemRow {
    pub(super) fn item(self) -> Result<Item, Fault> {
        let until = match (self.sold_out_until, self.sold_out_until_wall) {
            (Some(at), Some(wall)) => {
                Some(MarkEnd::stored(Moment { at: at.to_jiff(), wall: wall.to_jiff() }))
            }
            _ => None,
        };
        let promotion = match (self.promo_code, self.percent, self.valid_from, self.valid_until) {
            (Some(code), Some(percent), Some(from), Some(until)) => Some(Promotion {
                code: PromoCode::stored(code),
                offer: offer_of(percent, from, until)?,
                ended: false,
            }),
            _ => None,
        };
        Ok(Item {
            pos_id: stored(self.pos_id.parse())?,
            id: stored(self.pos_item_id.parse())?,
            version: self.version,
            newest: precedence(self.revision, &self.event_id)?,
            till: TillItem {
                name: label(self.item_name)?,
                major_category: self.major_category.map(label).transpose()?,
                minor_category: self.minor_category.map(label).transpose()?,
                price: Money::from_cents(self.till_price),
                cost: self.till_cost.map(Money::from_cents),
                image_url: self.till_image,
                low_stock: self.till_low_stock.map(Quantity::from_milli),
            },
            till_count: count(self.till_count, self.till_counted_at),
            own: Own {
                price: owned(self.own_price, self.own_price_revision, self.own_price_event_id.as_deref())?,
                cost: owned(self.own_cost, self.own_cost_revision, self.own_cost_event_id.as_deref())?,
                name: self.own_name.map(DisplayName::stored),
                image: self.own_image.map(|image| stored(image.parse())).transpose()?,
                low_stock: self.own_low_stock.map(Quantity::from_milli),
                count: count(self.own_count, self.own_counted_at),
            },
            sold: Quantity::from_milli(self.sold),
            mark: self.sold_out.then_some(Mark { until }),
            promotion,
        })
    }
}

/// A stored offer.
pub(super) fn offer_of(percent: i16, from: Date, until: Date) -> Result<Offer, Fault> {
    Ok(Offer {
        percent: stored(u8::try_from(percent))?,
        from: business_date(from),
        until: business_date(until),
    })
}
