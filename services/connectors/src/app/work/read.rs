//! Reading the files of an import: on a thread of its own, since it takes long; what panics there is caused by the files.

use std::collections::BTreeMap;
use std::sync::Arc;

use saffron_core::Calendar;
use saffron_import::book::BookError;
use saffron_import::judge::{Given, Judged, OwnTotal, Sums, Unused, Without, judge};
use saffron_import::layout::{Field, Layout, Rows};
use saffron_import::orders::Place;
use saffron_import::reading::{Part, Use};
use saffron_import::table::{self, Limits, Table, Unreadable};
use saffron_kit::Fault;

use super::Stop;
use super::files::{Files, InFolder, Uploaded};
use crate::app::App;
use crate::domain::{
    Findings, FoundConsent, FoundTable, FoundTotal, ListSamples, NAME_OF, PAID_WITH, REVISION, RefusedRow,
    SHOWN_DAYS, SHOWN_FACTS, SHOWN_REFUSED, SHOWN_TOTALS, Said, Summed, SummedDay, asked, largest, net_of,
    with_answered,
};
use crate::store::ImportRow;

/// The most days from the first to the last of an import: reports says no more of whose checks they hold.
const MOST_DAYS: i64 = SHOWN_DAYS as i64;

/// What is known of an import beside its files.
pub(super) struct Known {
    pub given: Given,
    pub before: Findings,
}

/// What is known of an import beside its files.
pub(super) fn known(app: &App, import: &ImportRow) -> Result<Known, Stop> {
    let Said { answers, rules, mapped, mut layouts } = app.said(import)?;
    let calendar: Calendar = import.calendar();
    layouts.extend(Layout::known().map_err(|e| Fault::Permanent(e.to_string()))?);
    let given = Given {
        pos_id: import.pos_id.clone(),
        revision: REVISION,
        zone: import.time_zone.clone(),
        starts: import.day_starts.clone(),
        today: calendar.today(app.now()).date(),
        layouts,
        mapped,
        rules,
        answers,
    };
    Ok(Known { given, before: app.findings(import)? })
}

/// Reads files with `work`, away from other tasks and one set of files at a time.
pub(super) async fn apart<T: Send + 'static>(
    app: &App,
    files: Files,
    work: impl FnOnce(&Files) -> Result<T, Stop> + Send + 'static,
) -> Result<T, Stop> {
    let turn = Arc::clone(&app.settings.reading).acquire_owned().await;
    let turn = turn.map_err(|e| Fault::Transient(e.to_string()))?;
    let reading = tokio::task::spawn_blocking(move || {
        // The turn ends with the reading, also where nobody waits for it any more.
        let _turn = turn;
        work(&files)
    });
    match reading.await {
        Ok(read) => read,
        Err(_) => {
            // What it says may hold cells of the file.
            tracing::error!("a reader of files panicked");
            Err(Stop::Words(
                "The files could not be read by a fault of Saffron. Export them again in another form, such as CSV, or contact \
                 support."
                    .to_owned(),
            ))
        }
    }
}

/// Tables of files, each with the number of its file, and what is none.
pub(super) struct Opened {
    pub tables: Vec<Table>,
    of_file: Vec<i32>,
    unreadable: BTreeMap<i32, String>,
    left_out: Vec<FoundTable>,
}

