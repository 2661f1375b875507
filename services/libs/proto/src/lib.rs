//! Generated code of the gRPC contracts in `proto/`, and the sums that figures are worked out of.
#![allow(missing_docs, clippy::all, clippy::pedantic, unused_qualifications)]

mod calls;
pub mod http;
mod sums;

pub use calls::{Call, Part, Piece, Service, StreamedCall, is_read};

include!(concat!(env!("OUT_DIR"), "/contracts.rs"));

/// The compiled contracts of all services.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// The compiled contract of one service, for gRPC reflection; none where there is no such service.
#[must_use]
pub fn contract(service: &str) -> Option<&'static [u8]> {
    CONTRACTS.iter().find(|(name, _)| *name == service).map(|(_, contract)| *contract)
}
