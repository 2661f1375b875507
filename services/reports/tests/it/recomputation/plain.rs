//! The plain recomputation: reads the facts as they were sent and adds them up the slow way, one report at a
//! time, sharing no code with the service but the rule of largest remainder and the clock's zones.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use saffron_core::spread::spread;
use saffron_proto::reports::{CompareTo, GroupBy, ReportKind};
use serde_json::Value;

use super::before::Before;
use super::check::Check;
use super::entries::{beside_sales, modifier_cost};
use super::shift::{Shift, wage_of};
use super::streams::Wage;
use super::values::{Starts, add, cents, discount_of, list, product, seconds_of, text};

/// A row's sums by name; payments by type as `tender:<type>:<what>`.
pub type Sums = BTreeMap<String, i64>;

/// One row of an answer: its sides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    pub so_far: bool,
    pub own: Sums,
    pub comparable: Option<Sums>,
    pub last_week: Option<Sums>,
    pub last_year: Option<Sums>,
    pub compared: Option<Sums>,
}

/// Both sides of a whole range's comparison: its days, then the sums of now and before.
pub type Comparison = (Date, Date, Sums, Sums);

/// Rows by business date, hour and members.
pub type Rows = BTreeMap<(String, i32, Vec<String>), Row>;

/// The facts of a location that stand.
pub struct Plain {
    zone: TimeZone,
    starts: Starts,
    now: Timestamp,
    wages: Vec<Wage>,
    facts: Vec<Fact>,
}

/// Something that adds to a report: on its date, in its quarter.
struct Fact {
    date: Date,
    what: What,
}

enum What {
    Check(Box<Check>),
    Shift(Shift),
    /// Its quarter, its drawer, employee and their name, and its sums.
    Cash(i64, [String; 3], Sums),
}

impl Plain {
    /// What stands after all of `facts`, with the wages that were entered.
    pub fn of(facts: &[Value], calendar: &str, wages: Vec<Wage>, now: Timestamp) -> Plain {
        let (zone, starts) = calendar.split_once(' ').unwrap_or((calendar, ""));
        let (zone, starts) = (TimeZone::get(zone).unwrap(), Starts::of(starts));
        let mut newest: BTreeMap<String, (i64, bool, String, &Value)> = BTreeMap::new();
        for fact in facts {
            let data = &fact["data"];
            let ids = ["posCheckID", "posShiftID", "posDrawerID", "openedAt"];
            let key = ids.map(|id| data[id].to_string()).concat();
            let id = fact["id"].as_str().unwrap().to_owned();
            let kind = fact["type"].as_str().unwrap();
            let rank = (data["revision"].as_i64().unwrap(), !kind.ends_with(".opened"), id);
            let stands = newest.get(&key);
            if stands.is_none_or(|(revision, closed, id, _)| (*revision, *closed, id.clone()) < rank) {
                newest.insert(key, (rank.0, rank.1, rank.2, fact));
            }
        }
        let mut plain = Plain { zone, starts, now, wages, facts: Vec::new() };
        for (_, closed, _, fact) in newest.values() {
            let data = &fact["data"];
            plain.facts.extend(match fact["type"].as_str().unwrap() {
                "check.closed" => Some(plain.check(data)),
                "check.opened" => Some(plain.open_check(data)),
                "cash.counted" => Some(plain.cash_count(data)),
                "shift.opened" | "shift.closed" => Some(plain.shift(data, *closed)),
                _ => None,
            });
        }
        plain
    }

    fn today(&self) -> Date {
        self.starts.business_date(self.zone.to_datetime(self.now))
    }

    fn wall(&self, text: &str) -> DateTime {
        match text.parse::<Timestamp>() {
            Ok(at) => self.zone.to_datetime(at),
            // A skipped wall time moves forward.
            Err(_) => self.zone.to_ambiguous_zoned(text.parse().unwrap()).compatible().unwrap().datetime(),
        }
    }

    fn instant(&self, text: &str) -> Timestamp {
        text.parse()
            .unwrap_or_else(|_| self.zone.to_ambiguous_timestamp(text.parse().unwrap()).compatible().unwrap())
    }

