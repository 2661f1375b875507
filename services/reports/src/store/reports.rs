//! What each report is made of: its roll-up, what it splits it by, the open shifts, and the parts of a running day.
//! Everything of an answer is read in one snapshot.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, Span};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Snapshot};

use super::counted::{Counted, place_of};
use super::open_shifts::read_open_shifts;
use super::rollups::{Read, Reading, read};
use super::{days, months, parts};
use crate::domain::rollup::{DIMENSIONS, LABOR, QUARTERS, TENDERS};
use crate::domain::{
    Answer, Dimension, Figures, LocationIndex, Movement, OpenShifts, Part, Plan, Rollup, Segment,
};

/// An answer, and the versions of the plan's locations that it holds.
pub struct Answered<A> {
    pub answer: A,
    /// In the order of the plan's locations; 0 of an unknown one.
    pub versions: Vec<i64>,
}

/// Reads what answers a plan, all in one snapshot.
pub(super) struct Reader<'p> {
    snapshot: Snapshot,
    plan: &'p Plan,
    segments: Vec<Segment>,
}

impl<'p> Reader<'p> {
    pub(super) async fn begin(database: &Database, plan: &'p Plan) -> Result<Reader<'p>, Fault> {
        let mut snapshot = database.snapshot().await?;
        let folded = match plan.holds_months() {
            true => months::folded_months(snapshot.conn(), plan).await?,
            false => HashSet::new(),
        };
        Ok(Reader { snapshot, plan, segments: plan.segments(&folded) })
    }

    fn conn(&mut self) -> &mut Conn {
        self.snapshot.conn()
    }

    /// A roll-up's rows of whole days.
    pub(super) async fn rows<K>(
        &mut self,
        rollup: &Rollup<K>,
        reading: &Reading,
    ) -> Result<Vec<Read>, Fault> {
        read(self.snapshot.conn(), rollup, self.plan, &self.segments, reading).await
    }

    /// A roll-up's sums of whole days.
    async fn sums<K>(&mut self, rollup: &Rollup<K>, reading: &Reading) -> Result<Answer, Fault> {
        let mut answer = Answer::default();
        for row in self.rows(rollup, reading).await? {
            put(&mut answer, self.plan, row);
        }
        Ok(answer)
    }

    /// What the checks of parts of days contribute.
    pub(super) async fn counted(&mut self) -> Result<Counted, Fault> {
        Counted::of(&mut self.snapshot, self.plan).await
    }

    pub(super) async fn end<A>(mut self, answer: A) -> Result<Answered<A>, Fault> {
        let versions = months::versions(self.snapshot.conn(), self.plan).await?;
        self.snapshot.end().await?;
        Ok(Answered { answer, versions })
    }

    /// The sums of days, with the versions of their locations.
    async fn days(&mut self, now: Timestamp) -> Result<Answered<Answer>, Fault> {
        let plan = self.plan;
        let read = days::read_days(self.snapshot.conn(), plan, &self.segments, now).await?;
        let (mut answer, versions) = days_together(plan, read);
        let (parts, probes): (Vec<_>, Vec<_>) = plan.parts().into_iter().unzip();
        if !parts.is_empty() {
            for (place, _, sums) in days::read_parts(self.conn(), plan, &parts).await? {
                add_part(&mut answer, &parts, &probes, place, &[], sums);
            }
            let open = read_open_shifts(self.conn(), plan, &days_of(&parts), false, now).await?;
            add_open_parts(&mut answer, &parts, &probes, &quarters_so_far(plan, &open, now), |_| Vec::new());
        }
        Ok(Answered { answer, versions })
    }
}

/// The daily report.
pub async fn daily(database: &Database, plan: &Plan, now: Timestamp) -> Result<Answered<Answer>, Fault> {
    if plan.parts().is_empty() && !plan.holds_months() && plan.locations.len() == 1 {
        // One statement about one location sees one state of it.
        let mut connection = database.pool().acquire().await?;
        let read = days::read_days(&mut connection, plan, &plan.segments(&HashSet::new()), now).await?;
        let (answer, versions) = days_together(plan, read);
        return Ok(Answered { answer, versions });
    }
    let mut reader = Reader::begin(database, plan).await?;
    let answered = reader.days(now).await?;
    reader.snapshot.end().await?;
    Ok(answered)
}

fn days_together(plan: &Plan, read: days::DaysRead) -> (Answer, Vec<i64>) {
    let mut answer = Answer::default();
    let nothing = Vec::new();
    for day in read.days {
        if plan.is_by_day() {
            answer.add_day(plan, (day.probe, day.date), &nothing, &[], day.sums);
        } else {
            answer.add(day.probe, Vec::new(), Vec::new(), day.date, day.sums);
        }
    }
    for (location, date, sums) in read.open_shifts {
        answer.add_day(plan, (location, date), &nothing, &[], sums);
    }
    (answer, read.versions)
}

/// Each day that a part is of, once.
fn days_of(parts: &[(LocationIndex, Part)]) -> Vec<(LocationIndex, Span)> {
    let days: BTreeSet<_> = parts.iter().map(|(location, part)| (*location, part.date)).collect();
    days.into_iter().map(|(location, date)| (location, Span { from: date, to: date })).collect()
}

/// All days that a plan reaches, of each of its locations.
fn reach_of(plan: &Plan) -> Vec<(LocationIndex, Span)> {
    let Some(reach) = plan.reach() else { return Vec::new() };
    (0..plan.locations.len()).map(|location| (location, reach)).collect()
}

/// The hourly report: members are hours.
pub async fn hourly(database: &Database, plan: &Plan, now: Timestamp) -> Result<Answered<Answer>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let by_hour = Reading { members: &["(r.quarter / 4)::text"], ..Reading::default() };
    let mut answer = reader.sums(&QUARTERS, &by_hour).await?;
    let open = read_open_shifts(reader.conn(), plan, &reach_of(plan), false, now).await?;
    let quarters = quarters_so_far(plan, &open, now);
    for ((location, date, quarter), sums) in &quarters {
        answer.add_day(plan, (*location, *date), &vec![(quarter / 4).to_string()], &[], *sums);
    }
    let (parts, probes): (Vec<_>, Vec<_>) = plan.parts().into_iter().unzip();
    for (place, hour, sums) in days::read_parts(reader.conn(), plan, &parts).await? {
        add_part(&mut answer, &parts, &probes, place, &[hour.to_string()], sums);
    }
    add_open_parts(&mut answer, &parts, &probes, &quarters, |quarter| vec![(quarter / 4).to_string()]);
    reader.end(answer).await
}

