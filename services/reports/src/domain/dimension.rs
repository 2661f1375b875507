use saffron_core::fact::{Check, Label, Person};

/// What sales are split by; all dimensions share one roll-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i16)]
pub enum Dimension {
    /// The server of the table.
    Employee = 1,
    /// The employee that took the payments.
    Cashier = 2,
    RevenueCenter = 3,
    /// Such as Dine In.
    OrderType = 4,
    /// Such as online.
    OrderInputType = 5,
    /// The platform of an online order; only online checks have one.
    OrderSource = 6,
    Table = 7,
}

/// The `orderInputType` of an online order.
const ONLINE: &str = "online";

impl Dimension {
    /// Whether its members are people, whose names may change.
    #[must_use]
    pub const fn is_of_people(self) -> bool {
        matches!(self, Dimension::Employee | Dimension::Cashier)
    }

    /// The member of each dimension that a check belongs to, with its label; empty where it names none.
    pub fn members(check: &Check) -> impl Iterator<Item = (Dimension, &str, &str)> {
        fn of_person(person: Option<&Person>) -> (&str, &str) {
            person.map_or(("", ""), |person| (person.id.as_str(), person.name.as_str()))
        }
        fn of_label(label: Option<&Label>) -> (&str, &str) {
            let text = label.map_or("", Label::as_str);
            (text, text)
        }
        let is_online = check.order_input_type.as_ref().is_some_and(|input| input.as_str() == ONLINE);
        let source = is_online.then(|| (Dimension::OrderSource, of_label(check.order_source.as_ref())));
        [
            (Dimension::Employee, of_person(check.employee.as_ref())),
            (Dimension::Cashier, of_person(check.cashier.as_ref())),
            (Dimension::RevenueCenter, of_label(check.revenue_center.as_ref())),
            (Dimension::OrderType, of_label(check.order_type.as_ref())),
            (Dimension::OrderInputType, of_label(check.order_input_type.as_ref())),
            (Dimension::Table, of_label(check.table.as_ref())),
        ]
        .into_iter()
        .chain(source)
        .map(|(dimension, (member, label))| (dimension, member, label))
    }
}
