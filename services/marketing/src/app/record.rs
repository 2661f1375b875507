use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, CustomerUpsert, Fact, FactBody, Precedence, StampedBatch, keep_newest};
use saffron_core::{CheckId, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{AddressHash, Channel, Code, CodeResult, Contact, Guest, Hasher};
use crate::store::{self, CheckVersion, PosConsent};

/// All versions of guests: the newest one has the name and the addresses; the newest consent may be in an earlier one.
type Upserts = BTreeMap<Guest, BTreeMap<Precedence, (Timestamp, Box<CustomerUpsert>)>>;
type Checks = BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>;

/// Records guests and the consents that tills send, and changes the sums of promo codes by exactly the difference between the
/// new and the stored versions of checks.
pub async fn record(tx: &mut Tx, hasher: &Hasher, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let mut zones: BTreeMap<PosId, (Timestamp, Zone)> = BTreeMap::new();
    let (mut upserts, mut checks) = (Upserts::new(), Checks::new());
    for batch in batches {
        for fact in batch.facts.into_iter().map(Fact::counted) {
            match fact.body {
                FactBody::Customer(upsert) => {
                    let versions = upserts.entry((batch.pos_id.clone(), upsert.id.clone())).or_default();
                    versions.entry(fact.precedence).or_insert((batch.received_at, upsert));
                }
                FactBody::Check(check) => {
                    let key = (batch.pos_id.clone(), check.id.clone());
                    keep_newest(&mut checks, key, fact.precedence, check);
                }
                // Other services record these.
                _ => continue,
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
    store::lock_locations(tx, &zones).await?;
    if !upserts.is_empty() {
        record_guests(tx, hasher, upserts).await?;
    }
    if checks.is_empty() { Ok(()) } else { record_checks(tx, checks).await }
}

/// Stores guests and their consents, except erased guests. A new guest with an erased guest's address is the same person, of
/// whom nothing is stored; a guest who was stored before keeps all addresses, also one that was erased with another guest.
async fn record_guests(tx: &mut Tx, hasher: &Hasher, upserts: Upserts) -> Result<(), Fault> {
    let hashes = |contact: &Contact| -> Vec<AddressHash> {
        contact.addresses().map(|address| hasher.address(address)).collect()
    };
    let mut hashes_to_find: BTreeSet<(PosId, AddressHash)> = BTreeSet::new();
    for (guest, versions) in &upserts {
        let of_versions = versions.values().flat_map(|(_, upsert)| hashes(&Contact::of(upsert)));
        hashes_to_find.extend(of_versions.chain([hasher.guest(guest)]).map(|hash| (guest.0.clone(), hash)));
    }
    let erased = store::find_tombstones(tx, &hashes_to_find).await?;
    let stored =
        if erased.is_empty() { BTreeSet::new() } else { store::stored_guests(tx, upserts.keys()).await? };
    let (mut guests, mut consents) = (BTreeMap::new(), BTreeMap::new());
    for (guest, versions) in upserts {
        let is_erased = |hash| erased.contains(&(guest.0.clone(), hash));
        if is_erased(hasher.guest(&guest)) {
            continue;
        }
        let mut is_stored = stored.contains(&guest);
        for (precedence, (at, upsert)) in versions {
            let mut contact = Contact::of(&upsert);
            if !is_stored && hashes(&contact).into_iter().any(is_erased) {
                contact = Contact::default();
            }
            is_stored |= contact != Contact::default();
            let sent = [(Channel::Email, upsert.email_consent), (Channel::Text, upsert.sms_consent)];
            for (channel, granted) in sent {
                if let (Some(address), Some(granted)) = (contact.address(channel), granted) {
                    let consent = PosConsent { precedence: precedence.clone(), granted, at };
                    consents.insert((guest.clone(), channel, hasher.address(address)), consent);
                }
            }
            guests.insert(guest.clone(), (precedence, contact));
        }
    }
    store::store_guests(tx, hasher, &guests).await?;
    store::apply_pos_consents(tx, &consents).await
}

/// Records checks that are newer than the stored ones.
async fn record_checks(tx: &mut Tx, mut checks: Checks) -> Result<(), Fault> {
    let stored = store::stored_checks(tx, checks.keys()).await?;
    checks.retain(|key, (precedence, _)| stored.get(key).is_none_or(|old| old.precedence < *precedence));
    if checks.is_empty() {
        return Ok(());
    }
    let mut updates: BTreeMap<(PosId, Code), CodeResult> = BTreeMap::new();
    let mut newer = BTreeMap::new();
    for (key, (precedence, check)) in checks {
        if let Some(CheckVersion { code: Some(code), result, .. }) = stored.get(&key) {
            updates.entry((key.0.clone(), code.clone())).or_default().add(*result, -1);
        }
        let code: Option<Code> = check.promo_code.as_ref().and_then(|code| code.as_str().parse().ok());
        let result = if code.is_some() { CodeResult::of(&check) } else { CodeResult::default() };
        if let Some(code) = &code {
            updates.entry((key.0.clone(), code.clone())).or_default().add(result, 1);
        }
        newer.insert(key, CheckVersion { precedence, code, result });
    }
    updates.retain(|_, result| *result != CodeResult::default());
    store::store_checks(tx, &newer).await?;
    if updates.is_empty() { Ok(()) } else { store::add_results(tx, &updates).await }
}
