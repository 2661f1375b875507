use saffron_core::event::PersonErased;
use saffron_core::{Code, Error, UserId};
use saffron_kit::grpc::from_status;
use saffron_proto::payments::{
    ListMismatchesRequest, Mismatch, MismatchKind, MismatchState, MismatchSum, ReopenMismatchRequest,
    ResolveMismatchRequest, SumMismatchesRequest,
};
use saffron_sandbox::card::{NewPayment, PaymentStatus};
use saffron_testkit::{OWNER, ZONE, eventually, listed, pages};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::provider::mirror::equal;
use crate::world::{POS, World, check, payment, refusal, with};

/// A manager of the location beside its owner.
const MANAGER: UserId = UserId(Uuid::from_u128(7));

fn hours_ago(world: &World, hours: i64) -> String {
    (world.now() - jiff::SignedDuration::from_hours(hours)).to_string()
}

/// The mismatches in a state, newest first, read one a page.
async fn all(world: &World, state: MismatchState) -> Vec<Mismatch> {
    let page = async |cursor| {
        let message =
            ListMismatchesRequest { pos_id: POS.into(), state: state.into(), limit: 1, cursor, kind: 0 };
        listed(world.client().list_mismatches(world.request(&[POS], message)).await.unwrap()).await
    };
    pages(page).await.concat()
}

async fn only(world: &World, state: MismatchState) -> Mismatch {
    let found = all(world, state).await;
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().unwrap()
}

async fn resolve(world: &World, by: UserId, from: &Mismatch, note: &str) -> Result<Mismatch, Error> {
    let message = ResolveMismatchRequest {
        pos_id: POS.into(),
        id: from.id.clone(),
        version: from.version.clone(),
        note: note.into(),
    };
    let answer = world.client().resolve_mismatch(world.request_of(by, &[(POS, ZONE)], message)).await;
    answer.map(|answer| answer.into_inner().mismatch.unwrap()).map_err(|status| from_status(&status))
}

async fn reopen(world: &World, by: UserId, from: &Mismatch) -> Result<Mismatch, Error> {
    let message =
        ReopenMismatchRequest { pos_id: POS.into(), id: from.id.clone(), version: from.version.clone() };
    let answer = world.client().reopen_mismatch(world.request_of(by, &[(POS, ZONE)], message)).await;
    answer.map(|answer| answer.into_inner().mismatch.unwrap()).map_err(|status| from_status(&status))
}

/// How many are open, and their sum in dollars' cents.
async fn open(world: &World) -> (i64, i64) {
    let message = SumMismatchesRequest { pos_id: POS.into() };
    let answer = world.client().sum_mismatches(world.request(&[POS], message)).await.unwrap().into_inner();
    let usd = |sum: &MismatchSum| if sum.currency == "usd" { sum.amount } else { 0 };
    (answer.count, answer.sums.iter().map(usd).sum())
}

/// A check whose card payment the provider does not know.
async fn lost(world: &World, revision: i64, dollars: f64, more: Value) {
    let revised = with(json!({"revision": revision}), more);
    world.checks(&[with(check("lost", &hours_ago(world, 5), Some("pi_lost"), dollars), revised)]).await;
}

