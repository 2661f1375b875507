//! Streams, the outbox and consumers.

mod again;
mod apart;
mod nodes;
mod poison;
mod refused;
mod restored;
mod together;
