//! Every call of the document, by every way of being the wrong one; and by its owner, so that a refusal means something.

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt as _, stream};
use serde_json::Value;

use super::answer::Asked;
use super::calls::{Call, calls};
use super::document::{Operation, Seat, operations};
use super::estate::{Estate, Marks};
use super::proof::Proof;
use super::sessionless::sessionless_calls;

/// Wrong calls that are in hand at once.
const AT_ONCE: usize = 4;

/// One wrong way to make a call, and the answers that it may get.
struct Way {
    what: &'static str,
    proof: Proof,
    place: Option<&'static str>,
    statuses: &'static [u16],
    /// The field that a refusal has to name.
    field: Option<&'static str>,
}

/// An unknown session.
const UNKNOWN: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

/// The ways of those who prove no session: each is refused, whatever the call.
fn strangers(estate: &Estate, operation: &Operation) -> Vec<Way> {
    let Estate { ana, bea, ended, ended_web, .. } = estate;
    let (id, handle) = (bea.person.session_id.as_str(), bea.web.session_id.as_str());
    let web = Proof::of(&bea.web);
    let ana_web = Proof::of(&ana.web);
    let mut ways = vec![
        ("no known session", Proof::named(UNKNOWN), [401].as_slice()),
        ("an ended session", Proof::of(ended), &[401]),
        ("an ended session of the web app", Proof::of(ended_web), &[401]),
        ("a handle without its cookie", Proof::named(handle), &[401]),
        ("another's cookie", Proof { named: Some(handle.into()), ..ana_web.clone() }, &[401]),
        ("another's cookie and the session id", Proof { named: Some(id.into()), ..ana_web.clone() }, &[401]),
        (
            "the session id beside its cookie",
            {
                let secret = web.cookie.as_deref().and_then(|cookie| cookie.split_once('=')).unwrap().1;
                Proof { named: Some(secret.into()), ..web.clone() }
            },
            &[401],
        ),
        (
            "a session of another client as cookie",
            {
                let cookie = format!("saffron_session={id}");
                let handle = bea.things["first"].as_str().unwrap().to_owned();
                Proof {
                    named: Some(handle),
                    cookie: Some(cookie),
                    xsrf: web.xsrf.clone(),
                    ..Proof::default()
                }
            },
            &[401],
        ),
    ];
    if operation.seat != Seat::Path {
        // Left out, it is a field that is missing.
        let refused: &[u16] = if operation.seat == Seat::Body { &[400] } else { &[401] };
        let astray = Proof { astray: Some(id.into()), ..Proof::none() };
        ways.extend([
            ("no session", Proof::none(), refused),
            ("the session in a wrong place", astray, refused),
        ]);
        ways.push(("an empty session", Proof::named(""), &[401]));
    }
    if operation.seat == Seat::Body {
        let bearer = Proof { bearer: Some(id.into()), ..Proof::none() };
        ways.push(("the session as a bearer token", bearer.clone(), &[400]));
        ways.push((
            "the session beside an empty one",
            Proof { named: Some(String::new()), ..bearer },
            &[401],
        ));
    }
    if operation.method != reqwest::Method::GET {
        let forged = |xsrf: Option<String>| Proof { xsrf, ..web.clone() };
        ways.extend([
            ("no XSRF token", forged(None), [403].as_slice()),
            ("an empty XSRF token", forged(Some(String::new())), &[403]),
            ("a wrong XSRF token", forged(Some(UNKNOWN.into())), &[403]),
            ("another's XSRF token", forged(ana_web.xsrf.clone()), &[403]),
        ]);
    }
    let way = |(what, proof, statuses): (_, Proof, &'static [u16])| Way {
        what,
        proof,
        place: Some(bea.pos_id),
        statuses,
        field: (statuses == [400]).then_some("sessionID"),
    };
    ways.into_iter().map(way).collect()
}

/// The ways of those whose session is good for other things.
fn others(estate: &Estate, operation: &Operation, call: &Call) -> Vec<Way> {
    let Estate { ana, bea, unlinked, .. } = estate;
    let names_place = operation.takes_place || call.id == "markItemSoldOut";
    let mut ways = Vec::new();
    let mut way = |what, proof: Proof, place, statuses, field| {
        ways.push(Way { what, proof, place, statuses, field });
    };
    // What is said of a thing that is none of theirs.
    let strange: &[u16] = if call.names && !call.gone { &[400, 404] } else { &[200] };
    if names_place {
        let (refused, field): (&[u16], _) =
            if call.elsewhere == 403 { (&[403], Some("posID")) } else { (&[400], Some("linkCode")) };
        for (what, proof) in [
            ("another owner's session", Proof::of(&ana.person)),
            ("another owner's session of the web app", Proof::of(&ana.web)),
            ("the session of a person without a location", Proof::of(unlinked)),
        ] {
            way(what, proof, Some(bea.pos_id), refused, field);
        }
        if !call.ends {
            way(
                "another owner's session at their own location",
                Proof::of(&ana.person),
                Some(ana.pos_id),
                strange,
                None,
            );
        }
    }
    if !call.ends {
        let unnamed: &[u16] = if names_place { &[200, 400, 403, 404] } else { strange };
        way("another owner's session, no location named", Proof::of(&ana.person), None, unnamed, None);
        way("a person without a location, none named", Proof::of(unlinked), None, unnamed, None);
    }
    ways
}

