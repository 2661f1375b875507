//! The demo's days: the same at every start, the file's sums, covered by staff, taken by the ingest call.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::{Date, date, datetime};
use saffron_core::fact::{CheckTotals, Discount, DiscountKind, FactBody, read_events};
use saffron_core::{BusinessDate, Clock, Money, PosTime};

use super::day::Day;
use super::memory::Memory;
use super::pizzaplace::Year;
use super::player::{Player, sold_out};
use super::restaurant::{Restaurant, restaurants};
use saffron_core::Secret;
use saffron_till::{Api, Check, Till};

#[path = "../../tests/sandbox/server.rs"]
#[allow(dead_code, reason = "the sandbox as a whole uses more of it")]
mod server;

fn world() -> (Year, Vec<Restaurant>) {
    let year = Year::load().unwrap();
    let restaurants = restaurants(&year).unwrap();
    (year, restaurants)
}

fn days(from: Date, count: i64) -> Vec<Date> {
    (0..count).map(|n| BusinessDate::from_date(from).plus_days(n).date()).collect()
}

fn gross(check: &Check) -> Money {
    check
        .lines
        .iter()
        .filter(|line| !line.voided && !line.deferred && !check.voided)
        .map(|line| line.amount)
        .sum()
}

#[test]
fn day_is_the_same_at_every_start() {
    let (year, restaurants) = world();
    for restaurant in &restaurants {
        for day in days(date(2026, 7, 1), 10) {
            let once = Day::of(restaurant, &year, day).unwrap();
            let again = Day::of(&restaurant.clone(), &year, day).unwrap();
            let ids = |day: &Day| day.finished().unwrap().into_iter().map(|e| e.id).collect::<Vec<_>>();
            assert_eq!(ids(&once), ids(&again));
            assert!(once.revisions.is_sorted_by_key(|revision| revision.at));
        }
    }
}

#[test]
fn pizza_days_keep_the_sums_of_the_file() {
    let (year, restaurants) = world();
    let pizza = restaurants.iter().find(|one| one.pos_id.as_str() == "demo-pizza").unwrap();
    // Straight from the file, in cents by date.
    let mut file: BTreeMap<Date, i64> = BTreeMap::new();
    for line in include_str!("../../data/pizzaplace.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        *file.entry(cells[1].parse().unwrap()).or_default() += cells[6].parse::<Money>().unwrap().cents();
    }
    for day in days(date(2026, 1, 1), 364) {
        let played = Day::of(pizza, &year, day).unwrap();
        let sum: Money = played.checks().into_iter().map(gross).sum();
        assert_eq!(sum.cents(), file.get(&Year::mapped(day)).copied().unwrap_or(0), "{day}");
        assert_eq!(Year::mapped(day).weekday(), day.weekday());
    }
}

#[test]
fn checks_count_in_the_day_that_is_played() {
    let (year, restaurants) = world();
    let mut latest = 0;
    for restaurant in &restaurants {
        let calendar = restaurant.calendar().unwrap();
        for day in days(date(2026, 3, 2), 28) {
            let here = |at| calendar.date_of(at).date() == day;
            for check in Day::of(restaurant, &year, day).unwrap().checks() {
                assert!(here(check.close_time) && here(check.open_time), "{} {day}", restaurant.pos_id);
                latest = latest.max(if check.close_time.date() > day { check.close_time.hour() } else { 0 });
            }
        }
    }
    assert!(latest >= 4, "a bar closes at five");
}

#[test]
fn more_is_sold_on_gift_cards_than_redeemed() {
    let (year, restaurants) = world();
    for restaurant in &restaurants {
        let mut held = 0;
        for day in days(date(2026, 3, 2), 60) {
            for check in Day::of(restaurant, &year, day).unwrap().checks() {
                let sold = check.lines.iter().filter(|line| line.deferred).map(|line| line.amount.cents());
                let by_card = check.payments.iter().filter(|payment| payment.gift_card);
                held += sold.sum::<i64>() - by_card.map(|payment| payment.amount.cents()).sum::<i64>();
            }
        }
        assert!(held > 0, "{}: {held}", restaurant.pos_id);
    }
}

