//! Types and rules of people, sessions, locations and the codes between them. No I/O.

mod code;
mod device;
mod ingest_key;
mod location;
mod mails;
mod password;
mod person;
mod picture;
mod session;
mod tries;
mod vendor;

pub use code::{LINK_CODE_LIFETIME, LinkCode, MAX_LINK_CODES, new_pos_id, random_name, random_support_code};
pub use device::{DEVICE_HOURS, MAX_DEVICES, device_hash};
pub use ingest_key::{
    FoundIngestKey, IngestKey, IngestKeyKind, NewKey, VENDOR_KEY_NAME, no_such_key, revocable_key,
};
pub use location::{
    AllowedAccount, CardAccount, Location, Registration, SentLocation, bad_time_zone, checked_card_account,
};
pub use mails::{MAIL_HOURS, MAX_SIGN_UPS, MIN_LINK_PAUSE, MailKind, SIGN_UP_HOURS, bad_link, user_mail};
pub use password::NewPassword;
pub use person::{NewPerson, PersonAt, Profile, ProfileEdit, filled_label};
pub use picture::{FRAME, MAX_MEBIBYTES, PictureName};
pub use session::{ListedSession, Session, SessionKind, device_name};
pub use tries::{Subject, TRY_WINDOW_HOURS};
pub use vendor::{CardVendors, NO_VENDOR, Vendors, is_vendor_name};
