//! What a till or a POS vendor does at Saffron's public API (docs/api.md, For tills, For POS vendors): posts what
//! happened, reads what owners changed, and registers a location.

mod api;
mod client;
mod event;
mod fact;
mod minutes;
mod processor;
mod removal;
mod vendor;

pub use api::{Api, ApiError};
pub use client::{Batcher, Changes, ItemChange, MAX_BODY, MAX_CHECKS, PromoCode, Refused, Till};
pub use event::Event;
pub use fact::{
    CashCount, Check, Discount, Guest, Item, Line, Modifier, NamedTax, Payment, Person, ServiceCharge, Shift,
};
pub use minutes::Minutes;
pub use processor::{
    RecordedCard, RecordedDispute, RecordedEntry, RecordedPayment, RecordedPayout, RecordedRefund,
    RefundStatus,
};
pub use removal::{MergedGuest, RemovedCheck, RemovedItem, RemovedShift};
pub use saffron_core::Secret;
pub use vendor::{Registered, Registration, Vendor};