/// Opens the tables of files.
pub(super) fn open(files: &Files) -> Result<Opened, Stop> {
    let mut all =
        Opened { tables: Vec::new(), of_file: Vec::new(), unreadable: BTreeMap::new(), left_out: Vec::new() };
    for Uploaded { file, name, bytes } in &files.files {
        match table::open(name, Arc::clone(bytes), files.folder.path(), &Limits::default()) {
            Ok(opened) => {
                all.of_file.extend(opened.tables.iter().map(|_| *file));
                all.tables.extend(opened.tables);
                all.left_out.extend(opened.left_out.into_iter().map(|part| FoundTable {
                    file: *file,
                    name: part.name,
                    unused_because: Some(part.why.to_string()),
                    ..FoundTable::default()
                }));
            }
            Err(Unreadable::Read(error)) => return Err(Fault::Transient(error.to_string()).into()),
            Err(why) => drop(all.unreadable.insert(*file, why.to_string())),
        }
    }
    if all.tables.is_empty() {
        let why = all.unreadable.values().next().map_or("The files hold no table.", String::as_str);
        return Err(Stop::Words(match all.unreadable.len() {
            0 | 1 => why.to_owned(),
            _ => format!("None of the files can be read. The first: {why}"),
        }));
    }
    Ok(all)
}

/// Judges opened tables.
pub(super) fn judged(opened: &Opened, given: &Given, files: &Files) -> Result<Judged, Stop> {
    judge(&opened.tables, given, InFolder::new(files)).map_err(broken)
}

pub(super) fn broken(error: BookError) -> Stop {
    match error {
        BookError::Scratch(error) => Stop::Fault(Fault::Transient(format!("scratch files: {error}"))),
        BookError::Unreadable(Unreadable::Read(error)) => Stop::Fault(Fault::Transient(error.to_string())),
        BookError::Unreadable(why) => Stop::Words(why.to_string()),
        large @ BookError::Large(_) => Stop::Words(large.to_string()),
    }
}

/// What was found in files.
pub(super) fn findings(opened: Opened, judged: &Judged, known: &Known) -> Result<Findings, Stop> {
    let Opened { tables, of_file, unreadable, left_out } = opened;
    let name = |table: usize| tables.get(table).map(|table| table.name().to_owned()).unwrap_or_default();
    let days = &judged.summary.days;
    let sales = days.keys().next().copied().zip(days.keys().next_back().copied());
    let spans = [sales, judged.summary.lists.shift_dates].into_iter().flatten();
    if let Some((first, last)) = spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
        && last.days_since(first) >= MOST_DAYS
    {
        return Err(Stop::Words(format!(
            "The files hold sales or shifts from {first} to {last}. Import ten years at most at once, or check the dates."
        )));
    }
    let answers = &known.given.answers.0;
    let open: Vec<_> = judged.questions.iter().map(asked).collect();
    let questions = with_answered(open, &known.before.questions, |id| answers.get(id).cloned());
    let lists = judged.summary.lists;
    let has_any = judged.summary.total != Sums::default() || lists.shifts + lists.items + lists.guests > 0;
    let summary = has_any.then(|| summed(judged, &name)).transpose()?;
    let mut found: Vec<FoundTable> = tables
        .iter()
        .zip(of_file)
        .enumerate()
        .map(|(index, (table, file))| found(index, table, file, judged))
        .collect();
    found.extend(left_out);
    Ok(Findings { unreadable, tables: found, questions, summary })
}