/// A report by a dimension of checks: members, and names of people.
pub async fn dimension(
    database: &Database,
    plan: &Plan,
    dimension: Dimension,
) -> Result<Answered<Answer>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let mut answer = reader.sums(&DIMENSIONS, &by_dimension(dimension)).await?;
    add_dimension(reader.counted().await?, &mut answer, plan, dimension);
    reader.end(answer).await
}

/// The payment report: members are payment types.
pub async fn payments(database: &Database, plan: &Plan) -> Result<Answered<Answer>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let reading = Reading { members: &["r.payment_type"], ..Reading::default() };
    let mut answer = reader.sums(&TENDERS, &reading).await?;
    let split = |[_, _, tender]: [String; 3]| Some((vec![tender], Vec::new()));
    reader.counted().await?.add_to(&mut answer, plan, |movement| movement.tenders, split);
    reader.end(answer).await
}

/// The cashier report: what each cashier's checks add up to, and payments by cashier and type.
pub async fn cashiers(database: &Database, plan: &Plan) -> Result<Answered<(Answer, Answer)>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let mut checks = reader.sums(&DIMENSIONS, &by_dimension(Dimension::Cashier)).await?;
    let reading = Reading { members: &["r.cashier", "r.payment_type"], ..Reading::default() };
    let mut payments = reader.sums(&TENDERS, &reading).await?;
    let counted = reader.counted().await?;
    add_dimension(counted.clone(), &mut checks, plan, Dimension::Cashier);
    let split = |[cashier, _, tender]: [String; 3]| Some((vec![cashier, tender], Vec::new()));
    counted.add_to(&mut payments, plan, |movement| movement.tenders, split);
    reader.end((checks, payments)).await
}

