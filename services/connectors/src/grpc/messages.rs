//! Imports as messages.

use jiff::Timestamp;
use saffron_core::fact::Check;
use saffron_core::time::public_time;
use saffron_core::{BusinessDate, Calendar, Money};
use saffron_import::form::word::WordRule;
use saffron_kit::grpc::Mirrored as _;
use saffron_proto::connectors as proto;

use super::list_messages::{self as lists, count};
use crate::domain::{Asked, Findings, FoundTable, FoundTotal, RefusedRow, Said, State, Summed, net_of};
use crate::store::{Conflict, FileRow, ImportRow, ListedImport, TakenOut};

saffron_kit::mirrored!(State, proto::ImportState: Uploading, Judging, Asking, Ready, Preparing, Sending, Paused, Done,
    Undoing, Undone, Failed, Discarded, TakingOut);

/// What undoing leaves: no fact takes a guest away.
const GUESTS_STAY: &str = "Undoing does not take guests back: those that the import brought stay, with what the file says of their \
                           consent. Erase a guest in the list of customers.";

/// All that is shown of an import.
pub(super) struct Shown {
    pub import: ImportRow,
    pub files: Vec<FileRow>,
    pub conflicts: Vec<Conflict>,
    pub overlaps: Vec<Conflict>,
    pub taken: Vec<TakenOut>,
    pub findings: Findings,
    pub said: Said,
}

pub(super) fn time(calendar: &Calendar, at: Timestamp) -> String {
    public_time(calendar.wall(at))
}

impl Shown {
    /// The message of it, with times in the location's calendar.
    pub fn message(self, calendar: &Calendar) -> proto::Import {
        let Shown { import, files, conflicts, overlaps, taken, findings, said } = self;
        let progress = progress(&import, &files);
        let takes_answers = import.standing().takes_answers();
        let Findings { unreadable, tables, questions, summary } = findings;
        let guests = summary.as_ref().is_some_and(|summary| summary.lists.guests > 0);
        let undo_leaves = if guests { GUESTS_STAY.to_owned() } else { String::new() };
        proto::Import {
            pos_id: import.pos_id.to_string(),
            import_id: import.import_id.to_string(),
            state: import.state.for_message(),
            created_at: time(calendar, import.created_at.to_jiff()),
            created_by: import.created_by,
            version: import.version,
            files: files
                .into_iter()
                .map(|file| proto::ImportFile {
                    unreadable: unreadable.get(&file.file).cloned().unwrap_or_default(),
                    file: file.file,
                    name: file.name,
                    bytes: file.bytes,
                    parts: file.parts,
                    received_parts: file.received,
                    missing_parts: file.missing,
                })
                .collect(),
            tables: (0..).zip(tables).map(|found| table(found, &said)).collect(),
            takes_answers,
            rules: said.rules.rules().iter().map(rule).collect(),
            questions: questions.into_iter().map(question).collect(),
            summary: summary.map(summed),
            conflicts: conflicts.into_iter().map(conflict).collect(),
            conflict_choice: import.conflict_choice.map_or(0, |choice| choice.for_message()),
            progress,
            sent_checks: import.sent_checks,
            refused_checks: import.refused_checks,
            error: import.error.unwrap_or_default(),
            undo_until: import.undo_until.map(|until| time(calendar, until.to_jiff())).unwrap_or_default(),
            time_zone: import.time_zone.name().to_owned(),
            sent_shifts: import.sent_shifts,
            sent_items: import.sent_items,
            sent_guests: import.sent_guests,
            undo_leaves,
            overlaps: overlaps.into_iter().map(conflict).collect(),
            taken_out_days: taken.into_iter().filter(|day| day.is_done).map(taken_out).collect(),
        }
    }
}

fn progress(import: &ImportRow, files: &[FileRow]) -> Option<proto::ImportProgress> {
    let of_phase = |phase: &str| {
        let is_its = import.phase.as_deref() == Some(phase);
        let (done, total) = if is_its { (import.done, import.total) } else { (0, 0) };
        Some(proto::ImportProgress { phase: phase.to_owned(), done, total })
    };
    match import.state {
        State::Uploading => {
            let (done, total) = (
                files.iter().map(|file| i64::from(file.received)).sum(),
                files.iter().map(|file| i64::from(file.parts)).sum(),
            );
            Some(proto::ImportProgress { phase: "uploading".to_owned(), done, total })
        }
        State::Judging => of_phase("reading"),
        // The files are judged once more first.
        State::Preparing if import.phase.as_deref() == Some("reading") => of_phase("reading"),
        State::Preparing => of_phase("preparing"),
        State::Sending => of_phase("sending"),
        State::TakingOut => of_phase("takingOut"),
        State::Undoing => of_phase("undoing"),
        State::Paused => of_phase(import.phase.as_deref().unwrap_or("sending")),
        _ => None,
    }
}

