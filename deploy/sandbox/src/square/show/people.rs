//! Guests, people who work there, their jobs and timecards.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use saffron_core::{CustomerId, Money};
use saffron_till::{Guest, Shift};
use serde_json::{Value, json};

use super::{View, listed, tidy, time};
use crate::square::trade::{customer_id, job_id, team_member_id, timecard_id};

/// The guests of a merchant, with the time of their last change and whether they were removed.
pub type Guestbook = BTreeMap<CustomerId, (Guest, Timestamp, bool)>;

/// A person who works at a merchant.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub id: String,
    pub name: String,
    /// Titles of jobs with the wage of an hour.
    pub jobs: BTreeMap<String, Option<Money>>,
    pub updated: Timestamp,
}

/// A guest's profile.
pub fn customer(merchant: &str, guest: &Guest, updated: Timestamp) -> Value {
    tidy(json!({
        "id": customer_id(merchant, &guest.id),
        "created_at": "2020-01-01T00:00:00.000Z",
        "updated_at": time(updated),
        "given_name": guest.first_name,
        "family_name": guest.last_name,
        "email_address": guest.email,
        "phone_number": guest.cell_phone_number,
        // False is no consent: nobody asked.
        "preferences": { "email_unsubscribed": guest.email_consent == Some(false) },
        "creation_source": "INSTANT_PROFILE",
        "version": 1,
    }))
}

/// A team member.
pub fn member(view: &View<'_>, member: &Member) -> Value {
    let merchant = &view.merchant.id;
    let (given, family) =
        member.name.rsplit_once(' ').map_or((member.name.as_str(), None), |(a, b)| (a, Some(b)));
    let assignments = member.jobs.iter().map(|(title, rate)| {
        tidy(json!({
            "job_title": title,
            "job_id": job_id(merchant, title),
            "pay_type": if rate.is_some() { "HOURLY" } else { "NONE" },
            "hourly_rate": rate.map(|rate| view.money(rate)),
        }))
    });
    let assignments: Vec<Value> = assignments.collect();
    let id = team_member_id(merchant, &member.id);
    let wages = (!assignments.is_empty()).then(|| {
        json!({ "team_member_id": id, "job_assignments": assignments, "is_overtime_exempt": false, "version": 1 })
    });
    tidy(json!({
        "id": id,
        "reference_id": member.id,
        "is_owner": false,
        "status": "ACTIVE",
        "given_name": given,
        "family_name": family,
        "created_at": "2020-01-01T00:00:00.000Z",
        "updated_at": time(member.updated),
        "assigned_locations": { "assignment_type": "ALL_CURRENT_AND_FUTURE_LOCATIONS" },
        "wage_setting": wages,
    }))
}

/// A job.
pub fn job(merchant: &str, title: &str) -> Value {
    json!({
        "id": job_id(merchant, title), "title": title, "is_tip_eligible": true,
        "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z", "version": 1,
    })
}

/// The workweek: from Monday, 04:00.
pub fn workweek(merchant: &str) -> Value {
    json!({
        "id": format!("WW{merchant:.10}"), "start_of_week": "MON", "start_of_day_local_time": "04:00", "version": 1,
        "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z",
    })
}

/// A time with whole minutes and the location's offset, as timecards have.
fn minute(view: &View<'_>, wall: DateTime) -> String {
    let seconds = view.place.at(wall).as_second();
    let at = Timestamp::from_second(seconds - seconds.rem_euclid(60)).unwrap_or(Timestamp::UNIX_EPOCH);
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// A timecard. An unpaid break of a shift that goes on has no end yet.
pub fn timecard(
    view: &View<'_>,
    shift: &Shift,
    created: Timestamp,
    updated: Timestamp,
    version: i64,
) -> Value {
    let id = timecard_id(&shift.pos_id, &shift.id);
    let unpaid = i64::from(shift.unpaid_minutes.seconds());
    let from = shift.clock_in.saturating_add(SignedDuration::from_secs(60));
    let until = shift.clock_out.map(|_| from.saturating_add(SignedDuration::from_secs(unpaid)));
    let breaks = (unpaid > 0).then(|| {
        json!({
            "id": format!("{id}B"), "start_at": minute(view, from), "end_at": until.map(|at| minute(view, at)),
            "break_type_id": "BREAK30", "name": "Meal", "expected_duration": "PT30M", "is_paid": false,
        })
    });
    let wage = tidy(json!({
        "title": shift.job,
        "hourly_rate": shift.rate.map(|rate| view.money(rate)),
        "job_id": job_id(&view.merchant.id, &shift.job),
        "tip_eligible": true,
    }));
    tidy(json!({
        "id": id,
        "location_id": view.place.id,
        "timezone": view.place.zone.name(),
        "start_at": minute(view, shift.clock_in),
        "end_at": shift.clock_out.map(|at| minute(view, at)),
        "wage": wage,
        "breaks": listed(breaks.into_iter().collect()),
        "status": if shift.clock_out.is_some() { "CLOSED" } else { "OPEN" },
        "version": version,
        "created_at": time(created),
        "updated_at": time(updated),
        "team_member_id": team_member_id(&view.merchant.id, &shift.employee.id),
        "declared_cash_tip_money": (shift.tips != Money::ZERO).then(|| view.money(shift.tips)),
    }))
}
