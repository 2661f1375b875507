use std::collections::{BTreeMap, BTreeSet};

use saffron_core::BusinessDate;
use saffron_import::judge::Without;
use saffron_kit::Fault;
use saffron_till::{Batcher, Event};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::collisions::{collisions, is_undecided, token_of};
use super::files::open_files;
use super::read::{self, refused_at, refused_row};
use super::{Stop, batch};
use crate::app::{App, UNDO_KEPT, no_such_import};
use crate::domain::{BatchKind, ConflictChoice, Findings, RefusedRow, Standing, State, check_id};
use crate::store::{self, ImportRow, InHand, Progress};

/// Rows of one list of refused rows.
const REFUSED_ROWS: usize = 1_000;
/// Pieces that wait to be stored, each up to a megabyte.
const WAITING: usize = 2;
/// How many times as long as others the batches of an import are kept that is not finished.
const KEPT: i32 = 2;

/// What is made of files.
enum Piece {
    Checks(Vec<Event>),
    Refused(Vec<RefusedRow>),
}

/// Makes the batches of an import. Whatever was made before is made again: nothing is sent until all of it is there.
pub(super) async fn prepare(app: &App, in_hand: &InHand) -> Result<(), Stop> {
    let import_id = in_hand.import_id;
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let import = store::find_import(&mut conn, &in_hand.pos_id, import_id).await?;
    let import = import.ok_or_else(|| Fault::from(no_such_import(import_id)))?;
    let known_conflicts = store::conflicts_of(&mut conn, import_id).await?;
    drop(conn);
    let findings = app.findings(&import)?;
    let token = token_of(app, &import).await?;
    let conflicts = collisions(app, &import, &findings, &token).await?;
    let mut tx = begin(app, in_hand).await?;
    if is_undecided(&import, &known_conflicts, &conflicts) {
        store::set_conflicts(&mut tx, import_id, &conflicts).await?;
        store::forget_choice(&mut tx, import_id).await?;
        let to = Standing { state: State::Asking, resumes: None, has_sent: false };
        store::move_import(&mut tx, import_id, to).await?;
        tx.commit().await?;
        return Ok(());
    }
    store::set_conflicts(&mut tx, import_id, &conflicts).await?;
    store::delete_prepared(&mut tx, import_id).await?;
    tx.commit().await?;
    let dates: BTreeSet<BusinessDate> = conflicts.iter().map(|conflict| conflict.business_date).collect();
    let mut keeper = Keeper { app, in_hand, next: 0, made: 0, total: checks_of(&findings) };
    let skipped = match import.conflict_choice {
        Some(ConflictChoice::Replace) => {
            keeper.replace(&import, &token, &dates).await?;
            BTreeSet::new()
        }
        _ => dates,
    };
    keeper.make(&import, skipped).await?;
    let mut tx = begin(app, in_hand).await?;
    let to = Standing { state: State::Sending, resumes: None, has_sent: true };
    store::move_import(&mut tx, import_id, to).await?;
    tx.commit().await?;
    app.wake.notify_one();
    Ok(())
}

/// A transaction on the import in hand.
async fn begin(app: &App, in_hand: &InHand) -> Result<saffron_kit::pg::Tx, Stop> {
    let mut tx = app.database.begin().await?;
    match store::is_still_in_hand(&mut tx, in_hand).await? {
        true => Ok(tx),
        false => Err(Stop::Lost),
    }
}

fn checks_of(findings: &Findings) -> i64 {
    let total = findings.summary.as_ref().map(|summary| summary.total).unwrap_or_default();
    i64::try_from(total.checks + total.refunds + total.voided).unwrap_or(i64::MAX)
}

/// Keeps what is made.
struct Keeper<'a> {
    app: &'a App,
    in_hand: &'a InHand,
    /// The number of the next batch.
    next: i32,
    /// Checks that were made.
    made: i64,
    total: i64,
}

