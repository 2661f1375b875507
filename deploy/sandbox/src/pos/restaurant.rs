//! The restaurants of the demo, as data/restaurants describes them, and their owners.

use std::collections::BTreeMap;

use anyhow::Context as _;
use saffron_core::{Calendar, DayStart, DayStarts, ItemId, Money, PosId};
use serde::{Deserialize, Deserializer};

use super::pizzaplace::Year;
use saffron_till::Person;

const FILES: [&str; 4] = [
    include_str!("../../data/restaurants/demo-pizza.json"),
    include_str!("../../data/restaurants/demo-lighthouse.json"),
    include_str!("../../data/restaurants/demo-noodles.json"),
    include_str!("../../data/restaurants/demo-bluebird.json"),
];

/// An employee of a restaurant.
#[derive(Debug, Clone, Deserialize)]
pub struct Member {
    /// The POS's id.
    pub id: String,
    /// As shown on reports.
    pub name: String,
    /// As the labor report shows it.
    pub job: String,
    /// Cents an hour.
    pub rate: i64,
}

impl Member {
    /// As facts name them.
    pub fn person(&self) -> Person {
        Person { id: self.id.clone(), name: self.name.clone() }
    }
}

/// A shift that is filled every day, in minutes from midnight of the business date.
#[derive(Debug, Clone, Deserialize)]
pub struct Slot {
    pub job: String,
    pub from: i32,
    pub until: i32,
    /// How many people, Monday to Sunday.
    pub people: [usize; 7],
}

/// What a guest may order; a bar sells alcohol, and a drink has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Course {
    Starter,
    Main,
    Side,
    Drink,
    Bar,
    Dessert,
}

/// An item of the menu.
#[derive(Debug, Clone, Deserialize)]
pub struct MenuItem {
    /// The POS's id.
    pub id: ItemId,
    /// As printed on the check.
    pub name: String,
    /// Major category.
    pub major: String,
    /// Minor category.
    pub minor: String,
    /// Price of one.
    #[serde(deserialize_with = "cents")]
    pub price: Money,
    /// Cost of one.
    #[serde(deserialize_with = "cents")]
    pub cost: Money,
    pub course: Course,
    /// How often it is ordered, against the others of its course.
    pub weight: u32,
    /// Pieces left, where they are counted.
    pub stock: Option<i64>,
}

fn cents<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
    i64::deserialize(deserializer).map(Money::from_cents)
}

/// The shape of made-up trade.
#[derive(Debug, Clone, Deserialize)]
pub struct Trade {
    /// Checks of a usual day, Monday to Sunday.
    pub checks: [i64; 7],
    /// Local hours of the business date (24 is midnight), behind their weights.
    pub hours: Vec<(u32, i32)>,
    /// So many guests of a thousand order from each course.
    pub courses: Vec<(i64, Course)>,
}

/// A restaurant.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Restaurant {
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// As its owner reads it.
    pub name: String,
    /// IANA name.
    pub time_zone: String,
    /// When its business days begin.
    #[serde(default)]
    pub day_start: DayStart,
    /// Home page.
    pub website: String,
    /// On one line.
    pub address: String,
    /// Phone number; 555-01xx belongs to no subscriber.
    pub phone: String,
    /// Sales tax in thousandths of a per cent: 8,875 is 8.875 %.
    pub tax: i64,
    #[serde(default)]
    pub menu: Vec<MenuItem>,
    /// The names on the menu of the codes in pizzaplace.csv.
    #[serde(default)]
    titles: BTreeMap<String, String>,
    pub staff: Vec<Member>,
    pub slots: Vec<Slot>,
    /// Table names.
    pub tables: Vec<String>,
    /// Revenue centers of guests who sit, behind their weights.
    pub centers: Vec<(u32, String)>,
    /// Of a thousand orders: eaten here, taken away, ordered online.
    pub channels: [u32; 3],
    /// Made-up trade; without it, the orders of pizzaplace.csv with their amounts.
    pub trade: Option<Trade>,
}

