//! What is said, by a location, in the words of its kind.

use saffron_core::BusinessDate;

use super::{CampaignKind, Item};

/// Who speaks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    /// As people know it.
    pub name: String,
    /// Empty: none.
    pub website: String,
    /// Where post reaches it; empty: not known.
    pub postal_address: String,
    /// Empty: not known.
    pub phone: String,
}

/// What a guest was given.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reward {
    /// Of a reward item; empty: points.
    pub item_name: String,
    /// Of points; 0: an item.
    pub points: i64,
    /// The last day on which it counts.
    pub valid_until: Option<BusinessDate>,
}

impl Reward {
    /// In words: "Soup", "120 reward points".
    #[must_use]
    pub fn what(&self) -> String {
        if self.item_name.is_empty() {
            format!("{} reward points", self.points)
        } else {
            self.item_name.clone()
        }
    }

    /// In words: "until July 4, 2026".
    #[must_use]
    pub fn until(&self) -> Option<String> {
        self.valid_until.map(|date| date.date().strftime("until %B %-d, %Y").to_string())
    }
}

/// What is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// What it is.
    pub kind: CampaignKind,
    /// Of emails.
    pub subject: String,
    /// Lines are separated by `\n`.
    pub body: String,
    /// Empty: none.
    pub promo_code: String,
    /// Whole percent; 0: nothing to show.
    pub discount_percentage: i32,
    /// On offer.
    pub items: Vec<Item>,
    /// Of a word on a reward.
    pub reward: Option<Reward>,
}

/// What a message about a reward says where the owner wrote nothing.
pub const REWARD_NOTICE: &str = "A reward is waiting for you.";

/// Characters of a guest's text that are kept: as many as the provider sends (Twilio, message body).
const LONGEST_TEXT: usize = 1_600;

/// What a guest wrote, as it is kept: lines separated by `\n`, without control characters and without those that turn
/// the direction of text round.
#[must_use]
pub fn clean_text(text: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let text: String =
        text.replace('\t', " ").chars().filter(|c| !is_hidden(*c)).take(LONGEST_TEXT).collect();
    text.trim().to_owned()
}

/// How a text ends.
const END: &str = " Reply STOP to end";

/// A text as it is sent to a person of this first name (empty: not known).
#[must_use]
pub fn text_of(location: &Location, content: &Content, first_name: &str) -> String {
    let greeting = match content.kind {
        CampaignKind::PromoCode => String::new(),
        _ if first_name.is_empty() => String::new(),
        _ => format!("Hi {first_name}! "),
    };
    let behind = match (&content.reward, content.promo_code.as_str()) {
        (Some(reward), _) => {
            let until = reward.until().map(|until| format!(", {until}")).unwrap_or_default();
            format!(" Your reward: {}{until}.", reward.what())
        }
        (None, "") => String::new(),
        (None, code) => format!(" Code: {code}"),
    };
    format!("{}: {greeting}{}{behind}{END}", location.name, content.body)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn content(kind: CampaignKind) -> Content {
        Content {
            kind,
            subject: "Tacos".into(),
            body: "Two for one today.".into(),
            promo_code: String::new(),
            discount_percentage: 0,
            items: Vec::new(),
            reward: None,
        }
    }

    #[test]
    fn a_guests_text_is_kept_without_what_is_hidden() {
        assert_eq!(clean_text(" See\tyou\r\nat\u{0} 7\u{202e}! "), "See you\nat 7!");
        assert_eq!(clean_text(&"ä".repeat(5_000)).chars().count(), LONGEST_TEXT);
        assert_eq!(clean_text("\u{7}\r"), "");
    }

    #[test]
    fn a_text_says_who_writes_and_how_to_end_it() {
        let location = Location { name: "Ana's Grill".into(), ..Location::default() };
        let text = |content: &Content, name| text_of(&location, content, name);
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
