//! What each report is made of: its roll-up, what it splits it by, the open shifts, and the parts of a running
//! day. Everything of an answer is read in one snapshot.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Snapshot};

use super::rollups::{Reading, read};
use super::{days, months, parts};
use crate::domain::rollup::{Dimensions, Items, Labor, Quarters, Tenders};
use crate::domain::{
    Answer, Dimension, DimensionFigures, Figures, ItemFigures, LaborFigures, LocationIndex, Movement,
    OpenShift, Part, Plan, Rollup, Rows, Segment, Sums, TenderFigures,
};

/// The most checks that parts of days are counted from; with more, an answer leaves its comparisons out.
const MAX_COUNTED: i64 = 20_000;

/// An answer, and the versions of the plan's locations that it holds.
pub struct Answered<A> {
    /// The sums.
    pub answer: A,
    /// In the order of the plan's locations; 0 where nothing is known of one.
    pub versions: Vec<i64>,
}

/// Which level of the menu items are put together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemLevel {
    /// Each item by itself.
    Item,
    /// Major category.
    Major,
    /// Major and minor category.
    Minor,
}

/// The daily report.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn daily(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Answered<Answer<Figures>>, Fault> {
    let parts = plan.parts();
    if parts.is_empty() && !plan.holds_months() {
        // One statement is a snapshot by itself.
        let mut connection = database.pool().acquire().await?;
        let read = days::read_days(&mut connection, plan, &plan.segments(&HashSet::new())).await?;
        let versions = read.versions.clone();
        return Ok(Answered { answer: put_days_together(plan, read, now), versions });
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
    let read = days::read_days(snapshot.conn(), plan, &segments).await?;
    let versions = read.versions.clone();
    let open = quarters_so_far(plan, &read.open_shifts, now);
    let mut answer = put_days_together(plan, read, now);
    let (parts, probes): (Vec<_>, Vec<_>) = plan.parts().into_iter().unzip();
    for (place, _, sums) in days::read_parts(snapshot.conn(), plan, &parts).await? {
        add_part(&mut answer, &parts, &probes, place, &[], sums);
    }
    add_open_parts(&mut answer, &parts, &probes, &open, |_| Vec::new());
    Ok(Answered { answer, versions })
}

fn put_days_together(plan: &Plan, read: days::DaysRead, now: Timestamp) -> Answer<Figures> {
    let mut answer = Answer::default();
    let nothing = Vec::new();
    for day in read.days {
        if plan.is_by_day() {
            answer.add_day(plan, (day.probe, day.date), &nothing, &[], day.sums);
        } else {
            answer.add(day.probe, Vec::new(), Vec::new(), day.date, day.sums);
        }
    }
    for (location, open) in &read.open_shifts {
        let movement = so_far(plan, *location, open, now);
        for ((day, ()), mut sums) in movement.days {
            sums.count_open(open.not_clocked_out(now));
            answer.add_day(plan, (*location, day.1), &nothing, &[], sums);
        }
    }
    answer
}

/// The hourly report: members are hours.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn hourly(
    database: &Database,
    plan: &Plan,
    now: Timestamp,
) -> Result<Answered<Answer<Figures>>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let versions = months::versions(snapshot.conn(), plan).await?;
    let by_hour = Reading { members: &["(r.quarter / 4)::text"], names: &[], only: String::new() };
    let mut answer = sums::<Quarters>(&mut snapshot, plan, &by_hour).await?;
    let open = parts::open_shifts(snapshot.conn(), plan).await?;
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

/// The item report and those of categories. Names of items: name, major and minor category.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
pub async fn items(
    database: &Database,
    plan: &Plan,
    level: ItemLevel,
) -> Result<Answered<Answer<ItemFigures>>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let versions = months::versions(snapshot.conn(), plan).await?;
    let (members, names): (&[_], &[_]) = match level {
        ItemLevel::Item => (&["r.pos_item_id"], &["r.item_name", "r.major_category", "r.minor_category"]),
        ItemLevel::Major => (&["r.major_category"], &[]),
        ItemLevel::Minor => (&["r.major_category", "r.minor_category"], &[]),
    };
    let reading = Reading { members, names, only: String::new() };
    let mut answer = sums::<Items>(&mut snapshot, plan, &reading).await?;
    let counted = Counted::of(&mut snapshot, plan).await?;
    counted.add_to::<Items>(
        &mut answer,
        plan,
        |movement| movement.items,
        |[item, name, major, minor]| match level {
            ItemLevel::Item => Some((vec![item], vec![name, major, minor])),
            ItemLevel::Major => Some((vec![major], Vec::new())),
            ItemLevel::Minor => Some((vec![major, minor], Vec::new())),
        },
    );
    snapshot.end().await?;
    Ok(Answered { answer, versions })
}

