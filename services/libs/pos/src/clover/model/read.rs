use super::{Category, Credit, Customer, Employee, Item, LineItem, Merchant, Order, Payment, Refund, Shift};
use crate::read::kinds;

kinds!(
    "Clover",
    Category: "category",
    Credit: "manual refund",
    Customer: "guest",
    Employee: "employee",
    Item: "item",
    LineItem: "line",
    Merchant: "location",
    Order: "order",
    Payment: "payment",
    Refund: "refund",
    Shift: "shift",
);
