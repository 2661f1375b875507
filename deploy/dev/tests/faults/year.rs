//! The year of real orders, summed straight from the file.

use std::collections::BTreeMap;

use saffron_core::Money;

/// Sales of each day of the file, in cents.
pub struct Year {
    pub days: BTreeMap<String, i64>,
    pub checks: u64,
}

impl Year {
    pub fn file() -> String {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../sandbox/data/pizzaplace.csv").to_owned()
    }

    pub fn read() -> Self {
        let mut days = BTreeMap::new();
        let mut orders = std::collections::BTreeSet::new();
        let mut reader = csv::Reader::from_path(Self::file()).unwrap();
        for row in reader.deserialize::<BTreeMap<String, String>>() {
            let row = row.unwrap();
            let price: Money = row["price"].parse().unwrap();
            *days.entry(row["date"].clone()).or_default() += price.cents();
            orders.insert(row["id"].clone());
        }
        let year = Self { days, checks: orders.len() as u64 };
        assert_eq!(
            (year.days.values().sum::<i64>(), year.checks, year.days.len()),
            (81_786_005, 21_350, 358)
        );
        year
    }
}
