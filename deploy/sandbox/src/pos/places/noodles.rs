//! demo-noodles: a quick noodle house with much take-away.

use super::super::place::{Course, Generated, Job, Member, Place, Slot, Trade, Written, menu};

const MENU: &[Written] = &[
    ("gyoza", "Pork Gyoza (6)", "Small Plates", 850, 220, Course::Starter, 9),
    ("veg-gyoza", "Vegetable Gyoza (6)", "Small Plates", 800, 190, Course::Starter, 4),
    ("edamame", "Edamame", "Small Plates", 600, 110, Course::Starter, 6),
    ("bao-pork", "Pork Belly Bao", "Small Plates", 650, 190, Course::Starter, 6),
    ("bao-mushroom", "Mushroom Bao", "Small Plates", 600, 150, Course::Starter, 3),
    ("karaage", "Chicken Karaage", "Small Plates", 1_050, 290, Course::Starter, 5),
    ("tonkotsu", "Tonkotsu Ramen", "Ramen", 1_650, 430, Course::Main, 12),
    ("shoyu", "Shoyu Ramen", "Ramen", 1_550, 390, Course::Main, 8),
    ("miso", "Spicy Miso Ramen", "Ramen", 1_600, 410, Course::Main, 10),
    ("veggie-ramen", "Vegetable Ramen", "Ramen", 1_500, 340, Course::Main, 5),
    ("dan-dan", "Dan Dan Noodles", "Noodles", 1_500, 370, Course::Main, 8),
    ("beef-noodle", "Braised Beef Noodle Soup", "Noodles", 1_750, 560, Course::Main, 8),
    ("cold-sesame", "Cold Sesame Noodles", "Noodles", 1_250, 260, Course::Main, 5),
    ("pad-thai", "Pad Thai", "Noodles", 1_450, 350, Course::Main, 7),
    ("udon-curry", "Curry Udon", "Noodles", 1_500, 380, Course::Main, 5),
    ("fried-rice", "Kimchi Fried Rice", "Rice", 1_350, 290, Course::Main, 5),
    ("katsu", "Chicken Katsu Rice", "Rice", 1_550, 420, Course::Main, 5),
    ("egg", "Soft Egg", "Extras", 200, 45, Course::Side, 9),
    ("chashu", "Extra Chashu", "Extras", 450, 170, Course::Side, 5),
    ("noodles-extra", "Extra Noodles", "Extras", 300, 60, Course::Side, 5),
    ("kimchi", "Kimchi", "Extras", 400, 80, Course::Side, 4),
    ("green-tea", "Green Tea", "Soft Drinks", 350, 35, Course::Drink, 6),
    ("yuzu-soda", "Yuzu Soda", "Soft Drinks", 500, 90, Course::Drink, 6),
    ("calpico", "Calpico", "Soft Drinks", 450, 95, Course::Drink, 4),
    ("water", "Bottled Water", "Soft Drinks", 300, 60, Course::Drink, 4),
    ("sapporo", "Sapporo", "Beer", 750, 200, Course::Bar, 6),
    ("sake-cup", "Sake, Cup", "Sake", 1_000, 270, Course::Bar, 3),
    ("mochi", "Mochi Ice Cream", "Desserts", 700, 190, Course::Dessert, 5),
];

const STAFF: &[Member] = &[
    Member { id: "n1", name: "Wendy Cho", job: Job::Manager, rate: 2_700 },
    Member { id: "n2", name: "Aiden Murphy", job: Job::Server, rate: 1_500 },
    Member { id: "n3", name: "Bianca Lopez", job: Job::Server, rate: 1_525 },
    Member { id: "n4", name: "Chloe Park", job: Job::Server, rate: 1_500 },
    Member { id: "n5", name: "Devon Wright", job: Job::Cashier, rate: 1_600 },
    Member { id: "n6", name: "Emi Tanaka", job: Job::Cook, rate: 2_100 },
    Member { id: "n7", name: "Felix Nguyen", job: Job::Cook, rate: 1_950 },
    Member { id: "n8", name: "Gita Rao", job: Job::Cook, rate: 1_900 },
];

const SLOTS: &[Slot] = &[
    Slot { job: Job::Manager, from: 630, until: 1_170, people: [1, 1, 1, 1, 1, 0, 0] },
    Slot { job: Job::Server, from: 640, until: 1_000, people: [1, 1, 1, 1, 1, 1, 1] },
    Slot { job: Job::Server, from: 980, until: 1_350, people: [1, 1, 1, 1, 2, 2, 1] },
    Slot { job: Job::Cashier, from: 1_020, until: 1_320, people: [0, 0, 1, 1, 1, 1, 1] },
    Slot { job: Job::Cook, from: 600, until: 1_010, people: [1, 1, 1, 1, 1, 1, 1] },
    Slot { job: Job::Cook, from: 980, until: 1_360, people: [1, 1, 1, 1, 2, 2, 1] },
];

/// The restaurant.
///
/// # Errors
/// If an identifier written down here is none.
pub fn place() -> anyhow::Result<Place> {
    Ok(Place {
        pos_id: "demo-noodles".parse()?,
        name: "Red Lantern Noodle House",
        time_zone: "America/Chicago",
        website: "https://redlantern.example",
        address: "88 Canal Court, Chicago, IL 60606",
        phone: "(312) 555-0156",
        tax: 10_250,
        menu: menu(MENU)?,
        staff: STAFF,
        slots: SLOTS,
        tables: &["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "Counter 1", "Counter 2", "Counter 3"],
        centers: &[(7, "Dining Room"), (3, "Counter")],
        ways: [430, 290, 280],
        trade: Trade::Generated(Generated {
            checks: [34, 36, 38, 41, 54, 56, 45],
            hours: &[
                (7, 11),
                (16, 12),
                (13, 13),
                (5, 14),
                (2, 15),
                (3, 16),
                (8, 17),
                (15, 18),
                (15, 19),
                (10, 20),
                (5, 21),
            ],
            courses: &[
                (380, Course::Starter),
                (1_000, Course::Main),
                (330, Course::Side),
                (420, Course::Drink),
                (120, Course::Bar),
                (70, Course::Dessert),
            ],
        }),
    })
}
