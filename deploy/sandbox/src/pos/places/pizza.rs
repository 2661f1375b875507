//! demo-pizza: the restaurant of pizzaplace.csv.

use saffron_core::Money;

use super::super::pizzaplace::Year;
use super::super::place::{Course, Job, Member, MenuItem, Place, Slot, Trade};

const STAFF: &[Member] = &[
    Member { id: "e1", name: "Rosa Marino", job: Job::Manager, rate: 2_600 },
    Member { id: "e2", name: "Tom Becker", job: Job::Server, rate: 1_150 },
    Member { id: "e3", name: "Ana Ruiz", job: Job::Server, rate: 1_200 },
    Member { id: "e4", name: "Priya Nair", job: Job::Server, rate: 1_150 },
    Member { id: "e5", name: "Jonah Weiss", job: Job::Server, rate: 1_125 },
    Member { id: "e6", name: "Mei Chen", job: Job::Cashier, rate: 1_725 },
    Member { id: "e7", name: "Luca Ferri", job: Job::Cook, rate: 1_950 },
    Member { id: "e8", name: "Omar Haddad", job: Job::Cook, rate: 1_850 },
    Member { id: "e9", name: "Grace Kim", job: Job::Cook, rate: 1_825 },
    Member { id: "e10", name: "Sam Okoro", job: Job::Dishwasher, rate: 1_650 },
];

const SLOTS: &[Slot] = &[
    Slot { job: Job::Manager, from: 660, until: 1_140, people: [1, 1, 1, 1, 1, 0, 0] },
    Slot { job: Job::Server, from: 540, until: 990, people: [1, 1, 1, 1, 1, 1, 1] },
    Slot { job: Job::Server, from: 960, until: 1_425, people: [1, 1, 1, 1, 2, 2, 1] },
    Slot { job: Job::Cashier, from: 690, until: 900, people: [1, 1, 1, 1, 1, 0, 0] },
    Slot { job: Job::Cook, from: 530, until: 970, people: [1, 1, 1, 1, 1, 1, 1] },
    Slot { job: Job::Cook, from: 940, until: 1_430, people: [1, 1, 1, 1, 1, 1, 1] },
    Slot { job: Job::Dishwasher, from: 1_020, until: 1_380, people: [0, 0, 0, 0, 1, 1, 0] },
];

const TABLES: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Patio 1", "Patio 2"];

/// The codes of the file and what the menu calls them.
const TITLES: &[(&str, &str)] = &[
    ("bbq_ckn", "Barbecue Chicken"),
    ("big_meat", "Big Meat"),
    ("brie_carre", "Brie Carre"),
    ("calabrese", "Calabrese"),
    ("cali_ckn", "California Chicken"),
    ("ckn_alfredo", "Chicken Alfredo"),
    ("ckn_pesto", "Chicken Pesto"),
    ("classic_dlx", "Classic Deluxe"),
    ("five_cheese", "Five Cheese"),
    ("four_cheese", "Four Cheese"),
    ("green_garden", "Green Garden"),
    ("hawaiian", "Hawaiian"),
    ("ital_cpcllo", "Italian Capocollo"),
    ("ital_supr", "Italian Supreme"),
    ("ital_veggie", "Italian Vegetables"),
    ("mediterraneo", "Mediterranean"),
    ("mexicana", "Mexicana"),
    ("napolitana", "Napolitana"),
    ("pep_msh_pep", "Pepperoni, Mushroom & Peppers"),
    ("pepperoni", "Pepperoni"),
    ("peppr_salami", "Pepper Salami"),
    ("prsc_argla", "Prosciutto & Arugula"),
    ("sicilian", "Sicilian"),
    ("soppressata", "Soppressata"),
    ("southw_ckn", "Southwest Chicken"),
    ("spicy_ital", "Spicy Italian"),
    ("spin_pesto", "Spinach Pesto"),
    ("spinach_fet", "Spinach & Feta"),
    ("spinach_supr", "Spinach Supreme"),
    ("thai_ckn", "Thai Chicken"),
    ("the_greek", "The Greek"),
    ("veggie_veg", "Vegetables & Vegetables"),
];

/// The restaurant; its menu is what the file sold.
///
/// # Errors
/// If an identifier written down here is none.
pub fn place(year: &Year) -> anyhow::Result<Place> {
    let item = |(index, pizza): (usize, &super::super::pizzaplace::Pizza)| {
        let title =
            TITLES.iter().find(|(code, _)| *code == pizza.name).map_or(pizza.name.as_str(), |(_, t)| t);
        let mut minor = pizza.category.clone();
        if let Some(first) = minor.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        // Between 24 and 33 per cent of the price.
        let share = 24 + (pizza.name.len() as i64 * 7) % 10;
        anyhow::Ok(MenuItem {
            id: pizza.item_id().parse()?,
            name: format!("{title} ({})", pizza.size),
            major: "Pizza",
            minor,
            price: pizza.price,
            cost: Money::from_cents(pizza.price.cents()).ratio(share, 100),
            course: Course::Main,
            weight: 1,
            stock: index.is_multiple_of(9).then_some(60),
        })
    };
    Ok(Place {
        pos_id: "demo-pizza".parse()?,
        name: "Marino's Pizza",
        time_zone: "America/New_York",
        website: "https://marinos.example",
        address: "214 Juniper Street, Brooklyn, NY 11201",
        phone: "(718) 555-0112",
        tax: 8_875,
        menu: year.menu().iter().enumerate().map(item).collect::<anyhow::Result<_>>()?,
        staff: STAFF,
        slots: SLOTS,
        tables: TABLES,
        centers: &[(8, "Dining Room"), (2, "Patio")],
        ways: [520, 250, 230],
        trade: Trade::Pizzaplace,
    })
}
