//! A backup is made while tills post; its data is wiped and restored: nothing is lost, nothing counts twice, and erased
//! guests stay erased. Needs the built programs: `cargo dev test faults` runs it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod setup;
mod till;

use anyhow::Result;
use saffron_instance::Answer;
use serde_json::json;

use crate::setup::Setup;
use crate::till::{ERASED_BEFORE, ERASED_SINCE};

/// Rounds of each of both tills; a round is a request with checks of every guest.
const ROUNDS: u32 = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wiped_data_comes_back_with_all_that_came_since() -> Result<()> {
    let setup = Setup::start().await?;
    let owner = setup.instance.owner().await?;
    let tills = [setup.open(&owner, "backup-a").await?, setup.open(&owner, "backup-b").await?];
    for till in &tills {
        till.describe().await?;
        for round in 0..ROUNDS {
            till.post(round).await?;
        }
    }
    setup.expect(&owner, &tills).await?;
    setup.erase(&owner, ERASED_BEFORE).await?;
    let import = setup.upload_guests(&owner, &tills[0]).await?;

    // Checks come while the backup is made, and after it.
    let posting = async {
        for round in ROUNDS..2 * ROUNDS {
            for till in &tills {
                till.post(round).await?;
            }
        }
        Ok(())
    };
    let (first, ()) = tokio::try_join!(setup.backup(), posting)?;
    for till in &tills {
        for round in 2 * ROUNDS..3 * ROUNDS {
            till.post(round).await?;
        }
        till.correct(0).await?;
    }
    setup.expect(&owner, &tills).await?;
    setup.erase(&owner, ERASED_SINCE).await?;
    setup.expect_import(&owner, &import, "ready", &["Second"]).await?;
    let before = setup.answers(&owner, &tills).await?;
    // Prices that an owner sets after a backup are lost with the databases; tills that read them cannot know.
    for till in &tills {
        setup.set_price(&owner, till, 13).await?;
    }
    let reached = setup.reached(&tills).await?;

    // The databases are lost; NATS is not.
    let refused = setup.restore(&first).await.unwrap_err().to_string();
    assert!(refused.contains("is in use"), "{refused}");
    setup.instance.down().await?;
    setup.wipe(&["postgres"]);
    setup.instance.start_servers().await?;
    let output = setup.restore(&first).await?;
    assert!(output.contains("POS: as it is"), "{output}");
    setup.restart().await?;
    let ended = owner.ask("get-sessions", json!({})).await;
    assert!(matches!(ended, Answer::Bad { status: 401, .. }), "a session outlived the restore: {ended}");
    let owner = owner.sign_in().await?;
    setup.expect(&owner, &tills).await?;
    assert_eq!(setup.answers(&owner, &tills).await?, before);
    // In the backup the import showed the guest who was erased since.
    setup.expect_import(&owner, &import, "ready", &["Second"]).await?;
    setup.goes_on_from(&reached, &owner, &tills).await?;
    let before = setup.answers(&owner, &tills).await?;

    // Everything is lost but a second backup.
    let second = setup.backup().await?;
    setup.instance.down().await?;
    setup.wipe(&["postgres", "nats", "images", "files"]);
    setup.instance.start_servers().await?;
    let output = setup.restore(&second).await?;
    assert!(output.contains("POS: restored") && output.contains("EVENTS: restored"), "{output}");
    setup.restart().await?;
    let owner = owner.sign_in().await?;
    setup.expect(&owner, &tills).await?;
    assert_eq!(setup.answers(&owner, &tills).await?, before);
    // The uploaded file is there again, and its guest who was erased stays so.
    owner.call("start-import", import.clone()).await?;
    setup.expect_import(&owner, &import, "done", &[]).await?;
    let done = owner.call("get-import", import).await?;
    assert_eq!(done["sentGuests"], 1, "{done}");
    for till in &tills {
        till.post(3 * ROUNDS).await?;
    }
    setup.expect(&owner, &tills).await?;

    // From the first fact on, as after a restore by other means.
    let before = setup.answers(&owner, &tills).await?;
    setup.instance.down().await?;
    setup.instance.start_servers().await?;
    let output = setup.instance.saffron(&["restored", "--since", "2026-01-01T00:00:00Z"]).await?;
    assert!(output.contains("worked again"), "{output}");
    setup.restart().await?;
    let owner = owner.sign_in().await?;
    setup.wait_until_acknowledged().await?;
    assert_eq!(setup.answers(&owner, &tills).await?, before);
    setup.instance.stop().await
}
