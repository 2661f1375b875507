//! Accounts at the card provider: which vendor may claim one, and how it moves.

use saffron_auth::{allow_account, allowed_accounts, clear_account, forbid_account};
use saffron_core::Code;
use saffron_kit::Fault;
use saffron_proto::auth::ProvisionLocationRequest;

use crate::world::{OTHER_VENDOR, World, code_of, pos_id, registration, world};

async fn account_of(world: &World, pos_id: &str) -> Option<String> {
    sqlx::query_scalar("SELECT card_account FROM locations WHERE pos_id = $1")
        .bind(pos_id)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

fn with_account(pos_id: &str, account: &str) -> ProvisionLocationRequest {
    ProvisionLocationRequest { card_account: account.into(), ..registration(pos_id) }
}

fn cleared(pos_id: &str) -> ProvisionLocationRequest {
    ProvisionLocationRequest { clear_card_account: true, ..registration(pos_id) }
}

/// Of the vendor that is not trusted with every account.
fn claim(pos_id: &str, account: &str) -> ProvisionLocationRequest {
    ProvisionLocationRequest { provisioning_key: OTHER_VENDOR.into(), ..with_account(pos_id, account) }
}

async fn is_unproved(world: &World, request: ProvisionLocationRequest) -> bool {
    let answer = world.try_provision(request).await.unwrap();
    assert_eq!(answer.card_account_unproved, answer.link_code.is_empty());
    answer.card_account_unproved
}

#[tokio::test]
async fn a_vendor_cannot_claim_an_account_not_allowed_to_it() {
    let world = world().await;
    assert!(is_unproved(&world, claim("rival", "acct_1")).await);
    assert_eq!(world.count("locations").await, 0, "nothing of the claim stays");
    allow_account(&world.database(), "acme", "acct_1").await.unwrap();
    assert!(is_unproved(&world, claim("rival", "acct_1")).await, "allowed to another vendor");
    allow_account(&world.database(), "other", "acct_1").await.unwrap();
    allow_account(&world.database(), "other", "acct_1").await.unwrap();
    assert!(!is_unproved(&world, claim("rival", "acct_1")).await);
    assert_eq!(account_of(&world, "rival").await.as_deref(), Some("acct_1"));
    let listed = allowed_accounts(&world.database(), "other", "", 10).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].card_account.as_str(), &listed[0].pos_id), ("acct_1", &Some(pos_id("rival"))));
    assert!(is_unproved(&world, claim("rival", "acct_2")).await);

    // A location keeps its account, also without the allowance.
    forbid_account(&world.database(), "other", "acct_1").await.unwrap();
    assert!(!is_unproved(&world, claim("rival", "acct_1")).await);
    let again = forbid_account(&world.database(), "other", "acct_1").await.unwrap_err();
    assert!(matches!(again, Fault::Refused(error) if error.code == Code::NotFound));
    let wrong = allow_account(&world.database(), "other vendor", "acct_1").await.unwrap_err();
    assert!(matches!(wrong, Fault::Refused(error) if error.field.as_deref() == Some("vendor")));
}

#[tokio::test]
async fn an_account_whose_metadata_names_the_location_is_accepted() {
    let world = world().await;
    let proved = ProvisionLocationRequest { card_account_proved: true, ..claim("rival", "acct_1") };
    assert!(!is_unproved(&world, proved).await);
    assert_eq!(account_of(&world, "rival").await.as_deref(), Some("acct_1"));
    // The metadata does not move an account of another location.
    let second = ProvisionLocationRequest { card_account_proved: true, ..claim("tacos", "acct_1") };
    assert_eq!(code_of(world.try_provision(second).await), (Code::Conflict, Some("cardAccount".into())));
}

#[tokio::test]
async fn an_account_moves_once_its_location_cleared_it() {
    let world = world().await;
    let mut listener = world.nats.subscribe("saffron.v1.*.auth.card_account_set").await;
    world.try_provision(with_account("pizza", "acct_1")).await.unwrap();
    assert_eq!(listener.expect_event(|_| true).await.data["cardAccount"], "acct_1");
    let refused = world.try_provision(with_account("tacos", "acct_1")).await.unwrap_err();
    assert!(refused.message.contains("Set cardAccount to null there first"), "{refused}");
    // An omitted account stays.
    world.provision("pizza").await;
    assert_eq!(account_of(&world, "pizza").await.as_deref(), Some("acct_1"));

    world.try_provision(cleared("pizza")).await.unwrap();
    assert_eq!(account_of(&world, "pizza").await, None);
    let gone = listener.expect_event(|_| true).await;
    assert_eq!((gone.subject, gone.data["cardAccount"].is_null()), (Some(pos_id("pizza")), true));
    // Clearing no account changes nothing, so that the next event is of the other location.
    world.try_provision(cleared("pizza")).await.unwrap();
    world.try_provision(with_account("tacos", "acct_1")).await.unwrap();
    let moved = listener.expect_event(|_| true).await;
    assert_eq!((moved.subject, &moved.data["cardAccount"]), (Some(pos_id("tacos")), &"acct_1".into()));
    let both = ProvisionLocationRequest { clear_card_account: true, ..with_account("pizza", "acct_2") };
    assert_eq!(code_of(world.try_provision(both).await), (Code::Invalid, Some("cardAccount".into())));
}

#[tokio::test]
async fn an_operator_clears_the_account_of_a_location() {
    let world = world().await;
    world.try_provision(with_account("pizza", "acct_1")).await.unwrap();
    let mut listener = world.nats.subscribe("saffron.v1.pizza.auth.card_account_set").await;
    assert_eq!(clear_account(&world.database(), " acct_1 ").await.unwrap(), pos_id("pizza"));
    let gone = listener.expect_event(|event| event.data["cardAccount"].is_null()).await;
    assert_eq!(gone.data["timeZone"], "America/Chicago");
    world.try_provision(with_account("tacos", "acct_1")).await.unwrap();
    let nowhere = clear_account(&world.database(), "acct_2").await.unwrap_err();
    assert!(matches!(nowhere, Fault::Refused(error) if error.code == Code::NotFound));
}
