//! Types and rules of people, sessions, locations and the codes between them. No I/O.

pub mod code;
pub mod device;
pub mod email;
pub mod host;
pub mod location;
pub mod mailed;
pub mod password;
pub mod person;
pub mod phone;
pub mod picture;
pub mod session;
pub mod tries;
pub mod vendor;

pub use code::LinkCode;
pub use email::Email;
pub use location::{AllowedAccount, Location};
pub use mailed::MailKind;
pub use person::Profile;
pub use phone::Phone;
pub use picture::PictureName;
pub use tries::Subject;
pub use vendor::{CardVendors, Vendors};
