use std::sync::Arc;

use futures::stream::{self, BoxStream, StreamExt as _};
use saffron_core::{Code, Error, UserId};
use saffron_kit::grpc::to_status;
use saffron_kit::token::MAX_LOCATIONS;
use saffron_proto::auth::people_service_server::PeopleService;
use saffron_proto::auth::{GetPersonRequest, GetPersonResponse, ListPeopleRequest, ListPeopleResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::{links, users};

/// Who is told about what.
pub struct People(pub Arc<App>);

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl PeopleService for People {
    type ListPeopleStream = BoxStream<'static, Result<ListPeopleResponse, Status>>;

    async fn list_people(&self, request: Request<ListPeopleRequest>) -> Answer<Self::ListPeopleStream> {
        let pos_ids = request.into_inner().pos_ids;
        if pos_ids.len() > MAX_LOCATIONS {
            let error = Error::invalid("posID", format!("may be given {MAX_LOCATIONS} times at most"));
            return Err(to_status(error.into()));
        }
        let found = links::people_of(&self.0.database, &pos_ids).await.map_err(to_status)?;
        let answers = found.into_iter().map(|(pos_id, user_id)| {
            Ok(ListPeopleResponse { pos_id: pos_id.into(), user_id: user_id.to_string() })
        });
        Ok(Response::new(stream::iter(answers).boxed()))
    }

    async fn get_person(&self, request: Request<GetPersonRequest>) -> Answer<GetPersonResponse> {
        let nobody = || Error::new(Code::NotFound, "There is no such person.");
        let found = async {
            let user_id = request.get_ref().user_id.parse().map_err(|_| nobody())?;
            Ok(users::by_id(&self.0.database, UserId(user_id)).await?.ok_or_else(nobody)?)
        };
        let profile = found.await.map_err(to_status)?.profile;
        Ok(Response::new(GetPersonResponse { email: profile.email, first_name: profile.first_name }))
    }
}
