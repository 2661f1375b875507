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
pub mod nats;
pub mod output;
pub mod packages;
pub mod ports;
pub mod postgres;
pub mod proc;
pub mod prove;
mod scratch;
pub mod secrets;
pub mod services;
pub mod state;
pub mod test;
pub mod tools;
pub mod up;
pub mod web;

pub use config::Config;
pub use output::{Output, Step};
pub use proc::Tool;
