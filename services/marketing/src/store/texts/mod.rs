//! Texts: the SMS provider, its reports, and texts that guests wrote.

mod guest_texts;
mod sms;
mod status;

pub use guest_texts::{GuestText, delete_texts, insert_text, page_of_texts, texts_since};
pub use sms::{Sms, SmsFault};
pub use status::{store_provider_ids, store_status};
