//! Who is calling: what proves it, whose session it is, and when a session that was looked up before may
//! still be believed (design.md section 4).

pub mod cookies;
mod device;
mod enter;
mod places;
mod proof;
mod sessions;
mod tombstones;

pub use device::Device;
pub use enter::Entered;
pub use places::Place;
pub use proof::{SessionId, Visitor};
pub use sessions::{Session, Sessions, digest_of};
