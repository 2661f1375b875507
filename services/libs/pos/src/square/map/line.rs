//! Lines of orders and of returns.

use std::collections::BTreeMap;

use saffron_core::fact::DiscountKind;
use saffron_core::{Money, Quantity};
use saffron_till::{Discount, Line, Modifier};

use super::amount::{cents, cents_or_zero};
use super::menu::Menu;
use super::{Why, menu};
use crate::part::{MOST, Way, item_id};
use crate::square::model::{self, AppliedDiscount, ItemType, LineItem, LineModifier, ReturnLineItem};
use crate::{Place, text};

/// A line that is sold or comes back.
pub(super) struct Piece<'a> {
    name: Option<&'a str>,
    variation: Option<&'a str>,
    quantity: Option<&'a str>,
    object: Option<&'a str>,
    kind: Option<ItemType>,
    modifiers: &'a [LineModifier],
    discounts: &'a [AppliedDiscount],
    base: Option<&'a model::Money>,
    variation_total: Option<&'a model::Money>,
    gross: Option<&'a model::Money>,
    tax: Option<&'a model::Money>,
    discount: Option<&'a model::Money>,
    total: Option<&'a model::Money>,
    charges: [Option<&'a model::Money>; 2],
}

impl<'a> From<&'a LineItem> for Piece<'a> {
    fn from(line: &'a LineItem) -> Piece<'a> {
        Piece {
            name: line.name.as_deref(),
            variation: line.variation_name.as_deref(),
            quantity: line.quantity.as_deref(),
            object: line.catalog_object_id.as_deref(),
            kind: line.item_type,
            modifiers: &line.modifiers,
            discounts: &line.applied_discounts,
            base: line.base_price_money.as_ref(),
            variation_total: line.variation_total_price_money.as_ref(),
            gross: line.gross_sales_money.as_ref(),
            tax: line.total_tax_money.as_ref(),
            discount: line.total_discount_money.as_ref(),
            total: line.total_money.as_ref(),
            charges: [line.total_service_charge_money.as_ref(), line.total_card_surcharge_money.as_ref()],
        }
    }
}

impl<'a> From<&'a ReturnLineItem> for Piece<'a> {
    fn from(line: &'a ReturnLineItem) -> Piece<'a> {
        Piece {
            name: line.name.as_deref(),
            variation: line.variation_name.as_deref(),
            quantity: line.quantity.as_deref(),
            object: line.catalog_object_id.as_deref(),
            kind: line.item_type,
            modifiers: &line.return_modifiers,
            discounts: &line.applied_discounts,
            base: line.base_price_money.as_ref(),
            variation_total: line.variation_total_price_money.as_ref(),
            gross: line.gross_return_money.as_ref(),
            tax: line.total_tax_money.as_ref(),
            discount: line.total_discount_money.as_ref(),
            total: line.total_money.as_ref(),
            charges: [line.total_service_charge_money.as_ref(), line.total_card_surcharge_money.as_ref()],
        }
    }
}

/// The discounts of an order by their uid, with their names.
pub(super) type Discounts<'a> = BTreeMap<&'a str, NamedDiscount>;

/// A discount by name.
pub(super) struct NamedDiscount {
    name: String,
    kind: DiscountKind,
}

/// The discounts of an order or a return. A name that stands in the catalog alone is looked up there.
pub(super) fn discounts<'a>(place: &Place, menu: &Menu, sent: &'a [model::Discount]) -> Discounts<'a> {
    let named = sent.iter().filter_map(|discount| {
        let uid = discount.uid.as_deref()?;
        let name = discount_name(menu, discount).unwrap_or_else(|| "Discount".to_owned());
        let kind = discount_kind(place, discount, &name);
        Some((uid, NamedDiscount { name, kind }))
    });
    named.collect()
}

/// The name of a discount.
pub(super) fn discount_name(menu: &Menu, discount: &model::Discount) -> Option<String> {
    text::name(discount.name.as_deref())
        .or_else(|| menu.discount(discount.catalog_object_id.as_deref()?).map(str::to_owned))
}

/// What a discount is for. Square has no kinds: a comp is a discount of 100 %, and one that a rule or a
/// reward of Square's loyalty program gave is an offer.
fn discount_kind(place: &Place, discount: &model::Discount, name: &str) -> DiscountKind {
    let percentage = discount.percentage.as_deref().and_then(text::quantity);
    let is_offer = discount.pricing_rule_id.is_some() || !discount.reward_ids.is_empty();
    place.settings.discount_kind(name, is_offer, percentage.is_some_and(|percent| percent.milli() == 100_000))
}

