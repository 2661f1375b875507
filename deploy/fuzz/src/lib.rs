//! What strangers' bytes reach first, each as one function of those bytes: it ends by a panic where what it holds to be so is
//! not. `targets/` lets a fuzzer look for such bytes, `corpus/` keeps what it found worth keeping, and a test tries all of that
//! again.
#![allow(clippy::panic, reason = "a panic is how a fuzzer learns of a defect")]

mod events;
mod import;
mod resume;
mod token;
mod webhooks;

/// A door, and its name in `corpus/` and among the targets.
pub type Door = (&'static str, fn(&[u8]));

/// Every door.
pub const DOORS: [Door; 5] = [
    ("events", events::events),
    ("import", import::import),
    ("resume", resume::resume),
    ("token", token::token),
    ("webhooks", webhooks::webhooks),
];

/// Sends bytes through a door.
///
/// # Panics
/// If the door lets through what it must not, or there is none of that name.
pub fn go_through(name: &str, bytes: &[u8]) {
    match DOORS.iter().find(|(known, _)| *known == name) {
        Some((_, door)) => door(bytes),
        None => panic!("there is no door {name}"),
    }
}

/// The bytes before the first line end, as text, and those after it.
fn head_and_rest(bytes: &[u8]) -> (String, &[u8]) {
    let at = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (head, rest) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
    (String::from_utf8_lossy(head).into_owned(), rest.get(1..).unwrap_or_default())
}
