//! A cell as sign, currency, percent sign, unit, and the digits with their separators.

use super::signs::{self, Sign};
use super::{Currency, Decimal, MOST_DIGITS, Number, Point, Why, fold};

/// A number before its form is known.
#[derive(Debug)]
pub(super) struct Shape {
    negative: bool,
    percent: bool,
    currency: Option<Currency>,
    unit: Option<&'static str>,
    /// Digits and separators; nothing else but an exponent.
    body: String,
}

/// The parts around the digits while they are taken off.
#[derive(Default)]
struct Around {
    minus: bool,
    plus: bool,
    opened: bool,
    closed: bool,
    percent: bool,
    currency: Option<Currency>,
    unit: Option<&'static str>,
}

/// The shape of a cell; `None` if it stands for nothing.
pub(super) fn of(text: &str) -> Result<Option<Shape>, Why> {
    let Some(clean) = fold::clean(text) else { return Err(Why::Long) };
    if fold::is_nothing(&clean) {
        return Ok(None);
    }
    if clean.starts_with('#') {
        return Err(Why::Sheet);
    }
    let clean = clean.to_lowercase();
    let mut around = Around::default();
    let rest = around.front(&clean)?;
    let body = around.back(rest)?;
    if !body.contains(|c: char| c.is_ascii_digit()) {
        // An accountant's zero: `$ -`.
        let is_zero = body.is_empty() && around.minus && around.currency.is_some();
        return if is_zero { Ok(None) } else { Err(Why::Form) };
    }
    if body.contains(['/', '½', '¼', '¾', '⅓', '⅔']) {
        return Err(if body.matches('/').count() > 1 { Why::Form } else { Why::Fraction });
    }
    if around.opened != around.closed || (around.minus && (around.opened || around.plus)) {
        return Err(Why::Form);
    }
    if !body
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\'' | '_' | 'e' | '+' | '-'))
    {
        return Err(Why::Form);
    }
    Ok(Some(Shape {
        negative: around.minus || around.opened,
        percent: around.percent,
        currency: around.currency,
        unit: around.unit,
        body: body.to_owned(),
    }))
}

impl Around {
    /// What follows the signs before the digits.
    fn front<'a>(&mut self, text: &'a str) -> Result<&'a str, Why> {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            match first {
                ' ' => {}
                '(' => once(&mut self.opened)?,
                '-' => once(&mut self.minus)?,
                '+' => once(&mut self.plus)?,
                '%' => once(&mut self.percent)?,
                '0'..='9' => break,
                _ => match signs::before(rest) {
                    Some((sign, length)) => {
                        self.take(sign)?;
                        rest = rest.get(length..).unwrap_or_default();
                        continue;
                    }
                    None => break,
                },
            }
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
        Ok(rest)
    }

    /// What precedes the signs after the digits.
    fn back<'a>(&mut self, text: &'a str) -> Result<&'a str, Why> {
        let mut rest = text;
        while let Some(last) = rest.chars().next_back() {
            let before = rest.get(..rest.len() - last.len_utf8()).unwrap_or_default();
            match last {
                ' ' => {}
                ')' => once(&mut self.closed)?,
                '%' => once(&mut self.percent)?,
                '-' => {
                    // `12,-` and `12.--` are whole, `12:-` too; `12.50-` is negative.
                    let whole = before.trim_end_matches('-');
                    if let Some(number) = whole.strip_suffix(':') {
                        return Ok(number);
                    }
                    if whole.ends_with([',', '.']) && rest.len() - whole.len() <= 2 {
                        return Ok(whole);
                    }
                    once(&mut self.minus)?;
                }
                '0'..='9' => break,
                _ => match signs::after(rest) {
                    Some((Sign::Ledger, _)) => return Err(Why::Ledger),
                    Some((sign, length)) => {
                        self.take(sign)?;
                        rest = rest.get(..rest.len() - length).unwrap_or_default();
                        continue;
                    }
                    None => break,
                },
            }
            rest = before;
        }
        Ok(rest)
    }

    fn take(&mut self, sign: Sign) -> Result<(), Why> {
        match sign {
            Sign::Currency(found) => match self.currency {
                Some(known) if known == found => return Err(Why::Form),
                Some(known) => self.currency = Some(known.both(found).ok_or(Why::TwoSigns)?),
                None => self.currency = Some(found),
            },
            Sign::Unit(found) => match self.unit {
                Some(_) => return Err(Why::TwoSigns),
                None => self.unit = Some(found),
            },
            Sign::Ledger => return Err(Why::Ledger),
        }
        Ok(())
    }
}

