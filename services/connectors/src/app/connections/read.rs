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
/// The same of the past, where a page is read while the one before is posted.
const PAST_PAGES: usize = 20;
/// The most days of one go.
const DAYS: i64 = 10;
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
    let next = store::next_days(&mut conn, pos_id, connection_id, recent, DAYS).await?;
    drop(conn);
    let Some(first) = next.first().copied() else { return again(of, feed).await };
    let done = match first.state {
        DayState::Replacing => alone(remove_others(of, first.business_date).await, feed, first),
        DayState::Asked => alone(count(of, feed, open, first.business_date).await, feed, first),
        _ => days(of, feed, open, next).await,
    };
    let place = match done {
        Ok(place) => place,
        Err((day, stop)) => {
            if is_of_the_day(&stop) {
                let mut tx = app.database.begin().await?;
                store::day_failed(&mut tx, pos_id, connection_id, day.business_date).await?;
                tx.commit().await?;
            }
            return Err(stop);
        }
    };
    if first.state == DayState::Replacing {
        finish(of, first).await?;
    }
    Ok(Next { place, due: now })
}

/// What became of a day that is not read.
fn alone(done: Result<(), Stop>, feed: &FeedInHand, day: NextDay) -> Result<FeedPlace, (NextDay, Stop)> {
    done.map(|()| FeedPlace::at(feed.place.read_until)).map_err(|stop| (day, stop))
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
    let to = if day.state == DayState::Replacing { DayState::Waiting } else { DayState::Read };
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

/// Reads days: of each the checks, then the shifts. While a page is posted, the next one is read. Gives where it goes on; of a failure the
/// day that it was met in.
async fn days(
    of: &InWork<'_>,
    feed: &FeedInHand,
    open: &Open,
    days: Vec<NextDay>,
) -> Result<FeedPlace, (NextDay, Stop)> {
    let mut pages = DayPages::new(of, feed, open, days);
    let mut place = FeedPlace::at(feed.place.read_until);
    let mut current = pages.next().await?;
    while let Some(page) = current {
        let (kept, next) = tokio::join!(bring_in(of, feed, page), pages.next());
        place = kept?;
        current = next?;
    }
    Ok(place)
}

/// Posts a page of a day. Gives where the feed goes on.
async fn bring_in(of: &InWork<'_>, feed: &FeedInHand, read: DayPage) -> Result<FeedPlace, (NextDay, Stop)> {
    let DayPage { day, page, after } = read;
    let kept = async {
        take(of, page, &HashSet::new()).await?;
        let place = FeedPlace { read_until: feed.place.read_until, page: after };
        // Before the day is done: a place in a day that was read would be one in its next reading.
        keep(of, feed, &place).await?;
        if place.page.is_none() {
            finish(of, day).await?;
        }
        Ok(place)
    };
    kept.await.map_err(|stop| (day, stop))
}

/// A page of a day.
struct DayPage {
    day: NextDay,
    page: Page,
    /// Where the day goes on, with its last moment; none after its last page.
    after: Option<(Timestamp, String)>,
}

/// The pages of some days, one after the other.
struct DayPages<'a> {
    of: &'a InWork<'a>,
    open: &'a Open,
    days: std::vec::IntoIter<NextDay>,
    /// The day that is read, and where it goes on.
    at: Option<(NextDay, String)>,
    /// Where a day was left in an earlier go.
    begun: Option<(Timestamp, String)>,
    /// Pages that are left of this go.
    left: usize,
}

impl<'a> DayPages<'a> {
    fn new(of: &'a InWork<'a>, feed: &FeedInHand, open: &'a Open, days: Vec<NextDay>) -> DayPages<'a> {
        let begun = feed.place.page.clone();
        DayPages { of, open, days: days.into_iter(), at: None, begun, left: PAST_PAGES }
    }

    /// The next page; none if the days or the pages of this go are at an end.
    async fn next(&mut self) -> Result<Option<DayPage>, (NextDay, Stop)> {
        if self.left == 0 {
            return Ok(None);
        }
        let (day, at) = match self.at.take() {
            Some(at) => at,
            None => match self.days.next() {
                Some(day) => (day, self.begin_of(day)),
                None => return Ok(None),
            },
        };
        let (first, last) = span_of(self.of, day.business_date);
        let is_shifts = at.starts_with(SHIFTS);
        let kind = if is_shifts { Feed::Shifts } else { Feed::Checks };
        let from = at.get(1..).filter(|from| !from.is_empty());
        let page = match next_page(self.open, kind, Asked::Of(first, last), from).await {
            // Sales come in without a permission for the team's hours; the feed of shifts says that it lacks.
            Err(Stop::Pos(PosError::Lacks(_))) if is_shifts => Page::default(),
            page => page.map_err(|stop| (day, stop))?,
        };
        let after = match &page.next {
            Some(next) => Some(format!("{}{next}", if is_shifts { SHIFTS } else { CHECKS })),
            None => (!is_shifts).then(|| SHIFTS.to_string()),
        };
        self.left -= 1;
        self.at = after.clone().map(|after| (day, after));
        Ok(Some(DayPage { day, page, after: after.map(|after| (last, after)) }))
    }

    /// Where a day begins to be read.
    fn begin_of(&mut self, day: NextDay) -> String {
        let (_, last) = span_of(self.of, day.business_date);
        let begun = self.begun.take().filter(|(until, _)| *until == last).map(|(_, at)| at);
        begun.unwrap_or_else(|| CHECKS.to_string())
    }
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
