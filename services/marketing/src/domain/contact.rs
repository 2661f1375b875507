use saffron_core::Error;
use saffron_core::fact::CustomerUpsert;
use saffron_core::placeholder::{is_placeholder_email, is_placeholder_phone};

use super::{Address, Channel};

/// Characters of names and addresses that a guest is found by, at most.
const SEARCHED: usize = 500;

/// Who a guest is, as far as messages need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// Empty: not known.
    pub first_name: String,
    /// Empty: not known.
    pub last_name: String,
    /// Where the till sent one that can be written to.
    pub email: Option<Address>,
    /// Where the till sent one that can be written to.
    pub phone: Option<Address>,
}

impl Contact {
    /// What a till says of a guest.
    #[must_use]
    pub fn of(upsert: &CustomerUpsert) -> Contact {
        let text = |label: &Option<saffron_core::fact::Label>| {
            label.as_ref().map(ToString::to_string).unwrap_or_default()
        };
        // What a POS fills in where a guest gave none is nobody's address.
        let address = |channel, label| {
            let text = text(label);
            let is_placeholder = match channel {
                Channel::Email => is_placeholder_email(&text),
                Channel::Text => is_placeholder_phone(&text),
            };
            Address::parse(channel, &text).ok().filter(|_| !is_placeholder)
        };
        Contact {
            first_name: text(&upsert.first_name),
            last_name: text(&upsert.last_name),
            email: address(Channel::Email, &upsert.email),
            phone: address(Channel::Text, &upsert.cell_phone_number),
        }
    }

    /// The address of a channel.
    #[must_use]
    pub const fn address(&self, channel: Channel) -> Option<&Address> {
        match channel {
            Channel::Email => self.email.as_ref(),
            Channel::Text => self.phone.as_ref(),
        }
    }

    /// By what lists are ordered: first and last name in lower case.
    #[must_use]
    pub fn sort_name(&self) -> String {
        let name = format!("{} {}", self.first_name, self.last_name).to_lowercase();
        name.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What a guest is found by: names and addresses, in lower case.
    #[must_use]
    pub fn search_text(&self) -> String {
        let part = |address: &Option<Address>| address.as_ref().map(ToString::to_string).unwrap_or_default();
        let text = format!("{}\n{}\n{}", self.sort_name(), part(&self.email), part(&self.phone));
        text.chars().take(SEARCHED).collect()
    }
}

/// What a list is searched for: a part of a name or of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// In lower case; of a phone number its digits.
    pub text: String,
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
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let national = match digits.strip_prefix('1') {
            Some(national) if digits.len() == 11 => national.to_owned(),
            _ => digits,
        };
        let text = if is_number && !national.is_empty() { national } else { text };
        Ok((!text.is_empty()).then_some(Search { text }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_read_as_it_is_meant() {
        let search = |text: &str| Search::parse(text).unwrap().map(|search| search.text);
        assert_eq!(search("  "), None);
        assert_eq!(search(" ANA  L").as_deref(), Some("ana l"));
        assert_eq!(search("+1 (555) 12").as_deref(), Some("155512"));
        assert_eq!(search("+1 (555) 234-5678").as_deref(), Some("5552345678"));
        assert_eq!(search("ana5@").as_deref(), Some("ana5@"));
        assert!(Search::parse(&"x".repeat(101)).is_err());
    }
}
