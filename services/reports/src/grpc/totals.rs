//! The totals of a report, of all locations and by location.

use std::collections::BTreeMap;

use saffron_proto::reports::{ComparedDays, Comparison, ReportRow, ReportTotal, Sums};

/// The sums of a location's span, over all members that the report splits it by.
#[derive(Default)]
struct SpanSums {
    so_far: bool,
    own: Option<Sums>,
    comparable: Option<Sums>,
    last_week: Option<Sums>,
    last_year: Option<Sums>,
    compared: Option<Sums>,
    /// The first and last day of `compared`.
    compared_days: (String, String),
}

impl SpanSums {
    fn add(&mut self, row: &ReportRow) {
        self.so_far |= row.so_far;
        add_sums(&mut self.own, row.figures.as_ref());
        add_sums(&mut self.comparable, row.comparable.as_ref());
        add_sums(&mut self.last_week, row.last_week.as_ref());
        add_sums(&mut self.last_year, row.last_year.as_ref());
        if let Some(ComparedDays { start_date, end_date, figures }) = &row.compared {
            add_sums(&mut self.compared, figures.as_ref());
            self.compared_days = (start_date.clone(), end_date.clone());
        }
    }

    /// Whether the span counts: one without sales does not, unless it is still running.
    fn counts(&self) -> bool {
        self.own.is_some() || self.so_far
    }

    /// The sums that an earlier span is compared with.
    fn current(&self) -> Sums {
        let current = if self.so_far { &self.comparable } else { &self.own };
        current.clone().unwrap_or_default()
    }
}

/// Adds the sums of a row. The location's net sales are those of the span, the same in each of its rows, but in those of a
/// member that has nothing on this side.
fn add_sums(sum: &mut Option<Sums>, row: Option<&Sums>) {
    let Some(row) = row else { return };
    let sum = sum.get_or_insert_default();
    let net_sales = if row.location_net_sales == 0 { sum.location_net_sales } else { row.location_net_sales };
    sum.add(row);
    sum.location_net_sales = net_sales;
}

/// The sums of rows by location and date.
fn spans(rows: &[ReportRow]) -> BTreeMap<(&str, &str), SpanSums> {
    let mut spans: BTreeMap<(&str, &str), SpanSums> = BTreeMap::new();
    for row in rows {
        spans.entry((&row.pos_id, &row.business_date)).or_default().add(row);
    }
    spans
}

/// The totals of all locations, then those by location. `rows` include rows that only an earlier span has; `whole` are the rows
/// of whole ranges, where rows are parts of them.
#[must_use]
pub fn totals(rows: &[ReportRow], whole: &[ReportRow]) -> Vec<ReportTotal> {
    let spans_of_rows = spans(rows);
    let mut all = ReportTotal::default();
    let mut locations: Vec<ReportTotal> = Vec::new();
    for ((pos_id, _), span) in &spans_of_rows {
        if !span.counts() {
            continue;
        }
        if locations.last().is_none_or(|last| last.pos_id != *pos_id) {
            locations.push(ReportTotal { pos_id: (*pos_id).to_owned(), ..ReportTotal::default() });
        }
        for total in locations.last_mut().into_iter().chain([&mut all]) {
            add(total, span);
        }
    }
    let compared = if whole.is_empty() { spans_of_rows } else { spans(whole) };
    for ((pos_id, _), span) in compared.iter().filter(|(_, span)| span.counts()) {
        let location = locations.iter_mut().find(|total| total.pos_id == *pos_id);
        for total in location.into_iter().chain([&mut all]) {
            compare(total, span);
        }
    }
    std::iter::once(all).chain(locations).collect()
}

/// Adds the comparison that the request chose.
fn compare(total: &mut ReportTotal, span: &SpanSums) {
    let Some(before) = &span.compared else { return };
    let (start_date, end_date) = &span.compared_days;
    let is_first = total.compared.is_none();
    let comparison = total.compared.get_or_insert_default();
    comparison.current.get_or_insert_default().add(&span.current());
    comparison.before.get_or_insert_default().add(before);
    if is_first || *start_date < comparison.start_date {
        comparison.start_date.clone_from(start_date);
    }
    if *end_date > comparison.end_date {
        comparison.end_date.clone_from(end_date);
    }
}

