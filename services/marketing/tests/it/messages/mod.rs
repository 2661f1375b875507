//! What guests get: mails, texts, and messages about rewards.

mod email;
mod markup;
mod refused;
mod rewards;
mod texts;
