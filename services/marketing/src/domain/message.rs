//! The content of messages, and their form as a text.

use saffron_core::{BusinessDate, Calendar, Money};

use super::CampaignKind;

/// A location as auth describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    /// Empty: none.
    pub website: String,
    /// Empty if unknown.
    pub postal_address: String,
    /// Empty if unknown.
    pub phone: String,
    pub calendar: Calendar,
}

/// An item on offer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// An http or https URL, or a path of the gateway; empty: none.
    pub image_url: String,
    pub name: String,
    /// Cents.
    pub original_price: i64,
    /// Cents.
    pub price: i64,
}

impl Item {
    /// The discount in whole percent, rounded half away from zero; 0 without a discount.
    pub fn off_percentage(&self) -> i32 {
        let off = Money::from_cents((self.original_price - self.price).max(0));
        i32::try_from(off.ratio(100, self.original_price).cents()).unwrap_or(0)
    }
}

/// A granted reward.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reward {
    /// The name of a reward item; empty: the reward is points.
    pub item_name: String,
    /// The number of points; 0 for an item.
    pub points: i64,
    /// The last day on which the reward is valid.
    pub valid_until: Option<BusinessDate>,
}

impl Reward {
    /// The reward in words: "Soup", "120 reward points".
    pub fn what(&self) -> String {
        if self.item_name.is_empty() {
            format!("{} reward points", self.points)
        } else {
            self.item_name.clone()
        }
    }

    /// The validity in words.
    pub fn until(&self) -> Option<String> {
        self.valid_until.map(until)
    }
}

/// A message to all recipients of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub kind: CampaignKind,
    /// The subject of an email.
    pub subject: String,
    /// Lines are separated by `\n`.
    pub body: String,
    /// Empty: none.
    pub promo_code: String,
    /// Whole percent; 0: nothing to show.
    pub discount_percentage: i32,
    /// The items on offer.
    pub items: Vec<Item>,
    /// The last day of the promo code.
    pub valid_until: Option<BusinessDate>,
    /// The reward of a message about one.
    pub reward: Option<Reward>,
}

/// A last day in words: "until July 4, 2026".
pub fn until(date: BusinessDate) -> String {
    date.date().strftime("until %B %-d, %Y").to_string()
}

/// The most items that a text names.
const NAMED_ITEMS: usize = 3;

