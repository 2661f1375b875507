//! Generated code of the gRPC contracts in `proto/`, and the sums that figures are worked out of.
#![allow(missing_docs, clippy::all, clippy::pedantic, unused_qualifications)]

mod calls;
pub mod http;
mod sums;

pub use calls::{Call, Part, Piece, Service, StreamedCall};

/// `saffron.auth.v1`
pub mod auth {
    tonic::include_proto!("saffron.auth.v1");
}

/// `saffron.reports.v1`
pub mod reports {
    tonic::include_proto!("saffron.reports.v1");
}

/// `saffron.inventory.v1`
pub mod inventory {
    tonic::include_proto!("saffron.inventory.v1");
}

/// `saffron.customers.v1`
pub mod customers {
    tonic::include_proto!("saffron.customers.v1");
}

/// `saffron.payments.v1`
pub mod payments {
    tonic::include_proto!("saffron.payments.v1");
}

/// `saffron.marketing.v1`
pub mod marketing {
    tonic::include_proto!("saffron.marketing.v1");
}

/// `saffron.notifications.v1`
pub mod notifications {
    tonic::include_proto!("saffron.notifications.v1");
}

/// The compiled contracts of all services.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// The compiled contract of one service, for gRPC reflection; none where there is no such service.
#[must_use]
pub fn contract(service: &str) -> Option<&'static [u8]> {
    macro_rules! of {
        ($($name:literal)*) => {
            match service {
                $($name => Some(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".bin")).as_slice()),)*
                _ => None,
            }
        };
    }
    of!("auth" "reports" "inventory" "customers" "payments" "marketing" "notifications")
}
