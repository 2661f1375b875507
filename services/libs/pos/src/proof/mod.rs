//! The proof of a business date: what it comes to at the POS and here, and where the two differ.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::CheckId;
use saffron_core::fact::{Check, CheckTotals};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoEnumIterator as _, IntoStaticStr};

/// Figures that are compared. Amounts are cents; what a POS calls them is in its adapter's table.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum Figure {
    /// Sales of items before discounts, without tax, gift cards and what came back.
    Gross,
    /// Discounts of sales, positive.
    Discounts,
    /// What came back, less its part of discounts, without tax; positive.
    Refunds,
    /// Gross less discounts and refunds.
    Net,
    /// Sales tax, less that of refunds.
    Tax,
    /// Tips of payments, less those of refunds.
    Tips,
    /// Fees and delivery charges without their tax.
    ServiceCharges,
    /// Service charges that belong to the staff.
    Gratuity,
    /// Gift cards sold.
    GiftCards,
    /// Payments with tips, less refunds.
    Collected,
    /// What the checks come to with tips: what was to be collected.
    Due,
    /// Closed sales; no amount.
    Checks,
}

impl Figure {
    /// Whether it is cents.
    #[must_use]
    pub const fn is_money(self) -> bool {
        !matches!(self, Figure::Checks)
    }

    /// As it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What something comes to, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures(BTreeMap<Figure, i64>);

impl Figures {
    /// A figure; none if it is not known.
    #[must_use]
    pub fn get(&self, figure: Figure) -> Option<i64> {
        self.0.get(&figure).copied()
    }

    /// Sets a figure.
    pub fn set(&mut self, figure: Figure, value: i64) {
        self.0.insert(figure, value);
    }

    /// Adds all of another.
    pub fn add(&mut self, other: &Figures) {
        for (figure, value) in &other.0 {
            *self.0.entry(*figure).or_default() += value;
        }
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a closed check comes to; nothing if it is voided. Negative checks that name no sale are refunds, too.
    #[must_use]
    pub fn of(check: &Check) -> Figures {
        let totals = check.totals();
        let CheckTotals { sales, reward_used, tax, marketplace_tax, tips, paid, .. } = totals;
        let net = sales.net() - reward_used;
        let is_refund = check.refund_of.is_some() || sales.gross.cents() < 0 || paid.cents() < 0;
        let sold = |amount: i64| if is_refund || check.voided { 0 } else { amount };
        let all = [
            (Figure::Gross, sold(sales.gross.cents())),
            (Figure::Discounts, sold(sales.discounts.cents() + reward_used.cents())),
            (Figure::Refunds, if is_refund { -net.cents() } else { 0 }),
            (Figure::Net, net.cents()),
            (Figure::Tax, tax.cents() + marketplace_tax.cents()),
            (Figure::Tips, tips.cents()),
            (Figure::ServiceCharges, totals.service_charges.cents()),
            (Figure::Gratuity, totals.gratuity.cents()),
            (Figure::GiftCards, totals.deferred.cents()),
            (Figure::Collected, paid.cents()),
            (Figure::Due, paid.cents() - totals.out_of_balance.cents()),
            (Figure::Checks, sold(1)),
        ];
        Figures(all.into_iter().collect())
    }
}

/// What the POS counted of a business date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What it says.
    pub figures: Figures,
    /// Up to when it counted, UTC: what came later is not in it.
    pub until: Timestamp,
    /// Whether the POS counted by itself, or they were added up from its payments and refunds.
    pub is_independent: bool,
}

/// A figure on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Which.
    pub figure: Figure,
    /// The POS's.
    pub theirs: i64,
    /// Ours.
    pub ours: i64,
}

impl Line {
    /// Ours less theirs.
    #[must_use]
    pub const fn difference(&self) -> i64 {
        self.ours - self.theirs
    }
}

/// The figures that the POS has, beside ours. What checks come to stands beside what the POS collected.
#[must_use]
pub fn lines(theirs: &Figures, ours: &Figures) -> Vec<Line> {
    let line = |figure: Figure| {
        let of_theirs = if figure == Figure::Due { Figure::Collected } else { figure };
        // Payments alone do not say what they were for.
        let is_known = figure != Figure::Due || theirs.get(Figure::Net).is_some();
        let theirs = theirs.get(of_theirs).filter(|_| is_known)?;
        Some(Line { figure, theirs, ours: ours.get(figure).unwrap_or_default() })
    };
    Figure::iter().filter_map(line).collect()
}

