//! How a table is read once everything about it is decided: its layout, its forms, and what its words mean.

mod entry;
mod forms;
mod plan;
mod record;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{DateTime, Time};
use saffron_core::{BusinessDate, Money, Quantity};

pub use entry::{Entry, consent};
pub use forms::{Forms, is_time, says};
pub use plan::{Part, Plan, Use};
pub use record::Raw;

use crate::form::date::zone;
use crate::form::number::NumberForm;
use crate::form::word::{self, Meaning, WordRules};
use crate::layout::{Field, Layout, Reads, Rows, Says, YesNo};
use crate::orders::{Place, Row};
use crate::table::{Cell, CellKind};

/// Divides the texts of columns that add up.
const UNIT_SEPARATOR: char = '\u{1f}';
/// What each row of trade has one of at least: what it is the number of, or when it was.
pub const KEYS: [Field; 6] =
    [Field::Order, Field::Check, Field::Payment, Field::Date, Field::Opened, Field::BusinessDate];
/// The time of day of a sale whose file has its day alone: no start of a business day lies after it.
pub const NOON: Time = Time::constant(12, 0, 0, 0);

/// How a table is read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Which of the tables.
    pub table: usize,
    /// What its columns mean.
    pub layout: Layout,
    /// Where they are.
    pub plan: Plan,
    /// How they are written.
    pub forms: Forms,
    /// What words mean, as a person said.
    pub rules: WordRules,
    /// Names of items, in lower case, whose rows are no sale.
    pub items: BTreeMap<String, Meaning>,
    /// Columns of consent that a person confirmed.
    pub confirmed: BTreeSet<Field>,
    /// Lines of rows that sum others and do not say so.
    pub sum_rows: BTreeSet<u64>,
    /// The restaurant whose rows come in, where files hold several.
    pub only: Option<String>,
}

/// A row, read, and the number of its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    /// The number of the order; none where the table has none, or the row leaves it blank.
    pub order: Option<String>,
    /// The row.
    pub row: Row,
}

impl Reading {
    /// The texts of a row that are used.
    #[must_use]
    pub fn raw(&self, line: u64, cells: &[Cell]) -> Raw {
        let is_filled = |place: usize| cells.get(place).is_some_and(|cell| !cell.text.is_empty());
        let texts = self.plan.parts.iter().map(|part| match part.places.as_slice() {
            [_] => {
                let cell = part.place(is_filled).and_then(|place| cells.get(place));
                cell.map(|cell| (cell.kind, cell.text.clone())).unwrap_or_default()
            }
            places if part.adds_up => {
                let texts =
                    places.iter().filter_map(|place| cells.get(*place)).map(|cell| cell.text.as_str());
                (CellKind::Text, texts.collect::<Vec<_>>().join(&UNIT_SEPARATOR.to_string()))
            }
            _ => {
                let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
                (CellKind::Text, part.text(&texts))
            }
        });
        Raw { place: Place { table: self.table, line }, texts: texts.collect() }
    }

