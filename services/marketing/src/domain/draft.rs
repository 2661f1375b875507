//! The message and the recipients of a request, checked before they are stored.

use saffron_core::{BusinessDate, Error};

use super::{Address, CampaignKind, Channel, Code, Content, Item};

/// The most recipients of a call.
const MOST_RECIPIENTS: usize = 25_000;
/// The longest body and subject, in characters.
const LONGEST: usize = 150;
/// The longest name of an item or a person.
const LONGEST_NAME: usize = 200;
/// The longest URL of a picture.
const LONGEST_URL: usize = 2_048;
/// The most items of a message.
const MOST_ITEMS: usize = 12;
/// The most cents of one price.
const HIGHEST_PRICE: i64 = 10_000_000_000;

/// A draft as the caller sent it.
#[derive(Debug, Clone)]
pub struct RawDraft {
    /// By email or by text.
    pub channel: Channel,
    pub kind: CampaignKind,
    /// Email addresses.
    pub emails: Vec<String>,
    /// Phone numbers and first names.
    pub recipients: Vec<(String, String)>,
    /// The subject of an email.
    pub subject: String,
    pub body: String,
    /// Empty: none.
    pub promo_code: String,
    /// Whole percent; none if it was not sent.
    pub discount_percentage: Option<i32>,
    /// The items of a promotion.
    pub items: Vec<Item>,
    /// The last day of a promo code.
    pub valid_until: Option<BusinessDate>,
}

/// A recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct To {
    /// Email address or phone number.
    pub address: Address,
    /// Empty if unknown.
    pub first_name: String,
}

impl To {
    /// The request field of the recipient at this index.
    pub fn field(channel: Channel, index: usize) -> String {
        match channel {
            Channel::Email => format!("emails[{index}]"),
            Channel::Text => format!("recipients[{index}].phone"),
        }
    }
}

/// A checked draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// By email or by text.
    pub channel: Channel,
    pub kind: CampaignKind,
    /// In the order of the request.
    pub to: Vec<To>,
    /// The subject of an email; one line.
    pub subject: String,
    /// Lines are separated by `\n`.
    pub body: String,
    pub code: Option<Code>,
    /// Whole percent; 0: nothing to show.
    pub discount_percentage: i32,
    /// The items on offer.
    pub items: Vec<Item>,
    /// The last day of the code.
    pub valid_until: Option<BusinessDate>,
}

impl Draft {
    /// Checks a draft. That of a preview may still have no texts and recipients.
    pub fn check(raw: RawDraft, is_preview: bool) -> Result<Draft, Error> {
        let RawDraft { channel, kind, .. } = raw;
        let (is_email, is_code) = (channel == Channel::Email, kind == CampaignKind::PromoCode);
        let body = raw.body.replace("\r\n", "\n").trim().to_owned();
        check_text("body", &body, LONGEST, is_preview, true)?;
        let subject = if is_email { raw.subject.trim().to_owned() } else { String::new() };
        if is_email {
            check_text("subject", &subject, LONGEST, is_preview, false)?;
        }
        let code: Option<Code> = match raw.promo_code.trim() {
            "" if is_preview || !is_code => None,
            text => Some(text.parse()?),
        };
        if code.is_some() && !is_code {
            return Err(Error::invalid("promoCode", "belongs to a promo code message alone"));
        }
        let items = checked_items(raw.items)?;
        let may_have_items = is_code || is_email && kind == CampaignKind::Promotion;
        if !items.is_empty() && !may_have_items {
            return Err(Error::invalid("items", "belong to promotion emails and promo codes alone"));
        }
        if raw.valid_until.is_some() && !is_code {
            return Err(Error::invalid("validUntil", "belongs to a promo code message alone"));
        }
        if items.is_empty() && is_email && kind == CampaignKind::Promotion && !is_preview {
            return Err(Error::invalid("items", "must name one item at least"));
        }
        let discount_percentage = discount(kind, &items, raw.discount_percentage)?;
        let to = match channel {
            Channel::Email => addresses(channel, raw.emails.into_iter().map(|text| (text, String::new())))?,
            Channel::Text => addresses(channel, raw.recipients.into_iter())?,
        };
        if to.is_empty() && !is_preview {
            let why = "Sorry! You do not have any recipients added.";
            return Err(Error::invalid(list_of(channel), why));
        }
        let valid_until = raw.valid_until;
        Ok(Draft { channel, kind, to, subject, body, code, discount_percentage, items, valid_until })
    }

    /// The message.
    pub fn content(&self) -> Content {
        Content {
            kind: self.kind,
            subject: self.subject.clone(),
            body: self.body.clone(),
            promo_code: self.code.as_ref().map(|code| code.as_str().to_owned()).unwrap_or_default(),
            discount_percentage: self.discount_percentage,
            items: self.items.clone(),
            valid_until: self.valid_until,
            reward: None,
        }
    }

