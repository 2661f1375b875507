use proptest::prelude::*;
use saffron_core::Money;
use saffron_core::fact::Precedence;

use super::*;
use crate::domain::{AuditLine, Field, Item, TillFact, TillItem};

fn asked(text: &str) -> Result<String, String> {
    let calendar: Calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
    let now = "2026-10-31T20:00:00Z".parse().unwrap();
    mark_end(text, &calendar, now).map(|end| end.at.to_string()).map_err(|e| e.message)
}

#[test]
fn mark_ends_at_a_wall_time_to_come() {
    assert_eq!(asked("2026-10-31T16:00:01"), Ok("2026-10-31T20:00:01Z".into()));
    assert_eq!(asked("2026-10-31T16:00:00"), Err("must be a time to come".into()));
    // 01:30 comes twice that night: the earlier one.
    assert_eq!(asked("2026-11-01T01:30:00"), Ok("2026-11-01T05:30:00Z".into()));
    assert!(asked("2026-11-30T14:59:00").is_ok());
    assert_eq!(asked("2026-11-30T15:00:01"), Err("must be at most 30 days ahead".into()));
    assert!(asked("tomorrow").is_err());
    assert!(asked("9999-12-31T23:59:59").is_err());
}

fn now() -> Timestamp {
    "2026-07-18T12:00:00Z".parse().unwrap()
}

fn after(hours: i64) -> Timestamp {
    now() + hours.hours()
}

/// A mark that ends so many hours after `now`; without them it is open.
fn mark(hours: Option<i64>) -> Mark {
    let end = |at| Moment { at, wall: saffron_core::Zone::utc().wall(at) };
    Mark { until: hours.map(|hours| end(after(hours))) }
}

fn fact(revision: i64, mark: Option<Mark>) -> TillFact {
    // The event id goes with the content, as each event has one.
    let end = mark.and_then(|mark| mark.until).map_or(0, |end| end.at.as_second());
    let event = format!("e-{}-{end}", mark.is_some());
    TillFact {
        precedence: Precedence::new(revision, event.parse().unwrap()),
        item: Some(TillItem {
            name: "Soup".into(),
            major_category: None,
            minor_category: None,
            price: Some(Money::from_cents(1_000)),
            cost: None,
            image_url: None,
            low_stock: None,
            mark,
        }),
        count: None,
    }
}

fn soup(mark: Option<Mark>) -> Item {
    Item::new("p1".parse().unwrap(), "soup".parse().unwrap(), fact(1, mark), now())
}

/// A mark, or none; it ends so many hours after `first` at the earliest.
fn any_mark(first: i64) -> impl Strategy<Value = Option<Mark>> {
    proptest::option::of(proptest::option::of(first..4).prop_map(mark))
}

fn any_fact() -> impl Strategy<Value = TillFact> {
    let removal = (1..6_i64)
        .prop_map(|revision| TillFact::removal(Precedence::new(revision, "removal".parse().unwrap())));
    prop_oneof![5 => (1..6_i64, any_mark(0)).prop_map(|(revision, mark)| fact(revision, mark)), 1 => removal]
}

/// The mark in force at `at`, recomputed from all facts and the owner's word at `now`.
fn plain(first: &TillFact, word: Option<Mark>, all: &[TillFact], at: Timestamp) -> Option<(MarkedBy, Mark)> {
    let of = |fact: &TillFact| fact.item.as_ref().and_then(|item| item.mark);
    let stands = |mark: &Mark, at| mark.until.is_none_or(|end| end.at > at);
    let seen = of(first).filter(|mark| stands(mark, now()));
    // A mark that had ended when the owner spoke is none.
    let agrees = |fact: &&TillFact| match (word, of(fact).filter(|mark| stands(mark, now()))) {
        (None, till) => till.is_none() && fact.item.is_some(),
        (Some(own), till) => till.is_some_and(|till| own.until.is_none() || own.until == till.until),
    };
    let is_confirmed = all.iter().filter(|fact| fact.precedence > first.precedence).any(|fact| agrees(&fact));
    let spoken = word.or(seen).is_some_and(|mark| stands(&mark, at));
    if word != seen && !is_confirmed && spoken {
        return word.map(|mark| (MarkedBy::Owner, mark));
    }
    let newest = all.iter().max_by_key(|fact| &fact.precedence).and_then(of);
    newest.filter(|mark| stands(mark, at)).map(|mark| (MarkedBy::Till, mark))
}