/// The labor report, members job and employee, and the daily figures of the same rows.
pub async fn labor(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Answered<(Answer, Answer)>, Fault> {
    let mut reader = Reader::begin(database, plan).await?;
    let days = reader.days(now).await?;
    let reading =
        Reading { members: &["r.job", "r.employee"], names: &["r.employee_name"], ..Reading::default() };
    let mut answer = reader.sums(&LABOR, &reading).await?;
    let split = |[job, employee, name]: [String; 3]| (vec![job, employee], vec![name]);
    let open = read_open_shifts(reader.conn(), plan, &reach_of(plan), true, now).await?;
    for (location, shifts) in &open {
        let (members, names) = split(shifts.person.clone());
        answer.add_day(plan, (*location, shifts.business_date), &members, &names, shifts.labor());
    }
    let (parts, probes): (Vec<(LocationIndex, Part)>, Vec<_>) = plan.parts().into_iter().unzip();
    let mut add = |place: usize, person: [String; 3], sums: Figures| {
        let Some((_, part)) = parts.get(place) else { return };
        let (members, names) = split(person);
        for probe in probes.get(place).into_iter().flatten() {
            answer.add(*probe, members.clone(), names.clone(), part.date, sums);
        }
    };
    for (place, shift) in parts::shifts_in_parts(reader.conn(), plan, &parts).await? {
        let Some((pos_id, part)) = place_of(plan, &parts, place) else { continue };
        let mut movement = Movement::default();
        movement.labor_before(pos_id, &shift, part.until);
        movement.labor.into_iter().for_each(|((_, person), sums)| add(place, person, sums));
    }
    let mut open_on: BTreeMap<(LocationIndex, BusinessDate), Vec<&OpenShifts>> = BTreeMap::new();
    for (location, shifts) in &open {
        open_on.entry((*location, shifts.business_date)).or_default().push(shifts);
    }
    for (place, (location, part)) in parts.iter().enumerate() {
        let Some((_, zone)) = plan.locations.get(*location) else { continue };
        for shifts in open_on.get(&(*location, part.date)).into_iter().flatten() {
            if let Some(sums) = shifts.labor_before(part.until, now, zone) {
                add(place, shifts.person.clone(), sums);
            }
        }
    }
    reader.snapshot.end().await?;
    Ok(Answered { answer: (answer, days.answer), versions: days.versions })
}

fn by_dimension(dimension: Dimension) -> Reading {
    let names: &[_] = if dimension.is_of_people() { &["r.label"] } else { &[] };
    Reading { members: &["r.member"], names, only: format!("AND r.dimension = {}", dimension as i16) }
}

fn add_dimension(counted: Counted, answer: &mut Answer, plan: &Plan, dimension: Dimension) {
    let split = |(of, [member, label]): (Dimension, [String; 2])| {
        let names = if dimension.is_of_people() { vec![label] } else { Vec::new() };
        (of == dimension).then(|| (vec![member], names))
    };
    counted.add_to(answer, plan, |movement| movement.dimensions, split);
}

/// Adds a row that was read for a plan to its answer.
pub(super) fn put(answer: &mut Answer, plan: &Plan, row: Read) {
    if plan.is_by_day() {
        answer.add_day(plan, (row.probe, row.date), &row.members, &row.names, row.sums);
    } else {
        answer.add(row.probe, row.members, row.names, row.date, row.sums);
    }
}

fn add_part(
    answer: &mut Answer,
    parts: &[(LocationIndex, Part)],
    probes: &[Vec<usize>],
    place: usize,
    members: &[String],
    sums: Figures,
) {
    let Some((_, part)) = parts.get(place) else { return };
    for probe in probes.get(place).into_iter().flatten() {
        answer.add(*probe, members.to_vec(), Vec::new(), part.date, sums);
    }
}

/// The labor of open shifts by location, day and quarter.
type OpenQuarters = BTreeMap<(LocationIndex, BusinessDate, u8), Figures>;

fn quarters_so_far(plan: &Plan, open: &[(LocationIndex, OpenShifts)], now: Timestamp) -> OpenQuarters {
    let mut quarters = OpenQuarters::new();
    for (location, shifts) in open {
        let Some((_, zone)) = plan.locations.get(*location) else { continue };
        for (quarter, sums) in shifts.by_quarter(now, zone) {
            *quarters.entry((*location, shifts.business_date, quarter.number())).or_default() += sums;
        }
    }
    quarters
}

fn add_open_parts(
    answer: &mut Answer,
    parts: &[(LocationIndex, Part)],
    probes: &[Vec<usize>],
    open: &OpenQuarters,
    members: impl Fn(u8) -> Vec<String>,
) {
    for (place, (location, part)) in parts.iter().enumerate() {
        let day = (*location, part.date, 0)..(*location, part.date, part.until.number());
        for ((_, _, quarter), sums) in open.range(day) {
            add_part(answer, parts, probes, place, &members(*quarter), *sums);
        }
    }
}