/// The line of a fact.
///
/// # Errors
/// If it has no amount, or one that no fact may have.
pub(super) fn line(
    place: &Place,
    menu: &Menu,
    discounts: &Discounts<'_>,
    piece: &Piece<'_>,
    way: Way,
) -> Result<Line, Why> {
    let name = line_name(menu, piece);
    let quantity = match piece.quantity {
        Some(sent) => text::quantity(sent).ok_or_else(|| {
            format!("has a line ({name}) whose quantity is no number: correct it in Square")
        })?,
        None => Quantity::ONE,
    };
    let tax = cents_or_zero(place, piece.tax)?;
    let discount = cents_or_zero(place, piece.discount)?;
    let [charges, surcharge] = piece.charges.map(|of| cents_or_zero(place, of));
    let charges = charges? + surcharge?;
    let total = cents(place, piece.total)?;
    let gross = match gross(place, piece, quantity)? {
        Some(gross) => gross,
        // What is to be paid holds the tax, and the line's share of charges.
        None => match total {
            Some(total) => total - tax - charges + discount,
            None => return Err(format!("has a line ({name}) without an amount: open it in Square")),
        },
    };
    let deferred = piece.kind == Some(ItemType::GiftCard);
    // Square takes an included tax out of gross sales in the US, Canada and Japan, and leaves it in elsewhere: what is to be
    // paid says which it is.
    let untaxed = gross - discount + charges;
    let tax_included = tax != Money::ZERO && total == Some(untaxed);
    let (quantity, amount) = (way.quantity(quantity), way.money(gross));
    Ok(Line {
        price: amount.ratio(1_000, quantity.milli()),
        amount,
        cost: piece.object.filter(|_| !deferred).and_then(|object| menu.cost(object)),
        discount: way.money(discount),
        discounts: named_parts(place, discounts, piece.discounts, way)?,
        modifiers: modifiers(place, menu, piece.modifiers, quantity, way)?,
        tax: way.money(tax),
        deferred,
        tax_included,
        major_category: piece.object.and_then(|object| menu.categories(object).root),
        minor_category: piece.object.and_then(|object| menu.categories(object).leaf),
        ..Line::new(item_id(piece.object, &name)?, name, quantity, Money::ZERO)
    })
}

/// Variation and modifiers, before discounts. `base_price_money` is without modifiers.
fn gross(place: &Place, piece: &Piece<'_>, quantity: Quantity) -> Result<Option<Money>, Why> {
    if let Some(gross) = cents(place, piece.gross)? {
        return Ok(Some(gross));
    }
    let variation = match cents(place, piece.variation_total)? {
        Some(total) => Some(total),
        None => cents(place, piece.base)?.map(|base| base.times(quantity)),
    };
    let Some(mut gross) = variation else { return Ok(None) };
    for modifier in piece.modifiers {
        gross += modifier_amount(place, modifier, quantity)?;
    }
    Ok(Some(gross))
}

/// Of the whole line.
fn modifier_amount(place: &Place, modifier: &LineModifier, of_line: Quantity) -> Result<Money, Why> {
    match cents(place, modifier.total_price_money.as_ref())? {
        Some(total) => Ok(total),
        None => {
            let base = cents_or_zero(place, modifier.base_price_money.as_ref())?;
            Ok(base.times(modifier_quantity(modifier, of_line)))
        }
    }
}

/// Of the whole line: Square counts modifiers for each piece of it.
fn modifier_quantity(modifier: &LineModifier, of_line: Quantity) -> Quantity {
    let each = modifier.quantity.as_deref().and_then(text::quantity).unwrap_or(Quantity::ONE);
    let milli = i128::from(each.milli()) * i128::from(of_line.milli()) / 1_000;
    i64::try_from(milli).map_or(of_line, Quantity::from_milli)
}

fn modifiers(
    place: &Place,
    menu: &Menu,
    sent: &[LineModifier],
    quantity: Quantity,
    way: Way,
) -> Result<Vec<Modifier>, Why> {
    let unsigned = way.quantity(quantity);
    let mut modifiers = Vec::new();
    for modifier in sent.iter().take(MOST) {
        let amount = modifier_amount(place, modifier, unsigned)?;
        let count = modifier_quantity(modifier, quantity);
        // A quantity of nothing is what the guest did not want.
        if count == Quantity::ZERO && amount == Money::ZERO {
            continue;
        }
        let name = text::name(modifier.name.as_deref())
            .or_else(|| menu.modifier(modifier.catalog_object_id.as_deref()?).map(str::to_owned));
        modifiers.push(Modifier {
            name: name.unwrap_or_else(|| "Modifier".to_owned()),
            quantity: count,
            amount: way.money(amount),
            cost: None,
        });
    }
    Ok(modifiers)
}

/// The parts of a line's discount that have a name. `total_discount_money` holds the line's share of the order's discounts, so
/// that the check has no discount of its own.
fn named_parts(
    place: &Place,
    discounts: &Discounts<'_>,
    applied: &[AppliedDiscount],
    way: Way,
) -> Result<Vec<Discount>, Why> {
    let mut named = Vec::new();
    for part in applied.iter().take(MOST) {
        let amount = cents_or_zero(place, part.applied_money.as_ref())?;
        let Some(discount) = part.discount_uid.as_deref().and_then(|uid| discounts.get(uid)) else {
            continue;
        };
        if amount != Money::ZERO {
            named.push(Discount::new(&discount.name, discount.kind, way.money(amount)));
        }
    }
    Ok(named)
}

fn line_name(menu: &Menu, piece: &Piece<'_>) -> String {
    if let Some(name) = menu::name(piece.name, piece.variation) {
        return name;
    }
    if let Some(name) = piece.object.and_then(|object| menu.name(object)) {
        return name.to_owned();
    }
    match piece.kind {
        Some(ItemType::GiftCard) => "Gift card".to_owned(),
        Some(ItemType::CustomAmount) => "Custom amount".to_owned(),
        _ => "Item".to_owned(),
    }
}
