//! One CloudEvent, ready to be posted. Its id is made from its contents, so that the server recognizes a repeat.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::fact::{CashCount, Check, Guest, Item, Shift};
use crate::processor::{RecordedDispute, RecordedPayment, RecordedPayout};
use crate::removal::{MergedGuest, RemovedCheck, RemovedItem, RemovedShift};

/// An event, with its description for people.
#[derive(Debug, Clone)]
pub struct Event {
    /// Made from kind and content.
    pub id: String,
    /// Which check, shift, item or guest it is about, for messages to people.
    pub about: String,
    pub(crate) json: Box<RawValue>,
}

#[derive(Serialize)]
struct Envelope<'a> {
    specversion: &'static str,
    id: &'a str,
    source: &'a str,
    r#type: &'static str,
    data: &'a RawValue,
}

impl Event {
    /// A closed check, corrected or not.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn check(source: &str, check: &Check) -> Result<Event, serde_json::Error> {
        Event::new(source, "check.closed", check.id.to_string(), check)
    }

    /// A closed check whose card payments carry the card provider's ids: one entry for each payment, in order.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn check_by_card(
        source: &str,
        check: &Check,
        intents: &[Option<String>],
    ) -> Result<Event, serde_json::Error> {
        let mut data = serde_json::to_value(check)?;
        let payments = data.get_mut("payments").and_then(serde_json::Value::as_array_mut);
        for (payment, intent) in payments.into_iter().flatten().zip(intents) {
            if let (Some(payment), Some(intent)) = (payment.as_object_mut(), intent) {
                payment.insert("paymentIntentId".to_owned(), intent.as_str().into());
            }
        }
        Event::new(source, "check.closed", check.id.to_string(), &data)
    }

    /// A check that is open: not paid yet.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn open_check(source: &str, check: &Check) -> Result<Event, serde_json::Error> {
        Event::open_tab(source, &Check { payments: Vec::new(), voided: false, ..check.clone() })
    }

    /// A check that is open, with what was paid of it.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn open_tab(source: &str, check: &Check) -> Result<Event, serde_json::Error> {
        let mut data = serde_json::to_value(check)?;
        if let Some(data) = data.as_object_mut() {
            data.remove("closeTime");
        }
        Event::new(source, "check.opened", check.id.to_string(), &data)
    }

    /// A counted cash drawer.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn cash_count(source: &str, count: &CashCount) -> Result<Event, serde_json::Error> {
        Event::new(source, "cash.counted", count.drawer.to_string(), count)
    }

    /// A shift, open or closed.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn shift(source: &str, shift: &Shift) -> Result<Event, serde_json::Error> {
        let kind = if shift.clock_out.is_some() { "shift.closed" } else { "shift.opened" };
        Event::new(source, kind, shift.id.to_string(), shift)
    }

    /// A check that is none.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn removed_check(source: &str, removed: &RemovedCheck) -> Result<Event, serde_json::Error> {
        Event::new(source, "check.removed", removed.id.to_string(), removed)
    }

    /// A shift that is none.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn removed_shift(source: &str, removed: &RemovedShift) -> Result<Event, serde_json::Error> {
        Event::new(source, "shift.removed", removed.id.to_string(), removed)
    }

    /// An item of the menu.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn item(source: &str, item: &Item) -> Result<Event, serde_json::Error> {
        Event::new(source, "item.upserted", item.id.to_string(), item)
    }

    /// An item that is no longer on the menu.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn removed_item(source: &str, removed: &RemovedItem) -> Result<Event, serde_json::Error> {
        Event::new(source, "item.removed", removed.id.to_string(), removed)
    }

    /// A guest.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn guest(source: &str, guest: &Guest) -> Result<Event, serde_json::Error> {
        Event::new(source, "customer.upserted", guest.id.to_string(), guest)
    }

    /// Two ids of one guest.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn merged_guest(source: &str, merged: &MergedGuest) -> Result<Event, serde_json::Error> {
        Event::new(source, "customer.merged", merged.id.to_string(), merged)
    }

    /// A payment that another processor took.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn payment(source: &str, payment: &RecordedPayment) -> Result<Event, serde_json::Error> {
        Event::new(source, "payment.recorded", payment.id.clone(), payment)
    }

    /// A payout of another processor.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn payout(source: &str, payout: &RecordedPayout) -> Result<Event, serde_json::Error> {
        Event::new(source, "payout.recorded", payout.id.clone(), payout)
    }

    /// A dispute at another processor.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn dispute(source: &str, dispute: &RecordedDispute) -> Result<Event, serde_json::Error> {
        Event::new(source, "dispute.recorded", dispute.id.clone(), dispute)
    }

    /// An event of another kind, about the thing with this id.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn new(
        source: &str,
        kind: &'static str,
        about: String,
        data: &impl Serialize,
    ) -> Result<Event, serde_json::Error> {
        let data = serde_json::value::to_raw_value(data)?;
        let mut hasher = Sha256::new();
        hasher.update(kind);
        hasher.update([0]);
        hasher.update(data.get());
        let id: String = hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Event::with_id(id, source, kind, about, &data)
    }

    /// The same with an id of its own, for what has to be later than another event of its revision.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn with_id(
        id: String,
        source: &str,
        kind: &'static str,
        about: String,
        data: &impl Serialize,
    ) -> Result<Event, serde_json::Error> {
        let data = serde_json::value::to_raw_value(data)?;
        let envelope = Envelope { specversion: "1.0", id: &id, source, r#type: kind, data: &data };
        let json = serde_json::value::to_raw_value(&envelope)?;
        Ok(Event { id, about, json })
    }

    /// An event that was written before, about its own id.
    ///
    /// # Errors
    /// If the JSON is none.
    pub fn read(json: Box<RawValue>) -> Result<Event, serde_json::Error> {
        #[derive(Deserialize)]
        struct Written {
            id: String,
        }
        let Written { id } = serde_json::from_str(json.get())?;
        Ok(Event { about: id.clone(), id, json })
    }

    /// The event as JSON.
    #[must_use]
    pub fn json(&self) -> &str {
        self.json.get()
    }
}
