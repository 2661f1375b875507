//! What Saffron's reports must say of a file: computed from the trade by the definitions of the figures, never from the text. A
//! figure that the file's columns do not tell is None.

use std::collections::BTreeMap;

use jiff::civil::{Date, Time};

use crate::writers::trade::money::without_tax;
use crate::writers::trade::{Charge, Dish, Guest, House, Line, Order, Payment, Shift, State, Sum};

/// The figures of a file or a set of files.
#[derive(Debug, Clone, PartialEq)]
pub struct Expected {
    /// IANA name of the location's time zone.
    pub zone: &'static str,
    /// When the location's business day begins.
    pub start_of_day: Time,
    /// By business date. A date that is not in it has no trade, and one may be in it without any.
    pub days: BTreeMap<Date, Day>,
    /// Shifts, where the file has them.
    pub shifts: Option<Vec<Shift>>,
    /// The menu, where the file is one.
    pub menu: Option<Vec<Dish>>,
    /// Guests, where the file is a list of them.
    pub guests: Option<Vec<Guest>>,
}

/// The figures of a business date, in cents. Refunds are in all money, and in no count of checks and guests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Day {
    /// Closed checks without refunds.
    pub checks: Option<i64>,
    /// Refunds.
    pub refunds: Option<i64>,
    /// Sales before discounts, without tax.
    pub gross: Option<i64>,
    /// Discounts.
    pub discounts: Option<i64>,
    /// Sales without discounts and tax.
    pub net: Option<i64>,
    /// Tax.
    pub tax: Option<i64>,
    /// Tips of payments.
    pub tips: Option<i64>,
    /// Charges that belong to the staff.
    pub gratuity: Option<i64>,
    /// Charges that belong to the house, delivery fees among them.
    pub service_charges: Option<i64>,
    /// Gift cards sold.
    pub deferred: Option<i64>,
    /// What checks were rounded by.
    pub rounding: Option<i64>,
    /// Value of voided lines and checks.
    pub voids: Option<i64>,
    /// Guests.
    pub covers: Option<i64>,
    /// Cost of what was sold, where its cost is known.
    pub cost: Option<i64>,
    /// Closed checks without refunds by the hour of their end, on the wall clock.
    pub hours: Option<BTreeMap<i8, i64>>,
    /// The same by server.
    pub servers: Option<BTreeMap<String, i64>>,
    /// By means of payment, in the file's words; means without money are not in it.
    pub tenders: Option<BTreeMap<String, Tender>>,
    /// By item and size.
    pub items: Option<BTreeMap<(String, Option<String>), Sold>>,
    /// By category; lines without one under the empty name.
    pub categories: Option<BTreeMap<String, Sold>>,
}

/// Money of a means of payment in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tender {
    /// Without tips; None where the file tells it only with them.
    pub amount: Option<i64>,
    /// Tips; None where the file does not tell whose they are.
    pub tips: Option<i64>,
    /// Both.
    pub with_tips: Option<i64>,
}

/// What was sold of something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sold {
    /// Thousandths.
    pub quantity: i64,
    /// Cents before discounts, without tax; None where the file does not tell the tax of a line.
    pub gross: Option<i64>,
}

/// A figure that a file may not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// [`Day::checks`].
    Checks,
    /// [`Day::refunds`].
    Refunds,
    /// [`Day::gross`].
    Gross,
    /// [`Day::discounts`].
    Discounts,
    /// [`Day::net`].
    Net,
    /// [`Day::tax`].
    Tax,
    /// [`Day::tips`].
    Tips,
    /// [`Day::gratuity`].
    Gratuity,
    /// [`Day::service_charges`].
    ServiceCharges,
    /// [`Day::deferred`].
    Deferred,
    /// [`Day::rounding`].
    Rounding,
    /// [`Day::voids`].
    Voids,
    /// [`Day::covers`].
    Covers,
    /// [`Day::cost`].
    Cost,
    /// [`Day::hours`].
    Hours,
    /// [`Day::servers`].
    Servers,
    /// [`Day::tenders`].
    Tenders,
    /// [`Day::items`].
    Items,
    /// [`Day::categories`].
    Categories,
}

impl Day {
    /// A day without a figure.
    pub fn drop(&mut self, figure: Figure) {
        match figure {
            Figure::Checks => self.checks = None,
            Figure::Refunds => self.refunds = None,
            Figure::Gross => self.gross = None,
            Figure::Discounts => self.discounts = None,
            Figure::Net => self.net = None,
            Figure::Tax => self.tax = None,
            Figure::Tips => self.tips = None,
            Figure::Gratuity => self.gratuity = None,
            Figure::ServiceCharges => self.service_charges = None,
            Figure::Deferred => self.deferred = None,
            Figure::Rounding => self.rounding = None,
            Figure::Voids => self.voids = None,
            Figure::Covers => self.covers = None,
            Figure::Cost => self.cost = None,
            Figure::Hours => self.hours = None,
            Figure::Servers => self.servers = None,
            Figure::Tenders => self.tenders = None,
            Figure::Items => self.items = None,
            Figure::Categories => self.categories = None,
        }
    }
}

/// How a file tells of orders.
pub struct View<'a> {
    /// The house.
    pub house: &'a House,
    /// Whether it tells amount, discount and tax of each line, or of each order only: what holds its tax is divided there.
    pub by_line: bool,
    /// The date that an order counts on.
    pub date: &'a dyn Fn(&Order) -> Date,
    /// What the file calls a payment's means.
    pub means: &'a dyn Fn(&Payment) -> String,
    /// Name and size of a line, as the file tells them.
    pub item: &'a dyn Fn(&Line) -> (String, Option<String>),
}

