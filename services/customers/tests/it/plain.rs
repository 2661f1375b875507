//! The expected results, worked the slow way: every point is a token of its own, and everything else is counted again from
//! the newest versions of facts.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde_json::Value;

/// Points of one guest: each with its end and the number of its grant, or without end.
#[derive(Debug, Clone, Default)]
pub struct Bag {
    tokens: Vec<Option<(Date, usize)>>,
    pub owed: i64,
    /// Those whose end has come.
    over: Vec<(Date, usize)>,
}

impl Bag {
    fn put(&mut self, points: i64, end: Option<(Date, usize)>) {
        for _ in 0..points {
            if self.owed > 0 {
                self.owed -= 1;
            } else {
                self.tokens.push(end);
            }
        }
    }

    fn take(&mut self, points: i64, endless_first: bool) {
        let last = (Date::MAX, usize::MAX);
        self.tokens.sort_by_key(|token| (token.is_none() != endless_first, token.unwrap_or(last)));
        for _ in 0..points {
            if self.tokens.is_empty() {
                self.owed += 1;
            } else {
                self.tokens.remove(0);
            }
        }
    }

    /// Points that could be spent on that day have not expired for a check of that day.
    fn spend(&mut self, points: i64, on: Date) {
        self.over.sort();
        for _ in 0..points {
            if let Some(in_time) = self.over.iter().position(|(end, _)| *end >= on) {
                self.over.remove(in_time);
            } else {
                self.take(1, false);
            }
        }
    }

    /// Takes out the points of these grants that are left, in the order of their ends, and those that expired.
    fn take_grants(&mut self, places: &BTreeSet<usize>) -> Bag {
        let is_of = |token: &Option<(Date, usize)>| token.is_some_and(|(_, of)| places.contains(&of));
        let mut tokens: Vec<_> = self.tokens.extract_if(.., |token| is_of(token)).collect();
        tokens.sort();
        let over = self.over.extract_if(.., |(_, of)| places.contains(of)).collect();
        Bag { tokens, owed: 0, over }
    }

    fn expire(&mut self, today: Date) {
        let over = |token: &Option<(Date, usize)>| token.is_some_and(|(end, _)| end < today);
        self.over.extend(self.tokens.iter().filter(|token| over(token)).flatten());
        self.tokens.retain(|token| !over(token));
    }

    pub fn expired(&self) -> i64 {
        self.over.len() as i64
    }

    pub fn points(&self) -> i64 {
        self.tokens.len() as i64
    }

    /// How much of the grant at this place is left.
    pub fn left(&self, place: usize) -> i64 {
        self.tokens.iter().flatten().filter(|(_, of)| *of == place).count() as i64
    }
}

/// A reward that was given.
#[derive(Debug, Clone)]
pub struct Grant {
    pub guest: String,
    /// None: points.
    pub item: Option<String>,
    pub points: i64,
    pub at: Timestamp,
    pub end: Option<Date>,
}

/// Figures of a guest.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Figures {
    pub visits: i64,
    pub spend: i64,
    pub last_visit: Option<Timestamp>,
    pub points: i64,
    pub owed: i64,
    pub expired: i64,
}

/// A check as it was worked last, and the points that it earned by itself.
struct Worked {
    check: Value,
    earned: i64,
}

/// One location.
pub struct Plain {
    zone: TimeZone,
    percents: Vec<(Timestamp, i64)>,
    newest: BTreeMap<String, ((i64, String), Value)>,
    worked: BTreeMap<String, Worked>,
    posted: BTreeMap<String, (String, i64, i64)>,
    bags: BTreeMap<String, Bag>,
    pub grants: Vec<Grant>,
    /// The newest merge of each guest.
    merges: BTreeMap<String, ((i64, String), String)>,
    /// Every id that was named, with the one for which it counts.
    stays: BTreeMap<String, String>,
}

impl Plain {
    pub fn new(zone: &str) -> Plain {
        Plain {
            zone: TimeZone::get(zone).unwrap(),
            percents: Vec::new(),
            newest: BTreeMap::new(),
            worked: BTreeMap::new(),
            posted: BTreeMap::new(),
            bags: BTreeMap::new(),
            grants: Vec::new(),
            merges: BTreeMap::new(),
            stays: BTreeMap::new(),
        }
    }

