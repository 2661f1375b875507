use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use saffron_core::BusinessDate;
use saffron_core::fact::{CustomerUpsert, ItemUpsert, Shift};
use saffron_import::judge::{Judged, Without};
use saffron_import::lists::Listed;
use saffron_import::orders::Place;
use saffron_kit::Fault;
use saffron_till::{Batcher, Event, MAX_CHECKS};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::collisions::{collisions, is_undecided, token_of};
use super::files::open_files;
use super::judge::show_progress;
use super::lists::{ListKind, NewFact, put_over};
use super::read::{self, Opened, refused_at, refused_row};
use super::{Stop, batch, connected, guests};
use crate::app::announce::{move_import, set_progress};
use crate::app::key_token::KeyToken;
use crate::app::{App, ChecksOf, UNDO_KEPT, no_such_import};
use crate::domain::{BatchKind, ConflictChoice, Findings, KnownFact, RefusedRow, Standing, State, check_id};
use crate::store::{self, ImportRow, InHand, Progress};

/// Rows of one list of refused rows.
const REFUSED_ROWS: usize = 1_000;
/// Pieces that wait to be stored, each up to a megabyte.
const WAITING: usize = 2;
/// How many times as long as others the batches of an import are kept that is not finished.
const KEPT: i32 = 2;

/// Why a guest does not come in again.
const ERASED: &str = "This guest was erased in the list of customers, and stays erased.";

/// What is made of files.
enum Piece {
    Checks(Vec<Event>),
    Facts(ListKind, Vec<NewFact>),
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
    let token = token_of(app, &import)?;
    let conflicts = collisions(app, &import, &findings, &token).await?;
    let mut tx = begin(app, in_hand).await?;
    if is_undecided(&import, &known_conflicts, &conflicts) {
        store::set_conflicts(&mut tx, import_id, &conflicts).await?;
        store::forget_choice(&mut tx, import_id).await?;
        let to = Standing { state: State::Asking, resumes: None, has_sent: false };
        move_import(&mut tx, import_id, to).await?;
        tx.commit().await?;
        return Ok(());
    }
    store::set_conflicts(&mut tx, import_id, &conflicts).await?;
    store::delete_prepared(&mut tx, import_id).await?;
    tx.commit().await?;
    let dates: BTreeSet<BusinessDate> = conflicts.iter().map(|conflict| conflict.business_date).collect();
    let mut keeper = Keeper { app, in_hand, token: &token, next: 0, made: 0, total: facts_of(&findings) };
    let (replaced, skipped) = match import.conflict_choice {
        Some(ConflictChoice::Replace) => {
            keeper.replace(&import, &dates).await?;
            (dates, BTreeSet::new())
        }
        _ => (BTreeSet::new(), dates),
    };
    keeper.make(&import, skipped).await?;
    let mut findings = findings.without_guests();
    let mut tx = begin(app, in_hand).await?;
    guests::forget_erased(&mut tx, &in_hand.pos_id, &mut findings).await?;
    let findings = app.sealed.seal_value(&ImportRow::place(import_id, "findings"), &findings)?;
    store::renew_findings(&mut tx, import_id, &findings).await?;
    connected::skip(&mut tx, &import, &replaced).await?;
    let to = Standing { state: State::Sending, resumes: None, has_sent: true };
    move_import(&mut tx, import_id, to).await?;
    if store::has_erased(&mut tx, &in_hand.pos_id).await? {
        // They were kept for this, and may name one.
        store::forget_uploads(&mut tx, &in_hand.pos_id).await?;
        store::queue_erasure(&mut tx, &in_hand.pos_id).await?;
    }
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

fn facts_of(findings: &Findings) -> i64 {
    let Some(summary) = &findings.summary else { return 0 };
    let (total, lists) = (summary.total, summary.lists);
    let checks = total.checks + total.refunds + total.voided;
    i64::try_from(checks + lists.shifts + lists.items + lists.guests).unwrap_or(i64::MAX)
}

/// Keeps what is made.
struct Keeper<'a> {
    app: &'a App,
    in_hand: &'a InHand,
    /// What calls to other services carry.
    token: &'a KeyToken<'a>,
    /// The number of the next batch.
    next: i32,
    /// Facts that were made.
    made: i64,
    total: i64,
}

