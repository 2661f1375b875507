//! demo-lighthouse: a house on the coast that is open late, with a bar and a long name.

use super::super::place::{Course, Generated, Job, Member, Place, Slot, Trade, Written, menu};

const MENU: &[Written] = &[
    ("oysters-half", "Oysters on the Half Shell (6)", "Raw Bar", 2_100, 840, Course::Starter, 6),
    ("oysters-dozen", "Oysters on the Half Shell (12)", "Raw Bar", 3_900, 1_680, Course::Starter, 2),
    ("chowder-cup", "Clam Chowder, Cup", "Soups", 850, 210, Course::Starter, 8),
    ("chowder-bowl", "Clam Chowder, Bowl", "Soups", 1_250, 320, Course::Starter, 7),
    ("crab-cakes", "Dungeness Crab Cakes", "Starters", 1_950, 690, Course::Starter, 5),
    ("calamari", "Crispy Calamari", "Starters", 1_600, 430, Course::Starter, 6),
    ("caesar", "Little Gem Caesar", "Salads", 1_400, 330, Course::Starter, 6),
    ("beet-salad", "Roasted Beet Salad", "Salads", 1_500, 370, Course::Starter, 3),
    ("cioppino", "Keeper's Cioppino", "Seafood", 3_600, 1_260, Course::Main, 6),
    ("halibut", "Pan-Seared Halibut", "Seafood", 3_800, 1_450, Course::Main, 5),
    ("salmon", "Cedar Plank Salmon", "Seafood", 3_200, 1_090, Course::Main, 7),
    ("fish-chips", "Fish & Chips", "Seafood", 2_300, 620, Course::Main, 10),
    ("lobster-roll", "Lobster Roll", "Sandwiches", 3_100, 1_240, Course::Main, 7),
    ("burger", "Landing Burger", "Sandwiches", 1_950, 560, Course::Main, 9),
    ("ribeye", "Ribeye, 14 oz", "Steaks", 4_800, 1_920, Course::Main, 3),
    ("linguine", "Linguine with Clams", "Pasta", 2_700, 700, Course::Main, 6),
    ("mushroom-risotto", "Mushroom Risotto", "Pasta", 2_400, 540, Course::Main, 3),
    ("fries", "Sea Salt Fries", "Sides", 750, 120, Course::Side, 8),
    ("asparagus", "Grilled Asparagus", "Sides", 950, 270, Course::Side, 4),
    ("sourdough", "Sourdough & Butter", "Sides", 600, 110, Course::Side, 6),
    ("iced-tea", "Iced Tea", "Soft Drinks", 450, 45, Course::Drink, 7),
    ("lemonade", "Meyer Lemonade", "Soft Drinks", 550, 75, Course::Drink, 6),
    ("sparkling", "Sparkling Water", "Soft Drinks", 700, 150, Course::Drink, 5),
    ("coffee", "Coffee", "Coffee & Tea", 450, 50, Course::Drink, 6),
    ("pilsner", "Harbor Pilsner", "Beer", 850, 190, Course::Bar, 8),
    ("ipa", "West Coast IPA", "Beer", 900, 215, Course::Bar, 7),
    ("sauvignon", "Sauvignon Blanc, Glass", "Wine", 1_400, 370, Course::Bar, 6),
    ("pinot-noir", "Pinot Noir, Glass", "Wine", 1_600, 430, Course::Bar, 6),
    ("martini", "Keeper's Martini", "Cocktails", 1_700, 330, Course::Bar, 5),
    ("paloma", "Foghorn Paloma", "Cocktails", 1_600, 290, Course::Bar, 5),
    ("key-lime", "Key Lime Pie", "Desserts", 1_100, 250, Course::Dessert, 6),
    ("chocolate-torte", "Chocolate Torte", "Desserts", 1_200, 280, Course::Dessert, 5),
];

const STAFF: &[Member] = &[
    Member { id: "l1", name: "Margaret Doyle", job: Job::Manager, rate: 3_300 },
    Member { id: "l2", name: "Andre Fontaine", job: Job::Server, rate: 1_850 },
    Member { id: "l3", name: "Bea Lindqvist", job: Job::Server, rate: 1_850 },
    Member { id: "l4", name: "Carlos Mendoza", job: Job::Server, rate: 1_900 },
    Member { id: "l5", name: "Dina Petrova", job: Job::Server, rate: 1_850 },
    Member { id: "l6", name: "Eli Brooks", job: Job::Bartender, rate: 2_000 },
    Member { id: "l7", name: "Fay Nakamura", job: Job::Bartender, rate: 2_050 },
    Member { id: "l8", name: "Gus Papadakis", job: Job::Cook, rate: 2_600 },
    Member { id: "l9", name: "Hana Suzuki", job: Job::Cook, rate: 2_450 },
    Member { id: "l10", name: "Ivan Kovac", job: Job::Cook, rate: 2_400 },
    Member { id: "l11", name: "Joy Adeyemi", job: Job::Dishwasher, rate: 1_800 },
];

const SLOTS: &[Slot] = &[
    Slot { job: Job::Manager, from: 840, until: 1_440, people: [0, 1, 1, 1, 1, 1, 1] },
    Slot { job: Job::Server, from: 630, until: 1_020, people: [1, 1, 1, 1, 1, 2, 2] },
    Slot { job: Job::Server, from: 990, until: 1_515, people: [1, 1, 1, 2, 2, 2, 1] },
    Slot { job: Job::Bartender, from: 960, until: 1_520, people: [1, 1, 1, 1, 2, 2, 1] },
    Slot { job: Job::Cook, from: 600, until: 1_010, people: [1, 1, 1, 1, 1, 1, 1] },
    Slot { job: Job::Cook, from: 960, until: 1_500, people: [1, 1, 1, 1, 2, 2, 1] },
    Slot { job: Job::Dishwasher, from: 1_020, until: 1_440, people: [0, 0, 1, 1, 1, 1, 1] },
];

const TABLES: &[&str] = &[
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "14", "Deck 1", "Deck 2", "Deck 3",
    "Bar 1", "Bar 2",
];

/// The restaurant.
///
/// # Errors
/// If an identifier written down here is none.
pub fn place() -> anyhow::Result<Place> {
    Ok(Place {
        pos_id: "demo-lighthouse".parse()?,
        name: "The Old Lighthouse Keeper's Kitchen & Oyster Bar at Fisherman's Landing",
        time_zone: "America/Los_Angeles",
        website: "https://lighthousekeeper.example",
        address: "1 Landing Road, Half Moon Bay, CA 94019",
        phone: "(650) 555-0134",
        tax: 9_375,
        menu: menu(MENU)?,
        staff: STAFF,
        slots: SLOTS,
        tables: TABLES,
        centers: &[(6, "Dining Room"), (2, "Deck"), (2, "Bar")],
        ways: [860, 80, 60],
        trade: Trade::Generated(Generated {
            checks: [28, 31, 34, 40, 58, 66, 50],
            hours: &[
                (5, 11),
                (11, 12),
                (11, 13),
                (5, 14),
                (3, 15),
                (4, 16),
                (9, 17),
                (14, 18),
                (15, 19),
                (12, 20),
                (8, 21),
                (5, 22),
                (3, 23),
                (2, 24),
            ],
            courses: &[
                (480, Course::Starter),
                (960, Course::Main),
                (260, Course::Side),
                (430, Course::Drink),
                (620, Course::Bar),
                (180, Course::Dessert),
            ],
        }),
    })
}
