//! A running installation of Saffron, for benches and for tests that break it: servers and services, an owner, tills, open
//! streams, replicas that are replaced, and an operator's view of NATS.
#![allow(clippy::indexing_slicing, reason = "only JSON is indexed, where a missing field is null")]

mod clients;
mod feed;
mod installation;
mod operator;
mod replicas;
mod trade;
mod wait;
mod workers;

pub use clients::{
    Answer, Checks, Done, Load, MAIN_API, Owner, Position, Received, Record, Restaurant, Stream, Sums, Till,
    Tills, business_date, cents, check, client, client_from, customer, dollars, event, guest_id, take_frames,
};
pub use feed::Feed;
pub use installation::{
    Base, Instance, Launched, Memory, MemoryUse, Settings, finish, kill, unlimited_rates,
};
pub use operator::{Operator, Role, STREAMS, partition};
pub use replicas::Replicas;
pub use trade::Trade;
pub use wait::{eventually, until};
pub use workers::{Rounds, Workers};
