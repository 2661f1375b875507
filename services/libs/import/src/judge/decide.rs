//! What is decided about files with the answers that there are, and what is open.

use std::collections::BTreeMap;

use saffron_core::fact::ChargeKind;

use super::evidence::Evidence;
use super::lists;
use super::open::{Open, asked_forms};
use super::prepare::Prepared;
use super::question::{Answers, Subject};
use super::settle::{self, Settled, TableForms};
use super::share::share;
use crate::book::BookError;
use crate::form::word::{Meaning, WordRule, WordRules};
use crate::judge::Given;
use crate::judge::profile::Profile;
use crate::layout::{Field, OrderKey, Says, TaxPlace, YesNo};
use crate::orders::{How, Understood};
use crate::reading::{Part, Reading, is_time, says};

/// How files are read with the answers that there are.
pub struct Decided {
    /// How each table is read.
    pub readings: Vec<Reading>,
    /// How each list is read.
    pub lists: Vec<Reading>,
    /// How rows become checks.
    pub how: How,
    /// What is open, with the values of its answers, the one that is taken meanwhile first, and examples.
    pub open: Vec<Open>,
}

/// Decides with these answers.
///
/// # Errors
/// If scratch files cannot be read.
pub fn decide(prepared: &Prepared, given: &Given, answers: &Answers) -> Result<Decided, BookError> {
    let mut open = Vec::new();
    for reading in prepared.guessed().filter(|reading| answers.to(&Subject::Columns(reading.table)).is_none())
    {
        let examples = reading.layout.columns.iter().map(|(field, columns)| {
            let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
            format!("{}={}", names.join("|"), field.name())
        });
        let asked = Open::new(Subject::Columns(reading.table), ["yes", "no"]);
        open.push(Open { examples: examples.collect(), ..asked });
    }
    let (only, restaurants) = settle::restaurant(prepared.restaurants(), answers);
    open.extend(restaurants.map(|names| Open::new(Subject::Location, names)));
    let currency = prepared.currency.clone().map(Subject::Currency);
    let is_refused = currency.as_ref().is_some_and(|subject| answers.to(subject) == Some("no"));
    if let Some(subject) = currency.filter(|subject| answers.to(subject).is_none()) {
        open.push(Open::new(subject, ["yes", "no"]));
    }
    // A person said that the columns do not mean that, or wants no other currency.
    let is_used = |bare: &&Reading| !is_refused && answers.to(&Subject::Columns(bare.table)) != Some("no");
    let used =
        || prepared.readings.iter().filter(is_used).filter(|_| answers.to(&Subject::Days) != Some("no"));
    let mut forms = BTreeMap::new();
    for bare in used() {
        let Some(profile) = prepared.profiles.get(&bare.table) else { continue };
        let of_table = settle::forms_of(bare.table, profile, &bare.layout, answers);
        forms.insert(bare.table, (bare.layout.exporter.as_str(), of_table));
    }
    share(&mut forms);
    let mut readings = Vec::new();
    for bare in used() {
        let Some(profile) = prepared.profiles.get(&bare.table) else { continue };
        let Some((_, forms)) = forms.remove(&bare.table) else { continue };
        let reading = reading_of(bare, profile, forms, given, answers, &mut open);
        readings.push(Reading { only: only.clone(), ..reading });
    }
    let mut list_readings = Vec::new();
    for bare in prepared.list_readings.iter().filter(is_used) {
        let Some(profile) = prepared.profiles.get(&bare.table) else { continue };
        let reading = lists::reading_of(bare, profile, answers, &mut open);
        list_readings.push(Reading { only: only.clone(), ..reading });
    }
    let mut evidence = Evidence::of(prepared.has_rates_alone());
    for order in prepared.book.orders(&readings)? {
        evidence.see(&order?, &given.starts);
    }
    let layouts = prepared.layouts();
    let (key, day_in_id) = settle::order_key(&evidence, &layouts, prepared.has_numbers(), answers);
    let key_now = key.now().unwrap_or(OrderKey::Number);
    // Rows of several orders that share a number say nothing of any of them.
    if key_now != OrderKey::Number {
        evidence = evidence.of_numbers();
        for order in prepared.book.orders(&readings)? {
            for (_, rows) in order?.split(key_now, &given.starts) {
                evidence.see_order(&rows);
            }
        }
    }
    let repeats = settle::repeats(&evidence, answers);
    let taxes = [Field::Tax, Field::TaxRate].map(|field| prepared.columns(field)).concat();
    let is_vat = taxes.iter().any(|column| settle::is_vat(column));
    let tax = settle::tax(&evidence, &layouts, is_vat, &given.zone, answers);
    let charges = settle::service_charges(&evidence, &prepared.columns(Field::ServiceCharge), answers);
    let (repeated, open_repeated) = settle::repeated(&evidence, &layouts, answers);
    let (discounts, open_items) = settle::negative_items(&evidence, answers);
    readings.iter_mut().for_each(|reading| reading.items.extend(discounts.clone()));
    let how = How {
        pos_id: given.pos_id.clone(),
        revision: given.revision,
        starts: given.starts.clone(),
        understood: Understood {
            tax: tax.now().unwrap_or(TaxPlace::Beside),
            net: settle::net_is(&evidence, tax.now()),
            tax_by_rate: prepared.has_rates_alone(),
            discounts_unsigned: evidence.unsigned_discounts.yes > 3 * evidence.unsigned_discounts.no,
        },
        key: key_now,
        day_in_id,
        repeats: repeats.now().unwrap_or(false),
        words_once: evidence.words_once.yes > 0 && evidence.words_once.no == 0,
        repeated,
        service_charge: charges.now().unwrap_or(ChargeKind::Fee),
        tips_inside: layouts.iter().any(|layout| layout.tips_inside)
            || (evidence.tips_inside.yes > 0 && evidence.tips_inside.no == 0),
        tips_in_tenders: evidence.tips_in_tenders.yes > 0 && evidence.tips_in_tenders.no == 0,
        gift_cards: layouts.iter().flat_map(|layout| layout.gift_cards.iter().cloned()).collect(),
    };
    if let Settled::Open(keys) = key {
        open.push(Open::new(Subject::Order, keys.into_iter().map(settle::key_name)));
    }
    if settle::may_be_days(&evidence, &layouts, answers) {
        open.push(Open::new(Subject::Days, ["yes", "no"]));
    }
    if let Settled::Open(places) = tax {
        open.push(Open::new(Subject::Tax, places.into_iter().map(settle::tax_name)));
    }
    if let Settled::Open(answers) = repeats {
        open.push(Open::new(Subject::Repeats, answers.into_iter().map(settle::yes_or_no)));
    }
    if let Settled::Open(kinds) = charges {
        open.push(Open::new(Subject::Charges, kinds.into_iter().map(|kind| kind.to_string())));
    }
    open.extend(
        open_repeated
            .into_iter()
            .map(|field| Open::new(Subject::Repeated(field.name().to_owned()), ["no", "yes"])),
    );
    open.extend(open_items.into_iter().map(|name| {
        let examples = vec![name.clone()];
        Open { examples, ..Open::new(Subject::Item(name), ["refund", "discount"]) }
    }));
    Ok(Decided { readings, lists: list_readings, how, open })
}

