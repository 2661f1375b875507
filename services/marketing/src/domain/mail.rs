//! Emails as guests see them: HTML and plain text, from one pair of templates.

use minijinja::context;
use saffron_core::{Money, UsPhone};
use saffron_kit::Fault;
use saffron_kit::mail::Templates;

use super::{Content, Item, Location, until};

/// A placeholder for the unsubscribe link of each recipient.
const LINK: &str = "saffron-unsubscribe-link";

/// The name of the pair of templates.
const NAME: &str = "mail";

/// The templates of emails to guests.
pub struct Mails {
    templates: Templates,
    /// The origin of the gateway, which serves pictures.
    public_url: String,
}

/// A campaign's email, without the unsubscribe link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    html: String,
    text: String,
}

impl Rendered {
    /// HTML and plain text of the mail with this unsubscribe link.
    pub fn to(&self, link: &str) -> (String, String) {
        (self.html.replace(LINK, link), self.text.replace(LINK, link))
    }
}

impl Mails {
    /// Reads the templates. `public_url` is the origin at which guests reach the gateway.
    pub fn new(public_url: &str) -> Result<Mails, Fault> {
        let templates = Templates::new([
            ("mail.html", include_str!("../../templates/mail.html")),
            ("mail.txt", include_str!("../../templates/mail.txt")),
        ])?;
        Ok(Mails { templates, public_url: public_url.trim_end_matches('/').to_owned() })
    }

    /// Renders a campaign's email.
    pub fn render(&self, location: &Location, content: &Content) -> Result<Rendered, Fault> {
        let items: Vec<_> = content.items.iter().map(|item| self.item(item)).collect();
        let reward = content.reward.as_ref().map(|reward| {
            context! { what => reward.what(), until => reward.until() }
        });
        let values = context! {
            subject => content.subject.clone(),
            business => location.name.clone(),
            website => location.website.clone(),
            website_url => website_url(&location.website),
            postal_address => location.postal_address.clone(),
            phone => shown_phone(&location.phone),
            paragraphs => content.body.split('\n').map(|line| line.trim().to_owned()).collect::<Vec<_>>(),
            promo_code => content.promo_code.clone(),
            discount => content.discount_percentage,
            code_until => content.valid_until.map(until),
            items,
            reward,
            unsubscribe => LINK,
        };
        let (html, text) = self.templates.render(NAME, &values)?;
        Ok(Rendered { html, text })
    }

    fn item(&self, item: &Item) -> minijinja::Value {
        let image = if item.image_url.starts_with('/') {
            format!("{}{}", self.public_url, item.image_url)
        } else {
            item.image_url.clone()
        };
        let cheaper = item.price < item.original_price;
        context! {
            image,
            name => item.name.clone(),
            initial => item.name.chars().next().map(|c| c.to_uppercase().to_string()),
            price => dollars(item.price),
            original_price => cheaper.then(|| dollars(item.original_price)),
            off => item.off_percentage(),
        }
    }
}

fn dollars(cents: i64) -> String {
    format!("${}", Money::from_cents(cents))
}

/// A website as a link, by https if it has no scheme.
fn website_url(website: &str) -> String {
    let is_url = ["https://", "http://"].iter().any(|scheme| website.starts_with(scheme));
    match website {
        "" => String::new(),
        url if is_url => url.to_owned(),
        name => format!("https://{name}"),
    }
}

/// (XXX) XXX-XXXX of a US number; others as they are.
fn shown_phone(phone: &str) -> String {
    let known: Option<UsPhone> = phone.parse().ok();
    let digits = known.as_ref().map_or("", UsPhone::as_str);
    match (digits.get(..3), digits.get(3..6), digits.get(6..)) {
        (Some(area), Some(exchange), Some(line)) => format!("({area}) {exchange}-{line}"),
        _ => phone.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{CampaignKind, Reward};

    fn location() -> Location {
        Location {
            name: "Ana's <b>Grill</b>".into(),
            website: "grill.example".into(),
            postal_address: "1 Main St, Springfield".into(),
            phone: "5552345678".into(),
            calendar: saffron_core::Calendar::utc(),
        }
    }

    fn promotion() -> Content {
        Content {
            kind: CampaignKind::Promotion,
            subject: "Tacos & more".into(),
            body: "Hello\n<script>alert(1)</script>".into(),
            promo_code: String::new(),
            discount_percentage: 38,
            items: vec![
                Item {
                    image_url: "/p/1.png".into(),
                    name: "Taco \"al pastor\"".into(),
                    original_price: 800,
                    price: 500,
                },
                Item { image_url: String::new(), name: "Soup".into(), original_price: 400, price: 400 },
            ],
            valid_until: None,
            reward: None,
        }
    }

    fn mails() -> Mails {
        Mails::new("https://saffron.example/").unwrap()
    }

    #[test]
    fn a_text_of_a_person_becomes_no_markup() {
        let (html, text) = mails().render(&location(), &promotion()).unwrap().to("https://x/u/t");
        assert!(!html.contains("<script") && !html.contains("<b>Grill"), "{html}");
        assert!(html.contains("&lt;script&gt;") && html.contains("Ana&#x27;s &lt;b&gt;Grill"), "{html}");
        assert!(text.contains("<script>alert(1)</script>"), "plain text is not escaped: {text}");
    }

    #[test]
    fn a_promotion_shows_both_prices_of_an_item() {
        let (html, text) = mails().render(&location(), &promotion()).unwrap().to("https://x/u/t");
        for part in ["$8.00", "$5.00", "38% off", "1 Main St, Springfield", "(555) 234-5678", "$4.00"] {
            assert!(html.contains(part) && text.contains(part), "{part}\n{html}\n{text}");
        }
        // An item that is no cheaper has no price crossed out.
        assert_eq!(html.matches("line-through").count(), 1);
        assert!(html.contains("https:&#x2f;&#x2f;saffron.example&#x2f;p&#x2f;1.png"), "{html}");
        assert_eq!(html.matches("<img").count(), 1);
    }

    #[test]
    fn a_mail_loads_nothing_and_has_its_unsubscribe_link() {
        let reward = Reward { item_name: String::new(), points: 50, valid_until: None };
        let contents = [
            Content { kind: CampaignKind::Basic, items: Vec::new(), discount_percentage: 0, ..promotion() },
            promotion(),
            Content {
                kind: CampaignKind::PromoCode,
                promo_code: "TACO-10".into(),
                valid_until: Some("2026-07-04".parse().unwrap()),
                ..promotion()
            },
            Content { kind: CampaignKind::Reward, items: Vec::new(), reward: Some(reward), ..promotion() },
        ];
        for content in contents {
            let (html, text) = mails().render(&location(), &content).unwrap().to("https://x/u/token");
            assert!(
                html.contains("href=\"https://x/u/token\"") && text.contains("https://x/u/token"),
                "{html}"
            );
            for none in ["url(", "<script", "<link", "@import", "<iframe", "<form", LINK] {
                assert!(!html.contains(none), "{none}");
            }
            assert!(text.contains(&content.promo_code));
            let says_end = [&html, &text].map(|part| part.contains("until July 4, 2026"));
            assert_eq!(says_end, [content.valid_until.is_some(); 2]);
            assert!(!text.contains("\n\n\n"), "{text}");
        }
    }
}
