use jiff::Timestamp;
use proptest::prelude::*;
use saffron_core::fact::Precedence;
use saffron_core::{BusinessDate, Money, Quantity};

use super::*;

fn now() -> Timestamp {
    "2026-07-18T16:00:00Z".parse().unwrap()
}

fn today() -> BusinessDate {
    "2026-07-18".parse().unwrap()
}

fn code() -> PromoCode {
    PromoCode::from_check("NEWCODE").unwrap()
}

fn till_fact(revision: i64, event: u8, dollars: i64, counted: Option<Count>) -> TillFact {
    TillFact {
        precedence: Precedence::new(revision, format!("e{event}").parse().unwrap()),
        item: Some(TillItem {
            name: "Soup".into(),
            major_category: None,
            minor_category: None,
            price: Some(Money::from_cents(dollars * 100)),
            cost: Some(Money::from_cents(dollars * 10)),
            image_url: None,
            low_stock: None,
            mark: None,
        }),
        count: counted,
    }
}

fn soup() -> Item {
    Item::new("p1".parse().unwrap(), "soup".parse().unwrap(), till_fact(1, 0, 10, None), now())
}

fn priced(dollars: i64) -> ItemEdit {
    ItemEdit {
        price: Decision::Set(Money::from_cents(dollars * 100)),
        cost: Decision::Set(Money::from_cents(dollars * 10)),
        ..ItemEdit::default()
    }
}

fn count(quantity: i64, second: i64) -> Count {
    Count::at(Quantity::from_milli(quantity), Timestamp::from_second(1_700_000_000 + second).unwrap())
}

fn any_fact() -> impl Strategy<Value = TillFact> {
    let counted = proptest::option::of((0..5_i64, 0..6_i64)).prop_map(|c| c.map(|(q, at)| count(q, at)));
    // Few values, so that they often meet; the event id goes with the content, as each event has one.
    (1..6_i64, 1..4_i64, counted).prop_map(|(revision, dollars, counted)| {
        let event = dollars * 40 + counted.map_or(0, |c| 1 + c.quantity.milli() * 6 + c.at.as_second() % 6);
        till_fact(revision, event as u8, dollars, counted)
    })
}

/// A fact about an item, or that it is removed.
fn any_fact_or_removal() -> impl Strategy<Value = TillFact> {
    let removal = (1..6_i64)
        .prop_map(|revision| TillFact::removal(Precedence::new(revision, "removal".parse().unwrap())));
    prop_oneof![4 => any_fact(), 1 => removal]
}

proptest! {
    /// Facts before the owner's edit, facts after it, in any order and again: the newest is in force, and the owner's price ends
    /// exactly if a later one has the same.
    #[test]
    fn facts_and_edits_apply_in_any_order(
        before in proptest::collection::vec(any_fact_or_removal(), 1..6),
        dollars in 1..4_i64,
        after in proptest::collection::vec(any_fact_or_removal(), 0..8).prop_shuffle(),
        again in any::<bool>(),
        size in 1..4_usize,
    ) {
        let mut item = Item::new("p1".parse().unwrap(), "soup".parse().unwrap(), before[0].clone(), now());
        item.apply_facts(before[1..].to_vec(), now());
        let newest = |facts: &[&TillFact]| (*facts.iter().max_by_key(|fact| &fact.precedence).unwrap()).clone();
        let first = newest(&before.iter().collect::<Vec<_>>());
        prop_assert_eq!((&item.newest, item.removed), (&first.precedence, first.item.is_none()));
        // An item that is not on the menu cannot be edited.
        prop_assume!(!item.removed);
        prop_assert_eq!(Some(&item.till), first.item.as_ref());
        item.edit(priced(dollars), now(), today(), code());
        let mut sent = after.clone();
        if again {
            sent.extend(before.iter().rev().cloned());
            sent.extend(after.clone());
        }
        for part in sent.chunks(size) {
            item.apply_facts(part.to_vec(), now());
        }
        let all = newest(&before.iter().chain(&after).collect::<Vec<_>>());
        let price = Some(Money::from_cents(dollars * 100));
        let price_of = |fact: &TillFact| fact.item.as_ref().and_then(|item| item.price);
        let confirmed = after.iter().any(|fact| fact.precedence > first.precedence && price_of(fact) == price);
        let stands = price != price_of(&first) && !confirmed;
        prop_assert_eq!(item.own.price.is_some(), stands);
        prop_assert_eq!(item.own.cost.is_some(), stands);
        prop_assert_eq!((&item.newest, item.removed), (&all.precedence, all.item.is_none()));
        if !item.removed {
            prop_assert_eq!(item.price(), if stands { price } else { price_of(&all) });
            prop_assert_eq!((Some(&item.till), item.till_count), (all.item.as_ref(), all.count));
        }
    }

    /// Of the newest counts of till and owner the later one is in force.
    #[test]
    fn newest_count_stands(
        facts in proptest::collection::vec(any_fact(), 1..6),
        own in proptest::option::of((0..5_i64, 0..6_i64)),
    ) {
        let mut item = soup();
        item.own.count = own.map(|(quantity, at)| count(quantity, at));
        item.apply_facts(facts, now());
        let candidates = [item.till_count, item.own.count];
        let latest = candidates.iter().flatten().max_by_key(|count| count.at).map(|count| count.at);
        prop_assert_eq!(item.count().map(|count| count.at), latest);
        if item.own.count.map(|count| count.at) == latest {
            prop_assert_eq!(item.count(), item.own.count);
        }
    }

    /// However offers are made, changed and ended, an item has one at most, and it is one of the stored ones.
    #[test]
    fn offer_steps_store_what_the_item_has(
        edits in proptest::collection::vec((0..4_i32, -2..4_i64, 0..4_i64, 0..3_i64), 1..12),
    ) {
        let mut item = soup();
        let mut stored = Vec::<Promotion>::new();
        let mut day = today();
        for (number, (percent, from, length, passed)) in edits.into_iter().enumerate() {
            day = day.plus_days(passed);
            let (from, until) = (day.plus_days(from), day.plus_days(from + length));
            let offer = match percent {
                0 => OfferEdit::End,
                _ => match Offer::parse(percent, &from.to_string(), &until.to_string(), day) {
                    Ok(offer) => OfferEdit::Set(offer),
                    Err(_) => continue,
                },
            };
            let fresh = PromoCode::from_check(&format!("C{number}")).unwrap();
            let edited = item.edit(ItemEdit { offer: offer.clone(), ..ItemEdit::default() }, now(), day, fresh);
            match edited.offer {
                None => {}
                Some(OfferStep::Make(code, offer)) => {
                    stored.iter_mut().for_each(|promotion| promotion.ended = true);
                    stored.push(Promotion { code, offer, ended: false });
                }
                Some(OfferStep::Change(code, offer)) => {
                    let found = stored.iter_mut().find(|p| p.code == code).unwrap();
                    prop_assert!(found.state(day) != OfferState::Ended);
                    found.offer = offer;
                }
                Some(OfferStep::End(code, last)) => {
                    let found = stored.iter_mut().find(|p| p.code == code).unwrap();
                    prop_assert_eq!(found.state(day), OfferState::Valid);
                    (found.offer.until, found.ended) = (last, true);
                    prop_assert!(found.offer.from <= found.offer.until);
                }
                Some(OfferStep::Drop(code)) => {
                    let position = stored.iter().position(|p| p.code == code).unwrap();
                    prop_assert_eq!(stored.remove(position).state(day), OfferState::ToCome);
                }
            }
            let running: Vec<&Promotion> =
                stored.iter().filter(|promotion| promotion.state(day) != OfferState::Ended).collect();
            prop_assert_eq!(running, item.offer(day).into_iter().collect::<Vec<_>>());
            if let OfferEdit::Set(offer) = offer {
                prop_assert_eq!(item.offer(day).map(|promotion| promotion.offer), Some(offer));
            }
        }
    }
}

