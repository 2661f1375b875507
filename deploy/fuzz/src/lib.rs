//! The code that untrusted bytes reach first, each as one function of those bytes, which panics where a property does not
//! hold. `targets/` are the programs of the fuzzer, `corpus/` keeps the inputs that it found, and a test tries them again.
#![allow(clippy::panic, reason = "a panic is how a fuzzer learns of a defect")]

mod events;
mod form;
mod import;
mod resume;
mod table;
mod token;
mod webhooks;

/// The name of a target, as in `corpus/` and `targets/`, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 7] = [
    ("events", events::events),
    ("form", form::form),
    ("import", import::import),
    ("resume", resume::resume),
    ("table", table::table),
    ("token", token::token),
    ("webhooks", webhooks::webhooks),
];

/// Runs a target with these bytes.
///
/// # Panics
/// If a property does not hold, or there is no target of that name.
pub fn run(name: &str, bytes: &[u8]) {
    match TARGETS.iter().find(|(known, _)| *known == name) {
        Some((_, target)) => target(bytes),
        None => panic!("there is no target {name}"),
    }
}

/// The bytes before the first line end, as text, and those after it.
fn head_and_rest(bytes: &[u8]) -> (String, &[u8]) {
    let at = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (head, rest) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
    (String::from_utf8_lossy(head).into_owned(), rest.get(1..).unwrap_or_default())
}
