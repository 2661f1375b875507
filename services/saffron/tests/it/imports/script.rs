//! `saffron import`, which calls what scripts call.

use std::path::Path;
use std::process::Output;

use serde_json::json;
use tokio::process::Command;

use super::{Place, square};
use crate::world::{VENDOR_KEY, check, world};

async fn import(place: &Place<'_>, file: &Path, options: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .arg("import")
        .arg(file)
        .args(["--url", &place.world.url("")])
        .args(options)
        .env("SAFFRON_INGEST_KEY", &place.ingest_key)
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned();
    assert!(!said.contains(&place.ingest_key), "{said}");
    (output, said)
}

#[tokio::test(flavor = "multi_thread")]
async fn script_brings_a_file_in_and_says_what_came() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("june.csv");
    let (csv, net) = square(1..=2, 20);
    std::fs::write(&file, csv).unwrap();
    let (output, said) = import(&ana, &file, &["--dry-run"]).await;
    assert!(output.status.success() && said.contains("40 checks"), "{said}");
    assert_eq!(world.connectors_rows("import WHERE state = 'discarded'").await, 1);
    let (output, said) = import(&ana, &file, &["--yes"]).await;
    assert!(output.status.success() && said.contains("40 checks came in"), "{said}");
    ana.expect_june(net, 40).await;
    // The same days again have a source: it has to be said what becomes of them.
    let (output, said) = import(&ana, &file, &["--yes"]).await;
    assert!(!output.status.success() && said.contains("--replace or --skip"), "{said}");
    let (output, said) = import(&ana, &file, &["--yes", "--replace"]).await;
    assert!(output.status.success() && said.contains("40 checks came in"), "{said}");
    ana.expect_june(net, 40).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn script_with_an_open_question_brings_nothing_in() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("orders.csv");
    let rows: String =
        (1..=12).map(|n| format!("B-{n:04};0{}/06/2026;Pizza;1;{n}0,50\n", 1 + n % 7)).collect();
    std::fs::write(&file, format!("Bestellung;Datum;Artikel;Menge;Betrag\n{rows}")).unwrap();
    let (output, said) = import(&ana, &file, &["--yes"]).await;
    assert!(!output.status.success() && said.contains("--answer 'dates/0=day-first'"), "{said}");
    assert_eq!(world.connectors_rows("import WHERE state = 'discarded'").await, 1);
    let (output, said) = import(&ana, Path::new("/nowhere/june.csv"), &["--yes"]).await;
    assert!(!output.status.success() && said.contains("cannot read"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn vendor_imports_and_its_till_keeps_its_key() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let folder = tempfile::tempdir().unwrap();
    let (june, refused) = (folder.path().join("june.csv"), folder.path().join("refused.csv"));
    let (csv, net) = square(1..=2, 20);
    std::fs::write(&june, csv).unwrap();
    let run = async |options: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_saffron"))
            .args(["import", "--yes", "--url", &world.url("")])
            .arg(&june)
            .arg("--refused")
            .arg(&refused)
            .args(options)
            .env("SAFFRON_PROVISIONING_KEY", VENDOR_KEY)
            .env_remove("SAFFRON_INGEST_KEY")
            .output()
            .await
            .unwrap();
        let said = String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned();
        assert!(!said.contains(VENDOR_KEY), "{said}");
        (output.status.success(), said)
    };
    // A location that is known, twice: its till sends on with its key.
    for options in [vec!["--pos-id", "p1"], vec!["--pos-id", "p1", "--replace"]] {
        let (is_done, said) = run(&options).await;
        assert!(is_done && said.contains("40 checks came in"), "{said}");
        ana.expect_june(net, 40).await;
    }
    let sold = json!([check("p1", "c1", 12.0)]);
    assert_eq!(world.ingest(&ana.ingest_key, &sold).await.status, 202);
    assert_eq!(std::fs::read_to_string(&refused).unwrap(), "File,Line,Check,Reason\n");
    // A new one is linked by the code that is printed.
    let (is_done, said) = run(&["--pos-id", "p2", "--name", "Harbor Grill"]).await;
    assert!(is_done && said.contains("40 checks came in"), "{said}");
    let code = said.rsplit("link code").next().unwrap().split_whitespace().next().unwrap();
    let link = json!({"sessionID": ana.person.session_id, "posID": "p2", "linkCode": code});
    assert_eq!(world.call("link-restaurant", link).await.ok()["name"], "Harbor Grill");
    // Neither key, and no location.
    let (is_done, said) = run(&[]).await;
    assert!(!is_done && said.contains("--ingest-key"), "{said}");
}
