//! A layout for a table whose exporter is not known, by the names of its columns in the languages of exports. A person confirms
//! it before anything comes in.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;
use std::sync::LazyLock;

use super::tender::is_tender;
use super::{Columns, Contents, Field, Header, Layout, Rows};
use crate::form::fold;

/// The name of such a layout.
pub const GUESSED: &str = "By the names of its columns";
/// Fields of which several columns add up, each a part: two taxes, comps and promotions, tips in cash and by card.
const SUMS: [Field; 3] = [Field::Tax, Field::Discount, Field::Tip];
/// Names of sums of such parts: beside one the parts are not added again.
const WHOLE: [&str; 17] = [
    "tax",
    "taxes",
    "tax amount",
    "total tax",
    "total taxes",
    "tax total",
    "total discount",
    "total discounts",
    "discount total",
    "tip",
    "tips",
    "tip amount",
    "total tip",
    "total tips",
    "tips total",
    "mwst gesamt",
    "total iva",
];

#[derive(Clone, Copy)]
struct Name {
    field: Field,
    rank: usize,
}

static NAMES: LazyLock<HashMap<String, Name>> = LazyLock::new(|| {
    let whole = written().filter(|(name, _)| !name.contains('*'));
    // Of a name that comes twice the first one counts.
    whole.map(|(name, known)| (plain(name), known)).collect::<Vec<_>>().into_iter().rev().collect()
});
/// What stands before and after any words.
static WORDED: LazyLock<Vec<(String, String, Name)>> = LazyLock::new(|| {
    let parts = written().filter_map(|(name, known)| name.split_once('*').map(|parts| (parts, known)));
    parts.map(|((before, after), known)| (before.to_owned(), after.to_owned(), known)).collect()
});
/// Whose name is none of an item.
const NAMED: [&str; 24] = [
    "customer",
    "guest",
    "client",
    "member",
    "user",
    "first",
    "last",
    "full",
    "employee",
    "staff",
    "server",
    "waiter",
    "cashier",
    "manager",
    "driver",
    "store",
    "shop",
    "restaurant",
    "branch",
    "city",
    "location",
    "table",
    "card",
    "file",
];

/// The names of `names.tsv`, as they stand there.
fn written() -> impl Iterator<Item = (&'static str, Name)> {
    let lines = include_str!("names.tsv").lines().filter(|line| !line.starts_with('#'));
    let fields = lines.filter_map(|line| {
        let (field, list) = line.split_once('\t')?;
        Some((field.parse::<Field>().ok()?, list))
    });
    fields.flat_map(|(field, list)| {
        list.split('|').enumerate().map(move |(rank, name)| (name, Name { field, rank }))
    })
}

/// What the words of a name show, where it stands for nothing by itself.
fn worded(plain: &str) -> Option<Name> {
    let fits = |before: &str, after: &str| {
        let words = plain.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        words.is_some_and(|words| !words.trim().is_empty())
    };
    let (.., known) = WORDED.iter().find(|(before, after, _)| fits(before, after))?;
    let is_named = known.field == Field::Item && plain.split(' ').any(|word| NAMED.contains(&word));
    (!is_named).then_some(*known)
}

/// Names of taxes that have several rates.
const TAXES: [&str; 20] = [
    "tax", "vat", "gst", "sst", "hst", "pst", "cgst", "sgst", "iva", "tva", "mwst", "ust", "btw", "moms",
    "mva", "ptu", "dph", "kdv", "igv", "icms",
];
/// Names in statements of marketplaces: what guests paid is in them only in part.
const STATEMENT: [&str; 8] = [
    "marketplace fee",
    "marketplace facilitator tax",
    "total payout",
    "net payout",
    "payout amount",
    "commission",
    "total commission",
    "commission amount",
];

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

/// What a name means whose cells are not what its first meaning has: `Bedienung` is a charge or a person.
const OTHERWISE: [(Field, Field); 8] = [
    (Field::Tax, Field::TaxRate),
    (Field::Kind, Field::Tender),
    (Field::ServiceCharge, Field::Employee),
    (Field::Discount, Field::DiscountName),
    (Field::Date, Field::Time),
    (Field::Time, Field::Date),
    (Field::Paid, Field::Tender),
    (Field::Covers, Field::CustomerId),
];
/// What a second column of a field is, where its name alone would mean the same: one with the words of orders and one with those of
/// refunds, the type of payments and their numbers.
const SECOND: [(Field, Field); 3] =
    [(Field::Kind, Field::Void), (Field::Void, Field::Refund), (Field::Tender, Field::Payment)];

