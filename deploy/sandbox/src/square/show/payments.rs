//! Payments, refunds, payouts and disputes.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::{Check, Payment};
use serde_json::{Value, json};

use super::{View, listed, tidy, time};
use crate::square::trade::{
    self, Order, Origin, Payout, PayoutEntry, Record, RefundStatus, Stage, Version, order_id, payment_id,
    refund_id, team_member_id,
};

/// Cards by the names that tills give them.
const BRANDS: [(&str, &str); 6] = [
    ("visa", "VISA"),
    ("mastercard", "MASTERCARD"),
    ("american express", "AMERICAN_EXPRESS"),
    ("amex", "AMERICAN_EXPRESS"),
    ("discover", "DISCOVER"),
    ("jcb", "JCB"),
];

/// The kind of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Cash,
    /// A card with this brand.
    Card(&'static str),
    /// A gift card of Square's: no new money.
    Gift,
    /// What Square does not process.
    Other,
}

impl Kind {
    pub fn of(payment: &Payment) -> Kind {
        let name = payment.tender.to_lowercase();
        match BRANDS.iter().find(|(known, _)| *known == name) {
            _ if payment.gift_card => Kind::Gift,
            Some((_, brand)) => Kind::Card(brand),
            None if name == "cash" => Kind::Cash,
            None => Kind::Other,
        }
    }

    /// `type` of a tender.
    pub const fn tender(self) -> &'static str {
        match self {
            Kind::Cash => "CASH",
            Kind::Card(_) => "CARD",
            Kind::Gift => "SQUARE_GIFT_CARD",
            Kind::Other => "OTHER",
        }
    }

    /// `source_type` of a payment.
    pub const fn source(self) -> &'static str {
        match self {
            Kind::Cash => "CASH",
            Kind::Card(_) | Kind::Gift => "CARD",
            Kind::Other => "EXTERNAL",
        }
    }
}

/// The card of a payment, where one was used.
pub fn card(kind: &Kind) -> Option<Value> {
    match kind {
        Kind::Card(brand) => {
            Some(json!({ "card_brand": brand, "last_4": "4242", "exp_month": 12, "exp_year": 2030 }))
        }
        Kind::Gift => Some(json!({ "card_brand": "SQUARE_GIFT_CARD", "last_4": "0711" })),
        Kind::Cash | Kind::Other => None,
    }
}

/// The id of a payment of an order.
pub fn payment_of(record: &Record, check: &Check, number: usize) -> String {
    let own = check.payments.get(number).and_then(|payment| payment.id.clone());
    own.unwrap_or_else(|| payment_id(&record.id, number))
}

/// The id of the payment that a payment of a refund check gives back.
pub fn source_payment(view: &View<'_>, check: &Check, number: usize) -> String {
    let own = check.payments.get(number).and_then(|payment| payment.id.clone());
    let sale = check.refund_of.as_ref().unwrap_or(&check.id);
    own.unwrap_or_else(|| payment_id(&order_id(&view.place.pos_id, sale), number))
}

/// A refund of a payment that came out of it.
#[derive(Debug, Clone)]
pub struct Refunded {
    pub id: String,
    /// The whole, with the tip.
    pub amount: Money,
    pub status: RefundStatus,
    pub at: Timestamp,
}

/// A refund in an order.
pub struct RefundOf<'a> {
    pub id: String,
    pub check: &'a Check,
    /// The payment that it gives back.
    pub payment: String,
    pub kind: Kind,
    /// The whole, with the tip; positive.
    pub amount: Money,
    pub status: RefundStatus,
    /// Its place among the order's refunds.
    pub number: usize,
}

impl RefundOf<'_> {
    pub fn reason(&self) -> &str {
        self.check.reason.as_deref().unwrap_or("Returned Goods")
    }
}