async fn world() -> World {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.read().await;
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn all_kinds_are_listed_together_newest_first() {
    let world = world().await;
    let created = Some(world.now().as_second() - 30 * 3600);
    let charged = world.pay_as(NewPayment { created, count: 2, ..payment(PaymentStatus::Succeeded, 1000) });
    equal(&world).await;
    lost(&world, 1, 12.5, json!({})).await;
    let found = all(&world, MismatchState::Unspecified).await;
    assert_eq!(found.len(), 3);
    assert_eq!((found[0].kind(), found[0].pos_check_id.as_str()), (MismatchKind::UnknownToProvider, "lost"));
    assert!(found[1..].iter().all(|row| row.kind() == MismatchKind::WithoutCheck && row.last4.len() == 4));
    assert!(found[1..].iter().all(|row| charged.contains(&row.payment_intent_id)));
    assert_eq!(open(&world).await, (3, 1250 + 2 * 1000));
    let resolved = resolve(&world, OWNER, &found[1], " Paid at the bar ").await.unwrap();
    let review = resolved.review.clone().unwrap();
    assert_eq!((review.by.as_str(), review.note.as_str()), ("Ana Lopez", "Paid at the bar"));
    assert_eq!((review.at, review.resolved), (world.now().as_second(), true));
    assert_eq!(open(&world).await, (2, 1250 + 1000));
    assert_eq!(only(&world, MismatchState::Resolved).await, resolved);
    let ids: Vec<String> = all(&world, MismatchState::Open).await.into_iter().map(|row| row.id).collect();
    assert_eq!(ids, [found[0].id.clone(), found[2].id.clone()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn resolution_is_undone_and_both_are_kept() {
    let world = world().await;
    lost(&world, 1, 12.5, json!({})).await;
    let mut screens = world.nats.subscribe(&format!("push.v1.location.{POS}.payments_changed")).await;
    let resolved =
        resolve(&world, OWNER, &only(&world, MismatchState::Open).await, "Duplicate").await.unwrap();
    assert_eq!(resolved.state(), MismatchState::Resolved);
    screens.expect_event(|_| true).await;
    let reopened = reopen(&world, MANAGER, &resolved).await.unwrap();
    let review = reopened.review.clone().unwrap();
    assert!(reopened.state() == MismatchState::Open && !review.resolved && review.note.is_empty());
    assert_eq!(only(&world, MismatchState::Open).await, reopened);
    let kept: Vec<(i32, Uuid, bool, String)> =
        sqlx::query_as("SELECT number, user_id, resolved, note FROM mismatch_review ORDER BY number")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    assert_eq!(kept, [(1, OWNER.0, true, "Duplicate".into()), (2, MANAGER.0, false, String::new())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn first_of_two_managers_wins_and_the_other_reads_what_stands() {
    let world = world().await;
    lost(&world, 1, 12.5, json!({})).await;
    let seen = only(&world, MismatchState::Open).await;
    let (one, other) =
        tokio::join!(resolve(&world, OWNER, &seen, "Mine"), resolve(&world, MANAGER, &seen, "No, mine"));
    let (won, lost) = match (one, other) {
        (Ok(won), Err(lost)) | (Err(lost), Ok(won)) => (won, lost),
        both => panic!("{both:?}"),
    };
    assert_eq!(
        (lost.code, lost.message.as_str()),
        (Code::Conflict, "Ana Lopez resolved this first. Nothing was changed.")
    );
    assert_eq!(only(&world, MismatchState::Resolved).await, won);
    assert_eq!(world.count("mismatch_review").await, 1);
    // An answer that was lost: the same person's same review again.
    let note = won.review.clone().unwrap().note;
    let winner = if note == "Mine" { OWNER } else { MANAGER };
    assert_eq!(resolve(&world, winner, &seen, &note).await.unwrap(), won);
    assert_eq!(world.count("mismatch_review").await, 1);
    // An undo of a resolution that was undone meanwhile.
    reopen(&world, OWNER, &won).await.unwrap();
    assert_eq!(reopen(&world, MANAGER, &won).await.unwrap_err().code, Code::Conflict);
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_mismatch_opens_again_and_a_match_takes_it_away() {
    let world = world().await;
    lost(&world, 1, 12.5, json!({})).await;
    let seen = only(&world, MismatchState::Open).await;
    resolve(&world, OWNER, &seen, "").await.unwrap();
    // The same difference again.
    lost(&world, 2, 12.5, json!({})).await;
    assert_eq!(open(&world).await, (0, 0));
    // Another amount.
    lost(&world, 3, 13.0, json!({})).await;
    let again = only(&world, MismatchState::Open).await;
    assert_eq!(
        (again.id.as_str(), again.amount, again.review.unwrap().resolved),
        (seen.id.as_str(), 1300, true)
    );
    assert_eq!(resolve(&world, OWNER, &seen, "late").await.unwrap_err().code, Code::Conflict);
    // It is none any more, and cannot be reviewed.
    lost(&world, 4, 13.0, json!({"voided": true})).await;
    assert!(all(&world, MismatchState::Unspecified).await.is_empty());
    assert_eq!(resolve(&world, OWNER, &seen, "late").await.unwrap_err().code, Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn review_is_refused_elsewhere_and_by_its_fields() {
    let world = world().await;
    lost(&world, 1, 12.5, json!({})).await;
    let seen = only(&world, MismatchState::Open).await;
    let message = |id: &str, note: &str| ResolveMismatchRequest {
        pos_id: POS.into(),
        id: id.into(),
        version: seen.version.clone(),
        note: note.into(),
    };
    let mut client = world.client();
    let foreign = client.resolve_mismatch(world.request(&["other"], message(&seen.id, ""))).await;
    assert_eq!(refusal(foreign).code, Code::Forbidden);
    let sums = SumMismatchesRequest { pos_id: POS.into() };
    assert_eq!(refusal(client.sum_mismatches(world.request(&["other"], sums)).await).code, Code::Forbidden);
    let undo =
        ReopenMismatchRequest { pos_id: POS.into(), id: seen.id.clone(), version: seen.version.clone() };
    let foreign = client.reopen_mismatch(world.request(&["other"], undo.clone())).await;
    assert_eq!(refusal(foreign).code, Code::Forbidden);
    // Nothing to undo.
    assert_eq!(refusal(client.reopen_mismatch(world.request(&[POS], undo)).await).code, Code::Conflict);
    let long =
        refusal(client.resolve_mismatch(world.request(&[POS], message(&seen.id, &"x".repeat(151)))).await);
    assert_eq!((long.code, long.field.as_deref()), (Code::Invalid, Some("note")));
    for id in ["", "1.none.0", "9", "1.\0"] {
        let none = client.resolve_mismatch(world.request(&[POS], message(id, ""))).await;
        assert_eq!(refusal(none).code, Code::NotFound, "{id:?}");
    }
    assert_eq!(world.count("mismatch_review").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn name_of_an_erased_reviewer_is_deleted() {
    let world = world().await;
    lost(&world, 1, 12.5, json!({})).await;
    resolve(&world, MANAGER, &only(&world, MismatchState::Open).await, "").await.unwrap();
    world.publish(PersonErased { user_id: MANAGER }).await;
    eventually("the name to be deleted", || async {
        let review = only(&world, MismatchState::Resolved).await.review.unwrap();
        (review.by == PersonErased::FORMER).then_some(())
    })
    .await;
}
