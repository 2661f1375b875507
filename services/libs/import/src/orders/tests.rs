use std::collections::BTreeSet;

use saffron_core::fact::ChargeKind;
use saffron_core::{DayStarts, Money, Quantity};
use saffron_till::Check;

use super::*;
use crate::form::word::Meaning;
use crate::layout::{Field, OrderKey, Rows, TaxPlace};

fn how() -> How {
    How {
        pos_id: "corner-cafe".parse().unwrap(),
        revision: 1,
        starts: DayStarts::default(),
        understood: Understood {
            tax: TaxPlace::Beside,
            net: NetIs::AfterDiscount,
            tax_by_rate: false,
            discounts_unsigned: false,
        },
        key: OrderKey::Number,
        day_in_id: false,
        repeats: false,
        words_once: false,
        repeated: BTreeSet::new(),
        service_charge: ChargeKind::Fee,
        tips_inside: false,
        tips_in_tenders: false,
        gift_cards: BTreeSet::new(),
    }
}

/// A row that was sold at noon, with amounts in cents.
fn row(line: u64, name: &str, amounts: &[(Field, i64)]) -> Row {
    let money = amounts.iter().map(|(field, cents)| (*field, Money::from_cents(*cents))).collect();
    let item = Some((Field::Item, name.to_owned())).filter(|(_, name)| !name.is_empty());
    Row {
        money,
        texts: item.into_iter().collect(),
        at: Some("2026-11-18T12:00:00".parse().unwrap()),
        ..Row::new(Place { table: 0, line }, Rows::Lines)
    }
}

fn of_kind(kind: Meaning, row: Row) -> Row {
    Row { kind, ..row }
}

fn text(field: Field, text: &str, mut row: Row) -> Row {
    row.texts.insert(field, text.to_owned());
    row
}

fn at(time: &str, row: Row) -> Row {
    Row { at: Some(time.parse().unwrap()), ..row }
}

/// Gross, discounts, tax and what was paid with tips, in cents.
fn sums(check: &Check) -> [i64; 4] {
    let lines = || check.lines.iter().filter(|line| !line.voided && !line.deferred && !check.voided);
    let gross: Money = lines().map(|line| line.amount).sum();
    let discounts: Money = lines().map(|line| line.discount).sum::<Money>() + check.discount;
    let tax: Money =
        lines().map(|line| line.tax).sum::<Money>() + check.taxes.iter().map(|tax| tax.amount).sum::<Money>();
    let paid: Money = check.payments.iter().map(|payment| payment.amount + payment.tip).sum();
    [gross, discounts, tax, paid].map(Money::cents)
}

fn made(rows: Vec<Row>, how: &How) -> Vec<Check> {
    let outcome = checks_of("1", rows, how);
    assert_eq!(outcome.refused, []);
    outcome.checks.into_iter().map(|made| made.check).collect()
}

#[test]
fn discounts_between_gross_and_net_add_up() {
    let line = |n, amounts: &[(Field, i64)]| row(n, &format!("Item {n}"), amounts);
    use Field::{Amount, Discount, Net};
    let first = made(
        vec![
            line(1, &[(Amount, 1_800), (Discount, 0), (Net, 900)]),
            line(2, &[(Amount, 600), (Discount, 0), (Net, 300)]),
            of_kind(Meaning::Void, line(3, &[(Amount, 500), (Net, 500)])),
        ],
        &how(),
    );
    assert_eq!(sums(&first[0]), [2_400, 1_200, 0, 1_200]);
    assert!(first[0].lines[2].voided && !first[0].voided);
    let comp = made(vec![line(1, &[(Amount, 4_000), (Discount, 0), (Net, 0)])], &how());
    assert_eq!((sums(&comp[0]), comp[0].payments.len()), ([4_000, 4_000, 0, 0], 0));
}

