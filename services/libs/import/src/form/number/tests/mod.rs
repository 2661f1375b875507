mod histories;

use saffron_core::{Money, Quantity};

use super::*;

/// The value with decimals as written plainly, or the reason.
fn plain(text: &str, form: NumberForm) -> Result<String, Why> {
    let Some(number) = read(text, form)? else { return Ok("nothing".to_owned()) };
    Ok(number.value.to_string())
}

fn evidence(cells: &[&str]) -> NumberEvidence {
    let mut evidence = NumberEvidence::default();
    cells.iter().for_each(|cell| evidence.see(cell));
    evidence
}

fn verdict(cells: &[&str]) -> Verdict {
    evidence(cells).verdict()
}

#[test]
fn value_that_shows_its_form_is_read_in_it_alone() {
    for (text, expected, currency) in [
        // defects.md, B3
        ("€12.50", "12.5", "€"),
        ("12'500.00", "12500", ""),
        ("CHF 12.50", "12.5", "CHF"),
        ("12.50-", "-12.5", ""),
        ("£12.50", "12.5", "£"),
        ("12.50 USD", "12.5", "USD"),
        ("2.0", "2", ""),
        // what today's import reads
        ("$1,234.50", "1234.5", "$"),
        ("-$3.00", "-3", "$"),
        ("$-3.00", "-3", "$"),
        ("(3.00)", "-3", ""),
        ("($1,003.25)", "-1003.25", "$"),
        ("\u{2212}$0.50", "-0.5", "$"),
        (".75", "0.75", ""),
        (" $ 8.00 ", "8", "$"),
        ("1,234,567.89", "1234567.89", ""),
        // and others
        ("5.", "5", ""),
        ("1,234,567", "1234567", ""),
        ("1,23,456.00", "123456", ""),
        ("₹ 12,34,567.50", "1234567.5", "₹"),
        ("1,00,000", "100000", ""),
        ("+12.50", "12.5", ""),
        ("0.350", "0.35", ""),
        ("1234.567", "1234.567", ""),
        ("1 234.50", "1234.5", ""),
        ("1'234.500", "1234.5", ""),
        ("1_234.5", "1234.5", ""),
        ("CHF 12.-", "12", "CHF"),
        ("Fr. 12.--", "12", "fr."),
        ("A$12.50", "12.5", "a$"),
        ("US$ 12.50", "12.5", "us$"),
        ("$12.50 USD", "12.5", "USD"),
        ("$(12.50)", "-12.5", "$"),
        ("(12.50) EUR", "-12.5", "EUR"),
        ("RM12.50", "12.5", "rm"),
        ("R 12.50", "12.5", "r"),
        ("S/ 12.50", "12.5", "s/"),
        ("Rs. 1,250.00", "1250", "rs."),
        ("฿1,250.00", "1250", "฿"),
        ("1.0E7", "10000000", ""),
        ("1.5e-02", "0.015", ""),
        ("=\"12.50\"", "12.5", ""),
        ("'12.50", "12.5", ""),
        ("\u{200e}12.50\u{202c}", "12.5", ""),
        ("１２.５０", "12.5", ""),
        ("0.453 lb", "0.453", ""),
        ("-12.50%", "-12.5", ""),
        ("12.499999999999998", "12.499999999999998", ""),
    ] {
        assert_eq!(plain(text, NumberForm::DOT).as_deref(), Ok(expected), "{text}");
        assert_eq!(plain(text, NumberForm::COMMA), Err(Why::OtherPoint), "{text}");
        let sign = read(text, NumberForm::DOT).unwrap().unwrap().currency.map_or("", Currency::sign);
        assert_eq!(sign, currency, "{text}");
    }
    for (text, expected, currency) in [
        ("12,50", "12.5", ""),
        ("0,90 €", "0.9", "€"),
        ("R$ 12,50", "12.5", "r$"),
        ("0,350", "0.35", ""),
        ("12,-", "12", ""),
        ("12,-- €", "12", "€"),
        ("12,—", "12", ""),
        (",75", "0.75", ""),
        ("5,", "5", ""),
        ("1.234,50 €", "1234.5", "€"),
        ("1.234.567", "1234567", ""),
        ("1\u{a0}234,50 zł", "1234.5", "zł"),
        ("1\u{202f}234,50\u{a0}€", "1234.5", "€"),
        ("12.345,6", "12345.6", ""),
        ("1234,567", "1234.567", ""),
        ("89,00 Kč", "89", "kč"),
        ("kr. 89,50", "89.5", "kr."),
        ("89,50kr", "89.5", "kr"),
        ("-1.234,50", "-1234.5", ""),
        ("1.234,50-", "-1234.5", ""),
        ("₺12,50", "12.5", "₺"),
        ("12,50 лв.", "12.5", "лв."),
        ("12,50 руб.", "12.5", "руб."),
        ("%18,5", "18.5", ""),
        ("0,350 kg", "0.35", ""),
        ("€ -12,50", "-12.5", "€"),
        ("€ 12,50-", "-12.5", "€"),
        ("1,5E+2", "150", ""),
    ] {
        assert_eq!(plain(text, NumberForm::COMMA).as_deref(), Ok(expected), "{text}");
        assert_eq!(plain(text, NumberForm::DOT), Err(Why::OtherPoint), "{text}");
        let sign = read(text, NumberForm::COMMA).unwrap().unwrap().currency.map_or("", Currency::sign);
        assert_eq!(sign, currency, "{text}");
    }
}

