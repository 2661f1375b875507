//! What each report reads: a roll-up, what it is split by, open shifts, and the partial days of comparisons with a running day.
//! All of an answer is read in one snapshot.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use jiff::Timestamp;
use saffron_core::fact::CashCount;
use saffron_core::{BusinessDate, Span};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Snapshot};

use super::labor::read_open_shifts;
use super::partial_days::{self, PartialDaySums, location_and_day};
use super::rollups::{ReadRow, RowQuery, read_rollup};
use super::{days, months};
use crate::domain::rollup::{DIMENSIONS, ENTRIES, LABOR, QUARTERS, TENDERS};
use crate::domain::{
    Dimension, EntryKey, EntryKind, Figures, LocationIndex, OpenShifts, PartialDay, Plan, ReadSpan,
    ReportSums, Rollup, RollupDeltas,
};

/// An answer, and the locations' versions in its snapshot.
pub struct Versioned<A> {
    pub answer: A,
    /// In the order of the plan's locations; 0 of an unknown one.
    pub versions: Vec<i64>,
}

/// Reads the roll-ups for a plan in one snapshot.
pub(super) struct Reader<'p> {
    snapshot: Snapshot,
    plan: &'p Plan,
    read_spans: Vec<ReadSpan>,
}

impl<'p> Reader<'p> {
    pub(super) async fn begin(database: &Database, plan: &'p Plan) -> Result<Reader<'p>, Fault> {
        let mut snapshot = database.snapshot().await?;
        let months = match plan.may_read_months() {
            true => months::months_with_rows(snapshot.conn(), plan).await?,
            false => HashSet::new(),
        };
        Ok(Reader { snapshot, plan, read_spans: plan.read_spans(&months) })
    }

    fn conn(&mut self) -> &mut Conn {
        self.snapshot.conn()
    }

    /// A roll-up's rows of full days.
    pub(super) async fn rows<K>(
        &mut self,
        rollup: &Rollup<K>,
        query: &RowQuery,
    ) -> Result<Vec<ReadRow>, Fault> {
        read_rollup(self.snapshot.conn(), rollup, self.plan, &self.read_spans, query).await
    }

    /// A roll-up's sums of full days.
    pub(super) async fn sums<K>(
        &mut self,
        rollup: &Rollup<K>,
        query: &RowQuery,
    ) -> Result<ReportSums, Fault> {
        let mut answer = ReportSums::default();
        for row in self.rows(rollup, query).await? {
            add_row(&mut answer, self.plan, row);
        }
        Ok(answer)
    }

    /// The payments of full days.
    async fn tenders(&mut self, dimensions: &[TenderDimension]) -> Result<ReportSums, Fault> {
        let members = dimensions.iter().map(|dimension| dimension.column()).collect();
        self.sums(&TENDERS, &RowQuery { members, ..RowQuery::default() }).await
    }

    /// The sums of the checks of partial days.
    pub(super) async fn partial_day_sums(&mut self) -> Result<PartialDaySums, Fault> {
        PartialDaySums::of(&mut self.snapshot, self.plan).await
    }

    /// The counts of cash drawers within partial days, each with its day's index.
    pub(super) async fn cash_counts(
        &mut self,
        days: &[(LocationIndex, PartialDay)],
    ) -> Result<Vec<(usize, CashCount)>, Fault> {
        partial_days::cash_counts(self.snapshot.conn(), self.plan, days).await
    }

    pub(super) async fn end<A>(mut self, answer: A) -> Result<Versioned<A>, Fault> {
        let versions = months::versions(self.snapshot.conn(), self.plan).await?;
        self.snapshot.end().await?;
        Ok(Versioned { answer, versions })
    }

    /// The figures of the daily report, and the versions of its locations.
    async fn days(&mut self, now: Timestamp) -> Result<Versioned<ReportSums>, Fault> {
        let plan = self.plan;
        let read = days::read_days(self.snapshot.conn(), plan, &self.read_spans, now).await?;
        let (mut answer, versions) = daily_answer(plan, read);
        let (days, targets): (Vec<_>, Vec<_>) = plan.partial_days().into_iter().unzip();
        if !days.is_empty() {
            for (index, _, sums) in partial_days::by_hour(self.conn(), plan, &days).await? {
                add_partial_day(&mut answer, &days, &targets, index, &[], sums);
            }
            let open = read_open_shifts(self.conn(), plan, &dates_of(&days), false, now).await?;
            add_open_shifts(&mut answer, &days, &targets, &open_quarters(plan, &open, now), |_| Vec::new());
        }
        Ok(Versioned { answer, versions })
    }
}

/// The daily report.
pub async fn daily(database: &Database, plan: &Plan, now: Timestamp) -> Result<Versioned<ReportSums>, Fault> {
    if plan.partial_days().is_empty() && !plan.may_read_months() && plan.locations.len() == 1 {
        // One statement about one location sees one state of it.
        let mut connection = database.pool().acquire().await?;
        let read = days::read_days(&mut connection, plan, &plan.read_spans(&HashSet::new()), now).await?;
        let (answer, versions) = daily_answer(plan, read);
        return Ok(Versioned { answer, versions });
    }
    let mut reader = Reader::begin(database, plan).await?;
    let answered = reader.days(now).await?;
    reader.snapshot.end().await?;
    Ok(answered)
}

/// The daily report's answer from full days and open shifts, and the versions of its locations.
fn daily_answer(plan: &Plan, read: days::DaysRead) -> (ReportSums, Vec<i64>) {
    let mut answer = ReportSums::default();
    let nothing = Vec::new();
    for day in read.days {
        if plan.is_by_day() {
            answer.add_day(plan, (day.target, day.date), &nothing, &[], &day.sums);
        } else {
            answer.add(day.target, Vec::new(), Vec::new(), day.date, &day.sums);
        }
    }
    for (location, date, sums) in read.open_shifts {
        answer.add_day(plan, (location, date), &nothing, &[], &sums);
    }
    (answer, read.versions)
}

/// The dates of partial days, each once.
fn dates_of(days: &[(LocationIndex, PartialDay)]) -> Vec<(LocationIndex, Span)> {
    let days: BTreeSet<_> = days.iter().map(|(location, day)| (*location, day.date)).collect();
    days.into_iter().map(|(location, date)| (location, Span { from: date, to: date })).collect()
}

/// All days that a plan covers, for each of its locations.
fn spans_of_all_days(plan: &Plan) -> Vec<(LocationIndex, Span)> {
    let Some(all_days) = plan.all_days() else { return Vec::new() };
    (0..plan.locations.len()).map(|location| (location, all_days)).collect()
}

/// The hourly report. Its members are hours.
pub async fn hourly(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Versioned<ReportSums>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let by_hour = RowQuery { members: vec!["(r.quarter / 4)::text"], ..RowQuery::default() };
    let mut answer = reader.sums(&QUARTERS, &by_hour).await?;
    let open = read_open_shifts(reader.conn(), plan, &spans_of_all_days(plan), false, now).await?;
    let quarters = open_quarters(plan, &open, now);
    for ((location, date, quarter), sums) in &quarters {
        answer.add_day(plan, (*location, *date), &vec![(quarter / 4).to_string()], &[], sums);
    }
    let (days, targets): (Vec<_>, Vec<_>) = plan.partial_days().into_iter().unzip();
    for (index, hour, sums) in partial_days::by_hour(reader.conn(), plan, &days).await? {
        add_partial_day(&mut answer, &days, &targets, index, &[hour.to_string()], sums);
    }
    add_open_shifts(&mut answer, &days, &targets, &quarters, |quarter| vec![(quarter / 4).to_string()]);
    reader.end(answer).await
}

/// A report by a dimension of checks. Its names are those of people.
pub async fn dimension(
    database: &Database,
    plan: &Plan,
    dimension: Dimension,
) -> Result<Versioned<ReportSums>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let mut answer = reader.sums(&DIMENSIONS, &by_dimension(dimension)).await?;
    add_dimension(reader.partial_day_sums().await?, &mut answer, plan, dimension);
    reader.end(answer).await
}

