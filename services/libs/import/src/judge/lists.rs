//! How lists are read: shifts, items of the menu, guests.

use std::collections::BTreeMap;

use super::open::{Open, asked_forms};
use super::profile::Profile;
use super::question::{Answers, Subject};
use super::settle;
use super::summary::ConsentColumn;
use crate::form::date::{DurationEvidence, Unit};
use crate::form::number::NumberForm;
use crate::layout::{Field, Rows, Says, YesNo};
use crate::reading::{Forms, Part, Reading, consent, says};

/// The most words of a column of consent that are shown.
const MOST_WORDS: usize = 12;

/// How a list is read with the forms of its columns; what is open is asked.
pub fn reading_of(bare: &Reading, profile: &Profile, answers: &Answers, open: &mut Vec<Open>) -> Reading {
    let forms = settle::forms_of(bare.table, profile, &bare.layout, answers);
    let forms = asked_forms(bare, forms, open);
    let units = units_of(bare, profile, &forms, answers, open);
    let mut reading = Reading { forms: Forms { units, ..forms }, ..bare.clone() };
    for (field, word, yes) in settle::answered_words(bare, profile, answers) {
        let says = Says::Answer(if yes { YesNo::Yes } else { YesNo::No });
        reading.layout.words.entry(field).or_default().insert(word, says);
    }
    for (field, words) in &profile.words {
        let column = bare.plan.of(*field).map(Part::name).unwrap_or_default();
        if matches!(field, Field::EmailConsent | Field::SmsConsent) {
            let subject = Subject::Consent(bare.table, field.name().to_owned());
            match answers.to(&subject) {
                Some("yes") => drop(reading.confirmed.insert(*field)),
                Some(_) => {}
                None => open.push(Open { examples: shown(words), ..Open::new(subject, ["no", "yes"]) }),
            }
            continue;
        }
        let is_unknown = |word: &&String| {
            let said = says(*field, word, &column, &reading.layout, &reading.rules);
            !matches!(said, Some(Says::Answer(_)))
        };
        for word in words.keys().filter(is_unknown) {
            let subject = Subject::Word(bare.table, column.clone(), word.clone());
            open.push(Open { examples: vec![word.clone()], ..Open::new(subject, ["no", "yes"]) });
        }
    }
    reading
}

/// Where guests' consent comes from.
pub fn consent_columns(readings: &[Reading], profiles: &BTreeMap<usize, Profile>) -> Vec<ConsentColumn> {
    let of_reading = |reading: &Reading| {
        let words = profiles.get(&reading.table).map(|profile| &profile.words);
        let words = words.into_iter().flatten();
        let consents = words.filter(|(field, _)| matches!(field, Field::EmailConsent | Field::SmsConsent));
        let columns = consents.map(|(field, words)| ConsentColumn {
            table: reading.table,
            field: *field,
            column: reading.plan.of(*field).map(Part::name).unwrap_or_default(),
            words: shown(words),
            is_taken: reading.confirmed.contains(field),
        });
        columns.collect::<Vec<_>>()
    };
    readings.iter().filter(|reading| reading.layout.rows == Rows::Guests).flat_map(of_reading).collect()
}

/// Words of a column of consent, the most frequent ones first, each with how it is read.
fn shown(words: &BTreeMap<String, u64>) -> Vec<String> {
    let mut words: Vec<(&String, &u64)> = words.iter().collect();
    words.sort_by_key(|(_, rows)| std::cmp::Reverse(**rows));
    let read = |word: &str| match consent(word) {
        Some(true) => "agreed",
        Some(false) => "refused",
        None => "not asked",
    };
    words
        .into_iter()
        .take(MOST_WORDS)
        .map(|(word, rows)| format!("{word} ({rows}): {}", read(word)))
        .collect()
}

/// What numbers of columns of durations count.
fn units_of(
    bare: &Reading,
    profile: &Profile,
    forms: &Forms,
    answers: &Answers,
    open: &mut Vec<Open>,
) -> BTreeMap<Field, Unit> {
    let mut units = BTreeMap::new();
    for (field, [dot, comma]) in &profile.durations {
        let name = bare.plan.of(*field).map(Part::name).unwrap_or_default();
        let evidence = if forms.numbers.get(field) == Some(&NumberForm::COMMA) { comma } else { dot };
        let subject = Subject::Unit(bare.table, field.name().to_owned());
        let answer = match answers.to(&subject) {
            Some("hours") => Some(Unit::Hours),
            Some("minutes") => Some(Unit::Minutes),
            _ => None,
        };
        let known = bare.layout.units.get(field).copied().or_else(|| Unit::of_name(&name));
        match answer.or(known).or_else(|| settled(*field, evidence)) {
            Some(unit) => drop(units.insert(*field, unit)),
            None => {
                // Half an hour is rarely written as 0.5 minutes.
                let likelier = if evidence.has_fractions() { Unit::Hours } else { Unit::Minutes };
                units.insert(*field, likelier);
                let names = if likelier == Unit::Hours { ["hours", "minutes"] } else { ["minutes", "hours"] };
                open.push(Open::new(subject, names));
            }
        }
    }
    units
}

/// The unit that the cells of a column settle.
fn settled(field: Field, evidence: &DurationEvidence) -> Option<Unit> {
    if evidence.bare == evidence.zeros {
        return Some(Unit::Hours);
    }
    // A shift of less than 24 minutes is none.
    let is_worked = matches!(field, Field::RegularTime | Field::PaidTime);
    evidence.unit().or(is_worked.then_some(Unit::Hours))
}
