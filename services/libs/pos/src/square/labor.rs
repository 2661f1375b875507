//! The team of Square and its shifts: Square finds timecards by their start alone, and their tips and overtime change without them.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::client::MoneyTime;
use super::model::{Payment, TeamMember, Timecard, WorkweekConfig};
use super::reader::{FRESH, SquareReader, payments};
use super::{Hours, Team};
use crate::adapter::{Asked, Page};
use crate::rows::{Parsed, Span, all, earlier, parse, span_of};
use crate::time::instant;
use crate::{PosError, square};

/// How far back timecards are read: overtime counts by the week, and they are corrected after it.
const TIMECARDS: SignedDuration = SignedDuration::from_hours(10 * 24);

impl SquareReader {
    /// Brings the team up to date.
    pub(super) async fn refresh_team(&mut self) -> Result<(), PosError> {
        let now = self.clock.now();
        if self.team.as_ref().is_some_and(|(_, at)| now.duration_since(*at) < FRESH) {
            return Ok(());
        }
        let (client, location) = (&self.client, self.place.location.as_str());
        let members = all(|cursor| async move { client.team(location, cursor.as_deref()).await }).await;
        // Without the permission reports name people by their ids.
        let members = match members {
            Err(PosError::Lacks(_)) => Vec::new(),
            other => other?,
        };
        let weeks = match client.workweeks().await {
            Err(PosError::Lacks(_) | PosError::Missing) => Vec::new(),
            other => other?,
        };
        let members: Vec<TeamMember> = parse(members).objects.into_iter().map(|(member, _)| member).collect();
        let weeks = parse::<WorkweekConfig>(weeks).objects;
        let team = Team::new(&self.place, &members, &[], weeks.first().map(|(week, _)| week));
        self.team = Some((team, now));
        Ok(())
    }

    pub(super) fn team(&self) -> Team {
        self.team.as_ref().map(|(team, _)| team.clone()).unwrap_or_default()
    }

    pub(super) async fn shifts(&mut self, asked: Asked) -> Result<Page, PosError> {
        self.refresh_team().await?;
        match asked {
            Asked::Of(..) => self.shifts_of(span_of(asked)).await,
            Asked::Changed(..) => self.changed_shifts(span_of(asked)).await,
        }
    }

    /// Shifts that began in a span.
    async fn shifts_of(&mut self, span: Span) -> Result<Page, PosError> {
        // The last that is read of a day: its payments are held no longer.
        self.day_payments(span).await?;
        let payments = self.day_payments.take().map(|made| made.payments).unwrap_or_default();
        let cards = self.timecards(span).await?;
        Ok(self.shifts_among(cards, &payments, |card| began(card).is_none_or(|start| start >= span.0)))
    }

    /// Shifts of the last days that are others than they were before a span.
    async fn changed_shifts(&self, (from, until): Span) -> Result<Page, PosError> {
        let (client, location) = (&self.client, self.place.location.as_str());
        let first = earlier(until, TIMECARDS);
        let cards = self.timecards((first, until)).await?;
        let recent: Vec<Timecard> = cards
            .objects
            .iter()
            .map(|(card, _)| card)
            .filter(|card| began(card).is_none_or(|start| start >= first))
            .cloned()
            .collect();
        let changed = payments(client, location, MoneyTime::Updated, (from, until)).await?.0;
        let changed_cards = ChangedCards::of(&recent, &changed, from);
        let tips = match changed_cards.first() {
            Some(start) => payments(client, location, MoneyTime::Created, (start, until)).await?.0,
            None => Vec::new(),
        };
        Ok(self.shifts_among(cards, &tips, |card| changed_cards.has(card)))
    }

    /// Timecards of a span, and earlier ones of its weeks.
    async fn timecards(&self, (first, until): Span) -> Result<Parsed<Timecard>, PosError> {
        let (client, location) = (&self.client, self.place.location.as_str());
        let span = (earlier(first, TIMECARDS), until);
        let rows = all(|cursor| async move { client.timecards(location, span, cursor.as_deref()).await });
        Ok(parse(rows.await?))
    }

    fn shifts_among(
        &self,
        read: Parsed<Timecard>,
        payments: &[Payment],
        is_asked: impl Fn(&Timecard) -> bool,
    ) -> Page {
        let cards: Vec<Timecard> = read.objects.iter().map(|(card, _)| card.clone()).collect();
        let mut page = Page { unread: read.unread, ..Page::default() };
        let team = self.team();
        for (card, raw) in read.objects.into_iter().filter(|(card, _)| is_asked(card)) {
            let hours = Hours { card: &card, others: &cards, payments };
            page.take(square::shift(&self.place, &team, &hours), raw);
        }
        page
    }
}

fn began(card: &Timecard) -> Option<Timestamp> {
    instant(card.start_at.as_ref())
}

/// Timecards that are other shifts than they were: of each person those from a start on.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ChangedCards<'a> {
    from: BTreeMap<&'a str, Timestamp>,
    since: Timestamp,
}