/// How a table is read with the forms of its columns and the meanings of its words.
fn reading_of(
    bare: &Reading,
    profile: &Profile,
    forms: TableForms,
    given: &Given,
    answers: &Answers,
    open: &mut Vec<Open>,
) -> Reading {
    let forms = asked_forms(bare, forms, open);
    let mut reading = Reading {
        forms,
        rules: rules_of(bare, profile, given, answers),
        items: settle::items_that_are_no_sale(profile),
        ..bare.clone()
    };
    for (field, word, yes) in settle::answered_words(bare, profile, answers) {
        let says = Says::Answer(if yes { YesNo::Yes } else { YesNo::No });
        reading.layout.words.entry(field).or_default().insert(word, says);
    }
    let column = |field| bare.plan.of(field).map(Part::name).unwrap_or_default();
    let is_known = |field: Field, word: &str| {
        let is_said = says(field, word, &column(field), &reading.layout, &reading.rules).is_some();
        is_said || (!field.is_yes_or_no() && is_time(word))
    };
    for (field, word, _) in settle::unknown_words(profile, is_known) {
        let meanings = [Meaning::Sale, Meaning::Void, Meaning::Refund, Meaning::Skip].map(Meaning::name);
        let values: &[&str] = if field.is_yes_or_no() { &["no", "yes"] } else { &meanings };
        let subject = Subject::Word(bare.table, column(field), word.to_owned());
        open.push(Open { examples: vec![word.to_owned()], ..Open::new(subject, values.iter().copied()) });
    }
    for (name, meaning) in settle::items_that_may_be_none(profile) {
        let subject = Subject::Item(name.clone());
        let answer = answers.to(&subject).and_then(|answer| answer.parse().ok());
        if answer.is_none() {
            let values = [meaning, Meaning::Sale].map(Meaning::name);
            open.push(Open { examples: vec![name.clone()], ..Open::new(subject, values) });
        }
        reading.items.insert(name, answer.unwrap_or(meaning));
    }
    reading
}

/// What words of a table mean, as a person said: by rule, or in answer to a question.
fn rules_of(bare: &Reading, profile: &Profile, given: &Given, answers: &Answers) -> WordRules {
    let mut rules = given.rules.rules().to_vec();
    for (field, words) in &profile.words {
        let column = bare.plan.of(*field).map(Part::name).unwrap_or_default();
        let mut meant: BTreeMap<Meaning, Vec<String>> = BTreeMap::new();
        for word in words.keys() {
            let subject = Subject::Word(bare.table, column.clone(), word.clone());
            if let Some(meaning) = answers.to(&subject).and_then(|answer| answer.parse().ok()) {
                meant.entry(meaning).or_default().push(word.clone());
            }
        }
        rules.extend(meant.into_iter().map(|(meaning, words)| WordRule {
            column: column.clone(),
            meaning,
            words,
        }));
    }
    WordRules::new(rules).unwrap_or_else(|_| given.rules.clone())
}
