//! A person whose account was erased.

use saffron_core::UserId;
use saffron_core::event::PersonErased;
use saffron_sandbox::push::Mode;
use saffron_testkit::eventually;

use crate::world::*;

#[tokio::test]
async fn nothing_of_an_erased_person_stays() {
    let (world, ana, bo) = World::at(NOON).await;
    world.device(ana, "session-1").await;
    let (of_bo, _) = world.device(bo, "session-2").await;
    world.push.set_mode(Mode::Down, None);
    world.checks(&[voided("c1", 60)]).await;
    eventually("both to be delivered", || async { (world.waiting_pushes().await == [1, 1]).then_some(()) })
        .await;
    for table in ["rule", "setting"] {
        let columns = if table == "rule" {
            "INSERT INTO rule (user_id, pos_id, kind, enabled, threshold, push) SELECT u, $2, 'void', true, 1, true"
        } else {
            "INSERT INTO setting (user_id, pos_id, quiet, quiet_from, quiet_until, digest_email) SELECT u, $2, true, 0, 1, true"
        };
        let insert = format!("{columns} FROM unnest($1::uuid[]) AS p (u)");
        sqlx::query(sqlx::AssertSqlSafe(insert))
            .bind(vec![ana, bo])
            .bind(POS)
            .execute(&world.pool)
            .await
            .unwrap();
    }
    world.publish(PersonErased { user_id: UserId(ana) }).await;
    eventually("the end of it", || async { world.devices(ana).await.is_empty().then_some(()) }).await;
    for table in ["mailbox", "communication", "rule", "setting", "device"] {
        let count = format!("SELECT user_id FROM {table}");
        let left: Vec<uuid::Uuid> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_all(&world.pool).await.unwrap();
        assert!(left.contains(&bo) && !left.contains(&ana), "{table}");
    }
    assert_eq!(world.waiting_pushes().await, [1]);
    world.push.set_mode(Mode::Normal, None);
    world.later(60 * 60);
    world.pushed(&of_bo, 1).await;
    // The event that comes once more changes nothing.
    world.publish(PersonErased { user_id: UserId(ana) }).await;
    assert_eq!(world.inbox(bo).await.len(), 1);
}
