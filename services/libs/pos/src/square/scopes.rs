/// What the adapter reads, by Square's names of permissions.
pub const SCOPES: &[&str] = &[
    "MERCHANT_PROFILE_READ",
    "ORDERS_READ",
    "PAYMENTS_READ",
    "ITEMS_READ",
    "INVENTORY_READ",
    "CUSTOMERS_READ",
    "EMPLOYEES_READ",
    "TIMECARDS_READ",
    "TIMECARDS_SETTINGS_READ",
    "DISPUTES_READ",
    "PAYOUTS_READ",
    "REPORTING_READ",
    "ITEMS_WRITE",
    "INVENTORY_WRITE",
];
