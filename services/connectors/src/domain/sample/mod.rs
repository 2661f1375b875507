//! The trade of sample restaurants: four weeks of a restaurant that does not exist, again and again, moved to the dates of today.
//! It has no guests, and its employees have names of jobs.

mod rows;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::{DateTime, Time, date};
use saffron_core::{BusinessDate, Calendar, CheckId, ItemId, Money, PosId};
use saffron_till::{Check, Discount, Event, Item, Line, Minutes, Payment, Person, Shift};

use self::rows::{CheckRow, MenuRow, ShiftRow, ordered};

/// The version of the bundled trade, by which a later one replaces what an earlier one sent.
pub const SAMPLE_VERSION: i32 = 1;
/// Days before today that a sample has.
pub const SAMPLE_DAYS: i64 = 35;

/// Days of the bundled trade.
const DAYS: usize = 28;
/// Sales tax, hundredths of a percent.
const TAX: i64 = 825;
/// What facts say where they come from.
const FROM: &str = "sample";

/// The bundled trade.
pub struct SampleTrade {
    menu: BTreeMap<ItemId, MenuRow>,
    /// Of each day.
    checks: Vec<Vec<CheckRow>>,
    shifts: Vec<Vec<ShiftRow>>,
}

/// A fact, and when it happens.
pub struct SampleFact {
    /// UTC.
    pub at: Timestamp,
    pub event: Event,
}

impl SampleTrade {
    /// Reads the bundled files.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn bundled() -> Result<SampleTrade, String> {
        let menu = rows::menu()?.into_iter().map(|row| (row.item.clone(), row)).collect();
        let checks = by_day(rows::checks()?, |row| row.day)?;
        let shifts = by_day(rows::shifts()?, |row| row.day)?;
        Ok(SampleTrade { menu, checks, shifts })
    }

    /// The menu of a sample.
    ///
    /// # Errors
    /// If an item cannot be written.
    pub fn items(&self, pos_id: &PosId) -> Result<Vec<Event>, String> {
        let item = |row: &MenuRow| {
            let item = Item {
                pos_id: pos_id.clone(),
                id: row.item.clone(),
                revision: i64::from(SAMPLE_VERSION),
                name: row.name.clone(),
                major_category: row.major.clone(),
                minor_category: row.minor.clone(),
                price: Some(row.price),
                cost: Some(row.cost),
                stock: None,
                low_stock: None,
                sold_out: false,
                sold_out_until: None,
            };
            event(format!("sample-item-{}", row.item), "item.upserted", row.item.as_str(), &item)
        };
        self.menu.values().map(item).collect()
    }

    /// How many facts a date has.
    pub fn count(&self, on: BusinessDate) -> usize {
        let day = day_of(on);
        let of = |rows: Option<usize>| rows.unwrap_or_default();
        // A shift begins and ends.
        of(self.checks.get(day).map(Vec::len)) + 2 * of(self.shifts.get(day).map(Vec::len))
    }

    /// The facts of a date, in the order in which they happen, which is the same each time.
    ///
    /// # Errors
    /// If a row makes no sense.
    pub fn facts(
        &self,
        pos_id: &PosId,
        calendar: &Calendar,
        on: BusinessDate,
    ) -> Result<Vec<SampleFact>, String> {
        let (day, place) = (day_of(on), Place { pos_id, calendar, on });
        let mut facts = Vec::with_capacity(self.count(on));
        for (number, row) in self.checks.get(day).into_iter().flatten().enumerate() {
            facts.push(self.check(&place, number + 1, row)?);
        }
        for (number, row) in self.shifts.get(day).into_iter().flatten().enumerate() {
            facts.extend(place.shift(number + 1, row)?);
        }
        facts.sort_by(|one, other| (one.at, &one.event.id).cmp(&(other.at, &other.event.id)));
        Ok(facts)
    }

    fn check(&self, place: &Place<'_>, number: usize, row: &CheckRow) -> Result<SampleFact, String> {
        let id = place.check_id(number)?;
        let mut check = Check::new(place.pos_id.clone(), id.clone(), place.wall(row.closed));
        check.revision = i64::from(SAMPLE_VERSION);
        check.open_time = place.wall(row.opened);
        check.table.clone_from(&row.table);
        check.covers = row.covers;
        check.employee = row.server.map(|server| employee(&format!("Server {server}")));
        check.order_type = Some(row.r#type.clone());
        check.order_input_type = Some(if row.source.is_some() { "online" } else { "pos" }.to_owned());
        check.order_source.clone_from(&row.source);
        for text in row.items.split(' ') {
            check.lines.push(self.line(text, row)?);
        }
        let manager = || employee("Manager");
        if row.discount > Money::ZERO {
            let name = row.discount_name.as_deref().unwrap_or_default();
            let mut discount = Discount::new(name, row.discount_kind.unwrap_or_default(), row.discount);
            discount.reason.clone_from(&row.reason);
            discount.approved_by = row.reason.as_ref().map(|_| manager());
            check.discount = row.discount;
            check.discounts = vec![discount];
        }
        match row.status.as_deref() {
            None => {}
            Some("void") => {
                check.voided = true;
                check.reason.clone_from(&row.reason);
                check.approved_by = Some(manager());
            }
            Some(status) => {
                let of = status.strip_prefix("refund ").and_then(|of| of.parse().ok());
                let of = of.ok_or_else(|| format!("{id}: {status} is no status"))?;
                check.refund_of = Some(place.check_id(of)?);
                check.reason.clone_from(&row.reason);
            }
        }
        if !check.voided {
            check.payments = vec![Payment::new(row.tender.clone(), due(&mut check), row.tip)];
        }
        let at = place.moment(row.closed);
        Ok(SampleFact { at, event: event(id.to_string(), "check.closed", id.as_str(), &check)? })
    }

    fn line(&self, text: &str, row: &CheckRow) -> Result<Line, String> {
        let (item, quantity) = ordered(text)?;
        let known = self.menu.get(&item).ok_or_else(|| format!("{item} is not on the menu"))?;
        let mut line = Line::new(item, known.name.clone(), quantity, known.price);
        line.major_category = Some(known.major.clone());
        line.minor_category = Some(known.minor.clone());
        line.cost = Some(known.cost);
        if row.voided.as_ref() == Some(&line.item) {
            line.voided = true;
            line.reason.clone_from(&row.reason);
            line.approved_by = Some(employee("Manager"));
        }
        Ok(line)
    }
}

