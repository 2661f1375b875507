//! Parsing: CloudEvents in, facts out, or the first wrong event and its field.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;
use serde_path_to_error::{Path, Track};

use super::bounds::latest;
use super::cash::CashCountInput;
use super::check::CheckInput;
use super::processor::{RecordedDispute, RecordedPayment, RecordedPayout};
use super::roster::ItemUpsertInput;
use super::sent;
use super::shift::ShiftInput;
use super::unknown::UnknownFields;
use super::{Check, CustomerMerge, FACT_KINDS, Fact, FactBody, MoneyFact, Precedence, Shift};
use crate::{BusinessDate, Calendar, CheckId, EventId, ItemId, Moment, PosId, PosTime, ShiftId};

/// When facts that are read without a clock came in: 2000-01-01, noon UTC. Business dates of earlier decades are refused.
const NO_CLOCK: Timestamp = Timestamp::constant(946_728_000, 0);

/// The most events of one POST.
pub const MAX_EVENTS: usize = 2_000;

/// The first wrong event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadEvent {
    /// Its index in the batch, from 0.
    pub event: usize,
    /// Its id, where it could be read.
    pub id: Option<String>,
    /// The field, as `data.items[0].quantity`.
    pub field: String,
    /// What is wrong with it.
    pub why: String,
}

/// Why a POST is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Not JSON, or neither an object nor an array.
    NotJson(String),
    /// More than [`MAX_EVENTS`].
    TooMany,
    /// An event is for another location than the key's.
    OtherLocation(BadEvent),
    /// An event is wrong.
    Bad(BadEvent),
}

#[derive(Deserialize)]
struct Envelope<'a> {
    specversion: String,
    id: EventId,
    #[serde(rename = "source")]
    _source: String,
    r#type: String,
    subject: Option<PosId>,
    time: Option<Timestamp>,
    #[serde(borrow)]
    data: &'a RawValue,
}

#[derive(Deserialize)]
struct Head {
    #[serde(rename = "posID")]
    pos_id: PosId,
    revision: Revision,
}

#[derive(Deserialize)]
struct RemovedCheck {
    #[serde(rename = "posCheckID", deserialize_with = "sent::id")]
    id: CheckId,
}

#[derive(Deserialize)]
struct RemovedShift {
    #[serde(rename = "posShiftID", deserialize_with = "sent::id")]
    id: ShiftId,
}

#[derive(Deserialize)]
struct RemovedItem {
    #[serde(rename = "posItemID", deserialize_with = "sent::id")]
    id: ItemId,
}

/// 0 to 2^53, so that every JSON client can write it.
#[derive(Deserialize)]
#[serde(try_from = "u64")]
struct Revision(i64);

impl TryFrom<u64> for Revision {
    type Error = &'static str;
    fn try_from(value: u64) -> Result<Self, Self::Error> {
        match i64::try_from(value) {
            Ok(revision) if revision <= 1 << 53 => Ok(Revision(revision)),
            _ => Err("must be at most 9007199254740992"),
        }
    }
}

/// The facts of an ingest POST.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// In the order in which they were sent.
    pub facts: Vec<Fact>,
    /// Names of fields that no fact has, such as `data.items[].seat`: each once and sorted, 100 at most.
    pub ignored: Vec<String>,
}

/// Reads the body of an ingest POST that comes in at `now`: one CloudEvent or an array of them, for the location of the
/// key. All or nothing. Facts come stamped with business date and local time of `calendar`; none lies more than 26 hours
/// after `now`.
///
/// # Errors
/// The first event that is wrong, by index, id and field.
pub fn receive_events(
    body: &[u8],
    pos_id: &PosId,
    calendar: &Calendar,
    now: Timestamp,
) -> Result<Received, Refusal> {
    let received = Moment { at: now, wall: calendar.wall(now) };
    FactReader { pos_id, calendar, latest: latest(now), received, unknown: UnknownFields::default() }
        .read(body)
}

/// The facts of [`receive_events`] without a clock: no time is too late.
///
/// # Errors
/// The first event that is wrong, by index, id and field.
pub fn read_events(body: &[u8], pos_id: &PosId, calendar: &Calendar) -> Result<Vec<Fact>, Refusal> {
    let (latest, unknown) = (Timestamp::MAX, UnknownFields::default());
    let received = Moment { at: NO_CLOCK, wall: calendar.wall(NO_CLOCK) };
    FactReader { pos_id, calendar, latest, received, unknown }.read(body).map(|received| received.facts)
}

