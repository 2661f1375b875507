//! HTTP: connections, bodies, limits, headers, envelopes, files.

pub mod address;
pub mod body;
pub mod csv;
pub mod document;
pub mod envelope;
pub mod guard;
pub mod headers;
pub mod limits;
pub mod notification;
pub mod refusal_log;
pub mod routes;
pub mod security;
pub mod serve;
pub mod web;
