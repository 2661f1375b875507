use saffron_kit::{Fault, Secret};

use super::{App, slow_down};
use crate::domain::Subject;
use crate::domain::password::NewPassword;
use crate::domain::person::NewPerson;
use crate::store::sign_ups;

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

/// Takes a sign-up and mails the link that makes an account of it. A known address changes nothing and its owner is
/// mailed; neither answer nor time tells it: both hash, both write, and mails are sent later.
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
    sign_ups::insert(&mut tx, &person, &hash, now).await?;
    sign_ups::delete_surplus(&mut tx, email, now).await?;
    tx.commit().await?;
    app.wake_mailer();
    Ok(())
}
