use jiff::Timestamp;
use saffron_core::figure::NET_SALES;
use saffron_core::time::public_time;
use saffron_core::{CheckId, Code, Error, PosId, Span};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::reports::list_checks_response::Part;
use saffron_proto::reports::{
    CheckLine, CheckPayment, CheckSummary, GetCheckRequest, GetCheckResponse, ListChecksRequest,
    ListChecksResponse, Sums,
};

use crate::domain::{Movement, same_range};
use crate::store::{self, CheckRow, Cursor, Search};

/// A list of checks that was asked for.
pub struct CheckList {
    pos_id: PosId,
    span: Span,
    search: Option<Search>,
}

impl CheckList {
    /// Checks the request: the list, where it begins, and how long it is.
    pub fn of(
        caller: &Caller,
        message: ListChecksRequest,
        now: Timestamp,
    ) -> Result<(CheckList, Option<Cursor>, Option<usize>), Error> {
        let scope = message.scope.unwrap_or_default();
        let locations = caller.scope(&scope.pos_ids)?;
        let ranges = same_range(locations, &scope.start_date, &scope.end_date, now)?;
        let mut ranges = ranges.into_iter();
        let (Some((pos_id, (_, span))), None) = (ranges.next(), ranges.next()) else {
            return Err(Error::invalid("posID", "Please select location to view sales history."));
        };
        let after = list::after(&message.cursor, Cursor::parse)?;
        let search = Search::parse(&message.search)?;
        Ok((CheckList { pos_id, span, search }, after, list::limit(message.limit)?))
    }
}

impl List for CheckList {
    type Row = CheckRow;
    type Cursor = Cursor;
    type Part = ListChecksResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&Cursor>,
        limit: i64,
    ) -> Result<Vec<CheckRow>, Fault> {
        store::page_of_checks(database, &self.pos_id, self.span, self.search.as_ref(), after, limit).await
    }

    fn cursor(&self, row: &CheckRow) -> Result<Cursor, Fault> {
        Cursor::at(row)
    }

    fn row(&self, row: CheckRow) -> ListChecksResponse {
        ListChecksResponse { part: Some(Part::Check(summary(&self.pos_id, row))) }
    }

    fn next(cursor: String) -> ListChecksResponse {
        ListChecksResponse { part: Some(Part::NextCursor(cursor)) }
    }
}

fn summary(pos_id: &PosId, row: CheckRow) -> CheckSummary {
    let sums = Sums { gross_sales: row.gross_sales, gross_discounts: row.gross_discounts, ..Sums::default() };
    CheckSummary {
        net_sales: NET_SALES.value_or_zero(&sums),
        pos_id: pos_id.to_string(),
        pos_check_id: row.check_id,
        business_date: row.business_date.to_string(),
        open_time: public_time(row.open_time),
        close_time: public_time(row.close_time),
        gross_sales: row.gross_sales,
        gross_discounts: row.gross_discounts,
        gross_tax: row.gross_tax,
        gross_tips: row.gross_tips,
        gross_payment: row.gross_payment,
        gross_cover: i64::from(row.covers),
        table: row.table,
        employee_id: row.employee_id,
        employee_name: row.employee_name,
        order_type: row.order_type,
        payment_types: row.payment_types,
        voided: row.voided,
        refund_of: row.refund_of,
    }
}

/// One check with its lines and payments.
pub async fn one(
    database: &Database,
    caller: &Caller,
    message: GetCheckRequest,
) -> Result<GetCheckResponse, Fault> {
    let check_id: CheckId =
        message.pos_check_id.parse().map_err(|e| Error::invalid("posCheckID", format!("{e}")))?;
    let not_there = || Error {
        field: Some("posCheckID".into()),
        ..Error::new(Code::NotFound, "There is no such check.")
    };
    let pos_id: PosId = if message.pos_id.is_empty() {
        let mine: Vec<String> = caller.locations.keys().map(ToString::to_string).collect();
        let mut found = store::locations_with_check(database, &mine, &check_id).await?.into_iter();
        match (found.next(), found.next()) {
            (Some(only), None) => only.parse().map_err(|_| not_there())?,
            (None, _) => return Err(not_there().into()),
            _ => {
                return Err(Error::invalid(
                    "posID",
                    "Several of your locations have such a check: say which.",
                )
                .into());
            }
        }
    } else {
        let pos_id = message.pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
        caller.zone(&pos_id)?;
        pos_id
    };
    let check = store::find_check(database, &pos_id, &check_id).await?.ok_or_else(not_there)?;
    let totals = Movement::totals(&check);
    let text = |label: &Option<_>| label.as_ref().map(ToString::to_string).unwrap_or_default();
    let types: std::collections::BTreeSet<String> =
        check.payments.iter().map(|payment| payment.tender.to_string()).collect();
    Ok(GetCheckResponse {
        check: Some(CheckSummary {
            pos_id: pos_id.to_string(),
            pos_check_id: check.id.to_string(),
            business_date: check.business_date.to_string(),
            open_time: public_time(check.opened.wall),
            close_time: public_time(check.closed.wall),
            gross_sales: totals.gross_sales,
            net_sales: NET_SALES.value_or_zero(&totals),
            gross_discounts: totals.gross_discounts,
            gross_tax: totals.gross_tax,
            gross_tips: totals.gross_tips,
            gross_payment: totals.gross_payment,
            gross_cover: i64::from(check.covers),
            table: text(&check.table),
            employee_id: check.employee.as_ref().map(|person| person.id.to_string()).unwrap_or_default(),
            employee_name: check.employee.as_ref().map(|person| person.name.to_string()).unwrap_or_default(),
            order_type: text(&check.order_type),
            payment_types: types.into_iter().collect(),
            voided: check.voided,
            refund_of: check.refund_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        }),
        cashier_name: check.cashier.as_ref().map(|person| person.name.to_string()).unwrap_or_default(),
        revenue_center: text(&check.revenue_center),
        order_input_type: text(&check.order_input_type),
        order_source: text(&check.order_source),
        reward_used: check.reward_used.cents(),
        promo_code: text(&check.promo_code),
        lines: check
            .lines
            .iter()
            .map(|line| CheckLine {
                pos_item_id: line.item.to_string(),
                item_name: line.name.to_string(),
                major_category: text(&line.major_category),
                minor_category: text(&line.minor_category),
                quantity: line.quantity.milli(),
                price: line.price.cents(),
                amount: line.amount.cents(),
                cost: line.cost.map(saffron_core::Money::cents),
                discount: line.discount.cents(),
                tax: line.tax.cents(),
                voided: line.voided,
            })
            .collect(),
        payments: check
            .payments
            .iter()
            .map(|payment| CheckPayment {
                r#type: payment.tender.to_string(),
                amount: payment.amount.cents(),
                tip: payment.tip.cents(),
            })
            .collect(),
    })
}
