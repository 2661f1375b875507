//! Types and rules, without I/O.

mod connection;
mod findings;
mod order;
mod proof;
mod question;
mod said;
mod sample;
mod seal;
mod state;
mod upload;
mod versions;

pub use connection::*;
pub use findings::*;
pub use order::*;
pub use proof::*;
pub use question::*;
pub use said::*;
pub use sample::*;
pub use seal::*;
pub use state::*;
pub use upload::*;
pub use versions::*;
