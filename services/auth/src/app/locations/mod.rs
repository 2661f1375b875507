//! Locations: their registration, their people's links, their days and their accounts at the card provider.

mod card_accounts;
mod create_location;
mod day_start;
mod links;
mod provision_location;
mod samples;

pub use card_accounts::*;
pub use create_location::*;
pub use day_start::*;
pub use links::*;
pub use provision_location::*;
pub use samples::*;
