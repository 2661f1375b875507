use saffron_core::Error;
use saffron_core::contact::searched_digits;
use saffron_core::fact::{CustomerUpsert, Label};
use saffron_core::placeholder::{is_placeholder_email, is_placeholder_phone};

use super::{Address, Channel};

/// The most characters of the text in which guests are searched.
const SEARCHED: usize = 500;
/// The longest search, in characters.
const LONGEST_SEARCH: usize = 100;

/// A guest's name and addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// Empty if unknown.
    pub first_name: String,
    /// Empty if unknown.
    pub last_name: String,
    /// None if missing or invalid.
    pub email: Option<Address>,
    /// None if missing or invalid.
    pub phone: Option<Address>,
}

impl Contact {
    /// A guest as a till sends it.
    pub fn of(upsert: &CustomerUpsert) -> Contact {
        let text = |label: &Option<Label>| label.as_ref().map(ToString::to_string).unwrap_or_default();
        // Values that a POS fills in for guests without an address are no addresses.
        let address = |channel, label, is_placeholder: fn(&str) -> bool| {
            let text = text(label);
            Address::parse(channel, &text).ok().filter(|_| !is_placeholder(&text))
        };
        Contact {
            first_name: text(&upsert.first_name),
            last_name: text(&upsert.last_name),
            email: address(Channel::Email, &upsert.email, is_placeholder_email),
            phone: address(Channel::Text, &upsert.cell_phone_number, is_placeholder_phone),
        }
    }

    /// The address of a channel.
    pub const fn address(&self, channel: Channel) -> Option<&Address> {
        match channel {
            Channel::Email => self.email.as_ref(),
            Channel::Text => self.phone.as_ref(),
        }
    }

    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        self.email.iter().chain(&self.phone)
    }

    /// The sort key of lists: first and last name in lower case.
    pub fn sort_name(&self) -> String {
        let name = format!("{} {}", self.first_name, self.last_name).to_lowercase();
        name.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The text in which guests are searched: names and addresses, in lower case.
    pub fn search_text(&self) -> String {
        let part = |address: &Option<Address>| address.as_ref().map(ToString::to_string).unwrap_or_default();
        let text = format!("{}\n{}\n{}", self.sort_name(), part(&self.email), part(&self.phone));
        text.chars().take(SEARCHED).collect()
    }
}

/// Reads a search, part of a name or an address: in lower case, a phone number as its digits; none if it is blank.
pub fn parse_search(text: &str) -> Result<Option<String>, Error> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if text.chars().count() > LONGEST_SEARCH {
        return Err(Error::invalid("search", "may have at most 100 characters"));
    }
    let text = searched_digits(&text).unwrap_or(text);
    Ok((!text.is_empty()).then_some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_folded_and_a_number_reduced_to_digits() {
        let search = |text: &str| parse_search(text).unwrap();
        assert_eq!(search("  "), None);
        assert_eq!(search(" ANA  L").as_deref(), Some("ana l"));
        assert_eq!(search("+1 (555) 234-5678").as_deref(), Some("5552345678"));
        assert_eq!(search("ana5@").as_deref(), Some("ana5@"));
        assert!(parse_search(&"x".repeat(101)).is_err());
    }
}
