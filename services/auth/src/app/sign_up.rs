use saffron_core::Error;
use saffron_kit::{Fault, Secret};

use super::{App, log_access, rate_limit};
use crate::domain::{NewPassword, NewPerson, Subject, bad_link, random_support_code};
use crate::store::{self, AccountInsert};

/// How many random support codes are tried: the first is free unless millions have signed up.
const CODE_TRIES: usize = 5;

/// A request to sign up, not checked yet.
pub struct SignUp {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: String,
    pub password: Secret,
    /// The network address of the client.
    pub remote_address: String,
}

/// Stores a sign-up and mails the link that makes an account of it. For an address that has an account nothing changes but
/// that its owner is mailed; neither answer nor time shows it: both hash, both write, and mails are sent later.
pub async fn sign_up(app: &App, typed: SignUp) -> Result<(), Fault> {
    let person = NewPerson::check(typed.first_name, typed.last_name, &typed.email, &typed.phone)?;
    let email = person.email.as_str();
    let password = NewPassword::check("password", typed.password, email)?;
    let subjects = [Subject::sign_up_of(email), Subject::sign_up_from(&typed.remote_address)];
    let permit = app.hasher.acquire().await?;
    rate_limit::check(app, &subjects).await?;
    let hash = permit.hash(password.into_secret()).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    rate_limit::count_or_refuse(&mut tx, &subjects).await?;
    store::insert_sign_up(&mut tx, &person, &hash, now).await?;
    store::delete_surplus_sign_ups(&mut tx, email, now).await?;
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
        (Subject::confirmation_of(&token_hash), Subject::mailed_link_from(remote_address));
    let permit = app.hasher.acquire().await?;
    rate_limit::check(app, &[link_tries, address_tries]).await?;
    let now = app.now();
    let Some(hash) = store::password_of_sign_up_link(&app.database, &token_hash, now).await? else {
        rate_limit::count_failure(app, &[address_tries]).await?;
        log_access("mailed link refused", None, remote_address);
        return Err(bad_link().into());
    };
    if !permit.verify(password, Some(hash)).await? {
        rate_limit::count_failure(app, &[link_tries, address_tries]).await?;
        log_access("confirmation refused", None, remote_address);
        return Err(Error::invalid("password", "is not the one that you chose when you signed up").into());
    }
    drop(permit);
    let mut tx = app.database.begin().await?;
    // Another call may have used the link meanwhile.
    let proved = store::redeem_sign_up(&mut tx, &token_hash, now).await?.ok_or_else(bad_link)?;
    for _ in 0..CODE_TRIES {
        match store::insert_account(&mut tx, &proved, &random_support_code(), now).await? {
            AccountInsert::CodeTaken => {}
            // Another sign-up of this address was confirmed first: this one is deleted.
            AccountInsert::AddressTaken => {
                tx.commit().await?;
                return Err(bad_link().into());
            }
            AccountInsert::Created => {
                store::clear_tries(&mut tx, &[link_tries, Subject::login_of(&proved.email, None)]).await?;
                tx.commit().await?;
                log_access("address confirmed", None, remote_address);
                return Ok(());
            }
        }
    }
    Err(Error::unavailable("We are unable to process your signup now. Please try again!").into())
}
