use std::sync::Arc;

use saffron_core::{Calendar, Error, PosId, parse_field};
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, Mirrored as _, answer};
use saffron_kit::{Fault, Secret};
use saffron_proto::connectors as proto;
use saffron_proto::connectors::connection_service_server::ConnectionService;
use saffron_proto::connectors::{
    BeginAuthorizationRequest, BeginAuthorizationResponse, ConnectLocationRequest, ConnectLocationResponse,
    Connection, CreateConnectionRequest, CreateConnectionResponse, DecideConnectedDaysRequest,
    DecideConnectedDaysResponse, EndConnectionRequest, EndConnectionResponse, FinishAuthorizationRequest,
    FinishAuthorizationResponse, GetConnectionRequest, GetConnectionResponse, GetProofRequest,
    GetProofResponse, ListConnectedDaysRequest, ListConnectedDaysResponse, ListConnectionsRequest,
    ListConnectionsResponse, ListPosSystemsRequest, ListPosSystemsResponse, ListProofsRequest,
    ListProofsResponse, ListUnmappedRequest, ListUnmappedResponse, PauseConnectionRequest,
    PauseConnectionResponse, PosSystem, RenewConnectionRequest, RenewConnectionResponse,
    ResumeConnectionRequest, ResumeConnectionResponse, SetConnectionWritingRequest,
    SetConnectionWritingResponse,
};
use strum::IntoEnumIterator as _;
use tonic::Request;
use uuid::Uuid;

use super::connection_lists::{ConnectedDays, ConnectionList, UnmappedList};
use super::connection_messages::Shown;
use super::proofs::{ProofList, proof_message};
use super::requests;
use super::service::token_of;
use crate::app::{self, App, ConnectionStep, no_such_connection};
use crate::domain::{ConflictChoice, Pos};
use crate::store;

/// The calls about connections.
pub(super) struct Connections {
    pub(super) app: Arc<App>,
}

const SELECT: &str = "Please select location to see its connections.";

saffron_kit::mirrored!(Pos, proto::Pos: Square, Clover, Toast);

fn named(caller: &Caller, pos_id: &str, connection_id: &str) -> Result<(PosId, Calendar, Uuid), Fault> {
    let (pos_id, calendar) = caller.location(pos_id, SELECT)?;
    let parsed = connection_id.parse();
    let connection_id =
        parsed.map_err(|_| Error::invalid("connectionID", "must be the id of a connection"))?;
    Ok((pos_id, calendar, connection_id))
}

impl Connections {
    /// All that is shown of a connection at a location.
    async fn show(
        &self,
        pos_id: &PosId,
        calendar: &Calendar,
        connection_id: Uuid,
    ) -> Result<Option<Connection>, Fault> {
        let mut conn = self.app.database.pool().acquire().await?;
        let connection = store::find_connection(&mut conn, pos_id, connection_id).await?;
        let connection = connection.ok_or_else(|| Fault::from(no_such_connection(connection_id)))?;
        let location = store::find_connected(&mut conn, pos_id, connection_id).await?;
        let offered = store::free_offered_of(&mut conn, connection_id).await?;
        let about = store::about(&mut conn, pos_id, &[connection_id]).await?;
        drop(conn);
        let about = about.into_values().next().unwrap_or_default();
        let takes_writes = app::takes_writes(&self.app, connection.pos);
        let shown = Shown { connection, location, offered, about, takes_writes };
        Ok(Some(shown.message(pos_id, calendar, self.app.now())))
    }

    async fn step(
        &self,
        caller: &Caller,
        token: &str,
        (pos_id, connection_id): (&str, &str),
        step: ConnectionStep,
    ) -> Result<Option<Connection>, Fault> {
        let (pos_id, calendar, connection_id) = named(caller, pos_id, connection_id)?;
        app::step_connection(&self.app, token, &pos_id, connection_id, step).await?;
        self.show(&pos_id, &calendar, connection_id).await
    }
}

#[tonic::async_trait]
impl ConnectionService for Connections {
    type ListConnectionsStream = Messages<ListConnectionsResponse>;
    type ListConnectedDaysStream = Messages<ListConnectedDaysResponse>;
    type ListProofsStream = Messages<ListProofsResponse>;
    type ListUnmappedStream = Messages<ListUnmappedResponse>;

