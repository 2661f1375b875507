//! Each area of the product through the gateway.

mod account;
mod business_day;
mod customers;
mod documented;
mod erasure;
mod figures;
mod ingest;
pub mod marketing;
mod menu;
mod notifications;
pub mod payments;
pub mod reports;
mod shared_addresses;
mod trade;
