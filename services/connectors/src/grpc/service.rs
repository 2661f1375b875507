use std::sync::Arc;

use saffron_core::{Calendar, PosId};
use saffron_import::layout::{Field, Reads};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, answer};
use saffron_proto::connectors::connectors_service_server::ConnectorsService;
use saffron_proto::connectors::{
    AnswerImportRequest, AnswerImportResponse, CreateImportRequest, CreateImportResponse,
    DiscardImportRequest, DiscardImportResponse, GetImportRequest, GetImportResponse, Import, ImportField,
    KeepImportDaysRequest, KeepImportDaysResponse, ListFieldsRequest, ListFieldsResponse, ListImportsRequest,
    ListImportsResponse, ListRefusedRowsRequest, ListRefusedRowsResponse, PauseImportRequest,
    PauseImportResponse, PutImportPartRequest, PutImportPartResponse, ResumeImportRequest,
    ResumeImportResponse, StartImportRequest, StartImportResponse, TakeOutImportDaysRequest,
    TakeOutImportDaysResponse, UndoImportRequest, UndoImportResponse,
};
use strum::IntoEnumIterator as _;
use tonic::Request;
use uuid::Uuid;

use super::lists::{ImportList, RefusedRows};
use super::messages::Shown;
use super::requests;
use crate::app::{self, App, Beginner, OverlapDecision, Part, no_such_import};
use crate::domain::Step;
use crate::store;

/// The calls of owners, and of scripts with an ingest key.
pub(super) struct Connectors {
    pub(super) app: Arc<App>,
}

impl Connectors {
    /// All that is shown of an import.
    async fn show(
        &self,
        pos_id: &PosId,
        calendar: &Calendar,
        import_id: Uuid,
    ) -> Result<Option<Import>, Fault> {
        let mut conn = self.app.database.pool().acquire().await?;
        let import = store::find_import(&mut conn, pos_id, import_id).await?;
        let import = import.ok_or_else(|| Fault::from(no_such_import(import_id)))?;
        let files = store::files_of(&mut conn, import_id).await?;
        let conflicts = store::conflicts_of(&mut conn, import_id).await?;
        let overlaps = store::overlaps_of(&mut conn, import_id).await?;
        let taken = store::taken_out(&mut conn, import_id).await?;
        drop(conn);
        let findings = self.app.findings(&import)?;
        let said = self.app.said(&import)?;
        Ok(Some(Shown { import, files, conflicts, overlaps, taken, findings, said }.message(calendar)))
    }

    /// Makes a step of the import that a request names.
    async fn step(
        &self,
        caller: &Caller,
        (pos_id, import_id): (&str, &str),
        step: Step,
    ) -> Result<Option<Import>, Fault> {
        let (pos_id, calendar, import_id) = requests::named(caller, pos_id, import_id)?;
        app::step_import(&self.app, &pos_id, import_id, step).await?;
        self.show(&pos_id, &calendar, import_id).await
    }

    /// Decides about days of the import that a request names.
    async fn decide(
        &self,
        caller: &Caller,
        (pos_id, import_id): (&str, &str),
        dates: &[String],
        decision: OverlapDecision,
    ) -> Result<Option<Import>, Fault> {
        let (pos_id, calendar, import_id) = requests::named(caller, pos_id, import_id)?;
        let dates = requests::dates(dates)?;
        app::decide_overlaps(&self.app, &pos_id, import_id, &dates, decision).await?;
        self.show(&pos_id, &calendar, import_id).await
    }
}

/// The signed token of a request, which passed the check of callers.
pub(super) fn token_of<T>(request: &Request<T>) -> String {
    let header = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
    header.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().to_owned()
}

#[tonic::async_trait]
impl ConnectorsService for Connectors {
    type ListImportsStream = Messages<ListImportsResponse>;
    type ListRefusedRowsStream = Messages<ListRefusedRowsResponse>;

    async fn create_import(&self, request: Request<CreateImportRequest>) -> Answer<CreateImportResponse> {
        let (caller, token) = (Caller::of(&request)?, token_of(&request));
        let message = request.into_inner();
        let (pos_id, calendar) =
            caller.location(&message.pos_id, "Please select location to import files.")?;
        requests::check_zone(&message.time_zone, &calendar)?;
        let files = requests::new_files(message.files)?;
        let by = Beginner { name: &caller.name, token: &token };
        let import_id = app::create_import(&self.app, by, pos_id.clone(), calendar.clone(), files).await?;
        answer(CreateImportResponse { import: self.show(&pos_id, &calendar, import_id).await? })
    }

