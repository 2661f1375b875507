//! What happened at a location, and the texts of its notifications: plain English, dollars as in the US.

use saffron_core::currency::amount;
use saffron_core::{BusinessDate, CheckId, ItemId};
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantArray};
use uuid::Uuid;

use super::DayFigures;
use super::format::{DOLLARS, dollars, percent, short_date};

/// How many characters of a name are shown.
const LARGEST_NAME: usize = 80;

/// What happened at a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(rename_all = "camelCase", tag = "what")]
#[strum_discriminants(
    name(Kind),
    doc = "The kinds of happenings, in the order in which people see their rules.",
    derive(PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray),
    strum(serialize_all = "camelCase")
)]
pub enum Happening {
    /// A business day ended.
    DayClosed(DayFigures),
    /// An item is out of stock.
    ItemRanOut { item: ItemId },
    /// A payout arrived.
    PayoutPaid(CardAmount),
    /// A payout did not arrive.
    PayoutFailed(CardAmount),
    /// A card payment failed.
    PaymentFailed(CardAmount),
    /// A cardholder disputes a payment.
    DisputeOpened {
        /// Whether `id` is that of a payment, otherwise that of the dispute.
        is_payment: bool,
        #[serde(flatten)]
        money: CardAmount,
        /// The provider's reason.
        why: String,
    },
    /// A campaign has no waiting messages any more.
    CampaignFinished(FinishedCampaign),
    /// Lines of a check, or all of it, were voided.
    LargeVoid(CheckAmount),
    /// A check was discounted.
    LargeDiscount(CheckAmount),
    /// A check was refunded.
    LargeRefund(CheckAmount),
    /// Labor is a high percentage of net sales.
    LaborHigh {
        date: BusinessDate,
        /// Tenths of a percent of net sales so far.
        tenths: i64,
    },
    /// A guest wrote a text.
    GuestText {
        /// Marketing's id of the text, which the app reads from there.
        id: Uuid,
    },
    /// Another source has sales of days that an import or a connection brought.
    SalesCountedTwice(Overlap),
    /// Settled days differ from what the POS itself counted, or changed after they had settled.
    SalesDiffer(Differing),
}

/// Days of a connection whose figures are not the POS's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differing {
    pub connection: Uuid,
    pub days: i64,
    pub first: BusinessDate,
    pub last: BusinessDate,
}

/// Days that another source has too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlap {
    #[serde(flatten)]
    pub of: Overlapped,
    pub days: i64,
    pub first: BusinessDate,
    pub last: BusinessDate,
}

/// What brought the days that another source has too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Overlapped {
    /// An import, and its net sales of these days.
    Import { import: Uuid, cents: i64 },
    /// A connection to a POS.
    Connection { connection: Uuid },
}

/// An amount at a card account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardAmount {
    /// The provider's id of the payout, payment or dispute.
    pub id: String,
    /// In minor units.
    pub cents: i64,
    /// ISO 4217; happenings of earlier versions have none.
    #[serde(default = "in_dollars")]
    pub currency: String,
}

/// A finished campaign, and its numbers of guests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedCampaign {
    pub id: Uuid,
    /// Whether it was sent by text message, otherwise by email.
    pub by_text: bool,
    /// Whether a person stopped it.
    pub stopped: bool,
    pub recipients: i64,
    pub sent: i64,
    pub failed: i64,
    /// Excluded guests, such as those who opted out.
    pub excluded: i64,
    /// Sent or not sent: the provider did not answer.
    pub unknown: i64,
}

/// An amount of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckAmount {
    pub check: CheckId,
    pub cents: i64,
    /// When it was closed, wall time: `7:42 PM`.
    pub at: String,
}

/// The page that a tap opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// check, item, payout, payment, dispute, campaign, report, text, import or connection.
    pub kind: &'static str,
    /// The id of the object; of a report the business date.
    pub id: String,
}

/// The texts of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// One short line.
    pub notification: String,
    /// A longer text; empty where there is none.
    pub message: String,
    /// The rule that it matches.
    pub reason: String,
}

fn in_dollars() -> String {
    DOLLARS.to_owned()
}

/// A text from outside on one line, shortened.
fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let trimmed = spaced.trim();
    match trimmed.char_indices().nth(LARGEST_NAME) {
        None => trimmed.to_owned(),
        Some((end, _)) => format!("{}…", trimmed.get(..end).unwrap_or_default()),
    }
}

