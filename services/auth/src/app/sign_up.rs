use saffron_core::Error;
use saffron_kit::{Fault, Secret};

use super::{App, slow_down};
use crate::domain::Subject;
use crate::domain::code::random_support_code;
use crate::domain::password::NewPassword;
use crate::domain::person::NewPerson;
use crate::store::{tries, users};

/// What someone typed.
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
    /// Where it comes from.
    pub remote_address: String,
}

/// A free support code is found at the first try unless millions have signed up.
const CODE_TRIES: usize = 5;

/// Makes an account. A known address changes nothing, and neither answer nor time tells it: both hash, both
/// write.
///
/// # Errors
/// Invalid, naming the field; too many, if the address signs up too often.
pub async fn sign_up(app: &App, typed: SignUp) -> Result<(), Fault> {
    let person = NewPerson::typed(typed.first_name, typed.last_name, &typed.email, &typed.phone)?;
    let password = NewPassword::check(typed.password, &person.email)?;
    let subjects = [Subject::sign_up_from(&typed.remote_address)];
    let turn = app.hasher.turn().await?;
    slow_down::check(app, &subjects).await?;
    let hash = turn.hash(password.into_secret()).await?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    tries::add(&mut tx, &subjects, now).await?;
    for _ in 0..CODE_TRIES {
        if users::insert(&mut tx, &person, &hash, &random_support_code(), now).await? {
            return tx.commit().await;
        }
    }
    Err(Error::unavailable("We are unable to process your signup now. Please try again!").into())
}
