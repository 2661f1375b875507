//! The rule for new passwords: 10 characters at least, and none that is easy to guess.

use std::collections::HashSet;
use std::sync::LazyLock;

use saffron_core::Error;
use saffron_kit::Secret;

/// The fewest and the most characters.
const LENGTH: std::ops::RangeInclusive<usize> = 10..=256;
/// The fewest different characters.
const MIN_DIFFERENT: usize = 5;

/// Passwords, and words that passwords are made of with digits and signs around them; lower case, letters
/// and digits only.
static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("common_passwords.txt").lines().filter(|line| !line.starts_with('#')).collect()
});

/// Rows of a keyboard, and other paths from one key to the next.
const KEYBOARD_ROWS: [&str; 6] = [
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qazwsxedcrfvtgbyhnujm",
];

/// A password that a person may choose.
#[derive(Debug, Clone)]
pub struct NewPassword(Secret);

impl NewPassword {
    /// Checks a password for the person with this address, in any form.
    pub fn check(field: &str, password: Secret, email: &str) -> Result<NewPassword, Error> {
        let text = password.expose();
        if !LENGTH.contains(&text.chars().count()) {
            return Err(Error::invalid(field, "must have 10 to 256 characters"));
        }
        let plain = letters_and_digits(text);
        let local_part = email.rsplit_once('@').map_or("", |(local, _)| local);
        let of_person = stem(&plain) == stem(&letters_and_digits(local_part));
        if of_person || is_common(&plain) {
            let message = "This password is too easy to guess. Please choose another one.";
            return Err(Error::invalid(field, message));
        }
        Ok(NewPassword(password))
    }

    /// The password, to be hashed.
    pub fn into_secret(self) -> Secret {
        self.0
    }
}

/// Whether a password is easy to guess, given its letters and digits.
fn is_common(plain: &str) -> bool {
    let different: HashSet<char> = plain.chars().collect();
    different.len() < MIN_DIFFERENT
        || COMMON.contains(plain)
        || COMMON.contains(stem(plain))
        || is_repeated(plain)
        || is_row(plain)
}

/// The letters and digits of a text, in lower case: signs between them make a password no better.
fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A text without digits at either end; unchanged if it has only digits.
fn stem(plain: &str) -> &str {
    let stem = plain.trim_matches(|c: char| c.is_ascii_digit());
    if stem.is_empty() { plain } else { stem }
}

/// Whether a password is a repetition of a common password or of a short text.
fn is_repeated(plain: &str) -> bool {
    (1..=plain.len() / 2).any(|length| {
        plain.split_at_checked(length).is_some_and(|(piece, _)| {
            plain.len().is_multiple_of(length)
                && plain.replace(piece, "").is_empty()
                && (length <= 4 || COMMON.contains(piece) || COMMON.contains(stem(piece)) || is_row(piece))
        })
    })
}

/// Whether a password is part of a keyboard row, forwards or backwards.
fn is_row(plain: &str) -> bool {
    let backwards: String = plain.chars().rev().collect();
    KEYBOARD_ROWS.iter().any(|row| row.contains(plain) || row.contains(&backwards))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<NewPassword, Error> {
        NewPassword::check("password", Secret::new(text), "mary.smith1975@saffron.example")
    }

    #[test]
    fn a_length_is_in_characters() {
        for bad in ["", "ninechars"] {
            assert!(check(bad).unwrap_err().message.contains("10 to 256"), "{bad}");
        }
        assert!(check("çédille-àé").is_ok());
        assert!(check(&"a long sentence, ".repeat(15)).is_ok());
        assert!(check(&"a long sentence, ".repeat(16)).is_err());
    }

    #[test]
    fn a_password_that_is_hard_to_guess_is_accepted() {
        assert!(check("saffron-demo").is_ok());
        assert!(check("correct horse battery staple").is_ok());
        assert!(check("till 7 opens at dawn").is_ok());
    }

    #[test]
    fn a_password_that_is_tried_first_is_refused() {
        for bad in [
            "password123",
            "Password-2026!",
            "123password!!",
            "1234567890",
            "9876543210",
            "qwertyuiop",
            "asdfghjkl;1",
            "aaaaaaaaaa",
            "1212121212",
            "abcabcabcabc",
            "passwordpassword",
            "saffron2026",
            "Saffron!!!!",
            "SAFFRON-admin",
            "iloveyou1234",
            "restaurant1",
            "1q2w3e4r5t",
            "mary.smith",
            "MarySmith2020",
            "mary.smith1975",
            "zyxwvutsrq",
        ] {
            let error = check(bad).unwrap_err();
            assert_eq!(error.field.as_deref(), Some("password"), "{bad}");
        }
    }

    #[test]
    fn the_list_has_the_form_that_is_compared() {
        assert!(COMMON.len() > 300);
        assert!(COMMON.iter().all(|line| *line == letters_and_digits(line) && !line.is_empty()));
    }
}
