//! Several restaurants, and other currencies than dollars.

use saffron_core::Money;
use saffron_import::judge::{Summary, Unused, Without};
use saffron_import::orders::LeftOut;

use super::*;

/// Two restaurants that number their orders alike; a second row of an order leaves the restaurant blank.
const TWO: &str = "Order,Date,Location,Item,Amount\n\
                   1,2026-11-18 12:00,Harbor,Tea,3.00\n\
                   1,2026-11-18 12:00,,Pie,4.00\n\
                   1,2026-11-18 12:30,Hill,Ham,10.00\n\
                   2,2026-11-18 13:00,harbor ,Tea,3.00\n\
                   3,2026-11-18 13:00,Hill,Ham,10.00\n\
                   4,2026-11-19 13:00,Hill,Ham,20.00\n";
const COLUMNS: (&str, &str) = ("columns/0", "yes");

fn gross(summary: &Summary) -> (u64, Money) {
    (summary.total.checks, summary.total.gross)
}

#[test]
fn restaurants_of_one_file_are_asked_for_with_their_figures() {
    let judged = judged(&[TWO], &[COLUMNS]);
    assert_eq!(asked(&judged), ["location"]);
    let question = &judged.questions[0];
    let choices: Vec<(&str, (u64, Money))> =
        question.choices.iter().map(|choice| (choice.value.as_str(), gross(&choice.summary))).collect();
    assert_eq!(choices, [("Hill", (3, Money::from_cents(4_000))), ("Harbor", (2, Money::from_cents(1_000)))]);
    assert_eq!(question.words().labels, ["Hill", "Harbor"]);
}

#[test]
fn rows_of_the_other_restaurant_are_left_out() {
    let judged = judged(&[TWO], &[COLUMNS, ("location", "HILL")]);
    assert_eq!(asked(&judged), Vec::<String>::new());
    assert_eq!(gross(&judged.summary), (3, Money::from_cents(4_000)));
    let mut lines = Vec::new();
    let without = |place: saffron_import::orders::Place, why: Without| {
        assert_eq!(why, Without::LeftOut(LeftOut::Elsewhere));
        lines.push(place.line);
    };
    judged.checks(|_, _| {}, without).unwrap();
    assert_eq!((lines.as_slice(), judged.summary.left_out), ([2, 3, 5].as_slice(), 3));
}

#[test]
fn restaurant_that_the_file_does_not_have_is_asked_for() {
    assert_eq!(asked(&judged(&[TWO], &[COLUMNS, ("location", "Hull")])), ["location"]);
    let one = TWO.replace("Hill", "Harbor");
    assert_eq!(asked(&judged(&[&one], &[COLUMNS])), Vec::<String>::new());
}

#[test]
fn payment_that_may_be_of_either_restaurant_is_refused() {
    let lines = "Transaction ID,Date,Time,Item,Qty,Gross Sales,Net Sales,Tax,Discounts,Location\n\
                 A,11/18/2026,12:00:00,Tea,1,$3.00,$3.00,$0.00,$0.00,Harbor\n\
                 A,11/18/2026,12:30:00,Ham,1,$4.00,$4.00,$0.00,$0.00,Hill\n\
                 B,11/18/2026,12:40:00,Ham,1,$5.00,$5.00,$0.00,$0.00,Hill\n";
    let payments = "Transaction ID,Date,Time,Total Collected,Tip,Card,Gross Sales,Tax\n\
                    A,11/18/2026,12:31:00,$7.00,$0.00,$7.00,$7.00,$0.00\n\
                    B,11/18/2026,12:41:00,$6.00,$1.00,$6.00,$5.00,$0.00\n";
    let judged = judged(&[lines, payments], &[("location", "Hill")]);
    assert_eq!((judged.summary.refused, judged.summary.left_out), (1, 1));
    assert_eq!(gross(&judged.summary), (2, Money::from_cents(900)));
    assert_eq!(judged.summary.total.tips, Money::from_cents(100));
}

#[test]
fn other_currency_is_asked_for_before_anything_comes_in() {
    for (column, amount, code) in [
        ("Amount", "3.00 €", "EUR"),
        ("Amount (SEK)", "3.00", "SEK"),
        ("Amount", "£3.00", "£"),
        ("Amount", "3.00 kr", "kr"),
        ("Amount", "CA$3.00", "CAD"),
    ] {
        let text = format!("Order,Date,Item,{column}\n1,2026-11-18 12:00,Tea,{amount}\n");
        let id = format!("currency/{code}");
        let open = judged(&[&text], &[COLUMNS]);
        assert_eq!(asked(&open), [id.as_str()], "{column} {amount}");
        let yes = judged(&[&text], &[COLUMNS, (&id, "yes")]);
        assert_eq!((asked(&yes).len(), gross(&yes.summary)), (0, (1, Money::from_cents(300))), "{amount}");
        let no = judged(&[&text], &[COLUMNS, (&id, "no")]);
        assert_eq!(no.summary, Summary::default(), "{amount}");
    }
}

#[test]
fn dollars_are_not_asked_for() {
    for (column, amount) in [("Amount", "$3.00"), ("Amount (USD)", "$3.00"), ("Amount $", "3.00")] {
        let text = format!("Order,Date,Item,{column}\n1,2026-11-18 12:00,Tea,{amount}\n");
        assert_eq!(asked(&judged(&[&text], &[COLUMNS])), Vec::<String>::new(), "{column} {amount}");
    }
}

#[test]
fn currencies_that_are_mixed_are_refused_in_words() {
    let text =
        "Order,Date,Item,Amount,Currency\n1,2026-11-18 12:00,Tea,3.00,USD\n2,2026-11-18 12:00,Tea,3.00,EUR\n";
    let judged = judged(&[text], &[COLUMNS]);
    assert_eq!(judged.summary, Summary::default());
    assert_eq!(judged.unused()[&0], Unused::Currencies(vec!["EUR".into(), "USD".into()]));
    assert!(judged.unused()[&0].words().starts_with("The amounts are in EUR and USD"));
}

#[test]
fn file_without_tax_says_so_and_asks_nothing() {
    let text = "Order,Date,Item,Amount\n1,2026-11-18 12:00,Tea,3.00\n";
    let without = judged(&[text], &[COLUMNS]);
    assert_eq!(asked(&without), Vec::<String>::new());
    assert!(without.summary.has_no_tax && without.summary.lacks()[0].starts_with("Tax is not in the file"));
    let taxed = "Order,Date,Item,Amount,Tax\n1,2026-11-18 12:00,Tea,3.00,0.00\n";
    assert!(!judged(&[taxed], &[COLUMNS]).summary.has_no_tax);
}
