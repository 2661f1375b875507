//! Nothing that proves a session stands in a log, whichever call it comes with and however that ends.

use serde_json::{Value, json};

use super::answer::Asked;
use super::calls::calls;
use super::document::{Seat, operations};
use super::estate::Owner;
use super::proof::Proof;
use crate::operations::binary::Talkative;
use crate::world::{Person, world};

#[tokio::test(flavor = "multi_thread")]
async fn no_log_holds_a_session_id_of_any_call() {
    let mut world = world().await;
    // Before an auth that knows the real time forgets a mail of July.
    world.sign_up("ana@swan.example").await;
    // Both know the real time: the sessions are made by them.
    let auth = Talkative::run("auth", world.gateway_env()).await;
    let mut vars = world.gateway_env().to_vec();
    vars.push(("SAFFRON_GATEWAY_AUTH_URL".into(), format!("http://{}", auth.address)));
    let gateway = Talkative::run("gateway", &vars).await;
    let operations = operations();
    world.address = gateway.address;
    let (api, web) = (world.login("ana@swan.example").await, world.login_web("ana@swan.example").await);
    let ended = world.login("ana@swan.example").await;
    world.call(&format!("logout/{}", ended.session_id), json!({})).await.ok();
    let unknown = Person { session_id: "an-unknown-session-0123456789abcdef".into(), cookies: None };

    let owner = Owner::of_nothing(api.clone(), web.clone());
    for call in calls().into_iter().filter(|call| !call.ends) {
        let operation = &operations[call.id];
        for person in [&api, &web, &ended, &unknown] {
            let mut proofs = vec![Proof::of(person)];
            if operation.seat != Seat::Path {
                let astray = Some(person.session_id.clone());
                proofs.push(Proof { astray: astray.clone(), bearer: astray, ..Proof::none() });
            }
            for proof in proofs {
                Asked::of(operation, &call, &owner, &proof, Some("p1")).send(&world).await;
            }
        }
    }
    for log in [gateway.end().await, auth.end().await] {
        assert!(log.lines().count() > 100, "{log}");
        for person in [&api, &web, &ended, &unknown] {
            let cookies =
                person.cookies.iter().flat_map(|(cookie, xsrf)| [cookie.split_once('=').unwrap().1, xsrf]);
            // The web app's handle is public.
            let secret = person.cookies.is_none().then_some(person.session_id.as_str());
            for secret in cookies.chain(secret) {
                let line = log.lines().find(|line| line.contains(secret));
                assert_eq!(line, None, "{secret}");
            }
        }
    }
}

impl Owner {
    /// Somebody whose things are all called the same, and are not there.
    fn of_nothing(person: Person, web: Person) -> Owner {
        let names =
            ["word", "guest", "guest2", "item", "check", "name", "website", "address", "phone", "intent"];
        let more = [
            "reserved",
            "reserved2",
            "mismatch",
            "open",
            "resolved",
            "payout",
            "campaign",
            "texts",
            "communication",
            "device",
            "third",
            "till_key",
            "connection",
            "square_token",
            "grant_state",
            "grant_code",
            "grant_key",
            "square_location",
            "import",
            "overlapped",
            "ready",
            "upload",
            "csv",
        ];
        let things = names.into_iter().chain(more).map(|name| (name, json!("none")));
        let subscription =
            json!({"endpoint": "https://example.com/push", "keys": {"p256dh": "", "auth": ""}});
        let things =
            things.chain([("subscription", subscription), ("second", Value::Null), ("code", Value::Null)]);
        Owner {
            letter: 'n',
            word: "none",
            domain: "none.example",
            phone: "212555019",
            price: 1.0,
            pos_id: "p1",
            email: "ana@swan.example",
            person,
            web,
            ingest_key: String::new(),
            intents: Vec::new(),
            things: things.collect(),
        }
    }
}
