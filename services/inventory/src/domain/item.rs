use jiff::Timestamp;
use saffron_core::fact::{ItemUpsert, Label, Precedence};
use saffron_core::{BusinessDate, Error, ItemId, Money, PosId, Quantity};

use super::audit::{dollars, pieces};
use super::{AuditLine, Count, Field, ImageName, Level, Mark, OfferState, Promotion};

/// The longest URL of a till that is shown.
const LONGEST_URL: usize = 2_000;

/// How guests read an item's name: 1 to 100 characters, trimmed, without control characters.
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
    pub fn stored(text: String) -> DisplayName {
        DisplayName(text.into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An owner's value, and the till's newest fact when it was said. Only a fact after that one can confirm it: so a
/// replay of the facts before does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owned<T> {
    /// What the owner said.
    pub value: T,
    /// Over what.
    pub over: Precedence,
}

/// What the till says of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TillItem {
    /// As printed on the check.
    pub name: Label,
    /// Major category.
    pub major_category: Option<Label>,
    /// Minor category.
    pub minor_category: Option<Label>,
    /// Price of one.
    pub price: Money,
    /// Cost of one, where known.
    pub cost: Option<Money>,
    /// The till's own picture.
    pub image_url: Option<String>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
}

/// One fact about an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TillSays {
    /// Which version it is.
    pub precedence: Precedence,
    /// What it says.
    pub item: TillItem,
    /// What the till counted; none where it does not track the item.
    pub count: Option<Count>,
}

impl TillSays {
    /// Of a fact that came in at `received_at`.
    #[must_use]
    pub fn of(
        precedence: Precedence,
        fact: ItemUpsert,
        time: Option<Timestamp>,
        received_at: Timestamp,
    ) -> TillSays {
        let url = fact.image_url.filter(|url| {
            url.len() <= LONGEST_URL
                && ["https://", "http://"].iter().any(|scheme| url.starts_with(scheme))
                && !url.chars().any(|char| char.is_control() || char.is_whitespace())
        });
        TillSays {
            precedence,
            count: fact.stock.map(|stock| Count::by_till(stock, time, received_at)),
            item: TillItem {
                name: fact.name,
                major_category: fact.major_category,
                minor_category: fact.minor_category,
                price: fact.price,
                cost: fact.cost,
                image_url: url,
                low_stock: fact.low_stock,
            },
        }
    }
}

/// What the owner decided; nothing where the till's stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Own {
    /// Price of one.
    pub price: Option<Owned<Money>>,
    /// Cost of one.
    pub cost: Option<Owned<Money>>,
    /// As guests read it.
    pub name: Option<DisplayName>,
    /// The picture.
    pub image: Option<ImageName>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
    /// What was counted.
    pub count: Option<Count>,
}

/// An item of a location's menu, in two voices.
///
/// The till's values are those of its newest fact; the owner's decisions stand beside them. In force is the owner's
/// value while there is one, else the till's. An owner's price or cost stays until the till confirms it: a fact after
/// the one it was said over that has the same value lets it go, since they agree, and from then on the till's counts
/// again. A fact with another value leaves the owner's in force and is kept beside it. An owner's value that is the
/// till's own is none. Names and pictures stay the owner's until the owner takes them back.
///
/// Stock is no decision: the newest count stands, whoever made it, less what was sold since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The location.
    pub pos_id: PosId,
    /// Unique within it.
    pub id: ItemId,
    /// Grows when the owner decides or the till says something else; not with each sale.
    pub version: i64,
    /// The newest fact about it.
    pub newest: Precedence,
    /// What that fact says.
    pub till: TillItem,
    /// What it counted.
    pub till_count: Option<Count>,
    /// What the owner decided.
    pub own: Own,
    /// What was sold since the count in force.
    pub sold: Quantity,
    /// The owner's word that it is sold out; it may have ended.
    pub mark: Option<Mark>,
    /// Its offer: valid, to come, or over without another one since.
    pub promotion: Option<Promotion>,
}

