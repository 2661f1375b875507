//! What a processor that is not the location's own card account did with money: payments, payouts and disputes. Amounts are
//! whole cents (minor units of their currency), as in our own answers about payments; they are no part of any sales figure.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::label::{self, Label};
use super::list::bounded_list;
use crate::{BusinessDate, Calendar, Moment, PosTime};

/// The most refunds of a payment.
const MAX_REFUNDS: usize = 100;
/// The most entries of a payout.
const MAX_ENTRIES: usize = 2_000;
/// The most minor units of one amount.
const MAX_MINOR: i64 = 10_000_000_000;

/// An amount in whole minor units of its currency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct MinorUnits(pub i64);

impl<'de> Deserialize<'de> for MinorUnits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MinorUnits, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let amount =
            raw.get().parse().ok().filter(|minor: &i64| minor.unsigned_abs() <= MAX_MINOR.unsigned_abs());
        amount.map(MinorUnits).ok_or_else(|| {
            D::Error::custom(format!(
                "must be whole cents from -{MAX_MINOR} to {MAX_MINOR}, such as 3184 for 31.84"
            ))
        })
    }
}

/// A currency: ISO 4217, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency(Box<str>);

impl Currency {
    /// Its code.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Currency {
    fn default() -> Currency {
        Currency("usd".into())
    }
}

impl TryFrom<String> for Currency {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Currency, &'static str> {
        if text.len() != 3 || !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Err("must be a currency of three letters, such as usd");
        }
        Ok(Currency(text.to_ascii_lowercase().into()))
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> String {
        currency.0.into_string()
    }
}

/// The name of a processor, such as Square. It has a letter or a digit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Label", into = "Label")]
pub struct Processor(Label);

impl Processor {
    /// As it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl TryFrom<Label> for Processor {
    type Error = &'static str;
    fn try_from(label: Label) -> Result<Processor, &'static str> {
        if label.as_str().chars().any(char::is_alphanumeric) {
            Ok(Processor(label))
        } else {
            Err("must name the processor, such as Square")
        }
    }
}

impl From<Processor> for Label {
    fn from(processor: Processor) -> Label {
        processor.0
    }
}

/// The id that a processor gave to an object of its own: 1 to 200 characters of any kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Label", into = "Label")]
pub struct ProcessorId(Label);

impl ProcessorId {
    /// As it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl TryFrom<Label> for ProcessorId {
    type Error = &'static str;
    fn try_from(label: Label) -> Result<ProcessorId, &'static str> {
        label.filled().map(ProcessorId).ok_or("must not be empty")
    }
}

impl From<ProcessorId> for Label {
    fn from(id: ProcessorId) -> Label {
        id.0
    }
}

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// The amount is held, and not taken yet.
    RequiresCapture,
    /// On its way.
    Processing,
    /// The money was taken.
    Succeeded,
    /// Given up before the money was taken.
    Canceled,
    /// Refused.
    Failed,
}

/// The state of a refund or a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransferStatus {
    /// Not begun.
    Pending,
    /// On its way.
    InTransit,
    /// At its end.
    #[serde(alias = "succeeded")]
    Paid,
    /// It did not arrive.
    Failed,
    /// Given up.
    Canceled,
}

/// The state of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DisputeStatus {
    /// An inquiry that is to be answered.
    WarningNeedsResponse,
    /// An inquiry that was answered.
    WarningUnderReview,
    /// An inquiry that ended without a dispute.
    WarningClosed,
    /// To be answered.
    NeedsResponse,
    /// Answered, and not decided.
    UnderReview,
    /// The restaurant keeps the money.
    Won,
    /// The money is taken back.
    Lost,
}

/// What a receipt shows of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedCard {
    /// Such as visa.
    #[serde(default, deserialize_with = "label::optional")]
    pub brand: Option<Label>,
    /// The last digits of its number, four at most: never more of it.
    #[serde(default, deserialize_with = "last_digits")]
    pub last4: Option<Label>,
}

