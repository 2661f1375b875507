//! Several processes of the service, and one that ends in the middle of its work.

use saffron_core::event::{CampaignCounts, CampaignFinished};
use saffron_proto::notifications::{ListCommunicationsRequest, Shelf};
use saffron_sandbox::push::Mode;
use saffron_testkit::eventually;
use uuid::Uuid;

use crate::world::*;

fn campaign(sent: i64) -> CampaignFinished {
    CampaignFinished {
        pos_id: pos_id(POS),
        campaign_id: Uuid::now_v7(),
        channel: "email".into(),
        kind: "basic".into(),
        stopped: false,
        counts: CampaignCounts { recipients: sent, sent, ..CampaignCounts::default() },
    }
}

fn line(sent: i64) -> String {
    format!("Email campaign finished: {sent} of {sent} sent")
}

// On a thread for each of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn three_processes_deliver_each_thing_once() {
    let (world, ana, bo) = World::at(NOON).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    world.replica().await;
    world.replica().await;
    // Each of them has some in hand before the first is delivered, and there is no row yet that others could join.
    let answer_lock = world.others.answer_lock.clone().write_owned().await;
    let voids: Vec<_> = (0..300).map(|number| voided(&format!("c{number}"), 60 + number)).collect();
    world.checks(&voids).await;
    eventually("all three to have some in hand", || async {
        (world.count("happening WHERE tries > 0").await >= 150).then_some(())
    })
    .await;
    drop(answer_lock);
    for sent in 1..=40 {
        world.publish(campaign(sent)).await;
    }
    let mut expected: Vec<String> = (1..=40).map(line).collect();
    expected.sort();
    for user in [ana, bo] {
        let mut shown = world.awaited_lines(user, Shelf::Messages, expected.len()).await;
        shown.sort();
        assert_eq!(shown, expected);
        world.all_delivered().await;
        // All voids of the hour are one row, whichever process wrote it.
        let asked = ListCommunicationsRequest { shelf: Shelf::Notifications.into(), ..Default::default() };
        let (rows, _) = world.page(user, asked).await;
        assert_eq!(rows.iter().map(|row| row.also).collect::<Vec<_>>(), [299]);
        assert_eq!(world.unread(user).await, (1, 40));
    }
    world.pushed(&endpoint, 2).await;
    world.no_push_waits().await;
    let mut kinds: Vec<_> =
        world.push.pushed_to(&endpoint).iter().map(|push| push.data["kind"].to_string()).collect();
    kinds.sort();
    assert_eq!(kinds, ["\"campaignFinished\"", "\"largeVoid\""]);
}

#[tokio::test]
async fn happening_of_a_killed_process_is_delivered_once() {
    let (mut world, ana, _) = World::at(NOON).await;
    let answer_lock = world.others.answer_lock.clone().write_owned().await;
    world.publish(campaign(1)).await;
    eventually("it to be in hand", || async {
        let tries: Option<i32> =
            sqlx::query_scalar("SELECT max(tries) FROM happening").fetch_one(&world.pool).await.unwrap();
        (tries == Some(1)).then_some(())
    })
    .await;
    world.service.kill().await;
    world.service.restart().await;
    drop(answer_lock);
    // What comes now is delivered now; what was in hand may still be worked, as far as others know.
    world.publish(campaign(2)).await;
    assert_eq!(world.awaited_lines(ana, Shelf::Messages, 1).await, [line(2)]);
    world.later(31);
    assert_eq!(world.awaited_lines(ana, Shelf::Messages, 2).await.len(), 2);
    world.all_delivered().await;
    assert_eq!(world.unread(ana).await, (0, 2));
}

#[tokio::test]
async fn push_of_a_killed_process_is_sent_by_another() {
    let (mut world, ana, _) = World::at(NOON).await;
    let (endpoint, _) = world.device(ana, "session-1").await;
    world.push.set_mode(Mode::Slow { millis: 60_000 }, Some(1));
    world.publish(campaign(1)).await;
    eventually("it to be in hand", || async { (world.push.asked() == 1).then_some(()) }).await;
    world.service.kill().await;
    world.service.restart().await;
    assert!(world.push.pushed_to(&endpoint).is_empty());
    world.later(61);
    let pushed = world.pushed(&endpoint, 1).await;
    assert_eq!(pushed[0].data["body"], line(1));
    world.no_push_waits().await;
    assert_eq!(world.push.asked(), 2);
}
