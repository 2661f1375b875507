//! Figures that were read, beside those that were expected.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::writers::expected::{Day, Expected, Sold, Tender};

/// A figure with its name.
type Named = (&'static str, fn(&Day) -> Option<i64>);

const FIGURES: [Named; 14] = [
    ("checks", |day| day.checks),
    ("refunds", |day| day.refunds),
    ("gross", |day| day.gross),
    ("discounts", |day| day.discounts),
    ("net", |day| day.net),
    ("tax", |day| day.tax),
    ("tips", |day| day.tips),
    ("gratuity", |day| day.gratuity),
    ("service charges", |day| day.service_charges),
    ("deferred", |day| day.deferred),
    ("rounding", |day| day.rounding),
    ("voids", |day| day.voids),
    ("covers", |day| day.covers),
    ("cost", |day| day.cost),
];

impl Expected {
    /// Where the figures that were read differ from these, in words. What is not known here is not compared; what was not read
    /// is 0. Lists are not compared.
    pub fn differences(&self, read: &Self) -> Vec<String> {
        let dates: BTreeSet<Date> = self.days.keys().chain(read.days.keys()).copied().collect();
        let quiet = self.quiet();
        let zero = Day::zero();
        let mut found = Vec::new();
        for date in dates {
            let expected = self.days.get(&date).unwrap_or(&quiet);
            let read = read.days.get(&date).unwrap_or(&zero);
            found.extend(expected.differences(read).into_iter().map(|what| format!("{date}: {what}")));
        }
        found
    }

    /// A date without trade: figures that no date has are unknown there, too.
    fn quiet(&self) -> Day {
        let known = |of: &dyn Fn(&Day) -> bool| self.days.is_empty() || self.days.values().any(of);
        let figure = |of: fn(&Day) -> Option<i64>| known(&|day| of(day).is_some()).then_some(0);
        let [
            checks,
            refunds,
            gross,
            discounts,
            net,
            tax,
            tips,
            gratuity,
            charges,
            deferred,
            rounding,
            voids,
            covers,
            cost,
        ] = FIGURES.map(|(_, of)| figure(of));
        Day {
            checks,
            refunds,
            gross,
            discounts,
            net,
            tax,
            tips,
            gratuity,
            service_charges: charges,
            deferred,
            rounding,
            voids,
            covers,
            cost,
            hours: known(&|day| day.hours.is_some()).then(BTreeMap::new),
            servers: known(&|day| day.servers.is_some()).then(BTreeMap::new),
            tenders: known(&|day| day.tenders.is_some()).then(BTreeMap::new),
            items: known(&|day| day.items.is_some()).then(BTreeMap::new),
            categories: known(&|day| day.categories.is_some()).then(BTreeMap::new),
        }
    }
}

impl Day {
    fn differences(&self, read: &Self) -> Vec<String> {
        let mut found = Vec::new();
        for (name, of) in FIGURES {
            differ(&mut found, name, of(self), of(read));
        }
        rows(&mut found, "hour", self.hours.as_ref(), read.hours.as_ref(), |found, name, one: i64, other| {
            differ(found, name, Some(one), Some(other));
        });
        rows(
            &mut found,
            "server",
            self.servers.as_ref(),
            read.servers.as_ref(),
            |found, name, one: i64, other| {
                differ(found, name, Some(one), Some(other));
            },
        );
        rows(
            &mut found,
            "tender",
            self.tenders.as_ref(),
            read.tenders.as_ref(),
            |found, name, one: Tender, other| {
                differ(found, &format!("{name}, amount"), one.amount, other.amount);
                differ(found, &format!("{name}, tips"), one.tips, other.tips);
                differ(found, &format!("{name}, with tips"), one.with_tips, other.with_tips);
            },
        );
        let sold = |found: &mut Vec<String>, name: &str, one: Sold, other: Sold| {
            differ(found, &format!("{name}, quantity"), Some(one.quantity), Some(other.quantity));
            differ(found, &format!("{name}, gross"), one.gross, other.gross);
        };
        rows(&mut found, "item", self.items.as_ref(), read.items.as_ref(), sold);
        rows(&mut found, "category", self.categories.as_ref(), read.categories.as_ref(), sold);
        found
    }
}

fn differ(found: &mut Vec<String>, name: &str, expected: Option<i64>, read: Option<i64>) {
    if let Some(expected) = expected {
        let read = read.unwrap_or(0);
        if expected != read {
            found.push(format!("{name} is {read}, not {expected}"));
        }
    }
}

/// Compares rows of either side; one that is missing holds nothing.
fn rows<K: Ord + std::fmt::Debug, V: Row>(
    found: &mut Vec<String>,
    what: &str,
    expected: Option<&BTreeMap<K, V>>,
    read: Option<&BTreeMap<K, V>>,
    compare: impl Fn(&mut Vec<String>, &str, V, V),
) {
    let Some(expected) = expected else { return };
    let none = BTreeMap::new();
    let read = read.unwrap_or(&none);
    let keys: BTreeSet<&K> = expected.keys().chain(read.keys()).collect();
    for key in keys {
        let value = |side: &BTreeMap<K, V>| side.get(key).copied().unwrap_or(V::NOTHING);
        compare(found, &format!("{what} {key:?}"), value(expected), value(read));
    }
}

/// What a row holds that is not there.
trait Row: Copy {
    /// Zeros.
    const NOTHING: Self;
}

impl Row for i64 {
    const NOTHING: Self = 0;
}

impl Row for Tender {
    const NOTHING: Self = Self { amount: Some(0), tips: Some(0), with_tips: Some(0) };
}

impl Row for Sold {
    const NOTHING: Self = Self { quantity: 0, gross: Some(0) };
}