/// Names of columns of lists.
static LISTS: LazyLock<HashMap<(Rows, String), Name>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for line in include_str!("lists.tsv").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t');
        let (Some(rows), Some(field), Some(list)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let (Ok(rows), Ok(field)) = (rows.parse::<Rows>(), field.parse::<Field>()) else { continue };
        for (rank, name) in list.split('|').enumerate() {
            names.entry((rows, plain(name))).or_insert(Name { field, rank });
        }
    }
    names
});

/// The layout of a header by the names of its columns; none if they do not say when something was sold and for how much, and are
/// those of no list.
#[must_use]
pub fn guess(header: &Header) -> Option<Layout> {
    guess_by(header, &Contents::default())
}

/// The same by what stands in the columns, too.
#[must_use]
pub fn guess_by(header: &Header, contents: &Contents) -> Option<Layout> {
    if header.names().iter().any(|name| STATEMENT.contains(&plain(name).as_str())) {
        return None;
    }
    let sales = of_sales(header, contents);
    let has_any =
        |layout: &Layout, fields: &[Field]| fields.iter().any(|field| layout.columns.contains_key(field));
    let is_order = has_any(&sales, &[Field::Order, Field::Tender, Field::Quantity]);
    let shifts = of_list(header, Rows::Shifts);
    let is_person =
        has_any(&shifts, &[Field::Employee, Field::EmployeeId, Field::FirstName, Field::LastName]);
    if is_person
        && has_any(&shifts, &[Field::ClockIn])
        && has_any(&shifts, &[Field::ClockOut, Field::ClockOutTime])
        && !is_order
    {
        return Some(shifts);
    }
    let guests = of_list(header, Rows::Guests);
    let is_named = has_any(&guests, &[Field::FirstName, Field::LastName, Field::FullName, Field::CustomerId]);
    if is_named && has_any(&guests, &[Field::Email, Field::Phone]) && !is_order {
        return Some(guests);
    }
    let has_date = has_any(&sales, &[Field::Date, Field::Opened, Field::BusinessDate]);
    let sums = [Field::Amount, Field::Net, Field::Total, Field::Paid];
    let has_sum = has_any(&sales, &sums) || !sales.tenders.is_empty();
    if has_date && (has_sum || has_any(&sales, &[Field::Price])) {
        return Some(sales);
    }
    let items = of_list(header, Rows::Items);
    let is_priced = has_any(&items, &[Field::Price, Field::Cost]);
    // Items of a menu are on no check: a file of sales whose time has an unknown name is none.
    let of_checks = [
        Field::Order,
        Field::Tender,
        Field::Discount,
        Field::Employee,
        Field::Table,
        Field::Covers,
        Field::OrderType,
        Field::Tip,
    ];
    let is_menu = has_any(&items, &[Field::Item]) && is_priced && !has_any(&sales, &of_checks);
    (is_menu && !has_date && !has_sum).then_some(items)
}

/// What the names of columns show, whether that is enough or not: a mapping for a person to correct.
#[must_use]
pub fn propose(header: &Header) -> Layout {
    guess(header).unwrap_or_else(|| of_sales(header, &Contents::default()))
}

/// A list by the names of its columns.
fn of_list(header: &Header, rows: Rows) -> Layout {
    const OF_ITEMS: [Field; 7] = [
        Field::Item,
        Field::ItemId,
        Field::Size,
        Field::Category,
        Field::Subcategory,
        Field::Price,
        Field::Cost,
    ];
    let mut found: BTreeMap<Field, (usize, String)> = BTreeMap::new();
    for name in header.names() {
        let key = plain(name);
        let of_sales =
            || NAMES.get(&key).filter(|known| rows == Rows::Items && OF_ITEMS.contains(&known.field));
        let Some(known) = LISTS.get(&(rows, key.clone())).or_else(of_sales) else { continue };
        let better = (known.rank, name.clone());
        let best = found.entry(known.field).or_insert_with(|| better.clone());
        if better.0 < best.0 {
            *best = better;
        }
    }
    // Where the date stands apart, the other columns have times.
    if rows == Rows::Shifts
        && found.contains_key(&Field::ClockIn)
        && let Some(date) = found.remove(&Field::Date)
    {
        let times = [(Field::ClockIn, Field::ClockInTime), (Field::ClockOut, Field::ClockOutTime)];
        for (moment, time) in times {
            let column = found.remove(&moment);
            found.extend(column.map(|column| (time, column)));
        }
        found.insert(Field::ClockIn, date);
    }
    found.remove(&Field::Date);
    let columns = found.into_iter().map(|(field, (_, name))| (field, vec![Columns::one(&name)]));
    Layout { columns: columns.collect(), ..Layout::new(GUESSED, rows) }
}