/// Sets the tax of a check's lines, and returns what is due: its discount lowers the tax in proportion.
fn due(check: &mut Check) -> Money {
    let counts = |line: &&mut Line| !line.voided;
    let gross: i64 = check.lines.iter_mut().filter(counts).map(|line| line.amount.cents()).sum();
    let net = gross - check.discount.cents();
    let mut tax = 0;
    for line in check.lines.iter_mut().filter(counts) {
        let taxed = if net == gross { line.amount } else { line.amount.ratio(net, gross) };
        line.tax = taxed.ratio(TAX, 10_000);
        tax += line.tax.cents();
    }
    Money::from_cents(net + tax)
}

/// A date of a sample.
struct Place<'a> {
    pos_id: &'a PosId,
    calendar: &'a Calendar,
    on: BusinessDate,
}

impl Place<'_> {
    fn wall(&self, time: Time) -> DateTime {
        self.on.date().to_datetime(time)
    }

    fn moment(&self, time: Time) -> Timestamp {
        self.calendar.first_at(self.wall(time))
    }

    fn check_id(&self, number: usize) -> Result<CheckId, String> {
        format!("sample-{}-{number}", self.on).parse().map_err(|e| format!("check {number}: {e}"))
    }

    /// The begin and the end of a shift.
    fn shift(&self, number: usize, row: &ShiftRow) -> Result<[SampleFact; 2], String> {
        let id = format!("sample-{}-s{number}", self.on);
        let begun = Shift {
            pos_id: self.pos_id.clone(),
            id: id.parse().map_err(|e| format!("{id}: {e}"))?,
            revision: i64::from(SAMPLE_VERSION),
            employee: employee(&row.employee),
            job: row.job.clone(),
            clock_in: self.wall(row.r#in),
            clock_out: None,
            unpaid_minutes: Minutes::ZERO,
            regular_minutes: None,
            overtime_minutes: Minutes::ZERO,
            rate: Some(row.rate),
            overtime_rate: None,
            tips: Money::ZERO,
        };
        let ended = Shift {
            clock_out: Some(self.wall(row.out)),
            unpaid_minutes: row.r#break.into(),
            ..begun.clone()
        };
        let fact = |time: Time, end: &str, kind: &'static str, shift: &Shift| {
            let event = event(format!("{id}-{end}"), kind, &id, shift)?;
            Ok::<_, String>(SampleFact { at: self.moment(time), event })
        };
        Ok([fact(row.r#in, "in", "shift.opened", &begun)?, fact(row.out, "out", "shift.closed", &ended)?])
    }
}

fn employee(name: &str) -> Person {
    Person { id: name.to_lowercase().replace(' ', "-"), name: name.to_owned() }
}

fn event(id: String, kind: &'static str, about: &str, data: &impl serde::Serialize) -> Result<Event, String> {
    Event::with_id(id, FROM, kind, about.to_owned(), data).map_err(|e| e.to_string())
}

/// The day of the bundled trade that stands for a date: of the same weekday.
fn day_of(on: BusinessDate) -> usize {
    let monday = BusinessDate::from_date(date(2024, 1, 1));
    usize::try_from(on.days_since(monday).rem_euclid(DAYS as i64)).unwrap_or_default()
}

fn by_day<T>(rows: Vec<T>, day: impl Fn(&T) -> usize) -> Result<Vec<Vec<T>>, String> {
    let mut days: Vec<Vec<T>> = (0..DAYS).map(|_| Vec::new()).collect();
    for row in rows {
        let number = day(&row);
        days.get_mut(number).ok_or_else(|| format!("there is no day {number}"))?.push(row);
    }
    match days.iter().position(Vec::is_empty) {
        None => Ok(days),
        Some(empty) => Err(format!("day {empty} has no trade")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use saffron_core::Zone;
    use saffron_core::fact::{FactBody, read_events};

    use super::*;

    fn calendar() -> Calendar {
        "America/New_York".parse::<Zone>().unwrap().into()
    }

    /// Four weeks as the door reads them.
    fn read_trade() -> Vec<(BusinessDate, FactBody)> {
        let (trade, pos_id, calendar) = (SampleTrade::bundled().unwrap(), "p1".parse().unwrap(), calendar());
        let first: BusinessDate = "2026-03-02".parse().unwrap();
        let mut read = Vec::new();
        for day in 0..DAYS as i64 {
            let on = first.plus_days(day);
            let facts = trade.facts(&pos_id, &calendar, on).unwrap();
            assert_eq!(facts.len(), trade.count(on));
            assert!(facts.is_sorted_by_key(|fact| fact.at));
            let events: Vec<&str> = facts.iter().map(|fact| fact.event.json()).collect();
            let events = format!("[{}]", events.join(","));
            let bodies = read_events(events.as_bytes(), &pos_id, &calendar).unwrap();
            read.extend(bodies.into_iter().map(|fact| (on, fact.body)));
        }
        read
    }

    #[test]
    fn bundled_trade_is_what_a_restaurant_has() {
        let (mut voids, mut refunds, mut discounts, mut online) = (0, 0, 0, 0);
        let (mut net, mut cost, mut tips, mut checks) = (0, 0, 0, 0);
        for (on, body) in read_trade() {
            let FactBody::Check(check) = body else { continue };
            assert_eq!(check.business_date, on, "{}", check.id);
            checks += 1;
            let totals = check.totals();
            assert_eq!(totals.out_of_balance, Money::ZERO, "{}", check.id);
            net += totals.sales.net().cents();
            tips += totals.tips.cents();
            cost += check.sold().map(|line| line.total_cost().cents()).sum::<i64>();
            voids += i32::from(check.voided);
            refunds += i32::from(check.refund_of.is_some());
            discounts += i32::from(totals.sales.discounts > Money::ZERO);
            online += i32::from(check.order_source.is_some());
        }
        assert!((1_400..1_800).contains(&checks) && (8_000_000..13_000_000).contains(&net), "{checks} {net}");
        assert!((20..35).contains(&(cost * 100 / net)) && (8..20).contains(&(tips * 100 / net)));
        assert!(voids > 3 && refunds > 3 && discounts > 40 && online > 200, "{voids} {refunds} {discounts}");
    }

    #[test]
    fn date_has_the_trade_of_its_weekday() {
        let monday: BusinessDate = "2026-11-30".parse().unwrap();
        let days: Vec<usize> = (0..28).map(|day| day_of(monday.plus_days(day))).collect();
        assert!(days.iter().enumerate().all(|(at, day)| day % 7 == at % 7), "{days:?}");
        assert_eq!(days.iter().collect::<BTreeSet<_>>().len(), 28);
        assert_eq!(day_of(monday), day_of(monday.plus_days(28)));
        assert!(day_of("1999-12-31".parse().unwrap()) < 28);
    }

    #[test]
    fn facts_of_a_date_are_the_same_each_time() {
        let (trade, pos_id, calendar) = (SampleTrade::bundled().unwrap(), "p1".parse().unwrap(), calendar());
        let made = |on: &str| -> Vec<String> {
            let facts = trade.facts(&pos_id, &calendar, on.parse().unwrap()).unwrap();
            facts.into_iter().map(|fact| fact.event.json().to_owned()).collect()
        };
        // The clock is put forward in the night of March 8.
        let ids = |on: &str| -> BTreeSet<String> {
            let facts = trade.facts(&pos_id, &calendar, on.parse().unwrap()).unwrap();
            facts.into_iter().map(|fact| fact.event.id).collect()
        };
        assert_eq!(made("2026-03-08"), made("2026-03-08"));
        assert!(ids("2026-03-08").is_disjoint(&ids("2026-04-05")));
        assert_eq!(ids("2026-03-08").len(), trade.count("2026-03-08".parse().unwrap()));
    }

    #[test]
    fn nobody_in_the_trade_has_a_name() {
        let jobs = ["Cook", "Host", "Server", "Dishwasher", "Bartender", "Manager"];
        let is_job = |name: &str| {
            jobs.contains(&name.trim_end_matches(|char: char| char == ' ' || char.is_ascii_digit()))
        };
        for (_, body) in read_trade() {
            match body {
                FactBody::Check(check) => {
                    assert!(check.customer.is_none());
                    assert!(check.employee.as_ref().is_none_or(|person| is_job(person.name.as_str())));
                }
                FactBody::Shift(shift) => {
                    assert!(shift.employee.is_some_and(|one| is_job(one.name.as_str())))
                }
                _ => panic!("another fact"),
            }
        }
    }
}
