use jiff::Timestamp;
use saffron_core::fact::{ItemUpsert, Precedence};
use saffron_core::{BusinessDate, Code, Error, ItemId, Money, PosId, Quantity};

use super::audit_line::{dollars, pieces};
use super::{AuditLine, Count, Field, ImageName, Level, Mark, OfferState, Promotion};

/// The longest URL of a till that is shown.
const LONGEST_URL: usize = 2_000;

/// A name for guests: 1 to 100 characters, trimmed, without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplayName(Box<str>);

impl DisplayName {
    /// The most characters.
    const MAX: usize = 100;

    /// Reads what an owner wrote.
    pub fn asked(text: &str) -> Result<DisplayName, Error> {
        let text = text.trim();
        let wrong = |why: String| Err(Error::invalid("displayName", why));
        if text.is_empty() || text.chars().count() > DisplayName::MAX {
            return wrong(format!("must have 1 to {} characters", DisplayName::MAX));
        }
        if text.chars().any(char::is_control) {
            return wrong("may not contain control characters".into());
        }
        Ok(DisplayName(text.into()))
    }

    /// One that was kept, whatever the rules were then.
    #[must_use]
    pub fn stored(text: &str) -> DisplayName {
        DisplayName(text.into())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An owner's value, and the till's newest fact at that time. Only a fact after that one can confirm it: so a replay of the
/// facts before does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owned<T> {
    pub value: T,
    pub over: Precedence,
}

/// The till's values of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TillItem {
    /// As printed on the check.
    pub name: String,
    pub major_category: Option<String>,
    pub minor_category: Option<String>,
    /// Of one.
    pub price: Money,
    /// Of one, where known.
    pub cost: Option<Money>,
    /// The till's own picture.
    pub image_url: Option<String>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
}

/// One fact about an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TillFact {
    pub precedence: Precedence,
    pub item: TillItem,
    /// What the till counted; none where it does not track the item.
    pub count: Option<Count>,
}

impl TillFact {
    /// Of a fact that came in at `received_at`.
    #[must_use]
    pub fn of(
        precedence: Precedence,
        fact: ItemUpsert,
        time: Option<Timestamp>,
        received_at: Timestamp,
    ) -> TillFact {
        let image_url = fact.image_url.filter(|url| {
            url.len() <= LONGEST_URL
                && ["https://", "http://"].iter().any(|scheme| url.starts_with(scheme))
                && !url.chars().any(|char| char.is_control() || char.is_whitespace())
        });
        TillFact {
            precedence,
            count: fact.stock.map(|stock| Count::by_till(stock, time, received_at)),
            item: TillItem {
                name: fact.name.into(),
                major_category: fact.major_category.map(String::from),
                minor_category: fact.minor_category.map(String::from),
                price: fact.price,
                cost: fact.cost,
                image_url,
                low_stock: fact.low_stock,
            },
        }
    }
}

/// What the owner decided; nothing where the till's value is in force.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Own {
    pub price: Option<Owned<Money>>,
    pub cost: Option<Owned<Money>>,
    /// For guests.
    pub name: Option<DisplayName>,
    pub image: Option<ImageName>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
    pub count: Option<Count>,
}

/// An item of a location's menu, with the values of the till and of its owner.
///
/// The till's values are those of its newest fact; the owner's decisions stand beside them. In force is the owner's value
/// while there is one, else the till's. An owner's price or cost stays until the till confirms it: a fact after the one that
/// it was set over that has the same value ends it, since they agree, and from then on the till's counts again. A fact with
/// another value leaves the owner's in force and is kept beside it. An owner's value that is the till's own is none. Names
/// and pictures stay the owner's until the owner takes them back.
///
/// Stock is no decision: the newest count stands, the till's or the owner's, less what was sold since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub pos_id: PosId,
    /// Unique within the location.
    pub id: ItemId,
    /// Grows when the owner decides or the till has another value; not with each sale.
    pub version: i64,
    /// The newest fact about it.
    pub newest: Precedence,
    /// The values of that fact.
    pub till: TillItem,
    /// The count of that fact.
    pub till_count: Option<Count>,
    pub own: Own,
    /// What was sold since the count in force.
    pub sold: Quantity,
    /// The owner's mark that it is sold out; it may have ended.
    pub mark: Option<Mark>,
    /// Its offer: valid, to come, or over without another one since.
    pub promotion: Option<Promotion>,
}

/// There is no such item at the location.
#[must_use]
pub fn no_such_item(id: &ItemId) -> Error {
    let message = format!("There is no item {id} here: look it up in the items list.");
    Error { field: Some("posItemID".into()), ..Error::new(Code::NotFound, message) }
}

impl Item {
    /// An unknown item, by the first fact about it.
    #[must_use]
    pub fn first(pos_id: PosId, id: ItemId, fact: TillFact) -> Item {
        Item {
            pos_id,
            id,
            version: 1,
            newest: fact.precedence,
            till: fact.item,
            till_count: fact.count,
            own: Own::default(),
            sold: Quantity::ZERO,
            mark: None,
            promotion: None,
        }
    }