/// A report of entries of checks.
pub async fn entries(
    database: &Database,
    plan: &Plan,
    kind: EntryKind,
) -> Result<Versioned<ReportSums>, Fault> {
    let columns =
        |of: &[usize]| of.iter().filter_map(|column| EntryKey::COLUMNS.get(*column).copied()).collect();
    let mut reader = Reader::begin(database, plan).await?;
    let only = format!("AND r.entry = {}", kind as i16);
    let query = RowQuery { members: columns(kind.members()), names: columns(kind.names()), only };
    let mut answer = reader.sums(&ENTRIES, &query).await?;
    let split = |key: EntryKey| {
        let texts = |of: &[usize]| of.iter().filter_map(|column| key.texts().get(*column).cloned()).collect();
        (key.kind == kind).then(|| (texts(kind.members()), texts(kind.names())))
    };
    reader.partial_day_sums().await?.add_to(&mut answer, plan, |changes| changes.entries, split);
    reader.end(answer).await
}

/// A dimension of payments.
#[derive(Clone, Copy)]
pub enum TenderDimension {
    Cashier,
    PaymentType,
}

impl TenderDimension {
    /// Its column in the roll-up of tenders.
    const fn column(self) -> &'static str {
        match self {
            TenderDimension::Cashier => "r.cashier",
            TenderDimension::PaymentType => "r.payment_type",
        }
    }

    fn of([cashier, _, payment_type]: &[String; 3], dimension: TenderDimension) -> String {
        match dimension {
            TenderDimension::Cashier => cashier.clone(),
            TenderDimension::PaymentType => payment_type.clone(),
        }
    }
}

