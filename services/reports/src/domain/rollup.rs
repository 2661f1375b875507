//! The roll-ups: what their rows are split by, and what they add up.

use saffron_core::{BusinessDate, PosId, Quarter};

use super::{Dimension, DimensionFigures, Figures, ItemFigures, LaborFigures, Sums, TenderFigures};

/// A location's business date.
pub type Day = (PosId, BusinessDate);

/// What the rows of a roll-up lie at in time: days as they come in, and months that are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i16)]
pub enum Grain {
    /// A row a business date.
    Day = 0,
    /// A row a month, at its first date: the sum of its days.
    Month = 1,
}

impl Grain {
    /// As the roll-ups store it.
    #[must_use]
    pub const fn code(self) -> i16 {
        self as i16
    }
}

/// A table of sums with the key (location, grain, business date, and what it is split by).
pub trait Rollup: Send + Sync + 'static {
    /// Its table.
    const TABLE: &'static str;
    /// What it is split by: columns and their types.
    const KEY: &'static [(&'static str, &'static str)];
    /// Whether its key holds names that may change, so that each row keeps its last day.
    const NAMED: bool;
    /// What it is split by.
    type Key: Ord + Clone + Send + Sync;
    /// What it adds up.
    type Sums: Sums;

    /// The key as texts, in the order of [`Rollup::KEY`].
    fn texts(key: &Self::Key) -> Vec<String>;
}

macro_rules! rollup {
    ($(#[$doc:meta])* $name:ident $table:literal $key:ty = [$($column:literal $type:literal),*], named: $named:literal,
     $sums:ty, $texts:expr) => {
        $(#[$doc])*
        pub struct $name;

        impl Rollup for $name {
            const TABLE: &'static str = $table;
            const KEY: &'static [(&'static str, &'static str)] = &[$(($column, $type)),*];
            const NAMED: bool = $named;
            type Key = $key;
            type Sums = $sums;

            fn texts(key: &Self::Key) -> Vec<String> {
                let texts: fn(&$key) -> Vec<String> = $texts;
                texts(key)
            }
        }
    };
}

rollup!(
    /// By day.
    Days "rollup_day" () = [], named: false, Figures, |()| Vec::new()
);
rollup!(
    /// By quarter hour.
    Quarters "rollup_quarter" Quarter = ["quarter" "smallint"], named: false, Figures,
    |quarter| vec![quarter.number().to_string()]
);
rollup!(
    /// By item, name, major and minor category, as sold.
    Items "rollup_item" [String; 4] =
        ["pos_item_id" "text", "item_name" "text", "major_category" "text", "minor_category" "text"],
    named: true, ItemFigures, |key| key.to_vec()
);
rollup!(
    /// By dimension, member and label.
    Dimensions "rollup_dimension" (Dimension, [String; 2]) = ["dimension" "smallint", "member" "text", "label" "text"],
    named: true, DimensionFigures,
    |(dimension, names)| [dimension.code().to_string()].into_iter().chain(names.iter().cloned()).collect()
);
rollup!(
    /// By cashier, cashier's name and payment type.
    Tenders "rollup_tender" [String; 3] = ["cashier" "text", "cashier_name" "text", "payment_type" "text"],
    named: true, TenderFigures, |key| key.to_vec()
);
rollup!(
    /// By job, employee and employee's name.
    Labor "rollup_labor" [String; 3] = ["job" "text", "employee" "text", "employee_name" "text"],
    named: true, LaborFigures, |key| key.to_vec()
);