/// Reads the last digits of a card without repeating what was sent instead of them.
fn last_digits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Label>, D::Error> {
    let wrong = || D::Error::custom("must be the last four digits of the card, never its number");
    let sent = label::optional(deserializer).map_err(|_| wrong())?;
    let fits = |text: &str| text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if sent.as_ref().is_none_or(|digits| fits(digits.as_str())) { Ok(sent) } else { Err(wrong()) }
}

/// A refund of a recorded payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "T: Deserialize<'de>"))]
pub struct RecordedRefund<T = Moment> {
    /// Unique at its processor.
    #[serde(rename = "refundID")]
    pub id: ProcessorId,
    /// When it was made.
    pub created: T,
    /// What was given back.
    pub amount: MinorUnits,
    /// Its state.
    pub status: TransferStatus,
    /// Why, as the processor says.
    #[serde(default, deserialize_with = "label::optional", skip_serializing_if = "Option::is_none")]
    pub reason: Option<Label>,
}

/// A card payment at another processor: `payment.recorded`. Sent as `T` times, kept with moments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "T: Deserialize<'de>"))]
pub struct RecordedPayment<T = Moment> {
    /// Unique at its processor; the `paymentID` of a check's payment with the same `processor`.
    #[serde(rename = "paymentID")]
    pub id: ProcessorId,
    /// Its processor.
    pub processor: Processor,
    /// When it was made.
    pub created: T,
    /// Its state.
    pub status: PaymentStatus,
    /// What was charged or held, with the tip.
    pub amount: MinorUnits,
    /// What was taken of it; without it all, once it succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_captured: Option<MinorUnits>,
    /// Of all amounts.
    #[serde(default)]
    pub currency: Currency,
    /// What the processor keeps; none until it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<MinorUnits>,
    /// Why it failed, as the processor says.
    #[serde(default, deserialize_with = "label::optional", skip_serializing_if = "Option::is_none")]
    pub reason: Option<Label>,
    /// The card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<RecordedCard>,
    /// All refunds of it.
    #[serde(default = "Vec::new")]
    pub refunds: Vec<RecordedRefund<T>>,
}

/// An entry of a recorded payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "T: Deserialize<'de>"))]
pub struct RecordedEntry<T = Moment> {
    /// Unique at its processor.
    #[serde(rename = "entryID")]
    pub id: ProcessorId,
    /// Such as charge, refund, adjustment, dispute, fee, hold or loan repayment.
    pub kind: Label,
    /// When the balance moved; without it, when the payout was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<T>,
    /// Before the fee; negative where it is taken.
    pub amount: MinorUnits,
    /// What the processor keeps of it.
    #[serde(default)]
    pub fee: MinorUnits,
    /// The payment that it pays out.
    #[serde(rename = "paymentID", default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<ProcessorId>,
}

/// Money on its way from another processor to the bank: `payout.recorded`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "T: Deserialize<'de>"))]
pub struct RecordedPayout<T = Moment> {
    /// Unique at its processor.
    #[serde(rename = "payoutID")]
    pub id: ProcessorId,
    /// Its processor.
    pub processor: Processor,
    /// When it was made.
    pub created: T,
    /// The day on which it is at the bank; without it, that of `created`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrival_date: Option<BusinessDate>,
    /// Its state.
    pub status: TransferStatus,
    /// Negative: taken from the bank.
    pub amount: MinorUnits,
    /// Of all amounts.
    #[serde(default)]
    pub currency: Currency,
    /// Why it failed, as the processor says.
    #[serde(default, deserialize_with = "label::optional", skip_serializing_if = "Option::is_none")]
    pub reason: Option<Label>,
    /// All of what it holds; none if the processor does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<RecordedEntry<T>>>,
}

/// A payment at another processor that the cardholder disputes: `dispute.recorded`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "T: Deserialize<'de>"))]
pub struct RecordedDispute<T = Moment> {
    /// Unique at its processor.
    #[serde(rename = "disputeID")]
    pub id: ProcessorId,
    /// Its processor.
    pub processor: Processor,
    /// The disputed payment.
    #[serde(rename = "paymentID")]
    pub payment: ProcessorId,
    /// When it was opened.
    pub created: T,
    /// Its state.
    pub status: DisputeStatus,
    /// What is disputed.
    pub amount: MinorUnits,
    /// Of all amounts.
    #[serde(default)]
    pub currency: Currency,
    /// What the processor keeps for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<MinorUnits>,
    /// As the cardholder's bank says.
    #[serde(default, deserialize_with = "label::optional", skip_serializing_if = "Option::is_none")]
    pub reason: Option<Label>,
    /// Until when it is to be answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<T>,
}

