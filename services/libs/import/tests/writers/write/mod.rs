//! One writer for each export layout.

mod aloha;
mod clover;
mod lightspeed;
mod lists;
mod loyverse;
mod own;
mod shopify;
mod shopkeep;
mod square;
mod square_transactions;
mod sumup;
mod sumup_transactions;
mod toast;
mod touchbistro;
mod zettle;

use jiff::civil::Date;
use proptest::prelude::*;

pub use own::Meaning;

use crate::writers::date::{DateForm, reads_two_ways};
use crate::writers::expected::{Expected, Figure};
use crate::writers::style::{Allowed, Style};
use crate::writers::trade::{Charge, Payment, Trade, Traits, trade};

/// What an exporter made of a trade.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// Names and bytes. All of them are given to the importer at once.
    pub files: Vec<(String, Vec<u8>)>,
    /// What must come of them, with the right answers to what is open.
    pub expected: Expected,
    /// What the files do not settle. Nothing else may be asked.
    pub open: Vec<Ambiguity>,
    /// Meanings of the columns of a file that no exporter made, as the answer to a question about columns.
    pub columns: Vec<(String, Meaning)>,
}

/// What files do not settle, with the right answer. A reader may ask it, or settle it rightly by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ambiguity {
    /// All dates read with the day first and with the month first.
    DateOrder {
        /// Whether the day comes first.
        day_first: bool,
    },
    /// All numbers with a mark read as whole numbers and with decimals.
    Decimal {
        /// The mark before decimals.
        mark: char,
    },
    /// Nothing says whether prices hold the tax.
    TaxInside {
        /// Whether they do.
        inside: bool,
    },
    /// The file has no tax although prices may hold one: amounts count as they stand.
    NoTax,
    /// The file has no numbers of orders: what an order is.
    Order {
        /// The right answer.
        key: OrderKey,
    },
    /// A charge may belong to the staff or to the house.
    Charge {
        /// Whose it is.
        kind: Charge,
    },
    /// A refund has no date: it counts on the date of its sale.
    RefundDate,
    /// Several means of payment stand in one cell, without their amounts.
    JoinedTenders,
    /// Names are numbers, or what columns mean is not published.
    Meaning,
    /// Columns have names of somebody's own: `Written::columns` says what they mean.
    Columns,
    /// Words of a column of somebody's own: the word and what it says.
    Word {
        /// The word in the file.
        word: String,
        /// `sale`, `refund`, `void`, `open`, `tip`, `gratuity`, `fee`, `delivery`, `rounding`, `gift card`, `discount`, `failed` or `total`.
        means: &'static str,
    },
}

/// What makes an order of a file without its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderKey {
    /// Rows of the same time.
    Time,
    /// Each row.
    Row,
    /// Nothing: the file does not tell orders apart.
    Unknown,
    /// Number and business date.
    NumberAndDay,
    /// Number and register.
    NumberAndRegister,
}

/// An export layout, or a set of files of one exporter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Square, items detail, American columns of any age.
    SquareItems,
    /// Square, items detail of Australia and Britain.
    SquareAbroad,
    /// Square, transactions.
    SquareTransactions,
    /// Square, items detail and transactions.
    SquareSet,
    /// Toast, ItemSelectionDetails.
    ToastItems,
    /// Toast, OrderDetails.
    ToastOrders,
    /// Toast, ItemSelectionDetails and OrderDetails.
    ToastItemsOrders,
    /// Toast, PaymentDetails.
    ToastPayments,
    /// Toast, OrderDetails and PaymentDetails.
    ToastOrdersPayments,
    /// Toast, ItemSelectionDetails and PaymentDetails.
    ToastItemsPayments,
    /// Toast, all files of a night.
    ToastSet,
    /// Toast, TimeEntries.
    ToastTimes,
    /// Clover, line items.
    CloverLines,
    /// Clover, orders.
    CloverOrders,
    /// Clover, payments.
    CloverPayments,
    /// Clover, all three.
    CloverSet,
    /// Loyverse, receipts.
    LoyverseReceipts,
    /// Loyverse, receipts by item.
    LoyverseItems,
    /// Loyverse, both.
    LoyverseSet,
    /// Shopify, orders.
    Shopify,
    /// SumUp, sales report by item.
    SumUpSales,
    /// SumUp, transactions.
    SumUpTransactions,
    /// SumUp, both.
    SumUpSet,
    /// Zettle, raw data.
    ZettleRaw,
    /// Zettle, receipts.
    ZettleReceipts,
    /// Zettle, both.
    ZettleSet,
    /// ShopKeep, transactions by item.
    ShopKeep,
    /// TouchBistro, payments and shifts in one file.
    TouchBistro,
    /// Aloha, GNDITEM.
    AlohaItems,
    /// Aloha, GNDITEM and GNDTNDR.
    AlohaSet,
    /// Lightspeed L, receipts in Dutch.
    Lightspeed,
    /// Somebody's own: a row for each item.
    OwnItems,
    /// Somebody's own: a row for each item; tips, charges, rounding, gift cards and discounts are rows, too.
    OwnRows,
    /// Somebody's own: a row for each item and each payment.
    OwnPayments,
    /// Somebody's own: a row for each order.
    OwnOrders,
    /// Somebody's own: a row for each day.
    OwnDays,
    /// Somebody's own: shifts.
    OwnShifts,
    /// Loyverse, items.
    LoyverseMenu,
    /// Shopify, customers.
    ShopifyCustomers,
}

