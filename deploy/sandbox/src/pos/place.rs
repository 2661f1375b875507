//! What a restaurant of the demo is made of.

use saffron_core::{ItemId, Money, PosId};

/// What someone is employed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Runs the house.
    Manager,
    /// Serves at tables.
    Server,
    /// Takes money at the counter.
    Cashier,
    /// Mixes drinks.
    Bartender,
    /// Cooks.
    Cook,
    /// Washes up.
    Dishwasher,
}

impl Job {
    /// As the labor report shows it.
    pub fn title(self) -> &'static str {
        match self {
            Job::Manager => "Manager",
            Job::Server => "Server",
            Job::Cashier => "Cashier",
            Job::Bartender => "Bartender",
            Job::Cook => "Cook",
            Job::Dishwasher => "Dishwasher",
        }
    }
}

/// Someone who works there.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The POS's id.
    pub id: &'static str,
    /// As shown on reports.
    pub name: &'static str,
    /// As what.
    pub job: Job,
    /// Cents an hour.
    pub rate: i64,
}

/// A shift that is filled every day, in minutes from midnight of the business date.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// As what.
    pub job: Job,
    /// Begins at.
    pub from: i32,
    /// Ends at.
    pub until: i32,
    /// How many people, Monday to Sunday.
    pub people: [usize; 7],
}

/// What a guest may order: so many times in a thousand each guest takes one of a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// Before the main course.
    Starter,
    /// The main course.
    Main,
    /// Beside it.
    Side,
    /// Without alcohol.
    Drink,
    /// With alcohol.
    Bar,
    /// After it.
    Dessert,
}

/// An item of the menu.
#[derive(Debug, Clone)]
pub struct MenuItem {
    /// The POS's id.
    pub id: ItemId,
    /// As printed on the check.
    pub name: String,
    /// Major category.
    pub major: &'static str,
    /// Minor category.
    pub minor: String,
    /// Price of one.
    pub price: Money,
    /// Cost of one.
    pub cost: Money,
    /// When it is ordered.
    pub course: Course,
    /// How often, against the others of its course.
    pub weight: u32,
    /// Pieces left, where the house counts them.
    pub stock: Option<i64>,
}

/// A line of a menu as it is written down: id, name, minor category, cents, cents of cost, course, weight.
pub type Written = (&'static str, &'static str, &'static str, i64, i64, Course, u32);

/// A menu of written lines.
///
/// # Errors
/// If an id is none.
pub fn menu(lines: &[Written]) -> anyhow::Result<Vec<MenuItem>> {
    let item = |(place, (id, name, minor, price, cost, course, weight)): (usize, &Written)| {
        let major = match course {
            Course::Drink => "Beverages",
            Course::Bar => "Alcohol",
            _ => "Food",
        };
        anyhow::Ok(MenuItem {
            id: id.parse()?,
            name: (*name).to_owned(),
            major,
            minor: (*minor).to_owned(),
            price: Money::from_cents(*price),
            cost: Money::from_cents(*cost),
            course: *course,
            weight: *weight,
            // Every seventh item is counted, one of them nearly gone.
            stock: place.is_multiple_of(7).then(|| if place == 14 { 3 } else { 40 + place as i64 }),
        })
    };
    lines.iter().enumerate().map(item).collect()
}

/// Where the trade of a day comes from.
#[derive(Debug, Clone)]
pub enum Trade {
    /// The orders of pizzaplace.csv, amounts untouched.
    Pizzaplace,
    /// Made up.
    Generated(Generated),
}

/// The shape of made-up trade.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Checks of a usual day, Monday to Sunday.
    pub checks: [i64; 7],
    /// Local hours of the business date (24 is midnight) and their weights.
    pub hours: &'static [(u32, i32)],
    /// So many guests of a thousand order from each course.
    pub courses: &'static [(i64, Course)],
}

/// A restaurant.
#[derive(Debug, Clone)]
pub struct Place {
    /// The location.
    pub pos_id: PosId,
    /// As its owner reads it.
    pub name: &'static str,
    /// IANA name.
    pub time_zone: &'static str,
    /// Home page.
    pub website: &'static str,
    /// On one line.
    pub address: &'static str,
    /// Phone number; 555-01xx is nobody's.
    pub phone: &'static str,
    /// Sales tax in thousandths of a per cent: 8,875 is 8.875 %.
    pub tax: i64,
    /// What is on the menu.
    pub menu: Vec<MenuItem>,
    /// Who works there.
    pub staff: &'static [Member],
    /// When.
    pub slots: &'static [Slot],
    /// Table names.
    pub tables: &'static [&'static str],
    /// Revenue centers of guests who sit, with weights.
    pub centers: &'static [(u32, &'static str)],
    /// Of a thousand orders: eaten here, taken away, ordered online.
    pub ways: [u32; 3],
    /// What is sold.
    pub trade: Trade,
}