#[test]
fn rows_that_are_no_sale_go_to_their_places() {
    use Field::{Amount, Tax};
    let checks = made(
        vec![
            row(1, "Steak", &[(Amount, 4_000), (Tax, 320)]),
            of_kind(Meaning::ServiceCharge, row(2, "Service charge", &[(Amount, 500)])),
            of_kind(Meaning::Tip, row(3, "Tip", &[(Amount, 600)])),
            of_kind(Meaning::GiftCard, row(4, "Gift Card", &[(Amount, 5_000)])),
            of_kind(Meaning::Rounding, row(5, "Rounding", &[(Amount, -2)])),
            of_kind(Meaning::Total, row(6, "Total", &[(Amount, 99_999)])),
        ],
        &how(),
    );
    let check = &checks[0];
    assert_eq!(sums(check), [4_000, 0, 320, 4_000 + 320 + 500 + 600 + 5_000 - 2]);
    assert_eq!(check.service_charges[0].amount, Money::from_cents(500));
    assert_eq!((check.payments[0].tip, check.rounding), (Money::from_cents(600), Money::from_cents(-2)));
    assert!(check.lines[1].deferred);
}

#[test]
fn negative_row_that_is_a_discount_stays_in_its_check() {
    let off = of_kind(Meaning::Discount, row(2, "10% off", &[(Field::Amount, -400)]));
    let checks = made(vec![row(1, "Steak", &[(Field::Amount, 4_000)]), off], &how());
    assert_eq!((checks.len(), sums(&checks[0])), (1, [4_000, 400, 0, 3_600]));
    assert_eq!(checks[0].discounts[0].name, "10% off");
}

#[test]
fn rows_repeated_for_payments_count_once() {
    let split = |line, payment: &str, tender: &str, item: &str, cents, paid| {
        let row = row(line, item, &[(Field::Amount, cents), (Field::Paid, paid)]);
        text(Field::Payment, payment, text(Field::Tender, tender, row))
    };
    let repeats = How { repeats: true, ..how() };
    let one =
        vec![split(1, "P1", "Cash", "Lasagne", 1_800, 1_000), split(2, "P2", "Visa", "Lasagne", 1_800, 800)];
    let checks = made(one, &repeats);
    let paid: Vec<_> = checks[0].payments.iter().map(|p| (p.tender.as_str(), p.amount.cents())).collect();
    assert_eq!((sums(&checks[0]), paid), ([1_800, 0, 0, 1_800], vec![("Cash", 1_000), ("Visa", 800)]));
    let same = vec![split(1, "P1", "Cash", "Soup", 750, 1_500), split(2, "P1", "Cash", "Soup", 750, 1_500)];
    assert_eq!(sums(&made(same, &repeats)[0]), [1_500, 0, 0, 1_500]);
}

#[test]
fn order_says_once_what_its_rows_leave_blank() {
    let rows = vec![
        text(Field::Table, "7", row(1, "Tea", &[(Field::Amount, 300)])),
        Row { at: None, ..row(2, "Pie", &[(Field::Amount, 400)]) },
    ];
    let checks = made(rows, &how());
    assert_eq!((sums(&checks[0])[0], checks[0].table.as_deref()), (700, Some("7")));
}

#[test]
fn order_of_voided_rows_is_a_voided_check() {
    let rows = vec![of_kind(Meaning::Void, row(1, "Tea", &[(Field::Amount, 300)]))];
    let checks = made(rows, &how());
    assert!(checks[0].voided && !checks[0].lines[0].voided && checks[0].payments.is_empty());
}

#[test]
fn refund_rows_are_a_check_of_their_own() {
    let back = |row: Row| Row { is_refund: true, ..at("2026-11-19T09:30:00", row) };
    let rows = vec![
        row(1, "Tea", &[(Field::Amount, 300), (Field::Tax, 24)]),
        row(2, "Pie", &[(Field::Amount, 400), (Field::Tax, 32)]),
        back(row(3, "Pie", &[(Field::Amount, -400), (Field::Tax, -32)])),
    ];
    let checks = made(rows, &how());
    assert_eq!(checks.len(), 2);
    assert_eq!((sums(&checks[0]), sums(&checks[1])), ([700, 0, 56, 756], [-400, 0, -32, -432]));
    assert_eq!(
        (checks[1].id.as_str(), checks[1].refund_of.clone()),
        ("1-refund-20261119-093000", Some(checks[0].id.clone()))
    );
}

