use std::collections::BTreeSet;

use jiff::civil::DateTime;
use saffron_core::fact::{Check, Label, Person};
use saffron_core::{BusinessDate, CheckId, PosId};

use super::Figures;

/// A check in a list. Money in cents, empty texts where the check has none.
#[derive(Debug, Clone)]
pub struct CheckRow {
    pub pos_id: PosId,
    pub pos_check_id: CheckId,
    pub business_date: BusinessDate,
    /// Wall time.
    pub open_time: DateTime,
    /// Wall time.
    pub close_time: DateTime,
    pub gross_sales: i64,
    pub gross_discounts: i64,
    pub gross_tax: i64,
    pub gross_tips: i64,
    pub gross_payment: i64,
    pub covers: i32,
    pub table_name: String,
    /// The server of the table.
    pub employee_id: String,
    pub employee_name: String,
    pub order_type: String,
    /// Each once.
    pub payment_types: Vec<String>,
    pub voided: bool,
    /// Payments less what was due.
    pub out_of_balance: i64,
    /// A set of the bits of [`saffron_core::fact::CheckException`].
    pub exceptions: i16,
    /// The check that it refunds.
    pub refund_of: String,
}

/// The most reasons of a check that lists are searched by.
const MOST_REASONS: usize = 20;

/// Why a check was voided or discounted, who approved it, and the names of its discounts: each once, the first ones.
#[must_use]
pub fn reasons(check: &Check) -> Vec<&str> {
    fn label(label: &Option<Label>) -> Option<&str> {
        label.as_ref().map(Label::as_str)
    }
    fn name(person: &Option<Person>) -> Option<&str> {
        person.as_ref().map(|person| person.name.as_str())
    }
    let lines = check.lines.iter().flat_map(|line| {
        let discounts = line.discounts.iter();
        let discounts =
            discounts.flat_map(|one| [Some(one.name.as_str()), label(&one.reason), name(&one.approved_by)]);
        [label(&line.reason), name(&line.approved_by)].into_iter().chain(discounts)
    });
    let discounts = check.discounts.iter();
    let discounts =
        discounts.flat_map(|one| [Some(one.name.as_str()), label(&one.reason), name(&one.approved_by)]);
    let own = [label(&check.reason), name(&check.approved_by)];
    let all = own.into_iter().chain(discounts).chain(lines).flatten().filter(|text| !text.is_empty());
    let all: BTreeSet<&str> = all.collect();
    all.into_iter().take(MOST_REASONS).collect()
}

impl CheckRow {
    #[must_use]
    pub fn of(pos_id: &PosId, check: &Check) -> CheckRow {
        let totals = Figures::of_check(check);
        let employee = check.employee.as_ref();
        let types: BTreeSet<&str> = check.payments.iter().map(|payment| payment.tender.as_str()).collect();
        CheckRow {
            pos_id: pos_id.clone(),
            pos_check_id: check.id.clone(),
            business_date: check.business_date,
            open_time: check.opened.wall,
            close_time: check.closed.wall,
            gross_sales: totals.gross_sales,
            gross_discounts: totals.gross_discounts,
            gross_tax: totals.gross_tax,
            gross_tips: totals.gross_tips,
            gross_payment: totals.gross_payment,
            covers: i32::try_from(check.covers).unwrap_or(i32::MAX),
            table_name: check.table.as_ref().map(ToString::to_string).unwrap_or_default(),
            employee_id: employee.map(|person| person.id.to_string()).unwrap_or_default(),
            employee_name: employee.map(|person| person.name.to_string()).unwrap_or_default(),
            order_type: check.order_type.as_ref().map(ToString::to_string).unwrap_or_default(),
            payment_types: types.into_iter().map(str::to_owned).collect(),
            voided: check.voided,
            out_of_balance: totals.out_of_balance,
            exceptions: check.exceptions(),
            refund_of: check.refund_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }
}
