use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::DateTime;
use saffron_core::cursor::Cursor;
use saffron_core::fact::{Check, CheckException, Discount, Label, Modifier, NamedTax, Person};
use saffron_core::figure::NET_SALES;
use saffron_core::time::public_time;
use saffron_core::{BusinessDate, CheckId, Code, Error, Money, PosId, Span, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{List, Page};
use saffron_kit::pg::Database;
use saffron_proto::reports::{
    self as proto, CheckDiscount, CheckLine, CheckModifier, CheckPayment, CheckSummary, CheckTax,
    FindChecksRequest, FindChecksResponse, GetCheckRequest, GetCheckResponse, GetGiftCardsRequest,
    GetGiftCardsResponse, GiftCardLiability, ListChecksRequest, ListChecksResponse, ListOpenChecksRequest,
    ListOpenChecksResponse, Sums,
};

use crate::domain::{CheckRow, same_range};
use crate::store::{self, FoundKey, OpenKey, Search};

/// The checks of a location.
pub struct CheckList {
    database: Database,
    pos_id: PosId,
    span: Span,
    search: Option<Search>,
    only_exceptions: bool,
    with_payments: bool,
}

impl CheckList {
    pub fn of(
        database: Database,
        caller: &Caller,
        message: &ListChecksRequest,
        now: Timestamp,
    ) -> Result<CheckList, Fault> {
        let scope = message.scope.clone().unwrap_or_default();
        let locations = caller.scope(&scope.pos_ids)?;
        let ranges = same_range(locations, &scope.start_date, &scope.end_date, now)?;
        let mut ranges = ranges.into_iter();
        let (Some((pos_id, (_, span))), None) = (ranges.next(), ranges.next()) else {
            return Err(Error::invalid("posID", "Please select location to view sales history.").into());
        };
        let search = Search::parse(&message.search)?;
        let (only_exceptions, with_payments) = (message.only_exceptions, message.with_payments);
        Ok(CheckList { database, pos_id, span, search, only_exceptions, with_payments })
    }

    /// The facts of a page by check, where its rows name their payments. A check that changed meanwhile may lack its own.
    async fn facts(&self, page: &[CheckRow]) -> Result<BTreeMap<CheckId, Check>, Fault> {
        let dates = || page.iter().map(|row| row.business_date);
        let (Some(from), Some(to), true) = (dates().min(), dates().max(), self.with_payments) else {
            return Ok(BTreeMap::new());
        };
        let ids: Vec<&CheckId> = page.iter().map(|row| &row.pos_check_id).collect();
        let facts = store::facts_of_checks(&self.database, &self.pos_id, Span { from, to }, &ids).await?;
        Ok(facts.into_iter().map(|check| (check.id.clone(), check)).collect())
    }
}

impl List for CheckList {
    type Key = (BusinessDate, DateTime, CheckId);
    type Piece = ListChecksResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Page<Self>, Fault> {
        let wanted = (self.search.as_ref(), self.only_exceptions);
        let page =
            store::page_of_checks(&self.database, &self.pos_id, self.span, wanted, after, limit).await?;
        let facts = self.facts(&page).await?;
        let rows = page.into_iter().map(|row| {
            let key = (row.business_date, row.close_time, row.pos_check_id.clone());
            let fact = facts.get(&row.pos_check_id);
            (key, with_payments(summary(row), fact))
        });
        Ok(rows.collect())
    }
}

/// A row with what the payments of its check say of other processors.
fn with_payments(row: CheckSummary, check: Option<&Check>) -> CheckSummary {
    let payments = check.map(|check| check.payments.as_slice()).unwrap_or_default();
    let processors: BTreeSet<String> =
        payments.iter().filter_map(|payment| payment.processor.as_ref()).map(ToString::to_string).collect();
    let ids = payments.iter().filter_map(|payment| payment.payment_id.as_ref()).map(ToString::to_string);
    CheckSummary {
        processors: processors.into_iter().collect(),
        payment_ids: ids.collect(),
        processor_fee: payments
            .iter()
            .filter_map(|payment| payment.fee.map(Money::cents))
            .reduce(|a, b| a + b),
        ..row
    }
}

/// A page of the caller's open checks.
pub async fn list_open_checks(
    database: &Database,
    caller: &Caller,
    message: &ListOpenChecksRequest,
) -> Result<ListOpenChecksResponse, Fault> {
    let limit = page_limit(message.limit)?;
    let after = Cursor::<OpenKey>::parse(&message.cursor)?.map(|cursor| cursor.0);
    let locations = scope(caller, &message.pos_id)?;
    let mut rows = store::open_checks(database, &locations, after.as_ref(), limit as i64 + 1).await?;
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let key = |row: &CheckRow| (row.open_time, row.pos_id.clone(), row.pos_check_id.clone());
    let next_cursor =
        rows.last().filter(|_| has_more).map(|row| Cursor(key(row)).to_string()).unwrap_or_default();
    let checks = rows.into_iter().map(|row| CheckSummary { open: true, ..summary(row) }).collect();
    Ok(ListOpenChecksResponse { checks, next_cursor })
}

/// What guests hold on gift cards of the caller's locations.
pub async fn get_gift_cards(
    database: &Database,
    caller: &Caller,
    message: &GetGiftCardsRequest,
) -> Result<GetGiftCardsResponse, Fault> {
    let until = parse_field("endDate", &message.end_date)?;
    let locations = scope(caller, &message.pos_id)?;
    let found = store::gift_card_liabilities(database, &locations, until).await?.into_iter();
    let liabilities = found.map(|of| GiftCardLiability {
        pos_id: of.pos_id.to_string(),
        sold: of.sold,
        redeemed: of.redeemed,
        outstanding: of.sold - of.redeemed,
        since: of.since.map(|date| date.to_string()).unwrap_or_default(),
    });
    Ok(GetGiftCardsResponse { locations: liabilities.collect() })
}

/// The location with this id, or all of the caller's where there is none.
fn scope(caller: &Caller, pos_id: &str) -> Result<Vec<PosId>, Fault> {
    let wanted: Vec<String> = Some(pos_id.to_owned()).filter(|id| !id.is_empty()).into_iter().collect();
    Ok(caller.scope(&wanted)?.into_keys().collect())
}

/// The number of checks on a page.
fn page_limit(limit: i32) -> Result<usize, Error> {
    let limit = match limit {
        0 => FOUND.0,
        limit if (1..=FOUND.1).contains(&limit) => limit,
        _ => return Err(Error::invalid("limit", format!("must lie between 1 and {}", FOUND.1))),
    };
    Ok(usize::try_from(limit).unwrap_or_default())
}

fn summary(row: CheckRow) -> CheckSummary {
    let sums = Sums { gross_sales: row.gross_sales, gross_discounts: row.gross_discounts, ..Sums::default() };
    CheckSummary {
        net_sales: NET_SALES.value_or_zero(&sums),
        pos_id: row.pos_id.into(),
        pos_check_id: row.pos_check_id.into(),
        business_date: row.business_date.to_string(),
        open_time: public_time(row.open_time),
        close_time: public_time(row.close_time),
        gross_sales: row.gross_sales,
        gross_discounts: row.gross_discounts,
        gross_tax: row.gross_tax,
        gross_tips: row.gross_tips,
        gross_payment: row.gross_payment,
        gross_cover: i64::from(row.covers),
        table: row.table_name,
        employee_id: row.employee_id,
        employee_name: row.employee_name,
        order_type: row.order_type,
        payment_types: row.payment_types,
        voided: row.voided,
        refund_of: row.refund_of,
        open: false,
        out_of_balance: row.out_of_balance,
        exceptions: CheckException::of(row.exceptions).map(|exception| exception.to_string()).collect(),
        ..CheckSummary::default()
    }
}

/// Checks found on a page without a limit, and the most of one.
const FOUND: (i32, i32) = (20, 100);

/// Checks of all dates at the caller's locations; the nearest ones, if nothing matches an amount.
pub async fn find_checks(
    database: &Database,
    caller: &Caller,
    message: &FindChecksRequest,
) -> Result<FindChecksResponse, Fault> {
    let search = Search::parse(&message.search)?.ok_or_else(|| Error::invalid("search", "is missing"))?;
    let limit = page_limit(message.limit)?;
    let after = Cursor::<FoundKey>::parse(&message.cursor)?.map(|cursor| cursor.0);
    let visits = message.visits.iter().map(|visit| {
        Ok((parse_field("posID", &visit.pos_id)?, parse_field("posCheckID", &visit.pos_check_id)?))
    });
    let visits = visits.collect::<Result<Vec<(PosId, CheckId)>, Error>>()?;
    let mine: Vec<PosId> = caller.locations.keys().cloned().collect();
    let mut rows =
        store::find_checks(database, &mine, &search, &visits, after.as_ref(), limit as i64 + 1).await?;
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let key =
        |row: &CheckRow| (row.business_date, row.close_time, (row.pos_id.clone(), row.pos_check_id.clone()));
    let next_cursor =
        rows.last().filter(|_| has_more).map(|row| Cursor(key(row)).to_string()).unwrap_or_default();
    let near = search.amount().filter(|_| rows.is_empty() && after.is_none());
    if let Some(cents) = near {
        rows = store::nearest_checks(database, &mine, cents).await?;
    }
    let checks = rows.into_iter().map(summary).collect();
    Ok(FindChecksResponse { checks, next_cursor, nearest: near.is_some() })
}

/// One check with its lines and payments.
pub async fn get_check(
    database: &Database,
    caller: &Caller,
    message: &GetCheckRequest,
) -> Result<GetCheckResponse, Fault> {
    let check_id: CheckId =
        message.pos_check_id.parse().map_err(|e| Error::invalid("posCheckID", format!("{e}")))?;
    let pos_id = locate(database, caller, &message.pos_id, &check_id).await?;
    let (check, closed) = store::find_check(database, &pos_id, &check_id).await?.ok_or_else(no_such_check)?;
    Ok(check_response(&pos_id, &check, closed))
}

fn no_such_check() -> Error {
    Error { field: Some("posCheckID".into()), ..Error::new(Code::NotFound, "There is no such check.") }
}

/// The location of a check: the named one, otherwise the only location of the caller that has such a check.
async fn locate(
    database: &Database,
    caller: &Caller,
    pos_id: &str,
    check_id: &CheckId,
) -> Result<PosId, Fault> {
    let several = "Several of your locations have such a check: say which.";
    if !pos_id.is_empty() {
        return Ok(caller.location(pos_id, several)?.0);
    }
    let mine: Vec<PosId> = caller.locations.keys().cloned().collect();
    let mut found = store::locations_with_check(database, &mine, check_id).await?.into_iter();
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(no_such_check().into()),
        _ => Err(Error::invalid("posID", several).into()),
    }
}

