use std::sync::Arc;

use saffron_core::{Code, Error, UserId};
use saffron_kit::Fault;
use saffron_kit::grpc::{Answer, Messages, answer};
use saffron_kit::token::MAX_LOCATIONS;
use saffron_proto::auth::people_service_server::PeopleService;
use saffron_proto::auth::{GetPersonRequest, GetPersonResponse, ListPeopleRequest, ListPeopleResponse};
use tonic::Request;

use super::list;
use crate::app::App;
use crate::store;

/// The calls of other services about people.
pub struct People(pub Arc<App>);

#[tonic::async_trait]
impl PeopleService for People {
    type ListPeopleStream = Messages<ListPeopleResponse>;

    async fn list_people(&self, request: Request<ListPeopleRequest>) -> Answer<Self::ListPeopleStream> {
        let pos_ids = request.into_inner().pos_ids;
        if pos_ids.len() > MAX_LOCATIONS {
            let error = Error::invalid("posID", format!("may be given {MAX_LOCATIONS} times at most"));
            return Err(Fault::from(error).into());
        }
        let found = store::people_of(&self.0.database, &pos_ids).await?;
        list(found.into_iter().map(|(pos_id, user_id)| ListPeopleResponse {
            pos_id: pos_id.into(),
            user_id: user_id.to_string(),
        }))
    }

    async fn get_person(&self, request: Request<GetPersonRequest>) -> Answer<GetPersonResponse> {
        let unknown = || Fault::from(Error::new(Code::NotFound, "There is no such person."));
        let user_id = UserId(request.get_ref().user_id.parse().map_err(|_| unknown())?);
        let profile = store::profile_of(&self.0.database, user_id).await?.ok_or_else(unknown)?;
        answer(GetPersonResponse { email: profile.email, first_name: profile.first_name })
    }
}
