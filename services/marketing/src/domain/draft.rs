//! What an owner wants to say and to whom, checked before anything is kept of it.

use saffron_core::Error;

use super::{Address, CampaignKind, Channel, Code, Content, Item};

/// The most recipients of a call (design.md section 6).
const MOST_RECIPIENTS: usize = 25_000;
/// The longest body and subject, in characters (spec.md section 9).
const LONGEST: usize = 150;
/// The longest name of an item or a person.
const LONGEST_NAME: usize = 200;
/// The longest URL of a picture.
const LONGEST_URL: usize = 2_048;
/// The most items of a message.
const MOST_ITEMS: usize = 12;
/// The most cents of one price.
const HIGHEST_PRICE: i64 = 10_000_000_000;

/// As it was sent.
#[derive(Debug, Clone)]
pub struct Raw {
    /// By what.
    pub channel: Channel,
    /// What it is.
    pub kind: CampaignKind,
    /// Email addresses.
    pub emails: Vec<String>,
    /// Phone numbers and first names.
    pub recipients: Vec<(String, String)>,
    /// Of emails.
    pub subject: String,
    /// What is said.
    pub body: String,
    /// Of promo codes.
    pub promo_code: String,
    /// Whole percent, where it was sent.
    pub discount_percentage: Option<i32>,
    /// Of promotions.
    pub items: Vec<RawItem>,
}

/// An item as it was sent.
#[derive(Debug, Clone)]
pub struct RawItem {
    /// Empty: none.
    pub image_url: String,
    /// Its name.
    pub name: String,
    /// Cents.
    pub original_price: i64,
    /// Cents.
    pub price: i64,
}

/// One who is to get it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct To {
    /// Where.
    pub address: Address,
    /// Empty: not said.
    pub first_name: String,
}

impl To {
    /// The field that the caller sent this one in.
    #[must_use]
    pub fn field(channel: Channel, place: usize) -> String {
        match channel {
            Channel::Email => format!("emails[{place}]"),
            Channel::Text => format!("recipients[{place}].phone"),
        }
    }
}

/// A message that may be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// By what.
    pub channel: Channel,
    /// What it is.
    pub kind: CampaignKind,
    /// In the order in which they were sent.
    pub to: Vec<To>,
    /// Of emails; one line.
    pub subject: String,
    /// Lines are separated by `\n`.
    pub body: String,
    /// Of promo codes.
    pub code: Option<Code>,
    /// Whole percent; 0: nothing to show.
    pub discount_percentage: i32,
    /// On offer.
    pub items: Vec<Item>,
}

impl Draft {
    /// Checks what was sent. One that is `looked_at` only may still lack words and recipients.
    pub fn check(raw: Raw, looked_at: bool) -> Result<Draft, Error> {
        let body = raw.body.replace("\r\n", "\n").trim().to_owned();
        words("body", &body, LONGEST, looked_at, true)?;
        let subject = raw.subject.trim().to_owned();
        let is_email = raw.channel == Channel::Email;
        if is_email {
            words("subject", &subject, LONGEST, looked_at, false)?;
        }
        let is_code = raw.kind == CampaignKind::PromoCode;
        let code = match raw.promo_code.trim() {
            "" if looked_at || !is_code => None,
            text => Some(Code::parse(text)?),
        };
        if code.is_some() && !is_code {
            return Err(Error::invalid("promoCode", "belongs to a promo code message alone"));
        }
        let items = items(raw.items)?;
        let may_show = is_email && raw.kind != CampaignKind::Basic;
        if !items.is_empty() && !may_show {
            return Err(Error::invalid("items", "belong to promotion and promo code emails alone"));
        }
        if items.is_empty() && is_email && raw.kind == CampaignKind::Promotion && !looked_at {
            return Err(Error::invalid("items", "must name one item at least"));
        }
        let discount_percentage = discount(raw.kind, &items, raw.discount_percentage)?;
        let to = match raw.channel {
            Channel::Email => {
                addresses(raw.channel, raw.emails.into_iter().map(|text| (text, String::new())))?
            }
            Channel::Text => addresses(raw.channel, raw.recipients.into_iter())?,
        };
        if to.is_empty() && !looked_at {
            let why = "Sorry! You do not have any recipients added.";
            return Err(Error::invalid(list_of(raw.channel), why));
        }
        let subject = if is_email { subject } else { String::new() };
        Ok(Draft {
            channel: raw.channel,
            kind: raw.kind,
            to,
            subject,
            body,
            code,
            discount_percentage,
            items,
        })
    }

