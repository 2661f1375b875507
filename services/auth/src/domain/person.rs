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
    ///
    /// # Errors
    /// Invalid, naming the first wrong field.
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

/// A label that has to be there.
///
/// # Errors
/// Invalid, if it is empty, too long or holds control characters.
pub fn filled_label(field: &str, text: String) -> Result<Label, Error> {
    Label::try_from(text)
        .map_err(|e| Error::invalid(field, format!("{e}")))?
        .filled()
        .ok_or_else(|| Error::invalid(field, "must be filled in"))
}
