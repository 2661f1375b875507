//! What a till or a POS vendor does at Saffron's two public doors (docs/api.md, For tills, For POS vendors):
//! says what happened, and registers a location. Used by the sandbox and by the import of other exports.

mod client;
mod door;
mod event;
mod fact;
mod vendor;

pub use client::{Batcher, MAX_BODY, MAX_CHECKS, Refused, Till};
pub use door::{Door, DoorError, Secret};
pub use event::Event;
pub use fact::{Check, Guest, Item, Line, Payment, Person, Shift};
pub use vendor::{Registered, Registration, Vendor};
