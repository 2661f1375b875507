mod about;
mod authorizations;
mod days;
mod feeds;
mod locations;
mod proofs;
mod rows;
mod sealed;
mod unmapped;

pub use about::*;
pub use authorizations::*;
pub use days::*;
pub use feeds::*;
pub use locations::*;
pub use proofs::*;
pub use rows::*;
pub use sealed::*;
pub use unmapped::*;
