use saffron_testkit::eventually;
use serde_json::json;

use super::{PART, Place, square};
use crate::world::world;

#[tokio::test(flavor = "multi_thread")]
async fn upload_goes_on_after_a_lost_network() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=30, 160);
    assert!(csv.len() > PART, "two parts at least: {}", csv.len());
    let import = ana.create(&[("june.csv", &csv)]).await;
    let parts: Vec<&[u8]> = csv.chunks(PART).collect();
    assert_eq!(import["files"][0]["parts"], parts.len());
    // The last part comes first, then the network is lost: what is missing is said.
    let last = parts.len() - 1;
    let import = ana.put(&import, 0, last, parts[last]).await.ok();
    assert_eq!((&import["state"], &import["files"][0]["receivedParts"]), (&json!("uploading"), &json!(1)));
    let missing: Vec<usize> = serde_json::from_value(import["files"][0]["missingParts"].clone()).unwrap();
    assert_eq!(missing, (0..last).collect::<Vec<_>>());
    // The same part again changes nothing, other bytes are refused.
    let again = ana.put(&import, 0, last, parts[last]).await.ok();
    assert_eq!((&again["version"], &again["state"]), (&import["version"], &json!("uploading")));
    let mut other = parts[last].to_vec();
    other[0] ^= 1;
    assert_eq!(ana.put(&import, 0, last, &other).await.status, 409);
    // Two uploads at once.
    for part in missing {
        let (one, two) =
            tokio::join!(ana.put(&import, 0, part, parts[part]), ana.put(&import, 0, part, parts[part]));
        assert_eq!((one.status, two.status), (200, 200));
    }
    let judged = ana.until(&import, &["ready", "asking", "failed"]).await;
    assert_eq!((&judged["state"], &judged["error"]), (&json!("ready"), &json!(null)), "{judged}");
    assert_eq!(judged["summary"]["checks"], 30 * 160);
    assert_eq!(judged["summary"]["netSales"], json!(net as f64 / 100.0));
    assert_eq!(judged["tables"][0]["layout"], "Square, items detail");
    assert_eq!(judged["summary"]["sampleChecks"].as_array().unwrap().len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_over_a_limit_is_refused_by_name() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let create = async |files: serde_json::Value| ana.call("create-import", json!({"files": files})).await;
    let file = |bytes: u64| json!({"name": "a.csv", "bytes": bytes});
    assert_eq!(create(json!([])).await.field(), "files");
    assert_eq!(create(json!(vec![file(1); 21])).await.field(), "files");
    assert_eq!(create(json!([file(0)])).await.field(), "files[0].bytes");
    assert_eq!(create(json!([file(1 << 30), file(1)])).await.status, 413);
    let zone = json!({"files": [file(1)], "timeZone": "Europe/Paris"});
    assert_eq!(ana.call("create-import", zone).await.field(), "timeZone");
    let import = create(json!([file(3), file(5)])).await.ok();
    assert_eq!(ana.put(&import, 2, 0, b"abc").await.field(), "file");
    assert_eq!(ana.put(&import, 0, 1, b"abc").await.field(), "part");
    assert_eq!(ana.put(&import, 0, 0, b"ab").await.field(), "data");
    create(json!([file(1)])).await.ok();
    create(json!([file(1)])).await.ok();
    let fourth = create(json!([file(1)])).await;
    assert_eq!((fourth.status, fourth.message.contains("discard")), (409, true), "{fourth:?}");
    // What is discarded makes room.
    assert_eq!(ana.step("discard-import", &import).await.ok()["state"], "discarded");
    assert_eq!(ana.put(&import, 0, 0, b"abc").await.status, 409);
    create(json!([file(1)])).await.ok();
    let listed = ana.call("get-imports", json!({"limit": 2})).await.ok();
    assert_eq!(listed["importList"].as_array().unwrap().len(), 2);
    assert!(listed["nextCursor"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn import_of_another_owner_is_out_of_reach() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let bea = Place::new(&world, "bea@example.com", "p2").await;
    let import = ana.create(&[("a.csv", b"abc")]).await;
    for call in [
        "get-import",
        "start-import",
        "pause-import",
        "resume-import",
        "undo-import",
        "discard-import",
        "answer-import",
        "get-import-refused-rows",
    ] {
        let fields = json!({"importID": import["importID"]});
        // At her own location there is none; his location is not hers.
        assert_eq!(bea.call(call, fields.clone()).await.status, 404, "{call}");
        let mut theirs = bea.body(fields);
        theirs["posID"] = json!("p1");
        assert_eq!(world.call(call, theirs).await.status, 403, "{call}");
    }
    assert_eq!(bea.put(&import, 0, 0, b"abc").await.status, 404);
    assert_eq!(ana.get(&import).await["state"], "uploading");
}

#[tokio::test(flavor = "multi_thread")]
async fn uploaded_bytes_are_sealed_at_rest() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, _) = square(1..=2, 20);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    let import = ana.bring(&import).await;
    assert_eq!(import["state"], "done", "{import}");
    let mut objects = 0;
    for path in files_below(world.files()) {
        objects += 1;
        let bytes = std::fs::read(&path).unwrap();
        for word in ["Margherita", "2026-06-01", "T01x00000Q", "posCheckID"] {
            let is_there = bytes.windows(word.len()).any(|part| part == word.as_bytes());
            assert!(!is_there, "{word} in {}", path.display());
        }
    }
    assert!(objects >= 2, "the part and a batch: {objects}");
    // A week later the upload is gone, and a month after that what was kept for undoing it.
    for (days, left) in [(8, 1), (31, 0)] {
        world.clock.set(world.clock.now() + jiff::SignedDuration::from_hours(days * 24));
        // It deletes when it starts.
        world.kill_connectors().await;
        eventually("old objects to be deleted", || async {
            let (parts, rows) =
                (world.connectors_rows("import_part").await, world.connectors_rows("object").await);
            (parts == 0 && rows == left && files_below(world.files()).len() as i64 == left).then_some(())
        })
        .await;
    }
}

pub fn files_below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found
}
