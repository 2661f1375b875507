use saffron_core::Error;
use saffron_core::fact::CustomerUpsert;

/// Characters of names and email that a guest is found by, at most: longer ones are not searched to their end.
const SEARCHED: usize = 400;

/// Who a guest is, as the till says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Trimmed and lower-cased.
    pub email: Option<String>,
    /// Ten digits where it is a US number, else as sent.
    pub phone: Option<String>,
    /// May get email; none where the till does not say.
    pub email_consent: Option<bool>,
    /// May get texts; none where the till does not say.
    pub sms_consent: Option<bool>,
}

impl Contact {
    /// What a till says of a guest.
    #[must_use]
    pub fn of(upsert: &CustomerUpsert) -> Contact {
        let text = |label: &Option<_>| label.as_ref().map(ToString::to_string);
        Contact {
            first_name: text(&upsert.first_name),
            last_name: text(&upsert.last_name),
            email: text(&upsert.email).map(|text| email(&text)),
            phone: text(&upsert.cell_phone_number).map(|text| phone(&text)),
            email_consent: upsert.email_consent,
            sms_consent: upsert.sms_consent,
        }
    }

    /// What names and email are found by: "first last", and the email on a line of its own; lower case, and no longer
    /// than [`SEARCHED`].
    #[must_use]
    pub fn search_text(&self) -> String {
        let part = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
        let name = format!("{} {}", part(&self.first_name), part(&self.last_name));
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = format!("{name}\n{}", part(&self.email));
        if text == "\n" { String::new() } else { text.chars().take(SEARCHED).collect() }
    }
}

/// The form in which email addresses are kept and compared.
#[must_use]
pub fn email(text: &str) -> String {
    text.trim().to_lowercase()
}

/// The form in which phone numbers are kept and compared: US numbers as ten digits, however they are written, others as
/// they were sent.
#[must_use]
pub fn phone(text: &str) -> String {
    let text = text.trim();
    let digits = phone_digits(text);
    let is_written_as_number = text.chars().all(|c| c.is_ascii_digit() || " ()-.+\u{a0}".contains(c));
    let national = match digits.strip_prefix('1') {
        Some(national) if digits.len() == 11 => Some(national),
        _ if text.starts_with('+') => None,
        _ => (digits.len() == 10).then_some(digits.as_str()),
    };
    match national {
        Some(national) if is_written_as_number => national.to_owned(),
        _ => text.to_owned(),
    }
}

/// The digits of a phone number.
#[must_use]
pub fn phone_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// What a list of guests is searched for: a part of a name, of an email, or of the digits of a phone number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// In lower case.
    pub text: String,
    /// Where the text can be a part of a phone number.
    pub digits: Option<String>,
}

impl Search {
    /// The longest that is looked for, in characters.
    const LONGEST: usize = 100;

    /// Reads what somebody typed; none where it is blank.
    pub fn parse(text: &str) -> Result<Option<Search>, Error> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if text.chars().count() > Search::LONGEST {
            return Err(Error::invalid("search", "may have at most 100 characters"));
        }
        let is_number = text.chars().all(|c| c.is_ascii_digit() || " ()-.+".contains(c));
        let digits = phone_digits(&text);
        // A whole US number may be typed with its country.
        let national = phone(&text);
        let digits = if national.len() == 10 { phone_digits(&national) } else { digits };
        let digits = (is_number && !digits.is_empty()).then_some(digits);
        Ok((!text.is_empty()).then_some(Search { text, digits }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn us_numbers_are_ten_digits_however_they_are_written() {
        for text in [
            "5551234567",
            "(555) 123-4567",
            "1-555-123-4567",
            "+1 555.123.4567",
            " 555 123 4567 ",
            "15551234567",
        ] {
            assert_eq!(phone(text), "5551234567", "{text}");
        }
        for text in ["+49 30 1234567", "+493012345", "+4930123456", "555-1234", "555123456x", "25551234567"] {
            assert_eq!(phone(text), text);
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
