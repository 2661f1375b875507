mod authorizations;
mod days;
mod feeds;
mod locations;
mod rows;
mod unmapped;

pub use authorizations::*;
pub use days::*;
pub use feeds::*;
pub use locations::*;
pub use rows::*;
pub use unmapped::*;