#[test]
fn money_given_back_later_mirrors_its_sale() {
    let sale = |refunded| {
        let paid =
            [(Field::Paid, 1_949), (Field::Tip, 200), (Field::Refunded, refunded), (Field::RefundedTip, 200)];
        let payment = text(Field::Tender, "Credit", row(2, "", &paid));
        let payment = Row {
            rows: Rows::Payments,
            kind: Meaning::Payment,
            refunded_at: Some("2026-11-21T15:40:00".parse().unwrap()),
            ..payment
        };
        vec![row(1, "Burger", &[(Field::Amount, 1_800), (Field::Tax, 149)]), payment]
    };
    let whole = made(sale(1_949), &how());
    assert_eq!((sums(&whole[0]), sums(&whole[1])), ([1_800, 0, 149, 2_149], [-1_800, 0, -149, -2_149]));
    let half = made(sale(975), &how());
    assert_eq!(sums(&half[1]), [-900, 0, -75, -1_175]);
    assert_eq!(half[1].lines[0].name, "Refund");
}

#[test]
fn totals_of_orders_hold_charges_and_tips() {
    let lavu = [(Field::Total, 10_080), (Field::Tax, 640), (Field::Gratuity, 1_440)];
    let order = Row {
        rows: Rows::Orders,
        tenders: vec![("Card".to_owned(), Money::from_cents(10_080))],
        ..row(1, "", &lavu)
    };
    let checks = made(vec![order], &how());
    assert_eq!(
        (sums(&checks[0]), checks[0].service_charges[0].amount.cents()),
        ([8_000, 0, 640, 10_080], 1_440)
    );
    let sumup = [(Field::Total, 1_700), (Field::Tax, 255), (Field::Tip, 100)];
    let order = Row { rows: Rows::Orders, ..row(1, "", &sumup) };
    let inside = How {
        tips_inside: true,
        understood: Understood { tax: TaxPlace::Inside, ..how().understood },
        ..how()
    };
    let checks = made(vec![order], &inside);
    assert_eq!((sums(&checks[0]), checks[0].tax_included), ([1_600, 0, 255, 1_700], true));
}

#[test]
fn order_of_several_checks_is_split() {
    let line = |n, check: &str| text(Field::Check, check, row(n, "Steak", &[(Field::Amount, 22_000)]));
    let numbers = [(Field::Covers, Quantity::from_milli(8_000))].into();
    let order = Row { rows: Rows::Orders, numbers, ..row(3, "", &[(Field::Net, 44_000)]) };
    let checks = made(vec![line(1, "c-3"), line(2, "c-4"), order], &how());
    let seen: Vec<_> = checks.iter().map(|check| (check.id.as_str(), sums(check)[0], check.covers)).collect();
    assert_eq!(seen, [("c-3", 22_000, 8), ("c-4", 22_000, 0)]);
}

#[test]
fn open_orders_and_failed_payments_are_left_out() {
    let rows = vec![
        of_kind(Meaning::Open, row(1, "Tea", &[(Field::Amount, 300)])),
        row(2, "Pie", &[(Field::Amount, 400)]),
    ];
    let outcome = checks_of("1", rows, &how());
    assert_eq!((outcome.checks.len(), outcome.left_out.len(), outcome.left_out[0].1), (0, 2, LeftOut::Open));
    let failed = Row { rows: Rows::Payments, ..of_kind(Meaning::Skip, row(2, "", &[(Field::Paid, 1_407)])) };
    let outcome = checks_of("1", vec![row(1, "Tea", &[(Field::Amount, 1_407)]), failed], &how());
    assert_eq!((outcome.left_out[0].1, sums(&outcome.checks[0].check)[3]), (LeftOut::NoTrade, 1_407));
}

#[test]
fn pieces_of_a_file_without_quantities_become_one_line() {
    let beer = |n| row(n, "Beer", &[(Field::Price, 800)]);
    let checks = made(vec![beer(1), beer(2), beer(3)], &how());
    let line = &checks[0].lines[0];
    assert_eq!(
        (checks[0].lines.len(), line.quantity, line.amount.cents()),
        (1, Quantity::from_milli(3_000), 2_400)
    );
}

