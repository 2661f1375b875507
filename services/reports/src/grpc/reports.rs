//! The calls of owners, and reports as messages: the sums of each row and side, ordered by date, members and location.

use std::collections::{BTreeMap, HashMap};

use futures::{StreamExt as _, stream};
use jiff::Timestamp;
use saffron_core::figure::NET_SALES;
use saffron_core::{BusinessDate, Clock, Error, PosId, QuarterHour, Span};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, answer};
use saffron_kit::pg::Database;
use saffron_proto::reports::reports_service_server::ReportsService;
use saffron_proto::reports::{
    self as proto, ComparedDays, ExportChecksRequest, ExportChecksResponse, FindChecksRequest,
    FindChecksResponse, GetCheckRequest, GetCheckResponse, GetDateMoveRequest, GetDateMoveResponse,
    GetGiftCardsRequest, GetGiftCardsResponse, GetShiftFactsRequest, GetShiftFactsResponse, GetWagesRequest,
    GetWagesResponse, GroupBy, ListChecksRequest, ListChecksResponse, ListOpenChecksRequest,
    ListOpenChecksResponse, ListSourcesRequest, ListSourcesResponse, LocationVersion, PauseDateMoveRequest,
    PauseDateMoveResponse, ReportKind, ReportRequest, ReportResponse, ReportRow, ReportTotal, Scope,
    SetWageRequest, SetWageResponse, Sums, Tender,
};
use tonic::Request;

use super::checks::{self, CheckList};
use super::sources::{self, SentChecks};
use super::totals::totals;
use super::{date_move, wages};
use crate::domain::{
    CompareTo, Dimension, EntryKind, Figures, Grouping, MAX_ROWS, Plan, ReportSums, RowIndex, Side,
    last_seven_days, opening_days, plan, same_range, too_many_rows, usual_opening,
};
use crate::store::{self, ItemLevel, TenderDimension, Versioned};

/// The most rows in one message.
const ROWS_AT_ONCE: usize = 500;

/// The calls of owners.
pub(super) struct Reports {
    pub(super) database: Database,
    pub(super) clock: Clock,
}

impl Reports {
    /// The kind and the plan of a requested report; refuses locations that are not the caller's.
    fn plan(&self, caller: &Caller, message: ReportRequest) -> Result<(ReportKind, Plan), Fault> {
        let kind = message.kind();
        if kind == ReportKind::Unspecified {
            return Err(Error::invalid("kind", "is no report").into());
        }
        let compare_to = match message.compare_to() {
            proto::CompareTo::Unspecified => None,
            proto::CompareTo::Previous => Some(CompareTo::Previous),
            proto::CompareTo::SameLastYear => Some(CompareTo::SameLastYear),
        };
        let Scope { pos_ids, start_date, end_date, group_by } = message.scope.unwrap_or_default();
        let grouping = match GroupBy::try_from(group_by).unwrap_or_default() {
            GroupBy::Unspecified => usual_grouping(kind),
            GroupBy::Day => Grouping::Day,
            GroupBy::Month => Grouping::Month,
            GroupBy::None => Grouping::None,
        };
        let now = self.clock.now();
        let locations = caller.scope(&pos_ids)?;
        let ranges = if start_date.is_empty() && end_date.is_empty() {
            last_seven_days(locations, now)
        } else {
            same_range(locations, &start_date, &end_date, now)?
        };
        Ok((kind, plan(ranges, grouping, compare_to, now)?))
    }
}

#[tonic::async_trait]
impl ReportsService for Reports {
    type ReportStream = Messages<ReportResponse>;
    type ListChecksStream = Messages<ListChecksResponse>;
    type ListSourcesStream = Messages<ListSourcesResponse>;
    type ExportChecksStream = Messages<ExportChecksResponse>;

    async fn report(&self, request: Request<ReportRequest>) -> Answer<Self::ReportStream> {
        let caller = Caller::of(&request)?;
        let (kind, plan) = self.plan(&caller, request.into_inner())?;
        let parts = report(&self.database, kind, &plan, self.clock.now()).await?;
        answer(stream::iter(parts.into_iter().map(Ok)).boxed())
    }

    async fn list_checks(&self, request: Request<ListChecksRequest>) -> Answer<Self::ListChecksStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let list = CheckList::of(self.database.clone(), &caller, message, self.clock.now())?;
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn get_check(&self, request: Request<GetCheckRequest>) -> Answer<GetCheckResponse> {
        let caller = Caller::of(&request)?;
        answer(checks::get_check(&self.database, &caller, request.get_ref()).await?)
    }

