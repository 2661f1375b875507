//! A backup is made while tills post; what it was made of is wiped, and restored: nothing is lost, nothing counts twice, and
//! who was erased stays so. Needs `saffron` and `saffron-sandbox` built: `cargo dev test faults` runs it.

#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
mod house;
#[cfg(test)]
#[path = "../common/operator.rs"]
mod operator;
#[cfg(test)]
#[path = "../common/owner.rs"]
mod owner;
#[cfg(test)]
#[path = "../common/stream.rs"]
mod stream;
#[cfg(test)]
mod till;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::house::House;
    use crate::till::{ERASED_BEFORE, ERASED_SINCE};

    /// Rounds of each of both tills; a round is a request with checks of every guest.
    const ROUNDS: u32 = 20;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_was_wiped_comes_back_with_all_that_came_since() {
        let house = House::start().await;
        let owner = house.arrive().await;
        let tills = [house.open(&owner, "backup-a").await, house.open(&owner, "backup-b").await];
        for till in &tills {
            till.guests().await;
            for round in 0..ROUNDS {
                till.post(round).await;
            }
        }
        house.expect(&owner, &tills).await;
        house.erase(&owner, ERASED_BEFORE).await;

        // Checks come while the backup is made, and after it.
        let posting = async {
            for round in ROUNDS..2 * ROUNDS {
                for till in &tills {
                    till.post(round).await;
                }
            }
        };
        let (first, ()) = tokio::join!(house.backup(), posting);
        for till in &tills {
            for round in 2 * ROUNDS..3 * ROUNDS {
                till.post(round).await;
            }
            till.correct(0).await;
        }
        house.expect(&owner, &tills).await;
        house.erase(&owner, ERASED_SINCE).await;
        let before = house.answers(&owner, &tills).await;
        // What an owner sets after a backup is lost with the databases; who heard of it does not know that.
        for till in &tills {
            house.set_price(&owner, till, 13).await;
        }
        let known = house.known(&tills).await;

        // The databases are lost; NATS is not.
        let refused = house.restore(&first).await.unwrap_err();
        assert!(refused.contains("is in use"), "{refused}");
        house.down();
        house.wipe(&["postgres"]);
        house.servers();
        let said = house.restore(&first).await.unwrap();
        assert!(said.contains("POS: as it is"), "{said}");
        house.down();
        house.up().await;
        let ended = owner.call(&crate::owner::client(), "get-sessions", json!({})).await.unwrap_err();
        assert!(ended.contains("401"), "a session outlived the restore: {ended}");
        let owner = house.sign_in(&owner).await;
        house.expect(&owner, &tills).await;
        assert_eq!(house.answers(&owner, &tills).await, before);
        house.goes_on_from(&known, &owner, &tills).await;
        let before = house.answers(&owner, &tills).await;

        // Everything is lost, and all that is left is a second backup.
        let second = house.backup().await;
        house.down();
        house.wipe(&["postgres", "nats", "images"]);
        house.servers();
        let said = house.restore(&second).await.unwrap();
        assert!(said.contains("POS: restored") && said.contains("EVENTS: restored"), "{said}");
        house.down();
        house.up().await;
        let owner = house.sign_in(&owner).await;
        house.expect(&owner, &tills).await;
        assert_eq!(house.answers(&owner, &tills).await, before);
        for till in &tills {
            till.post(3 * ROUNDS).await;
        }
        house.expect(&owner, &tills).await;

        // From the first fact on, as after a restore by other means.
        let before = house.answers(&owner, &tills).await;
        house.down();
        house.servers();
        let said = house.run(&["restored", "--since", "2026-01-01T00:00:00Z"]).await.unwrap();
        assert!(said.contains("worked again"), "{said}");
        house.down();
        house.up().await;
        let owner = house.sign_in(&owner).await;
        house.settled().await;
        assert_eq!(house.answers(&owner, &tills).await, before);
        house.stop();
    }
}
