//! The four restaurants of the demo.

mod bluebird;
mod lighthouse;
mod noodles;
mod pizza;

use super::pizzaplace::Year;
use super::place::Place;

/// Whose restaurants they are.
pub struct Owner {
    /// Sign-in name.
    pub email: &'static str,
    /// Given name; the family name is Owner.
    pub first_name: &'static str,
    /// Family name.
    pub last_name: &'static str,
    /// Phone number.
    pub phone: &'static str,
    /// Their locations.
    pub locations: &'static [&'static str],
}

/// The password of both owners of the demo.
pub const PASSWORD: &str = "saffron-demo";

/// Who may sign in to the demo, and what they see.
pub const OWNERS: &[Owner] = &[
    Owner {
        email: "owner@saffron.example",
        first_name: "Demo",
        last_name: "Owner",
        phone: "(212) 555-0100",
        locations: &["demo-pizza", "demo-lighthouse", "demo-noodles"],
    },
    Owner {
        email: "other@saffron.example",
        first_name: "Other",
        last_name: "Owner",
        phone: "(303) 555-0101",
        locations: &["demo-bluebird"],
    },
];

/// All restaurants; the pizza restaurant's menu is what `year` sold.
///
/// # Errors
/// If an identifier written down here is none.
pub fn all(year: &Year) -> anyhow::Result<Vec<Place>> {
    Ok(vec![pizza::place(year)?, lighthouse::place()?, noodles::place()?, bluebird::place()?])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::place::Trade;
    use super::*;

    #[test]
    fn the_restaurants_are_believable() {
        let places = all(&Year::load().unwrap()).unwrap();
        assert_eq!(places.len(), 4);
        for place in &places {
            assert!(place.time_zone.parse::<saffron_core::Zone>().is_ok());
            assert!(place.phone.contains("555-01"), "{}", place.phone);
            assert!((6..=12).contains(&place.staff.len()), "{}", place.name);
            let ids: HashSet<_> = place.menu.iter().map(|item| item.id.as_str()).collect();
            assert_eq!(ids.len(), place.menu.len(), "{}", place.name);
            let costs = place.menu.iter().map(|item| item.cost.cents() * 100 / item.price.cents());
            assert!(costs.into_iter().all(|percent| (8..50).contains(&percent)), "{}", place.name);
            if matches!(place.trade, Trade::Generated(_)) {
                assert!((25..=40).contains(&place.menu.len()), "{}: {}", place.name, place.menu.len());
            }
            for slot in place.slots {
                let able = place.staff.iter().filter(|member| member.job == slot.job).count();
                let same = place.slots.iter().filter(|other| other.job == slot.job);
                let needed = (0..7).map(|day| same.clone().map(|s| s.people[day]).sum::<usize>()).max();
                assert!(needed.is_some_and(|needed| needed <= able), "{}: {:?}", place.name, slot.job);
            }
        }
        assert!(places.iter().any(|place| place.name.len() > 50));
        let owned: Vec<_> = OWNERS.iter().flat_map(|owner| owner.locations).collect();
        assert_eq!(owned.len(), places.len());
        assert!(places.iter().all(|place| owned.contains(&&place.pos_id.as_str())));
    }
}
