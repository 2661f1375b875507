use jiff::Timestamp;
use saffron_core::fact::{ItemUpsert, Label, LabelError, Precedence, SoldOut};
use saffron_core::time::in_micros;
use saffron_core::{BusinessDate, Code, Error, ItemId, Moment, Money, PosId, Quantity};

use super::audit_line::{dollars, pieces};
use super::{
    AuditLine, Count, Field, ImageName, Level, Mark, MarkedBy, OfferState, OwnMark, Promotion, Word,
};

/// The longest URL of a till's picture that is used, bytes.
const MAX_URL: usize = 2_000;

/// A name for guests: 1 to 100 characters, trimmed, without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplayName(Box<str>);

impl DisplayName {
    /// The most characters.
    const MAX: usize = 100;

    /// Checks a name that an owner wrote.
    pub fn parse(text: &str) -> Result<DisplayName, Error> {
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

    /// A name from the database, which may be from before the present rules.
    #[must_use]
    pub fn stored(text: &str) -> DisplayName {
        DisplayName(text.into())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An owner's value. Only a fact that is newer than `set_after` can confirm it, so that a replay of older facts does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owned<T> {
    pub value: T,
    /// The till's newest fact when the owner set the value.
    pub set_after: Precedence,
}

/// The till's values of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TillItem {
    /// As printed on the check.
    pub name: String,
    pub major_category: Option<String>,
    pub minor_category: Option<String>,
    /// The price of one; none where it is open: set when it is sold.
    pub price: Option<Money>,
    /// The cost of one; none if the till sends none.
    pub cost: Option<Money>,
    /// The URL of the till's picture.
    pub image_url: Option<String>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
    /// That it is sold out; of a stored item, a mark that had not ended when the fact was applied.
    pub mark: Option<Mark>,
}

/// A fact about an item, as the till sent it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TillFact {
    pub precedence: Precedence,
    /// None: the item is no longer on the menu.
    pub item: Option<TillItem>,
    /// The till's count; none if it does not track the item.
    pub count: Option<Count>,
}

impl TillFact {
    /// From the fact's data and time, and the time at which it was received.
    #[must_use]
    pub fn of(
        precedence: Precedence,
        fact: ItemUpsert,
        time: Option<Timestamp>,
        received_at: Timestamp,
    ) -> TillFact {
        let image_url = fact.image_url.filter(|url| {
            url.len() <= MAX_URL
                && ["https://", "http://"].iter().any(|scheme| url.starts_with(scheme))
                && !url.chars().any(|char| char.is_control() || char.is_whitespace())
        });
        TillFact {
            precedence,
            count: fact.stock.map(|stock| Count::by_till(stock, time, received_at)),
            item: Some(TillItem {
                name: fact.name.into(),
                major_category: fact.major_category.map(String::from),
                minor_category: fact.minor_category.map(String::from),
                price: fact.price,
                cost: fact.cost,
                image_url,
                low_stock: fact.low_stock,
                mark: fact.sold_out.map(Mark::by_till),
            }),
        }
    }

    /// That the item is no longer on the menu.
    #[must_use]
    pub const fn removal(precedence: Precedence) -> TillFact {
        TillFact { precedence, item: None, count: None }
    }

    /// A mark that has ended is none.
    fn drop_ended_mark(&mut self, now: Timestamp) {
        if let Some(item) = &mut self.item {
            item.mark.take_if(|mark| !mark.is_active(now));
        }
    }
}

/// The owner's values; none where the till's value is in force.
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
    /// Whether it is sold out; it may be over.
    pub mark: Option<Owned<OwnMark>>,
}

/// An item of a location's menu, with the values of the till and of its owner.
///
/// The till's values are those of its newest fact; the owner's are stored in addition. In force is the owner's value if there is
/// one, else the till's. An owner's price or cost is in force until the till confirms it by a newer fact with the same value:
/// then the owner's value is removed, and the till's is in force again. A fact with another value is stored, and the owner's
/// value is still in force. An owner's value that equals the till's is not stored. An owner's name or picture is in force
/// until the owner removes it.
///
/// An owner's word whether the item is sold out is in force in the same way, and at most until its own end. A mark of the till
/// ends at its own end.
///
/// Stock is the newest count, by the till or the owner, less the quantity sold since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub pos_id: PosId,
    /// Unique within the location.
    pub id: ItemId,
    /// Grows when a value of the owner or the till changes; not with each sale.
    pub version: i64,
    /// The newest fact about the item.
    pub newest: Precedence,
    /// The values of that fact; of a removed item, the last ones that are known.
    pub till: TillItem,
    /// No longer on the menu: it is in no list, until the till brings it back.
    pub removed: bool,
    /// The count of that fact.
    pub till_count: Option<Count>,
    pub own: Own,
    /// The quantity sold since the count in force.
    pub sold: Quantity,
    /// The last offer of the item: valid, to come, or over.
    pub promotion: Option<Promotion>,
}