    /// The filled text of a field in a row and what is known of it.
    fn text<'a>(&'a self, raw: &'a Raw, field: Field) -> Option<(CellKind, &'a str)> {
        let index = self.plan.parts.iter().position(|part| part.used == Use::Field(field));
        let Some(index) = index else { return self.constant(field) };
        let (kind, text) = raw.texts.get(index)?;
        let text = text.trim();
        let is_blank = self.layout.blanks.get(&field).is_some_and(|blanks| blanks.iter().any(|b| b == text));
        (!text.is_empty() && !is_blank).then_some((*kind, text))
    }

    /// The value of a field that no column has.
    fn constant(&self, field: Field) -> Option<(CellKind, &str)> {
        let text = self.layout.constants.get(&field)?;
        // Constants are written in one form, whatever that of the file.
        let kind = match field.reads() {
            Reads::Money | Reads::Quantity | Reads::Percent => CellKind::Number,
            Reads::Date | Reads::Time => CellKind::Time,
            Reads::Text | Reads::Word | Reads::Duration => CellKind::Text,
        };
        Some((kind, text))
    }

    /// Reads a row.
    ///
    /// # Errors
    /// Why the row cannot be used, naming the column.
    pub fn read(&self, raw: &Raw) -> Result<Numbered, String> {
        let mut row = Row::new(raw.place, self.layout.rows);
        let sum = self.sum_of_others(raw);
        let mut cells = Cells { reading: self, raw, row: &mut row, zone: None, meanings: Vec::new() };
        if let Some(kind) = sum {
            cells.read_amounts();
            row.kind = kind;
            return Ok(Numbered { order: None, row });
        }
        cells.read_all()?;
        let meanings = std::mem::take(&mut cells.meanings);
        settle(&mut row, &meanings, self);
        let order = row.texts.remove(&Field::Order).or_else(|| row.text(Field::Check).map(str::to_owned));
        Ok(Numbered { order, row })
    }

    /// Which sum of other rows a row is: one that is known as one; one whose number or date is a word for it; or one without both that has
    /// such a word, or no text at all.
    fn sum_of_others(&self, raw: &Raw) -> Option<Meaning> {
        if self.sum_rows.contains(&raw.place.line) {
            return Some(Meaning::Total);
        }
        let texts = |is_key: bool| {
            self.plan.parts.iter().zip(&raw.texts).filter_map(move |(part, (kind, text))| match part.used {
                Use::Field(field) if KEYS.contains(&field) == is_key && *kind == CellKind::Text => {
                    let is_text = matches!(field.reads(), Reads::Text | Reads::Date | Reads::Time);
                    (is_text && !text.trim().is_empty()).then_some(text.as_str())
                }
                _ => None,
            })
        };
        let sum = |text: &str| match word::meaning(text) {
            Some((kind @ (Meaning::Total | Meaning::Subtotal), _)) => Some(kind),
            _ => None,
        };
        let is_word = |text: &&str| !text.bytes().any(|byte| byte.is_ascii_digit());
        // Where no column has them, every row would be without.
        if !KEYS.iter().any(|field| self.plan.has(*field)) {
            return None;
        }
        let has_keys = self.plan.parts.iter().zip(&raw.texts).any(|(part, (_, text))| {
            matches!(part.used, Use::Field(field) if KEYS.contains(&field)) && !text.trim().is_empty()
        });
        if has_keys {
            return texts(true).filter(is_word).find_map(sum);
        }
        // A line of an order has a name at least, where any has.
        let is_nameless = self.plan.has(Field::Item) && texts(false).next().is_none();
        texts(false).find_map(sum).or(is_nameless.then_some(Meaning::Total))
    }
}

/// The cells of one row, on their way into it.
struct Cells<'a> {
    reading: &'a Reading,
    raw: &'a Raw,
    row: &'a mut Row,
    zone: Option<saffron_core::Zone>,
    meanings: Vec<Meaning>,
}

