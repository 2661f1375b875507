use std::collections::{BTreeMap, BTreeSet};

use saffron_core::event::{RewardGranted, RewardKind};
use saffron_core::{BusinessDate, CustomerId, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::{Once, Tx};
use uuid::Uuid;

use super::save_changes::{redeem, save_changes};
use super::{App, lock};
use crate::domain::{Gift, Guest, LedgerChanges, Message, valid_until};
use crate::store::{self, NewReward};

/// The guest that a request names.
#[derive(Debug, Clone)]
pub struct Recipient {
    /// The caller's locations in which the guest is searched.
    pub locations: Vec<PosId>,
    pub id: Option<CustomerId>,
    /// Lower case.
    pub email: Option<String>,
    /// Ten digits, if it is a US number.
    pub phone: Option<String>,
}

/// A request to send a reward.
#[derive(Debug, Clone)]
pub struct SendReward {
    pub to: Recipient,
    pub gift: Gift,
    pub message: Message,
    /// Inclusive.
    pub valid_until: Option<BusinessDate>,
    /// A repeated key with the same request gets the same answer, without a second reward.
    pub idempotency_key: String,
}

impl SendReward {
    const fn call(&self) -> &'static str {
        match self.gift {
            Gift::Item { .. } => "send-reward-item",
            Gift::Points(_) => "send-reward-point",
        }
    }

    /// A text that is the same for equal requests. Name and price of the item are left out: they come from the current menu.
    fn fingerprint(&self) -> String {
        let gift = match &self.gift {
            Gift::Item { item, .. } => item.to_string(),
            Gift::Points(points) => points.to_string(),
        };
        format!("{:?} {gift} {:?} {:?}", self.to, self.message, self.valid_until)
    }
}

/// Grants a guest a reward; returns the guest, the one that stays if guests were merged, and the reward's id.
pub async fn send_reward(app: &App, caller: &Caller, send: &SendReward) -> Result<(Guest, Uuid), Fault> {
    let (call, key) = (send.call(), &send.idempotency_key);
    let mut tx = app.database.begin().await?;
    if let Once::Again(answer) = tx.once(caller.user, call, key, send.fingerprint().as_bytes()).await? {
        return first_answer(caller, &answer);
    }
    let guest = find_recipient(&mut tx, &send.to).await?;
    let granted_at = tx.clock().now();
    let today = lock(&mut tx, caller, &guest.0).await?;
    let guest = guest_that_stays(&mut tx, guest).await?;
    let valid_until = valid_until(send.valid_until, today)?;
    let accounts = store::open_accounts(&mut tx, &BTreeSet::from([guest.clone()]), None).await?;
    if !accounts.contains_key(&guest) {
        return Err(was_erased().into());
    }
    let reward = Uuid::now_v7();
    let todays = BTreeMap::from([(guest.0.clone(), today)]);
    let mut changes = LedgerChanges::begin(accounts, &todays, granted_at);
    let points_left = match send.gift {
        Gift::Points(points) => changes.grant(&guest, reward, points, valid_until),
        Gift::Item { .. } => 0,
    };
    let (gift, message, by) = (&send.gift, &send.message, (caller.user, caller.name.as_str()));
    let new = NewReward { reward, guest: &guest, gift, message, granted_at, by, valid_until, points_left };
    store::insert_reward(&mut tx, &new).await?;
    tx.publish(&granted(&new))?;
    save_changes(&mut tx, &changes).await?;
    redeem(&mut tx, &BTreeSet::from([&guest])).await?;
    let answer = format!("{} {} {reward}", guest.0, guest.1);
    tx.once_done(caller.user, call, key, &answer).await?;
    tx.commit().await?;
    Ok((guest, reward))
}

/// The guest for whom an id counts: merges are read while the location is locked.
async fn guest_that_stays(tx: &mut Tx, guest: Guest) -> Result<Guest, Fault> {
    let stays = store::ended_guests(tx, &BTreeSet::from([guest.clone()])).await?.into_values().next();
    Ok(match stays {
        Some(id) => (guest.0, id),
        None => guest,
    })
}

fn granted(new: &NewReward<'_>) -> RewardGranted {
    let (kind, points, item_id) = match new.gift {
        Gift::Item { item, .. } => (RewardKind::Item, None, Some(item.clone())),
        Gift::Points(points) => (RewardKind::Points, Some(*points), None),
    };
    let ((pos_id, customer_id), valid_until) = (new.guest.clone(), new.valid_until);
    RewardGranted { pos_id, customer_id, reward_id: new.reward, kind, points, item_id, valid_until }
}

/// The answer to the first call; the location may have been taken from the caller since.
fn first_answer(caller: &Caller, answer: &str) -> Result<(Guest, Uuid), Fault> {
    let read = || {
        let mut parts = answer.split(' ');
        let guest = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some((guest, parts.next()?.parse().ok()?))
    };
    let (guest, reward): (Guest, Uuid) =
        read().ok_or_else(|| Fault::Permanent("an idempotency answer cannot be read".into()))?;
    caller.calendar(&guest.0)?;
    Ok((guest, reward))
}

fn was_erased() -> Error {
    Error::invalid("posCustomerID", "was erased and can get no rewards")
}

async fn find_recipient(tx: &mut Tx, to: &Recipient) -> Result<Guest, Fault> {
    let (email, phone) = (to.email.as_deref(), to.phone.as_deref());
    let field = match (&to.id, email, phone) {
        (Some(_), _, _) => "posCustomerID",
        (None, Some(_), _) => "email",
        (None, None, Some(_)) => "cellPhoneNumber",
        (None, None, None) => {
            let message = "says who gets the reward: send it, or cellPhoneNumber or posCustomerID";
            return Err(Error::invalid("email", message).into());
        }
    };
    let mut found =
        store::find_recipients(tx, &to.locations, to.id.as_ref(), email, phone).await?.into_iter();
    let only = match (found.next(), found.next()) {
        (Some(only), None) => only,
        (None, _) => return Err(Error::invalid(field, "is not a customer of this location").into()),
        (Some(one), Some(other)) if one.pos_id != other.pos_id => {
            let message = "Several of your locations have such a customer: say which.";
            return Err(Error::invalid("posID", message).into());
        }
        (Some(_), Some(_)) => {
            let message = "Several customers have this email and phone: say which one.";
            return Err(Error::invalid("posCustomerID", message).into());
        }
    };
    if only.erased {
        return Err(was_erased().into());
    }
    for (field, given, known) in [("email", email, only.email), ("cellPhoneNumber", phone, only.phone)] {
        if given.is_some() && given != known.as_deref() {
            return Err(Error::invalid(field, "is not the one of this customer").into());
        }
    }
    Ok((only.pos_id, only.id))
}