/// A line's name and size.
pub fn name_and_size(line: &Line) -> (String, Option<String>) {
    (line.name.clone(), line.size.map(str::to_owned))
}

/// A line's name, where sizes are not shown.
pub fn name_only(line: &Line) -> (String, Option<String>) {
    (line.name.clone(), None)
}

impl Expected {
    /// All figures of orders: none of what a file does not tell is taken off yet.
    pub fn of<'o>(view: &View<'_>, orders: impl IntoIterator<Item = &'o Order>) -> Self {
        let mut expected = Self::nothing(view.house);
        for order in orders {
            expected.add(view, order);
        }
        expected
    }

    /// Without any day.
    pub fn nothing(house: &House) -> Self {
        Self {
            zone: house.zone,
            start_of_day: house.start_of_day,
            days: BTreeMap::new(),
            shifts: None,
            menu: None,
            guests: None,
        }
    }

    /// Takes figures off all days.
    #[must_use]
    pub fn without(mut self, figures: &[Figure]) -> Self {
        for day in self.days.values_mut() {
            figures.iter().for_each(|figure| day.drop(*figure));
        }
        self
    }

    /// Takes figures off one day.
    pub fn unknown_on(&mut self, date: Date, figures: &[Figure]) {
        if let Some(day) = self.days.get_mut(&date) {
            figures.iter().for_each(|figure| day.drop(*figure));
        }
    }

    fn add(&mut self, view: &View<'_>, order: &Order) {
        let inside = view.house.tax_inside;
        if order.state == State::Open {
            return;
        }
        let day = self.days.entry((view.date)(order)).or_insert_with(Day::zero);
        let voided = order.state == State::Voided;
        for line in order.lines.iter().filter(|line| voided || line.voided) {
            plus(&mut day.voids, net_of(line, inside).0);
        }
        if voided {
            return;
        }
        plus(&mut day.checks, i64::from(!order.refund));
        plus(&mut day.refunds, i64::from(order.refund));
        if !order.refund {
            *day.hours.get_or_insert_default().entry(order.closed.hour()).or_default() += 1;
            *day.servers.get_or_insert_default().entry(order.server.to_owned()).or_default() += 1;
        }
        plus(&mut day.covers, order.covers);
        plus(&mut day.tax, order.sum().tax);
        plus(&mut day.tips, order.tips());
        plus(&mut day.gratuity, order.charged(Charge::Gratuity));
        plus(&mut day.service_charges, order.charged(Charge::Fee) + order.charged(Charge::Delivery));
        plus(&mut day.deferred, order.deferred());
        plus(&mut day.rounding, order.rounding);
        let (gross, discount) = if view.by_line {
            let of_lines = order.lines.iter().filter(|line| line.counts()).map(|line| net_of(line, inside));
            of_lines.fold((0, 0), |sum, line| (sum.0 + line.0, sum.1 + line.1))
        } else {
            let Sum { amount, discount, tax } = order.sum();
            if inside { without_tax(amount, discount, tax) } else { (amount, discount) }
        };
        plus(&mut day.gross, gross);
        plus(&mut day.discounts, discount);
        plus(&mut day.net, gross - discount);
        day.add_payments(view, order);
        for line in order.lines.iter().filter(|line| line.counts()) {
            day.add_line(view, line);
        }
    }
}

/// Amount and discount of a line without tax.
fn net_of(line: &Line, inside: bool) -> (i64, i64) {
    if inside { without_tax(line.amount, line.off(), line.tax) } else { (line.amount, line.off()) }
}

fn plus(figure: &mut Option<i64>, more: i64) {
    if let Some(figure) = figure {
        *figure += more;
    }
}

impl Day {
    /// A day on which nothing happened.
    pub fn zero() -> Self {
        Self {
            checks: Some(0),
            refunds: Some(0),
            gross: Some(0),
            discounts: Some(0),
            net: Some(0),
            tax: Some(0),
            tips: Some(0),
            gratuity: Some(0),
            service_charges: Some(0),
            deferred: Some(0),
            rounding: Some(0),
            voids: Some(0),
            covers: Some(0),
            cost: Some(0),
            hours: Some(BTreeMap::new()),
            servers: Some(BTreeMap::new()),
            tenders: Some(BTreeMap::new()),
            items: Some(BTreeMap::new()),
            categories: Some(BTreeMap::new()),
        }
    }

    fn add_payments(&mut self, view: &View<'_>, order: &Order) {
        let Some(tenders) = &mut self.tenders else { return };
        for payment in &order.payments {
            let nothing = Tender { amount: Some(0), tips: Some(0), with_tips: Some(0) };
            let tender = tenders.entry((view.means)(payment)).or_insert(nothing);
            plus(&mut tender.amount, payment.amount);
            plus(&mut tender.tips, payment.tip);
            plus(&mut tender.with_tips, payment.amount + payment.tip);
        }
    }

    fn add_line(&mut self, view: &View<'_>, line: &Line) {
        let gross = net_of(line, view.house.tax_inside).0;
        if let Some(cost) = line.cost {
            plus(&mut self.cost, crate::writers::trade::money::ratio(cost, line.quantity, 1000));
        }
        if let Some(items) = &mut self.items {
            items.entry((view.item)(line)).or_default().add(line.quantity, gross);
        }
        if let Some(categories) = &mut self.categories {
            categories.entry(line.category.unwrap_or("").to_owned()).or_default().add(line.quantity, gross);
        }
    }
}

impl Sold {
    fn add(&mut self, quantity: i64, gross: i64) {
        self.quantity += quantity;
        self.gross = Some(self.gross.unwrap_or(0) + gross);
    }
}