fn summed(judged: &Judged, name: &impl Fn(usize) -> String) -> Result<Summed, Stop> {
    let (mut samples, mut left_out, mut refused) = (Vec::new(), BTreeMap::new(), Vec::new());
    let first_refused = judged.profiles().iter().flat_map(|(table, profile)| {
        profile.first_refused.iter().map(|row| refused_row(name(*table), row.line, row.why.to_string()))
    });
    refused.extend(first_refused.take(SHOWN_REFUSED));
    let mut without = |place: Place, why| match why {
        Without::LeftOut(why) => *left_out.entry(why.words()).or_insert(0) += 1,
        Without::Refused(why) if refused.len() < SHOWN_REFUSED => {
            refused.push(refused_row(name(place.table), place.line, why));
        }
        Without::Refused(_) => {}
    };
    judged.checks(|_, check| take_first(&mut samples, check), &mut without).map_err(broken)?;
    let mut lists = ListSamples::default();
    judged.shifts(|_, shift| take_first(&mut lists.shifts, shift), &mut without).map_err(broken)?;
    judged.items(|_, item| take_first(&mut lists.items, item), &mut without).map_err(broken)?;
    judged.guests(|_, guest| take_first(&mut lists.guests, guest), &mut without).map_err(broken)?;
    let summary = &judged.summary;
    let consents = summary.consents.iter().map(|of| FoundConsent {
        file: name(of.table),
        column: of.column.clone(),
        channel: if of.field == Field::SmsConsent { "text messages" } else { "email" }.to_owned(),
        is_taken: of.is_taken,
        words: of.words.clone(),
    });
    let own_total = |of: &OwnTotal| FoundTotal {
        file: name(of.table),
        column: of.column.clone(),
        said: of.said,
        rows: of.rows,
    };
    let days = summary.days.iter().take(SHOWN_DAYS).map(|(date, sums)| SummedDay {
        date: *date,
        checks: sums.checks,
        all_checks: sums.checks + sums.refunds + sums.voided,
        net_sales: net_of(sums),
    });
    Ok(Summed {
        total: summary.total,
        days: days.collect(),
        categories: largest(&summary.categories),
        tenders: largest(&summary.tenders),
        samples,
        lists: summary.lists,
        consents: consents.collect(),
        samples_of_lists: lists,
        notes: summary.lacks(),
        own_totals: summary.own_totals.iter().take(SHOWN_TOTALS).map(own_total).collect(),
        left_out: left_out.into_iter().map(|(why, rows)| (why.to_owned(), rows)).collect(),
        refused: summary.refused,
        refused_examples: refused,
    })
}

/// Takes one of those that are shown.
fn take_first<T>(shown: &mut Vec<T>, one: T) {
    if shown.len() < SHOWN_FACTS {
        shown.push(one);
    }
}

pub(super) fn refused_row(file: String, line: u64, reason: String) -> RefusedRow {
    RefusedRow { file, line, check: String::new(), reason }
}

/// A row by its place, that could not come in.
pub(super) fn refused_at(opened: &Opened, place: Place, reason: String) -> RefusedRow {
    let file = opened.tables.get(place.table).map(|table| table.name().to_owned()).unwrap_or_default();
    refused_row(file, place.line, reason)
}

fn found(index: usize, table: &Table, file: i32, judged: &Judged) -> FoundTable {
    let mut readings = judged.readings().iter().chain(judged.list_readings());
    let reading = readings.find(|reading| reading.table == index);
    let parts = reading.map(|reading| reading.plan.parts.as_slice()).unwrap_or_default();
    let row_kind = reading.map(|reading| match reading.layout.rows {
        Rows::Lines => "lines",
        Rows::Orders => "orders",
        Rows::Payments => "payments",
        Rows::Shifts => "shifts",
        Rows::Items => "items",
        Rows::Guests => "guests",
    });
    FoundTable {
        file,
        name: table.name().to_owned(),
        rows: table.count(),
        layout: reading.map(|reading| reading.layout.name.clone()),
        exporter: reading.map(|reading| reading.layout.exporter.clone()).unwrap_or_default(),
        row_kind: row_kind.unwrap_or_default().to_owned(),
        unused_because: judged.unused().get(&index).map(Unused::words),
        columns: table.header().to_vec(),
        used: parts.iter().map(|part| (part.name(), field_of(part))).collect(),
        unused: reading.map(|reading| reading.plan.unused.clone()).unwrap_or_default(),
        remarks: table.remarks().iter().map(ToString::to_string).collect(),
        refused: judged.profiles().get(&index).map(|profile| profile.refused).unwrap_or_default(),
        layout_yaml: reading.and_then(|reading| reading.layout.write().ok()),
    }
}

fn field_of(part: &Part) -> String {
    match &part.used {
        Use::Field(field) => field.name().to_owned(),
        Use::Tender(tender) => format!("{PAID_WITH}{tender}"),
        Use::TenderName(tender) => format!("{NAME_OF}{tender}"),
        Use::Ruled => "rule".to_owned(),
    }
}
