//! The card provider's objects: their copy here, webhooks, and changes that owners make.

mod burst;
mod changes;
mod killed;
pub mod mirror;
mod overtaken;
mod shapes;
mod unexpected;
mod webhooks;
