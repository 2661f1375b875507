//! How each call is authenticated, in the OpenAPI document. A call that is not listed here takes a session.

use utoipa::openapi::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};

const SESSION_COOKIE: &str = "sessionCookie";
const XSRF_TOKEN: &str = "xsrfToken";
const SESSION_ID: &str = "sessionID";
const INGEST_KEY: &str = "ingestKey";
const PROVISIONING_KEY: &str = "provisioningKey";
const CARD_SIGNATURE: &str = "cardProviderSignature";
const TEXT_SIGNATURE: &str = "smsProviderSignature";
const SQUARE_SIGNATURE: &str = "squareSignature";

/// Calls without authentication, or with the secret of a link.
const OPEN: [&str; 14] = [
    "confirmAddress",
    "confirmSignUp",
    "forgotPassword",
    "getAppConfig",
    "getImage",
    "getProfileImage",
    "getSubscription",
    "healthz",
    "login",
    "readyz",
    "resetPassword",
    "signup",
    "subscribeAgain",
    "unsubscribe",
];
/// Calls with a credential of their own.
const OTHERS: [(&str, &str); 7] = [
    ("ingestChanges", INGEST_KEY),
    ("ingestEvents", INGEST_KEY),
    ("provisionLocation", PROVISIONING_KEY),
    ("takeSquareWebhook", SQUARE_SIGNATURE),
    ("takeText", TEXT_SIGNATURE),
    ("takeTextStatus", TEXT_SIGNATURE),
    ("takeWebhook", CARD_SIGNATURE),
];

/// What the ids of scripts' calls begin with.
const BY_KEY: &str = "connect";
/// Begins so too, and is a call of people.
const OF_PEOPLE: &str = "connectLocation";

/// Whether scripts make a call, with an ingest key.
fn is_by_key(id: &str) -> bool {
    id.starts_with(BY_KEY) && id != OF_PEOPLE
}

/// Describes sessions in a body or a path, which OpenAPI has no scheme for.
const NAMED: &str = "A call that has a `sessionID`, in its body or its path, is authenticated by it: the `sessionGuid` that \
`login` answered. For the web app that is a public handle, which is useless without the session cookie and the header \
`X-XSRF-TOKEN`; for every other client it is the session id itself, and nothing else is needed: that is the empty \
requirement of such a call.";

/// Adds the schemes of authentication, and to each call those that it accepts. Calls of the main API begin with `main_api`, and name their
/// session.
pub fn describe(document: &mut OpenApi, main_api: &str) {
    let components = document.components.get_or_insert_default();
    for (name, scheme) in schemes() {
        components.add_security_scheme(name, scheme);
    }
    let before = document.info.description.take().unwrap_or_default();
    document.info.description = Some(format!("{before}\n\n{NAMED}"));
    for (path, calls) in &mut document.paths.paths {
        let is_named = path.starts_with(main_api);
        let PathItem { get, post, put, patch, delete, .. } = calls;
        for (call, is_safe) in [(get, true), (post, false), (put, false), (patch, false), (delete, false)] {
            if let Some(call) = call {
                call.security = Some(requirements(call, is_named, is_safe));
            }
        }
    }
}

/// The alternative credentials of a call: one is enough.
fn requirements(call: &Operation, is_named: bool, is_safe: bool) -> Vec<SecurityRequirement> {
    let id = call.operation_id.as_deref().unwrap_or_default();
    let alone = |scheme| SecurityRequirement::new(scheme, [""; 0]);
    if OPEN.contains(&id) {
        return Vec::new();
    }
    if is_by_key(id) {
        return vec![alone(INGEST_KEY)];
    }
    if let Some((_, scheme)) = OTHERS.iter().find(|(call, _)| *call == id) {
        return vec![alone(*scheme)];
    }
    let cookie = alone(SESSION_COOKIE);
    let web = if is_safe { cookie } else { cookie.add(XSRF_TOKEN, [""; 0]) };
    vec![web, if is_named { SecurityRequirement::default() } else { alone(SESSION_ID) }]
}

