use saffron_core::Error;
use saffron_kit::{Fault, Secret};

use super::{App, note, slow_down};
use crate::domain::{NewPassword, NewPerson, Subject, bad_link, random_support_code};
use crate::store::{self, Made};

/// A free support code is found at the first try unless millions have signed up.
const CODE_TRIES: usize = 5;

/// A sign-up as a person typed it.
pub struct SignUp {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Email address.
    pub email: String,
    /// Phone number.
    pub phone: String,
    /// Password.
    pub password: Secret,
    /// The address that it comes from.
    pub remote_address: String,
}

/// Stores a sign-up and mails the link that makes an account of it. A known address changes nothing and its owner is mailed;
/// neither answer nor time shows it: both hash, both write, and mails are sent later.
pub async fn sign_up(app: &App, typed: SignUp) -> Result<(), Fault> {
    let person = NewPerson::typed(typed.first_name, typed.last_name, &typed.email, &typed.phone)?;
    let email = person.email.as_str();
    let password = NewPassword::check("password", typed.password, email)?;
    let subjects = [Subject::sign_up_of(email), Subject::sign_up_from(&typed.remote_address)];
    let turn = app.hasher.turn().await?;
    slow_down::check(app, &subjects).await?;
    let hash = turn.hash(password.into_secret()).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    slow_down::take(&mut tx, &subjects).await?;
    store::insert_sign_up(&mut tx, &person, &hash, now).await?;
    store::delete_surplus(&mut tx, email, now).await?;
    tx.commit().await?;
    app.mails.notify_one();
    Ok(())
}

/// Makes the account of a sign-up, by its mailed link and its password: the link proves the address, the password that its
/// owner is the person who signed up, and not a stranger with another password. The link is used up.
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
    let Some(hash) = store::password_of_link(&app.database, &token_hash, now).await? else {
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
    let proved = store::take_sign_up(&mut tx, &token_hash, now).await?.ok_or_else(bad_link)?;
    for _ in 0..CODE_TRIES {
        match store::insert_account(&mut tx, &proved, &random_support_code(), now).await? {
            Made::CodeTaken => {}
            // Another sign-up of this address was faster: this one goes.
            Made::AddressTaken => {
                tx.commit().await?;
                return Err(bad_link().into());
            }
            Made::New => {
                store::clear_tries(&mut tx, &[link_tries, Subject::login_of(&proved.email, None)]).await?;
                tx.commit().await?;
                note("address confirmed", None, remote_address);
                return Ok(());
            }
        }
    }
    Err(Error::unavailable("We are unable to process your signup now. Please try again!").into())
}
