//! The caller of a request: its credentials, its session, and how long a cached session may be used.

mod caller;
mod client;
pub mod cookies;
mod device;
mod location;
mod revocations;
mod sessions;

pub use caller::Caller;
pub use client::{Client, SessionId};
pub use device::Device;
pub use location::LocationCalendar;
pub use revocations::{Revocations, Validity};
pub use sessions::{Session, Sessions, digest_of};
