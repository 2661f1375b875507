//! Consent of guests: recorded by owners, and given or withdrawn by guests, by link or text.

mod note_consent;
mod subscription;
mod take_text;

pub use note_consent::{no_such_customer, note_consent};
pub use subscription::{set_subscription, subscription};
pub use take_text::{take_text, take_text_status};
