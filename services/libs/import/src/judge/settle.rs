//! From evidence to decisions: what a table and all orders settle, and what is left to ask.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{Evidence, Votes};
use super::profile::Profile;
use super::question::{Answers, Subject};
use crate::book::restaurant_key;
use crate::form::date::{self, DateForm, Hints, Order};
use crate::form::number::{self, Currency, Lean, NumberForm};
use saffron_core::Zone;
use saffron_core::fact::ChargeKind;

use crate::form::word::{self, Confidence, Meaning};
use crate::layout::{DateOrder, Field, Layout, OrderKey, Reads, Rows, TaxPlace};
use crate::orders::NetIs;
use crate::reading::{Part, Reading};

/// A decision, and the other answers if a person has to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled<T> {
    /// The file, its layout or a person settles it.
    Is(T),
    /// One of these, the likelier one first.
    Open(Vec<T>),
}

impl<T: Clone> Settled<T> {
    /// What is taken until a person chose.
    pub fn now(&self) -> Option<T> {
        match self {
            Settled::Is(value) => Some(value.clone()),
            Settled::Open(values) => values.first().cloned(),
        }
    }
}

/// The likelier form of a column's numbers and why, if one is.
pub type Leaning = Option<(NumberForm, Lean)>;

/// The forms of a table's numbers and dates, by field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableForms {
    /// Decided forms of numbers; a field without one shows its form in each cell.
    pub numbers: BTreeMap<Field, NumberForm>,
    /// Fields of numbers that can be read in both forms, with examples and the likelier form, if one is.
    pub open_numbers: BTreeMap<Field, (Vec<String>, Leaning)>,
    /// Form of columns of what was paid.
    pub tenders: Option<NumberForm>,
    /// Forms of dates.
    pub dates: BTreeMap<Field, DateForm>,
    /// Fields of dates with the forms that they can have, the likelier one first, and examples, where they are open.
    pub open_dates: BTreeMap<Field, (Vec<DateForm>, Vec<String>)>,
}

/// The name of an answer for a form of numbers.
pub const fn point_name(form: NumberForm) -> &'static str {
    match form.decimal {
        number::Point::Dot => "dot",
        number::Point::Comma => "comma",
    }
}

/// The name of an answer for a form of dates.
pub const fn date_name(form: DateForm) -> &'static str {
    match form {
        DateForm::Calendar(Order::YearMonthDay) => "year-first",
        DateForm::Calendar(Order::DayMonthYear) => "day-first",
        DateForm::Calendar(Order::MonthDayYear) => "month-first",
        DateForm::Calendar(Order::YearDayMonth) => "year-day-month",
        DateForm::UnixSeconds => "seconds",
        DateForm::UnixMillis => "milliseconds",
        DateForm::SheetDays => "sheet-days",
    }
}

/// The forms of a table.
pub fn forms_of(table: usize, profile: &Profile, layout: &Layout, answers: &Answers) -> TableForms {
    let mut forms = TableForms::default();
    numbers_of(table, profile, answers, &mut forms);
    dates_of(table, profile, layout, answers, &mut forms);
    forms
}

fn numbers_of(table: usize, profile: &Profile, answers: &Answers, forms: &mut TableForms) {
    let mut open = Vec::new();
    for (field, evidence) in &profile.numbers {
        match evidence.verdict() {
            number::Verdict::Decided(form) => drop(forms.numbers.insert(*field, form)),
            number::Verdict::Both { open: seen, lean, .. } => open.push((*field, seen.examples, lean)),
            _ => {}
        }
    }
    forms.tenders = match profile.tenders.verdict() {
        number::Verdict::Decided(form) => Some(form),
        _ => None,
    };
    if profile.currencies.common().is_some_and(has_no_cents) {
        open.retain(|(field, examples, _)| {
            let group = examples.iter().find_map(|example| example.rfind([',', '.']).map(|at| (example, at)));
            let (true, Some((example, at))) = (field.reads() == Reads::Money, group) else { return true };
            let form = if example[at..].starts_with(',') { NumberForm::DOT } else { NumberForm::COMMA };
            forms.numbers.insert(*field, form);
            false
        });
    }
    let decided: BTreeSet<NumberForm> = forms.numbers.values().copied().chain(forms.tenders).collect();
    let common = if decided.len() == 1 { decided.first().copied() } else { None };
    let product = [Field::Quantity, Field::Price, Field::Amount].into_iter().zip(profile.products.settled());
    let product: BTreeMap<Field, NumberForm> =
        product.filter_map(|(field, form)| Some((field, form?))).collect();
    for (field, examples, lean) in open {
        let chosen = answers.to(&Subject::Number(table, field.name().to_owned()));
        let chosen =
            [NumberForm::DOT, NumberForm::COMMA].into_iter().find(|form| chosen == Some(point_name(*form)));
        let alike = common.filter(|common| is_alike(lean, *common));
        match chosen.or(product.get(&field).copied()).or(alike) {
            Some(form) => drop(forms.numbers.insert(field, form)),
            None => drop(forms.open_numbers.insert(field, (examples, lean))),
        }
    }
    if forms.tenders.is_none() {
        forms.tenders = common;
    }
}

