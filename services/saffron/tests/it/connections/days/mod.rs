//! Whose the days are: one source of checks each.

mod asked;
mod shared;
mod sources;

use super::{Day, Place, Square, TOKEN};