/// A report of payments by these dimensions.
pub async fn tenders(
    database: &Database,
    plan: &Plan,
    dimensions: &[TenderDimension],
) -> Result<Versioned<ReportSums>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let mut answer = reader.tenders(dimensions).await?;
    add_tenders(reader.partial_day_sums().await?, &mut answer, plan, dimensions);
    reader.end(answer).await
}

/// The cashier report: checks by cashier, and payments by cashier and type.
pub async fn cashiers(
    database: &Database,
    plan: &Plan,
) -> Result<Versioned<(ReportSums, ReportSums)>, Fault> {
    let dimensions = [TenderDimension::Cashier, TenderDimension::PaymentType];
    let mut reader = Reader::begin(database, plan).await?;
    let mut checks = reader.sums(&DIMENSIONS, &by_dimension(Dimension::Cashier)).await?;
    let mut payments = reader.tenders(&dimensions).await?;
    let partial_day_sums = reader.partial_day_sums().await?;
    add_dimension(partial_day_sums.clone(), &mut checks, plan, Dimension::Cashier);
    add_tenders(partial_day_sums, &mut payments, plan, &dimensions);
    reader.end((checks, payments)).await
}

/// The labor report, by job and employee, and the daily figures of the same rows.
pub async fn labor(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Versioned<(ReportSums, ReportSums)>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let daily = reader.days(now).await?;
    let query = RowQuery {
        members: vec!["r.job", "r.employee"],
        names: vec!["r.employee_name"],
        ..RowQuery::default()
    };
    let mut answer = reader.sums(&LABOR, &query).await?;
    let split = |[job, employee, name]: [String; 3]| (vec![job, employee], vec![name]);
    let open = read_open_shifts(reader.conn(), plan, &spans_of_all_days(plan), true, now).await?;
    for (location, shifts) in &open {
        let (members, names) = split(shifts.person.clone());
        answer.add_day(plan, (*location, shifts.business_date), &members, &names, &shifts.labor());
    }
    let (days, targets): (Vec<(LocationIndex, PartialDay)>, Vec<_>) = plan.partial_days().into_iter().unzip();
    let mut add = |index: usize, person: [String; 3], sums: Figures| {
        let Some((_, day)) = days.get(index) else { return };
        let (members, names) = split(person);
        for target in targets.get(index).into_iter().flatten() {
            answer.add(*target, members.clone(), names.clone(), day.date, &sums);
        }
    };
    for (index, shift) in partial_days::shifts(reader.conn(), plan, &days).await? {
        let Some((pos_id, day)) = location_and_day(plan, &days, index) else { continue };
        let mut changes = RollupDeltas::default();
        changes.add_labor_until(pos_id, &shift, day.until);
        changes.labor.into_iter().for_each(|((_, person), sums)| add(index, person, sums));
    }
    let mut open_on: BTreeMap<(LocationIndex, BusinessDate), Vec<&OpenShifts>> = BTreeMap::new();
    for (location, shifts) in &open {
        open_on.entry((*location, shifts.business_date)).or_default().push(shifts);
    }
    for (index, (location, day)) in days.iter().enumerate() {
        let Some((_, calendar)) = plan.locations.get(*location) else { continue };
        for shifts in open_on.get(&(*location, day.date)).into_iter().flatten() {
            if let Some(sums) = shifts.labor_until(day.until, now, calendar) {
                add(index, shifts.person.clone(), sums);
            }
        }
    }
    reader.snapshot.end().await?;
    Ok(Versioned { answer: (answer, daily.answer), versions: daily.versions })
}

