//! The figures of roll-up rows. Definitions: figures.md. All money in cents.

use std::ops::AddAssign;

use saffron_core::figure::{Column, Columns};

/// A row of sums: every field is added up, and a row of zeros moves nothing.
pub trait Sums: Copy + Default + AddAssign + PartialEq + Send + Sync + 'static {
    /// The columns that hold them, `facts` first.
    const COLUMNS: &'static [&'static str];

    /// How many facts contribute.
    fn facts(&self) -> i64;

    /// The same times `sign`, 1 or -1.
    #[must_use]
    fn signed(self, sign: i64) -> Self;

    /// Adds its values to columns in the order of [`Sums::COLUMNS`].
    fn append_to(&self, columns: &mut [Vec<i64>]);

    /// From values in the order of [`Sums::COLUMNS`].
    fn read<E>(value: impl FnMut(usize) -> Result<i64, E>) -> Result<Self, E>;

    /// Whether adding this changes nothing.
    fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// Declares a row of sums. What stands after `beside` is counted when a report is read, and not stored.
macro_rules! sums {
    (
        $(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident),* $(,)? }
        $(beside { $($(#[$beside_doc:meta])* $beside:ident),* $(,)? })?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name {
            /// How many facts contribute.
            pub facts: i64,
            $($(#[$field_doc])* pub $field: i64,)*
            $($($(#[$beside_doc])* pub $beside: i64,)*)?
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                self.facts += other.facts;
                $(self.$field += other.$field;)*
                $($(self.$beside += other.$beside;)*)?
            }
        }

        impl Sums for $name {
            const COLUMNS: &'static [&'static str] = &["facts", $(stringify!($field)),*];

            fn facts(&self) -> i64 {
                self.facts
            }

            fn signed(self, sign: i64) -> $name {
                $name {
                    facts: self.facts * sign,
                    $($field: self.$field * sign,)*
                    $($($beside: self.$beside * sign,)*)?
                }
            }

            fn append_to(&self, columns: &mut [Vec<i64>]) {
                let values = [self.facts, $(self.$field),*];
                columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
            }

            fn read<E>(mut value: impl FnMut(usize) -> Result<i64, E>) -> Result<$name, E> {
                let mut columns = 0..;
                let mut next = || value(columns.next().unwrap_or(0));
                Ok($name { facts: next()?, $($field: next()?,)* $($($beside: 0,)*)? })
            }
        }
    };
}

sums!(
    /// Of a day or a quarter hour.
    Figures {
        /// Line amounts not voided, before discounts, without tax and tips.
        gross_sales,
        /// Positive.
        gross_discounts,
        /// Tax of lines not voided.
        gross_tax,
        /// Value of voided lines and checks.
        gross_voids,
        /// Tips of payments.
        gross_tips,
        /// Paid with points.
        gross_reward_used,
        /// Payments with tips.
        gross_payment,
        /// Cost of what was sold, where it is known.
        gross_cost,
        /// Pay of closed shifts.
        gross_labor,
        /// Paid minutes of closed shifts.
        labor_minutes,
        /// Their paid seconds beyond whole minutes.
        labor_seconds,
        /// Sales of lines whose cost is not known.
        sales_without_cost,
        /// Checks, without refunds and voids.
        checks,
        /// Guests, without refunds and voids.
        covers,
    }
    beside {
        /// Shifts that nobody has closed yet.
        open_shifts,
        /// Of those, shifts open for longer than is believed.
        not_clocked_out,
    }
);

impl Columns for Figures {
    fn column(&self, column: Column) -> i64 {
        match column {
            Column::GrossSales => self.gross_sales,
            Column::GrossDiscounts => self.gross_discounts,
            Column::GrossTax => self.gross_tax,
            Column::GrossVoids => self.gross_voids,
            Column::GrossTips => self.gross_tips,
            Column::GrossRewardUsed => self.gross_reward_used,
            Column::GrossPayment => self.gross_payment,
            Column::GrossCost => self.gross_cost,
            Column::GrossLabor => self.gross_labor,
            Column::GrossCover => self.covers,
            Column::Checks => self.checks,
            Column::SalesWithoutCost => self.sales_without_cost,
            Column::OpenShifts => self.open_shifts,
            Column::NotClockedOut => self.not_clocked_out,
            Column::LaborSeconds => self.labor_minutes * 60 + self.labor_seconds,
            // Days are not split by items, people, sources, tables or payment types.
            Column::Quantity
            | Column::OvertimeSeconds
            | Column::DeclaredTips
            | Column::SourceFee
            | Column::TableMinutes
            | Column::Payments
            | Column::Amount
            | Column::LocationNetSales => 0,
        }
    }
}

sums!(
    /// Of an item as sold. Quantity in thousandths.
    ItemFigures {
        /// Thousandths.
        quantity,
        /// Before discounts.
        gross_sales,
        /// Its own discounts and its part of the checks'.
        gross_discounts,
        /// Where it is known.
        gross_cost,
        /// Sales of lines whose cost is not known.
        sales_without_cost,
    }
);

sums!(
    /// Of one member of a dimension.
    DimensionFigures {
        /// Before discounts.
        gross_sales,
        /// Positive.
        gross_discounts,
        /// Value of voided lines and checks.
        gross_voids,
        /// Tips of payments.
        gross_tips,
        /// Payments with tips.
        gross_payment,
        /// What the source of an online order keeps.
        source_fee,
        /// Minutes between opening and closing.
        table_minutes,
        /// Without refunds and voids.
        checks,
        /// Without refunds and voids.
        covers,
    }
);

sums!(
    /// Of a payment type at a cashier.
    TenderFigures {
        /// How many, without those of refunds.
        payments,
        /// Without tips.
        amount,
        /// On top.
        tips,
    }
);

sums!(
    /// Of an employee in a job.
    LaborFigures {
        /// Paid at the rate, whole minutes.
        regular_minutes,
        /// Beyond those.
        regular_seconds,
        /// Paid at the overtime rate, whole minutes.
        overtime_minutes,
        /// Beyond those.
        overtime_seconds,
        /// Regular and overtime pay.
        pay,
        /// Declared at the end of the shift.
        tips,
    }
    beside {
        /// Shifts that nobody has closed yet.
        open_shifts,
        /// Of those, shifts open for longer than is believed.
        not_clocked_out,
    }
);
