//! What each report is made of: its roll-up, what it splits it by, the open shifts, and the parts of a running
//! day. Everything of an answer is read in one snapshot.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, Span};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Snapshot};

use super::counted::{Counted, place_of};
use super::open_shifts::read_open_shifts;
use super::rollups::{Read, Reading, read};
use super::{days, months, parts};
use crate::domain::rollup::{Dimensions, Labor, Quarters, Tenders};
use crate::domain::{
    Answer, Dimension, DimensionFigures, Figures, LaborFigures, LocationIndex, Movement, OpenShifts, Part,
    Plan, Rollup, Segment, Sums, TenderFigures,
};

/// An answer, and the versions of the plan's locations that it holds.
pub struct Answered<A> {
    /// The sums.
    pub answer: A,
    /// In the order of the plan's locations; 0 where nothing is known of one.
    pub versions: Vec<i64>,
}

/// The daily report.
pub async fn daily(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Answered<Answer<Figures>>, Fault> {
    let parts = plan.parts();
    if parts.is_empty() && !plan.holds_months() && plan.locations.len() == 1 {
        // One statement about one location sees one state of it.
        let mut connection = database.pool().acquire().await?;
        let read = days::read_days(&mut connection, plan, &plan.segments(&HashSet::new()), now).await?;
        let versions = read.versions.clone();
        return Ok(Answered { answer: put_days_together(plan, read), versions });
    }
    let mut snapshot = database.snapshot().await?;
    let answered = daily_at(&mut snapshot, plan, now).await?;
    snapshot.end().await?;
    Ok(answered)
}

async fn daily_at(
    snapshot: &mut Snapshot,
    plan: &Plan,
    now: Timestamp,
) -> Result<Answered<Answer<Figures>>, Fault> {
    let segments = segments(snapshot, plan).await?;
    let read = days::read_days(snapshot.conn(), plan, &segments, now).await?;
    let versions = read.versions.clone();
    let mut answer = put_days_together(plan, read);
    let (parts, probes): (Vec<_>, Vec<_>) = plan.parts().into_iter().unzip();
    if !parts.is_empty() {
        for (place, _, sums) in days::read_parts(snapshot.conn(), plan, &parts).await? {
            add_part(&mut answer, &parts, &probes, place, &[], sums);
        }
        let open = read_open_shifts(snapshot.conn(), plan, &days_of(&parts), false, now).await?;
        add_open_parts(&mut answer, &parts, &probes, &quarters_so_far(plan, &open, now), |_| Vec::new());
    }
    Ok(Answered { answer, versions })
}

fn put_days_together(plan: &Plan, read: days::DaysRead) -> Answer<Figures> {
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
    answer
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
pub async fn hourly(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Answered<Answer<Figures>>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let versions = months::versions(snapshot.conn(), plan).await?;
    let by_hour = Reading { members: &["(r.quarter / 4)::text"], names: &[], only: String::new() };
    let mut answer = sums::<Quarters>(&mut snapshot, plan, &by_hour).await?;
    let open = read_open_shifts(snapshot.conn(), plan, &reach_of(plan), false, now).await?;
    let quarters = quarters_so_far(plan, &open, now);
    for ((location, date, quarter), sums) in &quarters {
        answer.add_day(plan, (*location, *date), &vec![(quarter / 4).to_string()], &[], *sums);
    }
    let (parts, probes): (Vec<_>, Vec<_>) = plan.parts().into_iter().unzip();
    for (place, hour, sums) in days::read_parts(snapshot.conn(), plan, &parts).await? {
        add_part(&mut answer, &parts, &probes, place, &[hour.to_string()], sums);
    }
    add_open_parts(&mut answer, &parts, &probes, &quarters, |quarter| vec![(quarter / 4).to_string()]);
    snapshot.end().await?;
    Ok(Answered { answer, versions })
}

/// A report by something that checks name: members and their labels.
pub async fn dimension(
    database: &Database,
    plan: &Plan,
    dimension: Dimension,
) -> Result<Answered<Answer<DimensionFigures>>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let versions = months::versions(snapshot.conn(), plan).await?;
    let mut answer = sums::<Dimensions>(&mut snapshot, plan, &by_dimension(dimension)).await?;
    let counted = Counted::of(&mut snapshot, plan).await?;
    counted.add_to::<Dimensions>(
        &mut answer,
        plan,
        |movement| movement.dimensions,
        |key| member_of(dimension, key),
    );
    snapshot.end().await?;
    Ok(Answered { answer, versions })
}

/// The payment report: members are payment types.
pub async fn payments(database: &Database, plan: &Plan) -> Result<Answered<Answer<TenderFigures>>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let versions = months::versions(snapshot.conn(), plan).await?;
    let reading = Reading { members: &["r.payment_type"], names: &[], only: String::new() };
    let mut answer = sums::<Tenders>(&mut snapshot, plan, &reading).await?;
    let counted = Counted::of(&mut snapshot, plan).await?;
    counted.add_to::<Tenders>(
        &mut answer,
        plan,
        |movement| movement.tenders,
        |[_, _, tender]| Some((vec![tender], Vec::new())),
    );
    snapshot.end().await?;
    Ok(Answered { answer, versions })
}

