//! What is printed: Markdown tables, and many measurements of one thing as median and range.

/// A table that is read as well in a terminal as in a document.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column heads.
    pub fn new<S: Into<String>>(heads: impl IntoIterator<Item = S>) -> Table {
        Table { rows: vec![heads.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table as Markdown, columns aligned.
    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let length =
            |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
        let width = |column| self.rows.iter().map(|row| length(row, column)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = widths.iter().zip(row.iter().map(String::as_str).chain(std::iter::repeat("")));
            cells.map(|(width, cell)| format!("| {cell:<width$} ")).collect::<String>() + "|\n"
        };
        let mut lines: Vec<String> = self.rows.iter().map(line).collect();
        lines.insert(
            1,
            widths.iter().map(|width| format!("|{}", "-".repeat(width + 2))).collect::<String>() + "|\n",
        );
        lines.concat()
    }
}

/// Measurements of one thing, one a round.
#[derive(Clone, Debug, Default)]
pub struct Spread(Vec<f64>);

impl From<Vec<f64>> for Spread {
    fn from(values: Vec<f64>) -> Spread {
        Spread(values)
    }
}

impl Spread {
    /// The measurements, in the order of the rounds.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// Adds the measurement of a round.
    pub fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    /// The median of the measurements; NaN if there are none.
    pub fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |index: usize| sorted.get(index).copied().unwrap_or(f64::NAN);
        let half = sorted.len() / 2;
        if sorted.len() % 2 == 1 { at(half) } else { f64::midpoint(at(half.wrapping_sub(1)), at(half)) }
    }

    /// Each round's value over that of another thing in the same round.
    pub fn over(&self, other: &Spread) -> Spread {
        Spread(self.0.iter().zip(&other.0).map(|(value, by)| value / by).collect())
    }

    /// `median (min..max)` with this many decimals.
    pub fn text(&self, decimals: usize) -> String {
        let min = self.0.iter().copied().fold(f64::INFINITY, f64::min);
        let max = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shown = |value| number(value, decimals);
        match self.0.len() {
            0 => "-".to_owned(),
            1 => shown(self.median()),
            _ => format!("{} ({}..{})", shown(self.median()), shown(min), shown(max)),
        }
    }
}

/// A number with its thousands parted: `12,345.6`.
pub fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, digits) = whole.split_at(usize::from(whole.starts_with('-')));
    let thousands = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    format!("{sign}{}{fraction}", thousands.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!(number(1_234_567.0, 0), "1,234,567");
        assert_eq!(number(-999.25, 1), "-999.2");
        assert_eq!(number(0.123, 2), "0.12");
    }

    #[test]
    fn spread_shows_median_and_range() {
        let mut spread = Spread::default();
        [3.0, 1.0, 2.0].into_iter().for_each(|value| spread.push(value));
        assert_eq!(spread.text(0), "2 (1..3)");
        spread.push(4.0);
        assert_eq!(spread.median(), 2.5);
        let mut other = Spread::default();
        [6.0, 4.0, 4.0, 4.0].into_iter().for_each(|value| other.push(value));
        assert_eq!(spread.over(&other).text(2), "0.50 (0.25..1.00)");
    }

    #[test]
    fn table_is_aligned() {
        let mut table = Table::new(["what", "n"]);
        table.row(["a", "10"]);
        assert_eq!(table.text(), "| what | n  |\n|------|----|\n| a    | 10 |\n");
    }
}
