use std::collections::BTreeSet;

use saffron_core::event::ItemEdited;
use saffron_core::{Code, Error, Quantity};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Tx;

use super::App;
use super::save_changed::save_changed;
use crate::domain::{Decision, ImageName, Item, ItemEdit, OfferEdit, PromoCode, no_such_item};
use crate::store::{self, Change, ItemKey, Items};

/// The number of random codes to choose from; it is practically impossible that all of them are in use.
const DRAWN: usize = 5;

/// A request to edit one item.
pub struct Update {
    /// An item of the caller's location.
    pub key: ItemKey,
    pub edit: ItemEdit,
    /// The version that the edit was made from; none: the current one.
    pub version: Option<i64>,
}

/// Edits an item, and publishes the change to tills and open apps, in one transaction. Returns the edited item.
pub async fn update_item(app: &App, caller: &Caller, update: Update) -> Result<Item, Fault> {
    let Update { key, edit, version } = update;
    let (pos_id, id) = &key;
    let calendar = caller.calendar(pos_id)?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    store::lock_locations(&mut tx, std::slice::from_ref(pos_id)).await?;
    let before = store::find_items(tx.conn(), [&key]).await?;
    let item = before.get(&key).filter(|item| !item.removed);
    let mut item = item.cloned().ok_or_else(|| no_such_item(id))?;
    if version.is_some_and(|version| version != item.version) {
        let message = "Someone else edited this item. Reload it and make your change again.";
        return Err(Error { field: Some("version".into()), ..Error::new(Code::Conflict, message) }.into());
    }
    use_picture(&mut tx, &item, &edit.image).await?;
    let code = match edit.offer {
        OfferEdit::Set(_) => {
            store::free_code(&mut tx, pos_id, &std::array::from_fn::<_, DRAWN, _>(|_| random_code())).await?
        }
        OfferEdit::Leave | OfferEdit::End => random_code(),
    };
    let is_counted = edit.stock.is_some();
    let edited = item.edit(edit, now, calendar.today(now), code);
    if let Some(step) = &edited.offer {
        store::save_offer_step(&mut tx, &item, step).await?;
    }
    if is_counted {
        read_sold(&mut tx, &mut item).await?;
    }
    let edits = edited.lines.into_iter().map(|line| (key.clone(), line)).collect();
    store::add_edits(&mut tx, Some(caller), edits).await?;
    if let Some(edited) = edited.for_tills {
        let (pos_id, item) = key.clone();
        let change = Change { pos_id, item, at: calendar.wall(now), edited, sold_out: None };
        for number in store::append_changes(&mut tx, std::slice::from_ref(&change)).await? {
            tx.publish(&item_edited(&change, number, caller))?;
        }
    }
    let after = save_changed(&mut tx, &before, Items::from([(key, item)])).await?;
    tx.commit().await?;
    after.into_values().next().ok_or_else(|| Fault::Permanent("an edit without its item".into()))
}

fn item_edited(change: &Change, number: i64, caller: &Caller) -> ItemEdited {
    let edited = change.edited.clone();
    ItemEdited {
        pos_id: change.pos_id.clone(),
        item_id: change.item.clone(),
        change: number,
        user_id: caller.user,
        price: edited.price,
        estimated_cost: edited.cost,
        display_name: edited.name,
        stock: edited.stock,
    }
}

/// Checks that a new picture was uploaded for the location; marks it as used, and the replaced one as unused.
async fn use_picture(tx: &mut Tx, item: &Item, image: &Decision<ImageName>) -> Result<(), Fault> {
    let new = match image {
        Decision::Leave => return Ok(()),
        Decision::Set(name) => Some(name),
        Decision::UseTill => None,
    };
    let touched: BTreeSet<&ImageName> = new.into_iter().chain(&item.own.image).collect();
    for name in touched {
        store::touch_picture(tx, name).await?;
    }
    if let Some(name) = new
        && !store::is_uploaded(tx, &item.pos_id, name).await?
    {
        let why = "was not uploaded for this location, or is gone: upload the picture again";
        return Err(Error::invalid("imageUrl", why).into());
    }
    Ok(())
}

/// Reads the quantity sold since the current count.
async fn read_sold(tx: &mut Tx, item: &mut Item) -> Result<(), Fault> {
    item.sold = Quantity::ZERO;
    if let Some(count) = item.count() {
        let since = [((item.pos_id.clone(), item.id.clone()), count.at)].into();
        item.sold = store::sold_since(tx, since).await?.into_values().sum();
    }
    Ok(())
}

fn random_code() -> PromoCode {
    let mut random = rand::rng();
    PromoCode::random(|below| rand::RngExt::random_range(&mut random, 0..below))
}
