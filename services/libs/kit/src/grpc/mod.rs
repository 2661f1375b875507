//! gRPC between gateway and services: callers, deadlines, errors, health.

mod caller;
mod client;
pub mod list;
mod mirror;
mod repeating;
mod server;
mod status;
mod trace;

pub use caller::{Caller, CallerCheck, GatewayCheck};
pub use client::{Channel, ServiceChannel, channel};
pub use mirror::Mirrored;
pub use server::{bind, serve};
pub(crate) use status::code_name;
pub use status::{from_status, to_status};
pub use trace::Traced;

/// The outcome of a call. A [`crate::Fault`] becomes the status of a failed one.
pub type Answer<T> = Result<tonic::Response<T>, tonic::Status>;
/// The messages of a streamed answer.
pub type Messages<T> = futures::stream::BoxStream<'static, Result<T, tonic::Status>>;

/// The answer that holds this message.
pub fn answer<T>(message: T) -> Answer<T> {
    Ok(tonic::Response::new(message))
}

/// The metadata key of the secret that gateways prove themselves with.
pub const GATEWAY_KEY: &str = "x-saffron-gateway-key";

/// The largest message either side takes: a day's batch of rows is far below it.
pub const MAX_MESSAGE: usize = 16 * 1024 * 1024;
/// The token of a person with 2,000 locations does not fit the 16 KiB that hyper takes by default.
pub const MAX_HEADERS: u32 = 512 * 1024;
