//! Where a request comes from.

use std::net::IpAddr;

use http::HeaderMap;
use ipnet::IpNet;

/// The caller's address: the socket's, or where that is a trusted proxy's, the last address in
/// `X-Forwarded-For` that is not.
#[must_use]
pub fn client_address(socket: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let socket = socket.to_canonical();
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    if !is_trusted(&socket) {
        return socket;
    }
    let hops = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = hops.flat_map(|line| line.split(',')).collect();
    let mut address = socket;
    for hop in hops.into_iter().rev() {
        let Ok(parsed) = hop.trim().parse::<IpAddr>() else { break };
        address = parsed.to_canonical();
        if !is_trusted(&address) {
            break;
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(socket: &str, forwarded: &str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        client_address(socket.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(seen("203.0.113.9", "198.51.100.1"), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", "198.51.100.1"), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2"), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", "nonsense"), "10.0.0.1");
        assert_eq!(seen("::ffff:10.0.0.1", "198.51.100.1"), "198.51.100.1");
    }
}
