//! What guests get: mails, texts, and messages about rewards.

mod email;
mod markup;
mod own_messages;
mod refused;
mod rewards;
mod texts;
