//! What checks hold by name: discounts, voids, charges, taxes, modifiers and gift cards.

use super::plain::{Tables, label, names};
use super::said::{Allowed, Check, Discounts};

impl Tables {
    /// Discounts, voids, charges, taxes, modifiers and gift cards by name.
    pub fn entries(&mut self, pos_id: &str, date: &str, check: &Check) {
        let times = i64::from(check.refund_of.is_none());
        let mut put = |kind: &str, [class, name]: [&str; 2], allowed: [String; 4], sums: [i64; 4]| {
            let [reason, by, id, person] = &allowed;
            let [quantity, amount, tax, cost] = sums;
            let key = [pos_id, date, kind, class, name, reason, by, id, person];
            self.add("reports.entry", &key, &[1, times, quantity, amount, tax, cost]);
        };
        let nobody = || [const { String::new() }; 4];
        let allowed = |own: &Allowed, whole: Option<&Allowed>| {
            let reason = label(own.reason.as_ref());
            let [_, by] = names(own.by.as_ref());
            let or = |text: String, whole: Option<String>| {
                if text.is_empty() { whole.unwrap_or_default() } else { text }
            };
            let [id, person] = names(check.employee.as_ref());
            let reason = or(reason, whole.map(|of| label(of.reason.as_ref())));
            [
                reason,
                or(
                    by,
                    whole.map(|of| {
                        let [_, by] = names(of.by.as_ref());
                        by
                    }),
                ),
                id,
                person,
            ]
        };
        for line in check.lines.iter().filter(|line| check.voided || line.voided) {
            let sums = [line.quantity, line.worth(), 0, 0];
            put("2", ["", &label(Some(&line.name))], allowed(&line.allowed, Some(&check.allowed)), sums);
        }
        let none = Allowed { reason: None, by: None };
        let of_check = (!check.voided).then_some((check.discount, &check.discounts, &none));
        let of_lines = check.sold().map(|line| (line.discount, &line.discounts, &line.allowed));
        for (discount, Discounts { named, .. }, own) in of_lines.chain(of_check) {
            for of in named {
                let name = label(of.name.as_ref());
                let sums = [0, of.amount, 0, 0];
                put("1", [of.kind.unwrap_or("other"), &name], allowed(&of.allowed, Some(own)), sums);
            }
            let rest = discount - named.iter().map(|of| of.amount).sum::<i64>();
            if rest != 0 {
                put("1", ["other", ""], allowed(own, None), [0, rest, 0, 0]);
            }
        }
        for line in check.sold() {
            for modifier in &line.modifiers {
                let sums = [modifier.count(line), modifier.amount.unwrap_or(0), 0, modifier.total_cost(line)];
                put("5", [&label(Some(&line.name)), &label(Some(&modifier.name))], nobody(), sums);
            }
        }
        if check.voided {
            return;
        }
        for charge in &check.charges {
            put("3", [charge.kind, &label(Some(&charge.name))], nobody(), [0, charge.amount, charge.tax, 0]);
        }
        let [mut rest, _] = check.taxes();
        for tax in &check.taxes {
            let by = tax.by.unwrap_or("us");
            rest -= if by == "us" { tax.amount } else { 0 };
            put("4", [by, &label(Some(&tax.name))], nobody(), [0, tax.amount, 0, 0]);
        }
        if rest != 0 {
            put("4", ["us", ""], nobody(), [0, rest, 0, 0]);
        }
        for line in check.lines.iter().filter(|line| line.deferred && !line.voided) {
            put("6", ["sold", &label(Some(&line.name))], nobody(), [0, line.worth() - line.discount, 0, 0]);
        }
        for payment in check.payments.iter().filter(|payment| payment.gift_card || payment.deposit) {
            let amount = payment.amount + payment.tip;
            put("6", ["redeemed", &label(Some(&payment.tender))], nobody(), [0, amount, 0, 0]);
        }
    }
}