    fn check(&self, data: &Value) -> Fact {
        let close = self.wall(data["closeTime"].as_str().unwrap());
        let date = data["businessDate"]
            .as_str()
            .map_or_else(|| self.starts.business_date(close), |date| date.parse().unwrap());
        let void = data["voided"] == true;
        let mut sums = Sums::from([("facts".into(), 1)]);
        let (mut sold, mut taxes) = (Vec::new(), 0);
        for line in data["items"].as_array().unwrap() {
            let quantity = (line["quantity"].as_f64().unwrap() * 1000.0).round() as i64;
            let amount = product(cents(&line["price"]), quantity);
            if void || line["voided"] == true {
                add(&mut sums, "gross_voids", amount);
                continue;
            }
            taxes += cents(&line["tax"]);
            if line["deferred"] == true {
                add(&mut sums, "gross_deferred", amount - discount_of(line));
                continue;
            }
            let cost = line.get("cost").map(|cost| product(cents(cost), quantity));
            let with: i64 = list(&line["modifiers"]).iter().map(|of| modifier_cost(line, of).1).sum();
            add(&mut sums, "gross_sales", amount);
            add(&mut sums, "gross_discounts", discount_of(line));
            let (cost, without) = (cost.unwrap_or(0) + with, if cost.is_none() { amount } else { 0 });
            add(&mut sums, "gross_cost", cost);
            add(&mut sums, "sales_without_cost", without);
            sold.push((line, quantity, amount, cost, without));
        }
        let counts = !void && data["refundOf"].is_null();
        let mut lines = Vec::new();
        if !void {
            add(&mut sums, "gross_discounts", discount_of(data));
            add(&mut sums, "gross_reward_used", cents(&data["rewardUsed"]));
            for payment in data["payments"].as_array().unwrap() {
                add(&mut sums, "gross_tips", cents(&payment["tip"]));
                let charged = cents(&payment["tip"]) + cents(&payment["amount"]);
                add(&mut sums, "gross_payment", charged);
                add(&mut sums, "gross_redeemed", if payment["giftCard"] == true { charged } else { 0 });
            }
            beside_sales(&mut sums, data, taxes);
            let weights: Vec<u64> = sold.iter().map(|(_, _, amount, ..)| amount.unsigned_abs()).collect();
            let parts = spread(discount_of(data), &weights);
            for ((line, quantity, amount, cost, without), part) in sold.iter().zip(parts) {
                let mut sums = Sums::from([("facts".into(), 1)]);
                add(&mut sums, "quantity", *quantity);
                add(&mut sums, "gross_sales", *amount);
                add(&mut sums, "gross_discounts", discount_of(line) + part);
                add(&mut sums, "gross_cost", *cost);
                add(&mut sums, "sales_without_cost", *without);
                let key =
                    ["posItemID", "name", "majorCategory", "minorCategory"].map(|field| text(&line[field]));
                lines.push((key, sums));
            }
        }
        if counts {
            add(&mut sums, "checks", 1);
            add(&mut sums, "gross_cover", data["covers"].as_i64().unwrap());
        }
        let open = data["openTime"].as_str().unwrap_or(data["closeTime"].as_str().unwrap());
        let closed = self.instant(data["closeTime"].as_str().unwrap());
        let held = closed.duration_since(self.instant(open)).as_secs().div_euclid(60).max(0);
        let quarter = (seconds_of(date, close).div_euclid(900)).clamp(0, 143);
        let check = Check { quarter, sums, lines, data: data.clone(), counts, held, is_open: false };
        Fact { date, what: What::Check(Box::new(check)) }
    }

    /// An open check counts as of its opening, in nothing but itself and its sales.
    fn open_check(&self, data: &Value) -> Fact {
        let mut closed = data.clone();
        closed["closeTime"] = data["openTime"].clone();
        let Fact { date, what: What::Check(check) } = self.check(&closed) else { panic!() };
        let of = |name: &str| check.sums.get(name).copied().unwrap_or(0);
        let mut sums = Sums::from([("facts".into(), 1), ("open_checks".into(), 1)]);
        add(&mut sums, "open_sales", of("gross_sales") - of("gross_discounts"));
        let check = Check { sums, lines: Vec::new(), is_open: true, ..*check };
        Fact { date, what: What::Check(Box::new(check)) }
    }

    fn cash_count(&self, data: &Value) -> Fact {
        let closed = self.wall(data["closedAt"].as_str().unwrap());
        let date = self.starts.business_date(closed);
        let of = |field: &str| cents(&data[field]);
        let expected = match &data["expected"] {
            Value::Null => of("opening") + of("sales") + of("paidIn") - of("paidOut") - of("drops"),
            sent => cents(sent),
        };
        let sums = [
            ("facts", 1),
            ("cash_counts", 1),
            ("cash_opening", of("opening")),
            ("cash_sales", of("sales")),
            ("cash_paid_in", of("paidIn")),
            ("cash_paid_out", of("paidOut")),
            ("cash_drops", of("drops")),
            ("cash_expected", expected),
            ("cash_counted", of("counted")),
        ];
        let sums = sums.map(|(name, value)| (name.to_owned(), value)).into();
        let key =
            [text(&data["posDrawerID"]), text(&data["employee"]["id"]), text(&data["employee"]["name"])];
        let quarter = seconds_of(date, closed).div_euclid(900).clamp(0, 143);
        Fact { date, what: What::Cash(quarter, key, sums) }
    }

