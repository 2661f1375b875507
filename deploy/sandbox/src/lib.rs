//! Stand-ins for the world outside Saffron: a POS that sends a day's trade, and a card provider that its guests pay
//! through. They use the public doors only, as the real ones would, and are never linked into a service.

// The card provider's objects have many members.
#![recursion_limit = "256"]

pub mod card;
mod ids;
pub mod pos;
pub mod till;
