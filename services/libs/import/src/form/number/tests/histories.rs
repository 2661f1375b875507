//! Columns of random numbers, written by code that shares nothing with the readers.

use proptest::prelude::*;

use super::super::*;
use super::evidence;

/// A way of a country or a program to write numbers, with code of its own.
#[derive(Debug, Clone)]
struct Writer {
    decimal: char,
    group: Option<char>,
    indian: bool,
    /// Groups begin at five digits, as in Spanish.
    late: bool,
    fixed: Option<usize>,
    before: &'static str,
    after: &'static str,
    negative: u8,
}

impl Writer {
    fn write(&self, milli: i64) -> String {
        let size = milli.unsigned_abs();
        let digits = (size / 1000).to_string();
        let mut fraction = format!("{:03}", size % 1000);
        match self.fixed {
            Some(length) => fraction = format!("{fraction:0<length$}")[..length].to_owned(),
            None => fraction = fraction.trim_end_matches('0').to_owned(),
        }
        let mut whole = String::new();
        for (at, digit) in digits.chars().enumerate() {
            let left = digits.len() - at;
            let is_break =
                if self.indian { left == 3 || (left > 3 && left % 2 == 1) } else { left.is_multiple_of(3) };
            if let Some(group) = self.group
                && at > 0
                && is_break
                && !(self.late && digits.len() == 4)
            {
                whole.push(group);
            }
            whole.push(digit);
        }
        if !fraction.is_empty() {
            whole = format!("{whole}{}{fraction}", self.decimal);
        }
        let (b, a) = (self.before, self.after);
        match (milli < 0, self.negative) {
            (false, _) => format!("{b}{whole}{a}"),
            (true, 0) => format!("-{b}{whole}{a}"),
            (true, 1) => format!("{b}-{whole}{a}"),
            (true, 2) => format!("({b}{whole}{a})"),
            (true, _) => format!("{b}{whole}-{a}"),
        }
    }
}

fn writers() -> impl Strategy<Value = Writer> {
    let groups = prop::sample::select(vec![
        None,
        Some('g'),
        Some(' '),
        Some('\u{a0}'),
        Some('\u{202f}'),
        Some('\''),
        Some('’'),
    ]);
    let around = prop::sample::select(vec![
        ("", ""),
        ("$", ""),
        ("", " €"),
        ("CHF ", ""),
        ("R$ ", ""),
        ("", " zł"),
        ("US$", ""),
        ("", "%"),
    ]);
    let fixed = prop::sample::select(vec![None, Some(0), Some(1), Some(2), Some(3), Some(5)]);
    (any::<bool>(), groups, any::<(bool, bool)>(), fixed, around, 0..4_u8).prop_map(
        |(is_dot, group, (indian, late), fixed, (before, after), negative)| {
            let decimal = if is_dot { '.' } else { ',' };
            // 'g' is the other of the two signs.
            let group = group.map(|g| if g == 'g' { if is_dot { ',' } else { '.' } } else { g });
            let indian = indian && is_dot && group == Some(',');
            Writer { decimal, group, indian, late: late && !indian, fixed, before, after, negative }
        },
    )
}

fn values() -> impl Strategy<Value = Vec<i64>> {
    let any = prop_oneof![-2_000_000_000..2_000_000_000_i64, -9_999_000..9_999_000_i64, 0..3_000_i64];
    // Whole numbers, whole cents, thousandths.
    let steps = prop::sample::select(vec![1_000, 500, 100, 10, 1]);
    (prop::collection::vec(any, 1..12), steps)
        .prop_map(|(values, step)| values.into_iter().map(|value| value / step * step).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn column_of_any_country_is_read_back_or_asked_about(writer in writers(), values in values()) {
        // What the writer's decimals keep.
        let step = [1_000, 100, 10, 1][writer.fixed.unwrap_or(3).min(3)];
        let values: Vec<i64> = values.into_iter().map(|value| value / step * step).collect();
        let cells: Vec<String> = values.iter().map(|value| writer.write(*value)).collect();
        let mut evidence = NumberEvidence::default();
        cells.iter().for_each(|cell| evidence.see(cell));
        let truth = if writer.decimal == '.' { NumberForm::DOT } else { NumberForm::COMMA };
        let is_right = |form| cells.iter().zip(&values).all(|(cell, value)| {
            read(cell, form).is_ok_and(|number| number.unwrap().value == Decimal::new(i128::from(*value), 3).unwrap())
        });
        prop_assert!(is_right(truth), "{cells:?}");
        match evidence.verdict() {
            Verdict::Decided(form) => prop_assert!(is_right(form), "{cells:?}"),
            Verdict::Indifferent => prop_assert!(is_right(NumberForm::DOT) && is_right(NumberForm::COMMA), "{cells:?}"),
            Verdict::Both { .. } => {}
            other => prop_assert!(false, "{other:?} of {cells:?}"),
        }
    }

    #[test]
    fn no_text_panics_and_none_is_read_otherwise_alone(text in ".{0,40}", digits in "[-0-9.,' €$%()kKe/+x]{0,14}") {
        for text in [text, digits] {
            let (dot, comma) = (read(&text, NumberForm::DOT), read(&text, NumberForm::COMMA));
            match read_unambiguous(&text) {
                Ok(alone) => prop_assert!([dot, comma].into_iter().filter_map(Result::ok).all(|read| read == alone)),
                Err(Why::Ambiguous) => prop_assert_ne!(dot.unwrap(), comma.unwrap()),
                Err(_) => prop_assert!(dot.is_err() && comma.is_err()),
            }
            let _ = evidence(&[&text]).verdict();
        }
    }

    #[test]
    fn products_of_a_column_never_settle_another_form(
        writer in writers(), rows in prop::collection::vec((1..40_i64, 1..200_000_i64), 1..10)
    ) {
        let mut products = Products::default();
        let writer = Writer { fixed: writer.fixed.filter(|decimals| *decimals >= 3), ..writer };
        for (q, p) in rows {
            products.see(&writer.write(q * 250), &writer.write(p * 10), &writer.write((q * 250 * p * 10 + 500) / 1000));
        }
        let truth = if writer.decimal == '.' { NumberForm::DOT } else { NumberForm::COMMA };
        prop_assert!(products.settled().into_iter().flatten().all(|form| form == truth));
        prop_assert!(products.rows() == 0 || products.right().contains(&[truth; 3]));
    }
}