    fn shift(&self, data: &Value, closed: bool) -> Fact {
        let started = self.instant(data["clockIn"].as_str().unwrap());
        let seconds = |field: &str| (data[field].as_f64().unwrap() * 60.0).round() as i64;
        let unpaid = seconds("unpaidMinutes");
        let date = self.starts.business_date(self.wall(data["clockIn"].as_str().unwrap()));
        let (ended, regular, overtime, open) = if closed {
            let ended = self.instant(data["clockOut"].as_str().unwrap());
            let (elapsed, overtime) = (ended.duration_since(started).as_secs(), seconds("overtimeMinutes"));
            (ended, (elapsed - unpaid - overtime).max(0), overtime, None)
        } else {
            // Up to the minute, for sixteen hours.
            let minute = self.now.as_second() / 60 * 60;
            let elapsed = (minute - started.as_second()).max(0);
            let believed = elapsed.min(16 * 3600);
            let ended = started + jiff::SignedDuration::from_secs(believed);
            (ended, (believed - unpaid).max(0), 0, Some(elapsed > 16 * 3600))
        };
        let sent = data.get("rate").map(cents);
        let wage = sent.or_else(|| wage_of(&self.wages, data, date));
        let rate = wage.unwrap_or_default();
        // Overtime is paid at its own rate, or one and a half times the rate: all in 7,200ths of an hour.
        let overtime_pay = match data.get("overtimeRate") {
            Some(rate) => cents(rate) * overtime * 2,
            None => rate * overtime * 3,
        };
        let pay = (rate * regular * 2 + overtime_pay + 3600) / 7200;
        let quarter = |at: i64| {
            let wall = self.zone.to_datetime(Timestamp::from_second(at).unwrap());
            seconds_of(date, wall).div_euclid(900).clamp(0, 143)
        };
        // Every zone is whole quarters of an hour off UTC.
        let (mut at, end) = (started.as_second(), ended.as_second());
        let mut seconds = BTreeMap::from([(quarter(at), 0_u64)]);
        while at < end {
            let next = ((at.div_euclid(900) + 1) * 900).min(end);
            *seconds.entry(quarter(at)).or_default() += (next - at).unsigned_abs();
            at = next;
        }
        let key = [text(&data["job"]), text(&data["employee"]["id"]), text(&data["employee"]["name"])];
        let tips = if open.is_some() { 0 } else { cents(&data["tips"]) };
        Fact {
            date,
            what: What::Shift(Shift {
                seconds,
                key,
                pay,
                regular,
                overtime,
                tips,
                open,
                has_wage: wage.is_some(),
            }),
        }
    }

    /// The rows of a report for business dates from one to another, in rows of these spans.
    pub fn report(
        &self,
        kind: ReportKind,
        spans: &[(Date, Date)],
        group_by: GroupBy,
        compare_to: CompareTo,
    ) -> Rows {
        let mut rows = Rows::new();
        for span in spans {
            self.rows_of_span(&mut rows, kind, *span, group_by, compare_to);
        }
        rows
    }

    /// The comparison of a whole range; none without trade in the earlier days, or now.
    pub fn compared(
        &self,
        kind: ReportKind,
        (from, to): (Date, Date),
        compare_to: CompareTo,
    ) -> Option<Comparison> {
        let today = self.today();
        let running = from <= today && today <= to;
        let (last, until) = if running { (today, Some(self.until())) } else { (to, None) };
        let whole = |from, to, until| {
            let sides = self.sums(kind, from, to, until);
            let mut whole = Sums::new();
            for (sums, _) in sides.values() {
                sums.iter().for_each(|(name, value)| add(&mut whole, name, *value));
                // The same in each row of a location.
                if let Some(net_sales) = sums.get("location_net_sales") {
                    whole.insert("location_net_sales".into(), *net_sales);
                }
            }
            whole.retain(|_, value| *value != 0);
            (!sides.is_empty()).then_some(whole)
        };
        let before = Before::of((from, to), self.today(), GroupBy::None, compare_to);
        let had = whole(before.from, before.to, before.is_partial.then(|| self.until()))?;
        let has = whole(from, last, until);
        (has.is_some() || running).then(|| (before.from, before.to, has.unwrap_or_default(), had))
    }

    /// The first quarter that is not over.
    fn until(&self) -> i64 {
        let wall = self.zone.to_datetime(self.now);
        (seconds_of(self.today(), wall).div_euclid(900)).clamp(0, 143)
    }

