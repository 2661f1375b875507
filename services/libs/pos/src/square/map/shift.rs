//! Timecards as shifts.

use jiff::{SignedDuration, Timestamp};
use saffron_core::id::PosGiven as _;
use saffron_core::{Money, ShiftId};
use saffron_till::{Event, Minutes, RemovedShift, Shift};

use super::amount::cents_or_zero;
use super::team::{REGULAR, Team};
use super::{MAPPING, SOURCE, Why, of_location, paid};
use crate::square::model::{Payment, PaymentStatus, Timecard};
use crate::time::{instant, revision};
use crate::unique::unique;
use crate::{Place, Unmapped, door, text};

const KIND: &str = "timecard";

/// A timecard, with what its overtime and its tips depend on.
#[derive(Debug, Clone, Copy)]
pub struct Hours<'a> {
    /// The timecard.
    pub card: &'a Timecard,
    /// Other timecards of the same weeks, at any location and of anybody: overtime begins after 40 hours of a week.
    pub others: &'a [Timecard],
    /// Payments of the days, whose tips belong to the one who took them: pooling is not known to the API.
    pub payments: &'a [Payment],
}

/// The shift of a timecard.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn shift(place: &Place, team: &Team, hours: &Hours<'_>) -> Result<Event, Unmapped> {
    let id = hours.card.id.as_deref().unwrap_or_default();
    let shift = mapped(place, team, hours).map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::shift(SOURCE, &shift))
}

/// That a timecard is none: deleted ones are in no answer, so that a webhook says it, or a comparison of all.
///
/// # Errors
/// What is wrong with it.
pub fn removed_shift(place: &Place, id: &str, at: Timestamp) -> Result<Event, Unmapped> {
    let removed = || -> Result<RemovedShift, Why> {
        let shift = ShiftId::of_sent(id).map_err(|why| format!("has an id that {why}"))?;
        Ok(RemovedShift { pos_id: place.pos_id.clone(), id: shift, revision: revision([at], MAPPING)? })
    };
    let removed = removed().map_err(|why| Unmapped::new(KIND, id, why))?;
    door::accepted(place, KIND, id, Event::removed_shift(SOURCE, &removed))
}

fn mapped(place: &Place, team: &Team, hours: &Hours<'_>) -> Result<Shift, Why> {
    let card = hours.card;
    of_location(place, card.location_id.as_deref())?;
    let id = ShiftId::of_sent(card.id.as_deref().unwrap_or_default())
        .map_err(|why| format!("has an id that {why}"))?;
    let member = card.team_member_id.as_deref().filter(|member| !member.is_empty());
    let member = member.ok_or("names no team member: correct it in Square")?;
    let start = instant(card.start_at.as_ref()).ok_or("has no readable start: correct it in Square")?;
    let end = instant(card.end_at.as_ref());
    if end.is_none() && card.status.as_deref() == Some("CLOSED") {
        return Err("is closed and has no readable end: correct it in Square".to_owned());
    }
    if end.is_some_and(|end| end < start) {
        return Err("ends before it starts: correct it in Square".to_owned());
    }
    let week = team.week_of(place.wall(start));
    let is_earlier = |other: &&Timecard| {
        let other_start = instant(other.start_at.as_ref());
        other.team_member_id.as_deref() == Some(member)
            && other.id != card.id
            && other_start.is_some_and(|at| at < start && team.week_of(place.wall(at)) == week)
    };
    let others = unique(hours.others, |other| (other.id.as_deref(), instant(other.updated_at.as_ref())));
    let earlier: Vec<&Timecard> = others.into_iter().filter(is_earlier).collect();
    // Tips and overtime change without the timecard's version: the last change of all of them is the revision.
    let (tips, tipped) = tips(place, hours, member, start, end)?;
    let changes = [card.updated_at.as_ref(), card.created_at.as_ref()].into_iter().filter_map(instant);
    let of_others = earlier.iter().filter_map(|other| instant(other.updated_at.as_ref()));
    let revision = revision(changes.chain(of_others).chain(tipped), MAPPING)?;

    let unpaid = unpaid(card, end);
    let worked = end.map_or(SignedDuration::ZERO, |end| paid_time(start, end, unpaid));
    let before: SignedDuration = earlier.iter().filter_map(|other| paid_of(other)).sum();
    let overtime = if end.is_none() || team.is_exempt(member) {
        SignedDuration::ZERO
    } else {
        (before + worked - REGULAR).clamp(SignedDuration::ZERO, worked)
    };
    let title = card.wage.as_ref().and_then(|wage| text::name(wage.title.as_deref()));
    let clock_in = place.wall(start);
    Ok(Shift {
        pos_id: place.pos_id.clone(),
        id,
        revision,
        employee: team.person(member),
        rate: rate(place, team, card, member)?,
        job: title.unwrap_or_else(|| "Team member".to_owned()),
        clock_in,
        // In the hour that comes twice the wall clock may show an earlier end: the minutes are sent, and count.
        clock_out: end.map(|end| place.wall(end).max(clock_in)),
        unpaid_minutes: minutes(unpaid),
        regular_minutes: end.map(|_| minutes(worked - overtime)),
        overtime_minutes: minutes(overtime),
        overtime_rate: None,
        tips,
    })
}