    /// The id for which an id counts.
    pub fn stays(&self, guest: &str) -> String {
        self.stays.get(guest).map_or(guest, String::as_str).to_owned()
    }

    /// Where each id leads, as long as every circle is cut at its newest merge.
    fn led(&self) -> BTreeMap<String, String> {
        let mut next = self.merges.clone();
        let ids: Vec<String> = self.merges.keys().cloned().collect();
        let mut led = BTreeMap::new();
        for id in &ids {
            let mut walked: Vec<String> = vec![id.clone()];
            while let Some((_, into)) = next.get(&walked[walked.len() - 1]).cloned() {
                if let Some(begin) = walked.iter().position(|passed| *passed == into) {
                    let circle = &walked[begin..];
                    let newest = circle
                        .iter()
                        .max_by_key(|passed| (next[*passed].0.clone(), (*passed).clone()))
                        .cloned();
                    next.remove(&newest.unwrap());
                    walked = vec![id.clone()];
                } else {
                    walked.push(into);
                }
            }
            led.insert(id.clone(), walked.pop().unwrap());
        }
        led
    }

    fn merge(&mut self) {
        let led = self.led();
        let mut moved: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        for (id, to) in &led {
            let from = self.stays(id);
            if from != *to {
                moved.entry((from, to.clone())).or_default().insert(id.clone());
            }
        }
        for ((from, to), ids) in moved {
            let checks: Vec<String> = self
                .posted
                .keys()
                .filter(|check| {
                    let named = &self.worked[*check].check["posCustomerID"];
                    named.as_str().is_some_and(|named| ids.contains(named))
                })
                .cloned()
                .collect();
            let mut net = 0;
            for check in checks {
                let posted = self.posted.get_mut(&check).unwrap();
                net += posted.1 - posted.2;
                posted.0.clone_from(&to);
            }
            let of_ids = |place: &usize| ids.contains(&self.grants[*place].guest);
            let places: BTreeSet<usize> = (0..self.grants.len()).filter(of_ids).collect();
            let mut bag = self.bags.remove(&from).unwrap_or_default();
            let handed = bag.take_grants(&places);
            net += places.iter().map(|place| self.grants[*place].points).sum::<i64>();
            net -= handed.expired() + handed.points();
            bag.take(net.max(0), true);
            bag.put((-net).max(0), None);
            self.bags.insert(from, bag);
            let bag = self.bags.entry(to).or_default();
            handed.tokens.into_iter().for_each(|token| bag.put(1, token));
            bag.over.extend(handed.over);
            bag.put(net.max(0), None);
            bag.take((-net).max(0), false);
        }
        self.stays = led;
    }

    pub fn today(&self, now: Timestamp) -> Date {
        (self.zone.to_datetime(now) - 4.hours()).date()
    }

    /// Expires points at this moment.
    pub fn at(&mut self, now: Timestamp) {
        let today = self.today(now);
        self.bags.values_mut().for_each(|bag| bag.expire(today));
    }

    pub fn percent(&mut self, now: Timestamp, percent: i64) {
        if self.percents.last().map_or(0, |(_, newest)| *newest) == percent {
            return;
        }
        self.percents.push((now, percent));
        let since: Vec<String> = self
            .newest
            .iter()
            .filter(|(_, (_, check))| closed(check) >= now)
            .map(|(id, _)| id.clone())
            .collect();
        self.post(since);
    }

    pub fn facts(&mut self, events: &[Value]) {
        let mut changed = Vec::new();
        for event in events.iter().filter(|event| event["type"] == "customer.merged") {
            let merge = &event["data"];
            let text = |field: &str| merge[field].as_str().unwrap().to_owned();
            let rank = (merge["revision"].as_i64().unwrap(), event["id"].as_str().unwrap().to_owned());
            let id = text("posCustomerID");
            if self.merges.get(&id).is_none_or(|(known, _)| *known < rank) {
                self.merges.insert(id, (rank, text("mergedInto")));
            }
        }
        self.merge();
        for event in events.iter().filter(|event| event["type"] == "check.closed") {
            let check = &event["data"];
            let id = check["posCheckID"].as_str().unwrap().to_owned();
            let rank = (check["revision"].as_i64().unwrap(), event["id"].as_str().unwrap().to_owned());
            if self.newest.get(&id).is_none_or(|(known, _)| *known < rank) {
                self.newest.insert(id.clone(), (rank, check.clone()));
                changed.push(id);
            }
        }
        changed.sort();
        changed.dedup();
        self.post(changed);
    }

