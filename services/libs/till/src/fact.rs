//! Facts as they travel: `data` of the CloudEvents that a till posts (docs/api.md, For tills). Times are wall
//! time of the location, without offset. Money is dollars in JSON, cents here.

use jiff::civil::DateTime;
use saffron_core::fact::{ChargeKind, DiscountKind, TaxCollector};
use saffron_core::{BusinessDate, CheckId, CustomerId, DrawerId, ItemId, Money, PosId, Quantity, ShiftId};
use serde::{Serialize, Serializer};

use crate::minutes::Minutes;

/// Someone who works at the location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The POS's id of that person.
    pub id: String,
    /// As shown on reports.
    pub name: String,
}

/// A closed check: `check.closed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Unique within the location.
    #[serde(rename = "posCheckID")]
    pub id: CheckId,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// Wall time.
    #[serde(serialize_with = "wall")]
    pub open_time: DateTime,
    /// Wall time.
    #[serde(serialize_with = "wall")]
    pub close_time: DateTime,
    /// Table name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Guests.
    #[serde(skip_serializing_if = "is_default")]
    pub covers: u16,
    /// The server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee: Option<Person>,
    /// The cashier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cashier: Option<Person>,
    /// Revenue center.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revenue_center: Option<String>,
    /// Order type, such as Dine In.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_type: Option<String>,
    /// How the order came in; only `online` counts as online.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_input_type: Option<String>,
    /// The source of an online order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_source: Option<String>,
    /// The fee of that source.
    #[serde(skip_serializing_if = "is_default")]
    pub source_fee: Money,
    /// What was sold.
    #[serde(rename = "items")]
    pub lines: Vec<Line>,
    /// Whether amounts hold their tax.
    #[serde(skip_serializing_if = "is_default")]
    pub tax_included: bool,
    /// The date it counts in, where that is not the one of its closing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_date: Option<BusinessDate>,
    /// What was rounded; positive if more was due.
    #[serde(skip_serializing_if = "is_default")]
    pub rounding: Money,
    /// Discount of the whole check, positive (negative on a refund).
    #[serde(skip_serializing_if = "is_default")]
    pub discount: Money,
    /// What that discount is for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
    /// Charges beside what was sold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub service_charges: Vec<ServiceCharge>,
    /// Taxes by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taxes: Vec<NamedTax>,
    /// How it was paid.
    pub payments: Vec<Payment>,
    /// Paid with reward points, positive (negative on a refund).
    #[serde(skip_serializing_if = "is_default")]
    pub reward_used: Money,
    /// The guest, where the till knows who it is.
    #[serde(rename = "posCustomerID", skip_serializing_if = "Option::is_none")]
    pub customer: Option<CustomerId>,
    /// The promotion's code, where one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promo_code: Option<String>,
    /// The check that this one refunds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund_of: Option<CheckId>,
    /// Voided as a whole.
    #[serde(skip_serializing_if = "is_default")]
    pub voided: bool,
    /// Why it was voided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The manager who allowed that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<Person>,
}

impl Check {
    /// A check without lines and payments, opened and closed at a time.
    #[must_use]
    pub fn new(pos_id: PosId, id: CheckId, at: DateTime) -> Check {
        Check {
            pos_id,
            id,
            revision: 1,
            open_time: at,
            close_time: at,
            table: None,
            covers: 1,
            employee: None,
            cashier: None,
            revenue_center: None,
            order_type: None,
            order_input_type: None,
            order_source: None,
            source_fee: Money::ZERO,
            lines: Vec::new(),
            tax_included: false,
            business_date: None,
            rounding: Money::ZERO,
            discount: Money::ZERO,
            discounts: Vec::new(),
            service_charges: Vec::new(),
            taxes: Vec::new(),
            payments: Vec::new(),
            reward_used: Money::ZERO,
            customer: None,
            promo_code: None,
            refund_of: None,
            voided: false,
            reason: None,
            approved_by: None,
        }
    }
}

/// One line of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Which item of the menu.
    #[serde(rename = "posItemID")]
    pub item: ItemId,
    /// Its name.
    pub name: String,
    /// Its major category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub major_category: Option<String>,
    /// Its minor category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minor_category: Option<String>,
    /// How many.
    pub quantity: Quantity,
    /// Price of one.
    pub price: Money,
    /// Of the whole line, before discounts, without tax.
    pub amount: Money,
    /// Cost of one, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
    /// Positive (negative on a refund).
    #[serde(skip_serializing_if = "is_default")]
    pub discount: Money,
    /// What that discount is for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
    /// What was ordered to it; the amount holds theirs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Tax of the line.
    #[serde(skip_serializing_if = "is_default")]
    pub tax: Money,
    /// Voided on the check.
    #[serde(skip_serializing_if = "is_default")]
    pub voided: bool,
    /// Why it was voided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The manager who allowed that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<Person>,
    /// A gift card that is sold.
    #[serde(skip_serializing_if = "is_default")]
    pub deferred: bool,
    /// Whether the amount holds its tax.
    #[serde(skip_serializing_if = "is_default")]
    pub tax_included: bool,
}

impl Line {
    /// So many of an item, without categories, cost, discount and tax.
    #[must_use]
    pub fn new(item: ItemId, name: String, quantity: Quantity, price: Money) -> Line {
        Line {
            item,
            name,
            major_category: None,
            minor_category: None,
            quantity,
            price,
            amount: price.times(quantity),
            cost: None,
            discount: Money::ZERO,
            discounts: Vec::new(),
            modifiers: Vec::new(),
            tax: Money::ZERO,
            voided: false,
            reason: None,
            approved_by: None,
            deferred: false,
            tax_included: false,
        }
    }
}