/// Reads facts of one location.
struct FactReader<'a> {
    pos_id: &'a PosId,
    calendar: &'a Calendar,
    /// The latest moment that a fact may name.
    latest: Timestamp,
    /// When the facts came in.
    received: Moment,
    unknown: UnknownFields,
}

impl FactReader<'_> {
    fn read(mut self, body: &[u8]) -> Result<Received, Refusal> {
        let not_json = |e: &dyn std::fmt::Display| Refusal::NotJson(e.to_string());
        let text = std::str::from_utf8(body).map_err(|e| not_json(&e))?;
        let events: Vec<&RawValue> = if text.trim_start().starts_with('[') {
            serde_json::from_str(text).map_err(|e| not_json(&e))?
        } else {
            vec![serde_json::from_str(text).map_err(|e| not_json(&e))?]
        };
        if events.len() > MAX_EVENTS {
            return Err(Refusal::TooMany);
        }
        if events.is_empty() {
            return Err(Refusal::NotJson("the array holds no event".into()));
        }
        let facts = events.into_iter().enumerate().map(|(index, raw)| self.read_event(index, raw.get()));
        let facts = facts.collect::<Result<_, _>>()?;
        Ok(Received { facts, ignored: self.unknown.into_names() })
    }

    fn read_event(&mut self, index: usize, text: &str) -> Result<Fact, Refusal> {
        let bad = |id: Option<&EventId>, field: String, why: String| BadEvent {
            event: index,
            id: id.map(|id| id.as_str().to_owned()),
            field,
            why,
        };
        let envelope: Envelope<'_> =
            parse_borrowed(text).map_err(|(field, why)| Refusal::Bad(bad(None, field, why)))?;
        let id = &envelope.id;
        let refuse = |field: &str, why: String| Refusal::Bad(bad(Some(id), field.to_owned(), why));
        if !envelope.specversion.starts_with("1.") {
            return Err(refuse("specversion", "must be 1.0".into()));
        }
        let in_data = |(field, why): (String, String)| {
            let field = if field.is_empty() { "data".to_owned() } else { format!("data.{field}") };
            Refusal::Bad(bad(Some(id), field, why))
        };
        let data = envelope.data.get();
        let head: Head = parse(data).map_err(in_data)?;
        let named = [("data.posID", Some(&head.pos_id)), ("subject", envelope.subject.as_ref())];
        for (field, location) in named {
            if location.is_some_and(|location| location != self.pos_id) {
                let why = "is not the location of this ingest key".to_owned();
                return Err(Refusal::OtherLocation(bad(Some(id), field.to_owned(), why)));
            }
        }
        let (closed, body) = match envelope.r#type.as_str() {
            kind @ ("check.opened" | "check.closed") => {
                let closed = kind == "check.closed";
                let check =
                    self.parse_data::<CheckInput>(data).and_then(|check| check.stamp(closed, self.calendar));
                let check =
                    check.and_then(|check| check.plausible(self.latest, self.calendar)).map_err(in_data)?;
                (closed, if closed { FactBody::Check } else { FactBody::OpenCheck }(Box::new(check)))
            }
            "check.removed" => {
                let RemovedCheck { id } = self.parse_data(data).map_err(in_data)?;
                let check = Check::nothing(id, self.today(), self.received);
                (true, FactBody::RemovedCheck(Box::new(check)))
            }
            "shift.removed" => {
                let RemovedShift { id } = self.parse_data(data).map_err(in_data)?;
                let shift = Shift::nothing(id, self.today(), self.received);
                (true, FactBody::RemovedShift(Box::new(shift)))
            }
            "cash.counted" => {
                let count =
                    self.parse_data::<CashCountInput>(data).and_then(|count| count.stamp(self.calendar));
                let count =
                    count.and_then(|count| count.plausible(self.latest, self.calendar)).map_err(in_data)?;
                (true, FactBody::CashCount(Box::new(count)))
            }
            "item.removed" => {
                let RemovedItem { id } = self.parse_data(data).map_err(in_data)?;
                (true, FactBody::RemovedItem(id))
            }
            kind @ ("shift.opened" | "shift.closed") => {
                let closed = kind == "shift.closed";
                let shift =
                    self.parse_data::<ShiftInput>(data).and_then(|shift| shift.stamp(closed, self.calendar));
                let shift = shift.and_then(|shift| shift.plausible(self.latest, self.calendar));
                (closed, FactBody::Shift(Box::new(shift.map_err(in_data)?)))
            }
            "item.upserted" => {
                let item = self.parse_data::<ItemUpsertInput>(data);
                let item = item.and_then(|item| item.stamp(self.calendar)).map_err(in_data)?;
                (true, FactBody::Item(Box::new(item)))
            }
            "customer.upserted" => {
                (true, FactBody::Customer(Box::new(self.parse_data(data).map_err(in_data)?)))
            }
            kind @ ("payment.recorded" | "payout.recorded" | "dispute.recorded") => {
                let fact = self.read_money(kind, data).and_then(|fact| fact.plausible(self.latest));
                (true, FactBody::Money(fact.map_err(in_data)?))
            }
            "customer.merged" => {
                let merge: CustomerMerge = self.parse_data(data).map_err(in_data)?;
                if merge.id == merge.merged_into {
                    return Err(refuse(
                        "data.mergedInto",
                        "must be another customer than posCustomerID".into(),
                    ));
                }
                (true, FactBody::MergedCustomer(merge))
            }
            _ => return Err(refuse("type", format!("must be one of {}", FACT_KINDS.join(", ")))),
        };
        let stamp = if is_dated(&body) { self.calendar.starts().revision() } else { 0 };
        let precedence = Precedence { revision: head.revision.0, closed, event_id: envelope.id, stamp };
        Ok(Fact { precedence, time: envelope.time, body })
    }

    /// Reads what another processor did.
    fn read_money(&mut self, kind: &str, data: &str) -> Result<MoneyFact, (String, String)> {
        let calendar = self.calendar;
        Ok(match kind {
            "payment.recorded" => {
                let payment = self.parse_data::<RecordedPayment<PosTime>>(data)?;
                MoneyFact::Payment(Box::new(payment.stamp(calendar)?))
            }
            "payout.recorded" => {
                let payout = self.parse_data::<RecordedPayout<PosTime>>(data)?;
                MoneyFact::Payout(Box::new(payout.stamp(calendar)?))
            }
            _ => {
                let dispute = self.parse_data::<RecordedDispute<PosTime>>(data)?;
                MoneyFact::Dispute(Box::new(dispute.stamp(calendar)?))
            }
        })
    }

    /// The business date on which the facts came in.
    fn today(&self) -> BusinessDate {
        self.calendar.date_of(self.received.wall)
    }

    /// Reads the data of an event, and notes its unknown fields.
    fn parse_data<T: DeserializeOwned>(&mut self, text: &str) -> Result<T, (String, String)> {
        let mut track = Track::new();
        let mut json = serde_json::Deserializer::from_str(text);
        let deserializer = serde_path_to_error::Deserializer::new(&mut json, &mut track);
        serde_ignored::deserialize(deserializer, |path| self.unknown.add(&path))
            .map_err(|error| described(&track.path(), &error))
    }
}