impl Content {
    /// What the promo code gives, as a text says it: "10% off Tacos and Soup, until July 4, 2026"; empty: not said.
    fn code_terms(&self) -> String {
        let discount = match self.discount_percentage {
            0 => String::new(),
            percent => format!("{percent}% off"),
        };
        let names: Vec<&str> = self.items.iter().map(|item| item.name.as_str()).collect();
        let items = match names.as_slice() {
            [] => String::new(),
            [only] => (*only).to_owned(),
            [first @ .., last] if names.len() <= NAMED_ITEMS => format!("{} and {last}", first.join(", ")),
            [..] => {
                let named = names.iter().take(NAMED_ITEMS - 1).copied().collect::<Vec<_>>().join(", ");
                format!("{named} and {} more", names.len() + 1 - NAMED_ITEMS)
            }
        };
        let given =
            [discount, items].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let parts = [Some(given), self.valid_until.map(until)].into_iter().flatten();
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// The body of a message about a reward without an owner's text.
pub const REWARD_NOTICE: &str = "A reward is waiting for you.";

/// The most characters of a stored text: as many as the provider sends (Twilio, message body).
const LONGEST_TEXT: usize = 1_600;

/// Cleans a text of a guest or a provider: lines separated by `\n`, without control characters and without those that change
/// the direction of text.
pub fn clean_text(text: &str) -> String {
    let is_invisible = |c: char| {
        c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let text: String =
        text.replace('\t', " ").chars().filter(|c| !is_invisible(*c)).take(LONGEST_TEXT).collect();
    text.trim().to_owned()
}

/// The end of every text.
const END: &str = " Reply STOP to end";

/// The text to a person with this first name (empty if unknown).
pub fn render_text(location: &Location, content: &Content, first_name: &str) -> String {
    let greeting = match content.kind {
        CampaignKind::PromoCode => String::new(),
        _ if first_name.is_empty() => String::new(),
        _ => format!("Hi {first_name}! "),
    };
    let ending = match (&content.reward, content.promo_code.as_str()) {
        (Some(reward), _) => {
            let until = reward.until().map(|until| format!(", {until}")).unwrap_or_default();
            format!(" Your reward: {}{until}.", reward.what())
        }
        (None, "") => String::new(),
        (None, code) => match content.code_terms().as_str() {
            "" => format!(" Code: {code}"),
            terms => format!(" Code: {code} ({terms})"),
        },
    };
    format!("{}: {greeting}{}{ending}{END}", location.name, content.body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(kind: CampaignKind) -> Content {
        Content {
            kind,
            subject: "Tacos".into(),
            body: "Two for one today.".into(),
            promo_code: String::new(),
            discount_percentage: 0,
            items: Vec::new(),
            valid_until: None,
            reward: None,
        }
    }

    #[test]
    fn a_text_says_what_its_code_gives() {
        let item =
            |name: &str| Item { image_url: String::new(), name: name.into(), original_price: 0, price: 0 };
        let with = |discount_percentage, names: &[&str], end: Option<&str>| {
            let items = names.iter().map(|name| item(name)).collect();
            let valid_until = end.map(|end| end.parse().unwrap());
            Content { discount_percentage, items, valid_until, ..content(CampaignKind::PromoCode) }
                .code_terms()
        };
        assert_eq!(with(0, &[], None), "");
        assert_eq!(with(25, &[], None), "25% off");
        assert_eq!(with(0, &[], Some("2026-07-04")), "until July 4, 2026");
        assert_eq!(with(25, &["Tacos"], Some("2026-07-04")), "25% off Tacos, until July 4, 2026");
        assert_eq!(with(25, &["Tacos", "Soup", "Rice"], None), "25% off Tacos, Soup and Rice");
        assert_eq!(with(0, &["Tacos", "Soup", "Rice", "Beans"], None), "Tacos, Soup and 2 more");
    }

    #[test]
    fn a_cleaned_text_has_no_hidden_characters() {
        assert_eq!(clean_text(" See\tyou\r\nat\u{0} 7\u{202e}! "), "See you\nat 7!");
        assert_eq!(clean_text(&"ä".repeat(5_000)).chars().count(), LONGEST_TEXT);
        assert_eq!(clean_text("\u{7}\r"), "");
    }

    #[test]
    fn a_text_names_its_location_and_how_to_end_it() {
        let none = String::new;
        let location = Location {
            name: "Ana's Grill".into(),
            website: none(),
            postal_address: none(),
            phone: none(),
            calendar: Calendar::utc(),
        };
        let text = |content: &Content, name| render_text(&location, content, name);
        let basic = content(CampaignKind::Basic);
        assert_eq!(text(&basic, "Bo"), "Ana's Grill: Hi Bo! Two for one today. Reply STOP to end");
        assert_eq!(text(&basic, ""), "Ana's Grill: Two for one today. Reply STOP to end");
        let code = Content { promo_code: "TACO-10".into(), ..content(CampaignKind::PromoCode) };
        assert_eq!(text(&code, "Bo"), "Ana's Grill: Two for one today. Code: TACO-10 Reply STOP to end");
        let reward =
            Reward { item_name: "Soup".into(), points: 0, valid_until: Some("2026-07-04".parse().unwrap()) };
        let reward =
            Content { reward: Some(reward), body: "Thank you.".into(), ..content(CampaignKind::Reward) };
        assert_eq!(
            text(&reward, "Bo"),
            "Ana's Grill: Hi Bo! Thank you. Your reward: Soup, until July 4, 2026. Reply STOP to end"
        );
    }
}
