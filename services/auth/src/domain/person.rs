use jiff::Timestamp;
use saffron_core::fact::Label;
use saffron_core::{EmailAddress, Error, UsPhone, UserId, parse_field};

/// A person, as the app shows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub user_id: UserId,
    /// Trimmed and lower-cased.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// The person's description; may be empty.
    pub profile_description: String,
    /// The URL of the person's picture; may be empty.
    pub profile_image: String,
    /// The code by which support finds the person.
    pub unique_code: String,
    /// As it was entered at sign-up.
    pub phone: String,
}

/// A person at sign-up, without the password.
#[derive(Debug, Clone)]
pub struct NewPerson {
    /// The address by which the person signs in.
    pub email: EmailAddress,
    /// Not empty.
    pub first_name: Label,
    /// Not empty.
    pub last_name: Label,
    pub phone: UsPhone,
}

impl NewPerson {
    pub fn check(
        first_name: String,
        last_name: String,
        email: &str,
        phone: &str,
    ) -> Result<NewPerson, Error> {
        Ok(NewPerson {
            first_name: filled_label("firstName", first_name)?,
            last_name: filled_label("lastName", last_name)?,
            email: parse_field("email", email)?,
            phone: parse_field("phone", phone)?,
        })
    }
}

/// A person with a location, as operators see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonAt {
    /// The address by which the person signs in.
    pub email: String,
    /// When the person linked the location, UTC.
    pub linked_at: Timestamp,
    /// When a session of the person was last used, UTC, exact to a day; none if all have ended.
    pub last_seen_at: Option<Timestamp>,
}

/// The longest description, characters.
const DESCRIPTION: usize = 150;

/// Checked changes of a profile.
#[derive(Debug, Clone)]
pub struct ProfileEdit {
    /// Not empty.
    pub first_name: Label,
    /// Not empty.
    pub last_name: Label,
    /// Trimmed; may be empty and may have several lines.
    pub description: String,
}

impl ProfileEdit {
    pub fn check(first_name: String, last_name: String, description: &str) -> Result<ProfileEdit, Error> {
        let description = description.trim().replace("\r\n", "\n");
        let wrong = |why: String| Error::invalid("profileDescription", why);
        if description.chars().count() > DESCRIPTION {
            return Err(wrong(format!("may have at most {DESCRIPTION} characters")));
        }
        if description.chars().any(|c| c.is_control() && c != '\n') {
            return Err(wrong("may not contain control characters".into()));
        }
        Ok(ProfileEdit {
            first_name: filled_label("firstName", first_name)?,
            last_name: filled_label("lastName", last_name)?,
            description,
        })
    }
}

/// Checks a label that must not be empty.
pub fn filled_label(field: &str, text: String) -> Result<Label, Error> {
    Label::try_from(text)
        .map_err(|e| Error::invalid(field, format!("{e}")))?
        .filled()
        .ok_or_else(|| Error::invalid(field, "must be filled in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(description: &str) -> Result<String, Error> {
        ProfileEdit::check("Ana".into(), "Reyes".into(), description).map(|edit| edit.description)
    }

    #[test]
    fn a_description_has_lines_and_an_end() {
        assert_eq!(edit(" Two\r\nlines \n").unwrap(), "Two\nlines");
        assert_eq!(edit(&"\u{e9}".repeat(150)).unwrap().chars().count(), 150);
        for bad in [&"x".repeat(151), "a\tb", "a\u{0}b"] {
            assert_eq!(edit(bad).unwrap_err().field.as_deref(), Some("profileDescription"));
        }
    }
}
