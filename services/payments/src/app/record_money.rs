use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_core::fact::{MoneyFact, Precedence};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::store_objects::store_objects;
use crate::domain::{Held, Objects, ProviderId, RecordedKey, awaits_answer, prefix_of, recorded_of};
use crate::store::{self, Recording};

/// What is older when it is recorded is history: nobody is alerted of it.
const NEWS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Facts about money of other processors, each with the time at which it came in.
pub type MoneyFacts = BTreeMap<(PosId, RecordedKey), (Precedence, (MoneyFact, Timestamp))>;

/// Stores payments, payouts and disputes of other processors in the mirrors of locked locations, unless newer facts about
/// them are stored.
pub async fn record_money(tx: &mut Tx, facts: MoneyFacts) -> Result<(), Fault> {
    let mut by_location: BTreeMap<PosId, Vec<(RecordedKey, Precedence, MoneyFact, Timestamp)>> =
        BTreeMap::new();
    for ((pos_id, key), (precedence, (fact, at))) in facts {
        by_location.entry(pos_id).or_default().push((key, precedence, fact, at));
    }
    for (pos_id, facts) in by_location {
        let named: Vec<_> = facts.iter().map(|(key, precedence, ..)| (key, precedence)).collect();
        let newer = store::note_recorded(tx, &pos_id, &named).await?;
        let newer = facts.iter().filter(|(key, ..)| newer.contains(key));
        let newer: Vec<(&MoneyFact, Timestamp)> = newer.map(|(_, _, fact, at)| (fact, *at)).collect();
        if !newer.is_empty() {
            record_at(tx, &pos_id, &newer).await?;
        }
    }
    Ok(())
}

/// Stores what facts of one location say, each with the time at which it came in.
async fn record_at(tx: &mut Tx, pos_id: &PosId, facts: &[(&MoneyFact, Timestamp)]) -> Result<(), Fault> {
    let number = store::next_record_number(tx).await?;
    let (mut news, mut history) = (Objects::default(), Objects::default());
    let (mut held, mut recordings) = (Held::default(), BTreeMap::<String, Recording>::new());
    for (fact, at) in facts {
        let (processor, created) = recorded_of(fact);
        let is_old = created < at.saturating_sub(NEWS).unwrap_or(Timestamp::MIN).as_second();
        let objects = if is_old && !awaits_answer(fact) { &mut history } else { &mut news };
        held.add(objects, number, fact);
        let recording = recordings.entry(prefix_of(processor));
        let recording = recording.or_insert_with(|| {
            let name = processor.as_str().to_owned();
            Recording { name, payments: None, recorded_at: *at }
        });
        recording.recorded_at = recording.recorded_at.max(*at);
        if matches!(fact, MoneyFact::Payment(_)) {
            let (first, last) = recording.payments.unwrap_or((created, created));
            recording.payments = Some((first.min(created), last.max(created)));
        }
    }
    store::note_processors(tx, pos_id, &recordings).await?;
    leave_later_entries(tx, pos_id, [&mut news, &mut history], &held).await?;
    for (objects, is_history) in [(&news, false), (&history, true)] {
        store_objects(tx, pos_id, objects, is_history).await?;
    }
    store::delete_not_held(tx, pos_id, &held).await
}

/// Leaves entries with the latest payout that holds them: an entry of one that failed may come again in the next.
async fn leave_later_entries(
    tx: &mut Tx,
    pos_id: &PosId,
    objects: [&mut Objects; 2],
    held: &Held,
) -> Result<(), Fault> {
    if held.entries.is_empty() {
        return Ok(());
    }
    let payouts = objects.iter().flat_map(|objects| objects.payouts.iter());
    let created: BTreeMap<ProviderId, i64> =
        payouts.map(|(id, (_, payout))| (id.clone(), payout.created)).collect();
    let later = store::entries_of_later_payouts(tx, pos_id, held, &created).await?;
    for objects in objects {
        for (payout, entry) in &later {
            if objects.contained.get(entry) == Some(payout) {
                objects.contained.remove(entry);
                objects.transactions.remove(entry);
            }
        }
    }
    Ok(())
}