/// What may happen, how it may be written, and the writer.
type Parts = (Traits, Allowed, fn(&Trade, &Style) -> Written);

impl Layout {
    /// All layouts.
    pub const ALL: &'static [Self] = &[
        Self::SquareItems,
        Self::SquareAbroad,
        Self::SquareTransactions,
        Self::SquareSet,
        Self::ToastItems,
        Self::ToastOrders,
        Self::ToastItemsOrders,
        Self::ToastPayments,
        Self::ToastOrdersPayments,
        Self::ToastItemsPayments,
        Self::ToastSet,
        Self::ToastTimes,
        Self::CloverLines,
        Self::CloverOrders,
        Self::CloverPayments,
        Self::CloverSet,
        Self::LoyverseReceipts,
        Self::LoyverseItems,
        Self::LoyverseSet,
        Self::Shopify,
        Self::SumUpSales,
        Self::SumUpTransactions,
        Self::SumUpSet,
        Self::ZettleRaw,
        Self::ZettleReceipts,
        Self::ZettleSet,
        Self::ShopKeep,
        Self::TouchBistro,
        Self::AlohaItems,
        Self::AlohaSet,
        Self::Lightspeed,
        Self::OwnItems,
        Self::OwnRows,
        Self::OwnPayments,
        Self::OwnOrders,
        Self::OwnDays,
        Self::OwnShifts,
        Self::LoyverseMenu,
        Self::ShopifyCustomers,
    ];

    /// What may happen in a trade that its exporter tells of.
    pub fn traits(self) -> Traits {
        self.parts().0
    }

    /// How its exporter, or a spreadsheet after it, may write.
    pub fn allowed(self) -> Allowed {
        self.parts().1
    }

    /// Writes a trade that was made by the layout's traits, in a style that it allows.
    pub fn write(self, trade: &Trade, style: &Style) -> Written {
        self.parts().2(trade, style)
    }

    fn parts(self) -> Parts {
        match self {
            Self::SquareItems => (square::ITEMS, square::ALLOWED, square::items),
            Self::SquareAbroad => (square::ABROAD, square::ALLOWED_ABROAD, square::abroad),
            Self::SquareTransactions => {
                (square_transactions::TRAITS, square_transactions::ALLOWED, square_transactions::transactions)
            }
            Self::SquareSet => {
                (square_transactions::TRAITS, square_transactions::ALLOWED, square_transactions::set)
            }
            Self::ToastItems => (toast::ITEMS, toast::ALLOWED, toast::items),
            Self::ToastOrders => (toast::ORDERS, toast::ALLOWED, toast::orders),
            Self::ToastItemsOrders => (toast::ITEMS_ORDERS, toast::ALLOWED, toast::items_orders),
            Self::ToastPayments => (toast::PAYMENTS, toast::ALLOWED, toast::payments),
            Self::ToastOrdersPayments => (toast::ORDERS_PAYMENTS, toast::ALLOWED, toast::orders_payments),
            Self::ToastItemsPayments => (toast::PAYMENTS, toast::ALLOWED, toast::items_payments),
            Self::ToastSet => (toast::SET, toast::ALLOWED, toast::set),
            Self::ToastTimes => (Traits::PLAIN, toast::ALLOWED, toast::times),
            Self::CloverLines => (clover::LINES, clover::ALLOWED, clover::lines),
            Self::CloverOrders => (clover::ORDERS, clover::ALLOWED, clover::orders),
            Self::CloverPayments => (clover::PAYMENTS, clover::ALLOWED, clover::payments),
            Self::CloverSet => (clover::SET, clover::ALLOWED, clover::set),
            Self::LoyverseReceipts => (loyverse::RECEIPTS, loyverse::ALLOWED, loyverse::receipts),
            Self::LoyverseItems => (loyverse::TRAITS, loyverse::ALLOWED, loyverse::items),
            Self::LoyverseSet => (loyverse::TRAITS, loyverse::ALLOWED, loyverse::set),
            Self::Shopify => (shopify::TRAITS, shopify::ALLOWED, shopify::orders),
            Self::SumUpSales => (sumup::SALES, sumup::ALLOWED, sumup::sales),
            Self::SumUpTransactions => {
                (sumup::TRANSACTIONS, sumup::ALLOWED, sumup_transactions::transactions)
            }
            Self::SumUpSet => (sumup::SET, sumup::ALLOWED, sumup_transactions::set),
            Self::ZettleRaw => (zettle::TRAITS, zettle::ALLOWED, zettle::raw),
            Self::ZettleReceipts => (zettle::TRAITS, zettle::ALLOWED, zettle::receipts),
            Self::ZettleSet => (zettle::TRAITS, zettle::ALLOWED, zettle::set),
            Self::ShopKeep => (shopkeep::TRAITS, shopkeep::ALLOWED, shopkeep::items),
            Self::TouchBistro => (touchbistro::TRAITS, touchbistro::ALLOWED, touchbistro::payments),
            Self::AlohaItems => (aloha::TRAITS, aloha::ALLOWED, aloha::items),
            Self::AlohaSet => (aloha::TRAITS, aloha::ALLOWED, aloha::set),
            Self::Lightspeed => (lightspeed::TRAITS, lightspeed::ALLOWED, lightspeed::receipts),
            Self::OwnItems => (own::ITEMS, own::ALLOWED, own::items),
            Self::OwnRows => (own::ROWS, own::ALLOWED, own::rows),
            Self::OwnPayments => (own::PAYMENTS, own::ALLOWED, own::payments),
            Self::OwnOrders => (own::ORDERS, own::ALLOWED, own::orders),
            Self::OwnDays => (own::ORDERS, own::ALLOWED, own::days),
            Self::OwnShifts => (own::ORDERS, own::ALLOWED, lists::shifts),
            Self::LoyverseMenu => (lists::TRAITS, lists::ALLOWED, lists::menu),
            Self::ShopifyCustomers => (Traits::PLAIN, lists::ALLOWED, lists::guests),
        }
    }
}

