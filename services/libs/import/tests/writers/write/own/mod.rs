//! Files that no exporter made: names of columns, words and forms are somebody's own.

mod lines;
mod totals;
mod words;

use super::{Ambiguity, Written, date_order, decimal};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::encode::Encoding;
use crate::writers::expected::Expected;
use crate::writers::number::{Negative, NumberForm, QuantityForm, Sign, Zeros};
use crate::writers::sheet::{Column, Sheet, figure, text};
use crate::writers::style::{Allowed, LineEnd, Newest, Quoting, Style};
use crate::writers::trade::{Charge, Country, Numbering, Order, Refunds, State, Taxed, Trade, Traits};
use jiff::civil::Date;

pub use lines::{items, payments, rows};
pub use totals::{days, orders};

/// What a column says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// Number of the order.
    Number,
    /// The register that its number is of.
    Register,
    /// Day of the order's end; in a table of days the business date.
    Date,
    /// Time of day of its end.
    Time,
    /// Both.
    DateTime,
    /// Table.
    Table,
    /// Guests of the order.
    Covers,
    /// Server.
    Server,
    /// Eaten here, taken away, delivered.
    OrderType,
    /// Name of the item.
    Item,
    /// Its size.
    Size,
    /// Its category.
    Category,
    /// How many.
    Quantity,
    /// Price of one.
    Price,
    /// Before discounts.
    Amount,
    /// Discount, positive.
    Discount,
    /// Without discounts and tax.
    Net,
    /// Tax.
    Tax,
    /// With everything but tips.
    Total,
    /// Cost of one.
    Cost,
    /// Id of a payment.
    PaymentId,
    /// Means of payment.
    PaymentType,
    /// What was paid, without the tip.
    Paid,
    /// Tip.
    Tip,
    /// A charge for the staff.
    Gratuity,
    /// A charge for the house.
    Fee,
    /// A fee for the delivery.
    Delivery,
    /// What was rounded.
    Rounding,
    /// Gift cards sold.
    GiftCardSold,
    /// Paid, voided or open.
    Status,
    /// Sale or refund.
    Kind,
    /// How many checks.
    Checks,
    /// A person of the staff.
    Person,
    /// Their job.
    Job,
    /// Begin of the shift, date and time.
    ClockIn,
    /// Its end.
    ClockOut,
    /// Unpaid break in minutes.
    UnpaidMinutes,
    /// Paid hours.
    Hours,
    /// Hours beyond the regular ones.
    OvertimeHours,
    /// Pay of an hour.
    Wage,
    /// What was paid by this means, without the tip.
    Tender(String),
}

const COUNTRIES: &[Country] = &[
    Country::UnitedStates,
    Country::UnitedKingdom,
    Country::Germany,
    Country::France,
    Country::Spain,
    Country::Switzerland,
    Country::Mexico,
];

/// A row for each item.
pub const ITEMS: Traits = Traits {
    countries: COUNTRIES,
    taxed: Taxed::Either,
    numbering: &[Numbering::Unique, Numbering::Daily, Numbering::Register, Numbering::None],
    charges: &[],
    failed: false,
    delivery: false,
    gift_sold: false,
    gift_used: false,
    rounding: false,
    tips: false,
    split: false,
    modifiers: false,
    ..Traits::RICH
};

/// A row for each item, and for all else that is paid for.
pub const ROWS: Traits = Traits {
    charges: &[Charge::Gratuity, Charge::Fee],
    delivery: true,
    gift_sold: true,
    rounding: true,
    tips: true,
    ..ITEMS
};

/// A row for each item and payment.
pub const PAYMENTS: Traits = Traits {
    numbering: &[Numbering::Unique, Numbering::Daily, Numbering::Register],
    refunds: Refunds::Any,
    gift_used: true,
    tips: true,
    split: true,
    ..ITEMS
};

/// A row for each order, or each day.
pub const ORDERS: Traits = Traits { gift_used: true, split: true, line_voids: false, ..ROWS };

const POINT: NumberForm = NumberForm::PLAIN;
const COMMA: NumberForm = NumberForm { decimal: ',', ..POINT };

/// Styles: all that people and spreadsheets do.
pub const ALLOWED: Allowed = Allowed {
    encodings: &[
        Encoding::Utf8,
        Encoding::Utf8,
        Encoding::Utf8Marked,
        Encoding::Utf16,
        Encoding::Utf16Big,
        Encoding::Utf16Unmarked,
        Encoding::Windows1252,
        Encoding::Latin1,
    ],
    forms: &[
        (',', POINT),
        (',', NumberForm { group: Some(','), quantity: QuantityForm::Three, ..POINT }),
        (',', NumberForm { group: Some(','), sign: Sign::Before, negative: Negative::Parentheses, ..POINT }),
        (
            ',',
            NumberForm { sign: Sign::CodeBefore, negative: Negative::Trailing, zeros: Zeros::None, ..POINT },
        ),
        ('\t', NumberForm { group: Some('\''), sign: Sign::CodeAfter, ..POINT }),
        ('|', NumberForm { zeros: Zeros::One, quantity: QuantityForm::One, ..POINT }),
        (';', COMMA),
        (';', NumberForm { group: Some('.'), sign: Sign::After, ..COMMA }),
        (';', NumberForm { group: Some('.'), quantity: QuantityForm::Three, ..COMMA }),
        (
            ';',
            NumberForm { group: Some('\u{a0}'), zeros: Zeros::None, quantity: QuantityForm::Three, ..COMMA },
        ),
        (';', NumberForm { group: Some('\u{202f}'), sign: Sign::After, ..COMMA }),
        (',', NumberForm { group: Some('.'), negative: Negative::Trailing, ..COMMA }),
    ],
    line_ends: &[LineEnd::Lf, LineEnd::CrLf, LineEnd::CrLf, LineEnd::Cr],
    quotings: &[Quoting::Needed, Quoting::Needed, Quoting::Always, Quoting::Text],
    dates: &[
        DateForm::Iso,
        DateForm::IsoSlash,
        DateForm::Compact,
        DateForm::MonthSlash,
        DateForm::MonthShort,
        DateForm::DaySlash,
        DateForm::DayShort,
        DateForm::DayDash,
        DateForm::Dots,
        DateForm::DotsShort,
        DateForm::Named,
        DateForm::NamedFirst,
    ],
    times: &[TimeForm::Minutes, TimeForm::Seconds, TimeForm::Noon, TimeForm::NoonSeconds, TimeForm::Dot],
    columns: true,
    sheet: true,
    newest_first: Newest::Either,
    choices: 4,
};

