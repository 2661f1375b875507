//! Numbers as exporters and spreadsheets write them.

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberForm {
    /// Mark before the decimals.
    pub decimal: char,
    /// Mark between groups of three digits, if there is one.
    pub group: Option<char>,
    /// Sign or code of the currency.
    pub sign: Sign,
    /// How a negative amount is shown.
    pub negative: Negative,
    /// Whether 12.00 and 12.50 keep their zeros.
    pub zeros: Zeros,
    /// How quantities are written.
    pub quantity: QuantityForm,
}

/// Place of the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Nowhere.
    None,
    /// `$12.00`.
    Before,
    /// `12,00 €`.
    After,
    /// `EUR 12.00`.
    CodeBefore,
    /// `12.00 EUR`.
    CodeAfter,
}

/// Form of what is below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Negative {
    /// `-12.00`, the minus before the sign.
    Minus,
    /// `(12.00)`.
    Parentheses,
    /// `12.00-`.
    Trailing,
}

/// Zeros at the end of decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zeros {
    /// `12.00`, `12.50`.
    Two,
    /// `12.0`, `12.5`.
    One,
    /// `12`, `12.5`.
    None,
}

/// Form of quantities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantityForm {
    /// `1`, `0.35`.
    Short,
    /// `1.0`, `0.35`.
    One,
    /// `1.000`, `0.350`.
    Three,
}

impl NumberForm {
    /// `1234.50`.
    pub const PLAIN: Self = Self {
        decimal: '.',
        group: None,
        sign: Sign::None,
        negative: Negative::Minus,
        zeros: Zeros::Two,
        quantity: QuantityForm::Short,
    };

    /// An amount in cents. The currency is a code and a sign.
    pub fn money(&self, cents: i64, (code, sign): (&str, &str)) -> String {
        let digits = cents.unsigned_abs();
        let (whole, cents_part) = (digits / 100, digits % 100);
        let mut number = self.grouped(whole);
        let decimals = match self.zeros {
            Zeros::Two => format!("{cents_part:02}"),
            Zeros::One if cents_part.is_multiple_of(10) => format!("{}", cents_part / 10),
            Zeros::None if cents_part == 0 => String::new(),
            Zeros::None if cents_part.is_multiple_of(10) => format!("{}", cents_part / 10),
            Zeros::One | Zeros::None => format!("{cents_part:02}"),
        };
        if !decimals.is_empty() {
            number.push(self.decimal);
            number.push_str(&decimals);
        }
        let with_sign = match self.sign {
            Sign::None => number,
            Sign::Before => format!("{sign}{number}"),
            Sign::After => format!("{number} {sign}"),
            Sign::CodeBefore => format!("{code} {number}"),
            Sign::CodeAfter => format!("{number} {code}"),
        };
        match self.negative {
            _ if cents >= 0 => with_sign,
            Negative::Minus => format!("-{with_sign}"),
            Negative::Parentheses => format!("({with_sign})"),
            Negative::Trailing => format!("{with_sign}-"),
        }
    }

    /// A quantity in thousandths.
    pub fn quantity(&self, milli: i64) -> String {
        let digits = milli.unsigned_abs();
        let minus = if milli < 0 { "-" } else { "" };
        let mut decimals = format!("{:03}", digits % 1000);
        if self.quantity != QuantityForm::Three {
            decimals.truncate(decimals.trim_end_matches('0').len());
        }
        if decimals.is_empty() && self.quantity == QuantityForm::One {
            decimals.push('0');
        }
        let mark = if decimals.is_empty() { String::new() } else { self.decimal.to_string() };
        format!("{minus}{}{mark}{decimals}", digits / 1000)
    }

    /// Decimals of an hour, two of them, of minutes.
    pub fn hours(&self, minutes: i64) -> String {
        let hundredths = crate::writers::trade::money::ratio(minutes, 100, 60);
        format!("{}{}{:02}", hundredths / 100, self.decimal, hundredths % 100)
    }

    fn grouped(&self, whole: u64) -> String {
        let digits = whole.to_string();
        let Some(group) = self.group else { return digits };
        let mut grouped = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push(group);
            }
            grouped.push(digit);
        }
        grouped
    }
}

/// Whether a cell reads as another number where its mark is taken for the other kind: `1.234`, `-12,000`, `$1,234`.
pub fn reads_two_ways(cell: &str) -> Option<bool> {
    let digits_and_marks: String =
        cell.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    let marks = digits_and_marks.chars().filter(|c| !c.is_ascii_digit()).count();
    if marks == 0 {
        return None;
    }
    let mut parts = digits_and_marks.split(['.', ',']);
    let first = parts.next().unwrap_or("");
    let rest: Vec<&str> = parts.collect();
    let one_mark = !(digits_and_marks.contains('.') && digits_and_marks.contains(','));
    // With two groups only one reading is left.
    Some(
        one_mark
            && rest.len() == 1
            && rest[0].len() == 3
            && (1..4).contains(&first.len())
            && !first.starts_with('0'),
    )
}
