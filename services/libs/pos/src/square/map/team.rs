//! The people who work at a location, their wages, and the week of the seller.

use std::collections::BTreeMap;

use jiff::civil::{DateTime, Time, Weekday};
use jiff::{SignedDuration, ToSpan as _};
use saffron_core::Money;
use saffron_till::Person;

use super::amount::cents;
use crate::square::model::{TeamMember, TeamMemberWage, WorkweekConfig};
use crate::{Place, text};

/// The team of a seller.
#[derive(Debug, Clone)]
pub struct Team {
    members: BTreeMap<String, Member>,
    week_begins: (Weekday, Time),
}

#[derive(Debug, Clone, Default)]
struct Member {
    name: Option<String>,
    is_exempt: bool,
    /// By the id of the job, then by its title.
    wages: BTreeMap<String, Money>,
}

impl Default for Team {
    /// Nobody, and weeks that begin on Monday.
    fn default() -> Team {
        Team { members: BTreeMap::new(), week_begins: (Weekday::Monday, Time::midnight()) }
    }
}

impl Team {
    /// Of the members, of wages beside those that members hold, and of the week that the seller set: without one, weeks begin
    /// on Monday (assumed).
    #[must_use]
    pub fn new(
        place: &Place,
        members: &[TeamMember],
        wages: &[TeamMemberWage],
        week: Option<&WorkweekConfig>,
    ) -> Team {
        let mut team = Team::default();
        for member in members {
            let Some(id) = member.id.clone() else { continue };
            let names = [member.given_name.as_deref(), member.family_name.as_deref()];
            let known = team.members.entry(id).or_default();
            known.name = text::name(Some(&names.into_iter().flatten().collect::<Vec<_>>().join(" ")));
            let Some(setting) = &member.wage_setting else { continue };
            known.is_exempt = setting.is_overtime_exempt == Some(true);
            for job in &setting.job_assignments {
                known.add_wage(place, [&job.job_id, &job.job_title], job.hourly_rate.as_ref());
            }
        }
        for wage in wages {
            let Some(member) = wage.team_member_id.clone() else { continue };
            let known = team.members.entry(member).or_default();
            known.add_wage(place, [&wage.job_id, &wage.title], wage.hourly_rate.as_ref());
        }
        team.week_begins = week.and_then(week_begins).unwrap_or(team.week_begins);
        team
    }

    /// A person, by the id where the name is not known.
    pub(super) fn person(&self, id: &str) -> Person {
        let id = text::cut(id, text::NAME);
        let name = self.members.get(&id).and_then(|member| member.name.clone());
        Person { name: name.unwrap_or_else(|| id.clone()), id }
    }

    /// Whether a person is paid no overtime.
    pub(super) fn is_exempt(&self, id: &str) -> bool {
        self.members.get(id).is_some_and(|member| member.is_exempt)
    }

    /// Pay of an hour in a job, by its id or title.
    pub(super) fn wage(&self, id: &str, job: &str) -> Option<Money> {
        self.members.get(id)?.wages.get(job).copied()
    }

    /// The beginning of the week of a wall time.
    pub(super) fn week_of(&self, wall: DateTime) -> DateTime {
        let (weekday, time) = self.week_begins;
        let shifted = wall.saturating_sub(time.duration_since(Time::midnight()));
        let days = shifted.date().weekday().since(weekday);
        let first = shifted.date().saturating_sub(i64::from(days).days());
        first.to_datetime(Time::midnight()).saturating_add(time.duration_since(Time::midnight()))
    }
}

impl Member {
    /// A wage of nothing is none: Square has 0 for those without one.
    fn add_wage(
        &mut self,
        place: &Place,
        job: [&Option<String>; 2],
        rate: Option<&crate::square::model::Money>,
    ) {
        let Some(rate) = cents(place, rate).ok().flatten().filter(|rate| *rate > Money::ZERO) else { return };
        for name in job.into_iter().flatten() {
            self.wages.insert(name.clone(), rate);
        }
    }
}

fn week_begins(week: &WorkweekConfig) -> Option<(Weekday, Time)> {
    let weekday = match week.start_of_week.as_deref()? {
        "MON" => Weekday::Monday,
        "TUE" => Weekday::Tuesday,
        "WED" => Weekday::Wednesday,
        "THU" => Weekday::Thursday,
        "FRI" => Weekday::Friday,
        "SAT" => Weekday::Saturday,
        "SUN" => Weekday::Sunday,
        _ => return None,
    };
    let time = week.start_of_day_local_time.as_deref().and_then(|time| time.parse::<Time>().ok());
    Some((weekday, time.unwrap_or(Time::midnight())))
}

/// The time that a week has at the regular rate.
pub(super) const REGULAR: SignedDuration = SignedDuration::from_hours(40);
