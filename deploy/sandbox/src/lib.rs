//! Stand-ins for the world outside Saffron: a POS that sends a day's trade, a card provider that its guests pay
//! through, other POS systems with their public APIs, a mail server, an SMS provider and a push service that keep what they are sent,
//! and what reads another POS's files. They use the public HTTP API
//! only, as the real ones would, and are never linked into a service.

// The card provider's objects have many members.
#![recursion_limit = "256"]

pub mod card;
pub mod clover;
mod control;
mod demo;
mod http;
mod ids;
pub mod mail;
mod misbehaviour;
mod pages;
pub mod pos;
mod progress;
pub mod push;
mod secret;
mod server;
pub mod sms;
pub mod square;
pub mod toast;
pub mod trade;
mod tricks;
