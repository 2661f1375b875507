use std::collections::BTreeSet;

use saffron_core::{BusinessDate, Calendar, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, Mirrored as _};
use saffron_proto::connectors as proto;
use saffron_proto::connectors::{AnswerImportRequest, ImportColumn, ImportMapping};
use uuid::Uuid;

use crate::domain::{
    ConflictChoice, NewFile, Saying, check_files, mapping, read_answers, read_layouts, read_rules,
};

/// The most days that are decided about at once.
const MOST_DATES: usize = 3_700;

saffron_kit::mirrored!(ConflictChoice, proto::ConflictChoice: Replace, Skip);

/// The location and the import that a request names.
pub(super) fn named(
    caller: &Caller,
    pos_id: &str,
    import_id: &str,
) -> Result<(PosId, Calendar, Uuid), Fault> {
    let (pos_id, calendar) = caller.location(pos_id, "Please select location to see its imports.")?;
    let import_id =
        import_id.parse().map_err(|_| Error::invalid("importID", "must be the id of an import"))?;
    Ok((pos_id, calendar, import_id))
}

/// The files of a new import.
pub(super) fn new_files(files: Vec<proto::NewImportFile>) -> Result<Vec<NewFile>, Fault> {
    let files = files.into_iter().map(|file| NewFile { name: file.name, bytes: file.bytes });
    Ok(check_files(files.collect())?)
}

/// Refuses a time zone that is not the location's: times of files have no offset, and reports shows them as they are.
pub(super) fn check_zone(time_zone: &str, calendar: &Calendar) -> Result<(), Fault> {
    if time_zone.is_empty() || time_zone == calendar.name() {
        return Ok(());
    }
    let message = format!("must be that of the location, {}: change the location's first", calendar.name());
    Err(Error::invalid("timeZone", message).into())
}

/// The days that a request names.
pub(super) fn dates(texts: &[String]) -> Result<BTreeSet<BusinessDate>, Error> {
    if texts.is_empty() || texts.len() > MOST_DATES {
        return Err(Error::invalid("businessDates", format!("must have 1 to {MOST_DATES} entries")));
    }
    let date = |text: &String| {
        text.parse()
            .map_err(|_| Error::invalid("businessDates", format!("must be dates, YYYY-MM-DD, not {text:?}")))
    };
    texts.iter().map(date).collect()
}

/// What a person says of files.
pub(super) fn saying(request: &AnswerImportRequest) -> Result<(Saying, Option<ConflictChoice>), Fault> {
    let answers = request.answers.iter().map(|answer| (answer.id.clone(), answer.value.clone()));
    let saying = Saying {
        answers: read_answers(answers)?,
        rules: read_rules(&request.rules)?,
        mapped: request.mappings.iter().map(mapped).collect::<Result<_, _>>()?,
        layouts: read_layouts(&request.layouts)?,
    };
    Ok((saying, ConflictChoice::of_message(request.conflict_choice)))
}

fn mapped(of: &ImportMapping) -> Result<(usize, Option<saffron_import::layout::Layout>), Error> {
    let table = usize::try_from(of.table).map_err(|_| Error::invalid("mappings", "must name a table"))?;
    let pairs = |columns: &[ImportColumn]| -> Vec<(String, String)> {
        columns.iter().map(|column| (column.column.clone(), column.field.clone())).collect()
    };
    Ok((table, mapping(&of.row_kind, &pairs(&of.columns), &pairs(&of.constants))?))
}