fn check_response(pos_id: &PosId, check: &Check, closed: bool) -> GetCheckResponse {
    let lines = check.lines.iter().map(|line| CheckLine {
        pos_item_id: line.item.to_string(),
        item_name: line.name.to_string(),
        major_category: text(&line.major_category),
        minor_category: text(&line.minor_category),
        quantity: line.quantity.milli(),
        price: line.price.cents(),
        amount: line.amount.cents(),
        cost: line.cost.map(Money::cents),
        discount: line.discount.cents(),
        tax: line.tax.cents(),
        voided: line.voided,
        deferred: line.deferred,
        tax_included: line.holds_tax,
        discounts: line.discounts.iter().map(discount).collect(),
        modifiers: line.modifiers.iter().map(modifier).collect(),
        reason: text(&line.reason),
        approved_by: name(&line.approved_by),
    });
    let payments = check.payments.iter().map(|payment| CheckPayment {
        r#type: payment.tender.to_string(),
        amount: payment.amount.cents(),
        tip: payment.tip.cents(),
        gift_card: payment.redeems(),
        processor: text(&payment.processor),
        payment_id: text(&payment.payment_id),
        fee: payment.fee.map(Money::cents),
    });
    // A voided check keeps nothing but its value.
    let charges = check.service_charges.iter().filter(|_| !check.voided).map(|charge| proto::ServiceCharge {
        name: charge.name.to_string(),
        kind: charge.kind.to_string(),
        amount: charge.amount.cents(),
        tax: charge.tax.cents(),
    });
    let totals = check.totals();
    GetCheckResponse {
        check: Some(CheckSummary { open: !closed, ..summary(CheckRow::of(pos_id, check)) }),
        cashier_name: name(&check.cashier),
        revenue_center: text(&check.revenue_center),
        order_input_type: text(&check.order_input_type),
        order_source: text(&check.order_source),
        reward_used: check.reward_used.cents(),
        promo_code: text(&check.promo_code),
        lines: lines.collect(),
        payments: payments.collect(),
        service_charges: charges.collect(),
        gross_deferred: totals.deferred.cents(),
        gross_rounding: totals.rounding.cents(),
        marketplace_tax: totals.marketplace_tax.cents(),
        out_of_balance: totals.out_of_balance.cents(),
        discounts: check.discounts.iter().map(discount).collect(),
        taxes: check.taxes.iter().filter(|_| !check.voided).map(tax).collect(),
        reason: text(&check.reason),
        approved_by: name(&check.approved_by),
        sent_check_id: check.sent_id.clone().unwrap_or_default(),
    }
}

fn discount(discount: &Discount) -> CheckDiscount {
    CheckDiscount {
        name: discount.name.to_string(),
        kind: discount.kind.to_string(),
        amount: discount.amount.cents(),
        reason: text(&discount.reason),
        approved_by: name(&discount.approved_by),
    }
}

fn modifier(modifier: &Modifier) -> CheckModifier {
    CheckModifier {
        name: modifier.name.to_string(),
        quantity: modifier.quantity.milli(),
        amount: modifier.amount.cents(),
        cost: modifier.cost.map(Money::cents),
    }
}

fn tax(tax: &NamedTax) -> CheckTax {
    CheckTax {
        name: tax.name.to_string(),
        amount: tax.amount.cents(),
        collected_by: tax.collected_by.to_string(),
    }
}

fn text(label: &Option<Label>) -> String {
    label.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn name(person: &Option<Person>) -> String {
    person.as_ref().map(|of| of.name.to_string()).unwrap_or_default()
}
