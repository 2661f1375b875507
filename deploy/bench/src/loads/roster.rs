//! Many guests and items of one location, the same at every run, and search words that find some of them.

use anyhow::{Context, Result};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use saffron_core::fact::{CustomerUpsert, Fact, FactBody, ItemUpsert};
use saffron_core::{CustomerId, Money, Quantity};

use super::facts::{fact, label};

const FIRST: &str = "Amara Ben Carla Dmitri Elena Farid Grace Hana Ivan Jamal Keiko Liam Maya Noor Omar Priya Quinn \
    Rosa Samuel Tara Uma Viktor Wen Yusuf";
const LAST: &str = "Abbott Bianchi Castillo Dubois Eriksen Fischer Garcia Haddad Ito Johnson Kowalski Lindqvist \
    Moreau Nguyen Okafor Petrov Quiroga Rossi Silva Tanaka Usman Vargas Williams Zhang";
const HOW: &str = "Roasted Grilled Smoked Spicy Braised Crispy Marinated Creamy Fresh Baked Charred Glazed Pickled \
    Stuffed Seared Whipped";
const WHAT: &str = "Aubergine Beetroot Chicken Duck Fennel Gnocchi Halibut Lamb Mushroom Noodles Octopus Polenta \
    Risotto Salmon Tofu Zucchini";

/// The guest with this number.
pub fn guest_id(number: u32) -> Result<CustomerId> {
    format!("g{number}").parse().context("a guest's id")
}

/// The area of the guests' phones by default.
pub const AREA: &str = "212";

/// The facts of `count` guests, each with name, email, and a phone of this area.
pub fn guests(count: u32, area: &str) -> Result<Vec<Fact>> {
    let mut rng = StdRng::seed_from_u64(11);
    (0..count)
        .map(|number| {
            let (first, last) = (pick(FIRST, &mut rng), pick(LAST, &mut rng));
            let email = format!("{first}.{last}.{number}@guests.example").to_lowercase();
            let phone = format!("({area}) {:03}-{:04}", 200 + number / 10_000, number % 10_000);
            let guest = CustomerUpsert {
                id: guest_id(number)?,
                first_name: Some(label(first)?),
                last_name: Some(label(last)?),
                email: Some(label(email)?),
                cell_phone_number: Some(label(phone)?),
                email_consent: Some(true),
                sms_consent: Some(true),
            };
            fact(format!("g-{number}"), FactBody::Customer(Box::new(guest)))
        })
        .collect()
}

/// The facts of `count` items; one in fifty is low on stock.
pub fn items(count: u32) -> Result<Vec<Fact>> {
    let mut rng = StdRng::seed_from_u64(13);
    (0..count)
        .map(|number| {
            let price = Money::from_cents(rng.random_range(300..6_000));
            let item = ItemUpsert {
                id: format!("i{number}").parse().context("an item's id")?,
                name: label(format!("{} {} {number}", pick(HOW, &mut rng), pick(WHAT, &mut rng)))?,
                major_category: Some(label("Food")?),
                minor_category: None,
                price: Some(price),
                cost: Some(price.ratio(28, 100)),
                image_url: None,
                stock: Some(Quantity::from_milli(if number.is_multiple_of(50) { 2_000 } else { 900_000 })),
                low_stock: None,
                sold_out: None,
            };
            fact(format!("i-{number}"), FactBody::Item(Box::new(item)))
        })
        .collect()
}

/// A search word for guests: three letters of a name, or more.
pub fn part_of_guest(rng: &mut StdRng) -> String {
    part(if rng.random_bool(0.5) { pick(FIRST, rng) } else { pick(LAST, rng) }, rng)
}

/// A search word for guests: the last four digits of a phone.
pub fn end_of_phone(rng: &mut StdRng) -> String {
    format!("{:04}", rng.random_range(0..10_000))
}

/// A search word for items: three letters of a name, or more.
pub fn part_of_item(rng: &mut StdRng) -> String {
    part(if rng.random_bool(0.5) { pick(HOW, rng) } else { pick(WHAT, rng) }, rng)
}

/// A search word for items: the dollars of a price with the point.
pub fn part_of_price(rng: &mut StdRng) -> String {
    format!("{}.", rng.random_range(3..60))
}

/// One of these words.
fn pick(words: &'static str, rng: &mut StdRng) -> &'static str {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.choose(rng).copied().unwrap_or_default()
}

/// The beginning of a word, as people type it.
fn part(word: &str, rng: &mut StdRng) -> String {
    let length = rng.random_range(3..=word.len().max(3));
    word.chars().take(length).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_word_finds_a_guest_or_an_item() {
        let guests = serde_json::to_string(&guests(50_000, AREA).unwrap()).unwrap().to_lowercase();
        let facts = items(5_000).unwrap();
        let items = serde_json::to_string(&facts).unwrap().to_lowercase();
        let prices: Vec<String> = facts
            .iter()
            .filter_map(|fact| match &fact.body {
                FactBody::Item(item) => item.price.map(|price| price.to_string()),
                _ => None,
            })
            .collect();
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..100 {
            assert!(guests.contains(&part_of_guest(&mut rng)));
            assert!(guests.contains(&format!("-{}", end_of_phone(&mut rng))));
            assert!(items.contains(&part_of_item(&mut rng)));
            let part = part_of_price(&mut rng);
            assert!(prices.iter().any(|price| price.contains(&part)), "{part}");
        }
    }
}