    pub fn grant(&mut self, mut grant: Grant) {
        grant.guest = self.stays(&grant.guest);
        let place = self.grants.len();
        let bag = self.bags.entry(grant.guest.clone()).or_default();
        bag.put(grant.points, grant.end.map(|end| (end, place)));
        self.grants.push(grant);
    }

    /// Posts the differences for these checks, and for those that they refund, in the order of closing.
    fn post(&mut self, mut ids: Vec<String>) {
        ids.sort_by_key(|id| (closed(&self.newest[id].1), id.clone()));
        for id in ids {
            let check = self.newest[&id].1.clone();
            let (net, used) = worth(&check);
            let percent = self.percents.iter().rev().find(|(from, _)| *from <= closed(&check));
            let earned = rounded((net - used) * percent.map_or(0, |(_, p)| *p), 10_000);
            let sale = check["refundOf"].as_str().map(str::to_owned);
            let before = self.worked.insert(id.clone(), Worked { check, earned });
            let sale_before = before.and_then(|before| before.check["refundOf"].as_str().map(str::to_owned));
            self.post_one(&id);
            for sale in BTreeSet::from_iter(sale.into_iter().chain(sale_before)) {
                self.post_one(&sale);
            }
        }
    }

    /// The guest of a check, and the points that it earned and spent, less the part that its refunds take.
    fn leaves(&self, id: &str) -> Option<(String, i64, i64)> {
        let Worked { check, earned } = self.worked.get(id)?;
        let guest = self.stays(check["posCustomerID"].as_str()?);
        if check["refundOf"].is_string() {
            return Some((guest, 0, 0));
        }
        let (net, used) = worth(check);
        let (mut refunded, mut back) = (0, 0);
        for refund in self.worked.values().filter(|other| other.check["refundOf"] == id) {
            let (net, used) = worth(&refund.check);
            refunded -= net - used;
            back -= used;
        }
        let within =
            |part: i64, whole: i64| if whole < 0 { part.max(whole).min(0) } else { part.min(whole).max(0) };
        let eligible = net - used;
        let taken = if eligible == 0 { 0 } else { rounded(earned * within(refunded, eligible), eligible) };
        Some((guest, earned - taken, used - within(back, used)))
    }

    fn post_one(&mut self, id: &str) {
        let Some(worked) = self.worked.get(id) else { return };
        let on = self.today(closed(&worked.check));
        let new = self.leaves(id);
        let mut moves: BTreeMap<String, (i64, i64)> = BTreeMap::new();
        if let Some((guest, earned, spent)) = self.posted.remove(id) {
            moves.insert(guest, (-earned, -spent));
        }
        if let Some((guest, earned, spent)) = new {
            let (more, less) = moves.entry(guest.clone()).or_default();
            *more += earned;
            *less += spent;
            self.posted.insert(id.to_owned(), (guest, earned, spent));
        }
        for (guest, (earned, spent)) in moves {
            let bag = self.bags.entry(guest).or_default();
            // Points that come in go first.
            bag.put(earned.max(0), None);
            bag.put((-spent).max(0), None);
            bag.spend(spent.max(0), on);
            bag.take((-earned).max(0), true);
        }
    }

    pub fn bag(&self, guest: &str) -> Bag {
        self.bags.get(guest).cloned().unwrap_or_default()
    }

    pub fn figures(&self) -> BTreeMap<String, Figures> {
        let mut guests: BTreeMap<String, Figures> = BTreeMap::new();
        for (_, check) in self.newest.values() {
            let Some(guest) = check["posCustomerID"].as_str() else { continue };
            let figures = guests.entry(self.stays(guest)).or_default();
            figures.spend += worth(check).0;
            if counts(check) {
                figures.visits += 1;
                figures.last_visit = figures.last_visit.max(Some(closed(check)));
            }
        }
        for (guest, bag) in &self.bags {
            let figures = guests.entry(guest.clone()).or_default();
            (figures.points, figures.owed, figures.expired) = (bag.points(), bag.owed, bag.expired());
        }
        guests
    }