#[test]
fn ids_are_unique_where_numbers_begin_again() {
    let id = |key, day_in_id| {
        let rows = vec![text(Field::Register, "R2", row(1, "Tea", &[(Field::Amount, 300)]))];
        checks_of("17", rows, &How { key, day_in_id, ..how() }).checks[0].sent_id.clone()
    };
    assert_eq!(id(OrderKey::Number, false), "17");
    assert_eq!(id(OrderKey::Number, true), "2026-11-18-17");
    assert_eq!(id(OrderKey::NumberAndRegister, false), "R2-17");
    assert_eq!(id(OrderKey::NumberRegisterAndDay, false), "2026-11-18-R2-17");
    assert_eq!(id(OrderKey::Time, false), "20261118-120000-17");
}

#[test]
fn row_without_date_or_amount_is_refused_by_word() {
    let outcome = checks_of("1", vec![Row { at: None, ..row(4, "Tea", &[(Field::Amount, 300)]) }], &how());
    assert_eq!(outcome.refused, [(Place { table: 0, line: 4 }, "has no date".to_owned())]);
    let outcome = checks_of("1", vec![row(4, "Tea", &[])], &how());
    assert_eq!(outcome.refused, [(Place { table: 0, line: 4 }, "has no amount".to_owned())]);
}

#[test]
fn money_of_an_order_with_several_checks_counts_once() {
    use Field::{Amount, Net, Paid, Tax, Tip};
    let of = |check: &str, row: Row| text(Field::Check, check, row);
    let order = |amounts: &[(Field, i64)]| Row { rows: Rows::Orders, ..row(9, "", amounts) };
    let payment = |line, check: &str, amounts: &[(Field, i64)]| {
        let row = row(line, "", amounts);
        of(check, Row { rows: Rows::Payments, kind: Meaning::Payment, ..row })
    };
    let tips = |checks: &[Check]| -> Vec<i64> {
        let of = |check: &Check| check.payments.iter().map(|payment| payment.tip.cents()).sum();
        checks.iter().map(of).collect()
    };
    // The first check was given away; the tip is on the second one's payment, and on the order once more.
    let rows = vec![
        of("A", row(1, "Soup", &[(Amount, 700), (Net, 0), (Tax, 0)])),
        of("B", row(2, "Steak", &[(Amount, 3_000), (Net, 3_000), (Tax, 300)])),
        order(&[(Net, 3_000), (Tax, 300), (Tip, 500)]),
        payment(10, "B", &[(Paid, 3_300), (Tip, 500)]),
    ];
    let checks = made(rows, &how());
    assert_eq!((tips(&checks), sums(&checks[1])), (vec![0, 500], [3_000, 0, 300, 3_800]));
    // Without lines nothing says what each check sold.
    let rows = vec![
        order(&[(Net, 3_000), (Tax, 300), (Tip, 900)]),
        payment(10, "A", &[(Paid, 1_300), (Tip, 400)]),
        payment(11, "B", &[(Paid, 2_000), (Tip, 500)]),
    ];
    let checks = made(rows, &how());
    assert_eq!((tips(&checks), sums(&checks[0])), (vec![900], [3_000, 0, 300, 4_200]));
}

#[test]
fn lines_that_were_given_back_are_sold_and_refunded() {
    use Field::{Amount, Net, Refunded, Tax};
    let back = |row: Row| Row { is_given_back: true, ..row };
    let rows = |refunded: Option<i64>| {
        let soup = row(1, "Soup", &[(Amount, 700), (Net, 650), (Tax, 65)]);
        let steak = back(row(2, "Steak", &[(Amount, 3_000), (Net, 3_000), (Tax, 300)]));
        let order = refunded.map(|cents| Row { rows: Rows::Orders, ..row(9, "", &[(Refunded, cents)]) });
        [soup, steak].into_iter().chain(order).collect::<Vec<_>>()
    };
    // Whether an amount says so, too, or not.
    for refunded in [None, Some(3_300)] {
        let checks = made(rows(refunded), &how());
        let lines: Vec<&str> = checks[1].lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(
            (sums(&checks[0]), sums(&checks[1])),
            ([3_700, 50, 365, 4_015], [-3_000, 0, -300, -3_300])
        );
        assert_eq!((lines, checks[1].refund_of.is_some()), (vec!["Steak"], true));
    }
    // Another amount than that of the lines counts.
    assert_eq!(sums(&made(rows(Some(1_000)), &how())[1])[3], -1_000);
}