/// What the names and contents of columns show of sales.
fn of_sales(header: &Header, contents: &Contents) -> Layout {
    let mut found: BTreeMap<Field, Vec<(usize, String)>> = BTreeMap::new();
    let mut tenders: Vec<String> = Vec::new();
    let mut by_words: Vec<(Name, String)> = Vec::new();
    for (place, name) in header.names().iter().enumerate() {
        let Some(known) = name_of(&plain(name)) else {
            if is_tender(name) && contents.is_number(place) {
                tenders.push(name.clone());
            } else if let Some(known) =
                worded(&plain(name)).filter(|known| contents.can_be(place, known.field))
            {
                by_words.push((known, name.clone()));
            }
            continue;
        };
        let other = || OTHERWISE.iter().filter(|(field, _)| *field == known.field).map(|(_, other)| *other);
        let mut fields = iter::once(known.field).chain(other());
        if let Some(field) = fields.find(|field| contents.can_be(place, *field)) {
            found.entry(field).or_default().push((known.rank, name.clone()));
        }
    }
    for (known, name) in by_words {
        // Columns that have a name of the field, or the first one whose words show it.
        found.entry(known.field).or_insert_with(|| vec![(known.rank, name)]);
    }
    found.values_mut().for_each(|names| names.sort());
    for names in found.iter_mut().filter(|(field, _)| SUMS.contains(field)).map(|(_, names)| names) {
        // Beside an amount its share of a hundred says it once more.
        if names.iter().any(|(_, name)| !name.contains('%')) {
            names.retain(|(_, name)| !name.contains('%'));
        }
        if let Some(whole) = names.iter().find(|(_, name)| WHOLE.contains(&plain(name).as_str())).cloned() {
            *names = vec![whole];
        }
    }
    for (field, second) in SECOND {
        if !found.contains_key(&second)
            && let Some(names) = found.get_mut(&field).filter(|names| names.len() > 1)
        {
            let other = names.split_off(1);
            found.insert(second, other);
        }
    }
    // Checks within an order have numbers of their own.
    if !found.contains_key(&Field::Check)
        && let Some(names) = found.get_mut(&Field::Order).filter(|names| names.len() > 1)
        && names.first().is_some_and(|(_, first)| plain(first).starts_with("order"))
        && let Some(at) = names.iter().position(|(_, name)| plain(name).starts_with("check"))
    {
        let check = names.remove(at);
        found.insert(Field::Check, vec![check]);
    }
    let rows = if found.contains_key(&Field::Item) { Rows::Lines } else { Rows::Orders };
    // The total of a row that is an order is that order's.
    if rows == Rows::Orders && !found.contains_key(&Field::Total) {
        let total = found.remove(&Field::OrderTotal);
        found.extend(total.map(|names| (Field::Total, names)));
    }
    // Beside change that was given, cash is what was handed over.
    let has_change = |name: &String| ["change", "change given", "change due"].contains(&plain(name).as_str());
    if tenders.len() < 2 || found.contains_key(&Field::Tender) || header.names().iter().any(has_change) {
        tenders.clear();
    }
    let mut columns: BTreeMap<Field, Vec<Columns>> = BTreeMap::new();
    let mut sums = BTreeSet::new();
    for (field, names) in found {
        if SUMS.contains(&field) && names.len() > 1 {
            sums.insert(field);
        }
        columns.insert(field, names.iter().map(|(_, name)| Columns::one(name)).collect());
    }
    if !columns.contains_key(&Field::Date) {
        let date = columns.get(&Field::Opened).or_else(|| columns.get(&Field::BusinessDate)).cloned();
        columns.extend(date.map(|date| (Field::Date, date)));
    }
    let tenders = tenders.into_iter().map(|name| (name.clone(), vec![name])).collect();
    Layout { columns, tenders, sums: sums.into_iter().collect(), ..Layout::new(GUESSED, rows) }
}