    /// Net of figures.md: earned less spent plus granted less expired.
    pub fn net(&self, guest: &str) -> i64 {
        let posted = self.posted.values().filter(|(of, _, _)| of == guest);
        let checks: i64 = posted.map(|(_, earned, spent)| earned - spent).sum();
        let granted: i64 =
            self.grants.iter().filter(|g| self.stays(&g.guest) == guest).map(|g| g.points).sum();
        checks + granted - self.bag(guest).expired()
    }

    /// Eligible cents and checks by month.
    pub fn months(&self) -> BTreeMap<Date, (i64, i64)> {
        let mut months: BTreeMap<Date, (i64, i64)> = BTreeMap::new();
        for (_, check) in self.newest.values() {
            if check["posCustomerID"].is_string() {
                let (net, used) = worth(check);
                let (eligible, checks) =
                    months.entry(self.today(closed(check)).first_of_month()).or_default();
                *eligible += net - used;
                *checks += i64::from(counts(check));
            }
        }
        months.retain(|_, month| *month != (0, 0));
        months
    }

    /// Which check redeems each grant.
    pub fn redeemed(&self) -> Vec<Option<String>> {
        let mut by: Vec<Option<String>> = vec![None; self.grants.len()];
        let mut checks: Vec<(&String, &Value)> =
            self.newest.iter().map(|(id, (_, check))| (id, check)).collect();
        checks.sort_by_key(|(id, check)| (closed(check), (*id).clone()));
        for (id, check) in checks.into_iter().filter(|(_, check)| counts(check)) {
            for item in ["soup", "salad"] {
                let lines = check["items"].as_array().unwrap().iter();
                let of_item = lines.filter(|line| line["posItemID"] == item && line["voided"] != true);
                let milli: i64 =
                    of_item.map(|line| (line["quantity"].as_f64().unwrap() * 1000.0) as i64).sum();
                let mut pieces = if milli > 0 { (milli / 1000).max(1) } else { 0 };
                while pieces > 0 {
                    let open = (0..self.grants.len()).filter(|place| {
                        let grant = &self.grants[*place];
                        by[*place].is_none()
                            && grant.item.as_deref() == Some(item)
                            && check["posCustomerID"].as_str().map(|guest| self.stays(guest))
                                == Some(self.stays(&grant.guest))
                            && grant.at <= closed(check)
                            && grant.end.is_none_or(|end| self.today(closed(check)) <= end)
                    });
                    let soonest =
                        open.min_by_key(|place| (self.grants[*place].end.unwrap_or(Date::MAX), *place));
                    let Some(place) = soonest else { break };
                    by[place] = Some(id.clone());
                    pieces -= 1;
                }
            }
        }
        by
    }
}

fn closed(check: &Value) -> Timestamp {
    check["closeTime"].as_str().unwrap().parse().unwrap()
}

fn counts(check: &Value) -> bool {
    check["voided"] != true && check["refundOf"].is_null()
}

fn cents(value: &Value) -> i64 {
    (value.as_f64().unwrap_or(0.0) * 100.0).round() as i64
}

/// Net sales, and the amount that was paid with points.
fn worth(check: &Value) -> (i64, i64) {
    if check["voided"] == true {
        return (0, 0);
    }
    let mut net = -cents(&check["discount"]);
    for line in check["items"].as_array().unwrap().iter().filter(|line| line["voided"] != true) {
        net += cents(&line["amount"]) - cents(&line["discount"]);
    }
    (net, cents(&check["rewardUsed"]))
}

/// Half away from zero.
fn rounded(numerator: i64, denominator: i64) -> i64 {
    let (numerator, denominator) =
        if denominator < 0 { (-numerator, -denominator) } else { (numerator, denominator) };
    let half = denominator / 2;
    if numerator >= 0 { (numerator + half) / denominator } else { -((-numerator + half) / denominator) }
}