    async fn list_open_checks(
        &self,
        request: Request<ListOpenChecksRequest>,
    ) -> Answer<ListOpenChecksResponse> {
        let caller = Caller::of(&request)?;
        answer(checks::list_open_checks(&self.database, &caller, request.get_ref()).await?)
    }

    async fn get_gift_cards(&self, request: Request<GetGiftCardsRequest>) -> Answer<GetGiftCardsResponse> {
        let caller = Caller::of(&request)?;
        answer(checks::get_gift_cards(&self.database, &caller, request.get_ref()).await?)
    }

    async fn get_date_move(&self, request: Request<GetDateMoveRequest>) -> Answer<GetDateMoveResponse> {
        let caller = Caller::of(&request)?;
        let date_move = date_move::get_date_move(&self.database, &caller, request.get_ref()).await?;
        answer(GetDateMoveResponse { date_move: Some(date_move) })
    }

    async fn pause_date_move(&self, request: Request<PauseDateMoveRequest>) -> Answer<PauseDateMoveResponse> {
        let caller = Caller::of(&request)?;
        let date_move = date_move::pause_date_move(&self.database, &caller, request.get_ref()).await?;
        answer(PauseDateMoveResponse { date_move: Some(date_move) })
    }

    async fn get_wages(&self, request: Request<GetWagesRequest>) -> Answer<GetWagesResponse> {
        let caller = Caller::of(&request)?;
        let wages = wages::get_wages(&self.database, &caller, request.get_ref()).await?;
        answer(GetWagesResponse { wages: Some(wages) })
    }

    async fn set_wage(&self, request: Request<SetWageRequest>) -> Answer<SetWageResponse> {
        let caller = Caller::of(&request)?;
        let wages = wages::set_wage(&self.database, &caller, request.get_ref()).await?;
        answer(SetWageResponse { wages: Some(wages) })
    }

    async fn list_sources(&self, request: Request<ListSourcesRequest>) -> Answer<Self::ListSourcesStream> {
        let caller = Caller::of(&request)?;
        let parts = sources::list_sources(&self.database, &caller, request.get_ref()).await?;
        answer(stream::iter(parts.into_iter().map(Ok)).boxed())
    }

