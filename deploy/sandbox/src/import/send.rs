//! Posts the checks, a few batches at a time; a refused check does not affect the others of its batch.

use std::collections::BTreeSet;

use anyhow::Context as _;
use saffron_core::{BusinessDate, DayStarts, Money};
use saffron_till::{Batcher, Check, Event, Refused, Till};
use tokio::task::JoinSet;

use super::book::Book;
use super::checks::Converter;
use super::progress::Progress;
use super::read::tenders::Tenders;
use super::refusals::Refusals;

/// The most requests at a time.
const IN_FLIGHT: usize = 4;

/// The totals of the checks that were sent, or would be.
#[derive(Debug, Default)]
pub struct Totals {
    /// Sales and refunds.
    pub checks: u64,
    /// Refunds among them.
    pub refunds: u64,
    /// Checks that were voided as a whole.
    pub voided: u64,
    /// Lines.
    pub lines: u64,
    /// Gross sales: the amounts of lines that are not voided, before discounts.
    pub gross_sales: Money,
    /// Business dates with trade.
    pub days: BTreeSet<BusinessDate>,
}

impl Totals {
    /// The totals of one check.
    fn of(check: &Check) -> Totals {
        let counted = check.lines.iter().filter(|line| !line.voided && !check.voided);
        Totals {
            checks: 1,
            refunds: check.refund_of.is_some().into(),
            voided: check.voided.into(),
            lines: check.lines.len() as u64,
            gross_sales: counted.map(|line| line.amount).sum(),
            days: [DayStarts::default().date_of(check.close_time)].into(),
        }
    }

    fn add(&mut self, other: Totals) {
        self.checks += other.checks;
        self.refunds += other.refunds;
        self.voided += other.voided;
        self.lines += other.lines;
        self.gross_sales += other.gross_sales;
        self.days.extend(other.days);
    }
}

type Sent = anyhow::Result<(Vec<Event>, Vec<Totals>, Vec<Refused>)>;

/// Sends the checks of all orders; with no till, only sums them up.
pub async fn send(
    file: &str,
    book: &Book,
    converter: &Converter<'_>,
    mut tenders: Option<&mut Tenders>,
    till: Option<&Till>,
    refusals: &mut Refusals,
) -> anyhow::Result<Totals> {
    let mut progress = Progress::new("Sending", book.orders.len() as u64, "checks");
    let mut totals = Totals::default();
    let (mut batcher, mut shares) = (Batcher::default(), Vec::new());
    let mut under_way: JoinSet<Sent> = JoinSet::new();
    for order in &book.orders {
        let check = match converter.check(order, tenders.as_deref_mut()) {
            Ok(check) => check,
            Err(why) => {
                refusals.check(file, &order.id, &why)?;
                continue;
            }
        };
        let share = Totals::of(&check);
        let Some(till) = till else {
            totals.add(share);
            continue;
        };
        let event = Event::check("import", &check).with_context(|| format!("check {}", check.id))?;
        if let Some(batch) = batcher.push(event) {
            post(&mut under_way, till, batch, std::mem::take(&mut shares));
            if under_way.len() >= IN_FLIGHT {
                finish_batch(&mut under_way, file, &mut totals, &mut progress, refusals).await?;
            }
        }
        shares.push(share);
    }
    if let Some(till) = till {
        post(&mut under_way, till, batcher.rest(), shares);
    }
    while !under_way.is_empty() {
        finish_batch(&mut under_way, file, &mut totals, &mut progress, refusals).await?;
    }
    progress.finish();
    Ok(totals)
}

/// Starts posting a batch; `shares` are the totals of its checks.
fn post(under_way: &mut JoinSet<Sent>, till: &Till, batch: Vec<Event>, shares: Vec<Totals>) {
    let till = till.clone();
    under_way.spawn(async move {
        let refused = till.post(&batch).await?;
        Ok((batch, shares, refused))
    });
}

/// Waits for one batch and adds the checks that the server accepted.
async fn finish_batch(
    under_way: &mut JoinSet<Sent>,
    file: &str,
    totals: &mut Totals,
    progress: &mut Progress,
    refusals: &mut Refusals,
) -> anyhow::Result<()> {
    let Some(done) = under_way.join_next().await else { return Ok(()) };
    let (batch, shares, refused) = done.context("a request was cut off")??;
    progress.more(batch.len() as u64);
    for (index, (event, share)) in batch.iter().zip(shares).enumerate() {
        match refused.iter().find(|refused| refused.index == index) {
            None => totals.add(share),
            Some(refused) => {
                let why = format!("the server refuses {}: {}", refused.field, refused.why);
                refusals.check(file, &event.about, &why)?;
            }
        }
    }
    Ok(())
}
