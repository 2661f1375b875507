//! HTTP through the gateway: the document, sessions, headers, limits, errors, the live stream and the files of the web app.

mod answers;
mod document;
mod errors;
mod headers;
mod limits;
mod sessions;
mod stream;
mod web;