#[test]
fn shifts_cover_the_trade() {
    let (year, restaurants) = world();
    for restaurant in &restaurants {
        for day in days(date(2026, 3, 2), 35) {
            let trade = Day::of(restaurant, &year, day).unwrap();
            let there = |at, jobs: &[&str]| {
                let on = |job: &str| jobs.contains(&job);
                trade.shifts.iter().any(|s| on(&s.job) && s.clock_in <= at && s.clock_out.unwrap() >= at)
            };
            for check in trade.checks().iter().filter(|check| check.refund_of.is_none()) {
                let at = check.close_time;
                assert!(there(at, &["Cook"]), "{} {at}: no cook", restaurant.pos_id);
                assert!(there(at, &["Server", "Cashier"]), "{} {at}: no one in front", restaurant.pos_id);
                assert!(check.employee.is_some() && check.cashier.is_some());
            }
            let people: HashSet<_> = trade.shifts.iter().map(|shift| &shift.employee.id).collect();
            assert_eq!(
                people.len(),
                trade.shifts.len(),
                "{} {day}: two shifts of one person",
                restaurant.pos_id
            );
            let tips: Money = trade.shifts.iter().map(|shift| shift.tips).sum();
            let paid = trade
                .checks()
                .into_iter()
                .filter(|c| !c.voided)
                .flat_map(|c| &c.payments)
                .map(|p| p.tip)
                .sum();
            assert_eq!(tips, paid, "{} {day}", restaurant.pos_id);
        }
    }
}

#[test]
fn every_check_balances_and_all_that_a_check_may_hold_comes() {
    let (year, restaurants) = world();
    let mut seen = CheckTotals::default();
    let (mut comped, mut modified) = (Money::ZERO, Money::ZERO);
    for restaurant in &restaurants {
        let calendar = restaurant.calendar().unwrap();
        for day in days(date(2026, 5, 1), 60) {
            for event in Day::of(restaurant, &year, day).unwrap().timeline().unwrap() {
                let facts = read_events(event.1.json().as_bytes(), &restaurant.pos_id, &calendar).unwrap();
                let FactBody::Check(check) = &facts[0].body else { continue };
                let totals = check.totals();
                let named = |named: &[Discount]| named.iter().map(|of| of.amount).sum::<Money>();
                assert_eq!(named(&check.discounts), check.discount, "{}", check.id);
                for line in &check.lines {
                    assert_eq!(named(&line.discounts), line.discount, "{}", check.id);
                    let comps = line.discounts.iter().filter(|of| of.kind == DiscountKind::Comp);
                    assert!(comps.clone().all(|of| of.reason.is_some() && of.approved_by.is_some()));
                    comped += comps.map(|of| of.amount).sum();
                    modified += line.modifiers.iter().map(|modifier| modifier.amount).sum();
                    assert!(!line.voided || line.reason.is_some(), "{}", check.id);
                }
                assert!(!check.voided || check.reason.is_some(), "{}", check.id);
                assert_eq!(totals.out_of_balance, Money::ZERO, "{} {}", restaurant.pos_id, check.id);
                seen.service_charges += totals.service_charges;
                seen.gratuity += totals.gratuity;
                seen.deferred += totals.deferred;
                seen.redeemed += totals.redeemed;
                seen.marketplace_tax += totals.marketplace_tax;
            }
        }
    }
    for money in [
        seen.service_charges,
        seen.gratuity,
        seen.deferred,
        seen.redeemed,
        seen.marketplace_tax,
        comped,
        modified,
    ] {
        assert!(money > Money::ZERO, "{seen:?}");
    }
}

