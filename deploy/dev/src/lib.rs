//! The launcher behind `cargo dev`: servers without Docker, the services as processes, tests, checks, generated files.

pub mod bench;
pub mod build;
pub mod check;
pub mod cli;
pub mod environment;
pub mod generate;
pub mod import;
pub mod instance;
pub mod nats;
pub mod packages;
pub mod place;
pub mod ports;
pub mod postgres;
pub mod proc;
pub mod prove;
pub mod say;
pub mod secrets;
pub mod services;
pub mod state;
pub mod test;
pub mod tools;
pub mod up;
pub mod web;