/// A mark as a text for people; empty without one.
fn mark_text(mark: Option<Mark>) -> String {
    mark.as_ref().map(Mark::text).unwrap_or_default()
}

/// The refusal of a request for an item that the location does not have.
#[must_use]
pub fn no_such_item(id: &ItemId) -> Error {
    let message = format!("There is no item {id} here: look it up in the items list.");
    Error { field: Some("posItemID".into()), ..Error::new(Code::NotFound, message) }
}

impl Item {
    /// A new item from the first fact about it, applied at `now`.
    #[must_use]
    pub fn new(pos_id: PosId, id: ItemId, mut fact: TillFact, now: Timestamp) -> Item {
        fact.drop_ended_mark(now);
        let removed = fact.item.is_none();
        let unknown = || TillItem {
            name: id.to_string(),
            major_category: None,
            minor_category: None,
            price: None,
            cost: None,
            image_url: None,
            low_stock: None,
            mark: None,
        };
        Item {
            till: fact.item.unwrap_or_else(unknown),
            removed,
            pos_id,
            id,
            version: 1,
            newest: fact.precedence,
            till_count: fact.count,
            own: Own::default(),
            sold: Quantity::ZERO,
            promotion: None,
        }
    }

    /// Applies facts about the item at `now`, in any order and repeatedly: the newest is stored, and a fact that is newer than an
    /// owner's price, cost or word about being sold out and says the same confirms it. Returns what the till changed of values
    /// that the owner has set too: with all changes the audit list would be full of the till's syncs.
    pub fn apply_facts(&mut self, facts: Vec<TillFact>, now: Timestamp) -> Vec<AuditLine> {
        let before = self.clone();
        for mut fact in facts {
            let confirms = |set_after: &Precedence| fact.precedence > *set_after;
            if let Some(item) = &fact.item {
                self.own.price.take_if(|own| confirms(&own.set_after) && item.price == Some(own.value));
                self.own.cost.take_if(|own| confirms(&own.set_after) && item.cost == Some(own.value));
                self.own.mark.take_if(|own| confirms(&own.set_after) && own.value.is_confirmed_by(item.mark));
            }
            fact.drop_ended_mark(now);
            if fact.precedence > self.newest {
                self.newest = fact.precedence;
                self.removed = fact.item.is_none();
                if let Some(item) = fact.item {
                    self.till = item;
                    self.till_count = fact.count;
                }
            }
        }
        let (own, was, is) = (&before.own, &before.till, &self.till);
        let counted = |item: &Item| pieces(item.till_count.map(|count| count.quantity));
        let marked = |till: &TillItem| mark_text(till.mark.filter(|mark| mark.is_active(now)));
        let is_marked = own.mark.as_ref().is_some_and(|own| own.value.is_active(now));
        let is_tracked_otherwise = before.till_count.is_some() != self.till_count.is_some();
        let fields = [
            (own.price.is_some(), Field::Price, dollars(was.price), dollars(is.price)),
            (own.cost.is_some(), Field::EstimatedCost, dollars(was.cost), dollars(is.cost)),
            (own.name.is_some(), Field::DisplayName, was.name.clone(), is.name.clone()),
            (own.count.is_some() && is_tracked_otherwise, Field::Stock, counted(&before), counted(self)),
            (own.low_stock.is_some(), Field::LowStock, pieces(was.low_stock), pieces(is.low_stock)),
            (is_marked, Field::SoldOut, marked(was), marked(is)),
        ];
        let fields = fields.into_iter().filter(|(is_owned, ..)| *is_owned);
        fields.filter_map(|(_, field, was, became)| AuditLine::of(field, was, became)).collect()
    }

    /// What the till sent last of it; of a removed item, before that. Fails if a stored text cannot be one of a fact.
    pub fn as_sent(&self) -> Result<ItemUpsert, LabelError> {
        let till = &self.till;
        let label = |text: &Option<String>| text.clone().map(Label::try_from).transpose();
        Ok(ItemUpsert {
            id: self.id.clone(),
            name: Label::try_from(till.name.clone())?,
            major_category: label(&till.major_category)?,
            minor_category: label(&till.minor_category)?,
            price: till.price,
            cost: till.cost,
            image_url: till.image_url.clone(),
            stock: self.till_count.map(|count| count.quantity),
            low_stock: till.low_stock,
            sold_out: till.mark.map(|mark| SoldOut { until: mark.until }),
        })
    }