    /// What it says.
    #[must_use]
    pub fn content(&self) -> Content {
        Content {
            kind: self.kind,
            subject: self.subject.clone(),
            body: self.body.clone(),
            promo_code: self.code.as_ref().map(ToString::to_string).unwrap_or_default(),
            discount_percentage: self.discount_percentage,
            items: self.items.clone(),
            reward: None,
        }
    }

    /// What makes two the same.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}

const fn list_of(channel: Channel) -> &'static str {
    match channel {
        Channel::Email => "emails",
        Channel::Text => "recipients",
    }
}

/// Text that people read: not empty, not too long, and nothing that a header or a terminal would take for its own.
fn words(field: &str, text: &str, most: usize, may_lack: bool, lines: bool) -> Result<(), Error> {
    if text.is_empty() && !may_lack {
        return Err(Error::invalid(field, "must not be empty"));
    }
    if text.chars().count() > most {
        return Err(Error::invalid(field, format!("may have at most {most} characters")));
    }
    if text.chars().any(|c| c.is_control() && !(lines && c == '\n')) {
        let why = if lines { "may not contain control characters" } else { "must be one line of plain text" };
        return Err(Error::invalid(field, why));
    }
    Ok(())
}

fn items(raw: Vec<RawItem>) -> Result<Vec<Item>, Error> {
    if raw.len() > MOST_ITEMS {
        return Err(Error::invalid("items", format!("may name {MOST_ITEMS} at most")));
    }
    let item = |(place, raw): (usize, RawItem)| {
        let field = |name: &str| format!("items[{place}].{name}");
        let name = raw.name.trim().to_owned();
        words(&field("name"), &name, LONGEST_NAME, false, false)?;
        let image_url = raw.image_url.trim().to_owned();
        let is_path = image_url.starts_with('/') && !image_url.starts_with("//");
        let is_url = ["https://", "http://"].iter().any(|scheme| image_url.starts_with(scheme));
        let is_plain = image_url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\".contains(&byte));
        if !image_url.is_empty() && !((is_path || is_url) && is_plain && image_url.len() <= LONGEST_URL) {
            return Err(Error::invalid(field("imageUrl"), "must be an https:// or http:// URL of a picture"));
        }
        for (name, price) in [("originalPrice", raw.original_price), ("price", raw.price)] {
            if !(0..=HIGHEST_PRICE).contains(&price) {
                return Err(Error::invalid(field(name), "must be a price"));
            }
        }
        Ok(Item { image_url, name, original_price: raw.original_price, price: raw.price })
    };
    raw.into_iter().enumerate().map(item).collect()
}

/// The highest percentage among the items (spec.md section 5); without items, of a promo code, as it was sent.
fn discount(kind: CampaignKind, items: &[Item], sent: Option<i32>) -> Result<i32, Error> {
    let field = "discountPercentage";
    if sent.is_some_and(|percent| !(0..=100).contains(&percent)) {
        return Err(Error::invalid(field, "must lie between 0 and 100"));
    }
    let highest = items.iter().map(Item::off_percentage).max();
    match (kind, highest, sent) {
        (CampaignKind::Promotion, Some(highest), Some(sent)) if (highest - sent).abs() > 1 => {
            Err(Error::invalid(field, format!("must be the highest among the items, {highest}")))
        }
        (CampaignKind::Promotion, Some(highest), _) => Ok(highest),
        // What the code brings is the owner's word.
        (CampaignKind::PromoCode, highest, sent) => Ok(sent.or(highest).unwrap_or(0)),
        (CampaignKind::Promotion | CampaignKind::Basic | CampaignKind::Reward, ..) => Ok(0),
    }
}