impl<'a> ChangedCards<'a> {
    /// Of each person the first timecard that changed `since` a moment, or in whose time a payment was taken that did, and all later ones:
    /// overtime counts by the week.
    pub(super) fn of(cards: &'a [Timecard], changed: &[Payment], since: Timestamp) -> ChangedCards<'a> {
        let mut changed_cards = ChangedCards { from: BTreeMap::new(), since };
        for card in cards {
            let (Some(member), Some(start)) =
                (card.team_member_id.as_deref(), instant(card.start_at.as_ref()))
            else {
                continue;
            };
            let end = instant(card.end_at.as_ref());
            let is_within = |at: Timestamp| at >= start && end.is_none_or(|end| at < end);
            let is_tipped = || {
                changed
                    .iter()
                    .filter(|payment| payment.taken_by() == Some(member))
                    .any(|payment| instant(payment.created_at.as_ref()).is_some_and(is_within))
            };
            if changed_cards.is_new(card) || is_tipped() {
                let from = changed_cards.from.entry(member).or_insert(start);
                *from = start.min(*from);
            }
        }
        changed_cards
    }

    /// Whether a timecard is to be read. One that cannot be read is, when it changed.
    pub(super) fn has(&self, card: &Timecard) -> bool {
        match (instant(card.start_at.as_ref()), card.team_member_id.as_deref()) {
            (Some(start), Some(member)) => self.from.get(member).is_some_and(|from| start >= *from),
            _ => self.is_new(card),
        }
    }

    /// The start of the first one that is to be read.
    pub(super) fn first(&self) -> Option<Timestamp> {
        self.from.values().min().copied()
    }

    fn is_new(&self, card: &Timecard) -> bool {
        let changed = [&card.updated_at, &card.created_at].into_iter().filter_map(|at| instant(at.as_ref()));
        changed.max().is_none_or(|at| at >= self.since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINCE: &str = "2026-07-18T12:00:00Z";

    fn card(member: &str, day: u8, hours: Option<(u8, u8)>, updated: &str) -> Timecard {
        let (from, to) = hours.map_or((8, None), |(from, to)| (from, Some(to)));
        Timecard {
            id: Some(format!("{member}-{day}-{from}")),
            team_member_id: Some(member.to_owned()),
            start_at: Some(format!("2026-07-{day:02}T{from:02}:00:00Z")),
            end_at: to.map(|to| format!("2026-07-{day:02}T{to:02}:00:00Z")),
            updated_at: Some(updated.to_owned()),
            ..Timecard::default()
        }
    }

    fn payment(member: &str, at: &str) -> Payment {
        Payment {
            team_member_id: Some(member.to_owned()),
            created_at: Some(at.to_owned()),
            ..Payment::default()
        }
    }

    fn changed_cards(cards: &[Timecard], changed: &[Payment]) -> Vec<String> {
        let changed_cards = ChangedCards::of(cards, changed, SINCE.parse().unwrap());
        cards.iter().filter(|card| changed_cards.has(card)).map(|card| card.id.clone().unwrap()).collect()
    }

    #[test]
    fn timecard_that_did_not_change_is_left_out() {
        let before = "2026-07-18T11:59:59Z";
        let cards = [card("ann", 17, Some((8, 15)), before), card("ann", 18, None, before)];
        assert!(changed_cards(&cards, &[]).is_empty());
        let others = [payment("bob", "2026-07-18T12:10:00Z"), payment("ann", "2026-07-17T15:00:00Z")];
        assert!(changed_cards(&cards, &others).is_empty());
    }

    #[test]
    fn later_timecards_of_a_person_follow_a_changed_one() {
        let (before, after) = ("2026-07-17T20:00:00Z", "2026-07-18T12:00:00Z");
        let cards = [
            card("ann", 15, Some((8, 15)), before),
            card("ann", 16, Some((8, 18)), after),
            card("ann", 17, Some((8, 15)), before),
            card("bob", 17, Some((8, 15)), before),
        ];
        assert_eq!(changed_cards(&cards, &[]), ["ann-16-8", "ann-17-8"]);
    }

    #[test]
    fn payment_touches_the_timecard_it_was_taken_in() {
        let before = "2026-07-17T20:00:00Z";
        let cards = [
            card("ann", 16, Some((8, 15)), before),
            card("ann", 17, Some((8, 15)), before),
            card("bob", 18, None, before),
        ];
        let changed = [payment("ann", "2026-07-17T08:00:00Z"), payment("bob", "2026-07-18T13:00:00Z")];
        assert_eq!(changed_cards(&cards, &changed), ["ann-17-8", "bob-18-8"]);
    }

    #[test]
    fn timecard_that_cannot_be_read_is_read_once_it_changes() {
        let unreadable = |updated: &str| Timecard { start_at: None, ..card("ann", 17, None, updated) };
        assert_eq!(changed_cards(&[unreadable("2026-07-18T12:00:01Z")], &[]).len(), 1);
        assert!(changed_cards(&[unreadable("2026-07-18T11:00:01Z")], &[]).is_empty());
    }
}
