use saffron_core::{Calendar, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::pg::Database;
use saffron_proto::reports::{DateMove, GetDateMoveRequest, PauseDateMoveRequest};

use crate::store::{self, Progress};

const PLEASE: &str = "Please select a location.";

/// How far the facts of one of the caller's locations are stamped again.
pub async fn get_date_move(
    database: &Database,
    caller: &Caller,
    message: &GetDateMoveRequest,
) -> Result<DateMove, Fault> {
    let (pos_id, calendar) = caller.location(&message.pos_id, PLEASE)?;
    progress(database, &pos_id, &calendar).await
}

/// Pauses that, or goes on with it; where it is done already, nothing changes.
pub async fn pause_date_move(
    database: &Database,
    caller: &Caller,
    message: &PauseDateMoveRequest,
) -> Result<DateMove, Fault> {
    let (pos_id, calendar) = caller.location(&message.pos_id, PLEASE)?;
    let mut tx = database.begin().await?;
    store::pause_restamp(&mut tx, &pos_id, message.paused).await?;
    tx.commit().await?;
    progress(database, &pos_id, &calendar).await
}

async fn progress(database: &Database, pos_id: &PosId, calendar: &Calendar) -> Result<DateMove, Fault> {
    let today = calendar.today(database.clock().now());
    // Where only dates to come begin otherwise, there is nothing that anybody could see move.
    let known = store::restamp_progress(database, pos_id).await?.filter(|progress| progress.from < today);
    let Some(Progress { is_settling, is_done, paused, seen, total, .. }) = known else {
        return Ok(DateMove { state: "none".into(), ..DateMove::default() });
    };
    let state = match (is_done, paused, is_settling) {
        (true, ..) => "done",
        (_, true, _) => "paused",
        (.., true) => "settling",
        (.., false) => "running",
    };
    // Facts that came in meanwhile are seen too.
    Ok(DateMove { state: state.into(), seen: seen.min(total), total })
}
