//! Access to an account at a POS: by what a person enters or grants at the POS's page, and to one of its locations.

mod authorize;
mod create;
mod grants;
mod join;

pub use authorize::*;
pub use create::*;
pub use grants::ends_soon;
pub(super) use grants::fresh_credential;
pub use join::*;