/// Pay of an hour. 0 is that of those without a wage: then nothing is sent, and the owner is asked. That of a salary is what
/// Square works out for it.
fn rate(place: &Place, team: &Team, card: &Timecard, member: &str) -> Result<Option<Money>, Why> {
    let Some(wage) = &card.wage else { return Ok(None) };
    let rate = cents_or_zero(place, wage.hourly_rate.as_ref())?;
    if rate > Money::ZERO {
        return Ok(Some(rate));
    }
    let jobs = [wage.job_id.as_deref(), wage.title.as_deref()];
    Ok(jobs.into_iter().flatten().find_map(|job| team.wage(member, job)))
}

/// Unpaid breaks. One that still runs ends with the timecard, and has no length before.
fn unpaid(card: &Timecard, end: Option<Timestamp>) -> SignedDuration {
    let unpaid = card.breaks.iter().filter(|of| of.is_paid != Some(true));
    let lengths = unpaid.filter_map(|of| {
        let (from, to) = (instant(of.start_at.as_ref())?, instant(of.end_at.as_ref()).or(end)?);
        Some(to.duration_since(from).max(SignedDuration::ZERO))
    });
    lengths.sum()
}

/// Paid time of a closed timecard.
fn paid_of(card: &Timecard) -> Option<SignedDuration> {
    let (start, end) = (instant(card.start_at.as_ref())?, instant(card.end_at.as_ref())?);
    Some(paid_time(start, end, unpaid(card, Some(end))))
}

fn paid_time(start: Timestamp, end: Timestamp, unpaid: SignedDuration) -> SignedDuration {
    (end.duration_since(start) - unpaid).max(SignedDuration::ZERO)
}

fn minutes(duration: SignedDuration) -> Minutes {
    Minutes::of_seconds(u32::try_from(duration.as_secs()).unwrap_or(u32::MAX))
}

/// Declared cash tips, and those of payments that the person took in the time; with the times at which payments of that time changed.
fn tips(
    place: &Place,
    hours: &Hours<'_>,
    member: &str,
    start: Timestamp,
    end: Option<Timestamp>,
) -> Result<(Money, Vec<Timestamp>), Why> {
    let mut tips = cents_or_zero(place, hours.card.declared_cash_tip_money.as_ref())?;
    let mut changes = Vec::new();
    if hours.card.wage.as_ref().is_some_and(|wage| wage.tip_eligible == Some(false)) {
        return Ok((tips, changes));
    }
    for payment in unique(hours.payments, paid::version) {
        let at = instant(payment.created_at.as_ref());
        let is_within = at.is_some_and(|at| at >= start && end.is_none_or(|end| at < end));
        let counts = matches!(payment.status, Some(PaymentStatus::Completed | PaymentStatus::Approved));
        if payment.taken_by() != Some(member)
            || !is_within
            || of_location(place, payment.location_id.as_deref()).is_err()
        {
            continue;
        }
        // That one was given up is a change of the tips too.
        changes.extend(instant(payment.updated_at.as_ref()));
        if counts {
            tips += cents_or_zero(place, payment.tip_money.as_ref())?;
        }
    }
    Ok((tips, changes))
}