/// Whether a fact has a business date.
const fn is_dated(body: &FactBody) -> bool {
    !matches!(
        body,
        FactBody::Item(_)
            | FactBody::RemovedItem(_)
            | FactBody::Customer(_)
            | FactBody::MergedCustomer(_)
            | FactBody::Money(_)
    )
}

/// How many events a body holds, valid or not; 1 if it is no array.
#[must_use]
pub fn count_events(body: &[u8]) -> usize {
    serde_json::from_slice::<Vec<IgnoredAny>>(body).map_or(1, |events| events.len().max(1))
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, (String, String)> {
    parse_borrowed(text)
}

/// The value, or the path of the field that is wrong and why.
fn parse_borrowed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, (String, String)> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|e| described(e.path(), e.inner()))
}

/// The path of the field that is wrong, and why.
fn described(path: &Path, error: &serde_json::Error) -> (String, String) {
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default().to_owned();
    let path = path.to_string();
    // A missing field is reported at its parent.
    let missing = why.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    match (path.as_str(), missing) {
        (".", Some(field)) => (field.to_owned(), "is missing".into()),
        (_, Some(field)) => (format!("{path}.{field}"), "is missing".into()),
        (".", None) => (String::new(), why),
        (_, None) => (path, why),
    }
}

#[cfg(test)]
mod tests;
