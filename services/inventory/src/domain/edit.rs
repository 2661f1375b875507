use jiff::Timestamp;
use saffron_core::{BusinessDate, Error, Money, Quantity};

use super::audit::{dollars, pieces};
use super::{
    AuditLine, Count, DisplayName, Field, ImageName, Item, Offer, OfferState, Owned, PromoCode, Promotion,
};

/// The highest price and cost, in cents: a million dollars.
const MOST_CENTS: i64 = 100_000_000;
/// The largest stock, in thousandths: a million.
const MOST_MILLI: i64 = 1_000_000_000;

/// A price or cost that an owner asked for, in cents.
pub fn money(field: &'static str, cents: i64) -> Result<Money, Error> {
    if (0..=MOST_CENTS).contains(&cents) {
        return Ok(Money::from_cents(cents));
    }
    Err(Error::invalid(field, "must lie between 0 and 1,000,000 dollars"))
}

/// A quantity that an owner asked for, in thousandths.
pub fn quantity(field: &'static str, milli: i64) -> Result<Quantity, Error> {
    if (0..=MOST_MILLI).contains(&milli) {
        return Ok(Quantity::from_milli(milli));
    }
    Err(Error::invalid(field, "must lie between 0 and 1,000,000"))
}

/// What an owner decides of a value that the till has too.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Decide<T> {
    /// Nothing.
    #[default]
    Leave,
    /// It is this.
    Say(T),
    /// It is what the till says.
    TakeTills,
}

/// What an owner decides of an item's offer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum OfferEdit {
    /// Nothing.
    #[default]
    Leave,
    /// There is this one, from now on or instead of the one there is.
    Set(Offer),
    /// There is none any more.
    End,
}

/// An owner's edit of an item: what is left out stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ItemEdit {
    /// Price of one.
    pub price: Decide<Money>,
    /// Cost of one.
    pub cost: Decide<Money>,
    /// As guests read it.
    pub name: Decide<DisplayName>,
    /// The picture.
    pub image: Decide<ImageName>,
    /// Percent off and its days.
    pub offer: OfferEdit,
    /// What was counted now.
    pub stock: Option<Quantity>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
}

/// What tills are told of an edit: each as far as it changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// Price of one, in force.
    pub price: Option<Money>,
    /// Cost of one, in force.
    pub cost: Option<Money>,
    /// As guests read it.
    pub name: Option<String>,
    /// What was counted.
    pub stock: Option<Quantity>,
}

/// What becomes of the stored promotions. An item has one offer at a time; edited before its end it keeps its code,
/// after its end a new one gets a new code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfferStep {
    /// A new one, with a new code.
    Make(PromoCode, Offer),
    /// The one there is becomes so.
    Change(PromoCode, Offer),
    /// The one that is valid ends now: today is its last day, so that what it gave today still counts as redeemed.
    End(PromoCode, BusinessDate),
    /// The one that was to come is gone.
    Drop(PromoCode),
}

/// What an edit did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edited {
    /// For the audit list.
    pub lines: Vec<AuditLine>,
    /// For tills; none where nothing of theirs changed.
    pub told: Option<Told>,
    /// For the stored promotions.
    pub offer: Option<OfferStep>,
}

impl Item {
    /// Applies an owner's edit, made at `now` on the location's business date `today`. A new offer gets `code`, which
    /// the location has not yet given.
    pub fn edit(&mut self, edit: ItemEdit, now: Timestamp, today: BusinessDate, code: PromoCode) -> Edited {
        let before = self.clone();
        match edit.price {
            Decide::Say(price) if price != self.price() => {
                let own = Owned { value: price, over: self.newest.clone() };
                self.own.price = (price != self.till.price).then_some(own);
            }
            Decide::TakeTills => self.own.price = None,
            Decide::Say(_) | Decide::Leave => {}
        }
        match edit.cost {
            Decide::Say(cost) if Some(cost) != self.cost() => {
                let own = Owned { value: cost, over: self.newest.clone() };
                self.own.cost = (Some(cost) != self.till.cost).then_some(own);
            }
            Decide::TakeTills => self.own.cost = None,
            Decide::Say(_) | Decide::Leave => {}
        }
        match edit.name {
            Decide::Say(name) if name.as_str() != self.display_name() => {
                self.own.name = (name.as_str() != self.till.name.as_str()).then_some(name);
            }
            Decide::TakeTills => self.own.name = None,
            Decide::Say(_) | Decide::Leave => {}
        }
        match edit.image {
            Decide::Say(image) => self.own.image = Some(image),
            Decide::TakeTills => self.own.image = None,
            Decide::Leave => {}
        }
        if edit.low_stock.is_some_and(|low| Some(low) != self.low_stock()) {
            self.own.low_stock = edit.low_stock.filter(|low| Some(*low) != self.till.low_stock);
        }
        if let Some(counted) = edit.stock {
            self.own.count = Some(Count::at(counted, now));
        }
        let offer = self.edit_offer(edit.offer, today, code);
        let mut lines = before.lines_to(self, today);
        lines.extend(
            edit.stock.and_then(|counted| {
                AuditLine::of(Field::Stock, pieces(before.stock()), pieces(Some(counted)))
            }),
        );
        let told = Told {
            price: Some(self.price()).filter(|price| *price != before.price()),
            cost: self.cost().filter(|cost| Some(*cost) != before.cost()),
            name: Some(self.display_name().to_owned()).filter(|name| name != before.display_name()),
            stock: edit.stock.filter(|counted| Some(*counted) != before.stock()),
        };
        Edited { lines, told: Some(told).filter(|told| *told != Told::default()), offer }
    }

    /// The audit lines of all that has become different, but for what was counted.
    fn lines_to(&self, after: &Item, today: BusinessDate) -> Vec<AuditLine> {
        let offer = |item: &Item| item.offer(today).map(|running| running.offer.text()).unwrap_or_default();
        let fields = [
            (Field::Price, dollars(Some(self.price())), dollars(Some(after.price()))),
            (Field::EstimatedCost, dollars(self.cost()), dollars(after.cost())),
            (Field::DisplayName, self.display_name().to_owned(), after.display_name().to_owned()),
            (Field::ImageUrl, self.image_url(), after.image_url()),
            (Field::LowStock, pieces(self.low_stock()), pieces(after.low_stock())),
            (Field::Offer, offer(self), offer(after)),
        ];
        fields.into_iter().filter_map(|(field, was, became)| AuditLine::of(field, was, became)).collect()
    }

    fn edit_offer(&mut self, edit: OfferEdit, today: BusinessDate, code: PromoCode) -> Option<OfferStep> {
        let running = self.offer(today).cloned();
        match (edit, running) {
            (OfferEdit::Leave, _) | (OfferEdit::End, None) => None,
            (OfferEdit::Set(offer), None) => {
                self.promotion = Some(Promotion { code: code.clone(), offer, ended: false });
                Some(OfferStep::Make(code, offer))
            }
            (OfferEdit::Set(offer), Some(running)) if running.offer == offer => None,
            (OfferEdit::Set(offer), Some(running)) => {
                self.promotion = Some(Promotion { offer, ..running.clone() });
                Some(OfferStep::Change(running.code, offer))
            }
            (OfferEdit::End, Some(running)) => {
                self.promotion = None;
                Some(match running.state(today) {
                    OfferState::Valid => OfferStep::End(running.code, today),
                    OfferState::ToCome | OfferState::Ended => OfferStep::Drop(running.code),
                })
            }
        }
    }
}
