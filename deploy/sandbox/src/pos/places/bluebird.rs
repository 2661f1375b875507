//! demo-bluebird: a café that opens early and closes in the afternoon. It belongs to the other owner.

use super::super::place::{Course, Generated, Job, Member, Place, Slot, Trade, Written, menu};

const MENU: &[Written] = &[
    ("croissant", "Butter Croissant", "Pastries", 425, 120, Course::Starter, 9),
    ("almond-croissant", "Almond Croissant", "Pastries", 525, 165, Course::Starter, 5),
    ("cinnamon-roll", "Cinnamon Roll", "Pastries", 500, 130, Course::Starter, 6),
    ("blueberry-muffin", "Blueberry Muffin", "Pastries", 425, 110, Course::Starter, 6),
    ("scone", "Cheddar Scone", "Pastries", 450, 115, Course::Starter, 4),
    ("banana-bread", "Banana Bread", "Pastries", 400, 95, Course::Starter, 4),
    ("avocado-toast", "Avocado Toast", "Breakfast", 1_200, 360, Course::Main, 9),
    ("breakfast-burrito", "Green Chile Burrito", "Breakfast", 1_100, 310, Course::Main, 10),
    ("eggs-benedict", "Eggs Benedict", "Breakfast", 1_500, 420, Course::Main, 6),
    ("pancakes", "Buttermilk Pancakes", "Breakfast", 1_250, 240, Course::Main, 7),
    ("granola", "House Granola & Yogurt", "Breakfast", 950, 230, Course::Main, 4),
    ("omelette", "Mushroom Omelette", "Breakfast", 1_350, 340, Course::Main, 5),
    ("blt", "BLT", "Sandwiches", 1_300, 380, Course::Main, 5),
    ("turkey-club", "Turkey Club", "Sandwiches", 1_450, 440, Course::Main, 5),
    ("grilled-cheese", "Grilled Cheese & Tomato Soup", "Sandwiches", 1_350, 320, Course::Main, 5),
    ("cobb", "Cobb Salad", "Salads", 1_550, 470, Course::Main, 4),
    ("bacon", "Side of Bacon", "Sides", 450, 170, Course::Side, 6),
    ("potatoes", "Breakfast Potatoes", "Sides", 400, 75, Course::Side, 6),
    ("fruit", "Fruit Cup", "Sides", 500, 180, Course::Side, 4),
    ("drip", "Drip Coffee", "Coffee", 350, 40, Course::Drink, 12),
    ("latte", "Latte", "Coffee", 525, 105, Course::Drink, 12),
    ("cappuccino", "Cappuccino", "Coffee", 500, 95, Course::Drink, 7),
    ("cold-brew", "Cold Brew", "Coffee", 500, 80, Course::Drink, 8),
    ("chai", "Chai Latte", "Tea", 550, 110, Course::Drink, 5),
    ("matcha", "Matcha Latte", "Tea", 575, 140, Course::Drink, 4),
    ("orange-juice", "Fresh Orange Juice", "Juice", 600, 210, Course::Drink, 5),
    ("cookie", "Sea Salt Cookie", "Sweets", 375, 85, Course::Dessert, 6),
];

const STAFF: &[Member] = &[
    Member { id: "b1", name: "Nora Whitfield", job: Job::Manager, rate: 2_600 },
    Member { id: "b2", name: "Owen Castillo", job: Job::Cashier, rate: 1_750 },
    Member { id: "b3", name: "Paige Turner-Ross", job: Job::Cashier, rate: 1_725 },
    Member { id: "b4", name: "Quinn Daly", job: Job::Server, rate: 1_250 },
    Member { id: "b5", name: "Ravi Menon", job: Job::Server, rate: 1_250 },
    Member { id: "b6", name: "Sofia Greco", job: Job::Cook, rate: 2_050 },
    Member { id: "b7", name: "Theo Janssen", job: Job::Cook, rate: 1_950 },
];

const SLOTS: &[Slot] = &[
    Slot { job: Job::Manager, from: 420, until: 720, people: [1, 1, 1, 1, 1, 0, 0] },
    Slot { job: Job::Cashier, from: 330, until: 930, people: [1, 1, 1, 1, 1, 2, 2] },
    Slot { job: Job::Server, from: 345, until: 930, people: [1, 1, 1, 1, 1, 2, 2] },
    Slot { job: Job::Cook, from: 315, until: 925, people: [1, 1, 1, 1, 1, 2, 2] },
];

/// The restaurant.
///
/// # Errors
/// If an identifier written down here is none.
pub fn place() -> anyhow::Result<Place> {
    Ok(Place {
        pos_id: "demo-bluebird".parse()?,
        name: "Bluebird Café & Bakery",
        time_zone: "America/Denver",
        website: "https://bluebird.example",
        address: "530 Aspen Way, Boulder, CO 80302",
        phone: "(303) 555-0178",
        tax: 8_845,
        menu: menu(MENU)?,
        staff: STAFF,
        slots: SLOTS,
        tables: &["1", "2", "3", "4", "5", "6", "7", "8", "Window 1", "Window 2"],
        centers: &[(7, "Café"), (3, "Terrace")],
        ways: [500, 340, 160],
        trade: Trade::Generated(Generated {
            checks: [48, 47, 49, 50, 54, 72, 70],
            hours: &[(6, 6), (14, 7), (17, 8), (16, 9), (12, 10), (10, 11), (12, 12), (8, 13), (4, 14)],
            courses: &[
                (450, Course::Starter),
                (560, Course::Main),
                (190, Course::Side),
                (930, Course::Drink),
                (90, Course::Dessert),
            ],
        }),
    })
}
