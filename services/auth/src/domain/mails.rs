//! Mails about accounts: their kinds and texts, and how long their links are valid.

use jiff::{SignedDuration, Timestamp};
use saffron_core::Error;
use saffron_kit::Secret;
use saffron_kit::mail::UserMail;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// The shortest time between two links that are mailed because of sign-ins before the address is confirmed.
pub const MIN_LINK_PAUSE: SignedDuration = SignedDuration::from_mins(5);
/// A sign-up is deleted when no link of it was requested for so many hours.
pub const SIGN_UP_HOURS: i64 = 30 * 24;
/// The most sign-ups of one address that are stored after their links ended.
pub const MAX_SIGN_UPS: i64 = 5;
/// The longest that any mail is worth sending, hours.
pub const MAIL_HOURS: i64 = 24;

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum MailKind {
    /// Asks to confirm the address of a sign-up.
    Confirm,
    /// Reports a sign-up with the address of an account.
    Known,
    /// Has the link that sets another password.
    Reset,
    /// Reports that the password was changed.
    Changed,
}

impl MailKind {
    /// The stored form.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// How long the mail is worth sending, and its link valid.
    pub fn lifetime(self) -> SignedDuration {
        match self {
            MailKind::Reset => SignedDuration::from_mins(30),
            MailKind::Confirm | MailKind::Known | MailKind::Changed => SignedDuration::from_hours(MAIL_HOURS),
        }
    }

    /// Whether the mail has a link that works once.
    pub fn has_link(self) -> bool {
        matches!(self, MailKind::Confirm | MailKind::Reset)
    }
}

/// Writes a mail to a person; first name and code are empty before the address is confirmed. `public_url` is the origin of the app,
/// without a slash at its end. The secret is in the fragment, which browsers do not send. The mail that asks to confirm an
/// address has no text of the sign-up: strangers could write to anyone with it.
pub fn user_mail(
    kind: MailKind,
    (first_name, unique_code): (&str, &str),
    token: Option<&Secret>,
    public_url: &str,
    at: Timestamp,
) -> UserMail {
    let token = token.map_or("", Secret::expose);
    let hello = format!("Hello {first_name},");
    let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let button = |label: &str, path: &str| Some((label.to_owned(), format!("{public_url}/auth/{path}")));
    match kind {
        MailKind::Confirm => UserMail {
            subject: "Confirm your email".into(),
            paragraphs: lines(&[
                "Welcome to Saffron.",
                "Confirm this email address within 24 hours. The page asks for the password you chose at sign-up.",
            ]),
            button: button("Confirm email", &format!("confirm#{token}")),
            notes: lines(&[
                "If you did not sign up just now, ignore this email. Never enter a password there that someone else gave \
                 you.",
            ]),
        },
        MailKind::Known => UserMail {
            subject: "Someone tried to sign up with your email".into(),
            paragraphs: lines(&[
                &hello,
                "Someone tried to sign up for Saffron with this email address. You already have an account, and \
                 nothing about it has changed.",
                "If it was you, sign in with your password, or set a new one if you forgot it.",
            ]),
            button: button("Sign in", "login"),
            notes: lines(&["If it was not you, ignore this email."]),
        },
        MailKind::Reset => UserMail {
            subject: "Set a new password".into(),
            paragraphs: lines(&[
                &hello,
                "Someone, probably you, asked to set a new password for this email address.",
                "The link works once, for 30 minutes. A new password signs you out on all devices.",
            ]),
            button: button("Set a new password", &format!("reset#{token}")),
            notes: lines(&["If you did not ask for this, ignore this email: your password stays the same."]),
        },
        MailKind::Changed => UserMail {
            subject: "Your password was changed".into(),
            paragraphs: lines(&[
                &hello,
                &format!(
                    "The password of your Saffron account was changed on {}.",
                    at.strftime("%A, %b %-d, %Y at %H:%M UTC")
                ),
                "Other devices were signed out.",
            ]),
            button: None,
            notes: vec![format!(
                "If this was not you, set a new password now at {public_url}/auth/forgot, and give support your \
                 code {unique_code}."
            )],
        },
    }
}

/// The refusal of a mailed link that is invalid, or no longer valid.
pub fn bad_link() -> Error {
    let message = "The link has been used, has expired, or was replaced by a newer one. Request a new link.";
    Error::invalid("token", message)
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    fn written(kind: MailKind) -> String {
        let token = Secret::new("t0ken");
        let token = kind.has_link().then_some(&token);
        let at = "2026-07-18T16:00:00Z".parse().unwrap();
        format!("{:?}", user_mail(kind, ("Ana", "CODE2345"), token, "https://saffron.example", at))
    }

    #[test]
    fn only_a_link_that_works_once_has_a_secret_in_its_fragment() {
        for kind in MailKind::VARIANTS {
            assert_eq!(written(*kind).contains("#t0ken"), kind.has_link(), "{kind:?}");
            assert_eq!(kind.as_str().parse(), Ok(*kind));
        }
        assert!(written(MailKind::Confirm).contains("https://saffron.example/auth/confirm#t0ken"));
        assert!(written(MailKind::Reset).contains("https://saffron.example/auth/reset#t0ken"));
    }

    #[test]
    fn a_mail_to_an_unconfirmed_address_has_no_name() {
        assert!(!written(MailKind::Confirm).contains("Ana"));
        assert!(written(MailKind::Changed).contains("Saturday, Jul 18, 2026 at 16:00 UTC"));
        assert!(written(MailKind::Changed).contains("CODE2345"));
    }

    #[test]
    fn no_mail_lives_longer_than_its_row_is_kept() {
        let longest = SignedDuration::from_hours(MAIL_HOURS);
        assert!(MailKind::VARIANTS.iter().all(|kind| kind.lifetime() <= longest));
    }
}