fn addresses(
    channel: Channel,
    raw: impl ExactSizeIterator<Item = (String, String)>,
) -> Result<Vec<To>, Error> {
    if raw.len() > MOST_RECIPIENTS {
        return Err(Error::invalid(list_of(channel), "may name 25,000 recipients at most"));
    }
    raw.enumerate()
        .map(|(place, (text, first_name))| {
            let address = Address::parse(channel, &text)
                .map_err(|why| Error::invalid(To::field(channel, place), why))?;
            let first_name = first_name.trim().to_owned();
            words(&format!("recipients[{place}].firstName"), &first_name, LONGEST_NAME, true, false)?;
            Ok(To { address, first_name })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn email() -> Raw {
        Raw {
            channel: Channel::Email,
            kind: CampaignKind::Basic,
            emails: vec!["ana@example.com".into()],
            recipients: Vec::new(),
            subject: "Tacos".into(),
            body: "Come and eat.".into(),
            promo_code: String::new(),
            discount_percentage: None,
            items: Vec::new(),
        }
    }

    fn promotion() -> Raw {
        let item = |original_price, price| RawItem {
            image_url: "/pictures/1.png".into(),
            name: "Taco".into(),
            original_price,
            price,
        };
        Raw { kind: CampaignKind::Promotion, items: vec![item(1000, 900), item(800, 500)], ..email() }
    }

    fn text(phone: &str, name: &str) -> Raw {
        Raw {
            channel: Channel::Text,
            emails: Vec::new(),
            recipients: vec![("5552345678".into(), "Ana".into()), (phone.into(), name.into())],
            ..email()
        }
    }

    fn field(raw: Raw) -> String {
        Draft::check(raw, false).unwrap_err().field.unwrap()
    }

    #[test]
    fn the_field_that_is_wrong_is_named() {
        assert!(Draft::check(email(), false).is_ok());
        assert_eq!(field(Raw { subject: String::new(), ..email() }), "subject");
        assert_eq!(field(Raw { subject: "a\r\nBcc: b@example.com".into(), ..email() }), "subject");
        assert_eq!(field(Raw { subject: "a".repeat(151), ..email() }), "subject");
        assert_eq!(field(Raw { body: "a".repeat(151), ..email() }), "body");
        assert_eq!(field(Raw { body: "a\u{0}".into(), ..email() }), "body");
        assert!(Draft::check(Raw { body: "ж".repeat(150), ..email() }, false).is_ok());
        assert_eq!(Draft::check(Raw { body: "a\r\nb".into(), ..email() }, false).unwrap().body, "a\nb");
        let two = vec!["a@example.com".into(), "a@example.com,b@example.com".into()];
        assert_eq!(field(Raw { emails: two, ..email() }), "emails[1]");
        assert_eq!(field(Raw { emails: Vec::new(), ..email() }), "emails");
        assert_eq!(field(Raw { emails: vec!["a@example.com".into(); 25_001], ..email() }), "emails");
        assert!(Draft::check(Raw { emails: vec!["a@example.com".into(); 25_000], ..email() }, false).is_ok());
        assert_eq!(field(text(&"5".repeat(40), "")), "recipients[1].phone");
        assert_eq!(field(text("5552345679", "A\nB")), "recipients[1].firstName");
        assert_eq!(field(Raw { promo_code: "TACO".into(), ..email() }), "promoCode");
        assert_eq!(field(Raw { kind: CampaignKind::PromoCode, ..email() }), "promoCode");
        assert_eq!(field(Raw { items: Vec::new(), ..promotion() }), "items");
        assert_eq!(field(Raw { kind: CampaignKind::Basic, ..promotion() }), "items");
    }

    #[test]
    fn items_are_checked_one_by_one() {
        let with = |change: fn(&mut RawItem)| {
            let mut raw = promotion();
            change(&mut raw.items[1]);
            field(raw)
        };
        assert_eq!(with(|item| item.name = "a\r\nb".into()), "items[1].name");
        assert_eq!(with(|item| item.price = -1), "items[1].price");
        assert_eq!(with(|item| item.original_price = i64::MAX), "items[1].originalPrice");
        for url in ["javascript:alert(1)", "//evil.example/x.png", "https://x/\" onload=\"", "x.png"] {
            let mut raw = promotion();
            raw.items[1].image_url = url.into();
            assert_eq!(field(raw), "items[1].imageUrl", "{url}");
        }
    }

    #[test]
    fn the_discount_is_the_highest_among_the_items() {
        // 37.5 percent is rounded away from zero.
        assert_eq!(Draft::check(promotion(), false).unwrap().discount_percentage, 38);
        let sent = |percent| Draft::check(Raw { discount_percentage: Some(percent), ..promotion() }, false);
        assert_eq!(sent(37).unwrap().discount_percentage, 38);
        assert_eq!(sent(36).unwrap_err().field.as_deref(), Some("discountPercentage"));
        assert_eq!(sent(101).unwrap_err().field.as_deref(), Some("discountPercentage"));
        let dearer = Item { image_url: String::new(), name: "x".into(), original_price: 0, price: 5 };
        assert_eq!(dearer.off_percentage(), 0);
    }

    #[test]
    fn what_is_only_looked_at_may_lack_words() {
        let empty = Raw {
            kind: CampaignKind::PromoCode,
            emails: Vec::new(),
            subject: String::new(),
            body: String::new(),
            ..email()
        };
        assert!(Draft::check(empty.clone(), true).is_ok());
        assert!(Draft::check(Raw { subject: "a\nb".into(), ..empty }, true).is_err());
    }
}
