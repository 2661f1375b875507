//! Selections as lines.

use saffron_core::{Money, Quantity, spread};
use saffron_till::{Discount, Line, Modifier};

use super::mapped::Mapped;
use crate::part::{MOST, Way, item_id};
use crate::text;
use crate::toast::map::{Why, id_of};
use crate::toast::model::{AppliedDiscount, Check, RefundDetails, Selection};

/// How deep modifiers may be nested.
const DEPTH: usize = 8;

/// A selection with its amounts.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub(super) sent: &'a Selection,
    pub(super) name: String,
    pub(super) quantity: Quantity,
    /// With what was ordered to it, before discounts.
    pub(super) gross: Money,
    /// After all discounts.
    pub(super) net: Money,
    pub(super) tax: Money,
    pub(super) discounts: Vec<Discount>,
    pub(super) modifiers: Vec<Modifier>,
    pub(super) is_voided: bool,
}

/// Whether a selection is a sale: gift cards and payments of house accounts are none.
pub fn is_sale(selection: &Selection) -> bool {
    let is_card = matches!(
        selection.selection_type.as_deref(),
        Some("TOAST_CARD_SELL" | "TOAST_CARD_RELOAD" | "HOUSE_ACCOUNT_PAY_BALANCE")
    );
    selection.deferred != Some(true) && !is_card
}

/// The selections that were not voided.
pub fn sold(check: &Check) -> impl Iterator<Item = &Selection> {
    check.selections.iter().filter(|selection| selection.voided != Some(true))
}

/// What was given back in a transaction.
pub fn of_transaction<'a>(
    details: Option<&'a RefundDetails>,
    transaction: Option<&str>,
) -> Option<&'a RefundDetails> {
    details.filter(|details| id_of(details.refund_transaction.as_ref()) == transaction)
}

/// The selections of a check.
///
/// # Errors
/// If an amount or a quantity is none that a fact may have.
pub(super) fn pieces<'a>(mapped: &Mapped<'a>, is_voided: bool) -> Result<Vec<Piece<'a>>, Why> {
    let check: &'a Check = mapped.check;
    check.selections.iter().map(|sent| piece(mapped, sent, is_voided)).collect()
}

fn piece<'a>(mapped: &Mapped<'_>, sent: &'a Selection, is_voided: bool) -> Result<Piece<'a>, Why> {
    let amounts = mapped.amounts;
    let name = text::name(sent.display_name.as_deref()).unwrap_or_else(|| "Item".to_owned());
    let quantity = match &sent.quantity {
        None => Quantity::ONE,
        Some(quantity) => text::quantity(&quantity.to_string())
            .ok_or_else(|| format!("has a line ({name}) whose quantity is none: correct it in Toast"))?,
    };
    let net = amounts.of(sent.price.as_ref().or(sent.pre_discount_price.as_ref()))?;
    let gross = amounts.of(sent.pre_discount_price.as_ref().or(sent.price.as_ref()))?;
    let modifiers = modifiers(mapped, &sent.modifiers, DEPTH)?;
    let (kept, left) = own_discounts(mapped, sent, gross, gross - net)?;
    let discounts = with_shares(mapped, kept, left)?;
    let tax = amounts.of(sent.tax.as_ref())?;
    let is_voided = is_voided || sent.voided == Some(true);
    Ok(Piece { sent, name, quantity, gross, net, tax, discounts, modifiers, is_voided })
}

/// Of all discounts that a price holds, those of the selection alone by name, and what is left for those of the check.
fn own_discounts(
    mapped: &Mapped<'_>,
    sent: &Selection,
    gross: Money,
    all: Money,
) -> Result<(Vec<Discount>, Money), Why> {
    let (mut kept, mut left) = (Vec::new(), all);
    for discount in sent.applied_discounts.iter().filter(|of| is_applied(of)).take(MOST) {
        let amount = amount(mapped, discount)?.min(left.max(Money::ZERO));
        left -= amount;
        kept.push(named(mapped, discount, amount, amount == gross));
    }
    Ok((kept, left))
}

/// Toast puts each line's part of a check's discounts into its price, and does not say it.
fn with_shares(mapped: &Mapped<'_>, mut kept: Vec<Discount>, left: Money) -> Result<Vec<Discount>, Why> {
    if left != Money::ZERO {
        let of_check = || mapped.check.applied_discounts.iter().filter(|of| is_applied(of)).take(MOST);
        let mut weights = Vec::new();
        for discount in of_check() {
            weights.push(u64::try_from(amount(mapped, discount)?.cents()).unwrap_or(0));
        }
        for (discount, part) in of_check().zip(spread::spread(left.cents(), &weights)) {
            kept.push(named(mapped, discount, Money::from_cents(part), false));
        }
        if weights.is_empty() {
            let kind = mapped.place.settings.discount_kind("Discount", false, false);
            kept.push(Discount::new("Discount", kind, left));
        }
    }
    kept.retain(|discount| discount.amount != Money::ZERO);
    kept.truncate(MOST);
    Ok(kept)
}

