//! What holds for every trade, every writer and every form.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::date;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::{Encoding, encode};
use crate::writers::number::{Negative, NumberForm, QuantityForm, Sign, Zeros, reads_two_ways};
use crate::writers::trade::dice::Dice;
use crate::writers::trade::money::{ratio, spread, without_tax};
use crate::writers::trade::{Numbering, State, Traits, build, trade};
use crate::writers::write::OrderKey;
use crate::writers::{Ambiguity, Layout, Trade, Written, case};

/// A seeded trade of a layout with its files.
fn sample(layout: Layout, seed: u64) -> (Trade, Written) {
    let mut dice = Dice::new(seed, 5);
    let mask = u32::try_from(dice.next() >> 32).unwrap() | u32::try_from(dice.next() >> 32).unwrap();
    let traits = layout.traits().masked(mask);
    let trade = build(seed, dice.below(60) + 1, dice.range(1, 40), traits);
    let style = layout.allowed().draw(seed);
    let written = layout.write(&trade, &style);
    (trade, written)
}

#[test]
fn the_same_seed_gives_the_same_files() {
    for layout in Layout::ALL {
        for seed in 0..5 {
            assert_eq!(sample(*layout, seed), sample(*layout, seed), "{layout:?} {seed}");
        }
    }
}

#[test]
fn seeds_give_different_files() {
    for layout in Layout::ALL {
        let files: BTreeSet<Vec<u8>> =
            (0..20).flat_map(|seed| sample(*layout, seed).1.files).map(|file| file.1).collect();
        assert!(files.len() >= 20, "{layout:?}");
    }
}

