//! What the rows of a report add up to, in all and by location (figures.md, Reports).

use std::collections::BTreeMap;

use saffron_proto::reports::{Comparison, ReportRow, ReportTotal, Sums};

/// A location's span over everything that the report splits it by.
#[derive(Default)]
struct Whole {
    so_far: bool,
    own: Option<Sums>,
    comparable: Option<Sums>,
    last_week: Option<Sums>,
    last_year: Option<Sums>,
}

impl Whole {
    fn add(&mut self, row: &ReportRow) {
        self.so_far |= row.so_far;
        add_part(&mut self.own, row.figures.as_ref());
        add_part(&mut self.comparable, row.comparable.as_ref());
        add_part(&mut self.last_week, row.last_week.as_ref());
        add_part(&mut self.last_year, row.last_year.as_ref());
    }

    /// A span without trade has no row, unless it still runs.
    fn counts(&self) -> bool {
        self.own.is_some() || self.so_far
    }

    /// Its figures as far as an earlier span can be compared with them.
    fn current(&self) -> Sums {
        let current = if self.so_far { &self.comparable } else { &self.own };
        current.clone().unwrap_or_default()
    }
}

/// Adds a part of a span. The location's net sales are those of the span, the same in each of its parts.
fn add_part(sum: &mut Option<Sums>, part: Option<&Sums>) {
    let Some(part) = part else { return };
    let sum = sum.get_or_insert_default();
    sum.add(part);
    sum.location_net_sales = part.location_net_sales;
}

/// Adds spans up: of all locations first, then by location. `rows` hold what only an earlier span had too.
#[must_use]
pub fn totals(rows: &[ReportRow]) -> Vec<ReportTotal> {
    let mut wholes: BTreeMap<(&str, &str), Whole> = BTreeMap::new();
    for row in rows {
        wholes.entry((&row.pos_id, &row.business_date)).or_default().add(row);
    }
    let mut all = ReportTotal::default();
    let mut locations: Vec<ReportTotal> = Vec::new();
    for ((pos_id, _), whole) in &wholes {
        if !whole.counts() {
            continue;
        }
        if locations.last().is_none_or(|last| last.pos_id != *pos_id) {
            locations.push(ReportTotal { pos_id: (*pos_id).to_owned(), ..ReportTotal::default() });
        }
        for total in locations.last_mut().into_iter().chain([&mut all]) {
            add(total, whole);
        }
    }
    std::iter::once(all).chain(locations).collect()
}

fn add(total: &mut ReportTotal, whole: &Whole) {
    total.so_far |= whole.so_far;
    total.figures.get_or_insert_default().add(&whole.own.clone().unwrap_or_default());
    let sides = [(&mut total.last_week, &whole.last_week), (&mut total.last_year, &whole.last_year)];
    for (comparison, earlier) in sides {
        if let Some(earlier) = earlier {
            let Comparison { current, before } = comparison.get_or_insert_default();
            current.get_or_insert_default().add(&whole.current());
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
        let totals = totals(&rows);
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
        let totals = totals(&rows);
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
        let totals = totals(&[running(sales(100), sales(60), sales(50)), running(None, None, sales(30))]);
        assert!(totals[0].so_far);
        assert_eq!(compared(totals[1].last_week.as_ref()), Some((Some(60), Some(80))));
    }

    #[test]
    fn net_sales_of_a_location_count_once_a_span() {
        let labor = |date: &str, seconds, location_net_sales| {
            let sums = Sums { labor_seconds: seconds, location_net_sales, ..Sums::default() };
            row("p1", date, Some(sums))
        };
        let totals = totals(&[
            labor("2026-07-10", 50, 900),
            labor("2026-07-10", 30, 900),
            labor("2026-07-11", 40, 100),
        ]);
        let sums = totals[0].figures.clone().unwrap();
        assert_eq!((sums.location_net_sales, sums.labor_minutes, sums.labor_seconds), (1_000, 2, 0));
    }

    #[test]
    fn totals_of_no_rows_are_empty() {
        assert_eq!(totals(&[]), [ReportTotal::default()]);
    }
}
