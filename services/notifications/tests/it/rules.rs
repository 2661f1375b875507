//! What people want to be notified of.

use saffron_core::UserId;
use saffron_proto::notifications::{
    GetRulesRequest, Kind, QuietHours, RuleChange, Rules, SetRulesRequest, SetRulesResponse,
};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::world::*;

async fn set(world: &World, user: Uuid, change: SetRulesRequest) -> Result<Rules, Status> {
    let answer = world.client().set_rules(world.request_by(user, change)).await?;
    let SetRulesResponse { rules } = answer.into_inner();
    Ok(rules.unwrap())
}

fn change(kind: Kind) -> RuleChange {
    RuleChange { kind: kind.into(), ..RuleChange::default() }
}

fn rules(changes: Vec<RuleChange>) -> SetRulesRequest {
    SetRulesRequest { rules: changes, ..SetRulesRequest::default() }
}

#[tokio::test]
async fn rules_begin_as_usual_and_change_by_request() {
    let (world, ana, bo) = World::at(NOON).await;
    let asked = world.request_by(ana, GetRulesRequest::default());
    let usual = world.client().get_rules(asked).await.unwrap().into_inner().rules.unwrap();
    assert_eq!((usual.pos_id.as_str(), usual.rules.len(), usual.digest_email), (POS, 14, false));
    let of =
        |rules: &Rules, kind: Kind| rules.rules.iter().find(|rule| rule.kind() == kind).cloned().unwrap();
    assert!(usual.rules.iter().all(|rule| rule.enabled));
    assert!(!of(&usual, Kind::PayoutPaid).push && of(&usual, Kind::LargeVoid).push);
    assert_eq!(of(&usual, Kind::LargeDiscount).threshold, Some(5_000));
    assert_eq!(of(&usual, Kind::LaborHigh).threshold, Some(350));
    assert_eq!(of(&usual, Kind::ItemRanOut).threshold, None);
    let quiet = usual.quiet_hours.clone().unwrap();
    assert_eq!((quiet.enabled, quiet.from.as_str(), quiet.until.as_str()), (true, "22:00", "08:00"));

    let mut wished = rules(vec![
        RuleChange { enabled: Some(false), ..change(Kind::LargeVoid) },
        RuleChange { threshold: Some(7_500), push: Some(false), ..change(Kind::LargeRefund) },
    ]);
    wished.digest_email = Some(true);
    let now = set(&world, ana, wished).await.unwrap();
    assert!(now.digest_email && !of(&now, Kind::LargeVoid).enabled);
    assert_eq!(of(&now, Kind::LargeVoid).threshold, Some(5_000));
    let refund = of(&now, Kind::LargeRefund);
    assert_eq!((refund.enabled, refund.threshold, refund.push), (true, Some(7_500), false));
    let off = QuietHours { enabled: false, from: "23:30".into(), until: "06:15".into() };
    let wished = SetRulesRequest { quiet_hours: Some(off.clone()), ..SetRulesRequest::default() };
    let now = set(&world, ana, wished).await.unwrap();
    assert_eq!((now.quiet_hours.clone().unwrap(), now.digest_email), (off, true));
    // Another person's are their own.
    let asked = world.request_by(bo, GetRulesRequest { pos_id: POS.into() });
    let theirs = world.client().get_rules(asked).await.unwrap().into_inner().rules.unwrap();
    assert_eq!(theirs, usual);
}

#[tokio::test]
async fn wrong_change_is_named_and_changes_nothing() {
    let (world, ana, bo) = World::at(NOON).await;
    let quiet = |from: &str| SetRulesRequest {
        quiet_hours: Some(QuietHours { enabled: true, from: from.into(), until: "08:00".into() }),
        ..SetRulesRequest::default()
    };
    let fine = RuleChange { enabled: Some(false), ..change(Kind::DayClosed) };
    let cases = [
        (
            rules(vec![fine, RuleChange { threshold: Some(1), ..change(Kind::LargeVoid) }]),
            "rules[1].threshold",
        ),
        (rules(vec![RuleChange { threshold: Some(100), ..change(Kind::DayClosed) }]), "rules[0].threshold"),
        (rules(vec![change(Kind::Unspecified)]), "rules[0].kind"),
        (rules(vec![fine, fine]), "rules[1].kind"),
        (quiet("25:00"), "quietHours.from"),
        (quiet("08:00"), "quietHours.until"),
    ];
    for (wrong, field) in cases {
        let refused = set(&world, ana, wrong).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{field}");
        assert_eq!(refused.metadata().get("x-saffron-field").unwrap(), field);
    }
    let asked = world.request_by(ana, GetRulesRequest::default());
    let now = world.client().get_rules(asked).await.unwrap().into_inner().rules.unwrap();
    assert!(now.rules.iter().all(|rule| rule.enabled));
    let foreign = SetRulesRequest { pos_id: OTHER.into(), ..SetRulesRequest::default() };
    assert_eq!(set(&world, ana, foreign).await.unwrap_err().code(), Code::PermissionDenied);
    let several = world.request_of(UserId(bo), &[(POS, ZONE), (OTHER, ZONE)], GetRulesRequest::default());
    let refused = world.client().get_rules(several).await.unwrap_err();
    assert_eq!(refused.metadata().get("x-saffron-field").unwrap(), "posID");
}

#[tokio::test]
async fn switched_off_rule_delivers_nothing() {
    let (world, ana, bo) = World::at(NOON).await;
    set(&world, ana, rules(vec![RuleChange { enabled: Some(false), ..change(Kind::LargeVoid) }]))
        .await
        .unwrap();
    set(&world, bo, rules(vec![RuleChange { threshold: Some(1_000), ..change(Kind::LargeVoid) }]))
        .await
        .unwrap();
    // Below the usual threshold, but not below one that a person set.
    world.checks(&[voided("c1", 20)]).await;
    world.all_delivered().await;
    assert_eq!((world.inbox(ana).await.len(), world.inbox(bo).await.len()), (0, 1));
    assert_eq!(world.inbox(bo).await[0].reason, "void of $10.00 or more");
}