fn schemes() -> [(&'static str, SecurityScheme); 8] {
    let bearer = |about: &str| {
        SecurityScheme::Http(Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(about)).build())
    };
    let header =
        |name, about| SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(name, about)));
    let cookie = "The session of the web app, which `login` sets for `X-Saffron-Client: web`. Over plain http its name is \
                  `saffron_session`.";
    let cookie = ApiKeyValue::with_description("__Host-saffron_session", cookie);
    let xsrf = "The value of the cookie `XSRF-TOKEN`, beside the session cookie, in all methods but GET.";
    let session = "The session id of a client other than the web app, where the call has no `sessionID`.";
    [
        (SESSION_COOKIE, SecurityScheme::ApiKey(ApiKey::Cookie(cookie))),
        (XSRF_TOKEN, header("X-XSRF-TOKEN", xsrf)),
        (SESSION_ID, bearer(session)),
        (INGEST_KEY, bearer("The ingest key of a location.")),
        (PROVISIONING_KEY, bearer("The provisioning key of a POS vendor.")),
        (CARD_SIGNATURE, header("Stripe-Signature", "The card provider's signature of time and body.")),
        (
            SQUARE_SIGNATURE,
            header("x-square-hmacsha256-signature", "Square's signature of address and body."),
        ),
        (TEXT_SIGNATURE, header("X-Twilio-Signature", "The SMS provider's signature of address and form.")),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;

    /// Every call: its id, its requirements, and whether its request has a `sessionID`.
    fn calls(document: &Value) -> Vec<(&str, &Value, bool)> {
        let mut found = Vec::new();
        for methods in document["paths"].as_object().unwrap().values() {
            for call in methods.as_object().unwrap().values() {
                let schema = &call["requestBody"]["content"]["application/json"]["schema"];
                let schema =
                    schema["$ref"].as_str().map_or(schema, |name| document.pointer(&name[1..]).unwrap());
                let in_path =
                    call["parameters"].as_array().into_iter().flatten().any(|one| one["name"] == "sessionID");
                let id = call["operationId"].as_str().unwrap();
                // Scripts make the calls of the app with a key, and leave its session out.
                let is_named = !is_by_key(id) && (in_path || schema["properties"].get("sessionID").is_some());
                found.push((id, &call["security"], is_named));
            }
        }
        found
    }

    #[test]
    fn every_call_has_requirements_with_described_schemes() {
        let document = serde_json::to_value(crate::openapi()).unwrap();
        let calls = calls(&document);
        let known: BTreeSet<&str> = calls.iter().map(|(id, ..)| *id).collect();
        let listed: Vec<&str> = OPEN.into_iter().chain(OTHERS.map(|(id, _)| id)).collect();
        assert!(listed.iter().all(|id| known.contains(id)), "a call is gone: {listed:?}");
        let schemes = document["components"]["securitySchemes"].as_object().unwrap();
        let mut used = BTreeSet::new();
        for (id, security, is_named) in calls {
            let all = security.as_array().unwrap_or_else(|| panic!("{id} has none"));
            used.extend(all.iter().flat_map(|one| one.as_object().unwrap().keys().cloned()));
            let is_listed = listed.contains(&id) || is_by_key(id);
            assert!(!(is_named && is_listed), "{id} takes a session");
            assert_eq!(all.contains(&json!({})), is_named, "{id}");
            assert_eq!(all.iter().any(|one| one.get(SESSION_COOKIE).is_some()), !is_listed, "{id}");
        }
        assert_eq!(used, schemes.keys().cloned().collect());
    }

    #[test]
    fn only_unsafe_calls_take_the_xsrf_token() {
        let document = serde_json::to_value(crate::openapi()).unwrap();
        let of = |path: &str| document.pointer(&format!("/paths/{path}/security")).unwrap().clone();
        let read = of("~1payments~1v1~1payouts/get");
        assert_eq!(read, json!([{"sessionCookie": []}, {"sessionID": []}]));
        let change = of("~1payments~1v1~1payment_intents~1{id}~1cancel/post");
        assert_eq!(change, json!([{"sessionCookie": [], "xsrfToken": []}, {"sessionID": []}]));
        assert_eq!(of("~1ingest~1v1~1events/post"), json!([{"ingestKey": []}]));
        assert_eq!(of("~1healthz/get"), json!([]));
    }
}
