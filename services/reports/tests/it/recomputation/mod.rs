//! Every report against a plain recomputation from random streams of facts.

mod plain;
mod rollups;
mod streams;
