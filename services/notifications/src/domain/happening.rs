//! What happened, and how people are told of it: plain English, dollars as in the US.

use saffron_core::currency::amount;
use saffron_core::{BusinessDate, CheckId, ItemId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::words::{DOLLARS, dollars, percent};
use super::{DayFigures, Kind, Rule};

/// Characters of a name that are shown.
const LARGEST_NAME: usize = 80;

/// What happened at a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "what")]
pub enum Happening {
    /// A business day came to its end.
    DayClosed(DayFigures),
    /// Nothing is left of an item.
    ItemRanOut {
        /// The item.
        item: ItemId,
    },
    /// A payout arrived.
    PayoutPaid {
        /// The provider's id.
        id: String,
        /// How much, in minor units.
        cents: i64,
        /// Of which currency: ISO 4217.
        #[serde(default = "in_dollars")]
        currency: String,
    },
    /// A payout did not arrive.
    PayoutFailed {
        /// The provider's id.
        id: String,
        /// How much, in minor units.
        cents: i64,
        /// Of which currency: ISO 4217.
        #[serde(default = "in_dollars")]
        currency: String,
    },
    /// A card payment failed.
    PaymentFailed {
        /// The provider's id.
        id: String,
        /// How much, in minor units.
        cents: i64,
        /// Of which currency: ISO 4217.
        #[serde(default = "in_dollars")]
        currency: String,
    },
    /// A card's holder disputes a payment.
    DisputeOpened {
        /// The provider's id of the payment, or else of the dispute.
        id: String,
        /// Whether `id` is that of a payment.
        is_payment: bool,
        /// How much, in minor units.
        cents: i64,
        /// Of which currency: ISO 4217.
        #[serde(default = "in_dollars")]
        currency: String,
        /// The provider's word for why.
        why: String,
    },
    /// Nothing of a campaign waits any more.
    CampaignFinished {
        /// The campaign.
        id: Uuid,
        /// By text message, not by email.
        by_text: bool,
        /// Someone stopped it.
        stopped: bool,
        /// Who was to get it.
        recipients: i64,
        /// Who got it.
        sent: i64,
        /// Who did not.
        failed: i64,
        /// Who was not to be sent to.
        excluded: i64,
        /// Of whom nobody knows.
        unknown: i64,
    },
    /// Much was struck from a check.
    LargeVoid(OfCheck),
    /// Much was taken off a check.
    LargeDiscount(OfCheck),
    /// Much was given back.
    LargeRefund(OfCheck),
    /// Labor costs much of what is sold.
    LaborHigh {
        /// The day.
        date: BusinessDate,
        /// Tenths of a percent of net sales so far.
        tenths: i64,
    },
    /// A guest wrote a text.
    GuestText {
        /// Marketing's id of it. What it says is asked for by those who open it.
        id: Uuid,
    },
}

/// An amount of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfCheck {
    /// The check.
    pub check: CheckId,
    /// How much.
    pub cents: i64,
    /// When it was closed, wall time: HH:MM.
    pub at: String,
}

/// Where a tap leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// check, item, payout, payment, dispute, campaign, report or text.
    pub kind: &'static str,
    /// The id of it; of a report its business date.
    pub id: String,
}

/// How a person is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// One short line.
    pub notification: String,
    /// A longer text; empty where there is none.
    pub message: String,
    /// What fired.
    pub reason: String,
}

/// The currency of a happening that was noted without one.
fn in_dollars() -> String {
    DOLLARS.to_owned()
}

/// Text from elsewhere on one line, not too long.
fn plain(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let trimmed = spaced.trim();
    match trimmed.char_indices().nth(LARGEST_NAME) {
        None => trimmed.to_owned(),
        Some((end, _)) => format!("{}…", trimmed.get(..end).unwrap_or_default()),
    }
}

