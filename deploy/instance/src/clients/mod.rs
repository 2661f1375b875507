//! The API as its clients see it: owners, tills and open apps, and what each was answered.

mod answer;
mod facts;
mod load;
mod owner;
mod record;
mod restaurant;
mod stream;
mod till;
mod tills;

pub use answer::{Answer, MAIN_API, client, client_from};
pub use facts::{business_date, cents, check, customer, dollars, event, guest_id};
pub use load::{Done, Load};
pub use owner::Owner;
pub use record::{Record, Sums};
pub use restaurant::Restaurant;
pub use stream::{Position, Received, Stream, take_frames};
pub use till::Till;
pub use tills::{Checks, Tills};
