//! The figures of roll-up rows. Definitions: figures.md. All money in cents.

use std::ops::AddAssign;

/// Declares a row of sums: every field is added up, and a row of zeros moves nothing.
macro_rules! sums {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name {
            /// How many facts contribute.
            pub facts: i64,
            $($(#[$field_doc])* pub $field: i64,)*
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                self.facts += other.facts;
                $(self.$field += other.$field;)*
            }
        }

        impl $name {
            /// The same times `sign`, 1 or -1.
            #[must_use]
            pub fn signed(self, sign: i64) -> $name {
                $name { facts: self.facts * sign, $($field: self.$field * sign,)* }
            }

            /// Whether adding this changes nothing.
            #[must_use]
            pub fn is_zero(&self) -> bool {
                *self == $name::default()
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
        /// Sales of lines whose cost is not known.
        sales_without_cost,
        /// Checks, without refunds and voids.
        checks,
        /// Guests, without refunds and voids.
        covers,
    }
);

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
        /// Paid at the rate.
        regular_minutes,
        /// Paid at the overtime rate.
        overtime_minutes,
        /// Regular and overtime pay.
        pay,
        /// Declared at the end of the shift.
        tips,
    }
);
