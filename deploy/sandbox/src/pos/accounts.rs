//! The owners of the demo sign up, use the link that is mailed to them, and link their restaurants, as people do, through
//! the main API.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::json;

use super::places::{OWNERS, Owner, PASSWORD};
use crate::mail::Reader;
use crate::till::{Door, DoorError, Secret};

/// Where the calls of the main API lie.
pub const API: &str = "/api-restaurant-pos/restaurantpro";

/// How long a mail may take to arrive.
const MAIL_PATIENCE: Duration = Duration::from_secs(30);

/// An owner who is signed in.
pub struct Session {
    /// What calls carry.
    pub id: Secret,
    /// Their locations.
    pub locations: &'static [&'static str],
}

/// Signs the owners in, up before that where they are not known, and links what is not linked yet, with the codes the
/// vendor got for each location. An owner whose password is another one by now is left alone. `mail` reads what was
/// mailed to them.
///
/// # Errors
/// If the server is away or refuses a link.
pub async fn set_up(
    door: &Door,
    mail: &Reader,
    codes: &HashMap<String, String>,
) -> Result<Vec<Session>, DoorError> {
    let mut sessions = Vec::new();
    for owner in OWNERS {
        let session = match log_in(door, owner).await? {
            Some(session) => Some(session),
            None => {
                sign_up(door, mail, owner).await?;
                log_in(door, owner).await?
            }
        };
        let Some(session) = session else {
            tracing::warn!(email = owner.email, "cannot sign in; the locations of this owner are not linked");
            continue;
        };
        link(door, owner, &session, codes).await?;
        sessions.push(Session { id: session, locations: owner.locations });
    }
    Ok(sessions)
}

/// Signs out; a session that cannot be ended now ends by itself.
pub async fn log_out(door: &Door, session: &Session) {
    let _ = door.post_for(&format!("{API}/logout"), &session.id, b"{}".to_vec()).await;
}

/// Signs up and uses the mailed link; that the address is known is as good.
async fn sign_up(door: &Door, mail: &Reader, owner: &Owner) -> Result<(), DoorError> {
    let before = mail.taken().await;
    let form = json!({
        "firstName": owner.first_name, "lastName": owner.last_name, "email": owner.email,
        "phone": owner.phone, "password": PASSWORD,
    });
    match door.post(&format!("{API}/signup"), None, form.to_string().into_bytes()).await {
        Ok(_) => {}
        Err(DoorError::Refused { status: 409, .. }) => return Ok(()),
        Err(other) => return Err(other),
    }
    let token = match before {
        Ok(before) => mail.confirm_token(owner.email, before, MAIL_PATIENCE).await,
        Err(e) => Err(e),
    };
    match token {
        Ok(Some(token)) => {
            let form = json!({ "token": token, "password": PASSWORD }).to_string().into_bytes();
            door.post(&format!("{API}/confirm-sign-up"), None, form).await.map(drop)
        }
        Ok(None) => Ok(()),
        Err(error) => {
            tracing::warn!(%error, email = owner.email, "cannot read this owner's mail");
            Ok(())
        }
    }
}

async fn log_in(door: &Door, owner: &Owner) -> Result<Option<Secret>, DoorError> {
    let form = json!({ "username": owner.email, "password": PASSWORD, "firebaseNotificationToken": "" });
    match door.post(&format!("{API}/login"), None, form.to_string().into_bytes()).await {
        Ok(user) => Ok(user.get("sessionGuid").and_then(|id| id.as_str()).map(Secret::new)),
        Err(DoorError::Refused { status: 400 | 401, .. }) => Ok(None),
        Err(other) => Err(other),
    }
}

async fn link(
    door: &Door,
    owner: &Owner,
    session: &Secret,
    codes: &HashMap<String, String>,
) -> Result<(), DoorError> {
    let list = door.post_for(&format!("{API}/get-restaurant-list"), session, b"{}".to_vec()).await?;
    let linked: Vec<&str> =
        list.as_array().into_iter().flatten().filter_map(|l| l.get("posID")?.as_str()).collect();
    for pos_id in owner.locations {
        let Some(code) = codes.get(*pos_id).filter(|_| !linked.contains(pos_id)) else { continue };
        let form = json!({ "sessionID": session.expose(), "posID": pos_id, "linkCode": code });
        door.post(&format!("{API}/link-restaurant"), None, form.to_string().into_bytes()).await?;
    }
    Ok(())
}
