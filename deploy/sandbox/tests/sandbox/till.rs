//! Retries, refusals and keys.

use std::time::Duration;

use jiff::civil::datetime;
use saffron_core::{Money, Quantity};
use saffron_till::{
    Api, ApiError, Batcher, Check, Event, Line, MAX_BODY, MAX_CHECKS, Registration, Secret, Till, Vendor,
};

use super::server::{Shared, start};

fn check(id: &str, item: &str) -> Check {
    let line = Line::new("soup".parse().unwrap(), item.to_owned(), Quantity::ONE, Money::from_cents(500));
    let (pos_id, open_time) = ("p1".parse().unwrap(), datetime(2026, 7, 18, 12, 0, 0, 0));
    let check = Check::new(pos_id, id.parse().unwrap(), datetime(2026, 7, 18, 12, 30, 0, 0));
    Check { open_time, covers: 1, lines: vec![line], ..check }
}

fn events(count: usize) -> Vec<Event> {
    (0..count).map(|n| Event::check("test", &check(&format!("c{n}"), "Soup")).unwrap()).collect()
}

async fn till(world: &Shared, patience: Duration) -> Till {
    {
        let mut world = world.lock().unwrap();
        world.keys.insert("p1".into(), "k1".into());
        world.zones.insert("p1".into(), "America/New_York".into());
    }
    let api = Api::new(&start(world.clone()).await, patience).unwrap();
    Till::new(api, Secret::new("k1"))
}

#[tokio::test]
async fn server_that_is_away_is_waited_for() {
    let world = Shared::default();
    let till = till(&world, Duration::from_secs(300)).await;
    world.lock().unwrap().moods.extend([(503, Some(0)), (429, Some(0)), (500, None), (502, None)]);
    assert_eq!(till.post(&events(3)).await.unwrap(), []);
    assert_eq!(world.lock().unwrap().facts.len(), 3);
    assert!(world.lock().unwrap().moods.is_empty());
}

#[tokio::test]
async fn call_fails_when_patience_ends() {
    let world = Shared::default();
    let till = till(&world, Duration::from_millis(250)).await;
    world.lock().unwrap().moods.extend(vec![(503, None); 100]);
    let error = till.post(&events(1)).await.unwrap_err();
    assert!(matches!(&error, ApiError::Away { last, .. } if last.contains("503")), "{error}");
    // A wait that the server asks for beyond all patience is not begun.
    world.lock().unwrap().moods.extend([(503, Some(3_600))]);
    world.lock().unwrap().moods.rotate_right(1);
    assert!(till.post(&events(1)).await.is_err());
    let no_server = Api::new("http://127.0.0.1:9", Duration::from_millis(100)).unwrap();
    let error = Till::new(no_server, Secret::new("k1")).post(&events(1)).await.unwrap_err();
    assert!(error.to_string().contains("Is Saffron running?"), "{error}");
}

#[tokio::test]
async fn refused_event_leaves_the_others() {
    let world = Shared::default();
    let till = till(&world, Duration::from_secs(300)).await;
    world.lock().unwrap().refused = vec!["c1".into(), "c4".into()];
    let mut batch = events(6);
    // One that the reader itself refuses: a name of 300 characters.
    batch.push(Event::check("test", &check("c6", &"x".repeat(300))).unwrap());
    let refused = till.post(&batch).await.unwrap();
    let named: Vec<_> = refused.iter().map(|r| (r.index, r.field.as_str())).collect();
    assert_eq!(named, [(6, "data.items[0].name"), (1, "data.covers"), (4, "data.covers")]);
    let world = world.lock().unwrap();
    let kept: Vec<_> = world.facts.keys().map(|(_, _, id)| id.as_str()).collect();
    assert_eq!(kept, ["c0", "c2", "c3", "c5"]);
}

#[tokio::test]
async fn batch_that_is_too_large_goes_in_parts() {
    let world = Shared::default();
    let till = till(&world, Duration::from_secs(300)).await;
    world.lock().unwrap().moods.extend([(413, None), (413, None)]);
    assert_eq!(till.post(&events(8)).await.unwrap(), []);
    assert_eq!(world.lock().unwrap().batches, [2, 2, 4]);
    world.lock().unwrap().moods.extend([(413, None)]);
    let refused = till.post(&events(1)).await.unwrap();
    assert_eq!((refused.len(), refused[0].field.as_str()), (1, "data"));
}

#[tokio::test]
async fn wrong_key_is_final_and_never_shown() {
    let world = Shared::default();
    till(&world, Duration::from_secs(300)).await;
    let api = Api::new(&start(world.clone()).await, Duration::from_secs(300)).unwrap();
    let error = Till::new(api.clone(), Secret::new("hush")).post(&events(1)).await.unwrap_err();
    assert!(matches!(error, ApiError::Refused { status: 401, .. }), "{error}");
    assert!(!format!("{error} {error:?} {:?}", Secret::new("hush")).contains("hush"));
    let error = api.post_in_session("/nowhere", &Secret::new("hush"), "{}").await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("hush"), "{error:?}");
}

#[tokio::test]
async fn known_location_without_a_key_gets_another() {
    let world = Shared::default();
    let api = Api::new(&start(world.clone()).await, Duration::from_secs(300)).unwrap();
    let vendor = Vendor::new(api, Secret::new("vendor-key"));
    let registration = Registration {
        pos_id: "p1".parse().unwrap(),
        name: Some("One".into()),
        time_zone: Some("America/New_York".into()),
        day_start: None,
        website: None,
        postal_address: None,
        phone: None,
        rotate_ingest_key: false,
        ingest_key_name: None,
    };
    let (first, _) = vendor.register_with_key(&registration).await.unwrap();
    assert!(vendor.register(&registration).await.unwrap().ingest_key.is_none());
    let (second, _) = vendor.register_with_key(&registration).await.unwrap();
    assert_ne!(first.expose(), second.expose());
}

#[test]
fn batches_stay_within_the_limits_of_a_call() {
    let mut batcher = Batcher::default();
    let mut batches: Vec<_> = events(1_200).into_iter().filter_map(|event| batcher.push(event)).collect();
    batches.push(batcher.rest());
    assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [MAX_CHECKS, MAX_CHECKS, 200]);
    let big = |n: usize| {
        let mut check = check(&format!("c{n}"), &"y".repeat(200));
        check.lines = vec![check.lines[0].clone(); 100];
        Event::check("test", &check).unwrap()
    };
    let batches: Vec<_> = (0..200).filter_map(|n| batcher.push(big(n))).collect();
    assert!(batches.len() > 2);
    for batch in batches {
        assert!(batch.iter().map(|event| event.json().len() + 1).sum::<usize>() < MAX_BODY);
    }
}

#[test]
fn event_id_follows_from_the_content() {
    let id = |check: &Check| Event::check("test", check).unwrap().id;
    let one = check("c1", "Soup");
    assert_eq!(id(&one), id(&one.clone()));
    assert_ne!(id(&one), id(&Check { revision: 2, ..one.clone() }));
    assert_ne!(id(&one), id(&check("c1", "Salad")));
}