#[test]
fn every_writer_writes_every_trade_of_its_layout() {
    for layout in Layout::ALL {
        let mut runner = TestRunner::new(Config { cases: 50, ..Config::default() });
        runner
            .run(&case(*layout), |(trade, style)| {
                let written = layout.write(&trade, &style);
                prop_assert!(written.files.iter().all(|file| !file.1.is_empty()));
                let names: BTreeSet<&String> = written.columns.iter().map(|column| &column.0).collect();
                prop_assert_eq!(names.len(), written.columns.len());
                for day in written.expected.days.values() {
                    if let (Some(gross), Some(discounts), Some(net)) = (day.gross, day.discounts, day.net) {
                        prop_assert_eq!(gross - discounts, net);
                    }
                    let of_items = day.items.iter().flatten().map(|item| item.1.gross);
                    let of_items: Option<i64> = of_items.sum();
                    if let (Some(gross), Some(of_items), Some(_)) = (day.gross, of_items, &day.items) {
                        prop_assert_eq!(gross, of_items);
                    }
                    if let (Some(tenders), Some(tips)) = (&day.tenders, day.tips) {
                        let known: Option<i64> = tenders.values().map(|tender| tender.tips).sum();
                        prop_assert!(known.is_none_or(|known| known == tips));
                    }
                }
                Ok(())
            })
            .unwrap_or_else(|failure| panic!("{layout:?}: {failure}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_paid_is_what_is_due(trade in trade(Traits::RICH)) {
        let inside = trade.house.tax_inside;
        for order in trade.orders.iter().filter(|order| order.is_closed()) {
            let paid: i64 = order.payments.iter().map(|payment| payment.amount).sum();
            prop_assert_eq!(paid, order.due(inside));
            prop_assert!(order.refund || order.lines.iter().all(|line| line.charged() >= 0));
        }
    }

    #[test]
    fn an_order_ends_on_the_business_date_of_its_begin(trade in trade(Traits::RICH)) {
        for order in &trade.orders {
            prop_assert_eq!(trade.house.business_date(order.opened), trade.house.business_date(order.closed));
        }
        let ids: BTreeSet<&String> = trade.orders.iter().map(|order| &order.id).collect();
        prop_assert_eq!(ids.len(), trade.orders.len());
    }

    #[test]
    fn orders_without_numbers_differ_by_their_minute(
        trade in trade(Traits { numbering: &[Numbering::None], ..Traits::RICH }),
    ) {
        let minutes: BTreeSet<_> =
            trade.orders.iter().map(|order| (order.closed.date(), order.closed.hour(), order.closed.minute())).collect();
        prop_assert_eq!(minutes.len(), trade.orders.len());
    }

    #[test]
    fn parts_of_a_total_add_up_to_it(total in -10_000i64..10_000, weights in prop::collection::vec(0i64..500, 1..8)) {
        let whole = if weights.iter().sum::<i64>() == 0 { 0 } else { total };
        prop_assert_eq!(spread(total, &weights).iter().sum::<i64>(), whole);
    }
}

#[test]
fn trades_hold_all_that_may_happen() {
    let mut runner = TestRunner::deterministic();
    let trades: Vec<Trade> =
        (0..60).map(|_| trade(Traits::RICH).new_tree(&mut runner).unwrap().current()).collect();
    let any = |of: &dyn Fn(&Trade) -> bool| trades.iter().any(of);
    let order =
        |of: &dyn Fn(&crate::writers::trade::Order) -> bool| any(&|trade| trade.orders.iter().any(of));
    assert!(order(&|order| order.state == State::Voided) && order(&|order| order.state == State::Open));
    assert!(
        order(&|order| order.refund && order.refund_of.is_none())
            && order(&|order| order.refund_of.is_some())
    );
    assert!(order(&|order| order.deferred() > 0) && order(&|order| order.rounding != 0));
    assert!(order(&|order| order.payments.len() > 2) && order(&|order| !order.failed.is_empty()));
    assert!(order(&|order| order.is_closed() && order.payments.is_empty()));
    assert!(order(&|order| order.closed.date() != order.opened.date()));
    assert!(order(&|order| order.lines.iter().any(|line| line.quantity % 1000 != 0)));
    assert!(order(&|order| order.lines.iter().any(|line| line.amount >= 100_000)));
    assert!(any(&|trade| trade.orders.len() > 100) && any(&|trade| trade.orders.len() < 5));
    assert!(any(&|trade| trade.shifts.iter().any(|shift| shift.overtime > 0 && shift.clock_out.is_some())));
    assert!(any(&|trade| trade.guests.iter().any(|guest| guest.email_consent == Some(true))));
}

#[test]
fn dates_leave_open_only_what_they_leave_open() {
    let decided = |layout: Layout, written: &Written| {
        let day_first = written.open.iter().any(|open| matches!(open, Ambiguity::DateOrder { .. }));
        let late = written.expected.days.keys().any(|date| date.day() > 12);
        assert!(!(day_first && late && layout == Layout::OwnDays), "{written:?}");
        day_first
    };
    let open = (0..400).filter(|seed| decided(Layout::OwnDays, &sample(Layout::OwnDays, *seed).1)).count();
    assert!((1..200).contains(&open), "{open}");
}

#[test]
fn files_of_programs_leave_nothing_open_in_simple_trade() {
    let simple = [
        Layout::SquareItems,
        Layout::ToastItems,
        Layout::CloverSet,
        Layout::LoyverseReceipts,
        Layout::ShopKeep,
    ];
    for layout in simple {
        let trade = build(9, 30, 30, Traits { sizes: false, ..layout.traits().masked(0) });
        assert_eq!(layout.write(&trade, &layout.allowed().draw(3)).open, [], "{layout:?}");
    }
}

#[test]
fn a_file_without_numbers_of_orders_says_so() {
    let (_, written) = sample(Layout::SquareAbroad, 1);
    assert!(written.open.contains(&Ambiguity::Order { key: OrderKey::Unknown }));
    assert!(written.expected.days.values().all(|day| day.checks.is_none() && day.net.is_some()));
}

#[test]
fn amounts_are_divided_as_the_definition_has_it() {
    assert_eq!(without_tax(1080, 108, 72), (1000, 100));
    assert_eq!(without_tax(-1080, 0, -80), (-1000, 0));
    assert_eq!(without_tax(1080, 1080, 0), (1080, 1080));
    assert_eq!((ratio(5, 1, 2), ratio(-5, 1, 2), ratio(1, 1, 3)), (3, -3, 0));
}

#[test]
fn numbers_are_written_in_their_form() {
    let euros = ("EUR", "€");
    let german = NumberForm { decimal: ',', group: Some('.'), sign: Sign::After, ..NumberForm::PLAIN };
    assert_eq!(german.money(123_456, euros), "1.234,56 €");
    assert_eq!(german.money(-5, euros), "-0,05 €");
    let books = NumberForm { sign: Sign::Before, negative: Negative::Parentheses, ..NumberForm::PLAIN };
    assert_eq!(books.money(-1250, ("USD", "$")), "($12.50)");
    let short = NumberForm { zeros: Zeros::One, ..NumberForm::PLAIN };
    assert_eq!([1150, 1200, 1205].map(|cents| short.money(cents, euros)), ["11.5", "12.0", "12.05"]);
    let none = NumberForm { zeros: Zeros::None, quantity: QuantityForm::Three, ..german };
    assert_eq!((none.quantity(350), none.quantity(-1000)), ("0,350".to_owned(), "-1,000".to_owned()));
    assert_eq!(NumberForm::PLAIN.quantity(1250), "1.25");
    assert_eq!(NumberForm::PLAIN.hours(401), "6.68");
}

#[test]
fn a_number_with_one_group_reads_two_ways() {
    assert_eq!(reads_two_ways("1.234"), Some(true));
    assert_eq!(reads_two_ways("-$12,000"), Some(true));
    assert_eq!(reads_two_ways("0,350"), Some(false));
    assert_eq!(reads_two_ways("1.234,56"), Some(false));
    assert_eq!(reads_two_ways("12.50"), Some(false));
    assert_eq!(reads_two_ways("12"), None);
}

#[test]
fn dates_and_times_are_written_in_their_form() {
    let day = date(2026, 7, 8);
    let forms =
        [DateForm::MonthShortest, DateForm::DaySlash, DateForm::Dots, DateForm::Named, DateForm::NamedFirst];
    assert_eq!(
        forms.map(|form| form.write(day)),
        ["7/8/26", "08/07/2026", "08.07.2026", "08-Jul-2026", "Jul 8, 2026"]
    );
    let at = day.at(0, 5, 9, 0);
    let forms = [TimeForm::Seconds, TimeForm::Noon, TimeForm::NoonSpanish, TimeForm::Dot];
    assert_eq!(forms.map(|form| form.write(at)), ["00:05:09", "12:05 AM", "12:05 a.\u{a0}m.", "00.05"]);
}

#[test]
fn text_that_an_encoding_lacks_is_written_in_utf_8() {
    assert_eq!(encode("Café €", Encoding::Windows1252), b"Caf\xE9 \x80");
    assert_eq!(encode("Café", Encoding::Latin1), b"Caf\xE9");
    assert_eq!(encode("Café €", Encoding::Latin1), "Café €".as_bytes());
    assert_eq!(encode("焼", Encoding::Windows1252), "焼".as_bytes());
    assert_eq!(encode("a", Encoding::Utf16), b"\xFF\xFEa\0");
}

#[test]
fn figures_that_differ_are_named() {
    let (_, written) = sample(Layout::ToastSet, 4);
    let expected = written.expected;
    assert_eq!(expected.differences(&expected), [""; 0]);
    let mut read = expected.clone();
    let (date, day) = read.days.first_key_value().unwrap();
    let (date, mut day, net) = (*date, day.clone(), day.net.unwrap());
    day.net = Some(net + 1);
    read.days.insert(date, day);
    assert_eq!(expected.differences(&read), [format!("{date}: net is {}, not {net}", net + 1)]);
    let moved = read.days.remove(&date).unwrap();
    let before = date - 400.days();
    read.days.insert(before, moved);
    let differences = expected.differences(&read);
    assert!(
        differences.iter().any(|what| what.starts_with(&format!("{before}: checks is "))),
        "{differences:?}"
    );
}

#[test]
fn what_a_file_does_not_show_is_not_compared() {
    let (_, written) = sample(Layout::SquareAbroad, 4);
    let mut read = written.expected.clone();
    for day in read.days.values_mut() {
        (day.checks, day.covers, day.tips) = (Some(7), Some(9), Some(100));
    }
    assert_eq!(written.expected.differences(&read), [""; 0]);
}
