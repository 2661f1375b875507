//! The sums of roll-up rows. Money in cents.

use std::ops::AddAssign;

use saffron_core::figure::{Column, Columns};

macro_rules! figures {
    ($($(#[$doc:meta])* $field:ident,)*) => {
        /// A row of sums. Each roll-up stores some of them; the others are 0 in its rows.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Figures {
            $($(#[$doc])* pub $field: i64,)*
        }

        impl AddAssign<&Figures> for Figures {
            fn add_assign(&mut self, other: &Figures) {
                $(self.$field += other.$field;)*
            }
        }

        impl AddAssign for Figures {
            fn add_assign(&mut self, other: Figures) {
                *self += &other;
            }
        }

        impl Figures {
            /// The same times `sign`, 1 or -1.
            #[must_use]
            pub const fn signed(self, sign: i64) -> Figures {
                Figures { $($field: self.$field * sign,)* }
            }
        }
    };
}

figures!(
    /// Facts that contribute.
    facts,
    /// Line amounts not voided, before discounts, without tax and tips.
    gross_sales,
    /// Discounts of lines and checks, as a positive number.
    gross_discounts,
    /// Tax of lines not voided.
    gross_tax,
    /// Value of voided lines and checks.
    gross_voids,
    /// Tips of payments.
    gross_tips,
    /// Paid with rewards.
    gross_reward_used,
    /// Payments with tips.
    gross_payment,
    /// Fees and delivery charges.
    gross_service_charges,
    /// Service charges that belong to the staff.
    gross_gratuity,
    /// Gift cards and deposits sold.
    gross_deferred,
    /// Paid with gift cards and deposits.
    gross_redeemed,
    /// What checks were rounded by.
    gross_rounding,
    /// Tax that marketplaces owe.
    marketplace_tax,
    /// Payments less what was due.
    out_of_balance,
    /// Checks that are not closed yet.
    open_checks,
    /// Net sales of checks that are not closed yet.
    open_sales,
    /// Cash drawers that were counted.
    cash_counts,
    /// In drawers at their opening.
    cash_opening,
    /// Cash payments less cash refunds, by the POS.
    cash_sales,
    /// Put into drawers beside sales.
    cash_paid_in,
    /// Taken out of drawers for expenses.
    cash_paid_out,
    /// Taken out of drawers to the safe.
    cash_drops,
    /// What should be in drawers.
    cash_expected,
    /// What is in drawers.
    cash_counted,
    /// Cost of items sold, of lines with a cost.
    gross_cost,
    /// Pay of closed shifts.
    gross_labor,
    /// Paid minutes of closed shifts.
    labor_minutes,
    /// Paid seconds of closed shifts beyond whole minutes.
    labor_seconds,
    /// Sales of lines without a cost.
    sales_without_cost,
    /// Paid time of shifts without a wage, seconds.
    seconds_without_wage,
    /// Checks, without refunds and voids.
    checks,
    /// Guests, without refunds and voids.
    covers,
    /// Pieces in thousandths.
    quantity,
    /// Fee of the platform of an online order.
    source_fee,
    /// Minutes between the opening and the closing of checks.
    table_minutes,
    /// Payments, without those of refunds.
    payments,
    /// Payments without tips; of entries of checks, their amounts.
    amount,
    /// Entries of checks, without those of refunds.
    entries,
    /// Time paid at the regular rate, whole minutes.
    regular_minutes,
    /// Seconds at the regular rate beyond whole minutes.
    regular_seconds,
    /// Time paid at the overtime rate, whole minutes.
    overtime_minutes,
    /// Seconds at the overtime rate beyond whole minutes.
    overtime_seconds,
    /// Tips declared at the end of the shift.
    declared_tips,
    /// Shifts that are not closed yet: counted when a report is read, and not stored.
    open_shifts,
    /// Open shifts that are open for more than 16 hours.
    not_clocked_out,
);

impl Figures {
    /// Whether every sum is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Figures::default()
    }

    /// Pay in cents and paid time in seconds of one shift, or of a part of it, for its day.
    #[must_use]
    pub fn of_labor(pay: i64, seconds: i64) -> Figures {
        let (labor_minutes, labor_seconds) = (seconds / 60, seconds % 60);
        Figures { facts: 1, gross_labor: pay, labor_minutes, labor_seconds, ..Figures::default() }
    }

    /// The same figures of a shift whose wage is known, or not: then the paid time is without one.
    #[must_use]
    pub const fn with_wage(self, is_known: bool) -> Figures {
        Figures { seconds_without_wage: if is_known { 0 } else { self.paid_time() }, ..self }
    }

    /// The same figures with paid time of an employee in a job, seconds.
    #[must_use]
    pub fn with_time(self, regular: i64, overtime: i64) -> Figures {
        Figures {
            regular_minutes: regular / 60,
            regular_seconds: regular % 60,
            overtime_minutes: overtime / 60,
            overtime_seconds: overtime % 60,
            ..self
        }
    }

    /// A discount of checks without a valid line, which reports show in a row of its own; none for a discount of 0.
    #[must_use]
    pub fn unassigned(discount: i64) -> Option<Figures> {
        (discount != 0).then(|| Figures { facts: 1, gross_discounts: discount, ..Figures::default() })
    }

    /// Paid time at the overtime rate, seconds.
    #[must_use]
    pub const fn overtime(&self) -> i64 {
        self.overtime_minutes * 60 + self.overtime_seconds
    }

    /// All paid time, seconds.
    #[must_use]
    pub const fn paid_time(&self) -> i64 {
        let of_days = self.labor_minutes * 60 + self.labor_seconds;
        of_days + self.regular_minutes * 60 + self.regular_seconds + self.overtime()
    }
}

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
            Column::GrossServiceCharges => self.gross_service_charges,
            Column::GrossGratuity => self.gross_gratuity,
            Column::GrossDeferred => self.gross_deferred,
            Column::GrossRedeemed => self.gross_redeemed,
            Column::GrossRounding => self.gross_rounding,
            Column::MarketplaceTax => self.marketplace_tax,
            Column::OutOfBalance => self.out_of_balance,
            Column::GrossCost => self.gross_cost,
            Column::GrossLabor => self.gross_labor,
            Column::GrossCover => self.covers,
            Column::Checks => self.checks,
            Column::SalesWithoutCost => self.sales_without_cost,
            Column::SecondsWithoutWage => self.seconds_without_wage,
            Column::OpenChecks => self.open_checks,
            Column::OpenSales => self.open_sales,
            Column::CashCounts => self.cash_counts,
            Column::CashOpening => self.cash_opening,
            Column::CashSales => self.cash_sales,
            Column::CashPaidIn => self.cash_paid_in,
            Column::CashPaidOut => self.cash_paid_out,
            Column::CashDrops => self.cash_drops,
            Column::CashExpected => self.cash_expected,
            Column::CashCounted => self.cash_counted,
            Column::OpenShifts => self.open_shifts,
            Column::NotClockedOut => self.not_clocked_out,
            Column::Quantity => self.quantity,
            Column::LaborSeconds => self.paid_time(),
            Column::OvertimeSeconds => self.overtime(),
            Column::DeclaredTips => self.declared_tips,
            Column::SourceFee => self.source_fee,
            Column::TableMinutes => self.table_minutes,
            Column::Payments => self.payments,
            Column::Amount => self.amount,
            Column::Entries => self.entries,
            // A sum over the location's day, not of one row.
            Column::LocationNetSales => 0,
        }
    }
}