/// Whether a currency has no cents: what stands behind a separator is thousands.
fn has_no_cents(currency: Currency) -> bool {
    ["JPY", "KRW", "VND", "CLP", "ISK", "PYG"].into_iter().any(|code| currency.may_be(code))
}

/// Whether a column has the form of the other numbers of its file, as one program writes all alike. What its own digits speak against
/// is asked, but that a sign makes groups which is the decimal point elsewhere.
pub fn is_alike(lean: Leaning, common: NumberForm) -> bool {
    lean.is_none_or(|(form, why)| form == common || why == Lean::Groups)
}

fn dates_of(table: usize, profile: &Profile, layout: &Layout, answers: &Answers, forms: &mut TableForms) {
    let usual = layout.dates.map(|order| match order {
        DateOrder::MonthFirst => Order::MonthDayYear,
        DateOrder::DayFirst => Order::DayMonthYear,
        DateOrder::YearFirst => Order::YearMonthDay,
    });
    let hints = Hints { usual, is_named: true };
    let mut open: Vec<(Field, Vec<DateForm>, Vec<String>)> = Vec::new();
    for (field, evidence) in &profile.dates {
        match evidence.verdict(hints) {
            date::Verdict::Decided(form) => drop(forms.dates.insert(*field, form)),
            date::Verdict::Candidates(candidates) | date::Verdict::Mixed(candidates) => {
                let examples = evidence.apart().examples.clone();
                open.push((*field, candidates.iter().map(|candidate| candidate.form).collect(), examples));
            }
            date::Verdict::Empty | date::Verdict::NotDates(_) => {}
        }
    }
    // One program writes all dates of a table alike. Times of day have no order of day and month.
    let is_date = |field: &Field| field.reads() == Reads::Date;
    let decided: BTreeSet<DateForm> =
        forms.dates.iter().filter(|(field, _)| is_date(field)).map(|(_, form)| *form).collect();
    let chosen = answers.to(&Subject::Dates(table));
    for (field, candidates, examples) in open {
        let by_person = candidates.iter().find(|form| chosen == Some(date_name(**form)));
        let alike = || {
            let mut fitting = candidates.iter().filter(|form| decided.contains(form));
            fitting.next().filter(|_| fitting.next().is_none())
        };
        match by_person.or_else(alike) {
            Some(form) => drop(forms.dates.insert(field, *form)),
            None => {
                if let Some(first) = candidates.first() {
                    forms.dates.insert(field, *first);
                }
                forms.open_dates.insert(field, (candidates, examples));
            }
        }
    }
}

/// Words of a table's columns that nothing explains, with the rows of each.
pub fn unknown_words(profile: &Profile, is_known: impl Fn(Field, &str) -> bool) -> Vec<(Field, &str, u64)> {
    let words = profile
        .words
        .iter()
        .flat_map(|(field, words)| words.iter().map(move |(word, rows)| (*field, word.as_str(), *rows)));
    words.filter(|(field, word, _)| !is_known(*field, word)).collect()
}

/// The most restaurants that are offered; what each brings is worked out.
const MOST_RESTAURANTS: usize = 20;

/// The restaurant whose rows come in, where files hold several, and the names of all if a person has to choose.
pub fn restaurant(names: Vec<String>, answers: &Answers) -> (Option<String>, Option<Vec<String>>) {
    if names.len() < 2 {
        return (None, None);
    }
    let chosen = answers.to(&Subject::Location).map(restaurant_key);
    match names.iter().find(|name| Some(restaurant_key(name)) == chosen) {
        Some(name) => (Some(name.clone()), None),
        None => (names.first().cloned(), Some(names.into_iter().take(MOST_RESTAURANTS).collect())),
    }
}

