//! What one check adds to each report, read the plain way.

use saffron_proto::reports::ReportKind;
use serde_json::Value;

use super::entries::entries;
use super::plain::Sums;
use super::values::{add, cents, text};

/// A check that stands.
pub struct Check {
    pub quarter: i64,
    pub sums: Sums,
    pub lines: Vec<([String; 4], Sums)>,
    pub data: Value,
    pub counts: bool,
    pub held: i64,
    pub is_open: bool,
}

impl Check {
    pub fn put(&self, kind: ReportKind, put: &mut impl FnMut(i32, &[&str], &[&str], &Sums)) {
        let data = &self.data;
        let whole = |names: &[&str]| {
            let kept = self.sums.iter().filter(|(name, _)| names.contains(&name.as_str()));
            let mut sums: Sums = kept.map(|(name, value)| (name.clone(), *value)).collect();
            sums.insert("facts".into(), 1);
            sums
        };
        let split = |more: &[(&str, i64)]| {
            let mut sums = whole(&[
                "gross_sales",
                "gross_discounts",
                "gross_voids",
                "gross_tips",
                "gross_payment",
                "checks",
                "gross_cover",
            ]);
            more.iter().for_each(|(name, value)| add(&mut sums, name, *value));
            let void = data["voided"] == true;
            add(&mut sums, "source_fee", if void { 0 } else { cents(&data["sourceFee"]) });
            add(&mut sums, "table_minutes", if self.counts { self.held } else { 0 });
            sums
        };
        let person = |field: &str| [text(&data[field]["id"]), text(&data[field]["name"])];
        let label = |field: &str| text(&data[field]);
        if self.is_open && !matches!(kind, ReportKind::Daily | ReportKind::Hourly) {
            return;
        }
        match kind {
            ReportKind::Unspecified | ReportKind::Labor | ReportKind::Cash => {}
            ReportKind::Daily => put(0, &[], &[], &self.sums),
            ReportKind::Hourly => put((self.quarter / 4) as i32, &[], &[], &self.sums),
            ReportKind::Item => {
                self.lines.iter().for_each(|([id, name, major, minor], sums)| {
                    put(0, &[id.as_str()], &[name.as_str(), major.as_str(), minor.as_str()], sums);
                });
            }
            ReportKind::MajorCategory => {
                self.lines.iter().for_each(|([_, _, major, _], sums)| put(0, &[major.as_str()], &[], sums));
            }
            ReportKind::MinorCategory => {
                self.lines.iter().for_each(|([_, _, major, minor], sums)| {
                    put(0, &[major.as_str(), minor.as_str()], &[], sums);
                });
            }
            ReportKind::Employee => {
                let [id, name] = person("employee");
                put(0, &[id.as_str()], &[name.as_str()], &split(&[]));
            }
            ReportKind::RevenueCenter => put(0, &[&label("revenueCenter")], &[], &split(&[])),
            ReportKind::OrderType => put(0, &[&label("orderType")], &[], &split(&[])),
            ReportKind::OrderInputType => put(0, &[&label("orderInputType")], &[], &split(&[])),
            ReportKind::Table => put(0, &[&label("table")], &[], &split(&[])),
            ReportKind::OnlineOrder => {
                if label("orderInputType") == "online" {
                    put(0, &[&label("orderSource")], &[], &split(&[]));
                }
            }
            ReportKind::Cashier => {
                let [id, name] = person("cashier");
                let mut sums = split(&[]);
                self.payments()
                    .for_each(|(_, more)| more.iter().for_each(|(name, n)| add(&mut sums, name, *n)));
                put(0, &[id.as_str()], &[name.as_str()], &sums);
            }
            ReportKind::Discount
            | ReportKind::Void
            | ReportKind::ServiceCharge
            | ReportKind::Tax
            | ReportKind::Modifier
            | ReportKind::GiftCard => {
                for (members, names, sums) in entries(kind, data, &self.sums) {
                    let members: Vec<_> = members.iter().map(String::as_str).collect();
                    let names: Vec<_> = names.iter().map(String::as_str).collect();
                    put(0, &members, &names, &sums);
                }
            }
            ReportKind::Payment => {
                for (tender, mut sums) in self.payments() {
                    let of = |what: &str| sums.get(&format!("tender:{tender}:{what}")).copied().unwrap_or(0);
                    let (amount, tips) = (of("amount"), of("tips"));
                    add(&mut sums, "facts", 1);
                    add(&mut sums, "gross_payment", amount + tips);
                    add(&mut sums, "gross_tips", tips);
                    put(0, &[tender.as_str()], &[], &sums);
                }
            }
        }
    }

    /// Each payment of what is not voided, with its type.
    fn payments(&self) -> impl Iterator<Item = (String, Sums)> {
        let payments = self.data["payments"].as_array().unwrap().iter();
        payments.filter(|_| self.data["voided"] != true).map(|payment| {
            let tender = text(&payment["type"]);
            let mut sums = Sums::new();
            add(&mut sums, &format!("tender:{tender}:payments"), i64::from(self.data["refundOf"].is_null()));
            add(&mut sums, &format!("tender:{tender}:amount"), cents(&payment["amount"]));
            add(&mut sums, &format!("tender:{tender}:tips"), cents(&payment["tip"]));
            (tender, sums)
        })
    }
}