/// A discount by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Discount {
    /// As printed on the check.
    pub name: String,
    /// What it is given for.
    pub kind: DiscountKind,
    /// Positive (negative on a refund).
    pub amount: Money,
    /// Why, where the till asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The manager who allowed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<Person>,
}

impl Discount {
    /// A discount that needs no reason.
    #[must_use]
    pub fn new(name: &str, kind: DiscountKind, amount: Money) -> Discount {
        Discount { name: name.to_owned(), kind, amount, reason: None, approved_by: None }
    }
}

/// What was ordered to a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Modifier {
    /// As printed on the check.
    pub name: String,
    /// How many of it in the whole line.
    pub quantity: Quantity,
    /// Of the whole line.
    pub amount: Money,
    /// Cost of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
}

/// A charge of a whole check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServiceCharge {
    /// As printed on the check.
    pub name: String,
    /// What it is for.
    pub kind: ChargeKind,
    /// Without tax.
    pub amount: Money,
    /// Tax of it.
    #[serde(skip_serializing_if = "is_default")]
    pub tax: Money,
}

/// A tax of a whole check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedTax {
    /// As printed on the check.
    pub name: String,
    /// Negative on a refund.
    pub amount: Money,
    /// Who owes it.
    pub collected_by: TaxCollector,
}

/// One payment of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// Cash, Visa and so on.
    #[serde(rename = "type")]
    pub tender: String,
    /// Without the tip.
    pub amount: Money,
    /// On top of the amount.
    #[serde(skip_serializing_if = "is_default")]
    pub tip: Money,
    /// By a gift card.
    #[serde(skip_serializing_if = "is_default")]
    pub gift_card: bool,
    /// The POS's id of the payment.
    #[serde(rename = "paymentID", skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Who processed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// What the processor keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fee: Option<Money>,
}

impl Payment {
    /// A payment by anything but a gift card.
    #[must_use]
    pub const fn new(tender: String, amount: Money, tip: Money) -> Payment {
        Payment { tender, amount, tip, gift_card: false, id: None, processor: None, fee: None }
    }
}

/// A shift: `shift.opened` without a clock-out, `shift.closed` with one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shift {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Unique within the location.
    #[serde(rename = "posShiftID")]
    pub id: ShiftId,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// The employee.
    pub employee: Person,
    /// The job.
    pub job: String,
    /// Wall time.
    #[serde(serialize_with = "wall")]
    pub clock_in: DateTime,
    /// Wall time.
    #[serde(serialize_with = "wall_if_any", skip_serializing_if = "Option::is_none")]
    pub clock_out: Option<DateTime>,
    /// Breaks.
    pub unpaid_minutes: Minutes,
    /// Of the time worked, what is paid at the rate; what is left of it where it is not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regular_minutes: Option<Minutes>,
    /// Of the time worked, what is paid at the overtime rate.
    #[serde(skip_serializing_if = "is_default")]
    pub overtime_minutes: Minutes,
    /// Pay of an hour; none where the POS does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<Money>,
    /// Pay of an overtime hour; one and a half times the rate where it is not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overtime_rate: Option<Money>,
    /// Declared tips.
    #[serde(skip_serializing_if = "is_default")]
    pub tips: Money,
}

/// A counted cash drawer: `cash.counted`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CashCount {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// The drawer.
    #[serde(rename = "posDrawerID")]
    pub drawer: DrawerId,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// Wall time.
    #[serde(serialize_with = "wall")]
    pub opened_at: DateTime,
    /// Wall time.
    #[serde(serialize_with = "wall")]
    pub closed_at: DateTime,
    /// The person who answers for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee: Option<Person>,
    /// In it at the opening.
    pub opening: Money,
    /// Cash payments less cash refunds.
    pub sales: Money,
    /// Taken out for expenses.
    #[serde(skip_serializing_if = "is_default")]
    pub paid_out: Money,
    /// Taken out to the safe.
    #[serde(skip_serializing_if = "is_default")]
    pub drops: Money,
    /// What is in it.
    pub counted: Money,
}

/// A menu item: `item.upserted`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Unique within the location.
    #[serde(rename = "posItemID")]
    pub id: ItemId,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// As printed on the check.
    pub name: String,
    /// Major category.
    pub major_category: String,
    /// Minor category.
    pub minor_category: String,
    /// Price of one; none for an item that is priced when it is sold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// Cost of one, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
    /// What is left, where it is tracked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<Quantity>,
    /// At or below this the stock is low.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low_stock: Option<Quantity>,
    /// Marked as sold out, whatever is left.
    #[serde(skip_serializing_if = "is_default")]
    pub sold_out: bool,
    /// Wall time at which that mark ends.
    #[serde(serialize_with = "wall_if_any", skip_serializing_if = "Option::is_none")]
    pub sold_out_until: Option<DateTime>,
}

/// A guest: `customer.upserted`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Guest {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Unique within the location.
    #[serde(rename = "posCustomerID")]
    pub id: CustomerId,
    /// A higher one replaces a lower.
    pub revision: i64,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Email address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Mobile number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell_phone_number: Option<String>,
    /// May get email, where the guest was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_consent: Option<bool>,
    /// May get texts, where the guest was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sms_consent: Option<bool>,
}

pub(crate) fn wall<S: Serializer>(at: &DateTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&at.strftime("%Y-%m-%dT%H:%M:%S"))
}

#[expect(clippy::ref_option, reason = "the signature that serde calls")]
pub(crate) fn wall_if_any<S: Serializer>(at: &Option<DateTime>, serializer: S) -> Result<S::Ok, S::Error> {
    match at {
        Some(at) => wall(at, serializer),
        None => serializer.serialize_none(),
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
