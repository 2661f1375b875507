//! Calls without a session: open ones, and those with a key, a signature or a link.

use reqwest::Method;
use saffron_core::Secret;
use saffron_sandbox::square::signature as square_signature;
use serde_json::{Value, json};

use super::answer::Asked;
use super::estate::{Estate, Marks, Owner};
use crate::domains::marketing::signature;
use crate::domains::payments::signed;
use crate::post::token_in;
use crate::world::{API, ORIGIN, PASSWORD, SQUARE_WEBHOOK_KEY, VENDOR_KEY, World, check};

/// A call without a session.
pub struct Sessionless {
    pub id: &'static str,
    /// Wrong requests: the fault, the request, and the status of its answer.
    wrong: Vec<(&'static str, Asked, u16)>,
    /// A request that is accepted.
    right: Asked,
}

impl Sessionless {
    /// The wrong requests that are not answered as they have to be.
    pub async fn check_wrong(&self, world: &World, marks: &Marks) -> Vec<String> {
        let mut wrong = Vec::new();
        for (what, asked, status) in &self.wrong {
            let reply = asked.send(world).await;
            if reply.status != *status {
                wrong.push(format!(
                    "{} with {what}: {} instead of {status}: {}",
                    self.id, reply.status, reply.body
                ));
            }
            if let Some(mark) = marks.leaked(&asked.text(), &reply.all) {
                wrong.push(format!("{} with {what} leaks {mark}: {}", self.id, reply.all));
            }
        }
        wrong
    }

    /// Fails unless the right request is accepted.
    pub async fn check_right(&self, world: &World) {
        let reply = self.right.send(world).await;
        let is_taken = (200..300).contains(&reply.status);
        let is_right = if self.id == "confirmAddress" { reply.status == 400 } else { is_taken };
        assert!(is_right, "{}: {} {}", self.id, reply.status, reply.body);
    }
}

fn get(path: impl Into<String>) -> Asked {
    Asked::new(Method::GET, path)
}

fn post(path: impl Into<String>, body: &Value) -> Asked {
    Asked::new(Method::POST, path).json(body)
}

fn main_api(call: &str, body: &Value) -> Asked {
    post(format!("{API}/{call}"), body)
}

/// The same request with a bearer token.
fn bearing(asked: Asked, key: &str) -> Asked {
    asked.header("authorization", format!("Bearer {key}"))
}

/// The same from another site's page.
fn foreign(asked: Asked) -> Asked {
    asked.header("origin", "https://evil.example")
}

fn thing<'a>(owner: &'a Owner, name: &str) -> &'a str {
    owner.things[name].as_str().unwrap()
}

/// All of them. Their right requests are Ana's, but for those of Bea's till, and end her sessions.
pub async fn sessionless_calls(estate: &Estate) -> Vec<Sessionless> {
    let mut all = open_to_all(estate);
    all.extend(keys(estate));
    all.extend(imports(estate));
    all.extend(signatures(estate));
    all.extend(links(estate));
    all.extend(entrance(estate).await);
    all
}

fn open_to_all(estate: &Estate) -> Vec<Sessionless> {
    let Estate { ana, .. } = estate;
    let plain = |id, path: &str| Sessionless {
        id,
        wrong: vec![("another's session", bearing(get(path), &ana.person.session_id), 200)],
        right: get(path),
    };
    let picture = |id, path: &str, folder: &str| Sessionless {
        id,
        wrong: vec![
            ("no such name", get(format!("{folder}/0000.jpg")), 404),
            ("a way out of the folder", get(format!("{folder}/..%2f..%2f..%2fetc%2fpasswd")), 404),
        ],
        right: get(path),
    };
    vec![
        plain("getAppConfig", "/config/v1/app"),
        plain("healthz", "/healthz"),
        plain("readyz", "/readyz"),
        picture("getImage", thing(ana, "image"), "/images/v1"),
        picture("getProfileImage", thing(ana, "portrait"), "/images/v1/people"),
    ]
}