impl Happening {
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.into()
    }

    /// The number that a rule's threshold is compared with; none for kinds without a threshold.
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

    /// The page that a tap opens.
    #[must_use]
    pub fn target(&self) -> Target {
        let (kind, id) = match self {
            Happening::DayClosed(figures) => ("report", figures.date.to_string()),
            Happening::ItemRanOut { item } => ("item", item.to_string()),
            Happening::PayoutPaid(of) | Happening::PayoutFailed(of) => ("payout", of.id.clone()),
            Happening::PaymentFailed(of) => ("payment", of.id.clone()),
            Happening::DisputeOpened { is_payment, money, .. } => {
                (if *is_payment { "payment" } else { "dispute" }, money.id.clone())
            }
            Happening::CampaignFinished(of) => ("campaign", of.id.to_string()),
            Happening::LargeVoid(of) | Happening::LargeDiscount(of) | Happening::LargeRefund(of) => {
                ("check", of.check.to_string())
            }
            Happening::LaborHigh { date, .. } => ("report", date.to_string()),
            Happening::GuestText { id } => ("text", id.to_string()),
            Happening::SalesCountedTwice(of) => match &of.of {
                Overlapped::Import { import, .. } => ("import", import.to_string()),
                Overlapped::Connection { connection } => ("connection", connection.to_string()),
            },
            Happening::SalesDiffer(of) => ("connection", of.connection.to_string()),
        };
        Target { kind, id }
    }

    /// The texts for a person whose rule has this threshold. `item_name` is none for an unknown item.
    #[must_use]
    pub fn content(&self, threshold: Option<i64>, item_name: Option<&str>) -> Content {
        let short = |notification: String, reason: &str| Content {
            notification,
            message: String::new(),
            reason: reason.to_owned(),
        };
        let large = |what: &str, of: &CheckAmount| {
            let over = threshold.map_or_else(String::new, |least| format!(" of {} or more", dollars(least)));
            short(format!("Large {what}: {} at {}", dollars(of.cents), of.at), &format!("{what}{over}"))
        };
        let money = |of: &CardAmount| amount(of.cents, &of.currency);
        match self {
            Happening::DayClosed(figures) => Content {
                notification: figures.line(),
                message: figures.text(),
                reason: "business day ended".into(),
            },
            Happening::ItemRanOut { item } => {
                let name = one_line(item_name.unwrap_or(item.as_str()));
                short(format!("Out of stock: {name}"), "item out of stock")
            }
            Happening::PayoutPaid(of) => short(format!("Payout of {} was paid", money(of)), "payout paid"),
            Happening::PayoutFailed(of) => {
                short(format!("Payout of {} failed: see Payouts", money(of)), "payout failed")
            }
            Happening::PaymentFailed(of) => {
                short(format!("Card payment of {} failed", money(of)), "card payment failed")
            }
            Happening::DisputeOpened { money: of, why, .. } => {
                let why = one_line(&why.replace('_', " "));
                let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
                let line = format!("Dispute opened: {}{why}. Respond before the deadline.", money(of));
                short(line, "dispute opened")
            }
            Happening::CampaignFinished(of) => of.content(),
            Happening::GuestText { .. } => Content {
                notification: "A guest replied to your text".into(),
                message: "Open it to read the reply.".into(),
                reason: "guest replied to a text".into(),
            },
            Happening::SalesCountedTwice(of) => of.content(),
            Happening::SalesDiffer(of) => of.content(),
            Happening::LargeVoid(of) => large("void", of),
            Happening::LargeDiscount(of) => large("discount", of),
            Happening::LargeRefund(of) => large("refund", of),
            Happening::LaborHigh { tenths, .. } => {
                let limit = percent(threshold.unwrap_or_default());
                let line = format!("Labor is {} of net sales so far (your limit: {limit})", percent(*tenths));
                short(line, &format!("labor at {limit} of net sales or more"))
            }
        }
    }
}

impl Overlap {
    fn content(&self) -> Content {
        let of_days = of_days(self.days, self.first, self.last);
        let (notification, reason) = match &self.of {
            Overlapped::Import { cents, .. } => (
                format!("Sales counted twice: {} of {of_days}. See the import.", dollars(*cents)),
                "an import and another source have sales of the same days",
            ),
            Overlapped::Connection { .. } => (
                format!("Your POS is not the only source of {of_days}. Choose which sales count."),
                "your POS and another source have sales of the same days",
            ),
        };
        Content { notification, message: String::new(), reason: reason.into() }
    }
}

impl Differing {
    fn content(&self) -> Content {
        let of_days = of_days(self.days, self.first, self.last);
        Content {
            notification: format!("Figures of {of_days} are not your POS's. See where they differ."),
            message: String::new(),
            reason: "a settled day differs from the POS, or changed".into(),
        }
    }
}

fn of_days(days: i64, first: BusinessDate, last: BusinessDate) -> String {
    if first == last {
        short_date(first)
    } else {
        format!("{days} days, {} to {}", short_date(first), short_date(last))
    }
}