/// The refunds of an order: one of each payment of its returns.
pub fn refunds_of<'a>(view: &View<'_>, record: &Record, order: &'a Order) -> Vec<RefundOf<'a>> {
    let each = order.returns.iter().flat_map(|returned| {
        let payments = returned.check.payments.iter().enumerate();
        payments.map(move |(index, payment)| (returned, index, payment))
    });
    let refund = |(number, (returned, index, payment)): (usize, (&'a trade::Return, usize, &'a Payment))| {
        let source = source_payment(view, &returned.check, index);
        RefundOf {
            id: refund_id(&record.id, &source, number),
            check: &returned.check,
            payment: source,
            kind: Kind::of(payment),
            amount: (payment.amount + payment.tip).abs(),
            status: returned.status,
            number,
        }
    };
    each.enumerate().map(refund).collect()
}

/// A payment of an order's sale: unlike a tender's, its amount is without the tip.
pub fn payment(
    view: &View<'_>,
    record: &Record,
    version: &Version,
    number: usize,
    back: &[Refunded],
) -> Option<Value> {
    let check = version.order.sale.as_ref()?;
    let payment = check.payments.get(number)?;
    let kind = Kind::of(payment);
    let updated = payment_updated(version, number, back);
    let is_card = matches!(kind, Kind::Card(_));
    let is_offline = version.order.origin == Origin::OfflineTill;
    let created = payment_created(view, version)?;
    let status = match version.order.stage {
        _ if check.voided => "CANCELED",
        Stage::Signing if is_card => "APPROVED",
        _ => "COMPLETED",
    };
    let card_status = match status {
        "CANCELED" => "VOIDED",
        "APPROVED" => "AUTHORIZED",
        _ => "CAPTURED",
    };
    let fee = payment.fee.map(
        |fee| json!([{ "effective_at": time(created), "type": "INITIAL", "amount_money": view.money(fee) }]),
    );
    let returned = back.iter().filter(|refund| refund.status == RefundStatus::Completed);
    let returned: Money = returned.map(|refund| refund.amount).sum();
    let id = payment_of(record, check, number);
    let product = if version.order.origin == Origin::Api { "ECOMMERCE_API" } else { "SQUARE_POS" };
    let taker = check.cashier.as_ref().or(check.employee.as_ref());
    let total = payment.amount + payment.tip;
    Some(tidy(json!({
        "id": id,
        "created_at": time(created),
        "updated_at": time(updated),
        "amount_money": view.money(payment.amount),
        "tip_money": (payment.tip != Money::ZERO).then(|| view.money(payment.tip)),
        "total_money": view.money(total),
        "approved_money": is_card.then(|| view.money(total)),
        "processing_fee": fee,
        "refunded_money": (returned != Money::ZERO).then(|| view.money(returned)),
        "refund_ids": listed(back.iter().map(|refund| json!(refund.id)).collect()),
        "status": status,
        "source_type": kind.source(),
        "card_details": card(&kind).map(|card| json!({ "status": card_status, "card": card, "entry_method": "EMV" })),
        "cash_details": (kind == Kind::Cash).then(|| json!({
            "buyer_supplied_money": view.money(total), "change_back_money": view.money(Money::ZERO),
        })),
        "external_details": (kind == Kind::Other).then(|| json!({ "type": "OTHER", "source": payment.tender })),
        "location_id": view.place.id,
        "order_id": record.id,
        "customer_id": check.customer.as_ref().map(|id| trade::customer_id(&view.merchant.id, id)),
        "team_member_id": taker.map(|person| team_member_id(&view.merchant.id, &person.id)),
        "device_details": check.revenue_center.as_ref().map(|name| json!({ "device_name": name })),
        "application_details": { "square_product": product },
        "receipt_number": id.chars().take(4).collect::<String>(),
        "is_offline_payment": is_offline.then_some(true),
        "offline_payment_details": is_offline.then(|| json!({ "client_created_at": time(view.place.at(check.close_time)) })),
    })))
}

/// When a payment was made, as Square knows it.
pub fn payment_created(view: &View<'_>, version: &Version) -> Option<Timestamp> {
    let check = version.order.sale.as_ref()?;
    let is_offline = version.order.origin == Origin::OfflineTill;
    Some(if is_offline { version.arrived } else { view.place.at(check.close_time) })
}

