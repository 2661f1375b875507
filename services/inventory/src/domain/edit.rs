use jiff::Timestamp;
use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, Error, Money, Quantity};

use super::audit_line::{dollars, pieces};
use super::{
    AuditLine, Count, DisplayName, Field, ImageName, Item, Offer, OfferState, Owned, PromoCode, Promotion,
};

/// The highest price and cost, in cents: a million dollars.
const MAX_CENTS: i64 = 100_000_000;
/// The largest stock, in thousandths: a million.
const MAX_MILLI: i64 = 1_000_000_000;

/// Checks a price or cost that an owner sets, in cents.
pub fn check_money(field: &'static str, cents: i64) -> Result<Money, Error> {
    if (0..=MAX_CENTS).contains(&cents) {
        return Ok(Money::from_cents(cents));
    }
    Err(Error::invalid(field, "must lie between 0 and 1,000,000 dollars"))
}

/// Checks a quantity that an owner sets, in thousandths.
pub fn check_quantity(field: &'static str, milli: i64) -> Result<Quantity, Error> {
    if (0..=MAX_MILLI).contains(&milli) {
        return Ok(Quantity::from_milli(milli));
    }
    Err(Error::invalid(field, "must lie between 0 and 1,000,000"))
}

/// What an owner decides about a value that the till sends too.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Decision<T> {
    #[default]
    Leave,
    Set(T),
    /// The till's value is in force.
    UseTill,
}

/// What an owner decides about an item's offer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum OfferEdit {
    #[default]
    Leave,
    /// A new offer, or another one instead of the current one.
    Set(Offer),
    End,
}

/// An owner's edit of an item. The default changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ItemEdit {
    pub price: Decision<Money>,
    pub cost: Decision<Money>,
    /// For guests.
    pub name: Decision<DisplayName>,
    pub image: Decision<ImageName>,
    pub offer: OfferEdit,
    /// The quantity that the owner counted now.
    pub stock: Option<Quantity>,
    /// At or below this the stock is low.
    pub low_stock: Option<Quantity>,
}

/// What an edit changes for tills; none of a field that does not change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TillChange {
    /// The new price of one.
    pub price: Option<Money>,
    /// The new cost of one.
    pub cost: Option<Money>,
    /// For guests.
    pub name: Option<String>,
    /// The counted quantity.
    pub stock: Option<Quantity>,
}

/// A change of an item's stored promotion. An item has one offer at a time; an offer that is edited before its end has the same
/// code as before, a new offer gets a new code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfferStep {
    /// Inserts a promotion with a new code.
    Make(PromoCode, Offer),
    /// Changes the offer of the current promotion.
    Change(PromoCode, Offer),
    /// Ends the valid promotion: today is its last day, so that redemptions of today still count.
    End(PromoCode, BusinessDate),
    /// Deletes a promotion that has not begun.
    Drop(PromoCode),
}

/// The effects of an edit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edited {
    /// For the audit list.
    pub lines: Vec<AuditLine>,
    /// For tills; none where nothing changed for them.
    pub for_tills: Option<TillChange>,
    /// For the stored promotions.
    pub offer: Option<OfferStep>,
}

/// Applies an owner's decision about a value. `in_force` is the value before, `till` the till's, and `newest` its newest fact.
fn apply_decision<T: PartialEq + Copy>(
    own: &mut Option<Owned<T>>,
    decided: Decision<T>,
    (in_force, till): (Option<T>, Option<T>),
    newest: &Precedence,
) {
    match decided {
        Decision::Set(value) if Some(value) != in_force => {
            *own = (Some(value) != till).then(|| Owned { value, set_after: newest.clone() });
        }
        Decision::UseTill => *own = None,
        Decision::Set(_) | Decision::Leave => {}
    }
}

impl Item {
    /// Applies an owner's edit, made at `now` on the location's business date `today`. A new offer gets `code`, which the
    /// location does not use yet.
    pub fn edit(&mut self, edit: ItemEdit, now: Timestamp, today: BusinessDate, code: PromoCode) -> Edited {
        let before = self.clone();
        let (till, newest) = (&self.till, &self.newest);
        apply_decision(&mut self.own.price, edit.price, (before.price(), till.price), newest);
        apply_decision(&mut self.own.cost, edit.cost, (before.cost(), till.cost), newest);
        match edit.name {
            Decision::Set(name) if name.as_str() != before.display_name() => {
                self.own.name = (name.as_str() != self.till.name).then_some(name);
            }
            Decision::UseTill => self.own.name = None,
            Decision::Set(_) | Decision::Leave => {}
        }
        match edit.image {
            Decision::Set(image) => self.own.image = Some(image),
            Decision::UseTill => self.own.image = None,
            Decision::Leave => {}
        }
        if edit.low_stock.is_some_and(|low| Some(low) != self.low_stock()) {
            self.own.low_stock = edit.low_stock.filter(|low| Some(*low) != self.till.low_stock);
        }
        if let Some(counted) = edit.stock {
            self.own.count = Some(Count::at(counted, now));
        }
        let offer = self.edit_offer(edit.offer, today, code);
        let mut lines = before.audit_lines_to(self, today);
        let counted = edit.stock.map(|counted| (pieces(before.stock()), pieces(Some(counted))));
        lines.extend(counted.and_then(|(was, became)| AuditLine::of(Field::Stock, was, became)));
        let change = TillChange {
            price: self.price().filter(|price| Some(*price) != before.price()),
            cost: self.cost().filter(|cost| Some(*cost) != before.cost()),
            name: Some(self.display_name().to_owned()).filter(|name| name != before.display_name()),
            stock: edit.stock.filter(|counted| Some(*counted) != before.stock()),
        };
        Edited { lines, for_tills: Some(change).filter(|change| *change != TillChange::default()), offer }
    }

    /// The audit lines of the differences to `after`, except counts.
    fn audit_lines_to(&self, after: &Item, today: BusinessDate) -> Vec<AuditLine> {
        let offer = |item: &Item| item.offer(today).map(|running| running.offer.text()).unwrap_or_default();
        let fields = [
            (Field::Price, dollars(self.price()), dollars(after.price())),
            (Field::EstimatedCost, dollars(self.cost()), dollars(after.cost())),
            (Field::DisplayName, self.display_name().to_owned(), after.display_name().to_owned()),
            (Field::ImageUrl, self.image_url(), after.image_url()),
            (Field::LowStock, pieces(self.low_stock()), pieces(after.low_stock())),
            (Field::Offer, offer(self), offer(after)),
        ];
        fields.into_iter().filter_map(|(field, was, became)| AuditLine::of(field, was, became)).collect()
    }

    /// Applies a decision about the offer; returns the change of the stored promotion.
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