    async fn put_import_part(&self, request: Request<PutImportPartRequest>) -> Answer<PutImportPartResponse> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (pos_id, calendar, import_id) = requests::named(&caller, &message.pos_id, &message.import_id)?;
        let part = Part { file: message.file, part: message.part, data: message.data };
        app::put_part(&self.app, &pos_id, import_id, part).await?;
        answer(PutImportPartResponse { import: self.show(&pos_id, &calendar, import_id).await? })
    }

    async fn get_import(&self, request: Request<GetImportRequest>) -> Answer<GetImportResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, import_id) = requests::named(&caller, &message.pos_id, &message.import_id)?;
        answer(GetImportResponse { import: self.show(&pos_id, &calendar, import_id).await? })
    }

    async fn list_imports(&self, request: Request<ListImportsRequest>) -> Answer<Self::ListImportsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar) =
            caller.location(&message.pos_id, "Please select location to see its imports.")?;
        let list = ImportList { app: self.app.clone(), pos_id, calendar };
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn answer_import(&self, request: Request<AnswerImportRequest>) -> Answer<AnswerImportResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar, import_id) = requests::named(&caller, &message.pos_id, &message.import_id)?;
        let (saying, choice) = requests::saying(message)?;
        app::answer_import(&self.app, &pos_id, import_id, saying, choice).await?;
        answer(AnswerImportResponse { import: self.show(&pos_id, &calendar, import_id).await? })
    }

    async fn start_import(&self, request: Request<StartImportRequest>) -> Answer<StartImportResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let named = (message.pos_id.as_str(), message.import_id.as_str());
        answer(StartImportResponse { import: self.step(&caller, named, Step::Start).await? })
    }

    async fn pause_import(&self, request: Request<PauseImportRequest>) -> Answer<PauseImportResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let named = (message.pos_id.as_str(), message.import_id.as_str());
        answer(PauseImportResponse { import: self.step(&caller, named, Step::Pause).await? })
    }

    async fn resume_import(&self, request: Request<ResumeImportRequest>) -> Answer<ResumeImportResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let named = (message.pos_id.as_str(), message.import_id.as_str());
        answer(ResumeImportResponse { import: self.step(&caller, named, Step::Resume).await? })
    }

    async fn undo_import(&self, request: Request<UndoImportRequest>) -> Answer<UndoImportResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let named = (message.pos_id.as_str(), message.import_id.as_str());
        answer(UndoImportResponse { import: self.step(&caller, named, Step::Undo).await? })
    }

    async fn take_out_import_days(
        &self,
        request: Request<TakeOutImportDaysRequest>,
    ) -> Answer<TakeOutImportDaysResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let named = (message.pos_id.as_str(), message.import_id.as_str());
        let import = self.decide(&caller, named, &message.business_dates, OverlapDecision::TakeOut).await?;
        answer(TakeOutImportDaysResponse { import })
    }

    async fn keep_import_days(
        &self,
        request: Request<KeepImportDaysRequest>,
    ) -> Answer<KeepImportDaysResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let named = (message.pos_id.as_str(), message.import_id.as_str());
        let import = self.decide(&caller, named, &message.business_dates, OverlapDecision::Keep).await?;
        answer(KeepImportDaysResponse { import })
    }

    async fn discard_import(&self, request: Request<DiscardImportRequest>) -> Answer<DiscardImportResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let named = (message.pos_id.as_str(), message.import_id.as_str());
        answer(DiscardImportResponse { import: self.step(&caller, named, Step::Discard).await? })
    }

    async fn list_refused_rows(
        &self,
        request: Request<ListRefusedRowsRequest>,
    ) -> Answer<Self::ListRefusedRowsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _, import_id) = requests::named(&caller, &message.pos_id, &message.import_id)?;
        let mut conn = self.app.database.pool().acquire().await.map_err(Fault::from)?;
        if store::find_import(&mut conn, &pos_id, import_id).await?.is_none() {
            return Err(Fault::from(no_such_import(import_id)).into());
        }
        let list = RefusedRows { app: self.app.clone(), import_id };
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn list_fields(&self, request: Request<ListFieldsRequest>) -> Answer<ListFieldsResponse> {
        Caller::of(&request)?;
        let fields = Field::iter().map(|field| ImportField {
            field: field.name().to_owned(),
            description: field.description().to_owned(),
            reads: match field.reads() {
                Reads::Text => "text",
                Reads::Money => "money",
                Reads::Quantity => "quantity",
                Reads::Percent => "percent",
                Reads::Date => "date",
                Reads::Time => "time",
                Reads::Duration => "duration",
                Reads::Word => "word",
            }
            .to_owned(),
        });
        answer(ListFieldsResponse { fields: fields.collect() })
    }
}
