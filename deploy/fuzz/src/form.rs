//! The cells of a column, whose form is judged.

use jiff::civil::Date;
use saffron_import::form::date::{self, DateEvidence, DateForm, Hints, Unit};
use saffron_import::form::number::{self, NumberEvidence, NumberForm, Products};
use saffron_import::form::word::{self, WordRule};

/// Each line is a cell.
pub(super) fn form(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let cells: Vec<&str> = text.split('\n').take(200).collect();
    numbers(&cells);
    dates(&cells);
    for cell in &cells {
        let _ = (word::meaning(cell), word::flag(cell), date::zone::find(cell));
        if let Ok(rule) = WordRule::parse(cell)
            && !rule.words.iter().all(|named| rule.matches(named))
        {
            panic!("{rule:?} does not match its own words");
        }
        for unit in [Unit::Hours, Unit::Minutes, Unit::Seconds] {
            if let Ok(Some(seconds)) = date::read_duration(cell, NumberForm::DOT, unit)
                && !(0..=366 * 86_400).contains(&seconds)
            {
                panic!("{cell:?} is {seconds} s");
            }
        }
    }
}

/// A form is decided only if no number of the column reads otherwise by itself.
fn numbers(cells: &[&str]) {
    let mut evidence = NumberEvidence::default();
    cells.iter().for_each(|cell| evidence.see(cell));
    let verdict = evidence.verdict();
    for cell in cells {
        let (dot, comma) = (number::read(cell, NumberForm::DOT), number::read(cell, NumberForm::COMMA));
        let alone = number::read_unambiguous(cell);
        match &verdict {
            number::Verdict::Decided(form) => {
                let read = number::read(cell, *form);
                if alone.is_ok() && read != alone {
                    panic!("{cell:?} is {alone:?} alone and {read:?} in {form:?}");
                }
            }
            number::Verdict::Indifferent if dot.is_ok() && dot != comma => panic!("{cell:?} differs"),
            _ => {}
        }
        if let Ok(Some(number)) = dot
            && number.value.money().is_ok_and(|exact| number.value.money_rounded() != Ok(exact))
        {
            panic!("{cell:?} is two amounts");
        }
    }
    let mut products = Products::default();
    for row in cells.chunks_exact(3) {
        if let [quantity, price, amount] = row {
            products.see(quantity, price, amount);
        }
    }
    let _ = products.settled();
}

/// A form is decided only if it reads every cell that another one reads, and dates are of trade.
fn dates(cells: &[&str]) {
    let Ok(today) = Date::new(2026, 11, 29) else { return };
    for mut evidence in [DateEvidence::new(today), DateEvidence::of_times(today)] {
        cells.iter().for_each(|cell| evidence.see(cell));
        let _ = evidence.verdict(Hints { usual: None, is_named: true });
    }
    let mut evidence = DateEvidence::new(today);
    cells.iter().for_each(|cell| evidence.see(cell));
    let verdict = evidence.verdict(Hints::default());
    for cell in cells {
        let reads = DateForm::ALL.map(|form| date::read(cell, form));
        for stamp in reads.iter().flatten().flatten() {
            if stamp.date.is_some_and(|date| !(1990..=2100).contains(&date.year())) {
                panic!("{cell:?} is {stamp:?}");
            }
        }
        if let date::Verdict::Decided(form) = verdict
            && reads.iter().any(Result::is_ok)
            && date::read(cell, form).is_err()
        {
            panic!("{form:?} does not read {cell:?}");
        }
    }
}