impl Item {
    /// An item that nothing was known of, of a fact about it.
    #[must_use]
    pub fn first(pos_id: PosId, id: ItemId, says: TillSays) -> Item {
        Item {
            pos_id,
            id,
            version: 1,
            newest: says.precedence,
            till: says.item,
            till_count: says.count,
            own: Own::default(),
            sold: Quantity::ZERO,
            mark: None,
            promotion: None,
        }
    }

    /// Takes facts about it, in any order and again and again: the newest stands, and each that is newer than an
    /// owner's price or cost and says the same confirms it. Tells what the till changed where an owner's value stood
    /// beside it; the audit list would else hold nothing but syncs.
    pub fn hear(&mut self, facts: Vec<TillSays>) -> Vec<AuditLine> {
        let before = self.clone();
        for says in facts {
            let confirms = |over: &Precedence| says.precedence > *over;
            self.own.price.take_if(|own| confirms(&own.over) && own.value == says.item.price);
            self.own.cost.take_if(|own| confirms(&own.over) && says.item.cost == Some(own.value));
            if says.precedence > self.newest {
                self.newest = says.precedence;
                self.till = says.item;
                self.till_count = says.count;
            }
        }
        let (own, was, is) = (&before.own, &before.till, &self.till);
        let counted = |count: Option<Count>| pieces(count.map(|count| count.quantity));
        let tracked = before.till_count.is_some() != self.till_count.is_some();
        let lines = [
            own.price
                .as_ref()
                .and_then(|_| AuditLine::of(Field::Price, dollars(Some(was.price)), dollars(Some(is.price)))),
            own.cost
                .as_ref()
                .and_then(|_| AuditLine::of(Field::EstimatedCost, dollars(was.cost), dollars(is.cost))),
            own.name
                .as_ref()
                .and_then(|_| AuditLine::of(Field::DisplayName, was.name.to_string(), is.name.to_string())),
            own.count.filter(|_| tracked).and_then(|_| {
                AuditLine::of(Field::Stock, counted(before.till_count), counted(self.till_count))
            }),
            own.low_stock
                .and_then(|_| AuditLine::of(Field::LowStock, pieces(was.low_stock), pieces(is.low_stock))),
        ];
        lines.into_iter().flatten().collect()
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

    /// As guests read it.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.own.name.as_ref().map_or(self.till.name.as_str(), DisplayName::as_str)
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

    /// What is left; none where nobody counts.
    #[must_use]
    pub fn stock(&self) -> Option<Quantity> {
        self.count().map(|count| count.quantity - self.sold)
    }

    /// At or below this the stock is low; none where nobody said.
    #[must_use]
    pub fn low_stock(&self) -> Option<Quantity> {
        self.own.low_stock.or(self.till.low_stock)
    }

    /// The mark that stands now.
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

    /// Marks it as sold out, or takes the mark back. Tells what changed, if anything did.
    pub fn set_mark(&mut self, mark: Option<Mark>, now: Timestamp) -> Option<AuditLine> {
        let standing = self.standing_mark(now);
        if standing == mark {
            return None;
        }
        self.mark = mark;
        let text = |mark: Option<Mark>| mark.as_ref().map(Mark::text).unwrap_or_default();
        AuditLine::of(Field::SoldOut, text(standing), text(mark))
    }

    /// Whether the till or the owner says something else of it than `before`: then its version grows. What the till
    /// counts and what is sold is not said, else an edit sheet would be out of date with each sale.
    #[must_use]
    pub fn says_else_than(&self, before: &Item) -> bool {
        (&self.till, &self.own, self.mark, &self.promotion)
            != (&before.till, &before.own, before.mark, &before.promotion)
    }

    /// Whether what was there has run out since `before`.
    #[must_use]
    pub fn ran_out_since(&self, before: &Item) -> bool {
        let left = |item: &Item| item.stock().map(|stock| stock > Quantity::ZERO);
        left(before) == Some(true) && left(self) == Some(false)
    }
}
