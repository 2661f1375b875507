//! The guests that a location may write to, and erased ones.

use saffron_proto::marketing::{
    Channel, Draft, Exclusion, ListConsentsRequest, ListRecipientsRequest, NoteConsentRequest, Recipient,
};
use saffron_sandbox::mail;
use saffron_testkit::{eventually, listed};
use serde_json::json;

use crate::world::{NOON, POS, World, email, erased, field, guest, mail_to, phone, with};

async fn people(world: &World, asked: ListRecipientsRequest) -> (Vec<Recipient>, Option<String>) {
    let answer = world.client().list_recipients(world.request(&[POS], asked)).await.unwrap();
    listed(answer).await
}

fn list(channel: Channel) -> ListRecipientsRequest {
    ListRecipientsRequest { pos_id: POS.into(), channel: channel.into(), ..Default::default() }
}

#[tokio::test]
async fn guests_are_listed_by_name_with_their_exclusion() {
    let world = World::new().await;
    let guests = [
        guest(0, true),
        with(guest(1, true), json!({"firstName": "Zoe", "emailConsent": false})),
        with(guest(2, true), json!({"firstName": "adam", "email": "n/a"})),
        with(guest(3, true), json!({"firstName": "Bea", "emailConsent": null, "smsConsent": null})),
    ];
    world.facts(POS, "customer.upserted", &guests).await;
    let (found, _) = people(&world, list(Channel::Email)).await;
    let shown: Vec<_> =
        found.iter().map(|person| (person.pos_customer_id.as_str(), person.exclusion())).collect();
    assert_eq!(
        shown,
        [
            ("g2", Exclusion::NoAddress),
            ("g3", Exclusion::NoConsent),
            ("g0", Exclusion::Unspecified),
            ("g1", Exclusion::NoConsent)
        ]
    );
    let (texts, _) = people(&world, list(Channel::Text)).await;
    assert_eq!(texts[0].address, phone(2));
    assert_eq!(texts[0].exclusion(), Exclusion::Unspecified);
    // Page by page.
    let (first, cursor) = people(&world, ListRecipientsRequest { limit: 3, ..list(Channel::Email) }).await;
    let rest = ListRecipientsRequest { limit: 3, cursor: cursor.unwrap(), ..list(Channel::Email) };
    let (rest, end) = people(&world, rest).await;
    assert_eq!((first.len(), rest.len(), end), (3, 1, None));
    assert_eq!(rest[0].pos_customer_id, "g1");
    for (search, id) in [("ZOE", "g1"), ("(212) 200-0003", "g3"), ("diner0@", "g0")] {
        let asked = ListRecipientsRequest { search: search.into(), ..list(Channel::Email) };
        let (found, _) = people(&world, asked).await;
        assert_eq!(found.iter().map(|p| p.pos_customer_id.as_str()).collect::<Vec<_>>(), [id], "{search}");
    }
}

#[tokio::test]
async fn a_refusal_outweighs_another_record_of_the_same_address() {
    let world = World::new().await;
    let record = |number: usize, revision: i64, consent: bool| {
        let one = json!({"email": email(0), "cellPhoneNumber": phone(0), "revision": revision});
        with(guest(number, consent), one)
    };
    let why = async || {
        let mut all = Vec::new();
        for channel in [Channel::Email, Channel::Text] {
            all.extend(people(&world, list(channel)).await.0.iter().map(Recipient::exclusion));
        }
        all.dedup();
        all
    };
    world.facts(POS, "customer.upserted", &[record(0, 1, false)]).await;
    world.facts(POS, "customer.upserted", &[record(1, 9, true)]).await;
    assert_eq!(why().await, [Exclusion::NoConsent]);
    // The consent of a version counts where a later one has none, also in one batch.
    let silent = with(record(0, 3, true), json!({"emailConsent": null, "smsConsent": null}));
    world.facts(POS, "customer.upserted", &[record(0, 2, true), silent]).await;
    assert_eq!(why().await, [Exclusion::Unspecified]);
    world.facts(POS, "customer.upserted", &[record(0, 4, false)]).await;
    assert_eq!(why().await, [Exclusion::NoConsent]);
    // A guest who has another address now does not count.
    let moved = with(record(0, 5, false), json!({"email": email(7), "cellPhoneNumber": phone(7)}));
    world.facts(POS, "customer.upserted", &[moved]).await;
    assert_eq!(
        why().await,
        [Exclusion::NoConsent, Exclusion::Unspecified, Exclusion::NoConsent, Exclusion::Unspecified]
    );
}

#[tokio::test]
async fn the_newest_version_of_a_guest_counts_in_any_order() {
    let world = World::new().await;
    let version = |revision: i64, consent: bool| {
        with(guest(0, consent), json!({"revision": revision, "firstName": format!("R{revision}")}))
    };
    for revision in [2, 5, 3, 1] {
        world.facts(POS, "customer.upserted", &[version(revision, revision != 5)]).await;
    }
    let (found, _) = people(&world, list(Channel::Email)).await;
    assert_eq!((found[0].first_name.as_str(), found[0].exclusion()), ("R5", Exclusion::NoConsent));
    world.facts(POS, "customer.upserted", &[version(6, true)]).await;
    let (found, _) = people(&world, list(Channel::Email)).await;
    assert_eq!(found[0].exclusion(), Exclusion::Unspecified);
    // The ledger has the changes, newest first.
    let note = NoteConsentRequest {
        pos_id: POS.into(),
        pos_customer_id: "g0".into(),
        channel: Channel::Email.into(),
        granted: false,
    };
    let now = world.client().note_consent(world.request(&[POS], note)).await.unwrap().into_inner();
    assert_eq!(now.exclusion(), Exclusion::NoConsent);
    let asked =
        ListConsentsRequest { pos_id: POS.into(), pos_customer_id: "g0".into(), ..Default::default() };
    let answer = world.client().list_consents(world.request(&[POS], asked)).await.unwrap();
    let (mut entries, _) = listed(answer).await;
    entries.retain(|entry| entry.channel() == Channel::Email);
    let acts: Vec<_> = entries.iter().map(|entry| (entry.act.as_str(), entry.granted)).collect();
    assert_eq!(acts, [("OWNER", false), ("POS", true), ("POS", false), ("POS", true)]);
    assert!(!entries[0].by.is_empty() && entries[1].by.is_empty());
}

