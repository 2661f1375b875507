//! Sign-ins, the devices they come from, and the sessions they begin.

mod devices;
mod login;
mod own_sessions;
mod sessions;
