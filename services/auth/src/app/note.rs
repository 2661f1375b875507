use std::net::IpAddr;

use saffron_core::UserId;

/// Writes down who came in or was refused, and what lets others in or keeps them out: for whoever looks into it later. Nothing
/// that a person typed is in it; an address stands there only if it is one.
pub fn note(what: &'static str, user_id: Option<UserId>, remote_address: &str) {
    let user = user_id.map(|id| id.to_string());
    let from = remote_address.trim().parse::<IpAddr>().ok().map(|ip| ip.to_canonical().to_string());
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    tracing::info!(user = or_none(user), from = or_none(from), "{what}");
}