    fn rows_of_span(
        &self,
        rows: &mut Rows,
        kind: ReportKind,
        (from, to): (Date, Date),
        group_by: GroupBy,
        compare_to: CompareTo,
    ) {
        let dated = group_by != GroupBy::None;
        let today = self.today();
        let running = from <= today && today <= to;
        let days = (to - from).get_days() + 1;
        let weeks = (days + 6) / 7 * 7;
        let until = self.until();
        let back = |days: i32| {
            let shifted = |date: Date| date - days.days();
            if running {
                self.sums(kind, shifted(from), shifted(today), Some(until))
            } else {
                self.sums(kind, shifted(from), shifted(to), None)
            }
        };
        let own = self.sums(kind, from, to, None);
        let comparable = if running { back(0) } else { BTreeMap::new() };
        let (last_week, last_year) = (back(weeks), back(364.max(weeks)));
        let Before { from: first, to: last, is_partial } =
            Before::of((from, to), today, group_by, compare_to);
        let compared = self.sums(kind, first, last, is_partial.then_some(until));
        let all = [&own, &comparable, &last_week, &last_year, &compared];
        let members: BTreeSet<_> = match kind {
            // Hours are there with trade on either side, the others with their own.
            ReportKind::Hourly => all.iter().flat_map(|side| side.keys()).collect(),
            _ => own.keys().collect(),
        };
        let date = if dated || kind == ReportKind::Daily { from.to_string() } else { String::new() };
        let mut push = |(hour, members): (i32, Vec<String>), key: &(i32, Vec<String>), names: &[String]| {
            let sums = |side: &Sides| side.get(key).map(|(sums, _)| sums.clone());
            let is_compared = [&last_week, &last_year, &compared].iter().any(|side| side.contains_key(key));
            let shows = running && (is_compared || kind == ReportKind::Daily);
            let row = Row {
                so_far: running,
                own: sums(&own).unwrap_or_default(),
                comparable: sums(&comparable).or_else(|| shows.then(Sums::new)),
                last_week: sums(&last_week),
                last_year: sums(&last_year),
                compared: sums(&compared),
            };
            let members = members.into_iter().chain(names.iter().cloned()).collect();
            rows.insert((date.clone(), hour, members), row);
        };
        if kind == ReportKind::Daily && running && members.is_empty() {
            push((0, Vec::new()), &(0, Vec::new()), &[]);
        }
        for key in members {
            let names = own.get(key).map(|(_, (_, names))| names.clone()).unwrap_or_default();
            push(key.clone(), key, &names);
        }
    }

    /// The sums by hour and members of the days from one to another, the last one up to a quarter.
    fn sums(&self, kind: ReportKind, from: Date, to: Date, until: Option<i64>) -> Sides {
        let mut sides = Sides::new();
        let (mut location_net_sales, mut unassigned) = (0, 0);
        for fact in &self.facts {
            if fact.date < from || fact.date > to {
                continue;
            }
            let until = until.filter(|_| fact.date == to).unwrap_or(144);
            let mut put = |hour: i32, members: &[&str], names: &[&str], sums: &Sums| {
                if sums.get("facts").copied().unwrap_or(0) == 0 {
                    return;
                }
                let members = members.iter().map(ToString::to_string).collect();
                let names: Vec<String> = names.iter().map(ToString::to_string).collect();
                let (sum, named) = sides.entry((hour, members)).or_default();
                sums.iter().for_each(|(name, value)| add(sum, name, *value));
                if *named < (Some(fact.date), names.clone()) {
                    *named = (Some(fact.date), names);
                }
            };
            match &fact.what {
                What::Check(check) if check.quarter < until => {
                    let of = |name: &str| check.sums.get(name).copied().unwrap_or(0);
                    location_net_sales += of("gross_sales") - of("gross_discounts");
                    unassigned += of("gross_discounts")
                        - check.lines.iter().filter_map(|(_, sums)| sums.get("gross_discounts")).sum::<i64>();
                    check.put(kind, &mut put);
                }
                What::Cash(quarter, [drawer, id, name], sums) if *quarter < until => {
                    if kind == ReportKind::Cash {
                        put(0, &[drawer, id], &[name], sums);
                    }
                }
                What::Check(_) | What::Cash(..) => {}
                What::Shift(shift) => shift.put(kind, until, &mut put),
            }
        }
        // A check's discount that has no line to lie on.
        let (members, names) = match kind {
            ReportKind::Item => (1, 3),
            ReportKind::MajorCategory => (1, 0),
            ReportKind::MinorCategory => (2, 0),
            _ => (0, 0),
        };
        if members > 0 && unassigned != 0 {
            let (sums, named) = sides.entry((0, vec![String::new(); members])).or_default();
            add(sums, "gross_discounts", unassigned);
            named.1.resize(names, String::new());
        }
        if kind == ReportKind::Labor {
            sides.values_mut().for_each(|(sums, _)| add(sums, "location_net_sales", location_net_sales));
        }
        for (sums, _) in sides.values_mut() {
            sums.remove("facts");
            sums.retain(|_, value| *value != 0);
        }
        sides
    }
}

/// By hour and members: sums, and the names that were used last.
type Sides = BTreeMap<(i32, Vec<String>), (Sums, (Option<Date>, Vec<String>))>;
