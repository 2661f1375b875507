//! A restored database.

use saffron_core::PosId;
use saffron_kit::CancellationToken;
use saffron_kit::nats::backup::StreamState;
use saffron_kit::nats::subject;
use saffron_kit::pg::dump::{LEAP, raise_event_sequence};
use saffron_kit::pg::run_relay;
use saffron_testkit::nats;

use crate::{CONSUMERS, fresh_database, news, pos_id};

/// Of POS: one a partition and service.
const OF_FACTS: usize = PosId::PARTITIONS as usize * CONSUMERS.len();

#[tokio::test]
async fn events_after_a_restore_have_higher_sequences() {
    let (database, nats) = (fresh_database().await, nats(&CONSUMERS).await);
    let mut events = nats.subscribe("saffron.v1.p1.>").await;
    let shutdown = CancellationToken::new();
    let relay = tokio::spawn(run_relay(database.clone(), nats.nats.clone(), shutdown.clone()));
    let mut sequences = Vec::new();
    for name in ["known", "restored"] {
        let mut tx = database.begin().await.unwrap();
        tx.publish(&news(name)).unwrap();
        tx.commit().await.unwrap();
        sequences.push(events.expect_event(|_| true).await.sequence);
        raise_event_sequence(&database).await.unwrap();
    }
    assert!(sequences[1] - sequences[0] > LEAP, "{sequences:?}");
    shutdown.cancel();
    relay.await.unwrap();
}

#[tokio::test]
async fn consumers_are_reset_to_a_sequence_or_a_time() {
    let nats = nats(&CONSUMERS).await;
    let places = nats.nats.consumer_states(&CONSUMERS).await.unwrap();
    assert!(places.len() > OF_FACTS && places.iter().all(|place| place.next == 1), "{places:?}");
    for _ in 0..3 {
        nats.put(&subject::facts(&pos_id()), b"{}".to_vec()).await;
    }
    let consumer = format!("reports-facts-{:02}", pos_id().partition());
    let (begin, end) = ("2026-01-01T00:00:00Z".parse().unwrap(), jiff::Timestamp::MAX);
    let next = |places: Vec<saffron_kit::nats::backup::ConsumerState>| {
        places.iter().find(|place| place.consumer == consumer).unwrap().next
    };
    assert_eq!(next(nats.nats.consumer_states_at(&CONSUMERS, begin).await.unwrap()), 1);
    assert_eq!(next(nats.nats.consumer_states_at(&CONSUMERS, end).await.unwrap()), 4);
    for place in nats.nats.consumer_states_at(&CONSUMERS, end).await.unwrap() {
        nats.nats.reset_consumer(&place).await.unwrap();
    }
    assert_eq!(next(nats.nats.consumer_states(&CONSUMERS).await.unwrap()), 4);
    assert_eq!(nats.nats.stream_state("POS").await.unwrap().unwrap().messages, 3);
}

#[tokio::test]
async fn a_stream_comes_back_as_it_was() {
    let nats = nats(&CONSUMERS).await;
    for number in 0..500 {
        nats.put(&subject::facts(&pos_id()), format!("{number:01000}").into_bytes()).await;
    }
    let (before, standing) =
        (nats.stored("POS").await, nats.nats.stream_state("POS").await.unwrap().unwrap());
    let mut file = Vec::new();
    let about = nats.nats.save("POS", &mut file).await.unwrap();
    assert!(nats.nats.remove_empty("POS").await.unwrap_err().to_string().contains("holds messages"));
    nats.lose("POS").await;
    assert_eq!(nats.nats.stream_state("POS").await.unwrap(), None);
    nats.nats.load("POS", &about, &mut file.as_slice()).await.unwrap();
    assert_eq!(nats.stored("POS").await, before);
    assert_eq!(nats.nats.stream_state("POS").await.unwrap().unwrap(), standing);
    assert_eq!(
        nats.nats
            .consumer_states(&CONSUMERS)
            .await
            .unwrap()
            .iter()
            .filter(|place| place.stream == "POS")
            .count(),
        OF_FACTS
    );
    // What is cut off is refused, and can be given again.
    nats.lose("POS").await;
    let other = StreamState { last_at: Some(jiff::Timestamp::UNIX_EPOCH), ..standing.clone() };
    assert_eq!(nats.nats.continues(&standing).await.unwrap(), None);
    let half = &file[..file.len() / 2];
    assert!(nats.nats.load("POS", &about, &mut &half[..]).await.is_err());
    nats.nats.load("POS", &about, &mut file.as_slice()).await.unwrap();
    assert_eq!(nats.stored("POS").await, before);
    nats.put(&subject::facts(&pos_id()), b"{}".to_vec()).await;
    assert_eq!(nats.nats.continues(&standing).await.unwrap(), Some(true));
    assert_eq!(nats.nats.continues(&other).await.unwrap(), Some(false));
    assert_eq!(
        nats.nats.continues(&StreamState { last: 502, ..standing }).await.unwrap(),
        Some(false),
        "it had more"
    );
}
