//! Imports for scripts: the calls of the app, with an ingest key in the place of a session.

use std::sync::Arc;

use saffron_proto::connectors::{
    AnswerImportRequest, CreateImportRequest, DiscardImportRequest, GetImportRequest, KeepImportDaysRequest,
    ListImportsRequest, ListRefusedRowsRequest, PauseImportRequest, PutImportPartRequest,
    ResumeImportRequest, StartImportRequest, TakeOutImportDaysRequest, UndoImportRequest,
};
use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;
use crate::call::{by_key, list_by_key};

/// The calls.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(by_key::<CreateImportRequest>("create-import", "Begin an import of files."))
        .routes(by_key::<PutImportPartRequest>("put-import-part", "Upload a part of a file."))
        .routes(by_key::<GetImportRequest>("get-import", "One import."))
        .routes(list_by_key::<ListImportsRequest>("get-imports", "importList", "The imports, newest first."))
        .routes(by_key::<AnswerImportRequest>("answer-import", "Answer the questions of an import."))
        .routes(by_key::<StartImportRequest>("start-import", "Begin to bring in what the files hold."))
        .routes(by_key::<PauseImportRequest>("pause-import", "Stop an import for a while."))
        .routes(by_key::<ResumeImportRequest>(
            "resume-import",
            "Go on with an import, or try a failed one again.",
        ))
        .routes(by_key::<UndoImportRequest>("undo-import", "Take back an import as a whole."))
        .routes(by_key::<TakeOutImportDaysRequest>(
            "take-out-import-days",
            "Take days that count twice out of an import.",
        ))
        .routes(by_key::<KeepImportDaysRequest>(
            "keep-import-days",
            "Keep the sales of both on days that count twice.",
        ))
        .routes(by_key::<DiscardImportRequest>("discard-import", "End an import that brought nothing."))
        .routes(list_by_key::<ListRefusedRowsRequest>(
            "get-import-refused-rows",
            "refusedRowList",
            "Rows that could not come in, and why.",
        ))
}
