//! The entries of a check: discounts, voids, charges, taxes, modifiers and gift cards, read the plain way.

use saffron_proto::reports::ReportKind;
use serde_json::Value;

use super::plain::Sums;
use super::values::{add, cents, discount_of, list, product, text};

/// A row of a report by entries: its members, its names, and what it adds.
pub type Entry = (Vec<String>, Vec<String>, Sums);

/// The entries of one report; `totals` are the check's own.
pub fn entries(kind: ReportKind, check: &Value, totals: &Sums) -> Vec<Entry> {
    let void = check["voided"] == true;
    let all = list(&check["items"]);
    let sold = || all.iter().filter(|line| !void && line["voided"] != true && line["deferred"] != true);
    let mut found = Vec::new();
    let times = i64::from(check["refundOf"].is_null());
    let mut push = |members: &[&str], names: &[&str], sums: &[(&str, i64)]| {
        let mut all = Sums::from([("facts".into(), 1), ("entries".into(), times)]);
        sums.iter().for_each(|(name, value)| add(&mut all, name, *value));
        let texts = |of: &[&str]| of.iter().map(ToString::to_string).collect();
        found.push((texts(members), texts(names), all));
    };
    let [id, name] = [text(&check["employee"]["id"]), text(&check["employee"]["name"])];
    match kind {
        ReportKind::Void => {
            for line in all.iter().filter(|line| void || line["voided"] == true) {
                let or_of_check =
                    |field: &str| if line[field].is_null() { &check[field] } else { &line[field] };
                let (reason, approver) =
                    (text(or_of_check("reason")), text(&or_of_check("approvedBy")["name"]));
                let quantity = milli(&line["quantity"]);
                let amount = product(cents(&line["price"]), quantity);
                push(
                    &[&text(&line["name"]), &reason, &approver, &id],
                    &[&name],
                    &[("gross_voids", amount), ("quantity", quantity)],
                );
            }
        }
        ReportKind::Discount if !void => {
            let of_check = std::iter::once(check);
            for (of, is_line) in sold().map(|line| (line, true)).chain(of_check.map(|check| (check, false))) {
                let own = |field: &str| if is_line { of[field].clone() } else { Value::Null };
                let mut rest = discount_of(of);
                for named in list(&of["discounts"]) {
                    let or_own =
                        |field: &str| if named[field].is_null() { own(field) } else { named[field].clone() };
                    let kind = named["kind"].as_str().unwrap_or("other");
                    let amount = cents(&named["amount"]);
                    rest -= amount;
                    let (reason, approver) = (text(&or_own("reason")), text(&or_own("approvedBy")["name"]));
                    push(
                        &[kind, &text(&named["name"]), &reason, &approver, &id],
                        &[&name],
                        &[("gross_discounts", amount)],
                    );
                }
                if rest != 0 {
                    let (reason, approver) = (text(&own("reason")), text(&own("approvedBy")["name"]));
                    push(&["other", "", &reason, &approver, &id], &[&name], &[("gross_discounts", rest)]);
                }
            }
        }
        ReportKind::ServiceCharge if !void => {
            for charge in list(&check["serviceCharges"]) {
                let sums = [("amount", cents(&charge["amount"])), ("gross_tax", cents(&charge["tax"]))];
                push(&[&text(&charge["kind"]), &text(&charge["name"])], &[], &sums);
            }
        }
        ReportKind::Tax if !void => {
            let mut rest = totals.get("gross_tax").copied().unwrap_or(0);
            for tax in list(&check["taxes"]) {
                let collector = tax["collectedBy"].as_str().unwrap_or("us");
                rest -= if collector == "us" { cents(&tax["amount"]) } else { 0 };
                push(&[collector, &text(&tax["name"])], &[], &[("amount", cents(&tax["amount"]))]);
            }
            if rest != 0 {
                push(&["us", ""], &[], &[("amount", rest)]);
            }
        }
        ReportKind::Modifier => {
            for line in sold() {
                for modifier in list(&line["modifiers"]) {
                    let (quantity, cost) = modifier_cost(line, &modifier);
                    let sums = [
                        ("amount", cents(&modifier["amount"])),
                        ("quantity", quantity),
                        ("gross_cost", cost),
                    ];
                    push(&[&text(&line["name"]), &text(&modifier["name"])], &[], &sums);
                }
            }
        }
        ReportKind::GiftCard if !void => {
            for line in all.iter().filter(|line| line["voided"] != true && line["deferred"] == true) {
                let amount = product(cents(&line["price"]), milli(&line["quantity"])) - discount_of(line);
                push(&["sold", &text(&line["name"])], &[], &[("gross_deferred", amount)]);
            }
            for payment in list(&check["payments"]).iter().filter(|payment| payment["giftCard"] == true) {
                let amount = cents(&payment["amount"]) + cents(&payment["tip"]);
                push(&["redeemed", &text(&payment["type"])], &[], &[("gross_redeemed", amount)]);
            }
        }
        _ => {}
    }
    found
}

/// How many thousandths.
fn milli(quantity: &Value) -> i64 {
    (quantity.as_f64().unwrap() * 1000.0).round() as i64
}

/// How many of a modifier a line has, and what they cost.
pub fn modifier_cost(line: &Value, modifier: &Value) -> (i64, i64) {
    let quantity = if modifier["quantity"].is_null() { &line["quantity"] } else { &modifier["quantity"] };
    (milli(quantity), product(cents(&modifier["cost"]), milli(quantity)))
}

/// Adds charges, taxes and rounding of a check that is not voided, and what it is out of balance by.
pub fn beside_sales(sums: &mut Sums, data: &Value, of_lines: i64) {
    let mut taxes = of_lines;
    for charge in list(&data["serviceCharges"]) {
        let name = if charge["kind"] == "gratuity" { "gross_gratuity" } else { "gross_service_charges" };
        add(sums, name, cents(&charge["amount"]));
        taxes += cents(&charge["tax"]);
    }
    let named = list(&data["taxes"]);
    let (theirs, ours): (Vec<_>, Vec<_>) = named.iter().partition(|tax| tax["collectedBy"] == "marketplace");
    let [theirs, ours] =
        [theirs, ours].map(|taxes| taxes.iter().map(|tax| cents(&tax["amount"])).sum::<i64>());
    if !named.is_empty() {
        taxes = if taxes == 0 || taxes == ours { ours } else { taxes - theirs };
    }
    add(sums, "gross_tax", taxes);
    add(sums, "marketplace_tax", theirs);
    add(sums, "gross_rounding", cents(&data["rounding"]));
    let of = |name: &str| sums.get(name).copied().unwrap_or(0);
    let sales = of("gross_sales") - of("gross_discounts") - of("gross_reward_used");
    let beside =
        of("gross_service_charges") + of("gross_gratuity") + of("gross_deferred") + of("gross_rounding");
    let out_of_balance = of("gross_payment") - of("gross_tips") - sales - beside - taxes;
    add(sums, "out_of_balance", out_of_balance);
}