/// When a payment was changed last: by itself, or by a refund.
pub fn payment_updated(version: &Version, number: usize, back: &[Refunded]) -> Timestamp {
    let own = version.payments.get(number).copied().unwrap_or(version.updated);
    back.iter().map(|refund| refund.at).max().map_or(own, |at| own.max(at))
}

/// A refund of a payment.
pub fn refund(view: &View<'_>, record: &Record, version: &Version, refund: &RefundOf<'_>) -> Value {
    let sale = refund.check.refund_of.as_ref().map(|sale| order_id(&view.place.pos_id, sale));
    let order = sale.filter(|_| view.merchant.refunds_name_sale).unwrap_or_else(|| record.id.clone());
    let updated = version.refunds.get(refund.number).copied().unwrap_or(version.updated);
    let taker = refund.check.cashier.as_ref().or(refund.check.employee.as_ref());
    json!({
        "id": refund.id,
        "status": trade::status(refund.status),
        "location_id": view.place.id,
        "unlinked": false,
        "destination_type": refund.kind.source(),
        "amount_money": view.money(refund.amount),
        "payment_id": refund.payment,
        "order_id": order,
        "reason": refund.reason(),
        "created_at": time(view.place.at(refund.check.close_time)),
        "updated_at": time(updated),
        "team_member_id": taker.map(|person| team_member_id(&view.merchant.id, &person.id)).unwrap_or_default(),
    })
}

/// A payout.
pub fn payout(view: &View<'_>, payout: &Payout, updated: Timestamp) -> Value {
    let amount: Money = payout.entries.iter().map(|entry| entry.gross - entry.fee).sum();
    json!({
        "id": payout.id,
        "status": payout.status,
        "location_id": view.place.id,
        "created_at": time(payout.created_at),
        "updated_at": time(updated),
        "amount_money": view.money(amount),
        "destination": { "type": "BANK_ACCOUNT", "id": format!("bact:{:.10}", payout.id) },
        "version": 1,
        "type": "BATCH",
        "arrival_date": payout.arrival.to_string(),
    })
}

/// A part of a payout.
pub fn payout_entry(view: &View<'_>, payout: &Payout, entry: &PayoutEntry) -> Value {
    let details = match (entry.kind, &entry.payment) {
        (_, None) => None,
        ("CHARGE", Some(payment)) => Some(("type_charge_details", json!({ "payment_id": payment }))),
        ("REFUND", Some(payment)) => {
            Some(("type_refund_details", tidy(json!({ "payment_id": payment, "refund_id": entry.other }))))
        }
        ("DISPUTE", Some(payment)) => {
            Some(("type_dispute_details", tidy(json!({ "payment_id": payment, "dispute_id": entry.other }))))
        }
        (_, Some(_)) => None,
    };
    let mut shown = json!({
        "id": entry.id,
        "payout_id": payout.id,
        "effective_at": time(entry.effective_at),
        "type": entry.kind,
        "gross_amount_money": view.money(entry.gross),
        "fee_amount_money": view.money(entry.fee),
        "net_amount_money": view.money(entry.gross - entry.fee),
    });
    if let (Some(shown), Some((name, value))) = (shown.as_object_mut(), details) {
        shown.insert(name.to_owned(), value);
    }
    shown
}

/// A dispute.
pub fn dispute(view: &View<'_>, dispute: &trade::Dispute, updated: Timestamp, version: i64) -> Value {
    tidy(json!({
        "id": dispute.id,
        "dispute_id": dispute.id,
        "amount_money": view.money(dispute.amount),
        "reason": dispute.reason,
        "state": dispute.state,
        "due_at": dispute.due_at.map(time),
        "disputed_payment": { "payment_id": dispute.payment },
        "card_brand": "VISA",
        "created_at": time(dispute.created_at),
        "updated_at": time(updated),
        "reported_at": time(dispute.created_at),
        "version": version,
        "location_id": view.place.id,
    }))
}