/// Words of a table's columns that a person answered with yes or no.
pub fn answered_words(bare: &Reading, profile: &Profile, answers: &Answers) -> Vec<(Field, String, bool)> {
    let mut answered = Vec::new();
    for (field, words) in profile.words.iter().filter(|(field, _)| field.is_yes_or_no()) {
        let column = bare.plan.of(*field).map(Part::name).unwrap_or_default();
        for word in words.keys() {
            match answers.to(&Subject::Word(bare.table, column.clone(), word.clone())) {
                Some("yes") => answered.push((*field, word.clone(), true)),
                Some("no") => answered.push((*field, word.clone(), false)),
                _ => {}
            }
        }
    }
    answered
}

/// Items whose rows are no sale, by their names in lower case.
pub fn items_that_are_no_sale(profile: &Profile) -> BTreeMap<String, Meaning> {
    let mut items = BTreeMap::new();
    for (name, count) in &profile.items {
        let Some((meaning, _)) = word::meaning(name) else { continue };
        if meaning.is_state() {
            continue;
        }
        // A discount is taken off, and given back with what it was for: what is sold under such a name is something else.
        let is_off = count.negative * 2 > count.rows;
        let is_item = match meaning {
            Meaning::Discount | Meaning::Comp => !is_off,
            Meaning::BottleDeposit | Meaning::Payment | Meaning::Skip => true,
            _ => false,
        };
        if !is_item {
            // What is taken off by a comp is one of the check.
            let meaning = if meaning == Meaning::Comp { Meaning::Discount } else { meaning };
            items.insert(name.to_lowercase(), meaning);
        }
    }
    items
}

/// Items whose names say that they were voided or given back, in a table that has no column for that: the name is such a word, or
/// begins with one and a colon. A dish may have it among others.
pub fn items_that_may_be_none(profile: &Profile) -> BTreeMap<String, Meaning> {
    if !profile.words.is_empty() {
        return BTreeMap::new();
    }
    let names = profile.items.iter().filter(|(_, count)| count.negative == 0);
    let meanings = names.filter_map(|(name, _)| {
        let word = name.split_once(':').map_or(name.as_str(), |(word, _)| word);
        let (meaning, confidence) = word::meaning(word)?;
        let is_none = matches!(meaning, Meaning::Void | Meaning::Refund) && confidence == Confidence::Exact;
        is_none.then(|| (name.to_lowercase(), meaning))
    });
    meanings.collect()
}

/// What makes an order, and whether ids need the day.
pub fn order_key(
    evidence: &Evidence,
    layouts: &[&Layout],
    has_numbers: bool,
    answers: &Answers,
) -> (Settled<OrderKey>, bool) {
    let known = layouts.iter().find_map(|layout| layout.order);
    let chosen = answers.to(&Subject::Order).and_then(key_named);
    let is_unique = evidence.numbers > 0 && evidence.unique_looking * 10 >= evidence.numbers * 9;
    // On one day alone nothing shows whether numbers begin again on the next one.
    let day_in_id = known.is_none() && !is_unique && evidence.days.len() < 2;
    if let Some(key) = chosen.or(known) {
        return (Settled::Is(key), day_in_id);
    }
    if !has_numbers || evidence.numbers == 0 {
        let are_orders = layouts.iter().all(|layout| layout.rows != Rows::Lines);
        let settled = if are_orders || evidence.sharing_time == 0 {
            Settled::Is(OrderKey::Row)
        } else {
            Settled::Open(vec![OrderKey::Time, OrderKey::Row])
        };
        return (settled, false);
    }
    // Numbers that a spreadsheet shortened to `1.23457E+12` are none.
    if evidence.shortened > 0 {
        return (Settled::Open(vec![OrderKey::Row, OrderKey::Time, OrderKey::Number]), day_in_id);
    }
    let many = |count: u64| count * 5 >= evidence.numbers;
    let settled = match (evidence.on_several_days, evidence.on_several_registers) {
        (0, 0) => Settled::Is(OrderKey::Number),
        (0, registers) if many(registers) => Settled::Is(OrderKey::NumberAndRegister),
        (0, _) => Settled::Open(vec![OrderKey::Number, OrderKey::NumberAndRegister]),
        (days, 0) if many(days) => Settled::Is(OrderKey::NumberAndDay),
        (_, 0) => Settled::Open(vec![OrderKey::NumberAndDay, OrderKey::Number]),
        (days, registers) if many(days) && many(registers) => Settled::Is(OrderKey::NumberRegisterAndDay),
        _ => Settled::Open(vec![OrderKey::NumberAndDay, OrderKey::NumberRegisterAndDay, OrderKey::Number]),
    };
    (settled, day_in_id)
}