#[test]
fn value_that_shows_no_form_is_read_alike_in_both() {
    for (text, expected) in [
        ("16", "16"),
        ("0", "0"),
        ("007", "7"),
        ("1234", "1234"),
        ("1 234", "1234"),
        ("12'500", "12500"),
        ("¥950", "950"),
        ("1 234 567 Ft", "1234567"),
        ("-3", "-3"),
        ("3-", "-3"),
        ("(3)", "-3"),
        ("2x", "2"),
        ("x 2", "2"),
        ("2 Stk.", "2"),
        ("10%", "10"),
        ("12:-", "12"),
        ("1e3", "1000"),
        ("", "nothing"),
        ("-", "nothing"),
        ("$ -", "nothing"),
        ("n/a", "nothing"),
        ("NULL", "nothing"),
    ] {
        for form in [NumberForm::DOT, NumberForm::COMMA] {
            assert_eq!(plain(text, form).as_deref(), Ok(expected), "{text}");
        }
        assert!(read_unambiguous(text).is_ok(), "{text}");
    }
}

#[test]
fn one_sign_before_three_digits_is_read_as_decided() {
    for (text, dot, comma) in [
        ("1,234", "1234", "1.234"),
        ("12.500", "12.5", "12500"),
        ("999,000", "999000", "999"),
        ("$1,000", "1000", "1"),
        ("(1.234 €)", "-1.234", "-1234"),
    ] {
        assert_eq!(plain(text, NumberForm::DOT).as_deref(), Ok(dot), "{text}");
        assert_eq!(plain(text, NumberForm::COMMA).as_deref(), Ok(comma), "{text}");
        assert_eq!(read_unambiguous(text), Err(Why::Ambiguous), "{text}");
    }
}

#[test]
fn text_that_is_no_number_is_refused_by_reason() {
    for (text, why) in [
        ("1/2", Why::Fraction),
        ("1½", Why::Fraction),
        ("12.50 CR", Why::Ledger),
        ("DR 12.50", Why::Ledger),
        ("#REF!", Why::Sheet),
        ("$12 €", Why::TwoSigns),
        ("2 kg lb", Why::TwoSigns),
        ("12345678901234567890123456789012.5", Why::Long),
        ("(3.00", Why::Form),
        ("-(3.00)", Why::Form),
        ("--3", Why::Form),
        ("$$3x-", Why::Form),
        ("abc", Why::Form),
        ("12,3456.00", Why::Form),
        ("1,234'567", Why::Form),
        ("0,123,456", Why::Form),
        ("1.234.56", Why::Form),
        ("1,2,3", Why::Form),
        ("$", Why::Form),
        ("18.11.2026", Why::Form),
        ("18/11/2026", Why::Form),
        ("12:30", Why::Form),
        ("3 Tea", Why::Form),
        ("Total", Why::Form),
        ("1.2.3", Why::Form),
        ("12 . 50", Why::Form),
        ("1,0000", Why::OtherPoint),
    ] {
        assert_eq!(plain(text, NumberForm::DOT), Err(why), "{text}");
    }
}

#[test]
fn column_is_decided_by_a_value_that_one_form_reads() {
    assert_eq!(verdict(&["1,234", "950", "12.50"]), Verdict::Decided(NumberForm::DOT));
    assert_eq!(verdict(&["0,350", "1,354", "2"]), Verdict::Decided(NumberForm::COMMA));
    assert_eq!(verdict(&["1.234", "1.234.567"]), Verdict::Decided(NumberForm::COMMA));
    assert_eq!(verdict(&["12", "950", "", "-"]), Verdict::Indifferent);
    assert_eq!(verdict(&["", "n/a"]), Verdict::Empty);
    assert!(matches!(verdict(&["Tea", "Pie", "3"]), Verdict::NotNumbers(seen) if seen.count == 2));
    assert!(matches!(
        verdict(&["12.50", "12,50", "1,234"]),
        Verdict::Mixed { dot, comma, open } if (dot.count, comma.count, open.count) == (1, 1, 1)
    ));
}

