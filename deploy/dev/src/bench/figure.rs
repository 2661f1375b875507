//! The few figures that stand for a bench, and how it hands them over: as lines of JSON, whatever it is written in.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::table::{Spread, number};
use crate::files::read;

/// The variable that names the file to which a bench adds its figures, an object of JSON a line.
pub const FILE: &str = "SAFFRON_BENCH_FIGURES";

/// One figure of a bench.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Figure {
    /// What was measured.
    pub what: String,
    /// The unit of the values and of their comparison, such as `ms`; empty where they have none.
    pub unit: String,
    /// Decimals that are shown.
    pub decimals: usize,
    /// The measurements, one a round.
    pub values: Vec<f64>,
    /// The goal or peer that the values are compared with, if there is one.
    pub beside: Option<Comparison>,
}

/// What a figure is compared with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Comparison {
    /// A goal for the median: no more than this.
    AtMost(f64),
    /// A goal for the median: no less than this.
    AtLeast(f64),
    /// The same measurement of another product.
    Peer {
        /// The name of that product.
        name: String,
        /// The measurements of that product, in the same rounds where there are as many.
        values: Vec<f64>,
    },
}

impl Figure {
    /// A figure without a comparison.
    pub fn of(what: impl Into<String>, unit: &str, decimals: usize, values: &Spread) -> Figure {
        let (what, unit, values) = (what.into(), unit.to_owned(), values.values().to_vec());
        Figure { what, unit, decimals, values, beside: None }
    }

    /// A figure of a single measurement.
    pub fn one(what: impl Into<String>, unit: &str, decimals: usize, value: f64) -> Figure {
        Figure::of(what, unit, decimals, &vec![value].into())
    }

    /// Sets the goal that the median is no more than this.
    pub fn at_most(self, goal: f64) -> Figure {
        Figure { beside: Some(Comparison::AtMost(goal)), ..self }
    }

    /// Sets the goal that the median is no less than this.
    pub fn at_least(self, goal: f64) -> Figure {
        Figure { beside: Some(Comparison::AtLeast(goal)), ..self }
    }

    /// Compares the figure with the same measurements of the product `name`.
    pub fn beside(self, name: impl Into<String>, values: &Spread) -> Figure {
        Figure {
            beside: Some(Comparison::Peer { name: name.into(), values: values.values().to_vec() }),
            ..self
        }
    }

    /// The cells of a table: what was measured, median and range, the goal or the peer, and the result of the comparison:
    /// the ratio to the peer, or whether the goal is met.
    pub fn cells(&self) -> [String; 4] {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let own = Spread::from(self.values.clone());
        let verdict = |is_met: bool| if is_met { "met" } else { "missed" }.to_owned();
        let goal = |word: &str, goal: f64| format!("{word} {}{unit}", number(goal, self.decimals));
        let (beside, how) = match &self.beside {
            None => (String::new(), String::new()),
            Some(Comparison::AtMost(most)) => (goal("at most", *most), verdict(own.median() <= *most)),
            Some(Comparison::AtLeast(least)) => (goal("at least", *least), verdict(own.median() >= *least)),
            Some(Comparison::Peer { name, values }) => {
                let peer = Spread::from(values.clone());
                let ratio = if values.len() == self.values.len() {
                    own.over(&peer)
                } else {
                    vec![own.median() / peer.median()].into()
                };
                (format!("{name}: {}{unit}", peer.text(self.decimals)), ratio.text(2))
            }
        };
        [self.what.clone(), format!("{}{unit}", own.text(self.decimals)), beside, how]
    }
}

/// Adds figures to the file that [`FILE`] names; does nothing where it names none. A figure without a measurement is left
/// out.
pub fn hand_over(file: Option<&str>, figures: &[Figure]) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    let mut lines = String::new();
    for figure in figures.iter().filter(|figure| !figure.values.is_empty()) {
        lines.push_str(&serde_json::to_string(figure)?);
        lines.push('\n');
    }
    let opened = OpenOptions::new().create(true).append(true).open(file);
    opened
        .and_then(|mut file| file.write_all(lines.as_bytes()))
        .with_context(|| format!("cannot write {file}"))
}

/// Reads the figures that a bench has added to its file; an empty list if there is no such file.
pub fn take(file: &Path) -> Result<Vec<Figure>> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let figure = |line| serde_json::from_str(line).with_context(|| format!("this is no figure: {line}"));
    read(file)?.lines().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn spread(values: &[f64]) -> Spread {
        values.to_vec().into()
    }

    #[test]
    fn goal_is_met_or_missed_by_the_median() {
        let figure = Figure::of("202 to event", "ms", 0, &spread(&[150.0, 190.0, 900.0]));
        assert_eq!(
            figure.clone().at_most(200.0).cells(),
            ["202 to event", "190 (150..900) ms", "at most 200 ms", "met"]
        );
        assert_eq!(figure.at_least(200.0).cells()[3], "missed");
    }

    #[test]
    fn peer_is_compared_round_by_round() {
        let figure = Figure::of("deliveries/s", "", 0, &spread(&[1_000.0, 3_000.0]));
        let cells = figure.clone().beside("nchan", &spread(&[1_000.0, 1_000.0])).cells();
        assert_eq!(
            cells,
            ["deliveries/s", "2,000 (1,000..3,000)", "nchan: 1,000 (1,000..1,000)", "2.00 (1.00..3.00)"]
        );
        assert_eq!(figure.beside("once", &spread(&[4_000.0])).cells()[3], "0.50");
    }

    #[test]
    fn figures_come_back_as_they_were_handed_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("it.jsonl");
        assert_eq!(take(&file).unwrap(), []);
        let figures = [
            Figure::one("a", "MB", 1, 2.5).at_most(3.0),
            Figure::one("b", "", 0, 1.0),
            Figure::one("c", "/s", 2, 1.0).beside("d", &spread(&[2.0])),
        ];
        for figure in figures.chunks(2) {
            hand_over(file.to_str(), figure).unwrap();
        }
        assert_eq!(take(&file).unwrap(), figures);
        hand_over(None, &figures).unwrap();
    }

    #[test]
    fn figure_of_the_browser_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("it.jsonl");
        let line = r#"{"what":"a","unit":"ms","decimals":0,"values":[1.5],"beside":{"atMost":250}}"#;
        fs::write(&file, format!("{line}\n")).unwrap();
        assert_eq!(take(&file).unwrap(), [Figure::one("a", "ms", 0, 1.5).at_most(250.0)]);
        fs::write(&file, r#"{"what":"a","unit":"ms","decimals":0,"values":[2]}"#).unwrap();
        assert_eq!(take(&file).unwrap(), [Figure::one("a", "ms", 0, 2.0)]);
        fs::write(&file, "{}").unwrap();
        assert!(take(&file).unwrap_err().to_string().contains("no figure"));
    }
}
