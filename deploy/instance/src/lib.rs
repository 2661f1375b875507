//! A running installation of Saffron, for benches and for tests that break it: servers and services, an owner, tills, open
//! streams, and an operator's view of NATS.
#![allow(clippy::indexing_slicing, reason = "only JSON is indexed, where a missing field is null")]

mod answer;
mod base;
mod facts;
mod feed;
mod instance;
mod launched;
mod memory;
mod operator;
mod owner;
mod record;
mod restaurant;
mod stream;
mod till;
mod tills;
mod wait;
mod workers;

pub use answer::{Answer, MAIN_API, client, client_from};
pub use base::Base;
pub use facts::{business_date, cents, check, customer, dollars, event, guest_id};
pub use feed::Feed;
pub use instance::{Instance, Settings};
pub use launched::{Launched, finish, kill, unlimited_rates};
pub use memory::{Held, Memory};
pub use operator::{Operator, Role, STREAMS, partition};
pub use owner::Owner;
pub use record::{Record, Sums};
pub use restaurant::Restaurant;
pub use stream::{Position, Received, Stream, take_frames};
pub use till::Till;
pub use tills::{Checks, Tills};
pub use wait::{eventually, until};
pub use workers::{Rounds, Workers};