/// Reads one dimension's members.
fn by_dimension(dimension: Dimension) -> RowQuery {
    let names = if dimension.is_of_people() { vec!["r.label"] } else { Vec::new() };
    RowQuery { members: vec!["r.member"], names, only: format!("AND r.dimension = {}", dimension as i16) }
}

fn add_dimension(sums: PartialDaySums, answer: &mut ReportSums, plan: &Plan, dimension: Dimension) {
    let split = |(of, [member, label]): (Dimension, [String; 2])| {
        let names = if dimension.is_of_people() { vec![label] } else { Vec::new() };
        (of == dimension).then(|| (vec![member], names))
    };
    sums.add_to(answer, plan, |changes| changes.dimensions, split);
}

fn add_tenders(sums: PartialDaySums, answer: &mut ReportSums, plan: &Plan, dimensions: &[TenderDimension]) {
    let split = |key: [String; 3]| {
        Some((dimensions.iter().map(|dimension| TenderDimension::of(&key, *dimension)).collect(), Vec::new()))
    };
    sums.add_to(answer, plan, |changes| changes.tenders, split);
}

/// Adds a row of a roll-up to the answer of its plan.
pub(super) fn add_row(answer: &mut ReportSums, plan: &Plan, row: ReadRow) {
    if plan.is_by_day() {
        answer.add_day(plan, (row.target, row.date), &row.members, &row.names, &row.sums);
    } else {
        answer.add(row.target, row.members, row.names, row.date, &row.sums);
    }
}

/// Adds sums of a partial day to the row sides that end with it.
fn add_partial_day(
    answer: &mut ReportSums,
    days: &[(LocationIndex, PartialDay)],
    targets: &[Vec<usize>],
    index: usize,
    members: &[String],
    sums: Figures,
) {
    let Some((_, day)) = days.get(index) else { return };
    for target in targets.get(index).into_iter().flatten() {
        answer.add(*target, members.to_vec(), Vec::new(), day.date, &sums);
    }
}

/// The labor of open shifts by location, day and quarter hour.
type OpenQuarters = BTreeMap<(LocationIndex, BusinessDate, u8), Figures>;

fn open_quarters(plan: &Plan, open: &[(LocationIndex, OpenShifts)], now: Timestamp) -> OpenQuarters {
    let mut quarters = OpenQuarters::new();
    for (location, shifts) in open {
        let Some((_, calendar)) = plan.locations.get(*location) else { continue };
        for (quarter, sums) in shifts.by_quarter(now, calendar) {
            *quarters.entry((*location, shifts.business_date, quarter.number())).or_default() += sums;
        }
    }
    quarters
}

/// Adds the labor of open shifts to partial days.
fn add_open_shifts(
    answer: &mut ReportSums,
    days: &[(LocationIndex, PartialDay)],
    targets: &[Vec<usize>],
    open: &OpenQuarters,
    members: impl Fn(u8) -> Vec<String>,
) {
    for (index, (location, day)) in days.iter().enumerate() {
        let day = (*location, day.date, 0)..(*location, day.date, day.until.number());
        for ((_, _, quarter), sums) in open.range(day) {
            add_partial_day(answer, days, targets, index, &members(*quarter), *sums);
        }
    }
}
