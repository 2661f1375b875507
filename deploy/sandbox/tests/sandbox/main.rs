//! The till's side of the public API against a server that behaves badly, and the whole sandbox against
//! one that keeps what it is sent. The server reads events with the reader of the real ingest call. And the card provider, the mail
//! catcher, the SMS provider and Square.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails; clippy knows this only inside #[test] functions"
)]

mod card;
mod clover;
mod demo;
mod mail;
mod server;
mod sms;
mod square;
mod till;
mod toast;
