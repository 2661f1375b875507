use jiff::SignedDuration;
use saffron_core::{Code, Error, PosId};
use saffron_kit::{Fault, Secret};
use saffron_pos::PosError;
use saffron_pos::adapter::{Account, Credential};
use uuid::Uuid;

use crate::app::connections::announce::{announce, announce_begun};
use crate::app::connections::{no_such_connection, words};
use crate::app::{App, conflict};
use crate::domain::{ConnectionState, Pos, Term, credential_json, read_credential};
use crate::store::{self, ConnectionRow, NewConnection};

/// The longest token, characters.
const LONGEST_TOKEN: usize = 2_000;
/// The most connections of a location for which none of the account's locations is chosen yet.
const MOST_CHOOSING: i64 = 5;
/// The most locations of an account.
const MOST_LOCATIONS: usize = 1_000;
/// How long a connection waits for a location to be chosen, before its credential is deleted.
pub const UNCHOSEN_KEPT: SignedDuration = SignedDuration::from_hours(24);

/// What a person enters of an account.
pub struct Entered {
    /// The token; of Toast the secret of a client.
    pub token: Secret,
    /// Of Toast: the id of the client; empty: the one before.
    pub client: String,
    /// Of Toast: a location that it opens; empty: the one before.
    pub location: String,
}

/// Begins a connection with a token: the POS is asked for its account and locations, of which the caller then chooses.
pub async fn create_connection(
    app: &App,
    created_by: &str,
    pos_id: &PosId,
    pos: Pos,
    entered: Entered,
) -> Result<Uuid, Fault> {
    begin_connection(app, created_by, pos_id, pos, credential_of(pos, entered)?).await
}

/// Begins a connection with a credential.
pub(super) async fn begin_connection(
    app: &App,
    created_by: &str,
    pos_id: &PosId,
    pos: Pos,
    credential: Credential,
) -> Result<Uuid, Fault> {
    let account = account_of(app, pos, &credential).await?;
    if account.locations.is_empty() {
        let why = account.unmapped.first().map(|one| format!(" {} {}", one.id, one.why)).unwrap_or_default();
        let message = format!("This account has no location at {} that can be connected.{why}", pos.name());
        return Err(Error::new(Code::Conflict, message).into());
    }
    if account.locations.len() > MOST_LOCATIONS {
        let message = format!("This account has more than {MOST_LOCATIONS} locations. Contact support.");
        return Err(Error::new(Code::Conflict, message).into());
    }
    let connection_id = Uuid::now_v7();
    let sealed = seal(app, connection_id, &credential)?;
    let new = NewConnection {
        connection_id,
        begun_at: pos_id,
        pos,
        account: &account,
        credential: &sealed,
        term: Term::of(&credential, app.now()),
        created_at: app.now(),
        created_by,
    };
    let mut tx = app.database.begin().await?;
    store::lock_location(&mut tx, pos_id).await?;
    if store::count_choosing(&mut tx, pos_id).await? >= MOST_CHOOSING {
        return Err(conflict(
            "Several connections of this location wait for you to choose a location. Choose one.",
        ));
    }
    store::insert_connection(&mut tx, new).await?;
    announce_begun(&mut tx, pos_id, connection_id)?;
    tx.commit().await?;
    Ok(connection_id)
}

/// Gives a connection another token of the same account, by which its locations are read on from where they were.
pub async fn renew_connection(
    app: &App,
    pos_id: &PosId,
    connection_id: Uuid,
    entered: Entered,
) -> Result<(), Fault> {
    let connection = open_connection(app, pos_id, connection_id).await?;
    let credential = credential_of(connection.pos, completed(app, &connection, entered)?)?;
    let another = |name: &str| {
        Error::invalid("token", format!("must be one of {name}: this one opens another account"))
    };
    reopen_connection(app, &connection, credential, another).await
}

