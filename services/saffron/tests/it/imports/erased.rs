//! Guests who were erased are in nothing that imports keep, and are not sent again.

use aes_gcm::aead::{Aead as _, Payload};
use aes_gcm::{Aes256Gcm, KeyInit as _};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};
use uuid::Uuid;

use super::uploads::files_below;
use super::{Place, square};
use crate::world::{World, check, world};

/// The guest who is erased, by the id that the till and the file have.
const ROSA: &str = "g-rosa-1";
/// What names her.
const NEEDLES: [&str; 3] = [ROSA, "Rosamunde", "rosa@example.com"];
/// Her row is the second line of her file.
const GUESTS: &str = "Square Customer ID,First Name,Last Name,Email Address,Phone Number\n\
                      g-rosa-1,Rosamunde,Lopez,rosa@example.com,\n\
                      g-hugo-1,Hugo,Lopez,hugo@example.com,\n";

/// Opens what was sealed for a place: a nonce of 12 bytes, then AES-256-GCM.
fn open(world: &World, place: &str, sealed: &[u8]) -> String {
    let key = world.gateway_env().iter().find(|(name, _)| name == "SAFFRON_CONNECTORS_SEAL_KEY");
    let key: [u8; 32] = STANDARD.decode(&key.unwrap().1).unwrap().try_into().unwrap();
    let (nonce, msg) = sealed.split_at(12);
    let nonce: [u8; 12] = nonce.try_into().unwrap();
    let opened = Aes256Gcm::new(&key.into()).decrypt(&nonce.into(), Payload { msg, aad: place.as_bytes() });
    String::from_utf8(opened.expect(place)).unwrap()
}

/// All that imports keep, opened: each with its place. An object that is deleted meanwhile is none.
async fn kept(world: &World) -> Vec<(String, String)> {
    let files = files_below(world.files()).into_iter().filter_map(|path| {
        let place = path.strip_prefix(world.files()).unwrap().display().to_string();
        // One that is still written has no name of its own.
        let sealed = std::fs::read(&path).ok().filter(|_| !place.contains('#'))?;
        let text = open(world, &place, &sealed);
        Some((place, text))
    });
    let mut kept: Vec<(String, String)> = files.collect();
    let found: Vec<(Uuid, Vec<u8>)> =
        sqlx::query_as("SELECT import_id, findings FROM import WHERE findings IS NOT NULL")
            .fetch_all(&world.connectors_pool().await)
            .await
            .unwrap();
    for (import_id, sealed) in found {
        let place = format!("import/{import_id}/findings");
        kept.push((place.clone(), open(world, &place, &sealed)));
    }
    kept
}

/// The imports of which something names her, each as often as something does.
async fn named(world: &World) -> Vec<Uuid> {
    let kept = kept(world).await;
    let naming = kept.iter().filter(|(_, text)| NEEDLES.iter().any(|needle| text.contains(needle)));
    let mut imports: Vec<Uuid> =
        naming.map(|(place, _)| place.split('/').nth(1).unwrap().parse().unwrap()).collect();
    imports.sort();
    imports
}

/// Waits until only these imports name her.
async fn expect_named(world: &World, wanted: &[Uuid]) {
    eventually_ok("the guest to be in nothing else that is kept", || async {
        let named = named(world).await;
        if named == wanted { Ok(()) } else { Err(named) }
    })
    .await;
}

fn id_of(import: &Value) -> Uuid {
    import["importID"].as_str().unwrap().parse().unwrap()
}