/// What a name means, also one of a tax that has a name or a rate of its own: `State tax`, `IVA 10 %`.
fn name_of(plain: &str) -> Option<Name> {
    /// What a tax is of.
    const OF: [&str; 22] = [
        "state",
        "city",
        "county",
        "local",
        "federal",
        "provincial",
        "municipal",
        "district",
        "food",
        "meal",
        "meals",
        "beverage",
        "drink",
        "liquor",
        "alcohol",
        "sugar",
        "soda",
        "restaurant",
        "hotel",
        "occupancy",
        "tourism",
        "special",
    ];
    if let Some(name) = NAMES.get(plain) {
        return Some(*name);
    }
    let mut words = plain.split(' ').peekable();
    let first = words.next()?;
    let is_rate = |word: &str| word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_rated = TAXES.contains(&first) && words.peek().is_some() && words.clone().all(is_rate);
    let is_named =
        OF.contains(&first) && words.all(|word| OF.contains(&word) || ["tax", "taxes"].contains(&word));
    let is_named = is_named && (plain.ends_with(" tax") || plain.ends_with(" taxes"));
    (is_rated || is_named).then_some(Name { field: Field::Tax, rank: usize::MAX })
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
    fn lists_are_known_by_their_columns() {
        let rows = |names: &str| {
            let names: Vec<String> = names.split(';').map(str::to_owned).collect();
            guess(&Header::new(&names)).map(|layout| layout.rows)
        };
        assert_eq!(rows("Mitarbeiter;Tätigkeit;Kommt;Geht;Pause (Min.);Stundenlohn"), Some(Rows::Shifts));
        assert_eq!(rows("Name;Date;In;Out;Break;Amount"), Some(Rows::Shifts));
        assert_eq!(rows("Name;Email;Phone;Points;Newsletter"), Some(Rows::Guests));
        assert_eq!(rows("Product;Category;Selling price;Cost price;In stock"), Some(Rows::Items));
        assert_eq!(rows("Order;Date;Product;Price;Email;Phone;Name"), Some(Rows::Lines));
        assert_eq!(rows("Product;Server;Discount;Selling price;Moment of it"), None);
        assert_eq!(rows("Date et heure;Article;Qté;Prix unitaire"), Some(Rows::Lines));
        assert_eq!(rows("Product;Quantity sold;Net sales"), None);
        let apart = fields("Staff;Day;Start;Finish");
        assert_eq!(apart, ["Staff=employee", "Day=clock-in", "Start=clock-in-time", "Finish=clock-out-time"]);
    }

    #[test]
    fn cells_tell_what_a_name_with_two_meanings_is() {
        let names =
            ["Beleg", "Tag", "Abgeschlossen", "Bedienung", "Betrag", "Status", "Typ"].map(str::to_owned);
        let mut contents = Contents::default();
        contents.see(["1", "24.08.2026", "17:05", "Ana", "12,50", "Bezahlt", "Verkauf"]);
        let layout = guess_by(&Header::new(&names), &contents).unwrap();
        let column =
            |field| layout.columns.get(&field).map(|columns| columns[0].to_string()).unwrap_or_default();
        let fields =
            [Field::Date, Field::Time, Field::Employee, Field::ServiceCharge, Field::Kind, Field::Void];
        assert_eq!(fields.map(column), ["Tag", "Abgeschlossen", "Bedienung", "", "Status", "Typ"]);
    }

    #[test]
    fn name_stands_for_one_field() {
        let mut twice = Vec::new();
        let mut of_lists: HashMap<(&str, String), &str> = HashMap::new();
        for line in include_str!("lists.tsv").lines().filter(|line| !line.starts_with('#')) {
            let parts: Vec<&str> = line.split('\t').collect();
            assert!(parts[0].parse::<Rows>().is_ok() && parts[1].parse::<Field>().is_ok(), "{line}");
            for name in parts[2].split('|') {
                let other = of_lists.insert((parts[0], plain(name)), parts[1]);
                if let Some(other) = other.filter(|other| *other != parts[1]) {
                    twice.push(format!("{name}: {other} and {}", parts[1]));
                }
            }
        }
        let mut seen: HashMap<String, &str> = HashMap::new();
        for line in include_str!("names.tsv").lines().filter(|line| !line.starts_with('#')) {
            let (field, names) = line.split_once('\t').unwrap();
            assert!(field.parse::<Field>().is_ok(), "{field}");
            for name in names.split('|').filter(|name| !name.contains('*')) {
                if let Some(other) = seen.insert(plain(name), field).filter(|other| *other != field) {
                    twice.push(format!("{name}: {other} and {field}"));
                }
            }
        }
        assert_eq!(twice, Vec::<String>::new());
    }
}
