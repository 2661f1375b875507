//! The roll-ups: what their rows are split by, and what they add up.

use saffron_core::{BusinessDate, PosId, QuarterHour};

use super::{Dimension, EntryKey, Figures};

/// A location's business date.
pub type Day = (PosId, BusinessDate);

/// The period that a row of a roll-up sums (column `grain`): days as they come in, and months once they are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i16)]
pub enum Period {
    /// A row a business date.
    Day = 0,
    /// A row a month, at its first date: the sum of its days.
    Month = 1,
}

/// A table of sums with the key (location, period, business date, and what it is split by).
pub struct Rollup<K> {
    pub table: &'static str,
    /// What it is split by: names and types of columns.
    pub key: &'static [(&'static str, &'static str)],
    /// Columns of text that follow from the key.
    pub labels: &'static [&'static str],
    /// Whether its key has names that may change; then each row has the day of its last use.
    pub is_named: bool,
    /// The columns that it adds up, `facts` first.
    pub sums: &'static [Sum],
    /// A key as texts, in the order of `key` and `labels`.
    pub texts: fn(&K) -> Vec<String>,
}

/// A column of sums.
pub struct Sum {
    pub name: &'static str,
    /// The figure in this column.
    pub of: fn(&mut Figures) -> &mut i64,
}

impl Sum {
    /// Figures from the values of these columns, by index.
    pub fn read<E>(sums: &[Sum], mut value: impl FnMut(usize) -> Result<i64, E>) -> Result<Figures, E> {
        let mut figures = Figures::default();
        for (index, sum) in sums.iter().enumerate() {
            *(sum.of)(&mut figures) = value(index)?;
        }
        Ok(figures)
    }
}

/// Columns that are named like their figures, or `name => figure`.
macro_rules! sums {
    (@ $name:ident) => { Sum { name: stringify!($name), of: |figures| &mut figures.$name } };
    (@ $name:ident => $figure:ident) => { Sum { name: stringify!($name), of: |figures| &mut figures.$figure } };
    ($($name:ident $(=> $figure:ident)?),* $(,)?) => { &[$(sums!(@ $name $(=> $figure)?)),*] };
}

/// What [`DAYS`] and [`QUARTERS`] add up. The last [`RARE_OF_DAYS`] are 0 in most rows.
static OF_DAYS: &[Sum] = sums![
    facts,
    gross_sales,
    gross_discounts,
    gross_tax,
    gross_voids,
    gross_tips,
    gross_reward_used,
    gross_payment,
    gross_cost,
    gross_labor,
    labor_minutes,
    labor_seconds,
    sales_without_cost,
    checks,
    covers,
    gross_service_charges,
    gross_gratuity,
    gross_deferred,
    gross_redeemed,
    gross_rounding,
    marketplace_tax,
    out_of_balance,
    open_checks,
    open_sales,
    seconds_without_wage
];

/// Columns of [`DAYS`] that are 0 in most rows, at the end of its sums.
pub const RARE_OF_DAYS: usize = 10;

pub static DAYS: Rollup<()> = Rollup {
    table: "rollup_day",
    key: &[],
    labels: &[],
    is_named: false,
    sums: OF_DAYS,
    texts: |()| Vec::new(),
};

pub static QUARTERS: Rollup<QuarterHour> = Rollup {
    table: "rollup_quarter",
    key: &[("quarter", "smallint")],
    labels: &[],
    is_named: false,
    sums: OF_DAYS,
    texts: |quarter| vec![quarter.number().to_string()],
};

/// Items with name, major and minor category as sold.
pub static ITEMS: Rollup<[String; 4]> = Rollup {
    table: "rollup_item",
    key: &[
        ("pos_item_id", "text"),
        ("item_name", "text"),
        ("major_category", "text"),
        ("minor_category", "text"),
    ],
    labels: &[],
    is_named: true,
    sums: sums![facts, quantity, gross_sales, gross_discounts, gross_cost, sales_without_cost],
    texts: |key| key.to_vec(),
};

/// By dimension, member and label.
pub static DIMENSIONS: Rollup<(Dimension, [String; 2])> = Rollup {
    table: "rollup_dimension",
    key: &[("dimension", "smallint"), ("member", "text"), ("label", "text")],
    labels: &[],
    is_named: true,
    sums: sums![
        facts,
        gross_sales,
        gross_discounts,
        gross_voids,
        gross_tips,
        gross_payment,
        source_fee,
        table_minutes,
        checks,
        covers
    ],
    texts: |(dimension, names)| [(*dimension as i16).to_string()].into_iter().chain(names.clone()).collect(),
};

/// By cashier, cashier's name and payment type.
pub static TENDERS: Rollup<[String; 3]> = Rollup {
    table: "rollup_tender",
    key: &[("cashier", "text"), ("cashier_name", "text"), ("payment_type", "text")],
    labels: &[],
    is_named: true,
    sums: sums![facts, payments, amount, tips => gross_tips],
    texts: |key| key.to_vec(),
};

/// By job, employee and employee's name.
pub static LABOR: Rollup<[String; 3]> = Rollup {
    table: "rollup_labor",
    key: &[("job", "text"), ("employee", "text"), ("employee_name", "text")],
    labels: &[],
    is_named: true,
    sums: sums![
        facts, regular_minutes, regular_seconds, overtime_minutes, overtime_seconds, pay => gross_labor,
        tips => declared_tips, seconds_without_wage
    ],
    texts: |key| key.to_vec(),
};

/// By kind of entry and the texts that tell it apart.
pub static ENTRIES: Rollup<EntryKey> = Rollup {
    table: "rollup_entry",
    key: &[("entry", "smallint"), ("entry_id", "text")],
    labels: &EntryKey::COLUMNS,
    is_named: true,
    sums: sums![facts, entries, quantity, amount, tax => gross_tax, cost => gross_cost],
    texts: |key| {
        let id = [(key.kind as i16).to_string(), key.id()];
        id.into_iter().chain(key.texts().iter().cloned()).collect()
    },
};

/// By drawer, employee and employee's name.
pub static CASH: Rollup<[String; 3]> = Rollup {
    table: "rollup_cash",
    key: &[("drawer", "text"), ("employee", "text"), ("employee_name", "text")],
    labels: &[],
    is_named: true,
    sums: sums![
        facts, counts => cash_counts, opening => cash_opening, sales => cash_sales, paid_in => cash_paid_in,
        paid_out => cash_paid_out, drops => cash_drops, expected => cash_expected, counted => cash_counted
    ],
    texts: |key| key.to_vec(),
};
