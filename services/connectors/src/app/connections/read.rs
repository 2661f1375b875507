//! What is read of a POS in one go: some pages, each of which is posted before the next.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use saffron_core::BusinessDate;
use saffron_kit::Fault;
use saffron_pos::PosError;
use saffron_pos::adapter::{Asked, Feed, Page};

use super::announce::count_progress;
use super::days::{list_days, watch_others};
use super::post::post;
use super::readers::Open;
use super::replace::{Counted, remove_others};
use super::unmapped::keep_unmapped;
use super::writing::forget_set;
use super::{InWork, Next, Stop, lease};
use crate::domain::{AGAIN_NIGHTLY, AGAIN_WEEKLY, DayState, FeedKind};
use crate::store::{self, FeedInHand, FeedPlace, NextDay};

/// Pages of one go: then others have their turn.
const PAGES: usize = 10;
/// Before the pages of a day's shifts, which follow those of its checks.
const SHIFTS: char = 's';
/// Before the pages of a day's checks.
const CHECKS: char = 'c';

/// Reads what changed since the last time.
pub(super) async fn changes(of: &InWork<'_>, feed: &FeedInHand, open: &Open) -> Result<Next, Stop> {
    let (now, kind, read_until) = (of.app.now(), feed.kind, feed.place.read_until);
    let (until, mut from) = match &feed.place.page {
        Some((until, page)) => (*until, Some(page.clone())),
        None => (kind.span(read_until, now), None),
    };
    let asked = kind.asked(read_until, until);
    // What is read in several goes is posted as it is.
    let before = open.take_posted(kind);
    let is_whole = from.is_none();
    let before = if is_whole { before } else { HashSet::new() };
    let mut events = HashSet::new();
    for _ in 0..PAGES {
        let page = next_page(open, kind.feed(), asked, from.as_deref()).await?;
        let next = page.next.clone();
        if kind == FeedKind::Menu {
            forget_set(of, &page.facts).await?;
        }
        events.extend(take(of, page, &before).await?);
        match next {
            None => {
                if is_whole {
                    open.keep_posted(kind, events);
                }
                let due = if until < now { now } else { now + kind.every() };
                return Ok(Next { place: FeedPlace::at(until), due });
            }
            Some(next) => {
                let place = FeedPlace { read_until, page: Some((until, next.clone())) };
                keep(of, feed, &place).await?;
                from = Some(next);
            }
        }
    }
    let page = from.map(|page| (until, page));
    Ok(Next { place: FeedPlace { read_until, page }, due: now })
}

/// Does what is next of the past: the latest day that waits. At night days are read again: what comes late is theirs.
pub(super) async fn past(of: &InWork<'_>, feed: &FeedInHand, open: &Open) -> Result<Next, Stop> {
    let (app, now) = (of.app, of.app.now());
    let (pos_id, connection_id) = of.place();
    if !of.location.days_listed {
        list_days(of).await?;
        return Ok(Next { place: FeedPlace::at(now), due: now });
    }
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let recent = of.location.calendar().today(now).plus_days(-1);
    let next = store::next_day(&mut conn, pos_id, connection_id, recent).await?;
    drop(conn);
    let Some(next) = next else { return again(of, feed).await };
    let done = match next.state {
        DayState::Replacing => remove_others(of, next.business_date).await.map(|()| None),
        DayState::Asked => count(of, feed, open, next.business_date).await.map(|()| None),
        _ => day(of, feed, open, next.business_date).await,
    };
    let page = match done {
        Ok(page) => page,
        Err(stop) => {
            if is_of_the_day(&stop) {
                let mut tx = app.database.begin().await?;
                store::day_failed(&mut tx, pos_id, connection_id, next.business_date).await?;
                tx.commit().await?;
            }
            return Err(stop);
        }
    };
    let place = FeedPlace { read_until: feed.place.read_until, page };
    if place.page.is_none() {
        finish(of, next).await?;
    }
    Ok(Next { place, due: now })
}

/// Whether another day may be read although this one cannot.
pub(super) const fn is_of_the_day(stop: &Stop) -> bool {
    match stop {
        Stop::Pos(error) => {
            matches!(error, PosError::Refused(_) | PosError::Missing | PosError::Unreadable(_))
        }
        Stop::Fault(Fault::Permanent(_)) => true,
        Stop::Fault(_) | Stop::Key | Stop::Lost => false,
    }
}