#[test]
fn level_follows_stock_and_mark() {
    let of = |stock: Option<i64>, low: Option<i64>, sold_out| {
        Level::of(stock.map(Quantity::from_milli), low.map(Quantity::from_milli), sold_out)
    };
    assert_eq!(of(None, None, false), None);
    assert_eq!(of(None, Some(9_000), true), Some(Level::Red));
    assert_eq!(of(Some(9_000), None, true), Some(Level::Red));
    assert_eq!(of(Some(0), None, false), Some(Level::Red));
    assert_eq!(of(Some(-1), Some(0), false), Some(Level::Red));
    assert_eq!(of(Some(1), None, false), Some(Level::Orange));
    assert_eq!(of(Some(5_000), None, false), Some(Level::Orange));
    assert_eq!(of(Some(5_001), None, false), Some(Level::Green));
    assert_eq!(of(Some(1), Some(0), false), Some(Level::Green));
}

#[test]
fn audit_list_has_the_till_only_beside_the_owner() {
    let mut item = soup();
    assert!(item.apply_facts(vec![till_fact(2, 0, 11, None)], now()).is_empty());
    item.edit(priced(20), now(), today(), code());
    let lines = item.apply_facts(vec![till_fact(3, 0, 12, None)], now());
    let line = |field, was: &str, became: &str| AuditLine { field, was: was.into(), became: became.into() };
    assert_eq!(lines, [line(Field::Price, "$11.00", "$12.00"), line(Field::EstimatedCost, "$1.10", "$1.20")]);
    assert!(item.apply_facts(vec![till_fact(3, 0, 12, None), till_fact(2, 0, 11, None)], now()).is_empty());
}

#[test]
fn picture_of_the_till_is_shown_only_by_its_url() {
    let image = |url: &str| {
        let event = serde_json::json!({"specversion": "1.0", "id": "e", "source": "t", "type": "item.upserted",
            "data": {"posID": "p", "posItemID": "i", "revision": 1, "name": "x", "price": 1, "imageUrl": url}});
        let (pos_id, calendar) = ("p".parse().unwrap(), saffron_core::Calendar::utc());
        let fact = saffron_core::fact::read_events(event.to_string().as_bytes(), &pos_id, &calendar)
            .unwrap()
            .remove(0);
        let saffron_core::fact::FactBody::Item(item) = fact.body else { panic!() };
        TillFact::of(fact.precedence, *item, None, now()).item.unwrap().image_url
    };
    assert!(image("https://till.example/soup.jpg").is_some());
    for url in ["javascript:alert(1)", "data:image/png;base64,x", "/images/v1/x.jpg", "https://a b", ""] {
        assert_eq!(image(url), None, "{url}");
    }
}

#[test]
fn quantities_have_no_zeros_at_their_end() {
    let text = |milli| audit_line::pieces(Some(Quantity::from_milli(milli)));
    assert_eq!([text(0), text(1_500), text(10_000), text(-250)], ["0", "1.5", "10", "-0.25"]);
}
