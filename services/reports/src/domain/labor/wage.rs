//! Wages that people enter for shifts whose POS sends none.

use std::collections::BTreeMap;

use saffron_core::fact::Shift;
use saffron_core::{BusinessDate, Money};

/// Whose wage one is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum WageOf {
    /// Of an employee, by the POS's id.
    Employee(String),
    /// Of everybody in a job without a wage of their own.
    Job(String),
}

/// The wages of a location: whose, and from which business date on, in cents an hour.
#[derive(Debug, Clone, Default)]
pub struct Wages(BTreeMap<(WageOf, BusinessDate), Money>);

impl Wages {
    /// Adds a wage.
    pub fn insert(&mut self, of: WageOf, from: BusinessDate, rate: Money) {
        self.0.insert((of, from), rate);
    }

    /// The entered wage that a shift counts with: the newest of its employee on its date, else of its job. None for a shift
    /// whose POS sends a rate.
    #[must_use]
    pub fn of_shift(&self, shift: &Shift) -> Option<Money> {
        if shift.rate.is_some() {
            return None;
        }
        let newest = |of: WageOf| {
            let until = (of.clone(), shift.business_date);
            self.0.range((of, BusinessDate::EARLIEST)..=until).next_back().map(|(_, rate)| *rate)
        };
        let employee = shift.employee.as_ref().map(|person| WageOf::Employee(person.id.to_string()));
        let job = || shift.job.as_ref().map(|job| WageOf::Job(job.to_string()));
        employee.and_then(newest).or_else(|| job().and_then(newest))
    }
}

/// A shift as it counts: at its own rate, or at the entered wage.
#[must_use]
pub fn waged(shift: Shift, wage: Option<Money>) -> Shift {
    Shift { rate: shift.rate.or(wage), ..shift }
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::{FactBody, read_events};
    use serde_json::{Value, json};

    use super::*;

    fn shift(more: Value) -> Shift {
        let mut data = json!({"posID": "p", "posShiftID": "s", "revision": 1, "job": "Cook",
            "employee": {"id": "e1", "name": "Ana"}, "clockIn": "2026-07-18T10:00:00", "clockOut": "2026-07-18T14:00:00"});
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let event =
            json!({"specversion": "1.0", "id": "e", "source": "t", "type": "shift.closed", "data": data});
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let facts = read_events(event.to_string().as_bytes(), &"p".parse().unwrap(), &calendar).unwrap();
        match facts.into_iter().next().unwrap().body {
            FactBody::Shift(shift) => *shift,
            _ => panic!("a shift"),
        }
    }

    fn wages(list: &[(WageOf, &str, i64)]) -> Wages {
        let mut wages = Wages::default();
        for (of, from, cents) in list {
            wages.insert(of.clone(), from.parse().unwrap(), Money::from_cents(*cents));
        }
        wages
    }

    #[test]
    fn own_wage_goes_before_the_wage_of_the_job() {
        let (ana, cook) = (WageOf::Employee("e1".into()), WageOf::Job("Cook".into()));
        let wages = wages(&[
            (ana.clone(), "2026-07-18", 2000),
            (ana, "2026-07-19", 9900),
            (cook.clone(), "2026-01-01", 1500),
            (cook, "2026-07-10", 1600),
            (WageOf::Job("Host".into()), "2026-01-01", 100),
        ]);
        let of = |more: Value| wages.of_shift(&shift(more)).map(Money::cents);
        assert_eq!(of(json!({})), Some(2000));
        assert_eq!(
            of(json!({"clockIn": "2026-07-17T10:00:00", "clockOut": "2026-07-17T11:00:00"})),
            Some(1600)
        );
        assert_eq!(of(json!({"employee": {"id": "e2", "name": "Bo"}})), Some(1600));
        assert_eq!(of(json!({"employee": null, "job": "Dishwasher"})), None);
        assert_eq!(of(json!({"rate": 0})), None, "the POS says that it is nothing");
    }

    #[test]
    fn shift_counts_with_the_entered_wage() {
        let entered = waged(shift(json!({})), Some(Money::from_cents(1800)));
        assert_eq!(entered.pay(), Money::from_cents(7200));
        assert_eq!(
            waged(shift(json!({"rate": 20})), Some(Money::from_cents(1800))).pay(),
            Money::from_cents(8000)
        );
        assert_eq!(waged(shift(json!({})), None).rate, None);
    }
}