/// Moves a day on that is done, unless a person decided otherwise meanwhile.
async fn finish(of: &InWork<'_>, day: NextDay) -> Result<(), Stop> {
    let (pos_id, connection_id) = of.place();
    let to = match day.state {
        DayState::Replacing => DayState::Waiting,
        DayState::Asked => return Ok(()),
        _ => DayState::Read,
    };
    let now = of.app.now();
    let mut tx = of.app.database.begin().await?;
    store::lock_proofs(&mut tx, pos_id, connection_id).await?;
    store::move_day(&mut tx, pos_id, connection_id, day, to).await?;
    count_progress(&mut tx, connection_id, pos_id).await?;
    if to == DayState::Read {
        store::prove_again(&mut tx, pos_id, connection_id, &[day.business_date], now).await?;
        store::wake_proofs(&mut tx, pos_id, connection_id, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Has the days that came to an end since the last time, and those before them, read again, once a day; else the feed rests.
async fn again(of: &InWork<'_>, feed: &FeedInHand) -> Result<Next, Stop> {
    let now = of.app.now();
    let calendar = of.location.calendar();
    let (last, today) = (calendar.today(feed.place.read_until), calendar.today(now));
    let days = today.days_since(last);
    watch_others(of).await?;
    if days <= 0 {
        return Ok(Next { place: feed.place.clone(), due: now + feed.kind.every() });
    }
    let is_monday = |on: BusinessDate| on.date().weekday() == jiff::civil::Weekday::Monday;
    let is_weekly = days >= 7 || (0..days).any(|back| is_monday(today.plus_days(-back)));
    let back = if is_weekly { AGAIN_WEEKLY } else { AGAIN_NIGHTLY }.max(days);
    let (pos_id, connection_id) = of.place();
    let mut tx = of.app.database.begin().await?;
    store::read_again(&mut tx, pos_id, connection_id, (today.plus_days(-back), today.plus_days(-1))).await?;
    tx.commit().await?;
    Ok(Next { place: FeedPlace::at(now), due: now })
}

/// The first and the last moment of a date.
fn span_of(of: &InWork<'_>, on: BusinessDate) -> (Timestamp, Timestamp) {
    let calendar = of.location.calendar();
    let (from, next) = (calendar.begin_of(on), calendar.begin_of(on.plus_days(1)));
    (from, next.checked_sub(SignedDuration::from_millis(1)).unwrap_or(next))
}

/// Reads the checks of a date, then its shifts. Gives where it goes on, if it has many pages.
async fn day(
    of: &InWork<'_>,
    feed: &FeedInHand,
    open: &Open,
    on: BusinessDate,
) -> Result<Option<(Timestamp, String)>, Stop> {
    let (first, last) = span_of(of, on);
    let begun = feed.place.page.as_ref().filter(|(until, _)| *until == last).map(|(_, page)| page.clone());
    let mut at = begun.unwrap_or_else(|| CHECKS.to_string());
    for _ in 0..PAGES {
        let is_shifts = at.starts_with(SHIFTS);
        let kind = if is_shifts { Feed::Shifts } else { Feed::Checks };
        let from = at.get(1..).filter(|from| !from.is_empty());
        let page = next_page(open, kind, Asked::Of(first, last), from).await;
        let page = match page {
            // Sales come in without a permission for the team's hours; the feed of shifts says that it lacks.
            Err(Stop::Pos(PosError::Lacks(_))) if is_shifts => return Ok(None),
            page => page?,
        };
        let next = page.next.clone();
        take(of, page, &HashSet::new()).await?;
        at = match next {
            Some(next) => format!("{}{next}", if is_shifts { SHIFTS } else { CHECKS }),
            None if is_shifts => return Ok(None),
            None => SHIFTS.to_string(),
        };
        let place = FeedPlace { read_until: feed.place.read_until, page: Some((last, at.clone())) };
        keep(of, feed, &place).await?;
    }
    Ok(Some((last, at)))
}

/// Counts what the POS has on a date that another source has too, for the person who decides.
async fn count(of: &InWork<'_>, feed: &FeedInHand, open: &Open, on: BusinessDate) -> Result<(), Stop> {
    let (first, last) = span_of(of, on);
    let mut counted = Counted::default();
    let mut from: Option<String> = None;
    loop {
        let page = next_page(open, Feed::Checks, Asked::Of(first, last), from.as_deref()).await?;
        counted.add(of, &page.facts, on)?;
        match page.next {
            Some(next) => {
                from = Some(next);
                keep(of, feed, &feed.place).await?;
            }
            None => break,
        }
    }
    let counted = counted.sums();
    let (pos_id, connection_id) = of.place();
    let mut tx = of.app.database.begin().await?;
    store::set_counted(&mut tx, pos_id, connection_id, on, counted).await?;
    count_progress(&mut tx, connection_id, pos_id).await?;
    tx.commit().await?;
    Ok(())
}

async fn next_page(open: &Open, feed: Feed, asked: Asked, from: Option<&str>) -> Result<Page, Stop> {
    let page = open.reader.lock().await.page(feed, asked, from).await?;
    if page.next.is_some() && page.next.as_deref() == from {
        return Err(Stop::Pos(PosError::Unreadable("a list that does not end".to_owned())));
    }
    Ok(page)
}

/// Posts a page, and keeps what of it became no fact. Gives what was posted.
async fn take(of: &InWork<'_>, page: Page, before: &HashSet<u64>) -> Result<HashSet<u64>, Stop> {
    let posted = post(of, page.facts, before).await?;
    keep_unmapped(of, page.unread, posted.refused, &page.read).await?;
    Ok(posted.events)
}

/// Keeps a feed in the worker's hands, at its place.
pub(super) async fn keep(of: &InWork<'_>, feed: &FeedInHand, place: &FeedPlace) -> Result<(), Stop> {
    let mut tx = of.app.database.begin().await?;
    if !store::keep_feed(&mut tx, feed, place, lease(of.app)).await? {
        return Err(Stop::Lost);
    }
    tx.commit().await?;
    Ok(())
}
