//! The ports of the services, to any caller: without a token, with one that is old, forged or another's, and
//! without the gateways' key.

use std::collections::BTreeSet;

use futures::{StreamExt as _, stream};
use saffron_core::{Calendar, PosId, UserId, Zone};
use saffron_kit::config::Env;
use saffron_kit::token::TokenSigner;
use saffron_testkit::Keys;
use serde_json::{Value, json};
use tonic::Code;

use super::calls::filled;
use super::estate::{Estate, Marks, Owner};
use super::rpc::{Ports, Said, methods};
use super::rpc_calls::{For, Rpc, rpcs};

const AUTHORIZATION: &str = "authorization";
const AT_ONCE: usize = 4;

type Metadata = Vec<(&'static str, String)>;

/// Everyone's tokens, and the gateways' key.
struct Proofs {
    ana: String,
    unlinked: String,
    bea: String,
    /// Of a minute ago.
    old: String,
    /// Signed by another key of the same name.
    foreign: String,
    key: String,
}

impl Proofs {
    async fn of(estate: &Estate) -> Proofs {
        let vars = estate.world.gateway_env();
        let key = vars.iter().find(|(name, _)| name == "SAFFRON_GATEWAY_KEY").unwrap().1.clone();
        let signer = TokenSigner::from_env(&Env::of(vars.to_vec())).unwrap();
        let calendar = Calendar::from("America/New_York".parse::<Zone>().unwrap());
        let now = estate.world.clock.now();
        let minute = jiff::SignedDuration::from_secs(saffron_kit::token::LIFETIME);
        let place = |owner: &Owner| -> Vec<(PosId, Calendar)> {
            vec![(owner.pos_id.parse().unwrap(), calendar.clone())]
        };
        let user = |owner: &Owner| UserId(owner.things["user"].as_str().unwrap().parse().unwrap());
        let sign =
            |who: UserId, places: Vec<(PosId, Calendar)>, at| signer.sign(who, "Ana", places, at).unwrap().0;
        let bea = user(&estate.bea);
        Proofs {
            ana: sign(user(&estate.ana), place(&estate.ana), now),
            unlinked: sign(UserId(uuid::Uuid::now_v7()), Vec::new(), now),
            bea: sign(bea, place(&estate.bea), now),
            old: sign(bea, place(&estate.bea), now - minute),
            foreign: Keys::default().token(bea, &place(&estate.bea), now),
            key,
        }
    }

    /// Bea's claims under Ana's signature, and a token that says it needs none.
    fn forged(&self) -> [String; 2] {
        let [_, claims, _] = parts(&self.bea);
        let [header, _, signature] = parts(&self.ana);
        // {"alg":"none","kid":"test","typ":"JWT"}
        let none = "eyJhbGciOiJub25lIiwia2lkIjoidGVzdCIsInR5cCI6IkpXVCJ9";
        [format!("{header}.{claims}.{signature}"), format!("{none}.{claims}.")]
    }
}

fn parts(token: &str) -> [&str; 3] {
    token.split('.').collect::<Vec<_>>().try_into().unwrap()
}

fn bearer(token: &str) -> Metadata {
    vec![(AUTHORIZATION, format!("Bearer {token}"))]
}

fn key(key: &str) -> Metadata {
    vec![(saffron_kit::grpc::GATEWAY_KEY, key.to_owned())]
}

/// One wrong way to make a call, the location it names, and the codes that it may get.
struct Way {
    what: &'static str,
    metadata: Metadata,
    place: &'static str,
    codes: &'static [Code],
}

fn ways(estate: &Estate, proofs: &Proofs, rpc: &Rpc) -> Vec<Way> {
    let (ours, hers) = (estate.ana.pos_id, estate.bea.pos_id);
    let [mixed, unsigned] = proofs.forged();
    let unknown = key("0123456789abcdef");
    let both = key(&format!("{},{}", proofs.key, proofs.key));
    let strangers = [
        ("nothing", Vec::new()),
        ("an empty token", bearer("")),
        ("an old token", bearer(&proofs.old)),
        ("a token signed by another key", bearer(&proofs.foreign)),
        ("another's signature", bearer(&mixed)),
        ("a token without signature", bearer(&unsigned)),
        ("the token under another scheme", vec![(AUTHORIZATION, format!("Basic {}", proofs.bea))]),
        ("an empty key", key("")),
        ("an unknown key", unknown),
        ("the list of keys", both),
        (
            "the proof of other calls",
            if rpc.by == For::Gateway { bearer(&proofs.bea) } else { key(&proofs.key) },
        ),
    ];
    let way = |what, metadata, place, codes| Way { what, metadata, place, codes };
    let refused: &[Code] = &[Code::Unauthenticated];
    let mut all: Vec<Way> =
        strangers.into_iter().map(|(what, metadata)| way(what, metadata, hers, refused)).collect();
    let strange: &[Code] =
        if rpc.names && !rpc.gone { &[Code::NotFound, Code::InvalidArgument] } else { &[Code::Ok] };
    match rpc.by {
        For::Place => {
            let refused = &[Code::PermissionDenied];
            all.push(way("another owner's token", bearer(&proofs.ana), hers, refused));
            all.push(way("a token of no location", bearer(&proofs.unlinked), hers, refused));
            if !rpc.ends {
                all.push(way("another owner's token and location", bearer(&proofs.ana), ours, strange));
            }
        }
        For::Person if !rpc.ends => {
            all.push(way("another owner's token", bearer(&proofs.ana), hers, strange))
        }
        For::Person | For::Gateway => {}
    }
    all
}

async fn made(ports: &Ports, estate: &Estate, rpc: &Rpc, place: &str, metadata: &Metadata) -> (Value, Said) {
    let fields = filled(&rpc.fields, &estate.bea, Some(place));
    let method = &methods()[&full(rpc)];
    let said = ports.call(method, &fields, metadata).await;
    (fields, said)
}

fn full(rpc: &Rpc) -> String {
    let (domain, rest) = rpc.name.split_once('.').unwrap();
    format!("saffron.{domain}.v1.{rest}")
}

async fn tried(ports: &Ports, estate: &Estate, marks: &Marks, rpc: &Rpc, way: &Way) -> Option<String> {
    let (fields, said) = made(ports, estate, rpc, way.place, &way.metadata).await;
    let leaked = marks.leaked(&format!("{fields} {:?}", way.metadata), &said.text);
    let is_refused = way.codes.contains(&said.code) && leaked.is_none();
    (!is_refused).then(|| format!("{} with {}: {said:?}, leaks {leaked:?}", rpc.name, way.what))
}

/// What services know of an owner and no answer to them says.
async fn known(ports: &Ports, owner: &mut Owner, gateway_key: &str) {
    let ask = json!({"session_id": owner.person.session_id});
    let said =
        ports.call(&methods()["saffron.auth.v1.DoorService/ResolveSession"], &ask, &key(gateway_key)).await;
    assert_eq!(said.code, Code::Ok, "{said:?}");
    // A UUID is the one text of this length and form in the answer.
    let is_id = |text: &&str| text.parse::<uuid::Uuid>().is_ok();
    let bytes = said.text.as_bytes();
    let id = bytes.windows(36).filter_map(|window| std::str::from_utf8(window).ok()).find(is_id).unwrap();
    let subscription = owner.things["subscription"].clone();
    owner.things.extend([
        ("user", json!(id)),
        ("session", json!(owner.person.session_id)),
        ("ingest_key", json!(owner.ingest_key)),
        ("own", owner.things["third"].clone()),
        ("endpoint", subscription["endpoint"].clone()),
        ("p256dh", subscription["keys"]["p256dh"].clone()),
        ("auth", subscription["keys"]["auth"].clone()),
    ]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_refuses_callers_without_a_gateway() {
    let mut estate = Estate::open().await;
    let ports = Ports::of(&estate.world);
    let vars = estate.world.gateway_env().to_vec();
    let gateway_key = &vars.iter().find(|(name, _)| name == "SAFFRON_GATEWAY_KEY").unwrap().1;
    known(&ports, &mut estate.ana, gateway_key).await;
    known(&ports, &mut estate.bea, gateway_key).await;
    let (proofs, marks, table) = (Proofs::of(&estate).await, estate.marks(), rpcs());
    let tabled: BTreeSet<String> = table.iter().map(full).collect();
    assert_eq!(tabled, methods().keys().cloned().collect(), "a call is not attacked, or is no more");

    let attempts: Vec<(&Rpc, Way)> = table
        .iter()
        .flat_map(|rpc| ways(&estate, &proofs, rpc).into_iter().map(move |way| (rpc, way)))
        .collect();
    let tries = attempts.iter().map(|(rpc, way)| tried(&ports, &estate, &marks, rpc, way));
    let wrong: Vec<String> = stream::iter(tries)
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<_>>()
        .await
        .into_iter()
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), attempts.len(), wrong.join("\n"));

    // A permitted caller succeeds with the same request, so nothing that she needs for it was changed either.
    let mut wrong = Vec::new();
    for rpc in &table {
        let is_door = rpc.by == For::Gateway;
        let metadata = if is_door { key(&proofs.key) } else { bearer(&proofs.bea) };
        let (_, said) = made(&ports, &estate, rpc, estate.bea.pos_id, &metadata).await;
        let is_right = if is_door {
            ![Code::Unauthenticated, Code::PermissionDenied].contains(&said.code)
        } else {
            let is_answered = said.code == Code::Ok || (rpc.conflicts && said.code == Code::AlreadyExists);
            is_answered && (rpc.silent || marks.leaked("", &said.text).is_some())
        };
        if !is_right {
            wrong.push(format!("{} {said:?}", rpc.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