impl Keeper<'_> {
    /// Keeps a batch of facts.
    async fn batch(&mut self, kind: BatchKind, source: Option<&str>, events: &[Event]) -> Result<(), Stop> {
        if events.is_empty() {
            return Ok(());
        }
        let import_id = self.in_hand.import_id;
        let object_id = self.app.sealed.put(import_id, &batch::written(events)).await?;
        let facts = i32::try_from(events.len()).unwrap_or(i32::MAX);
        let mut tx = begin(self.app, self.in_hand).await?;
        self.keep(&mut tx, object_id).await?;
        store::insert_batch(&mut tx, import_id, self.next, kind, source, (object_id, facts)).await?;
        if kind == BatchKind::Check {
            self.made += i64::from(facts);
        }
        let progress = Progress { phase: "preparing", done: self.made, total: self.total };
        store::set_progress(&mut tx, import_id, &progress, false).await?;
        tx.commit().await?;
        self.next += 1;
        Ok(())
    }

    async fn keep(&self, tx: &mut saffron_kit::pg::Tx, object_id: Uuid) -> Result<(), Fault> {
        let until = self.app.now() + UNDO_KEPT * KEPT;
        store::keep_object(tx, self.in_hand.import_id, object_id, until).await
    }

    /// Keeps rows that could not come in.
    async fn refused(&mut self, rows: &[RefusedRow]) -> Result<(), Stop> {
        if rows.is_empty() {
            return Ok(());
        }
        let import_id = self.in_hand.import_id;
        let plain = serde_json::to_vec(rows).map_err(|e| Fault::Permanent(e.to_string()))?;
        let object_id = self.app.sealed.put(import_id, &plain).await?;
        let mut tx = begin(self.app, self.in_hand).await?;
        self.keep(&mut tx, object_id).await?;
        let count = i32::try_from(rows.len()).unwrap_or(i32::MAX);
        store::insert_refused(&mut tx, import_id, object_id, count).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Keeps the checks of other sources on these days, and what takes them away. Open ones, which are in no sales figure, stay.
    async fn replace(
        &mut self,
        import: &ImportRow,
        token: &str,
        dates: &BTreeSet<BusinessDate>,
    ) -> Result<(), Stop> {
        let (Some(first), Some(last)) = (dates.first(), dates.last()) else { return Ok(()) };
        let own = import.source.as_deref().unwrap_or_default();
        let mut cursor = String::new();
        loop {
            let days = (*first, *last);
            let (checks, next) = self.app.others.checks(token, &import.pos_id, days, own, &cursor).await?;
            let of_days =
                checks.into_iter().filter(|check| check.closed && dates.contains(&check.business_date));
            let mut removals = Batcher::default();
            let mut restored: BTreeMap<String, Batcher> = BTreeMap::new();
            for check in of_days {
                let back = batch::restored(&check.check_id, &check.event_id, &check.data)?;
                let full = restored.entry(check.source.clone()).or_default().push(back);
                if let Some(full) = full {
                    self.batch(BatchKind::Restore, Some(&check.source), &full).await?;
                }
                let away = batch::removal(&import.pos_id, &check.check_id, check.revision, &check.event_id)?;
                if let Some(full) = removals.push(away) {
                    self.batch(BatchKind::Remove, None, &full).await?;
                }
            }
            for (source, mut rest) in restored {
                self.batch(BatchKind::Restore, Some(&source), &rest.rest()).await?;
            }
            self.batch(BatchKind::Remove, None, &removals.rest()).await?;
            match next {
                Some(next) => cursor = next,
                None => return Ok(()),
            }
        }
    }

    /// Makes the checks of the files, but those of days that are left out.
    async fn make(&mut self, import: &ImportRow, skipped: BTreeSet<BusinessDate>) -> Result<(), Stop> {
        let known = read::known(self.app, import)?;
        let files = open_files(self.app, import.import_id).await?;
        let (pieces, mut made) = mpsc::channel(WAITING);
        let import_id = import.import_id;
        let reading = read::apart(self.app, files, move |files| {
            let opened = read::open(files)?;
            let judged = read::judged(&opened, &known.given, files.folder.path())?;
            let mut maker = Maker { pieces, batcher: Batcher::default(), refused: Vec::new(), failed: None };
            for reading in judged.readings() {
                if let Some(table) = opened.tables.get(reading.table) {
                    maker.unreadable_rows(table)?;
                }
            }
            let maker = std::cell::RefCell::new(maker);
            judged
                .checks(
                    |mut made, check| {
                        if skipped.contains(&check.business_date) {
                            return;
                        }
                        let own = |id: &saffron_core::CheckId| check_id(import_id, id).ok();
                        made.check.refund_of = made.check.refund_of.as_ref().and_then(own);
                        match own(&made.check.id) {
                            Some(id) => {
                                made.sent_id = id.to_string();
                                made.check.id = id;
                                maker.borrow_mut().check(made.event(batch::FROM));
                            }
                            None => maker.borrow_mut().refuse(refused_row(
                                String::new(),
                                0,
                                format!("The number {} cannot be an id.", made.sent_id),
                            )),
                        }
                    },
                    |place, why| {
                        if let Without::Refused(why) = why {
                            maker.borrow_mut().refuse(refused_at(&opened, place, why));
                        }
                    },
                )
                .map_err(read::broken)?;
            maker.into_inner().finish()
        });
        let keeper = &mut *self;
        // It gives up the pieces when it ends, also with a failure: the reader waits for nobody.
        let keep = async move {
            while let Some(piece) = made.recv().await {
                match piece {
                    Piece::Checks(events) => keeper.batch(BatchKind::Check, None, &events).await?,
                    Piece::Refused(rows) => keeper.refused(&rows).await?,
                }
            }
            Ok::<(), Stop>(())
        };
        let (read, kept) = tokio::join!(reading, keep);
        kept?;
        read
    }
}