    /// Checks that a promo code can still be used on this business date.
    pub fn check_end(&self, today: BusinessDate) -> Result<(), Error> {
        match self.valid_until {
            Some(end) if end < today => Err(Error::invalid("validUntil", "must not be in the past")),
            _ => Ok(()),
        }
    }

    /// A text that is the same for equal drafts. Replicas of two releases compare it during an update, so that a draft without
    /// an end reads as it did before there was one.
    pub fn fingerprint(&self) -> String {
        let text = format!("{self:?}");
        match text.strip_suffix(", valid_until: None }") {
            Some(start) => format!("{start} }}"),
            None => text,
        }
    }
}

/// The request field of the recipients.
const fn list_of(channel: Channel) -> &'static str {
    match channel {
        Channel::Email => "emails",
        Channel::Text => "recipients",
    }
}

/// Checks a text that people read: not empty, not too long, and without control characters.
fn check_text(
    field: &str,
    text: &str,
    most: usize,
    may_be_empty: bool,
    has_lines: bool,
) -> Result<(), Error> {
    if text.is_empty() && !may_be_empty {
        return Err(Error::invalid(field, "must not be empty"));
    }
    if text.chars().count() > most {
        return Err(Error::invalid(field, format!("may have at most {most} characters")));
    }
    if text.chars().any(|c| c.is_control() && !(has_lines && c == '\n')) {
        let why =
            if has_lines { "may not contain control characters" } else { "must be one line of plain text" };
        return Err(Error::invalid(field, why));
    }
    Ok(())
}

fn checked_items(items: Vec<Item>) -> Result<Vec<Item>, Error> {
    if items.len() > MOST_ITEMS {
        return Err(Error::invalid("items", format!("may name {MOST_ITEMS} at most")));
    }
    let item = |(index, item): (usize, Item)| {
        let field = |name: &str| format!("items[{index}].{name}");
        let (name, image_url) = (item.name.trim().to_owned(), item.image_url.trim().to_owned());
        check_text(&field("name"), &name, LONGEST_NAME, false, false)?;
        let is_path = image_url.starts_with('/') && !image_url.starts_with("//");
        let is_url = ["https://", "http://"].iter().any(|scheme| image_url.starts_with(scheme));
        let is_plain = image_url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\".contains(&byte));
        if !image_url.is_empty() && !((is_path || is_url) && is_plain && image_url.len() <= LONGEST_URL) {
            return Err(Error::invalid(field("imageUrl"), "must be an https:// or http:// URL of a picture"));
        }
        for (name, price) in [("originalPrice", item.original_price), ("price", item.price)] {
            if !(0..=HIGHEST_PRICE).contains(&price) {
                return Err(Error::invalid(field(name), "must be a price"));
            }
        }
        Ok(Item { image_url, name, ..item })
    };
    items.into_iter().enumerate().map(item).collect()
}