impl Cells<'_> {
    /// The filled text of a field and what is known of it.
    fn text(&self, field: Field) -> Option<(CellKind, &str)> {
        self.reading.text(self.raw, field)
    }

    fn read_all(&mut self) -> Result<(), String> {
        let reading = self.reading;
        for field in reading.layout.constants.keys().filter(|field| !reading.plan.has(**field)) {
            self.read_field(*field).map_err(|why| format!("{}: {why}", field.name()))?;
        }
        for part in &reading.plan.parts {
            if let Use::Field(field) = part.used {
                self.read_field(field).map_err(|why| format!("{}: {why}", field.name()))?;
            }
        }
        self.read_ruled();
        self.read_tenders()?;
        self.read_times()
    }

    /// Reads what can be read of the amounts.
    fn read_amounts(&mut self) {
        for part in &self.reading.plan.parts {
            if let Use::Field(field) = part.used
                && field.reads() == Reads::Money
            {
                // What is no amount there is a word about the sum.
                let _ = self.read_field(field);
            }
        }
    }

    fn read_field(&mut self, field: Field) -> Result<(), String> {
        let Some((kind, text)) = self.text(field) else { return Ok(()) };
        let text = text.to_owned();
        let number = || match kind {
            CellKind::Number => Some(NumberForm::DOT),
            _ => self.reading.forms.numbers.get(&field).copied(),
        };
        match field.reads() {
            Reads::Money if field == Field::Discount && self.is_percent(field, &text) => {
                let percent = forms::quantity(&text.replace('%', ""), number())?;
                self.row.numbers.extend(percent.map(|percent| (field, percent)));
            }
            Reads::Money => {
                let amounts = text.split(UNIT_SEPARATOR).map(|text| forms::money(text, number()));
                let mut amounts: Vec<Option<Money>> = amounts.collect::<Result<_, _>>()?;
                if forms::is_whole(&text) && self.reading.plan.of(field).is_some_and(Part::is_in_cents) {
                    amounts.iter_mut().flatten().for_each(|amount| *amount = amount.ratio(1, 100));
                }
                if amounts.iter().any(Option::is_some) {
                    self.row.money.insert(field, amounts.into_iter().flatten().sum());
                }
            }
            Reads::Quantity => {
                if let Some(quantity) = forms::quantity(&text, number())? {
                    self.row.numbers.insert(field, quantity);
                }
            }
            Reads::Text => {
                if field == Field::Zone {
                    self.zone = Some(zone::find(&text)?);
                }
                self.row.texts.insert(field, one_line(text));
            }
            Reads::Word => self.read_word(field, &text)?,
            Reads::Percent => {
                // 8.1% and 0.081 are the same rate.
                let rate = forms::quantity(&text.replace('%', ""), number())?;
                let is_share = |rate: Quantity| !text.contains('%') && rate.milli().abs() < 1_000;
                let percent = |rate: Quantity| {
                    Quantity::from_milli(rate.milli() * if is_share(rate) { 100 } else { 1 })
                };
                self.row.numbers.extend(rate.map(|rate| (field, percent(rate))));
            }
            Reads::Date | Reads::Time | Reads::Duration => {}
        }
        Ok(())
    }

    /// Whether a cell holds a share of a hundred, by its sign or that of its column.
    fn is_percent(&self, field: Field, text: &str) -> bool {
        text.contains('%') || self.reading.plan.of(field).is_some_and(|part| part.name().contains('%'))
    }

    fn read_word(&mut self, field: Field, text: &str) -> Result<(), String> {
        let reading = self.reading;
        let column = reading.plan.of(field).map(Part::name).unwrap_or_default();
        let says = says(field, text, &column, &reading.layout, &reading.rules);
        match says {
            Some(Says::Answer(answer)) if field == Field::TaxInside => {
                self.row.tax_inside = Some(answer == YesNo::Yes);
            }
            Some(Says::Answer(YesNo::Yes) | Says::Meaning(Meaning::Refund)) if field == Field::GivenBack => {
                self.row.is_given_back = true;
            }
            Some(Says::Answer(YesNo::Yes)) => self.meanings.push(forms::asked(field)),
            Some(Says::Answer(YesNo::No)) => {}
            Some(Says::Meaning(meaning)) => self.meanings.push(meaning),
            // A time says when it was done.
            None if is_time(text) => self.meanings.push(forms::asked(field)),
            None => return Err(format!("'{text}' is a word that is not known here")),
        }
        Ok(())
    }

    fn read_ruled(&mut self) {
        for (part, (_, text)) in self.reading.plan.parts.iter().zip(&self.raw.texts) {
            if part.used == Use::Ruled {
                self.meanings.extend(self.reading.rules.meaning(&part.name(), text));
            }
        }
    }

    fn read_tenders(&mut self) -> Result<(), String> {
        let mut tenders = Vec::new();
        for (part, (kind, text)) in self.reading.plan.parts.iter().zip(&self.raw.texts) {
            let Use::Tender(tender) = &part.used else { continue };
            let form =
                if *kind == CellKind::Number { Some(NumberForm::DOT) } else { self.reading.forms.tenders };
            if let Some(amount) = forms::money(text, form).map_err(|why| format!("{tender}: {why}"))? {
                tenders.push((self.name_of(tender), amount));
            }
        }
        self.row.tenders = tenders;
        Ok(())
    }

    /// The closer name of a type of payment, where the row has one.
    fn name_of(&self, tender: &str) -> String {
        let parts = self.reading.plan.parts.iter().zip(&self.raw.texts);
        let closer = parts.filter(|(part, _)| matches!(&part.used, Use::TenderName(of) if of == tender));
        let closer = closer.map(|(_, (_, text))| text.trim()).find(|text| !text.is_empty());
        closer.unwrap_or(tender).to_owned()
    }

    fn read_times(&mut self) -> Result<(), String> {
        let (at, has_time) = self.when(Field::Date, Some(Field::Time))?;
        self.row.at = at;
        self.row.opened = self.when(Field::Opened, None)?.0;
        self.row.refunded_at = self.when(Field::RefundDate, None)?.0;
        let date = self.when(Field::BusinessDate, None)?.0.map(|at| BusinessDate::from_date(at.date()));
        // A day without a time is the business date that the exporter means.
        let day = || self.row.at.filter(|_| !has_time).map(|at| BusinessDate::from_date(at.date()));
        self.row.business_date = date.or_else(day);
        Ok(())
    }

    /// The wall time of a field of dates, and whether it has a time of day.
    fn when(&self, field: Field, time: Option<Field>) -> Result<(Option<DateTime>, bool), String> {
        let forms = &self.reading.forms;
        let named = |why: String| format!("{}: {why}", field.name());
        let Some((kind, text)) = self.text(field) else { return Ok((None, false)) };
        let form = if kind == CellKind::Time { None } else { forms.dates.get(&field).copied() };
        let Some(date) = forms::stamp(text, form).map_err(named)? else { return Ok((None, false)) };
        let time = match time.and_then(|time| Some((time, self.text(time)?))) {
            Some((time, (kind, text))) => {
                let form = if kind == CellKind::Time { None } else { forms.dates.get(&time).copied() };
                forms::time(text, form).map_err(named)?
            }
            None => None,
        };
        let has_time = date.clock.is_some() || time.as_ref().is_some_and(|time| time.clock.is_some());
        if !has_time {
            return Ok((date.date.map(|date| date.to_datetime(NOON)), false));
        }
        forms::wall(date, time, self.zone.as_ref(), &forms.zone).map(|at| (Some(at), true)).map_err(named)
    }
}