    /// The price of one that is in force; none where it is open.
    #[must_use]
    pub fn price(&self) -> Option<Money> {
        self.own.price.as_ref().map(|own| own.value).or(self.till.price)
    }

    /// The cost of one that is in force.
    #[must_use]
    pub fn cost(&self) -> Option<Money> {
        self.own.cost.as_ref().map(|own| own.value).or(self.till.cost)
    }

    /// The name for guests that is in force.
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

    /// The newest count; the owner's, if both were made at the same time.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        match (self.till_count, self.own.count) {
            (Some(till), Some(own)) if till.at > own.at => Some(till),
            (till, own) => own.or(till),
        }
    }

    /// The quantity that is left; none without a count.
    #[must_use]
    pub fn stock(&self) -> Option<Quantity> {
        self.count().map(|count| count.quantity - self.sold)
    }

    /// At or below this the stock is low, if the till or the owner has set it.
    #[must_use]
    pub fn low_stock(&self) -> Option<Quantity> {
        self.own.low_stock.or(self.till.low_stock)
    }

    /// The sold-out mark that is in force now, and whose it is: the owner's word, else the till's.
    #[must_use]
    pub fn active_mark(&self, now: Timestamp) -> Option<(MarkedBy, Mark)> {
        let own = self.own.mark.as_ref().map(|own| own.value).filter(|own| own.is_active(now));
        match own.map(|own| own.word) {
            Some(Word::SoldOut(mark)) => Some((MarkedBy::Owner, mark)),
            Some(Word::TakenBack { .. }) => None,
            None => self.till_mark(now).map(|mark| (MarkedBy::Till, mark)),
        }
    }

    /// The till's mark, if it has not ended.
    fn till_mark(&self, now: Timestamp) -> Option<Mark> {
        self.till.mark.filter(|mark| mark.is_active(now))
    }

    /// The level of the stock now.
    #[must_use]
    pub fn level(&self, now: Timestamp) -> Option<Level> {
        Level::of(self.stock(), self.low_stock(), self.active_mark(now).is_some())
    }

    /// The offer that is valid or to come on this date.
    #[must_use]
    pub fn offer(&self, today: BusinessDate) -> Option<&Promotion> {
        self.promotion.as_ref().filter(|promotion| promotion.state(today) != OfferState::Ended)
    }

    /// Marks the item as sold out, or takes the mark back that is in force, the till's too. A word that equals the till's is not
    /// stored. Returns the audit line, if that changes anything.
    pub fn set_mark(&mut self, mark: Option<Mark>, now: Timestamp) -> Option<AuditLine> {
        let active = self.active_mark(now).map(|(_, mark)| mark);
        if active == mark {
            return None;
        }
        let word = match (mark, self.till_mark(now)) {
            (Some(mark), till) => (Some(mark) != till).then_some(Word::SoldOut(mark)),
            (None, till) => till.map(|till| Word::TakenBack { until: till.until.map(|end| end.at) }),
        };
        let own = word.map(|word| OwnMark { word, at: in_micros(now) });
        self.own.mark = own.map(|value| Owned { value, set_after: self.newest.clone() });
        AuditLine::of(Field::SoldOut, mark_text(active), mark_text(mark))
    }

    /// Removes marks and words about them whose end has passed. Returns the end of the owner's mark, if tills have to read of it:
    /// not where the till has a mark with an end of its own, which the till ends by itself.
    pub fn end_marks(&mut self, now: Timestamp) -> Option<Moment> {
        self.till.mark.take_if(|mark| !mark.is_active(now));
        let ended = self.own.mark.take_if(|own| !own.value.is_active(now))?;
        let ends_at_till = self.till.mark.is_some_and(|mark| mark.until.is_some());
        match ended.value.word {
            Word::SoldOut(mark) if !ends_at_till => mark.until,
            Word::SoldOut(_) | Word::TakenBack { .. } => None,
        }
    }

    /// Whether a value of the till or the owner has changed since `before`: then the version has to grow. Counts of the till and
    /// sales do not count, or an edit sheet would be out of date with each sale.
    #[must_use]
    pub fn values_changed_since(&self, before: &Item) -> bool {
        (&self.till, self.removed, &self.own, &self.promotion)
            != (&before.till, before.removed, &before.own, &before.promotion)
    }

    /// Whether the stock has run out since `before`.
    #[must_use]
    pub fn ran_out_since(&self, before: &Item) -> bool {
        let left = |item: &Item| item.stock().map(|stock| stock > Quantity::ZERO);
        !self.removed && left(before) == Some(true) && left(self) == Some(false)
    }
}
