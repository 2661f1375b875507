use std::sync::Arc;

use jiff::SignedDuration;
use saffron_core::time::public_time;
use saffron_core::{Code, Error, Money, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::grpc::{Answer, answer};
use saffron_proto::inventory as proto;
use saffron_proto::inventory::counter_service_server::CounterService;
use saffron_proto::inventory::{
    GetImageRequest, GetImageResponse, GetItemNamesRequest, GetItemNamesResponse, ListChangesRequest,
    ListChangesResponse, NamedItem,
};
use tonic::Request;

use crate::app::App;
use crate::domain::{ImageName, Item};
use crate::store::{self, Change, CodeChange, ItemKey};

/// How often it is noted that a POS asks and has nothing new to read.
const NOTED_EVERY: SignedDuration = SignedDuration::from_mins(1);
/// The most items whose names are requested at once.
const NAMES: usize = 500;

/// The calls of gateways.
pub(super) struct Counter {
    pub(super) app: Arc<App>,
}

fn parse_pos_id(text: &str) -> Result<PosId, Fault> {
    text.parse().map_err(|e| Error::invalid("posID", format!("{e}")).into())
}

fn change_message((sequence, change): (i64, Change)) -> proto::Change {
    let until = change.sold_out.and_then(|(_, until)| until).map(public_time);
    proto::Change {
        sequence,
        at: public_time(change.at),
        pos_item_id: change.item.into(),
        price: change.edited.price.map(Money::cents),
        estimated_cost: change.edited.cost.map(Money::cents),
        display_name: change.edited.name,
        stock: change.edited.stock.map(Quantity::milli),
        sold_out: change.sold_out.map(|(sold_out, _)| sold_out),
        sold_out_until: until.unwrap_or_default(),
    }
}

fn code_message(change: CodeChange) -> proto::CodeChange {
    let terms = proto::CodeTerms {
        discount_percentage: change.terms.discount_percentage,
        pos_item_ids: change.terms.items.into_iter().map(String::from).collect(),
        valid_until: change.terms.valid_until.map(|date| date.to_string()).unwrap_or_default(),
    };
    proto::CodeChange {
        sequence: change.sequence,
        at: public_time(change.at),
        promo_code: change.code.as_str().to_owned(),
        terms: Some(terms),
    }
}

fn named_item(item: Item) -> NamedItem {
    NamedItem { display_name: item.display_name().to_owned(), pos_item_id: item.id.into() }
}

fn parse_image_name(file: &str) -> Result<ImageName, Fault> {
    ImageName::of_file(file).ok_or_else(|| no_such_picture().into())
}

fn no_such_picture() -> Error {
    Error { field: Some("name".into()), ..Error::new(Code::NotFound, "There is no such picture.") }
}

/// The location and the limit of a request, checked.
fn checked_page(message: &ListChangesRequest) -> Result<(PosId, i64), Fault> {
    let pos_id = parse_pos_id(&message.pos_id)?;
    if message.after < 0 {
        return Err(Error::invalid("after", "must not be negative").into());
    }
    if !(1..=500).contains(&message.limit) {
        return Err(Error::invalid("limit", "must lie between 1 and 500").into());
    }
    Ok((pos_id, message.limit.into()))
}

fn item_keys(message: &GetItemNamesRequest) -> Result<Vec<ItemKey>, Fault> {
    let pos_id = parse_pos_id(&message.pos_id)?;
    if message.pos_item_ids.len() > NAMES {
        return Err(Error::invalid("posItemIDs", format!("may be {NAMES} at most")).into());
    }
    let key = |id: &String| {
        let id = id.parse().map_err(|e| Error::invalid("posItemIDs", format!("{e}")))?;
        Ok((pos_id.clone(), id))
    };
    message.pos_item_ids.iter().map(key).collect()
}

#[tonic::async_trait]
impl CounterService for Counter {
    async fn list_changes(&self, request: Request<ListChangesRequest>) -> Answer<ListChangesResponse> {
        let message = request.get_ref();
        let (pos_id, limit) = checked_page(message)?;
        let (database, after) = (&self.app.database, message.after);
        if !message.items_only {
            store::note_read(database, &pos_id, after, self.app.now() - NOTED_EVERY).await?;
        }
        // One more than requested shows whether more follow.
        let items = store::changes_after(database, &pos_id, after, limit + 1).await?;
        let codes = if message.items_only {
            Vec::new()
        } else {
            store::code_changes_after(database, &pos_id, after, limit + 1).await?
        };
        let numbers = items.iter().map(|(sequence, _)| *sequence);
        let mut numbers: Vec<i64> = numbers.chain(codes.iter().map(|change| change.sequence)).collect();
        numbers.sort_unstable();
        let more = numbers.len() as i64 > limit;
        numbers.truncate(usize::try_from(limit).unwrap_or_default());
        let last = numbers.last().copied().unwrap_or(after);
        answer(ListChangesResponse {
            changes: items.into_iter().filter(|(number, _)| *number <= last).map(change_message).collect(),
            codes: codes.into_iter().filter(|change| change.sequence <= last).map(code_message).collect(),
            after: last,
            more,
        })
    }

    async fn get_image(&self, request: Request<GetImageRequest>) -> Answer<GetImageResponse> {
        let name = parse_image_name(&request.get_ref().name)?;
        let image = self.app.objects.get(&store::object_of(&name)).await?;
        let image = image.ok_or_else(|| Fault::from(no_such_picture()))?;
        answer(GetImageResponse { image, content_type: "image/jpeg".into() })
    }

    async fn get_item_names(&self, request: Request<GetItemNamesRequest>) -> Answer<GetItemNamesResponse> {
        let keys = item_keys(request.get_ref())?;
        let mut connection = self.app.database.pool().acquire().await.map_err(Fault::from)?;
        let found = store::find_items(&mut connection, &keys).await?;
        answer(GetItemNamesResponse { items: found.into_values().map(named_item).collect() })
    }
}
