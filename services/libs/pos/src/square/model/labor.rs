use serde::Deserialize;

use super::{Money, list};

/// A time that somebody worked.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Timecard {
    /// Unique at Square.
    pub id: Option<String>,
    /// Where.
    pub location_id: Option<String>,
    /// RFC 3339, in whole minutes.
    pub start_at: Option<String>,
    /// RFC 3339; none while it runs.
    pub end_at: Option<String>,
    /// Job and pay.
    pub wage: Option<TimecardWage>,
    /// Paid and unpaid ones.
    #[serde(deserialize_with = "list")]
    pub breaks: Vec<Break>,
    /// OPEN or CLOSED.
    pub status: Option<String>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339.
    pub updated_at: Option<String>,
    /// The person.
    pub team_member_id: Option<String>,
    /// Tips in cash, as the person declares them.
    pub declared_cash_tip_money: Option<Money>,
}

/// Job and pay of a timecard.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct TimecardWage {
    /// The job.
    pub title: Option<String>,
    /// Of an hour; 0 for those without a wage, computed for those with a salary.
    pub hourly_rate: Option<Money>,
    /// The job.
    pub job_id: Option<String>,
    /// Whether the job takes part in tips.
    pub tip_eligible: Option<bool>,
}

/// A break.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Break {
    /// RFC 3339.
    pub start_at: Option<String>,
    /// RFC 3339; none while it runs.
    pub end_at: Option<String>,
    /// Whether it is paid.
    pub is_paid: Option<bool>,
}

/// A person of the team.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct TeamMember {
    /// Unique at Square.
    pub id: Option<String>,
    /// First name.
    pub given_name: Option<String>,
    /// Last name.
    pub family_name: Option<String>,
    /// Pay.
    pub wage_setting: Option<WageSetting>,
}

/// Pay of a person.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct WageSetting {
    /// The jobs.
    #[serde(deserialize_with = "list")]
    pub job_assignments: Vec<JobAssignment>,
    /// Whether overtime is paid as any other time.
    pub is_overtime_exempt: Option<bool>,
}

/// A job of a person.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct JobAssignment {
    /// Its name.
    pub job_title: Option<String>,
    /// Of an hour; computed for those with a salary.
    pub hourly_rate: Option<Money>,
    /// The job.
    pub job_id: Option<String>,
}

/// A wage of a person.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct TeamMemberWage {
    /// The person.
    pub team_member_id: Option<String>,
    /// The job.
    pub title: Option<String>,
    /// Of an hour.
    pub hourly_rate: Option<Money>,
    /// The job.
    pub job_id: Option<String>,
}

/// When the week of the seller begins.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct WorkweekConfig {
    /// MON to SUN.
    pub start_of_week: Option<String>,
    /// `HH:MM`, wall time.
    pub start_of_day_local_time: Option<String>,
}
