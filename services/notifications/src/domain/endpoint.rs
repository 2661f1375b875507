//! The endpoints of push services. Only allowed services are called, so that no person makes us call another address.

use saffron_core::Error;

/// The push services of the common browsers.
const KNOWN: [&str; 4] =
    ["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"];
/// The longest endpoint, bytes.
const LONGEST: usize = 1_000;

/// The push services that may be called: hosts with their subdomains, by https; or origins, for a test server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushHosts(Vec<String>);

impl Default for PushHosts {
    fn default() -> PushHosts {
        PushHosts(KNOWN.map(str::to_owned).to_vec())
    }
}

impl std::str::FromStr for PushHosts {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<PushHosts, &'static str> {
        let hosts: Vec<String> = text
            .split(',')
            .map(|host| host.trim().to_ascii_lowercase())
            .filter(|host| !host.is_empty())
            .collect();
        let is_host = |host: &String| {
            let name = host.strip_prefix("http://").or_else(|| host.strip_prefix("https://")).unwrap_or(host);
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b))
        };
        if hosts.is_empty() || !hosts.iter().all(is_host) {
            return Err("must be hosts or origins of push services, comma separated");
        }
        Ok(PushHosts(hosts))
    }
}

/// The URL at which a push service accepts pushes for one browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    url: String,
    origin: String,
    service: String,
}

impl Endpoint {
    /// Reads an endpoint of an allowed push service.
    pub fn parse(text: &str, hosts: &PushHosts) -> Result<Endpoint, Error> {
        let refused = |why: &str| Err(Error::invalid("subscription.endpoint", why));
        if text.len() > LONGEST {
            return refused("is too long");
        }
        // Characters that URL parsers read differently are refused.
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\@#\"<>".contains(&byte));
        let uri = match text.parse::<http::Uri>() {
            Ok(uri) if is_plain => uri,
            _ => return refused("is no URL of a push service"),
        };
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return refused("is no URL of a push service");
        };
        let host = authority.host().to_ascii_lowercase();
        let usual = if scheme == "https" { 443 } else { 80 };
        let port = authority.port_u16().filter(|port| *port != usual);
        let origin = match port {
            Some(port) => format!("{scheme}://{host}:{port}"),
            None => format!("{scheme}://{host}"),
        };
        let is_below = |listed: &str| {
            host.strip_suffix(listed).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let may_be_below = scheme == "https" && port.is_none();
        let listed = hosts.0.iter().find(|listed| **listed == origin || may_be_below && is_below(listed));
        let Some(listed) = listed else {
            return refused("is not of a push service that is known here");
        };
        let service = if *listed == origin { host } else { listed.clone() };
        Ok(Endpoint { url: text.to_owned(), origin, service })
    }

    /// The URL: a secret, since it is all that is needed to send to this browser.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Scheme, host, and the port where it is not the usual one: the audience of a token (RFC 8292).
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The allowed host, of which the endpoint's host may be a subdomain.
    #[must_use]
    pub fn service(&self) -> &str {
        &self.service
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(url: &str, hosts: &PushHosts) -> Option<String> {
        Endpoint::parse(url, hosts).ok().map(|endpoint| endpoint.origin().to_owned())
    }

    #[test]
    fn only_known_push_services_are_called() {
        let usual = PushHosts::default();
        for (url, wanted) in [
            ("https://fcm.googleapis.com/fcm/send/abc", Some("https://fcm.googleapis.com")),
            ("https://FCM.googleapis.com:443/x", Some("https://fcm.googleapis.com")),
            (
                "https://wns2-by3p.notify.windows.com/w/?token=a%2b",
                Some("https://wns2-by3p.notify.windows.com"),
            ),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/x",
                Some("https://updates.push.services.mozilla.com"),
            ),
            ("http://fcm.googleapis.com/fcm/send/abc", None),
            ("https://fcm.googleapis.com:8443/x", None),
            ("https://evilfcm.googleapis.com.example/x", None),
            ("https://evilpush.apple.com/x", None),
            ("https://push.apple.com.evil.example/x", None),
            ("https://127.0.0.1/x", None),
            ("https://[::1]/x", None),
            ("https://169.254.169.254/latest/meta-data", None),
            ("https://fcm.googleapis.com@127.0.0.1/x", None),
            ("https://127.0.0.1\\@fcm.googleapis.com/x", None),
            ("https://fcm.googleapis.com#@127.0.0.1/", None),
            ("ftp://fcm.googleapis.com/", None),
            ("/fcm/send", None),
            ("", None),
        ] {
            assert_eq!(origin(url, &usual).as_deref(), wanted, "{url}");
        }
        assert_eq!(origin(&format!("https://push.apple.com/{}", "x".repeat(1_000)), &usual), None);
    }

    #[test]
    fn stand_in_is_listed_by_its_origin() {
        let hosts: PushHosts = "push.apple.com, http://127.0.0.1:8207".parse().unwrap();
        assert_eq!(origin("http://127.0.0.1:8207/s/1", &hosts).as_deref(), Some("http://127.0.0.1:8207"));
        assert_eq!(origin("http://127.0.0.1:8208/s/1", &hosts), None);
        assert_eq!(origin("https://127.0.0.1:8207/s/1", &hosts), None);
        assert!("".parse::<PushHosts>().is_err() && "a b".parse::<PushHosts>().is_err());
    }
}