/// Sets a flag that may be set once.
fn once(flag: &mut bool) -> Result<(), Why> {
    if std::mem::replace(flag, true) { Err(Why::Form) } else { Ok(()) }
}

impl Shape {
    /// The number with its value.
    pub(super) fn number(&self, value: Decimal) -> Number {
        Number { value, currency: self.currency, percent: self.percent, unit: self.unit }
    }

    /// Why no form reads it.
    pub(super) fn why(&self) -> Why {
        if self.body.bytes().filter(u8::is_ascii_digit).count() > MOST_DIGITS { Why::Long } else { Why::Form }
    }

    /// The currency beside it.
    pub(super) const fn currency(&self) -> Option<Currency> {
        self.currency
    }

    /// The unit beside it.
    pub(super) const fn unit(&self) -> Option<&'static str> {
        self.unit
    }

    /// Whether it has a percent sign.
    pub(super) const fn is_percent(&self) -> bool {
        self.percent
    }

    /// How many digits it has, if it is digits alone.
    pub(super) fn plain_digits(&self) -> Option<usize> {
        self.body.bytes().all(|b| b.is_ascii_digit()).then(|| self.body.trim_start_matches('0').len())
    }

    /// Its value with this decimal point.
    pub(super) fn value(&self, point: Point) -> Option<Decimal> {
        let (number, exponent) = match self.body.split_once('e') {
            Some((number, exponent)) => (number, Some(exponent.parse::<i32>().ok()?)),
            None => (self.body.as_str(), None),
        };
        let mut parts = number.split(point.sign());
        let (whole, fraction) = (parts.next()?, parts.next().unwrap_or_default());
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if parts.next().is_some() || !digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
            return None;
        }
        let whole = if digits(whole) { whole.to_owned() } else { ungrouped(whole, point)? };
        let scale = i32::try_from(fraction.len()).ok()?;
        let mut all = whole + fraction;
        let scale = match exponent {
            None => scale,
            // A program's `1.0E7`: one digit before the point, and never a group.
            Some(exponent) if all.len() as i32 - scale == 1 && exponent.abs() <= 20 => scale - exponent,
            Some(_) => return None,
        };
        if scale < 0 {
            all.extend(std::iter::repeat_n('0', scale.unsigned_abs() as usize));
        }
        let significant = all.trim_start_matches('0');
        if significant.len() > MOST_DIGITS + 8 {
            return None;
        }
        let magnitude: i128 = if significant.is_empty() { 0 } else { significant.parse().ok()? };
        Decimal::new(if self.negative { -magnitude } else { magnitude }, u32::try_from(scale.max(0)).ok()?)
    }
}

/// The digits of a whole part that is written in groups.
fn ungrouped(whole: &str, point: Point) -> Option<String> {
    let sign = whole.chars().find(|c| !c.is_ascii_digit())?;
    let allowed = matches!(sign, ' ' | '\'' | '_' | '.' | ',') && sign != point.sign();
    let groups: Vec<&str> = whole.split(sign).collect();
    let all_digits = groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit()));
    let (first, rest) = groups.split_first()?;
    let (last, middle) = rest.split_last()?;
    if !allowed || !all_digits || first.is_empty() || first.starts_with('0') || last.len() != 3 {
        return None;
    }
    let thousands = first.len() <= 3 && middle.iter().all(|group| group.len() == 3);
    let indian =
        sign == ',' && first.len() <= 2 && !middle.is_empty() && middle.iter().all(|group| group.len() == 2);
    (thousands || indian).then(|| groups.concat())
}
