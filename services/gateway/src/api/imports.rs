//! Imports of files that other systems exported.

use std::sync::Arc;

use saffron_proto::connectors::{
    AnswerImportRequest, CreateImportRequest, DiscardImportRequest, GetImportRequest, KeepImportDaysRequest,
    ListFieldsRequest, ListImportsRequest, ListRefusedRowsRequest, PauseImportRequest, PutImportPartRequest,
    ResumeImportRequest, StartImportRequest, TakeOutImportDaysRequest, UndoImportRequest,
};
use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;
use crate::call::file::{ListFile, text};
use crate::call::{in_location, list, signed_in};

/// Rows that could not come in, as a file.
static REFUSED: ListFile = ListFile {
    title: "import-refused-rows",
    columns: &[
        text("File", "/file"),
        text("Line", "/line"),
        text("Check", "/check"),
        text("Reason", "/reason"),
    ],
};

/// The calls about imports.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(in_location::<CreateImportRequest>(
            "create-import",
            "Begin an import of files.\n\nThe files are then uploaded with `put-import-part`. At most 20 files and 1 GiB an import, \
             and 3 imports that have not ended a location.",
        ))
        .routes(in_location::<PutImportPartRequest>(
            "put-import-part",
            "Upload a part of a file.\n\nA part holds 524,288 bytes, the last one what is left. The same part again is accepted. \
             Once all parts are there the files are read.",
        ))
        .routes(in_location::<GetImportRequest>("get-import", "One import."))
        .routes(list::<ListImportsRequest>("get-imports", "importList", None, "The imports, newest first."))
        .routes(in_location::<AnswerImportRequest>(
            "answer-import",
            "Answer the questions of an import.\n\nIt is read again with the answers, and with mappings, rules and layouts. Only what \
             is given changes.",
        ))
        .routes(in_location::<StartImportRequest>(
            "start-import",
            "Begin to bring in what the files hold.\n\nNothing may be open: `state` is `ready`.",
        ))
        .routes(in_location::<PauseImportRequest>("pause-import", "Stop an import for a while."))
        .routes(in_location::<ResumeImportRequest>(
            "resume-import",
            "Go on with an import that is paused, or try a failed one again.",
        ))
        .routes(in_location::<UndoImportRequest>(
            "undo-import",
            "Take back an import as a whole.\n\nWhat it replaced comes back; later corrections by a till stay. Within 30 days.",
        ))
        .routes(in_location::<TakeOutImportDaysRequest>(
            "take-out-import-days",
            "Take days that count twice out of an import.\n\nIts sales of `businessDates`, which are among its `overlaps`, are removed; \
             the rest of it stays. Undoing the import later brings back nothing of these days.",
        ))
        .routes(in_location::<KeepImportDaysRequest>(
            "keep-import-days",
            "Keep the sales of both on days that count twice.\n\nThey are different sales: `businessDates` are not shown among the \
             import's `overlaps` again.",
        ))
        .routes(in_location::<DiscardImportRequest>(
            "discard-import",
            "End an import that brought nothing, and delete its files.",
        ))
        .routes(list::<ListRefusedRowsRequest>(
            "get-import-refused-rows",
            "refusedRowList",
            Some(&REFUSED),
            "Rows that could not come in, and why.",
        ))
        .routes(signed_in::<ListFieldsRequest>(
            "get-import-fields",
            "What the columns of a file can mean.",
        ))
}
