//! The totals of a report, of all locations and by location.

use std::borrow::Cow;
use std::collections::BTreeMap;

use saffron_proto::reports::{ComparedDays, Comparison, ReportRow, ReportTotal, Sums};

/// The sums of a location's span, over all members that the report splits it by.
#[derive(Default)]
struct SpanSums<'a> {
    pos_id: &'a str,
    so_far: bool,
    own: Option<Cow<'a, Sums>>,
    comparable: Option<Cow<'a, Sums>>,
    last_week: Option<Cow<'a, Sums>>,
    last_year: Option<Cow<'a, Sums>>,
    compared: Option<Cow<'a, Sums>>,
    /// The first and last day of `compared`.
    compared_days: (&'a str, &'a str),
}

impl<'a> SpanSums<'a> {
    /// The sums of the rows of one span.
    fn of(rows: &'a [ReportRow]) -> SpanSums<'a> {
        let mut span = SpanSums::default();
        for row in rows {
            span.pos_id = &row.pos_id;
            span.so_far |= row.so_far;
            add_sums(&mut span.own, row.figures.as_deref());
            add_sums(&mut span.comparable, row.comparable.as_deref());
            add_sums(&mut span.last_week, row.last_week.as_deref());
            add_sums(&mut span.last_year, row.last_year.as_deref());
            if let Some(ComparedDays { start_date, end_date, figures }) = row.compared.as_deref() {
                add_sums(&mut span.compared, figures.as_ref());
                span.compared_days = (start_date, end_date);
            }
        }
        span
    }

    /// Whether the span counts: one without sales does not, unless it is still running.
    fn counts(&self) -> bool {
        self.own.is_some() || self.so_far
    }

    /// The sums that an earlier span is compared with; none is nothing.
    fn current(&self) -> Option<&Sums> {
        if self.so_far { self.comparable.as_deref() } else { self.own.as_deref() }
    }
}

/// Adds the sums of a row. The location's net sales are those of the span, the same in each of its rows, but in those of a
/// member that has nothing on this side.
fn add_sums<'a>(sum: &mut Option<Cow<'a, Sums>>, row: Option<&'a Sums>) {
    let Some(row) = row else { return };
    let Some(sum) = sum else {
        *sum = Some(Cow::Borrowed(row));
        return;
    };
    let net_sales = if row.location_net_sales == 0 { sum.location_net_sales } else { row.location_net_sales };
    let sum = sum.to_mut();
    sum.add(row);
    sum.location_net_sales = net_sales;
}

/// The sums of rows by location and date; the rows of one follow each other.
fn spans(rows: &[ReportRow]) -> impl Iterator<Item = SpanSums<'_>> {
    let is_one = |row: &ReportRow, next: &ReportRow| {
        (&row.pos_id, &row.business_date) == (&next.pos_id, &next.business_date)
    };
    rows.chunk_by(is_one).map(SpanSums::of).filter(SpanSums::counts)
}

/// The totals of all locations, then those by location. `rows` include rows that only an earlier span has; `whole` are the rows
/// of whole ranges, where rows are parts of them. The rows of a location's span follow each other.
#[must_use]
pub fn totals(rows: &[ReportRow], whole: &[ReportRow]) -> Vec<ReportTotal> {
    let mut all = ReportTotal::default();
    let mut locations: BTreeMap<&str, ReportTotal> = BTreeMap::new();
    for span in spans(rows) {
        let location = locations
            .entry(span.pos_id)
            .or_insert_with(|| ReportTotal { pos_id: span.pos_id.to_owned(), ..ReportTotal::default() });
        for total in [location, &mut all] {
            add(total, &span);
            if whole.is_empty() {
                compare(total, &span);
            }
        }
    }
    for span in spans(whole) {
        for total in locations.get_mut(span.pos_id).into_iter().chain([&mut all]) {
            compare(total, &span);
        }
    }
    std::iter::once(all).chain(locations.into_values()).collect()
}

/// Adds the comparison that the request chose.
fn compare(total: &mut ReportTotal, span: &SpanSums<'_>) {
    let Some(before) = &span.compared else { return };
    let (start_date, end_date) = span.compared_days;
    let is_first = total.compared.is_none();
    let comparison = total.compared.get_or_insert_default();
    add_both(comparison, span.current(), before);
    if is_first || *start_date < *comparison.start_date {
        start_date.clone_into(&mut comparison.start_date);
    }
    if *end_date > *comparison.end_date {
        end_date.clone_into(&mut comparison.end_date);
    }
}

/// Adds a span to a total.
fn add(total: &mut ReportTotal, span: &SpanSums<'_>) {
    total.so_far |= span.so_far;
    let figures = total.figures.get_or_insert_default();
    span.own.iter().for_each(|own| figures.add(own));
    let sides = [(&mut total.last_week, &span.last_week), (&mut total.last_year, &span.last_year)];
    for (comparison, earlier) in sides {
        if let Some(earlier) = earlier {
            add_both(comparison.get_or_insert_default(), span.current(), earlier);
        }
    }
}

/// Adds a span's sums, and those of the earlier span, to a comparison.
fn add_both(comparison: &mut Comparison, current: Option<&Sums>, before: &Sums) {
    let sum = comparison.current.get_or_insert_default();
    current.into_iter().for_each(|current| sum.add(current));
    comparison.before.get_or_insert_default().add(before);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sales(gross_sales: i64) -> Option<Box<Sums>> {
        Some(Box::new(Sums { gross_sales, ..Sums::default() }))
    }

    fn row(pos_id: &str, date: &str, own: Option<Box<Sums>>) -> ReportRow {
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
            row("p1", date, Some(sums.into()))
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
        let sums = |location_net_sales| Some(Box::new(Sums { location_net_sales, ..Sums::default() }));
        let row = |job: &str, comparable, last_week| ReportRow {
            so_far: true,
            members: vec![job.into()],
            comparable,
            last_week,
            ..row("p1", "2026-07-18", None)
        };
        // A host worked last week, and not yet today.
        let totals = totals(&[row("Cook", sums(900), None), row("Host", sums(0), sums(800))], &[]);
        let comparison = totals[0].last_week.as_ref().unwrap();
        assert_eq!(comparison.current.as_ref().unwrap().location_net_sales, 900);
    }

    #[test]
    fn totals_of_no_rows_are_empty() {
        assert_eq!(totals(&[], &[]), [ReportTotal::default()]);
    }

    #[test]
    fn whole_range_has_its_own_comparison() {
        let before = |figures: Option<Box<Sums>>, start_date: &str, end_date: &str| {
            let figures = figures.map(|sums| *sums);
            Some(ComparedDays { start_date: start_date.into(), end_date: end_date.into(), figures }.into())
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
