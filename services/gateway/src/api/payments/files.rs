//! Payments and payouts as files.

use std::sync::Arc;

use axum::response::Response;
use futures::stream::{self, TryStreamExt as _};
use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_proto::StreamedCall;
use saffron_proto::payments::Page;
use serde::Serialize;

use crate::Gateway;
use crate::call::file::{self, ListFile, Origin, count, day, dollars, minor, seconds, text};
use crate::http::envelope::Failure;
use crate::session::Caller;

/// Rows of a page while all of them are read.
pub const WHOLE_PAGE: i32 = 150;

/// Payments.
pub static PAYMENTS: ListFile = ListFile {
    title: "payments",
    columns: &[
        seconds("Created", "/created"),
        text("Status", "/saffron/badge"),
        text("Currency", "/currency"),
        minor("Amount", "/amount", "/currency"),
        minor("Refunded", "/latest_charge/amount_refunded", "/currency"),
        minor("Fee", "/saffron/fee", "/saffron/feeCurrency"),
        minor("Net", "/saffron/net", "/saffron/netCurrency"),
        text("Card", "/saffron/last4"),
        text("Disputed", "/latest_charge/disputed"),
        text("Check", "/saffron/posCheckID"),
        text("Payment ID", "/id"),
        text("Processor", "/saffron/processor"),
    ],
};

/// Payouts.
pub static PAYOUTS: ListFile = ListFile {
    title: "payouts",
    columns: &[
        seconds("Created", "/created"),
        day("Arrival", "/arrival_date"),
        text("Status", "/saffron/badge"),
        text("Currency", "/currency"),
        minor("Amount", "/amount", "/currency"),
        text("Payout ID", "/id"),
        text("Processor", "/saffron/processor"),
    ],
};

/// The transactions of a payout.
pub static TRANSACTIONS: ListFile = ListFile {
    title: "payout-transactions",
    columns: &[
        seconds("Created", "/created"),
        text("Type", "/type"),
        text("Description", "/description"),
        text("Currency", "/currency"),
        minor("Amount", "/amount", "/currency"),
        minor("Fee", "/fee", "/currency"),
        minor("Net", "/net", "/currency"),
        text("Source", "/source"),
    ],
};

/// Weeks of online orders.
pub static ONLINE_PAYOUTS: ListFile = ListFile {
    title: "online-payouts",
    columns: &[
        text("From", "/weekStart"),
        text("To", "/weekEnd"),
        text("Paid on", "/paymentDate"),
        count("Orders", "/orders"),
        dollars("Charged", "/grossPayment"),
        dollars("Fee", "/fee"),
        dollars("Amount", "/amount"),
    ],
};

/// What needs review.
pub static REVIEWS: ListFile = ListFile {
    title: "needs-review",
    columns: &[
        seconds("Time", "/at"),
        text("Kind", "/kind"),
        text("State", "/state"),
        text("Currency", "/currency"),
        minor("Amount", "/amount", "/currency"),
        minor("Expected", "/expected", "/currency"),
        text("Card", "/last4"),
        text("Check", "/posCheckID"),
        text("Payment ID", "/paymentIntentId"),
        text("Payout ID", "/payoutId"),
        text("Note", "/review/note"),
        text("By", "/review/by"),
        text("Processor", "/processor"),
    ],
};

/// A part of a page.
pub enum PagePart<R> {
    Row(R),
    End(Page),
    Other,
}

/// How a list is read page after page.
pub struct Pages<C: StreamedCall, R> {
    /// The call of the first page.
    pub first: C,
    /// Reads a part of a page.
    pub read: fn(C::Answer) -> Result<PagePart<R>, Error>,
    /// Makes a call that of the page behind a row.
    pub after: fn(&mut C, &R),
}

/// Answers with all rows of a list as a file.
pub async fn file_of<C, R>(
    gateway: Arc<Gateway>,
    caller: &Caller,
    pos_id: &str,
    file: &'static ListFile,
    Pages { first, read, after }: Pages<C, R>,
) -> Result<Response, Failure>
where
    C: StreamedCall + Clone + Send + 'static,
    C::Answer: Send,
    R: Serialize + Send + 'static,
{
    let pos_id: Option<PosId> = pos_id.parse().ok();
    let origin = Origin::of(&gateway, &caller.session, pos_id.as_ref()).await?;
    let token = caller.session.token.clone();
    let pages = stream::try_unfold(Some(first), move |next| {
        let (gateway, token) = (gateway.clone(), token.clone());
        async move {
            let Some(mut call) = next else { return Ok::<_, Error>(None) };
            let (mut rows, mut has_more) = (Vec::new(), false);
            let parts = gateway.services.collect(&token, call.clone()).await;
            for part in parts.map_err(Fault::into_answer)? {
                match read(part)? {
                    PagePart::Row(row) => rows.push(row),
                    PagePart::End(page) => has_more = page.has_more,
                    PagePart::Other => {}
                }
            }
            let last = rows.last().filter(|_| has_more);
            let next = last.map(|last| {
                after(&mut call, last);
                call
            });
            Ok(Some((stream::iter(rows.into_iter().map(Ok)), next)))
        }
    });
    file::of_rows(file, origin, pages.try_flatten()).await
}
