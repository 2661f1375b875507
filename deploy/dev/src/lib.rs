//! The launcher behind `cargo dev`: servers without Docker, the services as processes, tests, checks, generated files.

pub mod bench;
pub mod build;
pub mod check;
pub mod cli;
pub mod config;
pub mod environment;
mod files;
pub mod generate;
mod hex;
mod http;
pub mod instance;
pub mod output;
pub mod proc;
pub mod prove;
mod scratch;
pub mod servers;
pub mod test;
pub mod up;

pub use config::Config;
pub use instance::{ports, secrets, services, state};
pub use output::{Output, Step};
pub use proc::Tool;
pub use servers::{nats, packages, postgres};
