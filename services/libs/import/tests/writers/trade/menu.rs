//! The menu: names as they are met, those that look like something else among them.

use super::dice::Dice;
use super::traits::{Country, Traits};

/// A size and its price in cents.
pub type Size = (Option<&'static str>, i64);

/// A dish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dish {
    /// Unique in the house: digits.
    pub id: String,
    /// Name.
    pub name: &'static str,
    /// Category, if it has one.
    pub category: Option<&'static str>,
    /// Sizes; one without a name where it has none.
    pub sizes: Vec<Size>,
    /// Sold by weight: prices are of 1.000.
    pub by_weight: bool,
    /// Tax rate in basis points.
    pub rate: i64,
    /// Cost of one in cents.
    pub cost: Option<i64>,
}

/// Names that are written in every legacy encoding of western Europe.
const WESTERN: &[&str] = &[
    "Burger",
    "Fries",
    "House Salad",
    "Latte",
    "Tip Top Tonic",
    "Void Burger",
    "Total Recall",
    "Cash Cow Steak",
    "Open Sandwich",
    "Refund Rye",
    "Service Station Pie",
    "Discount Dog",
    "Return of the Mac",
    "Sale e Pepe",
    "Rounders Ale",
    "Taxi Driver",
    "Delivery Boy IPA",
    "Gifted Goat Cheese",
    "Crème brûlée",
    "Rösti",
    "Jalapeño Popper",
    "Smörgås",
    "Soup, of the day",
    "12\" Pizza",
    "Fish & Chips; large",
    "\"The Club\"",
    "Shepherd's Pie",
    "7 Up",
    "1/2 Chicken",
    "3.50 Deal",
    "50% Cacao",
    "#1 Special",
    "N/A Beer",
    "Ham, by weight",
    "Kaffee | Kuchen",
    "Pan con tomate (2)",
    "Order 66",
    "Check Mate",
    "Tea - 2026-03-04",
];

/// Names that need more.
const WIDE: &[&str] = &["焼き鳥", "Борщ", "Γύρος", "Pho Bò Đặc Biệt", "בורקס", "Pizza 🍕"];

const CATEGORIES: &[&str] = &["Food", "Drinks", "Bar & Grill", "Süßes", "Pasta, Risotto", "To Go", "All Day"];

/// A menu of 4 to 24 dishes.
pub fn menu(dice: &mut Dice, country: Country, traits: &Traits) -> Vec<Dish> {
    let mut names = WESTERN.to_vec();
    if dice.chance(25) {
        names.extend(WIDE);
    }
    dice.shuffle(&mut names);
    let count = dice.below(21) + 4;
    names.truncate(count);
    names.into_iter().enumerate().map(|(at, name)| dish(dice, at, name, country, traits)).collect()
}

fn dish(dice: &mut Dice, at: usize, name: &'static str, country: Country, traits: &Traits) -> Dish {
    let price = match dice.range(0, 9) {
        0 => dice.range(1, 9) * 100,
        1 => dice.range(100_000, 250_000),
        2 => dice.range(1, 99),
        _ => dice.range(150, 4500),
    };
    let sizes = match dice.range(0, 4) {
        0 if traits.sizes => vec![(Some("Small"), price), (Some("Large"), price + dice.range(50, 400))],
        1 if traits.sizes => vec![(Some("Glass, 0.2 l"), price), (Some("Bottle"), price * 4)],
        _ => vec![(None, price)],
    };
    let rates = country.rates();
    Dish {
        id: format!("{}", 1001 + at * 7),
        name,
        category: dice.chance(90).then(|| dice.pick(CATEGORIES)),
        by_weight: traits.weights && sizes.len() == 1 && dice.chance(20),
        sizes,
        rate: if dice.chance(60) { rates[0] } else { dice.pick(rates) },
        cost: dice.chance(70).then(|| dice.range(0, price / 2)),
    }
}

/// What is ordered to a dish, with its price for one.
pub const MODIFIERS: &[(&str, i64)] =
    &[("Extra Cheese", 100), ("No Onion", 0), ("Oat Milk", 75), ("Rare", 0), ("Add Egg", 225)];