/// Those lines of money whose sides differ: a POS may count checks of nothing, too.
#[must_use]
pub fn differences(theirs: &Figures, ours: &Figures) -> Vec<Line> {
    let mut lines = lines(theirs, ours);
    lines.retain(|line| line.figure.is_money() && line.difference() != 0);
    lines
}

/// A check of ours.
#[derive(Debug, Clone)]
pub struct OurCheck {
    /// Its id.
    pub id: CheckId,
    /// When it was closed, UTC.
    pub at: Timestamp,
    /// What it comes to.
    pub figures: Figures,
}

impl OurCheck {
    /// Of a closed check.
    #[must_use]
    pub fn of(check: &Check) -> OurCheck {
        OurCheck { id: check.id.clone(), at: check.closed.at, figures: Figures::of(check) }
    }
}

/// An order of theirs.
#[derive(Debug, Clone)]
pub struct TheirOrder {
    /// The POS's id of it.
    pub id: String,
    /// The checks that it can be.
    pub checks: Vec<CheckId>,
    /// What it comes to.
    pub figures: Figures,
}

/// An hour that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HourDiffers {
    /// Its beginning, UTC.
    pub at: Timestamp,
    /// What differs.
    pub lines: Vec<Line>,
}

/// A check that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckDiffers {
    /// The POS's order; none if it has none.
    pub order: Option<String>,
    /// Our check; none if we have none.
    pub check: Option<CheckId>,
    /// What differs.
    pub lines: Vec<Line>,
}

/// The hours that differ, in order.
#[must_use]
pub fn by_hour(theirs: &[(Timestamp, Figures)], ours: &[OurCheck]) -> Vec<HourDiffers> {
    let mut hours: BTreeMap<i64, (Figures, Figures)> = BTreeMap::new();
    for (at, figures) in theirs {
        hours.entry(hour_of(*at)).or_default().0.add(figures);
    }
    for check in ours {
        hours.entry(hour_of(check.at)).or_default().1.add(&check.figures);
    }
    // An hour that the POS leaves out has nothing of what it counts in others.
    let mut nothing = Figures::default();
    for figure in theirs.iter().flat_map(|(_, figures)| figures.0.keys()) {
        nothing.set(*figure, 0);
    }
    let differing = hours.into_iter().filter_map(|(hour, (theirs, ours))| {
        let lines = differences(if theirs.is_empty() { &nothing } else { &theirs }, &ours);
        let at = Timestamp::from_second(hour * 3_600).ok()?;
        (!lines.is_empty()).then_some(HourDiffers { at, lines })
    });
    differing.collect()
}

fn hour_of(at: Timestamp) -> i64 {
    at.as_second().div_euclid(3_600)
}

/// The checks that differ: those that the POS has otherwise, those that only it has, and those that only we have.
#[must_use]
pub fn by_check(theirs: Vec<TheirOrder>, ours: &[OurCheck]) -> Vec<CheckDiffers> {
    let mut left: BTreeMap<&CheckId, &Figures> =
        ours.iter().map(|check| (&check.id, &check.figures)).collect();
    let mut nothing = Figures::default();
    let mut orders: BTreeMap<String, (Vec<CheckId>, Figures)> = BTreeMap::new();
    for order in theirs {
        for figure in order.figures.0.keys() {
            nothing.set(*figure, 0);
        }
        let known = orders.entry(order.id).or_insert((order.checks, Figures::default()));
        known.1.add(&order.figures);
    }
    let mut differing = Vec::new();
    for (order, (checks, theirs)) in orders {
        let mut ours = Figures::default();
        let mut check = None;
        for id in &checks {
            if let Some(figures) = left.remove(id) {
                ours.add(figures);
                check.get_or_insert(id.clone());
            }
        }
        let lines = differences(&theirs, &ours);
        if !lines.is_empty() {
            differing.push(CheckDiffers { order: Some(order), check, lines });
        }
    }
    for (id, ours) in left {
        let lines = differences(&nothing, ours);
        if !lines.is_empty() {
            differing.push(CheckDiffers { order: None, check: Some(id.clone()), lines });
        }
    }
    differing
}
