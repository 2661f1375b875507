//! How a file writes numbers, dates, times and words. A form is never guessed from one cell: evidence is gathered over a
//! whole column, and more than one form may be left, which a person then chooses from.
//!
//! | module | reads |
//! |---|---|
//! | `number` | amounts, quantities, percentages, with the currency or unit beside them |
//! | `date` | dates, times of day, moments, durations, names of time zones |
//! | `word` | what a row or a state is, yes and no, in the words of exports or of an owner |
//!
//! Evidence has `see`, which takes one cell of text, and needs the same memory whatever the number of cells. Cells of a
//! sheet that are numbers or times have a form already and are not seen: they are read with a point, and as year, month, day.
//!
//! A form that few cells show and many leave open is not decided: one slip must not turn a column. Few are less than one in
//! 500.

pub mod date;
pub(crate) mod fold;
pub mod number;
pub mod word;

/// The longest text of a cell that is a number or a time, in characters.
const LONGEST: usize = 120;
/// How many open cells one cell may decide for.
const FEW: u64 = 500;
/// The most examples of a kind that evidence keeps.
const EXAMPLES: usize = 5;

/// A count of cells with the first few of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many there are.
    pub count: u64,
    /// The first different ones, shortened where they are long.
    pub examples: Vec<String>,
}

impl Seen {
    fn add(&mut self, text: &str) {
        self.count = self.count.saturating_add(1);
        if self.examples.len() < EXAMPLES {
            let text: String = text.trim().chars().take(40).collect();
            if !self.examples.contains(&text) {
                self.examples.push(text);
            }
        }
    }
}
