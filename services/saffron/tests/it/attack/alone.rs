//! A gateway refuses by itself: it does not need the services for that, which refuse once more.

use saffron_kit::config::Env;

use super::answer::Asked;
use super::calls::calls;
use super::document::operations;
use super::estate::Estate;
use super::proof::Proof;

/// Whose calls a gateway cannot make without: it knows sessions from it alone.
const KEPT: &str = "SAFFRON_GATEWAY_AUTH_URL";

/// Reads of a location that the same service answers.
const OF_KEPT: [&str; 1] = ["getIngestKeys"];

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_alone_refuses_another_s_location() {
    let mut estate = Estate::open().await;
    let vars: Vec<(String, String)> = estate
        .world
        .gateway_env()
        .iter()
        .cloned()
        .map(|(name, value)| {
            let is_service =
                name.starts_with("SAFFRON_GATEWAY_") && name.ends_with("_URL") && value.starts_with("http");
            // Nobody listens there.
            if is_service && name != KEPT { (name, "http://127.0.0.1:9".into()) } else { (name, value) }
        })
        .collect();
    let stop = saffron_kit::CancellationToken::new();
    let _ends = stop.clone().drop_guard();
    let config = saffron_gateway::Config::from_env(&Env::of(vars)).unwrap();
    let gateway = saffron_gateway::start(config, estate.world.clock.clone(), stop).await.unwrap();
    estate.world.address = gateway.address;
    let all = operations();
    let Estate { world, ana, bea, .. } = &estate;
    let mut reached = Vec::new();
    for call in calls() {
        let operation = &all[call.id];
        if !operation.takes_place || call.elsewhere != 403 {
            continue;
        }
        let asked = |owner: &super::estate::Owner| {
            Asked::of(operation, &call, bea, &Proof::of(&owner.person), Some(bea.pos_id))
        };
        let reply = asked(ana).send(world).await;
        if (reply.status, reply.field.as_deref()) != (403, Some("posID")) {
            reached.push(format!("{}: {} {}", call.id, reply.status, reply.body));
        }
        // The owner is let through, to a service that is not there.
        if operation.is_read() {
            let status = if OF_KEPT.contains(&call.id) { 200 } else { 503 };
            assert_eq!(asked(bea).send(world).await.status, status, "{}", call.id);
        }
    }
    assert!(reached.is_empty(), "{}", reached.join("\n"));
}
