//! The client's address.

use std::net::IpAddr;

use http::HeaderMap;
use ipnet::IpNet;

/// The client's address of a request, an extension that the server adds to each.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The socket's address; where that is a trusted proxy's, the last address in `X-Forwarded-For` that is not.
    pub fn of(socket: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
        let mut address = socket.to_canonical();
        let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
        let lines = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        for hop in hops.into_iter().rev() {
            if !is_trusted(&address) {
                break;
            }
            let Ok(before) = hop.trim().parse::<IpAddr>() else { break };
            address = before.to_canonical();
        }
        ClientAddress(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(socket: &str, forwarded: &str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        ClientAddress::of(socket.parse().unwrap(), &headers, &trusted).0.to_string()
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
