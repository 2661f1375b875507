//! The evidence of a column for the form of its numbers.

use std::collections::BTreeMap;

use super::{Currencies, Decimal, NumberForm, Point, shape};
use crate::form::{FEW, Seen};

/// The evidence of a column.
#[derive(Debug, Clone, Default)]
pub struct NumberEvidence {
    /// Cells that stand for nothing.
    blank: u64,
    /// Cells that no form reads.
    other: Seen,
    /// Cells that one form alone reads.
    dot: Seen,
    comma: Seen,
    /// Cells that both read, with different values, by the sign in them.
    open_dot: Seen,
    open_comma: Seen,
    /// Of those, the ones that are whole thousands with a group sign: `1.000`.
    whole_thousands: u64,
    /// Of those, the ones with one digit before the sign.
    short: u64,
    /// Cells that both read alike.
    alike: u64,
    /// Of those, digits alone: up to three, four, more.
    plain3: u64,
    plain4: u64,
    plain5: u64,
    dot_sums: Sums,
    comma_sums: Sums,
    percents: u64,
    negatives: u64,
    currencies: Currencies,
    units: BTreeMap<&'static str, u64>,
}

/// What a form gives for a column.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    /// Millionths; saturating.
    sum: i128,
    largest: i128,
    read: u64,
}

impl Sums {
    fn add(&mut self, value: Decimal) {
        let micros = value.units(6).unwrap_or(i128::MAX);
        self.sum = self.sum.saturating_add(micros);
        self.largest = self.largest.max(micros.saturating_abs());
        self.read = self.read.saturating_add(1);
    }

    fn consequence(self) -> Consequence {
        let decimal = |micros: i128| Decimal::new(micros, 6).unwrap_or_default();
        Consequence { sum: decimal(self.sum), largest: decimal(self.largest), read: self.read }
    }
}

/// What a column holds if it is read with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consequence {
    /// The sum of all values, to a millionth; 0 if it is beyond 28 digits.
    pub sum: Decimal,
    /// The largest value without its sign.
    pub largest: Decimal,
    /// How many cells are read.
    pub read: u64,
}

/// The form of a column's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every cell stands for nothing, or there is none.
    Empty,
    /// More cells are other text than are numbers.
    NotNumbers(Seen),
    /// Both forms read every number alike.
    Indifferent,
    /// This form alone reads every number.
    Decided(NumberForm),
    /// Both read every number, some with another value; or very few show the form of the column.
    Both {
        /// The numbers that differ.
        open: Seen,
        /// With a point.
        dot: Consequence,
        /// With a comma.
        comma: Consequence,
        /// Which is likelier, and why. It decides nothing.
        lean: Option<(NumberForm, Lean)>,
    },
    /// Some numbers can be read with a point alone, others with a comma alone.
    Mixed {
        /// With a point alone.
        dot: Seen,
        /// With a comma alone.
        comma: Seen,
        /// With both: which of them is meant, nothing shows. If there are none, `read_unambiguous` reads every number.
        open: Seen,
    },
}

/// Why one form is likelier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lean {
    /// Smaller numbers have no sign, and none of a thousand or more is without: the sign makes groups.
    Groups,
    /// A number of four digits or more has no sign: the sign is a decimal point.
    Ungrouped,
    /// Very few of the numbers can be read with it alone: less than one for 500 open ones.
    Few,
    /// Every number has exactly three digits after a sign: `1.000`, `2.000`: it is a decimal point.
    ThreeDecimals,
}

impl NumberEvidence {
    /// Adds one cell.
    pub fn see(&mut self, text: &str) {
        let shape = match shape::of(text) {
            Ok(Some(shape)) => shape,
            Ok(None) => {
                self.blank = self.blank.saturating_add(1);
                return;
            }
            Err(_) => return self.other.add(text),
        };
        let (dot, comma) = (shape.value(Point::Dot), shape.value(Point::Comma));
        let Some(any) = dot.or(comma) else { return self.other.add(text) };
        match (dot, comma) {
            (Some(dot), Some(comma)) if dot != comma => self.see_open(text, dot, comma),
            (Some(_), Some(_)) => self.see_alike(shape.plain_digits()),
            (Some(_), None) => self.dot.add(text),
            _ => self.comma.add(text),
        }
        if let Some(dot) = dot {
            self.dot_sums.add(dot);
        }
        if let Some(comma) = comma {
            self.comma_sums.add(comma);
        }
        self.percents = self.percents.saturating_add(u64::from(shape.is_percent()));
        self.negatives = self.negatives.saturating_add(u64::from(any.is_negative()));
        if let Some(currency) = shape.currency() {
            self.currencies.add(currency);
        }
        if let Some(unit) = shape.unit() {
            let count = self.units.entry(unit).or_default();
            *count = count.saturating_add(1);
        }
    }

