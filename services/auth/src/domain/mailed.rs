//! The links that are mailed to people, and the mails around them: what they say, and how long they are good.

use jiff::{SignedDuration, Timestamp};
use saffron_core::Error;
use saffron_kit::Secret;
use saffron_kit::mail::Letter;

/// How long a link that confirms an address is good.
pub const CONFIRM: SignedDuration = SignedDuration::from_hours(24);
/// How long a link that sets the password anew is good.
pub const RESET: SignedDuration = SignedDuration::from_mins(30);
/// How long a word on what happened is worth sending.
pub const WORD: SignedDuration = SignedDuration::from_hours(24);
/// Who signs in before confirming gets another link at most this often.
pub const ANOTHER_LINK: SignedDuration = SignedDuration::from_mins(5);
/// A sign-up is forgotten when nobody asked for a link of it for this long.
pub const SIGN_UP_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The most sign-ups of one address that are kept once their links are no longer good.
pub const MAX_SIGN_UPS: i64 = 5;

/// Tries after which a mail is given up.
const MOST_TRIES: i32 = 12;
/// The longest pause between two tries of a mail, seconds.
const LONGEST_PAUSE: i64 = 15 * 60;

/// What a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailKind {
    /// Is this address yours?
    Confirm,
    /// Somebody tried to sign up with an address that has an account.
    Known,
    /// Here is how to set another password.
    Reset,
    /// The password was changed.
    Changed,
}

impl MailKind {
    /// Its name in the store.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            MailKind::Confirm => "confirm",
            MailKind::Known => "known",
            MailKind::Reset => "reset",
            MailKind::Changed => "changed",
        }
    }

    /// The kind with this name in the store.
    #[must_use]
    pub fn of_name(name: &str) -> Option<MailKind> {
        [MailKind::Confirm, MailKind::Known, MailKind::Reset, MailKind::Changed]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }

    /// How long the mail is worth sending, and its link good.
    #[must_use]
    pub fn lifetime(self) -> SignedDuration {
        match self {
            MailKind::Confirm => CONFIRM,
            MailKind::Reset => RESET,
            MailKind::Known | MailKind::Changed => WORD,
        }
    }

    /// Whether it carries a link that is good once.
    #[must_use]
    pub fn has_link(self) -> bool {
        matches!(self, MailKind::Confirm | MailKind::Reset)
    }
}

/// The pause after a mail was not taken for now, before try `tries` + 1; none if it is given up.
#[must_use]
pub fn pause_after(tries: i32) -> Option<SignedDuration> {
    let doublings = u32::try_from(tries.clamp(1, MOST_TRIES)).unwrap_or(1);
    let seconds = 2_i64.saturating_pow(doublings).min(LONGEST_PAUSE);
    (tries < MOST_TRIES).then(|| SignedDuration::from_secs(seconds))
}

/// To whom a mail goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addressee {
    /// Where.
    pub email: String,
    /// As they wrote it; empty where nobody has proved to be reached there.
    pub first_name: String,
    /// What they read out to support; empty likewise.
    pub unique_code: String,
}

/// What a mail says. `public_url` is the origin of the app, without a slash at its end. The secret stands in the
/// fragment, which browsers send to nobody. Nothing that somebody typed at sign-up is in the mail that asks whether the
/// address is theirs: strangers could write to anyone with it.
#[must_use]
pub fn letter(
    kind: MailKind,
    to: &Addressee,
    token: Option<&Secret>,
    public_url: &str,
    at: Timestamp,
) -> Letter {
    let token = token.map_or("", Secret::expose);
    let hello = format!("Hello {},", to.first_name);
    let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let button = |label: &str, path: &str| Some((label.to_owned(), format!("{public_url}/auth/{path}")));
    match kind {
        MailKind::Confirm => Letter {
            subject: "Confirm your address".into(),
            paragraphs: lines(&[
                "Welcome to Saffron.",
                "Confirm this address within 24 hours. The page asks for the password that you chose when you signed up.",
            ]),
            button: button("Confirm address", &format!("confirm#{token}")),
            notes: lines(&[
                "You did not sign up just now? Then there is nothing to do. Never enter a password there that somebody \
                 else gave you.",
            ]),
        },
        MailKind::Known => Letter {
            subject: "Somebody tried to sign up with your address".into(),
            paragraphs: lines(&[
                &hello,
                "Somebody tried to sign up at Saffron with this address. You have an account already, and nothing \
                 about it has changed.",
                "Was it you? Sign in with your password, or set another one if you forgot it.",
            ]),
            button: button("Sign in", "login"),
            notes: lines(&["Was it somebody else? Then there is nothing to do."]),
        },
        MailKind::Reset => Letter {
            subject: "Set another password".into(),
            paragraphs: lines(&[
                &hello,
                "Somebody, probably you, asked to set another password for this address.",
                "The link works once, for 30 minutes. A new password signs you out on all devices.",
            ]),
            button: button("Set another password", &format!("reset#{token}")),
            notes: lines(&["You did not ask? Then there is nothing to do: your password stays as it is."]),
        },
        MailKind::Changed => Letter {
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
                "It was not you? Set another password at once at {public_url}/auth/forgot, and tell support your \
                 code {}.",
                to.unique_code
            )],
        },
    }
}

/// A mailed link that is none, or no longer.
#[must_use]
pub fn bad_link() -> Error {
    let message = "The link was used, is too old, or a newer one was mailed. Ask for another one.";
    Error::invalid("token", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [MailKind; 4] = [MailKind::Confirm, MailKind::Known, MailKind::Reset, MailKind::Changed];

    fn said(kind: MailKind) -> String {
        let to = Addressee {
            email: "ana@saffron.example".into(),
            first_name: "Ana".into(),
            unique_code: "CODE2345".into(),
        };
        let token = Secret::new("t0ken");
        let at = "2026-07-18T16:00:00Z".parse().unwrap();
        let letter = letter(kind, &to, kind.has_link().then_some(&token), "https://saffron.example", at);
        format!("{letter:?}")
    }

    #[test]
    fn only_a_link_that_is_good_once_carries_a_secret_and_in_its_fragment() {
        for kind in KINDS {
            assert_eq!(said(kind).contains("#t0ken"), kind.has_link(), "{kind:?}");
            assert_eq!(MailKind::of_name(kind.as_str()), Some(kind));
        }
        assert!(said(MailKind::Confirm).contains("https://saffron.example/auth/confirm#t0ken"));
        assert!(said(MailKind::Reset).contains("https://saffron.example/auth/reset#t0ken"));
    }

    #[test]
    fn a_stranger_cannot_write_to_anyone() {
        assert!(!said(MailKind::Confirm).contains("Ana"));
        assert!(said(MailKind::Changed).contains("Saturday, Jul 18, 2026 at 16:00 UTC"));
        assert!(said(MailKind::Changed).contains("CODE2345"));
    }

    #[test]
    fn pauses_grow_and_end() {
        let pauses: Vec<_> = (0..14).map(|tries| pause_after(tries).map(|pause| pause.as_secs())).collect();
        assert_eq!(pauses[..5], [Some(2), Some(2), Some(4), Some(8), Some(16)]);
        assert_eq!(pauses[10..], [Some(900), Some(900), None, None]);
    }
}