impl Happening {
    /// Of which kind it is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Happening::DayClosed(_) => Kind::DayClosed,
            Happening::ItemRanOut { .. } => Kind::ItemRanOut,
            Happening::PayoutPaid { .. } => Kind::PayoutPaid,
            Happening::PayoutFailed { .. } => Kind::PayoutFailed,
            Happening::PaymentFailed { .. } => Kind::PaymentFailed,
            Happening::DisputeOpened { .. } => Kind::DisputeOpened,
            Happening::CampaignFinished { .. } => Kind::CampaignFinished,
            Happening::LargeVoid(_) => Kind::LargeVoid,
            Happening::LargeDiscount(_) => Kind::LargeDiscount,
            Happening::LargeRefund(_) => Kind::LargeRefund,
            Happening::LaborHigh { .. } => Kind::LaborHigh,
            Happening::GuestText { .. } => Kind::GuestText,
        }
    }

    /// What a threshold is held against; none where there is nothing of the kind.
    #[must_use]
    pub const fn size(&self) -> Option<i64> {
        match self {
            Happening::LargeVoid(of) | Happening::LargeDiscount(of) | Happening::LargeRefund(of) => {
                Some(of.cents)
            }
            Happening::LaborHigh { tenths, .. } => Some(*tenths),
            _ => None,
        }
    }

    /// Where a tap leads.
    #[must_use]
    pub fn target(&self) -> Target {
        let (kind, id) = match self {
            Happening::DayClosed(figures) => ("report", figures.date.to_string()),
            Happening::ItemRanOut { item } => ("item", item.to_string()),
            Happening::PayoutPaid { id, .. } | Happening::PayoutFailed { id, .. } => ("payout", id.clone()),
            Happening::PaymentFailed { id, .. } | Happening::DisputeOpened { id, is_payment: true, .. } => {
                ("payment", id.clone())
            }
            Happening::DisputeOpened { id, .. } => ("dispute", id.clone()),
            Happening::CampaignFinished { id, .. } => ("campaign", id.to_string()),
            Happening::LargeVoid(of) | Happening::LargeDiscount(of) | Happening::LargeRefund(of) => {
                ("check", of.check.to_string())
            }
            Happening::LaborHigh { date, .. } => ("report", date.to_string()),
            Happening::GuestText { id } => ("text", id.to_string()),
        };
        Target { kind, id }
    }

    /// How somebody with this rule is told. `item_name` is that of the item, where it is known.
    #[must_use]
    pub fn words(&self, rule: Rule, item_name: Option<&str>) -> Words {
        let over = |what: &str| match rule.threshold {
            Some(threshold) => format!("{what} of {} or more", dollars(threshold)),
            None => what.to_owned(),
        };
        let short =
            |notification: String, reason: String| Words { notification, message: String::new(), reason };
        let large = |what: &str, of: &OfCheck| {
            let line = format!("Large {what}: {} at {}", dollars(of.cents), of.at);
            short(line, over(&format!("a {what}")))
        };
        match self {
            Happening::DayClosed(figures) => Words {
                notification: figures.line(),
                message: figures.text(),
                reason: "the business day came to its end".into(),
            },
            Happening::ItemRanOut { item } => {
                let name = plain(item_name.unwrap_or(item.as_str()));
                short(format!("Out of stock: {name}"), "an item ran out of stock".into())
            }
            Happening::PayoutPaid { cents, currency, .. } => {
                short(format!("Payout of {} is paid", amount(*cents, currency)), "a payout was paid".into())
            }
            Happening::PayoutFailed { cents, currency, .. } => short(
                format!("Payout of {} failed: see Payouts", amount(*cents, currency)),
                "a payout failed".into(),
            ),
            Happening::PaymentFailed { cents, currency, .. } => short(
                format!("Card payment of {} failed", amount(*cents, currency)),
                "a card payment failed".into(),
            ),
            Happening::DisputeOpened { cents, currency, why, .. } => {
                let why = plain(&why.replace('_', " "));
                let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
                let line = format!("Dispute opened: {}{why}. Answer it in time.", amount(*cents, currency));
                short(line, "a dispute was opened".into())
            }
            Happening::CampaignFinished { .. } => self.of_campaign(),
            Happening::GuestText { .. } => Words {
                notification: "A guest replied to your text".into(),
                message: "Open it to read what they wrote.".into(),
                reason: "a guest wrote a text".into(),
            },
            Happening::LargeVoid(of) => large("void", of),
            Happening::LargeDiscount(of) => large("discount", of),
            Happening::LargeRefund(of) => large("refund", of),
            Happening::LaborHigh { tenths, .. } => {
                let limit = percent(rule.threshold.unwrap_or_default());
                let line = format!("Labor is {} of net sales so far (your limit: {limit})", percent(*tenths));
                short(line, format!("labor of {limit} of net sales or more"))
            }
        }
    }

    fn of_campaign(&self) -> Words {
        let Happening::CampaignFinished {
            by_text, stopped, recipients, sent, failed, excluded, unknown, ..
        } = self
        else {
            return Words { notification: String::new(), message: String::new(), reason: String::new() };
        };
        let what = if *by_text { "Text campaign" } else { "Email campaign" };
        let end = if *stopped { "stopped" } else { "finished" };
        let not = [(failed, "failed"), (excluded, "left out"), (unknown, "with an unknown outcome")];
        let rest: Vec<String> = not
            .iter()
            .filter(|(count, _)| **count > 0)
            .map(|(count, why)| format!("{count} {why}"))
            .collect();
        let rest = if rest.is_empty() { String::new() } else { format!(" ({})", rest.join(", ")) };
        Words {
            notification: format!("{what} {end}: {sent} of {recipients} sent"),
            message: format!(
                "Your {} is {end}: {sent} of {recipients} recipients got it{rest}.",
                what.to_lowercase()
            ),
            reason: format!("a campaign was {end}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(happening: &Happening) -> Words {
        happening.words(Rule::usual(happening.kind()), Some("Margherita"))
    }

    #[test]
    fn people_are_told_in_plain_words() {
        let of = OfCheck { check: "c1".parse().unwrap(), cents: 8_420, at: "19:42".into() };
        let void = told(&Happening::LargeVoid(of.clone()));
        assert_eq!(void.notification, "Large void: $84.20 at 19:42");
        assert_eq!((void.message.as_str(), void.reason.as_str()), ("", "a void of $50.00 or more"));
        assert_eq!(told(&Happening::LargeRefund(of)).notification, "Large refund: $84.20 at 19:42");
        let item = Happening::ItemRanOut { item: "i1".parse().unwrap() };
        assert_eq!(told(&item).notification, "Out of stock: Margherita");
        assert_eq!(item.words(Rule::usual(Kind::ItemRanOut), None).notification, "Out of stock: i1");
        let failed = Happening::PayoutFailed { id: "po_1".into(), cents: 120_455, currency: "usd".into() };
        assert_eq!(told(&failed).notification, "Payout of $1,204.55 failed: see Payouts");
        let labor = Happening::LaborHigh { date: "2026-07-18".parse().unwrap(), tenths: 382 };
        assert_eq!(told(&labor).notification, "Labor is 38.2 % of net sales so far (your limit: 35.0 %)");
        let dispute = Happening::DisputeOpened {
            id: "pi_1".into(),
            is_payment: true,
            cents: 1_000,
            currency: "usd".into(),
            why: "product_not_received".into(),
        };
        assert_eq!(
            told(&dispute).notification,
            "Dispute opened: $10.00 (product not received). Answer it in time."
        );
        let campaign = Happening::CampaignFinished {
            id: Uuid::nil(),
            by_text: false,
            stopped: false,
            recipients: 130,
            sent: 120,
            failed: 3,
            excluded: 7,
            unknown: 0,
        };
        let words = told(&campaign);
        assert_eq!(words.notification, "Email campaign finished: 120 of 130 sent");
        assert_eq!(
            words.message,
            "Your email campaign is finished: 120 of 130 recipients got it (3 failed, 7 left out)."
        );
    }

    #[test]
    fn names_from_elsewhere_stay_on_their_line() {
        let item = Happening::ItemRanOut { item: "i1".parse().unwrap() };
        let rule = Rule::usual(Kind::ItemRanOut);
        assert_eq!(
            item.words(rule, Some("Soup\nof the\tday ")).notification,
            "Out of stock: Soup of the day"
        );
        let long = item.words(rule, Some(&"ä".repeat(200))).notification;
        assert_eq!(long.chars().count(), "Out of stock: ".len() + LARGEST_NAME + 1);
    }

    #[test]
    fn what_is_stored_is_read_again() {
        let labor = Happening::LaborHigh { date: "2026-07-18".parse().unwrap(), tenths: 382 };
        let text = serde_json::to_string(&labor).unwrap();
        assert_eq!(text, r#"{"what":"laborHigh","date":"2026-07-18","tenths":382}"#);
        assert_eq!(serde_json::from_str::<Happening>(&text).unwrap(), labor);
        let before = r#"{"what":"payoutPaid","id":"po_1","cents":5}"#;
        assert_eq!(told(&serde_json::from_str(before).unwrap()).notification, "Payout of $0.05 is paid");
    }
}