#[tokio::test]
async fn an_erased_guest_stays_erased_and_an_opt_out_survives() {
    let world = World::new().await;
    world.guests(2).await;
    let campaign = world.send(mail_to([0, 1])).await.unwrap();
    world.finished(&campaign.campaign_id).await;
    let link = world.mail.mails_to(&email(0))[0].header("List-Unsubscribe").unwrap();
    let link = link.trim_matches(['<', '>']).to_owned();
    world.publish(erased("g0")).await;
    eventually("the guest to be erased", || async {
        (people(&world, list(Channel::Email)).await.0.len() == 1).then_some(())
    })
    .await;
    let outcomes = world.outcomes_of(&campaign.campaign_id).await;
    assert_eq!((outcomes[0].address.as_str(), outcomes[0].first_name.as_str()), ("", ""));
    assert_eq!(outcomes[1].address, email(1));
    let counts = world.campaign(&campaign.campaign_id).await;
    assert_eq!((counts.sent, counts.recipients), (2, 2));
    // Repeated facts do not bring the guest back, under the same id or another.
    world.facts(POS, "customer.upserted", &[with(guest(0, true), json!({"revision": 9}))]).await;
    world.facts(POS, "customer.upserted", &[with(guest(0, true), json!({"posCustomerID": "new"}))]).await;
    assert_eq!(field(world.send(mail_to([0])).await), "emails[0]");
    let dump = format!("%{}%", email(0));
    for table in ["contact", "recipient", "consent_entry", "standing", "campaign"] {
        let query = format!("SELECT count(*) FROM {table} AS t WHERE t::text LIKE $1");
        let left: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(query)).bind(&dump).fetch_one(&world.pool).await.unwrap();
        assert_eq!(left, 0, "{table}");
    }
    eventually("old versions to be taken away", || async {
        (world.count("erasure").await == 0).then_some(())
    })
    .await;
    // The link still works, and its opt-out is stored.
    world.subscribe(&link, false).await.unwrap();
    assert_eq!(world.count("standing WHERE NOT person_granted").await, 1);
}

#[tokio::test]
async fn an_erased_guest_is_forgotten_at_earlier_addresses_too() {
    let world = World::new().await;
    world.guests(2).await;
    let sent = world.send(mail_to([0, 1])).await.unwrap();
    world.finished(&sent.campaign_id).await;
    world.mail.refuse(&email(0), Some(mail::Refusal::Temporary), None);
    let waits = world.send(Draft { body: "Once more.".into(), ..mail_to([0]) }).await.unwrap();
    // The till's consent moves with the guest; the owner's stays at the address, so that it is tried there until the erasure.
    let note = NoteConsentRequest {
        pos_id: POS.into(),
        pos_customer_id: "g0".into(),
        channel: Channel::Email.into(),
        granted: true,
    };
    world.client().note_consent(world.request(&[POS], note)).await.unwrap();
    let moved = with(guest(0, true), json!({"revision": 2, "email": "elsewhere@example.com"}));
    world.facts(POS, "customer.upserted", &[moved]).await;
    world.publish(erased("g0")).await;
    eventually("the first address to be forgotten", || async {
        let outcomes = world.outcomes_of(&sent.campaign_id).await;
        assert_eq!(outcomes[1].address, email(1));
        (outcomes[0].address.is_empty() && outcomes[0].first_name.is_empty()).then_some(())
    })
    .await;
    // A try that was in hand then is refused like those before; a waiting message is not tried again at a forgotten address.
    let waits = world.finished(&waits.campaign_id).await;
    assert_eq!((waits.sent, waits.excluded), (0, 1));
    assert_eq!(waits.exclusions[0].exclusion(), Exclusion::Erased);
}

#[tokio::test]
async fn a_refusal_after_an_erasure_names_no_address() {
    // Servers name the mailbox in their answers. The clock is fixed, so that nothing is tried again.
    let world = World::at(NOON).await;
    world.guests(1).await;
    world.mail.set_mode(mail::Mode::SlowLater { millis: 2_000 }, None);
    let id = world.send(mail_to([0])).await.unwrap().campaign_id;
    eventually("the mail to be in hand", || async { (world.campaign(&id).await.sending == 1).then_some(()) })
        .await;
    world.publish(erased("g0")).await;
    eventually("the guest to be forgotten", || async {
        world.outcomes_of(&id).await[0].address.is_empty().then_some(())
    })
    .await;
    eventually("the refusal to be noted", || async {
        (world.campaign(&id).await.waiting == 1).then_some(())
    })
    .await;
    assert_eq!(world.outcomes_of(&id).await[0].reason, "");
}