/// A text on one line: cells with several lines are kept in quotes.
fn one_line(text: String) -> String {
    if !text.contains(char::is_control) {
        return text;
    }
    let words = text.split(|c: char| c.is_control() || c.is_whitespace()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Settles what a row is, of what its words, its item and its sign say.
fn settle(row: &mut Row, meanings: &[Meaning], reading: &Reading) {
    row.has_word = !meanings.is_empty();
    row.is_void = meanings.contains(&Meaning::Void);
    row.is_refund = meanings.contains(&Meaning::Refund);
    let is_state = |meaning: &&Meaning| !matches!(meaning, Meaning::Sale | Meaning::Void | Meaning::Refund);
    let of_item = || {
        let name = row.text(Field::Item)?;
        let column = || reading.plan.of(Field::Item).map(Part::name).unwrap_or_default();
        let ruled =
            if reading.rules.rules().is_empty() { None } else { reading.rules.meaning(&column(), name) };
        ruled.or_else(|| reading.items.get(&name.to_lowercase()).copied())
    };
    match meanings.iter().find(is_state).copied().or_else(of_item) {
        Some(Meaning::Void) => row.is_void = true,
        Some(Meaning::Refund) => row.is_refund = true,
        Some(kind) => row.kind = kind,
        None => {}
    }
    // A negative entry of what was cancelled takes the first one back.
    if row.is_void && row.rows != Rows::Lines && is_negative(row) {
        (row.is_void, row.is_refund) = (false, true);
    }
    let is_money_moved =
        matches!(row.kind, Meaning::Sale | Meaning::Payment | Meaning::Comp | Meaning::GiftCard);
    if is_money_moved && !row.is_void && is_negative(row) {
        row.is_refund = true;
    }
    if row.kind == Meaning::Sale && (row.rows == Rows::Payments || is_payment_alone(row)) {
        row.kind = Meaning::Payment;
    }
}

/// Whether a row among lines sells nothing, and says what was paid.
fn is_payment_alone(row: &Row) -> bool {
    const OF_SALES: [Field; 5] = [Field::Amount, Field::Net, Field::Total, Field::Price, Field::OrderTotal];
    row.rows == Rows::Lines
        && row.text(Field::Item).is_none()
        && row.number(Field::Quantity).is_none()
        && OF_SALES.iter().all(|field| row.amount(*field).is_none())
        && [Field::Paid, Field::PaidWithTip].iter().any(|field| row.amount(*field).is_some())
}

/// Whether money goes back to the guest by a row.
fn is_negative(row: &Row) -> bool {
    let amounts = [Field::Amount, Field::Net, Field::Total, Field::Paid, Field::PaidWithTip];
    let filled = amounts.iter().filter_map(|field| row.amount(*field)).find(|amount| *amount != Money::ZERO);
    filled.map_or_else(
        || row.number(Field::Quantity).is_some_and(|quantity| quantity.milli() < 0),
        |amount| amount.cents() < 0,
    )
}
