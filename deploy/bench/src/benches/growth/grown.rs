//! The tables of growth: the amount of data, and how every report was answered with it.

use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};

use super::{Answered, Pass, RANGES, Range};
use crate::machine::explain::Cost;

/// The table of the amount of data of each pass.
pub fn data(passes: &[Pass]) -> Table {
    let mut table = Table::new([
        "data",
        "checks",
        "fact rows",
        "roll-up rows",
        "GB",
        "bytes a check",
        "loaded, checks/s",
    ]);
    for pass in passes {
        table.row([
            pass.name.clone(),
            number(pass.checks as f64, 0),
            number(pass.fact_rows as f64, 0),
            number(pass.rollup_rows as f64, 0),
            number(pass.bytes as f64 / 1e9, 1),
            number(pass.bytes as f64 / pass.checks as f64, 0),
            number(pass.rate, 0),
        ]);
    }
    table
}

/// The table of all reports together, by range.
pub fn ranges(passes: &[Pass], costs: &[Cost]) -> Table {
    let (Some(first), Some(last)) = (passes.first(), passes.last()) else { return Table::new(["range"]) };
    let later = passes.get(1..).unwrap_or_default();
    let heads = passes.iter().map(|pass| format!("p50 ms, {}", pass.name));
    let ratios = later.iter().map(|pass| format!("{} / {}", pass.name, first.name));
    let ends = [format!("p99 ms, {}", last.name), "pages".to_owned()];
    let mut table = Table::new(["range".to_owned()].into_iter().chain(heads).chain(ratios).chain(ends));
    for range in &RANGES {
        let of = |pass: &Pass, quantile: f64| of_range(&pass.answered, range, quantile);
        if of(first, 0.5).values().is_empty() {
            continue;
        }
        let medians = passes.iter().map(|pass| of(pass, 0.5).text(2));
        let ratios = later.iter().map(|pass| of(pass, 0.5).over(&of(first, 0.5)).text(2));
        let pages: Vec<f64> = last
            .answered
            .iter()
            .zip(costs)
            .filter(|(answered, _)| answered.range.title == range.title)
            .map(|(_, cost)| cost.pages as f64)
            .collect();
        let ends = [of(last, 0.99).text(1), Spread::from(pages).text(0)];
        table.row([range.title.to_owned()].into_iter().chain(medians).chain(ratios).chain(ends));
    }
    table
}

/// Milliseconds that this share of the answers of each report over a range did not exceed.
fn of_range(answered: &[Answered], range: &Range, quantile: f64) -> Spread {
    let of_it = answered.iter().filter(|answered| answered.range.title == range.title);
    of_it.map(|answered| answered.load.millis(quantile)).collect::<Vec<_>>().into()
}

/// The table of each report over each range.
pub fn reports(passes: &[Pass], costs: &[Cost]) -> Table {
    let (Some(first), Some(last)) = (passes.first(), passes.last()) else { return Table::new(["report"]) };
    let heads = passes.iter().map(|pass| format!("p50 ms, {}", pass.name));
    let ends = [
        format!("{} / {}", last.name, first.name),
        format!("p99 ms, {}", last.name),
        "bytes".to_owned(),
        "statements".to_owned(),
        "pages".to_owned(),
        "most pages a scan".to_owned(),
        "ms in Postgres".to_owned(),
    ];
    let mut table = Table::new(["report", "range"].map(str::to_owned).into_iter().chain(heads).chain(ends));
    for (index, (answered, cost)) in last.answered.iter().zip(costs).enumerate() {
        let median = |pass: &Pass| pass.answered.get(index).map_or(f64::NAN, |one| one.load.millis(0.5));
        let load = &answered.load;
        let medians = passes.iter().map(|pass| number(median(pass), 2));
        let ends = [
            number(median(last) / median(first), 2),
            number(load.millis(0.99), 2),
            number(load.bytes_each(), 0),
            cost.statements.to_string(),
            number(cost.pages as f64, 0),
            number(cost.pages_of_a_scan, 1),
            number(cost.millis, 2),
        ];
        let names = [answered.call, answered.range.title].map(str::to_owned);
        table.row(names.into_iter().chain(medians).chain(ends));
    }
    table
}

/// The figures: the last pass beside the first, by range; those between as a whole.
pub fn figures(passes: &[Pass]) -> Vec<Figure> {
    let Some((first, later)) = passes.split_first() else { return Vec::new() };
    let Some((last, between)) = later.split_last() else { return Vec::new() };
    let every = |pass: &Pass| -> Spread {
        pass.answered.iter().map(|answered| answered.load.millis(0.5)).collect::<Vec<_>>().into()
    };
    let whole = between.iter().map(|pass| {
        let what = format!("all ranges: p50 of every report, {} data", pass.name);
        Figure::of(what, "ms", 2, &every(pass)).beside(&first.name, &every(first))
    });
    let by_range = RANGES.iter().filter_map(|range| {
        let (few, many) = (of_range(&first.answered, range, 0.5), of_range(&last.answered, range, 0.5));
        let what = format!("{}: p50 of every report, {} data", range.title, last.name);
        (!many.values().is_empty()).then(|| Figure::of(what, "ms", 2, &many).beside(&first.name, &few))
    });
    whole.chain(by_range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loads::requests::Measured;

    fn pass(name: &str, micros: u64) -> Pass {
        let answered = ["a", "b"].into_iter().flat_map(|call| {
            RANGES.iter().take(2).map(move |range| {
                let mut load = Measured::nothing().unwrap();
                load.micros.record(micros).unwrap();
                load.answers = 1;
                Answered { call, range, load }
            })
        });
        Pass {
            name: name.to_owned(),
            checks: 10,
            rate: 5.0,
            limit: String::new(),
            fact_rows: 20,
            rollup_rows: 30,
            bytes: 1_000,
            answered: answered.collect(),
        }
    }

    #[test]
    fn passes_are_compared_with_the_first() {
        let passes = [pass("1x", 1_000), pass("10x", 2_000), pass("100x", 3_000)];
        let costs = [Cost { pages: 7, ..Cost::default() }; 4];
        let figures = figures(&passes);
        let shown: Vec<[String; 4]> = figures.iter().map(Figure::cells).collect();
        assert_eq!(shown.len(), 3);
        assert_eq!(shown[0][3], "2.00 (2.00..2.00)");
        assert!(shown[1][0].starts_with("day: ") && shown[1][3].starts_with("3.00"), "{:?}", shown[1]);

        let text = ranges(&passes, &costs).text();
        assert!(text.contains("100x / 1x") && text.contains("7 (7..7)"), "{text}");
        assert_eq!(text.lines().count(), 2 + 2, "{text}");
        assert_eq!(reports(&passes, &costs).text().lines().count(), 2 + 4);
        assert_eq!(data(&passes).text().lines().count(), 2 + 3);
    }

    #[test]
    fn single_pass_is_compared_with_nothing() {
        assert!(figures(&[pass("1x", 1_000)]).is_empty());
    }
}
