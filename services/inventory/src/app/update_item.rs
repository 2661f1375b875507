use std::collections::BTreeSet;

use saffron_core::event::ItemEdited;
use saffron_core::{Code, Error, ItemId, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Tx;

use super::settle::settle;
use super::{App, no_such_item};
use crate::domain::{Decide, ImageName, Item, ItemEdit, OfferEdit, PromoCode};
use crate::store::{self, Change, Edit, Editor, Items};

/// Codes drawn at once; that a location has given all of them does not happen.
const DRAWN: usize = 5;

/// An owner's edit of one item.
pub struct Update {
    /// The caller's location.
    pub pos_id: PosId,
    /// The item.
    pub id: ItemId,
    /// What changes.
    pub edit: ItemEdit,
    /// The version that the edit was made from; none: whatever it is now.
    pub version: Option<i64>,
}

/// Edits an item: for the owner's list, for tills and for open apps in one transaction. Returns the item as it is now.
pub async fn update_item(app: &App, caller: &Caller, update: Update) -> Result<Item, Fault> {
    let Update { pos_id, id, edit, version } = update;
    let zone = caller.zone(&pos_id)?;
    let now = app.now();
    let key = (pos_id.clone(), id.clone());
    let mut tx = app.database.begin().await?;
    store::lock_locations(&mut tx, &BTreeSet::from([pos_id.clone()])).await?;
    let before = store::items(tx.conn(), [&key]).await?;
    let mut item = before.get(&key).cloned().ok_or_else(|| no_such_item(&id))?;
    if version.is_some_and(|version| version != item.version) {
        let message = "Someone changed it meanwhile: reload it and edit it again.";
        return Err(Error { field: Some("version".into()), ..Error::new(Code::Conflict, message) }.into());
    }
    let today = zone.today(now);
    take_picture(&mut tx, &item, &edit.image).await?;
    let code = match edit.offer {
        OfferEdit::Set(_) => {
            store::free_code(&mut tx, &pos_id, &std::array::from_fn::<_, DRAWN, _>(|_| draw())).await?
        }
        OfferEdit::Leave | OfferEdit::End => draw(),
    };
    let counted = edit.stock.is_some();
    let edited = item.edit(edit, now, today, code);
    if let Some(step) = &edited.offer {
        store::take_offer_step(&mut tx, &item, step).await?;
    }
    if counted {
        recount(&mut tx, &mut item).await?;
    }
    let edits: Vec<Edit<'_>> =
        edited.lines.iter().map(|line| Edit { pos_id: &pos_id, item: &id, line }).collect();
    store::add_edits(&mut tx, Editor::Person(caller.user, &caller.name), &edits).await?;
    if let Some(told) = edited.told {
        let change =
            Change { pos_id: pos_id.clone(), item: id.clone(), at: zone.wall(now), told, sold_out: None };
        for change_number in store::announce(&mut tx, std::slice::from_ref(&change)).await? {
            tx.publish(&ItemEdited {
                pos_id: pos_id.clone(),
                item_id: id.clone(),
                change: change_number,
                user_id: caller.user,
                price: change.told.price,
                estimated_cost: change.told.cost,
                display_name: change.told.name.clone(),
                stock: change.told.stock,
            })?;
        }
    }
    let after = settle(&mut tx, &before, Items::from([(key, item)])).await?;
    tx.commit().await?;
    after.into_values().next().ok_or_else(|| no_such_item(&id).into())
}

/// Checks that a picture that is taken into use was uploaded here, and notes it, and the one that goes.
async fn take_picture(tx: &mut Tx, item: &Item, image: &Decide<ImageName>) -> Result<(), Fault> {
    let mut touched = BTreeSet::new();
    match image {
        Decide::Leave => return Ok(()),
        Decide::Say(name) => {
            touched.insert(name);
        }
        Decide::TakeTills => {}
    }
    touched.extend(&item.own.image);
    for name in &touched {
        store::touch_picture(tx, name).await?;
    }
    if let Decide::Say(name) = image
        && !store::uploaded_here(tx, &item.pos_id, name).await?
    {
        let why = "was not uploaded for this location, or is gone: upload the picture again";
        return Err(Error::invalid("imageUrl", why).into());
    }
    Ok(())
}

/// What was sold since the count that stands now.
async fn recount(tx: &mut Tx, item: &mut Item) -> Result<(), Fault> {
    item.sold = Quantity::ZERO;
    if let Some(count) = item.count() {
        let since = [((item.pos_id.clone(), item.id.clone()), count.at)].into();
        item.sold = store::sold_since(tx, &since).await?.into_values().sum();
    }
    Ok(())
}

fn draw() -> PromoCode {
    let mut random = rand::rng();
    PromoCode::draw(|below| rand::RngExt::random_range(&mut random, 0..below))
}
