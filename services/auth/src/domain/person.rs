use saffron_core::fact::Label;
use saffron_core::{Error, UserId};

use super::{Email, Phone};

/// Who someone is, as the app shows it (spec.md section 3, User).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The person.
    pub user_id: UserId,
    /// Trimmed and lower-cased.
    pub email: String,
    /// As they wrote it.
    pub first_name: String,
    /// As they wrote it.
    pub last_name: String,
    /// What they say of themselves; may be empty.
    pub profile_description: String,
    /// URL of their picture; may be empty.
    pub profile_image: String,
    /// What they read out to support.
    pub unique_code: String,
}

/// What a person tells at sign-up, but for the password.
#[derive(Debug, Clone)]
pub struct NewPerson {
    /// Where they are reached, and what they sign in with.
    pub email: Email,
    /// Not empty.
    pub first_name: Label,
    /// Not empty.
    pub last_name: Label,
    /// US style.
    pub phone: Phone,
}

impl NewPerson {
    /// Checks what a person typed.
    pub fn typed(
        first_name: String,
        last_name: String,
        email: &str,
        phone: &str,
    ) -> Result<NewPerson, Error> {
        Ok(NewPerson {
            first_name: filled_label("firstName", first_name)?,
            last_name: filled_label("lastName", last_name)?,
            email: email.parse().map_err(|e| Error::invalid("email", format!("{e}")))?,
            phone: phone.parse().map_err(|e| Error::invalid("phone", format!("{e}")))?,
        })
    }
}

/// The longest description, characters (spec.md section 9).
const DESCRIPTION: usize = 150;

/// What a person may say otherwise of themselves.
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
    /// Checks what a person typed.
    pub fn typed(first_name: String, last_name: String, description: &str) -> Result<ProfileEdit, Error> {
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

/// A label that has to be there.
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
        ProfileEdit::typed("Ana".into(), "Reyes".into(), description).map(|edit| edit.description)
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