/// Gathers what is made, on the thread that reads.
struct Maker {
    pieces: mpsc::Sender<Piece>,
    batcher: Batcher,
    refused: Vec<RefusedRow>,
    failed: Option<String>,
}

impl Maker {
    /// Hands a piece on. Where nobody takes it any more, the rest of the reading is for nothing.
    fn hand(&mut self, piece: Piece) {
        if self.pieces.blocking_send(piece).is_err() && self.failed.is_none() {
            self.failed = Some("the import is worked elsewhere".to_owned());
        }
    }

    fn check(&mut self, event: Result<Event, serde_json::Error>) {
        match event {
            Ok(event) => {
                if let Some(full) = self.batcher.push(event) {
                    self.hand(Piece::Checks(full));
                }
            }
            Err(error) => self.failed = Some(error.to_string()),
        }
    }

    fn refuse(&mut self, row: RefusedRow) {
        self.refused.push(row);
        if self.refused.len() >= REFUSED_ROWS {
            let rows = std::mem::take(&mut self.refused);
            self.hand(Piece::Refused(rows));
        }
    }

    /// Names the rows of a table that cannot be read as the others are.
    fn unreadable_rows(&mut self, table: &saffron_import::table::Table) -> Result<(), Stop> {
        for row in table.rows().map_err(|e| read::broken(e.into()))? {
            if let Err(row) = row.map_err(|e| read::broken(e.into()))? {
                self.refuse(refused_row(table.name().to_owned(), row.line, row.why.to_string()));
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), Stop> {
        let (checks, rows) = (self.batcher.rest(), std::mem::take(&mut self.refused));
        self.hand(Piece::Checks(checks));
        self.hand(Piece::Refused(rows));
        match self.failed {
            Some(why) => Err(Fault::Transient(why).into()),
            None => Ok(()),
        }
    }
}
