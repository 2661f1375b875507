//! One program writes all files of its exporter alike: what one of them settles is settled for all, and what none of them does is
//! asked once.

use std::collections::{BTreeMap, BTreeSet};

use super::settle::{TableForms, is_alike};
use crate::form::date::DateForm;
use crate::form::number::NumberForm;
use crate::layout::{Field, Reads};

/// Settles the open forms of tables by those of their exporter's other tables; tables without an exporter are left alone.
pub fn share(tables: &mut BTreeMap<usize, (&str, TableForms)>) {
    let exporters: BTreeSet<&str> = tables.values().map(|(exporter, _)| *exporter).collect();
    for exporter in exporters.into_iter().filter(|exporter| !exporter.is_empty()) {
        let of = tables.values_mut().filter(|(other, _)| *other == exporter);
        let mut of: Vec<&mut TableForms> = of.map(|(_, forms)| forms).collect();
        share_numbers(&mut of);
        share_dates(&mut of);
    }
}

fn share_numbers(tables: &mut [&mut TableForms]) {
    let decided = tables.iter().flat_map(|forms| forms.numbers.values().copied().chain(forms.tenders));
    let decided: BTreeSet<NumberForm> = decided.collect();
    let mut decided = decided.into_iter();
    let (Some(common), None) = (decided.next(), decided.next()) else { return };
    for forms in tables {
        let is_settled = |_: &Field, (_, lean): &mut (Vec<String>, _)| is_alike(*lean, common);
        let settled = forms.open_numbers.extract_if(.., is_settled).map(|(field, _)| (field, common));
        forms.numbers.extend(settled);
        forms.tenders = forms.tenders.or(Some(common));
    }
}

fn share_dates(tables: &mut [&mut TableForms]) {
    let decided = |forms: &TableForms| -> BTreeSet<DateForm> {
        let is_open = |field: &Field| forms.open_dates.contains_key(field);
        let dates = forms.dates.iter().filter(|(field, _)| field.reads() == Reads::Date && !is_open(field));
        dates.map(|(_, form)| *form).collect()
    };
    let known: BTreeSet<DateForm> = tables.iter().flat_map(|forms| decided(forms)).collect();
    let mut asked = None;
    for forms in tables {
        let open = std::mem::take(&mut forms.open_dates);
        for (field, (candidates, examples)) in open {
            let mut fitting = candidates.iter().filter(|form| known.contains(form));
            let settled = fitting.next().filter(|_| fitting.next().is_none());
            // Asked of another table, whose answer is this one's, too.
            let settled = settled.or(asked.as_ref().filter(|asked| candidates.contains(asked)));
            match settled {
                Some(form) => drop(forms.dates.insert(field, *form)),
                None => drop(forms.open_dates.insert(field, (candidates, examples))),
            }
        }
        let first = forms.open_dates.first_key_value().and_then(|(field, _)| forms.dates.get(field)).copied();
        asked = asked.or(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::date::Order;
    use crate::form::number::Lean;

    const DAY_FIRST: DateForm = DateForm::Calendar(Order::DayMonthYear);
    const MONTH_FIRST: DateForm = DateForm::Calendar(Order::MonthDayYear);

    /// A table whose dates are open, and whose numbers are but for its price.
    fn open() -> TableForms {
        TableForms {
            numbers: [(Field::Price, NumberForm::DOT)].into(),
            dates: [(Field::Date, MONTH_FIRST)].into(),
            open_dates: [(Field::Date, (vec![MONTH_FIRST, DAY_FIRST], Vec::new()))].into(),
            ..TableForms::default()
        }
    }

    fn decided(form: DateForm) -> TableForms {
        TableForms { dates: [(Field::Date, form)].into(), ..TableForms::default() }
    }

    fn shared(exporters: [&'static str; 2], forms: [TableForms; 2]) -> Vec<TableForms> {
        let mut tables = exporters.into_iter().zip(forms).enumerate().collect();
        share(&mut tables);
        tables.into_values().map(|(_, forms)| forms).collect()
    }

    #[test]
    fn table_settles_the_dates_of_its_exporters_others() {
        let both = shared(["Toast"; 2], [open(), decided(DAY_FIRST)]);
        assert_eq!((both[0].dates[&Field::Date], both[0].open_dates.len()), (DAY_FIRST, 0));
        // Another form than those that are open settles nothing, nor does another exporter's table.
        let year = decided(DateForm::Calendar(Order::YearMonthDay));
        assert_eq!(shared(["Toast"; 2], [open(), year])[0].open_dates.len(), 1);
        assert_eq!(shared(["Toast", "Square"], [open(), decided(DAY_FIRST)])[0].open_dates.len(), 1);
        assert_eq!(shared([""; 2], [open(), decided(DAY_FIRST)])[0].open_dates.len(), 1);
    }

    #[test]
    fn dates_of_one_exporter_are_asked_once() {
        let both = shared(["Toast"; 2], [open(), open()]);
        assert_eq!((both[0].open_dates.len(), both[1].open_dates.len()), (1, 0));
        assert_eq!(both[0].dates, both[1].dates);
    }

    #[test]
    fn numbers_of_one_exporter_are_alike() {
        let with = |lean| TableForms {
            open_numbers: [(Field::Quantity, (Vec::new(), lean))].into(),
            ..TableForms::default()
        };
        let of = |lean| shared(["Loyverse"; 2], [open(), with(lean)]).remove(1);
        for lean in [None, Some((NumberForm::DOT, Lean::Few)), Some((NumberForm::COMMA, Lean::Groups))] {
            let forms = of(lean);
            assert_eq!(
                (forms.numbers.get(&Field::Quantity), forms.open_numbers.len()),
                (Some(&NumberForm::DOT), 0)
            );
        }
        // Its own digits speak against it.
        assert_eq!(of(Some((NumberForm::COMMA, Lean::ThreeDecimals))).open_numbers.len(), 1);
    }
}