/// A trade that a layout can tell of, and a style of its exporter.
pub fn case(layout: Layout) -> impl Strategy<Value = (Trade, Style)> {
    let style = any::<u64>().prop_map(move |seed| layout.allowed().draw(seed));
    (trade(layout.traits()), style)
}

/// What dates leave open.
fn date_order(form: DateForm, dates: impl IntoIterator<Item = Date>) -> Option<Ambiguity> {
    let day_first = form.day_first()?;
    let mut dates = dates.into_iter().peekable();
    dates.peek()?;
    let (mut all, mut differ) = (true, false);
    for date in dates {
        all &= reads_two_ways(date);
        differ |= date.day() != date.month();
    }
    (all && differ).then_some(Ambiguity::DateOrder { day_first })
}

/// What numbers leave open.
fn decimal(unsettled: bool, style: &Style) -> Option<Ambiguity> {
    unsettled.then_some(Ambiguity::Decimal { mark: style.number.decimal })
}

/// Rows in the style's order; they come with the oldest first.
fn ordered<R>(mut rows: Vec<R>, style: &Style) -> Vec<R> {
    if style.newest_first {
        rows.reverse();
    }
    rows
}

/// Names of an order's means of payment, each once or as often as it paid.
fn means(payments: &[Payment], name: impl Fn(&Payment) -> String) -> Vec<String> {
    payments.iter().map(name).collect()
}

/// Takes off what a refund without lines leaves open on its day: items, and where the sale had a discount, gross and discounts.
fn refunds_in_sales(trade: &Trade, expected: &mut Expected) {
    for refund in trade.orders.iter().filter(|order| order.refund) {
        let date = trade.house.business_date(refund.closed);
        expected.unknown_on(date, &[Figure::Items, Figure::Categories, Figure::Cost]);
        if refund.sum().discount != 0 {
            expected.unknown_on(date, &[Figure::Gross, Figure::Discounts]);
        }
    }
}
