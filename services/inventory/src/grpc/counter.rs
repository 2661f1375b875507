use std::sync::Arc;

use saffron_core::time::public_time;
use saffron_core::{Code, Error, ItemId, Money, PosId, Quantity};
use saffron_kit::Fault;
use saffron_kit::grpc::to_status;
use saffron_proto::inventory as proto;
use saffron_proto::inventory::counter_service_server::CounterService;
use saffron_proto::inventory::{
    GetImageRequest, GetImageResponse, GetItemNamesRequest, GetItemNamesResponse, ListChangesRequest,
    ListChangesResponse, NamedItem,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::{ImageName, Item};
use crate::store::{self, Change};

/// Items whose names are told at once.
const NAMES: usize = 500;

/// The gateways' calls.
pub(super) struct Counter {
    pub(super) app: Arc<App>,
}

impl Counter {
    async fn changes(&self, message: ListChangesRequest) -> Result<ListChangesResponse, Fault> {
        let pos_id: PosId = message.pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
        if message.after < 0 {
            return Err(Error::invalid("after", "must not be negative").into());
        }
        if !(1..=500).contains(&message.limit) {
            return Err(Error::invalid("limit", "must lie between 1 and 500").into());
        }
        let limit = i64::from(message.limit);
        // One more than is asked for tells whether others follow.
        let mut found = store::changes_after(&self.app.database, &pos_id, message.after, limit + 1).await?;
        let more = found.len() as i64 > limit;
        found.truncate(usize::try_from(limit).unwrap_or_default());
        let after = found.last().map_or(message.after, |(sequence, _)| *sequence);
        Ok(ListChangesResponse { changes: found.into_iter().map(change).collect(), after, more })
    }

    async fn image(&self, message: GetImageRequest) -> Result<GetImageResponse, Fault> {
        let not_there = || Error {
            field: Some("name".into()),
            ..Error::new(Code::NotFound, "There is no such picture.")
        };
        let name = ImageName::of_file(&message.name).ok_or_else(not_there)?;
        let image = self.app.objects.get(&name).await?.ok_or_else(not_there)?;
        Ok(GetImageResponse { image, content_type: "image/jpeg".into() })
    }

    async fn names(&self, message: GetItemNamesRequest) -> Result<GetItemNamesResponse, Fault> {
        let pos_id: PosId = message.pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
        if message.pos_item_ids.len() > NAMES {
            return Err(Error::invalid("posItemIDs", format!("may be {NAMES} at most")).into());
        }
        let key = |id: &String| {
            let id: ItemId = id.parse().map_err(|e| Error::invalid("posItemIDs", format!("{e}")))?;
            Ok((pos_id.clone(), id))
        };
        let keys: Result<Vec<_>, Error> = message.pos_item_ids.iter().map(key).collect();
        let mut tx = self.app.database.begin().await?;
        let found = store::items(tx.conn(), &keys?).await?;
        let item = |item: Item| NamedItem {
            pos_item_id: item.id.to_string(),
            display_name: item.display_name().to_owned(),
        };
        Ok(GetItemNamesResponse { items: found.into_values().map(item).collect() })
    }
}

fn change((sequence, change): (i64, Change)) -> proto::Change {
    let until = change.sold_out.and_then(|(_, until)| until).map(public_time);
    proto::Change {
        sequence,
        at: public_time(change.at),
        pos_item_id: change.item.to_string(),
        price: change.told.price.map(Money::cents),
        estimated_cost: change.told.cost.map(Money::cents),
        display_name: change.told.name,
        stock: change.told.stock.map(Quantity::milli),
        sold_out: change.sold_out.map(|(sold_out, _)| sold_out),
        sold_out_until: until.unwrap_or_default(),
    }
}

#[tonic::async_trait]
impl CounterService for Counter {
    async fn list_changes(
        &self,
        request: Request<ListChangesRequest>,
    ) -> Result<Response<ListChangesResponse>, Status> {
        self.changes(request.into_inner()).await.map(Response::new).map_err(to_status)
    }

    async fn get_image(
        &self,
        request: Request<GetImageRequest>,
    ) -> Result<Response<GetImageResponse>, Status> {
        self.image(request.into_inner()).await.map(Response::new).map_err(to_status)
    }

    async fn get_item_names(
        &self,
        request: Request<GetItemNamesRequest>,
    ) -> Result<Response<GetItemNamesResponse>, Status> {
        self.names(request.into_inner()).await.map(Response::new).map_err(to_status)
    }
}