/// A report by something that checks name: members and their labels.
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
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
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
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
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
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
///
/// # Errors
/// If the database is away, or holds a fact that cannot be read.
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
    let open = parts::open_shifts(snapshot.conn(), plan).await?;
    for (location, shift) in &open {
        for ((day, key), mut sums) in so_far(plan, *location, shift, now).labor {
            sums.count_open(shift.not_clocked_out(now));
            let (members, names) = split(key);
            answer.add_day(plan, (*location, day.1), &members, &names, sums);
        }
    }
    let (parts, probes): (Vec<(LocationIndex, Part)>, Vec<_>) = plan.parts().into_iter().unzip();
    let mut shifts: Vec<_> = parts::shifts_in_parts(snapshot.conn(), plan, &parts)
        .await?
        .into_iter()
        .map(|(place, shift)| (place, shift, None))
        .collect();
    for (place, (location, part)) in parts.iter().enumerate() {
        let Some((_, zone)) = plan.locations.get(*location) else { continue };
        let here = open.iter().filter(|(at, shift)| at == location && shift.business_date() == part.date);
        shifts.extend(
            here.map(|(_, shift)| (place, shift.so_far(now, zone), Some(shift.not_clocked_out(now)))),
        );
    }
    for (place, shift, open) in shifts {
        let Some((pos_id, part)) = place_of(plan, &parts, place) else { continue };
        let mut movement = Movement::default();
        movement.labor_before(pos_id, &shift, part.until);
        for ((_, key), mut sums) in movement.labor {
            if let Some(not_clocked_out) = open {
                sums.count_open(not_clocked_out);
            }
            let (members, names) = split(key);
            for probe in probes.get(place).into_iter().flatten() {
                answer.add(*probe, members.clone(), names.clone(), part.date, sums);
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

async fn segments(snapshot: &mut Snapshot, plan: &Plan) -> Result<Vec<Segment>, Fault> {
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
        if plan.is_by_day() {
            answer.add_day(plan, (row.probe, row.date), &row.members, &row.names, row.sums);
        } else {
            answer.add(row.probe, row.members, row.names, row.date, row.sums);
        }
    }
    Ok(answer)
}

fn place_of<'a>(
    plan: &'a Plan,
    parts: &[(LocationIndex, Part)],
    place: usize,
) -> Option<(&'a saffron_core::PosId, Part)> {
    let (location, part) = parts.get(place)?;
    Some((&plan.locations.get(*location)?.0, *part))
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

/// What an open shift contributes up to now.
fn so_far(plan: &Plan, location: LocationIndex, open: &OpenShift, now: Timestamp) -> Movement {
    let mut movement = Movement::default();
    if let Some((pos_id, zone)) = plan.locations.get(location) {
        movement.shift(pos_id, &open.so_far(now, zone), 1);
    }
    movement
}

/// The labor of open shifts by location, day and quarter.
type OpenQuarters = BTreeMap<(LocationIndex, BusinessDate, u8), Figures>;

fn quarters_so_far(plan: &Plan, open: &[(LocationIndex, OpenShift)], now: Timestamp) -> OpenQuarters {
    let mut quarters = OpenQuarters::new();
    for (location, shift) in open {
        for (nth, ((day, quarter), mut sums)) in
            so_far(plan, *location, shift, now).quarters.into_iter().enumerate()
        {
            // Once, where it begins.
            if nth == 0 {
                sums.count_open(shift.not_clocked_out(now));
            }
            *quarters.entry((*location, day.1, quarter.number())).or_default() += sums;
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

/// What the checks of parts of days contribute, each part with its probes; none where they are too many.
#[derive(Clone)]
struct Counted(Option<Vec<(BusinessDate, Vec<usize>, Movement)>>);

impl Counted {
    async fn of(snapshot: &mut Snapshot, plan: &Plan) -> Result<Counted, Fault> {
        let (parts, probes): (Vec<_>, Vec<_>) = plan.parts().into_iter().unzip();
        if parts.is_empty() {
            return Ok(Counted(Some(Vec::new())));
        }
        let checks = parts::checks_in_parts(snapshot.conn(), plan, &parts, MAX_COUNTED + 1).await?;
        if checks.len() as i64 > MAX_COUNTED {
            return Ok(Counted(None));
        }
        let mut counted: Vec<_> = parts
            .iter()
            .zip(probes)
            .map(|((_, part), probes)| (part.date, probes, Movement::default()))
            .collect();
        for (place, check) in checks {
            if let (Some((pos_id, part)), Some((_, _, movement))) =
                (place_of(plan, &parts, place), counted.get_mut(place))
            {
                movement.check_before(pos_id, &check, part.until);
            }
        }
        Ok(Counted(Some(counted)))
    }

    fn add_to<R: Rollup>(
        self,
        answer: &mut Answer<R::Sums>,
        plan: &Plan,
        rows: impl Fn(Movement) -> Rows<R>,
        split: impl Fn(R::Key) -> Option<(Vec<String>, Vec<String>)>,
    ) {
        let Some(counted) = self.0 else {
            answer.drop_parts(plan);
            return;
        };
        for (date, probes, movement) in counted {
            for ((_, key), sums) in rows(movement) {
                let Some((members, names)) = split(key) else { continue };
                for probe in &probes {
                    answer.add(*probe, members.clone(), names.clone(), date, sums);
                }
            }
        }
    }
}
