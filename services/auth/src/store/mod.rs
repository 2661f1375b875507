//! SQL, on kit's transaction type.

mod accounts;
mod card_accounts;
mod devices;
mod link_codes;
mod links;
mod locations;
mod mails;
mod pictures;
mod resets;
mod sessions;
mod sign_ups;
mod tries;

use saffron_core::held_as_text;

pub use accounts::{
    Made, credentials_by_email, credentials_of, delete_person, edit_profile, hold_password, hold_person,
    insert_account, profile_of, set_image, set_password,
};
pub use card_accounts::{
    allow_account, allowed_accounts, card_account_of, clear_account, forbid_account, is_allowed,
};
pub use devices::{delete_devices, is_known_device, is_token, keep_device};
pub use link_codes::{insert_code, take_code, void_codes};
pub use links::{
    count_others, delete_link, delete_links, hold_link, insert_link, locations_of, people_at, people_of,
};
pub use locations::{Registered, find_location, is_location, location_of_key, register, take_undescribed};
pub use mails::{MAILS, MailKey, WaitingMail, ask_mail, ask_reset, claimed_mails};
pub use pictures::{delete_picture, keep_picture, read_picture};
pub use resets::{clear_reset, delete_resets, email_of_reset, set_reset, take_reset};
pub use sessions::{
    NewSession, delete_expired, delete_others, delete_session, delete_session_of, expire_all, find_session,
    insert_session, renew, sessions_of,
};
pub use sign_ups::{
    Proved, ask_again, delete_sign_ups, delete_surplus, insert_sign_up, newest_sign_up, password_of_link,
    set_link, take_sign_up,
};
pub use tries::{Known, add_tries, clear_tries, read_tries};

use crate::domain::MailKind;

held_as_text!(MailKind);
