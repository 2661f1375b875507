use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, CustomerUpsert, FactBody, Precedence, StampedBatch, keep_newest};
use saffron_core::{CheckId, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{AddressHash, Channel, Code, Contact, Guest, Hasher, Share};
use crate::store::{self, NewCheck, TillWord};

/// All versions of a guest: the newest tells who they are, and any may be the newest that says what they agreed to.
type Upserts = BTreeMap<Guest, BTreeMap<Precedence, (Timestamp, Box<CustomerUpsert>)>>;
type Checks = BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>;

/// Records who guests are and what tills say they agreed to, and moves what promo codes bring by exactly the difference
/// to what the same checks brought before.
pub async fn record(tx: &mut Tx, hasher: &Hasher, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let mut zones: BTreeMap<PosId, (Timestamp, Zone)> = BTreeMap::new();
    let (mut upserts, mut checks) = (Upserts::new(), Checks::new());
    for batch in batches {
        for fact in batch.facts {
            match fact.body {
                FactBody::Customer(upsert) => {
                    let key = (batch.pos_id.clone(), upsert.id.clone());
                    let versions = upserts.entry(key).or_default();
                    versions.entry(fact.precedence).or_insert((batch.received_at, upsert));
                }
                FactBody::Check(check) => {
                    let key = (batch.pos_id.clone(), check.id.clone());
                    keep_newest(&mut checks, key, fact.precedence, check);
                }
                // Other facts are other services' matters.
                FactBody::Shift(_) | FactBody::Item(_) => continue,
            }
            let newest = zones.entry(batch.pos_id.clone()).or_insert((batch.received_at, batch.zone.clone()));
            if batch.received_at >= newest.0 {
                *newest = (batch.received_at, batch.zone.clone());
            }
        }
    }
    if zones.is_empty() {
        return Ok(());
    }
    store::hold_locations(tx, &zones).await?;
    meet(tx, hasher, upserts).await?;
    work(tx, checks).await
}

/// Keeps who guests are and what they agreed to, but for those who were erased. A guest who comes as another id with an
/// erased one's address is the same person again, of whom nothing is kept; who was kept before stays whole, whatever
/// address somebody else was erased with.
async fn meet(tx: &mut Tx, hasher: &Hasher, upserts: Upserts) -> Result<(), Fault> {
    if upserts.is_empty() {
        return Ok(());
    }
    let addresses = |contact: &Contact| {
        let both = [Channel::Email, Channel::Text].map(|channel| contact.address(channel).cloned());
        both.into_iter().flatten().map(|address| hasher.address(&address)).collect::<Vec<_>>()
    };
    let mut asked: BTreeSet<(PosId, AddressHash)> = BTreeSet::new();
    for (guest, versions) in &upserts {
        asked.insert((guest.0.clone(), hasher.guest(guest.0.as_str(), guest.1.as_str())));
        for (_, upsert) in versions.values() {
            asked.extend(addresses(&Contact::of(upsert)).into_iter().map(|hash| (guest.0.clone(), hash)));
        }
    }
    let erased = store::known_tombstones(tx, &asked).await?;
    let known =
        if erased.is_empty() { BTreeSet::new() } else { store::kept_guests(tx, upserts.keys()).await? };
    let (mut kept, mut words) = (BTreeMap::new(), BTreeMap::new());
    for (guest, versions) in upserts {
        let is_erased = |hash| erased.contains(&(guest.0.clone(), hash));
        if is_erased(hasher.guest(guest.0.as_str(), guest.1.as_str())) {
            continue;
        }
        let mut is_kept = known.contains(&guest);
        for (precedence, (at, upsert)) in versions {
            let mut contact = Contact::of(&upsert);
            if !is_kept && addresses(&contact).into_iter().any(is_erased) {
                contact = Contact::default();
            }
            is_kept |= contact != Contact::default();
            let said = [(Channel::Email, upsert.email_consent), (Channel::Text, upsert.sms_consent)];
            for (channel, granted) in said {
                if let (Some(address), Some(granted)) = (contact.address(channel), granted) {
                    let word = TillWord { precedence: precedence.clone(), granted, at };
                    words.insert((guest.clone(), channel, hasher.address(address)), word);
                }
            }
            kept.insert(guest.clone(), (precedence, contact));
        }
    }
    store::keep_upserts(tx, hasher, &kept).await?;
    store::hear_tills(tx, &words).await
}

/// Works checks that are newer than what is stored.
async fn work(tx: &mut Tx, mut checks: Checks) -> Result<(), Fault> {
    if checks.is_empty() {
        return Ok(());
    }
    let known = store::known_checks(tx, checks.keys()).await?;
    checks.retain(|key, (precedence, _)| known.get(key).is_none_or(|known| known.precedence < *precedence));
    if checks.is_empty() {
        return Ok(());
    }
    let mut moves: BTreeMap<(PosId, Code), Share> = BTreeMap::new();
    let mut stored = BTreeMap::new();
    for (key, (precedence, check)) in checks {
        if let Some(NewCheck { code: Some(code), share, .. }) = known.get(&key) {
            moves.entry((key.0.clone(), code.clone())).or_default().add(share.negated());
        }
        let code = check.promo_code.as_ref().and_then(|code| Code::carried(code.as_str()));
        let share = if code.is_some() { Share::of(&check) } else { Share::default() };
        if let Some(code) = &code {
            moves.entry((key.0.clone(), code.clone())).or_default().add(share);
        }
        stored.insert(key, NewCheck { precedence, code, share });
    }
    moves.retain(|_, share| *share != Share::default());
    store::put_checks(tx, &stored).await?;
    if moves.is_empty() { Ok(()) } else { store::move_results(tx, &moves).await }
}
