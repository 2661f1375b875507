//! The other services, as far as they are asked.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use futures::stream::{self, BoxStream, StreamExt as _};
use saffron_proto::auth::people_service_server::{PeopleService, PeopleServiceServer};
use saffron_proto::auth::{GetPersonRequest, GetPersonResponse, ListPeopleRequest, ListPeopleResponse};
use saffron_proto::inventory::counter_service_server::{CounterService, CounterServiceServer};
use saffron_proto::inventory::{
    GetImageRequest, GetImageResponse, GetItemNamesRequest, GetItemNamesResponse, ListChangesRequest,
    ListChangesResponse, NamedItem,
};
use saffron_proto::reports::day_service_server::{DayService, DayServiceServer};
use saffron_proto::reports::{ListDaysRequest, ListDaysResponse, ReportRow};
use saffron_testkit::{GATEWAY_KEY, ZONE};
use tokio::net::TcpListener;
use tokio::sync::Barrier;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// What the other services of the tests answer.
#[derive(Default)]
pub struct Answers {
    pub people: BTreeMap<String, BTreeSet<Uuid>>,
    pub emails: BTreeMap<Uuid, String>,
    pub items: BTreeMap<String, String>,
    pub days: BTreeMap<(String, String), ReportRow>,
    /// A request for an address is answered once as many come at the same time.
    pub addresses_together: Option<Arc<Barrier>>,
}

#[derive(Clone, Default)]
pub struct Others {
    pub answers: Arc<Mutex<Answers>>,
    pub away: Arc<AtomicBool>,
    /// While it is held, auth does not answer.
    pub answer_lock: Arc<tokio::sync::RwLock<()>>,
}

impl Others {
    fn there<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let key = request.metadata().get(saffron_kit::grpc::GATEWAY_KEY).and_then(|key| key.to_str().ok());
        assert_eq!(key, Some(GATEWAY_KEY));
        if self.away.load(Ordering::SeqCst) { Err(Status::unavailable("away")) } else { Ok(()) }
    }
}

type Parts<T> = BoxStream<'static, Result<T, Status>>;

#[tonic::async_trait]
impl PeopleService for Others {
    type ListPeopleStream = Parts<ListPeopleResponse>;

    async fn list_people(
        &self,
        request: Request<ListPeopleRequest>,
    ) -> Result<Response<Self::ListPeopleStream>, Status> {
        self.there(&request)?;
        drop(self.answer_lock.read().await);
        let answers = self.answers.lock().unwrap();
        let rows: Vec<_> =
            request
                .get_ref()
                .pos_ids
                .iter()
                .flat_map(|pos_id| {
                    answers.people.get(pos_id).into_iter().flatten().map(|user| {
                        Ok(ListPeopleResponse { pos_id: pos_id.clone(), user_id: user.to_string() })
                    })
                })
                .collect();
        Ok(Response::new(stream::iter(rows).boxed()))
    }

    async fn get_person(
        &self,
        request: Request<GetPersonRequest>,
    ) -> Result<Response<GetPersonResponse>, Status> {
        self.there(&request)?;
        let together = self.answers.lock().unwrap().addresses_together.clone();
        if let Some(together) = together {
            together.wait().await;
        }
        let answers = self.answers.lock().unwrap();
        let email = answers.emails.get(&request.get_ref().user_id.parse().unwrap()).cloned();
        let email = email.ok_or_else(|| Status::not_found("erased"))?;
        Ok(Response::new(GetPersonResponse { email, first_name: "Ana".into() }))
    }
}

#[tonic::async_trait]
impl CounterService for Others {
    async fn list_changes(
        &self,
        _: Request<ListChangesRequest>,
    ) -> Result<Response<ListChangesResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn get_image(&self, _: Request<GetImageRequest>) -> Result<Response<GetImageResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn get_item_names(
        &self,
        request: Request<GetItemNamesRequest>,
    ) -> Result<Response<GetItemNamesResponse>, Status> {
        self.there(&request)?;
        let answers = self.answers.lock().unwrap();
        let item = |id: &String| {
            let display_name = answers.items.get(id)?.clone();
            Some(NamedItem { pos_item_id: id.clone(), display_name })
        };
        let items = request.get_ref().pos_item_ids.iter().filter_map(item).collect();
        Ok(Response::new(GetItemNamesResponse { items }))
    }
}

#[tonic::async_trait]
impl DayService for Others {
    type ListDaysStream = Parts<ListDaysResponse>;

    async fn list_days(
        &self,
        request: Request<ListDaysRequest>,
    ) -> Result<Response<Self::ListDaysStream>, Status> {
        self.there(&request)?;
        let answers = self.answers.lock().unwrap();
        let row = |day: &saffron_proto::reports::Day| {
            assert_eq!(day.time_zone, ZONE);
            answers.days.get(&(day.pos_id.clone(), day.business_date.clone())).cloned()
        };
        let rows: Vec<_> = request
            .get_ref()
            .days
            .iter()
            .filter_map(row)
            .map(|row| Ok(ListDaysResponse { row: Some(row) }))
            .collect();
        Ok(Response::new(stream::iter(rows).boxed()))
    }
}

/// Serves all of them at one address; returns its URL.
pub async fn serve(others: Others) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = Server::builder()
        .add_service(PeopleServiceServer::new(others.clone()))
        .add_service(CounterServiceServer::new(others.clone()))
        .add_service(DayServiceServer::new(others));
    tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
    url
}
