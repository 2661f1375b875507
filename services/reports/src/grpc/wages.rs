use saffron_core::{Error, Money, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Database;
use saffron_proto::reports::{GetWagesRequest, SetWageRequest, ShiftsWithoutWage, Wage, Wages};

use crate::app;
use crate::domain::WageOf;
use crate::store::{self, EnteredWage, WithoutWage};

const PLEASE: &str = "Please select a location.";
/// The most characters of an employee's id or a job.
const LONGEST: usize = 200;
/// The highest wage of an hour.
const HIGHEST: Money = Money::from_cents(100_000);

/// The wages of one of the caller's locations.
pub async fn get_wages(
    database: &Database,
    caller: &Caller,
    message: &GetWagesRequest,
) -> Result<Wages, Fault> {
    let (pos_id, _) = caller.location(&message.pos_id, PLEASE)?;
    wages(database, &pos_id).await
}

/// Enters a wage at one of the caller's locations, or takes one back.
pub async fn set_wage(
    database: &Database,
    caller: &Caller,
    message: &SetWageRequest,
) -> Result<Wages, Fault> {
    let (pos_id, _) = caller.location(&message.pos_id, PLEASE)?;
    let of = match (message.employee_id.trim(), message.job.trim()) {
        ("", "") => return Err(Error::invalid("employeeID", "is missing: send it, or a job").into()),
        (id, "") => WageOf::Employee(checked("employeeID", id)?),
        ("", job) => WageOf::Job(checked("job", job)?),
        _ => return Err(Error::invalid("job", "cannot stand beside employeeID").into()),
    };
    let from = parse_field("from", &message.from)?;
    let rate = message.rate.map(Money::from_cents);
    if rate.is_some_and(|rate| rate <= Money::ZERO || rate > HIGHEST) {
        return Err(Error::invalid("rate", "must lie between 0.01 and 1,000.00").into());
    }
    app::set_wage(database, caller.user, &pos_id, of, from, rate).await?;
    wages(database, &pos_id).await
}

fn checked(field: &str, text: &str) -> Result<String, Error> {
    if text.chars().count() > LONGEST || text.chars().any(char::is_control) {
        let why = format!("must have 1 to {LONGEST} characters, and no control characters");
        return Err(Error::invalid(field, why));
    }
    Ok(text.to_owned())
}

async fn wages(database: &Database, pos_id: &saffron_core::PosId) -> Result<Wages, Fault> {
    let counting = store::is_counting_wages(database, pos_id).await?;
    let wages = store::list_wages(database, pos_id).await?;
    let without_wage = store::list_without_wage(database, pos_id).await?;
    Ok(Wages {
        wages: wages.into_iter().map(wage).collect(),
        without_wage: without_wage.into_iter().map(without).collect(),
        counting,
    })
}

fn wage(EnteredWage { of, name, from, rate }: EnteredWage) -> Wage {
    let (employee_id, job) = match of {
        WageOf::Employee(id) => (id, String::new()),
        WageOf::Job(job) => (String::new(), job),
    };
    Wage { employee_id, employee_name: name, job, from: from.to_string(), rate: rate.cents() }
}

fn without(row: WithoutWage) -> ShiftsWithoutWage {
    ShiftsWithoutWage {
        employee_id: row.employee_id,
        employee_name: row.employee_name,
        job: row.job,
        shifts: row.shifts,
        first: row.first.to_string(),
        last: row.last.to_string(),
    }
}