/// A reward may be pending, or taken back.
fn is_applied(discount: &AppliedDiscount) -> bool {
    !matches!(discount.processing_state.as_deref(), Some("VOID"))
}

/// Without the part of a tax that the price holds.
fn amount(mapped: &Mapped<'_>, discount: &AppliedDiscount) -> Result<Money, Why> {
    mapped.amounts.of(discount.non_tax_discount_amount.as_ref().or(discount.discount_amount.as_ref()))
}

fn named(mapped: &Mapped<'_>, discount: &AppliedDiscount, amount: Money, is_all: bool) -> Discount {
    let name = text::name(discount.name.as_deref()).unwrap_or_else(|| "Discount".to_owned());
    let kind = mapped.place.settings.discount_kind(&name, discount.applied_promo_code.is_some(), is_all);
    Discount {
        reason: discount.applied_discount_reason.as_ref().and_then(|of| text::name(of.name.as_deref())),
        approved_by: mapped.team.person(discount.approver.as_ref()),
        ..Discount::new(&name, kind, amount)
    }
}

/// What was ordered to a line, and to that: each without what it holds of others.
fn modifiers(mapped: &Mapped<'_>, sent: &[Selection], left: usize) -> Result<Vec<Modifier>, Why> {
    let mut all = Vec::new();
    for modifier in sent.iter().filter(|modifier| modifier.voided != Some(true)) {
        let inner = if left == 0 { Vec::new() } else { modifiers(mapped, &modifier.modifiers, left - 1)? };
        let price = modifier.pre_discount_price.as_ref().or(modifier.price.as_ref());
        let amount = mapped.amounts.of(price)? - inner.iter().map(|of| of.amount).sum();
        let quantity = modifier.quantity.as_ref().and_then(|of| text::quantity(&of.to_string()));
        all.push(Modifier {
            name: text::name(modifier.display_name.as_deref()).unwrap_or_else(|| "Modifier".to_owned()),
            quantity: quantity.unwrap_or(Quantity::ONE),
            amount,
            cost: None,
        });
        all.extend(inner);
    }
    all.truncate(MOST);
    Ok(all)
}

impl Piece<'_> {
    /// What is given away of it.
    pub(super) fn discount(&self) -> Money {
        self.gross - self.net
    }

    /// As a line.
    ///
    /// # Errors
    /// If its item has no id.
    pub(super) fn line(&self, mapped: &Mapped<'_>, way: Way) -> Result<Line, Why> {
        let Selection { item, item_group, sales_category, .. } = self.sent;
        let (item, group, category) = (item.as_ref(), item_group.as_ref(), sales_category.as_ref());
        let categories = mapped.catalog.of_sold(mapped.setup, item, group, category);
        let (quantity, amount) = (way.quantity(self.quantity), way.money(self.gross));
        let back = |of: &Discount| Discount { amount: way.money(of.amount), ..of.clone() };
        let changed = |of: &Modifier| Modifier {
            quantity: way.quantity(of.quantity),
            amount: way.money(of.amount),
            ..of.clone()
        };
        Ok(Line {
            price: amount.ratio(1_000, quantity.milli()),
            amount,
            discount: way.money(self.discount()),
            discounts: self.discounts.iter().map(back).collect(),
            modifiers: self.modifiers.iter().map(changed).collect(),
            tax: way.money(self.tax),
            voided: self.is_voided,
            reason: mapped.reason(self.sent.void_reason.as_ref()).filter(|_| self.is_voided),
            deferred: !is_sale(self.sent),
            major_category: categories.major,
            minor_category: categories.minor,
            ..Line::new(item_id(id_of(item), &self.name)?, self.name.clone(), quantity, Money::ZERO)
        })
    }

    /// A line of a part of it that comes back, without its tax.
    ///
    /// # Errors
    /// If its item has no id.
    pub(super) fn part(&self, mapped: &Mapped<'_>, net: Money, tax: Money) -> Result<Line, Why> {
        if net == self.net {
            return Ok(Line { tax: -tax, ..self.line(mapped, Way::Back)? });
        }
        let milli = Money::from_cents(self.quantity.milli()).ratio(net.cents(), self.net.cents()).cents();
        let quantity = Quantity::from_milli(-milli.max(1));
        let line = self.line(mapped, Way::Back)?;
        Ok(Line {
            quantity,
            price: net.ratio(1_000, -quantity.milli()),
            amount: -net,
            discount: Money::ZERO,
            discounts: Vec::new(),
            modifiers: Vec::new(),
            tax: -tax,
            ..line
        })
    }
}
