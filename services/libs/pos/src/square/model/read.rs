use super::{
    CatalogObject, Customer, Dispute, InventoryCount, Location, Order, Payment, PaymentRefund, Payout,
    PayoutEntry, TeamMember, TeamMemberWage, Timecard, WorkweekConfig,
};
use crate::read::kinds;

kinds!(
    "Square",
    CatalogObject: "item",
    Customer: "guest",
    Dispute: "dispute",
    InventoryCount: "stock",
    Location: "location",
    Order: "order",
    Payment: "payment",
    PaymentRefund: "refund",
    Payout: "payout",
    PayoutEntry: "entry of a payout",
    TeamMember: "team member",
    TeamMemberWage: "wage",
    Timecard: "timecard",
    WorkweekConfig: "workweek",
);
