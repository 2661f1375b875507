//! What a till or a POS vendor does at Saffron's public API (docs/api.md, For tills, For POS vendors): posts what
//! happened, reads what owners changed, and registers a location. Used by the sandbox and by the import of other exports.

mod api;
mod client;
mod event;
mod fact;
mod vendor;

pub use crate::secret::Secret;
pub use api::{Api, ApiError};
pub use client::{Batcher, Changes, MAX_BODY, MAX_CHECKS, PromoCode, Refused, Till};
pub use event::Event;
pub use fact::{
    CashCount, Check, Discount, Guest, Item, Line, Modifier, NamedTax, Payment, Person, ServiceCharge, Shift,
};
pub use vendor::{Registered, Registration, Vendor};
