//! A person who looks around in a sample restaurant, at every call that changes something about a location.

use futures::{StreamExt as _, stream};
use saffron_core::{Calendar, PosId, UserId};
use saffron_kit::config::Env;
use saffron_kit::token::TokenSigner;
use serde_json::json;
use tonic::Code;

use super::answer::Asked;
use super::calls::{calls, filled};
use super::document::operations;
use super::estate::Estate;
use super::proof::Proof;
use super::rpc::{Ports, methods};
use super::rpc_calls::{For, rpcs};

const WORDS: &str = "This is a sample restaurant. Connect your own to change things.";
const AT_ONCE: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn sample_is_changed_by_no_call_of_its_person() {
    let estate = Estate::open().await;
    let person = &estate.unlinked;
    let open = json!({"sessionID": person.session_id, "timeZone": "America/New_York"});
    let opened = estate.world.call("open-sample", open).await.ok();
    assert_eq!(opened["isSample"], true);
    let pos_id = opened["posID"].as_str().unwrap();

    let all = operations();
    let table = calls();
    let is_read = |id: &str| all[id].is_read() || id.starts_with("find");
    let names_place = |id: &str| all[id].takes_place || id == "markItemSoldOut";
    let changes: Vec<_> = table.iter().filter(|call| names_place(call.id) && !is_read(call.id)).collect();
    assert!(changes.len() > 30, "{}", changes.len());
    let tries = changes.iter().map(|call| async {
        let asked = Asked::of(&all[call.id], call, &estate.bea, &Proof::of(person), Some(pos_id));
        let reply = asked.send(&estate.world).await;
        let is_refused = reply.status == 403 && reply.body.contains(WORDS);
        (!is_refused).then(|| format!("{}: {} {}", call.id, reply.status, reply.body))
    });
    let wrong: Vec<String> =
        stream::iter(tries).buffer_unordered(AT_ONCE).filter_map(async |one| one).collect().await;
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), changes.len(), wrong.join("\n"));

    // And behind the gateway: each service by itself.
    let ports = Ports::of(&estate.world);
    let signer = TokenSigner::from_env(&Env::of(estate.world.gateway_env().to_vec())).unwrap();
    let sample: PosId = pos_id.parse().unwrap();
    let place = [(sample, Calendar::utc())];
    let token = signer.sign(UserId(uuid::Uuid::now_v7()), "Ana", place, estate.world.clock.now()).unwrap().0;
    let metadata = [("authorization", format!("Bearer {token}"))];
    let (mut changed, mut wrong) = (0, Vec::new());
    for rpc in rpcs().into_iter().filter(|rpc| rpc.by == For::Place) {
        let (domain, rest) = rpc.name.split_once('.').unwrap();
        let name = format!("saffron.{domain}.v1.{rest}");
        if saffron_proto::is_read(&format!("/{name}")) {
            continue;
        }
        changed += 1;
        let fields = filled(&rpc.fields, &estate.bea, Some(pos_id));
        let said = ports.call(&methods()[&name], &fields, &metadata).await;
        if said.code != Code::PermissionDenied || !said.text.contains(WORDS) {
            wrong.push(format!("{name}: {said:?}"));
        }
    }
    assert!(changed > 25 && wrong.is_empty(), "{} of {changed}:\n{}", wrong.len(), wrong.join("\n"));
}
