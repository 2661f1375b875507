use saffron_core::{Code, Error, ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Database;

use crate::store;

/// There is no such item at the location.
#[must_use]
pub fn no_such_item(id: &ItemId) -> Error {
    let message = format!("There is no item {id} here: look it up in the items list.");
    Error { field: Some("posItemID".into()), ..Error::new(Code::NotFound, message) }
}

/// The location that a call about an item is for: the one it names, else the only one of the caller's that has such an
/// item.
pub async fn locate(database: &Database, caller: &Caller, pos_id: &str, id: &ItemId) -> Result<PosId, Fault> {
    let parse = |text: &str| text.parse::<PosId>().map_err(|e| Error::invalid("posID", format!("{e}")));
    if !pos_id.is_empty() {
        let pos_id = parse(pos_id)?;
        caller.zone(&pos_id)?;
        return Ok(pos_id);
    }
    let mine: Vec<String> = caller.locations.keys().map(ToString::to_string).collect();
    let mut found = store::locations_with_item(database, &mine, id).await?.into_iter();
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(parse(&only)?),
        (None, _) => Err(no_such_item(id).into()),
        _ => Err(Error::invalid("posID", "Several of your locations have such an item: say which.").into()),
    }
}