impl Place<'_> {
    async fn erase(&self, guest: &str) {
        let answer = self.call("erase-customer", json!({"posCustomerID": guest})).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }

    /// A check of the till on June 1 of this guest, for 10 dollars, over which a file then comes.
    async fn replaced_check(&self, guest: &str) -> Value {
        let mut event = check(self.pos_id, "t1", 10.0);
        event["data"]["closeTime"] = json!("2026-06-01T18:00:00");
        event["data"]["posCustomerID"] = json!(guest);
        assert_eq!(self.world.ingest(&self.ingest_key, &json!([event])).await.status, 202);
        self.expect_june(1_000, 1).await;
        let (csv, net) = square(1..=2, 10);
        let import = self.upload(&[("june.csv", &csv)]).await;
        let fields = json!({"importID": import["importID"], "conflictChoice": "replace"});
        self.call("answer-import", fields).await.ok();
        let done = self.bring(&import).await;
        assert_eq!(done["state"], "done", "{done}");
        self.expect_june(net, 20).await;
        done
    }

    async fn guests_file(&self) -> Value {
        let import = self.upload(&[("customers.csv", GUESTS.as_bytes())]).await;
        assert_eq!(import["state"], "ready", "{import}");
        import
    }

    /// The reasons of the rows of an import that did not come in, each with its line.
    async fn refused(&self, import: &Value) -> Vec<(i64, String)> {
        let rows = self.step("get-import-refused-rows", import).await.ok();
        let rows = rows["refusedRowList"].as_array().unwrap().iter();
        rows.map(|row| (row["line"].as_i64().unwrap(), row["reason"].as_str().unwrap().to_owned())).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn erased_guest_is_in_nothing_that_imports_keep() {
    let mut world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let guests = ana.guests_file().await;
    let guests = ana.bring(&guests).await;
    assert_eq!((&guests["state"], &guests["sentGuests"]), (&json!("done"), &json!(2)), "{guests}");
    let sales = ana.replaced_check(ROSA).await;
    let ready = ana.guests_file().await;
    assert_eq!(ready["summary"]["guests"]["sampleGuests"].as_array().unwrap().len(), 2);
    let sending = ana.guests_file().await;
    // Another owner's guest of the same id.
    let bea = Place::new(&world, "bea@example.com", "p2").await;
    let others = bea.guests_file().await;
    let owners = [ana, bea].map(|place| (place.person, place.pos_id, place.ingest_key));
    world.close_door().await;
    let [ana, bea] =
        owners.map(|(person, pos_id, ingest_key)| Place { world: &world, person, pos_id, ingest_key });
    ana.step("start-import", &sending).await.ok();
    ana.until(&sending, &["sending"]).await;
    ana.step("pause-import", &sending).await.ok();
    let named = named(&world).await;
    let [of_ready, of_others] = [id_of(&ready), id_of(&others)];
    for import in [&guests, &sales, &ready, &sending, &others] {
        assert!(named.contains(&id_of(import)), "{import}");
    }

    ana.erase(ROSA).await;
    // The file of an import that was not started is needed for its start.
    expect_named(&world, &[of_ready, of_others, of_others]).await;
    let shown = ana.get(&ready).await;
    let samples = shown["summary"]["guests"]["sampleGuests"].as_array().unwrap();
    assert_eq!((samples.len(), &samples[0]["firstName"]), (1, &json!("Hugo")), "{shown}");

    // Nothing brings the guest back: neither what was prepared, nor a start, nor an undo, nor another upload.
    world.open_door().await;
    ana.step("resume-import", &sending).await.ok();
    let done = ana.until(&sending, &["done", "failed"]).await;
    assert_eq!((&done["state"], &done["sentGuests"]), (&json!("done"), &json!(1)), "{done}");
    let started = ana.bring(&ready).await;
    assert_eq!((&started["state"], &started["sentGuests"]), (&json!("done"), &json!(1)), "{started}");
    let reason = "This guest was erased in the list of customers, and stays erased.".to_owned();
    assert_eq!(ana.refused(&ready).await, [(2, reason.clone())]);
    expect_named(&world, &[of_others, of_others]).await;
    let again = ana.upload(&[("customers.csv", GUESTS.as_bytes())]).await;
    assert_eq!(again["summary"]["guests"]["sampleGuests"].as_array().unwrap().len(), 1);
    assert_eq!(ana.bring(&again).await["state"], "done");
    assert_eq!(ana.refused(&again).await, [(2, reason)]);
    expect_named(&world, &[of_others, of_others]).await;
    let undone = ana.undo(&sales).await;
    assert_eq!(undone["state"], "undone", "{undone}");
    ana.expect_june(1_000, 1).await;
    // The other owner's guest comes in.
    let done = bea.bring(&others).await;
    assert_eq!((&done["state"], &done["sentGuests"]), (&json!("done"), &json!(2)), "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn erasure_is_finished_after_its_worker_was_killed() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let guests = ana.guests_file().await;
    assert_eq!(ana.bring(&guests).await["state"], "done");
    let sales = ana.replaced_check(ROSA).await;
    // The worker gets as far as what was replaced, and no further.
    let pool = world.connectors_pool().await;
    let mut held = pool.begin().await.unwrap();
    let locked: Vec<Uuid> = sqlx::query_scalar(
        "SELECT o.object_id FROM object AS o JOIN import_batch AS b USING (object_id) WHERE b.kind = 'restore' FOR UPDATE OF o",
    )
    .fetch_all(&mut *held)
    .await
    .unwrap();
    assert_eq!(locked.len(), 1);
    ana.erase(ROSA).await;
    eventually_ok("the worker to wait for what is held", || async {
        let waiting = "pg_locks AS l JOIN pg_database AS d ON d.oid = l.database OR l.database IS NULL \
                       WHERE NOT l.granted AND d.datname = current_database() AND l.locktype IN ('transactionid', 'tuple')";
        let waiting = world.connectors_rows(waiting).await;
        if waiting > 0 { Ok(()) } else { Err(waiting) }
    })
    .await;
    world.kill_connectors().await;
    assert_eq!(world.connectors_rows("erasure").await, 1);
    assert!(named(&world).await.contains(&id_of(&sales)));
    held.rollback().await.unwrap();
    expect_named(&world, &[]).await;
    eventually_ok("the erasure to end", || async {
        let left = world.connectors_rows("erasure").await;
        if left == 0 { Ok(()) } else { Err(left) }
    })
    .await;
    // What is erased is no change of what is undone.
    assert_eq!(ana.undo(&sales).await["state"], "undone");
    ana.expect_june(1_000, 1).await;
}