#[test]
fn days_are_taken_and_their_rates_believable() {
    let (year, restaurants) = world();
    for restaurant in &restaurants {
        let calendar = restaurant.calendar().unwrap();
        let (mut checks, mut online, mut voids, mut refunds, mut drawers) = (0, 0, 0, 0, 0);
        let (mut labor, mut net) = (0_i64, 0_i64);
        for day in days(date(2026, 2, 1), 90) {
            let trade = Day::of(restaurant, &year, day).unwrap();
            let all = trade
                .finished()
                .unwrap()
                .into_iter()
                .chain(trade.timeline().unwrap().into_iter().map(|(_, e)| e));
            for event in all {
                let facts = read_events(event.json().as_bytes(), &restaurant.pos_id, &calendar).unwrap();
                let date = match &facts[0].body {
                    FactBody::Check(check) | FactBody::OpenCheck(check) => check.business_date,
                    FactBody::Shift(shift) => shift.business_date,
                    FactBody::CashCount(count) => count.business_date,
                    other => panic!("{other:?}"),
                };
                assert_eq!(date.date(), day);
            }
            for event in trade.finished().unwrap() {
                match &read_events(event.json().as_bytes(), &restaurant.pos_id, &calendar).unwrap()[0].body {
                    FactBody::Check(check) => {
                        assert_eq!(check.business_date.date(), day);
                        checks += 1;
                        online += i32::from(
                            check.order_input_type.as_ref().is_some_and(|t| t.as_str() == "online"),
                        );
                        voids += i32::from(check.voided);
                        refunds += i32::from(check.refund_of.is_some());
                        let lines = check.lines.iter().filter(|line| !line.voided);
                        net += lines.map(|line| (line.amount - line.discount).cents()).sum::<i64>();
                    }
                    FactBody::Shift(shift) => labor += shift.pay().cents(),
                    FactBody::CashCount(count) => {
                        assert!(count.over_short().abs() <= Money::from_cents(600), "{count:?}");
                        drawers += i32::from(count.over_short() != Money::ZERO);
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        let name = &restaurant.pos_id;
        assert!((9..60).contains(&drawers), "{name}: {drawers} drawers are over or short");
        assert!((20..120).contains(&(checks / 90)), "{name}: {checks} checks");
        assert!((2..35).contains(&(online * 100 / checks)), "{name}: {online} online");
        assert!((15..40).contains(&(labor * 100 / net)), "{name}: labor {labor} of {net}");
        if name.as_str() != "demo-pizza" {
            assert!(voids > 0 && voids * 100 / checks < 3 && refunds > 0 && refunds * 100 / checks < 3);
        } else {
            assert_eq!((voids, refunds), (0, 0));
        }
    }
}

#[test]
fn dish_is_sold_out_on_one_day_in_three() {
    let (_, restaurants) = world();
    for restaurant in restaurants {
        let out = days(date(2026, 1, 1), 300).into_iter().filter(|day| sold_out(&restaurant, *day).is_some());
        assert!((70..130).contains(&out.count()), "{}", restaurant.name);
    }
}

#[tokio::test]
async fn today_trickles_in_and_the_next_day_follows() {
    let (year, restaurants) = world();
    let year = Arc::new(year);
    let restaurant = restaurants.into_iter().find(|one| one.pos_id.as_str() == "demo-noodles").unwrap();
    let calendar = restaurant.calendar().unwrap();
    let day = date(2026, 7, 18);
    let timeline = Day::of(&restaurant, &year, day).unwrap().timeline().unwrap();
    let moment = |n: usize| calendar.resolve(PosTime::Wall(timeline[n].0)).unwrap().at;

    let world = server::Shared::default();
    let stored = {
        let mut world = world.lock().unwrap();
        world.keys.insert("demo-noodles".into(), "k".into());
        world.zones.insert("demo-noodles".into(), restaurant.time_zone.clone());
        world.stored.clone()
    };
    let api = Api::new(&server::start(world.clone()).await, Duration::from_secs(5)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let memory = Arc::new(tokio::sync::Mutex::new(Memory::open(folder.path()).unwrap()));
    let clock = Clock::fixed(moment(9));
    let player = Player {
        restaurant: restaurant.clone(),
        calendar: calendar.clone(),
        till: Till::new(api, Secret::new("k")),
        year: year.clone(),
        memory: memory.clone(),
        codes: Arc::default(),
        clock: clock.clone(),
        longest_nap: Duration::from_millis(10),
    };
    let pos_id = player.restaurant.pos_id.clone();
    let since = moment(9);
    let trickling = tokio::spawn(async move { player.trickle(day, since).await });
    let until = async |enough: &dyn Fn(&server::World, usize) -> bool| {
        loop {
            let next = stored.notified();
            let count = {
                let world = world.lock().unwrap();
                let count = world.batches.iter().sum::<usize>();
                if enough(&world, count) {
                    return count;
                }
                count
            };
            assert!(tokio::time::timeout(Duration::from_secs(20), next).await.is_ok(), "only {count} came");
        }
    };
    // What was sent before it began is not sent again; the next three things are, at their minute.
    let due = timeline.iter().filter(|(at, _)| *at > timeline[9].0 && *at <= timeline[12].0).count();
    clock.set(moment(12));
    assert_eq!(until(&|_, count| count >= due).await, due);
    // A campaign's code that the POS reads now is used from the next check on, and confirmed.
    let code = serde_json::json!({ "promoCode": "THANK-YOU", "posItemIDs": [], "validUntil": "2026-07-18" });
    world.lock().unwrap().promo_codes.push(code);
    until(&|world, _| world.confirmed.get("demo-noodles") == Some(&1)).await;
    // While the server is away nothing is lost; then the day ends, and the next one begins.
    world.lock().unwrap().moods.extend([(503, Some(0)), (503, Some(0))]);
    let next_noon = calendar.resolve("2026-07-19T13:00:00".parse().unwrap()).unwrap().at;
    clock.set(next_noon);
    let rest = timeline.iter().filter(|(at, _)| *at > timeline[9].0).count();
    let next = Day::of(&restaurant, &year, date(2026, 7, 19)).unwrap().timeline().unwrap();
    let morning = next.iter().filter(|(at, _)| *at <= datetime(2026, 7, 19, 13, 0, 0, 0)).count();
    assert!(morning > 0);
    // In the morning the menu is sent again, with what is counted filled up.
    let sent = rest + restaurant.menu.len() + morning;
    assert_eq!(until(&|_, count| count >= sent).await, sent);
    assert_eq!(memory.lock().await.days(&pos_id), Some((day, day)));
    assert!(!trickling.is_finished());
    trickling.abort();
    let world = world.lock().unwrap();
    assert_eq!(world.confirmed["demo-noodles"], 1);
    let used: Vec<_> = world
        .facts
        .values()
        .filter_map(|fact| match &fact.body {
            FactBody::Check(check)
                if check.promo_code.as_ref().is_some_and(|code| code.as_str() == "THANK-YOU") =>
            {
                Some(check)
            }
            _ => None,
        })
        .collect();
    assert!(!used.is_empty());
    assert!(used.iter().all(|check| check.customer.is_some() && check.business_date.date() == day));
    let marked = world.facts.values().filter_map(|fact| match &fact.body {
        FactBody::Item(item) => item.sold_out.map(|mark| (item.id.clone(), mark.until.unwrap().wall)),
        _ => None,
    });
    let next = date(2026, 7, 19);
    let out = sold_out(&restaurant, next).map(|id| (id.clone(), next.at(17, 0, 0, 0)));
    assert_eq!(marked.collect::<Vec<_>>(), out.into_iter().collect::<Vec<_>>());
}