fn rule(rule: &WordRule) -> proto::ImportRule {
    let WordRule { column, meaning, words } = rule.clone();
    proto::ImportRule { column, meaning: meaning.name().to_owned(), words }
}

fn table((number, table): (i32, FoundTable), said: &Said) -> proto::ImportTable {
    let by_hand = usize::try_from(number).ok().and_then(|number| said.mapped.get(&number));
    let constants = by_hand.into_iter().flat_map(|layout| &layout.constants);
    proto::ImportTable {
        constants: constants
            .map(|(field, value)| proto::ImportColumn {
                column: value.clone(),
                field: field.name().to_owned(),
            })
            .collect(),
        table: number,
        file: table.file,
        name: table.name,
        rows: count(table.rows),
        layout: table.layout.unwrap_or_default(),
        exporter: table.exporter,
        row_kind: table.row_kind,
        unused_because: table.unused_because.unwrap_or_default(),
        columns: table.columns,
        used_columns: table
            .used
            .into_iter()
            .map(|(column, field)| proto::ImportColumn { column, field })
            .collect(),
        unused_columns: table.unused,
        remarks: table.remarks,
        refused_rows: count(table.refused),
        layout_yaml: table.layout_yaml.unwrap_or_default(),
    }
}

fn span(span: Option<(BusinessDate, BusinessDate)>) -> (String, String) {
    span.map(|(first, last)| (first.to_string(), last.to_string())).unwrap_or_default()
}

fn question(asked: Asked) -> proto::ImportQuestion {
    let choices = asked.choices.into_iter().map(|choice| {
        let (first_date, last_date) = span(choice.span);
        proto::ImportQuestionChoice {
            value: choice.value,
            label: choice.label,
            checks: count(choice.checks),
            days: count(choice.days),
            net_sales: choice.net_sales.cents(),
            first_date,
            last_date,
            beside_sales: lists::in_words(&choice.lists),
        }
    });
    proto::ImportQuestion {
        id: asked.id,
        title: asked.title,
        explanation: asked.explanation,
        examples: asked.examples,
        choices: choices.collect(),
        answer: asked.answer.unwrap_or_default(),
    }
}

fn file_total(of: FoundTotal) -> proto::ImportFileTotal {
    proto::ImportFileTotal {
        file: of.file,
        column: of.column,
        total: of.said.cents(),
        of_rows: of.rows.cents(),
    }
}

fn summed(of: Summed) -> proto::ImportSummary {
    let total = of.total;
    let days = of.days.first().zip(of.days.last());
    let (first_date, last_date) = span(days.map(|(first, last)| (first.date, last.date)));
    proto::ImportSummary {
        checks: count(total.checks),
        refunds: count(total.refunds),
        voided_checks: count(total.voided),
        covers: count(total.covers),
        gross_sales: total.gross.cents(),
        discounts: total.discounts.cents(),
        net_sales: net_of(&total).cents(),
        tax: total.tax.cents(),
        tips: total.tips.cents(),
        gratuity: total.gratuity.cents(),
        service_charges: total.charges.cents(),
        gift_cards: total.deferred.cents(),
        rounding: total.rounding.cents(),
        payments: total.paid.cents(),
        voids: total.voids.cents(),
        out_of_balance: total.out_of_balance.cents(),
        first_date,
        last_date,
        day_count: count(of.days.len() as u64),
        days: of
            .days
            .into_iter()
            .map(|day| proto::ImportDay {
                business_date: day.date.to_string(),
                checks: count(day.checks),
                net_sales: day.net_sales.cents(),
            })
            .collect(),
        categories: of.categories.into_iter().map(amount).collect(),
        tenders: of.tenders.into_iter().map(amount).collect(),
        sample_checks: of.samples.iter().map(check).collect(),
        left_out: of
            .left_out
            .into_iter()
            .map(|(reason, rows)| proto::ImportLeftOut { reason, rows: count(rows) })
            .collect(),
        refused_rows: count(of.refused),
        refused_examples: of.refused_examples.into_iter().map(refused_row).collect(),
        shifts: lists::shifts(&of.lists, &of.samples_of_lists),
        items: lists::items(&of.lists, &of.samples_of_lists),
        guests: lists::guests(&of.lists, &of.samples_of_lists, of.consents),
        file_totals: of.own_totals.into_iter().map(file_total).collect(),
        notes: of.notes,
    }
}

