//! Everyone who is the wrong one, at every call there is.

mod alone;
mod answer;
mod calls;
mod connected;
mod document;
mod estate;
mod furnish;
mod logs;
mod matrix;
mod proof;
mod rpc;
mod rpc_calls;
mod sample;
mod services;
mod sessionless;
mod usual;