/// Money that another processor moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MoneyFact {
    /// A payment, with its refunds.
    Payment(Box<RecordedPayment>),
    /// A payout, with its entries.
    Payout(Box<RecordedPayout>),
    /// A dispute.
    Dispute(Box<RecordedDispute>),
}

/// The field that is wrong, and why.
type Wrong = (String, String);

/// Stamps a time of a field.
fn moment(calendar: &Calendar, field: &str, time: PosTime) -> Result<Moment, Wrong> {
    calendar.resolve(time).map_err(|e| (field.to_owned(), e.to_string()))
}

impl RecordedPayment<PosTime> {
    /// Stamps its times.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, calendar: &Calendar) -> Result<RecordedPayment, Wrong> {
        bounded_list(&self.refunds, MAX_REFUNDS).map_err(|why| ("refunds".to_owned(), why))?;
        if self.amount.0 < 0 {
            return Err((
                "amount".into(),
                "must not be negative: send what was given back as refunds".into(),
            ));
        }
        if self.amount_captured.is_some_and(|captured| captured.0 < 0 || captured.0 > self.amount.0) {
            return Err(("amountCaptured".into(), "must lie between 0 and amount".into()));
        }
        let refunds = self.refunds.into_iter().enumerate().map(|(index, refund)| {
            if refund.amount.0 < 0 {
                let why = "must not be negative: it is what was given back".to_owned();
                return Err((format!("refunds[{index}].amount"), why));
            }
            let created = moment(calendar, &format!("refunds[{index}].created"), refund.created)?;
            let RecordedRefund { id, amount, status, reason, .. } = refund;
            Ok(RecordedRefund { id, created, amount, status, reason })
        });
        Ok(RecordedPayment {
            refunds: refunds.collect::<Result<_, _>>()?,
            created: moment(calendar, "created", self.created)?,
            id: self.id,
            processor: self.processor,
            status: self.status,
            amount: self.amount,
            amount_captured: self.amount_captured,
            currency: self.currency,
            fee: self.fee,
            reason: self.reason,
            card: self.card,
        })
    }
}

impl RecordedPayout<PosTime> {
    /// Stamps its times.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, calendar: &Calendar) -> Result<RecordedPayout, Wrong> {
        let stamped = |(index, entry): (usize, RecordedEntry<PosTime>)| {
            let at = |time| moment(calendar, &format!("entries[{index}].created"), time);
            let created = entry.created.map(at).transpose()?;
            let RecordedEntry { id, kind, amount, fee, payment, .. } = entry;
            Ok(RecordedEntry { id, kind, created, amount, fee, payment })
        };
        let entries = match self.entries {
            Some(entries) => {
                bounded_list(&entries, MAX_ENTRIES).map_err(|why| ("entries".to_owned(), why))?;
                Some(entries.into_iter().enumerate().map(stamped).collect::<Result<_, Wrong>>()?)
            }
            None => None,
        };
        Ok(RecordedPayout {
            entries,
            created: moment(calendar, "created", self.created)?,
            id: self.id,
            processor: self.processor,
            arrival_date: self.arrival_date,
            status: self.status,
            amount: self.amount,
            currency: self.currency,
            reason: self.reason,
        })
    }
}

impl RecordedDispute<PosTime> {
    /// Stamps its times.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn stamp(self, calendar: &Calendar) -> Result<RecordedDispute, Wrong> {
        Ok(RecordedDispute {
            created: moment(calendar, "created", self.created)?,
            due: self.due.map(|due| moment(calendar, "due", due)).transpose()?,
            id: self.id,
            processor: self.processor,
            payment: self.payment,
            status: self.status,
            amount: self.amount,
            currency: self.currency,
            fee: self.fee,
            reason: self.reason,
        })
    }
}
