use std::sync::Arc;

use saffron_core::{Error, PosId};
use saffron_kit::grpc::to_status;
use saffron_proto::payments::account_service_server::AccountService;
use saffron_proto::payments::{CheckAccountRequest, CheckAccountResponse};
use tonic::{Request, Response, Status};

use super::refused;
use crate::app::{self, App};
use crate::domain::ProviderId;

/// The gateways' calls about accounts.
pub(super) struct Accounts {
    pub(super) app: Arc<App>,
}

#[tonic::async_trait]
impl AccountService for Accounts {
    async fn check_account(
        &self,
        request: Request<CheckAccountRequest>,
    ) -> Result<Response<CheckAccountResponse>, Status> {
        let asked = request.into_inner();
        let pos_id: PosId =
            asked.pos_id.parse().map_err(|e| refused(Error::invalid("posID", format!("{e}"))))?;
        let account = ProviderId::asked("cardAccount", &asked.card_account).map_err(refused)?;
        let names_location = app::check_account(&self.app, &pos_id, &account).await.map_err(to_status)?;
        Ok(Response::new(CheckAccountResponse { names_location }))
    }
}
