//! The cookies of the web app: the session itself, which no script can read, and the token that its unsafe
//! calls repeat.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::{HeaderMap, header};
use saffron_kit::Secret;
use sha2::Sha256;

use crate::config::Origin;

/// Readable, so that the app can repeat it.
pub const XSRF_COOKIE: &str = "XSRF-TOKEN";
/// Where it is repeated.
pub const XSRF_HEADER: &str = "x-xsrf-token";
/// As long as a session lasts unused, seconds.
const MAX_AGE: u32 = 30 * 24 * 60 * 60;
/// As long as auth knows a device that does not sign in, seconds.
const DEVICE_MAX_AGE: u32 = 180 * 24 * 60 * 60;

/// The name of the session cookie. Over https the prefix `__Host-` binds it to exactly this host.
#[must_use]
pub fn session_cookie(origin: &Origin) -> &'static str {
    if origin.is_https() { "__Host-saffron_session" } else { "saffron_session" }
}

/// The name of the cookie by which a browser is known to the accounts that signed in on it.
#[must_use]
pub fn device_cookie(origin: &Origin) -> &'static str {
    if origin.is_https() { "__Host-saffron_device" } else { "saffron_device" }
}

/// The `Set-Cookie` value that makes a browser known. It opens nothing: sign-in only counts its failures apart. It stays at
/// sign-out.
#[must_use]
pub fn set_device(origin: &Origin, token: &Secret) -> String {
    let (name, secure) = (device_cookie(origin), if origin.is_https() { "; Secure" } else { "" });
    let token = token.expose();
    format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict{secure}; Max-Age={DEVICE_MAX_AGE}")
}

/// The device token that a request's cookies carry.
#[must_use]
pub fn read_device(headers: &HeaderMap, origin: &Origin) -> Option<Secret> {
    find(headers, device_cookie(origin))
}

/// The token of a session: nothing has to be stored to check it, and nobody without the session can make it.
#[must_use]
pub fn xsrf_token(session_id: &Secret) -> Secret {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(session_id.expose().as_bytes()) else {
        return Secret::random();
    };
    mac.update(b"saffron XSRF token v1");
    Secret::new(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

/// The `Set-Cookie` values of a new session. Not remembered: they end with the browser.
#[must_use]
pub fn set(origin: &Origin, session_id: &Secret, remember: bool) -> [String; 2] {
    let age = if remember { format!("; Max-Age={MAX_AGE}") } else { String::new() };
    both(origin, session_id.expose(), xsrf_token(session_id).expose(), &age)
}

/// The `Set-Cookie` values that take both away.
#[must_use]
pub fn clear(origin: &Origin) -> [String; 2] {
    both(origin, "", "", "; Max-Age=0")
}

fn both(origin: &Origin, session: &str, xsrf: &str, age: &str) -> [String; 2] {
    let secure = if origin.is_https() { "; Secure" } else { "" };
    let name = session_cookie(origin);
    [
        format!("{name}={session}; Path=/; HttpOnly; SameSite=Strict{secure}{age}"),
        format!("{XSRF_COOKIE}={xsrf}; Path=/; SameSite=Strict{secure}{age}"),
    ]
}

/// The session that a request's cookies carry.
#[must_use]
pub fn read(headers: &HeaderMap, origin: &Origin) -> Option<Secret> {
    find(headers, session_cookie(origin))
}

fn find(headers: &HeaderMap, name: &str) -> Option<Secret> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name && !value.is_empty())
        .map(|(_, value)| Secret::new(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_https_cookies_are_bound_to_the_host() {
        let origin: Origin = "https://saffron.example".parse().unwrap();
        let [session, xsrf] = set(&origin, &Secret::new("s3cret"), true);
        assert_eq!(
            session,
            "__Host-saffron_session=s3cret; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000"
        );
        assert!(!xsrf.contains("HttpOnly") && xsrf.contains("Secure"), "{xsrf}");
        let [session, _] = set(&origin, &Secret::new("s3cret"), false);
        assert!(!session.contains("Max-Age"), "{session}");
    }

    #[test]
    fn a_device_is_known_by_a_cookie_of_its_own() {
        let origin: Origin = "https://saffron.example".parse().unwrap();
        assert_eq!(
            set_device(&origin, &Secret::new("t0ken")),
            "__Host-saffron_device=t0ken; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000"
        );
        let mut headers = HeaderMap::new();
        headers
            .insert(header::COOKIE, "__Host-saffron_device=abc; __Host-saffron_session=x".parse().unwrap());
        assert_eq!(read_device(&headers, &origin).unwrap().expose(), "abc");
        assert_eq!(read(&headers, &origin).unwrap().expose(), "x");
    }

    #[test]
    fn the_session_is_found_among_other_cookies() {
        let origin: Origin = "http://localhost:8080".parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, "a=b; saffron_session=abc; XSRF-TOKEN=x".parse().unwrap());
        assert_eq!(read(&headers, &origin).unwrap().expose(), "abc");
        headers.insert(header::COOKIE, "xsaffron_session=abc; saffron_session=".parse().unwrap());
        assert!(read(&headers, &origin).is_none());
    }

    #[test]
    fn each_session_has_its_own_token() {
        let (a, b) = (Secret::new("a"), Secret::new("b"));
        assert_eq!(xsrf_token(&a).expose(), xsrf_token(&a).expose());
        assert_ne!(xsrf_token(&a).expose(), xsrf_token(&b).expose());
    }
}
