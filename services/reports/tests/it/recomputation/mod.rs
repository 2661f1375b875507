//! Every report against a plain recomputation from random streams of facts.

mod before;
mod check;
mod entries;
mod plain;
mod rollups;
mod shift;
mod streams;
mod values;