/// Files, meanings of their columns, and whether their numbers read two ways.
type Sheeted = (Vec<(String, Vec<u8>)>, Vec<(String, Meaning)>, bool);

/// A table whose columns are known by their meaning.
struct Table<'a, R> {
    style: &'a Style,
    columns: Vec<Column<'a, R>>,
    meanings: Vec<(String, Meaning)>,
    /// Sums for a total row, by name of column.
    totals: Vec<(String, String)>,
}

impl<'a, R> Table<'a, R> {
    fn new(style: &'a Style) -> Self {
        Self { style, columns: Vec::new(), meanings: Vec::new(), totals: Vec::new() }
    }

    fn text(&mut self, meaning: Meaning, cell: impl Fn(&R) -> String + 'a) {
        let name = words::header(self.style, &meaning);
        self.columns.push(text(&name, cell));
        self.meanings.push((name, meaning));
    }

    fn figure(&mut self, meaning: Meaning, cell: impl Fn(&R) -> String + 'a) {
        let name = words::header(self.style, &meaning);
        self.columns.push(figure(&name, cell));
        self.meanings.push((name, meaning));
    }

    /// The sum of a column, for a row of totals.
    fn total(&mut self, meaning: &Meaning, sum: String) {
        self.totals.push((words::header(self.style, meaning), sum));
    }

    /// Whether a column that may be left out is there.
    fn keeps(&self, meaning: &Meaning) -> bool {
        self.style.keeps(&format!("{meaning:?}"))
    }

    /// The file with its titles and totals, and what its numbers leave open.
    fn write(self, name: &str, title: &str, rows: &[R]) -> Sheeted {
        let style = self.style;
        let mut sheet = Sheet::new(self.columns, rows, style);
        if style.total && !self.totals.is_empty() {
            let cell = |name: &String| {
                self.totals.iter().find(|total| total.0 == *name).map(|total| total.1.clone())
            };
            let mut total: Vec<String> =
                sheet.header.iter().map(|name| cell(name).unwrap_or_default()).collect();
            // The word stands in the first cell that holds no sum; some write none, as a sheet's formula does, or the count of rows.
            let label = match rows.len() % 3 {
                0 => String::new(),
                1 => format!("({})", rows.len()),
                _ => words::word(style, "total").to_owned(),
            };
            if let Some(free) = total.iter_mut().find(|cell| cell.is_empty()) {
                *free = label;
            }
            sheet.rows.push(total);
        }
        let width = sheet.header.len();
        let mut file = String::new();
        if style.titled {
            let line = |cell: &str| {
                let mut cells = vec![cell.to_owned()];
                cells.resize(width, String::new());
                style.row(&cells)
            };
            file += &line(title);
            file += &line("");
        }
        file += &sheet.text(style);
        (vec![(name.to_owned(), style.bytes(&file))], self.meanings, sheet.unsettled_numbers)
    }
}

/// What every file of somebody's own leaves open.
fn open(style: &Style, dates: impl IntoIterator<Item = Date>, unsettled: bool) -> Vec<Ambiguity> {
    let mut open = vec![Ambiguity::Columns];
    open.extend(date_order(style.date, dates));
    open.extend(decimal(unsettled, style));
    open
}

/// Words that occur, with what they mean.
fn word_of(style: &Style, means: &'static str) -> Ambiguity {
    let word = words::word(style, means).to_owned();
    Ambiguity::Word { word, means: if means == "closed" { "sale" } else { means } }
}

/// Whether some order is not simply paid.
fn has_states(trade: &Trade) -> bool {
    trade
        .orders
        .iter()
        .any(|order| order.state != State::Closed || order.lines.iter().any(|line| line.voided))
}

fn has_refunds(trade: &Trade) -> bool {
    trade.orders.iter().any(|order| order.refund)
}

/// The trade as a file without tax tells it: amounts as they stand.
fn untaxed(trade: &Trade, is_taxed: bool) -> Trade {
    let mut shown = trade.clone();
    if !is_taxed {
        shown.house.tax_inside = false;
        let lines = shown.orders.iter_mut().flat_map(|order: &mut Order| order.lines.iter_mut());
        lines.for_each(|line| line.tax = 0);
    }
    shown
}

/// A file with its figures.
fn written(
    (files, columns, unsettled): Sheeted,
    expected: Expected,
    style: &Style,
    dates: impl IntoIterator<Item = Date>,
    more: Vec<Ambiguity>,
) -> Written {
    let mut open = open(style, dates, unsettled);
    open.extend(more);
    Written { files, expected, open, columns }
}
