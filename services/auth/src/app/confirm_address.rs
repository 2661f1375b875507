use saffron_core::Error;
use saffron_kit::{Fault, Secret};

use super::{App, slow_down};
use crate::domain::Subject;
use crate::domain::code::random_support_code;
use crate::domain::mailed::bad_link;
use crate::store::users::Made;
use crate::store::{sign_ups, users};

/// A free support code is found at the first try unless millions have signed up.
const CODE_TRIES: usize = 5;

/// Makes the account of a sign-up whose mailed link was used. The link is used up.
///
/// # Errors
/// Invalid, naming `token`, if the link is none or no longer good; too many, after too many of those.
pub async fn confirm_address(app: &App, token: &Secret, remote_address: &str) -> Result<(), Fault> {
    let subjects = [Subject::link_used_from(remote_address)];
    slow_down::check(app, &subjects).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(proved) = sign_ups::take(&mut tx, &token.digest(), now).await? else {
        drop(tx);
        slow_down::count(app, &subjects).await?;
        return Err(bad_link().into());
    };
    for _ in 0..CODE_TRIES {
        match users::insert(&mut tx, &proved, &random_support_code(), now).await? {
            Made::CodeTaken => {}
            // Another sign-up of this address was faster: this one goes.
            Made::AddressTaken => {
                tx.commit().await?;
                return Err(bad_link().into());
            }
            Made::Fresh => return tx.commit().await,
        }
    }
    Err(Error::unavailable("We are unable to process your signup now. Please try again!").into())
}
