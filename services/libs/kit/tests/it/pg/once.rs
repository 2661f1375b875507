use saffron_core::{Clock, Code, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Once};
use saffron_testkit::database;
use uuid::Uuid;

use crate::{NO_MIGRATIONS, fresh_database};

const ANA: UserId = UserId(Uuid::from_u128(1));
const BO: UserId = UserId(Uuid::from_u128(2));

/// A call that makes `made` the first time, and what it answers.
async fn call(
    database: &Database,
    user: UserId,
    key: &str,
    request: &str,
    made: &str,
) -> Result<String, Fault> {
    let mut tx = database.begin().await?;
    if let Once::Again(answer) = tx.once(user, "send", key, request.as_bytes()).await? {
        return Ok(answer);
    }
    tx.once_done(user, "send", key, made).await?;
    tx.commit().await?;
    Ok(made.to_owned())
}

fn refusal(result: Result<String, Fault>) -> saffron_core::Error {
    match result {
        Err(Fault::Refused(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_same_call_again_gives_the_same_answer() {
    let database = fresh_database().await;
    assert_eq!(call(&database, ANA, "k", "10 points", "r1").await.unwrap(), "r1");
    assert_eq!(call(&database, ANA, "k", "10 points", "r2").await.unwrap(), "r1");
    assert_eq!(call(&database, ANA, "k2", "10 points", "r3").await.unwrap(), "r3");
    assert_eq!(call(&database, BO, "k", "10 points", "r4").await.unwrap(), "r4", "a key is a person's own");
    let conflict = refusal(call(&database, ANA, "k", "11 points", "r5").await);
    assert_eq!((conflict.code, conflict.field.as_deref()), (Code::Conflict, Some("idempotencyKey")));
    for made in ["r6", "r7"] {
        assert_eq!(call(&database, ANA, "", "10 points", made).await.unwrap(), made, "no key, no memory");
    }
    for bad in ["two words".to_owned(), "x".repeat(201)] {
        assert_eq!(
            refusal(call(&database, ANA, &bad, "", "r8").await).field.as_deref(),
            Some("idempotencyKey")
        );
    }
}

#[tokio::test]
async fn a_call_that_was_rolled_back_may_be_repeated() {
    let database = fresh_database().await;
    let mut undone = database.begin().await.unwrap();
    assert_eq!(undone.once(ANA, "send", "k", b"10 points").await.unwrap(), Once::First);
    drop(undone);
    assert_eq!(call(&database, ANA, "k", "11 points", "r1").await.unwrap(), "r1");
}

#[tokio::test]
async fn concurrent_calls_of_one_key_get_the_answer_of_the_first() {
    let database = fresh_database().await;
    let made: Vec<String> = (0..6).map(|n| format!("r{n}")).collect();
    let calls = made.iter().map(|made| call(&database, ANA, "k", "10 points", made));
    let answers: Vec<String> =
        futures::future::join_all(calls).await.into_iter().map(|answer| answer.unwrap()).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() {
    let start = "2026-01-01T00:00:00Z".parse().unwrap();
    let clock = Clock::fixed(start);
    let database = database("kit", &NO_MIGRATIONS, clock.clone()).await;
    call(&database, ANA, "k", "10 points", "r1").await.unwrap();
    for (hours, expected) in [(23, "r1"), (25, "r2")] {
        clock.set(start + jiff::Span::new().hours(hours));
        database.forget_old().await.unwrap();
        assert_eq!(call(&database, ANA, "k", "10 points", "r2").await.unwrap(), expected);
    }
}
