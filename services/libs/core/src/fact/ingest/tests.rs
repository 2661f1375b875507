use serde_json::{Value, json};

use super::*;
use crate::fact::StampedBatch;
use crate::{DayStarts, Money, Quantity, Zone};

fn event(kind: &str, data: Value) -> Value {
    json!({"specversion": "1.0", "id": "e1", "source": "till", "type": kind, "data": data})
}

fn check() -> Value {
    json!({"posID": "p1", "posCheckID": "c1", "revision": 1, "closeTime": "2026-07-19T01:00:00",
           "covers": 2, "items": [{"posItemID": "i1", "name": "Soup", "quantity": 1.5, "price": 3.33}],
           "payments": [{"type": "Cash", "amount": 5.00}]})
}

fn read(body: &Value) -> Result<Vec<Fact>, Refusal> {
    let zone = "America/New_York".parse::<Zone>().unwrap().into();
    read_events(body.to_string().as_bytes(), &"p1".parse().unwrap(), &zone)
}

fn bad_field(body: &Value) -> String {
    match read(body) {
        Err(Refusal::Bad(bad)) => bad.field,
        other => panic!("{other:?}"),
    }
}

fn only_check(facts: Vec<Fact>) -> Check {
    match facts.into_iter().next().unwrap().body {
        FactBody::Check(check) => *check,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_check_is_stamped() {
    let check = only_check(read(&event("check.closed", check())).unwrap());
    assert_eq!(check.business_date.to_string(), "2026-07-18");
    assert_eq!(check.closed.at.to_string(), "2026-07-19T05:00:00Z");
    assert_eq!(check.opened, check.closed);
    assert_eq!(check.lines[0].quantity, Quantity::from_milli(1500));
    assert_eq!(check.lines[0].amount, Money::from_cents(500));
    assert_eq!(check.lines[0].cost, None);
}

#[test]
fn a_check_is_worth_its_lines_less_every_discount() {
    let mut data = check();
    data["discount"] = json!(1);
    data["items"] = json!([{"posItemID": "a", "name": "A", "amount": 20, "discount": 0.5},
        {"posItemID": "b", "name": "B", "amount": 9, "discount": 3, "voided": true}]);
    let sales = |data: &Value| {
        let sales = only_check(read(&event("check.closed", data.clone())).unwrap()).sales();
        [sales.gross, sales.discounts, sales.voids, sales.net()].map(Money::cents)
    };
    assert_eq!(sales(&data), [2000, 150, 900, 1850]);
    data["voided"] = json!(true);
    assert_eq!(sales(&data), [0, 0, 2900, 0]);
}

#[test]
fn a_line_says_for_itself_whether_it_holds_its_tax() {
    let mut data = check();
    data["taxIncluded"] = json!(true);
    data["items"] = json!([{"posItemID": "a", "name": "A", "amount": 10.80, "tax": 0.80},
        {"posItemID": "b", "name": "B", "amount": 5, "tax": 0.40, "taxIncluded": false}]);
    let check = only_check(read(&event("check.closed", data)).unwrap());
    assert_eq!(check.lines.iter().map(|line| line.amount.cents()).collect::<Vec<_>>(), [1000, 500]);
}

#[test]
fn the_first_bad_field_is_named() {
    let mut data = check();
    data["items"][0]["quantity"] = json!("many");
    assert_eq!(bad_field(&event("check.closed", data)), "data.items[0].quantity");
    let mut data = check();
    data["items"][0].as_object_mut().unwrap().remove("price");
    assert_eq!(bad_field(&event("check.closed", data)), "data.items[0].amount");
    let mut data = check();
    data.as_object_mut().unwrap().remove("closeTime");
    assert_eq!(bad_field(&event("check.closed", data)), "data.closeTime");
    let mut data = check();
    data["revision"] = json!(-1);
    assert_eq!(bad_field(&event("check.closed", data)), "data.revision");
    let mut data = check();
    data["payments"][0]["amount"] = json!(1.005);
    assert_eq!(bad_field(&event("check.closed", data)), "data.payments[0].amount");
    for (field, line) in [
        ("amount", json!({"price": 150, "quantity": 700_000})),
        ("price", json!({"amount": 200_000, "quantity": 0.001})),
        ("cost", json!({"amount": 1, "cost": 150, "quantity": 700_000})),
    ] {
        let mut data = check();
        data["items"] = json!([line]);
        data["items"][0]["posItemID"] = json!("i1");
        data["items"][0]["name"] = json!("Soup");
        assert_eq!(bad_field(&event("check.closed", data)), format!("data.items[0].{field}"));
    }
    let mut data = check();
    data["closeTime"] = json!("1990-01-01T03:00:00");
    assert_eq!(bad_field(&event("check.closed", data)), "data.closeTime");
    let mut data = check();
    data["table"] = json!("a\u{0}b");
    assert_eq!(bad_field(&event("check.closed", data)), "data.table");
    assert_eq!(bad_field(&event("check.lost", check())), "type");
    let mut whole = event("check.closed", check());
    whole.as_object_mut().unwrap().remove("id");
    assert_eq!(bad_field(&whole), "id");
}

#[test]
fn unknown_fields_are_named_once() {
    let mut data = check();
    data["gratuity"] = json!(9);
    data["employee"] = json!({"id": "e1", "badge": {"colour": "red"}});
    data["items"] = json!([
        {"posItemID": "i1", "name": "Soup", "price": 3, "seat": 1},
        {"posItemID": "i2", "name": "Stew", "price": 4, "seat": 2, "course": null},
    ]);
    let item = json!({"posID": "p1", "posItemID": "i", "revision": 3, "name": "Soup", "price": 3, "sku": "x", "soldOut": true});
    let body = json!([event("check.closed", data.clone()), event("item.upserted", item)]).to_string();
    let zone = "America/New_York".parse::<Zone>().unwrap().into();
    let now = "2026-07-19T06:00:00Z".parse().unwrap();
    let received = receive_events(body.as_bytes(), &"p1".parse().unwrap(), &zone, now).unwrap();
    let named =
        ["data.employee.badge", "data.gratuity", "data.items[].course", "data.items[].seat", "data.sku"];
    assert_eq!(received.ignored, named);
    assert_eq!(received.facts.len(), 2);
    // Of known fields none is.
    let body = json!([event("check.closed", check())]).to_string();
    let received = receive_events(body.as_bytes(), &"p1".parse().unwrap(), &zone, now).unwrap();
    assert_eq!(received.ignored, [""; 0]);
}

#[test]
fn names_of_unknown_fields_are_bounded() {
    let mut data = check();
    for number in 0..1_000 {
        data[format!("{}{number}", "x".repeat(1_000))] = json!(1);
    }
    let body = event("check.closed", data).to_string();
    let now = "2026-07-19T06:00:00Z".parse().unwrap();
    let received = receive_events(body.as_bytes(), &"p1".parse().unwrap(), &Zone::utc().into(), now).unwrap();
    assert!(received.ignored.len() <= 100);
    assert!(received.ignored.iter().all(|name| name.len() <= 200));
}

#[test]
fn all_or_nothing() {
    let mut second = event("check.closed", check());
    second["data"]["covers"] = json!(-2);
    let Err(Refusal::Bad(bad)) = read(&json!([event("check.closed", check()), second])) else { panic!() };
    assert_eq!((bad.event, bad.field.as_str()), (1, "data.covers"));
}

#[test]
fn another_location_is_refused() {
    let mut data = check();
    data["posID"] = json!("p2");
    assert!(matches!(read(&event("check.closed", data)), Err(Refusal::OtherLocation(_))));
    let mut whole = event("check.closed", check());
    whole["subject"] = json!("p2");
    assert!(matches!(read(&whole), Err(Refusal::OtherLocation(_))));
}

#[test]
fn what_is_no_json_is_said_to_be_none() {
    let zone = Zone::utc().into();
    let pos_id = "p1".parse().unwrap();
    let deep = "[".repeat(10_000);
    let in_data = format!(
        r#"{{"specversion":"1.0","id":"e","source":"s","type":"check.closed","data":{}}}"#,
        "[".repeat(10_000)
    );
    for body in [b"".as_slice(), b"{", b"[]", b"\xff\xfe", b"nonsense", deep.as_bytes(), in_data.as_bytes()] {
        assert!(matches!(read_events(body, &pos_id, &zone), Err(Refusal::NotJson(_))));
    }
    let many = format!("[{}]", vec!["{}"; MAX_EVENTS + 1].join(","));
    assert_eq!(read_events(many.as_bytes(), &pos_id, &zone), Err(Refusal::TooMany));
}

#[test]
fn a_shift_knows_its_minutes_and_pay() {
    let data = json!({"posID": "p1", "posShiftID": "s1", "revision": 1, "rate": 15.01, "job": "Server",
        "employee": {"id": "e1", "name": "Ana"}, "clockIn": "2026-10-31T20:00:00",
        "clockOut": "2026-11-01T03:00:00", "unpaidMinutes": 30, "overtimeMinutes": 30});
    let facts = read(&event("shift.closed", data.clone())).unwrap();
    let FactBody::Shift(shift) = &facts[0].body else { panic!() };
    // The night has 25 hours: 8 of work, less the break and the overtime.
    assert_eq!(shift.regular_seconds, 7 * 3600);
    assert_eq!(shift.pay(), Money::from_cents(10507 + 1126));
    assert_eq!(shift.business_date.to_string(), "2026-10-31");
    let facts = read(&event("shift.opened", data.clone())).unwrap();
    assert!(!facts[0].precedence.closed);
    let mut open = data;
    open.as_object_mut().unwrap().remove("clockOut");
    assert_eq!(bad_field(&event("shift.closed", open)), "data.clockOut");
}

#[test]
fn a_stamped_batch_survives_its_own_json() {
    let zone: Zone = "America/New_York".parse().unwrap();
    let day_starts: DayStarts = "06:00;1".parse().unwrap();
    let facts = read(&json!([
        event("check.closed", check()),
        event(
            "item.upserted",
            json!({"posID": "p1", "posItemID": "i", "revision": 3, "name": "Soup", "price": 3,
                "soldOut": true, "soldOutUntil": "2026-07-19T04:00:00"})
        ),
        event("customer.upserted", json!({"posID": "p1", "posCustomerID": "u", "revision": 3, "email": ""})),
        event(
            "payout.recorded",
            json!({"posID": "p1", "payoutID": "o", "processor": "Square", "revision": 3,
            "created": "2026-07-19T01:00:00", "status": "paid", "amount": -5,
            "entries": [{"entryID": "e", "kind": "FEE", "amount": -5}]})
        ),
        event(
            "customer.merged",
            json!({"posID": "p1", "posCustomerID": "u", "revision": 4, "mergedInto": "v"})
        ),
    ]))
    .unwrap();
    let received_at = "2026-07-19T05:00:01Z".parse().unwrap();
    let source = crate::Source::Till;
    let batch = StampedBatch { pos_id: "p1".parse().unwrap(), zone, day_starts, received_at, source, facts };
    for batch in [batch.clone(), batch.sent_by(crate::Source::Key(uuid::Uuid::nil()))] {
        let json = serde_json::to_vec(&batch).unwrap();
        assert_eq!(serde_json::from_slice::<StampedBatch>(&json).unwrap(), batch);
    }
}

/// An item with more fields.
fn item(more: &Value) -> Value {
    let mut data = json!({"posID": "p1", "posItemID": "i", "revision": 3, "name": "Soup"});
    data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    event("item.upserted", data)
}

#[test]
fn end_of_a_sold_out_mark_is_stamped() {
    let stamped = |more: Value| {
        let FactBody::Item(item) = read(&item(&more)).unwrap().remove(0).body else { panic!() };
        item.sold_out.map(|mark| mark.until.map(|end| (end.at.to_string(), end.wall.to_string())))
    };
    for none in [json!({}), json!({"soldOut": false}), json!({"soldOut": null, "soldOutUntil": null})] {
        assert_eq!(stamped(none.clone()), None, "{none}");
    }
    assert_eq!(stamped(json!({"soldOut": true})), Some(None));
    // Wall time, and the same with an offset; an hour that the clock skips, and one that comes twice; one that is over.
    for (sent, at, wall) in [
        ("2026-07-18T16:00:00", "2026-07-18T20:00:00Z", "2026-07-18T16:00:00"),
        ("2026-07-18T13:00:00-07:00", "2026-07-18T20:00:00Z", "2026-07-18T16:00:00"),
        ("2026-03-08T02:30:00", "2026-03-08T07:30:00Z", "2026-03-08T03:30:00"),
        ("2026-11-01T01:30:00", "2026-11-01T05:30:00Z", "2026-11-01T01:30:00"),
        ("2001-01-01T12:00:00", "2001-01-01T17:00:00Z", "2001-01-01T12:00:00"),
    ] {
        let mark = json!({"soldOut": true, "soldOutUntil": sent});
        assert_eq!(stamped(mark), Some(Some((at.into(), wall.into()))), "{sent}");
    }
}

#[test]
fn end_without_a_sold_out_mark_is_refused() {
    for more in [
        json!({"soldOutUntil": "2026-07-18T16:00:00"}),
        json!({"soldOut": false, "soldOutUntil": "2026-07-18T16:00:00"}),
        json!({"soldOut": true, "soldOutUntil": "soon"}),
        json!({"soldOut": true, "soldOutUntil": "9999-12-31T23:59:59"}),
    ] {
        assert_eq!(bad_field(&item(&more)), "data.soldOutUntil", "{more}");
    }
    assert_eq!(bad_field(&item(&json!({"soldOut": "yes"}))), "data.soldOut");
}

#[test]
fn item_without_a_mark_is_stamped_as_before() {
    let of = |more: Value| {
        let FactBody::Item(item) = read(&item(&more)).unwrap().remove(0).body else { panic!() };
        serde_json::to_value(item).unwrap()
    };
    let plain = of(json!({"soldOut": false}));
    assert_eq!(plain.get("soldOut"), None, "a reader of the version before sees nothing new");
    assert_eq!(serde_json::from_value::<crate::fact::ItemUpsert>(plain).unwrap().sold_out, None);
    let ends = of(json!({"soldOut": true, "soldOutUntil": "2026-07-18T16:00:00Z"}));
    let until = json!({"at": "2026-07-18T16:00:00Z", "wall": "2026-07-18T12:00:00"});
    assert_eq!(ends["soldOut"], json!({"until": until}));
}

#[test]
fn a_merge_into_itself_is_refused() {
    let merge = |into: Value| {
        event(
            "customer.merged",
            json!({"posID": "p1", "posCustomerID": "u", "revision": 1, "mergedInto": into}),
        )
    };
    assert_eq!(bad_field(&merge(json!("u"))), "data.mergedInto");
    assert_eq!(bad_field(&merge(json!(""))), "data.mergedInto");
    assert_eq!(bad_field(&merge(json!(null))), "data.mergedInto");
    let fact = read(&merge(json!("v"))).unwrap().remove(0);
    assert_eq!(fact.precedence.stamp, 0);
    let FactBody::MergedCustomer(merge) = fact.body else { panic!() };
    assert_eq!((merge.id.as_str(), merge.merged_into.as_str()), ("u", "v"));
}

#[test]
fn date_is_stamped_by_the_start_of_the_day() {
    let calendar = Calendar::new(Zone::utc(), "06:00;2".parse().unwrap());
    let stamp = |more: Value| {
        let mut data = check();
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let body = event("check.closed", data).to_string();
        let fact = read_events(body.as_bytes(), &"p1".parse().unwrap(), &calendar).unwrap().remove(0);
        let FactBody::Check(check) = fact.body else { panic!() };
        (check.business_date.to_string(), check.date_brought, fact.precedence.stamp)
    };
    assert_eq!(stamp(json!({"closeTime": "2026-07-19T05:59:59"})), ("2026-07-18".into(), Some(false), 2));
    assert_eq!(stamp(json!({"closeTime": "2026-07-19T06:00:00"})), ("2026-07-19".into(), Some(false), 2));
    assert_eq!(stamp(json!({"businessDate": "2026-07-20"})), ("2026-07-20".into(), Some(true), 2));
    let item = json!({"posID": "p1", "posItemID": "i", "revision": 3, "name": "Soup"});
    let item = event("item.upserted", item).to_string();
    let item = read_events(item.as_bytes(), &"p1".parse().unwrap(), &calendar).unwrap().remove(0);
    assert_eq!(item.precedence.stamp, 0, "the same item again is the same version");
}

fn body(kind: &str, more: &Value) -> FactBody {
    let mut data = check();
    data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    read(&event(kind, data)).unwrap().remove(0).body
}

#[test]
fn an_open_check_is_as_of_its_opening() {
    let mut data = check();
    data.as_object_mut().unwrap().remove("closeTime");
    assert_eq!(bad_field(&event("check.opened", data)), "data.openTime");
    assert_eq!(
        bad_field(&event(
            "check.closed",
            json!({"posID": "p1", "posCheckID": "c1", "revision": 1, "items": []})
        )),
        "data.closeTime"
    );
    // A closing time of an open check is none.
    let FactBody::OpenCheck(open) = body("check.opened", &json!({"openTime": "2026-07-18T22:00:00"})) else {
        panic!()
    };
    assert_eq!((open.business_date.to_string().as_str(), open.closed), ("2026-07-18", open.opened));
}

#[test]
fn what_counts_of_open_and_removed_checks_is_nothing() {
    for (kind, closed) in [("check.opened", false), ("check.removed", true)] {
        let mut data = check();
        data["openTime"] = json!("2026-07-18T22:00:00");
        let fact = read(&event(kind, data)).unwrap().remove(0);
        assert_eq!(fact.precedence.closed, closed, "{kind}");
        let fact = fact.counted();
        let FactBody::Check(check) = fact.body else { panic!("{kind}") };
        assert!(check.voided && check.lines.is_empty() && check.payments.is_empty(), "{kind}");
        assert_eq!(check.totals(), crate::fact::CheckTotals::default(), "{kind}");
        // Of one revision a closed check stands, whatever the ids of its events are.
        let closed = Precedence::new(1, "\"".parse().unwrap());
        assert_eq!(fact.precedence < closed, kind == "check.opened", "{kind}");
    }
}

#[test]
fn a_drawer_should_hold_what_went_into_it() {
    let count = |more: Value| {
        let mut data = json!({"posID": "p1", "posDrawerID": "bar", "revision": 1, "openedAt": "2026-07-18T10:00:00",
            "closedAt": "2026-07-19T02:00:00", "opening": 200, "sales": 412.5, "paidIn": 20, "paidOut": 30.25,
            "drops": 300, "counted": 300});
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        read(&event("cash.counted", data))
    };
    let over_short = |more| {
        let FactBody::CashCount(count) = count(more).unwrap().remove(0).body else { panic!() };
        assert_eq!(count.business_date.to_string(), "2026-07-18");
        count.over_short()
    };
    assert_eq!(over_short(json!({})), Money::from_cents(-225));
    assert_eq!(over_short(json!({"expected": 299})), Money::from_cents(100));
    let early = count(json!({"closedAt": "2026-07-18T09:00:00"}));
    assert!(matches!(early, Err(Refusal::Bad(bad)) if bad.field == "data.closedAt"));
}

#[test]
fn recorded_money_is_in_whole_cents() {
    let payment = |more: Value| {
        let mut data = json!({"posID": "p1", "revision": 1, "paymentID": "T1:x/9", "processor": "Square",
            "created": "2026-07-18T12:00:00", "status": "succeeded", "amount": 3184, "currency": "USD"});
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event("payment.recorded", data)
    };
    match &read(&payment(json!({}))).unwrap()[0].body {
        FactBody::Money(MoneyFact::Payment(payment)) => {
            assert_eq!(
                (payment.amount.0, payment.currency.as_str(), payment.id.as_str()),
                (3184, "usd", "T1:x/9")
            );
            assert_eq!(payment.created.at.to_string(), "2026-07-18T16:00:00Z");
        }
        other => panic!("{other:?}"),
    }
    let refund = |amount: i64| json!([{"refundID": "r1", "created": "2026-07-18T13:00:00", "amount": amount, "status": "paid"}]);
    assert!(read(&payment(json!({"refunds": refund(100)}))).is_ok());
    for (field, wrong) in [
        ("amount", json!(31.84)),
        ("amount", json!("31.84")),
        ("amount", json!(-1)),
        ("amount", json!(10_000_000_001_i64)),
        ("amountCaptured", json!(3185)),
        ("paymentID", json!(" ")),
        ("processor", json!("-")),
        ("status", json!("done")),
        ("currency", json!("dollars")),
        ("created", json!("noon")),
        ("refunds[0].amount", refund(-100)),
        ("card.last4", json!({"last4": "4242424242424242"})),
    ] {
        let top = field.split(['[', '.']).next().unwrap();
        assert_eq!(bad_field(&payment(json!({ top: wrong }))), format!("data.{field}"), "{wrong}");
    }
    let number = payment(json!({"card": {"last4": "4242424242424242"}}));
    let refused = format!("{:?}", read(&number).unwrap_err());
    assert!(!refused.contains("42424242"), "the number of a card is in no answer: {refused}");
}

#[test]
fn what_a_payout_holds_is_bounded() {
    let payout = |count: usize| {
        let entry = |index| json!({"entryID": format!("e{index}"), "kind": "charge", "amount": 1});
        let entries: Vec<Value> = (0..count).map(entry).collect();
        event(
            "payout.recorded",
            json!({"posID": "p1", "revision": 1, "payoutID": "o1", "processor": "Square",
            "created": "2026-07-18T12:00:00", "status": "paid", "amount": -1, "entries": entries}),
        )
    };
    assert!(read(&payout(2_000)).is_ok());
    assert_eq!(bad_field(&payout(2_001)), "data.entries");
}