    async fn export_checks(&self, request: Request<ExportChecksRequest>) -> Answer<Self::ExportChecksStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let checks = SentChecks::of(self.database.clone(), &caller, message)?;
        Ok(list::stream(checks, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn get_shift_facts(&self, request: Request<GetShiftFactsRequest>) -> Answer<GetShiftFactsResponse> {
        let caller = Caller::of(&request)?;
        answer(sources::shift_facts(&self.database, &caller, request.get_ref()).await?)
    }

    async fn find_checks(&self, request: Request<FindChecksRequest>) -> Answer<FindChecksResponse> {
        let caller = Caller::of(&request)?;
        answer(checks::find_checks(&self.database, &caller, request.get_ref()).await?)
    }
}

/// The grouping of a report whose request names none.
fn usual_grouping(kind: ReportKind) -> Grouping {
    match kind {
        ReportKind::Daily => Grouping::Day,
        _ => Grouping::None,
    }
}

/// Reads a report and makes its messages.
pub(super) async fn report(
    database: &Database,
    kind: ReportKind,
    plan: &Plan,
    now: Timestamp,
) -> Result<Vec<ReportResponse>, Fault> {
    let (mut rows, versions) = match kind {
        ReportKind::Unspecified | ReportKind::Daily => {
            let Versioned { answer, versions } = store::daily(database, plan, now).await?;
            (daily_rows(plan, &answer), versions)
        }
        ReportKind::Hourly => {
            let Versioned { answer, versions } = store::hourly(database, plan, now).await?;
            (hourly_rows(plan, &answer), versions)
        }
        ReportKind::Labor => {
            let Versioned { answer: (labor, days), versions } = store::labor(database, plan, now).await?;
            (labor_rows(plan, &labor, &days), versions)
        }
        ReportKind::Item => split(plan, store::items(database, plan, ItemLevel::Item).await?),
        ReportKind::MajorCategory => split(plan, store::items(database, plan, ItemLevel::Major).await?),
        ReportKind::MinorCategory => split(plan, store::items(database, plan, ItemLevel::Minor).await?),
        ReportKind::Employee => dimension_rows(database, plan, Dimension::Employee).await?,
        ReportKind::RevenueCenter => dimension_rows(database, plan, Dimension::RevenueCenter).await?,
        ReportKind::OrderType => dimension_rows(database, plan, Dimension::OrderType).await?,
        ReportKind::OrderInputType => dimension_rows(database, plan, Dimension::OrderInputType).await?,
        ReportKind::OnlineOrder => dimension_rows(database, plan, Dimension::OrderSource).await?,
        ReportKind::Table => dimension_rows(database, plan, Dimension::Table).await?,
        ReportKind::Discount => entry_rows(database, plan, EntryKind::Discount).await?,
        ReportKind::Void => entry_rows(database, plan, EntryKind::Void).await?,
        ReportKind::ServiceCharge => entry_rows(database, plan, EntryKind::ServiceCharge).await?,
        ReportKind::Tax => entry_rows(database, plan, EntryKind::Tax).await?,
        ReportKind::Modifier => entry_rows(database, plan, EntryKind::Modifier).await?,
        ReportKind::GiftCard => entry_rows(database, plan, EntryKind::GiftCard).await?,
        ReportKind::Cash => split(plan, store::cash(database, plan).await?),
        ReportKind::Cashier => {
            let Versioned { answer: (checks, payments), versions } = store::cashiers(database, plan).await?;
            (cashier_rows(plan, &checks, &payments), versions)
        }
        ReportKind::Payment => {
            let by = [TenderDimension::PaymentType];
            let Versioned { answer, versions } = store::tenders(database, plan, &by).await?;
            (payment_rows(plan, &answer), versions)
        }
    };
    // As in the plan, the rows of whole ranges are the last.
    let whole = rows.split_off(rows.partition_point(|row| !row.business_date.is_empty()));
    let totals = totals(&rows, &whole);
    rows.retain_mut(|row| is_shown(kind, row));
    if kind == ReportKind::Daily && plan.is_by_day() {
        add_openings(database, plan, &mut rows).await?;
    }
    if rows.len() > MAX_ROWS {
        return Err(Fault::Refused(too_many_rows()));
    }
    if plan.grouping == Grouping::None && kind != ReportKind::Daily {
        rows.iter_mut().for_each(|row| row.business_date.clear());
    }
    fn order(row: &ReportRow) -> (&str, i32, &[String], &str) {
        (&row.business_date, row.hour, &row.members, &row.pos_id)
    }
    rows.sort_by(|a, b| order(a).cmp(&order(b)));
    Ok(messages(plan, rows, totals, &versions))
}

/// Whether a row is part of the answer: a row with figures of earlier days only counts in totals, except for hours.
fn is_shown(kind: ReportKind, row: &mut ReportRow) -> bool {
    let is_shown = row.figures.is_some()
        || match kind {
            ReportKind::Daily | ReportKind::Unspecified => row.so_far,
            ReportKind::Hourly => {
                row.last_week.is_some()
                    || row.last_year.is_some()
                    || row.compared.is_some()
                    || row.comparable.is_some()
            }
            _ => false,
        };
    row.figures.get_or_insert_default();
    is_shown
}

/// Adds to running days without a check when their weekday usually opens.
async fn add_openings(database: &Database, plan: &Plan, rows: &mut [ReportRow]) -> Result<(), Fault> {
    let has_check = |row: &ReportRow| row.figures.as_ref().is_some_and(|sums| sums.checks != 0);
    let mut waiting: HashMap<String, &mut ReportRow> = rows
        .iter_mut()
        .filter(|row| row.so_far && !has_check(row))
        .map(|row| (row.pos_id.clone(), row))
        .collect();
    if waiting.is_empty() {
        return Ok(());
    }
    let running = plan.rows.iter().filter_map(|row| {
        let ((pos_id, _), day) = (plan.locations.get(row.location)?, row.running?);
        waiting.contains_key(pos_id.as_str()).then(|| (pos_id.clone(), day.date))
    });
    let running: BTreeMap<PosId, BusinessDate> = running.collect();
    let days: Vec<_> = running
        .iter()
        .flat_map(|(pos_id, date)| opening_days(*date).map(|day| (pos_id.clone(), day)))
        .collect();
    let mut first_sales: HashMap<PosId, Vec<QuarterHour>> = HashMap::new();
    for (pos_id, quarter) in store::first_sales(database, &days).await? {
        first_sales.entry(pos_id).or_default().push(quarter);
    }
    for (pos_id, quarters) in first_sales {
        if let (Some(row), Some(date)) = (waiting.get_mut(pos_id.as_str()), running.get(&pos_id)) {
            row.usually_opens_at = usual_opening(*date, quarters).map(|at| at.to_string());
        }
    }
    Ok(())
}

/// The messages of an answer: versions in the first one, then rows and totals.
fn messages(
    plan: &Plan,
    rows: Vec<ReportRow>,
    totals: Vec<ReportTotal>,
    versions: &[i64],
) -> Vec<ReportResponse> {
    let versions = plan
        .locations
        .iter()
        .zip(versions)
        .map(|((pos_id, _), version)| LocationVersion { pos_id: pos_id.to_string(), version: *version });
    let versions = versions.collect();
    let (mut rows, mut totals) = (rows.into_iter(), totals.into_iter());
    let mut next = || ReportResponse {
        rows: rows.by_ref().take(ROWS_AT_ONCE).collect(),
        totals: totals.by_ref().take(ROWS_AT_ONCE).collect(),
        versions: Vec::new(),
    };
    let mut messages = vec![ReportResponse { versions, ..next() }];
    loop {
        let message = next();
        if message.rows.is_empty() && message.totals.is_empty() {
            return messages;
        }
        messages.push(message);
    }
}

/// A row with its location, date, members and the days that it is compared with, without figures. One of a whole range has no
/// date.
fn row_of(plan: &Plan, index: RowIndex, members: Vec<String>) -> Option<ReportRow> {
    let row = plan.rows.get(index)?;
    let (pos_id, _) = plan.locations.get(row.location)?;
    let compared_days = |days: Span| {
        let (start_date, end_date) = (days.from.to_string(), days.to.to_string());
        Box::new(ComparedDays { start_date, end_date, figures: None })
    };
    Some(ReportRow {
        pos_id: pos_id.to_string(),
        business_date: if row.is_whole { String::new() } else { row.span.from.to_string() },
        members,
        so_far: row.running.is_some(),
        compared: row.compared_days().map(compared_days),
        ..ReportRow::default()
    })
}

/// Fills the sides of a row. With a running day, `comparable` is set also where the row has no sales yet but is compared with
/// earlier days.
fn with_sides(mut row: ReportRow, side: impl Fn(Side) -> Option<Sums>) -> ReportRow {
    let boxed = |of| side(of).map(Box::new);
    row.last_week = boxed(Side::LastWeek);
    row.last_year = boxed(Side::LastYear);
    if let Some(days) = &mut row.compared {
        days.figures = side(Side::Compared);
    }
    row.compared = row.compared.filter(|days| days.figures.is_some());
    let is_compared = row.last_week.is_some() || row.last_year.is_some() || row.compared.is_some();
    row.comparable = boxed(Side::Comparable).or_else(|| (row.so_far && is_compared).then(Box::default));
    row.figures = boxed(Side::Own);
    row
}

fn daily_rows(plan: &Plan, answer: &ReportSums) -> Vec<ReportRow> {
    let nothing = Vec::new();
    let rows = (0..plan.rows.len()).filter_map(|index| {
        let cell = answer.cell(index, &nothing);
        let side = |side| cell.and_then(|cell| cell.side(side)).map(sums);
        let mut row = with_sides(row_of(plan, index, Vec::new())?, side);
        if row.so_far && row.comparable.is_none() {
            row.comparable = Some(Box::default());
        }
        Some(row)
    });
    rows.collect()
}

/// A row for each combination of members, with their names.
fn member_rows(
    plan: &Plan,
    answer: &ReportSums,
    sums: impl Fn(RowIndex, &[String], Side, &Figures) -> Sums,
) -> Vec<ReportRow> {
    let rows = answer.iter().filter_map(|(index, members, cell)| {
        let row = row_of(plan, index, members.iter().chain(cell.names()).cloned().collect())?;
        let side = |side| cell.side(side).map(|figures| sums(index, members, side, figures));
        Some(with_sides(row, side))
    });
    rows.collect()
}

/// The rows of a report that is split by members, and the versions.
fn split(plan: &Plan, Versioned { answer, versions }: Versioned<ReportSums>) -> (Vec<ReportRow>, Vec<i64>) {
    (member_rows(plan, &answer, |_, _, _, figures| sums(figures)), versions)
}

/// The rows of a report by a dimension, and the versions.
async fn dimension_rows(
    database: &Database,
    plan: &Plan,
    dimension: Dimension,
) -> Result<(Vec<ReportRow>, Vec<i64>), Fault> {
    Ok(split(plan, store::dimension(database, plan, dimension).await?))
}

/// The rows of a report by entries of checks, and the versions.
async fn entry_rows(
    database: &Database,
    plan: &Plan,
    kind: EntryKind,
) -> Result<(Vec<ReportRow>, Vec<i64>), Fault> {
    let Versioned { answer, versions } = store::entries(database, plan, kind).await?;
    Ok((member_rows(plan, &answer, |_, members, _, figures| sums(&kind.figures(members, figures))), versions))
}

fn hourly_rows(plan: &Plan, answer: &ReportSums) -> Vec<ReportRow> {
    let rows = member_rows(plan, answer, |_, _, _, figures| sums(figures)).into_iter().filter_map(|row| {
        let hour = row.members.first()?.parse().ok()?;
        Some(ReportRow { hour, members: Vec::new(), ..row })
    });
    rows.collect()
}

fn payment_rows(plan: &Plan, answer: &ReportSums) -> Vec<ReportRow> {
    member_rows(plan, answer, |_, members, _, figures| Sums {
        gross_payment: figures.amount + figures.gross_tips,
        gross_tips: figures.gross_tips,
        tenders: members.iter().map(|payment_type| tender(payment_type, figures)).collect(),
        ..Sums::default()
    })
}

fn cashier_rows(plan: &Plan, checks: &ReportSums, payments: &ReportSums) -> Vec<ReportRow> {
    let mut tenders: BTreeMap<(RowIndex, &str, Side), Vec<Tender>> = BTreeMap::new();
    for (index, members, cell) in payments.iter() {
        let [cashier, payment_type] = members.as_slice() else { continue };
        for side in Side::ALL {
            if let Some(figures) = cell.side(side) {
                tenders.entry((index, cashier, side)).or_default().push(tender(payment_type, figures));
            }
        }
    }
    member_rows(plan, checks, |index, members, side, figures| {
        let cashier = members.first().map_or("", String::as_str);
        let tenders = tenders.get(&(index, cashier, side)).cloned().unwrap_or_default();
        Sums { tenders, ..sums(figures) }
    })
}

fn labor_rows(plan: &Plan, labor: &ReportSums, days: &ReportSums) -> Vec<ReportRow> {
    let nothing = Vec::new();
    member_rows(plan, labor, |index, _, side, figures| {
        let day = days.cell(index, &nothing).and_then(|day| day.side(side));
        Sums { location_net_sales: day.map_or(0, |day| NET_SALES.value_or_zero(day)), ..sums(figures) }
    })
}

fn sums(figures: &Figures) -> Sums {
    let (paid, overtime) = (figures.paid_time(), figures.overtime());
    Sums {
        gross_sales: figures.gross_sales,
        gross_discounts: figures.gross_discounts,
        gross_tax: figures.gross_tax,
        gross_voids: figures.gross_voids,
        gross_tips: figures.gross_tips,
        gross_reward_used: figures.gross_reward_used,
        gross_payment: figures.gross_payment,
        gross_service_charges: figures.gross_service_charges,
        gross_gratuity: figures.gross_gratuity,
        gross_deferred: figures.gross_deferred,
        gross_redeemed: figures.gross_redeemed,
        gross_rounding: figures.gross_rounding,
        marketplace_tax: figures.marketplace_tax,
        out_of_balance: figures.out_of_balance,
        gross_cost: figures.gross_cost,
        gross_labor: figures.gross_labor,
        gross_cover: figures.covers,
        checks: figures.checks,
        sales_without_cost: figures.sales_without_cost,
        seconds_without_wage: figures.seconds_without_wage,
        open_shifts: figures.open_shifts,
        not_clocked_out: figures.not_clocked_out,
        quantity: figures.quantity,
        labor_minutes: paid / 60,
        labor_seconds: paid % 60,
        overtime_minutes: overtime / 60,
        overtime_seconds: overtime % 60,
        declared_tips: figures.declared_tips,
        source_fee: figures.source_fee,
        table_minutes: figures.table_minutes,
        amount: figures.amount,
        entries: figures.entries,
        cash_counts: figures.cash_counts,
        cash_opening: figures.cash_opening,
        cash_sales: figures.cash_sales,
        cash_paid_in: figures.cash_paid_in,
        cash_paid_out: figures.cash_paid_out,
        cash_drops: figures.cash_drops,
        cash_expected: figures.cash_expected,
        cash_counted: figures.cash_counted,
        open_checks: figures.open_checks,
        open_sales: figures.open_sales,
        ..Sums::default()
    }
}

fn tender(payment_type: &str, figures: &Figures) -> Tender {
    Tender {
        payment_type: payment_type.to_owned(),
        payments: figures.payments,
        amount: figures.amount,
        tips: figures.gross_tips,
    }
}