/// What went wrong with a way; none if it was refused as it has to be.
async fn tried(
    estate: &Estate,
    marks: &Marks,
    operation: &Operation,
    call: &Call,
    way: &Way,
) -> Option<String> {
    let mut asked = Asked::of(operation, call, &estate.bea, &way.proof, way.place);
    let mut wrong = Vec::new();
    for is_csv in [false, true] {
        if is_csv {
            if !operation.has_csv {
                break;
            }
            asked = asked.header("accept", "text/csv");
        }
        let reply = asked.send(&estate.world).await;
        if !way.statuses.contains(&reply.status) {
            wrong.push(format!("{} instead of {:?}: {}", reply.status, way.statuses, reply.body));
        } else if reply.status >= 400 && way.field.is_some() && reply.field.as_deref() != way.field {
            wrong.push(format!("names {:?} instead of {:?}", reply.field, way.field));
        }
        if let Some(mark) = marks.leaked(&asked.text(), &reply.all) {
            wrong.push(format!("leaks {mark}: {}", reply.all));
        }
    }
    (!wrong.is_empty()).then(|| format!("{} with {}: {}", operation.id, way.what, wrong.join("; ")))
}

/// All that Bea can see of what is hers.
async fn seen(estate: &Estate, all: &BTreeMap<String, Operation>) -> BTreeMap<String, Value> {
    let mut seen = BTreeMap::new();
    for call in calls() {
        let operation = &all[call.id];
        if operation.is_read() {
            let bea = &estate.bea;
            let asked = Asked::of(operation, &call, bea, &Proof::of(&bea.person), Some(bea.pos_id));
            let reply = asked.send(&estate.world).await;
            assert_eq!(reply.status, 200, "{}: {}", call.id, reply.body);
            seen.insert(call.id.to_owned(), serde_json::from_str(&reply.body).unwrap());
        }
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_callers_are_refused_without_a_leak() {
    let estate = Estate::open().await;
    let (world, bea, marks) = (&estate.world, &estate.bea, estate.marks());
    let all = operations();
    let table = calls();
    let sessionless = sessionless_calls(&estate).await;
    let tabled: BTreeSet<&str> =
        table.iter().map(|call| call.id).chain(sessionless.iter().map(|call| call.id)).collect();
    let listed: BTreeSet<&str> = all.keys().map(String::as_str).collect();
    assert_eq!(tabled, listed, "a call is not attacked, or is no more");
    let with_session: BTreeSet<&str> = table.iter().map(|call| call.id).collect();
    let said =
        all.values().filter(|operation| operation.takes_session).map(|operation| operation.id.as_str());
    assert_eq!(with_session, said.collect(), "the document says otherwise what proves a call");
    let mut hears = world.stream(&estate.ana.person, None).await;
    let mut hers = world.stream(&bea.web, None).await;
    hears.standing().await;
    hers.standing().await;

    let before = seen(&estate, &all).await;
    let mut attempts = Vec::new();
    for call in &table {
        let operation = &all[call.id];
        let ways = strangers(&estate, operation).into_iter().chain(others(&estate, operation, call));
        attempts.extend(ways.map(|way| (operation, call, way)));
    }
    let count = attempts.len();
    let tries = attempts.iter().map(|(operation, call, way)| tried(&estate, &marks, operation, call, way));
    let mut wrong: Vec<String> = stream::iter(tries)
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<_>>()
        .await
        .into_iter()
        .flatten()
        .collect();
    for call in &sessionless {
        wrong.extend(call.check_wrong(world, &marks).await);
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    let after = seen(&estate, &all).await;
    for (call, before) in &before {
        assert_eq!(&after[call], before, "{call}: something of hers was changed");
    }

    // Their owner makes the same calls with the same requests: else a refusal could have any reason.
    let mut wrong = Vec::new();
    for call in table {
        let operation = &all[call.id];
        let call = Call { fields: call.right.clone().unwrap_or(call.fields), ..call };
        let asked = Asked::of(operation, &call, bea, &Proof::of(&bea.person), Some(bea.pos_id));
        let reply = asked.send(world).await;
        let is_answered = (200..300).contains(&reply.status) || (call.conflicts && reply.status == 409);
        // What is never shown is not looked for either.
        if !is_answered || (!call.silent && marks.leaked("", &reply.all).is_none()) {
            wrong.push(format!("{}: {} {}", call.id, reply.status, reply.all));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // The streams: what Bea's calls made is on hers, and nothing of it on the other.
    let last = crate::world::check(estate.ana.pos_id, "a-last", 1.0);
    assert_eq!(world.ingest(&estate.ana.ingest_key, &last).await.status, 202);
    loop {
        let event = hears.expect("report.changed").await;
        assert_eq!(event.data["posID"], estate.ana.pos_id);
        if event.data["totals"]["checks"] == 2 {
            break;
        }
    }
    let received = hears.received();
    assert_eq!(marks.leaked("", received), None, "{received}");
    hers.expect("items.changed").await;
    assert!(marks.leaked("", hers.received()).is_some());

    for call in &sessionless {
        call.check_right(world).await;
    }
}
