//! HTTP itself: envelope, errors, bodies, who comes from where, limits, headers, files.

pub mod address;
pub mod document;
pub mod envelope;
pub mod guard;
pub mod headers;
pub mod json;
pub mod limits;
pub mod notification;
pub mod proofs;
pub mod refusals;
pub mod routes;
pub mod serve;
pub mod shares;
pub mod web;
