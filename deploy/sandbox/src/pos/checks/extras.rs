//! What a check holds beside its items: modifiers, discounts by name, charges, taxes by name and gift cards.

use saffron_core::fact::{ChargeKind, DiscountKind, TaxCollector};
use saffron_core::{Money, Quantity};

use super::{Channel, Order};
use crate::pos::dice::Dice;
use crate::pos::restaurant::{Course, Member, MenuItem, Restaurant};
use saffron_till::{Check, Discount, Line, Modifier, NamedTax, Person, ServiceCharge};

/// Modifiers of a course: how often, name, price and cost of one in cents.
type Modifiers = &'static [(u32, (&'static str, i64, i64))];

const OF_MAINS: Modifiers = &[
    (5, ("No onions", 0, 0)),
    (4, ("Extra cheese", 150, 40)),
    (3, ("Spicy", 0, 0)),
    (2, ("Gluten-free", 200, 90)),
    (2, ("Extra protein", 450, 160)),
];
const OF_BAR: Modifiers = &[(4, ("No ice", 0, 0)), (2, ("Make it a double", 400, 110))];
const OF_DRINKS: Modifiers = &[(3, ("No ice", 0, 0)), (3, ("Oat milk", 75, 20))];

const VOIDED_BECAUSE: &[(u32, &str)] =
    &[(5, "Keyed by mistake"), (3, "Guest changed their mind"), (2, "Sold out")];
const COMPED_BECAUSE: &[(u32, &str)] =
    &[(4, "Came too late"), (3, "Wrong dish"), (2, "Regular guest"), (1, "Complaint")];
const OFF_A_CHECK: &[(u32, (&str, DiscountKind))] = &[
    (5, ("Neighborhood discount", DiscountKind::Promotion)),
    (3, ("Employee meal", DiscountKind::Employee)),
    (1, ("Friends of the house", DiscountKind::Other)),
];

/// Of a thousand main courses and drinks, those with a modifier.
const MODIFIED: i64 = 250;

/// The dice of what is beside the items: what was ordered does not change with it.
pub fn dice(restaurant: &Restaurant, order: &Order<'_>, what: &str) -> Dice {
    Dice::of(&[&restaurant.pos_id, &order.id, &what])
}

/// The modifiers of an item, by chance; what they cost is part of the line.
pub fn modify(dice: &mut Dice, item: &MenuItem, mut line: Line) -> Line {
    let all = match item.course {
        Course::Main => OF_MAINS,
        Course::Bar => OF_BAR,
        Course::Drink => OF_DRINKS,
        _ => return line,
    };
    if dice.chance(MODIFIED)
        && let Some((_, (name, price, cost))) = dice.pick(all, |(weight, _)| *weight)
    {
        let amount = Money::from_cents(*price).times(line.quantity);
        let cost = Money::from_cents(*cost);
        line.modifiers =
            vec![Modifier { name: (*name).to_owned(), quantity: line.quantity, amount, cost: Some(cost) }];
        line.amount += amount;
    }
    line
}

/// A manager, who allows what staff may not.
fn manager(restaurant: &Restaurant) -> Option<Person> {
    restaurant.staff.iter().find(|member| member.job == "Manager").map(Member::person)
}

/// A line that was keyed in by mistake.
pub fn void(dice: &mut Dice, restaurant: &Restaurant, line: Line) -> Line {
    let reason = Some(dice.word(VOIDED_BECAUSE).to_owned());
    Line { voided: true, reason, approved_by: manager(restaurant), ..line }
}

/// The next version of a check, voided as a whole.
pub fn void_check(restaurant: &Restaurant, check: Check) -> Check {
    let mut dice = Dice::of(&[&check.pos_id, &check.id, &"void"]);
    let reason = Some(dice.word(VOIDED_BECAUSE).to_owned());
    Check { revision: 2, voided: true, reason, approved_by: manager(restaurant), ..check }
}

/// A fifth off a line.
pub fn happy_hour(line: &mut Line) {
    line.discount = line.amount.ratio(1, 5);
    line.discounts = vec![Discount::new("Happy hour", DiscountKind::Promotion, line.discount)];
}

/// By chance, a line that the house gives away: one check in 60.
pub fn comp(dice: &mut Dice, restaurant: &Restaurant, lines: &mut [Line]) {
    if !dice.chance(16) {
        return;
    }
    if let Some(line) = lines.last_mut().filter(|line| line.discount == Money::ZERO) {
        let reason = Some(dice.word(COMPED_BECAUSE).to_owned());
        line.discount = line.amount;
        let comp = Discount::new("Comp", DiscountKind::Comp, line.amount);
        line.discounts = vec![Discount { reason, approved_by: manager(restaurant), ..comp }];
    }
}

/// What a discount of a whole check is for.
pub fn off_a_check(dice: &mut Dice, discount: Money) -> Vec<Discount> {
    let kinds = dice.pick(OFF_A_CHECK, |(weight, _)| *weight).filter(|_| discount != Money::ZERO);
    kinds.map(|(_, (name, kind))| Discount::new(name, *kind, discount)).into_iter().collect()
}

/// Of parties of six and more at a table: eighteen percent for the staff, who get no tip then. Of some orders to take away: a
/// bag.
pub fn charges(dice: &mut Dice, channel: Channel, guests: u16, net: Money) -> Vec<ServiceCharge> {
    match channel {
        Channel::DineIn if guests >= 6 => {
            let name = "Gratuity for parties of six and more".to_owned();
            vec![ServiceCharge {
                name,
                kind: ChargeKind::Gratuity,
                amount: net.ratio(18, 100),
                tax: Money::ZERO,
            }]
        }
        Channel::Takeout if dice.chance(300) => {
            let amount = Money::from_cents(25);
            vec![ServiceCharge { name: "Bag".to_owned(), kind: ChargeKind::Fee, amount, tax: Money::ZERO }]
        }
        _ => Vec::new(),
    }
}

/// The taxes by name: four percent of sales for the state and the rest for the city; those of an order that a marketplace brought
/// are the marketplace's to collect.
pub fn taxes(restaurant: &Restaurant, source: &str, tax: Money) -> Vec<NamedTax> {
    if tax == Money::ZERO {
        return Vec::new();
    }
    if source == "Delivery Marketplace" {
        return vec![NamedTax {
            name: "Sales tax".to_owned(),
            amount: tax,
            collected_by: TaxCollector::Marketplace,
        }];
    }
    let of_state = tax.ratio(4_000, restaurant.tax.max(4_000));
    let ours =
        |name: &str, amount| NamedTax { name: name.to_owned(), amount, collected_by: TaxCollector::Us };
    vec![ours("State sales tax", of_state), ours("City sales tax", tax - of_state)]
}

/// The part of these taxes that the guest pays at the house.
pub fn paid_here(taxes: &[NamedTax]) -> Money {
    let ours = taxes.iter().filter(|tax| tax.collected_by == TaxCollector::Us);
    ours.map(|tax| tax.amount).sum()
}

/// One check in 40 at the house has a gift card beside its items.
pub fn gift_card(restaurant: &Restaurant, order: &Order<'_>) -> anyhow::Result<Option<Line>> {
    let mut dice = dice(restaurant, order, "gift card");
    if !dice.chance(25) {
        return Ok(None);
    }
    let amount = Money::from_cents(2_500 * dice.between(1, 3));
    let line = Line::new("gift-card".parse()?, "Gift Card".to_owned(), Quantity::ONE, amount);
    Ok(Some(Line { deferred: true, ..line }))
}
