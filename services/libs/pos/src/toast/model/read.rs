use super::{Employee, Job, Menus, Metadata, Named, Order, Payment, Restaurant, Stock, TimeEntry};
use crate::read::kinds;

kinds!(
    "Toast",
    Employee: "employee",
    Job: "job",
    Menus: "menu",
    Metadata: "menu",
    Named: "setting",
    Order: "order",
    Payment: "payment",
    Restaurant: "location",
    Stock: "stock",
    TimeEntry: "shift",
);
