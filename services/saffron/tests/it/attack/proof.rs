//! What a request proves itself with, or does not.

use crate::world::Person;

/// What a request says of its session.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// Where the call takes it: `sessionID`, or the bearer token. None: it is left out.
    pub named: Option<String>,
    /// The header Authorization of a call that takes its session elsewhere.
    pub bearer: Option<String>,
    /// `?sessionID=`, and a field of that name where the call has none.
    pub astray: Option<String>,
    pub cookie: Option<String>,
    pub xsrf: Option<String>,
}

impl Proof {
    /// None at all.
    pub fn none() -> Proof {
        Proof::default()
    }

    /// The session id, or the handle, where the call takes it.
    pub fn named(session: &str) -> Proof {
        Proof { named: Some(session.to_owned()), ..Proof::default() }
    }

    /// All that this person's client sends.
    pub fn of(person: &Person) -> Proof {
        let (cookie, xsrf) = person.cookies.clone().unzip();
        Proof { named: Some(person.session_id.clone()), cookie, xsrf, ..Proof::default() }
    }
}