proptest! {
    /// Facts before the owner's word and after it, in any order, at any time and again, whether or not ended marks are removed in
    /// between: the mark in force is the same.
    #[test]
    fn marks_apply_in_any_order_and_at_any_time(
        before in proptest::collection::vec(any_fact(), 1..5),
        word in any_mark(1),
        after_it in proptest::collection::vec(any_fact(), 0..7).prop_shuffle(),
        again in any::<bool>(),
        size in 1..4_usize,
        mut hours in proptest::collection::vec((0..4_i64, any::<bool>()), 14),
        read in 4..6_i64,
    ) {
        let mut item = Item::new("p1".parse().unwrap(), "soup".parse().unwrap(), before[0].clone(), now());
        item.apply_facts(before[1..].to_vec(), now());
        let first = before.iter().max_by_key(|fact| &fact.precedence).unwrap().clone();
        // An item that is not on the menu cannot be marked.
        prop_assume!(!item.removed);
        item.set_mark(word, now());
        let mut sent = after_it.clone();
        if again {
            sent.extend(before.iter().rev().cloned());
            sent.extend(after_it.clone());
        }
        hours.sort();
        let mut hours = hours.into_iter();
        for part in sent.chunks(size) {
            let (hour, ends) = hours.next().unwrap_or((4, true));
            if ends {
                item.end_marks(after(hour));
            }
            item.apply_facts(part.to_vec(), after(hour));
        }
        let all: Vec<TillFact> = before.into_iter().chain(after_it).collect();
        let last = hours.next().map_or(4, |(hour, _)| hour);
        for hour in last..=read {
            if !item.removed {
                prop_assert_eq!(item.active_mark(after(hour)), plain(&first, word, &all, after(hour)), "{}", hour);
            }
        }
        item.end_marks(after(read));
        if !item.removed {
            prop_assert_eq!(item.active_mark(after(read)), plain(&first, word, &all, after(read)));
        }
    }
}

#[test]
fn owners_word_is_confirmed_by_the_same_word() {
    let said = |own| OwnMark { word: Word::SoldOut(mark(own)), at: now() };
    let confirms = |own: Option<i64>, till: Option<Mark>| said(own).is_confirmed_by(till);
    assert!(confirms(None, Some(mark(None))) && confirms(None, Some(mark(Some(2)))));
    assert!(confirms(Some(2), Some(mark(Some(2)))));
    assert!(!confirms(Some(2), Some(mark(None))) && !confirms(Some(2), Some(mark(Some(3)))));
    assert!(!confirms(None, None) && !confirms(Some(2), None));
    assert!(!confirms(None, Some(mark(Some(0)))), "it had ended when the owner spoke");
    let back = OwnMark { word: Word::TakenBack { until: None }, at: now() };
    assert!(back.is_confirmed_by(None) && back.is_confirmed_by(Some(mark(Some(0)))));
    assert!(!back.is_confirmed_by(Some(mark(Some(1)))));
}

#[test]
fn mark_that_equals_the_tills_is_not_stored() {
    let mut item = soup(Some(mark(Some(2))));
    assert_eq!(item.set_mark(Some(mark(Some(2))), now()), None);
    assert!(item.own.mark.is_none());
    item.set_mark(None, now());
    assert_eq!((item.active_mark(now()), item.own.mark.is_some()), (None, true));
    item.set_mark(Some(mark(Some(2))), now());
    assert_eq!((item.active_mark(now()), item.own.mark), (Some((MarkedBy::Till, mark(Some(2)))), None));
    // Without a mark of the till, what is taken back leaves nothing.
    let mut item = soup(None);
    item.set_mark(Some(mark(None)), now());
    item.set_mark(None, now());
    assert_eq!(item.own.mark, None);
}

#[test]
fn tills_mark_stands_once_the_owners_has_ended() {
    // The owner's end is a change for tills, unless the till ends its own mark by itself.
    for (till, is_change) in [(None, true), (Some(mark(None)), true), (Some(mark(Some(3))), false)] {
        let mut item = soup(till);
        item.set_mark(Some(mark(Some(1))), now());
        assert_eq!(item.active_mark(now()), Some((MarkedBy::Owner, mark(Some(1)))));
        assert_eq!(item.active_mark(after(1)), till.map(|mark| (MarkedBy::Till, mark)));
        assert_eq!(item.end_marks(after(1)), mark(Some(1)).until.filter(|_| is_change));
        assert_eq!(item.active_mark(after(1)), till.map(|mark| (MarkedBy::Till, mark)));
        assert_eq!(item.end_marks(after(1)), None);
    }
}

#[test]
fn mark_taken_back_stays_so_until_the_tills_end() {
    let mut item = soup(Some(mark(Some(2))));
    item.set_mark(None, now());
    item.apply_facts(vec![fact(2, Some(mark(Some(2))))], now());
    assert_eq!(item.active_mark(after(1)), None);
    assert_eq!((item.end_marks(after(2)), item.own.mark.is_some()), (None, false));
    item.apply_facts(vec![fact(3, Some(mark(Some(3))))], after(2));
    assert_eq!(item.active_mark(after(2)), Some((MarkedBy::Till, mark(Some(3)))), "a new mark");
}

#[test]
fn audit_list_has_the_tills_mark_only_beside_the_owners() {
    let mut item = soup(None);
    assert!(item.apply_facts(vec![fact(2, Some(mark(None)))], now()).is_empty());
    item.set_mark(None, now());
    let line =
        |was: &str, became: &str| AuditLine { field: Field::SoldOut, was: was.into(), became: became.into() };
    let until = "sold out until 2026-07-18 14:00";
    assert_eq!(item.apply_facts(vec![fact(3, Some(mark(Some(2))))], now()), [line("sold out", until)]);
    assert!(item.apply_facts(vec![fact(2, None), fact(3, Some(mark(Some(2))))], now()).is_empty());
    assert_eq!(item.apply_facts(vec![fact(4, None)], now()), [line(until, "")]);
    assert!(
        item.apply_facts(vec![fact(5, Some(mark(None)))], now()).is_empty(),
        "confirmed: the till's alone"
    );
}