/// Adds a span to a total.
fn add(total: &mut ReportTotal, span: &SpanSums) {
    total.so_far |= span.so_far;
    total.figures.get_or_insert_default().add(&span.own.clone().unwrap_or_default());
    let sides = [(&mut total.last_week, &span.last_week), (&mut total.last_year, &span.last_year)];
    for (comparison, earlier) in sides {
        if let Some(earlier) = earlier {
            let Comparison { current, before, .. } = comparison.get_or_insert_default();
            current.get_or_insert_default().add(&span.current());
            before.get_or_insert_default().add(earlier);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sales(gross_sales: i64) -> Option<Sums> {
        Some(Sums { gross_sales, ..Sums::default() })
    }

    fn row(pos_id: &str, date: &str, own: Option<Sums>) -> ReportRow {
        ReportRow { pos_id: pos_id.into(), business_date: date.into(), figures: own, ..ReportRow::default() }
    }

    fn gross(sums: Option<&Sums>) -> Option<i64> {
        sums.map(|sums| sums.gross_sales)
    }

    fn compared(comparison: Option<&Comparison>) -> Option<(Option<i64>, Option<i64>)> {
        comparison.map(|both| (gross(both.current.as_ref()), gross(both.before.as_ref())))
    }

    #[test]
    fn comparison_leaves_out_locations_without_history() {
        let rows = [
            ReportRow { last_week: sales(80), ..row("p1", "2026-07-10", sales(100)) },
            row("p2", "2026-07-10", sales(50)),
        ];
        let totals = totals(&rows, &[]);
        assert_eq!(totals.iter().map(|total| total.pos_id.as_str()).collect::<Vec<_>>(), ["", "p1", "p2"]);
        assert_eq!(gross(totals[0].figures.as_ref()), Some(150));
        assert_eq!(compared(totals[0].last_week.as_ref()), Some((Some(100), Some(80))));
        assert_eq!((&totals[2].last_week, &totals[0].last_year), (&None, &None));
    }

    #[test]
    fn members_of_an_earlier_span_count_in_totals() {
        let rows = [
            ReportRow { members: vec!["soup".into()], ..row("p1", "2026-07-10", sales(100)) },
            ReportRow { members: vec!["stew".into()], last_week: sales(70), ..row("p1", "2026-07-10", None) },
            ReportRow { last_week: sales(9), ..row("p2", "2026-07-10", None) },
        ];
        let totals = totals(&rows, &[]);
        assert_eq!(totals.len(), 2, "a location without trade has no total");
        assert_eq!(compared(totals[0].last_week.as_ref()), Some((Some(100), Some(70))));
    }

    #[test]
    fn running_days_compare_up_to_the_quarter() {
        let running = |own, comparable, last_week| ReportRow {
            so_far: true,
            comparable,
            last_week,
            ..row("p1", "2026-07-18", own)
        };
        let totals =
            totals(&[running(sales(100), sales(60), sales(50)), running(None, None, sales(30))], &[]);
        assert!(totals[0].so_far);
        assert_eq!(compared(totals[1].last_week.as_ref()), Some((Some(60), Some(80))));
    }

    #[test]
    fn net_sales_of_a_location_count_once_a_span() {
        let labor = |date: &str, seconds, location_net_sales| {
            let sums = Sums { labor_seconds: seconds, location_net_sales, ..Sums::default() };
            row("p1", date, Some(sums))
        };
        let totals = totals(
            &[labor("2026-07-10", 50, 900), labor("2026-07-10", 30, 900), labor("2026-07-11", 40, 100)],
            &[],
        );
        let sums = totals[0].figures.clone().unwrap();
        assert_eq!((sums.location_net_sales, sums.labor_minutes, sums.labor_seconds), (1_000, 2, 0));
    }

    #[test]
    fn net_sales_of_a_location_stay_beside_a_member_without_work() {
        let sums = |location_net_sales| Some(Sums { location_net_sales, ..Sums::default() });
        let row = |job: &str, comparable, last_week| ReportRow {
            so_far: true,
            members: vec![job.into()],
            comparable,
            last_week,
            ..row("p1", "2026-07-18", None)
        };
        // A host worked last week, and not yet today.
        let totals =
            totals(&[row("Cook", sums(900), None), row("Host", Some(Sums::default()), sums(800))], &[]);
        let comparison = totals[0].last_week.as_ref().unwrap();
        assert_eq!(comparison.current.as_ref().unwrap().location_net_sales, 900);
    }

    #[test]
    fn totals_of_no_rows_are_empty() {
        assert_eq!(totals(&[], &[]), [ReportTotal::default()]);
    }

    #[test]
    fn whole_range_has_its_own_comparison() {
        let before = |figures, start_date: &str, end_date: &str| {
            Some(ComparedDays { start_date: start_date.into(), end_date: end_date.into(), figures })
        };
        let days = [
            ReportRow {
                compared: before(sales(30), "2026-11-02", "2026-11-02"),
                ..row("p1", "2026-11-09", sales(40))
            },
            row("p2", "2026-11-09", sales(7)),
        ];
        let whole = [
            ReportRow {
                compared: before(sales(90), "2026-10-01", "2026-10-31"),
                ..row("p1", "", sales(140))
            },
            ReportRow { compared: before(sales(5), "2026-10-01", "2026-10-30"), ..row("p2", "", sales(7)) },
        ];
        let of_days = totals(&days, &[]);
        assert_eq!(of_days[0].compared.as_ref().map(|both| both.start_date.as_str()), Some("2026-11-02"));
        let totals = totals(&days, &whole);
        let all = totals[0].compared.as_ref().unwrap();
        assert_eq!((all.start_date.as_str(), all.end_date.as_str()), ("2026-10-01", "2026-10-31"));
        assert_eq!(compared(Some(all)), Some((Some(147), Some(95))));
        assert_eq!(compared(totals[2].compared.as_ref()), Some((Some(7), Some(5))));
    }
}