    async fn create_connection(
        &self,
        request: Request<CreateConnectionRequest>,
    ) -> Answer<CreateConnectionResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar) =
            caller.location(&message.pos_id, "Please select the location to connect.")?;
        let pos = pos_of(message.pos)?;
        let entered = app::Entered {
            token: Secret::new(message.token),
            client: message.client_id,
            location: message.external_id,
        };
        let id = app::create_connection(&self.app, &caller.name, &pos_id, pos, entered).await?;
        answer(CreateConnectionResponse { connection: self.show(&pos_id, &calendar, id).await? })
    }

    async fn connect_location(
        &self,
        request: Request<ConnectLocationRequest>,
    ) -> Answer<ConnectLocationResponse> {
        let (caller, token) = (Caller::of(&request)?, token_of(&request));
        let message = request.into_inner();
        let (pos_id, calendar, id) = named(&caller, &message.pos_id, &message.connection_id)?;
        let begun_at = match message.begun_at.as_str() {
            "" => pos_id.clone(),
            other => caller.location(other, SELECT)?.0,
        };
        app::join_location(&self.app, &token, (&pos_id, &calendar), (&begun_at, id), &message.external_id)
            .await?;
        answer(ConnectLocationResponse { connection: self.show(&pos_id, &calendar, id).await? })
    }

    async fn get_connection(&self, request: Request<GetConnectionRequest>) -> Answer<GetConnectionResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, id) = named(&caller, &message.pos_id, &message.connection_id)?;
        answer(GetConnectionResponse { connection: self.show(&pos_id, &calendar, id).await? })
    }

    async fn list_connections(
        &self,
        request: Request<ListConnectionsRequest>,
    ) -> Answer<Self::ListConnectionsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar) = caller.location(&message.pos_id, SELECT)?;
        let list = ConnectionList { app: self.app.clone(), pos_id, calendar };
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn pause_connection(
        &self,
        request: Request<PauseConnectionRequest>,
    ) -> Answer<PauseConnectionResponse> {
        let (caller, token, message) = (Caller::of(&request)?, token_of(&request), request.get_ref());
        let named = (message.pos_id.as_str(), message.connection_id.as_str());
        let connection = self.step(&caller, &token, named, ConnectionStep::Pause).await?;
        answer(PauseConnectionResponse { connection })
    }

    async fn resume_connection(
        &self,
        request: Request<ResumeConnectionRequest>,
    ) -> Answer<ResumeConnectionResponse> {
        let (caller, token, message) = (Caller::of(&request)?, token_of(&request), request.get_ref());
        let named = (message.pos_id.as_str(), message.connection_id.as_str());
        let connection = self.step(&caller, &token, named, ConnectionStep::Resume).await?;
        answer(ResumeConnectionResponse { connection })
    }

    async fn end_connection(&self, request: Request<EndConnectionRequest>) -> Answer<EndConnectionResponse> {
        let (caller, token, message) = (Caller::of(&request)?, token_of(&request), request.get_ref());
        let named = (message.pos_id.as_str(), message.connection_id.as_str());
        let connection = self.step(&caller, &token, named, ConnectionStep::End).await?;
        answer(EndConnectionResponse { connection })
    }

    async fn renew_connection(
        &self,
        request: Request<RenewConnectionRequest>,
    ) -> Answer<RenewConnectionResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar, id) = named(&caller, &message.pos_id, &message.connection_id)?;
        let token = Secret::new(message.token);
        let entered = app::Entered { token, client: message.client_id, location: String::new() };
        app::renew_connection(&self.app, &pos_id, id, entered).await?;
        answer(RenewConnectionResponse { connection: self.show(&pos_id, &calendar, id).await? })
    }

    async fn set_connection_writing(
        &self,
        request: Request<SetConnectionWritingRequest>,
    ) -> Answer<SetConnectionWritingResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, id) = named(&caller, &message.pos_id, &message.connection_id)?;
        app::set_writing(&self.app, &pos_id, id, message.writes).await?;
        answer(SetConnectionWritingResponse { connection: self.show(&pos_id, &calendar, id).await? })
    }

    async fn list_connected_days(
        &self,
        request: Request<ListConnectedDaysRequest>,
    ) -> Answer<Self::ListConnectedDaysStream> {
        let (caller, token, message) = (Caller::of(&request)?, token_of(&request), request.get_ref());
        let (pos_id, _, connection_id) = named(&caller, &message.pos_id, &message.connection_id)?;
        let own = app::connected_sources(&self.app, &pos_id, connection_id).await?;
        let list = ConnectedDays { app: self.app.clone(), pos_id, connection_id, token, own };
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn decide_connected_days(
        &self,
        request: Request<DecideConnectedDaysRequest>,
    ) -> Answer<DecideConnectedDaysResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, id) = named(&caller, &message.pos_id, &message.connection_id)?;
        let choice = match proto::DayChoice::try_from(message.choice) {
            Ok(proto::DayChoice::Replace) => ConflictChoice::Replace,
            Ok(proto::DayChoice::Skip) => ConflictChoice::Skip,
            _ => return Err(Fault::from(Error::invalid("choice", "must be replace or skip")).into()),
        };
        let dates = requests::dates(&message.business_dates).map_err(Fault::from)?;
        app::decide_days(&self.app, &pos_id, id, &dates, choice).await?;
        answer(DecideConnectedDaysResponse { connection: self.show(&pos_id, &calendar, id).await? })
    }

    async fn list_proofs(&self, request: Request<ListProofsRequest>) -> Answer<Self::ListProofsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, connection_id) = named(&caller, &message.pos_id, &message.connection_id)?;
        app::connected_sources(&self.app, &pos_id, connection_id).await?;
        let list = ProofList { app: self.app.clone(), pos_id, calendar, connection_id };
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn get_proof(&self, request: Request<GetProofRequest>) -> Answer<GetProofResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, id) = named(&caller, &message.pos_id, &message.connection_id)?;
        let on = parse_field("businessDate", &message.business_date).map_err(Fault::from)?;
        let proof = app::proof_of(&self.app, &pos_id, id, on).await?;
        answer(GetProofResponse { proof: Some(proof_message(proof, &calendar)) })
    }

    async fn list_unmapped(&self, request: Request<ListUnmappedRequest>) -> Answer<Self::ListUnmappedStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, connection_id) = named(&caller, &message.pos_id, &message.connection_id)?;
        app::connected_sources(&self.app, &pos_id, connection_id).await?;
        let list = UnmappedList { app: self.app.clone(), pos_id, calendar, connection_id };
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn list_pos_systems(
        &self,
        request: Request<ListPosSystemsRequest>,
    ) -> Answer<ListPosSystemsResponse> {
        Caller::of(&request)?;
        let system =
            |pos: Pos| PosSystem { pos: pos.for_message(), signs_in: app::takes_grants(&self.app, pos) };
        answer(ListPosSystemsResponse { systems: Pos::iter().map(system).collect() })
    }

    async fn begin_authorization(
        &self,
        request: Request<BeginAuthorizationRequest>,
    ) -> Answer<BeginAuthorizationResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, _) = caller.location(&message.pos_id, "Please select the location to connect.")?;
        let pos = pos_of(message.pos)?;
        let connection_id = match message.connection_id.as_str() {
            "" => None,
            id => Some(named(&caller, &message.pos_id, id)?.2),
        };
        let departure = app::begin_authorization(&self.app, &caller, &pos_id, pos, connection_id).await?;
        let key = departure.key.expose().to_owned();
        answer(BeginAuthorizationResponse { url: departure.url, key })
    }

    async fn finish_authorization(
        &self,
        request: Request<FinishAuthorizationRequest>,
    ) -> Answer<FinishAuthorizationResponse> {
        let caller = Caller::of(&request)?;
        let FinishAuthorizationRequest { state, key, code } = request.into_inner();
        let [state, key, code] = [state, key, code].map(Secret::new);
        let back = app::Return { state, key, code };
        let (pos_id, id) = app::finish_authorization(&self.app, &caller, back).await?;
        let calendar = caller.calendar(&pos_id)?.clone();
        answer(FinishAuthorizationResponse { connection: self.show(&pos_id, &calendar, id).await? })
    }
}

fn pos_of(pos: i32) -> Result<Pos, Fault> {
    Pos::of_message(pos).ok_or_else(|| {
        let names: Vec<&str> = Pos::iter().map(Pos::as_str).collect();
        Error::invalid("pos", format!("must be one of {}", names.join(", "))).into()
    })
}