/// Whether rows may be totals of days: they are whole checks by their columns, and none has a number or a time.
pub fn may_be_days(evidence: &Evidence, layouts: &[&Layout], answers: &Answers) -> bool {
    let is_settled =
        layouts.iter().any(|layout| layout.order.is_some()) || answers.to(&Subject::Days).is_some();
    let are_orders = !layouts.is_empty() && layouts.iter().all(|layout| layout.rows == Rows::Orders);
    !is_settled && are_orders && evidence.numbers == 0 && evidence.timed.no > 9 * evidence.timed.yes
}

/// The answer with this name for what makes an order.
pub fn key_named(text: &str) -> Option<OrderKey> {
    use OrderKey::{Number, NumberAndDay, NumberAndRegister, NumberRegisterAndDay, Row, Time};
    let all = [Number, NumberAndDay, NumberAndRegister, NumberRegisterAndDay, Time, Row];
    all.into_iter().find(|key| key_name(*key) == text)
}

/// The name of an answer for what makes an order.
pub const fn key_name(key: OrderKey) -> &'static str {
    match key {
        OrderKey::Number => "number",
        OrderKey::NumberAndDay => "number-and-day",
        OrderKey::NumberAndRegister => "number-and-register",
        OrderKey::NumberRegisterAndDay => "number-register-and-day",
        OrderKey::Time => "time",
        OrderKey::Row => "row",
    }
}

/// The name of an answer for where the tax is.
pub const fn tax_name(place: TaxPlace) -> &'static str {
    match place {
        TaxPlace::Inside => "inside",
        TaxPlace::Beside => "beside",
    }
}

/// The name of an answer that is yes or no.
pub const fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Whether rows of lines are repeated for each payment.
pub fn repeats(evidence: &Evidence, answers: &Answers) -> Settled<bool> {
    if let Some(answer) = answers.to(&Subject::Repeats) {
        return Settled::Is(answer == "yes");
    }
    match (evidence.repeats, evidence.maybe_repeats) {
        (Votes { yes: 0, .. }, 0) => Settled::Is(false),
        (Votes { no: 0, .. }, 0) => Settled::Is(true),
        (Votes { yes: 0, no }, maybe) if no > 0 && maybe * 5 <= no => Settled::Is(false),
        (Votes { yes, no: 0 }, _) if yes > 0 => Settled::Is(true),
        _ => Settled::Open(vec![true, false]),
    }
}

/// Where the tax is.
///
/// `is_vat`: the column of the tax says by its name that it is a value added tax.
pub fn tax(
    evidence: &Evidence,
    layouts: &[&Layout],
    is_vat: bool,
    zone: &Zone,
    answers: &Answers,
) -> Settled<TaxPlace> {
    match answers.to(&Subject::Tax) {
        Some("inside") => return Settled::Is(TaxPlace::Inside),
        Some("beside") => return Settled::Is(TaxPlace::Beside),
        _ => {}
    }
    if let Some(place) = layouts.iter().find_map(|layout| layout.tax) {
        return Settled::Is(place);
    }
    let votes = evidence.tax;
    if votes.taxed == 0 {
        return Settled::Is(TaxPlace::Beside);
    }
    let clearly = |more: u64, less: u64| more > 0 && less * 20 <= more;
    if clearly(votes.beside, votes.inside) {
        return Settled::Is(TaxPlace::Beside);
    }
    if clearly(votes.inside, votes.beside) {
        return Settled::Is(TaxPlace::Inside);
    }
    // Amounts that are what is left with the tax in it, beside a column of what is left without.
    let net = evidence.net;
    if clearly(net.tax + net.tax_only + net.both, net.discount_of_taxed + net.same) {
        return Settled::Is(TaxPlace::Inside);
    }
    // Totals that are what is left with the tax on top do not show whether amounts before discounts hold a value added tax.
    if !is_vat && votes.beside + votes.inside == 0 && clearly(net.untaxed.yes, net.untaxed.no) {
        return Settled::Is(TaxPlace::Beside);
    }
    // Sales taxes have rates of any form; value added taxes have round ones.
    if is_vat && votes.rate_inside >= 3 && clearly(votes.rate_inside, votes.rate_beside + votes.rate_neither)
    {
        return Settled::Is(TaxPlace::Inside);
    }
    // Prices of North America are without tax.
    let is_likely_inside =
        is_vat || (votes.rate_inside > votes.rate_beside && !zone.name().starts_with("America/"));
    Settled::Open(if is_likely_inside {
        vec![TaxPlace::Inside, TaxPlace::Beside]
    } else {
        vec![TaxPlace::Beside, TaxPlace::Inside]
    })
}