/// A connection of a location that has not ended.
pub(super) async fn open_connection(
    app: &App,
    pos_id: &PosId,
    connection_id: Uuid,
) -> Result<ConnectionRow, Fault> {
    let mut conn = app.database.pool().acquire().await?;
    let connection = store::find_connection(&mut conn, pos_id, connection_id).await?;
    let connection = connection.ok_or_else(|| no_such_connection(connection_id))?;
    if connection.state == ConnectionState::Ended {
        return Err(conflict("This connection has ended. Connect again."));
    }
    Ok(connection)
}

/// Gives a connection another credential of the same account; `another` is what is said of one of another account.
pub(super) async fn reopen_connection(
    app: &App,
    connection: &ConnectionRow,
    credential: Credential,
    another: impl FnOnce(&str) -> Error,
) -> Result<(), Fault> {
    let connection_id = connection.connection_id;
    let account = account_of(app, connection.pos, &credential).await?;
    if account.id != connection.account_id {
        return Err(another(&connection.account_name).into());
    }
    let sealed = seal(app, connection_id, &credential)?;
    let mut tx = app.database.begin().await?;
    store::lock_connection(&mut tx, connection_id).await?;
    if !store::renew_connection(&mut tx, connection_id, (&sealed, Term::of(&credential, app.now())), &account)
        .await?
    {
        return Err(conflict("This connection has ended. Connect again."));
    }
    store::wake_all_feeds(&mut tx, connection_id, app.now()).await?;
    store::write_again(&mut tx, connection_id).await?;
    announce(&mut tx, connection_id, None).await?;
    tx.commit().await?;
    app.wake_feeds.notify_waiters();
    Ok(())
}

/// What was not entered again is as it was before.
fn completed(app: &App, connection: &ConnectionRow, entered: Entered) -> Result<Entered, Fault> {
    let Some(sealed) = connection.credential.as_ref().filter(|_| connection.pos == Pos::Toast) else {
        return Ok(entered);
    };
    let place = ConnectionRow::credential_place(connection.connection_id);
    let before = read_credential(&Secret::new(app.sealed.open_value::<String>(&place, sealed)?))?;
    let Credential::Client { id, location, .. } = before else { return Ok(entered) };
    let client = if entered.client.is_empty() { id } else { entered.client };
    Ok(Entered { client, location, ..entered })
}

fn credential_of(pos: Pos, entered: Entered) -> Result<Credential, Fault> {
    let is_one = |text: &str| {
        !text.is_empty() && text.len() <= LONGEST_TOKEN && text.bytes().all(|byte| byte.is_ascii_graphic())
    };
    let Entered { token, client, location } = entered;
    if !is_one(token.expose()) {
        let message = format!("must be the {} as the POS shows it, without spaces", pos.secret());
        return Err(Error::invalid("token", message).into());
    }
    match pos {
        Pos::Square | Pos::Clover => Ok(Credential::Token(token)),
        Pos::Toast if !is_one(&client) => {
            Err(Error::invalid("clientID", "must be the client ID as Toast shows it, without spaces").into())
        }
        Pos::Toast if !is_one(&location) => {
            let message = "must be the GUID of a location, as Toast shows it beside the credentials";
            Err(Error::invalid("externalID", message).into())
        }
        Pos::Toast => Ok(Credential::Client { id: client, secret: token, location }),
    }
}

/// The account that a token opens.
async fn account_of(app: &App, pos: Pos, credential: &Credential) -> Result<Account, Fault> {
    let account = app.adapters.of(pos).account(credential).await;
    account.map_err(|error| match error {
        PosError::Revoked => {
            let message = format!("is not known to {}: copy it again, as a whole", pos.name());
            Fault::from(Error::invalid("token", message))
        }
        PosError::Lacks(what) => {
            Error::invalid("token", format!("lacks a permission: {what}. Make one that has it")).into()
        }
        error if error.is_transient() => Error::unavailable(words(pos, &error)).into(),
        error => Error::new(Code::Conflict, words(pos, &error)).into(),
    })
}

pub(super) fn seal(app: &App, connection_id: Uuid, credential: &Credential) -> Result<Vec<u8>, Fault> {
    let json = credential_json(credential)?;
    app.sealed.seal_value(&ConnectionRow::credential_place(connection_id), &json.expose())
}
