//! How a POS writes facts.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

use super::said::{
    Allowed, Body, CashCount, Charge, Check, Discount, Discounts, Fact, Guest, Item, Line, Modifier, Payment,
    Person, Shift, Tax, zone,
};

/// The same JSON in ASCII.
pub fn escaped(json: &str) -> String {
    let mut units = [0; 2];
    let mut ascii = String::new();
    for character in json.chars() {
        if character.is_ascii() {
            ascii.push(character);
        } else {
            ascii.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    ascii
}

fn dollars(cents: i64) -> Value {
    json!(cents as f64 / 100.0)
}

fn pieces(milli: i64) -> Value {
    json!(milli as f64 / 1000.0)
}

/// As wall time where that says the same.
fn written(at: Timestamp) -> String {
    let wall = zone().to_datetime(at);
    let is_plain = zone().to_ambiguous_timestamp(wall).unambiguous().is_ok_and(|same| same == at);
    if is_plain && at.as_second() % 2 == 0 { wall.to_string() } else { at.to_string() }
}

fn person(person: &Person) -> Value {
    fields([("id", json!(person.id)), ("name", json!(person.name))])
}

/// Left out where it is false.
fn yes(is_so: bool) -> Value {
    if is_so { json!(true) } else { Value::Null }
}

/// Left out where it is empty.
fn list(entries: impl Iterator<Item = Value>) -> Value {
    let entries: Vec<Value> = entries.collect();
    if entries.is_empty() { Value::Null } else { json!(entries) }
}

/// Without what is not known.
fn fields<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let known = fields.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(known.map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}

impl Fact {
    pub fn event(&self) -> Value {
        let (kind, mut data) = match &self.body {
            Body::Check(check) => ("check.closed", check.data()),
            Body::OpenCheck(check) => {
                let mut data = check.data();
                data.as_object_mut().unwrap().remove("closeTime");
                ("check.opened", data)
            }
            Body::RemovedCheck(id) => ("check.removed", json!({"posCheckID": id})),
            Body::Cash(count) => ("cash.counted", count.data()),
            Body::RemovedItem(id) => ("item.removed", json!({"posItemID": id})),
            Body::RemovedShift(id) => ("shift.removed", json!({"posShiftID": id})),
            Body::Shift(shift) => (if shift.closed { "shift.closed" } else { "shift.opened" }, shift.data()),
            Body::Item(item) => ("item.upserted", item.data()),
            Body::Guest(guest) => ("customer.upserted", guest.data()),
            Body::Merge(merge) => {
                ("customer.merged", json!({"posCustomerID": merge.id, "mergedInto": merge.into}))
            }
        };
        data["posID"] = json!(self.pos_id);
        data["revision"] = json!(self.revision);
        fields([
            ("specversion", json!("1.0")),
            ("id", json!(self.event_id)),
            ("source", json!("pos \u{202e}")),
            ("type", json!(kind)),
            ("time", json!(self.time)),
            ("data", data),
        ])
    }
}

impl Check {
    fn data(&self) -> Value {
        let items: Vec<Value> = self.lines.iter().map(Line::data).collect();
        let payments: Vec<Value> = self.payments.iter().map(Payment::data).collect();
        fields([
            ("posCheckID", json!(self.id)),
            ("openTime", json!(self.opened.map(written))),
            ("closeTime", json!(written(self.closed))),
            ("businessDate", json!(self.date.map(|date| date.to_string()))),
            ("table", json!(self.table)),
            ("covers", json!(self.covers)),
            ("employee", self.employee.as_ref().map_or(Value::Null, person)),
            ("cashier", self.cashier.as_ref().map_or(Value::Null, person)),
            ("revenueCenter", json!(self.revenue_center)),
            ("orderType", json!(self.order_type)),
            ("orderInputType", json!(self.input)),
            ("orderSource", json!(self.source)),
            ("sourceFee", dollars(self.source_fee)),
            ("items", json!(items)),
            ("discount", self.discounts.beside(self.discount)),
            ("discounts", self.discounts.data()),
            ("payments", json!(payments)),
            ("rewardUsed", dollars(self.reward_used)),
            ("posCustomerID", json!(self.guest)),
            ("promoCode", json!(self.code)),
            ("refundOf", json!(self.refund_of)),
            ("voided", json!(self.voided)),
            ("reason", json!(self.allowed.reason)),
            ("approvedBy", self.allowed.by()),
            ("taxIncluded", yes(self.tax_included)),
            ("serviceCharges", list(self.charges.iter().map(Charge::data))),
            ("taxes", list(self.taxes.iter().map(Tax::data))),
            ("rounding", if self.rounding == 0 { Value::Null } else { dollars(self.rounding) }),
        ])
    }
}

impl Line {
    fn data(&self) -> Value {
        fields([
            ("posItemID", json!(self.item)),
            ("name", json!(self.name)),
            ("majorCategory", json!(self.major)),
            ("minorCategory", json!(self.minor)),
            ("quantity", pieces(self.quantity)),
            ("price", json!(self.price.map(dollars))),
            ("amount", json!(self.amount.map(dollars))),
            ("cost", json!(self.cost.map(dollars))),
            ("discount", self.discounts.beside(self.discount)),
            ("discounts", self.discounts.data()),
            ("modifiers", list(self.modifiers.iter().map(Modifier::data))),
            ("tax", dollars(self.tax)),
            ("voided", json!(self.voided)),
            ("reason", json!(self.allowed.reason)),
            ("approvedBy", self.allowed.by()),
            ("taxIncluded", json!(self.tax_included)),
            ("deferred", yes(self.deferred)),
        ])
    }
}

impl Allowed {
    fn by(&self) -> Value {
        self.by.as_ref().map_or(Value::Null, person)
    }
}

impl Discounts {
    /// The discount that is sent beside them.
    fn beside(&self, discount: i64) -> Value {
        if self.are_all { Value::Null } else { dollars(discount) }
    }

    fn data(&self) -> Value {
        list(self.named.iter().map(Discount::data))
    }
}

impl Discount {
    fn data(&self) -> Value {
        fields([
            ("name", json!(self.name)),
            ("kind", json!(self.kind)),
            ("amount", dollars(self.amount)),
            ("reason", json!(self.allowed.reason)),
            ("approvedBy", self.allowed.by()),
        ])
    }
}

impl Modifier {
    fn data(&self) -> Value {
        fields([
            ("name", json!(self.name)),
            ("quantity", json!(self.quantity.map(pieces))),
            ("amount", json!(self.amount.map(dollars))),
            ("cost", json!(self.cost.map(dollars))),
        ])
    }
}

impl Charge {
    fn data(&self) -> Value {
        json!({"name": self.name, "kind": self.kind, "amount": dollars(self.amount), "tax": dollars(self.tax)})
    }
}

impl Tax {
    fn data(&self) -> Value {
        fields([
            ("name", json!(self.name)),
            ("amount", dollars(self.amount)),
            ("collectedBy", json!(self.by)),
        ])
    }
}

impl Payment {
    fn data(&self) -> Value {
        fields([
            ("type", json!(self.tender)),
            ("amount", dollars(self.amount)),
            ("tip", dollars(self.tip)),
            ("paymentIntentId", json!(self.intent)),
            ("giftCard", yes(self.gift_card)),
            ("deposit", yes(self.deposit)),
            ("paymentID", json!(self.id)),
            ("processor", json!(self.processor)),
            ("fee", json!(self.fee.map(dollars))),
        ])
    }
}

impl Shift {
    fn data(&self) -> Value {
        let end = self.begin + SignedDuration::from_mins(self.minutes);
        fields([
            ("posShiftID", json!(self.id)),
            ("employee", self.employee.as_ref().map_or(Value::Null, person)),
            ("job", json!(self.job)),
            ("businessDate", json!(self.date.map(|date| date.to_string()))),
            ("clockIn", json!(written(self.begin))),
            ("clockOut", if self.closed { json!(written(end)) } else { Value::Null }),
            ("unpaidMinutes", json!(self.unpaid)),
            ("regularMinutes", json!(self.regular)),
            ("overtimeMinutes", json!(self.overtime)),
            ("rate", json!(self.rate.map(dollars))),
            ("overtimeRate", json!(self.overtime_rate.map(dollars))),
            ("tips", dollars(self.tips)),
        ])
    }
}

impl CashCount {
    fn data(&self) -> Value {
        let [opening, sales, paid_in, paid_out, drops] = self.amounts.map(dollars);
        fields([
            ("posDrawerID", json!(self.drawer)),
            ("openedAt", json!("1990-01-02T00:00:00Z")),
            ("closedAt", json!(written(self.closed))),
            ("employee", self.employee.as_ref().map_or(Value::Null, person)),
            ("opening", opening),
            ("sales", sales),
            ("paidIn", paid_in),
            ("paidOut", paid_out),
            ("drops", drops),
            ("expected", json!(self.expected.map(dollars))),
            ("counted", dollars(self.counted)),
        ])
    }
}

impl Item {
    fn data(&self) -> Value {
        fields([
            ("posItemID", json!(self.id)),
            ("name", json!(self.name)),
            ("majorCategory", json!(self.major)),
            ("minorCategory", json!(self.minor)),
            ("price", json!(self.price.map(dollars))),
            ("cost", json!(self.cost.map(dollars))),
            ("imageUrl", json!(self.image)),
            ("stock", json!(self.stock.map(pieces))),
            ("lowStock", json!(self.low.map(pieces))),
        ])
    }
}

impl Guest {
    fn data(&self) -> Value {
        fields([
            ("posCustomerID", json!(self.id)),
            ("firstName", json!(self.first)),
            ("lastName", json!(self.last)),
            ("email", json!(self.email)),
            ("cellPhoneNumber", json!(self.phone)),
            ("emailConsent", json!(self.email_consent)),
            ("smsConsent", json!(self.sms_consent)),
        ])
    }
}