impl Keeper<'_> {
    /// Keeps a batch of facts, without guests who were erased.
    async fn batch(&mut self, kind: BatchKind, source: Option<&str>, events: &[Event]) -> Result<(), Stop> {
        let (import_id, pos_id) = (self.in_hand.import_id, &self.in_hand.pos_id);
        let named = guests::named_in(events)?;
        let mut erased = guests::erased_among(self.app, pos_id, &named).await?;
        let (mut tx, object_id, facts) = loop {
            let events = guests::without(events, &erased)?;
            if events.is_empty() {
                return Ok(());
            }
            let object_id = self.app.sealed.put(import_id, &batch::written(&events)).await?;
            let mut tx = begin(self.app, self.in_hand).await?;
            store::hold_erasures(&mut tx, pos_id).await?;
            let by_now = store::erased_among(tx.conn(), pos_id, &named).await?;
            if by_now == erased {
                break (tx, object_id, i32::try_from(events.len()).unwrap_or(i32::MAX));
            }
            drop(tx);
            self.app.sealed.delete(import_id, object_id).await?;
            erased = by_now;
        };
        self.keep(&mut tx, object_id).await?;
        store::insert_batch(&mut tx, import_id, self.next, kind, source, (object_id, facts)).await?;
        if !matches!(kind, BatchKind::Remove | BatchKind::Restore | BatchKind::TakeBack) {
            self.made += i64::from(facts);
        }
        let progress = Progress { phase: "preparing", done: self.made, total: self.total };
        set_progress(&mut tx, import_id, &progress, false).await?;
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
    async fn replace(&mut self, import: &ImportRow, dates: &BTreeSet<BusinessDate>) -> Result<(), Stop> {
        let (Some(first), Some(last)) = (dates.first(), dates.last()) else { return Ok(()) };
        let own = import.source.as_deref().unwrap_or_default();
        let mut cursor = String::new();
        loop {
            let days = (*first, *last);
            let (checks, next) = self
                .app
                .others
                .checks(&self.token.get().await?, &import.pos_id, days, ChecksOf::OtherThan(own), &cursor)
                .await?;
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

    /// Keeps shifts, items or guests, each over what is known of it, and before them what undoes them.
    async fn facts(
        &mut self,
        import: &ImportRow,
        kind: ListKind,
        mut facts: Vec<NewFact>,
    ) -> Result<(), Stop> {
        if kind == ListKind::Guest {
            let ids = facts.iter().filter_map(|fact| guests::guest_of(&fact.id)).collect();
            let erased = guests::erased_among(self.app, &import.pos_id, &ids).await?;
            let is_erased =
                |fact: &mut NewFact| guests::guest_of(&fact.id).is_some_and(|id| erased.contains(&id));
            let rows: Vec<RefusedRow> = facts
                .extract_if(.., is_erased)
                .map(|fact| refused_row(fact.file, fact.line, ERASED.to_owned()))
                .collect();
            self.refused(&rows).await?;
        }
        let ids: Vec<String> = facts.iter().map(|fact| fact.id.clone()).collect();
        let others = &self.app.others;
        let known = match kind {
            ListKind::Shift => others.shifts(&self.token.get().await?, &import.pos_id, ids).await?,
            ListKind::Item => others.items(&self.token.get().await?, &import.pos_id, ids).await?,
            ListKind::Guest => Vec::new(),
        };
        let known: BTreeMap<String, KnownFact> =
            known.into_iter().map(|known| (known.id.clone(), known)).collect();
        let put = put_over(kind, &import.pos_id, import.import_id, facts, &known)?;
        if !put.over.is_empty() {
            let over: Vec<Uuid> = put.over.into_iter().filter(|over| *over != import.import_id).collect();
            let mut tx = begin(self.app, self.in_hand).await?;
            store::add_over(&mut tx, import.import_id, &over).await?;
            tx.commit().await?;
        }
        self.batch(BatchKind::TakeBack, None, &put.back).await?;
        let mut batcher = Batcher::default();
        for event in put.forward {
            if let Some(full) = batcher.push(event) {
                self.batch(kind.batch(), None, &full).await?;
            }
        }
        self.batch(kind.batch(), None, &batcher.rest()).await
    }

    /// Makes the facts of the files, but checks of days that are left out.
    async fn make(&mut self, import: &ImportRow, skipped: BTreeSet<BusinessDate>) -> Result<(), Stop> {
        let known = read::known(self.app, import)?;
        let files = open_files(self.app, import.import_id).await?;
        let read = Arc::clone(&files.read);
        let (pieces, mut made) = mpsc::channel(WAITING);
        let import_id = import.import_id;
        let reading = read::apart(self.app, files, move |files| {
            let opened = read::open(files)?;
            let judged = read::judged(&opened, &known.given, files)?;
            let (batcher, facts, refused) = (Batcher::default(), Vec::new(), Vec::new());
            let mut maker = Maker { pieces, batcher, facts, refused, failed: None };
            for reading in judged.readings().iter().chain(judged.list_readings()) {
                if let Some(table) = opened.tables.get(reading.table) {
                    maker.unreadable_rows(table)?;
                }
            }
            let maker = RefCell::new(maker);
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
            make_lists(&opened, &judged, &maker)?;
            maker.into_inner().finish()
        });
        let keeper = &mut *self;
        // It gives up the pieces when it ends, also with a failure: the reader waits for nobody.
        let keep = async move {
            // Nothing is made before the files are judged once more.
            let mut next = tokio::select! {
                piece = made.recv() => piece,
                lost = show_progress(keeper.app, keeper.in_hand, &read) => return Err(lost),
            };
            while let Some(piece) = next {
                match piece {
                    Piece::Checks(events) => keeper.batch(BatchKind::Check, None, &events).await?,
                    Piece::Facts(kind, facts) => keeper.facts(import, kind, facts).await?,
                    Piece::Refused(rows) => keeper.refused(&rows).await?,
                }
                next = made.recv().await;
            }
            Ok::<(), Stop>(())
        };
        let (read, kept) = tokio::join!(reading, keep);
        kept?;
        read
    }
}

/// Makes shifts, items of the menu and guests.
fn make_lists(opened: &Opened, judged: &Judged, maker: &RefCell<Maker>) -> Result<(), Stop> {
    let without = |place: Place, why| {
        if let Without::Refused(why) = why {
            maker.borrow_mut().refuse(refused_at(opened, place, why));
        }
    };
    let take = |kind, id: String, listed: &Listed| {
        let file = opened.tables.get(listed.place.table).map(|table| table.name().to_owned());
        maker.borrow_mut().fact(kind, NewFact::of(id, listed, file.unwrap_or_default()));
    };
    let items = |listed: Listed, item: ItemUpsert| take(ListKind::Item, item.id.to_string(), &listed);
    judged.items(items, without).map_err(read::broken)?;
    maker.borrow_mut().hand_facts(ListKind::Item);
    let shifts = |listed: Listed, shift: Shift| take(ListKind::Shift, shift.id.to_string(), &listed);
    judged.shifts(shifts, without).map_err(read::broken)?;
    maker.borrow_mut().hand_facts(ListKind::Shift);
    let guests = |listed: Listed, guest: CustomerUpsert| take(ListKind::Guest, guest.id.to_string(), &listed);
    judged.guests(guests, without).map_err(read::broken)?;
    maker.borrow_mut().hand_facts(ListKind::Guest);
    Ok(())
}

/// Gathers what is made, on the thread that reads.
struct Maker {
    pieces: mpsc::Sender<Piece>,
    batcher: Batcher,
    /// Of one list.
    facts: Vec<NewFact>,
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

    fn fact(&mut self, kind: ListKind, fact: NewFact) {
        self.facts.push(fact);
        if self.facts.len() >= MAX_CHECKS {
            self.hand_facts(kind);
        }
    }

    fn hand_facts(&mut self, kind: ListKind) {
        let facts = std::mem::take(&mut self.facts);
        if !facts.is_empty() {
            self.hand(Piece::Facts(kind, facts));
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