#[test]
fn one_slip_decides_for_no_large_column() {
    let mut evidence = NumberEvidence::default();
    (0..600).for_each(|_| evidence.see("1,234"));
    evidence.see("12.50");
    let lean = Some((NumberForm::DOT, Lean::Few));
    assert!(matches!(evidence.verdict(), Verdict::Both { lean: found, .. } if found == lean));
    evidence.see("13.50");
    assert_eq!(evidence.verdict(), Verdict::Decided(NumberForm::DOT));
}

#[test]
fn column_that_both_forms_read_stays_open() {
    let both = |cells: &[&str]| match verdict(cells) {
        Verdict::Both { dot, comma, lean, .. } => {
            (dot.sum.units(3).unwrap(), comma.sum.units(3).unwrap(), lean)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(both(&["1,234", "950"]), (2_184_000, 951_234, Some((NumberForm::DOT, Lean::Groups))));
    assert_eq!(both(&["1,354", "1234"]), (2_588_000, 1_235_354, Some((NumberForm::COMMA, Lean::Ungrouped))));
    assert_eq!(both(&["1234", "12,345", "950"]).2, Some((NumberForm::DOT, Lean::Groups)));
    assert_eq!(both(&["1.000", "2.000"]).2, Some((NumberForm::DOT, Lean::ThreeDecimals)));
    assert_eq!(evidence(&["1.000", "2,000", "1.500"]).whole_thousands(), 2);
    assert_eq!(both(&["1.000", "2,000"]).2, None);
}

#[test]
fn currencies_that_may_be_one_are_no_mixture() {
    let seen = evidence(&["$12.50", "12.50 USD", "3.00"]);
    assert_eq!(seen.currencies().common().map(Currency::codes), Some(vec!["USD"]));
    assert!(!seen.currencies().is_mixed());
    assert!(evidence(&["$12.50", "€12.50"]).currencies().is_mixed());
    assert!(evidence(&["kr 5"]).currencies().common().unwrap().may_be("nok"));
    assert_eq!(evidence(&["2 kg", "350 g"]).units().len(), 2);
}

#[test]
fn every_sign_names_a_known_code() {
    for sign in ["$", "kr", "zł", "د.إ", "ש\"ח", "円", "лв", "Rs", "bs.", "£", "元", "Ft", "lei"] {
        let number = read(&format!("12 {sign}"), NumberForm::DOT).unwrap().unwrap();
        assert!(!number.currency.unwrap().codes().is_empty(), "{sign}");
    }
}

#[test]
fn amount_of_more_than_cents_is_refused_and_rounds_on_request() {
    let money = |text| read(text, NumberForm::DOT).unwrap().unwrap().value;
    assert_eq!(money("20.750").money(), Ok(Money::from_cents(2_075)));
    assert_eq!(money("12.505").money(), Err(Why::Precise));
    assert_eq!(money("0.3333").money(), Err(Why::Precise));
    assert_eq!(money("0.3333").money_rounded(), Ok(Money::from_cents(33)));
    assert_eq!(money("-12.505").money_rounded(), Ok(Money::from_cents(-1_251)));
    assert_eq!(money("12.499999999999998").money(), Ok(Money::from_cents(1_250)));
    assert_eq!(money("100000001").money(), Err(Why::Range));
    let milli = |text| money(text).quantity().map(Quantity::milli);
    assert_eq!(milli("0.45359"), Ok(454));
    assert_eq!(milli("-0.45350"), Ok(-454));
    assert_eq!(milli("1.00000"), Ok(1_000));
    assert_eq!(milli("1000001"), Err(Why::Range));
}

#[test]
fn products_settle_what_a_column_leaves_open() {
    let settled = |rows: &[(&str, &str, &str)]| {
        let mut products = Products::default();
        rows.iter().for_each(|(q, p, a)| products.see(q, p, a));
        products.settled()
    };
    let (dot, comma) = (Some(NumberForm::DOT), Some(NumberForm::COMMA));
    assert_eq!(settled(&[("1.000", "5.50", "5.50"), ("2.000", "3.00", "6.00")]), [dot, dot, dot]);
    assert_eq!(settled(&[("1,354", "20.00", "27.08")]), [comma, dot, dot]);
    assert_eq!(settled(&[("1,354", "2", "2708")]), [dot, None, None]);
    assert_eq!(settled(&[("1.000", "5", "5.000")]), [None, None, None]);
    assert_eq!(settled(&[("1.000", "5.50", "4.00")]), [None, None, None]);
    assert_eq!(settled(&[("0", "5.50", "0"), ("", "5", "5")]), [None, None, None]);
}