impl FinishedCampaign {
    fn content(&self) -> Content {
        let FinishedCampaign { by_text, stopped, recipients, sent, failed, excluded, unknown, .. } = self;
        let what = if *by_text { "Text campaign" } else { "Email campaign" };
        let end = if *stopped { "stopped" } else { "finished" };
        let not = [(failed, "failed"), (excluded, "excluded"), (unknown, "unknown")];
        let not = not.into_iter().filter(|(count, _)| **count > 0);
        let not: Vec<String> = not.map(|(count, why)| format!("{count} {why}")).collect();
        let not = if not.is_empty() { String::new() } else { format!(" ({})", not.join(", ")) };
        Content {
            notification: format!("{what} {end}: {sent} of {recipients} sent"),
            message: format!(
                "Your {} has {end}: sent to {sent} of {recipients} recipients{not}.",
                what.to_lowercase()
            ),
            reason: format!("campaign {end}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(happening: &Happening) -> Content {
        let threshold = if matches!(happening, Happening::LaborHigh { .. }) { 350 } else { 5_000 };
        happening.content(Some(threshold), Some("Margherita"))
    }

    #[test]
    fn content_is_plain_english() {
        let of = CheckAmount { check: "c1".parse().unwrap(), cents: 8_420, at: "7:42 PM".into() };
        let void = content(&Happening::LargeVoid(of.clone()));
        assert_eq!(void.notification, "Large void: $84.20 at 7:42 PM");
        assert_eq!((void.message.as_str(), void.reason.as_str()), ("", "void of $50.00 or more"));
        assert_eq!(content(&Happening::LargeRefund(of)).notification, "Large refund: $84.20 at 7:42 PM");
        let item = Happening::ItemRanOut { item: "i1".parse().unwrap() };
        assert_eq!(content(&item).notification, "Out of stock: Margherita");
        assert_eq!(item.content(None, None).notification, "Out of stock: i1");
        let money = |id: &str, cents| CardAmount { id: id.into(), cents, currency: "usd".into() };
        let failed = Happening::PayoutFailed(money("po_1", 120_455));
        assert_eq!(content(&failed).notification, "Payout of $1,204.55 failed: see Payouts");
        let labor = Happening::LaborHigh { date: "2026-07-18".parse().unwrap(), tenths: 382 };
        assert_eq!(content(&labor).notification, "Labor is 38.2% of net sales so far (your limit: 35.0%)");
        let twice = |days, last: &str| {
            let (first, last) = ("2026-06-02".parse().unwrap(), last.parse().unwrap());
            let of = Overlapped::Import { import: Uuid::nil(), cents: 120_455 };
            content(&Happening::SalesCountedTwice(Overlap { of, days, first, last })).notification
        };
        assert_eq!(
            twice(2, "2026-06-03"),
            "Sales counted twice: $1,204.55 of 2 days, Jun 2 to Jun 3. See the import."
        );
        assert_eq!(twice(1, "2026-06-02"), "Sales counted twice: $1,204.55 of Jun 2. See the import.");
        let (first, last) = ("2026-06-02".parse().unwrap(), "2026-06-03".parse().unwrap());
        let of = Overlapped::Connection { connection: Uuid::nil() };
        let shared = Happening::SalesCountedTwice(Overlap { of, days: 1, first, last: first });
        assert_eq!(
            content(&shared).notification,
            "Your POS is not the only source of Jun 2. Choose which sales count."
        );
        let differing = Happening::SalesDiffer(Differing { connection: Uuid::nil(), days: 2, first, last });
        assert_eq!(
            content(&differing).notification,
            "Figures of 2 days, Jun 2 to Jun 3 are not your POS's. See where they differ."
        );
        let dispute = Happening::DisputeOpened {
            is_payment: true,
            money: money("pi_1", 1_000),
            why: "product_not_received".into(),
        };
        assert_eq!(
            content(&dispute).notification,
            "Dispute opened: $10.00 (product not received). Respond before the deadline."
        );
        let campaign = Happening::CampaignFinished(FinishedCampaign {
            id: Uuid::nil(),
            by_text: false,
            stopped: false,
            recipients: 130,
            sent: 120,
            failed: 3,
            excluded: 7,
            unknown: 0,
        });
        let of_campaign = content(&campaign);
        assert_eq!(of_campaign.notification, "Email campaign finished: 120 of 130 sent");
        assert_eq!(
            of_campaign.message,
            "Your email campaign has finished: sent to 120 of 130 recipients (3 failed, 7 excluded)."
        );
    }

    #[test]
    fn name_from_elsewhere_stays_on_its_line() {
        let item = Happening::ItemRanOut { item: "i1".parse().unwrap() };
        assert_eq!(
            item.content(None, Some("Soup\nof the\tday ")).notification,
            "Out of stock: Soup of the day"
        );
        let long = item.content(None, Some(&"ä".repeat(200))).notification;
        assert_eq!(long.chars().count(), "Out of stock: ".len() + LARGEST_NAME + 1);
    }

    #[test]
    fn stored_happening_is_read_again() {
        let labor = Happening::LaborHigh { date: "2026-07-18".parse().unwrap(), tenths: 382 };
        let text = serde_json::to_string(&labor).unwrap();
        assert_eq!(text, r#"{"what":"laborHigh","date":"2026-07-18","tenths":382}"#);
        assert_eq!(serde_json::from_str::<Happening>(&text).unwrap(), labor);
        let dispute =
            r#"{"what":"disputeOpened","is_payment":true,"id":"pi_1","cents":5,"currency":"usd","why":"x"}"#;
        assert_eq!(
            serde_json::to_string(&serde_json::from_str::<Happening>(dispute).unwrap()).unwrap(),
            dispute
        );
        let before = r#"{"what":"payoutPaid","id":"po_1","cents":5}"#;
        assert_eq!(content(&serde_json::from_str(before).unwrap()).notification, "Payout of $0.05 was paid");
    }
}
