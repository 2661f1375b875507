//! Lines of facts. Clover has one line for each piece: equal ones are one line with a quantity.

use saffron_core::{Money, Quantity, spread};
use saffron_till::{Discount, Line, Modifier};

use super::priced::{Piece, weight};
use crate::clover::map::menu::Menu;
use crate::clover::map::{Amounts, Why, id_of};
use crate::part::{MOST, Way, item_id};
use crate::text;

/// What pieces of a line are equal in.
#[derive(PartialEq)]
struct Alike<'a> {
    item: Option<&'a str>,
    name: &'a str,
    price: Option<i64>,
    modifications: Vec<(Option<&'a str>, Option<i64>)>,
    discounts: Vec<(&'a str, Money, Option<&'a str>)>,
    rates: Vec<Option<&'a str>>,
    is_revenue: bool,
}

impl<'a> Alike<'a> {
    /// None for what is weighed: two of it are two lines.
    fn of(piece: &'a Piece<'_>) -> Option<Alike<'a>> {
        let line = piece.line;
        let modifications = line.modifications.iter().map(|of| (of.name.as_deref(), of.amount));
        let approver =
            |discount: &'a Discount| discount.approved_by.as_ref().map(|person| person.id.as_str());
        let discounts = piece.discounts.iter().map(|of| (of.name.as_str(), of.amount, approver(of)));
        line.unit_qty.is_none().then(|| Alike {
            item: id_of(line.item.as_ref()),
            name: &piece.name,
            price: line.price,
            modifications: modifications.collect(),
            discounts: discounts.collect(),
            rates: line.tax_rates.iter().map(|rate| rate.id.as_deref()).collect(),
            is_revenue: line.is_revenue != Some(false),
        })
    }
}

/// Lines of pieces, in the order of their first. `shared` are the order's discounts, of which each piece of a refund
/// brings its part back: a sale has them for itself.
///
/// # Errors
/// If an amount is none that a fact may have.
pub(super) fn lines(
    menu: &Menu,
    amounts: Amounts<'_>,
    pieces: &[&Piece<'_>],
    way: Way,
    is_vat: bool,
    shared: &[Discount],
) -> Result<Vec<Line>, Why> {
    let mut groups: Vec<(Option<Alike<'_>>, Vec<&Piece<'_>>)> = Vec::new();
    for piece in pieces {
        let alike = Alike::of(piece);
        let known = groups.iter_mut().find(|(known, _)| known.is_some() && *known == alike);
        match known {
            Some((_, group)) => group.push(piece),
            None => groups.push((alike, vec![piece])),
        }
    }
    groups.iter().map(|(_, group)| line(menu, amounts, group, way, is_vat, shared)).collect()
}

fn line(
    menu: &Menu,
    amounts: Amounts<'_>,
    group: &[&Piece<'_>],
    way: Way,
    is_vat: bool,
    shared: &[Discount],
) -> Result<Line, Why> {
    let Some(first) = group.first() else { return Err("has a line without pieces".to_owned()) };
    let sent = first.line;
    let count = i64::try_from(group.len()).unwrap_or(i64::MAX);
    let quantity = way.quantity(Quantity::from_milli(sent.unit_qty.unwrap_or(count * 1_000)));
    let sum = |of: fn(&Piece<'_>) -> Money| group.iter().map(|piece| of(piece)).sum::<Money>();
    let amount = way.money(sum(|piece| piece.gross));
    let deferred = sent.is_revenue == Some(false);
    let item = id_of(sent.item.as_ref());
    let categories = item.map(|item| menu.categories(item)).unwrap_or_default();
    let tax = sum(|piece| piece.tax);
    let mut discounts: Vec<Discount> = Vec::new();
    for (index, discount) in first.discounts.iter().enumerate().take(MOST) {
        let parts = group.iter().filter_map(|piece| piece.discounts.get(index));
        let amount = way.money(parts.map(|part| part.amount).sum());
        if amount != Money::ZERO {
            discounts.push(Discount { amount, ..discount.clone() });
        }
    }
    let share = if shared.is_empty() { Money::ZERO } else { sum(|piece| piece.share) };
    let weights: Vec<u64> = shared.iter().map(|of| weight(of.amount)).collect();
    for (discount, part) in shared.iter().zip(spread::spread(share.cents(), &weights)) {
        if part != 0 && discounts.len() < MOST {
            discounts.push(Discount { amount: way.money(Money::from_cents(part)), ..discount.clone() });
        }
    }
    let mut modifiers = Vec::new();
    for modification in sent.modifications.iter().take(MOST) {
        let each = amounts.of(modification.amount)?.cents();
        modifiers.push(Modifier {
            name: text::name(modification.name.as_deref()).unwrap_or_else(|| "Modifier".to_owned()),
            quantity: way.quantity(Quantity::from_milli(count * 1_000)),
            amount: way.money(Money::from_cents(each * count)),
            cost: None,
        });
    }
    Ok(Line {
        price: amount.ratio(1_000, quantity.milli()),
        amount,
        cost: item.filter(|_| !deferred).and_then(|item| menu.cost(item)),
        discount: way.money(sum(|piece| piece.discount()) + share),
        discounts,
        modifiers,
        tax: way.money(tax),
        deferred,
        tax_included: is_vat && tax != Money::ZERO,
        major_category: categories.root,
        minor_category: categories.leaf,
        ..Line::new(item_id(item, &first.name)?, first.name.clone(), quantity, Money::ZERO)
    })
}

/// Puts a difference of cents between what lines come to and what was given back for them into their discounts.
pub(super) fn correct(lines: &mut [Line], difference: Money) {
    let weights: Vec<u64> = lines.iter().map(|line| weight(line.amount.abs())).collect();
    let parts = spread::spread(difference.cents(), &weights);
    for (line, part) in lines.iter_mut().zip(parts).filter(|(_, part)| *part != 0) {
        line.discount += Money::from_cents(part);
        if let Some(last) = line.discounts.last_mut() {
            last.amount += Money::from_cents(part);
        }
        line.discounts.retain(|discount| discount.amount != Money::ZERO);
    }
}
