use saffron_core::figure::{Column, Columns};

use crate::reports::{Sums, Tender};

impl Columns for Sums {
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
            Column::GrossCover => self.gross_cover,
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
            Column::LaborSeconds => self.labor_minutes * 60 + self.labor_seconds,
            Column::OvertimeSeconds => self.overtime_minutes * 60 + self.overtime_seconds,
            Column::DeclaredTips => self.declared_tips,
            Column::SourceFee => self.source_fee,
            Column::TableMinutes => self.table_minutes,
            Column::Payments => self.tenders.iter().map(|tender| tender.payments).sum(),
            Column::Amount => self.amount + self.tenders.iter().map(|tender| tender.amount).sum::<i64>(),
            Column::Entries => self.entries,
            Column::LocationNetSales => self.location_net_sales,
        }
    }
}

macro_rules! added {
    ($($field:ident)*) => {
        impl Sums {
            /// Adds another row's sums; payments by their type.
            pub fn add(&mut self, other: &Sums) {
                let Sums { $($field,)* tenders } = other;
                $(self.$field += $field;)*
                self.labor_minutes += self.labor_seconds / 60;
                self.labor_seconds %= 60;
                self.overtime_minutes += self.overtime_seconds / 60;
                self.overtime_seconds %= 60;
                for tender in tenders {
                    self.add_tender(tender);
                }
            }
        }
    };
}

added!(
    gross_sales gross_discounts gross_tax gross_voids gross_tips gross_reward_used gross_payment gross_cost
    gross_labor gross_cover checks sales_without_cost open_shifts not_clocked_out quantity labor_minutes
    overtime_minutes declared_tips source_fee table_minutes location_net_sales labor_seconds overtime_seconds
    gross_service_charges gross_gratuity gross_deferred gross_redeemed gross_rounding marketplace_tax out_of_balance
    amount entries open_checks open_sales cash_counts cash_opening cash_sales cash_paid_in cash_paid_out cash_drops
    cash_expected cash_counted seconds_without_wage
);

impl Sums {
    fn add_tender(&mut self, tender: &Tender) {
        match self.tenders.iter_mut().find(|known| known.payment_type == tender.payment_type) {
            Some(known) => {
                known.payments += tender.payments;
                known.amount += tender.amount;
                known.tips += tender.tips;
            }
            None => self.tenders.push(tender.clone()),
        }
    }
}
