//! What the provider keeps of each object: as little as its JSON can be made of. What an object was at a time is read
//! from its steps, so that an event can show it as it was.

use saffron_core::CheckId;

use super::failures::Failure;
use super::shelf::{Kept, Place, Secs};
use crate::ids::Key;

/// What happened to an object, and when.
pub type Steps<T> = Vec<(Secs, T)>;

/// The last step at or before a time.
pub fn at<T: Copy>(steps: &Steps<T>, time: Secs) -> Option<T> {
    steps.iter().rev().find(|(when, _)| *when <= time).map(|(_, step)| *step)
}

/// Which card it was; the rest of it follows from the payment's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brand {
    /// Visa.
    Visa,
    /// Mastercard.
    Mastercard,
    /// American Express.
    Amex,
    /// Discover.
    Discover,
}

impl Brand {
    /// The brand that a till names; none for cash, gift cards and the like.
    pub fn of_tender(tender: &str) -> Option<Brand> {
        match tender {
            "Visa" => Some(Brand::Visa),
            "Mastercard" => Some(Brand::Mastercard),
            "American Express" => Some(Brand::Amex),
            "Discover" => Some(Brand::Discover),
            _ => None,
        }
    }

    /// As the provider writes it.
    pub fn name(self) -> &'static str {
        match self {
            Brand::Visa => "visa",
            Brand::Mastercard => "mastercard",
            Brand::Amex => "amex",
            Brand::Discover => "discover",
        }
    }
}

/// What a payment intent came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntentStep {
    /// No card yet, and none was tried.
    NeedsMethod,
    /// A card, but nobody said go.
    NeedsConfirmation,
    /// The guest has to confirm at their bank.
    NeedsAction,
    /// The card was declined: this charge failed.
    Failed(Place),
    /// The amount is reserved on the card by this charge.
    Authorized(Place),
    /// Paid by this charge.
    Succeeded(Place),
    /// Given up, with the reason.
    Canceled(&'static str),
}

/// The check whose payment it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidCheck {
    /// The check.
    pub check: CheckId,
    /// The payment's number on it, from 0.
    pub number: usize,
}

/// A payment intent.
#[derive(Debug)]
pub struct Intent {
    /// See [`Kept`].
    pub key: Key,
    /// When it was made.
    pub created: Secs,
    /// Cents, with the tip.
    pub amount: i64,
    /// Captured by a call of its own.
    pub manual: bool,
    /// The card.
    pub brand: Brand,
    /// Whose it is; none for what no check tells of.
    pub check: Option<PaidCheck>,
    /// What happened.
    pub steps: Steps<IntentStep>,
}

impl Intent {
    /// What it was at a time.
    pub fn step(&self, time: Secs) -> IntentStep {
        at(&self.steps, time).unwrap_or(IntentStep::NeedsMethod)
    }

    /// What it is.
    pub fn now(&self) -> IntentStep {
        self.step(Secs::MAX)
    }

    /// The charge of its latest try at a time.
    pub fn charge(&self, time: Secs) -> Option<Place> {
        self.steps.iter().rev().filter(|(when, _)| *when <= time).find_map(|(_, step)| match step {
            IntentStep::Failed(charge) | IntentStep::Authorized(charge) | IntentStep::Succeeded(charge) => {
                Some(*charge)
            }
            _ => None,
        })
    }

    /// Whether a card was given at a time, and not declined.
    pub fn has_method(&self, time: Secs) -> bool {
        let steps = self.steps.iter().rev().filter(|(when, _)| *when <= time).map(|(_, step)| step);
        let last = steps.into_iter().find(|step| !matches!(step, IntentStep::Canceled(_)));
        !matches!(last, None | Some(IntentStep::NeedsMethod | IntentStep::Failed(_)))
    }
}

/// What was captured of a charge.
#[derive(Debug, Clone, Copy)]
pub struct Capture {
    /// When.
    pub at: Secs,
    /// Cents.
    pub amount: i64,
    /// Its balance transaction.
    pub txn: Place,
}

/// A try to charge a card.
#[derive(Debug)]
pub struct Charge {
    /// See [`Kept`].
    pub key: Key,
    /// When it was tried.
    pub created: Secs,
    /// Its payment intent.
    pub intent: Place,
    /// Cents.
    pub amount: i64,
    /// Why it failed.
    pub failure: Option<&'static Failure>,
    /// What was captured of it.
    pub captured: Option<Capture>,
    /// When the amount that is not captured was released.
    pub released: Option<Secs>,
    /// Its refunds.
    pub refunds: Vec<Place>,
    /// Its dispute.
    pub dispute: Option<Place>,
}

