//! What marketing stores about guests: listed, exported and erased.

mod erasure;
mod export;
mod guest_texts;
mod merges;
mod people;