    /// Applies facts about it, in any order and again and again: the newest stands, and each that is newer than an owner's
    /// price or cost and has the same value confirms it. Returns what the till changed where an owner's value stood beside
    /// it; otherwise the audit list would hold nothing but syncs.
    pub fn apply(&mut self, facts: Vec<TillFact>) -> Vec<AuditLine> {
        let before = self.clone();
        for fact in facts {
            let confirms = |over: &Precedence| fact.precedence > *over;
            self.own.price.take_if(|own| confirms(&own.over) && own.value == fact.item.price);
            self.own.cost.take_if(|own| confirms(&own.over) && fact.item.cost == Some(own.value));
            if fact.precedence > self.newest {
                self.newest = fact.precedence;
                self.till = fact.item;
                self.till_count = fact.count;
            }
        }
        let (own, was, is) = (&before.own, &before.till, &self.till);
        let counted = |item: &Item| pieces(item.till_count.map(|count| count.quantity));
        let is_tracked_otherwise = before.till_count.is_some() != self.till_count.is_some();
        let fields = [
            (own.price.is_some(), Field::Price, dollars(Some(was.price)), dollars(Some(is.price))),
            (own.cost.is_some(), Field::EstimatedCost, dollars(was.cost), dollars(is.cost)),
            (own.name.is_some(), Field::DisplayName, was.name.clone(), is.name.clone()),
            (own.count.is_some() && is_tracked_otherwise, Field::Stock, counted(&before), counted(self)),
            (own.low_stock.is_some(), Field::LowStock, pieces(was.low_stock), pieces(is.low_stock)),
        ];
        let fields = fields.into_iter().filter(|(is_owned, ..)| *is_owned);
        fields.filter_map(|(_, field, was, became)| AuditLine::of(field, was, became)).collect()
    }

    /// Price of one, in force.
    #[must_use]
    pub fn price(&self) -> Money {
        self.own.price.as_ref().map_or(self.till.price, |own| own.value)
    }

    /// Cost of one, in force.
    #[must_use]
    pub fn cost(&self) -> Option<Money> {
        self.own.cost.as_ref().map(|own| own.value).or(self.till.cost)
    }

    /// Its name for guests.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.own.name.as_ref().map_or(&self.till.name, DisplayName::as_str)
    }

    /// The picture's URL, empty if there is none.
    #[must_use]
    pub fn image_url(&self) -> String {
        match &self.own.image {
            Some(image) => image.url(),
            None => self.till.image_url.clone().unwrap_or_default(),
        }
    }

    /// The count that stands: the newest; of two of one moment the owner's.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        match (self.till_count, self.own.count) {
            (Some(till), Some(own)) if till.at > own.at => Some(till),
            (till, own) => own.or(till),
        }
    }

    /// What is left; none without a count.
    #[must_use]
    pub fn stock(&self) -> Option<Quantity> {
        self.count().map(|count| count.quantity - self.sold)
    }

    /// At or below this the stock is low, if the till or the owner has set it.
    #[must_use]
    pub fn low_stock(&self) -> Option<Quantity> {
        self.own.low_stock.or(self.till.low_stock)
    }

    /// The mark that is in force now.
    #[must_use]
    pub fn standing_mark(&self, now: Timestamp) -> Option<Mark> {
        self.mark.filter(|mark| mark.stands(now))
    }

    /// How it is supplied now.
    #[must_use]
    pub fn level(&self, now: Timestamp) -> Option<Level> {
        Level::of(self.stock(), self.low_stock(), self.standing_mark(now).is_some())
    }

    /// Its offer, valid or to come on this date.
    #[must_use]
    pub fn offer(&self, today: BusinessDate) -> Option<&Promotion> {
        self.promotion.as_ref().filter(|promotion| promotion.state(today) != OfferState::Ended)
    }

    /// Marks it as sold out, or takes the mark back. Returns what changed, if anything did.
    pub fn set_mark(&mut self, mark: Option<Mark>, now: Timestamp) -> Option<AuditLine> {
        let standing = self.standing_mark(now);
        if standing == mark {
            return None;
        }
        self.mark = mark;
        let text = |mark: Option<Mark>| mark.as_ref().map(Mark::text).unwrap_or_default();
        AuditLine::of(Field::SoldOut, text(standing), text(mark))
    }

    /// Whether the till or the owner has decided otherwise than `before`: then its version grows. Counts of the till and
    /// sales do not, or an edit sheet would be out of date with each sale.
    #[must_use]
    pub fn is_decided_otherwise(&self, before: &Item) -> bool {
        (&self.till, &self.own, self.mark, &self.promotion)
            != (&before.till, &before.own, before.mark, &before.promotion)
    }

    /// Whether the stock has run out since `before`.
    #[must_use]
    pub fn ran_out_since(&self, before: &Item) -> bool {
        let left = |item: &Item| item.stock().map(|stock| stock > Quantity::ZERO);
        left(before) == Some(true) && left(self) == Some(false)
    }
}
