//! Push notifications to the browsers of people.

mod add_device;
mod send_pushes;
mod test_push;

pub use add_device::add_device;
pub use send_pushes::run_sending;
pub use test_push::test_push;