impl Restaurant {
    /// Its time zone and days.
    ///
    /// # Errors
    /// If its time zone is none.
    pub fn calendar(&self) -> anyhow::Result<Calendar> {
        let zone = self.time_zone.parse().with_context(|| format!("time zone of {}", self.pos_id))?;
        Ok(Calendar::new(zone, DayStarts::always(self.day_start)))
    }

    /// Adds the items of pizzaplace.csv to the menu.
    fn sell(&mut self, year: &Year) -> anyhow::Result<()> {
        for (index, pizza) in year.menu().iter().enumerate() {
            let title = self.titles.get(&pizza.name).unwrap_or(&pizza.name);
            let mut minor = pizza.category.clone();
            if let Some(first) = minor.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            // Between 24 and 33 per cent of the price.
            let share = 24 + (pizza.name.len() as i64 * 7) % 10;
            self.menu.push(MenuItem {
                id: pizza.item_id().parse()?,
                name: format!("{title} ({})", pizza.size),
                major: "Pizza".to_owned(),
                minor,
                price: pizza.price,
                cost: Money::from_cents(pizza.price.cents()).ratio(share, 100),
                course: Course::Main,
                weight: 1,
                stock: index.is_multiple_of(9).then_some(60),
            });
        }
        Ok(())
    }
}

/// The four restaurants of the demo.
pub fn restaurants(year: &Year) -> anyhow::Result<Vec<Restaurant>> {
    let read = |text: &str| {
        let mut restaurant: Restaurant = serde_json::from_str(text).context("data/restaurants is damaged")?;
        if restaurant.trade.is_none() {
            restaurant.sell(year)?;
        }
        Ok(restaurant)
    };
    FILES.into_iter().map(read).collect()
}

/// An owner of restaurants, who signs in to the demo.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Owner {
    /// Sign-in name.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    pub locations: Vec<PosId>,
}

/// The owners of the restaurants.
pub fn owners() -> anyhow::Result<Vec<Owner>> {
    serde_json::from_str(include_str!("../../data/owners.json")).context("data/owners.json is damaged")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn restaurants_are_believable() {
        let restaurants = restaurants(&Year::load().unwrap()).unwrap();
        assert_eq!(restaurants.len(), 4);
        for restaurant in &restaurants {
            let Restaurant { name, phone, menu, staff, slots, .. } = restaurant;
            assert!(restaurant.time_zone.parse::<saffron_core::Zone>().is_ok());
            assert!(phone.contains("555-01"), "{phone}");
            assert!((6..=13).contains(&staff.len()), "{name}");
            let ids: HashSet<_> = menu.iter().map(|item| item.id.as_str()).collect();
            assert_eq!(ids.len(), menu.len(), "{name}");
            let costs = menu.iter().map(|item| item.cost.cents() * 100 / item.price.cents());
            assert!(costs.into_iter().all(|percent| (8..50).contains(&percent)), "{name}");
            if restaurant.trade.is_some() {
                assert!((25..=40).contains(&menu.len()), "{name}: {}", menu.len());
            }
            for slot in slots {
                let able = staff.iter().filter(|member| member.job == slot.job).count();
                let same = slots.iter().filter(|other| other.job == slot.job);
                let needed = (0..7).map(|day| same.clone().map(|s| s.people[day]).sum::<usize>()).max();
                assert!(needed.is_some_and(|needed| needed <= able), "{name}: {:?}", slot.job);
            }
        }
        assert!(restaurants.iter().any(|restaurant| restaurant.name.len() > 50));
        let owned: Vec<PosId> = owners().unwrap().into_iter().flat_map(|owner| owner.locations).collect();
        assert_eq!(owned.len(), restaurants.len());
        assert!(restaurants.iter().all(|restaurant| owned.contains(&restaurant.pos_id)));
    }
}