    fn see_open(&mut self, text: &str, dot: Decimal, comma: Decimal) {
        let size = |value: Decimal| value.units(6).map_or(i128::MAX, i128::abs);
        let is_dot = size(dot) < size(comma);
        let thousandth = if is_dot { dot } else { comma };
        self.whole_thousands = self.whole_thousands.saturating_add(u64::from(thousandth.decimals() == 0));
        self.short = self.short.saturating_add(u64::from(size(thousandth) < 10_000_000));
        if is_dot { self.open_dot.add(text) } else { self.open_comma.add(text) }
    }

    fn see_alike(&mut self, digits: Option<usize>) {
        self.alike = self.alike.saturating_add(1);
        let of_length = match digits {
            Some(0..=3) => &mut self.plain3,
            Some(4) => &mut self.plain4,
            Some(_) => &mut self.plain5,
            None => return,
        };
        *of_length = of_length.saturating_add(1);
    }

    /// The form of the column.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let open = self.open();
        let numbers = self.numbers();
        if numbers == 0 && self.other.count == 0 {
            return Verdict::Empty;
        }
        if self.other.count > numbers {
            return Verdict::NotNumbers(self.other.clone());
        }
        let decided = match (self.dot.count, self.comma.count) {
            (0, 0) if open.count == 0 => return Verdict::Indifferent,
            (0, 0) => None,
            (_, 0) => Some((NumberForm::DOT, self.dot.count)),
            (0, _) => Some((NumberForm::COMMA, self.comma.count)),
            _ => return Verdict::Mixed { dot: self.dot.clone(), comma: self.comma.clone(), open },
        };
        let lean = match decided {
            Some((form, count)) if count.saturating_mul(FEW) >= open.count => return Verdict::Decided(form),
            Some((form, _)) => Some((form, Lean::Few)),
            None => self.lean(),
        };
        let (dot, comma) = (self.dot_sums.consequence(), self.comma_sums.consequence());
        Verdict::Both { open, dot, comma, lean }
    }

    /// The likelier form of a column that both read.
    fn lean(&self) -> Option<(NumberForm, Lean)> {
        let (decimals, groups) = match (self.open_dot.count, self.open_comma.count) {
            (_, 0) => (NumberForm::DOT, NumberForm::COMMA),
            (0, _) => (NumberForm::COMMA, NumberForm::DOT),
            _ => return None,
        };
        // Spanish, Polish and Portuguese write 1234 and 12.345.
        if self.plain5 > 0 || (self.plain4 > 0 && self.short > 0) {
            Some((decimals, Lean::Ungrouped))
        } else if self.alike == 0 {
            Some((decimals, Lean::ThreeDecimals))
        } else if self.plain3 > 0 {
            Some((groups, Lean::Groups))
        } else {
            None
        }
    }

    /// Numbers that the forms read with different values: `1,234`.
    #[must_use]
    pub fn open(&self) -> Seen {
        let mut open = self.open_dot.clone();
        open.count = open.count.saturating_add(self.open_comma.count);
        open.examples.extend(self.open_comma.examples.iter().cloned());
        open.examples.truncate(crate::form::EXAMPLES);
        open
    }

    /// Of the open ones, those that are whole thousands in groups: `1.000`, `2.000`. As pieces they are rarely meant so.
    #[must_use]
    pub const fn whole_thousands(&self) -> u64 {
        self.whole_thousands
    }

    /// How many cells are numbers.
    #[must_use]
    pub fn numbers(&self) -> u64 {
        let open = self.open_dot.count.saturating_add(self.open_comma.count);
        self.dot.count.saturating_add(self.comma.count).saturating_add(open).saturating_add(self.alike)
    }

    /// How many cells stand for nothing.
    #[must_use]
    pub const fn blank(&self) -> u64 {
        self.blank
    }

    /// Cells that no form reads; their rows are refused.
    #[must_use]
    pub const fn other(&self) -> &Seen {
        &self.other
    }

    /// How many numbers have a percent sign.
    #[must_use]
    pub const fn percents(&self) -> u64 {
        self.percents
    }

    /// How many numbers are negative.
    #[must_use]
    pub const fn negatives(&self) -> u64 {
        self.negatives
    }

    /// The currencies beside the numbers.
    #[must_use]
    pub const fn currencies(&self) -> &Currencies {
        &self.currencies
    }

    /// The units beside the numbers, with the count of each.
    #[must_use]
    pub const fn units(&self) -> &BTreeMap<&'static str, u64> {
        &self.units
    }
}