fn amount((name, amount): (String, Money)) -> proto::ImportAmount {
    proto::ImportAmount { name, amount: amount.cents() }
}

fn conflict(of: Conflict) -> proto::ImportConflict {
    proto::ImportConflict {
        business_date: of.business_date.to_string(),
        source: of.source,
        source_name: of.source_name,
        checks: of.checks,
        net_sales: of.net_sales.cents(),
        import_checks: of.import_checks,
        import_net_sales: of.import_net_sales.cents(),
    }
}

fn taken_out(of: TakenOut) -> proto::ImportTakenOutDay {
    proto::ImportTakenOutDay {
        business_date: of.business_date.to_string(),
        checks: of.checks,
        net_sales: of.net_sales.cents(),
    }
}

/// A refused row.
pub(super) fn refused_row(row: RefusedRow) -> proto::RefusedRow {
    proto::RefusedRow { file: row.file, line: count(row.line), check: row.check, reason: row.reason }
}

fn check(of: &Check) -> proto::ImportCheck {
    let totals = of.totals();
    let text = |label: &Option<saffron_core::fact::Label>| {
        label.as_ref().map(ToString::to_string).unwrap_or_default()
    };
    proto::ImportCheck {
        pos_check_id: of.sent_id.clone().unwrap_or_else(|| of.id.to_string()),
        business_date: of.business_date.to_string(),
        open_time: public_time(of.opened.wall),
        close_time: public_time(of.closed.wall),
        table: text(&of.table),
        employee: of.employee.as_ref().map(|person| person.name.to_string()).unwrap_or_default(),
        order_type: text(&of.order_type),
        covers: i32::try_from(of.covers).unwrap_or(i32::MAX),
        voided: of.voided,
        refund: of.refund_of.is_some() || totals.sales.net().cents() < 0,
        lines: of
            .lines
            .iter()
            .map(|line| proto::ImportLine {
                name: line.name.to_string(),
                category: text(&line.major_category),
                quantity: line.quantity.milli(),
                amount: line.amount.cents(),
                discount: line.discount.cents(),
                tax: line.tax.cents(),
                voided: line.voided,
                modifiers: line.modifiers.iter().map(|modifier| modifier.name.to_string()).collect(),
            })
            .collect(),
        gross_sales: totals.sales.gross.cents(),
        discounts: totals.sales.discounts.cents(),
        net_sales: totals.sales.net().cents(),
        tax: totals.tax.cents(),
        gratuity: totals.gratuity.cents(),
        service_charges: totals.service_charges.cents(),
        rounding: totals.rounding.cents(),
        payments: of
            .payments
            .iter()
            .map(|payment| proto::ImportPayment {
                r#type: payment.tender.to_string(),
                amount: payment.amount.cents(),
                tip: payment.tip.cents(),
            })
            .collect(),
    }
}

/// An import in a list.
pub(super) fn listed(of: ListedImport, calendar: &Calendar) -> proto::ImportRow {
    let (first_date, last_date) = span(of.first_date.zip(of.last_date));
    proto::ImportRow {
        import_id: of.import_id.to_string(),
        state: of.state.for_message(),
        created_at: time(calendar, of.created_at.to_jiff()),
        created_by: of.created_by,
        file_names: of.file_names,
        version: of.version,
        sent_checks: of.sent_checks,
        sent_shifts: of.sent_shifts,
        sent_items: of.sent_items,
        sent_guests: of.sent_guests,
        net_sales: of.net_sales.cents(),
        first_date,
        last_date,
        undo_until: of.undo_until.map(|until| time(calendar, until.to_jiff())).unwrap_or_default(),
        overlap_days: of.overlap_days,
        overlap_net_sales: of.overlap_net_sales.cents(),
    }
}
