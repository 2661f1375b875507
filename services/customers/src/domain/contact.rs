use saffron_core::contact::searched_digits;
use saffron_core::fact::CustomerUpsert;
use saffron_core::{EmailAddress, Error, UsPhone};

/// The most characters of names and email that are searched.
const SEARCHED: usize = 400;

/// Contact data of a guest, as the till sent them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// Trimmed and lower-cased.
    pub email: Option<String>,
    /// Ten digits where it is a US number, else as sent.
    pub phone: Option<String>,
    /// Whether the guest may get email, if the till says so.
    pub email_consent: Option<bool>,
    /// Whether the guest may get texts, if the till says so.
    pub sms_consent: Option<bool>,
}

impl Contact {
    pub fn of(upsert: &CustomerUpsert) -> Contact {
        let text = |label: &Option<_>| label.as_ref().map(ToString::to_string);
        Contact {
            first_name: text(&upsert.first_name),
            last_name: text(&upsert.last_name),
            email: text(&upsert.email).map(|text| EmailAddress::normalize(&text)),
            phone: text(&upsert.cell_phone_number).map(|text| phone(&text)),
            email_consent: upsert.email_consent,
            sms_consent: upsert.sms_consent,
        }
    }

    /// The text in which names and email are searched: "first last", and the email on a line of its own; lower case, and no
    /// longer than [`SEARCHED`].
    pub fn search_text(&self) -> String {
        let part = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
        let name = format!("{} {}", part(&self.first_name), part(&self.last_name));
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = format!("{name}\n{}", part(&self.email));
        if text == "\n" { String::new() } else { text.chars().take(SEARCHED).collect() }
    }
}

/// The form in which phone numbers are stored and compared: US numbers as ten digits, others as they were sent.
pub fn phone(text: &str) -> String {
    text.parse().map_or_else(|_| text.trim().to_owned(), |phone: UsPhone| phone.as_str().to_owned())
}

/// A search of the list of guests: for a part of a name, of an email, or of the digits of a phone number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// In lower case.
    pub text: String,
    /// The digits, if the text can be part of a phone number.
    pub digits: Option<String>,
}

impl Search {
    /// The longest search, in characters.
    const LONGEST: usize = 100;

    /// None, if the text is blank.
    pub fn parse(text: &str) -> Result<Option<Search>, Error> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if text.chars().count() > Search::LONGEST {
            return Err(Error::invalid("search", "may have at most 100 characters"));
        }
        let digits = searched_digits(&text);
        Ok((!text.is_empty()).then_some(Search { text, digits }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_another_country_is_kept_as_sent() {
        assert_eq!(phone(" +1 555.123.4567 "), "5551234567");
        for text in ["+49 30 1234567", "555-1234", "555123456x", "25551234567"] {
            assert_eq!(phone(&format!(" {text} ")), text);
        }
    }

    #[test]
    fn a_guest_is_found_by_names_email_and_digits() {
        let contact = Contact {
            first_name: Some("Ana".into()),
            last_name: Some("Löpez".into()),
            email: Some("ana@example.com".into()),
            ..Contact::default()
        };
        assert_eq!(contact.search_text(), "ana löpez\nana@example.com");
        assert_eq!(Contact::default().search_text(), "");
        let endless = Contact { last_name: Some("x".repeat(1_000)), ..contact };
        assert_eq!(endless.search_text().chars().count(), SEARCHED);
        let search = |text: &str| Search::parse(text).unwrap();
        assert_eq!(search("  "), None);
        assert_eq!(search(" ANA  L").unwrap(), Search { text: "ana l".into(), digits: None });
        assert_eq!(search("(555) 12").unwrap().digits.as_deref(), Some("55512"));
        assert_eq!(search("+1 (555) 123-4567").unwrap().digits.as_deref(), Some("5551234567"));
        assert_eq!(search("@5").unwrap().digits, None);
        assert_eq!(Search::parse(&"x".repeat(101)).unwrap_err().field.as_deref(), Some("search"));
    }
}