/// The calls of scripts. Ana's key makes them.
fn imports(estate: &Estate) -> Vec<Sessionless> {
    let Estate { ana, bea, .. } = estate;
    let named = |thing: &str| json!({"importID": ana.things[thing]});
    let twice = |day: &str| json!({"importID": ana.things["overlapped"], "businessDates": [day]});
    let part = json!({"importID": ana.things["upload"], "file": 0, "part": 0, "data": ana.things["csv"]});
    let calls: [(&'static str, &str, Value); 13] = [
        ("connectCreateImport", "create-import", json!({"files": [{"name": "sales", "bytes": 10}]})),
        ("connectGetImport", "get-import", named("import")),
        ("connectGetImports", "get-imports", json!({})),
        ("connectGetImportRefusedRows", "get-import-refused-rows", named("import")),
        ("connectAnswerImport", "answer-import", named("ready")),
        ("connectStartImport", "start-import", named("ready")),
        ("connectPutImportPart", "put-import-part", part),
        ("connectPauseImport", "pause-import", named("import")),
        ("connectResumeImport", "resume-import", named("import")),
        ("connectUndoImport", "undo-import", named("import")),
        ("connectKeepImportDays", "keep-import-days", twice("2026-06-11")),
        ("connectTakeOutImportDays", "take-out-import-days", twice("2026-06-10")),
        ("connectDiscardImport", "discard-import", named("upload")),
    ];
    let made = calls.into_iter().map(|(id, call, body)| {
        let path = format!("/connect/v1/{call}");
        let asked = || post(path.clone(), &body);
        let mut at_hers = body.clone();
        at_hers["posID"] = json!(bea.pos_id);
        let mut wrong = vec![
            ("no key", asked(), 401),
            ("an empty key", bearing(asked(), ""), 401),
            ("an unknown key", bearing(asked(), "0123456789abcdef"), 401),
            ("a session", bearing(asked(), &bea.person.session_id), 401),
            ("the key of another location", bearing(post(path.clone(), &at_hers), &ana.ingest_key), 403),
        ];
        if let Some(import) = body.get("importID") {
            let mut hers = body.clone();
            let thing = ana.things.iter().find(|(_, id)| *id == import).unwrap().0;
            hers["importID"] = bea.things[thing].clone();
            wrong.push((
                "an import of another location",
                bearing(post(path.clone(), &hers), &ana.ingest_key),
                404,
            ));
        }
        Sessionless { id, wrong, right: bearing(asked(), &ana.ingest_key) }
    });
    made.collect()
}

fn keys(estate: &Estate) -> Vec<Sessionless> {
    let Estate { ana, bea, .. } = estate;
    let changes = || get("/ingest/v1/changes?after=0");
    let events = || post("/ingest/v1/events", &check(bea.pos_id, "b-other", 2.0));
    let place = || post("/provision/v1/locations", &json!({"posID": bea.pos_id, "name": "Theirs now"}));
    let session = bea.person.session_id.as_str();
    let refused = |asked: &dyn Fn() -> Asked| {
        vec![
            ("no key", asked(), 401),
            ("an empty key", bearing(asked(), ""), 401),
            ("an unknown key", bearing(asked(), "0123456789abcdef"), 401),
            ("a session", bearing(asked(), session), 401),
        ]
    };
    let mut of_changes = refused(&changes);
    of_changes.extend([
        ("the vendor's key", bearing(changes(), VENDOR_KEY), 401),
        ("another till's key", bearing(changes(), &ana.ingest_key), 200),
    ]);
    let mut of_events = refused(&events);
    of_events.extend([
        ("the vendor's key", bearing(events(), VENDOR_KEY), 401),
        ("another till's key", bearing(events(), &ana.ingest_key), 403),
        ("another named key", bearing(events(), thing(ana, "till_secret")), 403),
        (
            "a source",
            bearing(events(), &bea.ingest_key).header("saffron-source", thing(bea, "till_key")),
            403,
        ),
    ]);
    let mut of_places = refused(&place);
    of_places.extend([
        ("the till's key", bearing(place(), &bea.ingest_key), 401),
        ("a rival's key", bearing(place(), &format!("{VENDOR_KEY}-of-the-rival")), 403),
    ]);
    vec![
        Sessionless { id: "ingestChanges", wrong: of_changes, right: bearing(changes(), &bea.ingest_key) },
        Sessionless { id: "ingestEvents", wrong: of_events, right: bearing(events(), &bea.ingest_key) },
        Sessionless { id: "provisionLocation", wrong: of_places, right: bearing(place(), VENDOR_KEY) },
    ]
}

fn signatures(estate: &Estate) -> Vec<Sessionless> {
    let Estate { world, bea, .. } = estate;
    let event = json!({"id": "evt_1", "account": "acct_of_nobody", "created": 1, "data": {"object": {}}});
    let webhook = || post("/payments/v1/webhooks", &event);
    let good = signed(world, &event.to_string());
    let time = world.clock.now().as_second();
    let mut all = vec![Sessionless {
        id: "takeWebhook",
        wrong: vec![
            ("no signature", webhook(), 400),
            (
                "a wrong one",
                webhook().header("stripe-signature", format!("t={time},v1={}", "0".repeat(64))),
                400,
            ),
            ("that of another body", webhook().header("stripe-signature", signed(world, "{}")), 400),
            ("an old one", webhook().header("stripe-signature", good.replace(&time.to_string(), "1")), 400),
        ],
        right: webhook().header("stripe-signature", good),
    }];
    let (path, event) =
        ("/pos/v1/webhooks/square", json!({"merchant_id": "nobody", "type": "payment.created"}));
    let of_square = |key: &str, at: &str| {
        let signature = square_signature(&Secret::new(key), at, &event.to_string());
        post(path, &event).header("x-square-hmacsha256-signature", signature)
    };
    let address = format!("{ORIGIN}{path}");
    all.push(Sessionless {
        id: "takeSquareWebhook",
        wrong: vec![
            ("no signature", post(path, &event), 400),
            ("that of another key", of_square("another", &address), 400),
            ("that of another address", of_square(SQUARE_WEBHOOK_KEY, ORIGIN), 400),
        ],
        right: of_square(SQUARE_WEBHOOK_KEY, &address),
    });
    let phone = format!("+1{}", thing(bea, "phone"));
    let form = [("From", phone.as_str()), ("To", "+15005550006"), ("MessageSid", "SM1"), ("Body", "STOP")];
    let harmless =
        [("From", "+12125559999"), ("To", "+15005550006"), ("MessageSid", "SM2"), ("Body", "HELP")];
    let status = [("MessageSid", "SM1"), ("MessageStatus", "delivered")];
    for (id, path, wrong, right) in [
        ("takeText", "/notification/webhooks/sms/inbound", form.as_slice(), harmless.as_slice()),
        ("takeTextStatus", "/notification/webhooks/sms/status", &status, &status),
    ] {
        let url = format!("{ORIGIN}{path}");
        let asked = |form: &[(&str, &str)]| {
            let encoded: Vec<String> =
                form.iter().map(|(name, value)| format!("{name}={}", value.replace('+', "%2B"))).collect();
            Asked::new(Method::POST, path).form(encoded.join("&"))
        };
        let with = |code: String| asked(wrong).header("x-twilio-signature", code);
        all.push(Sessionless {
            id,
            wrong: vec![
                ("no signature", asked(wrong), 400),
                ("a wrong one", with("AAAAAAAAAAAAAAAAAAAAAAAAAAA=".into()), 400),
                ("that of another form", with(signature(&url, &[("Body", "HELP")])), 400),
                ("that of another address", with(signature("https://evil.example/", wrong)), 400),
            ],
            right: asked(right).header("x-twilio-signature", signature(&url, right)),
        });
    }
    all
}

fn links(estate: &Estate) -> Vec<Sessionless> {
    let Estate { ana, bea, .. } = estate;
    let (own, hers) = (thing(ana, "unsubscribe"), thing(bea, "unsubscribe"));
    // One letter in the midst of it: the last one has bits that say nothing.
    let (head, tail) = hers.split_at(hers.len() / 2);
    let other = if tail.starts_with('A') { 'B' } else { 'A' };
    let changed = format!("{head}{other}{}", &tail[1..]);
    let all = [
        ("getSubscription", Method::GET, ""),
        ("unsubscribe", Method::POST, ""),
        ("subscribeAgain", Method::POST, "/again"),
    ];
    all.into_iter()
        .map(|(id, method, end)| {
            let asked = |token: &str| Asked::new(method.clone(), format!("/u/{token}{end}"));
            let half = own.len() / 2;
            let mixed = format!("{}{}", &hers[..half], &own[half..]);
            let session = bea.person.session_id.as_str();
            Sessionless {
                id,
                wrong: vec![
                    ("no token", asked("x"), 404),
                    ("a changed token", asked(&changed), 404),
                    ("half of another's token", asked(&mixed), 404),
                    ("a session", asked(session), 404),
                    ("another's token", asked(own), 200),
                ],
                right: asked(own),
            }
        })
        .collect()
}

/// Signing up and in, and the mailed links.
async fn entrance(estate: &Estate) -> Vec<Sessionless> {
    let Estate { world, ana, bea, .. } = estate;
    let confirm = token_in(world.signed_up("new@ibis.example").await.as_ref()).unwrap();
    let login =
        |password: &str, email: &str| main_api("login", &json!({"username": email, "password": password}));
    let signup = |email: &str| {
        main_api(
            "signup",
            &json!({"firstName": "Ida", "lastName": "Roe", "email": email, "phone": "212-555-0100",
            "password": PASSWORD}),
        )
    };
    let token = |call: &str, token: &str| {
        main_api(call, &json!({"token": token, "password": "the oven wakes at nine"}))
    };
    let forgot = |email: &str| main_api("forgot-password", &json!({"email": email}));
    let mailed = |id, call: &str, good: &str| Sessionless {
        id,
        wrong: vec![
            ("an unknown token", token(call, "0123456789abcdef0123456789abcdef"), 400),
            ("a session", token(call, &bea.person.session_id), 400),
            ("a foreign page", foreign(token(call, thing(bea, "token"))), 403),
        ],
        right: token(call, good),
    };
    let crossed = |mut entry: Sessionless, call: &str, wrong: &str| {
        entry.wrong.push(("the token of another call", token(call, wrong), 400));
        entry
    };
    vec![
        Sessionless {
            id: "login",
            wrong: vec![
                ("a wrong password", login("till 8 opens at dawn", bea.email), 401),
                ("a foreign page", foreign(login(PASSWORD, bea.email)), 403),
            ],
            right: login(PASSWORD, ana.email),
        },
        Sessionless {
            id: "signup",
            wrong: vec![
                ("an address that is known", signup(bea.email), 200),
                ("a foreign page", foreign(signup("other@ibis.example")), 403),
            ],
            right: signup("other@ibis.example"),
        },
        // The link alone is never enough: what is right before is refused as well.
        mailed("confirmAddress", "confirm-address", &confirm),
        Sessionless {
            right: main_api("confirm-sign-up", &json!({"token": confirm, "password": PASSWORD})),
            ..crossed(
                crossed(
                    mailed("confirmSignUp", "confirm-sign-up", &confirm),
                    "confirm-sign-up",
                    thing(bea, "token"),
                ),
                "confirm-sign-up",
                &confirm,
            )
        },
        crossed(mailed("resetPassword", "reset-password", thing(ana, "token")), "reset-password", &confirm),
        Sessionless {
            id: "forgotPassword",
            wrong: vec![("a foreign page", foreign(forgot(bea.email)), 403)],
            right: forgot(ana.email),
        },
    ]
}
