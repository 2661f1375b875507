//! Test messages to the person who writes a campaign, and files that people mail.

use saffron_core::Code;
use saffron_proto::marketing::{CampaignKind, Channel, Draft, SendFileRequest, SendTestRequest};
use tonic::Status;

use crate::world::{NAME, NOON, POS, World, field, mail_to, refusal, text_to};

async fn test(world: &World, draft: Draft, to: &str) -> Result<String, Status> {
    let asked = SendTestRequest { draft: Some(draft), to: to.into() };
    let answer = world.client().send_test(world.request(&[POS], asked)).await?;
    Ok(answer.into_inner().sent_to)
}

#[tokio::test]
async fn test_arrives_at_the_own_address_alone() {
    let world = World::at(NOON).await;
    world.guests(1).await;
    let sent_to = test(&world, mail_to([0]), "olive@example.com").await.unwrap();
    assert_eq!(sent_to, "o\u{2026}@example.com");
    let mails = world.mail.mails_to("olive@example.com");
    assert_eq!(mails[0].subject(), "Test: Tacos");
    assert!(mails[0].html().unwrap().contains("Come and eat."));
    let code = Draft {
        kind: CampaignKind::PromoCode.into(),
        promo_code: "MISS25".into(),
        discount_percentage: Some(25),
        valid_until: "2026-07-31".into(),
        ..text_to([0])
    };
    assert_eq!(test(&world, code, "(212) 555-0123").await.unwrap(), "\u{2026}0123");
    let texts = world.sms.with_guest("+12125550123");
    let body = format!("{NAME}: Come and eat. Code: MISS25 (25% off, until July 31, 2026) Reply STOP to end");
    assert_eq!(texts.iter().map(|text| text.body.as_str()).collect::<Vec<_>>(), [body]);
    // The guest got nothing, and there is no campaign.
    assert_eq!(world.mail.mails_to(&crate::world::email(0)).len(), 0);
    assert_eq!(world.count("campaign").await, 0);
}

#[tokio::test]
async fn test_that_cannot_be_sent_says_why() {
    let world = World::at(NOON).await;
    let empty = Draft { body: " ".into(), ..mail_to([]) };
    assert_eq!(field(test(&world, empty, "olive@example.com").await), "body");
    assert_eq!(field(test(&world, text_to([]), "555-0123").await), "channel");
    let unknown = Draft { channel: Channel::Unspecified.into(), ..mail_to([]) };
    assert_eq!(field(test(&world, unknown, "olive@example.com").await), "channel");
    let over = Draft {
        kind: CampaignKind::PromoCode.into(),
        promo_code: "MISS25".into(),
        valid_until: "2026-07-14".into(),
        ..mail_to([])
    };
    assert_eq!(field(test(&world, over, "olive@example.com").await), "validUntil");
    let asked = SendTestRequest { draft: Some(mail_to([])), to: "olive@example.com".into() };
    let elsewhere = world.client().send_test(world.request(&["other"], asked)).await;
    assert_eq!(refusal(elsewhere).code, Code::Forbidden);
    assert_eq!(world.mail.mails_to("olive@example.com").len(), 0);
}

#[tokio::test]
async fn person_sends_twenty_tests_an_hour() {
    let world = World::at(NOON).await;
    for _ in 0..20 {
        test(&world, mail_to([]), "olive@example.com").await.unwrap();
    }
    let refused = refusal(test(&world, mail_to([]), "olive@example.com").await);
    assert_eq!((refused.code, refused.retry_after), (Code::TooMany, Some(600)));
    world.pass(jiff::SignedDuration::from_mins(61));
    test(&world, mail_to([]), "olive@example.com").await.unwrap();
    assert_eq!(world.mail.mails_to("olive@example.com").len(), 21);
}

async fn mail_file(world: &World, change: impl Fn(&mut SendFileRequest)) -> Result<(), Status> {
    let mut asked = SendFileRequest {
        to: "Accountant@Example.com".into(),
        name: "saffron-checks-p1.csv".into(),
        content: "Date,Sales\r\nTotal,12.50\r\n".into(),
        reply_to: "olive@example.com".into(),
    };
    change(&mut asked);
    world.client().send_file(world.request(&[POS], asked)).await.map(drop)
}

#[tokio::test]
async fn file_is_mailed_with_the_senders_address() {
    let world = World::at(NOON).await;
    mail_file(&world, |_| ()).await.unwrap();
    let mails = world.mail.mails_to("accountant@example.com");
    assert_eq!(mails.len(), 1);
    assert!(mails[0].subject().ends_with(" sent you saffron-checks-p1.csv"), "{}", mails[0].subject());
    assert_eq!(mails[0].header("Reply-To").as_deref(), Some("olive@example.com"));
    assert!(mails[0].header("List-Unsubscribe").is_none());
    let wrong = async |to: &str, name: &str, reply_to: &str| {
        let change = |asked: &mut SendFileRequest| {
            (asked.to, asked.name, asked.reply_to) = (to.into(), name.into(), reply_to.into());
        };
        field(mail_file(&world, change).await)
    };
    let (to, name, reply_to) = ("a@x.example", "checks.csv", "olive@example.com");
    assert_eq!(wrong("a@x.example, b@x.example", name, reply_to).await, "to");
    assert_eq!(wrong(to, "run.exe", reply_to).await, "name");
    assert_eq!(wrong(to, "a\r\nBcc: b@x.example.csv", reply_to).await, "name");
    assert_eq!(wrong(to, name, "").await, "replyTo");
    let large = mail_file(&world, |asked| asked.content = vec![b'x'; 5 * 1024 * 1024 + 1]).await;
    assert_eq!(refusal(large).code, Code::TooLarge);
    for _ in 0..19 {
        mail_file(&world, |_| ()).await.unwrap();
    }
    assert_eq!(refusal(mail_file(&world, |_| ()).await).code, Code::TooMany);
}