/// The cashier report: what each cashier's checks add up to, and payments by cashier and type.
pub type Cashiers = (Answer<DimensionFigures>, Answer<TenderFigures>);

/// The cashier report.
pub async fn cashiers(database: &Database, plan: &Plan) -> Result<Answered<Cashiers>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let versions = months::versions(snapshot.conn(), plan).await?;
    let mut checks = sums::<Dimensions>(&mut snapshot, plan, &by_dimension(Dimension::Cashier)).await?;
    let reading = Reading { members: &["r.cashier", "r.payment_type"], names: &[], only: String::new() };
    let mut payments = sums::<Tenders>(&mut snapshot, plan, &reading).await?;
    let counted = Counted::of(&mut snapshot, plan).await?;
    counted.clone().add_to::<Dimensions>(
        &mut checks,
        plan,
        |movement| movement.dimensions,
        |key| member_of(Dimension::Cashier, key),
    );
    counted.add_to::<Tenders>(
        &mut payments,
        plan,
        |movement| movement.tenders,
        |[cashier, _, tender]| Some((vec![cashier, tender], Vec::new())),
    );
    snapshot.end().await?;
    Ok(Answered { answer: (checks, payments), versions })
}

/// The labor report, members job and employee, and the daily figures of the same rows.
pub async fn labor(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Answered<(Answer<LaborFigures>, Answer<Figures>)>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let days = daily_at(&mut snapshot, plan, now).await?;
    let reading =
        Reading { members: &["r.job", "r.employee"], names: &["r.employee_name"], only: String::new() };
    let mut answer = sums::<Labor>(&mut snapshot, plan, &reading).await?;
    let split = |[job, employee, name]: [String; 3]| (vec![job, employee], vec![name]);
    let open = read_open_shifts(snapshot.conn(), plan, &reach_of(plan), true, now).await?;
    for (location, shifts) in &open {
        let (members, names) = split(shifts.person.clone());
        answer.add_day(plan, (*location, shifts.business_date), &members, &names, shifts.labor());
    }
    let (parts, probes): (Vec<(LocationIndex, Part)>, Vec<_>) = plan.parts().into_iter().unzip();
    let mut add = |place: usize, person: [String; 3], sums: LaborFigures| {
        let Some((_, part)) = parts.get(place) else { return };
        let (members, names) = split(person);
        for probe in probes.get(place).into_iter().flatten() {
            answer.add(*probe, members.clone(), names.clone(), part.date, sums);
        }
    };
    for (place, shift) in parts::shifts_in_parts(snapshot.conn(), plan, &parts).await? {
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
    snapshot.end().await?;
    Ok(Answered { answer: (answer, days.answer), versions: days.versions })
}

fn by_dimension(dimension: Dimension) -> Reading {
    let only = format!("AND r.dimension = {}", dimension.code());
    Reading { members: &["r.member"], names: &["r.label"], only }
}

fn member_of(
    dimension: Dimension,
    (of, [member, label]): (Dimension, [String; 2]),
) -> Option<(Vec<String>, Vec<String>)> {
    (of == dimension).then(|| (vec![member], vec![label]))
}

pub(super) async fn segments(snapshot: &mut Snapshot, plan: &Plan) -> Result<Vec<Segment>, Fault> {
    let folded = if plan.holds_months() {
        months::folded_months(snapshot.conn(), plan).await?
    } else {
        HashSet::new()
    };
    Ok(plan.segments(&folded))
}

/// A roll-up's sums of whole days.
async fn sums<R: Rollup>(
    snapshot: &mut Snapshot,
    plan: &Plan,
    reading: &Reading,
) -> Result<Answer<R::Sums>, Fault> {
    let segments = segments(snapshot, plan).await?;
    let mut answer = Answer::default();
    for row in read::<R>(snapshot.conn(), plan, &segments, reading).await? {
        put(&mut answer, plan, row);
    }
    Ok(answer)
}

/// Adds a row that was read for a plan to its answer.
pub(super) fn put<S: Sums>(answer: &mut Answer<S>, plan: &Plan, row: Read<S>) {
    if plan.is_by_day() {
        answer.add_day(plan, (row.probe, row.date), &row.members, &row.names, row.sums);
    } else {
        answer.add(row.probe, row.members, row.names, row.date, row.sums);
    }
}

fn add_part<S: Sums>(
    answer: &mut Answer<S>,
    parts: &[(LocationIndex, Part)],
    probes: &[Vec<usize>],
    place: usize,
    members: &[String],
    sums: S,
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
    answer: &mut Answer<Figures>,
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
