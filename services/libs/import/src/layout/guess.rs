//! A layout for a table whose exporter is not known, by the names of its columns in the languages of exports. A person confirms
//! it before anything comes in.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use super::{Columns, Field, Header, Layout, Rows};
use crate::form::fold;

/// The name of such a layout.
pub const GUESSED: &str = "By the names of its columns";
/// Fields of which several columns add up, each a part: two taxes, comps and promotions.
const SUMS: [Field; 2] = [Field::Tax, Field::Discount];

struct Name {
    field: Field,
    rank: usize,
}

static NAMES: LazyLock<HashMap<String, Name>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for line in include_str!("names.tsv").lines().filter(|line| !line.starts_with('#')) {
        let Some((field, list)) = line.split_once('\t') else { continue };
        let Ok(field) = field.parse::<Field>() else { continue };
        for (rank, name) in list.split('|').enumerate() {
            names.entry(plain(name)).or_insert(Name { field, rank });
        }
    }
    names
});

/// Words that say the currency of a column.
const CURRENCIES: [&str; 22] = [
    "usd", "eur", "chf", "gbp", "sek", "nok", "dkk", "pln", "czk", "huf", "cad", "aud", "nzd", "mxn", "brl",
    "inr", "rs", "jpy", "try", "zar", "sgd", "hkd",
];

/// A column's name without case, accents, punctuation, currencies and what stands in parentheses.
fn plain(name: &str) -> String {
    let mut depth = 0_u32;
    let open = name.chars().filter(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    });
    let folded = fold::fold(&open.collect::<String>());
    let words = folded.split(|c: char| !c.is_alphanumeric() && c != 'º').filter(|word| !word.is_empty());
    words.filter(|word| !CURRENCIES.contains(word)).collect::<Vec<_>>().join(" ")
}

/// The layout of a header by the names of its columns; none if they do not say when something was sold and for how much.
#[must_use]
pub fn guess(header: &Header) -> Option<Layout> {
    let layout = propose(header);
    let has = |field: &Field| layout.columns.contains_key(field);
    let has_date = [Field::Date, Field::Opened, Field::BusinessDate].iter().any(has);
    let has_money = [Field::Amount, Field::Net, Field::Total, Field::Price, Field::Paid].iter().any(has);
    (has_date && has_money).then_some(layout)
}

/// What the names of columns show, whether that is enough or not: a mapping for a person to correct.
#[must_use]
pub fn propose(header: &Header) -> Layout {
    let mut found: BTreeMap<Field, Vec<(usize, String)>> = BTreeMap::new();
    for name in header.names() {
        if let Some(known) = NAMES.get(&plain(name)) {
            found.entry(known.field).or_default().push((known.rank, name.clone()));
        }
    }
    let has = |field: &Field| found.contains_key(field);
    let rows = if has(&Field::Item) { Rows::Lines } else { Rows::Orders };
    let mut columns: BTreeMap<Field, Vec<Columns>> = BTreeMap::new();
    let mut sums = BTreeSet::new();
    for (field, mut names) in found {
        names.sort();
        if SUMS.contains(&field) && names.len() > 1 {
            sums.insert(field);
        }
        columns.insert(field, names.iter().map(|(_, name)| Columns::one(name)).collect());
    }
    if !columns.contains_key(&Field::Date) {
        let date = columns.get(&Field::Opened).or_else(|| columns.get(&Field::BusinessDate)).cloned();
        columns.extend(date.map(|date| (Field::Date, date)));
    }
    Layout { columns, sums: sums.into_iter().collect(), ..Layout::new(GUESSED, rows) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(names: &str) -> Vec<String> {
        let names: Vec<String> = names.split(';').map(str::to_owned).collect();
        let layout = guess(&Header::new(&names));
        let columns = layout.iter().flat_map(|layout| &layout.columns);
        columns
            .flat_map(|(field, columns)| {
                columns.iter().map(move |column| format!("{column}={}", field.name()))
            })
            .collect()
    }

    #[test]
    fn columns_are_known_in_the_languages_of_exports() {
        let swiss =
            fields("Beleg;Datum;Artikel;Menge;Betrag CHF;Rabatt CHF;MWST-Satz;davon MWST;Zahlungsart");
        assert_eq!(swiss.len(), 9, "{swiss:?}");
        let spanish =
            fields("Nº;Fecha;Hora;Mesa;Comensales;Concepto;Uds;Precio;Importe;Forma de pago;Propina");
        assert_eq!(spanish.len(), 11, "{spanish:?}");
        let japanese = fields("日付;時刻;伝票番号;区分;客数;商品名;数量;金額;値引;税率;内消費税;支払方法");
        assert_eq!(japanese.len(), 12, "{japanese:?}");
        let indian = fields(
            "Invoice No.;Date;Status;Persons;My Amount (₹);Total Discount (₹);CGST;SGST;Grand Total (₹)",
        );
        assert!(
            indian.contains(&"CGST=tax".to_owned()) && indian.contains(&"SGST=tax".to_owned()),
            "{indian:?}"
        );
        assert_eq!(fields("Employee;Hours;Pay"), Vec::<String>::new());
    }

    #[test]
    fn name_stands_for_one_field() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        let mut twice = Vec::new();
        for line in include_str!("names.tsv").lines().filter(|line| !line.starts_with('#')) {
            let (field, names) = line.split_once('\t').unwrap();
            assert!(field.parse::<Field>().is_ok(), "{field}");
            for name in names.split('|') {
                if let Some(other) = seen.insert(plain(name), field).filter(|other| *other != field) {
                    twice.push(format!("{name}: {other} and {field}"));
                }
            }
        }
        assert_eq!(twice, Vec::<String>::new());
    }
}
