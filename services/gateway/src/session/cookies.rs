//! The cookies of the web app: the session, which scripts cannot read, and the token that unsafe calls repeat.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::{HeaderMap, header};
use saffron_kit::Secret;
use sha2::Sha256;

use crate::config::Origin;

/// The XSRF token's cookie; scripts can read it, so that the app can repeat it.
pub const XSRF_COOKIE: &str = "XSRF-TOKEN";
/// The header that repeats the XSRF token.
pub const XSRF_HEADER: &str = "x-xsrf-token";
/// The lifetime of an unused session.
const MAX_AGE: Duration = Duration::days(30);
/// How long auth remembers a device without a sign-in.
const DEVICE_MAX_AGE: Duration = Duration::days(180);

/// The name of the session cookie. Over https the prefix `__Host-` binds it to exactly this host.
pub fn session_cookie(origin: &Origin) -> &'static str {
    if origin.is_https() { "__Host-saffron_session" } else { "saffron_session" }
}

/// The name of the cookie that identifies a browser to the accounts that signed in on it.
pub fn device_cookie(origin: &Origin) -> &'static str {
    if origin.is_https() { "__Host-saffron_device" } else { "saffron_device" }
}

/// The `Set-Cookie` value that identifies a browser. It gives no access: sign-in only counts the browser's failures apart.
/// Sign-out keeps it.
pub fn set_device(origin: &Origin, token: &Secret) -> String {
    cookie(origin, device_cookie(origin), token.expose(), true, Some(DEVICE_MAX_AGE))
}

/// The device token that a request's cookies carry.
pub fn read_device(headers: &HeaderMap, origin: &Origin) -> Option<Secret> {
    find(headers, device_cookie(origin))
}

/// The XSRF token of a session: checking it needs no storage, and making it needs the session.
pub fn xsrf_token(session_id: &Secret) -> Secret {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(session_id.expose().as_bytes()) else {
        return Secret::random();
    };
    mac.update(b"saffron XSRF token v1");
    Secret::new(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

/// The `Set-Cookie` values of a new session. Without `remember` they end with the browser.
pub fn set(origin: &Origin, session_id: &Secret, remember: bool) -> [String; 2] {
    both(origin, session_id.expose(), xsrf_token(session_id).expose(), remember.then_some(MAX_AGE))
}

/// The `Set-Cookie` values that remove both cookies.
pub fn clear(origin: &Origin) -> [String; 2] {
    both(origin, "", "", Some(Duration::ZERO))
}

/// The session cookie and the XSRF cookie.
fn both(origin: &Origin, session: &str, xsrf: &str, max_age: Option<Duration>) -> [String; 2] {
    [
        cookie(origin, session_cookie(origin), session, true, max_age),
        cookie(origin, XSRF_COOKIE, xsrf, false, max_age),
    ]
}

fn cookie(origin: &Origin, name: &str, value: &str, http_only: bool, max_age: Option<Duration>) -> String {
    let mut cookie = Cookie::new(name, value);
    cookie.set_path("/");
    cookie.set_same_site(SameSite::Strict);
    cookie.set_http_only(http_only);
    cookie.set_secure(origin.is_https());
    cookie.set_max_age(max_age);
    cookie.to_string()
}

/// The session that a request's cookies carry.
pub fn read(headers: &HeaderMap, origin: &Origin) -> Option<Secret> {
    find(headers, session_cookie(origin))
}

fn find(headers: &HeaderMap, name: &str) -> Option<Secret> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .find(|cookie| cookie.name() == name && !cookie.value().is_empty())
        .map(|cookie| Secret::new(cookie.value()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_over_https_are_bound_to_the_host() {
        let origin: Origin = "https://saffron.example".parse().unwrap();
        let [session, xsrf] = set(&origin, &Secret::new("s3cret"), true);
        assert_eq!(
            session,
            "__Host-saffron_session=s3cret; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=2592000"
        );
        assert!(!xsrf.contains("HttpOnly") && xsrf.contains("Secure"), "{xsrf}");
        let [session, _] = set(&origin, &Secret::new("s3cret"), false);
        assert!(!session.contains("Max-Age"), "{session}");
    }

    #[test]
    fn device_has_its_own_cookie() {
        let origin: Origin = "https://saffron.example".parse().unwrap();
        assert_eq!(
            set_device(&origin, &Secret::new("t0ken")),
            "__Host-saffron_device=t0ken; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=15552000"
        );
        let mut headers = HeaderMap::new();
        headers
            .insert(header::COOKIE, "__Host-saffron_device=abc; __Host-saffron_session=x".parse().unwrap());
        assert_eq!(read_device(&headers, &origin).unwrap().expose(), "abc");
        assert_eq!(read(&headers, &origin).unwrap().expose(), "x");
    }

    #[test]
    fn session_is_found_among_other_cookies() {
        let origin: Origin = "http://localhost:8080".parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, "a=b; saffron_session=abc; XSRF-TOKEN=x".parse().unwrap());
        assert_eq!(read(&headers, &origin).unwrap().expose(), "abc");
        headers.insert(header::COOKIE, "xsaffron_session=abc; saffron_session=".parse().unwrap());
        assert!(read(&headers, &origin).is_none());
    }

    #[test]
    fn each_session_has_its_own_xsrf_token() {
        let (a, b) = (Secret::new("a"), Secret::new("b"));
        assert_eq!(xsrf_token(&a).expose(), xsrf_token(&a).expose());
        assert_ne!(xsrf_token(&a).expose(), xsrf_token(&b).expose());
    }
}