/// What a refund came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStep {
    /// On its way.
    Pending,
    /// With the guest's bank.
    Succeeded,
    /// Came back, with the reason and the balance transaction of what came back.
    Failed(&'static str, Place),
}

/// A refund.
#[derive(Debug)]
pub struct Refund {
    /// See [`Kept`].
    pub key: Key,
    /// When it was made.
    pub created: Secs,
    /// Its charge.
    pub charge: Place,
    /// Cents.
    pub amount: i64,
    /// The reason given.
    pub reason: Option<String>,
    /// What the caller wrote on it.
    pub metadata: Vec<(String, String)>,
    /// Its balance transaction.
    pub txn: Place,
    /// What happened.
    pub steps: Steps<RefundStep>,
}

/// What a dispute came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeStep {
    /// The restaurant may answer.
    NeedsResponse,
    /// It has answered.
    UnderReview,
    /// The money came back with this balance transaction.
    Won(Place),
    /// The money is gone.
    Lost,
}

/// A dispute.
#[derive(Debug)]
pub struct Dispute {
    /// See [`Kept`].
    pub key: Key,
    /// When it was opened.
    pub created: Secs,
    /// Its charge.
    pub charge: Place,
    /// Cents.
    pub amount: i64,
    /// Why.
    pub reason: &'static str,
    /// The balance transaction that took the money.
    pub txn: Place,
    /// What happened.
    pub steps: Steps<DisputeStep>,
}

/// What a payout came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutStep {
    /// Not yet handed to the bank.
    Pending,
    /// With the bank.
    InTransit,
    /// Arrived.
    Paid,
    /// Stopped; the money came back with this balance transaction.
    Canceled(Place),
    /// The bank sent it back: code, message and balance transaction.
    Failed(&'static (&'static str, &'static str), Place),
}

/// A payout.
#[derive(Debug)]
pub struct Payout {
    /// See [`Kept`].
    pub key: Key,
    /// When it was made.
    pub created: Secs,
    /// When it is to arrive: midnight, UTC.
    pub arrival: Secs,
    /// Cents: what its transactions add up to.
    pub amount: i64,
    /// By how many cents what it says differs from that: 0 unless a test planted it.
    pub misstated: i64,
    /// Its own balance transaction.
    pub txn: Place,
    /// The balance transactions it pays out.
    pub contents: Vec<Place>,
    /// What happened.
    pub steps: Steps<PayoutStep>,
}

/// What moved the balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A charge that was captured.
    Charge(Place),
    /// A refund.
    Refund(Place),
    /// A refund that came back.
    RefundFailure(Place),
    /// A dispute that took money.
    Dispute(Place),
    /// A dispute that was won.
    DisputeReversal(Place),
    /// A payout.
    Payout(Place),
    /// A payout that came back.
    PayoutFailure(Place),
    /// A payout that was stopped.
    PayoutCancel(Place),
}

/// A balance transaction.
#[derive(Debug)]
pub struct Txn {
    /// See [`Kept`].
    pub key: Key,
    /// When.
    pub created: Secs,
    /// From when it can be paid out: midnight, UTC.
    pub available_on: Secs,
    /// Cents, negative for what is taken.
    pub amount: i64,
    /// Cents.
    pub fee: i64,
    /// Why.
    pub source: Source,
    /// The payout that holds it.
    pub payout: Option<Place>,
}

impl Txn {
    /// What it moved the balance by.
    pub fn net(&self) -> i64 {
        self.amount - self.fee
    }
}

/// What an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A payment intent.
    Intent(Place),
    /// A charge.
    Charge(Place),
    /// A refund.
    Refund(Place),
    /// A dispute.
    Dispute(Place),
    /// A payout.
    Payout(Place),
    /// The balance.
    Balance,
}

/// An event.
#[derive(Debug)]
pub struct Event {
    /// See [`Kept`].
    pub key: Key,
    /// When.
    pub at: Secs,
    /// The moment as of which it shows its object.
    pub as_of: Secs,
    /// Such as `charge.refunded`.
    pub kind: &'static str,
    /// What it is about.
    pub subject: Subject,
}

macro_rules! kept {
    ($($type:ident $prefix:literal $name:literal $created:ident),+ $(,)?) => {$(
        impl Kept for $type {
            const PREFIX: &'static str = $prefix;
            const NAME: &'static str = $name;
            fn key(&self) -> Key {
                self.key
            }
            fn created(&self) -> Secs {
                self.$created
            }
        }
    )+};
}

kept! {
    Intent "pi_" "payment_intent" created,
    Charge "ch_" "charge" created,
    Refund "re_" "refund" created,
    Dispute "dp_" "dispute" created,
    Payout "po_" "payout" created,
    Txn "txn_" "balance_transaction" created,
    Event "evt_" "event" at,
}