/// Names of value added taxes in columns.
const VAT: [&str; 12] =
    ["vat", "mwst", "ust", "umsatzsteuer", "tva", "iva", "btw", "moms", "mva", "dph", "kdv", "消費税"];

/// Whether a column says by its name that it holds a value added tax.
pub fn is_vat(column: &str) -> bool {
    let name = column.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| VAT.contains(&word)) || name.contains("消費税")
}

/// What `net` leaves out of `amount`.
pub fn net_is(evidence: &Evidence, tax: Option<TaxPlace>) -> NetIs {
    let votes = evidence.net;
    // A discount that stands nowhere else lies between amounts with tax and what is left without.
    let is_taxed = votes.untaxed.yes > 0 && votes.untaxed.no == 0;
    if tax == Some(TaxPlace::Inside)
        && is_taxed
        && votes.discount + votes.tax + votes.tax_only + votes.both == 0
    {
        return NetIs::AfterDiscountWithoutTax;
    }
    if votes.fee > 0 && votes.fee * 2 >= votes.discount + votes.tax + votes.tax_only + votes.both {
        return NetIs::AfterFee;
    }
    // What the fewest rows speak against; rows with a tax or a discount alone tell together what rows with both would.
    let against = [
        (NetIs::AfterDiscount, votes.tax + votes.tax_only + votes.both),
        (NetIs::WithoutTax, votes.discount + votes.both + votes.other + votes.same),
        (NetIs::AfterDiscountWithoutTax, votes.tax_only + votes.discount_of_taxed + votes.same),
    ];
    against.into_iter().min_by_key(|(_, rows)| *rows).map_or(NetIs::AfterDiscount, |(net, _)| net)
}

/// Whose service charges are, if a column has any: its name says only that they are for service.
pub fn service_charges(evidence: &Evidence, columns: &[String], answers: &Answers) -> Settled<ChargeKind> {
    match answers.to(&Subject::Charges) {
        Some("gratuity") => return Settled::Is(ChargeKind::Gratuity),
        Some("fee") => return Settled::Is(ChargeKind::Fee),
        _ => {}
    }
    let may_be_staffs = columns.iter().any(|column| column.to_lowercase().contains("serv"));
    if evidence.service_charges == 0 || !may_be_staffs {
        return Settled::Is(ChargeKind::Fee);
    }
    Settled::Open(vec![ChargeKind::Fee, ChargeKind::Gratuity])
}

/// Amounts of whole orders that stand on each of their rows, and those that may.
pub fn repeated(
    evidence: &Evidence,
    layouts: &[&Layout],
    answers: &Answers,
) -> (BTreeSet<Field>, Vec<Field>) {
    let mut repeated = BTreeSet::new();
    let mut open = Vec::new();
    for (field, votes) in &evidence.repeated {
        let mut of = layouts.iter().filter(|layout| layout.columns.contains_key(field));
        if of.all(|layout| layout.repeated.is_some()) {
            let is_known = |layout: &&Layout| layout.repeated.iter().flatten().any(|other| other == field);
            repeated.extend(Some(*field).filter(|_| layouts.iter().any(is_known)));
            continue;
        }
        match answers.to(&Subject::Repeated(field.name().to_owned())) {
            Some("yes") => drop(repeated.insert(*field)),
            Some(_) => {}
            None if votes.no == 0 => drop(repeated.insert(*field)),
            None if votes.yes * 5 <= votes.no => {}
            None => open.push(*field),
        }
    }
    (repeated, open)
}

/// Items that are taken off in orders that are sales and sold nowhere: discounts by another name, or something given back.
pub fn negative_items(evidence: &Evidence, answers: &Answers) -> (BTreeMap<String, Meaning>, Vec<String>) {
    let mut settled = BTreeMap::new();
    let mut open = Vec::new();
    for name in evidence.negative.keys().filter(|name| !evidence.positive.contains(*name)) {
        match answers.to(&Subject::Item(name.clone())) {
            Some("discount") => drop(settled.insert(name.clone(), Meaning::Discount)),
            Some(_) => {}
            None if name.contains('%') => drop(settled.insert(name.clone(), Meaning::Discount)),
            None => open.push(name.clone()),
        }
    }
    (settled, open)
}
