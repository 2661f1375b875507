//! After a hardship: everything equals what tills were acknowledged, once.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::book::Book;
use crate::house::House;
use crate::operator::Operator;
use crate::stream::Stream;
use crate::tills::Tills;

impl House {
    /// Ends the tills, and compares every service, EVENTS and the stream with what they were acknowledged.
    pub async fn equals(&self, tills: Tills, stream: Stream, day: &str) -> Book {
        let ended = Instant::now();
        let book = tills.end().await;
        println!("{} checks in {} requests, {} sent again", book.count(), book.posts, book.again);
        book.expect_sales(&self.owner, day).await;
        book.expect_checks(&self.owner, day).await;
        book.expect_points(&self.owner).await;
        let operator = self.operator().await;
        operator.settled().await;
        println!("every service had worked everything {:.1?} after the last check", ended.elapsed());
        assert_eq!(operator.messages("DLQ").await, 0, "something could not be worked");
        expect_events(&operator, &book).await;
        let heard = stream.until(book.count() as u64).await;
        println!("{heard}");
        assert!(heard.wrong.is_empty(), "{heard}: {:#?}", heard.wrong);
        book
    }
}

/// EVENTS tells of each check by one event, and of no other.
async fn expect_events(operator: &Operator, book: &Book) {
    let recorded = operator.recorded().await;
    for (pos_id, sums) in book.checks.iter().flat_map(|(pos_id, all)| all.iter().map(move |s| (pos_id, s))) {
        let ids = recorded.get(&(pos_id.clone(), sums.check.clone()));
        let ids: BTreeSet<_> = ids.into_iter().flatten().collect();
        assert_eq!(ids.len(), 1, "{}: {ids:?}", sums.check);
    }
    assert_eq!(recorded.len(), book.count(), "EVENTS tells of other checks");
}