/// The discount to show: the highest percentage among the items; for a promo code the requested one.
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
        // The owner decides the discount of a code.
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
        .map(|(index, (text, first_name))| {
            let address = Address::parse(channel, &text)
                .map_err(|why| Error::invalid(To::field(channel, index), why))?;
            let first_name = first_name.trim().to_owned();
            check_text(&format!("recipients[{index}].firstName"), &first_name, LONGEST_NAME, true, false)?;
            Ok(To { address, first_name })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn email() -> RawDraft {
        RawDraft {
            channel: Channel::Email,
            kind: CampaignKind::Basic,
            emails: vec!["ana@example.com".into()],
            recipients: Vec::new(),
            subject: "Tacos".into(),
            body: "Come and eat.".into(),
            promo_code: String::new(),
            discount_percentage: None,
            items: Vec::new(),
            valid_until: None,
        }
    }

    fn promotion() -> RawDraft {
        let item = |original_price, price| Item {
            image_url: "/pictures/1.png".into(),
            name: "Taco".into(),
            original_price,
            price,
        };
        RawDraft { kind: CampaignKind::Promotion, items: vec![item(1000, 900), item(800, 500)], ..email() }
    }

    fn text(phone: &str, name: &str) -> RawDraft {
        RawDraft {
            channel: Channel::Text,
            emails: Vec::new(),
            recipients: vec![("5552345678".into(), "Ana".into()), (phone.into(), name.into())],
            ..email()
        }
    }

    fn field(raw: RawDraft) -> String {
        Draft::check(raw, false).unwrap_err().field.unwrap()
    }

    #[test]
    fn a_refusal_names_the_wrong_field() {
        assert!(Draft::check(email(), false).is_ok());
        assert_eq!(field(RawDraft { subject: String::new(), ..email() }), "subject");
        assert_eq!(field(RawDraft { subject: "a\r\nBcc: b@example.com".into(), ..email() }), "subject");
        assert_eq!(field(RawDraft { subject: "a".repeat(151), ..email() }), "subject");
        assert_eq!(field(RawDraft { body: "a".repeat(151), ..email() }), "body");
        assert_eq!(field(RawDraft { body: "a\u{0}".into(), ..email() }), "body");
        assert!(Draft::check(RawDraft { body: "ж".repeat(150), ..email() }, false).is_ok());
        assert_eq!(Draft::check(RawDraft { body: "a\r\nb".into(), ..email() }, false).unwrap().body, "a\nb");
        let two = vec!["a@example.com".into(), "a@example.com,b@example.com".into()];
        assert_eq!(field(RawDraft { emails: two, ..email() }), "emails[1]");
        assert_eq!(field(RawDraft { emails: Vec::new(), ..email() }), "emails");
        assert_eq!(field(RawDraft { emails: vec!["a@example.com".into(); 25_001], ..email() }), "emails");
        assert!(
            Draft::check(RawDraft { emails: vec!["a@example.com".into(); 25_000], ..email() }, false).is_ok()
        );
        assert_eq!(field(text(&"5".repeat(40), "")), "recipients[1].phone");
        assert_eq!(field(text("5552345679", "A\nB")), "recipients[1].firstName");
        assert_eq!(field(RawDraft { promo_code: "TACO".into(), ..email() }), "promoCode");
        assert_eq!(field(RawDraft { kind: CampaignKind::PromoCode, ..email() }), "promoCode");
        assert_eq!(field(RawDraft { items: Vec::new(), ..promotion() }), "items");
        assert_eq!(field(RawDraft { kind: CampaignKind::Basic, ..promotion() }), "items");
        assert_eq!(
            field(RawDraft { valid_until: Some("2026-07-04".parse().unwrap()), ..email() }),
            "validUntil"
        );
    }

    #[test]
    fn items_are_checked_one_by_one() {
        let with = |change: fn(&mut Item)| {
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
    fn promo_code_by_text_has_discount_items_and_end() {
        let raw = RawDraft {
            kind: CampaignKind::PromoCode,
            promo_code: "taco-10".into(),
            discount_percentage: Some(10),
            items: promotion().items,
            valid_until: Some("2026-07-04".parse().unwrap()),
            ..text("5552345679", "")
        };
        let draft = Draft::check(raw.clone(), false).unwrap();
        assert_eq!((draft.discount_percentage, draft.items.len()), (10, 2));
        assert!(draft.check_end("2026-07-04".parse().unwrap()).is_ok());
        let over = draft.check_end("2026-07-05".parse().unwrap()).unwrap_err();
        assert_eq!(over.field.as_deref(), Some("validUntil"));
        let endless = Draft::check(RawDraft { valid_until: None, ..raw }, false).unwrap();
        assert!(endless.fingerprint() != draft.fingerprint());
    }

    #[test]
    fn the_discount_is_the_highest_among_the_items() {
        // 37.5 percent is rounded away from zero.
        assert_eq!(Draft::check(promotion(), false).unwrap().discount_percentage, 38);
        let sent =
            |percent| Draft::check(RawDraft { discount_percentage: Some(percent), ..promotion() }, false);
        assert_eq!(sent(37).unwrap().discount_percentage, 38);
        assert_eq!(sent(36).unwrap_err().field.as_deref(), Some("discountPercentage"));
        assert_eq!(sent(101).unwrap_err().field.as_deref(), Some("discountPercentage"));
        let dearer = Item { image_url: String::new(), name: "x".into(), original_price: 0, price: 5 };
        assert_eq!(dearer.off_percentage(), 0);
    }

    #[test]
    fn a_fingerprint_does_not_change_with_the_version() {
        let draft = Draft::check(
            RawDraft { promo_code: "TACO-10".into(), kind: CampaignKind::PromoCode, ..promotion() },
            false,
        );
        let known = "Draft { channel: Email, kind: PromoCode, to: [To { address: Address { channel: Email, \
            text: \"ana@example.com\" }, first_name: \"\" }], subject: \"Tacos\", body: \"Come and eat.\", \
            code: Some(Code(\"TACO-10\")), discount_percentage: 38, items: [Item { image_url: \"/pictures/1.png\", \
            name: \"Taco\", original_price: 1000, price: 900 }, Item { image_url: \"/pictures/1.png\", name: \"Taco\", \
            original_price: 800, price: 500 }] }";
        assert_eq!(draft.unwrap().fingerprint(), known);
    }

    #[test]
    fn a_preview_may_lack_texts_and_recipients() {
        let empty = RawDraft {
            kind: CampaignKind::PromoCode,
            emails: Vec::new(),
            subject: String::new(),
            body: String::new(),
            ..email()
        };
        assert!(Draft::check(empty.clone(), true).is_ok());
        assert!(Draft::check(RawDraft { subject: "a\nb".into(), ..empty }, true).is_err());
    }
}
