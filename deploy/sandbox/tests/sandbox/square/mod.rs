//! Square as its callers see it: over HTTP, with a clock that the test sets and trade that it puts in.

mod catalog;
mod faults;
mod money;
mod oauth;
mod orders;
mod people;
mod program;
mod reports;
mod schema;
mod searches;
mod trade;
mod webhooks;
mod world;
