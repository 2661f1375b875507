use jiff::Timestamp;
use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, Error, Money, Quantity};

use super::audit_line::{dollars, pieces};
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
    #[default]
    Leave,
    Set(T),
    /// The till's value is in force.
    UseTill,
}

/// What an owner decides of an item's offer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum OfferEdit {
    #[default]
    Leave,
    /// From now on, or instead of the current one.
    Set(Offer),
    End,
}

/// An owner's edit of an item: what is left out stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ItemEdit {
    pub price: Decide<Money>,
    pub cost: Decide<Money>,
    /// For guests.
    pub name: Decide<DisplayName>,
    pub image: Decide<ImageName>,
    pub offer: OfferEdit,
    /// What was counted now.
    pub stock: Option<Quantity>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
}

/// What an edit changes for tills.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TillChange {
    /// Price of one, in force.
    pub price: Option<Money>,
    /// Cost of one, in force.
    pub cost: Option<Money>,
    /// For guests.
    pub name: Option<String>,
    /// What was counted.
    pub stock: Option<Quantity>,
}

/// What becomes of the stored promotions. An item has one offer at a time; edited before its end it keeps its code, after its
/// end a new one gets a new code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfferStep {
    /// A new one, with a new code.
    Make(PromoCode, Offer),
    /// The current one becomes this.
    Change(PromoCode, Offer),
    /// The one that is valid ends now: today is its last day, so that what it gave today still counts as redeemed.
    End(PromoCode, BusinessDate),
    /// The one that was to come is deleted.
    Drop(PromoCode),
}

/// What an edit did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edited {
    /// For the audit list.
    pub lines: Vec<AuditLine>,
    /// For tills; none where nothing changed for them.
    pub for_tills: Option<TillChange>,
    /// For the stored promotions.
    pub offer: Option<OfferStep>,
}

/// Decides a value that is in force beside that of the till, whose newest fact is `over`.
fn decide<T: PartialEq + Copy>(
    own: &mut Option<Owned<T>>,
    decided: Decide<T>,
    (in_force, till): (Option<T>, Option<T>),
    over: &Precedence,
) {
    match decided {
        Decide::Set(value) if Some(value) != in_force => {
            *own = (Some(value) != till).then(|| Owned { value, over: over.clone() });
        }
        Decide::UseTill => *own = None,
        Decide::Set(_) | Decide::Leave => {}
    }
}

impl Item {
    /// Applies an owner's edit, made at `now` on the location's business date `today`. A new offer gets `code`, which the
    /// location has not given before.
    pub fn edit(&mut self, edit: ItemEdit, now: Timestamp, today: BusinessDate, code: PromoCode) -> Edited {
        let before = self.clone();
        let (till, newest) = (&self.till, &self.newest);
        decide(&mut self.own.price, edit.price, (Some(before.price()), Some(till.price)), newest);
        decide(&mut self.own.cost, edit.cost, (before.cost(), till.cost), newest);
        match edit.name {
            Decide::Set(name) if name.as_str() != before.display_name() => {
                self.own.name = (name.as_str() != self.till.name).then_some(name);
            }
            Decide::UseTill => self.own.name = None,
            Decide::Set(_) | Decide::Leave => {}
        }
        match edit.image {
            Decide::Set(image) => self.own.image = Some(image),
            Decide::UseTill => self.own.image = None,
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
        let counted = edit.stock.map(|counted| (pieces(before.stock()), pieces(Some(counted))));
        lines.extend(counted.and_then(|(was, became)| AuditLine::of(Field::Stock, was, became)));
        let change = TillChange {
            price: Some(self.price()).filter(|price| *price != before.price()),
            cost: self.cost().filter(|cost| Some(*cost) != before.cost()),
            name: Some(self.display_name().to_owned()).filter(|name| name != before.display_name()),
            stock: edit.stock.filter(|counted| Some(*counted) != before.stock()),
        };
        Edited { lines, for_tills: Some(change).filter(|change| *change != TillChange::default()), offer }
    }

    /// The audit lines of all that has become different, except what was counted.
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
