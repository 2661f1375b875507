use saffron_core::Error;
use saffron_kit::{Fault, Secret};

use super::note::note;
use super::{App, slow_down};
use crate::domain::Subject;
use crate::domain::code::random_support_code;
use crate::domain::mailed::bad_link;
use crate::store::users::Made;
use crate::store::{sign_ups, tries, users};

/// A free support code is found at the first try unless millions have signed up.
const CODE_TRIES: usize = 5;

/// Makes the account of a sign-up, by its mailed link and its password: the link proves the address, the password that its
/// owner is the person who signed up, and no stranger with a password of their own. The link is used up.
pub async fn confirm_sign_up(
    app: &App,
    token: &Secret,
    password: Secret,
    remote_address: &str,
) -> Result<(), Fault> {
    let token_hash = token.digest();
    let (link_tries, address_tries) =
        (Subject::confirm_of(&token_hash), Subject::link_used_from(remote_address));
    let turn = app.hasher.turn().await?;
    slow_down::check(app, &[link_tries, address_tries]).await?;
    let now = app.now();
    let Some(hash) = sign_ups::password_of(&app.database, &token_hash, now).await? else {
        slow_down::count(app, &[address_tries]).await?;
        note("mailed link refused", None, remote_address);
        return Err(bad_link().into());
    };
    if !turn.is_right(password, Some(hash)).await? {
        slow_down::count(app, &[link_tries, address_tries]).await?;
        note("confirmation refused", None, remote_address);
        return Err(Error::invalid("password", "is not the one that you chose when you signed up").into());
    }
    drop(turn);
    let mut tx = app.database.begin().await?;
    // It may have been used a moment ago.
    let proved = sign_ups::take(&mut tx, &token_hash, now).await?.ok_or_else(bad_link)?;
    for _ in 0..CODE_TRIES {
        match users::insert(&mut tx, &proved, &random_support_code(), now).await? {
            Made::CodeTaken => {}
            // Another sign-up of this address was faster: this one goes.
            Made::AddressTaken => {
                tx.commit().await?;
                return Err(bad_link().into());
            }
            Made::Fresh => {
                tries::clear(&mut tx, &link_tries).await?;
                tries::clear(&mut tx, &Subject::login_of(&proved.email)).await?;
                tx.commit().await?;
                note("address confirmed", None, remote_address);
                return Ok(());
            }
        }
    }
    Err(Error::unavailable("We are unable to process your signup now. Please try again!").into())
}
